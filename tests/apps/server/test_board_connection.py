"""The board when the connection is lost, a link is wrong, or somebody has asked for something."""

from __future__ import annotations

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.server.application import PAGE
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_thread import GameThread
from tests.apps.server.browser import Window, chromium, needs_browser, served, serving

pytestmark = needs_browser
SMALL = ("tests/games/snowballs", "cousins")


@pytest.fixture(scope="module", name="browser")
def _browser():
    with chromium() as browser:
        yield browser


def test_a_link_that_opens_no_seat_is_explained(browser):
    with served(*SMALL) as game:
        window = Window(browser, f"{game.address}{PAGE}#1-nonsense")
        problem = window.page.locator("#question .problem")
        problem.wait_for()
        assert "this link opens no seat" in problem.inner_text()
        assert window.page.locator("#question button.main").inner_text() == "Try again"
        window.close()


def test_a_lost_connection_comes_back_and_what_was_chosen_stays(browser):
    games, host = GameThread(), GameHost()
    begun = games.wait_for(host.create, Ruleset.open(SMALL[0]), SMALL[1], {"cousins": "bot"}, None, 4)
    token = next(link.token for link in begun.links if link.side == "hosts")
    with serving(host, games) as address:
        window = Window(browser, f"{address}{PAGE}#{token}")
        window.wait_until("asked")
        window.page.locator("#question .option").last.click()
        chosen = window.page.locator("#question input:checked").get_attribute("value")
        port = int(address.rsplit(":", 1)[1])
    window.page.locator("#connection.lost").wait_for()
    assert "Trying again" in window.page.locator("#connection").inner_text()
    with serving(host, games, port):
        window.page.locator("#connection.open").wait_for()
        assert window.page.locator("#question input:checked").get_attribute("value") == chosen
        window.answer()
        lost = [one for one in window.wrong if "ERR_CONNECTION_REFUSED" in one or "WebSocket" in one]
        assert window.wrong == lost
        window.wrong.clear()
        window.close()


def test_an_answer_given_while_the_connection_is_lost_is_sent_when_it_is_back(browser):
    games, host = GameThread(), GameHost()
    begun = games.wait_for(host.create, Ruleset.open(SMALL[0]), SMALL[1], {"cousins": "bot"}, None, 4)
    token = next(link.token for link in begun.links if link.side == "hosts")
    with serving(host, games) as address:
        window = Window(browser, f"{address}{PAGE}#{token}")
        window.wait_until("asked")
        number, port = window.number, int(address.rsplit(":", 1)[1])
    window.page.locator("#connection.lost").wait_for()
    window.click("#question button.main")
    with serving(host, games, port):
        window.page.locator(f'body[data-state="asked"]:not([data-number="{number}"])').wait_for(state="attached")
        window.wrong.clear()
        window.close()


def test_the_seats_say_who_is_here_and_an_undo_is_agreed_to(browser):
    with served(*SMALL) as game:
        first, second = (Window(browser, game.link(side)) for side in game.sides)
        first.page.locator(".seat.here").nth(1).wait_for()
        asked = first if first.is_in("asked") else second
        other = second if asked is first else first
        number = asked.number
        asked.answer()
        asked.page.keyboard.press("u")
        heard = asked.page.locator(f'body[data-number="{number}"], #surfacets .wish, #notice:not([hidden])')
        heard.first.wait_for(state="attached")
        if asked.page.locator("#surfacets .wish").count():
            other.page.locator("#surfacets .wish button", has_text="Agree").click()
        second.close()
        first.page.locator(".seat.away").wait_for()
        first.close()


def test_those_who_look_on_are_asked_nothing(browser):
    with served(*SMALL) as game:
        window = Window(browser, game.link(None))
        window.wait_until("waiting")
        assert window.page.locator("#question form").count() == 0
        assert "Waiting for" in window.page.locator("#waits").inner_text()
        window.page.locator("#open-menu").click()
        assert window.page.locator("#menu button", has_text="Resign").count() == 0
        window.close()


def test_resigning_is_asked_twice_and_ends_the_game(browser):
    with served(*SMALL) as game:
        first, second = (Window(browser, game.link(side)) for side in game.sides)
        first.page.locator("#surface .pieces").wait_for(state="attached")
        first.page.locator("#open-menu").click()
        first.page.locator("#menu button", has_text="Resign").click()
        first.page.locator("#menu button", has_text="Resign").click()
        for window in (first, second):
            window.page.locator('body[data-state="over"], .seat.resigned').first.wait_for(state="attached")
            window.close()
