"""Tries units of a seed again and shrinks what differs: `python -m tests.differential.again SEED UNIT ...`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.differential.compare import Case
from tests.differential.printed import files
from tests.differential.rulesets import Unit, assemble, unit
from tests.differential.shrink import found_in, shrink, sort_of
from tests.differential.trial import Report, features


def told(made: Unit, folder: Path, seed: int) -> str:
    """Tell the rules of a unit, its situation, and how it differs."""
    found = found_in(made, folder, seed)
    ruleset = assemble([made])
    texts = files(ruleset)
    turn, *parts = texts["rules/probe.rules"].partition("    phase look")[2].split("\n\n")
    tables = [text for path, text in texts.items() if path.startswith("tables/")]
    phases = "    phase u" + turn.partition("    phase u")[2]
    situations = [Case(made, one, ruleset, folder).given for one in made.situations]
    return "\n".join([phases, *parts, *tables, *situations, *map(str, found)])


def explained(report: Report, folder: Path) -> str:
    """Tell all differences of a trial, and the first unit that differs by itself as small as it quickly gets."""
    for number in report.numbers():
        made = unit(report.seed, number, features())
        found = found_in(made, folder, report.seed)
        if found:
            small = shrink(made, sort_of(found[0]), folder, report.seed, tries=100)
            return f"{report}\n\n{told(small, folder, report.seed)}"
    return str(report)


def main(arguments: list[str]) -> int:
    """Try units again and tell how they differ."""
    seed, numbers = int(arguments[0]), [int(one) for one in arguments[1:]]
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where) / "probe"
        for number in numbers:
            made = unit(seed, number, features())
            found = found_in(made, folder, seed)
            if not found:
                print(f"unit {number}: no difference by itself\n")
                continue
            small = shrink(made, sort_of(found[0]), folder, seed)
            print(f"unit {number}, {sort_of(found[0])}:\n{told(small, folder, seed)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
