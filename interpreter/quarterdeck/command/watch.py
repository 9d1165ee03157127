"""`quarterdeck watch`: what `check` finds, again whenever a file of the ruleset is saved."""

from __future__ import annotations

from time import process_time, sleep

from rich.console import Console

from quarterdeck.diagnostics.printer import show
from quarterdeck.examples.data import faults_of_data
from quarterdeck.pipeline.folders import NotFoundError
from quarterdeck.pipeline.held import Held
from quarterdeck.ruleset.opened import Ruleset

PAUSE = 0.3
"""So many seconds pass between two looks at the files."""


def watch(game: str) -> int:
    """Check a ruleset again whenever one of its files is saved; only what an edit reaches is done again.

    Ends with Ctrl-C.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
    """
    held = Held(game)
    console = Console()
    try:
        while True:
            stamp = held.stamp()
            tell(held, console)
            while held.stamp() == stamp:
                sleep(PAUSE)
    except KeyboardInterrupt:
        return 0


def tell(held: Held, console: Console) -> int:
    """Check a ruleset as its files are now, and print what is found; give how many findings there are."""
    begun = process_time()
    try:
        loaded = held.load()
    except NotFoundError as error:  # while a file is saved it may be gone for a moment
        console.print(str(error), markup=False, highlight=False)
        return 1
    findings = tuple(loaded.findings or faults_of_data(Ruleset(loaded)))
    took = process_time() - begun
    if findings:
        show(findings, console)
    anew = sum(1 for name, _ in loaded.store.done if name == "type") if loaded.store is not None else 0
    found = said("finding", len(findings)) if findings else "no finding"
    words = f"{held.game}: {found} ({said('definition', anew)} typed, {took:.1f} s)"
    console.print(words, markup=False, highlight=False)
    return len(findings)


def said(word: str, count: int) -> str:
    """Give a count with its word."""
    return f"{count} {word}{'' if count == 1 else 's'}"
