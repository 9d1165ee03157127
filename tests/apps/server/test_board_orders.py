"""Orders for many ships: a turn of a fleet takes few actions in each game; answers of the turn before come again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.apps.server.browser import Window, chromium, needs_browser, served

pytestmark = needs_browser
MOST_ACTIONS = 15
REST = '.bulk button[aria-keyshortcuts="R"]'
FLEETS = [
    ("quickfire", "yalu_river", "japanese"),
    ("fear_god", "dogger_bank", "british"),
    ("easyships", "river_plate", "hunters"),
    ("ships_and_sails", "trafalgar", "combined"),
]


@pytest.fixture(scope="module", name="browser")
def _browser():
    with chromium() as browser:
        yield browser


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario", "side"), FLEETS)
def test_a_turn_takes_few_actions(browser, record_property, name, scenario, side):
    """In each phase the first ship gets its orders by hand, and the others theirs at once."""
    seats = {other: "bot" for other in sides_of(name, scenario) if other != side}
    with served(name, scenario, turns=2, seats=seats) as game:
        window = Window(browser, game.link(side))
        window.settle()
        phase, answers = "", int(window.number)
        while not window.is_in("over"):
            here = window.page.locator("#when").text_content()
            if here != phase:
                phase = here
                window.answer()
            elif window.page.locator(REST).count():
                window.click_and_wait(REST, window.number)
            else:
                window.answer()
            window.settle()
        record_property("actions", window.actions)
        print(f"{name} {scenario} {side}: {window.actions} actions, {int(window.number) - answers} answers in 2 turns")
        assert window.actions <= 2 * MOST_ACTIONS
        window.close()


def sides_of(name: str, scenario: str) -> list[str]:
    with served(name, scenario, turns=1) as game:
        return game.sides


def test_orders_of_the_turn_before_are_given_again(browser):
    with served("fear_god", "coronel", turns=2, seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"))
        window.settle()
        sent: list[dict[str, Any]] = []
        window.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))))
        window.page.reload()
        window.settle()
        asked, number = window.asked, window.number
        other = window.page.locator("#question .option:not(.advised)").first
        other.click()
        window.answer()
        (first,) = [one for one in sent if one.get("number") == int(number) and "value" in one]
        while window.turn == 1:
            window.settle()
            window.click_and_wait(REST, window.number)
            window.settle()
        window.page.reload()
        window.settle()
        assert window.asked == asked, "a page that is opened again knows the orders of before"
        number = window.number
        window.click_and_wait('.bulk button[aria-keyshortcuts="E"]', number)
        (again,) = [one for one in sent if one.get("number") == int(number) and "value" in one]
        assert again["value"] == first["value"]
        window.close()


@pytest.mark.slow
def test_further_pieces_follow_the_leader(browser):
    with served("fear_god", "coronel", turns=1, seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"))
        window.settle()
        sent: list[dict[str, Any]] = []
        window.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))))
        window.page.reload()
        window.settle()
        leader = window.page.locator("#question [data-subject]").get_attribute("data-subject")
        window.page.locator("#question .option:not(.advised)").first.click()
        while window.page.locator("#question [data-subject]").get_attribute("data-subject") == leader:
            window.answer()
            window.settle()
        own = [one["value"] for one in sent if "value" in one]
        window.click_and_wait('.bulk button[aria-keyshortcuts="F"]', window.number)
        window.settle()
        followed = [one["value"] for one in sent if "value" in one][len(own) :]
        assert followed[0] == own[0], "the same answer to the same question"
        assert len(followed) > 1
        window.close()
