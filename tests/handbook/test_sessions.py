"""The sessions in the handbook are real: each command is run, and gives what the page says.

A block of ```console holds commands (`$ quarterdeck ...`) and what they print; a line `...` stands for any lines. A
block of files is written to the path that stands in the line above it (`name/file.yaml`). A page is one session, in one
empty folder. `pytest tests/handbook --record` writes what is printed now where the page shows all of it.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path
from typing import NoReturn
from unittest import mock

import pytest

from quarterdeck.base.cache import entries
from quarterdeck.base.findings.finding import Findings
from quarterdeck.workspace.pipeline import ruleset_cache
from quarterdeck.workspace.pipeline.ruleset_cache import load_kept
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.hostile.running import ended_with, must_be_apart, redirected, warm

pytestmark = [pytest.mark.no_cover, pytest.mark.forks]

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page for page in DOCS.glob("*.md") if "```console" in page.read_text("utf-8"))
BLOCK = re.compile(r"^```(console|yaml|rules|python|toml|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w./-]+\.\w+)`(?:[^`\n]*):\s*$")
WIDTH = 88
"""The most characters of a line of code or output in the handbook."""
COMMAND = re.compile(r"^\$ (.*)$")
TERMINAL = {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb"}


def parts(text: str) -> list[tuple[str, list[str]]]:
    """Return the commands of a block of a session, each with the lines below it; a backslash continues a command."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if match := COMMAND.match(line):
            found.append((match[1], []))
        elif found[-1][0].endswith("\\") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line}", [])
        else:
            found[-1][1].append(line)
    return found


class Session:
    """A page at work in its folder: a fork of this process carries out its commands, one after another.

    It knows the program already and has EasyShips open (`conftest.py`): to import the one and read the other
    takes longer than most commands. What a command opens, the next ones find open, as long as its files are the same.
    """

    def __init__(self, folder: Path, beside: Path) -> None:
        self.said = beside / "said"
        warm()
        shipped()
        sys.stdout.flush()
        sys.stderr.flush()
        (asked, self.asking), (self.answers, answering) = os.pipe(), os.pipe()
        self.child = os.fork()
        if self.child == 0:
            os.close(self.asking)
            in_the_fork(folder, self.said, asked, answering)
        os.close(asked)
        os.close(answering)

    def run(self, command: str) -> list[str]:
        """Run a command; give what it prints to both streams, blanks at the ends of lines left out."""
        assert shlex.split(command)[0] in ("quarterdeck", "python"), command
        os.write(self.asking, f"{command}\n".encode())
        assert os.read(self.answers, 1), f"{command} ended the process"
        return [line.rstrip() for line in self.said.read_text("utf-8").splitlines()]

    def end(self) -> None:
        os.close(self.asking)
        os.close(self.answers)
        os.waitpid(self.child, 0)


@cache
def shipped() -> dict[Path, object]:
    """Open the game of most pages and print what plays it; give the entry of the cache on it."""
    easyships = Ruleset.open("easyships")
    easyships.built(Findings()).module()
    easyships.scenario("river_plate", Findings())[0].module()
    assert easyships.played_by
    with mock.patch.object(ruleset_cache, "_below", {}):
        path = ruleset_cache.entry(load_kept("easyships").key, "loaded")
    return {path: entries.read_entry(path)}


def in_the_fork(folder: Path, said: Path, asked: int, answering: int) -> NoReturn:
    """Run commands as they come, in a terminal of 88 columns without colour; then end this process."""
    known, is_apart = shipped(), "typst" in sys.modules
    mock.patch.object(ruleset_cache, "read_entry", lambda path: known.get(path) or entries.read_entry(path)).start()
    mock.patch.object(ruleset_cache, "write_entry", known.__setitem__).start()
    try:
        os.chdir(folder)
        os.environ.update(TERMINAL)
        with os.fdopen(asked, encoding="utf-8") as commands:
            for command in commands:
                redirected(Path(os.devnull), said)
                program, *words = shlex.split(command)
                carry_out(program, words, is_apart and must_be_apart([words]))
                sys.stdout.flush()
                sys.stderr.flush()
                os.write(answering, b".")
    finally:
        os._exit(0)


def carry_out(program: str, words: list[str], is_apart: bool) -> None:
    """Run a command to its end; what a fork of a process that has set type cannot do is done by one of its own."""
    if is_apart:
        subprocess.run([sys.executable, "-m", program, *words], check=False)
    elif program == "quarterdeck":
        ended_with(words)
    elif child := os.fork():  # it imports what it likes
        os.waitpid(child, 0)
    else:
        run_alone(words[0])


def run_alone(file: str) -> NoReturn:
    """Run a file of Python as it would run alone, and end this process."""
    try:
        sys.path.insert(0, str(Path.cwd()))
        runpy.run_path(file, run_name="__main__")
    except BaseException:  # noqa: BLE001  as Python ends where nothing catches it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def matches(lines: list[str], said: list[str]) -> bool:
    pattern = "\n".join(r"(?:.*\n?)*?" if line == "..." else re.escape(line) for line in said)
    return re.fullmatch(pattern.replace("(?:.*\\n?)*?\n", "(?:.*\\n)*?"), "\n".join(lines)) is not None


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_session_runs_as_the_page_says(page, tmp_path, tmp_path_factory, request):
    session = Session(tmp_path, tmp_path_factory.mktemp("beside"))
    try:
        follow(page, session, tmp_path, request.config.getoption("--record"))
    finally:
        session.end()


def follow(page: Path, session: Session, folder: Path, recording: bool) -> None:
    """Do what a page says, in its folder; where it is to be recorded, write what is printed now into the page."""
    text = page.read_text("utf-8")
    for block in list(BLOCK.finditer(text)):
        if block[1] != "console":
            above = text[: text.index(block[0])].rstrip().splitlines()
            if above and (match := FILE.search(above[-1])):
                path = folder / match[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block[2], "utf-8")
            continue
        now = []
        for command, said in parts(block[2]):
            lines = session.run(re.sub(r"\\\n *", "", command))
            shown = lines if recording and "..." not in said else said
            assert matches(lines, shown), "\n".join([command, *lines])
            now += [f"$ {command}", *shown]
        if recording:
            text = text.replace(block[0], "```console\n" + "\n".join(now) + "\n```", 1)
    if recording:
        page.write_text(text, "utf-8")
