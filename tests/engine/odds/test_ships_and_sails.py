"""The odds of Ships & Sails equal fractions worked out by hand from its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere

pytestmark = pytest.mark.no_cover

Chances = dict[tuple[str, ...], Fraction]
CIRCLE = ("north", "northeast", "southeast", "south", "southwest", "northwest")


@pytest.fixture(scope="module")
def sails() -> Ruleset:
    return Ruleset.open("ships_and_sails")


def counted(ruleset: Ruleset, rule: str, things: dict[str, Any], given: dict[str, Any], show: list[str]) -> Chances:
    """Give the chances that the interpreter counts, by outcomes in words."""
    findings = Findings()
    built = ruleset.built(findings)
    rosters, asking = ruleset.rosters(built), ruleset.asking(built)
    situation = situation_of(built.program, rosters, things, given, findings, nowhere)
    arguments = inputs_of(built.program, rule, situation, rosters, given, findings, nowhere)
    assert arguments is not None, list(findings)
    shown = [asking.shown(rule, text, arguments, situation, findings) for text in show]
    assert not findings, list(findings)
    odds = asking.ask(rule, arguments, situation, [item for item in shown if item is not None])
    return {row: Fraction(weight, odds.below) for row, weight in odds.rows}


def collected(outcomes: list[tuple[tuple[str, ...], Fraction]]) -> Chances:
    found: Counter[tuple[str, ...]] = Counter()
    for row, chance in outcomes:
        found[row] += chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def number(value: Fraction) -> str:
    """Write hundredths as the odds do: no zeros at the end."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def stroke(hit: int, critical: int, chance: int, value: Fraction) -> tuple[Fraction, int]:
    """Give the damage of one hex, and the row of the critical table that counts (none: nothing)."""
    damage = value * chance / 100 if hit <= chance // 10 else Fraction(0)
    return damage, critical if hit == 1 and chance == 40 and critical <= 2 else 0


def passing(value: Fraction, full: Fraction, told: Callable[[Fraction, int], tuple[str, ...]]) -> Chances:
    """Work out a broadside at a ship that goes through a hex of ten percent into the one aimed at."""
    return collected(
        [
            (told(full - first - second, row), Fraction(1, 10 * 10 * 20))
            for early in range(1, 11)
            for late in range(1, 11)
            for critical in range(1, 21)
            for first, _ in [stroke(early, critical, 10, value)]
            for second, row in [stroke(late, critical, 40, value)]
        ]
    )


def yes(condition: bool) -> str:
    return "yes" if condition else "no"


PASSING: dict[str, dict[str, Any]] = {
    "ship": {"like": "Victory", "guns": 66, "hex": [10, 10], "heading": "northeast"},
    "target": {"like": "Santa Ana", "hex": [8, 8], "heading": "south", "wake": [[8, 7], [8, 8]]},
}


def test_one_broadside_at_an_enemy_that_passes_both_hexes(sails):
    found = counted(
        sails,
        "gunnery.shoot_at",
        PASSING,
        {"ship": "ship", "target": "target", "shot": "ball", "aim": [8, 8]},
        ["target.hull", "target.rudder_lost", "target.sunk"],
    )
    assert found == passing(Fraction(33), Fraction(140), lambda hull, row: (number(hull), yes(row == 2), yes(row == 1)))
    assert found["126.8", "no", "no"] == Fraction(9, 10) * (Fraction(3, 10) + Fraction(1, 10) * Fraction(18, 20))


def test_grape_shot_takes_shares_of_the_crew_that_was_there_before(sails):
    found = counted(
        sails,
        "gunnery.shoot_at",
        {**PASSING, "target": {**PASSING["target"], "wake": [[8, 8]]}},
        {"ship": "ship", "target": "target", "shot": "grape", "aim": [8, 8]},
        ["target.sailors"],
    )
    assert found == {
        ("340",): Fraction(6, 10),
        ("326.8",): Fraction(3, 10) + Fraction(18, 200),
        ("241.8",): Fraction(1, 200),
        ("156.8",): Fraction(1, 200),
    }


def test_the_wind_of_the_next_turn(sails):
    shifts = {
        die: -2 if die == 1 else -1 if die <= 3 else 0 if die <= 9 else 1 if die <= 11 else 2 for die in range(1, 13)
    }
    speeds = {1: 0, 2: 1, 3: 2, 4: 2, 10: 4, 11: 4, 12: 5}
    found = counted(
        sails,
        "weather.blow",
        {"breeze": {"kind": "Wind", "toward": "north", "speed": 3}},
        {"wind": "breeze"},
        ["breeze.toward", "breeze.speed"],
    )
    assert found == collected(
        [
            ((CIRCLE[shifts[one] % 6], str(speeds.get(other, 3))), Fraction(1, 144))
            for one in range(1, 13)
            for other in range(1, 13)
        ]
    )
