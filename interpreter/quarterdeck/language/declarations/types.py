"""What a value may be."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Literal

from quarterdeck.base import decimals
from quarterdeck.base.decimals import shown as shown  # noqa: PLC0414

KEPT_IN_CACHE = True

WHOLE = 1
STEPS = {"halves": 2, "tenths": 10, "hundredths": 100, "thousandths": 1000}
"""The steps that have a word of their own: into how many parts they cut one."""
MOST = 2**63 - 1
NONE, NO_NUMBER = -1, -(2**63)
"""How none is stored: in the place of a number as one that no range holds."""


@dataclass(frozen=True)
class Unknown:
    """The type of what is already in error: fits everywhere."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(frozen=True)
class Numeric:
    """Numbers from `low` to `high`, perhaps with a unit; how finely they lie, its two kinds say."""

    low: Fraction | int
    high: Fraction | int
    unit: str | None = field(default=None, kw_only=True)

    def with_unit(self, text: str) -> str:
        """Give words for the numbers with their unit behind them."""
        return f"{text} {self.unit}" if self.unit else text


@dataclass(frozen=True)
class Number(Numeric):
    """Numbers in steps of 1/`step`."""

    step: int = WHOLE

    def __str__(self) -> str:
        reach = f"{shown(self.low)}..{shown(self.high)}"
        named = next((name for name, step in STEPS.items() if step == self.step), None)
        if self.step == WHOLE or named:
            return self.with_unit(f"{reach} {named}" if named else reach)
        return f"{self.with_unit(reach)} in steps of {shown(Fraction(1, self.step))}"


@dataclass(frozen=True)
class OptionalNumber:
    """Numbers, or none: one that may be none is known to be there before anything is calculated with it."""

    number: Number
    or_none: bool = True

    def __str__(self) -> str:
        return f"{self.number} or none"


@dataclass(frozen=True)
class Ratio(Numeric):
    """Any exact fractions, which lie in no steps."""

    def __str__(self) -> str:
        return self.with_unit(f"{shown(self.low)}..{shown(self.high)} ratio")


ADVISED = Number(-(10**6), 10**6, STEPS["thousandths"])
"""How much an answer is worth to advice that gives no type."""


def places_of(number: Fraction) -> int | None:
    """Give how many decimals say a number exactly; nothing where they never end."""
    rest, counts = number.denominator, {2: 0, 5: 0}
    for prime in counts:
        while rest % prime == 0:
            rest //= prime
            counts[prime] += 1
    return max(counts.values()) if rest == 1 else None


def finest(number: Fraction) -> int:
    """Give the widest steps on which a written number lies: whole ones, halves, or a power of ten."""
    if number.denominator in (1, 2):
        return number.denominator
    digits = places_of(number)
    assert digits is not None, f"{number} is written as a decimal"
    return int(10**digits)


def step_named(text: str) -> int | None:
    """Give the steps that a word or a number says (`tenths`, `0.1`, `1E-4`); nothing where there are no such steps."""
    if text in STEPS:
        return STEPS[text]
    width = None if "/" in text else decimals.read(text)
    if width is None or width.numerator != 1:
        return None
    return width.denominator if width.denominator == finest(width) else None


def steps_said(step: int) -> str:
    """Give the word for steps, as rounding says them, or how wide each is where there is none."""
    named = next((name for name, count in STEPS.items() if count == step), None)
    return named or f"steps of {shown(Fraction(1, step))}"


def steps_written(text: str) -> str:
    """Give steps as rules say them, `tenths` or `steps of 0.01`, with their number as a decimal."""
    *words, last = text.split()
    return " ".join([*words, last if last in STEPS else shown(Fraction(last))])


def number_at(kind: Type, count: int) -> Fraction:
    """Give the number that so many steps of a type make; a place of a member, or a truth, stays what it is."""
    return Fraction(count, kind.step if isinstance(kind, Number) else WHOLE)


def possible(kind: Type) -> str:
    """Say what a value is, or may be, as the end of a sentence."""
    is_known = isinstance(kind, Numeric) and kind.low == kind.high
    return f"is {shown_as(kind)}" if is_known else f"may be {kind}"


