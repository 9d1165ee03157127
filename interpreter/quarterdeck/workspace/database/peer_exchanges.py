"""The exchanges of a game between peers, in the database that keeps its journal.

In: a store whose game has its number, which it has once the header is safe. Out: the exchanges of that game.
"""

from __future__ import annotations

from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.workspace.database.game_store import GameStore


class DatabaseExchanges:
    """Exchanges in a database."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    @property
    def game(self) -> int:
        """The number of the game."""
        assert self.store.game is not None
        return self.store.game

    def get(self, key: str) -> PeerExchange | None:
        """Read what was exchanged under a key; nothing where nothing was.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        return self.store.database.exchange(self.game, key)

    def put(self, exchange: PeerExchange) -> None:
        """Commit what was exchanged so far.

        Raises:
            DatabaseFaultError: the database cannot be written.
        """
        self.store.database.put_exchange(self.game, exchange)
