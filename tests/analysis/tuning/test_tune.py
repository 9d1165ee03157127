"""A number is tuned to what is wanted of a question, exactly; what cannot be had is said, with what comes closest."""

from __future__ import annotations

import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.tuning.goals import GoalError, TuningGoal, goal_from, with_nearness
from quarterdeck.analysis.tuning.report import Tuned
from quarterdeck.api import Facts, RefusedError, Ruleset, count, diff, new_variant, tune
from quarterdeck.apps.api.tuning import outcome_counter
from quarterdeck.apps.cli.main import main
from quarterdeck.workspace.alterations.numbers import NoSuchNumberError

GAMES = Path(__file__).parents[2] / "games"
GAME = str(GAMES / "snowballs")


@pytest.fixture(scope="module")
def tuned(snowballs: Ruleset, soaked: Facts) -> Tuned:
    return tune(snowballs, "aim.steady", "mean(target.wet) = 1.35", "throwing.throw", soaked, values="-2..3")


# --- goals


@pytest.mark.parametrize(
    ("said", "of", "relation", "target"),
    [
        ("chance(a.sunk) = 30%", "chance(a.sunk)", "=", Fraction(3, 10)),
        ("mean(a.fires)>=1.5", "mean(a.fires)", ">=", Fraction(3, 2)),
        ("chance(a.fires >= 2) <= 1/8", "chance(a.fires >= 2)", "<=", Fraction(1, 8)),
        ("chance(a.kind = b.kind) = 0.25", "chance(a.kind = b.kind)", "=", Fraction(1, 4)),
    ],
)
def test_a_goal_says_of_what_and_how_much(said, of, relation, target):
    goal = goal_from(said, "1%")
    assert (goal.of, goal.relation, goal.target, goal.within) == (of, relation, target, Fraction(1, 100))


@pytest.mark.parametrize("said", ["chance(a.sunk)", "= 30%", "chance(a.sunk) > 30%", "mean(a) = many", "mean(a) = 1/0"])
def test_what_is_no_goal_is_said(said):
    with pytest.raises(GoalError, match="is not a goal: write"):
        goal_from(said, "")


def test_more_than_is_wanted_is_no_miss_where_more_will_do():
    assert TuningGoal("x", ">=", Fraction(2)).misses(Fraction(3)) == 0
    assert TuningGoal("x", ">=", Fraction(2)).misses(Fraction(1)) == 1
    assert TuningGoal("x", "<=", Fraction(2)).misses(Fraction(1)) == 0
    assert TuningGoal("x", "=", Fraction(2)).misses(Fraction(3)) == 1
    assert TuningGoal("x", "=", Fraction(2), Fraction(1)).is_met(Fraction(3))


def test_a_chance_that_never_comes_is_no_goal():
    with pytest.raises(GoalError, match="between 0 and 1"):
        with_nearness(goal_from("chance(x) = 30", ""), is_share=True)
    with pytest.raises(GoalError, match="--within some"):
        goal_from("chance(x) = 30%", "some")


# --- values


