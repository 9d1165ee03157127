"""The states of the page that come seldom: each works, at either width and in either colours, and axe finds nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from quarterdeck.apps.server.application import PAGE
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.engine.run.journal import read_journal
from tests.apps.server.browser import NARROW, WIDE, Window, chromium, needs_browser, served, serving
from tests.apps.server.seats import hosted

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = needs_browser
SMALL = ("tests/games/snowballs", "cousins")
LOOKS = pytest.mark.parametrize(
    ("size", "scheme"), [(WIDE, "light"), (NARROW, "dark")], ids=["wide and light", "narrow and dark"]
)


@pytest.fixture(scope="module", name="browser")
def _browser():
    with chromium() as browser:
        yield browser


def assert_is_accessible(window: Window, size: Mapping[str, int]) -> None:
    wrong = axe.Axe().run(window.page).response["violations"]
    assert [(one["id"], one["nodes"][0]["target"]) for one in wrong] == []
    assert window.page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@LOOKS
def test_the_faces_of_several_dice_are_typed_in(browser, size, scheme):
    with served(*SMALL) as game:
        one, other = (Window(browser, game.link(side), size, scheme) for side in game.sides)
        one.click("#open-menu")
        one.page.locator("#menu button", has_text="real dice").click()
        other.page.locator(".wish button", has_text="Agree").click()
        until_dice(one, other)
        assert_is_accessible(one, size)
        field = one.page.get_by_label("What the dice show")
        sides = int(str(re.findall(r"Throw a d(\d+)", one.asked)[0]))
        for nonsense in ("", "none", "0", "2.5"):
            field.fill(nonsense)
            field.press("Enter")
            assert one.page.locator("#question .problem").inner_text() == f"Type 1 to {sides}."
        assert_is_accessible(one, size)
        field.fill(f"{sides + 1}")
        field.press("Enter")
        one.page.locator("#notice", has_text=f"a d{sides} shows 1 to {sides}").wait_for()
        field.fill(f"{sides} {sides - 1}, 1")
        field.press("Enter")
        one.page.locator('body:not([data-state="dice"])').wait_for(state="attached")
        faces = [one["die"] for one in read_journal(game.host.keeper.store(1)).entries if "die" in one]
        assert faces[-2:] == [sides, sides - 1], "those of both sides; the third was for no die"
        for window in (one, other):
            window.close()


def until_dice(*windows: Window) -> None:
    while not windows[0].is_in("dice"):
        asked = next((window for window in windows if window.is_in("asked")), None)
        if asked is None:
            windows[0].page.wait_for_timeout(20)
        else:
            asked.answer()


@LOOKS
def test_the_curtain_between_two_people_can_be_read_by_everybody(browser, size, scheme):
    with served(*SMALL) as game:
        tokens = "+".join(game.link(side).partition("#")[2] for side in game.sides)
        window = Window(browser, f"{game.link(None).partition('#')[0]}#{tokens}", size, scheme)
        window.page.locator("#curtain button.main").wait_for()
        assert_is_accessible(window, size)
        first = str(window.page.locator("#curtain h1").text_content())
        window.page.locator("#curtain button.main").press("Enter")
        for _ in range(60):
            window.page.locator('#curtain:not([hidden]), body[data-state="asked"]').first.wait_for()
            if window.page.locator("#curtain:not([hidden])").count():
                break
            window.answer()
        assert str(window.page.locator("#curtain h1").text_content()) != first, "it names the other side"
        assert window.page.evaluate("document.activeElement.closest('#curtain') !== null"), "and has the focus"
        assert_is_accessible(window, size)
        window.close()


@LOOKS
def test_a_saved_game_is_stepped_through_and_scrubbed(browser, size, scheme):
    table = hosted(*SMALL)
    while not table.is_over:
        table.answer()
    games, host = GameThread(), GameHost()
    begun = games.wait_for(host.show, table.host.games[1].rules.game, read_journal(table.host.keeper.store(1)))
    with serving(host, games) as address:
        window = Window(browser, f"{address}{PAGE}#{begun.links[0].token}", size, scheme)
        page = window.page
        said, slider = page.locator("#replay-said"), page.locator("#replay-at")
        page.locator("#replay-said", has_text="state 1 of").wait_for()
        assert_is_accessible(window, size)
        assert page.locator('#tabs [aria-pressed="true"]').inner_text() == "Log"
        last = int(str(slider.get_attribute("max"))) + 1
        assert last > 5
        seen: set[Any] = set()
        for at in range(2, 6):
            page.locator("#replay-on").click()
            page.locator("#replay-said", has_text=f"state {at} of {last}").wait_for()
            seen.add(page.locator("#surface .pieces").inner_html())
        page.locator("#replay-back").click()
        page.locator("#replay-said", has_text=f"state 4 of {last}").wait_for()
        page.locator("#replay-turn-on").click()
        assert "Turn 2," in said.inner_text()
        page.locator("#replay-turn-back").click()
        assert "Turn 1," in said.inner_text()
        slider.press("End")
        page.locator("#replay-said", has_text=f"state {last} of {last}").wait_for()
        slider.fill(str(last // 2))
        page.locator("#replay-said", has_text=f"state {last // 2 + 1} of {last}").wait_for()
        page.locator("#log .later").first.wait_for(state="attached")
        page.locator("#replay-play").click()
        assert page.locator("#replay-play").inner_text() == "Pause"
        page.locator("#replay-said", has_text=f"state {last // 2 + 2} of {last}").wait_for()
        page.locator("#replay-play").click()
        assert_is_accessible(window, size)
        assert len(seen) > 1, "something moves"
        window.close()


@LOOKS
def test_the_page_counts_down_and_says_that_a_bot_plays(browser, size, scheme):
    with served(*SMALL, clock=3700) as game:
        one, other = (Window(browser, game.link(side), size, scheme) for side in game.sides)
        for window in (one, other):
            window.page.locator('body:is([data-state="asked"], [data-state="waiting"])').wait_for(state="attached")
        asked = one if one.is_in("asked") else other
        clock = asked.page.locator("#clock")
        assert re.fullmatch(r"You: 1 h [01] min left", clock.inner_text())
        assert_is_accessible(asked, size)
        hosted = game.host.games[game.begun.game]
        hosted.clock.since -= 3650
        asked.page.reload()
        asked.wait_until("asked")
        assert re.fullmatch(r"You: 0:[345]\d left", clock.inner_text())
        before = clock.inner_text()
        asked.page.locator("#clock", has_not_text=before).wait_for()
        assert "hurry" in str(clock.get_attribute("class"))
        assert_is_accessible(asked, size)
        hosted.clock.since -= 3700
        game.games.wait_for(game.host.check_clocks)
        asked.page.get_by_text("A bot plays your side.").wait_for()
        assert_is_accessible(asked, size)
        asked.page.locator("#question button", has_text="myself again").click()
        asked.page.get_by_text("A bot plays your side.").wait_for(state="detached")
        for window in (one, other):
            window.close()
