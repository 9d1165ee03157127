"""A scenario gives the game's own fields a value where they have no start, as it does for things."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main

MARBLES = Path(__file__).parents[2] / "games" / "marbles"


def test_a_field_of_the_game_that_nobody_gives_a_value_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(MARBLES, tmp_path / "marbles")
    (folder / "weather.yaml").write_text(
        "components: weather\nkinds: {Game: {fields: {gale: {type: 1..6, words: gale}}}}\n", "utf-8"
    )
    assert main(["check", str(folder)]) == 1
    assert "QD610: `game` has no `gale`" in capsys.readouterr().out
