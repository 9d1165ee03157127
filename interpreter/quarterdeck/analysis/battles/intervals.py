"""How far what a series shows may lie from the truth: intervals of 95 %, without binary fractions.

In: counts, or whole numbers. Out: exact fractions, each end rounded to four decimals. A share has the interval of
Wilson (1927); the difference of two shares of the same pairs that of Newcombe (1998), who joins the intervals of both
by how the pairs hang together; a mean, and the mean of differences, lies within so many standard errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from quarterdeck.engine.odds.sampling import FINE, Z, interval, root, rounded, wilson


@dataclass(frozen=True)
class Interval:
    """The 95 % interval of a value."""

    low: Fraction
    high: Fraction

    @property
    def width(self) -> Fraction:
        """Give how wide it is."""
        return self.high - self.low


@dataclass(frozen=True)
class Pairs:
    """How many pairs came out how: in both, in the first alone, in the second alone, in none."""

    in_both: int
    in_first: int
    in_second: int
    in_none: int

    @property
    def count(self) -> int:
        """Give how many pairs there are."""
        return self.in_both + self.in_first + self.in_second + self.in_none

    @property
    def shares(self) -> tuple[Fraction, Fraction]:
        """Give the share of the first and of the second."""
        return Fraction(self.in_both + self.in_first, self.count), Fraction(self.in_both + self.in_second, self.count)


def share_within(count: int, times: int) -> Interval:
    """Give where the true share lies, by Wilson.

    >>> share_within(50, 100)
    Interval(low=Fraction(2019, 5000), high=Fraction(2981, 5000))
    """
    return Interval(*interval(count, times))


def difference_within(pairs: Pairs) -> Interval:
    """Give where the second share less the first lies, by Newcombe's method for pairs (his tenth)."""
    one, other = pairs.shares
    return _joined((one, pairs.count), (other, pairs.count), _hanging_together(pairs))


def difference_of_strangers(one: tuple[int, int], other: tuple[int, int]) -> Interval:
    """Give where the second share less the first lies if neither has to do with the other, by Newcombe (his tenth).

    Each is a count and of how many.
    """
    first, second = ((Fraction(count, times), times) for count, times in (one, other))
    return _joined(first, second, Fraction(0))


def _joined(one: tuple[Fraction, int], other: tuple[Fraction, int], together: Fraction) -> Interval:
    """Join the intervals of two shares: square, add, and take away twice what hangs together."""
    (share_one, _), (share, _) = one, other
    (low_one, high_one), (low, high) = wilson(*one), wilson(*other)
    down = _root_of_sum(share - low, high_one - share_one, together)
    up = _root_of_sum(high - share, share_one - low_one, together)
    return Interval(rounded(share - share_one - down), rounded(share - share_one + up))


def _root_of_sum(one: Fraction, other: Fraction, together: Fraction) -> Fraction:
    return root(max(Fraction(0), one * one - 2 * together * one * other + other * other))


def _hanging_together(pairs: Pairs) -> Fraction:
    """Give the coefficient phi of the pairs, corrected as Newcombe does where it is above zero."""
    below = (pairs.in_both + pairs.in_first) * (pairs.in_second + pairs.in_none)
    below *= (pairs.in_both + pairs.in_second) * (pairs.in_first + pairs.in_none)
    if not below:
        return Fraction(0)
    above = Fraction(pairs.in_both * pairs.in_none - pairs.in_first * pairs.in_second)
    if above > 0:
        above = max(above - Fraction(pairs.count, 2), Fraction(0))
    return above * FINE / isqrt(below * FINE * FINE)


def mean(values: Sequence[int | Fraction]) -> Fraction:
    """Give the mean of some values; there is at least one."""
    return Fraction(sum(values)) / len(values)


def mean_within(values: Sequence[int | Fraction]) -> Interval:
    """Give where the true mean lies: so many standard errors to both sides; of one value nothing more is known."""
    middle = mean(values)
    return _around(middle, _squared_error(values))


def difference_of_means_of_strangers(one: Sequence[int], other: Sequence[int]) -> Interval:
    """Give where the second mean less the first would lie if no battle of one had to do with one of the other."""
    return _around(mean(other) - mean(one), _squared_error(one) + _squared_error(other))


def _around(middle: Fraction, squared_error: Fraction) -> Interval:
    half = Z * root(squared_error)
    return Interval(rounded(middle - half), rounded(middle + half))


def _squared_error(values: Sequence[int | Fraction]) -> Fraction:
    if len(values) < 2:
        return Fraction(0)
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / Fraction((len(values) - 1) * len(values))


def quartile(values: Sequence[int], quarters: int) -> int:
    """Give the least value that so many quarters of all values do not exceed; 2 quarters give the median.

    >>> [quartile([1, 2, 3, 4, 10], quarters) for quarters in range(5)]
    [1, 2, 3, 4, 10]
    """
    ordered = sorted(values)
    return ordered[max(0, -(-quarters * len(ordered) // 4) - 1)]
