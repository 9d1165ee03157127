"""Where a host keeps its games: the journal of each, who sits at it, and how it ended.

In: what happens to games. Out: the same after a restart, where the keeper is not in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from quarterdeck.engine.run.journal_store import JournalFaultError, JournalStore, MemoryStore

SPECTATORS = "*"
"""The name of a side under which the token of spectators is kept."""


@dataclass(frozen=True)
class SeatKept:
    """Who decides for a side: person, bot, random or resigned; and the hash of the token in its link, if it has one."""

    side: str
    kind: str
    token: str | None = None


@dataclass(frozen=True)
class EndKept:
    """How a game ended: the winner by its name (none: nobody won) and the last turn."""

    winner: str | None
    turn: int


class NumberedStore(JournalStore, Protocol):
    """The journal of a game that has a number when its header is safe."""

    @property
    def game(self) -> int | None:
        """The number of the game."""


class GameKeeper(Protocol):
    """Keeps games."""

    def new_store(self) -> NumberedStore:
        """Give a store for the journal of a new game."""

    def store(self, game: int) -> JournalStore:
        """Give the journal of a game."""

    def numbers(self) -> Sequence[int]:
        """List the numbers of all games."""

    def seats(self, game: int) -> Sequence[SeatKept]:
        """List the seats of a game; none where there is no such game."""

    def put_seat(self, game: int, seat: SeatKept) -> None:
        """Note who decides for a side from now on."""

    def has_ended(self, game: int, winner: str | None, turn: int) -> None:
        """Note how a game ended."""

    def end_of(self, game: int) -> EndKept | None:
        """Tell how a game ended; nothing while it goes on."""

    def close(self) -> None:
        """Give everything up."""


class GameInMemory(MemoryStore):
    """The journal of a game in memory."""

    def __init__(self, game: int) -> None:
        super().__init__()
        self.game = game


@dataclass
class MemoryKeeper:
    """Keeps games while the program runs."""

    stores: dict[int, GameInMemory] = field(default_factory=dict)
    seated: dict[int, dict[str, SeatKept]] = field(default_factory=dict)
    ends: dict[int, EndKept] = field(default_factory=dict)

    def new_store(self) -> GameInMemory:
        """Give a store for the journal of a new game."""
        store = GameInMemory(len(self.stores) + 1)
        self.stores[store.game] = store
        return store

    def store(self, game: int) -> JournalStore:
        """Give the journal of a game.

        Raises:
            JournalFaultError: there is no such game.
        """
        if game not in self.stores:
            raise JournalFaultError(f"there is no game {game}")
        return self.stores[game]

    def numbers(self) -> Sequence[int]:
        """List the numbers of all games."""
        return list(self.stores)

    def seats(self, game: int) -> Sequence[SeatKept]:
        """List the seats of a game."""
        return list(self.seated.get(game, {}).values())

    def put_seat(self, game: int, seat: SeatKept) -> None:
        """Note who decides for a side from now on."""
        self.seated.setdefault(game, {})[seat.side] = seat

    def has_ended(self, game: int, winner: str | None, turn: int) -> None:
        """Note how a game ended."""
        self.ends[game] = EndKept(winner, turn)

    def end_of(self, game: int) -> EndKept | None:
        """Tell how a game ended."""
        return self.ends.get(game)

    def close(self) -> None:
        """Do nothing: the games are gone with the program."""
