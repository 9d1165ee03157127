"""Decide by weighing: the answer that the ruleset's advice values highest, seen from the side's own view.

The advice of a choice is a definition of the ruleset with the names around the choice and the answer. To decline or to
stop is `none` to it. Of answers that are equally good, the default of the rules is taken, else the first. A choice
without advice takes its default, and without a default it is a seeded draw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quarterdeck.engine.deciders.random import RandomDecider, weighted_answers
from quarterdeck.engine.run.questions import Question


class WeighingDecider:
    """Decides by advice; the seed serves only where there is none."""

    def __init__(self, seed: int) -> None:
        self.draw = RandomDecider(seed)

    def decide(self, question: Question) -> Any:
        """Give the answer of most value."""
        answer = settled_answer(question)
        return self.draw.decide(question) if answer is None else answer


def settled_answer(question: Question) -> Any:
    """Give the answer of most value, or the default; nothing where lots are drawn."""
    value = value_of(question)
    return question.default if value is None else best_answer(question, value)


def advised_answers(question: Question) -> list[tuple[Any, int]]:
    """Give how likely whoever decides by weighing takes each answer, as whole-number weights."""
    answer = settled_answer(question)
    return weighted_answers(question) if answer is None else [(answer, 1)]


def best_answer(question: Question, value: Callable[[Any], int]) -> Any:
    """Find the answer of most value; among equals the default of the rules, else the first of the list."""
    answers = question.worth_weighing()
    values = list(map(value, answers))
    most = max(values)
    equals = [answer for answer, worth in zip(answers, values, strict=True) if worth == most]
    return question.default if question.default in equals else equals[0]


def value_of(question: Question) -> Callable[[Any], int] | None:
    """Give what the advice makes of an answer, in thousandths; nothing where there is no advice."""
    advice = question.advice
    if advice is None:
        return None
    view, advised = question.view_for_advice, question.advised
    state, known = view.state, view.known
    if view.program.expectations:
        from quarterdeck.engine.odds.expected import (
            expectations_of,  # what counts takes long to import; few rulesets need it
        )

        known[0] = expectations_of(view.program).mean
    return lambda answer: advice(state, known, advised(answer))
