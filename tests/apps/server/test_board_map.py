"""The map of the board: figures stay in sight, words hide nothing, trails show moves, a division is ordered at once."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.apps.server.browser import NARROW, WIDE, Window, chromium, needs_browser, served

pytestmark = [needs_browser, pytest.mark.slow]
REST = '.bulk button[aria-keyshortcuts="R"]'
IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter((words) => {
  const [map, box] = [document.querySelector("#surface"), words].map((one) => one.getBoundingClientRect());
  return box.top >= map.top && box.bottom <= map.bottom && box.left >= map.left && box.right <= map.right;
}).length"""
COVERED = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.classList.contains("out"))
    .map((one) => one.getBoundingClientRect());
  const words = boxes("#surface .names text, #surface .arc text");
  return words.filter((one, at) => words.some((other, place) => place > at && one.left < other.right
    && other.left < one.right && one.top < other.bottom && other.top < one.bottom)).length;
}"""


@pytest.fixture(scope="module", name="browser")
def _browser():
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_words_stay_in_sight_and_apart(browser, size):
    with served("easyships", "denmark_strait", seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"), size)
        window.wait_until("asked")
        surface = window.page.locator("#surface")
        columns, rows = ('#surface .figures text[text-anchor="middle"]', '#surface .figures text[text-anchor="end"]')
        for _ in range(3):
            assert window.page.evaluate(IN_SIGHT, columns) > 1
            assert window.page.evaluate(IN_SIGHT, rows) > 1
            assert window.page.evaluate(COVERED) == 0
            surface.focus()
            for key in ("+", "ArrowDown", "ArrowRight"):
                window.page.keyboard.press(key)
        window.close()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_tools_and_earlier_states_hide_nothing_of_the_map(browser, size):
    with served("easyships", "denmark_strait", seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"), size)
        window.wait_until("asked")
        window.click("#look-back")
        boxes = [window.page.locator(part).bounding_box() for part in ("#surface", "#map-tools", "#replay")]
        for one, other in combinations(boxes, 2):
            beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            assert beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
        window.close()


def test_moves_leave_trails_and_a_piece_is_left_out_of_a_division(browser):
    with served("easyships", "denmark_strait", turns=2, seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"))
        window.settle()
        window.answer()  # the first ship that moves
        window.settle()
        first = str(window.page.locator("#question [data-subject]").get_attribute("data-subject"))
        others = window.page.locator(f'[data-division]:not([data-division="{first}"])')
        left_out = str(others.first.get_attribute("data-division"))
        others.first.click()
        assert others.first.get_attribute("aria-pressed") == "false"
        window.click_and_wait(REST, window.number)
        window.page.locator(f'#question [data-subject="{left_out}"]').wait_for()
        assert "Your side answers by itself" in window.page.locator("#question .standing").inner_text()
        assert window.page.locator("#surface .trails polyline").count() > 0
        window.close()


def test_chances_are_those_of_the_chosen_answer_where_the_pointer_is_on_one_without_any(browser):
    with served("easyships", "denmark_strait", seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"))
        window.settle()
        for _ in range(40):
            if window.asked.startswith("At which ship"):
                break
            window.answer()
            window.settle()
        window.page.locator("#question .option.last").hover()
        window.page.locator("#question .chances", has_text="a hit: ").wait_for()
        window.close()
