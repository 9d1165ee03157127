"""Exact numbers on the way down: steps are brought together, quotients kept until a word of the author rounds them.

In: typed values. Out: typed values. A number is a whole number of steps; where numbers in different steps meet, the
coarser one is rescaled, so that nothing is ever lost. A ratio is carried as an `Exact` as long as it is only calculated
with, and becomes a value of its own where it is named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from quarterdeck.base import roots
from quarterdeck.language.declarations.types import BOOLEAN, ListType, Number, Ratio, Type
from quarterdeck.program.form.values import (
    ANY_WHOLE,
    Constant,
    Denominator,
    Function,
    Gathering,
    Local,
    Numerator,
    Operation,
    Power,
    Quotient,
    Rescale,
    Rounded,
    RoundedPower,
    Rounding,
    Sign,
    Value,
    truth,
)


@dataclass(frozen=True)
class Exact:
    """A quotient of two numbers in the same steps; the divisor is above zero."""

    top: Value
    below: Value


Quantity = Value | Exact


def step_of(value: Value) -> int:
    """Give in how fine steps a number is."""
    assert isinstance(value.type, Number), value
    return value.type.step


def number(amount: Fraction | int, step: int = 1) -> Constant:
    """Give a number as a constant in given steps."""
    count = Fraction(amount) * step
    assert count.denominator == 1, (amount, step)
    return Constant(Number(amount, amount, step), int(count))


def rescaled(value: Value, step: int) -> Value:
    """Give a number in steps that are as fine or finer."""
    kind = value.type
    assert isinstance(kind, Number), value
    if kind.step == step:
        return value
    assert step % kind.step == 0, (value, step)
    if isinstance(value, Constant):
        return number(Fraction(value.number, kind.step), step)
    return Rescale(Number(kind.low, kind.high, step), value)


def in_wider_steps(constant: Constant, step: int) -> Constant:
    """Give a known number in any steps on which it lies."""
    kind = constant.type
    return number(Fraction(constant.number, kind.step), step) if isinstance(kind, Number) else constant


def together(values: Sequence[Value]) -> list[Value]:
    """Give numbers in the steps that all of them lie on."""
    step = lcm(*map(step_of, values))
    return [rescaled(value, step) for value in values]


# --- arithmetic


def added(one: Quantity, other: Quantity) -> Quantity:
    """Give a sum."""
    return _summed("+", one, other)


def taken(one: Quantity, other: Quantity) -> Quantity:
    """Give a difference."""
    return _summed("-", one, other)


def _summed(sign: Sign, one: Quantity, other: Quantity) -> Quantity:
    if isinstance(one, Value) and isinstance(other, Value):
        return _sum(sign, one, other)
    left, right = exact(one), exact(other)
    if left.below == right.below:
        return Exact(_sum(sign, left.top, right.top), left.below)
    return Exact(
        _sum(sign, _product(left.top, right.below), _product(right.top, left.below)), _product(left.below, right.below)
    )


def _sum(sign: Sign, one: Value, other: Value) -> Value:
    left, right = together([one, other])
    if isinstance(right, Constant) and right.number == 0:
        return left
    if sign == "+" and isinstance(left, Constant) and left.number == 0:
        return right
    a, b = ends(left), ends(right)
    low, high = (a[0] + b[0], a[1] + b[1]) if sign == "+" else (a[0] - b[1], a[1] - b[0])
    return operate(sign, left, right, kind=Number(low, high, step_of(left)))


def multiplied(one: Quantity, other: Quantity) -> Quantity:
    """Give a product."""
    if isinstance(one, Value) and isinstance(other, Value):
        return _product(one, other)
    left, right = exact(one), exact(other)
    return Exact(_product(left.top, right.top), _product(left.below, right.below))


def _product(one: Value, other: Value) -> Value:
    for factor, rest in ((one, other), (other, one)):
        if isinstance(factor, Constant) and factor.number == 1 and step_of(factor) == 1:
            return rest
    a, b = ends(one), ends(other)
    products = [x * y for x in a for y in b]
    return operate("*", one, other, kind=Number(min(products), max(products), step_of(one) * step_of(other)))


def divided(one: Quantity, other: Quantity, negative: bool) -> Exact:
    """Give a quotient; `negative` says that the divisor is below zero."""
    left, right = exact(one), exact(other)
    top, below = _product(left.top, right.below), _product(left.below, right.top)
    if negative:
        top, below = _negated(top), _negated(below)
    top, below = together([top, below])
    return Exact(top, below)


def remainder(one: Quantity, other: Quantity) -> Quantity:
    """Give what is left of a number when another, above zero, has been taken from it as often as possible."""
    return taken(one, multiplied(other, rounded(divided(one, other, negative=False), "down", 1)))


def negated(quantity: Quantity) -> Quantity:
    """Give a number with the other sign."""
    if isinstance(quantity, Exact):
        return Exact(_negated(quantity.top), quantity.below)
    return _negated(quantity)


def _negated(value: Value) -> Value:
    low, high = ends(value)
    zero = number(0, step_of(value))
    return operate("-", zero, value, kind=Number(-high, -low, step_of(value)))


def exact(quantity: Quantity) -> Exact:
    """Give any number as a quotient."""
    if isinstance(quantity, Exact):
        return quantity
    if isinstance(quantity.type, Ratio):
        if isinstance(quantity, Quotient):
            return Exact(quantity.top, quantity.below)
        wide = Number(-(2**62), 2**62)
        return Exact(Numerator(wide, quantity), Denominator(Number(1, 2**62), quantity))
    return Exact(quantity, number(1, step_of(quantity)))


def rounded(quantity: Quantity, how: Rounding, step: int) -> Value:
    """Give a number rounded to steps."""
    if isinstance(quantity, Value) and isinstance(quantity.type, Number) and step % quantity.type.step == 0:
        return rescaled(quantity, step)
    found = exact(quantity)
    top, below = found.top, found.below
    if isinstance(top, Constant) and isinstance(below, Constant) and below.number:
        return number(Fraction(ROUND[how](Fraction(top.number, below.number) * step), step), step)
    low, high = (Fraction(ROUND[how](end * step), step) for end in ends_of_quotient(top, below))
    return Rounded(Number(low, high, step), how, top, below)


def ends_of_quotient(top: Value, below: Value) -> tuple[Fraction, Fraction]:
    """Give the range of a quotient, whose divisor is above zero; of a ratio in lowest terms, that of its type."""
    if isinstance(top, Numerator) and below == Denominator(below.type, top.ratio):
        assert isinstance(top.ratio.type, Ratio)
        return Fraction(top.ratio.type.low), Fraction(top.ratio.type.high)
    least, most = (max(end, Fraction(1, step_of(below))) for end in ends(below))
    quotients = [Fraction(x) / y for x in ends(top) for y in (least, most)]
    return min(quotients), max(quotients)


# --- powers


def to_the_power(quantity: Quantity, exponent: int) -> Quantity:
    """Give a power with a whole exponent, which is exact."""
    if exponent == 1:
        return quantity
    if isinstance(quantity, Value) and isinstance(quantity.type, Number):
        return _power(quantity, exponent)
    found = exact(quantity)
    return Exact(_power(found.top, exponent), _power(found.below, exponent))


def _power(value: Value, exponent: int) -> Value:
    step = step_of(value) ** exponent
    if isinstance(value, Constant):
        return number(Fraction(value.number**exponent, step), step)
    low, high = sorted(end**exponent for end in ends(value))
    if exponent % 2 == 0 and ends(value)[0] < 0 < ends(value)[1]:
        low = 0
    return Power(Number(low, high, step), value, exponent)


def power_of(base: Quantity, exponent: Quantity, kind: Type) -> Quantity:
    """Give a power whose exponent is worked out: whole where its base is, else an exact fraction."""
    often = stored(exponent, ANY_WHOLE)
    if isinstance(kind, Number):
        return Function(kind, "power", (stored(base, ANY_WHOLE), often))
    found = exact(base)
    top, below = (Function(counted_power(part, often), "power", (part, often)) for part in (found.top, found.below))
    return Exact(top, below)


def counted_power(base: Value, exponent: Value) -> Number:
    """Give the type of a power of the steps that a number counts."""
    counts = [int(end * step_of(base)) for end in ends(base)]
    found = [count ** max(0, int(end)) for count in counts for end in ends(exponent)]
    return Number(min(0, *found) if counts[0] >= 0 else -max(map(abs, found)), max(found))


def rounded_power(quantity: Quantity, exponent: Fraction, how: Rounding, step: int) -> Value:
    """Give a power with any exponent above zero of a number that is not below zero, rounded to steps."""
    found = exact(quantity)
    power, degree = exponent.as_integer_ratio()
    if isinstance(found.top, Constant) and isinstance(found.below, Constant) and found.below.number:
        count = roots.rounded_power(found.top.number, found.below.number, power, degree, step, how)
        return number(Fraction(count, step), step)
    reach = (max(end, Fraction(0)) for end in ends_of_quotient(found.top, found.below))
    lowest, highest = (
        Fraction(roots.rounded_power(*end.as_integer_ratio(), power, degree, step, how), step) for end in reach
    )
    return RoundedPower(Number(lowest, highest, step), how, found.top, found.below, power, degree)


ROUND: dict[Rounding, Callable[[Fraction], int]] = {
    "down": lambda amount: amount.numerator // amount.denominator,
    "up": lambda amount: -(-amount.numerator // amount.denominator),
    "nearest": lambda amount: (2 * amount.numerator + amount.denominator) // (2 * amount.denominator),
}


def settled(quantity: Quantity) -> Value:
    """Give a number as a value that may be named: a ratio becomes one of its own."""
    if isinstance(quantity, Value):
        return quantity
    return Quotient(Ratio(*ends_of_quotient(quantity.top, quantity.below)), quantity.top, quantity.below)


def stored(quantity: Quantity, kind: Number | Ratio) -> Value:
    """Give a number as a place of a type holds it; the checks have shown that it lies in its steps."""
    if isinstance(kind, Ratio):
        found = settled(quantity)
        return found if isinstance(found.type, Ratio) else settled(exact(found))
    if isinstance(quantity, Value) and isinstance(quantity.type, Number):
        return rescaled(quantity, kind.step)
    return rounded(quantity, "down", kind.step)


def extreme(sign: Sign, quantities: Sequence[Quantity]) -> Quantity:
    """Give the least (`min`) or greatest (`max`) of several numbers; of one it is that number."""
    if len(quantities) == 1:
        return quantities[0]
    pick = min if sign == "min" else max
    if all(isinstance(one, Value) and isinstance(one.type, Number) for one in quantities):
        values = together([one for one in quantities if isinstance(one, Value)])
        both = [ends(value) for value in values]
        kind = Number(pick(low for low, _ in both), pick(high for _, high in both), step_of(values[0]))
        return operate(sign, *values, kind=kind)
    given = [exact(one) for one in quantities]
    belows = list(dict.fromkeys(one.below for one in given))
    tops = []
    for one in given:
        top = one.top
        for below in belows:
            if below != one.below:
                top = _product(top, below)
        tops.append(top)
    common = belows[0]
    for below in belows[1:]:
        common = _product(common, below)
    *tops, common = together([*tops, common])
    both = [ends(top) for top in tops]
    kind = Number(pick(low for low, _ in both), pick(high for _, high in both), step_of(common))
    return Exact(operate(sign, *tops, kind=kind), common)


def compared(sign: Sign, one: Quantity, other: Quantity) -> Value:
    """Give the truth of a comparison of numbers, exactly."""
    if isinstance(one, Value) and isinstance(other, Value) and not is_ratio(one) and not is_ratio(other):
        return operate(sign, *together([one, other]))
    left, right = exact(one), exact(other)
    if left.below == right.below:
        return operate(sign, *together([left.top, right.top]))
    return operate(sign, *together([_product(left.top, right.below), _product(right.top, left.below)]))


def is_among(item: Quantity, listed: Value, variable: str) -> Value:
    """Tell whether a list of numbers holds one, whatever steps they are in."""
    assert isinstance(listed.type, ListType)
    kind = listed.type.item
    if isinstance(item, Value) and isinstance(kind, Number) and isinstance(item.type, Number):
        if item.type.step == kind.step:
            return operate("in", item, listed)
        if kind.step % item.type.step == 0:
            return operate("in", rescaled(item, kind.step), listed)
    one: Value = Local(kind, variable)
    return Gathering(BOOLEAN, "any", variable, listed, compared("=", one, item), None, None, False)


def is_ratio(quantity: Quantity) -> bool:
    """Tell whether a number is any exact fraction."""
    return isinstance(quantity, Exact) or isinstance(quantity.type, Ratio)


def ends(value: Value) -> tuple[Fraction | int, Fraction | int]:
    """Give the range of a number."""
    kind = value.type
    assert isinstance(kind, Number), value
    return kind.low, kind.high


# --- operations


def operate(sign: Sign, *operands: Value, kind: Type = BOOLEAN) -> Value:
    """Give an operation, worked out at once where all its operands are constants."""
    numbers = [o.number for o in operands if isinstance(o, Constant)]
    if len(numbers) == len(operands) and sign in FOLDED:
        found = int(FOLDED[sign](*numbers))
        if isinstance(kind, Number):
            amount = Fraction(found, kind.step)
            return Constant(Number(amount, amount, kind.step), found)
        return Constant(kind, found)
    if sign in ("and", "or") and len(operands) == 1:
        return operands[0]
    return Operation(kind, sign, operands)


FOLDED: dict[Sign, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "not": lambda a: not a,
    "and": lambda *a: all(a),
    "or": lambda *a: any(a),
    "min": min,
    "max": max,
}
YES, NO = truth(True), truth(False)
