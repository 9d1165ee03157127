"""Say which dice are thrown: `a d6`, `2d6`, `as many d6 as the spread`, and what belongs to each throw of them.

In: the dice of a roll, and how a value is said. Out: text. Each throw of `n times (d6 + 1)` adds the 1, `highest of n
times (d6 + 1)` adds it once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from quarterdeck.language.syntax import nodes
from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.arithmetic import bracketed_if
from quarterdeck.prose.english.nouns import SUM, Noun
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.text.rule_facts import ThrownDice, dice_and_sides, throw_of
from quarterdeck.prose.text.runs import Text, text

Saying = Callable[[nodes.Expression], Noun]


def thrown(value: Saying, node: nodes.Expression, *, is_shifted: bool = False) -> Text:
    """Give the words for dice, behind `roll`; whether something `is_shifted` that follows them."""
    match node:
        case nodes.HighestOf(amount=amount):
            return _kept(value, "highest", throw_of(amount), is_shifted)
        case nodes.LowestOf(amount=amount):
            return _kept(value, "lowest", throw_of(amount), is_shifted)
        case nodes.KeepHighest(kept=kept, amount=amount):
            return _added_up(value, "highest", kept, amount)
        case nodes.KeepLowest(kept=kept, amount=amount):
            return _added_up(value, "lowest", kept, amount)
        case nodes.DicePool(amounts=amounts):
            return say("keep_apart", throw=listed([_several(value, throw_of(one)) for one in amounts]))
    return _several(value, throw_of(node))


def _added_up(
    value: Saying, which: Literal["highest", "lowest"], kept: nodes.Expression, amount: nodes.Expression
) -> Text:
    """Return the words for dice of which the highest or lowest are added up."""
    if value(kept).literal == 1:
        return say(f"keep_{which}", throw=_several(value, throw_of(amount)))
    return say("add_up", throw=_several(value, throw_of(amount)), which=most_of(value, which, kept))


def most_of(value: Saying, which: Literal["highest", "lowest"], count: nodes.Expression) -> Text:
    """Return `the highest`, `the three highest`, `the highest, as many as the skill`."""
    found = value(count)
    if found.literal == 1:
        return say("the_extreme_one", extreme=say(which))
    if found.literal is not None:
        return say("the_extreme_several", extreme=say(which), count=inflect.count_word(found.literal))
    return say("the_extreme_many", extreme=say(which), count=found.text)


def natural_key(node: nodes.Expression) -> str:
    """Give the phrase for what dice show, without what is added to it."""
    if isinstance(node, nodes.KeepHighest | nodes.KeepLowest):
        return "the_natural_added_up"
    if isinstance(node, nodes.HighestOf | nodes.LowestOf):
        return "the_natural_kept"
    throw = throw_of(node)
    is_single = throw.count is None and isinstance(throw.dice, nodes.Dice) and throw.dice.word.text.startswith("d")
    return "the_natural" if is_single else "the_natural_sum"


def _kept(value: Saying, which: Literal["highest", "lowest"], throw: ThrownDice, is_shifted: bool) -> Text:
    """Give the words for one of several dice that is kept; what belongs to them is added once, behind it."""
    dice = _several(value, replace(throw, amount=None))
    if throw.amount is None:
        return say(f"keep_{which}_then" if is_shifted else f"keep_{which}", throw=dice)
    added = "take_shift" if throw.is_taken else "add_shift"
    return say(added, what=say(f"keep_{which}_then", throw=dice), amount=value(throw.amount).text)


def _several(value: Saying, throw: ThrownDice) -> Text:
    """Give the words for dice, thrown once or several times."""
    is_plain = throw.amount is None and isinstance(throw.dice, nodes.Dice)
    count = value(throw.count) if throw.count is not None else None
    if throw.amount is not None:
        shift = "minus" if throw.is_taken else "plus"
        own = say(shift, left=value(throw.dice).text, right=value(throw.amount).text)
    elif isinstance(throw.dice, nodes.Dice):
        written, sides = dice_and_sides(throw.dice.word.text)
        if count is None and not throw.dice.word.text[0].isdigit():
            return say("throw", article=inflect.article(sides), dice=sides)
        if count is not None and count.literal is not None and count.literal.denominator == 1:
            return text(f"{inflect.figures(count.literal * written)}{sides}")
        is_plain, own = written == 1, text(throw.dice.word.text)
    else:
        own = value(throw.dice).text
    if count is None:
        return own
    own = own if isinstance(throw.dice, nodes.Dice) and throw.amount is None else say("bracketed", value=own)
    if count.literal is not None:
        return say("throw_times", dice=own, count=inflect.figures(count.literal))
    count = bracketed_if(count, count.weight == SUM)
    return say("throw_many" if is_plain else "throw_many_times", dice=own, count=count.text)
