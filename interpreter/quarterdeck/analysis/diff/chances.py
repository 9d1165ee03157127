"""How far two answers of the odds differ.

In: exact `Odds` of one question before and after. Out: outcomes with both chances, and the distance of the two: the
part of all cases that would have to turn out otherwise to make one of the other (half the sum of all differences).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from quarterdeck.base.plain_data import UNPRINTED
from quarterdeck.engine.odds.changes import ShownCell
from quarterdeck.engine.odds.odds_data import ColumnData
from quarterdeck.engine.odds.odds_questions import Odds, columns_as_data
from quarterdeck.language.declarations.types import Type

Key = tuple[tuple[str, ...], str]
"""By what an outcome of one side is known on the other: its words and its values."""


@dataclass(frozen=True)
class OutcomeMoved:
    """An outcome with its chance before and after: the values of the columns, and their words."""

    values: tuple[ShownCell, ...]
    text: tuple[str, ...]
    before: Fraction
    after: Fraction
    difference: Fraction


@dataclass(frozen=True)
class ShownMoved:
    """A shown value before and after: its columns and outcomes, the largest difference first.

    `distance` is the part of all cases that would have to turn out otherwise to make one of the other, from 0 to 1.
    """

    columns: tuple[ColumnData, ...]
    distance: Fraction
    outcomes: tuple[OutcomeMoved, ...]
    kinds: tuple[Type | None, ...] = field(default=(), metadata=UNPRINTED)


def shift_between(before: Odds, after: Odds) -> ShownMoved:
    """Give how the chances of every outcome shifted."""
    chances = [_chances(odds) for odds in (before, after)]
    found = []
    for key, (words, values) in (_outcomes(before) | _outcomes(after)).items():
        was, now = (known.get(key, Fraction()) for known in chances)
        found.append(OutcomeMoved(values, words, was, now, now - was))
    found.sort(key=lambda outcome: (-abs(outcome.difference), -outcome.before))
    distance = sum((abs(outcome.difference) for outcome in found), Fraction()) / 2
    return ShownMoved(tuple(columns_as_data(after.titles, after.kinds)), distance, tuple(found), after.kinds)


def _key(words: tuple[str, ...], values: tuple[ShownCell, ...]) -> Key:
    return words, repr(values)


def _chances(odds: Odds) -> Mapping[Key, Fraction]:
    found: dict[Key, int] = {}
    for (words, weight), values in zip(odds.rows, odds.values, strict=True):
        key = _key(words, values)
        found[key] = found.get(key, 0) + weight
    return {key: Fraction(weight, odds.below) for key, weight in found.items()}


def _outcomes(odds: Odds) -> dict[Key, tuple[tuple[str, ...], tuple[ShownCell, ...]]]:
    return {_key(words, values): (words, values) for (words, _), values in zip(odds.rows, odds.values, strict=True)}


def shifts_between(before: Sequence[Odds], after: Sequence[Odds], unchanged: str) -> list[ShownMoved]:
    """Give the shifts of several things shown, paired by their titles, the largest first.

    What one side does not show does not change there: its one outcome is `unchanged`, which is no change as data.
    """
    known = [{odds.titles: odds for odds in given} for given in (before, after)]
    found = []
    for titles in dict.fromkeys((*known[0], *known[1])):
        there = known[0].get(titles) or known[1][titles]
        pair = [side.get(titles) or _certain(there, unchanged) for side in known]
        found.append(shift_between(*pair))
    return sorted(found, key=lambda shift: -shift.distance)


def _certain(there: Odds, words: str) -> Odds:
    """Give odds of which nothing is left to chance, with the columns of others."""
    values: tuple[ShownCell, ...] = tuple([] if kind is None else None for kind in there.kinds)
    row = ((words,) * len(there.titles), 1)
    return Odds("", there.titles, (row,), 1, 0, kinds=there.kinds, values=(values,))
