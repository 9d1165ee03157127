"""What the tests of boards share: games that are played by programs, with what a seat is shown at each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.board.board_data import BoardData
from quarterdeck.engine.board.question_data import OpenQuestionData
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.ruleset.seating import Game, set_up_game

GAMES = (
    ("easyships", "denmark_strait"),
    ("quickfire", "coronel"),
    ("fear_god", "coronel"),
    ("ships_and_sails", "lake_erie"),
    ("tests/games/marbles", "pavement"),
    ("tests/games/tiles", "kitchen"),
    ("tests/games/harbours", "night"),
    ("tests/games/snowballs", "cousins"),
    ("tests/games/regatta", "harbour"),
)


def game_of(name: str, scenario: str, turns: int = 2, options: Mapping[str, str] = MappingProxyType({})) -> Game:
    """Set up a game of so many turns."""
    findings = Findings()
    made = set_up_game(Ruleset.open(name), scenario, options, findings)
    assert not findings
    layout = made.built.program.layout
    made.start.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = turns
    return made


@dataclass
class Seeing:
    """Decides as a bot does, and keeps what a seat is shown, with the answer that was given and what else is wanted."""

    board: GameBoard
    besides: Callable[[Question], Any] = lambda question: None
    bot: Any = field(default_factory=lambda: seat("random", 3))
    seen: list[tuple[OpenQuestionData, BoardData, Any, Any]] = field(default_factory=list)
    record: list[Entry] = field(default_factory=list)

    def decide(self, question: Question) -> Any:
        asked, board, besides = self.board.question(question), self.board.board(question.view), self.besides(question)
        answer = self.bot.decide(question)
        self.seen.append((asked, board, question.written(answer), besides))
        return answer


def seen_in(game: Game, besides: Callable[[Question], Any] = lambda question: None) -> Seeing:
    """Play a game, and give what its seats were shown."""
    program = game.built.program
    seeing = Seeing(GameBoard(game), besides)
    dice = SeededDice(1, [site.address for site in program.sites])
    context = Context(program, game.start.copy(), dice, dict.fromkeys(program.layout.things("Side"), seeing))
    play(game.built.module(), context)
    seeing.record = list(context.record)
    return seeing
