"""What is shown when the interpreter itself fails: the rule that was carried out, and where it happened."""

from __future__ import annotations

import traceback

from quarterdeck.command.opening import print_findings
from quarterdeck.diagnostics import Finding
from quarterdeck.emit.runtime import RulesFaultError
from quarterdeck.source import NOWHERE, Span


def internal_error(error: Exception) -> int:
    """Print an exception as a finding; give the exit code."""
    if isinstance(error, RulesFaultError):
        print_findings([Finding("QD698", str(error.args[0]), rule_concerned(error), hint=error.hint)])
        return 1
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{frame.filename.rpartition('quarterdeck/')[2]}, line {frame.lineno}"
    print_findings(
        [
            Finding(
                "internal error",
                f"{type(error).__name__}: {error} ({where})",
                rule_concerned(error),
                hint="this is a fault of the interpreter; QUARTERDECK_TRACEBACK=1 shows where it comes from",
            )
        ]
    )
    return 1


def rule_concerned(error: Exception) -> Span:
    """Give the place in the rules behind the innermost generated line of a traceback."""
    for given in error.args[1:]:
        if isinstance(given, Span):
            return given
    frames = list(traceback.walk_tb(error.__traceback__))
    for frame, line in reversed(frames):
        span = frame.f_globals.get("__spans__", {}).get(line)
        if isinstance(span, Span):
            return span
    return NOWHERE
