"""One sitting of a game: play it to its end, keep it, leave it, and take decisions back.

In: a game that is ready to be played. Out: its end, or `LeftError` when it was left. A seat may raise `UndoneError`;
then the game is played again up to there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.engine.run.dice import DiceSource
from quarterdeck.engine.run.game import GameResult, play
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.journal import Journal, JournalHeader
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.trace import TracedContext


class LeftError(Exception):
    """A game was left before its end."""


class UndoneError(Exception):
    """A decision was taken back; the argument is the number of entries that stay."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class GameListener:
    """Learns of all that happens in a game, from its beginning each time that it is played; does nothing by itself."""

    def begin(self) -> None:
        """Begin to listen."""

    def hear(self, event: Happening) -> None:
        """Learn what has happened."""

    def turn_over(self, situation: Situation, turn: int, entries: int) -> None:
        """Learn what is there at the end of a turn, and how many entries the record holds; 0 is after the set-up."""

    def end(self, result: GameResult | None, turn: int) -> None:
        """Learn how the game ended; without a result it was left."""


@dataclass
class Sitting:
    """One game while it is played; `recorded` is what is played again before anything new comes in."""

    header: JournalHeader
    module: PrintedModule
    start: Situation
    secrecy: Secrecy
    new_dice: Callable[[], DiceSource]
    new_deciders: Callable[[], dict[int, Decider]]
    journal: Journal | None = None
    recorded: list[Entry] = field(default_factory=list)
    hearings: Sequence[GameListener] = ()
    context: SittingContext | None = None
    agreement: Callable[[int], str] | None = None
    """Asks others whether all but the first entries are taken back; gives why not."""
    giving_up: Callable[[], None] | None = None
    """Gives the game up, where somebody else has to learn of it."""
    new_context: Callable[..., SittingContext] | None = None
    """Makes the context in the place of `SittingContext`, for games that are played in another way."""

    @property
    def record(self) -> Sequence[Entry]:
        """All that has come in so far."""
        return self.recorded if self.context is None else self.context.record

    @property
    def told(self) -> tuple[str, ...]:
        """The words that all sides heard."""
        return () if self.context is None else tuple(self.context.told)

    @property
    def kept_in(self) -> Path | None:
        """The file that keeps the game, where one does."""
        return None if self.journal is None else self.journal.path

    @property
    def is_replaying(self) -> bool:
        """Whether what happens now was recorded before."""
        return bool(self.recorded) and self.playing.at <= len(self.recorded)

    @property
    def playing(self) -> SittingContext:
        """The context of the game, which must have begun."""
        assert self.context is not None
        return self.context

    @property
    def turn(self) -> int:
        """The turn that is played."""
        layout = self.start.program.layout
        return self.playing.situation.state[layout.arrays["Game"].base + layout.offsets["Game.turn"]]

    def play(self) -> GameResult:
        """Play to the end.

        Raises:
            LeftError: a person left the game; what was decided is safe.
        """
        result: GameResult | None = None
        try:
            while True:
                try:
                    result = play(self.module, self.begin())
                    self.checkpoint()
                    return result
                except UndoneError as undone:
                    self.undo(undone.count)
        finally:
            self.close(result)

    def begin(self) -> SittingContext:
        """Begin at the start, with what is recorded still to be played again."""
        start = self.start.copy()
        deciders, dice = self.new_deciders(), self.new_dice()
        make = SittingContext if self.new_context is None else self.new_context
        self.context = make(start.program, start, dice, deciders, self.recorded, self.entered)
        self.context.sitting, self.context.hearings = self, self.hearings
        if self.journal is not None:
            self.journal.follow(self.context.record.lines)
        for hearing in self.hearings:
            hearing.begin()
        return self.context

    def close(self, result: GameResult | None) -> None:
        """Let go of the journal, and tell those who listen how the game ended."""
        if self.journal is not None:
            self.journal.close()
        if self.context is not None:
            for hearing in self.hearings:
                hearing.end(result, self.turn)

    def undo(self, count: int) -> None:
        """Take back what was recorded after a number of entries."""
        self.recorded = self.playing.record[:count]
        if self.journal is not None:
            self.journal.cut(count)

    def undo_from(self, side: int, number: int) -> int | str:
        """Give how many entries stay when a side takes back its last decision before an entry, or why it may not."""
        asked, record = self.playing.asked, self.playing.record
        own = [at for at, by in asked if by == side and at < number]
        if not own:
            return "You have no decision to take back."
        since = record[own[-1] + 1 : number]
        if any("die" in entry for entry in since):
            return "Dice have been rolled since; what was rolled stays."
        if any("drawn" in entry for entry in since):
            return "Something has been drawn since; what was drawn stays."
        others = [by for at, by in asked if own[-1] < at < number and by != side]
        if others:
            return f"{self.start.names[others[0]]} has decided since, and saw what you did."
        return own[-1]

    def take_back(self, count: int) -> str:
        """Take back all but the first entries, if others agree who must; else give the reason.

        Raises:
            UndoneError: it is taken back.
        """
        if self.agreement is not None:
            return self.agreement(count)
        raise UndoneError(count)

    # --- what a sitting at a terminal shows

    def entered(self, entry: Entry) -> None:
        """Learn of an entry, also of one that is played again."""

    def without_options(self, choice: PendingChoice) -> None:
        """Learn that a side had no option, and could only decline."""

    def checkpoint(self) -> None:
        """Make safe what was recorded."""
        if self.journal is not None:
            self.journal.sync()


@dataclass
class SittingContext(TracedContext):
    """The context of a sitting: it tells the sitting of every decision."""

    sitting: Sitting = field(init=False)

    def choose(self, asking: PendingChoice) -> Any:
        """Ask as ever, and tell the sitting where there was no option."""
        number = self.at
        answer = super().choose(asking)
        if not asking.options and number >= len(self.recorded):
            self.sitting.without_options(asking)
        return answer

    def happened(self, happening: Happening) -> None:
        """Tell those who listen; a game in progress keeps no trace, which would grow with it."""
        for hearing in self.hearings:
            hearing.hear(happening)

    def phase_over(self, address: str, state: list[int]) -> None:
        """Let the sitting make safe, and show, what came of a phase."""
        super().phase_over(address, state)
        if self.at > len(self.recorded) or not self.recorded:
            self.sitting.checkpoint()
