"""Who answers when a rule that is counted asks for a decision, with whole-number weights."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from quarterdeck.engine.odds.choices import (
    AdvisedAnswers,
    Answer,
    BestAnswers,
    NamedAnswers,
    Policy,
    WeightedAnswers,
    all_of,
    answers_to_question,
)
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import NONE, STOP, as_worded, is_measured, words_of
from quarterdeck.language.declarations.addresses import ends_of
from quarterdeck.language.declarations.types import EnumType, Thing, Type


def first(site: int, side: int, options: list[Any], may_stop: bool, may_none: bool, default: Any) -> WeightedAnswers:
    """Take the first option, in the order in which the rule lists them."""
    return [(all_of(options, may_stop, may_none)[0], 1)]


def default(site: int, side: int, options: list[Any], may_stop: bool, may_none: bool, default: Any) -> WeightedAnswers:
    """Take the rule's default; without one nothing, or stop; where something must be chosen, the first."""
    for answer in (default, *([NONE] if may_none else []), *([STOP] if may_stop else [])):
        if answer is not None:
            return [(answer, 1)]
    return [(options[0], 1)]


def uniform(site: int, side: int, options: list[Any], may_stop: bool, may_none: bool, default: Any) -> WeightedAnswers:
    """Take every answer, all equally likely."""
    return [(answer, 1) for answer in all_of(options, may_stop, may_none)]


ANSWERS: dict[str, Answer] = {"first": first, "default": default, "random": uniform}
"""The deciders that look at the choice alone, by the name that the command line gives them."""
ADVICE, BEST = "advice", "best"
"""The names of those that look at the state, and at all that follows."""


class CountedDecider:
    """Decides one question as the answers of a name are counted; of several a seeded draw takes one."""

    def __init__(self, name: str, seed: int) -> None:
        self.policy = ANSWERS[name]
        self.generator = random.Random(seed)

    def decide(self, question: Question) -> Any:
        """Give one of the answers."""
        answers, weights = zip(*answers_to_question(self.policy, question), strict=True)
        return self.generator.choices(answers, weights)[0]


def chosen(
    choices: Mapping[str, Any],
    situation: Situation,
    otherwise: Answer | AdvisedAnswers | BestAnswers = default,
) -> NamedAnswers:
    """Give the decider that takes what is named for a choice, where it is allowed: a name, or several in their order.

    What is not named, or not allowed, is answered as by `otherwise`.
    """
    program = situation.program

    def answer(site: int, side: int, options: list[Any], may_stop: bool, may_none: bool, given: Any) -> WeightedAnswers:
        place = program.sites[site]
        labels = (label for address in place.addresses for label in ends_of(address))
        wanted = next((choices[key] for key in labels if key in choices), None)
        members = program.world.enums[place.item.enum].members if isinstance(place.item, EnumType) else ()
        measured = is_measured(place.item)
        for one in wanted if isinstance(wanted, list) else [wanted]:
            if one == "none" and may_none:
                return [(NONE, 1)]
            if one in ("none", "stop") and may_stop:
                return [(STOP, 1)]
            for option in options:
                said = thing_called(situation, one, place.item) if isinstance(one, str) and not members else one
                in_words = words_of(program, situation.names, place.item, option) if measured else ""
                if said is option or (not measured and said == option) or (members and members[option] == one):
                    return [(option, 1)]
                if measured and one is not None and as_worded(one) == in_words:
                    return [(option, 1)]
        return []

    return NamedAnswers(answer, otherwise)


def name_of(policy: Policy | None) -> str:
    """Return the name of a policy on the command line; empty if there is no policy."""
    match policy:
        case NamedAnswers(otherwise=otherwise):
            return name_of(otherwise)
        case AdvisedAnswers():
            return ADVICE
        case BestAnswers():
            return BEST
    return next((name for name, answer in ANSWERS.items() if answer is policy), "")


def thing_called(situation: Situation, name: str, item: Type | None) -> int | None:
    """Give the thing that a name means among those that may be chosen."""
    found = situation.called(name, item.kind if isinstance(item, Thing) else "")
    return situation.things[found[0]] if found else None
