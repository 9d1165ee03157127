"""Where one end of a game between peers is kept: its journal and its exchanges, in memory, in files, in a database.

In: a file or the URL of a database. Out: a `PeerStore` of a new game, or of the one that is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.apps.peers.links import TOKEN_KEY
from quarterdeck.engine.peers.exchanges import Exchanges, FileExchanges, MemoryExchanges
from quarterdeck.engine.peers.peer_speech import END
from quarterdeck.engine.run.journal import JournalHeader, Saved, read_journal
from quarterdeck.engine.run.journal_store import FileStore, JournalStore, MemoryStore
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.sitting.sitting import GameListener

if TYPE_CHECKING:
    from quarterdeck.workspace.database.game_database import GameDatabase


@dataclass
class PeerStore:
    """The journal and the exchanges of a game, what is saved of it, and who notes its turns."""

    journal: JournalStore
    exchanges: Exchanges
    saved: Saved | None = None
    hearings: Callable[[Situation], Sequence[GameListener]] = lambda start: ()


@dataclass
class PeerFolder:
    """Finds the store of a game: that of a file, that of a database, or one in memory.

    Raises:
        JournalFaultError: what is there is not a journal.
        DatabaseFaultError: the database cannot be used.
    """

    file: Path | None = None
    database_url: str = ""
    database: GameDatabase | None = field(default=None, init=False)

    def __str__(self) -> str:
        """Say where games are kept."""
        return str(self.file or self.database or "memory")

    def __post_init__(self) -> None:
        """Open the database, where there is one."""
        if self.database_url:
            from quarterdeck.workspace.database.game_database import GameDatabase

            self.database = GameDatabase.open(self.database_url)

    def saved_header(self, new: JournalHeader) -> JournalHeader | None:
        """Give the header of the game that is kept already: that of the file, or the last such game of the database.

        In a database it is a game of which not both know that it has ended, and is the new one but for its seed.
        """
        database = self.database
        if database is None:
            return self._saved_in_file().header if self._holds_game() else None
        for one in reversed(database.games()):
            if (one.ruleset, one.scenario) == (new.game, new.scenario):
                ended = None if one.result == "unfinished" else database.exchange(one.game, END)
                is_going_on = one.result == "unfinished" or (ended is not None and ended.theirs is None)
                if is_going_on and is_same_but_for_seed(header := database.header(one.game), new):
                    return header
        return None

    def header_of_link(self, token: str) -> JournalHeader | None:
        """Give the header of the game that is kept of a link, by the hash of its token."""
        if self.database is not None:
            game = self.database.game_of_exchange(TOKEN_KEY, token)
            return None if game is None else self.database.header(game)
        if not self._holds_game():
            return None
        kept = self._exchanges_in_file().get(TOKEN_KEY)
        return None if kept is None or kept.mine != token else self._saved_in_file().header

    def store_of(self, header: JournalHeader) -> PeerStore:
        """Give the store of a game, with what is saved of it."""
        if self.database is not None:
            return self._in_database(self.database, header)
        if self.file is None:
            return PeerStore(MemoryStore(), MemoryExchanges())
        saved = self._saved_in_file() if self._holds_game() else None
        return PeerStore(FileStore(self.file), self._exchanges_in_file(), saved)

    def close(self) -> None:
        """Close the database."""
        if self.database is not None:
            self.database.close()

    def _holds_game(self) -> bool:
        return self.file is not None and self.file.exists() and self.file.stat().st_size > 0

    def _saved_in_file(self) -> Saved:
        assert self.file is not None
        return read_journal(FileStore(self.file))

    def _exchanges_in_file(self) -> FileExchanges:
        assert self.file is not None
        return FileExchanges(self.file.with_name(f"{self.file.name}.exchanges"))

    def _in_database(self, database: GameDatabase, header: JournalHeader) -> PeerStore:
        from quarterdeck.workspace.database.game_store import GameStore
        from quarterdeck.workspace.database.peer_exchanges import DatabaseExchanges
        from quarterdeck.workspace.database.turn_listener import TurnListener

        alike = [one.game for one in database.games() if (one.ruleset, one.scenario) == (header.game, header.scenario)]
        number = next((game for game in reversed(alike) if database.header(game) == header), None)
        saved = None if number is None else database.saved(number)
        store = GameStore(database, number)
        return PeerStore(store, DatabaseExchanges(store), saved, lambda start: [TurnListener(store, start)])


def is_same_but_for_seed(one: JournalHeader, other: JournalHeader) -> bool:
    """Tell whether two headers are of the same battle, perhaps of two games of it."""
    return replace(one, seed=0) == replace(other, seed=0)
