"""`quarterdeck odds --over`: one question for every combination of some values, as a table with a line for each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console

from quarterdeck.apps.api.asking import facts_over
from quarterdeck.apps.cli.facts import WhatIsAsked
from quarterdeck.base import decimals
from quarterdeck.base.decimals import percent
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import as_written
from quarterdeck.base.text import Span, many
from quarterdeck.engine.odds.inner_values import MISSING
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.run.situation import nowhere
from quarterdeck.language.declarations import types
from quarterdeck.print.report import terminal
from quarterdeck.print.report.document import table
from quarterdeck.workspace.ruleset.grids import Case, over_from
from quarterdeck.workspace.ruleset.rule_question import Facts
from quarterdeck.workspace.ruleset.ruleset import Ruleset

YES = "yes"
DIGITS = 4

Counted = tuple[Case, Sequence[Odds]]
"""A case of a grid, and what was counted of each thing that is shown."""
Column = tuple[str, list[str]]
"""A heading, and what stands below it."""


def cases_asked(ruleset: Ruleset, about: WhatIsAsked, over: str) -> list[tuple[Case, Facts]]:
    """Give the facts of each case: over what a question says, or what is typed instead; without a grid there is one.

    Raises:
        RefusedError: what stands over the question is no grid.
    """
    findings, facts = Findings(), about.facts
    typed, place = over_from(over, findings) if over else ({}, nowhere)
    findings.refuse()
    known = {*facts.given, *facts.options, *facts.constants}
    of_question = {name: value for name, value in about.over.items() if name not in known}

    def found(*path: str | int) -> Span:
        return place(*path) if not path or path[0] in typed else facts.place("over", *path)

    return facts_over(ruleset, facts, {**of_question, **typed}, found)


def is_a_grid(cases: Sequence[tuple[Case, Facts]]) -> bool:
    """Tell whether the cases are those of a grid: there may be one, but it says something."""
    return bool(cases[0][0])


def print_grid(address: str, found: Sequence[Counted]) -> None:
    """Print a table for each thing that is shown, with a line for each case; what is only true or not shares one."""
    console = Console()
    names = width_of([(name, [as_written(case[name]) for case, _ in found]) for name in found[0][0]])
    shown = [
        (one.titles[0], columns_of(found, place, console.width - 1 - names)) for place, one in enumerate(found[0][1])
    ]
    shares = [columns[0] for _, columns in shown if len(columns) == 1]
    tables = [(f"{address}: {title}", columns) for title, columns in shown if len(columns) > 1]
    for title, columns in [*tables, *([(address, shares)] if shares else [])]:
        heads = (*found[0][0], *(heading for heading, _ in columns))
        rows = (
            (*map(as_written, case.values()), *(cells[at] for _, cells in columns))
            for at, (case, _) in enumerate(found)
        )
        laid = table(heads, rows, right=range(len(heads)), style="tight", caption=title)
        console.print(terminal.table(laid), highlight=False)
    counted = [one for _, several in found for one in several]
    if counted[0].sampled:
        plays, cases = many(counted[0].sampled, "play"), many(len(found), "case")
        console.print(f"sampled: {plays} for each of {cases}")
    else:
        steps = many(sum(one.visits for one in counted), "step")
        console.print(f"counted exactly: {steps}, {many(len(found), 'case')}")


def columns_of(found: Sequence[Counted], place: int, room: int) -> list[Column]:
    """Give the columns for one thing that is shown: its mean, and its outcomes where there is room for all of them."""
    lines = [several[place] for _, several in found]
    title, chances, outcomes = lines[0].titles[0], [chances_of(one) for one in lines], outcomes_of(lines)
    if isinstance(lines[0].kinds[0], types.Boolean):
        return [(title, [percent(line.get(YES, Fraction())) for line in chances])]
    means = [line.mean_of(title) for line in lines]
    averages = ["" if mean is None else decimals.rounded(mean, DIGITS) for mean in means]
    by_outcome = [(one, [percent(line.get(one, Fraction())) for line in chances]) for one in outcomes]
    if not any(averages):
        return by_outcome
    whole = [("mean", averages), *by_outcome]
    return whole if width_of(whole) <= room else [(f"{title}, mean", averages)]


def width_of(columns: Sequence[Column]) -> int:
    """Give how many signs columns take with the lines behind them."""
    return sum(max(map(len, [heading, *cells])) + len(" │ ") for heading, cells in columns)


def outcomes_of(lines: Sequence[Odds]) -> list[str]:
    """Give all outcomes of several counts: numbers by size, all else as they come, what is missing last."""
    found = list(dict.fromkeys(words[0] for one in lines for words, _ in one.rows))
    numbers = {one: decimals.read(one) for one in found if one not in MISSING}
    if numbers and all(number is not None for number in numbers.values()):
        return [*sorted(numbers, key=lambda one: numbers[one] or Fraction()), *(one for one in found if one in MISSING)]
    return [*numbers, *(one for one in found if one in MISSING)]


def chances_of(one: Odds) -> dict[str, Fraction]:
    """Give the chance of each outcome."""
    return dict(one.of_column(one.titles[0]))
