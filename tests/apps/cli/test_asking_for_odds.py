"""`odds`: what may be asked without knowing how, and grids over places."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main

GAME = str(Path(__file__).parents[2] / "games" / "snowballs")


def test_without_a_question_the_standard_questions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", GAME]) == 0
    printed = capsys.readouterr().out
    assert "soaked" in printed
    assert f"quarterdeck odds {GAME} --of " in printed


def test_a_rule_without_facts_is_answered_with_facts_that_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", GAME, "throwing.throw"]) == 1
    ready = capsys.readouterr().err.rpartition("--given '")[2].partition("'")[0]
    assert main(["odds", GAME, "throwing.throw", "--given", ready]) == 0


def test_a_grid_goes_over_places(capsys: pytest.CaptureFixture[str]) -> None:
    near = ["--over", "Dora.place: [[3, 4], [3, 6]]", "--show", "target.wet"]
    assert main(["odds", GAME, "throwing.throw", "--of", "a_good_throw", *near]) == 0
    printed = capsys.readouterr().out
    assert "[3, 4]" in printed
    assert "2 cases" in printed


@pytest.mark.parametrize("values", ["[[3, a], [3, 6]]", "[[[3, 4]]]", "[[]]", "[{column: 3}]"])
def test_what_is_no_place_is_no_value_of_a_grid(capsys: pytest.CaptureFixture[str], values: str) -> None:
    assert main(["odds", GAME, "throwing.throw", "--of", "a_good_throw", "--over", f"Dora.place: {values}"]) == 1
    assert "`Dora.place` has no values" in capsys.readouterr().err


def test_what_is_shown_is_written_alike_for_odds_and_for_one_try(capsys: pytest.CaptureFixture[str]) -> None:
    both = ["--show", "target.wet, least(1, 2)", "aim.natural"]
    assert main(["odds", GAME, "throwing.throw", "--of", "a_good_throw", *both]) == 0
    assert "least(1, 2)" in capsys.readouterr().out
    assert main(["try", GAME, "throwing.throw", "--of", "a_good_throw", *both]) == 0
    printed = capsys.readouterr().out
    assert "\ntarget.wet: " in printed
    assert "\nleast(1, 2): 1\n" in printed


def test_an_unknown_question_is_called_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", GAME, "--of", "nowhere"]) == 2
    assert "there is no standard question or example nowhere" in capsys.readouterr().err


@pytest.mark.parametrize("how", ["count", "any", "every", "all"])
def test_dice_of_a_pool_are_picked_in_what_is_shown(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "game", str(tmp_path / "pond")]) == 0
    given = "{things: {Otter: {like: Otter, hull: 2}}, given: {ship: Otter}}"
    shown = ["--given", given, "--show", f"{how}(die in work where die > 5)"]
    assert main(["odds", str(tmp_path / "pond"), "flooding.flood", *shown]) == 0, capsys.readouterr().err
    assert main(["try", str(tmp_path / "pond"), "flooding.flood", *shown, "--dice", "any"]) == 0
