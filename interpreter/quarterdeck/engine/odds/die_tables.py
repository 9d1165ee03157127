"""Quick-resolution tables: one roll of dice in the place of all that a rule rolls.

In: exact chances of outcomes in their order, one list for each column, and the dice to roll. Out: for each total the
outcome in each column, and how far the chances of the table are from the exact ones.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from quarterdeck.base.bounds import MOST_TOTALS
from quarterdeck.engine.odds.throws import totals_with_ways

Chances = Sequence[tuple[str, Fraction]]
"""Outcomes in their order, each with its chance."""
COMMON = ("d4", "d6", "d8", "d10", "d12", "d20", "d100")
DICE = re.compile(r"([1-9]\d{0,2})?[dD]([1-9]\d{0,4})")


@dataclass(frozen=True)
class DieRow:
    """The totals from `low` to `high`, and what they mean in each column."""

    low: int
    high: int
    outcomes: tuple[str, ...]


@dataclass(frozen=True)
class DieTable:
    """What each total of a roll means.

    `error` is the largest difference between the chance of an outcome in the table and its exact chance. `lost` are
    outcomes that are too unlikely for any total.
    """

    dice: str
    rows: tuple[DieRow, ...]
    error: Fraction
    lost: tuple[str, ...]


def ways_of(dice: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return the totals of dice such as `2d6` with the number of ways to each, and the number of all ways.

    Raises:
        ValueError: it is not dice, or too many.
    """
    match = DICE.fullmatch(dice)
    number, sides = (int(match[1] or 1), int(match[2])) if match is not None else (0, 0)
    if not 1 < number * sides <= MOST_TOTALS:
        raise ValueError(dice)
    return totals_with_ways(number, sides, "sum")


def die_table(dice: str, columns: Sequence[Chances]) -> DieTable:
    """Return the table that comes nearest to the exact chances, outcome after outcome from the lowest total.

    Raises:
        ValueError: it is not dice, or too many.
    """
    ways, below = ways_of(dice)
    totals = [total for total, _ in ways]
    reached = [Fraction(0), *accumulate(Fraction(count, below) for _, count in ways)]
    found, error, lost = [], Fraction(), dict[str, None]()
    for chances in columns:
        cells: list[str] = []
        whole = Fraction()
        for outcome, chance in chances:
            whole += chance
            before = len(cells)
            end = nearest(reached, whole, before)
            cells += [outcome] * (end - before)
            error = max(error, abs(reached[end] - reached[before] - chance))
            if end == before and chance:
                lost[outcome] = None
        found.append(cells)
    rows: list[DieRow] = []
    for total, outcomes in zip(totals, zip(*found, strict=True), strict=True):
        if rows and rows[-1].outcomes == outcomes:
            rows[-1] = DieRow(rows[-1].low, total, outcomes)
        else:
            rows.append(DieRow(total, total, outcomes))
    return DieTable(dice.lower(), tuple(rows), error, tuple(lost))


def exact_dice(columns: Sequence[Chances]) -> str:
    """Return the first of the common dice that give every chance exactly; nothing where none does."""
    return next((dice for dice in COMMON if not die_table(dice, columns).error), "")


def nearest(reached: Sequence[Fraction], wanted: Fraction, first: int) -> int:
    """Return the place, from the first on, of the number that is nearest to the wanted one; numbers rise."""
    place = bisect_left(reached, wanted, first)
    if place == first or (place < len(reached) and reached[place] - wanted < wanted - reached[place - 1]):
        return place
    return place - 1
