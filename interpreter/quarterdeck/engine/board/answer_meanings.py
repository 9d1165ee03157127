"""What the answers to a question mean on the board: what each is called, where it lies, how far away, what it is like.

In: questions that are open, and the pieces of the game. Out: words and places. Of the state everything is worked out
from what the side that is asked may see.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from quarterdeck.base.geometry import plane
from quarterdeck.base.geometry.areas import NO_WAY, steps_from
from quarterdeck.engine.board.board_data import BoardMemory
from quarterdeck.engine.board.descriptions import Descriptions
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.run.words import NONE, STOP, is_declined
from quarterdeck.language.declarations import types

AnswerSort = Literal["thing", "place", "direction", "heading", "number", "member", "truth", "other"]
"""What is chosen: a thing, a place of the board, one of its directions, degrees on a plane, a number, one of a list of
words, yes or no, or something else."""


class FiguresOfAnswers(Protocol):
    """Works out what the ruleset declares for answers."""

    def told(self, question: Question, answer: Any) -> list[str]:
        """Say what is declared of one answer, each with its heading."""


@dataclass(frozen=True)
class AnswerMeanings:
    """Words and places for the answers to the questions of one game."""

    pieces: Pieces
    wording: Wording
    figures: FiguresOfAnswers | None = None

    def sort(self, question: Question) -> AnswerSort:
        """Give what is chosen."""
        item, pieces = question.site.item, self.pieces
        bare = types.without_none(item) if item is not None else None
        match bare:
            case types.Thing():
                return "thing"
            case types.Place():
                return "place"
            case types.EnumType() if pieces.is_place(bare):
                return "place"
            case types.EnumType():
                return "direction" if self.is_direction(question) else "member"
            case types.Number():
                return "heading" if pieces.on_plane and pieces.is_facing(bare) else "number"
            case types.Boolean():
                return "truth"
        return "other"

    def is_direction(self, question: Question) -> bool:
        """Tell whether a direction of the board is chosen."""
        item, board = question.site.item, question.view.program.world.board
        return isinstance(item, types.EnumType) and item.enum == board.directions

    def asked(self, question: Question) -> str:
        """Say what is asked; where nothing may be chosen, in the words for the first that is refused."""
        answers = question.options or [option for option, _ in question.refused]
        return question.asked(self.wording, answers[0] if answers else NONE)

    def subject(self, question: Question) -> int:
        """Give the thing that a question is about; -1 where there is none."""
        return self.pieces.subject(question.site.routine, dict(question.scope()))

    def place_of_subject(self, question: Question) -> int:
        """Give the place of the thing that a question is about; -1 where there is none."""
        subject = self.subject(question)
        return self.pieces.place_of(question.view.state, subject) if subject >= 0 else -1

    def words(self, question: Question, answer: Any) -> str:
        """Say an answer: a thing by its code and name."""
        if answer >= 0 and isinstance(question.site.item, types.Thing):
            return self.pieces.label(answer) or question.worded(answer)
        return question.worded(answer)

    def place(self, question: Question, answer: Any) -> int:
        """Give the place of the board to which an answer leads; -1 where it leads to none."""
        return self.places(question, [answer]).get(answer, -1)

    def places(self, question: Question, answers: Iterable[Any]) -> dict[Any, int]:
        """Give the places of the board to which answers lead, of those that lead to one."""
        item, pieces, state = question.site.item, self.pieces, question.view.state
        bare = types.without_none(item) if item is not None else None
        chosen = [answer for answer in answers if not is_declined(item, answer)]
        found: dict[Any, int] = {}
        if bare is not None and pieces.is_place(bare):
            found = dict(zip(chosen, chosen, strict=True))
        elif isinstance(bare, types.Thing):
            found = {answer: pieces.place_of(state, answer) for answer in chosen}
        elif self.is_direction(question) and (own := self.place_of_subject(question)) >= 0:
            found = {answer: own + pieces.grid.STEPS[answer] for answer in chosen}
        return {answer: place for answer, place in found.items() if place >= 0}

    def meaning(self, question: Question, answer: Any, memory: BoardMemory | None = None) -> str:
        """Say what an answer results in, as far as the ruleset, the board and the side's view tell."""
        if is_declined(question.site.item, answer):
            return "that is enough" if answer == STOP else "nothing of this"
        figures = self.figures.told(question, answer) if self.figures is not None else []
        return ", ".join([*figures, *filter(None, [self.looks(question, answer, memory or BoardMemory())])])

    def looks(self, question: Question, answer: Any, memory: BoardMemory) -> str:
        """Say where an answer lies on the board, and what is worth saying of it."""
        view, pieces = question.view, self.pieces
        place = self.place(question, answer)
        if isinstance(question.site.item, types.Thing):
            parts = []
            if place >= 0:
                parts.append(view.word(pieces.type_of_place(), place))
                own = self.place_of_subject(question)
                if own >= 0 and self.subject(question) != answer:
                    parts.append(self.apart(own, place))
            about = memory.about(Descriptions(pieces, view, self.wording), [answer])
            return ", ".join([*parts, *about]).strip(", ")
        if self.is_direction(question):
            return f"towards {view.word(pieces.type_of_place(), place)}" if place >= 0 else ""
        return ""

    def apart(self, own: int, place: int) -> str:
        """Say how far away a place lies; on a plane also in which direction."""
        if self.pieces.on_plane:
            return f"distance {plane.shown(plane.distance(own, place))}, bearing {plane.bearing(own, place)}"
        if self.pieces.on_areas:
            steps = steps_from(self.pieces.program.world.board.links, own)[place]
            return f"distance {steps}" if steps != NO_WAY else "no way there"
        return f"distance {self.pieces.grid.distance(own, place)}"
