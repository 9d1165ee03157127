"""How far what was sampled may lie from the true chance.

In: how often something came up in how many plays. Out: the interval after Wilson (1927), without binary fractions.
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
    (Fraction(81, 200), Fraction(119, 200))
    """
    share, of = Fraction(count, times), Z * Z / times
    middle = (share + of / 2) / (1 + of)
    half = root(share * (1 - share) / times + of / times / 4) * Z / (1 + of)
    return rounded(middle - half), rounded(middle + half)


def root(square: Fraction) -> Fraction:
    """Give the square root of a share, to twelve decimals."""
    return Fraction(isqrt(square.numerator * FINE * FINE // square.denominator), FINE)


def rounded(share: Fraction) -> Fraction:
    """Give a share in whole hundredths of a percent."""
    return Fraction(round(share * PLACES), PLACES)
