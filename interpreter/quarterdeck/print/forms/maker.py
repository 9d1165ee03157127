"""Gather the lines of a log into the groups of a form, whatever is known of the thing that it is for.

In: the log of a kind. Out: groups, in the order of the lines. What figures and boxes say is left to `filled`, which
looks at a thing, and to `blank`, which leaves room for any.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.checks.logs import boxed, field_of, filling
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field, Kind, Rule, Table
from quarterdeck.language.documents import shapes
from quarterdeck.print.forms.form_parts import Figure, FormCell, FormGroup
from quarterdeck.prose.text.runs import upper_first
from quarterdeck.workspace.pipeline.build import Built

ROOM = 2
"""So many lines to write on there are for what has no boxes."""
MINUS = "\N{MINUS SIGN}"
_DASH = "\N{EN DASH}"


@dataclass
class FormMaker(ABC):
    """Makes the groups of one form of a kind."""

    built: Built
    situation: Situation
    kind: Kind
    log: shapes.Log

    # --- what a form is for

    @abstractmethod
    def has(self, line: shapes.LogLine) -> bool:
        """Tell whether a line of the log stands on the form."""

    @abstractmethod
    def figures(self, lines: Sequence[shapes.LogLine]) -> tuple[Figure, ...]:
        """Give figures; lines under one heading stand as one: `Comfort 7 / 5`."""

    @abstractmethod
    def boxes(self, line: shapes.LogLine) -> Iterator[FormGroup]:
        """Give the boxes of a line, or what stands in their place."""

    @abstractmethod
    def rows(self, lines: Sequence[shapes.LogLine]) -> tuple[tuple[FormCell, ...], ...]:
        """Give a row for each part, with a cell for each line."""

    @abstractmethod
    def in_column(self, name: str, number: int) -> str:
        """Give what a definition has for a number, in a column."""

    @abstractmethod
    def is_kept(self, line: shapes.LogLine, cells: Sequence[FormCell]) -> bool:
        """Tell whether a column of parts is printed."""

    # --- groups

    def groups(self) -> Iterator[FormGroup]:
        """Give what stands on a form; lines of one sort that follow each other stand together."""
        waiting: list[shapes.LogLine] = []
        for line in self.log.lines:
            if not self.has(line):
                continue
            if waiting and self.sort(waiting[-1]) != self.sort(line):
                yield from self.group(waiting)
                waiting = []
            waiting.append(line)
        yield from self.group(waiting) if waiting else ()

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

    def group(self, lines: Sequence[shapes.LogLine]) -> Iterator[FormGroup]:
        """Give lines of one sort as groups; nothing where there is none of what they are about."""
        match self.sort(lines[0]):
            case "figure":
                figures = self.figures(lines)
                yield from [FormGroup("figures", figures=figures)] if figures else []
            case "tick":
                yield FormGroup("ticks", figures=tuple(Figure(head) for line in lines for head in self.ticked(line)))
            case "boxes":
                yield from (group for line in lines for group in self.boxes(line))
            case "room":
                yield from map(self.room, lines)
            case "columns":
                yield from map(self.columns, lines)
            case _:
                yield from self.parts(lines)

    def room(self, line: shapes.LogLine) -> FormGroup:
        """Give room to write."""
        many = line.rows if "rows" in line.specified else ROOM
        return FormGroup("room", self.head(line), lines=many, how=line.how or "")

    def columns(self, line: shapes.LogLine) -> FormGroup:
        """Give columns over numbers, a row for each definition, with an empty row to write in."""
        assert line.over is not None
        numbers = range(line.over[0], line.over[-1] + 1)
        rows = [
            (FormCell(words), *(FormCell(self.in_column(name, number)) for number in numbers))
            for words, name in line.figures.items()
        ]
        return FormGroup("columns", self.head(line), rows=tuple(rows), how=line.how or "")

    def parts(self, lines: Sequence[shapes.LogLine]) -> Iterator[FormGroup]:
        """Give a table with a row for each part."""
        rows = self.rows(lines)
        kept = [place for place, line in enumerate(lines) if self.is_kept(line, [row[place] for row in rows])]
        if rows:
            heads = tuple(self.head(lines[place]) for place in kept)
            yield FormGroup("parts", heads=heads, rows=tuple(tuple(row[place] for place in kept) for row in rows))

    def ticked(self, line: shapes.LogLine) -> Iterator[str]:
        """Give what may be true or not: what a field says, or for a list each member that may stand in it."""
        known = self.known(line)
        item = known.type.item if known is not None and isinstance(known.type, types.ListType) else None
        if not isinstance(item, types.EnumType):
            yield self.head(line)
            return
        for words in self.built.checked.declared.enums[item.enum].words.values():
            yield upper_first(f"{line.words} {words}" if line.words else words)

    # --- what is known

    def filled(self, kind: str, name: str, number: int, *thing: int) -> str:
        """Give what a definition or table gives by a number; a dash where it has nothing for that number.

        Without a thing, what a definition only says of one is left open.
        """
        found = filling(self.built.checked.declared, kind, name)
        if isinstance(found, Table):
            low, high, gives = found.rows[0].low, max(row.high for row in found.rows), found.gives
            value = self.built.lowered_module.cell(found.name, number) if low <= number <= high else None
            value = value(self.situation.state, number) if callable(value) else value
        else:
            assert found is not None
            known = found.parameters[-1].type
            assert isinstance(known, types.Number)
            gives = found.result
            asked = found.parameters[:-1]
            if asked and not thing:
                return ""
            value = self.given(found, *thing[: len(asked)], number) if known.low <= number <= known.high else None
        if value is None:
            return _DASH
        angles = self.built.checked.declared.head.board.angles
        sign = "\N{DEGREE SIGN}" if isinstance(gives, types.Number) and angles and gives.unit == angles else ""
        return f"{self.said(gives, value)}{sign}"

    def given(self, rule: Rule, *inputs: int) -> Any:
        """Give what a definition gives as the battle begins."""
        return self.built.lowered_module.definition(rule.address)(self.situation.state, *inputs)

    def said(self, kind: types.Type | None, value: Any) -> str:
        """Say a value as it is printed, a number below zero with a minus."""
        words = words_of(self.built.program, self.situation.names, kind, value)
        return words.replace("-", MINUS) if isinstance(kind, types.Numeric) else words

    def known(self, line: shapes.LogLine) -> Field | None:
        """Give the field that a line is about."""
        return field_of(self.built.checked.declared, self.kind, line.field) if line.field else None

    def number_field(self, line: shapes.LogLine) -> tuple[Field, types.Number]:
        """Give the field of a line with boxes, and its type."""
        known = self.known(line)
        assert known is not None
        assert isinstance(known.type, types.Number)
        return known, known.type

    def head(self, line: shapes.LogLine) -> str:
        """Give what a line is headed by."""
        known = self.known(line)
        rule = self.built.checked.declared.rule_named(line.by) if line.by else None
        return upper_first(line.words or (known.words if known else rule.name.replace("_", " ") if rule else ""))

    def places(self, number: int, line: shapes.LogLine, *, grows: bool) -> range:
        """Give the numbers of so many boxes, that which is crossed off first in front."""
        return range(1, number + 1) if grows and not boxed(line) else range(number, 0, -1)


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


def figure_of(number: Fraction) -> str:
    """Give a number as it is printed: exactly, below zero with a minus.

    >>> figure_of(Fraction(29, 5)), figure_of(Fraction(-5, 2))
    ('5.8', '\N{MINUS SIGN}2.5')
    """
    return decimals.shown(number).replace("-", MINUS)
