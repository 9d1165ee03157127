"""How long a person at a seat may take for a decision.

In: for whom a game waits, looked at now and then. Out: whether that has been so for too long.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarterdeck.workspace.ruleset.seating import BOT

if TYPE_CHECKING:
    from quarterdeck.apps.server.hosted_game import HostedGame

CLOCK = "clock"
"""The key under which the seconds of a decision are noted with a game."""


@dataclass
class MoveClock:
    """The clock of one game; without seconds it stands still."""

    seconds: int = 0
    place: tuple[int, int] | None = None
    """The question that was open when it was looked at last: its number in the record, and its side."""
    since: float = 0.0

    def is_due(self, now: float) -> bool:
        """Tell whether the question that was open last may have been open for too long."""
        return self.seconds > 0 and self.place is not None and now - self.since >= self.seconds

    def is_decided(self, place: tuple[int, int] | None, now: float) -> bool:
        """Tell whether a question has been open for too long; another one than before has all its time."""
        if place != self.place:
            self.place, self.since = place, now
        return self.is_due(now)

    def check(self, game: HostedGame, now: float) -> None:
        """Let a bot decide for a side that has not answered in time; a game that sleeps is woken for that alone.

        Raises:
            HostRefusalError: another host plays the game.
        """
        if game.end is not None or not (game.live is not None or self.is_due(now)):
            return
        place = game.awake().asked
        if self.is_decided(place, now):
            game.seat(next(side for side, number in game.sides.items() if place and number == place[1]), BOT)
