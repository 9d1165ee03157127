"""Calculations and conditions made by chance out of all that the language has for them, and what they come to.

What they come to is worked out from the nodes as the handbook has it, without the engine and without its English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor
from random import Random

from quarterdeck.base.text import NOWHERE
from quarterdeck.language.syntax import nodes
from tests.prose.english.calculations import Made, called, grouped, name, number, word

NAMES = ("frost", "height", "speed")
TRUTHS = ("cold", "dark", "late", "windy")
ROUNDINGS = ("rounded down", "rounded up", "rounded nearest")
SIGNS = ("<", "<=", ">", ">=", "=")
OTHER_SIGNS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "=": lambda one, other: one == other,
}

JOINED: tuple[Made, ...] = (
    lambda a, b: nodes.Plus(NOWHERE, a, grouped(b)),
    lambda a, b: nodes.Plus(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: nodes.Minus(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: nodes.Multiply(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: nodes.Divide(NOWHERE, grouped(a), grouped(b)),
    lambda a, b: called("least", a, b),
    lambda a, b: called("greatest", a, b),
    lambda a, b: called("greatest", a, number(3), b),
    lambda a, b: called("least", number(7), a, b),
)


def figure(chance: Random) -> nodes.Expression:
    """Make a number, seldom one with a sign or a decimal."""
    made = nodes.NumberLiteral(NOWHERE, word(chance.choice(["0.5", "2.5", *map(str, range(1, 13))])))
    return nodes.Grouped(NOWHERE, nodes.Negative(NOWHERE, made)) if chance.random() < 0.1 else made


def altered(node: nodes.Expression, chance: Random) -> nodes.Expression:
    """Make something of one value."""
    one = grouped(node)
    match chance.randrange(9):
        case 0:
            return nodes.Rounding(NOWHERE, one, word(chance.choice(ROUNDINGS)), None)
        case 1:
            return nodes.Divide(NOWHERE, one, number(chance.choice([2, 3, 4, 7, 10])))
        case 2:
            return nodes.Multiply(NOWHERE, number(chance.choice([2, 3])), one)
        case 3:
            return called(chance.choice(["least", "greatest"]), node, figure(chance))
        case 4:
            return nodes.Negative(NOWHERE, one)
        case 5:
            return nodes.PercentOf(NOWHERE, word(chance.choice(["40", "150", "2.5"])), one)
        case 6:
            return nodes.Power(NOWHERE, one, word(chance.choice(["2", "3", "5"])))
        case 7:
            return nodes.Minus(NOWHERE, number(chance.choice([0, 5])), one)
    return nodes.Divide(NOWHERE, figure(chance), one)


def calculation(leaves: int, chance: Random) -> nodes.Expression:
    """Make a calculation with so many names and numbers in it."""
    if leaves == 1:
        made = name(chance.choice(NAMES)) if chance.random() < 0.7 else figure(chance)
    else:
        at = chance.randrange(1, leaves)
        made = chance.choice(JOINED)(calculation(at, chance), calculation(leaves - at, chance))
    return altered(made, chance) if chance.random() < 0.4 else made


def claim(chance: Random) -> nodes.Expression:
    """Make one thing that is so or not."""
    if chance.random() < 0.4:
        return name(chance.choice(TRUTHS))
    subject = name(chance.choice(NAMES)) if chance.random() < 0.7 else calculation(2, chance)
    other = calculation(chance.choice([1, 1, 2]), chance)
    return nodes.Compare(NOWHERE, grouped(subject), word(chance.choice(SIGNS)), grouped(other))


def condition(leaves: int, chance: Random) -> nodes.Expression:
    """Make a condition of so many claims."""
    if leaves == 1:
        made = claim(chance)
    else:
        parts: list[int] = []
        rest = leaves
        while rest:
            parts.append(chance.randrange(1, rest + 1) if parts else chance.randrange(1, rest))
            rest -= parts[-1]
        how: Made = chance.choice([nodes.And, nodes.Or])
        made = how(NOWHERE, tuple(grouped(condition(part, chance)) for part in parts))
    return nodes.Negation(NOWHERE, grouped(made)) if chance.random() < 0.2 else made


class NoValueError(Exception):
    """Something is divided by nothing."""


def worth(node: nodes.Node, given: Mapping[str, int | bool]) -> Fraction:
    """Work a calculation out.

    Raises:
        NoValueError: there is nothing that it comes to.
    """
    match node:
        case nodes.Name(word=one):
            return Fraction(given[one.text])
        case nodes.NumberLiteral(word=one):
            return Fraction(one.text)
        case nodes.Grouped(inner=inner):
            return worth(inner, given)
        case nodes.Plus(left=left, right=right):
            return worth(left, given) + worth(right, given)
        case nodes.Minus(left=left, right=right):
            return worth(left, given) - worth(right, given)
        case nodes.Multiply(left=left, right=right):
            return worth(left, given) * worth(right, given)
        case nodes.Divide(left=left, right=right):
            share, parts = worth(left, given), worth(right, given)
            if not parts:
                raise NoValueError
            return share / parts
        case nodes.PercentOf(percent=percent, whole=whole):
            return worth(whole, given) * Fraction(percent.text) / 100
        case nodes.Power(base=base, exponent=exponent):
            return worth(base, given) ** int(exponent.text)
        case nodes.Negative(operand=operand):
            return -worth(operand, given)
        case nodes.Rounding(value=value, how=how):
            exact = worth(value, given)
            shift = {"rounded down": exact, "rounded nearest": exact + Fraction(1, 2)}.get(how.text)
            return Fraction(floor(shift) if shift is not None else -floor(-exact))
        case nodes.Call(callee=nodes.Name(word=which), arguments=arguments):
            return (min if which.text == "least" else max)(worth(one, given) for one in arguments)
    raise AssertionError(node)


def holds(node: nodes.Node, given: Mapping[str, int | bool]) -> bool:
    """Tell whether a condition holds.

    Raises:
        NoValueError: there is something in it that comes to nothing.
    """
    match node:
        case nodes.Name(word=one):
            return bool(given[one.text])
        case nodes.Grouped(inner=inner):
            return holds(inner, given)
        case nodes.Negation(operand=operand):
            return not holds(operand, given)
        case nodes.And(operands=operands):
            return all(tuple(holds(one, given) for one in operands))
        case nodes.Or(operands=operands):
            return any(tuple(holds(one, given) for one in operands))
        case nodes.Compare(left=left, sign=sign, right=right):
            return OTHER_SIGNS[sign.text](worth(left, given), worth(right, given))
    raise AssertionError(node)
