"""The odds of Fear God and Dread Nought equal those of a model written from its text, as fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere
from tests.engine.odds import fear_god_model as model
from tests.engine.odds import fear_god_torpedo_model as torpedo_model

pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def fear_god() -> Ruleset:
    return Ruleset.open("fear_god")


def counted(
    game: Ruleset,
    rule: str,
    things: dict[str, Any],
    given: dict[str, Any],
    shown: list[str],
    options: dict[str, Any] | None = None,
) -> dict[tuple[str, ...], Fraction]:
    """Give the chances that the interpreter counts, by outcomes in words."""
    findings = Findings()
    built = game.built(findings, options)
    rosters, asking, program = game.rosters(built), game.asking(built), built.program
    situation = situation_of(program, rosters, things, given, findings, nowhere)
    inputs = {key: value for key, value in given.items() if "." not in key}
    arguments = inputs_of(program, rule, situation, rosters, inputs, findings, nowhere)
    assert arguments is not None, list(findings)
    asked = [asking.shown(rule, text, arguments, situation, findings) for text in shown]
    assert not findings, list(findings)
    odds = asking.ask(rule, arguments, situation, [item for item in asked if item is not None])
    return {row: Fraction(weight, odds.below) for row, weight in odds.rows}


SIZES = {"A": "size_a", "B": "size_b", "C": "size_c", "E": "size_e"}
REDUCTIONS = [
    pytest.param("B", 1905, (2, 3), 4, {}, {}, id="the armored cruiser of the text"),
    pytest.param("A", 1915, (16,), 8, {}, {}, id="a battleship that is overwhelmed"),
    pytest.param("A", 1920, (4, 5, 6), 0, {}, {}, id="a severe level, three fires"),
    pytest.param("C", 1930, (1,), 0, {}, {}, id="a destroyer with a small fire"),
    pytest.param("E", 1914, (5,), 1, {}, {}, id="a small craft"),
    pytest.param("B", 1950, (12,), 0, {"first.feed": 2, "ship.nursed": True}, {}, id="a fire that fuel feeds"),
]


@pytest.mark.parametrize(("size", "year", "fires", "water", "more", "options"), REDUCTIONS)
def test_one_fire_reduction_equals_the_model(fear_god, size, year, fires, water, more, options):
    names = ("first", "second", "third")[: len(fires)]
    things = {"ship": {"kind": "Ship", "side": "one", "size_class": SIZES[size], "year": year, "nursed": True}}
    for turn, (name, percent) in enumerate(zip(names, fires, strict=True), 10):
        things[name] = {"kind": "Casualty", "ship": "ship", "trouble": "blaze", "severity": percent, "next_turn": turn}
    if water:
        things["water"] = {"kind": "Casualty", "ship": "ship", "trouble": "leak", "severity": water, "next_turn": 10}
    shown = [
        "casualty_percent(ship, blaze)",
        "count(casualty in casualties where casualty.trouble is blaze)",
        "casualty_percent(ship, leak)",
    ]
    row = model.fed(more["first.feed"]) if "first.feed" in more else lambda face: face
    expected: dict[tuple[str, ...], Fraction] = {}
    for left, chance in model.reduction(size, year, fires, water, row).items():
        key = (str(sum(left)), str(sum(1 for percent in left if percent)), str(water))
        expected[key] = expected.get(key, Fraction(0)) + chance
    given = {"ship": "ship", "trouble": "blaze", "level": model.level(size, year, sum(fires) + water), **more}
    found = counted(fear_god, "casualties.fight_casualty", things, given, shown, options)
    assert sum(found.values()) == 1
    assert found == expected


def test_a_well_trained_crew_against_water_equals_the_model(fear_god):
    things = {
        "ship": {"kind": "Ship", "side": "one", "navy": "german", "size_class": "size_a", "year": 1912},
        "water": {"kind": "Casualty", "ship": "ship", "trouble": "leak", "severity": 11, "next_turn": 10},
    }
    expected = {(str(left[0]),): chance for left, chance in model.reduction("A", 1912, (11,), 0, model.drilled).items()}
    found = counted(
        fear_god,
        "casualties.fight_casualty",
        things,
        {"ship": "ship", "trouble": "leak", "level": model.level("A", 1912, 11)},
        ["casualty_percent(ship, leak)"],
        {"national_effectiveness": True},
    )
    assert found == expected


KAISER_HIT = {"ship": "Kaiser", "warhead": 70, "depth": "run_deep", "beam": "port", "end": "neither"}
SHOWN = {
    "damage": "Kaiser.damage",
    "speed step": "speed_level(Kaiser)",
    "fires": "casualty_percent(Kaiser, blaze)",
    "flooding": "casualty_percent(Kaiser, leak)",
    "mounts left": "sum(mounts_left(battery) for battery in Kaiser.batteries)",
    "blown up": "Kaiser.blown_up",
}


def in_words(chances: dict[torpedo_model.Shown, Fraction], *places: int) -> dict[tuple[str, ...], Fraction]:
    """Give what the model says of some of what is shown, in the words of the odds."""
    words = {True: "yes", False: "no"}
    return torpedo_model.gathered(
        (
            tuple(words[value] if type(value) is bool else str(value) for value in (case[place] for place in places)),
            chance,
        )
        for case, chance in chances.items()
    )


@pytest.fixture(scope="module")
def torpedoed() -> dict[torpedo_model.Shown, Fraction]:
    return torpedo_model.shown(torpedo_model.KAISER, 70)


@pytest.mark.parametrize(
    "places",
    [
        pytest.param((1, 5), id="speed step and blown up"),
        pytest.param((0, 3), id="damage and flooding", marks=pytest.mark.soak),
        pytest.param((0, 1, 2, 3, 4, 5), id="all together", marks=pytest.mark.soak),
    ],
)
def test_a_torpedo_at_kaiser_equals_the_model(fear_god, torpedoed, places):
    shown = [list(SHOWN.values())[place] for place in places]
    found = counted(fear_god, "torpedoes.one_torpedo", {"Kaiser": {"like": "Kaiser"}}, KAISER_HIT, shown)
    assert sum(found.values()) == 1
    assert found == in_words(torpedoed, *places)


def test_a_torpedo_that_kaisers_protection_swallows_does_nothing(fear_god):
    given = {**KAISER_HIT, "warhead": 35}
    found = counted(fear_god, "torpedoes.one_torpedo", {"Kaiser": {"like": "Kaiser"}}, given, list(SHOWN.values()))
    assert found == in_words(torpedo_model.shown(torpedo_model.KAISER, 35), *range(6))
