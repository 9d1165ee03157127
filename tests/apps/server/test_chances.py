"""The chances of an answer before it is given: of the dice that are thrown then, and of nothing that is secret."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tests.apps.server.seats import SeatInTest, answer_to, hosted


def chances(seat: SeatInTest, value: Any) -> dict[str, Any]:
    (answer,) = seat.send({"number": seat.sight["number"], "chance": value})
    found: dict[str, Any] = answer["chances"]
    return found


def faces_that_would_do(seat: SeatInTest, line: int) -> Fraction:
    """Give the part of the faces that would have made a check succeed, as its explanation tells them."""
    (answer,) = seat.send({"why": line})
    (needed,) = (one["text"] for one in answer["explained"]["lines"] if one["sort"] == "needed")
    words = needed.split()
    assert words[2:4] == ["or", "less"], needed
    return Fraction(int(words[1]), int(words[5].strip(":").removeprefix("d")))


@pytest.mark.slow
def test_chances_are_those_of_the_roll_that_follows():
    table = hosted("easyships", "denmark_strait")
    compared = 0
    for _ in range(120):
        if table.is_over or compared > 2:
            break
        seat = table.asked
        question, number = seat.sight["question"], seat.sight["number"]
        if question["at"] != "gunnery.fire_guns.target" or not question["options"]:
            table.answer()
            continue
        value, before = question["options"][0]["value"], len(seat.lines)
        told = chances(seat, value)
        seat.send({"number": number, "value": value})
        fresh = range(before, len(seat.lines))
        rolled = [at for at in fresh if seat.lines[at]["why"] and seat.lines[at]["text"].startswith("a hit")]
        if rolled:
            (hit,) = told["checks"][:1]
            assert Fraction(*map(int, hit["fraction"].split(" in "))) == faces_that_would_do(seat, rolled[0])
            compared += 1
    assert compared > 2


def test_what_can_no_longer_be_answered_has_no_chances_and_what_is_no_answer_is_refused():
    table = hosted("easyships", "denmark_strait")
    seat = table.asked
    number = seat.sight["number"]
    (answer,) = seat.send({"number": number, "chance": "no such answer"})
    assert "may not be chosen" in answer["refused"]["why"]
    table.answer()
    (answer,) = seat.send({"number": number, "chance": "stop"})
    assert answer["chances"]["checks"] == answer["chances"]["changes"] == []
    (answer,) = table.seats[None].send({"number": number, "chance": "stop"})
    assert "spectators" in answer["refused"]["why"]


@pytest.mark.slow
def test_a_shot_that_is_fired_later_has_its_chance_when_the_target_is_named():
    table = hosted("quickfire", "coronel")
    for _ in range(250):
        seat = table.asked
        question, number = seat.sight["question"], seat.sight["number"]
        if question["at"] == "gunnery.declare_guns.target" and question["options"]:
            break
        advised = question["advised"] or {"value": answer_to(seat.sight)["value"]}
        seat.send({"number": number, "value": advised["value"]})
    option = question["options"][0]
    (up_to,) = re.findall(r"before modifiers up to (\d+)", option["told"])
    fires = chances(seat, option["value"])["checks"][0]
    assert fires["words"].startswith("when it fires: ")
    assert Fraction(*map(int, fires["fraction"].split(" in "))) == Fraction(int(up_to), 12)
    assert chances(seat, "none")["checks"] == []


@pytest.mark.slow
def test_a_shot_at_a_hex_has_the_chance_that_it_hits_the_nearest_enemy_if_that_stays():
    """4 in 10 in the hex aimed at, and 1 in 10 beside it."""
    table = hosted("ships_and_sails", "one_of_each")
    seen: set[str] = set()
    while not table.is_over and seen != {"2 in 5", "1 in 10", ""}:
        seat = table.asked
        question, number = seat.sight["question"], seat.sight["number"]
        value = (question["advised"] or {"value": answer_to(seat.sight)["value"]})["value"]
        if question["at"] == "aiming.order_fire.shot" and question["options"]:
            value = question["options"][0]["value"]
        if question["at"] == "aiming.order_fire.target":
            side, pieces = seat.sight["side"], seat.sight["board"]["pieces"]
            enemies = [one["place"] for one in pieces if one["code"] and one["side"] != side and not one["off"]]
            for option in question["options"]:
                told = chances(seat, option["value"])
                hit = told["checks"][0] if told["checks"] else {"words": "", "fraction": ""}
                seen.add(fraction := hit["fraction"])
                assert (fraction == "2 in 5") == (option["place"] in enemies)
                assert hit["words"] in ("", "if the nearest enemy stays where it is: a hit")
                assert bool(told["changes"]) == bool(fraction)
        seat.send({"number": number, "value": value})
    assert seen == {"2 in 5", "1 in 10", ""}
