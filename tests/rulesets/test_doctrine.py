"""What players saw bots do, in battles of their own: each habit is counted, and has a bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.questions import Decider, Question

pytestmark = pytest.mark.no_cover

Look = Callable[[Question, Any, "Counter[str]"], None]


class Watched:
    """A bot whose answers are counted."""

    def __init__(self, bot: WeighingDecider, look: Look, counted: Counter[str]) -> None:
        self.bot, self.look, self.counted = bot, look, counted

    def decide(self, question: Question) -> Any:
        answer = self.bot.decide(question)
        self.look(question, answer, self.counted)
        return answer


def counted(game: str, scenario: str, seed: int, look: Look, *, against_random: bool = False) -> Counter[str]:
    """Count what bots answer in a battle; all sides but the first may decide at random instead."""
    findings, found = Findings(), Counter[str]()
    built, situation = Ruleset.open(game).scenario(scenario, findings)
    assert not findings
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    deciders: dict[int, Decider] = {
        side: Watched(WeighingDecider(seed * 100 + side), look, found)
        if side == sides[0] or not against_random
        else RandomDecider(seed * 100 + side)
        for side in sides
    }
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    play(built.module(), Context(built.program, situation, dice, deciders))
    return found


def field_of(question: Question, name: str, address: str) -> int:
    """Give a field of what a name means at a question."""
    view = question.view
    return int(view.state[dict(question.scope())[name] + view.program.layout.offsets[address]])


@pytest.mark.slow
def test_ships_keep_way_on_keep_their_target_and_see_it() -> None:
    def look(question: Question, answer: Any, found: Counter[str]) -> None:
        at = question.site.address
        if at == "movement.move.course" and not dict(question.scope())["under_way"]:
            found["moves"] += 1
            found["stopped dead"] += question.worded(answer) == "stop"
        if at == "gunnery.fire_guns.target":
            last = field_of(question, "battery", "Battery.last_target")
            found["fires"] += 1
            found["masked"] += any("line of fire" in question.reason(*one) for one in question.refused)
            found["may keep"] += last in question.options
            found["leaves"] += last in question.options and answer != last

    found = counted("easyships", "tsushima", 1, look)
    assert found["stopped dead"] * 20 < found["moves"]  # 18 % before
    assert found["masked"] * 7 < found["fires"]  # 25 % before
    assert found["leaves"] * 20 < found["may keep"]  # 7 % before


@pytest.mark.slow
def test_torpedoes_are_kept_for_a_good_chance_and_ships_do_not_evade_for_nothing() -> None:
    def look(question: Question, answer: Any, found: Counter[str]) -> None:
        at = question.site.address
        if at == "sailing.give_orders.evades":
            found["evades asked"] += 1
            found["evades"] += bool(answer)
        if at == "torpedoes.launch.prey" and question.worded(answer) != "none":
            hurt = 2 * field_of(question, "ship", "Ship.damage") >= field_of(question, "ship", "Ship.points")
            there = question.view.state[answer + question.view.program.layout.offsets["Ship.station"]]
            found["early"] += not hurt and abs(field_of(question, "ship", "Ship.station") - there) > 4000

    found = counted("fear_god", "run_to_the_south", 1, look)
    assert found["evades asked"] > found["evades"]  # all before
    assert found["early"] <= 2  # most before: at 10 % and less


@pytest.mark.slow
def test_ships_go_in_to_torpedo_slow_enemies() -> None:
    def look(question: Question, answer: Any, found: Counter[str]) -> None:
        if question.site.address == "torpedoes.declare_torpedoes.target":
            found["launched"] += question.worded(answer) != "none"

    launched = sum(counted("quickfire", "coronel", seed, look)["launched"] for seed in (1, 2, 3))
    assert launched >= 10  # 4 before


@pytest.mark.slow
def test_torpedo_craft_stay_within_reach_instead_of_running_past() -> None:
    def look(question: Question, answer: Any, found: Counter[str]) -> None:
        if question.site.address == "movement.plot.distance_to_go":
            found["could launch"] += field_of(question, "ship", "Ship.reload") > 0
        if question.site.address == "torpedoes.declare_torpedoes.target":
            found["launched"] += question.worded(answer) != "none"

    found = Counter[str]()
    for seed in range(1, 9):
        found += counted("quickfire", "port_arthur", seed, look, against_random=True)
    assert found["launched"] * 6 > found["could launch"]  # 7 % before
