"""Nodes of what has a value: an alias of `grammar/expressions.lark` each, its fields the parts of it."""

from __future__ import annotations

from fractions import Fraction

from quarterdeck.base import decimals
from quarterdeck.language.syntax.node import Node, Word

KEPT_IN_CACHE = True


class Expression(Node):
    """Anything that has a value."""


class Or(Expression):
    """`a or b or c`."""

    operands: tuple[Expression, ...]
    REST = True


class And(Expression):
    """`a and b and c`."""

    operands: tuple[Expression, ...]
    REST = True


class Negation(Expression):
    """`not a`."""

    operand: Expression


class Compare(Expression):
    """`a <= b`, `a is not b`, `a in b`."""

    left: Expression
    sign: Word
    right: Expression


class Plus(Expression):
    """`a + b`."""

    left: Expression
    right: Expression


class Minus(Expression):
    """`a - b`."""

    left: Expression
    right: Expression


class Multiply(Expression):
    """`a * b`."""

    left: Expression
    right: Expression


class Divide(Expression):
    """`a / b`, an exact ratio."""

    left: Expression
    right: Expression


class PercentOf(Expression):
    """`40 % of a`, an exact ratio."""

    percent: Word
    whole: Expression


class PowerOf(Expression):
    """A power whose exponent is worked out."""

    base: Expression
    exponent: Expression


class Power(Expression):
    """`a to the power 2`, `a to the power 1/3`; the exponent is a number that is written out."""

    base: Expression
    exponent: Word


class Rounding(Expression):
    """`a rounded down`, `a rounded nearest to tenths`."""

    value: Expression
    how: Word
    step: Word | None


class InUnit(Expression):
    """`a as paces`."""

    value: Expression
    unit: Word


class Negative(Expression):
    """`- a`."""

    operand: Expression


class FieldAccess(Expression):
    """`a.b`."""

    owner: Expression
    field: Word


class Call(Expression):
    """`f(a, b)`."""

    callee: Expression
    arguments: tuple[Node, ...]


class Lookup(Expression):
    """`table[a, b]`."""

    table: Expression
    keys: tuple[Expression, ...]


class Name(Expression):
    """A bare name."""

    word: Word

    @property
    def is_original(self) -> bool:
        """Tell whether it is the word that stands in an amendment for what was there before."""
        return self.word.text == "original"


class NumberLiteral(Expression):
    """A number as written."""

    word: Word


class Yes(Expression):
    """`yes`."""


class No(Expression):
    """`no`."""


class Nothing(Expression):
    """`none`."""


class Dice(Expression):
    """`d6`, `2d6`."""

    word: Word


class Grouped(Expression):
    """An expression in brackets."""

    inner: Expression


class ListLiteral(Expression):
    """`[a, b]`."""

    items: tuple[Expression, ...]


class NumberList(Expression):
    """`[1 to 6]`: whole numbers in order, both ends included."""

    low: Expression
    high: Expression


class NamedArgument(Node):
    """`name: value` in a call."""

    name: Word
    value: Expression


class Gathered(Node):
    """`value for x in source where condition` in a call."""

    value: Expression
    variable: Word
    source: Expression
    condition: Expression | None


class Picked(Node):
    """`x in source where condition` in a call."""

    binding: Expression
    condition: Expression


class HighestFirst(Node):
    """`highest key first`."""

    key: Expression


class LowestFirst(Node):
    """`lowest key first`."""

    key: Expression


class HighestItems(Expression):
    """`highest 3 of shots`: the highest numbers of a list."""

    count: Expression
    items: Expression


class LowestItems(Expression):
    """`lowest 3 of shots`: the lowest numbers of a list."""

    count: Expression
    items: Expression


class HighestOf(Expression):
    """The highest of several dice."""

    amount: Expression


class LowestOf(Expression):
    """The lowest of several dice."""

    amount: Expression


class KeepHighest(Expression):
    """`highest 3 of 4d6`: several dice of which the highest count."""

    kept: Expression
    amount: Expression


class KeepLowest(Expression):
    """`lowest 3 of 4d6`: several dice of which the lowest count."""

    kept: Expression
    amount: Expression


class DicePool(Expression):
    """`a pool of 5d6`, `a pool of 2d6 and d8`: dice of which each is kept."""

    amounts: tuple[Expression, ...]
    REST = True


class TimesDice(Expression):
    """`n times d6`."""

    count: Expression
    dice: Expression


def exponent(power: Power) -> Fraction:
    """Give the exponent of a power as a number."""
    return Fraction(power.exponent.text)


def exponent_said(power: Power) -> str:
    """Give the exponent of a power as a decimal, or as the fraction that is written."""
    text = power.exponent.text
    return text if "/" in text else decimals.shown(Fraction(text))


def ungrouped(node: Expression) -> Expression:
    """Give an expression without the brackets around it."""
    while isinstance(node, Grouped):
        node = node.inner
    return node


def is_written(node: Node) -> bool:
    """Tell whether a number is made of written numbers alone, so that all of it is known: `0.25 + 0.25`, `least(4)`."""
    match node:
        case NumberLiteral():
            return True
        case Grouped(inner=inner) | Negative(operand=inner) | Power(base=inner):
            return is_written(inner)
        case InUnit(value=inner) | Rounding(value=inner) | PercentOf(whole=inner):
            return is_written(inner)
        case Plus(left=left, right=right) | Minus(left=left, right=right):
            return is_written(left) and is_written(right)
        case Multiply(left=left, right=right) | Divide(left=left, right=right):
            return is_written(left) and is_written(right)
        case PowerOf(base=left, exponent=right):
            return is_written(left) and is_written(right)
        case Call(callee=Name(word=word), arguments=arguments) if word.text in ("least", "greatest"):
            return all(map(is_written, arguments))
    return False


def items_of(node: Expression) -> tuple[Expression, ...]:
    """Give what stands in a written list, brackets aside; anything else is the one that there is."""
    bare = ungrouped(node)
    return bare.items if isinstance(bare, ListLiteral) else (bare,)


def root_in(node: Expression) -> Power | None:
    """Give the power with a fraction as its exponent that an expression is, brackets aside; none where it is none."""
    node = ungrouped(node)
    return node if isinstance(node, Power) and exponent(node).denominator > 1 else None
