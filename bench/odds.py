"""Odds: five attacks of EasyShips counted by the interpreter beside icepool, on the same questions, in one run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

import page

from quarterdeck.api import Ruleset
from tests.engine.odds.test_easyships import ATTACKS, in_words, posed

ROUNDS = 5


def tables() -> Iterator[page.Measured]:
    """Measure, and make sure that both come to the same."""
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
    yield page.Measured("odds", f"Processor time, least of {ROUNDS} runs", headings, tuple(rows))


if __name__ == "__main__":
    page.show(tables())
