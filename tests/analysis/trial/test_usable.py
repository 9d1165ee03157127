"""What a battle can come to: nothing that happens in one is left out, and nothing that its ships rule out is there.

Each shipped scenario is fought once in `make test`, and ten times more in `make soak`.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from quarterdeck.analysis.trial.usable import Usable
from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.situation import Situation
from quarterdeck.workspace.pipeline.build import Built


def usable(game: str, scenario: str) -> frozenset[str]:
    return Usable(*Ruleset.open(game).scenario(scenario, Findings())).elements()


def addresses(built: Built, situation: Situation, seed: int) -> set[str]:
    """Fight a battle between random bots; give the addresses of all rolls and choices of its turns."""
    heard: list[dict[str, Any]] = []
    deciders = {side: RandomDecider(side) for side in situation.things.values()}
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    play(built.module(), Context(built.program, situation, dice, deciders, on_entry=heard.append))
    set_up = takewhile(lambda one: not one["at"].startswith("turn."), heard) if built.checked.declared.turn else ()
    return {str(one["at"]) for one in heard[len(list(set_up)) :]}


def holder(address: str, known: frozenset[str]) -> str:
    """Give the rule or table that holds something that happened."""
    while address and address not in known:
        address = address.rpartition(".")[0]
    return address


def test_four_cruisers_of_1939_have_no_use_for_submarines_carriers_or_depth_charges():
    found = usable("easyships", "river_plate")
    assert {"gunnery.attack", "gunnery.pierce", "torpedoes.attack", "critical_hits", "damage.flood"} <= found
    assert not {one for one in found if one.startswith(("submarines.move", "depth_charges.drop", "sonar.ping"))}
    assert not {"air_strikes.fire_at_aircraft", "air_strikes.bomb", "charge_dice", "bomb_size"} & found


def test_what_another_battle_has_is_there():
    found = usable("easyships", "midway")
    assert {"air_strikes.fire_at_aircraft", "air_strikes.bomb", "bomb_size"} <= found


def test_an_option_in_use_opens_what_it_leads_to():
    assert "gunnery.fire_off_one_roll" not in usable("quickfire", "coronel")
    assert "gunnery.fire_off_one_roll" in usable("quickfire+one_roll", "coronel")


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 11), marks=pytest.mark.soak)], ids=["once", "often"])
@pytest.mark.parametrize("game", ["easyships", "quickfire", "ships_and_sails", "fear_god"])
def test_nothing_that_happens_is_left_out(game, seeds):
    ruleset = Ruleset.open(game)
    acting = (address for address, rule in ruleset.declared.rules.items() if rule.sort != "advice")
    everything = frozenset((*acting, *ruleset.declared.tables))
    for name in ruleset.declared.scenarios:
        built, situation = ruleset.scenario(name, Findings())
        found = Usable(built, situation).elements()
        for seed in seeds:
            happened = {holder(one, everything) for one in addresses(built, situation.copy(), seed)}
            assert happened - {""} <= found, name
