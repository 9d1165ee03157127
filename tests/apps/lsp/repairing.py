"""A repair does what the hint says: the diagnostic is gone when it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from quarterdeck.apps.lsp.repairs import repairs_of
from quarterdeck.base.findings.finding import Finding, Findings


def check_repairs(game: Path, findings: Findings, found_in: Callable[[Path], Findings]) -> None:
    """Make the first repair of each finding of a game by itself, and see that it is found less often than before."""
    found = list(findings)
    before = Counter((one.code, one.message) for one in found)
    for finding in found:
        for repair in repairs_of(finding)[:1]:
            path = file_of(game, finding)
            text = path.read_text("utf-8")
            path.write_text(text[: repair.span.start] + repair.text + text[repair.span.end :], "utf-8")
            after = Counter((one.code, one.message) for one in found_in(game))
            path.write_text(text, "utf-8")
            key = finding.code, finding.message
            assert after[key] < before[key], (finding.message, finding.hint, repair)


def file_of(game: Path, finding: Finding) -> Path:
    """Return the file of a finding."""
    first, _, rest = finding.span.file.path.partition("/")
    return game / rest if first == game.name else game / "variants" / finding.span.file.path
