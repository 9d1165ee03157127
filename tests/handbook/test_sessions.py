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
import tempfile
import traceback
from functools import cache
from pathlib import Path
from typing import NoReturn
from unittest import mock

import pytest

from quarterdeck.cache import entries
from quarterdeck.diagnostics import Findings
from quarterdeck.pipeline import kept
from quarterdeck.pipeline.folders import ruleset_names
from quarterdeck.pipeline.kept import load_kept
from quarterdeck.ruleset.opened import Ruleset
from tests.hostile.running import ended_with, must_be_apart, redirected, warm

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page for page in DOCS.glob("*.md") if "```console" in page.read_text("utf-8"))
BLOCK = re.compile(r"^```(console|yaml|rules|python|toml|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w./-]+\.\w+)`(?:[^`\n]*):\s*$")
COMMAND = re.compile(r"^\$ (.*)$")
TERMINAL = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}


def parts(text: str) -> list[tuple[str, list[str]]]:
    """Give the commands of a block of a session, each with the lines below it."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if match := COMMAND.match(line):
            found.append((match[1], []))
        else:
            found[-1][1].append(line)
    return found


def run(command: str, folder: Path) -> list[str]:
    """Run a command in a folder; give what it prints to both streams, blanks at the ends of lines left out.

    It runs in a fork of this process, which knows the program already, has the shipped rulesets open (`conftest.py`),
    and knows what the cache says of them: to import the one and read the other takes longer than most commands.
    """
    program, *words = shlex.split(command)
    assert program in ("quarterdeck", "python"), command
    if must_be_apart([words]):
        done = subprocess.run(
            [sys.executable, "-m", program, *words],
            cwd=folder,
            env={**os.environ, **TERMINAL},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return [line.rstrip() for line in done.stdout.splitlines()]
    warm()
    shipped()
    with tempfile.NamedTemporaryFile() as file:
        child = os.fork()
        if child == 0:
            in_the_fork(program, words, folder, Path(file.name))
        os.waitpid(child, 0)
        return [line.rstrip() for line in Path(file.name).read_text("utf-8").splitlines()]


@cache
def shipped() -> dict[Path, object]:
    """Open the shipped rulesets and print what plays them; give the entries of the cache on them.

    Several pages play the same scenario.
    """
    for game in ruleset_names():
        Ruleset.open(game).built(Findings()).module()
    easyships = Ruleset.open("easyships")
    easyships.scenario("river_plate", Findings())[0].module()
    assert easyships.played_by
    with mock.patch.object(kept, "_below", {}):
        keys = [load_kept(game).key for game in ruleset_names()]
    return {path: entries.read_entry(path) for path in (kept.entry(key, "loaded") for key in keys)}


def in_the_fork(program: str, words: list[str], folder: Path, said: Path) -> NoReturn:
    """Run a command to its end, in a terminal of 100 columns without colour; then end this process."""
    known = shipped()
    mock.patch.object(kept, "read_entry", lambda path: known.get(path) or entries.read_entry(path)).start()
    mock.patch.object(kept, "write_entry", entries.write_entry).start()
    try:
        os.chdir(folder)
        os.environ.update(TERMINAL)
        redirected(Path(os.devnull), said)
        if program == "quarterdeck":
            ended_with(words)
        else:
            sys.path.insert(0, str(folder))
            runpy.run_path(words[0], run_name="__main__")
    except BaseException:  # noqa: BLE001  as Python ends where nothing catches it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def matches(lines: list[str], said: list[str]) -> bool:
    pattern = "\n".join(r"(?:.*\n?)*?" if line == "..." else re.escape(line) for line in said)
    return re.fullmatch(pattern.replace("(?:.*\\n?)*?\n", "(?:.*\\n)*?"), "\n".join(lines)) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_session_runs_as_the_page_says(page, tmp_path, request):
    recording, text = request.config.getoption("--record"), page.read_text("utf-8")
    for block in list(BLOCK.finditer(text)):
        if block[1] != "console":
            above = text[: text.index(block[0])].rstrip().splitlines()
            if above and (match := FILE.search(above[-1])):
                path = tmp_path / match[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block[2], "utf-8")
            continue
        now = []
        for command, said in parts(block[2]):
            lines = run(command, tmp_path)
            shown = lines if recording and "..." not in said else said
            assert matches(lines, shown), "\n".join([command, *lines])
            now += [f"$ {command}", *shown]
        if recording:
            text = text.replace(block[0], "```console\n" + "\n".join(now) + "\n```", 1)
    if recording:
        page.write_text(text, "utf-8")
