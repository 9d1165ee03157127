"""The types of happenings as plain data, as `try`, `why` and `replay` print them."""

from __future__ import annotations

from typing import Literal, TypedDict

from quarterdeck.base.plain_data import Count, FromOne, PlainNumber
from quarterdeck.engine.run.plain_values import Plain, PlainValues


class ModifierData(TypedDict):
    """A modifier of a roll, and by how much it changed the total."""

    of: str
    by: PlainNumber
    applied: bool


class AnyHappeningData(TypedDict):
    """What is said of every happening."""

    number: Count
    happened: Literal[
        "called", "rolled", "drawn", "rolled_off", "row", "changed", "chosen", "refused", "told", "phase", "finished"
    ]
    of: str
    depth: Count
    text: str


class HappeningData(AnyHappeningData, total=False):
    """Something that happened; `number` says how many dice and decisions had come in by then."""

    time: FromOne
    given: PlainValues
    faces: list[int]
    natural: int
    total: PlainNumber
    success: bool | None
    modifiers: list[ModifierData]
    drawn: Plain
    totals: dict[str, int]
    table: str
    keys: PlainValues
    thing: str
    field: str | None
    place: FromOne
    before: Plain
    after: Plain
    size_before: Count | None
    size_after: Count
    by: str
    answer: Plain
    reason: str
    turn: int
    result: Plain
