"""The board in a browser: two windows play by clicking, nothing is asked of other hosts, nothing breaks the policy."""

from __future__ import annotations

import random

import pytest

from tests.apps.server.browser import NARROW, WIDE, Window, chromium, needs_browser, play_to_the_end, served

pytestmark = needs_browser
SMALL = ("tests/games/snowballs", "cousins")
BATTLES = [
    ("quickfire", "coronel"),
    ("fear_god", "coronel"),
    ("easyships", "denmark_strait"),
    ("ships_and_sails", "lake_erie"),
    ("tests/games/tiles", "kitchen"),
    ("tests/games/harbours", "night"),
]


@pytest.fixture(scope="module", name="browser")
def _browser():
    with chromium() as browser:
        yield browser


def some_other(window: Window) -> None:
    """Choose the first option, which is not always the one that is advised, as a person may."""
    if window.page.locator("#question .option").count():
        window.click("#question .option")


def now_and_then_another(window: Window) -> None:
    """Choose what is advised as a rule, and else any of the first options."""
    options = window.page.locator("#question .option:visible")
    if random.random() < 0.1 and (count := options.count()):
        window.actions += 1
        options.nth(random.randrange(min(3, count))).click()


def test_two_windows_play_a_game_to_its_end_by_clicking(browser):
    with served(*SMALL, turns=2) as game:
        windows = [Window(browser, game.link(side)) for side in game.sides]
        onlooker = Window(browser, game.link(None), NARROW, "dark")
        assert play_to_the_end(*windows, choose=some_other) > 3
        onlooker.wait_until("over")
        for window in (*windows, onlooker):
            assert window.page.locator("#question h2").inner_text() == "The game is over"
            window.close()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), BATTLES)
def test_two_windows_play_a_battle_of_each_game(browser, name, scenario):
    with served(name, scenario, turns=2) as game:
        sizes = dict(zip(game.sides, (WIDE, NARROW), strict=True))
        windows = [Window(browser, game.link(side), size) for side, size in sizes.items()]
        assert play_to_the_end(*windows) > 3
        for window in windows:
            assert window.page.locator("#log h3").count() >= 2, "each turn has a heading"
            window.close()


def test_options_are_chosen_on_the_map_and_in_the_list(browser):
    with served(*SMALL, seats={"cousins": "bot"}) as game:
        window = first_asked(browser, game)
        until(window, ".answers .option")
        asked, count = window.asked, window.page.locator("#question .option").count()
        on_map = window.page.locator("#surface .answers .option:not(.selected)").first
        value = on_map.get_attribute("data-value")
        on_map.click()
        chosen = window.page.locator("#question .option input:checked")
        assert chosen.get_attribute("value") == value
        assert window.page.locator("#surface .answers .selected").get_attribute("data-value") == value
        words = chosen.locator("xpath=..").locator(".words").inner_text().split("\n")[0]
        assert words in window.page.locator("#question button.main").inner_text()
        assert window.asked == asked, "nothing is sent before the button is clicked"
        assert count > 1
        window.answer()
        window.close()


def test_a_ship_shows_its_card_and_its_arcs(browser):
    with served("easyships", "denmark_strait") as game:
        window = first_asked(browser, game)
        window.page.keyboard.press("p")
        ship = window.page.locator("#piece-list [data-piece]").first
        thing = ship.get_attribute("data-piece")
        ship.click()
        card = window.page.locator("#card")
        card.wait_for()
        assert str(thing) in card.inner_text()
        assert card.locator(".track .box").count() > 3
        window.page.locator("#surface .around").wait_for(state="attached")
        assert window.page.locator("#surface .piece.chosen").get_attribute("data-thing") == thing
        window.close()


def test_numbers_have_bounds_and_steps_and_say_why_not(browser):
    with served("quickfire", "coronel") as game:
        window = first_asked(browser, game)
        until(window, "#number", "#question")
        field, send = window.page.locator("#number"), window.page.locator("#question button.main")
        field.fill("99.5")
        assert send.is_disabled()
        problem = window.page.locator("#problem").inner_text()
        assert "Not allowed" in problem
        assert "The nearest is" in problem
        window.page.locator("#question .chips button", has_text="most").first.click()
        assert problem.rsplit(" ", 1)[1].rstrip(".") == field.input_value()
        before = field.input_value()
        field.press("ArrowDown")
        assert field.input_value() != before
        field.press("ArrowUp")
        assert field.input_value() == before
        window.answer()
        window.close()


def test_the_map_moves_and_grows_by_wheel_drag_and_pinch(browser):
    with served(*SMALL) as game:
        window = Window(browser, game.link(game.sides[0]), NARROW, more={"has_touch": True})
        svg = window.page.locator("#surface svg")
        window.page.locator("#surface .pieces").wait_for(state="attached")
        seen = [svg.get_attribute("viewBox")]

        def has_changed() -> None:
            now = svg.get_attribute("viewBox")
            assert now not in seen
            seen.append(now)

        window.page.locator("#zoom-in").click()
        has_changed()
        box = window.page.locator("#surface").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        window.page.mouse.move(x, y)
        window.page.mouse.wheel(0, -200)
        window.page.wait_for_timeout(50)
        has_changed()
        window.page.mouse.down()
        window.page.mouse.move(x + 40, y + 20, steps=3)
        window.page.mouse.up()
        has_changed()
        session = window.context.new_cdp_session(window.page)
        for kind, far in (("touchStart", 20), ("touchMove", 50), ("touchMove", 80)):
            fingers = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        has_changed()
        window.page.locator("#surface").focus()
        window.page.keyboard.press("ArrowLeft")
        has_changed()
        window.close()


