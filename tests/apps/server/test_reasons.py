"""Why a line of the log came about, and the book of the rules: what a seat is told of it, and what not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.server.seats import HostInTest, SeatInTest, hosted

BATTLES = [("easyships", "denmark_strait"), ("ships_and_sails", "lake_erie")]


def played(name: str, scenario: str, answers: int) -> HostInTest:
    table = hosted(name, scenario)
    for _ in range(answers):
        if not table.is_over:
            table.answer()
    return table


def explainable(seat: SeatInTest, sort: str = "") -> list[int]:
    return [at for at, line in enumerate(seat.lines) if line["why"] and sort in ("", line["sort"])]


def why(seat: SeatInTest, line: int) -> dict[str, Any]:
    (answer,) = seat.send({"why": line})
    explained: dict[str, Any] = answer["explained"]
    return explained


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), BATTLES)
def test_lines_are_explained_at_three_depths(name, scenario):
    table = played(name, scenario, 90)
    for seat in table.people:
        rolls = [*explainable(seat, "roll"), *explainable(seat, "missed")]
        assert rolls
        counted = 0
        for at in rolls[:12]:
            found = why(seat, at)
            depths = {line["least"] for line in found["lines"]}
            assert {1, 3} <= depths
            counted += any(line["sort"] == "count" for line in found["lines"])
            (answer,) = seat.send({"rule": found["rule"]})
            rule = answer["ruled"]
            assert found["rule"].startswith(rule["address"])
            assert rule["title"]
            assert rule["blocks"]
        assert counted


def test_own_decisions_are_explained_with_what_else_was_possible_and_those_of_others_are_not():
    table = played("ships_and_sails", "lake_erie", 60)
    for seat in table.people:
        sorts = [{line["sort"] for line in why(seat, at)["lines"]} for at in explainable(seat, "act")]
        assert any("else" in one for one in sorts)
    onlooker = table.seats[None]
    for at in explainable(onlooker, "act"):
        assert not {"else", "refused"} & {line["sort"] for line in why(onlooker, at)["lines"]}


def test_what_has_nothing_behind_it_is_refused():
    table = played("ships_and_sails", "lake_erie", 4)
    seat = table.people[0]
    phase = next(at for at, line in enumerate(seat.lines) if line["sort"] == "phase")
    for message, words in (
        ({"why": phase}, "has no explanation"),
        ({"why": 10_000}, "has no explanation"),
        ({"rule": "no.such.rule"}, "no section for the address"),
        ({"why": -1}, "why"),
        ({"rule": "x" * 1000}, "200"),
    ):
        (answer,) = seat.send(message)
        assert words in answer["refused"]["why"]


def test_entries_have_numbers_only_where_they_tell_nothing():
    table = played("tests/games/snowballs", "cousins", 6)
    secret = [line["number"] for seat in table.people for line in seat.lines if line["why"]]
    assert secret
    assert set(secret) == {0}
