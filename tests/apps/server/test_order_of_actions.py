"""The log of a turn of Ships & Sails has the actions in the order of its source, at a host and between two machines."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.apps.peers.test_peer_pages import TwoPages
from tests.apps.server.seats import answer_to, hosted

GAME = ("ships_and_sails", "lake_erie")
PHASES = ["Weather", SHOWN := "Orders are shown", "Movement", "Battle", "Losses", "Victory", "Orders"]
TURNS = 4


def assert_in_order(lines: list[dict[str, Any]], others: list[str]) -> None:
    """Weather comes first, then orders of the turn before are shown and carried out, and new ones are written last.

    Of those of others nothing is told before they are shown.
    """
    turns = [at for at, line in enumerate(lines) if line["sort"] == "turn"] + [len(lines)]
    assert len(turns) > TURNS
    for begin, end in pairwise(turns):
        phases = [line["text"] for line in lines[begin:end] if line["sort"] == "phase"]
        assert phases == [one for one in PHASES if one in phases]
        assert phases[0] == "Weather"
        for ship in others:
            told = [at for at in range(begin, end) if ship in lines[at]["text"]]
            before = [line["text"] for line in lines[begin : told[0] if told else begin] if line["sort"] == "phase"]
            assert not told or SHOWN in before
    assert any(line["text"].startswith(f"{ship}: plotted hexes") for line in lines for ship in others)
    assert not [line["text"] for line in lines for ship in others if f"captain of {ship} writes" in line["text"]]


def ships_of(sight: dict[str, Any], *, own: bool) -> list[str]:
    pieces = sight["board"]["pieces"]
    return [one["name"] for one in pieces if one["code"] and (one["side"] == sight["side"]) is own]


def at_full_speed(sight: dict[str, Any]) -> dict[str, Any]:
    numbers = sight["question"]["numbers"]
    return {"number": sight["number"], "value": numbers[-1]["high"]} if numbers else answer_to(sight)


def test_a_host_tells_each_seat_the_actions_in_the_order_of_the_source():
    table = hosted(*GAME)
    others = {seat.sight["side"]: ships_of(seat.sight, own=False) for seat in table.people}
    while not table.is_over and table.people[0].sight["turn"] <= TURNS:
        seat = table.asked
        seat.send(at_full_speed(seat.sight))
    for seat in table.people:
        assert_in_order(seat.lines, others[seat.sight["side"]])
        own = ships_of(seat.sight, own=True)
        assert any(f"captain of {ship} writes" in text for ship in own for text in seat.log)


@pytest.mark.slow
def test_two_machines_tell_the_actions_in_the_order_of_the_source():
    pages = TwoPages(*GAME, TURNS + 1)
    others = [ships_of(pages.last(at, "sight"), own=False) for at in (0, 1)]
    while not pages.last(0, "sight")["over"]:
        asked = next(at for at in (0, 1) if pages.last(at, "sight")["question"])
        pages.send(asked, at_full_speed(pages.last(asked, "sight")))
    for at in (0, 1):
        lines: list[dict[str, Any]] = []
        for message in pages.sent[at]:
            if "sight" in message:
                part = message["sight"]["log"]
                lines[part["start"] :] = part["lines"]
        assert_in_order(lines, others[at])
