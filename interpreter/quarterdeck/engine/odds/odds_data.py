"""The types of odds as plain data, as `odds` prints them: columns, rows and intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from quarterdeck.base.plain_data import Count, FractionData, FromOne, Limit, PlainNumber
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


class OddsData(TypedDict):
    """Outcomes with their weights over one denominator, the likeliest first.

    `sampled` is how many plays were made, 0 where all was counted.
    """

    columns: Annotated[list[ColumnData], Limit("minItems", 1)]
    below: FromOne
    visits: Count
    sampled: Count
    rows: list[RowData]
