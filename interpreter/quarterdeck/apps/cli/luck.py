"""`quarterdeck luck`: what the dice of a saved game gave, against their exact expectation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.analysis.why.luck import AgainstExpectation, Luck
from quarterdeck.apps.api.keeping import RulesChangedError
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain
from quarterdeck.apps.cli.replay import opened
from quarterdeck.base import decimals
from quarterdeck.print.report import terminal
from quarterdeck.print.report.document import table

DIGITS = 4
HEADS = ("expected", "off by", "at least this")


def luck(
    file: Path,
    *,
    anyway: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Compare the dice of a saved game with their exact expectation, as `quarterdeck luck game.jsonl`.

    `off by` counts standard deviations. `at least this` is the chance that dice do at least as well.

    Args:
        file: the journal.
        anyway: compare even if the rules have changed since, as far as the record fits them.
        json: print as JSON, with exact fractions.
    """
    kept = opened(file)
    if kept.changes and not anyway:
        raise UsageError(f"{RulesChangedError(file, kept.changes)}; --anyway compares regardless")
    found = kept.luck()
    if json:
        print_json(found)
    else:
        _print(found)
    if kept.fault:
        complain(kept.fault)
    return 1 if kept.fault and not anyway else 0


def _print(found: Luck) -> None:
    """Print a table of all dice, and one of all checks with a line for each side."""
    if not found.rolls:
        print("no dice were rolled")
        return
    called = _short_names({one.of for one in found.rolls})
    _print_table(
        "All dice",
        ("roll", "side", "dice", "sum"),
        ((called[one.of], one.side or "", f"{one.dice:,}", *_compared(one.faces)) for one in found.rolls),
    )
    checks = [
        (called[one.of], one.side or "", f"{one.checks:,}", *_compared(one.successes))
        for one in found.rolls
        if one.successes
    ]
    sides = Counter(one.side for one in found.rolls if one.successes)
    checks += [
        ("all checks", one.side or "", f"{one.checks:,}", *_compared(one.successes))
        for one in found.sides
        if sides[one.side] > 1
    ]
    if checks:
        _print_table("Checks", ("check", "side", "rolled", "successes"), checks)


def _short_names(addresses: set[str]) -> dict[str, str]:
    """Return the last two parts of each address, or all of it where others end with the same."""
    short = {address: ".".join(address.split(".")[-2:]) for address in addresses}
    count = Counter(short.values())
    return {address: name if count[name] == 1 else address for address, name in short.items()}


def _print_table(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    whole = (*heads, *HEADS)
    laid = table(whole, rows, right=range(2, len(whole)), style="tight", caption=title)
    Console().print(terminal.table(laid), highlight=False)


def _compared(one: AgainstExpectation) -> tuple[str, ...]:
    """Return what came up, its expectation, by how many deviations it is off, and the chance of at least as much."""
    off = decimals.rounded(one.deviations, 3) if one.variance else "0"
    chance = "" if one.at_least is None else decimals.in_percent(one.at_least, 1)
    sign = "+" if one.deviations > Fraction() else ""
    return f"{one.shown:,}", decimals.rounded(one.expected, DIGITS), f"{sign}{off}", chance
