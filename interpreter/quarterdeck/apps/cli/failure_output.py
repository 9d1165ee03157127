"""What is said when a command cannot do its work: a line or findings for people, and the same as data for programs."""

from __future__ import annotations

from quarterdeck.apps.api.failures import Failure
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import complain, print_findings


def tell(failure: Failure, as_data: bool) -> int:
    """Say it on the standard error, and as data on the standard output where that is wanted; give the exit code."""
    if failure.findings:
        print_findings(failure.findings)
    else:
        complain(failure.message)
    if as_data:
        print_json(failure.for_programs())
    return failure.exit