def test_earlier_states_can_be_seen_again(browser):
    with served(*SMALL, turns=2) as game:
        windows = [Window(browser, game.link(side)) for side in game.sides]
        play_to_the_end(*windows)
        window = windows[0]
        at_end = window.page.locator("#surface .pieces").inner_html()
        window.page.locator("#look-back").click()
        window.page.locator("#replay-at").press("Home")
        assert "state 1 of" in window.page.locator("#replay-said").inner_text()
        assert window.page.locator("#surface .pieces").inner_html() != at_end
        assert window.page.locator("#log .later").count() > 0
        window.page.locator("#replay-end").click()
        assert window.page.locator("#surface .pieces").inner_html() == at_end
        assert window.page.locator("#log .later").count() == 0
        for each in windows:
            each.close()


@pytest.mark.slow
def test_a_line_is_explained_at_three_depths_with_its_rule_beside_the_map(browser):
    with served("easyships", "denmark_strait", seats={"german": "bot"}) as game:
        window = first_asked(browser, game)
        page = window.page
        page.keyboard.press("s")
        page.locator("#rules .book h2").wait_for()
        assert page.locator("#surface .pieces").is_visible()
        page.keyboard.press("l")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("w")
        page.locator("#rules .why-head").wait_for()
        shown = []
        for depth in ("1", "2", "3"):
            page.locator(f'#rules [data-depth="{depth}"]').click()
            shown.append(page.locator("#rules .reason").count())
        assert shown[0] <= shown[1] < shown[2]
        until(window, "#log button.why:has-text('a hit')", "body")
        page.locator("#log button.why", has_text="a hit").last.focus()
        page.keyboard.press("Enter")
        page.locator("#rules .book .link").first.click()
        page.locator("#rules .book .chip", has_text="Back").click()
        page.locator("#rules .book .chip", has_text="Back").wait_for(state="detached")
        window.close()


def test_between_two_people_at_one_screen_a_curtain_falls(browser):
    with served(*SMALL, turns=1) as game:
        tokens = "+".join(game.link(side).partition("#")[2] for side in game.sides)
        window = Window(browser, f"{game.link(None).partition('#')[0]}#{tokens}")
        page, sat = window.page, []
        curtain = page.locator("#curtain:not([hidden])")
        page.locator('#curtain button.main, body[data-state="over"] #curtain button').first.wait_for()
        for _ in range(60):
            page.locator('#curtain:not([hidden]), body:is([data-state="asked"], [data-state="over"])').first.wait_for()
            if curtain.count():
                for part in ("#log", "#question", "#piece-list", "#card", "#spoken", "#facts", "#when"):
                    assert page.locator(part).text_content() == ""
                assert page.locator("#surface svg g").evaluate_all("all => all.map(one => one.childElementCount)") == [
                    0,
                    0,
                ]
                chosen = page.locator("#curtain button.main")
                sat.append(chosen.get_attribute("data-side"))
                chosen.click()
            elif window.is_in("over"):
                break
            elif window.is_in("asked"):
                window.answer()
        assert set(sat) == set(game.sides)
        assert window.is_in("over")
        window.close()


@pytest.mark.slow
def test_real_dice_are_typed_in_where_both_agree(browser):
    with served("easyships", "denmark_strait") as game:
        one, other = (Window(browser, game.link(side)) for side in game.sides)
        one.click("#open-menu")
        one.page.locator("#menu button", has_text="real dice").click()
        other.page.locator(".wish button", has_text="Agree").click()
        while not one.is_in("dice"):
            asked = next((window for window in (one, other) if window.is_in("asked")), None)
            if asked is not None:
                asked.answer()
            else:
                one.page.wait_for_timeout(20)
        words = other.page.locator("#asked").text_content()
        assert words == one.page.locator("#asked").text_content()
        assert "Needed: " in one.page.locator("#question .needed").inner_text()
        other.page.locator('#question [data-face="1"]').click()
        one.page.locator("#log", has_text="d20 shows 1").wait_for()
        for window in (one, other):
            window.close()


def first_asked(browser, game, **more) -> Window:
    """Open the window of the side that is asked first."""
    for side in game.sides:
        window = Window(browser, game.link(side), **more)
        window.page.locator('body:is([data-state="asked"], [data-state="waiting"])').wait_for(state="attached")
        if window.is_in("asked"):
            return window
        window.close()
    raise AssertionError("nobody is asked")


def until(window: Window, wanted: str, within: str = "#surface") -> None:
    """Answer until something is to be seen."""
    for _ in range(20):
        if window.page.locator(f"{within} {wanted}").count() > (within == "#surface"):
            return
        window.answer()
        window.wait_until("asked")
    raise AssertionError(f"there is no {wanted}")


@pytest.mark.soak
@pytest.mark.parametrize(("name", "scenario"), BATTLES)
def test_battles_are_fought_to_the_end_in_two_browsers(browser, name, scenario):
    """Without a limit of turns; now and then an option is taken that nobody advises."""
    with served(name, scenario, seed=random.randrange(10**6)) as game:
        sizes = dict(zip(game.sides, (WIDE, NARROW), strict=True))
        windows = [Window(browser, game.link(side), size) for side, size in sizes.items()]
        answers = play_to_the_end(*windows, choose=now_and_then_another)
        turns = {window.turn for window in windows}
        print(f"{name} {scenario}: {answers} answers, {turns} turns")
        ends = {window.page.locator("#question p").first.inner_text() for window in windows}
        assert len(ends) == len(turns) == 1, ends
        for window in windows:
            assert window.page.locator("#log h3").count() == window.turn
            window.close()
