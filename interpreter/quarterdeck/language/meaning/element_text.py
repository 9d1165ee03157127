"""The canonical text of a named element, for people who compare two versions of it.

In: an `Element` of a `Declared`. Out: lines of text. Rules read as in their file; what stands in YAML reads much as it
does there, defaults left out. The text is for reading: it is not parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from quarterdeck.base.geometry.areas import Links
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    CellOf,
    Clock,
    Component,
    Constant,
    Enum,
    Field,
    FigureRow,
    Hook,
    Kind,
    Option,
    Plugin,
    Row,
    Rule,
    Table,
    Unit,
)
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.shape import Shape
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.printer import print_expression, print_unit

HIDDEN = re.compile(r"[\w.]+~\w+\([^()]*\)")


def text_of(element: Element) -> str:
    """Give an element's text, without a line end behind it."""
    return HIDDEN.sub("original", "\n".join(_lines(element)).rstrip("\n"))


def _lines(element: Element) -> Iterator[str]:
    match element.thing:
        case Rule(node=node) | Option(node=node):
            yield print_unit(node)
        case nodes.Node() as node:
            yield print_unit(node)
        case Table() as table:
            yield from _table(table)
        case Row() as row:
            yield from _row(row, row.label)
        case CellOf() as cell:
            yield from _listed(element.name, list(_cell(cell)))
        case Field() as known:
            yield f"{known.name}: {{{', '.join(_field(known))}}}"
        case Kind() | Enum() | Constant() | Arc() | Unit() | Clock() as component:
            yield _component(component)
        case Hook(plugin=plugin, text=text):
            yield f"the plugin {plugin}: {text}"
        case Plugin(name=name, version=version, title=title, text=text):
            yield f"plugin {name} {version}: {title}"
            yield text
        case FigureRow(name=name, values=values):
            yield f"{name}: {{{', '.join(f'{field}: {text}' for field, text in values.items())}}}"
        case _:
            yield from _document(element)


def _component(thing: Component) -> str:
    match thing:
        case Kind(name=name, one=one, many=many, capacity=capacity, owner=owner, part_of=part_of):
            more = [f"owner: {owner}"] if owner else []
            more += [f"part_of: {part_of}"] if part_of else []
            return f"{name}: {{{', '.join([f'one: {one}', f'many: {many}', f'capacity: {capacity}', *more])}}}"
        case Enum(name=name, sort=sort, members=members, words=words, more=further, less=back, links=links):
            key = "members" if sort == "plain" else sort
            ways = f", more: {further}, less: {back}" if further else ""
            ways += "".join(_map_of(members, links))
            return f"{name}: {{{key}: {{{', '.join(f'{member}: {words[member]}' for member in members)}}}{ways}}}"
        case Constant(name=name, type=kind, words=words_of, start=start):
            more = [f"start: {print_expression(start)}"] if start is not None else []
            return f"{name}: {{{', '.join([f'type: {kind}', f'words: {words_of}', *more])}}}"
        case Arc(name=name, first=first, last=last, both_sides=both, words=words_of):
            return f"{name}: {{first: {first}, last: {last}, both_sides: {'yes' if both else 'no'}, words: {words_of}}}"
        case Unit(name=name, one=one, low=low, high=high, step=step):
            steps = f", step: 1/{step}" if step > 1 else ""
            return f"{name}: {{one: {one}, range: {low}..{high}{steps}}}"
        case Clock(name=name, turns=turns):
            return f"{name}: {turns} turn" if turns > 1 else f"{name}: turn"
    assert_never(thing)


def _map_of(members: Sequence[str], links: Links) -> Iterator[str]:
    """Write the connections of areas: each once, those that lead one way apart."""
    for key, is_both_ways in (("connections", True), ("one_way", False)):
        found = []
        for start, near in enumerate(links):
            goals = [
                goal for goal in near if (start in links[goal]) == is_both_ways and (start < goal or not is_both_ways)
            ]
            if goals:
                found.append(f"{members[start]}: [{', '.join(members[goal] for goal in goals)}]")
        if found:
            yield f", {key}: {{{', '.join(found)}}}"


def _document(element: Element) -> Iterator[str]:
    match element.thing:
        case YamlDocument(file=file):
            yield file.text
        case (YamlDocument(places=places), str(thing)):
            yield f"{thing}: {places.value('things', thing).text}"
        case Shape() as shape:
            yield from (f"{key}: {value}" for key, value in shape.as_data(exclude_defaults=True).items())
        case thing:
            yield f"{element.name}: {thing}"


def _field(known: Field) -> Iterator[str]:
    yield f"type: {known.type}"
    yield f"words: {known.words}"
    if known.start is not None:
        yield f"start: {print_expression(known.start)}"
    yield from (f"{word}: yes" for word in ("mark", "fixed") if getattr(known, word))
    if known.seen_by.hides:
        yield f"seen_by: {known.seen_by}"
    if known.changed_by is not None:
        yield f"changed_by: [{', '.join(known.changed_by)}]"


def _table(table: Table) -> Iterator[str]:
    yield f"table: {table.name}"
    yield f"title: {table.title}"
    if table.given:
        yield f"given: {{{', '.join(f'{p.name}: {p.type}' for p in table.given)}}}"
    yield f"key: {{{', '.join(f'{key.name}: {key.type}' for key in table.keys)}}}"
    if table.columns:
        yield f"columns: [{', '.join(name for name, _, _ in table.columns)}]"
    if table.in_columns:
        yield f"gives: {{{', '.join(f'{name}: {kind}' for name, kind in table.in_columns.items())}}}"
    elif table.gives:
        yield f"gives: {table.gives}"
    if table.between_rows:
        yield f"between_rows: straight line, rounded {table.between_rows}"
    for row in table.rows:
        yield from _row(row, row.label)


def _row(row: Row, label: str) -> Iterator[str]:
    if len(row.cells) == 1:
        yield from _listed(label, list(_cell(row.cells[0])))
    else:
        yield f"{label}: [{', '.join(', then '.join(_cell(cell)) for cell in row.cells)}]"


def _listed(label: str, said: list[str]) -> Iterator[str]:
    if len(said) == 1:
        yield f"{label}: {said[0]}"
    else:
        yield f"{label}:"
        yield from (f"  - {line}" for line in said)


def text_of_cell(cell: CellOf) -> str:
    """Give what stands in a cell, statements one behind the other."""
    return "; ".join(_cell(cell))


def _cell(cell: CellOf) -> Iterator[str]:
    if cell.value is not None:
        yield print_expression(cell.value)
    for statement in cell.statements:
        yield print_unit(statement).rstrip("\n")
    if cell.value is None and not cell.statements:
        yield "-"
