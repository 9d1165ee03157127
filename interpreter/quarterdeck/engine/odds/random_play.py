"""Play a rule at random: dice, lots and decisions from one generator."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.engine.odds.choices import Policy, answers_to_question, asked_of, named_and_others
from quarterdeck.engine.run.dice import LotCounts, sort_at
from quarterdeck.engine.run.questions import Question


@dataclass
class ByGenerator:
    """Dice, lots and decisions from a generator; decisions as somebody answers who can be counted.

    `met` are the sites at which somebody had to decide, with the sides that did.
    """

    generator: random.Random
    answer: Policy | None
    met: dict[tuple[int, int], None] = field(default_factory=dict)

    def new_turn(self, turn: int) -> None:
        """Learn that a turn begins: nothing hangs on it."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give a face."""
        return self.generator.randrange(sides) + 1

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        """Give a sort of lot."""
        return sort_at(self.generator.randrange(sum(lots)) + 1, lots)

    def decide(self, question: Question) -> Any:
        """Give an answer, by the weights of all that may be given."""
        named, others = named_and_others(self.answer)
        answers = named(*asked_of(question)) if named is not None else []
        if not answers:
            self.met[question.site.number, question.side] = None
            answers = answers_to_question(others, question)
        at = self.generator.randrange(sum(weight for _, weight in answers))
        for answer, weight in answers:
            at -= weight
            if at < 0:
                return answer
        raise AssertionError(answers)
