"""Lists that are named or handed on while dice are thrown are counted like any other value."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      balls: {type: 0..6, words: snowballs, start: "0"}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure share(child: Child) "{child} shares" cites "one"
    let rich = all(other in children where other.balls > 1)
    roll luck on d6 "the luck"
    do give(child, rich, luck)
    do give_table(child) when luck = 6

procedure give_table(child: Child) "{child} gets what others have" cites "one"
    do give(child, all(other in children where other.balls > 3), 1)

effect give(child: Child, rich: list of Child, luck: 1..6) "{child} gets from {rich} with {luck}" cites "one"
    roll gift on d6 "the gift"
    when gift <= count(rich) and luck > 3
        add 1 to child.balls, to no more than 6
"""


@pytest.fixture
def pockets(tmp_path: Path) -> Ruleset:
    return pockets_of(tmp_path, FIELDS, RULES)


def test_lists_in_the_middle_of_dice(pockets):
    """Two children have snowballs to give: a gift at one face in three, when luck is on the upper half."""
    findings = Findings()
    built = pockets.built(findings)
    assert not findings, list(findings)
    rosters, asking = pockets.rosters(built), pockets.asking(built)
    things = {name: {"kind": "Child", "balls": balls} for name, balls in {"Kim": 0, "Lee": 2, "Mo": 3}.items()}
    given = {"child": "Kim"}
    situation = situation_of(built.program, rosters, things, given, findings, nowhere)
    arguments = inputs_of(built.program, "pockets.share", situation, rosters, given, findings, nowhere)
    shown = asking.shown("pockets.share", "Kim.balls", arguments, situation, findings)
    assert not findings, list(findings)
    odds = asking.ask("pockets.share", arguments, situation, [shown])
    chances = {row: Fraction(weight, odds.below) for row, weight in odds.rows}
    assert chances == {("1",): Fraction(1, 6), ("0",): Fraction(5, 6)}
