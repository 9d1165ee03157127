"""Fear God and Dread Nought in fractions, written from the text of its rules and their rulings, to compare odds with.

Nothing here knows the interpreter or the encoded ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

Chances = dict[tuple[int, ...], Fraction]

# 8.2, reduction table: dice of percent that come off (negative) or go on, by the roll, for each level
LEVELS = ("minor", "major", "severe", "overwhelmed")
REDUCTION = {
    "minor": (-2, -2, -2, -1, -1, -1, 0, 0, 1, 1),
    "major": (-2, -2, -1, -1, -1, 0, 0, 1, 1, 1),
    "severe": (-2, -1, -1, -1, 0, 0, 1, 1, 1, 2),
    "overwhelmed": (-1, -1, -1, 0, 0, 1, 1, 1, 2, 2),
}
UPPER_LIMITS = {"A": (10, 15, 17), "B": (10, 15, 17), "C": (8, 12, 14), "D": (8, 12, 14), "E": (6, 10, 12)}


def of_age(year: int) -> int:
    """Give what the year of service takes off the limits, or adds to them."""
    for last, change in ((1907, -2), (1924, -1), (1941, 0), (1959, 1)):
        if year <= last:
            return change
    return 2


def level(size: str, year: int, percent: int) -> str:
    """Give the level of a total of percent."""
    for name, limit in zip(LEVELS, UPPER_LIMITS[size], strict=False):
        if percent <= limit + of_age(year):
            return name
    return "overwhelmed"


def dice(count: int) -> Iterator[tuple[int, Fraction]]:
    """Give the totals of six-sided dice, one by one, with their chances."""
    for faces in product(range(1, 7), repeat=count):
        yield sum(faces), Fraction(1, 6**count)


def reduction(
    size: str, year: int, fought: tuple[int, ...], others: int, row: Callable[[int], int] = lambda face: face
) -> Chances:
    """Give what is left of several fires, the oldest first, after one try to bring them down (ruling F18)."""
    found: Chances = {}
    at = level(size, year, sum(fought) + others)
    for face in range(1, 11):
        change = REDUCTION[at][row(face) - 1]
        for total, chance in dice(abs(change)):
            left = list(fought)
            if change > 0:
                left[0] = min(100, left[0] + total)
            else:
                rest = total
                for place, percent in enumerate(left):
                    gone = min(percent, rest)
                    left[place] -= gone
                    rest -= gone
            key = tuple(left)
            found[key] = found.get(key, Fraction(0)) + Fraction(1, 10) * chance
    return found


def drilled(face: int) -> int:
    """Give the row of the reduction table for a well-trained crew: one better, but a ten is always a ten (F17)."""
    return 10 if face == 10 else max(1, face - 1)


def fed(by: int) -> Callable[[int], int]:
    """Give the row for fires that something feeds."""
    return lambda face: min(10, face + by)
