"""No command uses a game whose rosters or scenarios `check` refuses: it prints the diagnostics, and exits with 1.

A new command must be in one of the two tables.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.cli.main import main

STARTER = Path(__file__).parents[3] / "starter"
LINES = {
    "test": "test pond",
    "try": "try pond gunnery.attack",
    "play": "play pond first_meeting --sides bot",
    "serve": "serve pond first_meeting --port 0",
    "battles": "battles pond first_meeting --count 1",
    "critic": "critic pond first_meeting",
    "odds": "odds pond gunnery.attack",
    "sensitivity": "sensitivity pond gunnery.attack",
    "tune": "tune pond gunnery.attack --number x --goal x",
    "compare": "compare pond easyships",
    "diff": "diff pond pond",
    "errata": "errata pond pond",
    "book": "book pond --to out",
    "sheet": "sheet pond forms --to out.html",
    "export": "export pond --things",
    "check": "check pond",
}
OTHERS = {
    "new": "makes a game",
    "amend": "writes rules of a variant, and may be what corrects the data below",
    "import": "makes data, and reports what is wrong with them",
    "accept": "reads rules alone",
    "fmt": "reads text alone",
    "explain": "reads no game",
    "watch": "prints what check finds",
    "lsp": "reports what check finds",
    "coverage": "reads rules and sources alone",
    "show": "shows the rules alone",
    "join": "opens a game of another machine; the rules of both are compared",
    "luck": "reads a saved game", "replay": "reads a saved game", "why": "reads a saved game",
    "database": "reads saved games",
    "variants": "reads the rules of variants",
    "schema": "reads no game",
}  # fmt: skip
FAULTS = {
    "roster": ("rosters/ships.yaml", "Bison: {guns: 4", "Bison: {guns: 99"),
    "scenario": ("scenarios/second.yaml", "hull: 4", "hull: 99"),
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch) -> Path:
    folder = tmp_path / "pond"
    shutil.copytree(STARTER, folder)
    (folder / "scenarios" / "second.yaml").write_text(
        (folder / "scenarios" / "first_meeting.yaml").read_text("utf-8").replace("first_meeting", "second"), "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return folder


def test_every_command_is_listed():
    assert set(LINES) | set(OTHERS) == set(COMMANDS)
    assert not set(LINES) & set(OTHERS)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("command", LINES)
def test_a_command_refuses_faulty_data(command, fault, game, capsys):
    name, was, now = FAULTS[fault]
    text = (game / name).read_text("utf-8")
    changed = text.replace(was, now) if was in text else text.replace("like: Heron", "like: Heron, hull: 99", 1)
    assert changed != text
    (game / name).write_text(changed, "utf-8")
    assert main(shlex.split(LINES[command])) == 1
    printed = capsys.readouterr()
    assert "QD606" in printed.out + printed.err
    assert name in printed.out + printed.err


def test_two_scenarios_that_one_name_reaches_are_found(game, capsys):
    path = game / "scenarios" / "second.yaml"
    path.write_text(path.read_text("utf-8").replace("scenario: second", "scenario: First_Meeting"), "utf-8")
    assert main(["check", "pond"]) == 1
    printed = capsys.readouterr()
    assert "QD301" in printed.out + printed.err
