"""Print rosters: everything that a scenario may draw on, in compact tables of one sort each.

In: a ruleset, whose own rules work out what is derived from figures. Out: blocks. Which columns a table has follows
from the kind's fields: what never changes and differs between the things; parts of a thing have a column for each of
their sorts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.diagnostics import Findings
from quarterdeck.names import types
from quarterdeck.names.declared import Declared, Field, Kind, Roster
from quarterdeck.rulebook.blocks import Block, Cell, Grid, LinkTarget, Prose, Row, Section
from quarterdeck.rulebook.english.text import EMPTY, Run, Text, capital, joined, text
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.situation import Stored
from quarterdeck.source import decimals

_MOST_GROUPS = 16
_LONG_NAME = 18  # letters
_DASH = "–"


@dataclass(frozen=True)
class Column:
    """A column: its head, what it shows of a thing, and the words under which it belongs, if any."""

    head: str
    shown: dict[str, str]
    over: str = ""


@dataclass
class RosterTables:
    """Makes the sections of all rosters of a ruleset."""

    ruleset: Ruleset
    places: Mapping[str, LinkTarget]

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.ruleset.declared

    def section(self) -> Section | None:
        """Give a chapter with all rosters."""
        if not self.declared.rosters:
            return None
        findings = Findings()
        book = self.ruleset.rosters(self.ruleset.built(findings))
        sections = []
        for roster in self.declared.rosters.values():
            names = [name for name, (owner, *_rest) in {**book.written, **book.figures}.items() if owner is roster]
            things = {name: book[name][1] for name in names if book[name][0] == roster.kind}
            if things:
                sections.append(self.roster(roster, things))
        if len(sections) == 1:
            only = sections[0]
            return Section(only.title, only.blocks, only.sections, only.place)
        return Section(text("Rosters"), (), tuple(sections)) if sections else None

    def roster(self, roster: Roster, things: dict[str, Mapping[str, Any]]) -> Section:
        """Print one roster, a table for each group of things."""
        kind = self.declared.kinds[roster.kind]
        group, below = self.grouping(kind, things)
        notes: list[Text] = []
        columns = self.columns(kind, things, (group, below), notes)
        blocks: list[Block] = [Prose(note, "lead") for note in notes]
        if roster.shape.source is not None:
            document = self.declared.head.documents.get(roster.shape.source.document or "")
            words = document.title if document else roster.shape.source.document or ""
            note = f": {document.note}" if document and document.note else ""
            blocks.append(Prose((Run("Source: ", style="aside"), Run(f"{words}{note}.")), "note"))
        if group is None:
            blocks.append(self.table(kind, EMPTY, things, columns, None))
        else:
            for _, title in self.members(group):
                part = {
                    name: values
                    for name, values in things.items()
                    if self.value(group, values.get(group.name)) == title
                }
                if part:
                    blocks.append(self.table(kind, capital(self.plural(title)), part, columns, below))
        place = LinkTarget(f"rosters.{roster.name}", "roster", roster.shape.title, (roster.shape.title,))
        return Section(text(roster.shape.title), tuple(blocks), (), place)

    @staticmethod
    def plural(title: str) -> str:
        """Give the words above a group."""
        from quarterdeck.rulebook.english.words import plural

        return plural(title)

    def members(self, group: Field) -> list[tuple[str, str]]:
        """Give the members of the enum that things are grouped by, with their words."""
        assert isinstance(group.type, types.EnumType)
        enum = self.declared.enums[group.type.enum]
        return [(member, enum.words[member]) for member in enum.members]

    def grouping(self, kind: Kind, things: Mapping[str, Mapping[str, Any]]) -> tuple[Field | None, Field | None]:
        """Give the fields by which things fall into a few groups: a table each, and within it parts."""
        found: list[Field] = []
        for known in kind.fields.values():
            if not (known.fixed and isinstance(known.type, types.EnumType)):
                continue
            groups = {self.value(known, values.get(known.name)) for values in things.values()}
            if 1 < len(groups) <= _MOST_GROUPS and len(things) > 2 * len(groups):
                found.append(known)
        first, second, *_ = (*found, None, None)
        return first, second

    def columns(
        self,
        kind: Kind,
        things: Mapping[str, Mapping[str, Any]],
        groups: tuple[Field | None, ...],
        notes: list[Text],
    ) -> list[Column]:
        """Give the columns that tell things apart."""
        found: list[Column] = []
        for known in kind.fields.values():
            if not known.fixed or known in groups or isinstance(known.type, types.Thing):
                continue
            if isinstance(known.type, types.ListType):
                found += self.part_columns(known, things, notes)
                continue
            shown = {name: self.value(known, values.get(known.name)) for name, values in things.items()}
            if len(set(shown.values())) > 1:
                found.append(Column(_head(known.words), _unheaded(known.words, shown)))
        return found

    def part_columns(self, known: Field, things: Mapping[str, Mapping[str, Any]], notes: list[Text]) -> list[Column]:
        """Give a column for each sort of part, with the numbers that never change of it."""
        assert isinstance(known.type, types.ListType)
        item = known.type.item
        kind = self.declared.kinds.get(item.kind) if isinstance(item, types.Thing) else None
        if kind is None:
            return []
        fixed = [one for one in kind.fields.values() if one.fixed]
        sort = next((one for one in fixed if isinstance(one.type, types.EnumType)), None)
        numbers = sorted(
            (one for one in fixed if isinstance(one.type, types.Number)), key=lambda one: one.start is None
        )
        listed = {name: list(values.get(known.name) or ()) for name, values in things.items()}
        if sort is None or not numbers:
            shown = {
                name: ", ".join(filter(None, (self.part(numbers or fixed, part) for part in parts))) or _DASH
                for name, parts in listed.items()
            }
            return [Column(_head(known.words), shown)] if any(listed.values()) else []
        notes.append(text(f"{_head(known.words)}: {' / '.join(one.words for one in numbers)}."))
        found = []
        for _, words in self.members(sort):
            shown = {
                name: "; ".join(
                    self.part(numbers, part) for part in parts if self.value(sort, part.get(sort.name)) == words
                )
                or _DASH
                for name, parts in listed.items()
            }
            if set(shown.values()) != {_DASH}:
                found.append(Column(_head(words), shown, _head(known.words)))
        return found

    def part(self, numbers: Sequence[Field], part: Mapping[str, Any]) -> str:
        """Give the numbers of a part, or what else never changes of it; what is lacking at the end is left out."""
        values = [self.value(one, part.get(one.name)) for one in numbers]
        while len(values) > 1 and values[-1] == _DASH:
            values.pop()
        return "\N{THIN SPACE}/\N{THIN SPACE}".join(values)

    def value(self, known: Field, value: Any) -> str:
        """Give a value as a reader knows it."""
        if value is None:
            return _DASH
        kind = types.without_none(known.type)
        if isinstance(kind, types.EnumType):
            enum = self.declared.enums[kind.enum]
            member = enum.members[int(value)] if isinstance(value, Stored | int) else str(value)
            return enum.words.get(member, member)
        if isinstance(kind, types.Boolean):
            return "yes" if value in (1, True, "yes") else "no"
        if isinstance(kind, types.Number) and isinstance(value, Stored) and kind.step > 1:
            return decimals.shown(Fraction(value, kind.step))
        if value in (0, "0") and isinstance(kind, types.Number) and kind.low == 0:
            return _DASH
        return str(int(value)) if isinstance(value, Stored) else str(value)

    def table(
        self,
        kind: Kind,
        title: Text,
        things: Mapping[str, Mapping[str, Any]],
        columns: Sequence[Column],
        below: Field | None,
    ) -> Grid:
        """Print things below each other, those of one sort under its name; what all share is said once."""
        names = list(things)
        same = [column for column in columns if len({column.shown[name] for name in names}) == 1 and len(names) > 1]
        used = [column for column in columns if column not in same]
        shared = [_shared(column.head, column.shown[names[0]]) for column in same]
        shared = [words for words in shared if words]
        if shared:
            title = joined([title, f" – {', '.join(shared)} each"])
        rows: list[Row] = []
        across = len(used) + 1
        for words, part in self.parts_by(below, things):
            if words:
                rows.append(Row((Cell((Run(words, style="question"),), across=across),), is_head=True))
            rows += [
                Row(
                    (Cell(text(_unbroken(name))), *(Cell(text(column.shown[name]), align="center") for column in used)),
                    self.places.get(f"rosters.things.{name}"),
                )
                for name in part
            ]
        return Grid(tuple(rows), self.head(kind, used), title, style="roster wide")

    def head(self, kind: Kind, used: Sequence[Column]) -> tuple[Row, ...]:
        """Give the head of a table: in two rows where columns belong together."""
        over = [column.over for column in used]
        first = Cell(text(_head(kind.one)), down=2 if any(over) else 1)
        if not any(over):
            return (Row((first, *(Cell(text(column.head), align="center") for column in used))),)
        top: list[Cell] = [first]
        for number, column in enumerate(used):
            if not column.over:
                top.append(Cell(text(column.head), down=2, align="center"))
            elif column.over not in over[:number]:
                top.append(Cell(text(column.over), across=over.count(column.over), align="center"))
        below = tuple(Cell(text(column.head), align="center") for column in used if column.over)
        return Row(tuple(top)), Row(below)

    def parts_by(self, below: Field | None, things: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, list[str]]]:
        """Give the names of things, those of one sort together."""
        if below is None:
            yield "", list(things)
            return
        for _, words in self.members(below):
            names = [name for name in things if self.value(below, things[name].get(below.name)) == words]
            if names:
                yield words, names


def _shared(head: str, shown: str) -> str:
    """Say what all things of a table share; what all of them lack goes without saying."""
    return "" if shown in (_DASH, "no") else head if shown == "yes" else f"{head} {shown}"


def _unheaded(head: str, shown: dict[str, str]) -> dict[str, str]:
    """Give values without the words of their head, where all that have one begin with them."""
    begun = [value.lower().startswith(f"{head.lower()} ") for value in shown.values() if value != _DASH]
    if not all(begun):
        return shown
    return {name: value if value == _DASH else value[len(head) + 1 :] for name, value in shown.items()}


def _unbroken(name: str) -> str:
    """Give a name that stays on one line, unless it is a long one."""
    return name.replace(" ", "\N{NO-BREAK SPACE}") if len(name) <= _LONG_NAME else name


def _head(words: str) -> str:
    bare = words.split(" (", 1)[0].replace("_", " ")
    return bare[:1].upper() + bare[1:]
