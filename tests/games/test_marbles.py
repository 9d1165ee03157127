"""A small game of ours on a plane: it uses all that is measured freely, and passes what a ruleset can be put to."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.apps.terminal.canvas import Canvas
from quarterdeck.apps.terminal.maps import map_of
from quarterdeck.apps.terminal.plane_map import PlaneMap
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.language.declarations.builtins import PLANE_FUNCTIONS
from quarterdeck.language.syntax import nodes
from quarterdeck.workspace.pipeline.stages import load
from tests.games.battle import played

GAME = Path(__file__).parent / "marbles"


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return Ruleset(load(str(GAME)))


def test_nothing_is_wrong_with_it(ruleset):
    assert as_text(ruleset.findings) == ""
    assert main(["fmt", "--check", str(GAME)]) == 0


def test_every_function_of_the_plane_is_used(ruleset):
    pieces = ruleset.loaded.pieces
    called = {
        node.callee.word.text
        for file in pieces.files
        for unit in file.units
        for node in unit.walk()
        if isinstance(node, nodes.Call) and isinstance(node.callee, nodes.Name)
    }
    assert sorted(PLANE_FUNCTIONS.keys() - called) == []


def test_its_worked_examples_come_out():
    assert main(["test", str(GAME)]) == 0


def test_it_is_played_to_its_end(ruleset):
    for seed in range(1, 4):
        assert played(ruleset, "pavement", RandomDecider, seed).turn >= 1
        assert played(ruleset, "pavement", WeighingDecider, seed).turn >= 1


def test_a_bot_weighs_what_its_advice_picks_out(ruleset):
    """Of 37 turns advice picks those towards the others; of 47 forces it picks none, and the least counts most."""
    record = played(ruleset, "pavement", WeighingDecider, 1).record
    forces = {entry["choice"] for entry in record if entry["at"].endswith(".force")}
    assert forces == {"0.5"}


def test_a_kept_game_is_played_again_to_the_same_journal(tmp_path):
    kept, again = tmp_path / "kept.jsonl", tmp_path / "again.jsonl"
    assert main(["play", str(GAME), "pavement", "--sides", "random,random", "--seed", "7", "--save", str(kept)]) == 0
    assert main(["replay", str(kept), "--to", str(again)]) == 0
    assert kept.read_bytes() == again.read_bytes()
    entries = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    lengths = [entry["choice"] for entry in entries if ".force" in entry.get("at", "")]
    assert lengths, "somebody flicks"
    assert all(isinstance(length, str) for length in lengths), "lengths are kept in the units of players"


def test_odds_of_where_it_comes_to_lie(capsys):
    """Half a span to the west, and the wobble is -2 to 3 degrees: at a hundredth -1 and 0 come to lie in one point."""
    given = "{choices: {turn_by: -90, force: 0.5}}"
    asked = ["flicking.flick", "--of", "a_straight_flick", "--given", given, "--show", "marble.place", "--json"]
    assert main(["odds", str(GAME), *asked]) == 0
    found = json.loads(capsys.readouterr().out)["odds"][0]
    points = {row["text"][0]: Fraction(row["weight"], found["below"]) for row in found["rows"]}
    assert points.pop("[9.51, 20.1]") == Fraction(1, 3)
    assert list(points.values()) == [Fraction(1, 6)] * 4


def test_the_map_has_a_ruler_and_a_scale(ruleset):
    _, situation = ruleset.scenario("pavement", Findings())
    pieces = Pieces(situation, ruleset.scenario("pavement", Findings())[0].module())
    drawing = map_of(pieces, situation.state)
    lines = [line.plain for line in drawing.drawn(80, 30) or []]
    assert lines[0].split() == ["0", "10", "20", "30", "40"]
    assert lines[-1].strip() == f"├{'─' * 9}┤ 10 spans"
    assert sum("↑A1" in line for line in lines) == 1
    assert isinstance(drawing, PlaneMap)
    assert isinstance(drawing.canvas, Canvas)


FAULTS = {
    "place: [12.50, 25.00]": ("place: [12.505, 25]", "QD605"),
    "place: [20, 25.25]": ("place: [40.01, 25]", "QD606"),
    "place: [14, 8]": ("place: [200000, 8]", "QD606"),
    "place: [22, 8]": ("place: [14.00, 8.00]", "QD608"),
    "board: {width: 40, depth: 30}": ("board: {columns: 40, rows: 30}", "QD604"),
    "width: 40, depth: 30": ("width: 40, depth: 10001", "QD604"),
}


@pytest.mark.parametrize("sound", FAULTS)
def test_a_faulty_scenario_is_a_finding(sound, tmp_path):
    faulty, code = FAULTS[sound]
    game = tmp_path / "marbles"
    shutil.copytree(GAME, game)
    path = game / "scenarios" / "pavement.yaml"
    path.write_text(path.read_text("utf-8").replace(sound, faulty), "utf-8")
    findings = Findings()
    Ruleset(load(str(game))).scenario("pavement", findings)
    assert {finding.code for finding in findings} == {code}
    for finding in findings:
        assert (
            finding.span.text in ("[12.505, 25]", "[40.01, 25]", "[200000, 8]", "40", "30", "10001")
            or "yellow" in finding.span.text
        )


def test_it_is_printed_as_a_book(tmp_path):
    assert main(["book", str(GAME), "--folder", str(tmp_path), "--format", "html"]) == 0
    page = (tmp_path / "html" / "rules.flicking.html").read_text("utf-8")
    for words in ("in steps of 5", "the straight line from", "comes within", "lies on a straight line from the one"):
        assert words in page