def shown_as(kind: Type) -> str:
    """Give the type of a value, or the number that it is."""
    return kind.with_unit(shown(kind.low)) if isinstance(kind, Numeric) and kind.low == kind.high else str(kind)


@dataclass(frozen=True)
class Boolean:
    """Yes or no."""

    def __str__(self) -> str:
        return "boolean"


@dataclass(frozen=True)
class EnumType:
    """One member of an enum, or none."""

    enum: str
    or_none: bool = False

    def __str__(self) -> str:
        return self.enum + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class Thing:
    """One thing of a kind, or none."""

    kind: str
    or_none: bool = False

    def __str__(self) -> str:
        return self.kind + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class Place:
    """A place on the board, or none."""

    or_none: bool = False


@dataclass(frozen=True)
class Space(Place):
    """One hex of a board of hexes, or one square of a board of squares, or none."""

    shape: Literal["hex", "square"] = "hex"

    def __str__(self) -> str:
        return self.shape + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class Point(Place):
    """One point of a plane, or none."""

    def __str__(self) -> str:
        return "point" + (" or none" if self.or_none else "")


@dataclass(frozen=True)
class ListType:
    """Several values of one type, in an order."""

    item: Type
    capacity: int = 0

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True)
class Deck:
    """So many of each member of an enum, to be drawn from without putting back: cards, chits, counters.

    `capacity` is how many of one member it may hold; of the topmost cards `peek` may be known to somebody. `sorts` is
    how many members there are.
    """

    enum: str
    capacity: int = 0
    peek: int = 0
    sorts: int = 0

    def __str__(self) -> str:
        return f"deck of {self.enum}"


@dataclass(frozen=True)
class DiceType:
    """Dice to roll, with the range of their total, and, as `single`, of one of them with what is added.

    `natural` and `face` are the ranges of what all of them and one of them show, without what is added.
    """

    low: int
    high: int
    single: tuple[int, int]
    natural: tuple[int, int]
    face: tuple[int, int]

    def __str__(self) -> str:
        return "dice"


@dataclass(frozen=True)
class Absent:
    """The type of `none`."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True)
class ArcType:
    """The type of an arc, which is named where one is asked about and is no value."""

    def __str__(self) -> str:
        return "an arc"


@dataclass(frozen=True)
class RollType:
    """The result of a named roll: its total, and for a check also its successes."""

    total: AnyNumeric
    natural: Number
    successes: Number | None = None

    def __str__(self) -> str:
        return "roll"


AnyNumeric = Number | Ratio
"""The types of numbers."""
Type = (
    Unknown
    | Number
    | Ratio
    | OptionalNumber
    | Boolean
    | EnumType
    | Thing
    | Space
    | Point
    | ListType
    | Deck
    | DiceType
    | Absent
    | ArcType
    | RollType
)
"""Any type. A function that must know every type ends in `assert_never`: the type checker names its missing cases."""

UNKNOWN = Unknown()
BOOLEAN = Boolean()


def is_never_in(number: Type | None, items: Type | None) -> bool:
    """Tell whether a number lies outside the range of all items of a list."""
    inner = items.item if isinstance(items, ListType) else None
    if not isinstance(number, Numeric) or not isinstance(inner, Numeric) or may_be_none(number) or may_be_none(inner):
        return False
    return number.high < inner.low or number.low > inner.high


def may_be_none(kind: Type) -> bool:
    """Tell whether a value of the type may be none."""
    return isinstance(kind, Absent) or bool(getattr(kind, "or_none", False))


def begins_empty(kind: Type) -> bool:
    """Tell whether what is of a type is empty, or none, where nothing is said of it: that means something by itself."""
    return isinstance(kind, ListType | Deck) or may_be_none(kind)


def without_none(kind: Type) -> Type:
    """Give the type of the same values, none left out."""
    match kind:
        case EnumType(enum, True):
            return EnumType(enum)
        case Thing(name, True):
            return Thing(name)
        case Place(True):
            return replace(kind, or_none=False)
        case OptionalNumber(number):
            return number
    return kind


def optional(kind: Type) -> Type:
    """Give the type of the same values and none, of numbers as well."""
    return OptionalNumber(kind) if isinstance(kind, Number) else with_none(kind)


def none_of(kind: Type) -> int:
    """Give how none is stored in a place of a type."""
    return NO_NUMBER if isinstance(kind, OptionalNumber) else NONE


def is_none(kind: Type | None, stored: int) -> bool:
    """Tell whether none is stored in a place of a type that may be none."""
    if isinstance(kind, OptionalNumber):
        return stored == NO_NUMBER
    return kind is not None and may_be_none(kind) and stored < 0


def with_none(kind: Type) -> Type:
    """Give the type of the same values and none."""
    match kind:
        case EnumType(enum):
            return EnumType(enum, True)
        case Thing(name):
            return Thing(name, True)
        case Place():
            return replace(kind, or_none=True)
    return kind


def around(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Give the range that holds two ranges."""
    return min(one[0], other[0]), max(one[1], other[1])


