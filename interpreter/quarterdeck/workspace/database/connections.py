"""Connect to a database of games, make its tables where they are missing, and say in words what goes wrong.

In: a path or an address. Out: an engine of SQLAlchemy, and transactions. SQLite syncs each commit to the disk (WAL,
`synchronous=FULL`); a transaction that writes takes its lock at once, so that it never fails halfway.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from quarterdeck.engine.run.journal_store import SaveFaultError
from quarterdeck.workspace.database.tables import METADATA, VERSION_TABLE

MIGRATIONS = Path(__file__).with_name("migrations")
PATIENCE = 10
"""How many seconds a connection, or the lock of a database, is waited for."""
HALF_OPEN = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""How PostgreSQL is watched (in seconds; the last in milliseconds), so that a line that is dead is found to be."""
LOCK = 0x51446B
"""The number of the lock of PostgreSQL under which tables are made."""
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
"""The drivers of SQLAlchemy by the first word of an address."""
WRITES = "quarterdeck_writes"
"""The option of a connection whose transactions write."""


class DatabaseFaultError(SaveFaultError):
    """A database cannot be reached, read or written, or holds something else; the argument says why."""


def address_of(database: str | Path) -> sa.URL:
    """Read the address of a database: a path is one of SQLite.

    Raises:
        DatabaseFaultError: it is invalid.
    """
    text = str(database)
    if "://" not in text:
        return sa.URL.create("sqlite", database=text)
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):
        raise DatabaseFaultError("the address of the database cannot be read: SCHEME://USER@HOST/NAME") from None
    name = url.drivername.partition("+")[0]
    if name not in DRIVERS:
        raise DatabaseFaultError(f"a database is a file, `sqlite:///FILE` or `postgresql://...`, and not {name}")
    if name == "sqlite" and url.database in (None, "", ":memory:"):
        raise DatabaseFaultError("a database in memory would be lost: name a file")
    return url.set(drivername=DRIVERS[name])


def shown(url: sa.URL) -> str:
    """Write an address for people: a path as it is, any other without its password."""
    return str(url.database) if url.drivername == "sqlite" else url.render_as_string(hide_password=True)


def connect(url: sa.URL) -> sa.Engine:
    """Make an engine; nothing is connected yet.

    Raises:
        ModuleNotFoundError: the driver is not installed.
    """
    if url.drivername == "sqlite":
        engine = sa.create_engine(url, connect_args={"timeout": PATIENCE})
        sa.event.listen(engine, "connect", _set_up_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    return sa.create_engine(
        url,
        connect_args={"connect_timeout": PATIENCE, "application_name": "quarterdeck", **HALF_OPEN},
        pool_pre_ping=True,
        pool_timeout=PATIENCE,
    )


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # `_begin_sqlite` begins transactions
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def speaking_of(name: str) -> Iterator[None]:
    """Say what a database reports in words.

    A broken constraint stays what it is: it means something to whoever wrote the row.

    Raises:
        DatabaseFaultError: the database reports something else.
    """
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise DatabaseFaultError(f"{name}: {words_of(error)}") from error
    except UnicodeDecodeError:
        raise DatabaseFaultError(f"{name}: this file is broken") from None
    except sa.exc.TimeoutError:
        raise DatabaseFaultError(f"{name}: all connections are in use") from None


def words_of(error: DBAPIError) -> str:
    """Say in a few words what a database reports."""
    text = one_line(error.orig if error.orig is not None else error)
    known = {
        "database is locked": "another program keeps it locked",
        "database or disk is full": "the disk is full",
        "file is not a database": "this file is not a database",
        "unable to open database file": "this file cannot be opened or made",
        "attempt to write a readonly database": "this file may only be read",
    }
    return known.get(text, text)


def one_line(error: BaseException) -> str:
    """Give the first line of what an error says."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


@contextmanager
def transaction(engine: sa.Engine, name: str, *, writes: bool) -> Iterator[sa.Connection]:
    """Run a transaction; it is committed at the end, or not at all.

    Raises:
        DatabaseFaultError: the database cannot be reached, read or written.
        IntegrityError: a row breaks a constraint.
    """
    with speaking_of(name), engine.connect().execution_options(**{WRITES: writes}) as connection, connection.begin():
        yield connection


def migrate(engine: sa.Engine, name: str) -> None:
    """Make the tables of games, or bring those of an earlier version up to date.

    Raises:
        DatabaseFaultError: it holds something else, or is of a later version.
    """
    with transaction(engine, name, writes=True) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        scripts = ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)])
        names = set(sa.inspect(connection).get_table_names())
        version = _version(connection, names, name)
        if version is None and names:
            raise DatabaseFaultError(f"{name} holds other tables ({min(names)}); name a database for games alone")
        if version is not None and version not in {one.revision for one in scripts.walk_revisions()}:
            raise DatabaseFaultError(f"{name} was made by a later version of this program (tables {version})")
        if version != scripts.get_current_head():
            _upgrade(connection, scripts, name)
    if engine.dialect.name == "sqlite":  # once it is known to be ours: this changes the file for good
        with closing(engine.raw_connection()) as raw, suppress(sqlite3.OperationalError):  # who uses it now does it
            raw.cursor().execute("PRAGMA journal_mode = WAL").close()


def _version(connection: sa.Connection, names: set[str], name: str) -> str | None:
    """Give the last migration of a database; nothing of one that is not for games."""
    if VERSION_TABLE not in names:
        return None
    found = connection.execute(sa.text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - our name
    if found is None:
        raise DatabaseFaultError(f"{name} is broken: it does not name the version of its tables")
    return str(found)


def _upgrade(connection: sa.Connection, scripts: ScriptDirectory, name: str) -> None:
    """Run the migrations that are missing, in the transaction that is open."""

    def steps(revision: Any, _context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    try:
        with EnvironmentContext(Config(), scripts, fn=steps) as environment:
            environment.configure(connection=connection, target_metadata=METADATA, version_table=VERSION_TABLE)
            environment.run_migrations()
    except CommandError as error:
        raise DatabaseFaultError(f"{name}: its tables cannot be brought up to date ({one_line(error)})") from None


def seconds(connection: sa.Connection) -> sa.ColumnElement[int]:
    """Give, in SQL, the seconds since 1970 by the clock of the database, which all programs share that use it."""
    words: Mapping[str, str] = {
        "sqlite": "CAST(strftime('%s', 'now') AS INTEGER)",
        "postgresql": "CAST(extract(epoch FROM clock_timestamp()) AS BIGINT)",
    }
    return sa.literal_column(words[connection.dialect.name], sa.BigInteger)
