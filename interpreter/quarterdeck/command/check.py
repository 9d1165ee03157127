"""`quarterdeck check`: every finding of every stage."""

from __future__ import annotations

import json as as_json
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.diagnostics import Finding
from quarterdeck.diagnostics.printer import show
from quarterdeck.pipeline.kept import kept_with, summary_of


def check(game: str, *, json: Annotated[bool, Parameter(name="--json", negative="")] = False) -> int:
    """Find everything that is wrong with a ruleset and its variants, in one run.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        json: print the findings as JSON.
    """
    with Console(stderr=True).status(f"checking the rules of {game}") as status:
        summary = summary_of(game)
        status.update(f"checking the scenarios and examples of {game}")
        findings = summary.findings or kept_with(game, "data", lambda: _faults_of_data(game))
    if json:
        found = [finding.as_json() for finding in findings]
        left = [{"place": place, "what": what, "reason": reason} for place, what, reason in summary.not_encoded]
        print(as_json.dumps({"game": game, "findings": found, "not_encoded": left}, indent=1))
        return 1 if found else 0
    if findings:
        show(findings, Console())
        count = len(findings)
        print(f"{game}: {count} finding{'s' if count != 1 else ''}")
        return 1
    print(f"{game}: no finding")
    for place, what, reason in summary.not_encoded:
        print(f"not encoded: {place}, {what} ({reason})")
    return 0


def _faults_of_data(game: str) -> tuple[Finding, ...]:
    """Give what is wrong with rosters, scenarios and examples; only where the rules are sound.

    What is made of the rules is verified as well: a fault there is one of the interpreter.
    """
    from quarterdeck.diagnostics import Findings
    from quarterdeck.examples.data import faults_of_data
    from quarterdeck.passes.order import verified
    from quarterdeck.ruleset.opened import Ruleset

    ruleset = Ruleset.open(game)
    verified(ruleset.built(Findings()).program)
    return tuple(faults_of_data(ruleset))
