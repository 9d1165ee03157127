"""What is kept of one battle: how it ended, what was lost when and by which rule, and the points at its end.

Everything is plain and can be sent to another process. Rules and fields are named by their addresses, sides and things
by their names in the scenario.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Result = Literal["won", "drawn", "failed"]
"""Somebody won; nobody did; the rules or a script went wrong."""


@dataclass(frozen=True, slots=True)
class Doing:
    """The rules in progress: the phase or step, and the rules and rows in it, outermost first."""

    phase: str
    within: tuple[str, ...]

    @property
    def rule(self) -> str:
        """Give the address of the innermost."""
        return self.within[-1] if self.within else self.phase


@dataclass(frozen=True, slots=True)
class LastChange:
    """The change that led to a loss: the field of the thing, and its cause."""

    field: str
    by: Doing


@dataclass(frozen=True, slots=True)
class Loss:
    """A thing of a side that is no longer there: since which turn, and how that came about.

    `field` is the field that says so; empty where the thing was removed. `by` ends with the rule that took it away. The
    rule or phase that called this one decided it: `after` is the last change before it of any field of the thing that
    the decision looks at (none: it looks at none that had changed).
    """

    side: str
    thing: str
    turn: int
    field: str
    by: Doing
    after: LastChange | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """What a definition that the rules name the winner by gives for a side at the end."""

    side: str
    of: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Outcome:
    """One battle.

    `number` is its number in the series, counted from 1, and `seed` the seed of its dice and bots: `play` with that
    seed is the same battle. `turn` is the last turn, `ending` the rule that ended it (empty: its turns were over) and
    `reason` the words that it said. `entries` counts dice and decisions. `strength` has for each side how many things
    it had at the start that can be lost. Where the battle `failed`, `fault` says why.
    """

    number: int
    seed: int
    result: Result
    winner: str | None
    turn: int
    ending: str
    reason: str
    entries: int
    strength: tuple[tuple[str, int], ...] = ()
    losses: tuple[Loss, ...] = ()
    points: tuple[Points, ...] = ()
    fault: str = ""


def decisive(outcome: Outcome) -> Loss | None:
    """Give the loss since which the winner had, to the end, a larger part of its things left than any other side.

    Nothing where nobody won, or where the winner did not lead at the end.
    """
    total = {side: count for side, count in outcome.strength if count}
    if outcome.winner not in total:
        return None
    lost = dict.fromkeys(total, 0)
    since: Loss | None = None
    for loss in outcome.losses:
        lost[loss.side] += 1
        left = {side: Fraction(total[side] - lost[side], total[side]) for side in total}
        leads = all(left[outcome.winner] > share for side, share in left.items() if side != outcome.winner)
        if not leads:
            since = None
        elif since is None:
            since = loss
    return since
