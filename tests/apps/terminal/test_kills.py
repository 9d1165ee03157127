"""A killed game loses nothing that it acknowledged, and ends as it would have ended."""

import random
from pathlib import Path

import pytest

from tests.apps.terminal.program import ACKNOWLEDGED, battle, quarterdeck, saved, started

pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def orders(tmp_path_factory) -> Path:
    return battle(tmp_path_factory.mktemp("orders"))


def killed_and_resumed(orders: Path, folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    game = ("easyships", "denmark-strait", "--sides", f"{orders},{orders}", "--seed", 5)
    unkilled = folder / "unkilled.jsonl"
    assert quarterdeck("play", *game, "--save", unkilled).returncode == 0
    kept = folder / "kept.jsonl"
    begun = kept.exists()
    for _ in range(chance.randint(1, 2)):
        running = started("play", *(("--resume", kept) if begun else (*game, "--save", kept)))
        begun = True
        left, acknowledged = chance.randint(1, 90), 0
        assert running.stdout is not None
        for line in running.stdout:
            if found := ACKNOWLEDGED.match(line):
                acknowledged = int(found[1])
                left -= 1
                if left == 0:
                    break
        running.kill()
        for line in running.stdout:
            if found := ACKNOWLEDGED.match(line):
                acknowledged = int(found[1])
        running.stdout.close()
        running.wait()
        entries = saved(kept).entries
        assert len(entries) >= acknowledged
        assert entries == saved(unkilled).entries[: len(entries)]
        assert acknowledged == 0 or "choice" in entries[acknowledged - 1]
    done = quarterdeck("play", "--resume", kept)
    assert done.returncode == 0, done.stderr
    assert kept.read_bytes() == unkilled.read_bytes()
    assert "the winner is" in done.stdout


@pytest.mark.parametrize("seed", range(2))
def test_what_was_acknowledged_survives_a_kill(orders, tmp_path, seed):
    killed_and_resumed(orders, tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 52))
def test_what_was_acknowledged_survives_many_kills(orders, tmp_path, seed):
    killed_and_resumed(orders, tmp_path, seed)
