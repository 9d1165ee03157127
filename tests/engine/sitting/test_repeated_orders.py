"""What follows from orders of before comes with a question, also on trial and after an undo."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck.api import GameHeldOpen, Ruleset, open_game, resume_game
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.sitting.repeated_orders import RepeatedOrders
from tests.engine.peers.test_orders_of_people import carried, person_and_bot

COURSE = "sailing.give_orders.course"


@pytest.fixture(scope="module", name="rules")
def _rules() -> Ruleset:
    return Ruleset.open("fear_god")


def to_course(game: GameHeldOpen, turn: int, ship: str) -> dict[str, Any]:
    """Answer as advised until a ship is asked for its course in a turn."""
    while True:
        asked: Any = game.question
        assert asked is not None
        if (asked["at"], asked["turn"], asked["subject"]["words"]) == (COURSE, turn, ship):
            return dict(asked)
        game.answer(asked["options"][0]["value"] if asked["advised"] is None else asked["advised"]["value"])


def test_the_leader_and_the_turn_before_are_offered(rules):
    game = open_game(rules, "coronel", sides=("person", "bot"), seed=3)
    first: Any = game.question
    assert first["at"] == COURSE
    ship = first["subject"]["words"]
    assert (first["earlier"], first["leader"]) == (None, None)
    other = next(one["value"] for one in first["options"] if one["value"] != first["advised"]["value"])
    game.answer(other)
    asked: Any = game.question
    while asked["at"] != COURSE:
        assert asked["leader"] is None, "the leader does not follow itself"
        game.answer(asked["advised"]["value"])
        asked = game.question
    assert asked["leader"] == {"words": ship.split()[0], "value": other}
    assert asked["earlier"] is None
    later = to_course(game, 2, ship)
    assert (later["earlier"], later["leader"]) == (other, None)
    game.undo(len(game.entries))
    assert game.question == later
    game.undo(0)
    assert game.question == first


def test_a_game_that_is_resumed_offers_what_was_ordered_before(rules, tmp_path):
    saved = tmp_path / "saved.jsonl"
    game = open_game(rules, "coronel", sides=("person", "bot"), seed=3, save=saved)
    first: Any = game.question
    ship = first["subject"]["words"]
    before = to_course(game, 2, ship)
    assert before["earlier"] is not None
    game.close()
    again = resume_game(saved)
    assert again.question == before
    again.close()


def test_orders_on_trial_are_followed_and_counted_once():
    """Between peers orders are given on trial, and carried out when both sides have opened theirs."""
    host, guest = person_and_bot()
    orders = RepeatedOrders(host.end.sitting, Pieces(host.game.start, host.game.built.module()).subject)
    host.end.sitting.hearings = (orders,)
    carried(host, guest, host.end.connect(), guest.end.connect())
    given: dict[tuple[int, str], dict[int, list[Any]]] = {}
    followed = 0
    while (question := host.end.question) is not None:
        led, context = orders.led(question), host.end.context
        assert context is not None
        answer = question.answers()[0] if led is None else led[1]
        followed += led is not None and context.rehearsal is not None
        place = (orders.piece(question), question.site.address)
        given.setdefault(place, {}).setdefault(orders.turn, []).append(answer)
        carried(host, guest, host.end.answer(question.written(answer), question.number), [])
    assert host.end.has_ended
    assert followed
    noted = {at[1:]: kept for at, kept in orders.given.items() if at[0] in host.end.own and kept}
    assert set(noted) == set(given)
    for place, turns in given.items():
        last_two = [answer for turn in sorted(turns)[-2:] for answer in turns[turn]]
        assert [one.answer for one in noted[place]] == last_two
