"""Somebody who decides: a side that keeps to one enemy at a time, among the answers that advice thinks well of.

The advice of a ruleset looks at one shooter at a time. A side whose ships each pick the best target for themselves
spreads its fire; one that keeps to a target which a comrade has chosen already sinks it sooner. So of all answers that
are nearly as good as the best, this one gives the enemy that its side has chosen most lately.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from quarterdeck.hooks import About, Answer, Choice, Seat, Thing, hookimpl

NEARLY = Fraction(3, 4)
"""An answer is nearly as good as the best that comes to so much of what the best is better than the worst."""


@dataclass
class Concentrating:
    """Sits at a table for one side in one game."""

    chosen: list[int] = field(default_factory=list)

    def decide(self, choice: Choice) -> Answer:
        """Give the answer that is nearly best and keeps to what was chosen before."""
        good = nearly_best(choice)
        if all(not isinstance(one.value, Thing) or one.value == choice.me for one in good):
            return good[0]
        answer = max(good, key=self.how_lately)
        if isinstance(answer.value, Thing):
            self.chosen.append(answer.value.number)
        return answer

    def how_lately(self, answer: Answer) -> int:
        """Give when an enemy was chosen last, counted in choices; -1 for one that never was, or for none."""
        number = answer.value.number if isinstance(answer.value, Thing) else -1
        return max((at for at, one in enumerate(self.chosen) if one == number), default=-1)


def nearly_best(choice: Choice) -> list[Answer]:
    """Give the answers that are worth giving, the best first; where nothing is known of them, by lot."""
    answers = list(choice.answers)
    advised = choice.advised
    if advised is None:
        return [choice.default or choice.draw.choice(answers)]
    worth = {answer: advised(answer) for answer in answers}
    best, worst = max(worth.values()), min(worth.values())
    enough = worst + NEARLY * (best - worst)
    return sorted((one for one in answers if worth[one] >= enough), key=lambda one: -worth[one])


class Concentration:
    """What the plugin offers."""

    @hookimpl
    def quarterdeck_about(self) -> About:
        """Say what the plugin is."""
        return About("Concentration of fire", "A side keeps to one enemy at a time.")

    @hookimpl
    def quarterdeck_deciders(self) -> list[Seat]:
        """Give who decides."""
        return [Seat("concentration", "keeps to one enemy at a time", lambda seed: Concentrating())]
