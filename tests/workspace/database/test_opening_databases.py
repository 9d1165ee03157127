"""Whatever is wrong with a database is said in a line, and nothing that is there is changed."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from quarterdeck.analysis.battles.store import BattleStore
from quarterdeck.base.extras import lacking
from quarterdeck.workspace.database.connections import MIGRATIONS, DatabaseFaultError, address_of, connect
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.snapshots import RESERVED
from quarterdeck.workspace.database.tables import METADATA, VERSION_TABLE
from tests.workspace.database.test_game_store import HEADER


def run(address: str, *statements: str) -> None:
    engine = connect(address_of(address))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


def test_migrations_make_the_tables_that_are_described(database):
    with GameDatabase.open(database) as games, games.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        assert compare_metadata(context, METADATA) == []
        assert set(sa.inspect(connection).get_table_names()) == RESERVED == {*METADATA.tables, VERSION_TABLE}


def test_a_database_is_opened_again_and_by_many_at_once(database):
    failed: list[Exception] = []

    def open_it() -> None:
        try:
            GameDatabase.open(database).close()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with GameDatabase.open(database) as games:
        assert games.games() == []


def test_a_database_of_something_else_is_refused_and_left_as_it_is(database):
    run(database, "CREATE TABLE poems (line TEXT)", "INSERT INTO poems VALUES ('rose')")
    with pytest.raises(DatabaseFaultError, match=r"holds other tables \(poems\)"):
        GameDatabase.open(database)
    engine = connect(address_of(database))
    with engine.connect() as connection:
        assert sa.inspect(connection).get_table_names() == ["poems"]
        assert connection.execute(sa.text("SELECT line FROM poems")).scalars().all() == ["rose"]
    engine.dispose()


def test_a_later_version_is_refused(database):
    GameDatabase.open(database).close()
    run(database, f"UPDATE {VERSION_TABLE} SET version_num = '99'")
    with pytest.raises(DatabaseFaultError, match=r"made by a later version of this program \(tables 99\)"):
        GameDatabase.open(database)
    run(database, f"DELETE FROM {VERSION_TABLE}")
    with pytest.raises(DatabaseFaultError, match="is broken"):
        GameDatabase.open(database)


LATER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "2", "1"


def upgrade() -> None:
    op.add_column("games", sa.Column("place", sa.Text, server_default="here"))
"""


def test_a_database_of_an_earlier_version_is_brought_up_to_date(database, tmp_path, monkeypatch):
    with GameDatabase.open(database) as games:
        game = games.new_game(HEADER)
    with monkeypatch.context() as patch:
        folder = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
        (folder / "later.py").write_text(LATER)
        patch.setattr("quarterdeck.workspace.database.connections.MIGRATIONS", folder)
        with GameDatabase.open(database) as games, games.reading() as connection:
            assert connection.execute(sa.text("SELECT id, place FROM games")).one() == (game, "here")
            assert games.header(game) == HEADER
    with pytest.raises(DatabaseFaultError, match=r"made by a later version of this program \(tables 2\)"):
        GameDatabase.open(database)


def test_a_migration_that_fails_changes_nothing(database, tmp_path, monkeypatch):
    GameDatabase.open(database).close()
    with monkeypatch.context() as patch:
        folder = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
        (folder / "later.py").write_text(LATER + "    op.drop_table('no_such_table')\n")
        patch.setattr("quarterdeck.workspace.database.connections.MIGRATIONS", folder)
        with pytest.raises(DatabaseFaultError, match="no_such_table"):
            GameDatabase.open(database)
    with GameDatabase.open(database) as games, games.reading() as connection:
        assert "place" not in {column["name"] for column in sa.inspect(connection).get_columns("games")}


def test_files_that_are_no_databases_of_games_are_refused(tmp_path: Path):
    text = tmp_path / "text"
    text.write_text("This is not a database. " * 100)
    with pytest.raises(DatabaseFaultError, match="this file is not a database"):
        GameDatabase.open(text)
    BattleStore(tmp_path / "battles.sqlite").close()
    was = (tmp_path / "battles.sqlite").read_bytes()
    with pytest.raises(DatabaseFaultError, match="holds other tables"):
        GameDatabase.open(tmp_path / "battles.sqlite")
    assert (tmp_path / "battles.sqlite").read_bytes() == was
    with pytest.raises(DatabaseFaultError, match="cannot be opened"):
        GameDatabase.open(tmp_path)
    with pytest.raises(DatabaseFaultError, match=r"(Not a directory|File exists)$"):
        GameDatabase.open(text / "games.sqlite")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://root@here/games", "and not mysql"),
        ("sqlite://", "in memory"),
        ("http://", "and not http"),
        ("://", "cannot be read"),
        ("postgresql://me:secret@127.0.0.1:1/games", "connection"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused_without_its_password(address, words):
    with pytest.raises(DatabaseFaultError, match=words) as caught:
        GameDatabase.open(address)
    assert "secret" not in str(caught.value)


def test_a_file_that_another_program_keeps_locked_is_said_to_be(tmp_path, monkeypatch):
    monkeypatch.setattr("quarterdeck.workspace.database.connections.PATIENCE", 0.1)
    path = tmp_path / "games.sqlite"
    GameDatabase.open(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DatabaseFaultError, match="another program keeps it locked"):
        GameDatabase.open(path)
    other.close()


def test_each_commit_of_sqlite_is_synced(tmp_path):
    with GameDatabase.open(tmp_path / "games.sqlite") as games, games.writing() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
        assert found == ["wal", 2, 1]


def test_missing_extras_are_named():
    assert "quarterdeck[serve]" in lacking("sqlalchemy")
    assert "quarterdeck[serve]" in lacking("alembic")
    assert "quarterdeck[postgres]" in lacking("psycopg")


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [
        ("sqlalchemy", ["play", "easyships", "river-plate", "--database", "x"], "serve"),
        ("sqlalchemy", ["database", "tables", "x"], "serve"),
        ("alembic", ["battles", "easyships", "river-plate", "--count", "1", "--database", "x"], "serve"),
        ("psycopg", ["database", "tables", "postgresql://x@127.0.0.1:1/x"], "postgres"),
    ],
)
def test_a_command_names_the_extra_that_it_lacks(missing, words, extra, tmp_path):
    program = f"import sys; sys.modules[{missing!r}] = None; from quarterdeck.apps.cli.main import main; main({words})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert f"quarterdeck[{extra}]" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_program_starts_without_what_databases_need():
    words = (
        "import sys; from quarterdeck.apps.cli import main, play, battles; from quarterdeck.api import open_journal;"
        "print(*({'sqlalchemy', 'alembic', 'psycopg'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True).stdout == "\n"
