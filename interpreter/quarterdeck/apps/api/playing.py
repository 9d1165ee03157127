"""Play scenarios to their end without a terminal, hold a game open for answers, and replay saved games.

In: a ruleset, a scenario, who sits where; or a journal. Out: a `Battle`, or an `GameHeldOpen`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.analysis.why.listeners import Listening, heard
from quarterdeck.apps.api.keeping import RulesChangedError, open_journal
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.board.board_data import BoardData
from quarterdeck.engine.board.question_data import OpenQuestionData
from quarterdeck.engine.run.journal import state_hash, thing_hashes
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.engine.sitting.stop_records import (
    AnswerRefusedError,
    DieNeeded,
    DieWanted,
    OpenStop,
    PhaseStarted,
    StopSort,
    TurnEnded,
)
from quarterdeck.workspace.games import opening
from quarterdeck.workspace.games import replay as replaying
from quarterdeck.workspace.games.ending import Battle, battle_played, battle_replayed
from quarterdeck.workspace.games.game_board import GameBoard
from quarterdeck.workspace.ruleset import seating
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError, scenario_called
from quarterdeck.workspace.ruleset.seating import BOT, PERSON

if TYPE_CHECKING:  # an extra brings what live games need
    from quarterdeck.engine.sitting.live_game import LiveGame
    from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
    from quarterdeck.engine.sitting.sitting import Sitting


@dataclass(frozen=True)
class GameHeldOpen:
    """A game that waits at each question of a side that a person plays, and at the places of `stop_at`."""

    live: LiveGame
    board: GameBoard
    orders: RepeatedOrders

    @property
    def question(self) -> OpenQuestionData | None:
        """The question at which the game waits, with its options and refusals; none when it waits at none."""
        question = self.live.question
        return None if question is None else self.board.question(question, self.orders)

    @property
    def stop(self) -> OpenStop | None:
        """The die, phase or end of a turn at which the game waits; none at a question and after the end."""
        at = self.live.waits_at
        if isinstance(at, DieWanted):
            return DieNeeded(self.live.sitting.start.program.sites[at.site].address, at.sides, at.subject)
        return at if isinstance(at, PhaseStarted | TurnEnded) else None

    @property
    def result(self) -> Battle | None:
        """How the game ended; none while it has not."""
        return None if self.live.result is None else battle_played(self.live.sitting, self.live.result)

    @property
    def turn(self) -> int:
        """The turn that is played; 0 during the set-up."""
        return self.live.sitting.turn

    @property
    def header(self) -> dict[str, Any]:
        """The first line of its journal: by which rules, from which start and with which seed it is played."""
        return self.live.sitting.header.line()

    @property
    def entries(self) -> list[dict[str, Any]]:
        """All dice and decisions so far, as the lines of the journal after the header have them."""
        return [dict(entry) for entry in self.live.sitting.record]

    @property
    def state_hash(self) -> str:
        """The hash of all things in play, as two peers compare it at the end of a turn."""
        return state_hash(self.live.sitting.playing.situation)

    @property
    def thing_hashes(self) -> dict[str, str]:
        """The hash of each thing in play by its name, as two peers compare them after different `state_hash`es."""
        return thing_hashes(self.live.sitting.playing.situation)

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
        """Answer the open question with the `value` of an option, "none" or "stop", and play on to where it next waits.

        Raises:
            AnswerRefusedError: no question is open, or this is not one of its answers.
        """
        self.live.answer(value)

    def go_on(self, face: int | None = None) -> None:
        """Leave a `stop`, with the `face` of a die that is needed, and play on to where the game next waits.

        Raises:
            AnswerRefusedError: the game waits at none, or the face is not one of the die.
        """
        stop = self.stop
        if stop is None:
            raise AnswerRefusedError("the game does not wait at a die, a phase or the end of a turn")
        sides = stop.sides if isinstance(stop, DieNeeded) else 0
        if (face is None) != (sides == 0) or (face is not None and not 1 <= face <= sides):
            wanted = f"a face from 1 to {sides}" if sides else "no face"
            raise AnswerRefusedError(f"the game needs {wanted} here, and not {face}")
        self.live.step(face)

    def undo(self, count: int) -> None:
        """Keep only the first `count` entries, also after the end, and play to where the game then waits.

        A phase or the end of a turn after the last entry that is kept is a stop again.

        Raises:
            AnswerRefusedError: there are fewer entries, the game is closed, or another program has its journal.
        """
        if not 0 <= count <= len(self.live.sitting.record):
            raise AnswerRefusedError(
                f"the game has {len(self.live.sitting.record)} entries, and {count} cannot be kept"
            )
        self.live.undo(count)

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
    stop_at: Collection[StopSort] = (),
) -> GameHeldOpen:
    """Start a game and play it to the first question of a side that is "person". Needs the extra `serve`.

    `sides` are seats as in `play`, one for all or one each. `save` is a new journal. With `stop_at` the game also waits
    at each die that it needs ("dice"), where a phase or step begins ("phases"), and at the end of each turn ("turns").

    Raises:
        OpeningError: there is no such scenario, the sides do not fit, or the journal cannot be written.
        RefusedError: the ruleset or the scenario has errors.
    """
    game, name = _set_up(ruleset, scenario, options)
    wanted = opening.Wanted(name, dict(options or {}), sides, seed)
    store = None if save is None else FileStore(save)
    return _held_open(game, opening.begin(game, wanted, (PERSON,), store, opening.live_sitting), stop_at)


def resume_game(
    journal: Path, *, sides: Sequence[str] = (), stop_at: Collection[StopSort] = (), anyway: bool = False
) -> GameHeldOpen:
    """Continue a saved game from its journal, as `open_game` holds one open. Needs the extra `serve`.

    `sides` are other seats than in the journal, as in `play`. The game is saved in the same journal.

    Raises:
        OpeningError: it is not a journal, its scenario no longer exists, or the sides do not fit.
        NotFoundError: its ruleset no longer exists.
        RefusedError: the rules now have errors.
        RulesChangedError: the rules are others now; `anyway` continues with them.
    """
    kept = open_journal(journal)
    if kept.changes and not anyway:
        raise RulesChangedError(journal, kept.changes)
    sitting = opening.resume(kept.game, kept.saved, FileStore(journal), opening.live_sitting, sides)
    return _held_open(kept.game, sitting, stop_at)


def _set_up(ruleset: Ruleset, scenario: str, options: Mapping[str, str] | None) -> tuple[seating.Game, str]:
    """Set up a scenario that is meant by its name or title, and give that name.

    Raises:
        OpeningError: there is no such scenario.
        RefusedError: the ruleset or the scenario has errors.
    """
    ruleset.refuse_faults()
    findings, name = Findings(), scenario_called(ruleset.declared, scenario)
    game = seating.set_up_game(ruleset, name, dict(options or {}), findings)
    findings.refuse()
    return game, name


def _held_open(game: seating.Game, sitting: Sitting, stop_at: Collection[StopSort]) -> GameHeldOpen:
    """Play to where the game first waits."""
    from quarterdeck.engine.sitting.game_stops import GameStops, WaitingDice
    from quarterdeck.engine.sitting.live_game import LiveGame
    from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders

    board = GameBoard(game)
    orders = RepeatedOrders(sitting, board.pieces.subject)
    sitting.hearings = (orders, GameStops(sitting, stop_at), *sitting.hearings)
    if "dice" in stop_at:
        sitting.new_dice = WaitingDice
    live = LiveGame(sitting)
    live.open()
    return GameHeldOpen(live, board, orders)


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
    game, name = _set_up(ruleset, scenario, options)
    wanted = opening.Wanted(name, dict(options or {}), sides, seed)
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
