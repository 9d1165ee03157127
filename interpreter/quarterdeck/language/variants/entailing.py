"""Whether one condition says another as well, or can never hold beside it, by how both are written.

In: two conditions without `and` and `or` around them. Out: yes, or no where nothing can be told. Compared are a
condition and its opposite, a number with written numbers, and something with members of an enum.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from quarterdeck.base import decimals
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.nodes import same

OPPOSITE = {
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
}
"""Signs of comparison that say the opposite of each other."""
FROM = {">": 1, ">=": 0, "=": 0}
"""Where a number begins that compares so: just above the other, or with it."""
UP_TO = {"<": -1, "<=": 0, "=": 0}
"""Where it ends."""
End = tuple[Fraction, int]


def bare(node: nodes.Expression) -> nodes.Expression:
    """Give an expression without brackets around the whole of it."""
    return bare(node.inner) if isinstance(node, nodes.Grouped) else node


def opposite(node: nodes.Expression) -> nodes.Expression:
    """Give what holds where a condition does not."""
    match node:
        case nodes.Grouped(inner=inner):
            return opposite(inner)
        case nodes.Negation(operand=operand):
            return operand
        case nodes.Compare(left=left, sign=sign, right=right) if sign.text in OPPOSITE:
            return nodes.Compare(node.span, left, replace(sign, text=OPPOSITE[sign.text]), right)
    return nodes.Negation(node.span, nodes.Grouped(node.span, node))


def entails(one: nodes.Expression, other: nodes.Expression) -> bool:
    """Tell whether one condition holds only where the other does."""
    one, other = bare(one), bare(other)
    if same(one, other):
        return True
    if not is_about_the_same(one, other):
        return False
    (low, high), (least, most) = stretch(one), stretch(other)
    if (least, most) == (None, None):
        return False
    begins_there = least is None or (low is not None and low >= least)
    return begins_there and (most is None or (high is not None and high <= most))


def excludes(one: nodes.Expression, other: nodes.Expression, members: Collection[str]) -> bool:
    """Tell whether two conditions never hold together; two `members` of enums are never the same."""
    one, other = bare(one), bare(other)
    if same(bare(opposite(one)), other) or same(one, bare(opposite(other))):
        return True
    if not is_about_the_same(one, other):
        return False
    match one, other:
        case (
            nodes.Compare(sign=nodes.Word(text="is"), right=nodes.Name(word=first)),
            nodes.Compare(sign=nodes.Word(text="is"), right=nodes.Name(word=second)),
        ):
            return first.text != second.text and first.text in members and second.text in members
    (low, high), (least, most) = stretch(one), stretch(other)
    return is_beyond(low, most) or is_beyond(least, high)


def is_beyond(begins: End | None, ends: End | None) -> bool:
    """Tell whether something begins behind where something else ends."""
    return begins is not None and ends is not None and begins > ends


def is_about_the_same(one: nodes.Expression, other: nodes.Expression) -> bool:
    """Tell whether both compare the same with something."""
    return isinstance(one, nodes.Compare) and isinstance(other, nodes.Compare) and same(one.left, other.left)


def stretch(node: nodes.Expression) -> tuple[End | None, End | None]:
    """Give from where to where a number lies that is compared with a written one; nothing where there is no end."""
    match node:
        case nodes.Compare(sign=sign, right=nodes.NumberLiteral(word=word)):
            number = decimals.read(word.text)
            if number is not None:
                low, high = FROM.get(sign.text), UP_TO.get(sign.text)
                return (number, low) if low is not None else None, (number, high) if high is not None else None
    return None, None
