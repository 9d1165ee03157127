"""Goals that are met on some dice are met on others: series of battles that had no part in the tuning say so."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.analysis.battles.intervals import share_within
from quarterdeck.analysis.battles.series import SeriesWanted, fight_series
from quarterdeck.analysis.tuning.goals import goal_from
from quarterdeck.analysis.tuning.tune import number_of, tune_battles
from quarterdeck.api import Ruleset
from quarterdeck.workspace.alterations.altered_ruleset import VariedRuleset

SNOWBALLS = str(Path(__file__).parents[2] / "games" / "snowballs")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "wanted", "number", "values", "goal", "within", "side"),
    [
        (
            SNOWBALLS,
            SeriesWanted("cousins", ("random",), 400, 5),
            "throw.aim#1",
            "2..6",
            "win(nobody) = 50%",
            "10%",
            None,
        ),
        (
            SNOWBALLS,
            SeriesWanted("cousins", ("random",), 1000, 6),
            "throw.aim#1",
            "2..6",
            "win(nobody) = 65%",
            "10%",
            None,
        ),
        (
            "easyships",
            SeriesWanted("river_plate", ("bot",), 150, 7),
            "to_hit.new_target",
            "0..6 by 2",
            "win(hunters) >= 70%",
            "",
            "hunters",
        ),
    ],
)
def test_a_goal_that_is_met_is_met_on_other_dice(game, wanted, number, values, goal, within, side):
    ruleset = Ruleset.open(game)
    written = number_of(ruleset, number)
    wish = goal_from(goal, within)
    found = tune_battles(ruleset, written, values, wish, wanted)
    assert found.verdict == "met"
    assert found.chosen is not None
    varied = ruleset if found.chosen.value == written.value else VariedRuleset.of(ruleset, written, found.chosen.value)
    for seed in (101, 102, 103):
        series = SeriesWanted(wanted.scenario, wanted.sides, 200, seed)
        came = fight_series(varied, series).contests[0].came
        won = next(one.won for one in came.wins if one.side == side)
        near = share_within(won.battles, came.ended)
        slack = Fraction(1, 50)  # of three series one may lie a little outside of its 95 %
        assert near.high >= wish.target - found.within - slack
        if wish.relation == "=":
            assert near.low <= wish.target + found.within + slack
