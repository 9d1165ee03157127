"""The types of values, of the differential test's own syntax."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.differential.areas import AreaMap
from tests.differential.boards import Board

STEPS = {"whole": 1, "halves": 2, "tenths": 10, "hundredths": 100, "thousandths": 1000}


@dataclass(frozen=True)
class NumberType:
    """A number with its range, or none if `optional`; `step` is a key of `STEPS`, or `ratio` for any fraction."""

    low: Fraction
    high: Fraction
    step: str = "whole"
    optional: bool = False


@dataclass(frozen=True)
class TruthType:
    """What is yes or no."""


@dataclass(frozen=True)
class EnumType:
    """A member of an enum, by the name of the enum."""

    name: str


@dataclass(frozen=True)
class ThingType:
    """A thing of a kind, or none where `optional`."""

    kind: str
    optional: bool = False


@dataclass(frozen=True)
class PlaceType:
    """A space of a board or an area of a map, or none where `optional`."""

    board: Board | AreaMap
    optional: bool = False


@dataclass(frozen=True)
class ListType:
    """A list of what `item` says; `capacity` counts in a field only."""

    item: Type
    capacity: int = 4


@dataclass(frozen=True)
class DeckType:
    """A deck of an enum's members, with what it holds at the start; a field, and nothing else.

    `capacity` says how many of a sort it may hold, `peek` how many of the topmost may be known, and `seen_by` who may
    look into it: everybody where that is empty.
    """

    enum: str
    holds: tuple[tuple[str, int], ...] = ()
    capacity: int = 4
    peek: int = 0
    seen_by: str = ""


Type = NumberType | TruthType | EnumType | ThingType | PlaceType | ListType | DeckType
