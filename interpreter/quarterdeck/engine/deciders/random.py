"""Decide by lot.

Doing nothing in particular is as likely as all else together: where a choice may be declined, stopped or left at its
default, half of the draws do so. What the ruleset names as `never_by_lot` is left alone every time: where a side is
asked each turn whether it gives up, most would have done so after two.
"""

from __future__ import annotations

import random
from typing import Any

from quarterdeck.engine.run.dice import mixed
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.words import NONE, STOP


def idle_answers(question: Question) -> list[Any]:
    """Give the answers that do nothing in particular.

    The default, else to decline, else to stop; none where there is no such answer.
    """
    if question.default is not None:
        return [question.default]
    return [answer for answer, allowed in ((NONE, question.may_none), (STOP, question.may_stop)) if allowed][:1]


def weighted_answers(question: Question) -> list[tuple[Any, int]]:
    """Give how likely the draw takes each answer, as whole-number weights."""
    idle = idle_answers(question)
    active = active_answers(question, idle)
    if idle and (question.site.never_by_lot or not active):
        return [(idle[0], 1)]
    return [*((answer, len(active)) for answer in idle), *((answer, 1) for answer in active)]


def active_answers(question: Question, idle: list[Any]) -> list[Any]:
    """Give all answers but the idle one."""
    return [answer for answer in question.answers() if answer not in idle]


class RandomDecider:
    """Decides by a seeded draw, a new one for each number of a question: a resumed game goes on as it would have."""

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed)

    def decide(self, question: Question) -> Any:
        """Give any answer."""
        generator = random.Random(mixed(self.seed ^ question.number))
        idle = idle_answers(question)
        if idle and (question.site.never_by_lot or generator.random() < 0.5):
            return idle[0]
        return generator.choice(active_answers(question, idle) or question.answers())
