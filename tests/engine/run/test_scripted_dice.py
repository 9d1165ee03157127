"""Faces that are given beforehand may say which roll they are for; where another one comes, both are named."""

from __future__ import annotations

import pytest

from quarterdeck.engine.run.dice import DiceFaultError, Face, ScriptedDice
from quarterdeck.workspace.games.opening import faces_read_from
from quarterdeck.workspace.ruleset.scenario_names import OpeningError

SITES = ["gunnery.fire.hit", "gunnery.fire.force"]


def test_a_face_falls_for_the_roll_that_it_names():
    dice = ScriptedDice([Face(3, "fire.hit"), Face(5)], sites=SITES)
    assert [dice.throw(0, 6, ()), dice.throw(1, 6, ())] == [3, 5]


def test_a_face_for_another_roll_stops_the_game_at_once():
    dice = ScriptedDice([3, Face(5, "hit")], sites=SITES)
    dice.throw(0, 6, ())
    with pytest.raises(DiceFaultError, match=r"die 2 is given for hit, and gunnery.fire.force is rolled"):
        dice.throw(1, 6, ())


def test_a_file_of_faces_names_rolls_line_by_line(tmp_path):
    file = tmp_path / "dice.txt"
    file.write_text("fire.hit: 3 5  # the first two\n2 east\n", "utf-8")
    assert faces_read_from(file) == [Face(3, "fire.hit"), Face(5, "fire.hit"), Face(2), Face("east")]


@pytest.mark.parametrize("word", ["3.5", "-2", "fire..hit:"])
def test_what_is_no_face_and_no_roll_is_refused(tmp_path, word):
    file = tmp_path / "dice.txt"
    file.write_text(f"{word}\n", "utf-8")
    with pytest.raises(OpeningError, match="is not a face of a die"):
        faces_read_from(file)
