"""Where a host keeps its games: the journal of each, who sits at it, and how it ended.

In: what happens to games. Out: the same after a restart, where the keeper is not in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.run.journal_store import JournalFaultError, JournalStore, MemoryStore
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.sitting.sitting import GameListener
from quarterdeck.workspace.database.game_database import GameDatabase, SeatKept
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.workspace.database.turn_listener import TurnListener

SPECTATORS = "*"
"""The name of a side under which the token of spectators is kept."""


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

    def store(self, game: int) -> NumberedStore:
        """Give the journal of a game."""

    def hearings(self, store: Any, start: Situation) -> Sequence[GameListener]:
        """Give what learns of a game while it is played, by its store."""

    def confirm(self, store: Any) -> None:
        """See that this host still plays the game of a store, before anything but its record is written."""

    def numbers(self) -> Sequence[int]:
        """List the numbers of all games."""

    def seats(self, game: int) -> Sequence[SeatKept]:
        """List the seats of a game; none where there is no such game."""

    def put_seat(self, game: int, seat: SeatKept) -> None:
        """Note who decides for a side from now on."""

    def note(self, game: int, key: str) -> str:
        """Read what was noted of a game under a key; an empty text where nothing was."""

    def put_note(self, game: int, key: str, text: str) -> None:
        """Note something of a game, in the place of what was noted under the key."""

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
    notes: dict[tuple[int, str], str] = field(default_factory=dict)

    def new_store(self) -> GameInMemory:
        """Give a store for the journal of a new game."""
        store = GameInMemory(len(self.stores) + 1)
        self.stores[store.game] = store
        return store

    def hearings(self, store: NumberedStore, start: Situation) -> Sequence[GameListener]:
        """Give nobody: the record alone is kept."""
        return ()

    def confirm(self, store: NumberedStore) -> None:
        """Do nothing: no other host plays games in memory."""

    def note(self, game: int, key: str) -> str:
        """Read what was noted of a game under a key."""
        return self.notes.get((game, key), "")

    def put_note(self, game: int, key: str, text: str) -> None:
        """Note something of a game."""
        self.notes[game, key] = text

    def store(self, game: int) -> NumberedStore:
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


@dataclass
class DatabaseKeeper:
    """Keeps games in a database, with the values of all things at the end of each turn."""

    database: GameDatabase

    def new_store(self) -> GameStore:
        """Give a store for the journal of a new game."""
        return GameStore(self.database)

    def store(self, game: int) -> GameStore:
        """Give the journal of a game; one that another host plays is not waited for."""
        return GameStore(self.database, game, patience=0)

    def hearings(self, store: GameStore, start: Situation) -> Sequence[GameListener]:
        """Give what writes the end of each turn."""
        return (TurnListener(store, start),)

    def confirm(self, store: GameStore) -> None:
        """See that no other host has taken a game."""
        store.confirm()

    def note(self, game: int, key: str) -> str:
        """Read what was noted of a game under a key; a referee has no other use for the exchanges of peers."""
        kept = self.database.exchange(game, key)
        return "" if kept is None else kept.mine

    def put_note(self, game: int, key: str, text: str) -> None:
        """Note something of a game."""
        self.database.put_exchange(game, PeerExchange(key, text, ""))

    def numbers(self) -> Sequence[int]:
        """List the numbers of all games."""
        return [one.game for one in self.database.games()]

    def seats(self, game: int) -> Sequence[SeatKept]:
        """List the seats of a game."""
        return self.database.seats(game)

    def put_seat(self, game: int, seat: SeatKept) -> None:
        """Note who decides for a side from now on."""
        self.database.put_seat(game, seat)

    def has_ended(self, game: int, winner: str | None, turn: int) -> None:
        """Note how a game ended."""
        self.database.has_ended(game, winner, turn)

    def end_of(self, game: int) -> EndKept | None:
        """Tell how a game ended."""
        result, winner, turn = self.database.result_of(game) or ("", None, None)
        return EndKept(winner, turn or 0) if result in {"won", "drawn"} else None

    def close(self) -> None:
        """Disconnect."""
        self.database.close()
