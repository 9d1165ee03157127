"""A game is kept in a database as it is in a file; its tables say what was there, and can be rebuilt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.peers.exchanges import PeerExchange
from quarterdeck.engine.run.journal import JournalHeader, read_journal
from quarterdeck.engine.run.journal_store import FileStore, JournalStore
from quarterdeck.engine.sitting.sitting import GameListener, Sitting, UndoneError
from quarterdeck.workspace.database.game_database import GameDatabase, SeatKept
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.workspace.database.kind_tables import kind_tables
from quarterdeck.workspace.database.turn_listener import TurnListener, rebuild
from quarterdeck.workspace.games.opening import SeatedGame, Wanted, begin, game_of, resume, sitting_of
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import Game, set_up_game

GAMES = Path(__file__).parents[2] / "games"
LARGEST = "fear_god"
SHIPPED = {
    "easyships": "river_plate",
    "fear_god": "coronel",
    "quickfire": "coronel",
    "ships_and_sails": "lake_erie",
}
SMALL = {
    str(GAMES / "marbles"): "pavement",
    str(GAMES / "regatta"): "harbour",
    str(GAMES / "tiles"): "kitchen",
    str(GAMES / "harbours"): "night",
    str(GAMES / "snowballs"): "playground",
}


@pytest.fixture(name="games")
def _games(database: str) -> Iterator[GameDatabase]:
    with GameDatabase.open(database) as opened:
        yield opened


def set_up(name: str, scenario: str) -> Game:
    findings = Findings()
    made = set_up_game(Ruleset.open(name), scenario, {}, findings)
    assert not findings
    return made


def listening(store: JournalStore) -> Callable[[SeatedGame], Sitting]:
    def sit_down(seated: SeatedGame) -> Sitting:
        sitting = sitting_of(seated)
        if isinstance(store, GameStore):
            sitting.hearings = [TurnListener(store, sitting.start)]
        return sitting

    return sit_down


def begun(game: Game, scenario: str, store: JournalStore, seat: str = "random") -> Sitting:
    return begin(game, Wanted(scenario, seed=5), (seat,), store, listening(store))


def dump(games: GameDatabase) -> dict[str, list[Any]]:
    """Give all that is derived: the turns, the tables of kinds, and how games ended."""
    with games.reading() as connection:
        found = {}
        for name in ("turns", *kind_tables(connection)):
            columns = [column["name"] for column in sa.inspect(connection).get_columns(name)]
            rows = connection.execute(sa.text(f'SELECT * FROM "{name}" ORDER BY game, turn')).fetchall()
            found[name] = [columns, *sorted(map(tuple, rows), key=repr)]
        ends = connection.execute(sa.text("SELECT id, result, winner, turn FROM games ORDER BY id")).fetchall()
        return {**found, "games": list(map(tuple, ends))}


def select(games: GameDatabase, words: str) -> list[tuple[Any, ...]]:
    with games.reading() as connection:
        return list(map(tuple, connection.execute(sa.text(words)).fetchall()))


def seen_in_memory(game: Game, store: GameStore, kind: str, field: str, turn: int) -> dict[str, Any]:
    """Play a record again, and give a field of each thing at the end of a turn, as the engine has it."""
    found: dict[str, Any] = {}

    class Looking(GameListener):
        def turn_over(self, situation: Any, over: int, entries: int) -> None:
            if over == turn:
                layout = situation.program.layout
                for name, thing in situation.things.items():
                    if layout.kind_at(thing) == kind and situation.state[thing]:
                        found[name] = situation.get(thing, f"{kind}.{field}")

    replay(game, read_journal(store), hearings=[Looking()])
    return found


def kept_as_in_a_file(games: GameDatabase, folder: Path, played: dict[str, str], seat: str) -> None:
    for name, scenario in played.items():
        game, file = set_up(name, scenario), FileStore(folder / f"{Path(name).name}.jsonl")
        begun(game, scenario, file, seat).play()
        store = GameStore(games)
        result = begun(game, scenario, store, seat).play()
        first, *lines = store.read().split(b"\n")
        assert lines == file.read().split(b"\n")[1:]
        header, other = json.loads(first), json.loads(file.read().split(b"\n")[0])
        assert header == {key: value for key, value in other.items() if key != "folder"}
        saved = read_journal(store)
        again = replay(game, saved)
        assert (again.fault, again.turn, again.journal(game, saved.header)) == ("", result.turn, store.read())
    before = dump(games)
    assert {row[0] for row in before["games"]} == set(range(1, len(played) + 1))
    with games.writing() as connection:
        for table in ("turns", *kind_tables(connection)):
            connection.execute(sa.text(f'DELETE FROM "{table}"'))
        connection.execute(sa.text("UPDATE games SET result = 'unfinished', winner = NULL, turn = NULL"))
    assert dump(games) != before
    assert [one.fault for one in rebuild(games)] == [None] * len(played)
    assert dump(games) == before
    with games.writing() as connection:
        for table in kind_tables(connection):
            connection.execute(sa.text(f'DROP TABLE "{table}"'))
    games.known_tables.clear()
    rebuild(games)
    assert dump(games) == before, "whether tables were made as games came or are made of records is the same"


def test_small_games_are_kept_as_in_a_file_and_their_tables_rebuilt(games, tmp_path):
    kept_as_in_a_file(games, tmp_path, SMALL, "random")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("database", "names"),
    [
        ("sqlite", tuple(name for name in SHIPPED if name != LARGEST)),
        pytest.param("sqlite", (LARGEST,), marks=pytest.mark.soak),
        ("postgresql", ("easyships", "ships_and_sails")),
        pytest.param("postgresql", ("fear_god", "quickfire"), marks=pytest.mark.soak),
    ],
    indirect=["database"],
)
def test_shipped_games_are_kept_as_in_a_file_and_their_tables_rebuilt(games, names, tmp_path):
    kept_as_in_a_file(games, tmp_path, {name: SHIPPED[name] for name in names}, "bot")


@pytest.mark.slow
def test_one_query_works_for_every_turn_and_says_what_the_engine_has(games):
    game, store = set_up("ships_and_sails", "lake_erie"), GameStore(games)
    result = begun(game, "lake_erie", store).play()
    assert result.turn > 5
    for turn in (0, 1, 5):
        rows = select(games, f"select name, hull, sails from ship where game = {store.game} and turn = {turn}")
        assert {name: hull * 100 for name, hull, _ in rows} == seen_in_memory(game, store, "Ship", "hull", turn)
        assert {name: sails * 100 for name, _, sails in rows} == seen_in_memory(game, store, "Ship", "sails", turn)


def test_columns_hold_names_places_lists_and_decks(games):
    regatta, store = set_up(str(GAMES / "regatta"), "harbour"), GameStore(games)
    begun(regatta, "harbour", store).play()
    with games.reading() as connection:
        found = {column["name"] for column in sa.inspect(connection).get_columns("game")}
    assert found == {"game", "turn", "name", "turn_limit", "over", "winner", "winds", "blown", "tricks", "mishaps"}
    assert {club for (club,) in select(games, "select club from boat")} == {"reds", "blues"}
    (winds,) = select(games, "select winds from game where game = 1 and turn = 0")[0]
    members = regatta.built.program.world.enums["Wind"].members
    assert list(json.loads(winds))[: len(members)] == list(members)
    assert sum(count for count in json.loads(winds).values() if isinstance(count, int)) > 0
    child, store = set_up(str(GAMES / "snowballs"), "playground"), GameStore(games)
    begun(child, "playground", store).play()
    facing, arm, captain, trail, pockets, column, row = select(
        games,
        "select facing, arm, captain, trail, pockets, place_column, place_row from child "
        f"where game = {store.game} and turn = 1 order by name",
    )[0]
    assert facing in child.built.program.world.enums["Facing"].members
    assert 1 <= arm <= 5
    assert captain in (True, False)
    assert all(len(place) == 2 for place in json.loads(trail))
    assert json.loads(pockets)
    assert isinstance(column, int)
    assert isinstance(row, int)


def header(**others: Any) -> JournalHeader:
    return JournalHeader("regatta", "harbour", {}, {"reds": "bot", "blues": "person"}, 1, "seeded", "r", "s", **others)


def test_a_host_finds_games_seats_and_exchanges(games):
    game = games.new_game(header())
    assert [(one.game, one.ruleset, one.result, one.entries) for one in games.games()] == [
        (game, "regatta", "unfinished", 0)
    ]
    assert games.header(game) == header()
    assert games.seats(game) == [SeatKept("blues", "person"), SeatKept("reds", "bot")]
    games.put_seat(game, SeatKept("blues", "open", "0123abcd"))
    assert games.seats(game)[0] == SeatKept("blues", "open", "0123abcd")
    assert games.seat_of("0123abcd") == (game, SeatKept("blues", "open", "0123abcd"))
    assert games.seat_of("0123abce") is None
    assert games.exchange(game, "1") is None
    games.put_exchange(game, PeerExchange("1", "secret", "salt"))
    games.put_exchange(game, PeerExchange("1", "secret", "salt", "theirs", "opened"))
    assert games.exchange(game, "1") == PeerExchange("1", "secret", "salt", "theirs", "opened")
    games.remove(game)
    assert (games.games(), games.seats(game), games.exchange(game, "1")) == ([], [], None)


def test_a_game_that_was_left_is_taken_up(games):
    """Turns after the last entry are dropped, and written again when they are played again."""
    game, store = set_up(str(GAMES / "regatta"), "harbour"), GameStore(games)
    begun(game, "harbour", store).play()
    complete = (store.read(), dump(games))
    turns = select(games, "select turn, number from turns order by turn")
    cut = turns[2][1] - 1
    saved = games.saved(1)
    again = GameStore(games, 1)
    sitting = resume(game, saved, again, listening(again))
    assert sitting.journal is not None
    sitting.journal.cut(cut)
    sitting.recorded = list(saved.entries[:cut])
    listener = sitting.hearings[0]
    listener.begin()
    assert [turn for turn, _ in select(games, "select turn, number from turns order by turn")] == [0, 1]
    assert {turn for (turn,) in select(games, "select distinct turn from boat")} == {0, 1}
    sitting.play()
    assert (again.read(), dump(games)) == complete


def test_rules_that_have_changed_leave_the_tables_as_they_are(games):
    game, store = set_up(str(GAMES / "regatta"), "harbour"), GameStore(games)
    begun(game, "harbour", store).play()
    before = dump(games)
    with games.writing() as connection:
        line = connection.execute(sa.text("SELECT header FROM games")).scalar_one()
        other = json.dumps({**json.loads(line), "rules": "other"})
        connection.execute(sa.text("UPDATE games SET header = :header"), {"header": other})
    (found,) = rebuild(games)
    assert "changed" in (found.fault or "")
    assert dump(games) == before


def test_a_decision_that_is_taken_back_leaves_no_row_of_its_turn(games):
    game, store = set_up(str(GAMES / "regatta"), "harbour"), GameStore(games)
    sitting = begun(game, "harbour", store)

    class Undoing(GameListener):
        once = False

        def turn_over(self, situation: object, turn: int, entries: int) -> None:
            if turn == 3 and not self.once:
                self.once = True
                raise UndoneError(entries - 2)

    sitting.hearings = [*sitting.hearings, Undoing()]
    sitting.play()
    findings = Findings()
    saved = read_journal(store)
    assert replay(game_of(saved, None, findings), saved).fault == ""
    before = dump(games)
    rebuild(games)
    assert dump(games) == before
