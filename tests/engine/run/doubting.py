"""Asking a bot every question again while what its side may not see is something else."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.onlooker import Onlooker
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import view_of


@dataclass
class Remembering:
    """A bot that remembers what it was asked."""

    bot: WeighingDecider
    asked: list[Question] = field(default_factory=list)

    def decide(self, question: Question) -> Any:
        self.asked.append(question)
        return self.bot.decide(question)


@dataclass
class Doubting(Context):
    """Asks every question again in another state: the side must see the same, and its bot answer the same."""

    generator: random.Random = field(default_factory=lambda: random.Random(5))
    compared: int = 0

    def choose(self, asking: PendingChoice) -> Any:
        decider = self.deciders[asking.side]
        assert isinstance(decider, Remembering)
        known, other = len(decider.asked), self.altered(asking.before, asking.side)
        answer = super().choose(asking)
        if len(decider.asked) > known and other != asking.before:
            asked, view = decider.asked[-1], view_of(self.situation, other, asking.side, self.revealed)
            assert view.state == asked.view.state
            onlooker = Onlooker(self.situation, asking.side, self.veils, self.revealed, self.reveals)
            seen = onlooker.look(other, asking.watched)
            assert seen.state == view.state
            assert decider.bot.decide(replace(asked, seen=view, weighed=seen)) == answer
            self.compared += 1
        return answer

    def altered(self, state: list[int], side: int) -> list[int]:
        """Give the state with other values in what the side may not see."""
        raise NotImplementedError
