"""Check pools of dice: what they hold, and how many of dice or of numbers are kept.

A pool is a list of what its dice show, the highest first.
"""

from __future__ import annotations

from quarterdeck.language.declarations.types import UNKNOWN, DiceType, ListType, Number, Type, Unknown
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.assignable import listing, whole
from quarterdeck.language.typing.context import TypingContext

KeptItems = nodes.HighestItems | nodes.LowestItems


def type_of_pool(at: TypingContext, node: nodes.DicePool, dice: DiceType) -> ListType:
    """Return the list that a pool of dice is; it holds at most as many numbers as there are dice."""
    refuse_added(at, node.amount, dice)
    sides = max(0, dice.face[1])
    return ListType(Number(min(1, sides), sides), max(1, dice.natural[1] // sides if sides else 1))


def kept_dice(at: TypingContext, node: nodes.KeepHighest | nodes.KeepLowest, dice: DiceType) -> DiceType:
    """Return the range of the sum of the highest or lowest of several dice."""
    refuse_added(at, node.amount, dice)
    kept = whole(at, node.kept, "how many dice are kept") or Number(1, 1)
    least, most = (max(0, int(end)) for end in (kept.low, kept.high))
    low, high = min(least, dice.natural[0]), min(most * dice.face[1], dice.natural[1])
    return DiceType(low, high, (low, high), (low, high), dice.face)


def refuse_added(at: TypingContext, node: nodes.Expression, dice: DiceType) -> None:
    """Report a number that is added to dice of which each is looked at by itself."""
    if (dice.low, dice.high) != dice.natural or dice.single != dice.face:
        hint = "write the dice alone; a total takes `plus`: `roll ability on highest 3 of 4d6 plus 1`"
        at.report("QD337", "a number is added to dice of which each counts by itself", node.span, hint)


def type_of_kept_items(at: TypingContext, node: KeptItems) -> Type:
    """Return the type of the highest or lowest numbers of a list."""
    count = whole(at, node.count, "how many are kept")
    found = listing(at, node.items, "this is {}, not a list of numbers")
    if found is None or isinstance(found.item, Unknown):
        return found or UNKNOWN
    if not isinstance(found.item, Number):
        hint = "write `first(...)` or `all(..., highest ... first)` to put other things in order"
        at.report("QD350", f"this is {found}, not a list of numbers", node.items.span, hint)
        return UNKNOWN
    most = max(1, int(count.high)) if count is not None else found.capacity
    return ListType(found.item, min(found.capacity, most) if found.capacity else most)
