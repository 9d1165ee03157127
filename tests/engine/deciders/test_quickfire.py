"""Bots bring a battle of Quickfire to its end: they close in after the first loss and give up when beaten."""

import pytest

from quarterdeck.api import Ruleset, play

pytestmark = pytest.mark.no_cover


def test_few_battles_of_coronel_run_out_of_turns():
    ruleset = Ruleset.open("quickfire")
    fought = [play(ruleset, "coronel", seed=seed) for seed in range(6)]
    assert sum(battle.winner is None for battle in fought) <= 1
    assert {battle.winner for battle in fought} >= {"british", "german"}
