"""Powers and roots exactly, in whole numbers: the same on every machine, with no binary float between.

In: ratios as two whole numbers, exponents as two whole numbers. Out: whole numbers of steps.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache


def root_below(number: int, degree: int) -> int:
    """Give the largest whole number whose power of a degree is no more than a number that is not below zero.

    >>> root_below(26, 3), root_below(27, 3), root_below(10**40, 40), root_below(0, 7)
    (2, 3, 10, 0)
    """
    if number < 2 or degree == 1:
        return number
    found = 1 << -(-number.bit_length() // degree)  # at least the root: from there it only goes down
    while True:
        lower = ((degree - 1) * found + number // found ** (degree - 1)) // degree
        if lower >= found:
            return found
        found = lower


@lru_cache(maxsize=1 << 14)
def rounded_power(top: int, below: int, power: int, degree: int, step: int, how: str) -> int:
    """Give the power of a ratio to an exponent, `power` divided by `degree`, rounded to so many steps of 1/`step`.

    The ratio is not below zero, and what stands below its line is above zero. `how` is down, up or nearest (halves up).

    >>> [rounded_power(2, 1, 1, 2, 100, how) for how in ("down", "up", "nearest")]
    [141, 142, 141]
    >>> [rounded_power(9, 4, 3, 2, 10, how) for how in ("down", "up", "nearest")]
    [33, 34, 34]
    """
    return _ROUNDED[how](top**power, below**power, degree, step)


def _down(top: int, below: int, degree: int, step: int) -> int:
    return root_below(top * step**degree // below, degree)


def _up(top: int, below: int, degree: int, step: int) -> int:
    found = _down(top, below, degree, step)
    return found + int(found**degree * below < top * step**degree)


def _nearest(top: int, below: int, degree: int, step: int) -> int:
    return (_down(top, below, degree, 2 * step) + 1) // 2


_ROUNDED: dict[str, Callable[[int, int, int, int], int]] = {"down": _down, "up": _up, "nearest": _nearest}
