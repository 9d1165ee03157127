"""Queries in SQL that read and change nothing, with a bound on time and rows.

In: the address of a database, and one statement. Out: `QueryRows`. SQLite opens the file for reading alone, PostgreSQL
runs a transaction that may only read. Only statements that read are sent there at all.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime
from decimal import Decimal
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import Any

import sqlalchemy as sa

from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.workspace.database.answers import ColumnListed, QueryRows, TableListed
from quarterdeck.workspace.database.connections import DatabaseFaultError, address_of, connect, one_line, shown
from quarterdeck.workspace.database.connections import speaking_of as speaking_of_engine
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore

SECONDS = 30
"""How many seconds a query may take."""
MOST_ROWS = 1000
"""How many rows a query gives where nobody says how many."""
READS = ("select", "with", "values", "explain")
"""The first words of statements that read."""
STEPS = 10_000
"""After how many steps of SQLite the clock is looked at."""
REMARKS = re.compile(r"\A(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?\*/)+", re.DOTALL)


def query(database: str | Path, statement: str, most: int = MOST_ROWS) -> QueryRows:
    """Run a statement that reads.

    Raises:
        DatabaseFaultError: the database cannot be read, or the statement does more than read, is wrong, or takes longer
            than 30 seconds.
        ModuleNotFoundError: the driver of the database is not installed.
    """
    url = address_of(database)
    words = REMARKS.sub("", statement).split(None, 1) or [""]
    first = re.split(r"\W", words[0].lstrip("("), maxsplit=1)[0].lower()
    if first not in READS:
        raise DatabaseFaultError(f"a query may only read: begin it with {', '.join(READS[:-1])} or {READS[-1]}")
    if url.drivername == "sqlite":
        columns, rows = _of_sqlite(str(url.database), statement, most + 1)
    else:
        columns, rows = _of_postgres(url, statement, most + 1)
    return QueryRows(columns, tuple(tuple(map(plain, row)) for row in rows[:most]), len(rows) > most)


def tables(database: str | Path) -> tuple[TableListed, ...]:
    """List the tables of a database, in the order of the alphabet.

    Raises:
        DatabaseFaultError: the database cannot be read.
        ModuleNotFoundError: its driver is not installed.
    """
    url = address_of(database)
    if url.drivername == "sqlite":
        refuse_missing(Path(str(url.database)))
    engine = connect(url)
    try:
        with speaking_of_engine(shown(url)), engine.connect() as connection:
            inspector = sa.inspect(connection)
            return tuple(
                TableListed(
                    name,
                    int(connection.execute(sa.select(sa.func.count()).select_from(sa.table(name))).scalar_one()),
                    tuple(ColumnListed(one["name"], str(one["type"])) for one in inspector.get_columns(name)),
                )
                for name in sorted(inspector.get_table_names())
            )
    finally:
        engine.dispose()


def refuse_missing(path: Path) -> None:
    """Do nothing where there is a file.

    Raises:
        DatabaseFaultError: there is none, and whoever reads makes none.
    """
    if not path.is_file():
        raise DatabaseFaultError(f"{path}: there is no such database")


def _of_sqlite(path: str, statement: str, most: int) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    refuse_missing(Path(path))
    until = monotonic() + SECONDS
    with (
        speaking_of_sqlite(path),
        closing(sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)) as one,
    ):
        one.execute("PRAGMA query_only = ON")
        one.set_progress_handler(lambda: monotonic() > until, STEPS)
        cursor = one.execute(statement)
        return tuple(column[0] for column in cursor.description or ()), cursor.fetchmany(most)


@contextmanager
def speaking_of_sqlite(path: str) -> Iterator[None]:
    """Say what SQLite reports in words.

    Raises:
        DatabaseFaultError: it reports something.
    """
    try:
        yield
    except UnicodeDecodeError:
        raise DatabaseFaultError(f"{path}: this file is broken") from None
    except (sqlite3.Error, sqlite3.Warning) as error:
        text = one_line(error)
        words = {"interrupted": f"the query takes longer than {SECONDS} seconds"}
        raise DatabaseFaultError(f"{path}: {words.get(text, text)}") from None


def _of_postgres(url: sa.URL, statement: str, most: int) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """Ask PostgreSQL; what is prepared is one statement, so nothing ends the transaction that may only read."""
    engine = connect(url)
    try:
        with speaking_of_engine(shown(url)), engine.connect() as connection:
            connection.execute(sa.text("SET TRANSACTION READ ONLY"))
            connection.execute(sa.text(f"SET LOCAL statement_timeout = '{SECONDS}s'"))
            driver: Any = connection.connection.driver_connection
            try:
                with driver.cursor() as cursor:
                    cursor.execute(statement, prepare=True)
                    return tuple(column.name for column in cursor.description or ()), cursor.fetchmany(most)
            except engine.dialect.loaded_dbapi.Error as error:
                raise DatabaseFaultError(f"{shown(url)}: {one_line(error)}") from None
    finally:
        engine.dispose()


def plain(value: Any) -> Plain:
    """Give a value as data: a number that is not whole as exact text, a date as text."""
    match value:
        case None | bool() | int() | str():
            return value
        case float() if not isfinite(value):
            return str(value)
        case float():  # so many digits SQLite keeps of a decimal
            return plain(Decimal(format(value, ".15g")))
        case Decimal() if value == value.to_integral_value():
            return int(value)
        case Decimal():
            return format(value.normalize(), "f")
        case datetime() | date():
            return value.isoformat()
        case bytes():
            return value.hex()
    return str(value)


@contextmanager
def existing(database: str | Path) -> Iterator[GameDatabase]:
    """Open a database of games that is there; a file that is not there is not made.

    Raises:
        DatabaseFaultError: there is none, it cannot be reached, or it holds something else.
        ModuleNotFoundError: its driver is not installed.
    """
    url = address_of(database)
    if url.drivername == "sqlite":
        refuse_missing(Path(str(url.database)))
    with GameDatabase.open(database) as games:
        yield games


def export(games: GameDatabase, game: int, to: Path) -> int:
    """Write a game to a file as a journal, and give the number of its entries.

    Raises:
        JournalFaultError: there is no such game.
        DatabaseFaultError: the database cannot be read, or the file cannot be written.
    """
    data = GameStore(games, game).read()
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(data)
    except OSError as error:
        raise DatabaseFaultError(f"{to} cannot be written ({error.strerror})") from None
    return data.count(b"\n") - 1
