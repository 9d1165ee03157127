"""Ships & Sails: fleets write orders in secret; nothing that a side is asked or shown depends on the other's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry import hexes
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.views import hidden_fields, owner_of
from tests.apps.terminal.program import quarterdeck
from tests.engine.run.doubting import Doubting, Remembering

pytestmark = pytest.mark.no_cover

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


PADS = """
components: more
kinds:
  Pad:
    one: pad
    many: pads
    capacity: 2
    owner: side
    fields:
      side: {type: Side, words: side, fixed: yes}
      plan: {type: 0..9, words: plan, start: 0, seen_by: owner}
      pace: {type: 0..9, words: pace, start: 0}
"""
ORDERED = """rules home "Home" cites "page three"

turn "A turn" cites "page three"
    phase orders "Orders" cites "page three", in secret, for all sides at once
        for each pad in pads where pad.side is side
            do order(pad)
    phase open "Open" cites "page three"
        for each pad in pads
            do call(pad)

procedure order(pad: Pad) "{pad} gets its orders"
    choose plan by pad.side from 0 to 9, default 0 "What does {pad} plan?"
    choose pace by pad.side from 0 to 9, default 0 "How fast is {pad}?"
    set pad.plan to plan
    set pad.pace to pace

procedure call(pad: Pad) "{pad} calls"
    choose word by pad.side from 0 to 9, default 0 "What does {pad} call?"
    announce "{word}"
"""
EVENING = """
scenario: evening
title: An evening
turn_limit: 1
sides:
  first: {title: First, things: {Pad: [{name: Red}]}}
  second: {title: Second, things: {Pad: [{name: Blue}]}}
"""
SAID = "home.order.plan: 7\nhome.order.pace: 5\nhome.call.word: 3\n"


@pytest.mark.parametrize("secret", ["", ", in secret"])
def test_of_orders_given_at_once_others_see_what_they_have_set_and_may_be_seen(tmp_path, secret):
    folder = shutil.copytree(Path(__file__).parents[2] / "language" / "base", tmp_path / "game")
    (folder / "scenarios").mkdir(exist_ok=True)
    rules = ORDERED.replace(
        'from 0 to 9, default 0 "What does {pad} plan', f'from 0 to 9, default 0{secret} "What does {{pad}} plan'
    )
    for name, text in {"more.yaml": PADS, "rules/home.rules": rules, "scenarios/evening.yaml": EVENING}.items():
        (folder / name).write_text(text, "utf-8")
    (tmp_path / "blue.yaml").write_text(SAID, "utf-8")
    kept = tmp_path / "kept.jsonl"
    sides = f"person,{tmp_path / 'blue.yaml'}"
    told = quarterdeck("play", folder, "evening", "--sides", sides, "--save", kept, typed="1\n2\n4\n").stdout
    told = told.replace(str(tmp_path), "")  # its number may be that of the secret plan
    blue = [line.strip() for line in told.splitlines() if "Blue" in line]
    assert any("pace 0 → 5" in line for line in blue), told
    assert any("Blue calls: 3" in line for line in blue), told
    assert not any("7" in line for line in told.partition("nobody wins")[0].splitlines()), told
    assert "Red gets its orders: 1, 2" in told
    assert "Blue gets its orders: 7, 5" in quarterdeck("why", kept).stdout
