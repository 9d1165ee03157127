"""Print rosters: everything that a scenario may draw on, in one compact table, or one of each sort if these are narrow.

In: a ruleset, whose own rules work out what is derived from figures. Out: blocks. Which columns a table has follows
from the kind's fields: what never changes, or is given as a number to begin with, and differs between the things; parts
of a thing have a column for each of their sorts. What a thing costs by the kind's log is the last column. Players have
what the scenarios of the book use; a long roster keeps the others for an appendix.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from string import ascii_lowercase
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.shared_names import unqualified
from quarterdeck.engine.run.situation import Stored
from quarterdeck.engine.run.words import as_worded
from quarterdeck.language.checks.logs import log_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field, Kind, Roster
from quarterdeck.print.forms.form_filling import FormFiller
from quarterdeck.print.forms.rosters import situations_of
from quarterdeck.prose.english.spoken_values import trimmed
from quarterdeck.prose.english.words import plural
from quarterdeck.prose.text.blocks import Block, Cell, Grid, GridRow, LinkTarget, Prose, Section
from quarterdeck.prose.text.runs import EMPTY, Run, Text, capital, joined, plain, text, upper_first
from quarterdeck.prose.text.scenario_facts import written_start
from quarterdeck.workspace.ruleset.ruleset import Ruleset

_MOST_GROUPS = 16
_LONG_NAME = 18  # letters
_SHORT = 48  # things: as many stand on a page, so that a roster of no more is not divided
_LONG_PART = 16  # letters
_FEW_COLUMNS = 4  # a table of fewer is narrow, and stands in stretches side by side
_DASH = "–"
_MARKS = "*†‡§"
_VERB = re.compile(r"^(?:is|has|was|can be)(?: an?)? ")
_SORTS = ("sort", "kind", "type")  # words of a field that say nothing beside its value


@dataclass(frozen=True)
class Column:
    """A column: its head, what it shows of a thing, and the words under which it belongs, if any."""

    head: str
    shown: dict[str, str]
    over: str = ""

    @property
    def is_long(self) -> bool:
        """Tell whether what it shows of parts stands better in a line below each thing."""
        return bool(self.over) and max(map(len, self.shown.values()), default=0) > _LONG_PART


@dataclass(frozen=True)
class PartShape:
    """What is shown of parts: the field that sorts them, numbers, models, what is true of some, what all share."""

    sort: Field | None
    numbers: tuple[Field, ...]
    models: tuple[Field, ...]
    traits: tuple[Field, ...]
    each: tuple[tuple[str, str], ...]

    def key(self, numbers: int, *, has_model: bool) -> str:
        """Say how parts are to be read that show so many numbers, and a model or none."""
        models = [one.words for one in self.models] if has_model else []
        return ", then the ".join([" / ".join(trimmed(one.words) for one in self.numbers[:numbers]), *models])

    def besides(self, part: str) -> Iterator[str]:
        """Say what the marks of a part mean, and what all parts share."""
        yield from (f"{mark} {_VERB.sub('', one.words)}" for mark, one in zip(_MARKS, self.traits, strict=False))
        yield from (f"{_head(words)} of each {part}: {value}" for words, value in self.each)


@dataclass
class RosterTables:
    """Makes the sections of all rosters of a ruleset."""

    ruleset: Ruleset

    @property
    def declared(self) -> Declared:
        """Give what the ruleset declares."""
        return self.ruleset.declared

    def for_players(self) -> Section | None:
        """Give a chapter with what the scenarios use; a short roster that they use at all stands there as a whole."""
        return self._chapter("Rosters", list(self._divided(used=True)))

    def others(self) -> Section | None:
        """Give an appendix with all that no scenario uses."""
        return self._chapter("Further rosters", list(self._divided(used=False)))

    @staticmethod
    def _chapter(title: str, sections: list[Section]) -> Section | None:
        if len(sections) == 1:
            return sections[0]
        return Section(text(title), (), tuple(sections)) if sections else None

    def _divided(self, *, used: bool) -> Iterator[Section]:
        for roster, things in self._things.values():
            shown = {name: values for name, values in things.items() if (name in self._for_players) is used}
            if len(shown) == len(things):
                yield self.roster(roster, shown, roster.shape.title)
            elif shown and used:
                yield self.roster(roster, shown, roster.shape.title, "Those of the scenarios in this book.")
            elif shown:
                note = "Those that no scenario of this book uses."
                yield self.roster(roster, shown, f"{roster.shape.title}, the rest", note)

    @cached_property
    def _things(self) -> dict[str, tuple[Roster, dict[str, Mapping[str, Any]]]]:
        """Give the things of each roster, with what the ruleset works out of them."""
        if not self.declared.rosters:
            return {}
        book = self.ruleset.rosters(self.ruleset.built(Findings()))
        known = {**book.written, **book.figures}
        found = {}
        for roster in self.declared.rosters.values():
            names = [name for name, (owner, *_rest) in known.items() if owner is roster]
            kinds = self.declared.kinds
            things = {unqualified(name, kinds): book[name][1] for name in names if book[name][0] == roster.kind}
            if things:
                found[roster.name] = (roster, things)
        return found

    @cached_property
    def _for_players(self) -> frozenset[str]:
        """Give the names of what scenarios use, and of all that stands in a short roster beside it."""
        sides = [side for one in self.declared.scenarios.values() for side in one.shape.sides.values()]
        listed = [thing for side in sides for things in side.things.values() for thing in things]
        named = {str(thing.get("like") or thing.get("name") or "") for thing in listed}
        beside = [things for _, things in self._things.values() if len(things) <= _SHORT and named & things.keys()]
        return frozenset(named).union(*beside)

    def roster(self, roster: Roster, things: dict[str, Mapping[str, Any]], title: str, note: str = "") -> Section:
        """Print one roster or a part of it, a table for each group of things."""
        kind = self.declared.kinds[roster.kind]
        group, below = self.grouping(kind, things)
        notes: list[Text] = [text(note)] if note else []
        columns = [*self.columns(kind, things, (group, below), notes), *self.costs(roster, things)]
        blocks: list[Block] = [Prose(joined(notes, " "), "lead")] if notes else []
        if roster.shape.source is not None:
            document = self.declared.head.documents.get(roster.shape.source.document or "")
            words = document.title if document else roster.shape.source.document or ""
            remark = f": {document.note}" if document and document.note else ""
            blocks.append(Prose((Run("Source: ", style="aside"), Run(f"{words}{remark}.")), "note"))
        parts = [(capital(plural(words)), part) for words, part in self.parts_of(group, things)] if group else []
        if len(columns) < _FEW_COLUMNS and parts:
            blocks += [self.table(kind, words, columns, [(EMPTY, part)], below) for words, part in parts]
        else:
            blocks.append(self.table(kind, EMPTY, columns, parts or [(EMPTY, things)], below))
        place = LinkTarget(f"rosters.{roster.name}", "roster", roster.shape.title)
        return Section(text(title), tuple(blocks), (), place if title == roster.shape.title else None)

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
        traits: dict[str, list[str]] = {}
        units: dict[str, list[str]] = {}
        of_all: list[str] = []
        for known in kind.fields.values():
            is_shown = known.fixed or self.is_begun_with(kind, known, things)
            if not is_shown or known in groups or isinstance(known.type, types.Thing):
                continue
            if isinstance(known.type, types.ListType) and isinstance(known.type.item, types.Thing):
                found += self.part_columns(known, things, notes)
                continue
            shown = {name: self.value(known, values.get(known.name)) for name, values in things.items()}
            if len(set(shown.values())) < 2 and len(things) > 1:
                value = next(iter(shown.values()))
                if known.words in _SORTS and value != _DASH:
                    notes.append(text(f"All are {plural(value)}."))
                else:
                    of_all.append(_shared(_head(_VERB.sub("", known.words)), value))
                continue
            bare = types.without_none(known.type)
            if isinstance(bare, types.Boolean):
                traits[_VERB.sub("", known.words)] = [name for name, value in shown.items() if value == "yes"]
                continue
            if isinstance(bare, types.Numeric) and bare.unit:
                units.setdefault(bare.unit.replace("_", " "), []).append(trimmed(known.words))
            found.append(Column(_head(known.words), _unheaded(known.words, shown)))
        if any(of_all):
            notes.append(text(f"All of them have: {', '.join(filter(None, of_all))}."))
        notes += [text(f"{_head(', '.join(words))} in {unit}.") for unit, words in units.items()]
        return [*found, *_marked(traits, things, notes)]

    def is_begun_with(self, kind: Kind, known: Field, things: Mapping[str, Mapping[str, Any]]) -> bool:
        """Tell whether a roster gives a number that changes in play, and not only as another that never does."""
        if not isinstance(types.without_none(known.type), types.Number):
            return False
        given = {name: self.value(known, values[known.name]) for name, values in things.items() if known.name in values}
        fixed = [one for one in kind.fields.values() if one.fixed and isinstance(one.type, types.Number)]
        as_fixed = [{name: self.value(one, things[name].get(one.name)) for name in given} for one in fixed]
        return bool(given) and given not in as_fixed

    def costs(self, roster: Roster, things: Mapping[str, Mapping[str, Any]]) -> list[Column]:
        """Give a column of what each thing costs; none where the kind's log names no rule for that."""
        kind = self.declared.kinds[roster.kind]
        log = log_of(self.declared, kind.name)
        if log is None or log.points is None:
            return []
        found = {}
        for built, situation in situations_of(self.ruleset, roster, list(things)):
            for name in things.keys() & situation.things.keys():
                found[name] = str(FormFiller(built, situation, kind, log, situation.things[name], -1).points())
        return [Column("Points", found)]

    def part_columns(self, known: Field, things: Mapping[str, Mapping[str, Any]], notes: list[Text]) -> list[Column]:
        """Give a column for each sort of part, with the numbers that never change of it.

        Things that are only named have none: they stand in a roster of their own.
        """
        assert isinstance(known.type, types.ListType)
        assert isinstance(known.type.item, types.Thing)
        kind = self.declared.kinds[known.type.item.kind]
        listed = {
            name: [part for part in values.get(known.name) or () if isinstance(part, Mapping)]
            for name, values in things.items()
        }
        if not any(listed.values()):
            return []
        shape = self.shape_of_parts(kind, [part for parts in listed.values() for part in parts])
        if shape.sort is None or not shape.numbers:
            shown = {
                name: ", ".join(filter(None, (self.part(shape, part) for part in parts))) or _DASH
                for name, parts in listed.items()
            }
            return [Column(_head(known.words), shown)] if any(listed.values()) else []
        found: list[Column] = []
        keys: dict[str, list[str]] = {}
        every = [part for parts in listed.values() for part in parts]
        for _, words in self.members(shape.sort):
            of_sort = [part for part in every if self.value(shape.sort, part.get(shape.sort.name)) == words]
            if not of_sort:
                continue
            head = _head(words.removesuffix(f" {kind.one}"))
            shown = {
                name: "; ".join(self.part(shape, part) for part in parts if part in of_sort) or _DASH
                for name, parts in listed.items()
            }
            found.append(Column(head, shown, _head(known.words)))
            keys.setdefault(self.key(shape, of_sort), []).append(head)
        for key, heads in keys.items():
            said = ", ".join([heads[0], *map(str.lower, heads[1:])]) if len(keys) > 1 else _head(known.words)
            notes.append(text(f"{said}: {key}."))
        notes += [text(f"{words}.") for words in shape.besides(kind.one)]
        return found

    def key(self, shape: PartShape, parts: Sequence[Mapping[str, Any]]) -> str:
        """Say how parts of one sort are to be read: as many numbers as any of them shows, and the model."""
        numbers = max(len(self.numbers(shape, part)) for part in parts)
        has_model = any(self.of_part(one, part) != _DASH for one in shape.models for part in parts)
        return shape.key(numbers, has_model=has_model)

    def shape_of_parts(self, kind: Kind, parts: Sequence[Mapping[str, Any]]) -> PartShape:
        """Give what is shown of the parts of one kind: what never changes, and numbers that a roster gives besides."""
        fixed = [one for one in kind.fields.values() if one.fixed]
        sorts = [one for one in fixed if isinstance(types.without_none(one.type), types.EnumType)]
        sort = next((one for one in sorts if one.type == types.without_none(one.type)), None)
        counts = sorted((one for one in fixed if isinstance(one.type, types.Number)), key=lambda one: one.start is None)
        said = {one.name: {self.of_part(one, part) for part in parts} for one in (*counts, *fixed)}
        same = [one for one in counts if len(said[one.name]) == 1 and len(parts) > 1 and len(counts) > 1]
        counts = [one for one in counts if one not in same]
        for one in kind.fields.values():
            given = [part for part in parts if part.get(one.name)]
            if (
                isinstance(one.type, types.Number)
                and not one.fixed
                and any(
                    self.of_part(one, part) not in {self.of_part(other, part) for other in counts} for part in given
                )
            ):
                counts.append(one)
        models = [one for one in sorts if one is not sort and said[one.name] != {_DASH}]
        traits = [one for one in fixed if isinstance(one.type, types.Boolean) and len(said[one.name]) > 1]
        each = [(one.words, self.of_part(one, parts[0])) for one in same]
        return PartShape(
            sort, tuple(counts) or tuple(fixed if sort is None else ()), tuple(models), tuple(traits), tuple(each)
        )

    def of_part(self, known: Field, part: Mapping[str, Any]) -> str:
        """Give a value of a part; where the roster gives none, the number with which it starts."""
        value = part.get(known.name)
        start = written_start(self.declared, known) if isinstance(known.type, types.Number) else None
        return self.value(known, start if value is None else value)

    def numbers(self, shape: PartShape, part: Mapping[str, Any]) -> list[str]:
        """Give the numbers of a part; what is lacking at the end is left out."""
        values = [self.of_part(one, part) for one in shape.numbers]
        while len(values) > 1 and values[-1] == _DASH:
            values.pop()
        return values

    def part(self, shape: PartShape, part: Mapping[str, Any]) -> str:
        """Give the numbers of a part, or what else never changes of it."""
        marks = (mark for mark, one in zip(_MARKS, shape.traits, strict=False) if self.of_part(one, part) == "yes")
        models = (self.of_part(one, part) for one in shape.models)
        words = "\N{THIN SPACE}/\N{THIN SPACE}".join(self.numbers(shape, part)) + "".join(marks)
        return " ".join([words, *(model for model in models if model != _DASH)])

    def value(self, known: Field, value: Any) -> str:
        """Give a value as a reader knows it; where a number says nothing, a dash."""
        kind, is_counted = known.type, isinstance(value, Stored)
        if (
            isinstance(kind, types.Number)
            and kind.low == 0
            and not (is_counted and kind.step > 1)
            and value in (0, "0")
        ):
            return _DASH
        return _DASH if value is None else self.said(kind, value)

    def said(self, kind: types.Type, value: Any) -> str:
        """Give the words of a value of a type; those of a list one by one."""
        kind = types.without_none(kind)
        if isinstance(kind, types.ListType):
            return ", ".join(self.said(kind.item, one) for one in value) or _DASH
        if isinstance(kind, types.Place):
            return as_worded(value)
        if isinstance(kind, types.EnumType):
            enum = self.declared.enums[kind.enum]
            member = enum.members[int(value)] if isinstance(value, Stored | int) else str(value)
            return enum.words.get(member, member)
        if isinstance(kind, types.Boolean):
            return "yes" if value in (1, True, "yes") else "no"
        if isinstance(kind, types.Number) and isinstance(value, Stored) and kind.step > 1:
            return decimals.shown(Fraction(value, kind.step))
        return str(int(value)) if isinstance(value, Stored) else str(value)

    def table(
        self,
        kind: Kind,
        title: Text,
        columns: Sequence[Column],
        groups: Sequence[tuple[Text, Mapping[str, Mapping[str, Any]]]],
        below: Field | None,
    ) -> Grid:
        """Print things below each other, those of one sort under its name; what all share is said once."""
        names = [name for _, things in groups for name in things]
        same = [column for column in columns if len({column.shown[name] for name in names}) == 1 and len(names) > 1]
        used = [column for column in columns if column not in same]
        long = {column.over for column in used if column.is_long}
        below_each = [column for column in used if column.over and column.over in long]
        used = [column for column in used if column not in below_each]
        shared = [_shared(column.head, column.shown[names[0]]) for column in same]
        shared = [words for words in shared if words]
        if shared:
            title = joined([title, f" – {', '.join(shared)} each"])
        rows: list[GridRow] = []
        across = len(used) + 1
        parts = [(sort, words, part) for sort, things in groups for words, part in self.parts_of(below, things)]
        for sort, words, part in parts:
            over = [(Run(one, style=style),) for one, style in ((plain(sort), "strong"), (words, "question")) if one]
            if over:
                rows.append(GridRow((Cell(joined(over, " – "), across=across),), is_head=True))
            rows += [row for name in part for row in self.rows_of(name, used, below_each)]
        return Grid(tuple(rows), self.head(kind, used), title, style="roster wide")

    def rows_of(self, name: str, used: Sequence[Column], below: Sequence[Column]) -> Iterator[GridRow]:
        """Give the row of a thing, and a second one for the parts that take many words."""
        said = [(column, column.shown[name]) for column in below if column.shown[name] != _DASH]
        cells = (Cell(text(column.shown[name]), align="center") for column in used)
        yield GridRow((Cell(text(_unbroken(name)), down=2 if said else 1), *cells), f"rosters.things.{name}")
        if said:
            parts: list[Text] = [(Run(f"{column.head} ", style="aside"), Run(shown)) for column, shown in said]
            line = joined(parts, "; ")
            yield GridRow((Cell(line, across=max(1, len(used)), align="left"),), goes_on=True)

    def head(self, kind: Kind, used: Sequence[Column]) -> tuple[GridRow, ...]:
        """Give the head of a table: in two rows where columns belong together."""
        over = [column.over for column in used]
        first = Cell(text(_head(kind.one)), down=2 if any(over) else 1)
        if not any(over):
            return (GridRow((first, *(Cell(text(column.head), align="center") for column in used))),)
        top: list[Cell] = [first]
        for number, column in enumerate(used):
            if not column.over:
                top.append(Cell(text(column.head), down=2, align="center"))
            elif column.over not in over[:number]:
                top.append(Cell(text(column.over), across=over.count(column.over), align="center"))
        below = tuple(Cell(text(column.head), align="center") for column in used if column.over)
        return GridRow(tuple(top)), GridRow(below)

    def parts_of(
        self, sort: Field | None, things: Mapping[str, Mapping[str, Any]]
    ) -> Iterator[tuple[str, dict[str, Mapping[str, Any]]]]:
        """Give things by their sort, with the words for it; all of them without words where there is none."""
        if sort is None:
            yield "", dict(things)
            return
        for _, words in self.members(sort):
            part = {name: values for name, values in things.items() if self.value(sort, values.get(sort.name)) == words}
            if part:
                yield words, part


def _marked(traits: Mapping[str, Sequence[str]], names: Iterable[str], notes: list[Text]) -> Iterator[Column]:
    """Give one column for all that is true of some things and not of others: a letter each, explained above."""
    letters: dict[str, str] = {}
    for words in traits:
        free = (letter for letter in f"{words}{ascii_lowercase}" if letter.isalpha() and letter not in letters)
        letters[next(free, "*")] = words
    if letters:
        notes.append(text(f"Under Also: {', '.join(f'{letter} = {words}' for letter, words in letters.items())}."))
        shown = {name: " ".join(one for one, words in letters.items() if name in traits[words]) for name in names}
        yield Column("Also", {name: words or _DASH for name, words in shown.items()})


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
    return upper_first(trimmed(words))
