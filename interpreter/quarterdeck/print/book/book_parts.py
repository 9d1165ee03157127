"""Take the blocks of a book apart into what stands below each other, on a screen and on paper.

In: blocks and sections. Out: parts, each of which knows its words, so that neighbours can tell whether they stay
together. A part is changed where its own block is, or the section around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from quarterdeck.print.book.grid_words import lead_of, words_of_cell, words_of_points
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import NO_MARKS, Block, Grid, LinkTarget, Marks, Point
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain

_LONG_TABLE, _WIDE_TABLE, _SHORT_CELL = 16, 8, 14  # rows, columns, letters
_SHORT_NAME = 22  # letters: rosters are in small print


@dataclass(frozen=True, eq=False)
class TextLine:
    """A line of text with what is in the margin, its number, and words set off in front of it.

    `within` are addresses of what the text says itself, so that it can be led to as well.
    """

    text: Text
    style: str = ""
    marks: Marks = NO_MARKS
    number: str = ""
    lead: Text = EMPTY
    within: tuple[str, ...] = ()
    changed: bool = False

    @property
    def words(self) -> str:
        """Join all words of the line."""
        number = f"{self.number} " if self.number else ""
        return f"{words_of_marks(self.marks)}{number}{lead_of(self.lead)}{plain(self.text)}"


@dataclass(frozen=True, eq=False)
class PointList:
    """A list of points, numbered or not; the marks are those of its first point."""

    points: tuple[Point, ...]
    depth: int = 0
    numbered: bool = False
    marks: Marks = NO_MARKS
    changed: bool = False

    @property
    def words(self) -> str:
        """Join all words of the list."""
        return words_of_marks(self.marks) + "\n\n".join(words_of_points(self.points))


@dataclass(frozen=True, eq=False)
class EntryPart:
    """What has a name or a number, with all that belongs to it."""

    parts: tuple[BookPart, ...]
    place: LinkTarget | None = None
    step: str | None = None
    """The address of a step, which may be empty."""
    changed: bool = False

    @property
    def words(self) -> str:
        """Join all words of the entry."""
        return _joined(self.parts)


@dataclass(frozen=True, eq=False)
class DefinitionList:
    """Names, each with what it means below it."""

    entries: tuple[blocks.Entry, ...]
    changed: bool = False

    @property
    def words(self) -> str:
        """Join all words of the list."""
        return "\n\n".join(plain(one.name) + plain(one.text) + _joined(definition_parts(one)) for one in self.entries)


@dataclass(frozen=True, eq=False)
class TablePart:
    """A table with what belongs to it: `keys` say what its letters stand for, and each grid has its notes below it."""

    grid: Grid
    keys: tuple[Grid, ...] = ()
    changed: bool = False

    @property
    def grids(self) -> tuple[Grid, ...]:
        """Give the table and its keys."""
        return (self.grid, *self.keys)

    @property
    def is_complete(self) -> bool:
        """Tell whether notes end the table, so that no key belongs to it any more."""
        return has_notes(self.grids[-1])

    @property
    def notes(self) -> list[str]:
        """Give the words of each thing below the table."""
        keys = [text for key in self.keys for text in (_words_of_grid(key), *_words_of_notes(key))]
        return [*_words_of_notes(self.grid), *keys]

    @property
    def words(self) -> str:
        """Join all words of the table."""
        return "\n\n".join((_words_of_grid(self.grid), *self.notes))


@dataclass(frozen=True, eq=False)
class BoxPart:
    """A box."""

    block: blocks.Box
    parts: tuple[BookPart, ...]
    changed: bool = False

    @property
    def words(self) -> str:
        """Join all words of the box."""
        return "\n\n".join((plain(self.block.title), _joined(self.parts)))


@dataclass(frozen=True, eq=False)
class PicturePart:
    """A picture with its caption."""

    block: blocks.Drawing
    changed: bool = False

    @property
    def words(self) -> str:
        """Give the caption."""
        return plain(self.block.caption)


@dataclass(frozen=True, eq=False)
class FormPart:
    """A blank form on a page of its own."""

    block: blocks.CopyForm
    changed: bool = False
    words = ""


@dataclass(frozen=True, eq=False)
class ProbePart:
    """Chances that readers look up, which paper leaves out."""

    block: blocks.Probe
    changed: bool = False
    words = ""


@dataclass(frozen=True, eq=False)
class NarrowPart:
    """Small print in columns."""

    parts: tuple[BookPart, ...]
    changed: bool = False

    @property
    def words(self) -> str:
        """Join all words of the small print."""
        return _joined(self.parts)


@dataclass(frozen=True, eq=False)
class SectionPart:
    """A section below others."""

    section: blocks.Section
    changed: bool = False
    words = ""


BookPart = (
    TextLine
    | PointList
    | EntryPart
    | DefinitionList
    | TablePart
    | BoxPart
    | PicturePart
    | FormPart
    | ProbePart
    | NarrowPart
    | SectionPart
)


def parts_of_section(
    section: blocks.Section, *, changed: bool = False, on_screen: bool = False
) -> tuple[BookPart, ...]:
    """Take a section apart; what is in its margin goes to its first paragraph."""
    found = section.blocks
    first = found[0] if found and section.marks else None
    if isinstance(first, blocks.Prose | blocks.Steps) and not first.marks:
        found = (replace(first, marks=section.marks), *found[1:])
    inner = (SectionPart(one, changed or one.changed) for one in section.sections)
    return (*parts_of(found, changed=changed, on_screen=on_screen), *inner)


def parts_of(found: Iterable[Block], *, changed: bool = False, on_screen: bool = False) -> tuple[BookPart, ...]:
    """Take blocks apart; chances that readers look up are there on a screen alone."""
    parts: list[BookPart] = []
    for block in found:
        last = parts[-1] if parts else None
        if isinstance(block, Grid) and isinstance(last, TablePart) and _is_key(block) and not last.is_complete:
            parts[-1] = replace(last, keys=(*last.keys, folded(block)))
        else:
            parts += _parts(block, changed, on_screen)
    return tuple(parts)


def _parts(block: Block, changed: bool, on_screen: bool) -> Iterator[BookPart]:
    match block:
        case blocks.Prose(text=text) if text:
            yield TextLine(text, block.style, block.marks, block.number, changed=changed or block.changed)
        case blocks.Steps(numbers=(), points=(point,), bulleted=False):
            yield from point_parts(point, 0, block.marks, changed=changed)
        case blocks.Steps(numbers=()) if block.points:
            yield PointList(block.points, 0, not block.bulleted, block.marks, changed)
        case blocks.Steps():
            for place, (point, number) in enumerate(zip(block.points, block.numbers, strict=False)):
                marks = NO_MARKS if place else block.marks
                yield EntryPart(tuple(point_parts(point, 1, marks, number)), None, point.address, changed)
        case blocks.Entries(style="list"):
            yield DefinitionList(block.entries, changed)
        case blocks.Entries():
            for entry in block.entries:
                line = TextLine(joined([entry.name, entry.text]), "", entry.marks, entry.number, within=entry.within)
                points = (PointList(entry.points),) if entry.points else ()
                parts = (line, *points, *parts_of(entry.blocks, on_screen=on_screen))
                yield EntryPart(parts, entry.place, changed=changed or entry.changed)
        case Grid():
            yield TablePart(folded(block), changed=changed or block.changed)
        case blocks.Box():
            yield BoxPart(block, parts_of(block.blocks, on_screen=on_screen), changed or block.changed)
        case blocks.Drawing():
            yield PicturePart(block, changed)
        case blocks.CopyForm():
            yield FormPart(block, changed)
        case blocks.Narrow():
            yield NarrowPart(parts_of(block.blocks, on_screen=on_screen), changed)
        case blocks.Probe() if on_screen:
            yield ProbePart(block, changed)


def point_parts(
    point: Point, depth: int, further: Marks = NO_MARKS, number: str = "", *, changed: bool = False
) -> Iterator[BookPart]:
    """Take a point apart: its sentence, what is below it and what comes after."""
    within = tuple(inner.address for inner in point.within)
    yield TextLine(point.text, "", all_marks(point, further), number, point.lead, within, changed)
    if point.points:
        yield PointList(point.points, depth, point.numbered, changed=changed)
    for text in point.after:
        yield TextLine(text, changed=changed)


def definition_parts(entry: blocks.Entry, *, on_screen: bool = False) -> tuple[BookPart, ...]:
    """Take apart what a name means."""
    text = (TextLine(entry.text),) if entry.text else ()
    points = (PointList(entry.points),) if entry.points else ()
    return (*text, *points, *parts_of(entry.blocks, on_screen=on_screen))


def all_marks(point: Point, further: Marks) -> Marks:
    """Put the marks of a whole in front of those of its first point, each once."""
    return Marks(
        tuple(dict.fromkeys((*further.cites, *point.cites))), tuple(dict.fromkeys((*further.rulings, *point.rulings)))
    )


def words_of_marks(marks: Marks) -> str:
    """Join the words of marks."""
    return " ".join(filter(None, (", ".join(marks.cites), " ".join(marks.rulings))))


def has_notes(grid: Grid) -> bool:
    """Tell whether something is said below a table: notes, or its marks where it has no caption."""
    return bool(grid.notes or (grid.marks and not grid.caption))


def _is_key(grid: Grid) -> bool:
    """Tell whether a table says only what the letters of the one above it stand for."""
    return not grid.caption and not grid.head


def _joined(parts: Sequence[BookPart]) -> str:
    return "\n\n".join(part.words for part in parts)


def _words_of_grid(grid: Grid) -> str:
    title = f"{words_of_marks(grid.marks)}{plain(grid.caption)}" if grid.caption else ""
    cells = (words_of_cell(cell) for row in (*grid.head, *grid.rows) for cell in row.cells)
    return "\n\n".join(filter(None, (title, *cells)))


def _words_of_notes(grid: Grid) -> list[str]:
    marks = "" if grid.caption else words_of_marks(grid.marks)
    return [marks + "\n\n".join(map(plain, grid.notes))] if has_notes(grid) else []


def folded(grid: Grid) -> Grid:
    """Give a long and narrow table in several stretches side by side."""
    columns = max((len(row.cells) for row in grid.rows), default=1)
    folds = min(-(-len(grid.rows) // _LONG_TABLE), _WIDE_TABLE // columns)
    is_roster = "roster" in grid.style
    if folds < 2 or grid.widths or len(grid.head) > 1 or (grid.style and not is_roster):
        return grid
    return in_stretches(grid, folds) if grid.is_plain(_SHORT_NAME if is_roster else _SHORT_CELL) else grid


def in_stretches(grid: Grid, folds: int) -> Grid:
    """Give a table whose rows are in so many stretches side by side, with an empty column between two."""
    height = -(-len(grid.rows) // folds)
    stretches = [grid.rows[start : start + height] for start in range(0, len(grid.rows), height)]
    none = blocks.GridRow((blocks.Cell(),) * len(grid.rows[0].cells))
    lines = ([one[number] if number < len(one) else none for one in stretches] for number in range(height))
    rows = tuple(_side_by_side(line, [blocks.Cell()]) for line in lines)
    gaps = [[blocks.Cell(down=len(grid.head))], *([] for _ in grid.head[1:])]
    head = tuple(_side_by_side([row] * len(stretches), gap) for row, gap in zip(grid.head, gaps, strict=False))
    return replace(grid, rows=rows, head=head, folds=len(stretches))


def _side_by_side(rows: Iterable[blocks.GridRow], gap: Sequence[blocks.Cell]) -> blocks.GridRow:
    """Give several rows as one, with a gap between two; what is said of a row goes to its first cell."""
    found: list[blocks.Cell] = []
    for row in rows:
        found += gap if found else ()
        for first in row.cells[:1]:
            found.append(replace(first, address=row.address or first.address, changed=row.changed or first.changed))
        found += row.cells[1:]
    return blocks.GridRow(tuple(found))
