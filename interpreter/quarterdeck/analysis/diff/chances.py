"""How far two answers of the odds differ.

In: exact `Odds` of one question before and after. Out: outcomes with both chances, and the distance of the two: the
part of all cases that would have to turn out otherwise to make one of the other (half the sum of all differences).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.language.declarations.types import Type

Key = tuple[tuple[str, ...], str]
"""By what an outcome of one side is known on the other: its words and its values."""


@dataclass(frozen=True)
class OutcomeShift:
    """One outcome, in words and as plain data, with its chance before and after."""

    words: tuple[str, ...]
    values: tuple[Plain, ...]
    before: Fraction
    after: Fraction

    @property
    def difference(self) -> Fraction:
        """Give by how much it became likelier."""
        return self.after - self.before


@dataclass(frozen=True)
class Shift:
    """What one thing that is shown was, and became: its titles and types, the outcomes, the largest difference first.

    A type of none is that of changes.
    """

    titles: tuple[str, ...]
    kinds: tuple[Type | None, ...]
    outcomes: tuple[OutcomeShift, ...]

    @property
    def distance(self) -> Fraction:
        """Give the total variation distance: 0 where nothing changed, 1 where nothing is as before."""
        return sum((abs(outcome.difference) for outcome in self.outcomes), Fraction()) / 2


def shift_between(before: Odds, after: Odds) -> Shift:
    """Give how the chances of every outcome shifted."""
    chances = [_chances(odds) for odds in (before, after)]
    outcomes = _outcomes(before) | _outcomes(after)
    nothing = Fraction()
    found = [
        OutcomeShift(*outcome, chances[0].get(key, nothing), chances[1].get(key, nothing))
        for key, outcome in outcomes.items()
    ]
    found.sort(key=lambda outcome: (-abs(outcome.difference), -outcome.before))
    return Shift(after.titles, after.kinds, tuple(found))


def _key(words: tuple[str, ...], values: tuple[Plain, ...]) -> Key:
    return words, repr(values)


def _chances(odds: Odds) -> Mapping[Key, Fraction]:
    found: dict[Key, int] = {}
    for (words, weight), values in zip(odds.rows, odds.values, strict=True):
        key = _key(words, values)
        found[key] = found.get(key, 0) + weight
    return {key: Fraction(weight, odds.below) for key, weight in found.items()}


def _outcomes(odds: Odds) -> dict[Key, tuple[tuple[str, ...], tuple[Plain, ...]]]:
    return {_key(words, values): (words, values) for (words, _), values in zip(odds.rows, odds.values, strict=True)}


def shifts_between(before: Sequence[Odds], after: Sequence[Odds], unchanged: str) -> list[Shift]:
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
    values: tuple[Plain, ...] = tuple([] if kind is None else None for kind in there.kinds)
    row = ((words,) * len(there.titles), 1)
    return Odds("", there.titles, (row,), 1, 0, kinds=there.kinds, values=(values,))
