"""Print a ruleset as a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from quarterdeck.diagnostics import RefusedError
from quarterdeck.ruleset.opened import Ruleset


def print_book(ruleset: Ruleset, folder: Path, formats: Sequence[str] = ("html", "pdf")) -> Mapping[str, Path]:
    """Print the rulebook into a folder, and give where each format lies.

    Raises:
        RefusedError: the ruleset has findings.
        BookError: it cannot be built, or the folder holds something else.
    """
    faults = [*ruleset.findings, *(ruleset.faults_of_rosters() if not ruleset.findings else ())]
    if faults:
        raise RefusedError(faults)
    # Sphinx is slow to load, and only who prints needs it.
    from quarterdeck.rulebook.build import build
    from quarterdeck.rulebook.plan import plan

    name = "+".join(Path(part).name for part in ruleset.name.split("+"))
    return build(plan(ruleset), name, folder, formats).paths
