"""The course of a game's turn, each phase and step with the topics that it is about.

In: a `ComparisonBook` and a checked ruleset. Out: a `TurnOfGame`. A phase is about the topic that the ruleset files it
under; where that is only the order of play itself, about what it calls most often.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from quarterdeck.checks.calls import called_in
from quarterdeck.checks.meanings import Checked
from quarterdeck.ruleset.comparison import ComparisonBook
from quarterdeck.side_by_side.report import StageOfTurn, TurnOfGame
from quarterdeck.syntax import nodes

TURN = "turn"


@dataclass(frozen=True)
class CourseOfTurn:
    """The turn of one game."""

    game: str
    book: ComparisonBook
    checked: Checked

    def turn(self) -> TurnOfGame:
        """Give the course of the turn; without phases where the ruleset has none."""
        turn = self.book.declared.turn
        return TurnOfGame(self.game, tuple(self.stage(phase, TURN) for phase in turn.phases) if turn else ())

    def stage(self, phase: nodes.Phase | nodes.Step, outer: str) -> StageOfTurn:
        """Give a phase or step with the steps inside it."""
        address = f"{outer}.{phase.name.text}"
        title = phase.title.text if phase.title else phase.name.text.replace("_", " ").capitalize()
        steps = tuple(self.stage(one, address) for one in phase.block if isinstance(one, nodes.Step))
        called = self.called(phase)
        main, general = self.book.topic_of(address), self.book.topic_of(TURN)
        if main == general:
            main = next((topic for topic, _ in called.most_common() if topic != general), main)
        topics = dict.fromkeys([*([main] if main else []), *(topic for topic, _ in called.most_common())])
        return StageOfTurn(address, title, main, tuple(topics), steps)

    def called(self, phase: nodes.Phase | nodes.Step) -> Counter[str]:
        """Count the topics of what a phase calls itself."""
        topics = {one.address: one.topic for one in self.book.rules}
        found = (topics.get(address.rstrip("?")) for _, address in called_in(self.checked, phase))
        return Counter(topic for topic in found if topic is not None)
