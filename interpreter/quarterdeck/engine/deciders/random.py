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


class RandomDecider:
    """Decides by a seeded draw, a new one for each number of a question: a resumed game goes on as it would have."""

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed)

    def decide(self, question: Question) -> Any:
        """Give any answer."""
        generator = random.Random(mixed(self.seed ^ question.number))
        answers = question.answers()
        idle = idle_answers(question)
        if idle and (question.site.never_by_lot or generator.random() < 0.5):
            return idle[0]
        active = [answer for answer in answers if answer not in idle]
        return generator.choice(active or answers)
