"""Print log sheets: what players keep track of on paper, with a box for each point.

In: a ruleset whose components say what is logged. Out: a chapter with a sheet for each scenario, a table for each side
and kind. What is worked out in play stands in no box: the sheets show how a scenario begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quarterdeck.checks.logs import box_rule, parts_in
from quarterdeck.diagnostics import Findings
from quarterdeck.names import types
from quarterdeck.names.declared import Field, Kind
from quarterdeck.pipeline.build import Built
from quarterdeck.rulebook.blocks import Block, Cell, Grid, Prose, Row, Section
from quarterdeck.rulebook.english.text import Run, text
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.situation import Situation
from quarterdeck.run.words import words_of
from quarterdeck.tables import shapes

BOX = "\N{WHITE SQUARE}"
MOST_BOXES = 24
_DASH = "\N{EN DASH}"
_NAMES = 30  # the share of names and of what stands below them
GROUP = 4
"""Boxes that stand together; between groups a line may break."""


@dataclass(frozen=True)
class SheetLine:
    """What is logged: where it stands in the thing or its parts, and how it is headed."""

    known: Field
    inner: Field | None
    sort: int
    head: str
    spelled: shapes.LogLine

    @property
    def title(self) -> str:
        """Give what it is called without the sort of part."""
        return _headed(self.spelled.words or (self.inner or self.known).words)

    @property
    def is_fixed(self) -> bool:
        """Tell whether it never changes, so that there is nothing to cross off."""
        return (self.inner or self.known).fixed


@dataclass
class LogSheets:
    """Makes the log sheets of a ruleset."""

    ruleset: Ruleset

    def section(self) -> Section | None:
        """Give a chapter with a sheet for each scenario; nothing where nothing is logged."""
        logs = list(self.logs())
        sheets = []
        for name, scenario in self.ruleset.declared.scenarios.items() if logs else ():
            built, situation = self.ruleset.scenario(name, Findings())
            sheet = Sheet(built, situation)
            blocks = tuple(block for kind, lines in logs for block in sheet.tables(kind, lines))
            if blocks:
                sheets.append(Section(text(scenario.shape.title), blocks))
        words = (
            "What is lost is crossed off here, a box for a point, from the left; boxes with figures column by column."
        )
        lead = Prose(text(words), "lead")
        return Section(text("Log sheets"), (lead,), tuple(sheets)) if sheets else None

    def logs(self) -> Iterator[tuple[Kind, list[shapes.LogLine]]]:
        """Give what is logged of each kind."""
        declared = self.ruleset.declared
        for document in declared.of_sort("components"):
            assert isinstance(document.shape, shapes.Components)
            yield from ((declared.kinds[kind], lines) for kind, lines in document.shape.logs.items())


@dataclass
class Sheet:
    """The log sheet of one scenario."""

    built: Built
    situation: Situation

    def tables(self, kind: Kind, logged: list[shapes.LogLine]) -> Iterator[Block]:
        """Give a table for each side."""
        layout, state, names = self.built.program.layout, self.situation.state, self.situation.names
        lines = [line for spelled in logged for line in self.lines(kind, spelled)]
        things = [thing for thing in layout.things(kind.name) if state[thing]]
        figures = [line for line in lines if line.is_fixed]
        lines = [line for line in lines if not line.is_fixed]
        for side in layout.things("Side"):
            own = [thing for thing in things if self.situation.get(thing, f"{kind.name}.{kind.owner}") == side]
            if own and state[side]:
                head = Row(
                    (Cell(text(kind.one[:1].upper() + kind.one[1:])), *(Cell(text(line.head)) for line in lines))
                )
                rows = tuple(
                    Row(
                        (
                            self.named(names.get(thing, kind.one), figures, thing),
                            *(Cell(lines=tuple(text(row) for row in self.boxes(line, thing))) for line in lines),
                        )
                    )
                    for thing in own
                )
                widths = (_NAMES, *(self.width(line, own) for line in lines))
                yield Grid(rows, (head,), text(names.get(side, "")), stubs=1, widths=widths, style="log wide")

    def lines(self, kind: Kind, spelled: shapes.LogLine) -> Iterator[SheetLine]:
        """Give the columns that a line of the log makes: one for each sort of part."""
        name, _, inner_name = spelled.field.partition(".")
        known = kind.fields[name]
        if not inner_name:
            yield SheetLine(known, None, -1, _headed(spelled.words or known.words), spelled)
            return
        parts = parts_in(self.built.program.declared, known)
        assert parts is not None
        inner = parts.fields[inner_name]
        sort = _sort(parts)
        members: Iterable[str] = [""]
        if sort is not None and isinstance(sort.type, types.EnumType):
            members = self.built.program.declared.enums[sort.type.enum].words.values()
        for number, words in enumerate(members):
            yield SheetLine(known, inner, number, _headed(f"{words} {spelled.words or inner.words}".strip()), spelled)

    def width(self, line: SheetLine, things: Sequence[int]) -> int:
        """Give the share of a column: its longest word, or what stands together in it."""
        parts = [part for thing in things for row in self.boxes(line, thing) for part in row.split(" ")]
        return 2 + max(len(words) + words.count(BOX) // 3 for words in (*line.head.split(), *parts))

    def named(self, name: str, figures: Sequence[SheetLine], thing: int) -> Cell:
        """Give the name of a thing, and below it what never changes."""
        titles = dict.fromkeys(line.title for line in figures)
        said = [words for title in titles if (words := self.figures(title, figures, thing))]
        below = (Run(" \N{MIDDLE DOT} ".join(said), style="aside"),)
        return Cell(lines=(text(name), below)) if said else Cell(text(name))

    def figures(self, title: str, lines: Sequence[SheetLine], thing: int) -> str:
        """Give what never changes and has one title: `Throws 3 / 5`; nothing where a thing has none of it."""
        told = [self.figure(line, thing) for line in lines if line.title == title]
        if not any(told):
            return ""
        words = title if told == [title] else f"{title} {' / '.join(one or _DASH for one in told)}"
        return words.replace(" ", "\N{NO-BREAK SPACE}")

    def figure(self, line: SheetLine, thing: int) -> str:
        """Give something that never changes; nothing where a thing does not have it."""
        known = line.inner or line.known
        at = self.at(line, thing)
        value = self.situation.get(at, known.address) if at >= 0 else -1
        if isinstance(known.type, types.Boolean):
            return line.title if value > 0 else ""
        return words_of(self.built.program, {}, known.type, value) if value >= 0 else ""

    def at(self, line: SheetLine, thing: int) -> int:
        """Give the thing or the part that a line is about; -1 where the thing has no such part."""
        return thing if line.inner is None else next((part for part in self.parts(line, thing)), -1)

    def boxes(self, line: SheetLine, thing: int) -> Sequence[str]:
        """Give the boxes of one thing, row by row; those that have a value stand in columns, the first one on top."""
        at = self.at(line, thing)
        if at < 0:
            return [_DASH]
        known = line.inner or line.known
        if line.spelled.blank or not isinstance(known.type, types.Number):
            return [""]
        rule = box_rule(self.built.program.declared, known.kind, line.spelled.boxes) if line.spelled.boxes else None
        if rule is not None:
            fill = self.built.module().definition(rule.address)
            values = (fill(self.situation.state, at, box) for box in range(int(known.type.high), 0, -1))
            said = [f"{BOX} {words_of(self.built.program, {}, rule.result, value)}" for value in values]
            widest = max(map(len, said))
            rows = ("  ".join(one.ljust(widest) for one in said[row::GROUP]).rstrip() for row in range(GROUP))
            return [row.replace(" ", "\N{FIGURE SPACE}") for row in rows if row]
        count = self.situation.get(at, known.address) // known.type.step
        if not 0 < count <= MOST_BOXES:
            return [_DASH if count <= 0 else str(count)]
        return [" ".join(BOX * min(GROUP, count - begun) for begun in range(0, count, GROUP))]

    def parts(self, line: SheetLine, thing: int) -> Iterator[int]:
        """Give the parts of a thing that belong into a column."""
        layout = self.built.program.layout
        assert line.inner is not None
        first = thing + layout.offsets[line.known.address]
        listed = self.situation.state[first + 1 : first + 1 + self.situation.state[first]]
        sort = _sort(self.built.program.declared.kinds[line.inner.kind])
        yield from (part for part in listed if sort is None or self.situation.get(part, sort.address) == line.sort)


def _sort(kind: Kind) -> Field | None:
    """Give the field that tells the parts of a thing apart."""
    return next(
        (known for known in kind.fields.values() if known.fixed and isinstance(known.type, types.EnumType)), None
    )


def _headed(words: str) -> str:
    return words[:1].upper() + words[1:]
