"""What a value may be."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from quarterdeck.names import decimals

WHOLE = 1
RATIO = 0
STEPS = {"halves": 2, "tenths": 10, "hundredths": 100, "thousandths": 1000}
MOST = 2**63 - 1


@dataclass(frozen=True)
class Type:
    """Any type."""


@dataclass(frozen=True)
class Unknown(Type):
    """The type of what is already in error: fits everywhere."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(frozen=True)
class Number(Type):
    """Numbers from `low` to `high` in steps of 1/`step` (0: any exact ratio), perhaps with a unit."""

    low: Fraction | int
    high: Fraction | int
    step: int = WHOLE
    unit: str | None = None

    def __str__(self) -> str:
        names = {count: name for name, count in STEPS.items()}
        kind = "" if self.step == WHOLE else f" {names.get(self.step, 'ratio')}"
        return f"{_shown(self.low)}..{_shown(self.high)}{kind}{' ' + self.unit if self.unit else ''}"


def possible(kind: Type) -> str:
    """Say what a value is, or may be, as the end of a sentence."""
    if isinstance(kind, Number) and kind.low == kind.high:
        return f"is {_shown(kind.low)}{' ' + kind.unit if kind.unit else ''}"
    return f"may be {kind}"


def _shown(bound: Fraction | int) -> str:
    return decimals.shown(bound)


@dataclass(frozen=True)
class Truth(Type):
    """Yes or no."""

    def __str__(self) -> str:
        return "boolean"


@dataclass(frozen=True)
class Member(Type):
    """One member of an enum, or none."""

    enum: str
    or_none: bool = False

    def __str__(self) -> str:
        return self.enum + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class Thing(Type):
    """One thing of a kind, or none."""

    kind: str
    or_none: bool = False

    def __str__(self) -> str:
        return self.kind + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class Place(Type):
    """A place on the board, or none."""

    or_none: bool = False


@dataclass(frozen=True)
class Hex(Place):
    """One hex of a board of hexes, or none."""

    def __str__(self) -> str:
        return "hex" + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class Point(Place):
    """One point of a plane, or none."""

    def __str__(self) -> str:
        return "point" + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class Listing(Type):
    """Several values of one type, in an order."""

    item: Type
    capacity: int = 0

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True)
class DiceType(Type):
    """Dice to roll, with the range of their total."""

    low: int
    high: int

    def __str__(self) -> str:
        return "dice"


@dataclass(frozen=True)
class Absent(Type):
    """The type of `none`."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True)
class Outcome(Type):
    """The result of a named roll: its total, and for a check also its successes."""

    total: Number
    natural: Number
    successes: Number | None = None

    def __str__(self) -> str:
        return "roll"


UNKNOWN = Unknown()
TRUTH = Truth()


def may_be_none(kind: Type) -> bool:
    """Tell whether a value of the type may be none."""
    return isinstance(kind, Absent) or bool(getattr(kind, "or_none", False))


def without_none(kind: Type) -> Type:
    """Give the type of the same values, none left out."""
    match kind:
        case Member(enum, True):
            return Member(enum)
        case Thing(name, True):
            return Thing(name)
        case Place(True):
            return type(kind)()
    return kind


def with_none(kind: Type) -> Type:
    """Give the type of the same values and none."""
    match kind:
        case Member(enum):
            return Member(enum, True)
        case Thing(name):
            return Thing(name, True)
        case Place():
            return type(kind)(True)
    return kind


def joined(one: Type, other: Type) -> Type | None:
    """Give the narrowest type that holds the values of both; nothing where there is none."""
    if isinstance(one, Unknown):
        return other
    if isinstance(other, Unknown):
        return one
    if isinstance(one, Number) and isinstance(other, Number):
        if one.unit and other.unit and one.unit != other.unit:
            return None
        return Number(
            min(one.low, other.low), max(one.high, other.high), both_steps(one, other), one.unit or other.unit
        )
    if isinstance(one, DiceType | Number) and isinstance(other, DiceType | Number):
        return DiceType(int(min(one.low, other.low)), int(max(one.high, other.high)))
    if isinstance(one, Absent):
        return with_none(other)
    if isinstance(other, Absent):
        return with_none(one)
    if without_none(one) == without_none(other):
        return one if may_be_none(one) else other
    if isinstance(one, Listing) and isinstance(other, Listing):
        item = joined(one.item, other.item)
        return Listing(item, max(one.capacity, other.capacity)) if item else None
    return None


def both_steps(one: Number, other: Number) -> int:
    """Give the step in which sums of two numbers can be said."""
    return RATIO if RATIO in (one.step, other.step) else lcm(one.step, other.step)


def fits(value: Type, wanted: Type) -> bool:
    """Tell whether a value of one type may stand where another is wanted, ranges left aside."""
    if isinstance(value, Unknown) or isinstance(wanted, Unknown):
        return True
    if isinstance(wanted, Number):
        return isinstance(value, Number) and not (wanted.unit and value.unit and wanted.unit != value.unit)
    if isinstance(wanted, Listing):
        return isinstance(value, Listing) and fits(value.item, wanted.item)
    if isinstance(wanted, DiceType):
        return isinstance(value, DiceType | Number)
    if isinstance(value, Absent):
        return may_be_none(wanted)
    if may_be_none(value) and not may_be_none(wanted):
        return without_none(value) == wanted  # guarded where it is used
    return without_none(value) == without_none(wanted)


def outside(value: Type, wanted: Type) -> bool:
    """Tell whether a number may leave the range that is wanted."""
    return (
        isinstance(value, Number)
        and isinstance(wanted, Number)
        and (value.low < wanted.low or value.high > wanted.high)
    )
