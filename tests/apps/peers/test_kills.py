"""Both programs of a game between peers are killed again and again, and started again from what they kept.

`make test` does so with games in files. In databases, a host that is killed loses nothing either
(`tests/workspace/database/test_game_store.py`), and `make soak` kills both programs there too.
"""

import json
import random
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "quarterdeck"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Program:
    """A program that is started again whenever it was killed."""

    def __init__(self, name: str, folder: Path, *arguments: str) -> None:
        self.arguments = arguments
        self.output = folder / f"{name}.out"
        self.start()

    def start(self) -> None:
        with self.output.open("ab") as out:
            self.process = subprocess.Popen([*PROGRAM, *self.arguments], stdout=out, stderr=out)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass
class Kept:
    """Where a program keeps its game."""

    flag: str
    path: Path

    @property
    def entries(self) -> list[str]:
        """The lines of the entries that are there now."""
        if not self.path.exists() or not self.path.stat().st_size:
            return []
        if self.flag == "--save":
            return self.path.read_text("utf-8").splitlines()[1:]
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(self.path)) as connection:  # not yet made
            return [body for (body,) in connection.execute("select body from entries order by number")]
        return []


@pytest.mark.slow
@pytest.mark.parametrize("flag", ["--save", pytest.param("--database", marks=pytest.mark.soak)])
def test_killed_programs_end_with_the_same_game_on_both_sides(flag, tmp_path):
    here, there = (Kept(flag, tmp_path / f"{name}.{flag.strip('-')}") for name in ("host", "guest"))
    serving = ("serve", "ships_and_sails", "lake_erie", "--peers", "--seat", "american=bot")
    host = Program("host", tmp_path, *serving, "--port", str(free_port()), flag, str(here.path), "--json")
    guest: Program | None = None
    chance, kills, end = random.Random(5), {"host": 0, "guest": 0}, time.monotonic() + 240
    try:
        while not host.output.read_bytes().endswith(b"}\n"):
            assert time.monotonic() < end, host.output.read_text()
            time.sleep(0.1)
        link = json.loads(host.output.read_text())["links"][0]["link"]
        guest = Program("guest", tmp_path, "join", link, "--as", "bot", flag, str(there.path))
        goal = 100
        while guest.process.poll() is None or host.process.poll() is None:
            assert time.monotonic() < end, (host.output.read_text()[-500:], guest.output.read_text()[-500:])
            if sum(kills.values()) < 6 and min(len(here.entries), len(there.entries)) > goal:
                name, program = chance.choice([("host", host), ("guest", guest)])
                program.kill()
                kills[name] += 1
                program.start()
                goal += 150
            time.sleep(0.02)
    finally:
        for one in (host, guest):
            if one is not None:
                one.kill()
    assert kills["host"]
    assert kills["guest"]
    assert here.entries == there.entries, (host.output.read_text()[-500:], guest.output.read_text()[-500:])
    assert host.process.returncode == guest.process.returncode == 0
