"""The worked examples of a finished game leave nothing of its rules untested. A game joins by being listed.

The gate tries some of the changes, `make soak` all of them.
"""

from __future__ import annotations

import json

import pytest

from quarterdeck.analysis.mutants.survivors import measure
from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import cases_of
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main

FINISHED = {
    "easyships": 500,
    "ships_and_sails": 210,
    "quickfire": 500,
    "fear_god": 2000,
}  # and at least how many elements and rows each has
EVERY = 48


def all_of(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["test", game, "--coverage", "--json"])
    coverage = json.loads(capsys.readouterr().out)["coverage"]
    assert coverage["survivors"] == []
    assert coverage["elements"] > FINISHED[game]
    assert code == 0


def test_every_element_and_row_of_a_small_game_is_covered(capsys: pytest.CaptureFixture[str]):
    all_of("ships_and_sails", capsys)


@pytest.mark.soak
@pytest.mark.parametrize("game", FINISHED)
def test_every_element_and_row_is_covered(game: str, capsys: pytest.CaptureFixture[str]):
    all_of(game, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param("easyships", marks=pytest.mark.soak), "quickfire"])
def test_one_change_of_forty_eight_is_noticed(game: str):
    ruleset = Ruleset.open(game)
    found = measure(ExampleRunner(ruleset), cases_of(ruleset.declared), lambda tried, count, words: tried, every=EVERY)
    assert [survivor.address for survivor in found.survivors] == []
    assert found.tried > FINISHED[game] // EVERY
