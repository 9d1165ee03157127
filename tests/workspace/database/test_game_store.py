"""One program writes a game at a time; what was acknowledged is there, whatever ends the program or the connection."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quarterdeck.engine.run.journal import Journal, JournalHeader, read_journal
from quarterdeck.engine.run.journal_store import JournalFaultError
from quarterdeck.workspace.database import connections, game_database, writers
from quarterdeck.workspace.database.connections import DatabaseFaultError
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore, chained
from quarterdeck.workspace.database.tables import GAMES
from quarterdeck.workspace.database.writers import new_writer
from tests.workspace.database.postgres import NoPostgresError, own_server

HEADER = JournalHeader("game", "scenario", {"a": "b"}, {"x": "bot"}, 1, "seeded", "rules", "start")
LINES = [f'{{"die": {face}, "of": 6, "at": "a.b", "for": []}}\n' for face in (1, 2, 3, 4, 5, 6)]


@pytest.fixture(name="games")
def _games(database: str) -> Iterator[GameDatabase]:
    with GameDatabase.open(database) as opened:
        yield opened


def written(games: GameDatabase, lines: list[str]) -> GameStore:
    """Write a game, and give it up."""
    store = GameStore(games)
    journal = Journal(store, HEADER)
    journal.follow(lines)
    journal.close()
    return store


def test_a_journal_is_written_read_cut_and_renewed(games):
    store = GameStore(games)
    journal, lines = Journal(store, HEADER), LINES[:2]
    first = store.read()
    assert (store.game, first.count(b"\n")) == (1, 1)
    journal.follow(lines)
    journal.sync()
    assert store.read() == first + "".join(LINES[:2]).encode()
    lines.append('{"choice": "a\u2028b\\n ü", "by": "x", "at": "a"}\n')
    assert store.read() == first + "".join(LINES[:2]).encode(), "nothing is written before it is synced"
    journal.sync()
    assert store.read() == first + "".join(lines).encode()
    journal.cut(1)
    assert store.read() == first + LINES[0].encode()
    lines[1:] = LINES[4:]
    journal.follow(lines)
    journal.renew(JournalHeader(**{**vars(HEADER), "rules": "new"}))
    journal.close()
    saved = games.saved(1)
    assert saved.header.rules == "new"
    assert [entry["die"] for entry in saved.entries] == [1, 5, 6]
    again = Journal(GameStore(games, 1), saved.header, saved)
    again.follow([LINES[0], *LINES[4:], LINES[3]])
    again.close()
    assert [entry["die"] for entry in games.saved(1).entries] == [1, 5, 6, 4]


def test_entries_are_chained(games):
    game = written(games, LINES[:3]).game
    with games.reading() as connection:
        rows = connection.execute(
            sa.text(f"SELECT number, body, chain FROM entries WHERE game = {game} ORDER BY number")
        ).fetchall()
    before = ""
    for at, (number, body, chain) in enumerate(rows):
        before = chained(before, body)
        assert (number, body + "\n", chain) == (at + 1, LINES[at], before)
    assert len(rows) == 3


def test_a_second_writer_is_refused_while_the_first_lives(games, database):
    store = GameStore(games)
    journal = Journal(store, HEADER)
    with GameDatabase.open(database) as other:
        for patience in (0.0, game_database.LEASE + 1):
            begun = time.monotonic()
            with pytest.raises(JournalFaultError, match="is in use by another program"):
                Journal(GameStore(other, store.game, patience), HEADER, other.saved(1))
            assert time.monotonic() - begun < game_database.LEASE, "who sees a lease renewed need not wait for its end"
        assert len(other.saved(1).entries) == 0
        journal.close()
        Journal(GameStore(other, store.game, 0), HEADER, other.saved(1)).close()


def test_who_has_lost_the_game_writes_nothing_more(games, database):
    """A lease that ends while its program sleeps is taken; the sleeper is refused when it wakes."""
    first = GameStore(games)
    journal, lines = Journal(first, HEADER), LINES[:1]
    journal.follow(lines)
    journal.sync()
    games.writers.clear()
    with GameDatabase.open(database) as other:
        with other.writing() as connection:
            connection.execute(sa.text("UPDATE games SET lease = 1"))
        saved = other.saved(1)
        second = Journal(GameStore(other, 1, 0), HEADER, saved)
        lines.append(LINES[1])
        with pytest.raises(JournalFaultError, match="has been taken by another program"):
            journal.sync()
        second.follow([LINES[0], LINES[5]])
        second.close()
        assert [entry["die"] for entry in other.saved(1).entries] == [1, 6]


def test_the_key_refuses_an_entry_that_is_there(games):
    store = GameStore(games)
    journal, lines = Journal(store, HEADER), LINES[:1]
    with games.writing() as connection:
        connection.execute(sa.text("INSERT INTO entries (game, number, body, chain) VALUES (1, 1, 'x', 'x')"))
    journal.follow(lines)
    with pytest.raises(JournalFaultError, match="played on by another program"):
        journal.sync()


def test_a_clock_that_is_set_back_does_not_lock_a_game(games):
    written(games, [])
    with games.writing() as connection:
        connection.execute(sa.text("UPDATE games SET writer = 'dead', lease = 99999999999"))
    Journal(GameStore(games, 1, 0), HEADER, games.saved(1)).close()


def test_a_game_that_is_not_there_is_said_to_be_missing(games):
    for asked in (lambda: games.saved(7), lambda: games.header(7), GameStore(games, 7).take):
        with pytest.raises(JournalFaultError, match="holds no game 7"):
            asked()


@pytest.mark.parametrize("is_lost", [False, True], ids=["before the commit", "behind the commit"])
def test_what_could_not_be_written_is_written_at_the_next_sync(games, monkeypatch, is_lost):
    """Where the connection breaks while a commit is on its way, nobody knows whether it came; nothing comes twice."""
    store = GameStore(games)
    journal, lines = Journal(store, HEADER), LINES[:1]
    journal.follow(lines)
    journal.sync()
    lines += LINES[1:3]
    breaking = {"on": True}

    def break_off(connection: sa.Connection) -> None:
        if breaking.pop("on", None):
            if is_lost:
                driver: Any = connection.connection.driver_connection
                driver.commit()
            raise sa.exc.OperationalError("COMMIT", {}, Exception("the line is cut"))

    sa.event.listen(games.engine, "commit", break_off)
    with pytest.raises(DatabaseFaultError, match="the line is cut"):
        journal.sync()
    journal.sync()
    assert [entry["die"] for entry in games.saved(1).entries] == [1, 2, 3]
    lines.append(LINES[3])
    journal.close()
    assert [entry["die"] for entry in games.saved(1).entries] == [1, 2, 3, 4]


def test_connections_that_are_cut_are_made_again(games):
    """A database that goes away for a moment and returns costs nobody a game."""
    journal, lines = Journal(GameStore(games), HEADER), LINES[:1]
    journal.follow(lines)
    journal.sync()
    if games.engine.dialect.name == "postgresql":
        with games.engine.connect() as connection:
            connection.execute(
                sa.text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
    else:
        games.engine.dispose()
    lines.append(LINES[1])
    journal.close()
    assert [entry["die"] for entry in games.saved(1).entries] == [1, 2]


@pytest.mark.slow
def test_a_database_that_crashes_and_returns_has_what_was_acknowledged():
    """While it is away nothing is acknowledged; behind it the game goes on where it was."""
    try:
        with own_server(synced=True) as postgres, GameDatabase.open(postgres.address) as games:
            journal, lines = Journal(GameStore(games), HEADER), LINES[:1]
            journal.follow(lines)
            journal.sync()
            postgres.stop()
            lines.append(LINES[1])
            for _ in range(2):
                with pytest.raises(DatabaseFaultError, match="connection"):
                    journal.sync()
            postgres.start()
            assert [entry["die"] for entry in games.saved(1).entries] == [1]
            lines.append(LINES[2])
            journal.close()
            assert [entry["die"] for entry in games.saved(1).entries] == [1, 2, 3]
    except NoPostgresError as error:
        pytest.skip(str(error))


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path):
    with GameDatabase.open(tmp_path / "games.sqlite") as games:
        journal, lines = Journal(GameStore(games), HEADER), LINES[:1]
        journal.follow(lines)
        journal.sync()
        limited = {"pages": 1}

        def limit(connection: sa.Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {limited['pages']}")

        sa.event.listen(games.engine, "begin", limit)
        lines += LINES[1:2] * 2000
        with pytest.raises(DatabaseFaultError, match="the disk is full"):
            journal.sync()
        assert [entry["die"] for entry in games.saved(1).entries] == [1]
        limited["pages"] = 1_000_000
        journal.close()
        assert len(games.saved(1).entries) == 2001


PLAYER = """
import sys
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.engine.run.journal import Journal
games = GameDatabase.open(sys.argv[1])
saved = games.saved(1)
journal = Journal(GameStore(games, 1), saved.header, saved)
lines = [f'{{"die": {n}, "of": 9999999, "at": "a", "for": []}}\\n' for n in range(1, len(saved.entries) + 1)]
journal.follow(lines)
while True:
    lines.append(f'{{"die": {len(lines) + 1}, "of": 9999999, "at": "a", "for": []}}\\n')
    journal.sync()
    print(len(lines), flush=True)
