"""What every command begins with: open a ruleset, print what is wrong with it, stop where nothing can be done.

What prints in colour is imported when there is something to print: most commands have nothing of that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from quarterdeck.base.errors import FailureSort, UserError
from quarterdeck.base.findings.finding import Finding
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import name_meant, no_such_name


class UsageError(UserError):
    """What was asked for is invalid; the argument says why. Exit code 2."""


def refuse_chart(path: Path | None) -> None:
    """Refuse a chart that cannot be written, before anything is computed for it.

    Raises:
        ModuleNotFoundError: the extra `plots` is not installed.
        UsageError: the file is of another sort.
    """
    if path is not None:
        from quarterdeck.apps.cli.chart import charts  # few ask for charts, and its library is large

        charts(path)


def refuse_number(flag: str, number: int, least: int, most: int | None = None) -> None:
    """Refuse a number behind a flag that is too small or too large.

    Raises:
        UsageError: it is.
    """
    if most is not None and not least <= number <= most:
        raise UsageError(f"{flag} {number}: {least:,} to {most:,}")
    if number < least:
        raise UsageError(f"{flag} {number}: at least {least}")


def refuse_file(path: Path, endings: Sequence[str], printed: str) -> None:
    """Refuse a file into which something cannot be printed, before anything is worked out.

    Raises:
        UsageError: its name ends otherwise, or what prints on paper is not installed.
    """
    if path.suffix not in endings:
        known = f"{', '.join(endings[:-1])} or {endings[-1]}"
        raise UsageError(f"{printed} written into a file that ends in {known}, and not {path.name}")
    if path.suffix == ".pdf" and find_spec("typst") is None:
        raise UsageError("paper needs typst: pip install 'quarterdeck[docs]'")


class NoAnswerError(UserError):
    """What was asked for is sound, and still there is no answer: of which sort, and why. Exit code 1."""

    def __init__(self, sort: FailureSort, words: str) -> None:
        super().__init__(words)
        self.sort = sort


def open_ruleset(game: str, *, finished: bool = False, rules_alone: bool = False) -> Ruleset:
    """Open `name`, `name+variant` or a folder in which nothing is wrong.

    While somebody writes, rules are unused and without a source: that is said in a line and hinders nobody, unless the
    ruleset is to be `finished`. What only shows rules does not look at its rosters and scenarios.

    Raises:
        NotFoundError: there is no such ruleset or variant.
        RefusedError: it has findings that forbid what is wanted.
    """
    ruleset = Ruleset.open(game)
    ruleset.refuse_faults(finished=finished)
    if not rules_alone:
        ruleset.refuse_faults_of_data()
    if ruleset.findings:
        count = f"{len(ruleset.findings)} finding{'s' if len(ruleset.findings) > 1 else ''}"
        complain(f"{game} is not finished ({count}; `quarterdeck check {game}` shows what)")
    return ruleset


def one_of(name: str, known: Iterable[str], what: str) -> str:
    """Return the known name that is meant: case, spaces, hyphens, and the address of a list before it do not matter.

    Raises:
        UsageError: there is no such name.
    """
    names = list(known)
    found = name_meant(name, names)
    if found is None:
        raise UsageError(no_such_name(name, names, what))
    return found


def tracked(items: Any, total: int, words: str) -> Any:
    """Give items one after another, and show on a terminal how far they are."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(items, words, total=total, console=console, transient=True, disable=not console.is_terminal)


def print_findings(findings: Iterable[Finding]) -> None:
    """Print findings to the standard error, with colour where it is a terminal."""
    from rich.console import Console

    from quarterdeck.base.findings.printer import show

    show(findings, Console(stderr=True))


def complain(message: str) -> None:
    """Say in one line why nothing was done."""
    print(f"quarterdeck: {message}", file=sys.stderr)
