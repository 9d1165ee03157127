"""Growth: how the time of a turn grows with the number of ships, for each shipped game.

The games have room for some two dozen ships. So each is copied, with twice the room for all of which there may be
several, and one of its battles is cut down or filled up with sister ships to each number.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from math import log
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import page
import turns

from quarterdeck.api import Ruleset
from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import Scenario

SIZES = (12, 20, 32, 48)
BATTLES = {
    "easyships": "midway",
    "fear_god": "run_to_the_south",
    "quickfire": "tsushima",
    "ships_and_sails": "trafalgar",
}
"""Battles that can be filled up: their points and their sea are not at an end with the ships that they have."""


def roomy(game: str, folder: Path) -> Ruleset:
    """Open a copy of a game with twice the room."""
    copy = folder / game
    shutil.copytree(resources.rulesets_folder() / game, copy)
    for file in copy.glob("components*.yaml"):
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"(?m)^    capacity: (\d+)$", twice, text), "utf-8")
    return Ruleset.open(str(copy))


def twice(found: re.Match[str]) -> str:
    """Give twice the room for a kind, but for one of which there is but one."""
    room = int(found[1])
    return f"    capacity: {room * 2 if room > 1 else room}"


def cut_down(scenario: Scenario, ships: int) -> Scenario:
    """Give a scenario with so many ships at most, the longest lists cut first."""
    shape = turns.copied(scenario.shape)
    lists = [things for side in shape.sides.values() for things in side.things.values()]
    while sum("like" in thing for things in lists for thing in things) > ships:
        longest = max(lists, key=lambda things: sum("like" in thing for thing in things))
        del longest[max(at for at, thing in enumerate(longest) if "like" in thing)]
    return replace(scenario, document=replace(scenario.document, shape=shape))


def fleet(ruleset: Ruleset, scenario: Scenario, ships: int) -> turns.Fleet:
    """Set a battle up with so many ships."""
    known, findings = ruleset.declared.scenarios, Findings()
    known[scenario.name] = cut_down(scenario, ships)
    known[scenario.name] = filled = turns.filled_up(ruleset, known[scenario.name], ships)
    built, situation = ruleset.scenario(scenario.name, findings)
    known[scenario.name] = scenario
    if findings or turns.ships_in(filled) != ships:
        raise SystemExit(f"{ruleset.name}: {scenario.name} cannot be fought by {ships} ships")
    limit = built.program.layout.arrays["Game"].base + built.program.layout.offsets["Game.turn_limit"]
    situation.state[limit] = turns.TURNS
    return turns.Fleet(ruleset.name, filled, ships, built, situation)


def power(times: list[float]) -> float:
    """Give the power of the number of ships that fits the times best, by least squares of the logarithms."""
    ships, taken = [log(size) for size in SIZES], [log(time) for time in times]
    middle, mean = sum(ships) / len(ships), sum(taken) / len(taken)
    together = sum((one - middle) * (other - mean) for one, other in zip(ships, taken, strict=True))
    return together / sum((one - middle) ** 2 for one in ships)


def tables() -> Iterator[page.Measured]:
    """Measure a turn of each game with each number of ships."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for game, name in BATTLES.items():
            ruleset, times = roomy(game, Path(folder)), []
            for ships in SIZES:
                ready = fleet(ruleset, ruleset.declared.scenarios[name], ships)
                seconds, *_ = ready.measured()
                times.append(seconds / ready.turns)
            rows.append((game, name, *(f"{time * 1000:.1f}" for time in times), f"{power(times):.2f}"))
    headings = ("", "scenario", *(f"{ships} ships, ms" for ships in SIZES), "power")
    how = f"{turns.TURNS} turns, decided by bots, processor time, least of {turns.ROUNDS} runs"
    yield page.Measured("growth", how, headings, tuple(rows))


if __name__ == "__main__":
    page.show(tables())
