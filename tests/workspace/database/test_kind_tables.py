"""The tables of kinds hold the values of every ruleset, whichever came first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quarterdeck.base.findings.finding import Findings
from quarterdeck.workspace.database.connections import DatabaseFaultError
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.kind_tables import put_turns, sorts_of
from quarterdeck.workspace.database.snapshots import (
    KindColumn,
    KindTable,
    Row,
    SortOfColumn,
    TurnCollector,
    TurnValues,
    free,
    sql_name,
    tables_of,
)
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.workspace.database.test_game_store import HEADER

SORTS: tuple[tuple[SortOfColumn, Any, Any], ...] = (
    ("whole", 7, -3),
    ("decimal", Decimal("2.5"), Decimal("1234567.25")),
    ("truth", True, False),
    ("text", "northeast", "ü"),
)
WIDE = {"whole": "7", "decimal": "2.5", "truth": "true", "text": "northeast"}


@pytest.fixture(name="games")
def _games(database: str) -> Iterator[GameDatabase]:
    with GameDatabase.open(database) as opened:
        yield opened


def kind(**sorts: SortOfColumn) -> KindTable:
    return KindTable("ship", "Ship", tuple(KindColumn(name, sort, f"Ship.{name}") for name, sort in sorts.items()))


def put(games: GameDatabase, table: KindTable, *rows: Row) -> int:
    game = games.new_game(HEADER)
    put_turns(games, game, [table], [TurnValues(1, 5, "hash", {"ship": list(rows)})])
    return game


def values(games: GameDatabase, column: str) -> list[tuple[Any, ...]]:
    with games.reading() as connection:
        words = f"SELECT game, name, {column} FROM ship ORDER BY game, name"
        return [(game, name, value) for game, name, value in connection.execute(sa.text(words))]


def columns(games: GameDatabase) -> dict[str, str]:
    with games.reading() as connection:
        found = sa.inspect(connection).get_columns("ship")
        return {column["name"]: str(column["type"]).lower() for column in found}


@pytest.mark.parametrize(("sort", "one", "other"), SORTS, ids=[sort for sort, *_ in SORTS])
def test_a_value_comes_back_as_it_was(games, sort, one, other):
    put(games, kind(hull=sort), {"name": "a", "hull": one}, {"name": "b", "hull": other}, {"name": "c", "hull": None})
    assert values(games, "hull") == [(1, "a", one), (1, "b", other), (1, "c", None)]


@pytest.mark.parametrize(("first", "second"), [*itertools.permutations([sort for sort, *_ in SORTS], 2)], ids=str)
def test_a_column_is_as_wide_as_two_rulesets_need(games, first, second):
    given: dict[str, Any] = {sort: value for sort, value, _ in SORTS}
    put(games, kind(hull=first, guns="whole"), {"name": "a", "hull": given[first], "guns": 3})
    put(games, kind(hull=second, sails="truth"), {"name": "a", "hull": given[second], "sails": True})
    is_number = {first, second} == {"whole", "decimal"}
    wanted = [given[one] if is_number else WIDE[one] for one in (first, second)]
    assert [value for *_, value in values(games, "hull")] == wanted
    assert columns(games)["hull"] == ("numeric" if is_number else "text")
    assert values(games, "guns") == [(1, "a", 3), (2, "a", None)]
    assert values(games, "sails") == [(1, "a", None), (2, "a", True)]


def test_a_program_that_knows_the_narrow_table_writes_into_the_wide_one(games, database):
    put(games, kind(hull="truth"), {"name": "a", "hull": True})
    with GameDatabase.open(database) as other:
        put(other, kind(hull="text"), {"name": "a", "hull": "none"})
    put(games, kind(hull="truth"), {"name": "a", "hull": False})
    assert [value for *_, value in values(games, "hull")] == ["true", "none", "false"]
    assert sorts_of(games.known_tables["ship"])["hull"] == "text"


def test_decimals_compare_as_numbers(games):
    rows: list[Row] = [{"name": f"{n}", "hull": Decimal(n) / 10} for n in (5, 25, 100, 1000)]
    put(games, kind(hull="decimal"), *rows)
    with games.reading() as connection:
        found = connection.execute(sa.text("SELECT name FROM ship WHERE hull > 2 AND hull < 50 ORDER BY hull"))
        assert list(found.scalars()) == ["25", "100"]
        assert connection.execute(sa.text("SELECT name FROM ship WHERE hull = 2.5")).scalar() == "25"


def test_a_game_that_is_removed_leaves_no_row(games):
    game = put(games, kind(hull="whole"), {"name": "a", "hull": 1})
    games.remove(game)
    assert values(games, "hull") == []


def test_nothing_of_a_turn_is_written_where_a_part_cannot_be(games):
    put(games, kind(hull="whole"), {"name": "a", "hull": 1})
    broken = TurnValues(2, 6, "hash", {"ship": [{"name": "a", "hull": 2}, {"name": "b", "hull": 2**70}]})
    with pytest.raises((DatabaseFaultError, OverflowError)):
        put_turns(games, 1, [kind(hull="whole")], [broken])
    with games.reading() as connection:
        assert list(connection.execute(sa.text("SELECT turn FROM turns")).scalars()) == [1]
    assert values(games, "hull") == [(1, "a", 1)]


@pytest.mark.parametrize(
    ("name", "sql"),
    [("Ship", "ship"), ("AttackGroup", "attack_group"), ("HMSVictory", "hmsvictory"), ("a1B", "a1_b"), ("_x", "_x")],
)
def test_names_are_those_of_sql(name, sql):
    assert sql_name(name) == sql


def test_names_that_are_taken_get_a_stroke():
    used = {"game"}
    assert [free("game", used), free("game", used), free("hull", used)] == ["game_", "game__", "hull"]


AWKWARD = """
components: awkward
kinds:
  Games:
    one: game of games
    many: games of games
    capacity: 2
    fields:
      name: {type: 0..9 halves, start: "0.5"}
      order: {type: boolean, start: "yes"}
      much: {type: 0..9E13 hundredths, start: "1"}
