"""Bots fight EasyShips' battles: sensibly, better than chance, and blind to what their side may not see."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.deciders.scripted import ScriptedDecider
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, GameResult, play
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import hidden_fields, owner_of
from quarterdeck.language.declarations.types import Boolean, Number
from quarterdeck.workspace.pipeline.build import Built
from tests.engine.run.doubting import Doubting, Remembering

pytestmark = pytest.mark.no_cover

SCENARIOS = ("tsushima", "river_plate", "denmark_strait", "even_fleets_1916", "coral_sea", "midway")


@cache
def easyships() -> Ruleset:
    return Ruleset.open("easyships")


def opened(scenario: str, options: dict[str, Any] | None = None) -> tuple[Built, Situation]:
    findings = Findings()
    built, situation = easyships().scenario(scenario, findings, options)
    assert not findings
    return built, situation


def dice(built: Built, seed: int) -> SeededDice:
    return SeededDice(seed, [site.address for site in built.program.sites])


def who_plays(name: str, seed: int) -> Decider:
    """Give a decider; `stubborn` decides at random, but gives no ship up."""
    if name == "stubborn":
        return ScriptedDecider({"damage.abandon_ships.given_up": "stop"}, RandomDecider(seed))
    return seat(name, seed)


def battle(scenario: str, names: tuple[str, str], seed: int) -> tuple[GameResult, tuple[str, ...]]:
    built, situation = opened(scenario)
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    deciders = {side: who_plays(name, seed * 100 + side) for side, name in zip(sides, names, strict=True)}
    result = play(built.module(), Context(built.program, situation, dice(built, seed), deciders))
    return result, tuple(situation.names[side] for side in sides)


def hits(result: GameResult) -> int:
    struck = ("gunnery.pierce.shell", "torpedoes.explode.blast")
    return sum(1 for entry in result.record if entry.get("at") in struck)


def points(scenario: str, opponent: str, battles: int) -> float:
    """Give what the bot wins of some battles, half of them from each side; a draw is half a point."""
    found = 0.0
    for seed in range(battles):
        place = seed % 2
        names = ("bot", opponent) if place == 0 else (opponent, "bot")
        result, sides = battle(scenario, names, seed + 1)
        found += 0.5 if not result.winner else result.winner == sides[place]
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_fight_a_battle_to_a_sensible_end(scenario: str) -> None:
    result, _ = battle(scenario, ("bot", "bot"), 1)
    assert hits(result)
    abandoned = [e for e in result.record if e.get("at") == "damage.abandon_ships.given_up"]
    assert all(entry["choice"] == "stop" for entry in abandoned)


def test_the_same_seed_gives_the_same_battle() -> None:
    one, other = (battle("river_plate", ("bot", "random"), 7)[0] for _ in range(2))
    assert one.record == other.record


@pytest.mark.parametrize("scenario", ["tsushima", "denmark_strait"])
def test_the_bot_beats_those_who_decide_at_random(scenario: str) -> None:
    assert points(scenario, "random", 10) >= 7


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("opponent", ["random", "stubborn"])
def test_the_bot_wins_seventy_of_a_hundred_battles(scenario: str, opponent: str) -> None:
    assert points(scenario, opponent, 100) >= 70


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nearly_every_battle_between_bots_has_a_hit(scenario: str) -> None:
    assert sum(1 for seed in range(100) if hits(battle(scenario, ("bot", "bot"), seed)[0])) >= 95


# --- what a side may not see


class OtherSecrets(Doubting):
    """Asks every question again with other values in all that the side may not see."""

    def altered(self, state: list[int], side: int) -> list[int]:
        """Give the state with other values in every field that the side may not see."""
        found, layout = list(state), self.program.layout
        for address, _ in hidden_fields(self.program):
            kind, held = address.split(".")[0], layout.types[address]
            for thing in layout.things(kind):
                if state[thing] and owner_of(self.program, state, thing, kind) != side:
                    slot = thing + layout.offsets[address]
                    if isinstance(held, Number):
                        found[slot] = self.generator.randint(int(held.low), int(held.high))
                    elif isinstance(held, Boolean):
                        found[slot] = self.generator.randint(0, 1)
        return found


@pytest.mark.parametrize("scenario", ["river_plate", "denmark_strait"])
def test_a_bot_decides_alike_whatever_its_side_cannot_see(scenario: str) -> None:
    built, situation = opened(scenario, {"hidden_damage": True})
    sides = [side for side in built.program.layout.things("Side") if situation.state[side]]
    deciders = {side: Remembering(WeighingDecider(1)) for side in sides}
    context = OtherSecrets(built.program, situation, dice(built, 3), deciders)
    play(built.module(), context)
    assert context.compared > 50
