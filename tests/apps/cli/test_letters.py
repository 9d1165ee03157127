"""A game between peers by letters, from the command line."""

import subprocess
import sys

import pytest


def quarterdeck(folder, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quarterdeck", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_letters_go_to_and_fro(tmp_path):
    beginning = ("serve", "quickfire", "coronel", "--peers", "--seat", "british=bot")
    assert "--letter" in quarterdeck(tmp_path, *beginning, "--letter", "0").stderr
    begun = quarterdeck(tmp_path, *beginning, "--save", "host.jsonl", "--letter", "0")
    assert "Send 0 to the other side" in begun.stdout, begun.stderr
    for number, side in enumerate(("guest", "host", "guest", "host")):
        wanted = ("join", str(number), "--as", "bot", "--save", f"{side}.jsonl", "--letter", str(number + 1))
        found = quarterdeck(tmp_path, *wanted)
        assert f"Send {number + 1} to the other side" in found.stdout, found.stderr
    journals = [(tmp_path / f"{side}.jsonl").read_text("utf-8") for side in ("host", "guest")]
    assert len(journals[0].splitlines()) > 1
    assert journals[0].startswith(journals[1]) or journals[1].startswith(journals[0])
    lost = quarterdeck(tmp_path, "join", "1", "--as", "bot", "--save", "new.jsonl", "--letter", "x")
    assert "this side began the game" in lost.stderr
    (tmp_path / "torn").write_bytes((tmp_path / "1").read_bytes()[:-1])
    torn = quarterdeck(tmp_path, "join", "torn", "--as", "bot", "--save", "host.jsonl", "--letter", "x")
    assert "not a letter" in torn.stderr
    assert torn.returncode == 2
