"""A small game of ours on squares: it uses all that such a board knows, and passes what a ruleset can be put to."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.mutants.mutants import mutants_of
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.apps.terminal.maps import map_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.language.declarations.builtins import HEX_FUNCTIONS, SQUARE_FUNCTIONS
from quarterdeck.workspace.pipeline.stages import load
from tests.games.battle import called, changed, played

GAME = Path(__file__).parent / "tiles"


@pytest.fixture(scope="module", name="ruleset")
def _ruleset() -> Ruleset:
    return Ruleset(load(str(GAME)))


def test_nothing_is_wrong_with_it(ruleset):
    assert as_text(ruleset.findings) == ""
    assert main(["fmt", "--check", str(GAME)]) == 0
    assert main(["check", "--release", str(GAME)]) == 0


def test_every_function_of_squares_is_used(ruleset):
    assert sorted(SQUARE_FUNCTIONS.keys() - called(ruleset)) == []


def test_squares_have_the_functions_of_hexes_in_words_of_their_own():
    assert len(SQUARE_FUNCTIONS) == len(HEX_FUNCTIONS)
    for known in SQUARE_FUNCTIONS.values():
        assert "hex" not in " ".join([known.doc, known.words, *(name for name, _ in known.takes)])


def test_its_worked_examples_come_out():
    assert main(["test", str(GAME)]) == 0


def test_it_is_played_to_its_end(ruleset):
    ends = [played(ruleset, "kitchen", bot, seed) for bot in (RandomDecider, WeighingDecider) for seed in range(1, 9)]
    assert {end.winner for end in ends} & {"Ada", "Bob", "ada", "bob"}
    assert all(end.turn >= 1 for end in ends)


def test_a_kept_game_is_played_again_to_the_same_journal(tmp_path):
    kept, again = tmp_path / "kept.jsonl", tmp_path / "again.jsonl"
    assert main(["play", str(GAME), "kitchen", "--sides", "random,random", "--seed", "3", "--save", str(kept)]) == 0
    assert main(["replay", str(kept), "--to", str(again)]) == 0
    assert kept.read_bytes() == again.read_bytes()
    entries = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    spots = [entry["choice"] for entry in entries if ".spot" in entry.get("at", "")]
    assert any(isinstance(spot, list) for spot in spots), "a square is its column and its row"
    assert all(spot == "none" or (spot[0] in range(9) and spot[1] in range(8)) for spot in spots)


def test_odds_of_where_it_comes_to_stand(capsys):
    """The red one stands on the third tile to the northeast, so that two tiles are as far as it goes."""
    asked = ["crawling.crawl", "--of", "straight_on", "--given", "{choices: {way: northeast}}"]
    assert main(["odds", str(GAME), *asked, "--show", "beetle.place", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["odds"][0]
    places = {row["text"][0]: Fraction(row["weight"], found["below"]) for row in found["rows"]}
    assert places == {"[2, 5]": Fraction(1, 4), "[3, 4]": Fraction(3, 4)}


WAYS = {"one": 5, "two": 8, "alternate": 6}


@pytest.mark.parametrize("diagonals", WAYS)
def test_a_distance_counts_diagonal_steps_as_the_board_says(diagonals, tmp_path, capsys):
    game = changed(GAME, tmp_path, "ruleset.yaml", "diagonals: one", f"diagonals: {diagonals}")
    green = "{kind: Beetle, owner: ada, place: [1, 6], heading: north}"
    given = f"{{things: {{green: {green}}}, given: {{beetle: green, tile: [6, 3]}}}}"
    asked = ["crawling.way_home", "--given", given, "--json"]
    assert main(["try", str(game), *asked]) == 0
    assert json.loads(capsys.readouterr().out)["steps"][0]["result"] == WAYS[diagonals]


def test_the_map_has_squares_with_arrows_in_eight_directions(ruleset):
    built, situation = ruleset.scenario("kitchen", Findings())
    pieces = Pieces(situation, built.module())
    lines = [line.plain for line in map_of(pieces, situation.state).drawn(80, 30) or []]
    assert lines[0].split() == [str(column) for column in range(9)]
    assert lines[1] == "    +" + "---+" * 9
    assert lines[12] == "  5 |   |   |↗A2|   |   |   |   |   |   |"
    assert lines[14] == "  6 |   | a2|   |   |↑A1|   |   |   |   |"
    assert lines[10].count("░░░") == 1
    plain = [line.plain for line in map_of(pieces, situation.state, unicode=False).drawn(80, 30) or []]
    assert "|/A2|" in plain[12]


FAULTS = {
    ("ruleset.yaml", "diagonals: one, "): ("", "QD226", "a board of squares must say"),
    ("ruleset.yaml", "diagonals: one"): ("diagonals: three", "QD207", "expected `one`, `two` or `alternate`"),
    ("ruleset.yaml", "shape: square, directions: Facing, diagonals: one"): (
        "shape: hex, directions: Facing",
        "QD310",
        "`square`",
    ),
    ("components.yaml", "north, northeast, east, southeast, south, southwest, west, northwest"): (
        "north, east, south, west",
        "QD226",
        "8 directions, and `Facing` has 4",
    ),
    ("components.yaml", "first: -45, last: 45"): ("first: -60, last: 45", "QD217", "a multiple of 45 degrees"),
    ("components.yaml", "place: {type: square, words: head}"): ("place: {type: hex, words: head}", "QD310", "`hex`"),
    ("scenarios/kitchen.yaml", "place: [4, 6]"): ("place: [9, 6]", "QD606", "lies off the board of 9 by 8"),
    ("scenarios/kitchen.yaml", "place: [2, 1]"): ("place: 21", "QD605", "a square is a column and a row"),
    ("scenarios/kitchen.yaml", "board: {columns: 9"): ("board: {columns: 2000", "QD604", "columns"),
}


@pytest.mark.parametrize(("file", "sound"), FAULTS)
def test_what_does_not_fit_is_a_finding(file, sound, tmp_path):
    faulty, code, words = FAULTS[file, sound]
    ruleset = Ruleset(load(str(changed(GAME, tmp_path, file, sound, faulty))))
    findings = ruleset.findings
    if not findings:
        findings = Findings()
        ruleset.scenario("kitchen", findings)
    assert code in {finding.code for finding in findings}
    assert any(words in finding.message for finding in findings if finding.code == code)


def test_it_is_printed_as_a_book_in_two_languages(tmp_path):
    said = {
        "en": ("eighths of a turn between", "the squares next to", "share a square with", "the squares of the board"),
        "de": ("Anzahl der Achteldrehungen zwischen", "unter den Nachbarfeldern", "um eine Achteldrehung"),
    }
    for language, words in said.items():
        folder = tmp_path / language
        assert main(["book", str(GAME), "--folder", str(folder), "--format", "html", "--language", language]) == 0
        page = (folder / "html" / "rules.crawling.html").read_text("utf-8")
        assert [one for one in words if one not in page] == []


def test_its_board_is_printed_to_lay_out(tmp_path):
    to = tmp_path / "kitchen.pdf"
    assert main(["sheet", str(GAME), "kitchen", "--only", "map", "--hex", "25", "--to", str(to)]) == 0
    assert to.read_bytes().startswith(b"%PDF")


def test_the_edges_of_arcs_are_mutated_by_45_degrees(ruleset):
    found = {mutant.says for mutant in mutants_of(ruleset.checked) if mutant.address == "arcs.in_front"}
    assert found == {
        f"the arc {edge} at {degrees}" for edge, degrees in (("begins", 0), ("begins", -90), ("ends", 90), ("ends", 0))
    }
