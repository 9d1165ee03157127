"""Things of rosters as data, with all that the ruleset derives.

In: an opened ruleset. Out: for each thing its kind, its roster and its values, as plain data or as rows of text. A
field that no thing of a roster is given is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import DataRecord
from quarterdeck.engine.run.plain_values import Plain, PlainValues, held, plain_value
from quarterdeck.engine.run.rosters import RosterBook
from quarterdeck.engine.run.shared_names import unqualified
from quarterdeck.engine.run.situation import Building, Situation, empty_situation
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.ruleset.ruleset import Ruleset

GivenFields = Mapping[str, Mapping[str, Any]]
"""Fields that are exported, each with those of the parts in it."""
BETWEEN = "/"
"""What is between the values of a list in one cell."""


@dataclass(frozen=True)
class ExportedPart:
    """A part of a thing: its name, and its values by field."""

    name: str
    values: PlainValues


@dataclass(frozen=True)
class ExportedThing:
    """A thing of a roster: its values by field, and its parts by the field that lists them."""

    name: str
    kind: str
    roster: str
    values: PlainValues
    parts: Mapping[str, Sequence[ExportedPart]]


@dataclass(frozen=True)
class ExportedThings(DataRecord):
    """The things of a game's rosters with their values, those that are derived included."""

    game: str
    things: Sequence[ExportedThing]


def export_things(ruleset: Ruleset, kind: str = "", roster: str = "") -> ExportedThings:
    """Work out the things of all rosters, of those of a kind, or of one.

    Raises:
        RefusedError: the rules have errors, or figures do not fit.
    """
    findings = Findings()
    built = ruleset.built(findings)
    book = ruleset.rosters(built)
    findings.extend(book.findings)
    found = []
    for one in ruleset.declared.rosters.values():
        if one.kind == (kind or one.kind) and one.name == (roster or one.name):
            owned = [name for name, (owner, _) in book.written.items() if owner.name == one.name]
            owned += [name for name, (owner, *_) in book.figures.items() if owner.name == one.name]
            given = _fields_given(book[name][1] for name in owned)
            found += [_exported(built.program, book, one.name, name, given, findings) for name in owned]
    findings.refuse()
    return ExportedThings(ruleset.name, found)


def _fields_given(things: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the fields to which any of some things or parts has a value, each with those of the parts in it."""
    found: dict[str, list[Any]] = {}
    for values in things:
        for field, value in values.items():
            found.setdefault(field, []).extend(value if isinstance(value, list) else ())
    return {field: _fields_given(one for one in parts if isinstance(one, Mapping)) for field, parts in found.items()}


def _exported(
    program: Program, book: RosterBook, roster: str, name: str, given: GivenFields, findings: Findings
) -> ExportedThing:
    """Work out one thing, in a situation of its own."""
    scratch, kind = empty_situation(program), book.kind_of(name)
    building = Building(scratch, book, findings, partial(book.place, name))
    thing = building.declare(name, {"like": name}, (), kind)
    if thing < 0:
        return ExportedThing(name, kind, roster, {}, {})
    book.put_named_beside(building, name)
    building.fill(name, {"like": name}, ())
    values = dict(_values(program, scratch, thing, given))
    parts = {
        field: [
            ExportedPart(
                scratch.known_as.get(part, "").rpartition(".")[2], dict(_values(program, scratch, part, inner))
            )
            for part in held(program, scratch.state, thing, f"{kind}.{field}")
        ]
        for field, inner in given.items()
        if inner
    }
    return ExportedThing(unqualified(name, program.world.kinds), kind, roster, values, parts)


def _values(program: Program, scratch: Situation, thing: int, given: GivenFields) -> Iterator[tuple[str, Plain]]:
    """Yield the fields of a thing or part that are given to any like it, with their values; parts are left out."""
    layout, kind = program.layout, program.layout.kind_at(thing)
    for field, known in program.world.kinds[kind].fields.items():
        address = f"{kind}.{field}"
        if field not in given or given[field] or address in layout.decks:
            continue
        if thing + layout.offsets[address] not in scratch.ungiven:
            value = held(program, scratch.state, thing, address)
            yield field, plain_value(program, scratch.known_as, known.type, value)


def as_rows(things: Sequence[ExportedThing]) -> tuple[list[str], list[list[Any]]]:
    """Return headings and rows: a column for each field, and for each field of each part, as `parts.1.size`."""
    flat = [{"name": one.name, "roster": one.roster, **dict(_flat(one.values)), **dict(_parts(one))} for one in things]
    headings = list(dict.fromkeys(heading for row in flat for heading in row))
    heads = sorted(headings, key=partial(_order, headings))
    return heads, [[row.get(heading, "") for heading in heads] for row in flat]


def _order(headings: Sequence[str], heading: str) -> tuple[int, int, int]:
    """Return where a column goes: the columns of parts stay together, the first part first."""
    first, _, rest = heading.partition(".")
    number, _, _ = rest.partition(".")
    together = next(place for place, one in enumerate(headings) if one.partition(".")[0] == first)
    return together, int(number) if number.isdecimal() else 0, headings.index(heading)


def _parts(thing: ExportedThing) -> Iterator[tuple[str, Any]]:
    """Yield the values of parts by their headings."""
    for field, parts in thing.parts.items():
        for number, part in enumerate(parts, 1):
            yield f"{field}.{number}.name", part.name
            yield from ((f"{field}.{number}.{inner}", cell) for inner, cell in _flat(part.values))


def _flat(values: PlainValues) -> Iterator[tuple[str, Any]]:
    """Yield values, each as one cell."""
    for field, value in values.items():
        if not isinstance(value, list):
            yield field, _cell(value)
        elif value:
            yield field, BETWEEN.join(str(_cell(one)) for one in value)


def _cell(value: Any) -> Any:
    """Return a value as a cell: truths as words, none as an empty cell."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return {True: "yes", False: "no", None: ""}[value] if isinstance(value, bool | None) else value
