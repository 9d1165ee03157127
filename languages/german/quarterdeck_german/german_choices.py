"""Plan the German of decisions: what a side may choose, and what its choice must meet."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.prose.text.blocks import Point
from quarterdeck.prose.text.rule_facts import noted_point
from quarterdeck.prose.text.runs import EMPTY, Text, capital, sentence
from quarterdeck_german.catalogue import TEXTS
from quarterdeck_german.deeds import DeedSpeaker
from quarterdeck_german.grammar import (
    NUMBER_WORDS,
    Phrase,
    behind,
    figures,
    filled,
    fixed,
    phrase,
    stated,
    tidied,
)
from quarterdeck_german.groups import GermanGroup
from quarterdeck_german.vocabulary import UnwordedError, claim, say, up_to


def choice(speak: DeedSpeaker, statement: nodes.Choose, outer: str) -> Point:
    """Tell what a side may choose, and what its choice must meet."""
    address = f"{outer}.{statement.name.text}"
    lead = filled(speak.words.text(address), **speak.locals) if statement.phrase else EMPTY
    side = speak.value(statement.chooser)
    may = any(isinstance(option, nodes.OrStop | nodes.OrNone | nodes.UpTo) for option in statement.options)
    in_secret = "_in_secret" if any(isinstance(one, nodes.InSecret) for one in statement.options) else ""
    inner = replace(speak, locals=dict(speak.locals), chosen=dict(speak.chosen))
    what = _choosing(inner, statement)
    words = claim(("may_choose" if may else "chooses") + in_secret, side=side, what=what).main()
    if any(isinstance(option, nodes.OrStop) for option in statement.options):
        words = say("or_stop", what=words)
    for option in statement.options:
        if isinstance(option, nodes.Default):
            words = say("default", what=words, default=speak.value(option.value))
    if speak.checked.declared.hooks("refusal", address):
        raise UnwordedError(address)
    demands = tuple(requirement(inner, require, address) for require in statement.requirements)
    _know_choice(speak, statement)
    if not demands:
        return Point(sentence(tidied(words)), lead=lead, address=address)
    return Point(sentence(tidied(say("provided", what=words)), ":"), demands, lead=lead, address=address, kind="choice")


def _choosing(speak: DeedSpeaker, statement: nodes.Choose) -> Phrase:
    """Give what is chosen from; the name of the choice is known inside."""
    name, item, source = statement.name.text, speak.type_of(statement), statement.source
    speak.chosen[name] = "is_chosen"
    limit = next((option.count for option in statement.options if isinstance(option, nodes.UpTo)), None)
    if isinstance(source, nodes.Numbers):
        low, high = speak.value(source.low), up_to(speak.value(source.high))
        called = phrase(speak.noun_of_local(name, item), "").nom
        speak.know(name, item)
        step = figures(Fraction(source.step.text)) if source.step else ""
        if limit is not None:
            many = _several(GermanGroup(speak.noun_of_local(name, item), name), speak.value(limit)).acc
            return fixed(
                say("numbers_in_steps" if step else "numbers_between", many=many, low=low, high=high, step=step)
            )
        words = say("number_in_steps" if step else "number_between", low=low, high=high, step=step)
        return fixed(say("as_role", what=words, role=called))
    assert isinstance(source, nodes.Expression)
    if isinstance(item, types.Boolean):
        if limit is not None:
            several = _several(GermanGroup(speak.noun_of_local(name, item), name), speak.value(limit))
            return fixed(say("each_yes_or_no", many=several.acc))
        speak.know(name, item)
        return fixed(say("yes_or_no"))
    group = speak.group(source, name)
    own, one = group.noun, speak.kind(item)
    if statement.condition is not None:
        group = group.narrowed(speak.condition(statement.condition))
    role = phrase(own, "").nom if own != one else EMPTY
    group = replace(group, noun=one)
    if limit is not None:
        found = _several(group, speak.value(limit))
        role = phrase(own, "", True).nom if role and own.many else role
    else:
        found = group.one("a")
    return found.around("{} als {role}", role=role) if role else found


def _several(group: GermanGroup, count: Phrase) -> Phrase:
    """Give what is chosen where one may choose more than one."""
    if count.literal is None:
        return group.some("höchstens so viele").around(TEXTS["as_many_as"], count=count)
    number = int(count.literal)
    if number == 1:
        return group.one("a")
    word = NUMBER_WORDS[number] if 1 < number < len(NUMBER_WORDS) else figures(number)
    return group.some(f"bis zu {word}")


def _know_choice(speak: DeedSpeaker, statement: nodes.Choose) -> None:
    """Make the choice known to what follows."""
    name, item = statement.name.text, speak.type_of(statement)
    speak.chosen[name] = "is_chosen"
    if any(isinstance(option, nodes.UpTo) for option in statement.options):
        noun = speak.noun_of_local(name, item)
        speak.locals[name] = replace(phrase(noun, "the", True), entity=name)
        return
    speak.know(name, item)


def requirement(speak: DeedSpeaker, require: nodes.Require, outer: str, *, is_alone: bool = False) -> Point:
    """Tell one requirement, and what is said where it is not met."""
    condition = speak.condition(require.condition)
    words: Text = say("require", condition=behind(condition)) if is_alone else stated(condition)
    if require.for_stop is not None:
        words = say("for_stop", condition=words)
    if reason := speak.words.text(f"{outer}.{require.name.text}"):
        words = say("else_reason", condition=tidied(words), reason=filled(reason, **speak.locals))
    return noted_point(capital(tidied(words)), require, outer, "requirement")
