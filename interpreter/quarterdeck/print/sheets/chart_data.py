"""Say charts as data for print: the blocks of a rulebook, with nothing but words, lists and cells left of them.

In: blocks. Out: mappings and lists that JSON can hold. What a run leads to is left out: nobody clicks on paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.print.book.book_parts import in_stretches
from quarterdeck.print.book.grid_words import cells_in_place, column_count
from quarterdeck.print.book.quick_reference import PhaseCharts
from quarterdeck.print.drawing.measures import wide
from quarterdeck.print.typst import as_data
from quarterdeck.prose.text.blocks import Block, Box, Cell, Entries, Grid, GridRow, Narrow, Prose, Steps
from quarterdeck.prose.text.runs import Run, plain, sentence, text
from quarterdeck.workspace.pipeline.build import Built

SIZE = 247
"""Letters are so high: 7 points, in hundredths of a millimetre."""
BETWEEN = 170
"""So much lies between two columns."""
_TIGHT_BETWEEN = 85
"""The same where a table would not fit otherwise."""
_FOLDED, _MOST_FOLDS = 10, 4
"""A table of so many short rows stands in stretches side by side, at most so many."""
_TALL, _GAP = 14, 350
"""A table of more rows may go on in the next column, so that it stands alone; so much lies between two tables."""


@dataclass(frozen=True)
class Room:
    """How much room there is for a table, in hundredths of a millimetre: in a column, across a page, along it."""

    column: int
    page: int
    length: int


def charts_as_data(charts: Iterable[PhaseCharts], room: Room) -> list[dict[str, Any]]:
    """Give the charts of all phases."""
    phases = [{"title": plain(one.title), "blocks": blocks_as_data(together(one.blocks, room), room)} for one in charts]
    return _packed(phases, room)


def together(blocks: Iterable[Block], room: Room) -> list[Block]:
    """Give blocks with one table in the place of all that have the same rows, as far as there is room."""
    found: list[Block] = []
    for block in map(_noted_above, blocks):
        ones = [(place, _one_of(known, block)) for place, known in enumerate(found)]
        fitting = [(place, one) for place, one in ones if one is not None and _has_room(one, room)]
        if fitting:
            place, one = fitting[0]
            found[place] = one
        else:
            found.append(block)
    return found


def _noted_above(block: Block) -> Block:
    """Give a table with a note of a few words, as its unit, behind its caption, where it takes no line."""
    if not isinstance(block, Grid) or len(block.notes) != 1 or len(plain(block.notes[0]).split()) > _FEW:
        return block
    note = plain(block.notes[0]).rstrip(".")
    return replace(block, notes=(), caption=(*block.caption, Run(f" ({note[0].lower()}{note[1:]})")))


def _has_room(grid: Grid, room: Room) -> bool:
    """Tell whether no line of a table has to be broken, in a column or, where it is much broader, across a page."""
    natural = sum(long for _, long in _widths(grid))
    is_broad = natural > room.column * 3 // 2
    return natural <= room.column or (is_broad and natural * 9 // 10 <= room.page)  # words are a little less wide


def _one_of(grid: Block, other: Block) -> Grid | None:
    """Give two tables as one, the caption of each over its columns; nothing where their rows differ."""
    if not (isinstance(grid, Grid) and isinstance(other, Grid)) or grid.notes != other.notes:
        return None
    if not (grid.is_plain() and other.is_plain() and grid.stubs == other.stubs == 1 and len(grid.rows) > _FEW):
        return None
    if [plain(row.cells[0].text) for row in grid.rows] != [plain(row.cells[0].text) for row in other.rows]:
        return None
    first, second = (_without_units(one) for one in (grid, other))
    if not first.head or not second.head or plain(first.head[0].cells[0].text) != plain(second.head[0].cells[0].text):
        return None
    begun = first if not first.caption else replace(first, head=_captioned_head(first), caption=())
    over, under = begun.head
    top, low = _captioned_head(second)
    head = (
        replace(over, cells=(*over.cells, *top.cells[1:])),
        replace(under, cells=(*under.cells, *low.cells)),
    )
    rows = tuple(
        replace(row, cells=(*row.cells, *more.cells[1:])) for row, more in zip(begun.rows, second.rows, strict=True)
    )
    return replace(begun, head=head, rows=rows)


def _captioned_head(grid: Grid) -> tuple[GridRow, GridRow]:
    """Give a head of two lines: the caption over the columns, and below it what heads each of them."""
    count = len(grid.rows[0].cells) - 1
    columns = [cell for cell in grid.head[-1].cells if cell.across == 1][-count:]
    stub = replace(grid.head[0].cells[0], down=2)
    if count == 1:
        return GridRow((stub, Cell(grid.caption, down=2))), GridRow(())
    return GridRow((stub, Cell(grid.caption, across=count))), GridRow(tuple(columns))


def _packed(phases: list[dict[str, Any]], room: Room) -> list[dict[str, Any]]:
    """Give phases with the tables that are too broad for a column side by side, as far as a page has room.

    Words are a little less wide than the rule of thumb says, and tables in a row take what they need.
    """
    rows: list[list[dict[str, Any]]] = []
    for phase in phases:
        kept = []
        for block in phase["blocks"]:
            if block["sort"] != "grid" or not block["broad"] or block["turned"] or block["shares"]:
                kept.append(block)
                continue
            fits = (row for row in rows if sum(one["natural"] + _GAP for one in (*row, block)) * 9 // 10 <= room.page)
            row = next(fits, None)
            if row is None:
                row = []
                rows.append(row)
                kept.append({"sort": "row", "broad": True, "grids": row})
            row.append(block)
        phase["blocks"] = kept
    return phases


def blocks_as_data(blocks: Iterable[Block], room: Room) -> list[dict[str, Any]]:
    """Give blocks that stand below each other, and narrow tables that follow each other side by side."""
    return list(_side_by_side([one for block in blocks for one in _block(block, room)], room))


def grids_in(blocks: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give all tables among blocks."""
    return [grid for one in blocks for grid in (one["grids"] if one["sort"] == "row" else [one]) if "rows" in grid]


