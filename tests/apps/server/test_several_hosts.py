"""Hosts that share nothing but a database: each game has one of them at a time, and goes on at another."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_keeper import DatabaseKeeper
from quarterdeck.apps.server.looking import HostRefusalError
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.workspace.database import connections
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.games.replay import replay
from tests.apps.server.seats import HostInTest, SeatInTest, answer_to, hosted

NewHost = Callable[[], GameHost]


@pytest.fixture(name="new_host")
def _new_host(database: str) -> Iterator[NewHost]:
    """Give what begins a host on one database, as on another machine."""
    hosts: list[GameHost] = []

    def begin() -> GameHost:
        hosts.append(GameHost(DatabaseKeeper(GameDatabase.open(database))))
        return hosts[-1]

    yield begin
    for host in hosts:
        host.close()


def at(host: GameHost, table: HostInTest) -> HostInTest:
    """Sit down at the same game of another host, by the same links."""
    return HostInTest(host, table.begun, {side: SeatInTest(host, table.token(side)) for side in table.seats})


def some(table: HostInTest, count: int) -> None:
    for _ in range(count):
        if not table.is_over:
            table.answer()


def refused(seat: SeatInTest, message: Any) -> str:
    return str(seat.send(message)[-1]["refused"]["why"])


def lose_lease(host: GameHost) -> None:
    """Let the lease of a host's games end, as while its machine sleeps."""
    assert isinstance(host.keeper, DatabaseKeeper)
    database = host.keeper.database
    database.writers.clear()
    with database.writing() as connection:
        connection.execute(sa.text("UPDATE games SET lease = 1"))


def test_a_second_host_takes_a_sleeping_game_and_the_first_takes_it_back(new_host):
    first, second = new_host(), new_host()
    table = hosted(host=first)
    some(table, 5)
    with pytest.raises(HostRefusalError, match="in use by another program"):
        second.connect(table.token(None), lambda message: None)
    first.sleep_idle(0)
    there = at(second, table)
    assert [seat.sight["number"] for seat in there.people] == [seat.sight["number"] for seat in table.people]
    some(there, 5)
    assert "in use by another program" in refused(table.people[0], {"number": 0, "value": "stop"})
    second.sleep_idle(0)
    table = at(first, table)
    assert [seat.sight["number"] for seat in there.people] == [seat.sight["number"] for seat in table.people]
    some(table, 10_000)
    assert table.is_over
    saved = read_journal(first.keeper.store(1))
    assert replay(first.games[1].rules.game, saved).fault == ""


def test_both_hosts_begin_games_at_once(new_host):
    first, second = new_host(), new_host()
    tables = [hosted(host=host, seed=seed) for seed in range(3) for host in (first, second)]
    assert [table.begun.game for table in tables] == [1, 2, 3, 4, 5, 6]
    while not all(table.is_over for table in tables):
        for table in tables:
            some(table, 1)
    assert sorted(first.games) == [1, 3, 5]
    assert all(first.keeper.end_of(game) for game in range(1, 7))


def test_a_host_that_slept_too_long_changes_nothing_of_a_game_that_another_plays(new_host):
    """The other host has taken the game: whatever the first one still does is refused."""
    first, second = new_host(), new_host()
    table = hosted(host=first)
    some(table, 5)
    lose_lease(first)
    there = at(second, table)
    some(there, 3)
    count = len(read_journal(second.keeper.store(1)).entries)
    one, other = table.people
    side = one.connection.side
    assert "taken by another program" in refused(one, {"resign": True})
    assert "by another program" in refused(other, {"number": 0, "value": "stop"})
    for wish in ("bot", "dice"):
        one.send({wish: "ask"})
        assert "by another program" in refused(other, {wish: "agree"})
    assert second.keeper.end_of(1) is None
    assert {seat.kind for seat in second.keeper.seats(1)} == {"person", "spectators"}
    assert len(read_journal(second.keeper.store(1)).entries) == count
    some(there, 10_000)
    assert there.is_over
    second.sleep_idle(0)
    assert SeatInTest(first, table.token(side)).sight["over"]


def test_what_was_changed_beside_the_record_holds_at_the_other_host(new_host):
    """Who sits where, who rolls, and which numbers questions had."""
    first, second = new_host(), new_host()
    table = hosted(host=first)
    while table.asked.sight["question"]["at"] != "running.run.way":
        table.answer()
    one = table.asked
    (other,) = [seat for seat in table.people if seat is not one]
    message = table.answer()
    one.send({"undo": "ask"})
    other.send({"undo": "agree"})
    one.send({"dice": "ask"})
    other.send({"dice": "agree"})
    number = one.sight["number"]
    first.sleep_idle(0)
    there = at(second, table)
    assert there.asked.sight["number"] == number
    assert "taken back" in refused(there.asked, message)
    assert there.people[0].table["dice"] == "typed"
    there.people[0].send({"dice": "roll"})
    there.people[0].send({"bot": "ask"})
    there.people[1].send({"bot": "agree"})
    assert there.people[0].table["seats"][there.people[0].connection.side] == "bot"
    second.sleep_idle(0)
    table = at(first, table)
    assert table.people[0].table["dice"] == "rolled"
    assert table.people[0].table["seats"][there.people[0].connection.side] == "bot"


def test_a_clock_that_jumps_gives_a_game_to_one_host_at_a_time(new_host, monkeypatch):
    """Where it jumps ahead a lease is over too soon, and where it is set back one seems to last for days."""
    jumped, seconds = {"by": 0}, connections.seconds
    monkeypatch.setattr(connections, "seconds", lambda connection: seconds(connection) + jumped["by"])
    one, other = new_host(), new_host()
    table = hosted(host=one)
    some(table, 4)
    before = read_journal(one.keeper.store(1)).entries
    jumped["by"] = 10 * 24 * 3600
    there = at(other, table)
    some(there, 4)
    seat = next(seat for seat in table.people if seat.sight["question"])
    assert refused(seat, answer_to(seat.sight))
    jumped["by"] = -10 * 24 * 3600
    some(there, 2)
    other.close()
    here = at(one, table)
    some(here, 4)
    saved = read_journal(one.keeper.store(1))
    assert saved.entries[: len(before)] == before
    assert sum("choice" in entry for entry in saved.entries) >= 14, "what either host had accepted is there, once"
    assert replay(one.games[1].rules.game, saved).fault == ""