"""


@pytest.mark.slow
def test_a_killed_program_loses_nothing_that_was_acknowledged(games, database, tmp_path: Path):
    written(games, [])
    script = tmp_path / "player.py"
    script.write_text(PLAYER)
    acknowledged = 0
    for kill in range(4):
        with subprocess.Popen([sys.executable, str(script), database], stdout=subprocess.PIPE, text=True) as player:
            assert player.stdout is not None
            for _ in range(20 + 13 * kill):
                acknowledged = int(player.stdout.readline())
            player.send_signal(signal.SIGKILL)
            rest = player.stdout.read().split("\n")[:-1]
            acknowledged = int(rest[-1]) if rest else acknowledged
        found = [entry["die"] for entry in games.saved(1).entries]
        assert found == list(range(1, len(found) + 1))
        assert len(found) - acknowledged in (0, 1)
    saved = read_journal(GameStore(games, 1))
    Journal(GameStore(games, 1, 0), saved.header, saved).close()


def test_a_program_that_died_on_another_machine_is_waited_for(games):
    written(games, LINES[:1])
    with games.writing() as connection:
        until = connections.seconds(connection) + 2
        connection.execute(GAMES.update().values(writer="elsewhere:1:1:x", lease=until))
    with pytest.raises(JournalFaultError, match="by another program"):
        GameStore(games, 1, 0).take()
    begun, store = time.monotonic(), GameStore(games, 1)
    store.take()
    assert 0.5 < time.monotonic() - begun < game_database.LEASE
    store.close()


def test_a_process_is_known_to_have_ended():
    mine = new_writer()
    where, pid, _, secret = mine.split(":")
    assert not writers.has_ended(mine)
    assert not writers.has_ended("elsewhere:1:1:x")
    assert not writers.has_ended("nonsense")
    if where:
        assert writers.has_ended(f"{where}:{pid}:1:{secret}"), "another process has had the number"
        with subprocess.Popen([sys.executable, "-c", ""]) as child:
            time.sleep(0.5)
            assert writers.begun(child.pid) is None, "a process that ended has ended, also while its end is not read"
