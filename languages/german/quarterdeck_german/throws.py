"""Plan the German of dice: rolls, checks and their modifiers."""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.prose.text.blocks import Point
from quarterdeck.prose.text.rule_facts import ThrownDice, dice_and_sides, noted_point, throw_of
from quarterdeck.prose.text.runs import EMPTY, Text, capital, joined, sentence, styled, text
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.grammar import Phrase, behind, figures, filled, listed, phrase, tidied
from quarterdeck_german.values import dice_words, most_of
from quarterdeck_german.vocabulary import UnwordedError, call, claim, known_noun, say


def thrown(speak: DeedSpeaker, node: nodes.Expression) -> Text:
    """Give dice as they stand behind `mit`."""
    match node:
        case nodes.HighestOf(amount=amount):
            return say("keep_highest", dice=_several(speak, unshifted(amount)))
        case nodes.LowestOf(amount=amount):
            return say("keep_lowest", dice=_several(speak, unshifted(amount)))
        case nodes.KeepHighest(kept=kept, amount=amount) | nodes.KeepLowest(kept=kept, amount=amount):
            count, dice = speak.value(kept), _several(speak, unshifted(amount))
            if count.literal == 1:
                return say("keep_highest" if isinstance(node, nodes.KeepHighest) else "keep_lowest", dice=dice)
            which = most_of("highest" if isinstance(node, nodes.KeepHighest) else "lowest", count)
            return say("add_up", dice=dice, which=which.acc)
        case nodes.DicePool(amounts=amounts):
            return say("keep_apart", dice=listed([_several(speak, unshifted(one)) for one in amounts]))
        case nodes.Lookup():
            return joined(["den Würfeln aus der Tabelle ", _table(speak, node)])
    return _several(speak, unshifted(node))


def unshifted(node: nodes.Expression) -> ThrownDice:
    """Give dice to which no number belongs; that has no German words yet.

    Raises:
        UnwordedError: each throw adds a number, or takes one off.
    """
    throw = throw_of(node)
    if throw.amount is not None:
        raise UnwordedError(node.span.text)
    return throw


def _several(speak: DeedSpeaker, throw: ThrownDice) -> Text:
    if not isinstance(throw.dice, nodes.Dice):
        raise UnwordedError(throw.dice.span.text)
    word = throw.dice.word.text
    written, sides = dice_and_sides(word)
    if throw.count is None:
        return say("dice" if word[0].isdigit() else "die", dice=dice_words(word))
    number = speak.value(throw.count)
    if number.literal is not None and number.literal.denominator == 1:
        return text(f"{figures(number.literal * written)}{dice_words(sides)}")
    if written > 1:
        raise UnwordedError(throw.dice.span.text)
    return say("so_many_dice", dice=dice_words(word), count=number)


def _table(speak: DeedSpeaker, node: nodes.Lookup) -> Text:
    meaning = speak.checked.meanings.get(node)
    if not isinstance(meaning, meanings.TableValue):
        raise UnwordedError(node.span.text)
    return joined([speak.table_title(meaning.table), " für ", speak.keys(node).acc])


def _throw(speak: DeedSpeaker, statement: nodes.Roll | nodes.Check, words: Text) -> Text:
    """Give a throw with what is added and who sees it."""
    match statement.shift:
        case nodes.ShiftedUp(amount=amount):
            words = say("add_shift", what=words, amount=speak.value(amount))
        case nodes.ShiftedDown(amount=amount):
            words = say("take_shift", what=words, amount=speak.value(amount))
    if statement.secret is not None:
        words = say("in_secret_by", what=words, side=speak.value(statement.secret.side))
    return words


def rolled(speak: DeedSpeaker, statement: nodes.Roll, outer: str) -> Point:
    """Tell a roll with its modifiers and what it means."""
    address = f"{outer}.{statement.name.text}"
    words = _throw(speak, statement, claim("roll", dice=thrown(speak, statement.dice)).main())
    noun = speak.words.noun(address)
    result = speak.locals[statement.name.text] = phrase(noun)
    modifiers = _modifiers(speak, statement, address)
    many = result.many
    if isinstance(statement.dice, nodes.DicePool):
        speak.locals[f"{statement.name.text} pool"] = result
    if not modifiers:
        words = say("results" if many else "result", what=words, result=result)
        return Point(sentence(tidied(words)), address=address)
    return _modified(words, modifiers, [sentence(say("results_are" if many else "total_is", result=result))], address)


def check_points(speak: DeedSpeaker, statement: nodes.Check, outer: str) -> Point:
    """Tell a check: what is rolled, when it succeeds, and what single faces bring."""
    address = f"{outer}.{statement.name.text}"
    name = f"{statement.name.text} success"
    success = phrase(speak.words.noun(address), "a") if statement.phrase else None
    opening = claim("roll", dice=thrown(speak, statement.dice))
    if success is not None:
        opening = claim("roll_for", dice=thrown(speak, statement.dice), b=success)
    words = _throw(speak, statement, opening.main())
    modifiers = _modifiers(speak, statement, address)
    held = behind(speak.condition(statement.success.condition))
    done = claim("success_if", b=success) if success is not None else claim("succeeds_if")
    lines = [say("if", what=done.main(), condition=held)]
    if success is not None:
        speak.locals[name] = success
    lines += [_natural(speak, natural, success) for natural in statement.naturals]
    return _modified(words, modifiers, [sentence(tidied(line)) for line in lines], address)


