"""Play a kept game again from its record alone: the same bytes, its trace, how it ended.

In: a game and what was kept of it. Out: `Replayed`. Nothing is asked and nothing rolled: where the record ends before
the game does, the replay ends too; where it does not fit the rules, it says at which entry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.engine.run.dice import LotCounts
from quarterdeck.engine.run.game import Context, GameResult, RecordFaultError, play
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.journal import JournalHeader, Saved, written
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.record import GameRecord, line_of, worded_entry
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.engine.sitting.sitting import GameListener
from quarterdeck.workspace.games.opening import header_now
from quarterdeck.workspace.ruleset.seating import Game


class RecordEndedError(Exception):
    """The record ends before the game does."""


class NoMore:
    """Dice and decider of a replay: nothing comes in but what is recorded."""

    def new_turn(self, turn: int) -> None:
        """Do nothing."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """End the replay.

        Raises:
            RecordEndedError: always.
        """
        raise RecordEndedError

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        """End the replay.

        Raises:
            RecordEndedError: always.
        """
        raise RecordEndedError

    def decide(self, question: Question) -> Any:
        """End the replay.

        Raises:
            RecordEndedError: always.
        """
        raise RecordEndedError


@dataclass
class Replayed:
    """What came of a replay: the end, if the record reaches it; else the fault, if it does not fit the rules."""

    situation: Situation
    record: GameRecord
    turn: int
    result: GameResult | None = None
    fault: str = ""
    events: list[Happening] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def journal(self, game: Game, header: JournalHeader) -> bytes:
        """Give the journal anew, by the rules as they are now."""
        return written(header_now(header, game), self.record)


@dataclass
class Following(TracedContext):
    """A traced context that shows each question of the record to somebody."""

    on_question: Callable[[Question], None] | None = None

    def followed(self, question: Question) -> None:
        """Show a question of the record."""
        if self.on_question is not None:
            self.on_question(question)


def replay(
    game: Game,
    saved: Saved,
    trace: bool = False,
    on_question: Callable[[Question], None] | None = None,
    hearings: Sequence[GameListener] = (),
) -> Replayed:
    """Play a record again, traced where somebody listens."""
    trace = trace or bool(hearings)
    start = game.start.copy()
    program = game.built.program
    nothing = NoMore()
    deciders = dict.fromkeys(program.layout.things("Side"), nothing)
    context: Context
    if trace:
        context = Following(program, start, nothing, deciders, saved.entries, on_question=on_question)
        context.hearings = hearings
    else:
        context = Context(program, start, nothing, deciders, saved.entries)
    turn = program.layout.arrays["Game"].base + program.layout.offsets["Game.turn"]
    found = Replayed(start, context.record, 0)
    for hearing in hearings:
        hearing.begin()
    try:
        found.result = play(game.built.module(trace=trace), context)
        if len(found.record) < len(saved.entries):
            entry = saved.entries[len(found.record)]
            found.fault = f"{line_of(len(found.record))}: {worded_entry(entry)}, where the game is over"
    except RecordEndedError:
        pass
    except RecordFaultError as error:
        found.fault = str(error)
    found.turn, found.told = start.state[turn], context.told
    if isinstance(context, TracedContext):
        found.events = context.events
    for hearing in hearings:
        hearing.end(found.result, found.turn)
    return found
