"""A game that is won or drawn in its set-up ends there: the set-up is carried out to its end, and no phase follows."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.trace import TracedContext

pytestmark = pytest.mark.no_cover

RULES = """\
rules home "Going home" cites "page three"

turn "A turn" cites "page three"
    phase evening "Evening" cites "page three"
        announce "evening"

procedure gather "the children gather" cites "page three"
    OVER when count(child in children) < 3
    announce "gathered"

procedure look "the children look around" cites "page three"
    announce "looked"
    win for first(one in sides where one is not first(side in sides)) because "nobody looks"
"""
SCENARIO = """\
scenario: street
title: The street
turn_limit: 3
setup: [do gather(), do look()]
sides:
  first: {title: First, things: {Child: [{name: Ada, place: [3, 3]}]}}
  second: {title: Second}
"""


@pytest.mark.parametrize("kind", [Context, TracedContext])
@pytest.mark.parametrize(
    ("over", "winner"),
    [('win for first(side in sides) because "few are here"', "First"), ('draw because "few are here"', "")],
)
def test_no_phase_follows_a_set_up_that_ends_the_game(over, winner, kind, tmp_path):
    base = shutil.copytree(Path(__file__).parents[2] / "language" / "base", tmp_path / "game")
    (base / "rules" / "home.rules").write_text(RULES.replace("OVER", over), "utf-8")
    (base / "scenarios").mkdir(exist_ok=True)
    (base / "scenarios" / "street.yaml").write_text(SCENARIO, "utf-8")
    ruleset, findings = Ruleset.open(str(base)), Findings()
    built, situation = ruleset.scenario("street", findings)
    assert not findings, list(findings)
    context = kind(built.program, situation, SeededDice(1, []), {})
    result = play(built.module(trace=kind is TracedContext), context)
    assert context.told == ["few are here", "gathered", "looked"]
    assert (result.winner, result.turn) == (winner, 1)
