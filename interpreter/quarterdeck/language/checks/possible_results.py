"""The few values that a definition or table can have, where all its cases, rows and cells are known values.

A number counts as itself, a member as its place, and a truth as 1 or 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.declarations.types import Boolean, EnumType, Numeric
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

DEEPEST = 6
"""Definitions and tables that are followed, one in another."""
NO_VALUE = Fraction(-(10**9))
"""Stands for `none` among the places of an enum's members."""


class UnknownResultError(Exception):
    """A result is not known before play."""


def possible_results(checked: Checked, meaning: meanings.Meaning | None) -> tuple[Fraction, ...] | None:
    """Give the only values that a call or lookup can have, in order; nothing where others are possible."""
    try:
        return tuple(sorted(set(results_of(checked, meaning, DEEPEST))))
    except UnknownResultError:
        return None


def results_of(checked: Checked, meaning: meanings.Meaning | None, depth: int) -> Iterator[Fraction]:
    """Give the values that a call or lookup can have."""
    match meaning:
        case meanings.RuleCall(rule=rule) if depth:
            for value in values_of_rule(rule):
                yield from values_of(checked, value, depth - 1)
            if isinstance(rule.result, Boolean):
                yield Fraction(0)  # where no case applies
        case meanings.TableValue(table=table) if depth:
            for value in values_of_table(table):
                yield from values_of(checked, value, depth - 1)
        case _:
            raise UnknownResultError


def values_of_rule(rule: Rule) -> Iterator[nodes.Expression]:
    """Give what the cases of a definition say; a definition without cases is replaced by what it says."""
    gathers = rule.by_condition is not None and rule.by_condition.gathers
    if gathers or not (isinstance(rule.node, nodes.Define) and isinstance(rule.node.cases, nodes.SeveralCases)):
        raise UnknownResultError
    yield from (case.value for case in rule.node.cases.cases)


def values_of_table(table: Table) -> Iterator[nodes.Expression]:
    """Give what the cells of a table say."""
    if table.between_rows:
        raise UnknownResultError
    for row in table.rows:
        for cell in row.cells:
            if cell.value is None:
                raise UnknownResultError
            yield cell.value


def values_of(checked: Checked, node: nodes.Expression, depth: int) -> Iterator[Fraction]:
    """Give the values that an expression can have."""
    bare, kind = nodes.ungrouped(node), checked.types.get(node)
    meaning = checked.meanings.get(bare)
    if isinstance(meaning, meanings.EnumValue):
        yield Fraction(meaning.place)
    elif isinstance(bare, nodes.Yes | nodes.No):
        yield Fraction(isinstance(bare, nodes.Yes))
    elif isinstance(kind, Numeric) and kind.low == kind.high:
        yield Fraction(kind.low)
    elif isinstance(bare, nodes.Nothing):
        yield NO_VALUE
    else:
        if not isinstance(kind, Numeric | EnumType | Boolean):
            raise UnknownResultError
        yield from results_of(checked, meaning, depth)
