"""A figure that does not fit its field stops whatever makes use of it; it never becomes something else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.command import main
from quarterdeck.diagnostics import Findings

GAME = Path(__file__).parents[1] / "games" / "snowballs"
WRONG = "`9.455` does not lie on the steps of the field"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(GAME, tmp_path_factory.mktemp("game") / "snowballs")
    register = folder / "rosters" / "register.csv"
    register.write_text(register.read_text("utf-8").replace("Anna,11,1.45", "Anna,11,9.455"), "utf-8")
    return folder


def test_a_scenario_with_the_thing_is_not_set_up(game):
    findings = Findings()
    Ruleset.open(str(game)).scenario("playground", findings)
    assert WRONG in [finding.message for finding in findings]


def test_the_rosters_tell_which_line_is_wrong(game):
    (found,) = Ruleset.open(str(game)).faults_of_rosters()
    assert found.message == WRONG
    assert (found.span.file.path.rsplit("/", 1)[-1], found.span.line) == ("register.csv", 2)


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("check", []),
        ("play", ["playground"]),
        ("book", ["--format", "html"]),
        ("try", ["throwing.hit", "--given", "{situation: playground, given: {child: Anna, target: Dora, range: 3}}"]),
    ],
)
def test_no_command_goes_on(game, command, more, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([command, str(game), *more]) != 0
    said = capsys.readouterr()
    assert WRONG in said.out + said.err
    assert list(tmp_path.iterdir()) == []
