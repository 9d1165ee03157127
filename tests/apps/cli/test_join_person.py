"""A person at a terminal plays at a seat of a host, by the numbers of the answers."""

import json
import subprocess
import sys

import pytest

PROGRAM = [sys.executable, "-m", "quarterdeck"]


@pytest.mark.slow
def test_a_person_plays_at_the_seat_of_a_referee():
    serving = [*PROGRAM, "serve", "tests/games/snowballs", "playground", "--seat", "scarves=bot", "--json"]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as host:
        try:
            assert host.stdout is not None
            links = json.loads(host.stdout.readline())["links"]
            (link,) = [one["link"] for one in links if one["side"] is not None]
            typed = "no such answer\n" + "\n" * 400
            joined = [*PROGRAM, "join", link, "--as", "person"]
            found = subprocess.run(joined, input=typed, capture_output=True, text=True, timeout=60, check=False)
            left = subprocess.run(joined, input="", capture_output=True, text=True, timeout=60, check=False)
        finally:
            host.kill()
    assert found.returncode == 0, found.stderr
    assert "Enter: " in found.stdout
    assert "may not be chosen" in found.stdout
    assert "Turn" in found.stdout.splitlines()[-1] or "winner" in found.stdout
    assert left.returncode == 0
