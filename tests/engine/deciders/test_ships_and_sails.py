"""Bots fight Ships & Sails to the end, with guns: they stay on the ocean and beat those who decide by lot."""

from collections import Counter

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play

pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def battle():
    """Give what fights a battle: the result and the names of the sides, in order."""
    ruleset = Ruleset.open("ships_and_sails")

    def battle(scenario, names, seed):
        built, situation = ruleset.scenario(scenario, Findings())
        sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
        deciders = {side: seat(name, seed * 100 + side) for side, name in zip(sides, names, strict=True)}
        dice = SeededDice(seed, [site.address for site in built.program.sites])
        result = play(built.module(), Context(built.program, situation, dice, deciders))
        return result, [situation.names[side] for side in sides]

    return battle


@pytest.mark.parametrize("scenario", ["one_of_each", "trafalgar", "nile", "lake_erie"])
def test_bots_fight_to_the_end_and_stay_on_the_ocean(battle, scenario):
    result, _ = battle(scenario, ("bot", "bot"), 1)
    assert result.winner
    shots = sum(entry.get("at") == "gunnery.check_hex.hit" for entry in result.record)
    assert sum("collides" in told for told in result.told) < shots / 10, "guns decide, and not collisions"
    assert sum("falls off" in told for told in result.told) <= 1


@pytest.mark.parametrize("scenario", ["one_of_each", "nile", "lake_erie"])
def test_the_bot_beats_those_who_decide_by_lot(battle, scenario):
    won = 0
    for seed in range(4):
        names = ("bot", "random") if seed % 2 == 0 else ("random", "bot")
        result, sides = battle(scenario, names, seed)
        won += result.winner == sides[seed % 2]
    assert won >= 3


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["one_of_each", "trafalgar", "nile", "lake_erie"])
def test_either_side_can_win(battle, scenario):
    won = Counter(battle(scenario, ("bot", "bot"), seed)[0].winner for seed in range(40))
    print(f"{scenario}: {dict(won)}")
    assert sum(count > 4 for side, count in won.items() if side) == 2
