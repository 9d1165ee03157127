"""Find the figures of a table that stand for never and always.

In: a `Checked` ruleset. Out: for each table what its figures are compared with in the rules. A figure with which a
roll, or anything else of a known range, compares in one way whatever it is needs no number: `total <= 0` on a d100 is
never true, `total <= 100` always.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import CellOf, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

_SIGNS = {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt}
_TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}


@dataclass(frozen=True)
class Comparand:
    """With what a figure is compared: `known sign figure`."""

    known: types.AnyNumeric
    sign: str

    def with_figure(self, figure: types.AnyNumeric) -> bool | None:
        """Tell how a figure compares with anything in the range; nothing where that depends."""
        holds = _SIGNS[self.sign]
        ends = {holds(self.known.low, figure.low), holds(self.known.high, figure.low)}
        return ends.pop() if len(ends) == 1 and figure.low == figure.high else None


@dataclass(frozen=True)
class SureFigures:
    """Knows the figures of one ruleset that stand for never and always."""

    checked: Checked

    def outcome(self, table: Table, cell: CellOf) -> bool | None:
        """Tell whether a figure stands for always or for never; nothing where it is a number like any other."""
        if cell.value is None or table.between_rows or not isinstance(table.gives, types.Numeric):
            return None
        figure = self.checked.types.get(cell.value)
        compared = self.comparisons.get(table.name, ())
        if not isinstance(figure, types.Numeric) or None in compared:
            return None
        outcomes = {one.with_figure(figure) for one in compared if one is not None}
        return outcomes.pop() if len(outcomes) == 1 else None

    @cached_property
    def comparisons(self) -> dict[str, tuple[Comparand | None, ...]]:
        """Give for each table what it is compared with; nothing in its place where figures are reckoned with."""
        found: dict[str, list[Comparand | None]] = {}
        for rule in self.checked.declared.rules.values():
            if rule.sort != "advice":
                for table, compared in self._in(rule.node):
                    found.setdefault(table, []).append(compared)
        return {table: tuple(compared) for table, compared in found.items()}

    def _in(self, node: nodes.Node) -> Iterator[tuple[str, Comparand | None]]:
        doubtful, compared = set(), set()
        for part in node.walk():
            if isinstance(part, nodes.Check) and part.naturals:
                doubtful |= set(part.success.walk())
        for part in node.walk():
            if isinstance(part, nodes.Compare):
                compared |= {part.left, part.right}
                yield from self._compared(part, is_sure=part not in doubtful)
        yield from ((name, None) for part in node.walk() if part not in compared for name in self._tables(part))

    def _tables(self, part: nodes.Node) -> Iterator[str]:
        meaning = self.checked.meanings.get(part)
        if isinstance(meaning, meanings.TableValue):
            yield meaning.table.name

    def _compared(self, part: nodes.Compare, *, is_sure: bool) -> Iterator[tuple[str, Comparand | None]]:
        sign = part.sign.text
        if sign not in _SIGNS:
            return
        for figure, known, turned in ((part.right, part.left, sign), (part.left, part.right, _TURNED[sign])):
            reach = self.checked.types.get(known)
            for name in self._tables(figure):
                is_known = is_sure and isinstance(reach, types.Numeric)
                yield name, Comparand(reach, turned) if is_known and isinstance(reach, types.Numeric) else None
