"""Fields that nobody asks for keep no two rows apart, even where they are worked out from themselves."""

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
      wet: {type: 0..60, words: wetness, start: "0"}
      cold: {type: 0..60, words: cold, start: "0"}
      lost: {type: 0..6, words: gloves lost, start: "0"}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure play(child: Child) "{child} plays" cites "one"
    repeat 10 times
        do fall(child)

effect fall(child: Child) "{child} falls" cites "one"
    roll snow on d6 "the snow"
    roll wind on d6 "the wind"
    add snow to child.wet, to no more than 60
    add wind to child.cold, to no more than 60
    when wind > child.lost
        add 1 to child.lost, to no more than 6
"""


@pytest.fixture
def pockets(tmp_path: Path) -> Ruleset:
    return pockets_of(tmp_path, FIELDS, RULES)


def asked(game: Ruleset, *shown: str) -> tuple[dict[tuple[str, ...], Fraction], int]:
    findings = Findings()
    built = game.built(findings)
    rosters, asking = game.rosters(built), game.asking(built)
    situation = situation_of(built.program, rosters, {"Anna": {"kind": "Child"}}, {}, findings, nowhere)
    given = inputs_of(built.program, "pockets.play", situation, rosters, {"child": "Anna"}, findings, nowhere)
    assert given is not None
    wanted = [asking.shown("pockets.play", text, given, situation, findings) for text in shown]
    assert not list(findings)
    odds = asking.ask("pockets.play", given, situation, [one for one in wanted if one is not None])
    return {row: Fraction(weight, odds.below) for row, weight in odds.rows}, odds.visits


def test_what_only_adds_to_itself_keeps_no_rows_apart(pockets):
    both, many = asked(pockets, "Anna.wet", "Anna.lost")
    wet, few = asked(pockets, "Anna.wet")
    assert few * 4 < many
    alone: dict[tuple[str, ...], Fraction] = {}
    for (amount, _), chance in both.items():
        alone[amount,] = alone.get((amount,), Fraction(0)) + chance
    assert wet == alone


def test_what_is_asked_for_is_counted_with_its_condition(pockets):
    lost, _ = asked(pockets, "Anna.lost")
    expected = {0: Fraction(1)}
    for _ in range(10):
        after: dict[int, Fraction] = {}
        for gloves, chance in expected.items():
            more = Fraction(max(0, 6 - gloves), 6)
            after[gloves] = after.get(gloves, Fraction(0)) + chance * (1 - more)
            after[gloves + 1] = after.get(gloves + 1, Fraction(0)) + chance * more
        expected = {gloves: chance for gloves, chance in after.items() if chance}
    assert lost == {(str(gloves),): chance for gloves, chance in expected.items()}
