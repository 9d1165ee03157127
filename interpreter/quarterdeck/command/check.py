"""`quarterdeck check`: every finding of every stage."""

from __future__ import annotations

import json as as_json
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.api import Ruleset
from quarterdeck.diagnostics.printer import show


def check(game: str, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Find everything that is wrong with a ruleset and its variants, in one run.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        json: print the findings as JSON.
    """
    ruleset = Ruleset.open(game)
    missing = ruleset.loaded.declared.head.not_encoded if ruleset.loaded.declared else []
    if json:
        found = [finding.as_json() for finding in ruleset.findings]
        left = [{"place": m.place, "what": m.what, "reason": m.reason} for m in missing]
        print(as_json.dumps({"game": game, "findings": found, "not_encoded": left}, indent=1))
        return 1 if found else 0
    if ruleset.findings:
        show(ruleset.findings, Console())
        count = len(ruleset.findings)
        print(f"{game}: {count} finding{'s' if count != 1 else ''}")
    else:
        print(f"{game}: no finding")
    for one in missing:
        print(f"not encoded: {one.place}, {one.what} ({one.reason})")
    return 1 if ruleset.findings else 0
