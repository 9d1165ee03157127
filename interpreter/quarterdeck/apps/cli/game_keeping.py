"""Where `play` keeps a game: in a file, in a database, or nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.apps.terminal.session import Session
from quarterdeck.engine.run.journal_store import FileStore, JournalStore
from quarterdeck.workspace.games.opening import SeatedGame, SitDown

if TYPE_CHECKING:
    from quarterdeck.workspace.database.game_store import GameStore

SAVES = Path("saves")


@dataclass
class GameKeeping:
    """Where a game is kept; `has_game` says that a game is there already, to go on with."""

    store: JournalStore | None = None
    has_game: bool = False

    def keep_people(self, scenario: str) -> None:
        """Keep a game of people in a new file, where nobody said where."""
        if self.store is None:
            paths = (SAVES / f"{scenario}-{n}.jsonl" for n in range(1, 10_000))
            self.store = FileStore(next(path for path in paths if not path.exists()))

    def listened(self, sit_down: SitDown[Session]) -> SitDown[Session]:
        """Let those listen that the place needs; a file needs nobody."""
        return sit_down

    @property
    def command(self) -> str:
        """Give the options of `play` that go on with the game."""
        return f"--resume {self.store}"

    @property
    def at_end(self) -> str:
        """Say where a game is kept that is over; the screen says it of a file."""
        return ""

    @property
    def looked_at(self) -> str:
        """Give the command that says where the game would go another way."""
        return f"`quarterdeck replay {self.store}` says"

    def forget(self) -> None:
        """Remove a game of which nothing was played."""
        if self.store is not None and self.store.path is not None:
            self.store.path.unlink(missing_ok=True)


@dataclass
class KeepingInDatabase(GameKeeping):
    """A game that a database keeps."""

    stored: GameStore | None = None
    address: str = ""

    @property
    def in_database(self) -> GameStore:
        """Give what keeps the game."""
        assert self.stored is not None
        return self.stored

    def listened(self, sit_down: SitDown[Session]) -> SitDown[Session]:
        """Let the tables of the database follow the game, with whoever else listens."""
        from quarterdeck.workspace.database.turn_listener import TurnListener

        def sit_down_and_follow(seated: SeatedGame) -> Session:
            session = sit_down(seated)
            session.hearings = [*session.hearings, TurnListener(self.in_database, session.start)]
            return session

        return sit_down_and_follow

    @property
    def command(self) -> str:
        """Give the options of `play` that go on with the game."""
        return f"--database {self.address} --resume {self.in_database.game}"

    @property
    def at_end(self) -> str:
        """Say where a game is kept that is over."""
        return f"The game is saved in {self.address} as game {self.in_database.game}."

    @property
    def looked_at(self) -> str:
        """Give the commands that say where the game would go another way."""
        number = self.in_database.game
        return f"`quarterdeck database export {self.address} {number} --to FILE` and `quarterdeck replay FILE` say"

    def forget(self) -> None:
        """Remove a game of which nothing was played."""
        if self.in_database.game is not None:
            self.in_database.database.remove(self.in_database.game)


@contextmanager
def keeping_in(save: Path | None, resume: Path | None, database: str) -> Iterator[GameKeeping]:
    """Give where a game is kept, and disconnect from a database at the end.

    Raises:
        UsageError: what was said is invalid.
        DatabaseFaultError: the database cannot be reached, or holds something else.
    """
    if not database:
        kept = resume or (save if save is not None and save.exists() and save.stat().st_size else None)
        path = kept or save
        yield GameKeeping(None if path is None else FileStore(path), kept is not None)
        return
    if save is not None:
        raise UsageError("save a game in a file (--save) or in a database (--database), not in both")
    if resume is not None and not str(resume).isdecimal():
        raise UsageError(f"--resume {resume}: a database has numbered games")
    from quarterdeck.workspace.database.connections import address_of, shown
    from quarterdeck.workspace.database.game_database import GameDatabase
    from quarterdeck.workspace.database.game_store import GameStore

    with GameDatabase.open(database) as games:
        store = GameStore(games, None if resume is None else int(str(resume)))
        yield KeepingInDatabase(store, resume is not None, store, shown(address_of(database)))