"""


def test_words_of_sql_may_be_names_of_kinds_and_fields(games, tmp_path: Path):
    folder = tmp_path / "awkward"
    (folder / "rules").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    (folder / "ruleset.yaml").write_text(
        "ruleset: awkward\ntitle: Awkward\ndocuments: {d: {title: D}}\nchapters: [a]\n"
    )
    (folder / "components.yaml").write_text(AWKWARD)
    (folder / "rules" / "a.rules").write_text(
        'rules a "A" cites "d"\n\nturn "A turn" cites "d"\n    phase p "P"\n        announce "yes"\n'
    )
    (folder / "scenarios" / "s.yaml").write_text(
        "scenario: s\ntitle: S\nsource: {document: d, place: d}\nturn_limit: 2\nsides:\n"
        "  x: {title: X, things: {Games: [{name: chess}]}}\n  y: {title: Y}\n"
    )
    ruleset = Ruleset.open(str(folder))
    built, start = ruleset.scenario("s", Findings(), {})
    (table,) = [one for one in tables_of(built.program) if one.kind == "Games"]
    assert table.name == "games_"
    assert [(column.name, column.sort) for column in table.columns] == [
        ("name_", "decimal"), ("order", "truth"), ("much", "text"),
    ]  # fmt: skip
    collector = TurnCollector(start)
    collector.turn_over(start, 0, 0)
    game = games.new_game(HEADER)
    put_turns(games, game, collector.snapshots.tables, collector.turns)
    with games.reading() as connection:
        row = connection.execute(sa.text('SELECT name, name_, "order", much FROM games_')).one()
    assert tuple(row) == ("chess", Decimal("0.5"), True, "1")
