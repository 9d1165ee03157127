"""The types of odds as plain data, as `odds` prints them: columns, rows, intervals, and who decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypedDict

from quarterdeck.base.plain_data import Count, FractionData, FromOne, Limit, PlainNumber, fraction
from quarterdeck.engine.odds.changes import ShownCell
from quarterdeck.engine.run.plain_values import TypeData


class ColumnData(TypedDict):
    """One thing that is shown, and the type of its values."""

    title: str
    type: TypeData


class IntervalData(TypedDict):
    """An interval that holds the true chance in 95 of 100 samples."""

    low: PlainNumber
    high: PlainNumber


class RowData(TypedDict):
    """An outcome: its values by column, their words, and its chance."""

    values: Sequence[ShownCell]
    text: list[str]
    weight: FromOne
    chance: FractionData
    interval: IntervalData | None


class BestData(TypedDict):
    """The side for which answers are the best, the goal whose mean it maximises, and that mean; all others minimise it.

    Of a condition the mean is its chance. The side is null where nobody had to decide.
    """

    side: str | None
    goal: str
    mean: FractionData


class DecidedData(TypedDict):
    """Who was assumed to decide, and the choices that it decided; `best` is null for all deciders but that one."""

    decider: str
    choices: list[str]
    best: BestData | None


@dataclass(frozen=True)
class DecidedBy:
    """Who was assumed to decide, and the choices that it decided.

    Of the best answers: the side for which they are the best, its `goal`, and the mean of that; of a condition, which
    `is_chance` says, the mean is its chance.
    """

    decider: str
    choices: tuple[str, ...]
    side: str = ""
    goal: str = ""
    mean: Fraction | None = None
    is_chance: bool = False

    def as_json(self) -> DecidedData:
        """Return it as JSON types."""
        best: BestData | None = None
        if self.mean is not None:
            best = {"side": self.side or None, "goal": self.goal, "mean": fraction(self.mean)}
        return {"decider": self.decider, "choices": list(self.choices), "best": best}


class OddsData(TypedDict):
    """Outcomes with their weights over one denominator, the likeliest first.

    `sampled` is how many plays were made, 0 where all was counted. `decided` is null where no decider was named.
    """

    columns: Annotated[list[ColumnData], Limit("minItems", 1)]
    below: FromOne
    visits: Count
    sampled: Count
    decided: DecidedData | None
    rows: list[RowData]
