"""A profile of the advice of a game: the calls, the own time and the counted questions of each piece.

In: a contest, before its battles. Out: `AdviceCost` by address, after the battles were fought in this process. The time
of a piece excludes the pieces that it calls, and includes what `expected(...)` counts for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from typing import Any

from quarterdeck.analysis.battles.contest import Contest


@dataclass
class AdviceCost:
    """One piece of advice: calls, seconds by itself, and questions of `expected(...)` that had to be counted."""

    address: str
    calls: int = 0
    seconds: float = 0.0
    counted: int = 0


@dataclass
class AdviceProfile:
    """The costs of all advice of a contest, beside the time of everything."""

    costs: dict[str, AdviceCost] = field(default_factory=dict)
    running: list[list[float]] = field(default_factory=list)
    begun: float = 0.0

    def watch(self, contest: Contest) -> None:
        """Begin to watch."""
        built = contest.game.built
        late, questions = built.module(trace=True).late, QuestionsCounted(contest)
        for address, routine in built.program.routines.items():
            if routine.sort == "advice":
                cost = self.costs[address] = AdviceCost(address)
                late.wrap("a", address, partial(self.timed, cost=cost, questions=questions))
        self.begun = process_time()

    def timed(self, advice: Callable[..., Any], cost: AdviceCost, questions: QuestionsCounted) -> Callable[..., Any]:
        """Give a function that notes what a piece of advice costs."""
        running = self.running

        def asked(*given: Any) -> Any:
            begun, counted = process_time(), questions.number
            inner = [0.0, 0]
            running.append(inner)
            try:
                return advice(*given)
            finally:
                running.pop()
                taken, found = process_time() - begun, questions.number - counted
                cost.calls += 1
                cost.seconds += taken - inner[0]
                cost.counted += int(found - inner[1])
                if running:
                    running[-1][0] += taken
                    running[-1][1] += found

        return asked

    def dearest(self) -> list[AdviceCost]:
        """Give what was asked, the dearest first."""
        return sorted((one for one in self.costs.values() if one.calls), key=lambda one: -one.seconds)


@dataclass
class QuestionsCounted:
    """How many questions of advice were counted so far."""

    contest: Contest

    @property
    def number(self) -> int:
        """Give the number."""
        program = self.contest.game.built.program
        if not program.expectations:
            return 0
        from quarterdeck.engine.odds.expected import expectations_of  # few rulesets need what counts

        return expectations_of(program).counted
