"""A host of games: time for each decision beside what the rules alone take, for one game and for many, and memory.

Games are played in turn, a decision each, with a program at each seat that reads all it is sent. Milliseconds are
processor time.
"""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import page

from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_keeper import MemoryKeeper
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.sitting.live_game import LiveGame
from quarterdeck.workspace.games.opening import Wanted, begin, live_sitting
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import PERSON, set_up_game, sides_of

CASES = (
    ("ships_and_sails", "lake_erie"),
    ("quickfire", "coronel"),
    ("fear_god", "coronel"),
    ("easyships", "denmark_strait"),
)
MANY = (1, 100, 500)
DECISIONS = 300
GAMES = 50


def answer_to(sight: dict[str, Any]) -> dict[str, Any]:
    question = sight["question"]
    first = [*(one["value"] for one in question["options"]), *(run["low"] for run in question["numbers"])]
    value = question["default"]
    if value is None:
        value = first[0] if first else "stop" if question["may_stop"] else "none"
    return {"number": sight["number"], "value": value}


class SeatedGame:
    """A game of a host with a program at each seat."""

    def __init__(self, host: GameHost, ruleset: Ruleset, scenario: str, seed: int) -> None:
        self.host, begun = host, host.create(ruleset, scenario, seed=seed)
        self.heard = 0
        self.seats = [host.connect(link.token, self.hear) for link in begun.links if link.side]

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message, as JSON would be written."""
        self.heard += len(json.dumps(message))

    def answer(self) -> float | None:
        """Answer the open question, and return the seconds; nothing when the game is over."""
        for game, connection in self.seats:
            if is_asked(game, connection) and connection.sight is not None:
                message = answer_to(connection.sight)
                begun = process_time()
                self.host.receive(game, connection, message)
                return process_time() - begun
        return None


def hosted(ruleset: Ruleset, scenario: str, count: int) -> list[float]:
    """Return the seconds of decisions in several games at once."""
    host = GameHost()
    games = [SeatedGame(host, ruleset, scenario, seed) for seed in range(count)]
    spent: list[float] = []
    wanted = DECISIONS if count == 1 else 4 * count
    while len(spent) < wanted and (now := [one for game in games if (one := game.answer()) is not None]):
        spent += now
    return spent


def rules_alone(ruleset: Ruleset, scenario: str) -> list[float]:
    """Return the seconds of decisions without a host, with the same answers."""
    findings = Findings()
    game = set_up_game(ruleset, scenario, {}, findings)
    findings.refuse()
    seats = [f"{side}={PERSON}" for side in sides_of(game)]
    live = LiveGame(begin(game, Wanted(scenario, {}, seats, 0), (), MemoryKeeper().new_store(), live_sitting))
    live.open()
    spent: list[float] = []
    while (question := live.question) is not None and len(spent) < DECISIONS:
        offered = question.default if question.default is not None else [*question.options, "none"][0]
        begun = process_time()
        live.answer(offered if offered == "none" else question.written(offered))
        spent.append(process_time() - begun)
    return spent


def is_asked(game: Any, connection: Any) -> bool:
    return game.live is not None and game.live.question is not None and game.live.question.side == connection.reader


def memory(ruleset: Ruleset, scenario: str) -> tuple[float, float]:
    """Give the bytes of a game that is played, and of one that sleeps, with its record."""
    host = GameHost()
    host.create(ruleset, scenario)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    games = [SeatedGame(host, ruleset, scenario, seed) for seed in range(GAMES)]
    for game in games:
        for _ in range(5):
            game.answer()
    gc.collect()
    active = tracemalloc.get_traced_memory()[0] - before
    for game in games:
        for seated, connection in game.seats:
            seated.disconnect(connection)
    games.clear()
    host.sleep_idle(0)
    gc.collect()
    idle = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return active / GAMES, idle / GAMES


def tables() -> Iterator[page.Measured]:
    rows, sizes = [], []
    for name, scenario in CASES:
        ruleset = Ruleset.open(name)
        alone = median(rules_alone(ruleset, scenario))
        for count in MANY:
            spent = hosted(ruleset, scenario, count)
            middle, last = median(spent), quantiles(spent, n=100)[98]
            rows.append(
                (
                    f"{name} {scenario}",
                    f"{count}",
                    f"{alone * 1000:.2f}",
                    f"{middle * 1000:.2f}",
                    f"{middle / alone:.1f}",
                    f"{last * 1000:.1f}",
                    f"{len(spent) / sum(spent):.0f}",
                )
            )
        active, idle = memory(ruleset, scenario)
        sizes.append((f"{name} {scenario}", f"{active / 1000:.0f}", f"{idle / 1000:.1f}"))
    yield page.Measured(
        "serve",
        "Milliseconds of processor time for a decision at a host with a program at each seat, and for the rules alone",
        ("battle", "games", "rules alone", "host, median", "ratio", "99th percentile", "decisions a second"),
        tuple(rows),
    )
    yield page.Measured(
        "serve_memory",
        f"Kilobytes of memory of a game with a program at each seat, and of one that sleeps; the mean of {GAMES} games",
        ("battle", "active", "asleep"),
        tuple(sizes),
    )


if __name__ == "__main__":
    page.show(tables())
