"""What the tests of play share: run the program, and read what it printed."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from quarterdeck.apps.cli.main import main
from quarterdeck.engine.run.journal import Saved, read_journal
from quarterdeck.engine.run.journal_store import FileStore

ACKNOWLEDGED = re.compile(r"^ *(\d+)  (?:Royal Navy|German Navy|Commonwealth cruisers|German raider): ")


@dataclass(frozen=True)
class Done:
    """What came of a command."""

    returncode: int
    stdout: str
    stderr: str


def quarterdeck(*arguments: object, typed: str = "") -> Done:
    """Run a command to its end, here."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch("sys.stdin", io.StringIO(typed)),
    ):
        code = main([str(argument) for argument in arguments])
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Done(code, *texts)


def quarterdeck_apart(*arguments: object) -> Done:
    """Run a command to its end, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "quarterdeck", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return Done(done.returncode, done.stdout, done.stderr)


def started(*arguments: object) -> subprocess.Popen[str]:
    """Start a command in a process of its own, whose output is read while it runs."""
    return subprocess.Popen(
        [sys.executable, "-m", "quarterdeck", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )


def saved(path: Path) -> Saved:
    """Read a journal."""
    return read_journal(FileStore(path))


def battle(folder: Path, scenario: str = "denmark-strait", seed: int = 5) -> Path:
    """Let bots play, and give the journal: it serves as a script of orders for both sides."""
    path = folder / "orders.jsonl"
    done = quarterdeck("play", "easyships", scenario, "--sides", "bot,bot", "--seed", seed, "--save", path)
    assert done.returncode == 0, done.stderr
    return path
