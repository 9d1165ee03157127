"""A profile says what each piece of advice costs, and changes nothing of the battles."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.analysis.battles.advice_profile import AdviceProfile
from quarterdeck.analysis.battles.series import SeriesWanted, fight_series
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main

STARTER = Path(__file__).parents[3] / "starter"


def test_each_piece_of_advice_has_its_calls_and_its_time() -> None:
    wanted, profile = SeriesWanted("first_meeting", count=3), AdviceProfile()
    watched = fight_series(Ruleset.open(str(STARTER)), wanted, profile=profile)
    costs = {one.address: one for one in profile.dearest()}
    assert set(costs) == {"gunnery.fire.target", "movement.move.course", "doctrine.nearest"}
    assert costs["doctrine.nearest"].calls >= costs["movement.move.course"].calls
    assert 0 < costs["gunnery.fire.target"].counted <= costs["gunnery.fire.target"].calls
    assert costs["doctrine.nearest"].counted == 0
    assert all(one.seconds > 0 for one in costs.values())
    assert fight_series(Ruleset.open(str(STARTER)), wanted).contests == watched.contests


def test_the_command_prints_it_below_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["battles", str(STARTER), "first_meeting", "--count", "2", "--profile"]) == 0
    printed = capsys.readouterr().out
    assert "What advice costs" in printed
    assert "gunnery.fire.target" in printed
    assert main(["battles", str(STARTER), "first_meeting", "--count", "2", "--profile", "--workers", "2"]) == 2
