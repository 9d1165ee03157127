"""The journal of one game in a database: what was written is committed, and acknowledged, at `sync`.

In: bytes, as `Journal` writes them. Out: the same bytes. The first line is the header of the game, each further one is
an entry with its number and a hash that runs along the chain of entries.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from time import monotonic, sleep

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from quarterdeck.engine.run.journal_store import JournalFaultError
from quarterdeck.workspace.database import connections
from quarterdeck.workspace.database.connections import DatabaseFaultError
from quarterdeck.workspace.database.game_database import LEASE, GameDatabase, columns_of_header, insert_game
from quarterdeck.workspace.database.tables import ENTRIES, GAMES
from quarterdeck.workspace.database.writers import new_writer

PAUSE = 0.1
"""How many seconds there are between two looks at a lease."""


def chained(before: str, body: str) -> str:
    """Give the hash of an entry and of all before it; before the first it is empty."""
    return sha256(f"{before}\n{body}".encode()).hexdigest()


class GameStore:
    """The journal of a game; without a number, that of a new game, which gets its number when its header is safe.

    `patience` is how many seconds a lease of another program is waited for. A lease that is renewed meanwhile belongs
    to a program that lives.
    """

    path = None

    def __init__(self, database: GameDatabase, game: int | None = None, patience: float = LEASE + 1) -> None:
        self.database = database
        self.game = game
        self.patience = patience
        self.writer = new_writer()
        self.header: str | None = None
        self.lines: list[int] = []  # the bytes of each entry, without those of the header
        self.stored = 0
        """How many entries the database holds."""
        self.kept = 0
        """How many of these stay at the next `sync`."""
        self.chain = ""
        self.pending: list[str] = []
        self.has_new_header = self.is_unsure = False
        """Whether it is not known if the last `sync` was committed: the connection broke while it was."""

    def __str__(self) -> str:
        return f"{self.database}, {'a new game' if self.game is None else f'game {self.game}'}"

    # --- reading

    def read(self) -> bytes:
        """Read all bytes.

        Raises:
            JournalFaultError: there is no such game.
            DatabaseFaultError: the database cannot be read.
        """
        header, bodies = self._rows()
        return "".join(f"{line}\n" for line in [header, *bodies]).encode()

    def _rows(self) -> tuple[str, list[str]]:
        """Read the header and the entries."""
        with self.database.reading() as connection:
            header = connection.execute(sa.select(GAMES.c.header).where(GAMES.c.id == self.game)).scalar()
            wanted = sa.select(ENTRIES.c.body).where(ENTRIES.c.game == self.game).order_by(ENTRIES.c.number)
            bodies = list(connection.execute(wanted).scalars())
        if header is None:
            raise JournalFaultError(f"{self.database} holds no game {self.game}")
        return str(header), bodies

    # --- the right to write

    def take(self) -> int:
        """Take the lease of the game, and give the number of its bytes; a new game has none.

        Raises:
            JournalFaultError: another program plays the game, or there is no such game.
            DatabaseFaultError: the database cannot be written.
        """
        if self.game is None:
            return 0
        self._claim()
        header, bodies = self._rows()
        self.header = header
        self.lines = [len(body.encode()) + 1 for body in bodies]
        self.stored = self.kept = len(bodies)
        self.chain = self._chain_at(self.kept)
        return self._size()

    def _claim(self) -> None:
        assert self.game is not None
        begun, first = monotonic(), -1
        while True:
            taken, lease = self.database.claim(self.game, self.writer)
            if taken:
                return
            if (first >= 0 and lease != first) or monotonic() - begun >= self.patience:
                raise JournalFaultError(f"{self} is in use by another program")
            first = lease
            sleep(PAUSE)

    def confirm(self) -> None:
        """Renew the lease before something is written beside the record: no other program can take the game then.

        Raises:
            JournalFaultError: another program has taken it.
            DatabaseFaultError: the database cannot be written.
        """
        with self.database.writing() as connection:
            self._renew(connection)

    def _renew(self, connection: sa.Connection) -> None:
        own = GAMES.update().where(GAMES.c.id == self.game, GAMES.c.writer == self.writer)
        if not connection.execute(own.values(lease=connections.seconds(connection) + LEASE)).rowcount:
            raise JournalFaultError(f"{self} has been taken by another program")

    def _chain_at(self, number: int) -> str:
        wanted = sa.select(ENTRIES.c.chain).where(ENTRIES.c.game == self.game, ENTRIES.c.number == number)
        with self.database.reading() as connection:
            return str(connection.execute(wanted).scalar() or "")

    def close(self) -> None:
        """Give up the lease; what was not synced is dropped."""
        self.pending.clear()
        with suppress(DatabaseFaultError):  # the lease is over soon
            self.database.release(self.writer)

    # --- writing

    def _size(self) -> int:
        return sum(self.lines) + (0 if self.header is None else len(self.header.encode()) + 1)

    def append(self, data: bytes) -> None:
        """Take lines; they are written at `sync`."""
        lines = data.decode().split("\n")[:-1]
        if lines and self.header is None:
            self.header, self.has_new_header = lines.pop(0), True
        self.pending += lines
        self.lines += [len(line.encode()) + 1 for line in lines]

    def truncate(self, size: int) -> None:
        """Drop all lines after the first ones, at the next `sync`.

        Raises:
            JournalFaultError: a line does not end there.
        """
        count, left = 0, size - (0 if self.header is None else len(self.header.encode()) + 1)
        if size == 0:
            self.header, left = None, 0
        while left > 0 and count < len(self.lines):
            left -= self.lines[count]
            count += 1
        if left:
            raise JournalFaultError(f"{self} has no line that ends after {size} bytes")
        del self.lines[count:]
        if count < self.kept:
            self.kept, self.chain = count, self._chain_at(count)
            self.pending.clear()
        else:
            del self.pending[count - self.kept :]

    def replace(self, data: bytes) -> None:
        """Replace all lines at once; those that stay the same are not written again.

        Raises:
            JournalFaultError: another program has taken the game.
            DatabaseFaultError: the database cannot be written.
        """
        was = self.read().split(b"\n")[1:-1]
        first, *lines = data.split(b"\n")[:-1]
        same = next((at for at, pair in enumerate(zip(was, lines, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(was), len(lines)) if same is None else same
        self.truncate(self._size() - sum(self.lines[same:]))
        self.header, self.has_new_header = first.decode(), True
        if lines[same:]:
            self.append(b"\n".join(lines[same:]) + b"\n")
        self.sync()

    def sync(self) -> None:
        """Commit all that was written.

        Where the database cannot be reached, nothing is lost: the next `sync` tries again.

        Raises:
            JournalFaultError: another program has taken the game, or has written to it.
            DatabaseFaultError: the database cannot be written.
        """
        if not (self.pending or self.has_new_header or self.kept < self.stored):
            return
        chains: list[str] = []
        for body in self.pending:
            chains.append(chained(chains[-1] if chains else self.chain, body))
        was_unsure, self.is_unsure = self.is_unsure, True
        try:
            with self.database.writing() as connection:
                game = self._committed(connection, chains) if was_unsure else None
                if game is None:
                    game = self._write(connection, chains)
        except IntegrityError:
            raise JournalFaultError(f"{self} has been played on by another program") from None
        if self.game is None:
            self.game = game
            self.database.keep_claim(self.writer)
        self.is_unsure = self.has_new_header = False
        self.stored = self.kept = self.kept + len(self.pending)
        self.chain = chains[-1] if chains else self.chain
        self.pending.clear()

    def _committed(self, connection: sa.Connection, chains: list[str]) -> int | None:
        """Give the number of the game if the last `sync` was committed all the same."""
        mine = sa.select(GAMES.c.id, GAMES.c.header).where(GAMES.c.writer == self.writer)
        found = connection.execute(mine).first()
        if found is None or found.header != self.header:
            return None
        last = sa.select(ENTRIES.c.number, ENTRIES.c.chain).where(ENTRIES.c.game == found.id)
        row = connection.execute(last.order_by(ENTRIES.c.number.desc()).limit(1)).first()
        there = (0, "") if row is None else (row.number, row.chain)
        wanted = (self.kept + len(chains), chains[-1] if chains else self.chain)
        return int(found.id) if there == wanted else None

    def _write(self, connection: sa.Connection, chains: list[str]) -> int:
        """Write what is new, if the game still belongs to this program; give the number of the game."""
        game = self.game
        if game is None:
            assert self.header is not None
            until = connections.seconds(connection) + LEASE
            game = insert_game(connection, self.header, writer=self.writer, lease=until)
        else:
            self._renew(connection)
            if self.has_new_header and self.header is not None:
                own = GAMES.update().where(GAMES.c.id == game)
                connection.execute(own.values(columns_of_header(self.header, json.loads(self.header))))
        if self.kept < self.stored:
            connection.execute(ENTRIES.delete().where(ENTRIES.c.game == game, ENTRIES.c.number > self.kept))
        if self.pending:
            rows = zip(range(self.kept + 1, self.kept + 1 + len(chains)), self.pending, chains, strict=True)
            connection.execute(
                ENTRIES.insert(),
                [{"game": game, "number": number, "body": body, "chain": chain} for number, body, chain in rows],
            )
        return game
