"""What a seat sees of one game, as data: the board, the question that waits, the card of a thing.

In: a game, and views and questions while it is played. Out: what JSON can hold, for any app that shows it.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.board.answer_meanings import AnswerMeanings
from quarterdeck.engine.board.board_data import (
    BoardData,
    BoardMemory,
    BoardNames,
    CardData,
    CardLineData,
    board_data,
    card_data,
)
from quarterdeck.engine.board.descriptions import Descriptions
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.board.question_data import OpenQuestionData, question_data
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from quarterdeck.language.checks.logs import log_of
from quarterdeck.workspace.games.answer_figures import AnswerFigures
from quarterdeck.workspace.ruleset.seating import Game


class GameBoard:
    """The board of one game; it has no state, so one serves all seats."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pieces = Pieces(game.start, game.built.module())
        self.wording = Wording(game.built.program, game.start.names)
        self.meanings = AnswerMeanings(self.pieces, self.wording, AnswerFigures(game.built))

    def question(
        self, question: Question, orders: RepeatedOrders | None = None, memory: BoardMemory | None = None
    ) -> OpenQuestionData:
        """Return a question while it is open; `orders` listen at its game."""
        return question_data(question, self.meanings, orders, memory)

    def board(self, view: View, memory: BoardMemory | None = None) -> BoardData:
        """Return what a side may see of the board; `memory` is of boards for the same side in the same game."""
        return board_data(self._described(view), memory)

    def card(self, view: View, thing: str) -> CardData:
        """Return everything that a side may see of a thing, by its name on the board, first what its paper log has.

        Raises:
            KeyError: there is nothing of that name on the board.
        """
        names = BoardNames(self.pieces, view)
        number = {names.of(one): one for one in self.pieces.shown(view.state)}[thing]
        found = card_data(self._described(view), number)
        log = log_of(self.game.built.checked.declared, names.kind(number))
        if log is not None:
            fields = [line.field.partition(".")[0] for line in log.lines if line.field]
            found["lines"] = in_order_of(found["lines"], fields)
        return found

    def _described(self, view: View) -> Descriptions:
        return Descriptions(self.pieces, view, self.wording)


def in_order_of(lines: Sequence[CardLineData], fields: Sequence[str]) -> list[CardLineData]:
    """Put lines in the order of some fields, each with the lines of the parts below it; all others come after them."""
    blocks: list[list[CardLineData]] = []
    for line in lines:
        if line["depth"]:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    places = {field: place for place, field in reversed(list(enumerate(fields)))}
    blocks.sort(key=lambda block: places.get(block[0]["field"] or "", len(fields)))
    return [line for block in blocks for line in block]
