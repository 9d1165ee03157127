"""What is wanted of an outcome: `chance(target.wet) = 30%`, `mean(target.wet) >= 1.5`, `win(hosts) = 50%`.

In: a goal as somebody writes it. Out: a `TuningGoal`, which tells of any number how far it misses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, cast

from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError

Relation = Literal["=", ">=", "<="]
GOAL = re.compile(r"(?P<of>.*?\S)\s*(?P<relation>>=|<=|=)\s*(?P<amount>-?[\d._/]+)\s*(?P<percent>%?)\s*", re.DOTALL)
AMOUNT = re.compile(r"\s*(?P<amount>[\d._/]+)\s*(?P<percent>%?)\s*")
NEAR_SHARE = Fraction(1, 50)
NEAR_PART = Fraction(1, 50)
"""A chance is as wanted within so much, a mean within such a part of what is wanted, unless somebody says otherwise."""
COARSER = Fraction(5, 2)
"""Of battles so many times as much will do: they are never exact."""


class GoalError(UserError):
    """A goal is invalid; the argument is the message for the user."""


@dataclass(frozen=True)
class TuningGoal:
    """An outcome as it is written, what it is to come to, and how near is near enough."""

    of: str
    relation: Relation
    target: Fraction
    within: Fraction = Fraction()

    def misses(self, number: Fraction) -> Fraction:
        """Give by how much a number misses what is wanted: nothing where it is more, and more will do."""
        if (self.relation == ">=" and number >= self.target) or (self.relation == "<=" and number <= self.target):
            return Fraction()
        return abs(number - self.target)

    def is_met(self, number: Fraction) -> bool:
        """Tell whether a number is as wanted, or near enough."""
        return self.misses(number) <= self.within

    @property
    def low(self) -> Fraction | None:
        """Give the least that is near enough; nothing where less will always do."""
        return None if self.relation == "<=" else self.target - self.within

    @property
    def high(self) -> Fraction | None:
        """Give the most that is near enough; nothing where more will always do."""
        return None if self.relation == ">=" else self.target + self.within


def goal_from(said: str, within: str) -> TuningGoal:
    """Read a goal and how near is near enough; without that it is left open.

    Raises:
        GoalError: it is no goal.
    """
    match = GOAL.fullmatch(said.strip())
    number = read_amount(match["amount"], match["percent"]) if match else None
    if match is None or number is None:
        raise GoalError(f"`{said}` is not a goal: write `OUTCOME = NUMBER`, as `chance(target.wet) = 30%`")
    near = Fraction(-1)
    if within:
        found = AMOUNT.fullmatch(within)
        given = read_amount(found["amount"], found["percent"]) if found else None
        if given is None:
            raise GoalError(f"--within {within}: write a number, as `2%` or `0.1`")
        near = given
    return TuningGoal(match["of"], cast("Relation", match["relation"]), number, near)


def read_amount(text: str, percent: str) -> Fraction | None:
    """Read a number, or a percentage; nothing where it is none."""
    number = decimals.read(text)
    return number / 100 if number is not None and percent else number


def with_nearness(goal: TuningGoal, *, is_share: bool, is_exact: bool = True) -> TuningGoal:
    """Give a goal with how near is near enough, where nobody has said it.

    Raises:
        GoalError: it is no chance that there can be.
    """
    if is_share and not 0 <= goal.target <= 1:
        raise GoalError(f"a chance is between 0 and 1, so {goal.of} is never {decimals.shown(goal.target)}")
    if goal.within >= 0:
        return goal
    near = NEAR_SHARE if is_share else abs(goal.target) * NEAR_PART
    near = near if is_exact else near * COARSER
    return TuningGoal(goal.of, goal.relation, goal.target, near if goal.relation == "=" else Fraction())
