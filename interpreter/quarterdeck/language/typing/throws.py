"""What is thrown: dice, how many of them, and which of them count."""

from __future__ import annotations

from quarterdeck.base.bounds import MOST_TOTALS
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.types import DiceType, Type, Unknown
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.assignable import whole
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.ranges import thrown_times

ANY_DIE = DiceType(1, 6, (1, 6), (1, 6), (1, 6))  # what is taken where no dice could be read


def dice(at: TypingContext, node: nodes.Expression) -> DiceType:
    """Give the range of what is thrown; report what are no dice."""
    kind = at.type(node)
    if isinstance(kind, DiceType):
        return kind
    if not isinstance(kind, Unknown):
        at.report("QD349", f"these are no dice but {kind}", node.span, "write `d6` or `2d6`")
    return ANY_DIE


def within_bounds(at: TypingContext, found: DiceType, span: Span) -> DiceType:
    """Give what is thrown; report it where its total may come to more values than anybody counts or rolls."""
    if found.high - found.low >= MOST_TOTALS:
        words = f"this may come to {found.high - found.low + 1:,} totals"
        at.report("QD387", words, span, f"a throw comes to {MOST_TOTALS:,} at the most: fewer dice, or smaller ones")
    return found


def type_of_throw(at: TypingContext, node: nodes.HighestOf | nodes.LowestOf | nodes.TimesDice) -> Type:
    """Give the range of several dice, or of the one of them that counts."""
    if isinstance(node, nodes.TimesDice):
        found = thrown_times(dice(at, node.dice), whole(at, node.count, "how many dice are thrown"))
        return within_bounds(at, found, node.span)
    of = dice(at, node.amount)
    return DiceType(*of.single, of.single, of.face, of.face)
