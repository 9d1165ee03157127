"""`watch` checks again whenever a file is saved, and says what `check` says."""

import shutil
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from quarterdeck.analysis.watch.watcher import Edited
from quarterdeck.apps.cli import watch as watching
from quarterdeck.apps.cli.main import main

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture
def game(tmp_path):
    return Path(shutil.copytree(SNOWBALLS, tmp_path / "snowballs"))


def edit(game: Path, old: str, new: str) -> None:
    path = game / "rules" / "snow.rules"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")


def test_it_says_what_is_found_behind_each_edit_until_it_is_stopped(game, monkeypatch, capsys):
    edits = [("busy: 2 if", "busy: 5 if"), ("busy: 5 if", "busy: 2 if")]

    def pause(_: float) -> None:
        if not edits:
            raise KeyboardInterrupt
        edit(game, *edits.pop(0))

    monkeypatch.setattr(watching, "sleep", pause)
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["watch", str(game)]) == 0
    said = [line for line in capsys.readouterr().out.split("\n") if line.startswith(str(game))]
    assert [line.removeprefix(f"{game}: ").rsplit(" (", 1)[0] for line in said[1:]] == [
        "1 problem",
        "no problems",
        "2 examples concerned; 1 question asked",
    ]
    assert all("(1 definition typed, " in line for line in said[1:3])
    assert said[0].startswith(f"{game}: no problems (")


def test_examples_and_scenarios_are_looked_at_as_well(game):
    edited, console = Edited(str(game)), Console(file=StringIO(), width=200)
    assert watching.tell(edited, console) == 0
    scenario = game / "scenarios" / "playground.yaml"
    scenario.write_text(scenario.read_text("utf-8").replace("place: ", "plaice: ", 1), "utf-8")
    assert watching.tell(edited, console) > 0


def test_a_ruleset_that_is_gone_for_a_moment_is_said_to_be_and_comes_back(game):
    edited, console = Edited(str(game)), Console(file=StringIO(), width=200)
    head = game / "ruleset.yaml"
    text = head.read_text("utf-8")
    head.unlink()
    assert watching.tell(edited, console) == 1
    head.write_text(text, "utf-8")
    assert watching.tell(edited, console) == 0


def test_what_there_is_not_cannot_be_watched(capsys):
    assert main(["watch", "no_such_game"]) == 2
    assert "no_such_game" in capsys.readouterr().err
