"""How a chance is printed in percent, by every command that prints chances."""

from __future__ import annotations

from fractions import Fraction

LEAST = Fraction(1, 10_000)
"""What is less, and can happen all the same, is not printed as nothing."""


def percent(chance: Fraction, exact: bool = False) -> str:
    """Give a chance in percent to two digits, with the fraction itself where that is wanted.

    >>> percent(Fraction(1, 8)), percent(Fraction()), percent(Fraction(1, 400_000))
    ('12.50%', '0.00%', 'under 0.01%')
    """
    text = "under 0.01%" if 0 < chance < LEAST else f"{float(chance):.2%}"
    return f"{text} ({chance})" if exact and 0 < chance < 1 else text
