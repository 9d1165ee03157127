"""Ships & Sails: fleets write orders in secret; nothing that a side is asked or shown depends on the other's."""

from __future__ import annotations

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.deciders import RandomDecider, WeighingDecider
from quarterdeck.diagnostics import Findings
from quarterdeck.geometry import hexes
from quarterdeck.run.dice import SeededDice
from quarterdeck.run.game import Context, play
from quarterdeck.run.views import hidden_fields, owner_of
from tests.play.doubting import Doubting, Remembering

SECRET = {"Ship.plot", "Ship.plotted_hex", "Ship.plotted_heading", "Broadside.aim", "Broadside.ordered_shot"}
ORDERS = (
    "orders.write_orders.pace",
    "orders.write_orders.course",
    "aiming.order_fire.shot",
    "aiming.order_fire.target",
)


@pytest.fixture(scope="module")
def sails() -> Ruleset:
    return Ruleset.open("ships_and_sails")


class OtherOrders(Doubting):
    """Asks every question again with other orders on the enemy's ships."""

    def altered(self, state: list[int], side: int) -> list[int]:
        """Give the state with other orders for all ships that are not the side's."""
        found, layout, draw = list(state), self.program.layout, self.generator.randint
        for address in SECRET:
            kind = address.split(".")[0]
            for thing in layout.things(kind):
                if state[thing] and owner_of(self.program, state, thing, kind) != side:
                    slot, place = thing + layout.offsets[address], hexes.offset(draw(0, 11), draw(0, 11))
                    if address in layout.capacities:
                        found[slot : slot + 2] = [1, place]
                    else:
                        found[slot] = place if "hex" in str(layout.types[address]) else draw(0, 2)
        return found


def test_orders_are_what_is_secret(sails):
    findings = Findings()
    assert {address for address, _ in hidden_fields(sails.built(findings).program)} == SECRET


@pytest.mark.parametrize("scenario", ["one_of_each", "lake_erie"])
def test_no_side_is_shown_the_other_sides_orders(sails, scenario):
    findings = Findings()
    built, situation = sails.scenario(scenario, findings)
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    dice = SeededDice(3, [site.address for site in built.program.sites])
    deciders = {side: Remembering(WeighingDecider(1)) for side in sides}
    context = OtherOrders(built.program, situation, dice, deciders)
    play(built.module(), context)
    assert context.compared > 50


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", ["one_of_each", "trafalgar", "nile", "lake_erie"])
def test_battles_decided_by_lot_come_to_an_end(sails, scenario, seed):
    findings = Findings()
    built, situation = sails.scenario(scenario, findings)
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    result = play(
        built.module(),
        Context(built.program, situation, dice, {side: RandomDecider(seed + side) for side in sides}),
    )
    assert result.turn > 1
    assert {entry["at"] for entry in result.record if "choice" in entry} == set(ORDERS)
