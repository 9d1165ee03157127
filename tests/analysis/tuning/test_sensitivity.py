"""What one step of a number does to an outcome is what `odds` counts with it; what is not reached moves nothing."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.tuning import sensitivity as counting
from quarterdeck.analysis.tuning.outcomes import NoOutcomeError, OutcomeError
from quarterdeck.analysis.tuning.sensitivity import Sensitivity
from quarterdeck.api import Facts, RefusedError, Ruleset, UndecidedError, count, sensitivity
from quarterdeck.apps.cli.main import main
from quarterdeck.workspace.alterations.altered_ruleset import VariedRuleset
from quarterdeck.workspace.alterations.numbers import number_called, numbers_in
from quarterdeck.workspace.ruleset.rule_question import question_called

GAMES = Path(__file__).parents[2] / "games"
GAME = str(GAMES / "snowballs")


@pytest.fixture(scope="module")
def found(snowballs: Ruleset, soaked: Facts) -> Sensitivity:
    return sensitivity(snowballs, "throwing.throw", "mean(target.wet)", soaked)


def wet(ruleset: Ruleset, facts: Facts) -> Fraction | None:
    (odds,) = count(ruleset, "throwing.throw", facts, show=["target.wet"])
    return odds.mean_of("target.wet")


def with_value(ruleset: Ruleset, name: str, value: Fraction) -> Ruleset:
    assert ruleset.loaded.base is not None
    return VariedRuleset.of(ruleset, number_called(numbers_in(ruleset.declared, ruleset.loaded.base), name), value)


def test_today_is_what_odds_count(snowballs, soaked, found):
    assert found.today == wet(snowballs, soaked)
    assert not found.is_share
    assert found.outcome == "mean(target.wet)"


def test_each_step_is_what_odds_count_of_the_whole_ruleset_with_it(snowballs, soaked, found):
    moving = [one for one in found.numbers if one.most]
    assert len(moving) >= 8
    for one in moving:
        for step in (one.up, one.down):
            if step.outcome is None:
                assert step.refused
                continue
            assert step.outcome == wet(with_value(snowballs, one.name, step.value), soaked), one.name
            assert step.shift == step.outcome - found.today
            assert abs(step.value - one.value) == one.step


def test_what_moves_most_comes_first(found):
    assert [one.most for one in found.numbers] == sorted((one.most for one in found.numbers), reverse=True)


def test_what_the_question_does_not_come_to_moves_nothing(snowballs, soaked, found):
    reached = {one.name for one in found.numbers}
    assert snowballs.loaded.base is not None
    numbers = numbers_in(snowballs.declared, snowballs.loaded.base)
    others = [one for one in numbers if one.name not in reached]
    assert len(numbers) == found.known
    assert len(others) == found.known - found.reached > 20
    tried = 0
    for one in others[::4]:
        if (outcome := wet_or_refused(snowballs, soaked, one.name, one.value + one.step)) is not None:
            assert outcome == found.today, one.name
            tried += 1
    assert tried > 8


def wet_or_refused(ruleset: Ruleset, facts: Facts, name: str, value: Fraction) -> Fraction | None:
    from quarterdeck.workspace.alterations.altered_ruleset import ValueRefusedError

    try:
        return wet(with_value(ruleset, name, value), facts)
    except ValueRefusedError:
        return None


def test_a_chance_moves_by_a_share(snowballs, soaked):
    found = sensitivity(snowballs, "throwing.throw", "chance(target.wet > 1)", soaked, most=12)
    assert found.is_share
    (odds,) = count(snowballs, "throwing.throw", soaked, show=["target.wet > 1"])
    assert found.today == odds.chance("yes")
    assert found.numbers[0].most > 0


def test_the_nearest_numbers_are_tried_and_the_others_named(snowballs, soaked, found):
    few = sensitivity(snowballs, "throwing.throw", "mean(target.wet)", soaked, most=9)
    assert len(few.numbers) == 9
    assert {one.name for one in few.numbers} | set(few.untried) == {one.name for one in found.numbers}
    assert {one.address.rpartition(".")[0] for one in few.numbers} & {"throwing.throw.aim"}


def test_many_processes_find_the_same(snowballs, soaked, found, monkeypatch):
    monkeypatch.setattr(counting, "ENOUGH_TO_SPREAD", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert sensitivity(snowballs, "throwing.throw", "mean(target.wet)", soaked) == found


def test_what_has_no_number_is_said(snowballs, soaked):
    with pytest.raises(OutcomeError, match=r"target\.wet is no condition: write `chance\(CONDITION\)`"):
        sensitivity(snowballs, "throwing.throw", "chance(target.wet)", soaked)
    with pytest.raises(OutcomeError, match="target is neither a number nor a condition"):
        sensitivity(snowballs, "throwing.throw", "target", soaked)
    with pytest.raises(RefusedError, match="no field of Child"):
        sensitivity(snowballs, "throwing.throw", "mean(target.wetness)", soaked)
    with pytest.raises(NoOutcomeError, match="not counted to the end"):
        sensitivity(snowballs, "throwing.throw", "mean(target.wet)", soaked, budget=3)


def test_who_decides_is_asked_for(snowballs):
    packing = question_called(snowballs.declared, "packing")
    assert packing is not None
    question, facts = packing
    without = Facts(facts.given, facts.things, facts.options, facts.constants, facts.place)
    with pytest.raises(UndecidedError):
        sensitivity(snowballs, question.of, "mean(count(walls))", without)
    assert sensitivity(snowballs, question.of, "mean(count(walls))", facts).reached > 0


def test_the_command_says_what_moves_it_and_what_was_not_tried(capsys):
    assert main(["sensitivity", GAME, "--of", "soaked", "--most", "40"]) == 0
    said = capsys.readouterr().out
    assert "throwing.throw: mean(target.wet) is 1.0139" in said
    assert "throwing.throw.aim.steady" in said
    assert "numbers further away were not tried (--most 40)" in said
    assert "dice, exponents, and where rows begin and end" in said


def test_a_question_over_a_grid_wants_one_case(capsys):
    assert main(["sensitivity", GAME, "--of", "soaked_from_afar"]) == 2
    said = capsys.readouterr().err
    assert "is asked over 6 cases: select one" in said
    given = said.partition("--given '")[2].partition("'")[0]
    assert main(["sensitivity", GAME, "--of", "soaked_from_afar", "--given", given, "--most", "5"]) == 0


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_a_chart_is_drawn(found, tmp_path, ending):
    pytest.importorskip("altair")
    from quarterdeck.apps.cli.tuning_chart import draw_sensitivity

    draw_sensitivity(found, tmp_path / f"chart{ending}")
    assert (tmp_path / f"chart{ending}").stat().st_size > 1000
