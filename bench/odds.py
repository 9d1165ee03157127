"""Odds: attacks of EasyShips and a hundred mechanics of dice, counted by the interpreter beside icepool, in one run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

import icepool.evaluator
import icepool.math
import page

from quarterdeck.api import Ruleset
from tests.engine.odds.mechanics.models import MODELS
from tests.engine.odds.mechanics.questions import Mechanics, chances_of_die, chances_of_odds, forget_throws
from tests.engine.odds.test_easyships import ATTACKS, in_words, posed

ROUNDS = 9
SHOWN = 10
"""So many of the mechanics with the highest ratios are shown."""


def tables() -> Iterator[page.Measured]:
    """Measure, and make sure that both come to the same."""
    yield attacks()
    yield mechanics(len(MODELS) if "--all" in sys.argv[1:] else SHOWN)


def attacks() -> page.Measured:
    """Measure attacks of EasyShips."""
    easyships, rows = Ruleset.open("easyships"), []
    for question in ATTACKS:
        it = posed(easyships, question)
        ours = theirs = float("inf")
        for _ in range(ROUNDS):
            start = process_time()
            odds = it.asking.ask(question.rule, it.arguments, it.situation, it.shown)
            middle = process_time()
            expected = question.expected()
            ours, theirs = min(ours, middle - start), min(theirs, process_time() - middle)
        found = {row: Fraction(weight, odds.below) for row, weight in odds.rows}
        if found != {in_words(outcome): chance for outcome, chance in expected.items()}:
            raise SystemExit(f"{question}: the chances are not the same")
        counts = f"{len(found):,}", f"{odds.visits:,}"
        taken = f"{ours * 1000:.0f}", f"{theirs * 1000:.0f}", f"{theirs / ours:.2f}"
        rows.append((str(question), *counts, *taken))
    headings = ("attack", "outcomes", "visits", "ms", "icepool, ms", "icepool = 1")
    return page.Measured("odds", f"Processor time, least of {ROUNDS} runs", headings, tuple(rows))


def mechanics(shown: int) -> page.Measured:
    """Measure mechanics of dice, with all caches of both programs empty; the ratios are times, and lower is better."""
    asked, measured = Mechanics(), []
    for address, model in MODELS.items():
        ours = theirs = float("inf")
        for _ in range(ROUNDS):
            forget_throws()
            forget_pools()
            start = process_time()
            odds = asked.ask(address)
            middle = process_time()
            die = model()
            ours, theirs = min(ours, middle - start), min(theirs, process_time() - middle)
        if chances_of_odds(odds) != chances_of_die(die):
            raise SystemExit(f"{address}: the chances are not the same")
        measured.append((ours / theirs, address, ours, theirs))
    measured.sort(reverse=True)
    ratios = [ratio for ratio, *_ in measured]
    rows = [
        (address, f"{ours * 1000:.2f}", f"{theirs * 1000:.2f}", f"{ratio:.2f}")
        for ratio, address, ours, theirs in measured[:shown]
    ]
    rows.append((f"median of {len(measured)}", "", "", f"{median(ratios):.2f}"))
    rows.append(("slower than twice icepool", "", "", f"{sum(ratio > 2 for ratio in ratios)}"))
    headings = ("mechanic", "ms", "icepool, ms", "times icepool")
    how = f"Processor time, least of {ROUNDS} runs, each with empty caches; the highest {shown} ratios"
    return page.Measured("mechanics", how, headings, tuple(rows))


def forget_pools() -> None:
    """Empty the caches of icepool."""
    icepool.Pool.clear_cache()
    icepool.math.comb_row_cache.clear()
    for evaluator in vars(icepool.evaluator).values():
        vars(evaluator).get("_cache", {}).clear() if isinstance(evaluator, icepool.MultisetEvaluator) else None


if __name__ == "__main__":
    page.show(tables())
