"""Battles by the hundred: one series beside as many calls of `play`, and pairs on common dice beside others.

A thousand battles of River Plate are fought as one series, with one process and with two; of `play` thirty calls are
measured, in turns with the series, and their mean is multiplied. All three come to battles of the same seeds: those
that `play` was called with end as the series says. Then two ways of a scenario are compared on common dice, and on dice
of which neither knows the other's; the intervals of the difference of who wins are set side by side.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter

import page

from quarterdeck.analysis.battles.contest import seed_of
from quarterdeck.analysis.battles.intervals import Interval, difference_of_strangers
from quarterdeck.analysis.battles.store import BattleStore
from quarterdeck.analysis.battles.summary import SeriesSummary
from quarterdeck.api import Ruleset, battles

GAME, SCENARIO = "easyships", "river_plate"
COUNT, CALLS, ROUNDS = 1000, 30, 2
PAIRS = 100
COMPARED: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("easyships denmark_strait", "", {"hidden_damage": "yes"}),
    ("easyships river_plate", "", {"wide_arcs": "yes"}),
    ("easyships river_plate", "easyships+weather", {}),
)


@dataclass
class Taken:
    """The time of whole processes: of the processor, and by the clock."""

    processor: float = 0
    clock: float = 0

    def run(self, *arguments: str) -> dict[str, object]:
        usage, begun = getrusage(RUSAGE_CHILDREN), perf_counter()
        line = [sys.executable, "-m", "quarterdeck", *arguments, "--json"]
        found: dict[str, object] = json.loads(subprocess.run(line, check=True, capture_output=True).stdout)
        now = getrusage(RUSAGE_CHILDREN)
        self.processor += now.ru_utime + now.ru_stime - usage.ru_utime - usage.ru_stime
        self.clock += perf_counter() - begun
        return found


def side_by_side() -> page.Measured:
    """Measure calls of `play` and series, in turns."""
    calls, series = Taken(), {1: [Taken() for _ in range(ROUNDS)], 2: [Taken() for _ in range(ROUNDS)]}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.sqlite"
        Taken().run("battles", GAME, SCENARIO, "--count", str(CALLS), "--save", str(path))  # warms caches
        store = BattleStore(path)
        ends = {one.number: (one.winner, one.turn) for one in store.outcomes(0, CALLS, ("hunters", "raider"))}
        store.close()
    tables = []
    for turn in range(ROUNDS):
        for number in range(turn * CALLS // ROUNDS + 1, (turn + 1) * CALLS // ROUNDS + 1):
            played = calls.run("play", GAME, SCENARIO, "--sides", "bot", "--seed", str(seed_of(1, number)))
            if (played["winner"], played["turn"]) != ends[number]:
                raise SystemExit(f"battle {number} ends otherwise when it is played by itself")
        for workers, runs in series.items():
            line = ("battles", GAME, SCENARIO, "--count", str(COUNT), "--workers", str(workers))
            tables.append(runs[turn].run(*line))
    if any(table != tables[0] for table in tables):
        raise SystemExit("the series come to different tables")
    scale = COUNT / CALLS
    whole = Taken(calls.processor * scale, calls.clock * scale)
    rows = [(f"{COUNT:,} calls of `play`, from {CALLS}", whole)]
    for workers, runs in series.items():
        words = f"`battles --count {COUNT} --workers {workers}`"
        rows.append((words, Taken(min(one.processor for one in runs), min(one.clock for one in runs))))
    cells = tuple(
        (
            words,
            *(f"{taken.processor:.1f}", f"{whole.processor / taken.processor:.1f}"),
            *(f"{taken.clock:.1f}", f"{whole.clock / taken.clock:.1f}"),
        )
        for words, taken in rows
    )
    how = f"River Plate, bots on both sides, whole processes; of the series the least of {ROUNDS} runs"
    headings = ("", "processor, s", "times as fast", "clock, s", "times as fast")
    return page.Measured("battles", how, headings, cells)


def on_other_dice(before: SeriesSummary, other: Ruleset, scenario: str, options: dict[str, str]) -> Interval:
    """Give where the difference lies if the second contest is fought with another seed, and nothing is paired."""
    series = battles(other, scenario, count=PAIRS, seed=2, options=options)
    one, two = (came.wins[0].won.battles for came in (before, series.contests[0].came))
    return difference_of_strangers((one, PAIRS), (two, PAIRS))


def in_words(found: Interval) -> str:
    """Say an interval in percent."""
    return f"{float(found.low):+.1%} to {float(found.high):+.1%}"


def pairs() -> page.Measured:
    """Measure how much common dice narrow the interval of a difference."""
    rows = []
    for name, other, vary in COMPARED:
        game, scenario = name.split()
        one = Ruleset.open(game)
        against = Ruleset.open(other) if other else None
        common = battles(one, scenario, count=PAIRS, against=against, vary=vary)
        apart = on_other_dice(common.contests[0].came, against or one, scenario, vary)
        assert common.compared is not None
        won = common.compared.wins[0].won
        what = other.partition("+")[2] or ", ".join(f"{key}={value}" for key, value in vary.items())
        rows.append(
            (
                f"{name}: {what}",
                f"{common.compared.same / common.compared.pairs:.0%}",
                *(in_words(won.interval), in_words(apart)),
                f"{float(apart.width / won.interval.width):.1f}",
            )
        )
    how = f"{PAIRS} battles of each; the share that the first side wins, after less before, in percent"
    headings = ("", "pairs that end alike", "common dice", "dice of their own", "times as narrow")
    return page.Measured("pairs", how, headings, tuple(rows))


def tables() -> Iterator[page.Measured]:
    yield side_by_side()
    yield pairs()


if __name__ == "__main__":
    page.show(tables())