def test_each_value_brings_what_odds_count_of_a_variant_that_says_it(snowballs, soaked, tuned, tmp_path, monkeypatch):
    """The variant is written by hand."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAME, "snowballs")
    new_variant(Path("own"), "snowballs")
    assert [one.value for one in tuned.tried] == [-2, -1, 0, 1, 2, 3]
    for one in tuned.tried[::2]:
        written = "amend modifier throwing.throw.aim.steady: {} when {}\n"
        change = f"+{one.value}" if one.value >= 0 else f"-{-one.value}"
        condition = "child.place = child.place"
        original = next(line for line in text_of_rules() if "modifier steady:" in line)
        condition = original.partition(" when ")[2].rpartition(' "')[0].partition(' "')[0]
        Path("own/own.rules").write_text(written.format(change, condition))
        (odds,) = count(Ruleset.open("snowballs+own"), "throwing.throw", soaked, show=["target.wet"])
        assert one.outcome == odds.mean_of("target.wet")


def text_of_rules() -> list[str]:
    return [line for path in sorted(Path("snowballs/rules").glob("*.rules")) for line in path.read_text().splitlines()]


def test_the_nearest_value_is_found(tuned):
    assert tuned.verdict == "met"
    assert tuned.chosen is not None
    assert tuned.chosen.outcome is not None
    assert all(tuned.misses(tuned.chosen.outcome) <= tuned.misses(one.outcome) for one in tuned.tried if one.outcome)
    assert abs(tuned.chosen.outcome - Fraction("1.35")) <= tuned.within == Fraction("0.027")
    assert tuned.today.value == 1
    assert tuned.prevents == ()


def test_a_limit_is_met_by_the_value_nearest_to_that_of_today(snowballs, soaked):
    found = tune(snowballs, "aim.steady", "mean(target.wet) >= 0.9", "throwing.throw", soaked)
    assert found.verdict == "met"
    assert found.chosen == found.today
    assert found.elsewhere == ()


def test_a_chance_and_an_option_are_tuned(snowballs, soaked):
    found = tune(
        snowballs, "throwing.throw.aim#1", "chance(target.wet > 0) = 60%", "throwing.throw", soaked, within="1%"
    )
    assert found.chosen is not None
    assert found.chosen.outcome is not None
    assert found.is_share
    assert (found.verdict == "met") == (abs(found.chosen.outcome - Fraction(6, 10)) <= Fraction(1, 100))


def test_what_it_costs_elsewhere_is_what_diff_says(tmp_path, monkeypatch, snowballs, soaked):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAME, "snowballs")
    new_variant(Path("own"), "snowballs")
    ruleset = Ruleset.open("snowballs+own")
    arguments = ("aim.steady", "mean(target.wet) = 1.35", "throwing.throw", soaked)
    found = tune(ruleset, *arguments, values="1..2", write=True)
    assert found.written is not None
    told = diff(Ruleset.open("snowballs"), Ruleset.open("snowballs+own"))
    moved = {one.question: one.distance for one in told.odds if one.distance}
    assert moved
    assert {one.question: one.distance for one in found.elsewhere} == moved
    again = tune(Ruleset.open("snowballs+own"), *arguments, values="1..2", write=True)
    assert again.verdict == "met"
    assert again.chosen == again.today
    assert again.written is None


# --- what cannot be had


def prevents(ruleset: Ruleset, facts: Facts, number: str, goal: str, values: str = "") -> str:
    found = tune(ruleset, number, goal, "throwing.throw", facts, values=values)
    assert found.verdict == "missed"
    return "\n".join(found.prevents)


def test_what_prevents_more_is_said(snowballs, soaked):
    assert "brings 1.6892: no value" not in prevents(snowballs, soaked, "aim.steady", "mean(target.wet) = 1.2", "1..2")
    between = prevents(snowballs, soaked, "aim.steady", "mean(target.wet) = 1.2", "1..2")
    assert between == "1 brings 1.0139 and 2 brings 1.3519, and no value that was tried is between them"
    asked = prevents(snowballs, soaked, "aim.steady", "mean(target.wet) = 3", "0..1")
    assert asked == "0 brings 0.67593\n1 is the last that was asked for"
    refused = prevents(snowballs, soaked, "splashes.5-7#1", "mean(target.wet) = 3")
    assert "4 is refused: QD" in refused
    still = prevents(snowballs, soaked, "frozen_hands", "mean(target.wet) = 3")
    assert still.startswith("no value moves it: from -2 to 0 it is 1.0139")


def test_an_empty_range_is_a_finding_and_an_unknown_number_is_said(snowballs, soaked):
    for values in ("5..1", "[]", "some", "[1, two]", "0..1000"):
        with pytest.raises(RefusedError) as refused:
            tune(snowballs, "aim.steady", "mean(target.wet) = 1", "throwing.throw", soaked, values=values)
        assert [finding.code for finding in refused.value.findings] == ["QD207"]
    with pytest.raises(NoSuchNumberError, match="did you mean"):
        tune(snowballs, "aim.stedy", "mean(target.wet) = 1", "throwing.throw", soaked)


def test_the_command_writes_what_meets_the_goal_and_nothing_else(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAME, "snowballs")
    new_variant(Path("own"), "snowballs")
    line = ["tune", "snowballs+own", "--of", "soaked", "--number", "aim.steady=-2..3", "--write", "--goal"]
    assert main([*line, "target.wet = 9"]) == 1
    said = capsys.readouterr().out
    assert "not met: 3 comes closest" in said
    assert "nothing is written: the goal is not met" in said
    assert not Path("own/own.rules").exists()
    assert main([*line, "target.wet = 1.35"]) == 0
    said = capsys.readouterr().out
    assert "met by 2, which gives 1.3519" in said
    assert said.endswith(Path("own/own.rules").read_text())
    assert main([*line, "target.wet = 1.35"]) == 0
    assert "nothing is written: it is so today" in capsys.readouterr().out
    assert main(["tune", "snowballs", *line[2:], "target.wet = 1.35"]) == 2
    assert "name the variant" in capsys.readouterr().err


def test_a_constant_that_the_question_decides_is_varied_there(snowballs, soaked):
    """A question of a frost of 4 is asked with each value in the place of that 4, and 4 is what it is today."""
    at = {value: replace(soaked, constants={**soaked.constants, "frost": value}) for value in (0, 4)}
    found = tune(snowballs, "Game.frost", "mean(target.wet) = 1", "throwing.throw", at[4], values="[0, 4]")
    assert found.today.value == 4
    assert found.decided == "the question"
    assert not found.elsewhere
    brought = {Fraction(one.value): one.outcome for one in found.tried}
    asked = {
        value: outcome_counter(snowballs, "throwing.throw", facts, "mean(target.wet)").today
        for value, facts in at.items()
    }
    assert brought == asked
    assert brought[Fraction(0)] != brought[Fraction(4)]


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_a_chart_of_the_values_is_drawn(tuned, tmp_path, ending):
    pytest.importorskip("altair")
    from quarterdeck.apps.cli.tuning_chart import draw_tuned

    draw_tuned(tuned, tmp_path / f"chart{ending}")
    assert (tmp_path / f"chart{ending}").stat().st_size > 1000
