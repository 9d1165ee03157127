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


STARTER = Path(__file__).parents[3] / "starter"
FIELDS = """kinds:
  Game:
    fields:
      wind: {type: Heading, words: wind, start: north}
      goal: {type: hex, words: goal}
      rocks: {type: list of hex, capacity: 4, words: rocks, start: "[]"}
"""
WEATHER = """    phase weather "Weather"
        set game.wind to game.wind + 1
        set game.goal to next(game.goal, game.wind)
        append game.goal to game.rocks when game.turn < 3
    phase victory"""


def test_what_the_game_itself_holds_lies_nowhere_on_the_map_and_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(STARTER, tmp_path / "starter")
    changes = {
        "components.yaml": ("kinds:\n", FIELDS),
        "rules/turn.rules": ("    phase victory", WEATHER),
        "scenarios/first_meeting.yaml": ("sides:\n", "game: {goal: [8, 6]}\nsides:\n"),
    }
    for name, (old, new) in changes.items():
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")
    assert main(["play", str(folder), "first_meeting", "--sides", "bot,bot"]) == 0
    out = capsys.readouterr().out
    assert "game: wind north → northeast, goal [8, 6] → [9, 6], [9, 6] added to rocks" in out
    assert "Falcon: place" not in out
