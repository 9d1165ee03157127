"""Formulas of comparisons: what `not`, `and` and `or` make of them.

Each comparison is of a dimension with a number; `satisfiability` knows what a dimension is made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Atom:
    """A comparison of a dimension with a number: `sign` is `<`, `<=` or `=`."""

    dimension: int
    sign: str
    number: Fraction


Formula = bool | Atom | tuple[str, tuple["Formula", ...]]
"""A comparison, or `not` or `and` with what it is about."""


@dataclass(frozen=True)
class ValueClass:
    """Values of a dimension that no condition tells apart: from `low` to `high`, such as `sample`."""

    sample: Fraction
    low: Fraction
    high: Fraction


Witness = dict[int, ValueClass]
"""A class of values for each dimension, by its place among the dimensions."""
IMPOSSIBLE = "impossible"


def negation(formula: Formula) -> Formula:
    """Give what holds where a formula does not."""
    if isinstance(formula, bool):
        return not formula
    if isinstance(formula, tuple) and formula[0] == "not":
        return formula[1][0]
    return "not", (formula,)


def conjunction(formulas: Sequence[Formula]) -> Formula:
    """Give what holds where all formulas do."""
    if any(one is False for one in formulas):
        return False
    left = tuple(one for one in formulas if one is not True)
    return True if not left else left[0] if len(left) == 1 else ("and", left)


def disjunction(formulas: Sequence[Formula]) -> Formula:
    """Give what holds where one of the formulas does."""
    return negation(conjunction([negation(one) for one in formulas]))


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """Give the formulas that must all hold for one to hold."""
    if formula is True:
        return ()
    return (
        tuple(part for one in formula[1] for part in conjuncts(one))
        if isinstance(formula, tuple) and formula[0] == "and"
        else (formula,)
    )


def atoms_in(formula: Formula) -> Iterator[Atom]:
    """Give the comparisons in a formula."""
    if isinstance(formula, Atom):
        yield formula
    elif isinstance(formula, tuple):
        for part in formula[1]:
            yield from atoms_in(part)


def holds(value: Fraction, sign: str, number: Fraction) -> bool:
    """Tell whether a value is less than, at most or equal to a number, as a sign says."""
    if sign == "=":
        return value == number
    return value < number if sign == "<" else value <= number


def value_of(formula: Formula, chosen: Witness) -> bool | None:
    """Tell whether a formula holds where some dimensions are chosen; nothing where that is open."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Atom):
        one = chosen.get(formula.dimension)
        return None if one is None else holds(one.sample, formula.sign, formula.number)
    if formula[0] == "not":
        found = value_of(formula[1][0], chosen)
        return None if found is None else not found
    found_all = True
    for part in formula[1]:
        truth = value_of(part, chosen)
        if truth is False:
            return False
        found_all = found_all and truth is True
    return True if found_all else None