def _side_by_side(blocks: Iterable[dict[str, Any]], room: Room) -> Iterator[dict[str, Any]]:
    """Give blocks with rows of tables in the place of tables that have room beside each other."""
    waiting: list[dict[str, Any]] = []
    for block in blocks:
        across = sum(grid["natural"] + _GAP for grid in waiting)
        is_free = block["sort"] == "grid" and block["natural"] and not block["broad"]
        fits = is_free and across + block["natural"] <= room.column
        if waiting and not fits:
            yield _row_of(waiting)
            waiting = []
        if is_free:
            waiting.append(block)
        else:
            yield block
    if waiting:
        yield _row_of(waiting)


def _row_of(grids: list[dict[str, Any]]) -> dict[str, Any]:
    """Give tables that stand beside each other; one alone is itself."""
    return {"sort": "row", "broad": False, "grids": grids} if len(grids) > 1 else grids[0]


def _block(block: Block, room: Room) -> list[dict[str, Any]]:
    match block:
        case Prose():
            return [{"sort": "prose", "style": block.style, "text": as_data(block.text)}]
        case Steps():
            return [{"sort": "steps", "numbered": not block.bulleted, "points": as_data(block.points)}]
        case Grid():
            return [_grid(block, room)]
        case Narrow():
            return blocks_as_data(block.blocks, room)
        case Box():
            return [
                {"sort": "prose", "style": "headline", "text": as_data(block.title)},
                *blocks_as_data(block.blocks, room),
            ]
        case Entries():
            entries = [(*entry.name, *entry.text) for entry in block.entries]
            return [{"sort": "prose", "style": "", "text": as_data(words)} for words in entries]
    return []


