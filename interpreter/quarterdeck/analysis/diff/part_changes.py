"""What of a piece of data differs: the cells of a row, the entries of a document, the figures of a thing.

In: two elements of one sort. Out: a `ChangedPart` for each entry that is another, by the path of keys that leads to it.
Rules have no parts of this sort; they are compared as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import CellOf, FigureRow, Row, Table, plain
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.meaning.element_text import text_of_cell

Path = tuple[str, ...]
TOLD_ELSEWHERE = frozenset(("rows", "things"))
"""Entries of tables and rosters that have addresses of their own."""
OF_VARIANTS = frozenset(("replaces",))
"""Entries that say how a variant is laid over, and nothing of what there is."""
PROSE = frozenset(
    "title note source words topic rulings row_sources documents edition era rights chapters not_encoded".split()
)
"""Entries that mean nothing in play: they are told where nothing else differs."""


@dataclass(frozen=True)
class ChangedPart:
    """An entry that differs: the keys that lead to it, and its values before and after; a missing one is empty."""

    path: Path
    before: str
    after: str


def changed_parts(was: Element | None, now: Element | None) -> tuple[ChangedPart, ...]:
    """Give the entries in which two pieces of data differ; none for rules and what is no data.

    Of what only one side has they are all its entries.
    """
    is_whole = was is None or now is None
    before, after = (entries_of(each, is_whole) if each is not None else {} for each in (was, now))
    paths = [path for path in dict.fromkeys((*before, *after)) if before.get(path) != after.get(path)]
    meant = [path for path in paths if PROSE.isdisjoint(path)]
    return tuple(
        ChangedPart(path, before.get(path, ""), after.get(path, "")) for path in (paths if is_whole else meant or paths)
    )


def entries_of(element: Element, is_whole: bool) -> dict[Path, str]:
    """Give the entries of a piece of data, by the keys that lead to them.

    Rows of tables and things of rosters are told at their own addresses, unless they come or go with the whole: of that
    there is what was written, and nothing that goes without saying.
    """
    aside = OF_VARIANTS if is_whole else OF_VARIANTS | TOLD_ELSEWHERE
    match element.thing:
        case Row(cells=cells) as row:
            names = [cell.address[len(row.address) + 1 :] for cell in cells]
            said = {(name,) if name else (): text_of_cell(cell) for name, cell in zip(names, cells, strict=True)}
            source = row.source.as_data() if row.source is not None and not is_whole else {}
            return said | dict(_flat({"source": source}))
        case CellOf() as cell:
            return {(): text_of_cell(cell)}
        case FigureRow(values=values):
            return {(field,): text for field, text in values.items()}
        case Table(shape=shape):
            return dict(_flat(shape.as_data(exclude=aside, exclude_defaults=is_whole)))
        case YamlDocument(shape=shapes.Roster() as shape):
            return dict(_flat(shape.as_data(exclude=aside, exclude_defaults=is_whole)))
        case YamlDocument(shape=shapes.Scenario() as shape):
            return {("sides",): ", then ".join(shape.sides)} | dict(
                _flat(shape.as_data(exclude=OF_VARIANTS, exclude_defaults=is_whole))
            )
        case (YamlDocument(shape=shapes.Roster(things=things)), str(name)):
            return dict(_flat(things[name]))
        case shapes.RulesetHead() | shapes.Ruling() as shape:
            return dict(_flat(shape.as_data(exclude=OF_VARIANTS, exclude_defaults=is_whole)))
    return {}


def _flat(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Give what stands at the ends of nested data; a list of plain values is one entry."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, (*path, plain(key)))
    elif isinstance(value, list | tuple) and any(isinstance(item, dict | list | tuple) for item in value):
        for number, item in enumerate(value, 1):
            yield from _flat(item, (*path, str(number)))
    elif isinstance(value, list | tuple):
        yield path, ", ".join(map(plain, value))
    elif value is not None:
        yield path, plain(value)
