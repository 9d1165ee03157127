"""A saved game is shown from its first state to its last: any of them at once, and nothing can be changed."""

from __future__ import annotations

from typing import Any

from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.engine.run.journal import Saved, read_journal
from tests.apps.server.seats import SeatInTest, hosted


def played(name: str, scenario: str, answers: int) -> tuple[Any, Saved]:
    """Play a game with bots and people, and give its rules and its record."""
    table = hosted(name, scenario)
    for _ in range(answers):
        if not table.is_over:
            table.answer()
    return table.host.games[1], read_journal(table.host.keeper.store(1))


def shown(game: Any, saved: Saved) -> tuple[GameHost, SeatInTest]:
    host = GameHost()
    begun = host.show(game.rules.game, saved)
    return host, SeatInTest(host, begun.links[0].token, 600)


def test_each_state_is_that_of_the_game():
    game, saved = played("tests/games/snowballs", "cousins", 400)
    host, seat = shown(game, saved)
    states = seat.sent[0]["states"]
    assert states["turns"] == sorted(states["turns"])
    assert states["lines"] == sorted(states["lines"])
    count = len(states["turns"])
    assert count > 5
    history = host.replays[1].history
    assert history.state(0) == game.rules.game.start.state
    assert history.state(count - 1) == game.live.sitting.playing.situation.state
    assert len({tuple(history.state(at)) for at in range(count)}) > 5
    (first,), (last,) = seat.send({"state": 0}), seat.send({"state": count - 1})
    assert first["state"]["board"] == seat.sight["board"]
    assert first["state"]["picture"]["moving"] != last["state"]["picture"]["moving"]
    assert last["state"]["picture"]["ground"]["svg"] is None, "the ground comes once"


def test_things_reasons_and_rules_can_be_looked_at_and_nothing_else():
    game, saved = played("tests/games/snowballs", "cousins", 400)
    _, seat = shown(game, saved)
    thing = seat.sight["board"]["pieces"][0]["thing"]
    assert seat.send({"look": thing})[0]["looked"]["card"]["thing"] == thing
    line = next(at for at, one in enumerate(seat.lines) if one["why"] and one["sort"] != "act")
    explained = seat.send({"why": line})[0]["explained"]
    assert explained["number"] == seat.lines[line]["number"] > 0, "whoever has the record may know all"
    assert seat.send({"rule": explained["rule"]})[0]["ruled"]["blocks"]
    for message in ({"number": 0, "value": 1}, {"undo": "ask"}, {"resign": True}, {"dice": "ask"}):
        assert "only shown" in seat.send(message)[0]["refused"]["why"]
    assert "there is no state" in seat.send({"state": 10**6})[0]["refused"]["why"]
    assert "no thing on the board" in seat.send({"look": "nobody"})[0]["refused"]["why"]


def test_a_game_that_is_played_has_no_states_to_go_to():
    table = hosted()
    assert "has states" in table.people[0].send({"state": 0})[0]["refused"]["why"]
