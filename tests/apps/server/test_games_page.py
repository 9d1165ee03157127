"""The page of the host's owner: it lists the games, opens another, and says why it does not."""

import os
from pathlib import Path

import pytest

from quarterdeck.apps.server import tokens
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
from tests.apps.server.browser import NARROW, WIDE, Window, chromium, needs_browser, serving
from tests.apps.server.seats import SMALL, opened

OWNER = "0-owner"


@needs_browser
@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_the_owner_sees_the_games_and_opens_another(size, scheme):
    games, host = GameThread(), GameHost()
    games.wait_for(host.create, opened(SMALL[0]), SMALL[1])
    catalogue = RulesetCatalogue.with_games([SMALL[0]])
    with chromium() as browser, serving(host, games, catalogue=catalogue, owner=tokens.hash_of(OWNER)) as address:
        window = Window(browser, f"{address}/#{OWNER}", size, scheme)
        page = window.page
        page.locator("#games li h3").first.wait_for()
        page.locator("#ruleset").fill("snowballs")
        page.locator("#scenario").fill("nothing")
        page.get_by_role("button", name="Open", exact=True).click()
        page.locator("#said.problem").wait_for()
        page.locator("#scenario").fill(SMALL[1])
        page.get_by_role("button", name="Open", exact=True).click()
        page.locator("#links a").first.wait_for()
        page.locator("#games > li").nth(1).wait_for()
        assert page.locator("#links a").count() == 3
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if folder := os.environ.get("QUARTERDECK_PICTURES"):
            page.screenshot(path=Path(folder) / f"games-{size['width']}.png", full_page=True)
        assert [one for one in window.wrong if "422" not in one] == []
    games.close()
