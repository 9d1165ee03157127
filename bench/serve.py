"""A host of games: time for each decision beside what the rules alone take, for one game and for many, and memory.

Games are played in turn, a decision each, with a program at each seat that reads all it is sent. Milliseconds are
processor time.
"""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
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
from quarterdeck.workspace.ruleset.seating import PERSON, Game, set_up_game, sides_of

CASES = (
    ("ships_and_sails", "lake_erie"),
    ("quickfire", "coronel"),
    ("fear_god", "coronel"),
    ("easyships", "denmark_strait"),
)
MANY = (1, 100, 500)
DECISIONS = 300
LENGTHS = (5, 300)
GAMES = 10


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


def set_up(ruleset: Ruleset, scenario: str) -> Game:
    findings = Findings()
    game = set_up_game(ruleset, scenario, {}, findings)
    findings.refuse()
    return game


def without_host(game: Game, scenario: str, seed: int = 0) -> LiveGame:
    """Open a game that no host holds."""
    seats = [f"{side}={PERSON}" for side in sides_of(game)]
    live = LiveGame(begin(game, Wanted(scenario, {}, seats, seed), (), MemoryKeeper().new_store(), live_sitting))
    live.open()
    return live


def answers_without_host(live: LiveGame, count: int) -> Iterator[float]:
    """Answer up to `count` questions without a host, as seats of a host would; yield the seconds of each answer."""
    while count and (question := live.question) is not None:
        offered = question.default if question.default is not None else [*question.options, "none"][0]
        begun = process_time()
        live.answer(offered if offered == "none" else question.written(offered))
        yield process_time() - begun
        count -= 1


def is_asked(game: Any, connection: Any) -> bool:
    return game.live is not None and game.live.asked is not None and game.live.asked[1] == connection.reader


def bytes_of_each(make: Callable[[int], Any]) -> tuple[float, list[Any]]:
    """Make one thing, and then measure the memory that each of several more takes."""
    first = make(0)
    gc.collect()
    tracemalloc.start()
    made = [make(seed) for seed in range(1, GAMES + 1)]
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    return size / GAMES, [first, *made]


def memory(ruleset: Ruleset, scenario: str, decisions: int) -> tuple[float, float, float]:
    """Give the bytes of a game that waits without a host, of one at a host, and of one that sleeps, with its record."""
    host, game = GameHost(), set_up(ruleset, scenario)

    def alone(seed: int) -> LiveGame:
        live = without_host(game, scenario, seed)
        deque(answers_without_host(live, decisions), 0)
        live.rest()
        return live

    def seated(seed: int) -> SeatedGame:
        seats = SeatedGame(host, ruleset, scenario, seed)
        for _ in range(decisions):
            seats.answer()
        return seats

    rules = bytes_of_each(alone)[0]
    tracemalloc.stop()
    active, games = bytes_of_each(seated)
    games.clear()
    for hosted in host.games.values():
        for connection in list(hosted.audience.connections):
            hosted.disconnect(connection)
    host.sleep_idle(0)
    gc.collect()
    idle = tracemalloc.get_traced_memory()[0] / GAMES
    tracemalloc.stop()
    return rules, active, idle


def tables() -> Iterator[page.Measured]:
    rows, sizes = [], []
    for name, scenario in CASES:
        ruleset = Ruleset.open(name)
        alone = median(answers_without_host(without_host(set_up(ruleset, scenario), scenario), DECISIONS))
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
        for decisions in LENGTHS:
            held = memory(ruleset, scenario, decisions)
            sizes.append((f"{name} {scenario}", f"{decisions}", *(f"{size / 1000:.0f}" for size in held)))
    yield page.Measured(
        "serve",
        "Milliseconds of processor time for a decision at a host with a program at each seat, and for the rules alone",
        ("battle", "games", "rules alone", "host, median", "ratio", "99th percentile", "decisions a second"),
        tuple(rows),
    )
    yield page.Measured(
        "serve_memory",
        "Kilobytes of memory of a game: one that waits for a decision without a host, one at a host with a program at "
        f"each seat, and one that sleeps; the mean of {GAMES} games",
        ("battle", "decisions so far", "rules alone", "at a host", "asleep"),
        tuple(sizes),
    )


if __name__ == "__main__":
    page.show(tables())
