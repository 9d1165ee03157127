"""The board for everybody: by keyboard alone, read aloud, in either colours, on a narrow screen."""

from __future__ import annotations

import pytest

from tests.apps.server.browser import NARROW, WIDE, Window, chromium, needs_browser, served

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = needs_browser
SMALL = ("tests/games/snowballs", "cousins")
BOT = {"cousins": "bot"}
STEPS = ("", "p", "s", "l", "?", "Escape", "b")
CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const linear = (one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    const [x, y, z] = [r, g, b].map((one) => linear(one / 255));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const isLeftOut = element.closest("script, noscript, title, :disabled");
    if (!node.data.trim() || !element.checkVisibility() || isLeftOut) continue;
    const style = getComputedStyle(element);
    const [text, back] = [light(rgba(element.closest("svg") ? style.fill : style.color)), light(ground(element))];
    const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    found.push([ratio, node.data.trim().slice(0, 40)]);
  }
  return found;
}"""


@pytest.fixture(scope="module", name="browser")
def _browser():
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_nothing_stands_in_the_way_of_anybody(browser, size, scheme):
    with served("easyships", "denmark_strait", seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"), size, scheme)
        window.wait_until("asked")
        for step in STEPS:
            if step:
                window.page.keyboard.press(step)
            wrong = axe.Axe().run(window.page).response["violations"]
            assert [(one["id"], one["nodes"][0]["target"]) for one in wrong] == []
            texts = window.page.evaluate(CONTRAST)
            assert len(texts) > 20
            assert [words for ratio, words in texts if ratio < 4.5] == []
            wide = window.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], "only the map may be wider than the screen"
        window.close()


def test_a_game_is_played_by_keyboard_alone(browser):
    with served(*SMALL, turns=1, seats=BOT) as game:
        window = Window(browser, game.link("hosts"))
        window.wait_until("asked")
        moved = 0
        while not window.is_in("over"):
            number, here = window.number, window.page.evaluate("document.activeElement.name")
            assert here == "answer", "a new question has the focus"
            checked = window.page.locator("#question input:checked")
            before = checked.get_attribute("value")
            window.page.keyboard.press("ArrowDown")
            moved += checked.get_attribute("value") != before
            window.page.keyboard.press("Enter")
            window.page.locator(f'body:not([data-number="{number}"]), body[data-state="over"]').wait_for(
                state="attached"
            )
            window.settle()
        assert moved > 0
        window.close()


def test_keys_are_listed_and_the_focus_follows_the_page(browser):
    with served(*SMALL, seats=BOT) as game:
        window = Window(browser, game.link("hosts"))
        window.wait_until("asked")
        window.page.keyboard.press("?")
        keys = window.page.get_by_role("dialog", name="Keys")
        keys.wait_for()
        assert "Enter" in keys.inner_text()
        window.page.keyboard.press("Escape")
        keys.wait_for(state="hidden")
        window.page.locator(".skip").focus()
        order = []
        for _ in range(14):
            window.page.keyboard.press("Tab")
            order.append(window.page.evaluate("document.activeElement.id || document.activeElement.name"))
        ordered = [one for one in ("open-menu", "surface", "zoom-in", "look-back", "answer") if one in order]
        assert ordered == ["open-menu", "surface", "zoom-in", "look-back", "answer"]
        assert [order.index(one) for one in ordered] == sorted(order.index(one) for one in ordered)
        window.close()


def test_new_questions_and_lines_are_read_aloud(browser):
    with served(*SMALL, seats=BOT) as game:
        window = Window(browser, game.link("hosts"))
        window.wait_until("asked")
        spoken = window.page.locator("#spoken")
        assert spoken.get_attribute("aria-live") == "polite"
        assert window.asked in spoken.inner_text()
        before = spoken.inner_text()
        window.answer()
        window.wait_until("asked")
        assert window.asked in spoken.inner_text()
        assert spoken.inner_text() != before
        window.close()


def test_options_that_are_not_allowed_say_why(browser):
    with served("easyships", "denmark_strait", seats={"german": "bot"}) as game:
        window = Window(browser, game.link("british"))
        window.wait_until("asked")
        for _ in range(40):
            if window.page.locator("#question details.refused").count():
                break
            window.answer()
            window.wait_until("asked")
        window.page.locator("#question details.refused summary").click()
        item = window.page.locator("#question details.refused li").first
        assert item.locator(".words").inner_text()
        assert len(item.locator(".told").inner_text()) > 5
        window.close()
