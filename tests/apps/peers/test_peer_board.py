"""A guest plays a game between two machines on a page of its own machine, and both come to the same end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quarterdeck.engine.run.journal import read_journal
from quarterdeck.engine.run.journal_store import FileStore
from tests.apps.server.browser import Window, chromium, needs_browser

PROGRAM = [sys.executable, "-m", "quarterdeck"]
GAME = ("starter", "first_meeting")
pytestmark = needs_browser


@contextmanager
def program(*words: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def line_of(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    return running.stdout.readline()


@pytest.mark.slow
def test_a_guest_plays_to_the_end_on_a_page_of_its_own(tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    serving = ("serve", *GAME, "--peers", "--seat", "blue=bot", "--save", str(here), "--json")
    with program(*serving) as host, chromium() as browser:
        (link,) = [one["link"] for one in json.loads(line_of(host))["links"]]
        with program("join", link, "--browser", "--game", GAME[0], "--save", str(there)) as guest:
            side, page = line_of(guest).removeprefix("The board of ").split(": ", 1)
            assert side == "red"
            window = Window(browser, page.strip())
            window.settle()
            menu = window.page.locator("#menu .menu button").all_text_contents()
            assert menu == ["Take back my last answer", "Resign", "Keys"], "no bot and no real dice between machines"
            seen = []
            while True:
                window.settle()
                if window.is_in("over"):
                    break
                seen.append(window.asked)
                window.answer()
            assert len(set(seen)) > 2
            words = window.page.locator("#question p").first.inner_text()
            window.page.locator("#look-back").click()
            window.close()
            assert guest.wait(30) == 0, guest.stderr
            assert words in str(guest.stdout and guest.stdout.read())
        assert host.wait(60) == 0
    one, other = (read_journal(FileStore(path)) for path in (here, there))
    assert one.entries == other.entries
    assert one.entries


def test_a_page_goes_with_a_person_alone() -> None:
    for more in (["--as", "bot"], ["--json"], ["--letter", "x"]):
        link = "http://127.0.0.1:1/peer#1-x"
        done = subprocess.run([*PROGRAM, "join", link, "--browser", *more], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "--browser" in done.stderr
    seat = [*PROGRAM, "join", "http://127.0.0.1:1/g/#1-x", "--browser"]
    assert "open the link in a browser" in subprocess.run(seat, capture_output=True, text=True, check=False).stderr
