"""A person at a seat has so much time for a decision; then a bot decides, until the person takes the seat back."""

from dataclasses import dataclass

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.apps.cli.serving_wishes import seconds_of
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_keeper import DatabaseKeeper
from quarterdeck.workspace.database.game_database import GameDatabase
from tests.apps.server.seats import HostInTest, SeatInTest, hosted

HOUR = 3600


@dataclass
class Time:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def kinds(table: HostInTest) -> list[str]:
    return sorted(table.people[0].table["seats"].values())


def test_a_bot_decides_when_the_time_of_a_decision_is_over():
    time = Time()
    table = hosted(host=GameHost(now=time), clock=HOUR)
    assert table.people[0].table["clock"] == HOUR
    for _ in range(6):
        table.host.check_clocks()
        time.now += HOUR - 1
        table.host.check_clocks()
        assert kinds(table) == ["here", "here"], "each decision has all the time"
        table.answer()
    late = table.asked
    number = late.sight["number"]
    table.host.check_clocks()
    time.now += HOUR
    table.host.check_clocks()
    assert kinds(table) == ["bot", "here"]
    assert "a bot decides" in late.send({"number": number, "value": "stop"})[0]["refused"]["why"]
    late.send({"bot": "back"})
    assert kinds(table) == ["here", "here"]
    assert late.sight["number"] > number


def test_without_a_clock_nobody_is_hurried():
    time = Time()
    table = hosted(host=GameHost(now=time))
    assert table.people[0].table["clock"] == 0
    for _ in range(2):
        table.host.check_clocks()
        time.now += 1000 * HOUR
    assert kinds(table) == ["here", "here"]


def test_a_game_that_sleeps_is_woken_when_its_time_is_over():
    time = Time()
    table = hosted(host=GameHost(now=time), clock=HOUR)
    table.host.check_clocks()
    for seat in table.seats.values():
        seat.leave()
    time.now += HOUR / 2
    table.host.sleep_idle()
    assert table.host.games[1].live is None
    table.host.check_clocks()
    assert table.host.games[1].live is None
    time.now += HOUR / 2
    table.host.check_clocks()
    assert "bot" in SeatInTest(table.host, table.token(None)).table["seats"].values()


def test_another_host_knows_the_clock(tmp_path):
    path, time = tmp_path / "games.sqlite", Time()
    table = hosted(host=GameHost(DatabaseKeeper(GameDatabase.open(path))), clock=HOUR)
    table.host.close()
    host = GameHost(DatabaseKeeper(GameDatabase.open(path)), now=time)
    there = HostInTest(host, table.begun, {side: SeatInTest(host, table.token(side)) for side in table.seats})
    assert there.people[0].table["clock"] == HOUR
    host.check_clocks()
    time.now += HOUR
    host.check_clocks()
    assert kinds(there) == ["bot", "here"]
    host.close()


@pytest.mark.parametrize(("text", "seconds"), [("", 0), ("90s", 90), ("30m", 1800), ("24h", 86_400), ("3d", 259_200)])
def test_times_are_read(text, seconds):
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["24", "h", "0h", "-1h", "1.5h", "24 h", "99999d", "٣h"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(UsageError, match="as 24h"):
        seconds_of(text)


def test_peers_have_no_clock(capsys):
    assert main(["serve", "quickfire", "coronel", "--peers", "--clock", "24h"]) == 2
    assert "both sides trust" in capsys.readouterr().err


def test_each_sight_says_how_much_time_is_left_to_those_who_may_know_of_the_question():
    time = Time()
    table = hosted("ships_and_sails", "lake_erie", host=GameHost(now=time), clock=HOUR)
    told = 0
    for _ in range(30):
        for seat in table.seats.values():
            sight = next(message["sight"] for message in reversed(seat.sent) if "sight" in message)
            is_shown = sight["question"] or (sight["waits"] and sight["waits"]["sides"])
            assert sight["left"] == (HOUR if is_shown else None)
            told += not is_shown
        time.now += 600
        again = SeatInTest(table.host, table.token(table.asked.connection.side))
        assert again.sight["left"] == HOUR - 600, "who comes back is told what is left"
        again.leave()
        table.answer()
    assert told, "of what is decided in secret nobody else is told the time"


def test_without_a_clock_no_time_is_told():
    assert hosted().asked.sight["left"] is None
