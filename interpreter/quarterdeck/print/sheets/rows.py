"""Leave out what a long table says of sorts of things that no thing in a situation is of.

In: situations and the printed rows of a table. Out: the same, or fewer. Rows are left out only where they are looked up
by an enum that no rule can change: where every field of it is fixed, and none is a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.prose.text.blocks import Grid
from quarterdeck.prose.text.runs import Run, plain
from quarterdeck.workspace.pipeline.build import Built

FEW = 12
"""A table of so many rows or fewer is printed whole."""
_LEFT_OUT = " (of what takes part)"


def shortened(declared: Declared, begun: Sequence[tuple[Built, Situation]], name: str, grid: Grid) -> Grid:
    """Give a table without the rows of what takes no part; its caption then says so."""
    key = types.without_none(declared.tables[name].keys[0].type)
    if len(grid.rows) <= FEW or not isinstance(key, types.EnumType) or not _is_fixed(declared, key.enum):
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
