"""The worked examples of a finished game leave nothing of its rules untested. A game joins by being listed."""

from __future__ import annotations

import json

import pytest

from quarterdeck.command import main

FINISHED = {
    "easyships": 300,
    "ships_and_sails": 210,
    "quickfire": 500,
}  # and at least how many elements and rows each has


@pytest.mark.parametrize("game", FINISHED)
def test_every_element_and_row_is_covered(game: str, capsys: pytest.CaptureFixture[str]):
    code = main(["test", game, "--coverage", "--json"])
    coverage = json.loads(capsys.readouterr().out)["coverage"]
    assert coverage["survivors"] == []
    assert coverage["elements"] > FINISHED[game]
    assert code == 0
