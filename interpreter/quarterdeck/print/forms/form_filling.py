"""Work out the forms of a situation: for each thing its figures, its boxes, and where there is room to write.

In: a situation as it begins, and the logs of its ruleset. Out: a form for each thing of a kind that has a log. How a
form looks is for the template; what a box is, and where crossing off begins, says the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.checks.logs import boxed, log_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Kind
from quarterdeck.language.documents import shapes
from quarterdeck.print.forms.form_parts import Boxes, Figure, FormCell, FormGroup, Forms, ThingForm
from quarterdeck.print.forms.maker import FormMaker, figure_of, laid_out
from quarterdeck.prose.text.runs import upper_first
from quarterdeck.workspace.pipeline.build import Built

MOST_BOXES = 60
"""Where there would be more boxes, the number stands with room to write what is left of it."""


LEFT, NOW = "left", "now"
"""What is written beside boxes, or in their place: how many points are left; how many there are now."""


@dataclass(frozen=True)
class Counted:
    """What a line begins with, how many points its boxes stand for together, and how many boxes these are.

    There are no boxes where they cannot hold the number. `rest` says whether they hold no more than parts of it, so
    that there is room to write; points `grow` where they are gathered rather than lost.
    """

    begun: Fraction
    points: Fraction
    boxes: int
    grows: bool
    rest: bool

    @property
    def is_written(self) -> bool:
        """Tell whether the number is written: no boxes hold it, or there would be too many."""
        return not 0 < self.boxes <= MOST_BOXES


def forms_of(built: Built, situation: Situation) -> tuple[Forms, ...]:
    """Give the forms of all kinds that have a log and of which there are things."""
    declared = built.checked.declared
    found = []
    for kind in declared.kinds.values():
        log = log_of(declared, kind.name)
        if log is None:
            continue
        forms = tuple(one.form() for one in fillers_of(built, situation, kind, log))
        if forms:
            found.append(Forms(kind.name, kind.one, title_of(kind, log), log.across or 1, tuple(log.how), forms))
    return tuple(found)


def title_of(kind: Kind, log: shapes.Log) -> str:
    """Give what the forms of a kind are called."""
    return log.title or f"{upper_first(kind.one)} log"


def fillers_of(built: Built, situation: Situation, kind: Kind, log: shapes.Log) -> Iterator[FormFiller]:
    """Give what fills in the form of each thing of a kind, side by side."""
    address = f"{kind.name}.{kind.owner}"
    things = [thing for thing in built.program.layout.things(kind.name) if situation.state[thing]]
    sides: Sequence[int] = built.program.layout.things("Side") if kind.owner else (-1,)
    for side in sides:
        own = [thing for thing in things if side < 0 or situation.get(thing, address) == side]
        yield from (FormFiller(built, situation, kind, log, thing, side) for thing in own)


@dataclass
class FormFiller(FormMaker):
    """Fills in the form of a thing that is of a side; a side below zero is none."""

    thing: int
    side: int

    def form(self) -> ThingForm:
        """Give the form."""
        names = self.situation.names
        name = names.get(self.thing, self.kind.one)
        return ThingForm(name, names.get(self.side, ""), tuple(self.groups()), self.points())

    def points(self) -> int | None:
        """Give what the thing costs."""
        if self.log.points is None:
            return None
        rule = self.built.checked.declared.rule_named(self.log.points)
        assert rule is not None
        assert isinstance(rule.result, types.Number)
        return int(self.given(rule, self.thing)) // rule.result.step

    def has(self, line: shapes.LogLine) -> bool:
        """Tell whether a line is for the thing."""
        own = {name: wanted for name, wanted in line.only.items() if "." not in name}
        return is_one_of(self.built, self.situation, self.kind, own, self.thing)

    # --- figures, columns, parts

    def figures(self, lines: Sequence[shapes.LogLine]) -> tuple[Figure, ...]:
        """Give what never changes."""
        found: dict[str, list[Figure]] = {}
        for line in lines:
            figure = self.figure(line, self.thing)
            found.setdefault(self.head(line), []).extend([figure] if figure is not None else [])
        return tuple(
            Figure(head, " / ".join(one.words for one in figures if one.words))
            for head, figures in found.items()
            if figures
        )

    def figure(self, line: shapes.LogLine, thing: int) -> Figure | None:
        """Give one figure of the thing or of a part; nothing where it does not have it."""
        head = self.head(line)
        if line.by is not None:
            rule = self.built.checked.declared.rule_named(line.by)
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
        return Figure(head, self.said(kind, value))

    def in_column(self, name: str, number: int) -> str:
        """Give what a definition says of the thing by a number."""
        return self.filled(self.kind.name, name, number, self.thing)

    def rows(self, lines: Sequence[shapes.LogLine]) -> tuple[tuple[FormCell, ...], ...]:
        """Give the row of each part."""
        return tuple(tuple(self.cell(line, part) for line in lines) for part in self.part_places(lines[0]))

    def part_places(self, line: shapes.LogLine) -> Sequence[int]:
        """Give the parts in the list that a line is about."""
        list_of = self.kind.fields[(line.field or "").partition(".")[0]]
        first = self.thing + self.built.program.layout.offsets[list_of.address]
        return self.situation.state[first + 1 : first + 1 + self.situation.state[first]]

    def is_kept(self, line: shapes.LogLine, cells: Sequence[FormCell]) -> bool:
        """Tell whether there is room to write in a column, or something stands in it."""
        return self.shown(line) == "room" or any(cell != FormCell() for cell in cells)

    def is_for(self, line: shapes.LogLine, part: int) -> bool:
        """Tell whether a line is for a part."""
        known = self.known(line)
        own = {name.partition(".")[2]: wanted for name, wanted in line.only.items() if "." in name}
        kind = self.built.checked.declared.kinds[known.kind] if known is not None else self.kind
        return is_one_of(self.built, self.situation, kind, own, part)

    def cell(self, line: shapes.LogLine, part: int) -> FormCell:
        """Give what stands in a row of a table of parts; nothing where it is for other parts."""
        if not self.is_for(line, part):
            return FormCell()
        match self.shown(line):
            case "figure":
                figure = self.figure(line, part)
                said = figure is not None and (figure.words or "yes")
                return FormCell(said or "")
            case "boxes":
                return FormCell(boxes=self.boxes_of(line, part))
            case "tick":
                return FormCell(boxes=Boxes(rows=(((),),)))
        return FormCell()

    # --- boxes

    def boxes(self, line: shapes.LogLine) -> Iterator[FormGroup]:
        """Give the boxes of the thing; nothing where it has none."""
        boxes = self.boxes_of(line, self.thing)
        if boxes is not None:
            yield FormGroup("boxes", self.head(line), boxes=boxes, how=line.how or "")

    def boxes_of(self, line: shapes.LogLine, thing: int) -> Boxes | None:
        """Give the boxes of the thing or of a part; nothing where it has none."""
        counted = self.counted(line, thing)
        if counted is None:
            return None
        is_loss = not (counted.grows or boxed(line)) or (
            isinstance(line.most, str) and self.sort(line).startswith("parts")
        )
        begun = figure_of(counted.points if is_loss else counted.begun)
        _, number_type = self.number_field(line)
        beside = LEFT if is_loss and number_type.low >= 0 else NOW
        said, is_nothing = "" if boxed(line) else begun, not is_loss and counted.begun == 0
        if counted.is_written:
            return Boxes((), line.crossed, begun, beside, said, is_nothing)
        places = self.places(counted.boxes, line, grows=counted.grows)
        rows = laid_out([self.inside(line, thing, place, counted) for place in places], line.rows, line.crossed)
        return Boxes(tuple(rows), line.crossed, "", beside if counted.rest else "", said, is_nothing)

    def counted(self, line: shapes.LogLine, thing: int) -> Counted | None:
        """Count what a line has boxes for; nothing where what it may come to is nothing for the thing or part."""
        known, number_type = self.number_field(line)
        begun = Fraction(self.situation.get(thing, known.address), number_type.step)
        rest = not boxed(line) and (line.each > 1 or number_type.step > 1 or number_type.low < 0)
        points = begun
        if boxed(line) or begun == 0:
            points = Fraction(number_type.high)
        if line.most is not None and begun <= 0:
            points = min(
                points, Fraction(line.most) if isinstance(line.most, int) else self.number(known.kind, line.most, thing)
            )
        is_asked = line.shown == "boxes" or not {"most", "each", "rows", "crossed"}.isdisjoint(line.specified)
        is_held = bool(boxed(line)) or (begun >= 0 and (number_type.low >= 0 or is_asked))
        if is_held and points <= 0:
            return None
        return Counted(begun, points, ceil(points / line.each) if is_held else 0, begun <= 0, rest)

    def number(self, kind: str, name: str, thing: int) -> Fraction:
        """Give a number of a thing or part by the name of its field."""
        known = self.built.checked.declared.kinds[kind].fields[name]
        step = known.type.step if isinstance(known.type, types.Number) else 1
        return Fraction(self.situation.get(thing, known.address), step)

    def inside(self, line: shapes.LogLine, thing: int, place: int, counted: Counted) -> tuple[str, ...]:
        """Give what stands in a box: what fills it, which it is, or how many points are left while it is."""
        if boxed(line):
            known, _ = self.number_field(line)
            return tuple(self.filled(known.kind, name, place, thing) for name in boxed(line))
        if counted.rest:
            return (figure_of(min(counted.points, Fraction(place * line.each))),)
        is_numbered = counted.grows and counted.points > 1 and not self.sort(line).startswith("parts")
        return (str(place),) if is_numbered else ()


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
