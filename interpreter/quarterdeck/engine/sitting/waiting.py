"""A game that waits for answers from outside: it plays up to the next question, takes an answer, and plays on.

In: a sitting, and answers as the record writes them. Out: an `OpenQuestion`, or how the game ended. Each step plays the
record again from the start, so nothing but the record has to be kept between two steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quarterdeck.base.plain_data import as_written
from quarterdeck.engine.run.game import GameResult, RecordFaultError, play
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.sitting.sitting import Sitting


@dataclass(frozen=True)
class OpenQuestion:
    """What a game waits for: the question and what its side may know, both as data."""

    asked: Mapping[str, Any]
    view: Mapping[str, Any]


class AwaitingError(Exception):
    """A question is open, and nobody here answers it."""

    def __init__(self, question: OpenQuestion) -> None:
        super().__init__(question)
        self.question = question


class AwaitedSeat:
    """The seat of a side whose answers come from outside."""

    def __init__(self, start: Situation) -> None:
        self.wording = Wording(start.program, start.names)
        self.known_as = start.known_as

    def decide(self, question: Question) -> Any:
        """Stop the game.

        Raises:
            AwaitingError: always.
        """
        raise AwaitingError(OpenQuestion(question.as_data(self.wording), question.view.as_data(self.known_as)))


def play_on(sitting: Sitting) -> OpenQuestion | GameResult:
    """Play up to the next question that waits for an answer, or to the end; what was recorded is safe."""
    try:
        result = play(sitting.module, sitting.begin())
    except AwaitingError as awaiting:
        sitting.checkpoint()
        return awaiting.question
    sitting.close(result)
    return result


def answer(sitting: Sitting, question: OpenQuestion, given: Any) -> OpenQuestion | GameResult:
    """Answer the open question, and play on.

    Raises:
        RecordFaultError: this is not one of the answers; the question stays open.
    """
    before = list(sitting.record)
    sitting.recorded = [*before, {"choice": given, "by": question.asked["by"], "at": question.asked["at"]}]
    try:
        return play_on(sitting)
    except RecordFaultError:
        sitting.recorded = before
        raise RecordFaultError(f"`{as_written(given)}` may not be chosen at {question.asked['at']}") from None
