"""Odds: five attacks of EasyShips counted by the interpreter beside icepool, on the same questions, in one run."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from rich.console import Console
from rich.table import Table

from quarterdeck.api import Ruleset
from tests.odds.test_easyships import ATTACKS, in_words, posed

ROUNDS = 5


def main() -> None:
    easyships, console = Ruleset.open("easyships"), Console()
    table = Table(title=f"Exact odds of an attack, processor time, least of {ROUNDS} runs", title_justify="left")
    for heading in ("", "outcomes", "visits", "ms", "icepool ms", "speed (icepool = 1)"):
        table.add_column(heading, justify="right" if heading else "left")
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
        counts = f"{len(found)}", f"{odds.visits}"
        table.add_row(str(question), *counts, f"{ours * 1000:.1f}", f"{theirs * 1000:.1f}", f"{theirs / ours:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
