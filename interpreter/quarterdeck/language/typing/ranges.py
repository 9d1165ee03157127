"""How ranges and steps follow through arithmetic, rounding, dice and modifiers.

In: types of numbers and dice. Out: others. Nothing is looked up, and nothing is found fault with; whoever asks sees
that units agree, that nothing is divided by zero, and that the outcome can be counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product as pairs
from math import ceil, floor

from quarterdeck.base.roots import rounded_power
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Table
from quarterdeck.language.declarations.types import UNKNOWN, AnyNumeric, DiceType, Number, Ratio, Type
from quarterdeck.language.syntax import nodes

ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "up": ceil,
    "down": floor,
    "nearest": lambda number: floor(number + Fraction(1, 2)),
}
"""What the words behind `rounded` do."""
UNBOUNDED = 1_000_000  # the range of what is in error

Ends = tuple[Fraction | int, Fraction | int]


# --- arithmetic


def summed(one: AnyNumeric, other: AnyNumeric, sign: int) -> AnyNumeric:
    """Give the type of a sum (sign 1) or difference (sign -1)."""
    return types.as_fine(*ends_of_sum(one, other, sign), one, other)


def ends_of_sum(one: AnyNumeric | DiceType, other: AnyNumeric, sign: int) -> Ends:
    """Give the ends of a sum (sign 1) or difference (sign -1)."""
    return (one.low + other.low, one.high + other.high) if sign > 0 else (one.low - other.high, one.high - other.low)


def multiplied(one: AnyNumeric, other: AnyNumeric) -> AnyNumeric:
    """Give the type of a product, which lies in finer steps than its factors."""
    ends = [a * b for a, b in pairs((one.low, one.high), (other.low, other.high))]
    unit = one.unit or other.unit
    if isinstance(one, Number) and isinstance(other, Number):
        return Number(min(ends), max(ends), one.step * other.step, unit=unit)
    return Ratio(min(ends), max(ends), unit=unit)


def divided(one: AnyNumeric, other: AnyNumeric) -> Ratio:
    """Give the type of what is divided by something that is never zero; a unit goes out, or stays."""
    unit = one.unit if other.unit is None else None
    if other.low <= 0 <= other.high:
        return Ratio(-UNBOUNDED, UNBOUNDED, unit=unit)
    ends = [Fraction(a) / b for a, b in pairs((one.low, one.high), (other.low, other.high))]
    return Ratio(min(ends), max(ends), unit=unit)


def share_of(number: AnyNumeric, percent: Fraction) -> Ratio:
    """Give the type of a percentage of a number."""
    return Ratio(number.low * percent / 100, number.high * percent / 100, unit=number.unit)


def to_the_power(number: AnyNumeric, exponent: int) -> AnyNumeric:
    """Give the type of a power with a whole exponent, which lies in finer steps than its base."""
    ends = sorted([number.low**exponent, number.high**exponent])
    low = 0 if exponent % 2 == 0 and number.low < 0 < number.high else ends[0]
    if isinstance(number, Number):
        return Number(low, ends[1], number.step**exponent, unit=number.unit)
    return Ratio(low, ends[1], unit=number.unit)


def power_of(base: AnyNumeric, low: int, high: int) -> AnyNumeric:
    """Give the type of a power with any exponent from one to another; it lies in no steps unless its base is whole."""
    ends = [Fraction(end) ** exponent for end in (base.low, base.high) for exponent in (low, high)]
    if base.low < 0:
        most = max(map(abs, ends))
        ends = [-most, most]
    if isinstance(base, Number) and base.step == types.WHOLE:
        return Number(min(ends), max(ends), unit=base.unit)
    return Ratio(min(ends), max(ends), unit=base.unit)


def ends_of_root(number: AnyNumeric, exponent: Fraction, how: str, step: int) -> Ends:
    """Give the ends of a power with any exponent above zero, rounded to steps; the number is never below zero."""
    power, degree = exponent.as_integer_ratio()
    low, high = (
        Fraction(rounded_power(*Fraction(end).as_integer_ratio(), power, degree, step, how), step)
        for end in (number.low, number.high)
    )
    return low, high


def rounded(number: AnyNumeric, how: str, step: int) -> Number:
    """Give the type of a number that is rounded to steps."""
    low, high = (Fraction(ROUNDED[how](Fraction(end) * step), step) for end in (number.low, number.high))
    return Number(low, high, step, unit=number.unit)


def counts_in_64_bits(number: AnyNumeric) -> bool:
    """Tell whether a number can be counted in its steps; a ratio is kept as a fraction of any size."""
    return not isinstance(number, Number) or max(-number.low, number.high) * number.step <= types.MOST


# --- dice


def thrown(word: nodes.Word) -> DiceType:
    """Give the range of dice as a word says them: `d6`, `2d6`."""
    count, sides = word.text.split("d")
    number = int(count or 1)
    single = min(1, number), int(sides) if number else 0
    return DiceType(number, number * int(sides), single, (number, number * int(sides)), single)


def shifted(dice: DiceType, shift: Number, sign: int) -> DiceType:
    """Give the range of dice to which a number is added (sign 1), or from which it is taken (sign -1)."""
    low, high = (int(end) for end in sorted((shift.low * sign, shift.high * sign)))
    return replace(
        dice, low=dice.low + low, high=dice.high + high, single=(dice.single[0] + low, dice.single[1] + high)
    )


def thrown_times(dice: DiceType, count: Number | None) -> DiceType:
    """Give the range of dice that are thrown so many times, perhaps not once; what is added is added each time."""
    least, most = (max(0, int(end)) for end in ((count.low, count.high) if count else (1, 1)))
    totals = [times * total for times in (least, most) for total in (dice.low, dice.high)]
    naturals = [times * natural for times in (least, most) for natural in dice.natural]
    single, face = (
        (0, 0) if not most else one if least else (min(0, one[0]), max(0, one[1])) for one in (dice.single, dice.face)
    )
    return DiceType(min(totals), max(totals), single, (min(naturals), max(naturals)), face)


def dice_in(table: Table) -> DiceType | None:
    """Give the range of all dice that a table names; nothing where a cell leaves it to something else."""
    found: Type = UNKNOWN
    for row in table.rows:
        for cell in row.cells:
            dice = written_dice(cell.value)
            joined = types.joined(found, dice) if dice else None
            if joined is None:
                return None
            found = joined
    return found if isinstance(found, DiceType) else None


def written_dice(node: nodes.Expression | None) -> DiceType | None:
    """Give the range of dice as they are written in a cell: `d6`, `2d6 + 1`."""
    match node:
        case nodes.Dice(word=word):
            return thrown(word)
        case nodes.Grouped(inner=inner):
            return written_dice(inner)
        case (
            nodes.Plus(left=left, right=nodes.NumberLiteral(word=word))
            | nodes.Minus(left=left, right=nodes.NumberLiteral(word=word))
        ):
            dice = written_dice(left)
            shift = Fraction(word.text)
            if dice is None or shift.denominator != 1:
                return None
            return shifted(dice, Number(shift, shift), 1 if isinstance(node, nodes.Plus) else -1)
    return None


# --- totals of rolls


def halved(total: AnyNumeric, how: str) -> Number:
    """Give the type of half a total, which is rounded to a whole number."""
    turned = ROUNDED[how]
    return Number(turned(Fraction(total.low) / 2), turned(Fraction(total.high) / 2))


def doubled(total: AnyNumeric) -> AnyNumeric:
    """Give the type of twice a total."""
    return replace(total, low=total.low * 2, high=total.high * 2)


def bounded(total: AnyNumeric, bound: AnyNumeric, at_least: bool) -> AnyNumeric:
    """Give the type of a total that is kept at a bound or above it, or at a bound or below it."""
    pick = max if at_least else min
    return types.as_fine(pick(total.low, bound.low), pick(total.high, bound.high), total, bound)


def either(one: AnyNumeric, other: AnyNumeric) -> AnyNumeric:
    """Give the type of what may be the one or the other."""
    return types.as_fine(min(one.low, other.low), max(one.high, other.high), one, other)
