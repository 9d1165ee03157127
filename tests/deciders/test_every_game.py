"""Battles of every shipped game end by its own victory conditions or the turn limit, and replay to the same bytes.

A game joins by being shipped with a scenario.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from quarterdeck.api import Ruleset
from quarterdeck.apps.terminal.game_start import Wanted, begin, read_saved
from quarterdeck.apps.terminal.replaying import replay
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.resources import rulesets_folder
from quarterdeck.engine.run.game import GameResult
from quarterdeck.workspace.pipeline.folders import ruleset_names
from quarterdeck.workspace.ruleset.seating import Game, set_up_game

pytestmark = pytest.mark.no_cover

BATTLES, LOT = 100, 10
TURNS = 6  # in the gate
SEATS = (("bot", "bot"), ("bot", "random"), ("random", "bot"), ("random", "random"))


@cache
def opened(game: str) -> Ruleset:
    return Ruleset.open(game)


@cache
def set_up(game: str, scenario: str) -> Game:
    findings = Findings()
    made = set_up_game(opened(game), scenario, {}, findings)
    assert not findings
    return made


def fought(game: Game, scenario: str, sides: tuple[str, ...], seed: int, folder: Path) -> GameResult:
    """Fight a battle to its end, and see that its journal replays to the same bytes."""
    kept = folder / f"{scenario} {seed}.jsonl"
    screen = Screen(Console(file=StringIO(), quiet=True))
    result = begin(game, Wanted(scenario, sides=sides, seed=seed), (), kept, screen).play()
    assert 1 <= result.turn <= game.start.state[limit_of(game)]
    saved = read_saved(kept)
    again = replay(game, saved)
    assert again.fault == ""
    assert again.result is not None
    assert (again.result.winner, again.turn) == (result.winner, result.turn)
    assert again.journal(game, saved.header) == kept.read_bytes()
    return result


def limit_of(game: Game) -> int:
    """Give where the turn limit is kept."""
    return game.built.program.layout.arrays["Game"].base + game.built.program.layout.offsets["Game.turn_limit"]


def smallest(game: str) -> str:
    """Give the scenario in which fewest things fight for the shortest time."""
    shapes = {name: scenario.shape for name, scenario in opened(game).declared.scenarios.items()}
    size = {
        name: shape.turn_limit * sum(len(things) for side in shape.sides.values() for things in side.things.values())
        for name, shape in shapes.items()
    }
    return min(size, key=lambda name: size[name])


GAMES = [game for game in ruleset_names() if list((rulesets_folder() / game / "scenarios").glob("*.yaml"))]


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_ends_and_replays_to_the_same_bytes(game, tmp_path):
    """The first turns of the smallest scenario, and then the turn limit."""
    scenario = smallest(game)
    made = set_up(game, scenario)
    short = replace(made, start=made.start.copy())
    short.start.state[limit_of(short)] = TURNS
    fought(short, scenario, SEATS[0], 1, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(BATTLES // LOT))
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_battles_end_and_replay_to_the_same_bytes(game, lot, tmp_path):
    """By bots and by lot, over all scenarios in turn."""
    scenarios = sorted(opened(game).declared.scenarios)
    ends: Counter[str] = Counter()
    for seed in range(lot * LOT, lot * LOT + LOT):
        scenario, sides = scenarios[seed % len(scenarios)], SEATS[seed // len(scenarios) % len(SEATS)]
        result = fought(set_up(game, scenario), scenario, sides, seed, tmp_path)
        ends[f"{scenario}, {' and '.join(sides)}: {result.winner or 'nobody'} in turn {result.turn}"] += 1
    print(*(f"{count} x {end}" for end, count in sorted(ends.items())), sep="\n")
