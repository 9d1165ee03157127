"""Take the dice of a roll apart: which dice, how often they are thrown, and what each throw adds.

In: the expression of a roll. Out: `ThrownDice`. Each throw of `n times (d6 + 1)` adds the 1, `highest of n times
(d6 + 1)` adds it once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.syntax import nodes


@dataclass(frozen=True)
class ThrownDice:
    """Dice, how often they are thrown, and the number that each throw adds or takes off."""

    dice: nodes.Expression
    count: nodes.Expression | None = None
    amount: nodes.Expression | None = None
    is_taken: bool = False


def throw_of(node: nodes.Expression) -> ThrownDice:
    """Take dice apart."""
    match nodes.ungrouped(node):
        case nodes.TimesDice(count=count, dice=dice):
            return replace(throw_of(dice), count=count)
        case nodes.Plus(left=dice, right=amount):
            return ThrownDice(dice, amount=amount)
        case nodes.Minus(left=dice, right=amount):
            return ThrownDice(dice, amount=amount, is_taken=True)
        case dice:
            return ThrownDice(dice)


def dice_and_sides(word: str) -> tuple[int, str]:
    """Give how many dice are written, and of which sort: of `2d6` 2 and `d6`."""
    count, _, sides = word.partition("d")
    return int(count or 1), f"d{sides}"
