"""A database of games: which games there are, who sits at them, what peers exchanged, and who may write.

In: the address of a database. Out: a `GameDatabase`. A program that writes a game has a lease on it, which is renewed
while the program lives. Where it dies, another can take the game once the lease is over. A program whose lease was
taken is refused at its next entry, so no game ever has two writers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from quarterdeck.base.text import object_in
from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.run.journal import JournalHeader, Saved, read_journal
from quarterdeck.engine.run.journal_store import JournalFaultError, MemoryStore
from quarterdeck.engine.run.record import as_line
from quarterdeck.workspace.database import connections
from quarterdeck.workspace.database.connections import DatabaseFaultError
from quarterdeck.workspace.database.tables import ENTRIES, EXCHANGES, GAMES, SEATS, TURNS
from quarterdeck.workspace.database.writers import has_ended

LEASE = 6
"""How many seconds a game belongs to a program that does not renew its lease, as one that was killed."""
RENEWED = 2.0
"""How many seconds there are between two renewals."""


@dataclass(frozen=True)
class GameListed:
    """A game in a database.

    `result` is unfinished, won or drawn, `winner` a side by its name in the scenario, `turn` the last turn that is
    over. A battle of a series has the number of the series, and its own there.
    """

    game: int
    ruleset: str
    scenario: str
    options: Mapping[str, str]
    result: str
    winner: str | None
    turn: int | None
    entries: int
    begun: datetime
    series: int | None
    battle: int | None


@dataclass(frozen=True)
class SeatKept:
    """Who decides for a side: a seat as a journal names it, and the hash of the secret in its link, if it has one."""

    side: str
    kind: str
    token: str | None = None


class GameDatabase:
    """An open database of games; `str` names it in messages. Threads may share it."""

    def __init__(self, engine: sa.Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.writers: set[str] = set()
        self.given_up: set[str] = set()
        """Writers whose leases could not be given up in the database, as on a full disk."""
        self._lock = Lock()
        self._closing = Event()
        self._renewing: Thread | None = None
        self.known_tables: dict[str, sa.Table] = {}
        """The tables of kinds, as they were when they were last looked at."""
        self.known_columns = ""

    @classmethod
    def open(cls, database: str | Path) -> GameDatabase:
        """Open a database by its path or address; its tables are made, or brought up to date.

        Raises:
            DatabaseFaultError: it cannot be reached, is of a later version, or holds something else.
            ModuleNotFoundError: its driver is not installed.
        """
        url = connections.address_of(database)
        name = connections.shown(url)
        if url.drivername == "sqlite":
            try:
                Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise DatabaseFaultError(f"{name}: {error.strerror}") from None
        engine = connections.connect(url)
        try:
            connections.migrate(engine, name)
        except BaseException:
            engine.dispose()
            raise
        return cls(engine, name)

    def __str__(self) -> str:
        return self.name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, sort: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Give up all games, and disconnect."""
        self._closing.set()
        if self._renewing is not None:
            self._renewing.join()
        with suppress(DatabaseFaultError):
            for writer in sorted(self.writers):
                self.release(writer)
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Run a transaction that reads.

        Raises:
            DatabaseFaultError: the database cannot be reached or read.
        """
        with connections.transaction(self.engine, self.name, writes=False) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Run a transaction that writes; it is committed at the end, or not at all.

        Raises:
            DatabaseFaultError: the database cannot be reached or written.
            IntegrityError: a row breaks a constraint.
        """
        with connections.transaction(self.engine, self.name, writes=True) as connection:
            yield connection

    # --- games

    def new_game(self, header: JournalHeader, seats: Mapping[str, str] | None = None) -> int:
        """Begin a game that nobody writes yet, and give its number; `seats` are others than those of the header.

        Raises:
            DatabaseFaultError: the database cannot be written.
        """
        with self.writing() as connection:
            game = insert_game(connection, as_line(header.line()))
            if seats is not None:
                put_seats(connection, game, seats)
            return game

    def games(self) -> list[GameListed]:
        """List all games, in the order in which they were begun.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        counted = (
            sa.select(sa.func.count())
            .select_from(ENTRIES)
            .where(ENTRIES.c.game == GAMES.c.id)
            .scalar_subquery()
            .label("entries")
        )
        over = sa.select(sa.func.max(TURNS.c.turn)).where(TURNS.c.game == GAMES.c.id).scalar_subquery()
        with self.reading() as connection:
            rows = connection.execute(sa.select(GAMES, counted, over.label("over")).order_by(GAMES.c.id)).mappings()
            return [
                GameListed(
                    row["id"],
                    row["ruleset"],
                    row["scenario"],
                    object_in(str(row["options"]).encode()) or {},
                    row["result"],
                    row["winner"],
                    row["over"] if row["turn"] is None else row["turn"],
                    row["entries"],
                    in_utc(row["begun"]),
                    row["series"],
                    row["battle"],
                )
                for row in rows
            ]

    def has_game(self, game: int) -> bool:
        """Tell whether there is a game of a number.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        with self.reading() as connection:
            return connection.execute(sa.select(GAMES.c.id).where(GAMES.c.id == game)).first() is not None

    def saved(self, game: int) -> Saved:
        """Read the record of a game.

        Raises:
            JournalFaultError: there is no such game.
            DatabaseFaultError: the database cannot be read.
        """
        from quarterdeck.workspace.database.game_store import GameStore

        return read_journal(GameStore(self, game))

    def header(self, game: int) -> JournalHeader:
        """Read by what a game is played.

        Raises:
            JournalFaultError: there is no such game.
            DatabaseFaultError: the database cannot be read.
        """
        with self.reading() as connection:
            line = connection.execute(sa.select(GAMES.c.header).where(GAMES.c.id == game)).scalar()
        if line is None:
            raise JournalFaultError(f"{self} holds no game {game}")
        try:
            return read_journal(MemoryStore(f"{line}\n".encode())).header
        except JournalFaultError as error:
            raise JournalFaultError(f"{self}, game {game}: {error}") from None

    def remove(self, game: int) -> None:
        """Remove a game with everything that belongs to it.

        Raises:
            DatabaseFaultError: the database cannot be written.
        """
        with self.writing() as connection:
            connection.execute(GAMES.delete().where(GAMES.c.id == game))

    def has_ended(self, game: int, winner: str | None, turn: int) -> None:
        """Note how a game ended: nobody wins a game without a winner.

        Raises:
            DatabaseFaultError: the database cannot be written.
        """
        ending = {"result": "won" if winner else "drawn", "winner": winner, "turn": turn}
        with self.writing() as connection:
            connection.execute(GAMES.update().where(GAMES.c.id == game).values(ending))

    def result_of(self, game: int) -> tuple[str, str | None, int | None] | None:
        """Tell how a game goes: its result, the winner and the last turn; nothing where there is no such game.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        with self.reading() as connection:
            wanted = sa.select(GAMES.c.result, GAMES.c.winner, GAMES.c.turn).where(GAMES.c.id == game)
            row = connection.execute(wanted).first()
            return None if row is None else (row.result, row.winner, row.turn)

    # --- seats and exchanges

    def seats(self, game: int) -> list[SeatKept]:
        """List the seats of a game, by the names of their sides.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        wanted = sa.select(SEATS.c.side, SEATS.c.kind, SEATS.c.token).where(SEATS.c.game == game)
        with self.reading() as connection:
            return [SeatKept(*row) for row in connection.execute(wanted.order_by(SEATS.c.side))]

    def seat_of(self, token: str) -> tuple[int, SeatKept] | None:
        """Find the game and the seat of a link by the hash of its secret; nothing where there is none.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        wanted = sa.select(SEATS.c.game, SEATS.c.side, SEATS.c.kind, SEATS.c.token).where(SEATS.c.token == token)
        with self.reading() as connection:
            row = connection.execute(wanted).first()
            return None if row is None else (row.game, SeatKept(row.side, row.kind, row.token))

    def put_seat(self, game: int, seat: SeatKept) -> None:
        """Note who decides for a side from now on.

        Raises:
            DatabaseFaultError: the database cannot be written, or has no such game.
        """
        self._put(SEATS, {"game": game, "side": seat.side}, {"kind": seat.kind, "token": seat.token})

    def exchange(self, game: int, key: str) -> PeerExchange | None:
        """Read what was exchanged under a key; nothing where nothing was.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        columns = [EXCHANGES.c[name] for name in ("key", "mine", "salt", "theirs", "opened")]
        with self.reading() as connection:
            row = connection.execute(sa.select(*columns).filter_by(game=game, key=key)).first()
            return None if row is None else PeerExchange(*row)

    def game_of_exchange(self, key: str, mine: str) -> int | None:
        """Find the last game in which something was kept under a key; nothing where there is none.

        Raises:
            DatabaseFaultError: the database cannot be read.
        """
        wanted = sa.select(sa.func.max(EXCHANGES.c.game)).filter_by(key=key, mine=mine)
        with self.reading() as connection:
            return connection.execute(wanted).scalar()

    def put_exchange(self, game: int, exchange: PeerExchange) -> None:
        """Make safe what was exchanged so far under a key.

        Raises:
            DatabaseFaultError: the database cannot be written, or has no such game.
        """
        values = {name: getattr(exchange, name) for name in ("mine", "salt", "theirs", "opened")}
        self._put(EXCHANGES, {"game": game, "key": exchange.key}, values)

    def _put(self, table: sa.Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Put a row in the place of the one that has its key, if there is one."""
        try:
            with self.writing() as connection:
                connection.execute(table.delete().filter_by(**key))
                connection.execute(table.insert().values({**key, **values}))
        except IntegrityError:
            raise DatabaseFaultError(f"{self} holds no game {key['game']}") from None

    # --- leases

    def claim(self, game: int, writer: str) -> tuple[bool, int]:
        """Take the lease of a game, if nobody has it; tell whether it is taken, and when the lease that is there ends.

        A lease that ends later than any could was written before the clock was set back: it is over. So is that of a
        process of this machine that has ended, and one that this program could not give up on a full disk.

        Raises:
            JournalFaultError: there is no such game.
            DatabaseFaultError: the database cannot be written.
        """
        with self.writing() as connection:
            there = sa.select(GAMES.c.writer, GAMES.c.lease, connections.seconds(connection).label("now"))
            row = connection.execute(there.where(GAMES.c.id == game).with_for_update()).first()
            if row is None:
                raise JournalFaultError(f"{self} holds no game {game}")
            is_free = row.writer is None or row.writer in self.given_up or has_ended(row.writer)
            is_held = not is_free and row.now < row.lease <= row.now + LEASE
            if not is_held:
                mine = {"writer": writer, "lease": row.now + LEASE}
                connection.execute(GAMES.update().where(GAMES.c.id == game).values(mine))
        if is_held:
            return False, int(row.lease)
        self.keep_claim(writer)
        return True, int(row.now) + LEASE

    def keep_claim(self, writer: str) -> None:
        """Renew a lease from now on, until it is released."""
        with self._lock:
            self.writers.add(writer)
            if self._renewing is None:
                self._renewing = Thread(target=self._renew, daemon=True, name="leases")
                self._renewing.start()

    def release(self, writer: str) -> None:
        """Give up a lease.

        Raises:
            DatabaseFaultError: the database cannot be written; the lease is then over soon.
        """
        with self._lock:
            self.writers.discard(writer)
        self.given_up.add(writer)
        with self.writing() as connection:
            mine = GAMES.update().where(GAMES.c.writer == writer)
            connection.execute(mine.values(writer=None, lease=0))
        self.given_up.discard(writer)

    def _renew(self) -> None:
        """Renew all leases, again and again; while the database is away, they cannot be."""
        while not self._closing.wait(RENEWED):
            with self._lock:
                writers = sorted(self.writers)
            if writers:
                with suppress(DatabaseFaultError), self.writing() as connection:
                    until = connections.seconds(connection) + LEASE
                    connection.execute(GAMES.update().where(GAMES.c.writer.in_(writers)).values(lease=until))


def in_utc(moment: datetime) -> datetime:
    """Give a moment as one of UTC; SQLite does not say that its moments are."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def insert_game(connection: sa.Connection, line: str, **values: Any) -> int:
    """Add a game by the first line of its journal, with its seats, and give its number."""
    header = json.loads(line)
    found = connection.execute(GAMES.insert().values(**columns_of_header(line, header), **values).returning(GAMES.c.id))
    game = int(found.scalar_one())
    put_seats(connection, game, header["seats"])
    return game


def columns_of_header(line: str, header: Mapping[str, Any]) -> dict[str, str]:
    """Give the columns of a game that its header says."""
    return {
        "ruleset": header["game"],
        "scenario": header["scenario"],
        "options": json.dumps(header["options"], ensure_ascii=False),
        "seed": str(header["seed"]),
        "dice": header["dice"],
        "rules": header["rules"],
        "start": header["start"],
        "header": line.removesuffix("\n"),
    }


def put_seats(connection: sa.Connection, game: int, seats: Mapping[str, str]) -> None:
    """Put seats in the place of those that a game has."""
    connection.execute(SEATS.delete().where(SEATS.c.game == game))
    if seats:
        connection.execute(SEATS.insert(), [{"game": game, "side": side, "kind": kind} for side, kind in seats.items()])
