"""Places other than questions at which an open game can stop: a die, the beginning of a phase, the end of a turn.

In: a sitting, and the places. Out: what the game waits at. `LiveGame.step` takes it further, with the face of a die.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from quarterdeck.engine.run.dice import LotCounts, sort_at
from quarterdeck.engine.run.happenings import Happening, PhaseBegun
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.sitting.live_game import pause
from quarterdeck.engine.sitting.sitting import GameListener, Sitting
from quarterdeck.engine.sitting.stop_records import DieWanted, PhaseStarted, StopSort, TurnEnded


class WaitingDice:
    """Stops the game at each die that the record does not have."""

    def new_turn(self, turn: int) -> None:
        """Do nothing: each die comes from outside."""

    def follow(self, site: int, subject: tuple[int, ...]) -> None:
        """Do nothing: a die of the record needs no other."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Stop until somebody hands in a face."""
        return int(pause(DieWanted(site, sides, subject)))

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        """Draw a lot with a die."""
        return sort_at(self.throw(site, sum(lots), subject), lots)


@dataclass
class GameStops(GameListener):
    """Listens at a sitting, and stops the game where somebody wants it to."""

    sitting: Sitting
    at: Collection[StopSort] = ()

    @property
    def is_new(self) -> bool:
        """Whether the game is at the end of its record; what a longer record holds has been played before."""
        return self.sitting.playing.at >= len(self.sitting.recorded)

    def hear(self, event: Happening) -> None:
        """Stop where a phase begins."""
        if isinstance(event, PhaseBegun) and "phases" in self.at and self.is_new:
            pause(PhaseStarted(event.address, event.turn, event.address in self.sitting.secrecy.phases))

    def turn_over(self, situation: Situation, turn: int, entries: int) -> None:
        """Stop at the end of a turn."""
        if "turns" in self.at and self.is_new:
            pause(TurnEnded(turn))
