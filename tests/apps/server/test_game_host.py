"""A host without HTTP: seats answer in turn to the end, and what does not fit changes nothing."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

import jsonschema
import pytest

from quarterdeck.api import schema_of
from quarterdeck.apps.server import tokens
from quarterdeck.apps.server.game_host import MOST_AT_SEAT, GameHost, UnknownTokenError
from quarterdeck.apps.server.game_keeper import DatabaseKeeper, GameKeeper, MemoryKeeper
from quarterdeck.apps.server.looking import HostRefusalError
from quarterdeck.apps.server.messages import AnswerAccepted, SeatsTold, Sight, ThingLooked
from quarterdeck.base.schema_reader import misfits, schema_for
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.workspace.database.connections import DatabaseFaultError
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.ruleset.scenario_names import OpeningError
from tests.apps.server.seats import SMALL, HostInTest, SeatInTest, answer_to, hosted, opened


def played(table: HostInTest, most: int = 10_000) -> int:
    """Play to the end, or so many answers; give how many were given."""
    count = 0
    while count < most and not table.is_over:
        table.answer()
        count += 1
    return count


def why(seat: SeatInTest, message: Any) -> str:
    """Send what is refused, and give the reason; nothing else may come of it."""
    (found,) = seat.send(message)
    text: str = found["refused"]["why"]
    return text


@pytest.mark.parametrize(
    ("name", "scenario"),
    [SMALL, ("tests/games/regatta", "harbour"), ("tests/games/marbles", "pavement"), ("tests/games/tiles", "kitchen")],
)
def test_two_people_play_to_the_end(name, scenario):
    table = hosted(name, scenario)
    assert played(table) > 5
    saved = read_journal(table.host.keeper.store(1))
    again = replay(table.host.games[1].rules.game, saved)
    assert again.fault == ""
    assert {seat.sight["over"]["words"] for seat in table.seats.values()} != {""}
    assert "refused" in table.people[0].send({"number": 0, "value": "stop"})[0]


def test_each_seat_reads_the_same_log_again_when_it_comes_back():
    table = hosted()
    played(table, 30)
    for side, seat in table.seats.items():
        other = SeatInTest(table.host, table.token(side))
        assert other.log == seat.log
        assert other.sight["board"] == seat.sight["board"]


@pytest.mark.parametrize("value", ["Yamato", 10**30, -1, [1, 2], [], ""])
def test_an_answer_that_is_not_allowed_leaves_the_question_open(value):
    table = hosted()
    seat = table.asked
    before = seat.sight
    assert "may not be chosen" in why(seat, {"number": before["number"], "value": value})
    assert seat.sight == before
    table.answer()


def test_an_answer_that_comes_twice_counts_once():
    table = hosted()
    seat, record = table.asked, table.host.games[1]
    message = table.answer()
    entries = len(record.awake().sitting.record)
    assert seat.send(message) == [{"accepted": {"number": message["number"]}}]
    assert "answered" in why(seat, {**message, "value": "another"})
    assert "has not been asked" in why(seat, {**message, "number": 10**6})
    assert len(record.awake().sitting.record) == entries


def test_one_side_cannot_answer_for_the_other():
    table = hosted()
    seat = table.asked
    (other,) = [one for one in table.people if one is not seat]
    message = answer_to(seat.sight)
    for number in range(3):
        assert other.send({**message, "number": number})[0].keys() == {"refused"}
    assert "spectators cannot act" in why(table.seats[None], message)
    assert table.asked is seat


def test_two_pages_at_one_seat_see_and_answer_both():
    table = hosted()
    seat = table.asked
    other = SeatInTest(table.host, seat.token)
    assert other.sight == {**seat.sight, "log": other.sight["log"]}
    message = answer_to(seat.sight)
    other.send(message)
    assert seat.sight["number"] > message["number"] or seat.sight["question"] is None
    assert "answered" in why(seat, {**message, "value": "another"})
    for _ in range(MOST_AT_SEAT - 2):
        SeatInTest(table.host, seat.token)
    with pytest.raises(HostRefusalError, match="too many"):
        SeatInTest(table.host, seat.token)


def test_a_seat_that_nobody_takes_is_away():
    table = hosted()
    seat = table.people[0]
    side = seat.connection.side
    assert table.people[1].table["seats"][side] == "here"
    seat.leave()
    assert table.people[1].table["seats"][side] == "away"


@pytest.mark.parametrize("token", ["", "1", "1-", "1-x", "2-abc", "-1-a", "x" * 10**6, "1-\ud800", "999999999999999-a"])
def test_a_token_that_was_guessed_opens_nothing(token):
    table = hosted()
    with pytest.raises(UnknownTokenError):
        table.host.connect(token, print)
    seat = table.host.games[1].seats[table.begun.links[0].side or ""]
    assert seat.token == tokens.hash_of(table.begun.links[0].token)
    with pytest.raises(UnknownTokenError):
        table.host.connect(f"1-{seat.token}", print)


MISFITS: list[Any] = [
    None, True, 1, "stop", [], {}, {"x": 1}, {"number": 1}, {"value": 1}, {"number": -1, "value": 1},
    {"number": True, "value": 1}, {"number": 1, "value": {}}, {"number": 1, "value": None}, {"number": "1", "value": 1},
    {"number": 1, "value": 1, "more": 1}, {"undo": 1}, {"undo": "now"}, {"resign": False}, {"resign": "yes"},
    {"resign": 1},
    {"bot": "ask", "side": 1}, {"bot": "ask", "side": "nobody"}, {"bot": "ask", "side": "x" * 5000},
    {"number": 1, "value": 1, "undo": "ask"}, {"number": 1, "value": [[1]]}, {"undo": "agree"}, {"bot": "agree"},
]  # fmt: skip


@pytest.mark.parametrize("message", MISFITS, ids=repr)
def test_what_is_no_message_is_refused_with_a_reason(message):
    table = hosted()
    for seat in table.people:
        before = seat.sight
        assert 5 < len(why(seat, message)) < 300
        assert seat.sight == before


def test_a_game_sleeps_and_wakes_in_the_middle_of_the_same_question():
    table = hosted()
    played(table, 9)
    game, before = table.host.games[1], [seat.sight for seat in table.people]
    assert table.host.sleep_idle(0) == 1
    assert game.live is None
    table.answer()
    assert game.live is not None
    other = hosted()
    played(other, 10)
    assert [seat.sight for seat in other.people] == [seat.sight for seat in table.people] != before
    assert [seat.log for seat in other.people] == [seat.log for seat in table.people]


@pytest.fixture(params=["memory", "database"])
def keepers(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], GameKeeper]:
    """Give what makes a keeper of the same games, as for a host that is begun again."""
    if request.param == "memory":
        return partial(MemoryKeeper, {}, {}, {})
    return lambda: DatabaseKeeper(GameDatabase.open(tmp_path / "games.sqlite"))


def test_a_host_that_is_begun_again_goes_on_with_its_games(keepers):
    table = hosted(host=GameHost(keepers()))
    played(table, 9)
    before = {side: (seat.sight["number"], seat.log) for side, seat in table.seats.items()}
    table.host.close()
    host = GameHost(keepers())
    seats = {side: SeatInTest(host, table.token(side)) for side in table.seats}
    assert {side: (seat.sight["number"], seat.log) for side, seat in seats.items()} == before
    played(HostInTest(host, table.begun, seats))
    assert HostInTest(host, table.begun, seats).is_over
    host.close()
    again = GameHost(keepers())
    assert SeatInTest(again, table.people[0].token).sight["over"] == seats[None].sight["over"]
    again.close()


def test_bots_play_where_nobody_is_wanted():
    table = hosted(seats={"hosts": "bot"})
    assert [link.side for link in table.begun.links] == ["cousins", None]
    played(table)
    assert table.people[0].table["seats"]["hosts"] == "bot"
    with pytest.raises(OpeningError, match="there is no side nobody"):
        GameHost().create(opened(SMALL[0]), SMALL[1], {"nobody": "bot"})


def test_who_resigns_has_lost():
    table = hosted()
    played(table, 5)
    one, other = table.people
    one.send({"resign": True})
    assert other.sight["over"]["winner"] == other.connection.side
    assert "resigned" in other.sight["over"]["words"]
    assert why(other, {"resign": True}) == "the game is over"
    host = GameHost(table.host.keeper)
    assert SeatInTest(host, one.token).sight["over"]["winner"] == other.connection.side


def test_a_game_that_was_resigned_is_not_played_on_where_it_is_shown_again():
    for answered in range(4):
        table = hosted()
        played(table, answered)
        for seat in table.people[:1]:
            seat.send({"resign": True})
        before = read_journal(table.host.keeper.store(1)).entries
        host = GameHost(table.host.keeper)
        for side in table.seats:
            assert SeatInTest(host, table.token(side)).sight["over"]
        assert read_journal(host.keeper.store(1)).entries == before


@pytest.mark.parametrize("what", ["put_seat", "has_ended"])
def test_who_resigns_while_the_database_is_away_can_do_so_again(what, tmp_path, monkeypatch):
    """Where the end alone was not written, the next who looks at the game ends it."""
    table = hosted(host=GameHost(DatabaseKeeper(GameDatabase.open(tmp_path / "games.sqlite"))))
    played(table, 3)
    one, other = table.people

    def away(keeper: DatabaseKeeper, *given: object) -> None:
        raise DatabaseFaultError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(DatabaseKeeper, what, away)
        assert "the database is away" in why(one, {"resign": True})
        assert one.sight["over"] is None
    if what == "put_seat":
        one.send({"resign": True})
    table.host.close()
    host = GameHost(DatabaseKeeper(GameDatabase.open(tmp_path / "games.sqlite")))
    other = SeatInTest(host, other.token)
    assert other.sight["over"]["winner"] == other.connection.side
    host.close()


def test_games_are_looked_after_while_the_database_is_away(tmp_path, monkeypatch):
    clock = [0.0]
    host = GameHost(DatabaseKeeper(GameDatabase.open(tmp_path / "games.sqlite")), now=lambda: clock[0])
    table = hosted(host=host, clock=60)
    played(table, 3)
    host.check_clocks()
    with monkeypatch.context() as patched:

        def away(*given: object, **named: object) -> None:
            raise DatabaseFaultError("the database is away")

        for name in ("put_seat", "confirm"):
            patched.setattr(DatabaseKeeper, name, away)
        patched.setattr(GameStore, "sync", away)
        clock[0] += 61
        host.check_clocks()
        host.sleep_idle(0)
        assert host.games[1].live is None
    assert table.people[0].send({"look": "nothing"})
    host.check_clocks()
    clock[0] += 61
    host.check_clocks()
    assert "bot" in table.people[0].table["seats"].values()
    host.close()


def test_who_has_resigned_comes_back_by_no_wish_where_two_others_play_on(tmp_path):
    copytree("tests/games/marbles", tmp_path / "marbles")
    kinds = tmp_path / "marbles" / "components.yaml"
    kinds.write_text(kinds.read_text("utf-8").replace("    one: child\n", "    one: child\n    capacity: 3\n"), "utf-8")
    scenario = tmp_path / "marbles" / "scenarios" / "pavement.yaml"
    third = "  cleo: {title: Cleo, things: {Marble: [{name: the white one, place: [30, 15], heading: 0}]}}\n"
    scenario.write_text(scenario.read_text("utf-8") + third, "utf-8")
    table = hosted(str(tmp_path / "marbles"), "pavement")
    one, other, third_one = table.people
    one.send({"bot": "ask"})
    other.send({"bot": "agree"})
    one.send({"resign": True})
    assert one.table["wishes"] == []
    assert why(third_one, {"bot": "agree"}) == "there is no request to reply to"
    for wish in ({"bot": "back"}, {"resign": True}):
        assert why(one, wish) == "you have resigned"
    assert why(one, {"bot": "ask"})
    assert one.table["seats"][one.connection.side] == "resigned"
    assert one.sight["over"] is None


def test_a_bot_takes_over_where_the_other_agrees_and_gives_the_seat_back():
    table = hosted()
    played(table, 5)
    one, other = table.people
    side = one.connection.side
    one.send({"bot": "ask"})
    assert other.table["wishes"] == [{"kind": "bot", "by": side, "side": side}]
    assert "no request to reply to" in why(one, {"bot": "agree"})
    other.send({"bot": "agree"})
    seats = {side: "bot", other.connection.side: "here"}
    assert other.table == {"seats": seats, "wishes": [], "dice": "rolled", "clock": 0}
    for _ in range(5):
        table.answer()
        assert table.asked is other
    assert "a bot decides" in why(one, answer_to(other.sight))
    one.send({"bot": "back"})
    assert other.table["seats"][side] == "here"
    played(table)


def test_a_bot_takes_over_where_nobody_is():
    table = hosted()
    one, other = table.people
    side = one.connection.side
    other.send({"bot": "ask", "side": side})
    assert one.table["wishes"], "whoever is there is asked"
    one.send({"bot": "decline"})
    assert other.table["wishes"] == []
    one.leave()
    other.send({"bot": "ask", "side": side})
    assert other.table["seats"][side] == "bot"


def test_two_hosts_on_one_database_never_play_one_game(tmp_path):
    table = hosted(host=GameHost(DatabaseKeeper(GameDatabase.open(tmp_path / "games.sqlite"))))
    played(table, 3)
    other = GameHost(DatabaseKeeper(GameDatabase.open(tmp_path / "games.sqlite")))
    with pytest.raises(HostRefusalError, match="in use by another program"):
        SeatInTest(other, table.token(None))
    number = table.people[0].sight["number"]
    table.host.close()
    assert SeatInTest(other, table.people[0].token).sight["number"] == number
    other.close()


@pytest.mark.parametrize(("name", "scenario"), [SMALL, ("quickfire", "coronel")])
def test_what_seats_are_sent_fits_its_schemas(name, scenario):
    table = hosted(name, scenario, pixels=600)
    played(table, 12)
    table.people[0].send({"bot": "ask"})
    table.people[0].send({"look": table.people[0].sight["board"]["pieces"][0]["thing"]})
    kinds = {"sight": Sight, "table": SeatsTold, "accepted": AnswerAccepted, "looked": ThingLooked}
    seen = set()
    for seat in table.seats.values():
        for message in seat.sent:
            ((kind, data),) = message.items()
            schema, definitions = schema_for(kinds[kind])
            assert list(misfits(schema, definitions, data, "")) == []
            seen.add(kind)
            if kind == "sight":
                jsonschema.validate(data, schema_of("sight"), jsonschema.Draft202012Validator)
    assert seen == set(kinds)


def test_a_decision_is_taken_back_where_the_other_agrees_and_no_number_comes_twice():
    table = hosted()
    while table.asked.sight["question"]["at"] != "running.run.way":
        table.answer()
    one = table.asked
    (other,) = [seat for seat in table.people if seat is not one]
    first = one.sight
    message = table.answer()
    assert table.asked is one
    one.send({"undo": "ask"})
    assert other.table["wishes"] == [{"kind": "undo", "by": one.connection.side, "side": one.connection.side}]
    other.send({"undo": "agree"})
    assert one.sight["question"] == first["question"]
    assert one.sight["board"] == first["board"]
    assert one.sight["number"] > first["number"] + 1
    assert "taken back" in why(one, message)
    played(table)


def test_who_asks_to_take_back_learns_nothing_of_what_others_decide_in_secret():
    table = hosted("ships_and_sails", "lake_erie")
    one = table.asked
    while table.asked is one:
        table.answer()
    for _ in range(2):
        sent = len(one.sent)
        assert one.send({"undo": "ask"}) == [{"refused": {"why": "this cannot be taken back"}}]
        table.answer()
        assert table.asked is not one
        assert len(one.sent) == sent + 1


def test_rules_are_not_read_for_who_guesses_a_token():
    table = hosted()
    host = table.host
    host.close()
    with pytest.raises(UnknownTokenError):
        host.connect("1-guessed", print)
    assert host.games == {}


def test_what_is_still_secret_is_taken_back_without_asking():
    table = hosted("quickfire", "coronel")
    one = table.asked
    (other,) = [seat for seat in table.people if seat is not one]
    first, sent = one.sight["question"], len(other.sent)
    table.answer()
    assert table.asked is one
    one.send({"undo": "ask"})
    assert one.sight["question"] == first
    assert len(other.sent) == sent


def test_a_game_goes_on_after_the_disk_was_full(tmp_path, monkeypatch):
    table = hosted(host=GameHost(DatabaseKeeper(GameDatabase.open(tmp_path / "games.sqlite"))))
    played(table, 3)
    seat, message = table.asked, answer_to(table.asked.sight)

    def full(store: GameStore) -> None:
        raise DatabaseFaultError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(GameStore, "sync", full)
        assert "the disk is full" in why(seat, message)
    assert [one for one in seat.send(message) if "refused" in one] == []
    assert played(table, 3) == 3
    table.host.close()
