"""Check pools of dice: what they hold, and how many of dice or of numbers are kept.

A pool is a list of what its dice show, the highest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from quarterdeck.base.bounds import MOST_TOTALS
from quarterdeck.language.declarations.types import UNKNOWN, DiceType, ListType, Number, Type, Unknown
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyDieChange
from quarterdeck.language.typing.assignable import have_one_unit, listing, whole
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.phrases import check_phrase
from quarterdeck.language.typing.resolving import bind

KeptItems = nodes.HighestItems | nodes.LowestItems


def type_of_pool(at: TypingContext, amounts: Sequence[tuple[nodes.Expression, DiceType]]) -> ListType:
    """Return the list that a pool of dice is; it holds at most as many numbers as there are dice."""
    capacity = most = 0
    for amount, dice in amounts:
        refuse_added(at, amount, dice)
        sides = max(0, dice.face[1])
        capacity += max(1, dice.natural[1] // sides if sides else 1)
        most = max(most, sides)
    return ListType(Number(min(1, most), most), capacity)


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


def type_of_numbers(at: TypingContext, node: KeptItems | nodes.NumberList) -> Type:
    """Return the type of a list of numbers: from one to another, or the highest or lowest of a list."""
    return type_of_number_list(at, node) if isinstance(node, nodes.NumberList) else type_of_kept_items(at, node)


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


def type_of_number_list(at: TypingContext, node: nodes.NumberList) -> Type:
    """Return the type of the whole numbers from one to another."""
    low, high = (whole(at, end, "an end of the list") for end in (node.low, node.high))
    if low is None or high is None or not have_one_unit(at, (low, high), node.span):
        return UNKNOWN
    most = max(0, int(high.high - low.low) + 1)
    if most > MOST_TOTALS:
        hint = "narrow the ranges of its ends"
        at.report(
            "QD387", f"this list may hold {most:,} numbers, and at most {MOST_TOTALS:,} are allowed", node.span, hint
        )
    return ListType(Number(min(low.low, high.high), max(low.low, high.high), unit=low.unit or high.unit), most)


# --- what modifiers do with the dice of a pool


def pool_modified(at: TypingContext, statement: nodes.Roll | nodes.Check, pool: ListType) -> ListType:
    """Check the modifiers of a pool, and return the list that they leave."""
    faces = pool.item
    for modifier in statement.modifiers:
        if modifier.condition is not None:
            at.condition(modifier.condition)
        check_phrase(at, modifier.phrase)
        change = modifier.change
        throws = isinstance(change, nodes.ThrownOn | nodes.AddsDie)
        at.checked.types[modifier] = around(pool.item, faces) if throws else pool.item
        match change:
            case nodes.KeptDice(count=count):
                whole(at, count, "how many dice these are")
            case nodes.ThrownAgain() | nodes.ThrownOn() | nodes.AddsDie() | nodes.CountsAs():
                if any(isinstance(one.change, nodes.KeptDice) for one in before(statement, modifier)):
                    hint = "write what is done with each die before what is kept of the pool"
                    at.report("QD338", "some dice are already dropped, and this would throw others", change.span, hint)
                item = die_changed(at, change, pool.item, faces)
                if modifier.condition is not None:
                    item = around(item, pool.item)
                pool = replace(pool, item=item)
                if isinstance(change, nodes.AddsDie):
                    pool = replace(pool, capacity=with_added(at, change, pool.capacity))
            case _:
                hint = "write `each die counts die + 1`, or look at the dice after the roll"
                at.report("QD338", "this changes a total, and a pool has none", change.span, hint)
    return pool


def with_added(at: TypingContext, change: nodes.AddsDie, capacity: int) -> int:
    """Return how many dice a pool may hold with those that are added to it."""
    cap = at.checked.types.get(change.cap)
    found = capacity * max(1, int(cap.high)) if isinstance(cap, Number) else capacity
    if found > MOST_TOTALS:
        words = f"this pool may hold {found:,} dice with those that are added, and {MOST_TOTALS:,} at most may be"
        at.report("QD387", words, change.cap.span, "lower the cap, or narrow the number of dice")
    return min(found, MOST_TOTALS)


def before(statement: nodes.Roll | nodes.Check, modifier: nodes.Modifier) -> tuple[nodes.Modifier, ...]:
    """Return the modifiers before another."""
    return statement.modifiers[: statement.modifiers.index(modifier)]


def die_changed(at: TypingContext, change: AnyDieChange, shown: Type, faces: Type) -> Type:
    """Check what is done with each die, and return what it may count after that."""
    inner = at.inner()
    may_show = around(shown, faces) if isinstance(change, nodes.ThrownOn | nodes.AddsDie) else shown
    bind(inner, change.die.text, may_show, change.die.span)
    match change:
        case nodes.ThrownAgain(condition=condition):
            inner.condition(condition)
            return around(shown, faces)
        case nodes.ThrownOn(condition=condition, cap=cap):
            inner.condition(condition)
            often = whole(at, cap, "how often a die is thrown")
            if isinstance(shown, Number) and isinstance(faces, Number) and often is not None:
                more = max(0, int(often.high) - 1)
                return Number(shown.low, shown.high + more * max(0, faces.high))
            return shown
        case nodes.AddsDie(condition=condition, cap=cap):
            inner.condition(condition)
            whole(at, cap, "how many dice there are in all")
            return around(shown, faces)
        case nodes.CountsAs(value=value):
            return whole(inner, value, "what a die counts") or shown
        case _:
            assert_never(change)


def around(one: Type, other: Type) -> Type:
    """Return the numbers from the lowest to the highest of two ranges."""
    if not isinstance(one, Number) or not isinstance(other, Number):
        return one
    return Number(min(one.low, other.low), max(one.high, other.high))
