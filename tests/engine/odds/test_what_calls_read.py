"""A call is counted once for all rows that agree in what it really reads and writes, and brings each its own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.odds import count, known_calls, regions
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      wet: {type: 0..60, words: wetness, start: "0"}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure play "all play" cites "one"
    for each child in children
        do fall(child)
    for each child in children
        do dry(child)
    do comfort()

effect fall(child: Child) "{child} falls" cites "one"
    "Those around it get wet only where it is very wet itself."
    roll snow on d6 "the snow"
    add snow / 2 rounded up to child.wet, to no more than 60
    when child.wet > 50
        for each other in children
            add 1 to other.wet, to no more than 60

effect dry(child: Child) "{child} dries" cites "one"
    roll sun on d6 "the sun"
    set child.wet to 0 when sun > 4

effect comfort "the first who is wet is comforted" cites "one"
    let sorry = first(child in children where child.wet > 1)
    when sorry is not none
        roll tea on d6 "the tea"
        set sorry.wet to 1 when tea > 3
"""
NAMES = ("Anna", "Ben", "Carl", "Dora")


@pytest.fixture
def pockets(tmp_path: Path) -> Ruleset:
    return pockets_of(tmp_path, FIELDS, RULES)


def asked(game: Ruleset, rule: str) -> dict[tuple[int, ...], Fraction]:
    findings = Findings()
    built = game.built(findings)
    rosters, asking = game.rosters(built), game.asking(built)
    situation = situation_of(built.program, rosters, {name: {"kind": "Child"} for name in NAMES}, {}, findings, nowhere)
    given = inputs_of(built.program, rule, situation, rosters, {}, findings, nowhere)
    assert given is not None, list(findings)
    wanted = [asking.shown(rule, f"{name}.wet", given, situation, findings) for name in NAMES]
    assert not list(findings)
    odds = asking.ask(rule, given, situation, [one for one in wanted if one is not None])
    return {tuple(map(int, row)): Fraction(weight, odds.below) for row, weight in odds.rows}


def by_hand() -> dict[tuple[int, ...], Fraction]:
    one = {0: Fraction(1, 3), **{wet: Fraction(2, 9) for wet in (1, 2, 3)}}  # fallen, and dried with two faces of six
    found: dict[tuple[int, ...], Fraction] = {}
    for wets in product(one, repeat=len(NAMES)):
        chance = Fraction(1)
        for wet in wets:
            chance *= one[wet]
        place = next((place for place, wet in enumerate(wets) if wet > 1), None)
        comforted = wets if place is None else (*wets[:place], 1, *wets[place + 1 :])
        for after in (wets, comforted):
            found[after] = found.get(after, Fraction(0)) + chance / 2
    return found


@pytest.mark.parametrize("often", [known_calls.OFTEN, 0, 3])
@pytest.mark.parametrize("used", [known_calls.USED, 1, 10**6])
@pytest.mark.parametrize("met", [known_calls.MET, 1, 10**6])
@pytest.mark.parametrize("few", [regions.FEW, 0, 10**6])
def test_rows_that_a_call_cannot_tell_apart_keep_what_is_theirs(pockets, monkeypatch, often, used, met, few):
    monkeypatch.setattr(known_calls, "OFTEN", often)
    monkeypatch.setattr(known_calls, "USED", used)
    monkeypatch.setattr(known_calls, "MET", met)
    monkeypatch.setattr(regions, "FEW", few)
    assert asked(pockets, "pockets.play") == by_hand()


def test_a_call_is_counted_once_whatever_else_the_rows_differ_in(pockets, monkeypatch):
    counted: Counter[tuple[int, ...]] = Counter()
    call = count.Counting.call

    def noted(self, called, stack, *rest):
        counted[stack.frame[1]] += 1
        return call(self, called, stack, *rest)

    monkeypatch.setattr(count.Counting, "call", noted)
    monkeypatch.setattr(known_calls, "OFTEN", 0)
    monkeypatch.setattr(known_calls, "MET", 1)
    asked(pockets, "pockets.play")
    falls, dries, comforts = [1] * 4, [3] * 4, 2 * (1 + 2 + 4 + 8) + 16
    # a child falls alike however wet the others are, dries by its own wetness (there
    # are three amounts), and whom to comfort is known from the first who is wet and those before
    assert sorted(counted.values()) == [*falls, *dries, comforts]
