"""What came of tuning a number: the value, what was tried, what prevents more, and effect on other questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from quarterdeck.analysis.diff.differences import NoAnswer
from quarterdeck.analysis.scaffold.amending import AmendmentDraft
from quarterdeck.analysis.tuning.goals import Relation, TuningGoal
from quarterdeck.base.plain_data import DataRecord, PrintedNumber
from quarterdeck.base.text import PlaceData

Verdict = Literal["met", "missed", "open"]
"""The goal is met; no value meets it; too few battles were fought to tell."""


@dataclass(frozen=True)
class ShareWithin:
    """The 95 % interval of an outcome, over that number of battles."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class ValueTried(DataRecord):
    """A value of the number with its outcome, exact or over that many `battles`; or the reason why there is none."""

    value: PrintedNumber
    outcome: Fraction | None
    interval: ShareWithin | None = None
    battles: int = 0
    refused: str | None = None


@dataclass(frozen=True)
class ColumnMovedElsewhere:
    """A value of another question before and after: its mean, or its chance, or neither.

    `distance` is the part of all cases that turns out otherwise.
    """

    title: str
    before: Fraction | None
    after: Fraction | None
    is_share: bool
    distance: Fraction


@dataclass(frozen=True)
class QuestionMovedElsewhere:
    """Another standard question affected by the value, with its shifts, or the reason why they are unknown."""

    question: str
    title: str
    of: str
    columns: tuple[ColumnMovedElsewhere, ...]
    unanswered: NoAnswer | None = None

    @property
    def distance(self) -> Fraction:
        """Give the largest part of all cases that turns out otherwise."""
        return max((column.distance for column in self.columns), default=Fraction())


@dataclass(frozen=True)
class Tuned(DataRecord):
    """The value of a number that comes closest to a goal, and its effect on other questions.

    `of` is the rule or the scenario. `chosen` and `today` are the value that was found and that of today. `prevents`
    says what keeps a goal from being met. `elsewhere` are the questions that the value moves, `still` is how many stay
    as they are. `decided` is who decides the number here in the place of the rules. `written` is the amendment, where
    one was written. `battles` is how many were fought in all, `kept` the file that holds them.
    """

    game: str
    of: str
    number: str
    address: str
    goal: str
    relation: Relation
    target: Fraction
    within: Fraction
    is_share: bool
    verdict: Verdict
    today: ValueTried
    chosen: ValueTried | None
    tried: tuple[ValueTried, ...]
    prevents: tuple[str, ...]
    elsewhere: tuple[QuestionMovedElsewhere, ...] = ()
    still: int = 0
    battles: int = 0
    kept: str | None = None
    written: AmendmentDraft | None = None
    place: PlaceData = field(kw_only=True)
    decided: str | None = None

    def misses(self, outcome: Fraction) -> Fraction:
        """Give by how much an outcome misses the goal."""
        return TuningGoal(self.goal, self.relation, self.target, self.within).misses(outcome)
