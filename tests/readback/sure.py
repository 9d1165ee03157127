"""Figures of a table that need no number: whatever they are compared with, it is always so, or never.

Worked out from the comparisons of the rules alone, at both ends of what is compared; who writes the book is not asked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

SIGNS: dict[str, Callable[[Fraction | int, Fraction | int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

EQUATED = "="


def said(table: str, figure: object, checked: Checked) -> str | None:
    """Give `always` or `never` for a figure of a table that comes to that; nothing for one that decides something.

    Whether it is some figure may be asked besides: that there is no chance at all is another reason not to try.
    """
    outcomes = {one for root in _rules(checked) for one in _outcomes(root, table, figure, checked)} - {EQUATED}
    return {(True,): "always", (False,): "never"}.get(tuple(outcomes))  # type: ignore[arg-type]


def comes_to_the_same(table: str, figure: object, other: object, checked: Checked) -> bool:
    """Tell whether nothing that can happen tells two figures of a table apart."""
    found = [
        {one for root in _rules(checked) for one in _outcomes(root, table, each, checked)} for each in (figure, other)
    ]
    return found[0] == found[1] and found[0] in ({True}, {False})


def _rules(checked: Checked) -> Iterator[nodes.Node]:
    declared = checked.declared
    yield from (rule.node for rule in declared.rules.values() if rule.sort != "advice")
    yield from declared.turn.phases if declared.turn is not None else ()
    for table in declared.tables.values():
        for row in table.rows:
            for cell in row.cells:
                yield from (root for root in (cell.value, *cell.statements) if root is not None)


def _outcomes(root: nodes.Node, table: str, figure: object, checked: Checked) -> Iterator[bool | str | None]:
    """Give how comparisons with a table come out at either end; nothing where it is used in another way."""
    if not isinstance(figure, Fraction):
        yield None
        return
    parts = list(root.walk())
    checks = [part for part in parts if isinstance(part, nodes.Check) and part.naturals]
    by_naturals = {inner for part in checks for inner in part.success.walk()}
    compared = set[nodes.Node]()
    for part in parts:
        if isinstance(part, nodes.Compare) and part.sign.text == "=" and part not in by_naturals:
            sides = [side for side in (part.left, part.right) if _is_of(side, table, checked)]
            compared.update(sides)
            yield from (EQUATED for _ in sides)
        if isinstance(part, nodes.Compare) and part.sign.text in SIGNS and part not in by_naturals:
            holds = SIGNS[part.sign.text]
            for side, other in ((part.left, part.right), (part.right, part.left)):
                known = checked.types.get(other)
                if _is_of(side, table, checked) and isinstance(known, types.Numeric):
                    compared.add(side)
                    for end in (known.low, known.high):
                        yield holds(figure, end) if side is part.left else holds(end, figure)
    if any(_is_of(part, table, checked) for part in parts if part not in compared):
        yield None


def _is_of(part: nodes.Node, table: str, checked: Checked) -> bool:
    meaning = checked.meanings.get(part)
    return isinstance(meaning, meanings.TableValue) and meaning.table.name == table
