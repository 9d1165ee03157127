"""`quarterdeck check`: every finding of every stage."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.command.printing import print_json
from quarterdeck.diagnostics.printer import show
from quarterdeck.examples.checkup import check as checked


def check(game: str, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Find everything that is wrong with a ruleset and its variants, in one run.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        json: print the findings as JSON.
    """
    with Console(stderr=True).status(f"checking the rules of {game}") as status:
        found = checked(game, status.update)
    if json:
        print_json(found.as_data())
    elif found.findings:
        show(found.findings, Console())
        count = len(found.findings)
        print(f"{game}: {count} finding{'s' if count != 1 else ''}")
    else:
        print(f"{game}: no finding")
        for one in found.not_encoded:
            print(f"not encoded: {one.place}, {one.what} ({one.reason})")
    if not json:
        for note in found.voids:
            print(f"{note.code}: {note.message}, {note.span.file.path}:{note.span.line}")
    return 1 if found.findings else 0
