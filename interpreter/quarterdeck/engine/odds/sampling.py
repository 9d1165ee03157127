"""How far what was sampled may lie from the true chance.

In: how often something came up in how many plays. Out: the interval after Wilson (1927), without binary fractions. A
quartile lies between two of the values that were sampled, with chances that the binomial distribution gives exactly.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

PLACES = 10**4
"""The ends of an interval are said in parts of this: hundredths of a percent."""
FINE = 10**12
Z = Fraction(1_959_964, 10**6)
"""Of so many standard deviations to both sides a normal distribution holds 95 of 100."""


def interval(count: int, times: int) -> tuple[Fraction, Fraction]:
    """Give from where to where the true chance lies in 95 of 100 samples, each end rounded to four decimals.

    >>> interval(50, 100)
    (Fraction(2019, 5000), Fraction(2981, 5000))
    """
    low, high = wilson(Fraction(count, times), times)
    return rounded(low), rounded(high)


def wilson(share: Fraction, times: int) -> tuple[Fraction, Fraction]:
    """Give the ends of that interval for a share of so many plays, as exactly as roots are."""
    of = Z * Z / times
    middle = (share + of / 2) / (1 + of)
    half = root(share * (1 - share) / times + of / times / 4) * Z / (1 + of)
    return middle - half, middle + half


def ranks_of(times: int, quarters: int) -> tuple[int, int, int]:
    """Give which values of a sample, in their order from 0, are around a quartile: the low end, itself, the high end.

    In at least 95 of 100 samples the true quartile lies between the ends, whatever the distribution; -1 and `times`
    stand for ends that so few values cannot give.

    >>> ranks_of(200, 2), ranks_of(20, 1), ranks_of(3, 2)
    ((85, 99, 114), (1, 4, 9), (-1, 1, 3))
    """
    rest = Fraction(25, 1000) * 4**times
    below, weight, low, high = 0, (4 - quarters) ** times, -1, times
    for count in range(times + 1):  # `below` of 4 to the power of `times`: fewer than `count` values lie under it
        if below <= rest:
            low = count - 1
        if 4**times - below - weight <= rest:
            high = min(high, count)
        below += weight
        weight = weight * (times - count) * quarters // ((count + 1) * (4 - quarters))
    return low, max(0, -(-quarters * times // 4) - 1), high


def root(square: Fraction) -> Fraction:
    """Give the square root of a share, to twelve decimals."""
    return Fraction(isqrt(square.numerator * FINE * FINE // square.denominator), FINE)


def rounded(share: Fraction) -> Fraction:
    """Give a share in whole hundredths of a percent."""
    return Fraction(round(share * PLACES), PLACES)
