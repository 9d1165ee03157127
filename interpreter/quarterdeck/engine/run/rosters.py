"""Rosters: named things to take into a situation, written out or derived from figures by the ruleset's own rules.

In: a program with its functions, and the text of the files of figures. Out: for each name its kind and its values,
worked out when first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.base.findings.finding import OF_ROSTERS, Finding, Findings, Label
from quarterdeck.base.geometry import plane
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.engine.run.shared_names import called, qualified, unqualified
from quarterdeck.engine.run.situation import Building, Rosters, Situation, Stored, empty_situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.figure_files import (
    RosterRow,
    as_data,
    figure_in,
    is_readable,
    report_no_file,
    rows_of,
)
from quarterdeck.language.declarations.symbol_table import Roster
from quarterdeck.program.form.program import Program

FIGURES = "figures"
"""What rules of a roster call the row that they derive a thing from."""

LIKE = "like"
"""The key by which a thing of a roster names another that lends it values."""
OF_FIGURES = re.compile(r"\bfigures\b(?:\.(\w+))?")
"""The fields of its row that an expression speaks of; one without a name is the row as a whole."""


class RosterBook(Rosters):
    """All things of all rosters of a ruleset, by name."""

    def __init__(
        self,
        program: Program,
        declared: Mapping[str, Roster],
        module: PrintedModule,
        files: Mapping[str, SourceFile],
        findings: Findings,
    ) -> None:
        self.program = program
        self.module = module
        self.findings = findings
        self.written: dict[str, tuple[Roster, Mapping[str, Any]]] = {}
        self.figures: dict[str, tuple[Roster, RosterRow, Span]] = {}
        self.amended: dict[str, dict[str, Any]] = {}
        self.amended_by: dict[tuple[str, str], Roster] = {}
        self.meant: dict[tuple[str, str], list[str]] = {}
        self.ready: dict[str, tuple[str, Mapping[str, Any]]] = {}
        self.wrong: dict[str, Findings] = {}
        self.under_way: list[str] = []
        rosters = declared.values()
        of_their_own = [roster for roster in rosters if roster.shape.amends is None]
        for roster in sorted(of_their_own, key=lambda roster: roster.where is not None):
            self.read(roster, files)  # which rows are taken may depend on things of rosters that take all
        for roster in rosters:
            if roster.shape.amends is not None:
                self.amend(roster)
        for early in (self.ready, self.wrong):  # what was worked out while not all was known
            early.clear()

    def read(self, roster: Roster, files: Mapping[str, SourceFile]) -> None:
        places = roster.document.places
        for name, values in roster.shape.things.items():
            self.written[self.known(name, roster, places.key("things", name))] = (roster, values)
        if roster.shape.derived_from is None:
            return
        if roster.shape.derived_from not in files:
            report_no_file(roster, files, self.findings)
            return
        if not is_readable(roster, files[roster.shape.derived_from], self.findings):
            return
        for name, row, span in rows_of(roster, files):
            if self.takes(roster, row, span):
                self.figures[self.known(name, roster, span)] = (roster, row, span)

    def takes(self, roster: Roster, row: RosterRow, span: Span) -> bool:
        """Tell whether a roster takes a row of its file; what else is wrong with a row that it leaves is no matter.

        A row is taken, and its faults told, where a figure does not fit by which that is to be said.
        """
        if roster.where is None:
            return True
        scratch, figures, faults = self.record(roster, row, span)
        asked = OF_FIGURES.findall(roster.where.span.text)
        if any(faults.values()) and any(not field or faults.get(field) for field in asked):
            return True
        return bool(self.module.definition(f"roster {roster.name}.where")(scratch.state, figures))

    def amend(self, roster: Roster) -> None:
        """Note what a roster says of the things of another."""
        for name, values in roster.shape.things.items():
            if found := self.called(name, roster.kind):
                self.amended.setdefault(found[0], {}).update(values)
                self.amended_by.update({(found[0], key): roster for key in values})
                continue
            hint = did_you_mean(name, self)
            place = roster.document.places.key("things", name)
            self.findings.add("QD601", f"no roster knows `{name}`", place, hint=hint, about=OF_ROSTERS)

    def known(self, name: str, roster: Roster, span: Span) -> str:
        """Give what a thing is known as: things of several kinds may share a name, two of one kind may not."""
        known_as = name if name not in self or self.kind_of(name) == roster.kind else qualified(name, roster.kind)
        self.meant.clear()  # one more is coming
        if known_as in self:
            labels = [Label(self.place(known_as), "the first is here")]
            self.findings.add("QD602", f"two things in the rosters are called `{known_as}`", span, labels=labels)
        return known_as

    def called(self, name: str, kind: str = "") -> list[str]:
        """Give the names of the things that may be meant by a name, where one of a kind is wanted."""
        found = self.meant.get((name, kind))
        if found is None:
            found = self.meant[name, kind] = called(name, self, self.kind_of, self.program.world.kinds, kind)
        return found

    def kind_of(self, name: str) -> str:
        """Give the kind of a thing."""
        return (self.written.get(name) or self.figures[name])[0].kind

    def __contains__(self, name: object) -> bool:
        return name in self.written or name in self.figures

    def __iter__(self) -> Iterator[str]:
        yield from self.written
        yield from self.figures

    def __len__(self) -> int:
        return len(self.written) + len(self.figures)

    def __getitem__(self, name: str) -> tuple[str, Mapping[str, Any]]:
        if name not in self.ready:
            if name in self.written:
                kind, values = self.written[name][0].kind, self.with_lent(name)
            else:
                self.under_way.append(name)
                kind, values = self.derived(*self.figures[name], self.wrong.setdefault(name, Findings()))
                self.under_way.remove(name)
            self.ready[name] = (kind, {**values, **self.amended.get(name, {})})
        return self.ready[name]

    def with_lent(self, name: str) -> Mapping[str, Any]:
        """Return the values of a thing, with those of the thing that it is `like` where it has none of its own."""
        roster, values = self.written[name]
        if LIKE not in values:
            return values
        own = {key: value for key, value in values.items() if key != LIKE}
        found, findings = self.called(str(values[LIKE]), roster.kind), self.wrong.setdefault(name, Findings())
        if len(found) != 1 or self.kind_of(found[0]) != roster.kind:
            hint = did_you_mean(str(values[LIKE]), self)
            findings.add("QD601", f"no {roster.kind} of a roster is called `{values[LIKE]}`", self.at(name), hint=hint)
        elif found[0] == name or found[0] in self.under_way:
            hint = "let one of them give all its values itself"
            findings.add("QD612", f"`{name}` is like `{found[0]}`, which is in turn like it", self.at(name), hint=hint)
        else:
            self.under_way.append(name)
            own = {**self[found[0]][1], **own}
            self.under_way.remove(name)
        return own

    def at(self, name: str) -> Span:
        """Return where a thing says what it is like."""
        plain = unqualified(name, self.program.world.kinds)
        return self.written[name][0].document.places.value("things", plain, LIKE)

    def faults(self, name: str) -> Iterable[Finding]:
        """Give the figures of a thing that do not fit, and what its roster derives from them and does not fit."""
        _kind, _values = self[name]
        return self.wrong.get(name, ())

    def place(self, name: str, *path: str | int) -> Span:
        """Give where a part of a thing is written: in the roster that says it last, or its line in the figures."""
        roster = self.amended_by.get((name, str(path[0]))) if path else None
        if roster is None and name in self.figures:
            return self.figures[name][2]
        places = (roster or self.written[name][0]).document.places
        plain = unqualified(name, self.program.world.kinds)
        whole = ("things", name if ("things", name) in places.values else plain, *path)
        while whole not in places.values:
            whole = whole[:-1]
        key, value = places.key(*whole), places.value(*whole)
        return value if key.line == value.line else key

    def derived(self, roster: Roster, row: RosterRow, span: Span, findings: Findings) -> tuple[str, Mapping[str, Any]]:
        """Work a thing's values out from its figures; none of them where a figure does not fit."""
        scratch, figures, faults = self.record(roster, row, span)
        findings.extend(finding for found in faults.values() for finding in found)
        if findings:
            return roster.kind, {}
        fields = self.program.world.kinds[roster.kind].fields
        values: dict[str, Any] = {}
        for name in roster.derive:
            values[name] = self.value(f"roster {roster.name}.{name}", scratch, figures, fields[name].type, findings)
        for name, parts in roster.part_lists.items():
            listed = fields[name].type
            assert isinstance(listed, types.ListType)
            assert isinstance(listed.item, types.Thing)
            part_fields = self.program.world.kinds[listed.item.kind].fields
            found = []
            for index, part in enumerate(parts):
                address = f"roster {roster.name}.{name}.{index}"
                if "when" in part and not self.module.definition(f"{address}.when")(scratch.state, figures):
                    continue
                made: dict[str, Any] = {
                    key: self.value(f"{address}.{key}", scratch, figures, part_fields[key].type, findings)
                    for key in part
                    if key != "when"
                }
                said = roster.shape.part_lists[name][index].get("name")
                made["name"] = said or self.part_name(made, part_fields) or str(index + 1)
                found.append(made)
            values[name] = found
        return roster.kind, values

    def part_name(self, made: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
        """Name a part by the first of its values that is a member of an enum."""
        for key, value in made.items():
            kind = fields[key].type
            if isinstance(kind, types.EnumType) and value is not None:
                return self.program.world.enums[kind.enum].members[int(value)]
        return ""

    def value(self, address: str, scratch: Situation, figures: int, kind: types.Type, findings: Findings) -> Any:
        """Give a derived value as data, checked against its field: how many it holds, and the range of each number."""
        found, span = self.module.definition(address)(scratch.state, figures), self.program.routines[address].span
        if isinstance(kind, types.ListType) and len(found) > kind.capacity:
            hint = f"take {kind.capacity} of them, or give the field a higher `capacity:`"
            message = f"{address} has {len(found)} items, and its field holds at most {kind.capacity}"
            findings.add("QD603", message, span, hint=hint)
            found = found[: kind.capacity]
        for one in found if isinstance(kind, types.ListType) else [found]:
            number = kind.item if isinstance(kind, types.ListType) else kind
            if isinstance(number, types.Number) and not number.low <= Fraction(one, number.step) <= number.high:
                said = words_of(self.program, scratch.names, number, one)
                findings.add("QD606", f"{address} is {said}, outside {number}", span)
        return as_given(scratch, kind, found)

    def record(self, roster: Roster, row: RosterRow, span: Span) -> tuple[Situation, int, dict[str, list[Finding]]]:
        """Put a row of figures into a state of its own, beside the things of rosters that they name.

        With it come the faults of each figure, by its field.
        """
        scratch, faults = empty_situation(self.program), {}
        kind = roster.shape.kind_of_figures or ""
        building = Building(scratch, self, Findings(), lambda *path: row.place(str(path[0])) if path else span)
        figures = building.fresh(kind, FIGURES, ())
        for column, field in roster.shape.columns.items():
            building.findings = Findings()
            self.figure(building, figures, f"{kind}.{field}", figure_in(roster, row, column), column)
            faults[field] = [replace(one, labels=(*one.labels, row.column(column))) for one in building.findings]
        return scratch, figures, faults

    def figure(self, building: Building, figures: int, field: str, text: str, column: str) -> None:
        """Put one figure into the state of its row, beside the things that it names."""
        wanted = self.program.layout.types[field]
        try:
            data = as_data(wanted, text)
        except ValueError:
            hint = "close its brackets, and quote values with a comma or a bracket"
            building.report("QD605", f"`{text}` does not fit: expected {wanted}", (column,), hint)
            return
        named = list(self.named_in(wanted, data))
        unknown = [name for name in named if name not in self]
        for name in unknown:
            building.report("QD601", f"no roster knows `{name}`", (column,), did_you_mean(name, self), about=OF_ROSTERS)
        if not unknown and all(self.put_beside(building, name) for name in named):
            building.field(FIGURES, figures, field, data, (column,))

    def named_in(self, kind: types.Type, value: Any) -> Iterator[str]:
        """Give the names of things that a value of a type speaks of, itself or in its items and parts."""
        match types.without_none(kind):
            case types.ListType(item=item) if isinstance(value, list):
                for one in value:
                    yield from self.named_in(item, one)
            case types.Thing(kind=part) if isinstance(value, Mapping):
                fields = self.program.world.kinds[part].fields
                for key, one in value.items():
                    if key in fields:
                        yield from self.named_in(fields[key].type, one)
            case types.Thing(kind=wanted) if value is not None and value != "none":
                yield next(iter(self.called(str(value), wanted)), str(value))

    def put_beside(self, building: Building, name: str) -> bool:
        """Put a thing of a roster into a state, and those that its values name in turn; tell whether that can be done.

        What is no thing of a roster needs nothing.
        """
        if name not in self or name in building.situation.things:
            return True
        if name in self.under_way:
            message = f"`{name}` is derived in a circle"
            building.report("QD612", message, (), "give one of the two its value in the figures")
            return False
        building.declare(name, {"like": name, "kind": self.kind_of(name)}, ())
        self.put_named_beside(building, name)
        building.fill(name, {"like": name}, ())
        return True

    def put_named_beside(self, building: Building, name: str) -> None:
        """Put the things of rosters that the values of another name into a state."""
        kind, values = self[name]
        fields = self.program.world.kinds[kind].fields
        for key, value in values.items():
            for named in self.named_in(fields[key].type, value) if key in fields else ():
                self.put_beside(building, named)


def check_things(program: Program, book: RosterBook, findings: Findings) -> None:
    """Put every thing of the rosters into a situation of its own."""
    for name in book:
        building = Building(empty_situation(program), book, findings, partial(book.place, name))
        if building.declare(name, {"like": name}, (), book.kind_of(name)) >= 0:
            book.put_named_beside(building, name)
            building.fill(name, {"like": name}, ())


def as_given(scratch: Situation, kind: types.Type, found: Any) -> Any:
    """Give a derived value as data say it: things by name, a place by its numbers, a list item by item; else stored."""
    match kind:
        case types.Thing() | types.Place() | types.EnumType() | types.OptionalNumber() if found == types.none_of(kind):
            return None
        case types.ListType(item=item):
            return [as_given(scratch, item, one) for one in found]
        case types.Thing():
            return scratch.known_as[found]
        case types.Space():
            return list(scratch.program.world.board.grid.column_row(found))
        case types.Point():
            return [plane.shown(length) for length in plane.coordinates(found)]
    return Stored(found)
