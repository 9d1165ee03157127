"""Play scenarios to their end without a terminal, hold a game open for answers, and replay saved games.

In: a ruleset, a scenario, who sits where; or a journal. Out: a `Battle`, or an `GameHeldOpen`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.analysis.why.listeners import Listening, heard
from quarterdeck.apps.api.keeping import open_journal
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.board.board_data import BoardData
from quarterdeck.engine.board.question_data import OpenQuestionData
from quarterdeck.engine.run.journal import state_hash
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.workspace.games import opening
from quarterdeck.workspace.games import replay as replaying
from quarterdeck.workspace.games.ending import Battle, battle_played, battle_replayed
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.ruleset import seating
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import BOT, PERSON, OpeningError

if TYPE_CHECKING:  # an extra brings what live games need
    from quarterdeck.engine.sitting.live_game import LiveGame


@dataclass(frozen=True)
class GameHeldOpen:
    """A game that waits at each question of a side that a person plays.

    `live` is the game itself, `board` makes data of what a side may see.
    """

    live: LiveGame
    board: GameBoard

    @property
    def question(self) -> OpenQuestionData | None:
        """The question at which the game waits, with its options and refusals; none when the game is over."""
        question = self.live.question
        return None if question is None else self.board.question(question)

    @property
    def header(self) -> dict[str, Any]:
        """The first line of its journal: by which rules, from which start and with which seed it is played."""
        return self.live.sitting.header.line()

    @property
    def state_hash(self) -> str:
        """The hash of all things in play, as two peers compare it at the end of a turn."""
        return state_hash(self.live.sitting.playing.situation)

    def seen_by(self, side: str) -> BoardData:
        """Return what a side may see of the board now.

        Raises:
            OpeningError: there is no such side.
        """
        start = self.live.sitting.start
        numbers = {start.known_as[number]: number for number in self.board.pieces.sides}
        if side not in numbers:
            raise OpeningError(f"there is no side {side}; the sides are {', '.join(numbers)}")
        return self.board.board(self.live.view(numbers[side]))

    def answer(self, value: Any) -> None:
        """Answer the open question with the `value` of an option, and play on to the next.

        Raises:
            AnswerRefusedError: no question is open, or this is not one of its answers.
        """
        self.live.answer(value)

    def close(self) -> None:
        """Leave the game. What was decided is saved."""
        self.live.close()


def open_game(
    ruleset: Ruleset,
    scenario: str,
    *,
    sides: Sequence[str] = (PERSON,),
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    save: Path | None = None,
) -> GameHeldOpen:
    """Start a game and play it to the first question of a side that is "person". Needs the extra `serve`.

    `sides` are seats as in `play`, one for all or one each. `save` is a new journal.

    Raises:
        OpeningError: there is no such scenario, the sides do not fit, or the journal cannot be written.
        RefusedError: the ruleset or the scenario has errors.
    """
    from quarterdeck.engine.sitting.live_game import LiveGame

    findings = Findings()
    game = seating.set_up_game(ruleset, scenario, dict(options or {}), findings)
    findings.refuse()
    wanted = opening.Wanted(scenario, dict(options or {}), sides, seed)
    store = None if save is None else FileStore(save)
    live = LiveGame(opening.begin(game, wanted, (PERSON,), store, opening.live_sitting))
    live.open()
    return GameHeldOpen(live, GameBoard(game))


def play(
    ruleset: Ruleset,
    scenario: str,
    *,
    sides: Sequence[str] = (BOT,),
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    save: Path | None = None,
    listen: Sequence[str] = (),
) -> Battle:
    """Play a scenario to its end with bots, random players, scripts or plugins: one for all `sides`, or one each.

    A seat is "bot", "random", a script, or a plugin that decides. `listen` names plugins that receive the events,
    `NAME=FILE` or `NAME@SIDE=FILE`. An exception in one of them becomes a `RuntimeWarning`, and the game continues.

    Raises:
        OpeningError: there is no such scenario, the sides or listeners do not fit, or the journal cannot be written.
        PluginFaultError: a plugin cannot be imported, or breaks its contract.
        RefusedError: the ruleset or the scenario has errors, or a script names an unknown choice.
    """
    if PERSON in sides:
        raise OpeningError("a person needs a terminal: use `quarterdeck play`, or `open_game`")
    findings = Findings()
    game = seating.set_up_game(ruleset, scenario, dict(options or {}), findings)
    findings.refuse()
    wanted = opening.Wanted(scenario, dict(options or {}), sides, seed)
    store = None if save is None else FileStore(save)
    sitting = opening.begin(game, wanted, (BOT,), store, heard(Listening(listen), opening.sitting_of))
    return battle_played(sitting, sitting.play())


def replay(journal: Path, *, listen: Sequence[str] = ()) -> Battle:
    """Replay a saved game from its journal with the current rules; plugins may listen, as in `play`.

    Raises:
        OpeningError: it is not a journal, its scenario no longer exists, or the listeners do not fit.
        NotFoundError: its ruleset no longer exists.
        RefusedError: the rules now have errors.
    """
    kept = open_journal(journal)
    return battle_replayed(
        kept.saved.header, replaying.replay(kept.game, kept.saved, hearings=kept.heard(Listening(listen))), journal
    )
