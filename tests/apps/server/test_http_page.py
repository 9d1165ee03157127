"""The page on the HTTP interface lists what there is, its requests are answered, and its client plays to the end."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quarterdeck.apps.server import tokens
from quarterdeck.apps.server.api_operations import OPERATIONS
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.http_problems import TITLES
from tests.apps.server.browser import serving
from tests.apps.server.seats import SMALL, opened

PAGE = (Path(__file__).parents[3] / "docs" / "http-interface.md").read_text("utf-8")
REQUESTS = re.findall(r"^    (GET|POST) (\S+)(?: (.+))?$", PAGE, re.MULTILINE)
OWNER = "0-owner"


@pytest.fixture(scope="module", name="address")
def _address() -> Iterator[str]:
    games, host = GameThread(), GameHost()
    with serving(host, games, owner=tokens.hash_of(OWNER)) as address:
        yield address
    games.close()


def test_the_tables_list_each_operation_and_status() -> None:
    listed = re.findall(r"^\| `(GET|POST) (/\S*)` \| (any token|the host's) \|", PAGE, re.MULTILINE)
    known = {(one.method, one.path, "the host's" if one.access == "owner" else "any token") for one in OPERATIONS}
    assert set(listed) == known
    assert dict(re.findall(r"^\| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)) == {str(k): v for k, v in TITLES.items()}


@pytest.mark.slow
def test_the_requests_of_the_page_are_answered(address: str) -> None:
    assert len(REQUESTS) >= 8
    with httpx.Client(base_url=address, headers={"authorization": f"Bearer {OWNER}"}, timeout=60) as client:
        for method, path, body in REQUESTS:
            answer = client.request(method, path, json=json.loads(body) if body else None)
            assert answer.is_success, (path, answer.text)


@pytest.mark.slow
def test_the_client_of_the_page_plays_to_the_end(tmp_path: Path) -> None:
    text = PAGE.partition("## A small client")[2].partition("## Errors")[0]
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ") or not line]
    (tmp_path / "client.py").write_text("\n".join(lines), "utf-8")
    games, host = GameThread(), GameHost()
    begun = games.wait_for(host.create, opened(SMALL[0]), SMALL[1], {"hosts": "bot"})
    token = next(one.token for one in begun.links if one.side == "cousins")
    with serving(host, games) as address:
        command = [sys.executable, str(tmp_path / "client.py"), address, token]
        played = subprocess.run(command, capture_output=True, text=True, timeout=120)
    games.close()
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.strip()
