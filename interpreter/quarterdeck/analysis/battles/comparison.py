"""Two contests on the same dice: how far who wins, how long it takes and what is lost differ, pair by pair.

In: the outcomes of both, and the sides. Out: a `Comparison` with intervals of 95 %. A pair are the two battles of one
number: they begin with the same seed, and a die hangs on its seed, turn, rule and things, so that what neither the
rules nor what came before made otherwise falls alike. Beside each interval stands the one that the same shares would
have if the battles of a pair had nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.analysis.battles.battle_record import Outcome
from quarterdeck.analysis.battles.intervals import (
    Interval,
    Pairs,
    difference_of_means_of_strangers,
    difference_of_strangers,
    difference_within,
    mean,
    mean_within,
)
from quarterdeck.base.plain_data import Count


@dataclass(frozen=True)
class SharesCompared:
    """A share in both contests, and their difference; `first_alone` and `second_alone` count pairs."""

    before: Fraction
    after: Fraction
    difference: Fraction
    interval: Interval
    apart: Interval
    first_alone: Count
    second_alone: Count

    @property
    def is_sure(self) -> bool:
        """Tell whether the interval holds no 0: then the two do differ, as far as 95 of 100 say so."""
        return self.interval.low > 0 or self.interval.high < 0


@dataclass(frozen=True)
class WinsCompared:
    """The wins of a side, or of nobody, before and after."""

    side: str | None
    title: str
    won: SharesCompared


@dataclass(frozen=True)
class LossCompared:
    """The number of losses of a thing of a side, before and after."""

    side: str
    thing: str
    lost: SharesCompared


@dataclass(frozen=True)
class MeansCompared:
    """The mean number of turns in both contests, and their difference."""

    before: Fraction
    after: Fraction
    difference: Fraction
    interval: Interval
    apart: Interval


@dataclass(frozen=True)
class Comparison:
    """The differences over all completed pairs of battles; `same` counts the pairs with equal results."""

    pairs: Count
    same: Count
    wins: tuple[WinsCompared, ...]
    turns: MeansCompared | None
    losses: tuple[LossCompared, ...]


def compared(one: Sequence[Outcome], other: Sequence[Outcome], titles: Mapping[str, str]) -> Comparison:
    """Compare two contests; `titles` are the sides of both with what players call them."""
    second = {outcome.number: outcome for outcome in other if outcome.result != "failed"}
    pairs = [(a, second[a.number]) for a in one if a.result != "failed" and a.number in second]
    if not pairs:
        return Comparison(0, 0, (), None, ())
    sides: list[tuple[str | None, str]] = [*titles.items(), (None, "nobody")]
    return Comparison(
        len(pairs),
        sum(how_it_ended(a) == how_it_ended(b) for a, b in pairs),
        tuple(
            WinsCompared(side, title, of_pairs([(a.winner == side, b.winner == side) for a, b in pairs]))
            for side, title in sides
        ),
        of_numbers([a.turn for a, _ in pairs], [b.turn for _, b in pairs]),
        tuple(losses(pairs, titles)),
    )


def how_it_ended(outcome: Outcome) -> tuple[object, ...]:
    """Give all of an outcome but by which rule things were lost, which another ruleset may have under another name."""
    lost = tuple((loss.side, loss.thing, loss.turn) for loss in outcome.losses)
    return outcome.winner, outcome.turn, outcome.reason, lost


def of_pairs(pairs: Sequence[tuple[bool, bool]]) -> SharesCompared:
    """Compare how often something is so."""
    counts = Pairs(*(sum(pair == found for pair in pairs) for found in ((1, 1), (1, 0), (0, 1), (0, 0))))
    before, after = counts.shares
    one, other = counts.in_both + counts.in_first, counts.in_both + counts.in_second
    within, apart = difference_within(counts), difference_of_strangers((one, counts.count), (other, counts.count))
    return SharesCompared(before, after, after - before, within, apart, counts.in_first, counts.in_second)


def of_numbers(one: Sequence[int], other: Sequence[int]) -> MeansCompared:
    """Compare the means of numbers."""
    before, after = mean(one), mean(other)
    differences = [b - a for a, b in zip(one, other, strict=True)]
    apart = difference_of_means_of_strangers(one, other)
    return MeansCompared(before, after, after - before, mean_within(differences), apart)


def losses(pairs: Sequence[tuple[Outcome, Outcome]], titles: Mapping[str, str]) -> list[LossCompared]:
    """Compare how often each thing was lost, what differs most first."""
    known = [[{(loss.side, loss.thing) for loss in outcome.losses} for outcome in pair] for pair in pairs]
    things = sorted({thing for both in known for lost in both for thing in lost})
    order = list(titles)
    found = [LossCompared(*thing, of_pairs([(thing in a, thing in b) for a, b in known])) for thing in things]
    return sorted(found, key=lambda one: (-abs(one.lost.difference), order.index(one.side), one.thing))
