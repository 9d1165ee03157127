"""Decide by weighing: the answer that the ruleset's advice values highest, seen from the side's own view.

The advice of a choice is a definition of the ruleset with the names around the choice and the answer. To decline or to
stop is `none` to it. Of equals the first counts. A choice without advice takes its default, and without a default it
is a seeded draw.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.deciders.random import RandomDecider
from quarterdeck.odds.expected import Weighed, expectations_of
from quarterdeck.run.questions import Question


class WeighingDecider:
    """Decides by advice; the seed serves only where there is none."""

    def __init__(self, seed: int) -> None:
        self.draw = RandomDecider(seed)

    def decide(self, question: Question) -> Any:
        """Give the answer of most value."""
        answers, advice = question.answers(), question.advice
        if advice is not None:
            answers = question.worth_weighing(question.view.state)
            state = question.view.state
            if question.view.graph.expectations:
                state = Weighed(state, expectations_of(question.view.graph))
            return max(answers, key=lambda answer: advice(state, question.advised(answer)))
        if question.default is not None and question.default in answers:
            return question.default
        return self.draw.decide(question)
