"""Commands keep games in a database, and ask it: the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.workspace.database import reading
from quarterdeck.workspace.database.connections import DatabaseFaultError
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.workspace.database.reading import query, tables

ROOT = Path(__file__).parents[3]
REGATTA, SNOWBALLS = (str(ROOT / "tests" / "games" / name) for name in ("regatta", "snowballs"))
PAGE = (ROOT / "docs" / "databases.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ quarterdeck (.*)$", PAGE.replace("\\\n", ""), re.MULTILINE)
QUERIES = [shlex.split(line)[3] for line in COMMANDS if line.startswith("database query")]


def rows(database: str, statement: str) -> list[list[Any]]:
    return [list(row) for row in query(database, statement).rows]


def played(*words: str) -> int:
    return main(["play", *words])


def test_a_game_is_played_left_and_taken_up_in_a_database(database, capsys):
    with mock.patch("sys.stdin.readline", return_value="quit\n"), mock.patch("builtins.input", return_value="quit"):
        assert played(REGATTA, "harbour", "--sides", "random", "--database", database, "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert first["journal"] is None
    assert rows(database, "select result, winner, turn from games") == [
        [first["result"], first["winner"], first["turn"]]
    ]
    assert rows(database, "select count(*) from entries") == [[first["entries"]]]
    assert rows(database, "select count(*) from turns") == [[first["turn"] + 1]]
    with GameDatabase.open(database) as games:
        store = GameStore(games, 1)
        store.take()
        store.truncate(sum(map(len, store.read().splitlines(keepends=True)[:5])))
        with games.writing() as connection:
            connection.exec_driver_sql("UPDATE games SET result = 'unfinished', winner = NULL, turn = NULL")
        store.sync()
        store.close()
    assert rows(database, "select count(*) from entries") == [[4]]
    assert played("--resume", "1", "--database", database, "--json") == 0
    again = json.loads(capsys.readouterr().out)
    assert again == first
    assert rows(database, "select result, winner, turn from games") == [
        [first["result"], first["winner"], first["turn"]]
    ]
    assert main(["database", "rebuild", database]) == 0
    assert "game 1: rebuilt" in capsys.readouterr().out


def test_an_exported_game_is_a_journal(database, tmp_path, capsys):
    assert played(SNOWBALLS, "cousins", "--sides", "random", "--seed", "4", "--database", database, "--json") == 0
    assert main(["database", "export", database, "1", "--to", str(tmp_path / "game.jsonl"), "--json"]) == 0
    capsys.readouterr()
    assert main(["replay", str(tmp_path / "game.jsonl"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["same"]
    assert [found["winner"], found["turn"]] == rows(database, "select winner, turn from games")[0]


def test_battles_are_games_of_a_series(database, tmp_path, capsys):
    words = [SNOWBALLS, "cousins", "--sides", "random", "--count", "3", "--workers", "1", "--json"]
    assert main(["battles", *words, "--database", database, "--save", str(tmp_path / "kept.sqlite")]) == 0
    came = json.loads(capsys.readouterr().out)
    assert main(["battles", *words]) == 0
    assert json.loads(capsys.readouterr().out)["contests"] == came["contests"], "who keeps games changes nothing"
    kept = rows(database, "select series, battle, seed, winner, turn, header from games order by battle")
    assert [row[:2] for row in kept] == [[1, 1], [1, 2], [1, 3]]
    for _, _, seed, winner, turn, _ in kept:
        assert played(SNOWBALLS, "cousins", "--sides", "random", "--seed", seed, "--json") == 0
        one = json.loads(capsys.readouterr().out)
        assert [one["winner"], one["turn"]] == [winner, turn], "a battle is the game that `play` plays with its seed"
    all_turns = "select game, turn, number, state_hash from turns order by game, turn"
    all_children = "select * from child order by game, turn, name"
    before = rows(database, all_turns), rows(database, all_children)
    assert len(before[1]) > 10
    assert main(["database", "rebuild", database]) == 0
    assert (rows(database, all_turns), rows(database, all_children)) == before
    assert main(["battles", *words, "--database", database]) == 0
    assert rows(database, "select count(*) from games") == [[3]], "a battle that is there is not kept twice"
    capsys.readouterr()
    words[words.index("3")] = "2"
    assert main(["battles", *words, "--database", database, "--vary", "high_walls=no"]) == 0
    assert rows(database, "select series, count(*) from games group by series order by series") == [[1, 3], [2, 2]]
    assert main(["database", "rebuild", database]) == 0
    capsys.readouterr()


@pytest.mark.slow
def test_the_ten_queries_of_the_handbook_give_the_same_on_every_database(postgres, tmp_path, capsys):
    from tests.workspace.database.postgres import fresh_database

    assert len(QUERIES) == 10
    with fresh_database(postgres) as address:
        given = {}
        for database in (str(tmp_path / "games.sqlite"), address):
            for line in COMMANDS[:2]:
                assert main([word.replace("games.sqlite", database) for word in shlex.split(line)]) == 0
            given[database] = [query(database, one) for one in QUERIES]
        capsys.readouterr()
        one, other = given.values()
        assert one == other
        assert all(found.rows for found in one)


@pytest.mark.parametrize(
    "statement",
    [
        "delete from games",
        "with gone as (delete from games returning id) select * from gone",
        "select 1; delete from games",
        "commit; delete from games",
        "/* select */ delete from games",
        "-- select\ndelete from games",
        "insert into games (id) values (9)",
        "explain analyze delete from games",
        "attach database 'x' as x",
        "copy games to '/tmp/x'",
        "pragma query_only = off",
        "",
        "select no_such from games",
        "select * from no_such",
        "(delete from games)",
        "values (1",
    ],
)
def test_a_query_that_does_more_than_read_is_refused(database, statement):
    assert played(REGATTA, "harbour", "--sides", "random", "--database", database, "--json") == 0
    was = rows(database, "select * from games")
    with pytest.raises(DatabaseFaultError):
        query(database, statement)
    assert rows(database, "select * from games") == was


def test_a_query_has_a_bound_on_rows_and_time(database, monkeypatch, capsys):
    GameDatabase.open(database).close()
    endless = "with recursive n as (select 1 as i union all select i + 1 from n {}) select i from n"
    found = query(database, endless.format("where i < 100"), 7)
    assert ([row[0] for row in found.rows], found.more) == ([1, 2, 3, 4, 5, 6, 7], True)
    monkeypatch.setattr(reading, "SECONDS", 1)
    with pytest.raises(DatabaseFaultError, match=r"longer than|timeout"):
        query(database, endless.format("").replace("select i from n", "select count(*) from n"))
    assert main(["database", "query", database, endless.format("where i < 5"), "--most", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out.split() == ["i", "1", "2"]
    assert "only the first 2 rows" in printed.err


def test_numbers_are_exact_and_whole_ones_are_numbers(database):
    GameDatabase.open(database).close()
    (row,) = rows(database, "select 3, 2.5, 4.0, 0.1 + 0.2, null, 'a', 100000000000000000 % 1000000007")
    assert row == [3, "2.5", 4, "0.3", None, "a", 100000000000000000 % 1000000007]


def test_tables_are_listed_with_their_columns(database, capsys):
    assert played(REGATTA, "harbour", "--sides", "random", "--database", database, "--json") == 0
    found = {table.name: table for table in tables(database)}
    assert {"games", "entries", "turns", "boat", "buoy", "game", "side"} <= set(found)
    assert {"game", "turn", "name", "club", "way"} <= {column.name for column in found["boat"].columns}
    assert found["boat"].rows > 0
    capsys.readouterr()
    assert main(["database", "tables", database]) == 0
    assert "reefed boolean" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", REGATTA, "harbour", "--database", "games.sqlite", "--save", "x.jsonl"], "not in both"),
        (["play", "--resume", "x", "--database", "games.sqlite"], "numbered games"),
        (["play", "--resume", "8", "--database", "games.sqlite"], "holds no game 8"),
        (["play", REGATTA, "harbour", "--database", "mysql://x/y"], "and not mysql"),
        (["database", "query", "games.sqlite"], "takes an SQL statement"),
        (["database", "export", "games.sqlite", "1"], "--to FILE"),
        (["database", "export", "games.sqlite", "one", "--to", "x"], "not the number of a game"),
        (["database", "rebuild", "nowhere.sqlite"], "there is no such database"),
        (["database", "tables", "nowhere.sqlite"], "there is no such database"),
        (["battles", SNOWBALLS, "cousins", "--vary", "cold_dice[4+]=2d4", "--database", "games.sqlite"], "amend it"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_line(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "nowhere.sqlite").exists()