def joined(one: Type, other: Type) -> Type | None:
    """Give the narrowest type that holds the values of both; nothing where there is none."""
    if isinstance(one, Unknown):
        return other
    if isinstance(other, Unknown):
        return one
    if isinstance(one, Numeric) and isinstance(other, Numeric):
        if one.unit and other.unit and one.unit != other.unit:
            return None
        return as_fine(min(one.low, other.low), max(one.high, other.high), one, other)
    if isinstance(one, DiceType) and isinstance(other, DiceType):
        low, high = around((one.low, one.high), (other.low, other.high))
        ranges = around(one.single, other.single), around(one.natural, other.natural), around(one.face, other.face)
        return DiceType(low, high, *ranges)
    if isinstance(one, Absent) or isinstance(other, Absent):
        found = with_none(other if isinstance(one, Absent) else one)
        return found if may_be_none(found) else None
    if without_none(one) == without_none(other):
        return one if may_be_none(one) else other
    if isinstance(one, ListType) and isinstance(other, ListType):
        item = joined(one.item, other.item)
        return ListType(item, max(one.capacity, other.capacity)) if item else None
    return None


def as_fine(low: Fraction | int, high: Fraction | int, *parts: AnyNumeric) -> AnyNumeric:
    """Give numbers of a range that lie as finely as the sums of some others: in steps that all share, or in none."""
    unit = next((part.unit for part in parts if part.unit), None)
    steps = [part.step for part in parts if isinstance(part, Number)]
    return Number(low, high, lcm(*steps), unit=unit) if len(steps) == len(parts) else Ratio(low, high, unit=unit)


def lies_on(value: AnyNumeric, wanted: AnyNumeric) -> bool:
    """Tell whether numbers lie in the steps of others, whatever their ranges."""
    if isinstance(value, Number) and isinstance(wanted, Number):
        return wanted.step % value.step == 0
    return isinstance(wanted, Ratio)


def fits(value: Type, wanted: Type) -> bool:
    """Tell whether a value of one type may stand where another is wanted, ranges left aside."""
    if isinstance(value, Unknown) or isinstance(wanted, Unknown):
        return True
    if isinstance(wanted, Numeric):
        return isinstance(value, Numeric) and not (wanted.unit and value.unit and wanted.unit != value.unit)
    if isinstance(wanted, ListType):
        return isinstance(value, ListType) and fits(value.item, wanted.item)
    if isinstance(wanted, DiceType):
        return isinstance(value, DiceType)
    if isinstance(value, Absent):
        return may_be_none(wanted)
    if isinstance(wanted, OptionalNumber):
        return fits(without_none(value) if isinstance(value, OptionalNumber) else value, wanted.number)
    if may_be_none(value) and not may_be_none(wanted):
        return without_none(value) == wanted  # guarded where it is used
    return without_none(value) == without_none(wanted)


def outside(value: Type, wanted: Type) -> bool:
    """Tell whether a number may leave the range that is wanted."""
    return (
        isinstance(value, Numeric)
        and isinstance(wanted, Numeric)
        and (value.low < wanted.low or value.high > wanted.high)
    )