def _natural(speak: DeedSpeaker, natural: nodes.Natural, success: Phrase | None) -> Text:
    key, face = f"natural_{natural.outcome.text}", natural.face.text
    words = claim(key, face=face, b=success).main() if success is not None else claim(f"{key}_plain", face=face).main()
    if natural.again is None:
        return words
    kind = speak.type_of(natural.again.cap)
    may_be_none = isinstance(kind, types.Numeric) and kind.low < 1
    return say("again_if_any" if may_be_none else "again", what=words, cap=speak.value(natural.again.cap))


def _modified(words: Text, modifiers: tuple[Point, ...], after: list[Text], address: str) -> Point:
    if not modifiers:
        opening = sentence(tidied(words))
        return Point(joined([opening, *(joined([" ", line]) for line in after)]), address=address)
    key = "modified_once" if len(modifiers) == 1 else "modified"
    return Point(sentence(tidied(say(key, what=words)), ":"), modifiers, after=tuple(after), address=address)


def _modifiers(speak: DeedSpeaker, statement: nodes.Roll | nodes.Check, address: str) -> tuple[Point, ...]:
    if speak.checked.declared.hooks("roll", address):
        raise UnwordedError(address)
    return tuple(modifier_point(speak, modifier, address) for modifier in statement.modifiers)


def modifier_point(speak: DeedSpeaker, modifier: nodes.Modifier, holder: str) -> Point:
    """Tell one modifier: how much, in a few words why, and exactly when."""
    change = styled(_change(speak, modifier.change), "change")
    reason = filled(speak.words.text(f"{holder}.{modifier.name.text}"), **speak.locals) if modifier.phrase else EMPTY
    held = behind(speak.condition(modifier.condition)) if modifier.condition is not None else EMPTY
    if reason and held:
        words = say("modifier_if", change=change, phrase=reason, condition=held)
    elif held:
        words = say("modifier_only_if", change=change, condition=held)
    else:
        words = say("modifier", change=change, phrase=reason) if reason else change
    return noted_point(capital(tidied(words)), modifier, holder, "modifier")


def _change(speak: DeedSpeaker, change: nodes.ModifierChange) -> Text:
    """Give what a modifier does to the total, or to the dice of a pool."""
    match change:
        case (
            nodes.ThrownAgain(die=die, condition=condition)
            | nodes.ThrownOn(die=die, condition=condition)
            | nodes.AddsDie(die=die, condition=condition)
        ):
            inner = speak.inner()
            inner.locals[die.text] = phrase(known_noun("pool_die"))
            held = behind(inner.condition(condition))
            if isinstance(change, nodes.ThrownAgain):
                return say("die_again", condition=held)
            name = "die_on" if isinstance(change, nodes.ThrownOn) else "die_added"
            return say(name, condition=held, cap=speak.value(change.cap))
        case nodes.CountsAs(die=die, value=worth):
            inner = speak.inner()
            inner.locals[die.text] = call("its_number")
            return say("die_counts", value=inner.value(worth))
        case nodes.KeptDice(how=how, count=count):
            what, extreme = how.text.split()
            which = most_of("highest" if extreme == "highest" else "lowest", speak.value(count))
            return say(f"dice_{what}", which=which)
        case nodes.Raised(amount=amount) | nodes.Lowered(amount=amount):
            found = speak.value(amount)
            sign = 1 if isinstance(change, nodes.Raised) else -1
            if found.literal is None:
                return say("change_add" if sign > 0 else "change_take", amount=found)
            value = found.literal * sign
            return say("change_down" if value < 0 else "change_up", amount=figures(abs(value)))
        case nodes.Halved(how=how):
            return say("change_halved", how=say(" ".join(how.text.split()[-2:])))
        case nodes.NotBelow(bound=bound):
            return say("change_not_below", bound=speak.value(bound))
        case nodes.NotAbove(bound=bound):
            return say("change_not_above", bound=speak.value(bound))
    return say("change_doubled")


def rolled_off(speak: DeedSpeaker, statement: nodes.RollOff, outer: str) -> Point:
    """Tell that all sides roll."""
    address = f"{outer}.{statement.name.text}"
    meaning = speak.checked.meanings.get(statement.name)
    if not isinstance(meaning, meanings.FieldOf):
        raise UnwordedError(address)
    lead = text(speak.words.text(address)) if statement.phrase else EMPTY
    side = phrase(speak.words.noun("Side"), "each")
    what = phrase(speak.words.noun(meaning.field.address))
    words = replace(claim("roll_off", dice=thrown(speak, statement.dice), a=what), subject=side).main()
    return Point(sentence(tidied(words)), lead=lead, address=address, kind="roll")
