"""Work out the forms of a situation: for each thing its figures, its boxes, and where there is room to write.

In: a situation as it begins, and the logs of its ruleset. Out: a form for each thing of a kind that has a log. How a
form looks is for the template; what a box is, and where crossing off begins, says the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.checks.logs import boxed, field_of, filling, log_of
from quarterdeck.names import types
from quarterdeck.names.declared import Field, Kind, Rule, Table
from quarterdeck.pipeline.build import Built
from quarterdeck.run.situation import Situation
from quarterdeck.run.words import words_of
from quarterdeck.tables import shapes

MOST_BOXES = 60
"""Where there would be more boxes, the number stands with room to write what is left of it."""
ROOM = 2
"""So many lines to write on there are for what has no boxes."""
_DASH = "\N{EN DASH}"


@dataclass(frozen=True)
class Boxes:
    """Boxes in rows, each with the words in it; crossing off begins at `crossed`.

    `many` is a number that has too many boxes, `begun` how many points there are at the start, nothing where points
    are gathered rather than lost or where boxes are filled.
    """

    rows: tuple[tuple[tuple[str, ...], ...], ...]
    crossed: str = "left"
    each: int = 1
    many: str = ""
    begun: int = 0


@dataclass(frozen=True)
class FormCell:
    """What stands in a cell: words or boxes."""

    words: str = ""
    boxes: Boxes | None = None


@dataclass(frozen=True)
class Figure:
    """A value that never changes, under its heading; the heading says all where something is true."""

    head: str
    words: str = ""


@dataclass(frozen=True)
class FormGroup:
    """What stands together on a form.

    `sort` says what: figures, boxes, ticks, room, parts (a row for each part) or columns (over numbers).
    """

    sort: str
    head: str = ""
    figures: tuple[Figure, ...] = ()
    boxes: Boxes | None = None
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[FormCell, ...], ...] = ()
    lines: int = 0
    how: str = ""


@dataclass(frozen=True)
class ThingForm:
    """The form of one thing: whose it is, what it costs, and what stands on it."""

    name: str
    side: str
    groups: tuple[FormGroup, ...]
    points: int | None = None


@dataclass(frozen=True)
class Forms:
    """The forms of one kind: what they are called, how many stand beside each other, how they are filled in."""

    kind: str
    title: str
    across: int
    how: tuple[str, ...]
    forms: tuple[ThingForm, ...]


def forms_of(built: Built, situation: Situation) -> tuple[Forms, ...]:
    """Give the forms of all kinds that have a log and of which there are things."""
    declared = built.program.declared
    found = []
    for kind in declared.kinds.values():
        log = log_of(declared, kind.name)
        if log is None:
            continue
        forms = tuple(FormMaker(built, situation, kind, log).forms())
        if forms:
            title = log.title or f"{capital(kind.one)} log"
            found.append(Forms(kind.name, title, log.across or 1, tuple(log.how), forms))
    return tuple(found)


@dataclass
class FormMaker:
    """Makes the forms of the things of one kind."""

    built: Built
    situation: Situation
    kind: Kind
    log: shapes.Log

    def forms(self) -> Iterator[ThingForm]:
        """Give a form for each thing, side by side."""
        situation, address = self.situation, f"{self.kind.name}.{self.kind.owner}"
        things = [thing for thing in self.built.program.layout.things(self.kind.name) if situation.state[thing]]
        sides: Sequence[int] = self.built.program.layout.things("Side") if self.kind.owner else (-1,)
        for side in sides:
            own = [thing for thing in things if side < 0 or situation.get(thing, address) == side]
            for thing in own:
                name = situation.names.get(thing, self.kind.one)
                yield ThingForm(name, situation.names.get(side, ""), tuple(self.groups(thing)), self.points(thing))

    def points(self, thing: int) -> int | None:
        """Give what a thing costs."""
        if self.log.points is None:
            return None
        rule = self.built.program.declared.rule_named(self.log.points)
        assert rule is not None
        assert isinstance(rule.result, types.Number)
        return int(self.given(rule, thing)) // rule.result.step

    # --- groups

    def groups(self, thing: int) -> Iterator[FormGroup]:
        """Give what stands on a form; lines of one sort that follow each other stand together."""
        waiting: list[shapes.LogLine] = []
        for line in self.log.lines:
            own = {name: wanted for name, wanted in line.only.items() if "." not in name}
            if not is_one_of(self.built, self.situation, self.kind, own, thing):
                continue
            if waiting and self.sort(waiting[-1]) != self.sort(line):
                yield from self.group(waiting, thing)
                waiting = []
            waiting.append(line)
        yield from self.group(waiting, thing) if waiting else ()

    def sort(self, line: shapes.LogLine) -> str:
        """Give what a line is printed as: the list of its parts, or how it is shown."""
        first, _, inner = (line.field or "").partition(".")
        if inner:
            return f"parts of {first}"
        return "columns" if line.over is not None else self.shown(line)

    def shown(self, line: shapes.LogLine) -> str:
        """Give how a line is shown, as it says or as its field lets it."""
        known = self.known(line)
        if line.shown is not None:
            return line.shown
        if line.by is not None or (known is not None and known.fixed):
            return "figure"
        if known is not None and isinstance(known.type, types.Number):
            return "boxes"
        bare = known.type.item if known is not None and isinstance(known.type, types.ListType) else None
        is_ticked = known is not None and isinstance(known.type, types.Boolean)
        return "tick" if is_ticked or isinstance(bare, types.EnumType) else "room"

    def group(self, lines: Sequence[shapes.LogLine], thing: int) -> Iterator[FormGroup]:
        """Give lines of one sort as groups; nothing where a thing has none of what they are about."""
        match self.sort(lines[0]):
            case "figure":
                figures = self.figures(lines, thing)
                yield from [FormGroup("figures", figures=figures)] if figures else []
            case "tick":
                yield FormGroup("ticks", figures=tuple(Figure(head) for line in lines for head in self.ticked(line)))
            case "boxes":
                for line in lines:
                    boxes = self.boxes(line, thing)
                    if boxes is not None:
                        yield FormGroup("boxes", self.head(line), boxes=boxes, how=line.how or "")
            case "room":
                for line in lines:
                    yield FormGroup(
                        "room",
                        self.head(line),
                        lines=line.rows if "rows" in line.model_fields_set else ROOM,
                        how=line.how or "",
                    )
            case "columns":
                yield from (self.columns(line, thing) for line in lines)
            case _:
                yield from self.parts(lines, thing)

    def figures(self, lines: Sequence[shapes.LogLine], thing: int) -> tuple[Figure, ...]:
        """Give what never changes; lines under one heading stand as one figure: `Comfort 7 / 5`."""
        found: dict[str, list[Figure]] = {}
        for line in lines:
            figure = self.figure(line, thing)
            found.setdefault(self.head(line), []).extend([figure] if figure is not None else [])
        return tuple(
            Figure(head, " / ".join(one.words for one in figures if one.words))
            for head, figures in found.items()
            if figures
        )

    def figure(self, line: shapes.LogLine, thing: int) -> Figure | None:
        """Give one figure; nothing where a thing does not have it."""
        head = self.head(line)
        if line.by is not None:
            rule = self.built.program.declared.rule_named(line.by)
            assert rule is not None
            kind, value = rule.result, self.given(rule, thing)
        else:
            known = self.known(line)
            assert known is not None
            kind, value = known.type, self.situation.get(thing, known.address)
        if isinstance(kind, types.Boolean):
            return Figure(head) if value > 0 else None
        if isinstance(kind, types.EnumType | types.Thing) and value < 0:
            return None
        words = words_of(self.built.program, self.situation.names, kind, value)
        return Figure(head, words)

    def columns(self, line: shapes.LogLine, thing: int) -> FormGroup:
        """Give columns over numbers, a row for each definition, with an empty row to write in."""
        assert line.over is not None
        numbers = range(line.over[0], line.over[-1] + 1)
        rows = [
            (FormCell(words), *(FormCell(self.filled(self.kind.name, name, thing, number)) for number in numbers))
            for words, name in line.figures.items()
        ]
        return FormGroup("columns", self.head(line), rows=tuple(rows), how=line.how or "")

    def parts(self, lines: Sequence[shapes.LogLine], thing: int) -> Iterator[FormGroup]:
        """Give a table with a row for each part."""
        list_of = self.kind.fields[(lines[0].field or "").partition(".")[0]]
        first = thing + self.built.program.layout.offsets[list_of.address]
        parts = self.situation.state[first + 1 : first + 1 + self.situation.state[first]]
        rows = tuple(tuple(self.cell(line, part) for line in lines) for part in parts)
        kept = [
            place
            for place, line in enumerate(lines)
            if self.shown(line) == "room" or any(row[place] != FormCell() for row in rows)
        ]
        if rows:
            heads = tuple(self.head(lines[place]) for place in kept)
            yield FormGroup("parts", heads=heads, rows=tuple(tuple(row[place] for place in kept) for row in rows))

    def cell(self, line: shapes.LogLine, part: int) -> FormCell:
        """Give what stands in a row of a table of parts; nothing where it is for other parts."""
        known = self.known(line)
        own = {name.partition(".")[2]: wanted for name, wanted in line.only.items() if "." in name}
        kind = self.built.program.declared.kinds[known.kind] if known is not None else self.kind
        if not is_one_of(self.built, self.situation, kind, own, part):
            return FormCell()
        match self.shown(line):
            case "figure":
                figure = self.figure(line, part)
                said = figure is not None and (figure.words or "yes")
                return FormCell(said or "")
            case "boxes":
                return FormCell(boxes=self.boxes(line, part))
            case "tick":
                return FormCell(boxes=Boxes(rows=(((),),)))
        return FormCell()

    # --- boxes

    def boxes(self, line: shapes.LogLine, thing: int) -> Boxes | None:
        """Give the boxes of a thing or part; nothing where it has none."""
        known = self.known(line)
        assert known is not None
        assert isinstance(known.type, types.Number)
        begun = self.situation.get(thing, known.address)
        grows = begun <= 0
        if grows and not boxed(line) and line.most is None:
            return None
        whole = begun if begun > 0 and not boxed(line) else known.type.high * known.type.step
        number = whole // known.type.step
        if line.most is not None and begun <= 0:
            number = min(number, line.most if isinstance(line.most, int) else self.number(known.kind, line.most, thing))
        count = -(-number // line.each)
        if count > MOST_BOXES:
            return Boxes((), line.crossed, line.each, str(number), number)
        places = range(1, count + 1) if grows and not boxed(line) else range(count, 0, -1)
        said = [self.inside(line, known, thing, place, number, grows) for place in places]
        is_loss = not (grows or boxed(line)) or (isinstance(line.most, str) and self.sort(line).startswith("parts"))
        rows = tuple(laid_out(said, line.rows, line.crossed))
        return Boxes(rows, line.crossed, line.each, begun=number if is_loss else 0) if said else None

    def number(self, kind: str, name: str, thing: int) -> int:
        """Give a number of a thing or part by the name of its field."""
        known = self.built.program.declared.kinds[kind].fields[name]
        return self.situation.get(thing, known.address) // (
            known.type.step if isinstance(known.type, types.Number) else 1
        )

    def ticked(self, line: shapes.LogLine) -> Iterator[str]:
        """Give what may be true or not: what a field says, or for a list each member that may stand in it."""
        known = self.known(line)
        item = known.type.item if known is not None and isinstance(known.type, types.ListType) else None
        if not isinstance(item, types.EnumType):
            yield self.head(line)
            return
        for words in self.built.program.declared.enums[item.enum].words.values():
            yield capital(f"{line.words} {words}" if line.words else words)

    def inside(
        self, line: shapes.LogLine, known: Field, thing: int, place: int, number: int, grows: bool
    ) -> tuple[str, ...]:
        """Give what stands in a box: what fills it, which it is, or where it stands for several what it leaves."""
        if boxed(line):
            return tuple(self.filled(known.kind, name, thing, place) for name in boxed(line))
        if line.each > 1:
            return (str(min(number, place * line.each)),)
        return (str(place),) if grows and number > 1 and not self.sort(line).startswith("parts") else ()

    def filled(self, kind: str, name: str, thing: int, number: int) -> str:
        """Give what a definition or table gives by a number; a dash where it has nothing for that number."""
        found = filling(self.built.program.declared, kind, name)
        if isinstance(found, Table):
            low, high, gives = found.rows[0].low, max(row.high for row in found.rows), found.gives
            value = self.built.unshortened.cell(found.name, number) if low <= number <= high else None
            value = value(self.situation.state, number) if callable(value) else value
        else:
            assert found is not None
            known = found.parameters[-1].type
            assert isinstance(known, types.Number)
            inputs = (thing, number) if len(found.parameters) > 1 else (number,)
            gives = found.result
            value = self.given(found, *inputs) if known.low <= number <= known.high else None
        if value is None:
            return _DASH
        angles = self.built.program.declared.head.board.angles
        sign = "\N{DEGREE SIGN}" if isinstance(gives, types.Number) and angles and gives.unit == angles else ""
        return f"{words_of(self.built.program, {}, gives, value)}{sign}"

    # --- what is known of a thing

    def given(self, rule: Rule, *inputs: int) -> Any:
        """Give what a definition gives as the battle begins."""
        return self.built.unshortened.definition(rule.address)(self.situation.state, *inputs)

    def known(self, line: shapes.LogLine) -> Field | None:
        """Give the field that a line is about."""
        return field_of(self.built.program.declared, self.kind, line.field) if line.field else None

    def head(self, line: shapes.LogLine) -> str:
        """Give what a line is headed by."""
        known = self.known(line)
        rule = self.built.program.declared.rule_named(line.by) if line.by else None
        return capital(line.words or (known.words if known else rule.name.replace("_", " ") if rule else ""))


def is_one_of(built: Built, situation: Situation, kind: Kind, only: Mapping[str, str | list[str]], thing: int) -> bool:
    """Tell whether the fields of a thing have the members for which something counts."""
    for name, wanted in only.items():
        known = kind.fields[name].type
        value = situation.get(thing, kind.fields[name].address)
        if isinstance(types.without_none(known), types.Number):
            said = "some" if value > 0 else "none"
        else:
            said = words_of(built.program, {}, known, value, as_written=True) if value >= 0 else ""
        if said not in ([wanted] if isinstance(wanted, str) else wanted):
            return False
    return True


def laid_out(said: Sequence[tuple[str, ...]], rows: int, crossed: str) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Give boxes in rows, so that the first stands where crossing off begins, and goes on from there.

    >>> list(laid_out([("3",), ("2",), ("1",)], 1, "right"))
    [(('1',), ('2',), ('3',))]
    >>> list(laid_out([("4",), ("3",), ("2",), ("1",)], 2, "top left"))
    [(('4',), ('2',)), (('3',), ('1',))]
    >>> list(laid_out([("4",), ("3",), ("2",), ("1",)], 2, "bottom right"))
    [(('1',), ('3',)), (('2',), ('4',))]
    """
    if " " in crossed:
        found = [tuple(said[place::rows]) for place in range(min(rows, len(said)))]
    else:
        long = -(-len(said) // rows)
        found = [tuple(said[begun : begun + long]) for begun in range(0, len(said), long)] if long else []
    if "bottom" in crossed:
        found.reverse()
    yield from (tuple(reversed(row)) if "right" in crossed else row for row in found)


def capital(words: str) -> str:
    """Begin with a capital."""
    return words[:1].upper() + words[1:]
