"""A call that opens a span looks at the state as it was: what it brings hangs on that, though it reads none after."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.odds import known_calls
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      wet: {type: 0..60, words: wetness, start: "0"}
      cold: {type: 0..60, words: cold, start: "0"}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure play "all play" cites "one"
    for each child in children
        do fall(child)
    do freeze()

effect fall(child: Child) "{child} falls" cites "one"
    roll snow on d6 "the snow"
    set child.wet to snow

procedure freeze "all grow cold" cites "one"
    for each child in children, at once
        do shiver(child, child.wet)

effect shiver(child: Child, wetness: 0..60) "{child} shivers" cites "one"
    roll wind on d6 "the wind"
    set child.cold to wetness when wind > 3
"""
NAMES = ("Anna", "Ben")


@pytest.mark.parametrize("often", [known_calls.OFTEN, 0])
def test_a_call_with_a_span_in_it_is_counted_for_each_state_that_it_begins_from(tmp_path: Path, monkeypatch, often):
    monkeypatch.setattr(known_calls, "OFTEN", often)
    monkeypatch.setattr(known_calls, "MET", 1)
    game, findings = pockets_of(tmp_path, FIELDS, RULES), Findings()
    built = game.built(findings)
    rosters, asking = game.rosters(built), game.asking(built)
    situation = situation_of(built.program, rosters, {name: {"kind": "Child"} for name in NAMES}, {}, findings, nowhere)
    given = inputs_of(built.program, "pockets.play", situation, rosters, {}, findings, nowhere)
    assert given is not None, list(findings)
    wanted = [asking.shown("pockets.play", f"{name}.cold", given, situation, findings) for name in NAMES]
    assert not list(findings)
    odds = asking.ask("pockets.play", given, situation, [one for one in wanted if one is not None], in_span=False)
    one = {0: Fraction(1, 2), **{cold: Fraction(1, 12) for cold in range(1, 7)}}
    expected = {(str(a), str(b)): one[a] * one[b] for a, b in product(one, one)}
    assert {row: Fraction(weight, odds.below) for row, weight in odds.rows} == expected
