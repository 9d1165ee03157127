"""Make forms and pads that nothing is written on yet, to be copied: one for each sort of thing that has a form.

In: a ruleset. Out: a form for each kind with a log of which rosters or scenarios have things. Figures are lines to
write on, and there are as many boxes and parts as any of these things begins with. Things whose forms have other
lines, by members of their fields, have a form of their own. Where words stand in the forms of all, they are printed;
a member of a list of words, such as the rank of a part, where it stands in all that have the part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.checks.logs import boxed, log_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Kind
from quarterdeck.language.documents import shapes
from quarterdeck.print.forms.form_filling import LEFT, NOW, Counted, FormFiller, fillers_of, is_one_of, title_of
from quarterdeck.print.forms.form_parts import Boxes, Figure, FormCell, FormGroup, ThingForm
from quarterdeck.print.forms.maker import FormMaker, laid_out
from quarterdeck.print.forms.orders import OrderPad, blank_pads
from quarterdeck.print.forms.rosters import situations_known
from quarterdeck.prose.text.runs import upper_first
from quarterdeck.workspace.ruleset.ruleset import Ruleset

KEPT_IN_CACHE = True

Part = tuple[FormFiller, int]
"""A part of a thing, with what fills in the form of that thing."""
_NUMBER, _WORDS = 11, 26
"""Millimetres of a line for a number, and for anything else."""
STRUCK_OUT = "Before play, write in the name and what else is given for {}. Boxes beyond its figures are struck out."


@dataclass(frozen=True)
class BlankForm:
    """A form or a pad to copy: its address, its title, how it is filled in, how many stand beside each other."""

    address: str
    title: str
    how: tuple[str, ...] = ()
    across: int = 1
    form: ThingForm | None = None
    pad: OrderPad | None = None


def blank_forms(ruleset: Ruleset) -> tuple[BlankForm, ...]:
    """Give the forms of all kinds, then the pads in the order of the turn."""
    logs = [(kind, log) for kind in ruleset.declared.kinds.values() if (log := log_of(ruleset.declared, kind.name))]

    def of_kinds() -> tuple[BlankForm, ...]:
        known = list(situations_known(ruleset))
        fillers = ((kind, log, [one for at in known for one in fillers_of(*at, kind, log)]) for kind, log in logs)
        return tuple(form for one in fillers for form in _forms_of(*one))

    found = [*ruleset.kept.once("blank forms", ruleset.kept.cache_keys.key((), [log for _, log in logs]), of_kinds)]
    pads = blank_pads(ruleset.built(Findings()))
    found += [BlankForm(f"forms.pad.{number}", f"Pad: {pad.title}", pad=pad) for number, pad in enumerate(pads, 1)]
    return tuple(found)


def _forms_of(kind: Kind, log: shapes.Log, fillers: Iterable[FormFiller]) -> Iterator[BlankForm]:
    """Give the forms of one kind: that of most things first, and one for each sort that has other lines."""
    apart = {json.dumps(only, sort_keys=True): only for line in log.lines if (only := _by_members(kind, line))}
    sorts: dict[tuple[bool, ...], list[FormFiller]] = {}
    for one in fillers:
        signs = tuple(is_one_of(one.built, one.situation, kind, only, one.thing) for only in apart.values())
        sorts.setdefault(signs, []).append(one)
    for number, (signs, fillers_here) in enumerate(sorted(sorts.items(), key=lambda item: item[0]), 1):
        named = [only for only, is_so in zip(apart.values(), signs, strict=True) if is_so]
        title = ": ".join([title_of(kind, log), *_members(kind, named, fillers_here)])
        form = BlankMaker(fillers_here[0].built, fillers_here[0].situation, kind, log, tuple(fillers_here)).form()
        address = f"forms.{kind.name}" + (f".{number}" if number > 1 else "")
        yield BlankForm(address, title, (*log.how, STRUCK_OUT.format(f"the {kind.one}")), log.across or 1, form)


def _by_members(kind: Kind, line: shapes.LogLine) -> Mapping[str, str | list[str]]:
    """Give the fields of a thing by whose members a line stands on its form or not; numbers and truths are written."""
    own = {name: wanted for name, wanted in line.only.items() if "." not in name}
    return {
        name: wanted
        for name, wanted in own.items()
        if isinstance(types.without_none(kind.fields[name].type), types.EnumType)
    }


def _members(kind: Kind, named: Sequence[Mapping[str, object]], fillers: Sequence[FormFiller]) -> Iterator[str]:
    """Say which members things have by which they are told apart."""
    for name in dict.fromkeys(name for only in named for name in only):
        known = kind.fields[name]
        values = [(one, one.situation.get(one.thing, known.address)) for one in fillers]
        said = (words_of(one.built.program, {}, known.type, value) for one, value in values if value >= 0)
        yield ", ".join(dict.fromkeys(said))


@dataclass
class BlankMaker(FormMaker):
    """Makes a form that any of several things can be written on."""

    things: tuple[FormFiller, ...]

    def form(self) -> ThingForm:
        """Give the form."""
        return ThingForm(
            upper_first(self.kind.one), "", tuple(self.groups()), 0 if self.log.points is not None else None, blank=True
        )

    def has(self, line: shapes.LogLine) -> bool:
        """Tell whether a line is for any of the things."""
        return any(one.has(line) for one in self.things)

    def shown(self, line: shapes.LogLine) -> str:
        """Give how a line is shown: a figure that is true or not has a box to tick."""
        shown, known = super().shown(line), self.known(line)
        rule = self.built.checked.declared.rule_named(line.by) if line.by else None
        of = rule.result if rule is not None else known.type if known is not None else None
        return "tick" if shown == "figure" and isinstance(of, types.Boolean) else shown

    # --- figures, columns, parts

    def figures(self, lines: Sequence[shapes.LogLine]) -> tuple[Figure, ...]:
        """Give lines to write figures on."""
        found: dict[str, tuple[int, ...]] = {}
        for line in lines:
            found[self.head(line)] = (*found.get(self.head(line), ()), self.width(line))
        return tuple(Figure(head, room=room) for head, room in found.items())

    def width(self, line: shapes.LogLine) -> int:
        """Give how long the line is on which a figure is written."""
        known = self.known(line)
        rule = self.built.checked.declared.rule_named(line.by) if line.by else None
        of = rule.result if rule is not None else known.type if known is not None else None
        is_number = of is not None and isinstance(types.without_none(of), types.Number)
        return _NUMBER if is_number else _WORDS

    def columns(self, line: shapes.LogLine) -> FormGroup:
        """Give columns with their numbers above them."""
        made = super().columns(line)
        assert line.over is not None
        numbers = (FormCell(str(number)) for number in range(line.over[0], line.over[-1] + 1))
        return replace(made, rows=((FormCell(), *numbers), *made.rows))

    def in_column(self, name: str, number: int) -> str:
        """Give what a definition says by a number alone."""
        return self.filled(self.kind.name, name, number)

    def rows(self, lines: Sequence[shapes.LogLine]) -> tuple[tuple[FormCell, ...], ...]:
        """Give a row for each sort of parts, or as many rows as any of the things has parts."""
        by = next((line for line in lines if self.tells_apart(line)), None)
        rows = self.in_rows(lines[0], by)
        return tuple(tuple(self.cell(line, row) for line in lines) for row in rows)

    def tells_apart(self, line: shapes.LogLine) -> bool:
        """Tell whether a column is of members of which none occurs twice in the form of any thing."""
        known = self.known(line)
        if known is None or not isinstance(known.type, types.EnumType) or self.shown(line) != "figure":
            return False
        every = ([one.situation.get(part, known.address) for part in one.part_places(line)] for one in self.things)
        return all(len(set(members)) == len(members) and -1 not in members for members in every)

    def in_rows(self, line: shapes.LogLine, by: shapes.LogLine | None) -> tuple[tuple[Part, ...], ...]:
        """Give the parts of all things that share a row: of one sort if a column tells them apart, else by place."""
        known = self.known(by) if by is not None else None
        found: dict[int, list[Part]] = {}
        for one in self.things:
            for place, part in enumerate(one.part_places(line)):
                key = one.situation.get(part, known.address) if known is not None else place
                found.setdefault(key, []).append((one, part))
        return tuple(tuple(found[key]) for key in sorted(found))

    def cell(self, line: shapes.LogLine, row: Sequence[Part]) -> FormCell:
        """Give what stands in a row: words that all things have there, boxes, or nothing, which is room to write."""
        match self.shown(line):
            case "figure":
                said = {one.cell(line, part).words for one, part in row}
                known = self.known(line)
                is_member = known is not None and isinstance(types.without_none(known.type), types.EnumType)
                if is_member:
                    said.discard("")
                is_of_all = is_member or len(row) == len(self.things)
                return FormCell(said.pop() if len(said) == 1 and is_of_all else "")
            case "boxes":
                every = [one.counted(line, part) for one, part in row if one.is_for(line, part)]
                return FormCell(boxes=self.most_boxes(line, every))
            case "tick":
                return FormCell(boxes=Boxes(rows=(((),),)))
        return FormCell()

    def parts_for(self, line: shapes.LogLine) -> Iterator[Part]:
        """Give the parts of all things that a line is for."""
        for one in self.things:
            yield from ((one, part) for part in one.part_places(line) if one.is_for(line, part))

    def is_kept(self, line: shapes.LogLine, cells: Sequence[FormCell]) -> bool:
        """Tell whether the form of any thing has something in a column, or room to write."""
        if self.shown(line) in ("room", "tick") or any(cell != FormCell() for cell in cells):
            return True
        return any(one.cell(line, part) != FormCell() for one, part in self.parts_for(line))

    # --- boxes

    def boxes(self, line: shapes.LogLine) -> Iterator[FormGroup]:
        """Give as many boxes as any of the things has; room to write where there would be too many."""
        every = [counted for one in self.things if one.has(line) and (counted := one.counted(line, one.thing))]
        boxes = self.most_boxes(line, every)
        if boxes is not None:
            yield FormGroup("boxes", self.head(line), boxes=boxes, how=line.how or "")
        elif every:
            yield FormGroup("room", self.head(line), lines=1, how=line.how or "")

    def most_boxes(self, line: shapes.LogLine, every: Iterable[Counted | None]) -> Boxes | None:
        """Give the most boxes of some that are no more than fit, each with its number or what fills it."""
        counted = [one for one in every if one is not None]
        fitting = [one for one in counted if not one.is_written]
        if not fitting:
            return None
        most = max(fitting, key=lambda one: one.boxes)
        known, number_type = self.number_field(line)
        said = [
            tuple(self.filled(known.kind, name, place) for name in boxed(line)) or (str(place * line.each),)
            for place in self.places(most.boxes, line, grows=most.grows)
        ]
        rest = any(one.rest or one.is_written for one in counted)
        beside = (NOW if most.grows or number_type.low < 0 else LEFT) if rest else ""
        return Boxes(tuple(laid_out(said, line.rows, line.crossed)), line.crossed, beside=beside)
