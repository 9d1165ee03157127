"""How long a person at a seat may take for a decision.

In: for whom a game waits, looked at now and then. Out: how much of the time is left, and whether it is over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic
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
    now: Callable[[], float] = monotonic

    @property
    def is_due(self) -> bool:
        """Tell whether the question that was open last may have been open for too long."""
        return self.seconds > 0 and self.place is not None and self.now() - self.since >= self.seconds

    def look_at(self, place: tuple[int, int] | None) -> None:
        """Learn which question is open; another one than before has all its time."""
        if place != self.place:
            self.place, self.since = place, self.now()

    def left(self, place: tuple[int, int]) -> int | None:
        """Return the seconds that are left for the open question; nothing without a clock."""
        self.look_at(place)
        return max(0, ceil(self.seconds - (self.now() - self.since))) if self.seconds else None

    def check(self, game: HostedGame) -> None:
        """Let a bot decide for a side that has not answered in time; a game that sleeps is woken for that alone.

        Raises:
            HostRefusalError: another host plays the game.
        """
        if game.end is not None or not (game.live is not None or self.is_due):
            return
        place = game.awake().asked
        self.look_at(place)
        if self.is_due:
            game.seat(next(side for side, number in game.sides.items() if place and number == place[1]), BOT)
