"""A host on a port of this machine and windows of the system's Chromium, for tests of the board."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.server.application import PAGE, application
from quarterdeck.apps.server.game_host import GameBegun, GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.serving import listen, names_of, server_of
from quarterdeck.workspace.ruleset import seating

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the board is not tested")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000
"""Milliseconds that a page may take."""
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@contextmanager
def chromium() -> Iterator[Any]:
    """Run a browser."""
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Served:
    """A game that is served, with a link for each seat; that of those who look on has no side."""

    address: str
    host: GameHost
    games: GameThread
    begun: GameBegun

    def link(self, side: str | None) -> str:
        token = next(link.token for link in self.begun.links if link.side == side)
        return f"{self.address}{PAGE}#{token}"

    @property
    def sides(self) -> list[str]:
        return [link.side for link in self.begun.links if link.side is not None]


@contextmanager
def served(
    name: str, scenario: str, *, turns: int = 0, seats: Mapping[str, str] | None = None, seed: int = 4, clock: int = 0
) -> Iterator[Served]:
    """Serve a game, which ends after some turns."""
    ruleset, games, host = Ruleset.open(name), GameThread(), GameHost()
    with shortened(turns):
        begun = games.wait_for(host.create, ruleset, scenario, seats, None, seed, clock)
    with serving(host, games) as address:
        yield Served(address, host, games, begun)


@contextmanager
def serving(host: GameHost, games: GameThread, port: int = 0, **more: Any) -> Iterator[str]:
    """Serve what a host holds, and give the beginning of its links."""
    listener = listen("127.0.0.1", port)
    server = server_of(application(host, games, names_of(listener), **more), listener)
    thread = threading.Thread(target=server.run, args=([listener.socket],))
    thread.start()
    try:
        yield listener.address()
    finally:
        server.should_exit = True
        thread.join()
        listener.socket.close()


@contextmanager
def shortened(turns: int) -> Iterator[None]:
    """Let games end after some turns, as those of a scenario with such a limit do."""
    from quarterdeck.apps.server import game_host

    def set_up(*given: Any) -> seating.Game:
        game = seating.set_up_game(*given)
        layout = game.built.program.layout
        game.start.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = turns
        return game

    with pytest.MonkeyPatch.context() as patch:
        if turns:
            patch.setattr(game_host, "set_up_game", set_up)
        yield


@dataclass
class Window:
    """A window of its own context; it notes what a page must not do."""

    browser: Any
    link: str
    size: Mapping[str, int] = field(default_factory=lambda: WIDE)
    scheme: str = "light"
    more: Mapping[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    actions: int = 0

    def __post_init__(self) -> None:
        self.context = self.browser.new_context(
            viewport=dict(self.size), color_scheme=self.scheme, reduced_motion="reduce", **self.more
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("request", self.requested)
        self.page.on("console", self.said)
        self.page.on("pageerror", lambda one: self.wrong.append(str(one)))
        self.page.goto(self.link)

    def requested(self, request: Any) -> None:
        """Note what is asked of another host than that of the game."""
        home = "/".join(self.link.split("/")[:3])
        if not request.url.startswith((home, home.replace("http:", "ws:"), "data:")):
            self.wrong.append(f"outside: {request.url}")

    def said(self, message: Any) -> None:
        """Note what the browser complains of, as what breaks the policy of the page."""
        if message.type == "error":
            self.wrong.append(message.text)

    def is_in(self, state: str) -> bool:
        return bool(self.page.locator(f'body[data-state="{state}"]').count())

    def wait_until(self, state: str) -> None:
        self.page.locator(f'body[data-state="{state}"]').wait_for(state="attached")

    @property
    def number(self) -> str:
        return str(self.page.locator("body").get_attribute("data-number"))

    @property
    def asked(self) -> str:
        return str(self.page.locator("#asked").text_content())

    @property
    def turn(self) -> int:
        return int(str(self.page.locator("#when").text_content()).split()[1])

    def click(self, selector: str) -> None:
        """Do one action."""
        self.actions += 1
        self.page.locator(selector).first.click()

    def answer(self, choose: Callable[[Window], None] | None = None) -> None:
        """Choose, where something is to be chosen, click the button, and wait until that was heard."""
        number = self.number
        if choose is not None:
            choose(self)
        self.click_and_wait("#question button.main", number)

    def click_and_wait(self, selector: str, number: str) -> None:
        """Click what sends an answer, and wait until the question of a number is open no more."""
        self.click(selector)
        gone = f'body:not([data-number="{number}"]), body:not([data-state="asked"])'
        self.page.locator(gone).wait_for(state="attached")

    def settle(self) -> None:
        """Wait until the seat is asked, or the game is over."""
        self.page.locator('body:is([data-state="asked"], [data-state="over"])').wait_for(state="attached")

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong


def play_to_the_end(*windows: Window, choose: Callable[[Window], None] | None = None) -> int:
    """Answer in each window that is asked until the game is over; give how many answers there were."""
    count = 0
    while not all(window.is_in("over") for window in windows):
        asked = [window for window in windows if window.is_in("asked")]
        for window in asked[:1]:
            window.answer(choose)
            count += 1
        if not asked:
            windows[0].page.wait_for_timeout(20)
    return count