def _grid(grid: Grid, room: Room) -> dict[str, Any]:
    """Give a table with the widths of its columns, as shares where it would not fit without; nothing where it does."""
    grid = _without_units(grid)
    widths = _widths(grid)
    natural, least = sum(long for _, long in widths), sum(word for word, _ in widths)
    is_broad = least > room.column or (natural > room.column * 3 // 2 and len(widths) > _FEW)
    there = room.page if is_broad else room.column
    tight = [(word - BETWEEN + _TIGHT_BETWEEN, long) for word, long in widths]
    is_turned = sum(word for word, _ in tight) > there and room.length > room.page
    there = room.length if is_turned else there
    is_tight = least > there
    shares = list(_shares(tight if is_tight else widths, there)) if natural > there else []
    least_rows = _TALL if is_broad else _FOLDED
    folds = 1 if shares or not grid.is_plain() or len(grid.rows) < least_rows else there // (natural + BETWEEN)
    folds = max(1, min(folds, _MOST_FOLDS, len(grid.rows) // 4))
    laid = in_stretches(grid, folds) if folds > 1 else grid
    is_free = folds == 1 and not (is_broad or shares or len(grid.rows) > _TALL)
    return {
        "sort": "grid",
        "caption": as_data(grid.caption),
        "broad": is_broad,
        "columns": len(widths),
        "shares": shares,
        "tight": is_tight,
        "turned": is_turned,
        "natural": max((natural + BETWEEN) * folds, _captioned(grid)) if is_free or (is_broad and not shares) else 0,
        "head": [as_data(row.cells) for row in laid.head],
        "rows": [as_data(row.cells) for row in laid.rows],
        "notes": [as_data(words) for words in grid.notes],
        "folds": folds,
    }


def _captioned(grid: Grid) -> int:
    """Give the width that a caption needs to stand in two lines, and each note in three."""
    words = plain(grid.caption)
    longest = max((wide(word, SIZE, bold=True) for word in words.split()), default=0)
    noted = max((wide(plain(note), SIZE) * 4 // 10 for note in grid.notes), default=0)
    return max(longest, wide(words, SIZE, bold=True) * 6 // 10, noted) + BETWEEN


def _shares(widths: Sequence[tuple[int, int]], there: int) -> Iterator[int]:
    """Give each column the room of its longest word, and what is left by how much longer its lines are."""
    least = sum(word for word, _ in widths)
    free, stretch = max(0, there - least), max(1, sum(long for _, long in widths) - least)
    yield from (word + free * max(0, long - word) // stretch for word, long in widths)


def _without_units(grid: Grid) -> Grid:
    """Give a table whose cells all have one unit with that behind its caption, once."""
    cells = [cell for row in grid.rows for cell in row.cells[max(1, grid.stubs) :]]
    found = [_MEASURE.fullmatch(plain(cell.text)) for cell in cells]
    units = {one[2].removesuffix("s") for one in found if one}
    if len(units) != 1 or None in found or any(cell.points or cell.lines for cell in cells):
        return grid
    unit = max((one[2] for one in found if one), key=len)
    rows = tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, text=text(plain(cell.text).split(" ")[0])) if number >= max(1, grid.stubs) else cell
                for number, cell in enumerate(row.cells)
            ),
        )
        for row in grid.rows
    )
    return replace(grid, rows=rows, caption=(*grid.caption, Run(f" ({unit})")))


_FEW = 3


def _widths(grid: Grid) -> list[tuple[int, int]]:
    """Give for each column the width of its longest word and of its longest line."""
    found = [(0, 0)] * column_count(grid)
    for row in cells_in_place((*grid.head, *grid.rows)):
        for at, cell in row:
            if cell.across == 1 and at < len(found):
                lines = [plain(cell.text), *map(plain, cell.lines), *(plain(one.text) for one in cell.points)]
                words = (wide(word, SIZE, bold=not at) for line in lines for word in _BREAKS.split(line))
                most, long = max(words, default=0), max(wide(line, SIZE) for line in lines)
                found[at] = max(found[at][0], most + BETWEEN), max(found[at][1], min(long, _LONG) + BETWEEN)
    return [(word, max(word, long)) for word, long in found]


_BREAKS = re.compile(r"\s+|(?<=[/-])")
_MEASURE = re.compile(r"([-\u2212]?\d[\d.,]*) (\w+)")
_LONG = 60 * 100
"""A line of words that is longer goes on in the next."""


# --- rows of what takes part


FEW_ROWS = 6
"""A table of so many rows or fewer is printed whole."""
_LEFT_OUT = " (of what takes part)"


def shortened(declared: Declared, begun: Sequence[tuple[Built, Situation]], name: str, grid: Grid) -> Grid:
    """Give a table without its author's note and the rows of what takes no part; its caption then says so."""
    noted = sentence(declared.tables[name].shape.note or "-")
    grid = replace(grid, notes=tuple(one for one in grid.notes if plain(one) != plain(noted)))
    key = types.without_none(declared.tables[name].keys[0].type)
    if len(grid.rows) <= FEW_ROWS or not isinstance(key, types.EnumType) or not _is_fixed(declared, key.enum):
        return grid
    words = declared.enums[key.enum].words
    there = {words[list(words)[place]] for built, situation in begun for place in _held(built, situation, key.enum)}
    unknown = set(words.values()) - there
    rows = tuple(row for row in grid.rows if _said(plain(row.cells[0].text)) not in {_said(one) for one in unknown})
    if not rows or len(rows) == len(grid.rows):
        return grid
    return replace(grid, rows=rows, caption=(*grid.caption, Run(_LEFT_OUT)))


def _is_fixed(declared: Declared, enum: str) -> bool:
    """Tell whether some field holds a member of an enum, and none of them can change."""
    fields = [field for kind in declared.kinds.values() for field in kind.fields.values()]
    own = [field for field in fields if _enum(field.type) == enum]
    return bool(own) and all(field.fixed and not isinstance(field.type, types.ListType) for field in own)


def _enum(known: types.Type) -> str:
    """Give the enum whose members a type holds, alone or in a list."""
    bare = types.without_none(known)
    item = types.without_none(bare.item) if isinstance(bare, types.ListType) else bare
    return item.enum if isinstance(item, types.EnumType) else ""


def _held(built: Built, situation: Situation, enum: str) -> Iterator[int]:
    """Give the places of the members that things of a situation have."""
    layout = built.program.layout
    for kind in built.checked.declared.kinds.values():
        own = [field.address for field in kind.fields.values() if _enum(field.type) == enum]
        for thing in layout.things(kind.name) if own else ():
            if situation.state[thing]:
                yield from (place for address in own if (place := situation.get(thing, address)) >= 0)


def _said(words: str) -> str:
    return " ".join(words.split()).lower()
