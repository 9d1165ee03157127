"""A disk that is really full, a small one in memory: who plays is told, and the game goes on with more space.

Of the four disks that fill in mid-game, of either peer with a file or a database, `make test` fills two, and
`make soak` the others.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_keeper import DatabaseKeeper
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.workspace.database.game_database import GameDatabase
from tests.apps.peers.test_kills import Kept, Program, free_port
from tests.apps.server.seats import answer_to, hosted

SIZE = "8m"
PROGRAM = [sys.executable, "-m", "quarterdeck"]
GAME = ("starter", "first_meeting")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a small disk."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"no small disk can be mounted: {error}")
    if done.returncode:
        pytest.skip(f"no small disk can be mounted: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk to the last byte; without the file that is returned it has space again."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(os.sysconf("SC_PAGE_SIZE")))
    assert os.statvfs(disk).f_bavail == 0
    return ballast


def test_a_host_on_a_full_disk_loses_nothing_that_was_accepted(disk: Path) -> None:
    table = hosted(host=GameHost(DatabaseKeeper(GameDatabase.open(disk / "games.sqlite"))))
    accepted = 0
    ballast = fill(disk)
    for _ in range(200):
        seat = table.asked
        message = answer_to(seat.sight)
        if any("refused" in one for one in seat.send(message)):
            break
        accepted += 1
    else:
        raise AssertionError("the disk has space for everything")
    ballast.unlink()
    assert not [one for one in seat.send(message) if "refused" in one], "the same answer again"
    for _ in range(5):
        table.answer()
    record = read_journal(table.host.keeper.store(1)).entries
    assert sum("choice" in one for one in record) >= accepted + 6
    table.host.close()


def test_a_guest_on_a_full_disk_says_so_and_goes_on_from_what_it_saved(disk: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", disk / "there.jsonl"
    serving = [*PROGRAM, "serve", *GAME, "--peers", "--seat", "blue=bot", "--save", str(here), "--json"]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as host:
        try:
            assert host.stdout is not None
            (link,) = [one["link"] for one in json.loads(host.stdout.readline())["links"]]
            joining = [*PROGRAM, "join", link, "--as", "bot", "--game", GAME[0], "--save", str(there)]
            ballast = fill(disk)
            full = subprocess.run(joining, capture_output=True, text=True, check=False, timeout=60)
            assert full.returncode != 0
            assert "cannot be" in full.stderr.lower() or "no space left" in full.stderr.lower()
            assert "Traceback" not in full.stderr
            ballast.unlink()
            done = subprocess.run(joining, capture_output=True, text=True, check=False, timeout=120)
            assert done.returncode == 0, done.stderr
            host.wait(60)
        finally:
            host.kill()
    one, other = (read_journal(FileStore(path)).entries for path in (here, there))
    assert one == other
    assert one


def waited_for(found: Callable[[], bool], *programs: Program) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 120
    while not found():
        assert time.monotonic() < end, [program.output.read_text()[-500:] for program in programs]
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("role", "flag"),
    [
        ("host", "--database"),
        ("guest", "--save"),
        pytest.param("host", "--save", marks=pytest.mark.soak),
        pytest.param("guest", "--database", marks=pytest.mark.soak),
    ],
)
def test_a_disk_that_fills_in_mid_game_stops_one_peer_and_the_other_waits_for_it(
    role: str, flag: str, disk: Path, tmp_path: Path
) -> None:
    kept = {name: Kept(flag, (disk if name == role else tmp_path) / name) for name in ("host", "guest")}
    paths = {name: (flag, str(one.path)) for name, one in kept.items()}
    serving = ("serve", *GAME, "--peers", "--seat", "blue=bot", "--port", str(free_port()), "--json")
    running = {"host": Program("host", tmp_path, *serving, *paths["host"])}
    host = running["host"]
    try:
        waited_for(lambda: host.output.read_bytes().endswith(b"}\n"), host)
        link = json.loads(host.output.read_text())["links"][0]["link"]
        running["guest"] = Program("guest", tmp_path, "join", link, "--as", "bot", "--game", GAME[0], *paths["guest"])
        full = running[role]
        (other,) = (program for name, program in running.items() if name != role)
        waited_for(lambda: len(kept[role].entries) > 10, *running.values())
        ballast = fill(disk)
        waited_for(lambda: full.process.poll() is not None, *running.values())
        assert full.process.returncode == 2, full.output.read_text()
        assert "the game cannot be saved: " in full.output.read_text()
        time.sleep(1)
        assert other.process.poll() is None, other.output.read_text()
        ballast.unlink()
        full.start()
        waited_for(lambda: all(one.process.poll() is not None for one in running.values()), *running.values())
        assert [one.process.returncode for one in running.values()] == [0, 0], full.output.read_text()
        assert not [one for one in running.values() if "Traceback" in one.output.read_text()]
        assert "stopped" not in other.output.read_text()
        assert kept["host"].entries == kept["guest"].entries
    finally:
        for one in running.values():
            one.kill()
