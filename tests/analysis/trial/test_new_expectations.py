"""`test --update` writes what comes out now into the examples, and nothing else."""

import random
import re
import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main

ROOT = Path(__file__).parents[3]
EXPECTED = re.compile(r"(?m)(?:expect|changes): \{.*?\}")
NUMBER = re.compile(r"(?<=: )\d+(?=[,}\]])")


@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.parametrize("folder", ["starter", "tests/games/snowballs", "tests/games/regatta", "tests/games/marbles"])
def test_other_numbers_are_written_back(folder, seed, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    game = shutil.copytree(ROOT / folder, tmp_path / "game")
    chance, changed = random.Random(seed), 0
    before = {path: path.read_text("utf-8") for path in sorted(game.rglob("*.yaml"))}

    def other(number: re.Match[str]) -> str:
        return str(int(number[0]) + 1) if chance.random() < 0.9 else number[0]

    for path, text in before.items():
        if re.search(r"(?m)^ *-? *example: ", text):
            wrong = EXPECTED.sub(lambda found: NUMBER.sub(other, found[0]), text)
            changed += wrong != text
            path.write_text(wrong, "utf-8")
    assert changed
    assert main(["test", "game"]) == 1
    assert main(["test", "game", "--update"]) == 0, capsys.readouterr()
    assert {path: path.read_text("utf-8") for path in before} == before
    capsys.readouterr()
    assert main(["test", "game", "--update"]) == 0
    assert "updated" not in capsys.readouterr().err


TRUTH = """
examples:
  # What they share stands above.
  - example: a_pair
    title: Two shots
    of: gunnery.attack
    source: {document: notes, place: our notes}
    things:
      falcon: {like: Falcon, side: blue, place: [5, 5], heading: north}
      otter: {like: Otter, side: red, place: [7, 5], heading: north}
    given: {ship: falcon, target: otter}
    expect: {hit: 3}
    changes: {otter.hull: 3}
    cases:
      - {name: a hit, dice: {hit: 4, force: 6}}
      - {name: a miss, dice: {hit: 6}, changes: {otter.hull: 4, otter.sunk: yes}}
      - {name: a weak hit, dice: {hit: 4, force: 1}, changes: {falcon.hull: 2}, expect: {force: 2}}
"""


def test_what_cases_share_is_said_anew_for_one_and_what_did_not_happen_is_taken_away(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    game = shutil.copytree(ROOT / "starter", tmp_path / "game")
    path = game / "examples" / "pair.yaml"
    path.write_text(TRUTH.lstrip(), "utf-8")
    code = main(["test", "game", "--update"])
    lines = path.read_text("utf-8").splitlines()
    assert lines[-3:] == [
        "      - {name: a hit, dice: {hit: 4, force: 6}, changes: {otter.hull: 1}}",
        "      - {name: a miss, dice: {hit: 6}, changes: {}, expect: {hit: 5}}",
        "      - {name: a weak hit, dice: {hit: 4, force: 1}, changes: {}, expect: {force: 1}}",
    ], capsys.readouterr().out
    assert code == 1, "what all cases share, and one does not come to, needs a person"


def test_a_file_that_would_be_laid_out_anew_is_left(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    game = shutil.copytree(ROOT / "starter", tmp_path / "game")
    path = game / "examples" / "gunnery.yaml"
    text = path.read_text("utf-8").replace("hull: 1}", "hull:   4}")
    path.write_text(text, "utf-8")
    assert main(["test", "game", "--update"]) == 1
    assert path.read_text("utf-8") == text
    assert "not updated: game/examples/gunnery.yaml" in capsys.readouterr().err


def test_a_refusal_that_does_not_come_is_left(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = shutil.copytree(ROOT / "starter", tmp_path / "game")
    path = game / "examples" / "gunnery.yaml"
    text = path.read_text("utf-8")
    path.write_text(f"{text.rstrip()}\n    expect: {{nonsense: 4}}\n", "utf-8")
    assert any("nonsense" in case.expect for case in cases_of(Ruleset.open("game").declared))
    assert main(["test", "game", "--update"]) == 1
    assert path.read_text("utf-8").endswith("expect: {nonsense: 4}\n")
