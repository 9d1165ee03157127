"""Both programs of a game between peers are killed again and again, and started again from what they kept."""

import json
import random
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quarterdeck.engine.run.journal import read_journal
from quarterdeck.engine.run.journal_store import FileStore

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


def entries(path: Path) -> int:
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


@pytest.mark.slow
def test_killed_programs_end_with_the_same_game_on_both_sides(tmp_path):
    here, there = tmp_path / "host.jsonl", tmp_path / "guest.jsonl"
    serving = ("serve", "ships_and_sails", "lake_erie", "--peers", "--seat", "american=bot")
    host = Program("host", tmp_path, *serving, "--port", str(free_port()), "--save", str(here), "--json")
    guest: Program | None = None
    chance, kills, end = random.Random(5), {"host": 0, "guest": 0}, time.monotonic() + 240
    try:
        while not host.output.read_bytes().endswith(b"}\n"):
            assert time.monotonic() < end, host.output.read_text()
            time.sleep(0.1)
        link = json.loads(host.output.read_text())["links"][0]["link"]
        guest = Program("guest", tmp_path, "join", link, "--as", "bot", "--save", str(there))
        goal = 100
        while guest.process.poll() is None or host.process.poll() is None:
            assert time.monotonic() < end, (host.output.read_text()[-500:], guest.output.read_text()[-500:])
            if sum(kills.values()) < 6 and min(entries(here), entries(there)) > goal:
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
    assert here.read_bytes() == there.read_bytes(), (host.output.read_text()[-500:], guest.output.read_text()[-500:])
    assert len(read_journal(FileStore(here)).entries) > 1_000
    assert host.process.returncode == guest.process.returncode == 0
