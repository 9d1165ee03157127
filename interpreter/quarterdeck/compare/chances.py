"""How far two answers of the odds differ.

In: exact `Odds` of one question before and after. Out: outcomes with both chances, and the distance of the two: the
part of all cases that would have to turn out otherwise to make one of the other (half the sum of all differences).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.odds.question import Odds


@dataclass(frozen=True)
class OutcomeShift:
    """One outcome in words, with its chance before and after."""

    words: tuple[str, ...]
    before: Fraction
    after: Fraction

    @property
    def difference(self) -> Fraction:
        """Give by how much it became likelier."""
        return self.after - self.before


@dataclass(frozen=True)
class Shift:
    """What one thing that is shown was, and became: its titles, and the outcomes, the largest difference first."""

    titles: tuple[str, ...]
    outcomes: tuple[OutcomeShift, ...]

    @property
    def distance(self) -> Fraction:
        """Give the total variation distance: 0 where nothing changed, 1 where nothing is as before."""
        return sum((abs(outcome.difference) for outcome in self.outcomes), Fraction()) / 2


def shift_between(before: Odds, after: Odds) -> Shift:
    """Give how the chances of every outcome shifted."""
    chances = [_chances(odds) for odds in (before, after)]
    nothing = Fraction()
    found = [
        OutcomeShift(words, chances[0].get(words, nothing), chances[1].get(words, nothing))
        for words in dict.fromkeys((*chances[0], *chances[1]))
    ]
    found.sort(key=lambda outcome: (-abs(outcome.difference), -outcome.before))
    return Shift(after.titles, tuple(found))


def _chances(odds: Odds) -> Mapping[tuple[str, ...], Fraction]:
    return {words: Fraction(weight, odds.below) for words, weight in odds.rows}


def shifts_between(before: Sequence[Odds], after: Sequence[Odds], unchanged: str) -> list[Shift]:
    """Give the shifts of several things shown, paired by their titles, the largest first.

    What one side does not show does not change there: its one outcome is `unchanged`.
    """
    known = [{odds.titles: odds for odds in given} for given in (before, after)]
    found = []
    for titles in dict.fromkeys((*known[0], *known[1])):
        pair = [side.get(titles) or _certain(titles, unchanged) for side in known]
        found.append(shift_between(*pair))
    return sorted(found, key=lambda shift: -shift.distance)


def _certain(titles: tuple[str, ...], words: str) -> Odds:
    return Odds("", titles, (((words,) * len(titles), 1),), 1, 0)
