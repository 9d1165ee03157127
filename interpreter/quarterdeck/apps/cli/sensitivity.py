"""`quarterdeck sensitivity`: every number that a question comes to, ranked by what it does to a named outcome."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from quarterdeck.analysis.tuning.outcomes import BUDGET, OutcomeCounter
from quarterdeck.analysis.tuning.sensitivity import NumberMoved, Sensitivity, StepMoved, sensitivity_of
from quarterdeck.apps.api.tuning import outcome_counter
from quarterdeck.apps.cli.facts import what_is_asked
from quarterdeck.apps.cli.grid import cases_asked
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset, refuse_chart, refuse_number, tracked
from quarterdeck.base import decimals
from quarterdeck.base.bounds import MOST_NUMBERS
from quarterdeck.base.plain_data import as_written
from quarterdeck.base.text import many
from quarterdeck.engine.odds.choices import UndecidedError
from quarterdeck.workspace.ruleset.grids import Case
from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from rich.text import Text

ROWS = 20
BAR, SHORTEST_BAR, LINE = 24, 6, 60
LEAST_SHARE = Fraction(1, 20_000)
"""What would be shown as no percent at all is said to be more or less than nothing."""
HEADINGS = ("number", "now", "a step less", "a step more")


def sensitivity(
    game: str,
    address: str = "",
    *,
    given: str = "",
    of: str = "",
    outcome: str = "",
    decider: Literal["", "first", "default", "random"] = "",
    budget: int = BUDGET,
    most: int = MOST_NUMBERS,
    all: Annotated[bool, Parameter(negative="")] = False,  # noqa: A002 - the word for it on a command line
    chart: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Rank every modifier, number and cell by the exact effect of one step on an outcome.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        address: the rule; optional with --of.
        given: its inputs and the state, as for `odds`.
        of: a standard question, a worked example (`example/case`), or a measure of `compare`, as for `odds`.
        outcome: the outcome: `chance(CONDITION)`, `mean(NUMBER)`, or a value that the question shows, by its title or
            expression; optional if the question shows one value.
        decider: the decider of choices without an answer, as for `odds`.
        budget: the number of steps of counting for one answer.
        most: try at most this many numbers, those closest to the rule first.
        all: show every number, also those without an effect.
        chart: draw the result into this file (.svg, .png or .html; needs the extra `plots`).
        json: print JSON, with exact fractions.
    """
    refuse_number("--budget", budget, 1)
    refuse_number("--most", most, 1)
    refuse_chart(chart)
    ruleset = open_ruleset(game)
    with what_has_no_outcome():
        counter = counter_asked(ruleset, address, given, of, outcome, decider, budget)
        found = sensitivity_of(counter, most, tracked)
    if chart is not None:
        from quarterdeck.apps.cli.tuning_chart import draw_sensitivity

        draw_sensitivity(found, chart)
    if json:
        print_json(found)
    else:
        print_sensitivity(found, whole=all)
    return 0


def counter_asked(
    ruleset: Ruleset,
    address: str,
    given: str,
    of: str,
    outcome: str,
    decider: Literal["", "first", "default", "random"],
    budget: int,
) -> OutcomeCounter:
    """Give who counts the outcome that is meant.

    Raises:
        UsageError: the question is asked over a grid, or is none.
    """
    about = what_is_asked(ruleset, address, given, of)
    cases = cases_asked(ruleset, about, "")
    if len(cases) > 1:
        raise UsageError(
            f"{of} is asked over {len(cases)} cases: select one, as --given '{as_given(ruleset, cases[0][0])}'"
        )
    return outcome_counter(
        ruleset, about.address, cases[0][1], outcome, columns=about.columns, decider=decider, budget=budget
    )


def as_given(ruleset: Ruleset, case: Case) -> str:
    """Give a case of a grid as facts are typed."""
    parted: dict[str, list[str]] = {}
    for name, value in case.items():
        declared = ruleset.declared
        part = "options" if name in declared.options else "constants" if name in declared.constants else "given"
        parted.setdefault(part, []).append(f"{name}: {as_written(value)}")
    if list(parted) == ["given"]:
        return ", ".join(parted["given"])
    return "{" + ", ".join(f"{part}: {{{', '.join(said)}}}" for part, said in parted.items()) + "}"


@contextmanager
def what_has_no_outcome() -> Iterator[None]:
    """Say why an outcome is not counted, as commands say it."""
    try:
        yield
    except UndecidedError as error:
        raise UsageError(f"the rule asks for a decision at {error}: give `choices`, or set --decider") from None


def print_sensitivity(found: Sensitivity, *, whole: bool) -> None:
    """Print a line for each number, what does most first, and what was not tried."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    moving = [one for one in found.numbers if one.most]
    shown = found.numbers if whole else moving[:ROWS]
    today = amount(found.today, is_share=found.is_share)
    console.print(f"{found.of}: {found.outcome} is {today}", highlight=False)
    if shown:
        lines = [(one.name, decimals.shown(one.value), *cells(one, found)) for one in shown]
        widths = [max(len(cell) for cell in column) for column in zip(HEADINGS, *lines, strict=True)]
        widths[0] = max(widths[0], *(min(len(one.line.strip()), LINE) for one in shown))
        room = console.width - sum(width + 3 for width in widths) - 4
        table = Table()
        width = widths[0] + min(0, room - SHORTEST_BAR)
        for heading in HEADINGS:
            if heading == HEADINGS[0]:
                table.add_column(heading, overflow="fold", width=width)
            else:
                table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("", justify="left", no_wrap=True)
        longest = max(SHORTEST_BAR, min(BAR, room))
        for one, (_, *others) in zip(shown, lines, strict=True):
            table.add_row(name_and_line(one, width), *others, bar(one.most, found.numbers[0].most, longest))
        console.print(table, highlight=False)
    for line in remarks(found, len(moving), len(shown)):
        console.print(line, highlight=False, soft_wrap=True)


def name_and_line(one: NumberMoved, width: int) -> Text:
    """Return the name of a number and, below it, the part of its source line that fits, with the number in bold."""
    from rich.text import Text

    start, end = (one.place[key] - 1 for key in ("column", "end_column"))
    if one.place["line"] != one.place["end_line"]:
        end = len(one.line)
    line = Text(one.line, style="dim")
    line.stylize("not dim bold", start, end)
    first, last = len(one.line) - len(one.line.lstrip()), len(one.line.rstrip())
    if last - first > width:
        first = max(first, min(start - (width - (end - start)) // 2, last - width + 1))
        ends = "…" if first > 0 and one.line[:first].strip() else "", "…" if first + width < last else ""
        cut = line[first + len(ends[0]) : first + width - len(ends[1])]
        return Text("\n").join([Text(one.name), Text.assemble((ends[0], "dim"), cut, (ends[1], "dim"))])
    return Text("\n").join([Text(one.name), line[first:last]])


def cells(one: NumberMoved, found: Sensitivity) -> list[str]:
    """Give what a step less and a step more does."""
    return [cell(step, is_share=found.is_share) for step in (one.down, one.up)]


def cell(step: StepMoved, *, is_share: bool) -> str:
    """Give what a step does: the value behind it and the shift, or that it may not be."""
    said = decimals.shown(step.value)
    if step.shift is None:
        return f"{said}: refused"
    return f"{said}: {shift_in_words(step.shift, is_share=is_share)}"


def amount(number: Fraction, *, is_share: bool) -> str:
    """Give an outcome: a chance as a percentage, a mean as a number."""
    return decimals.in_percent(number, 4) if is_share else decimals.rounded(number, 5)


def shift_in_words(shift: Fraction, *, is_share: bool) -> str:
    """Give how far an outcome moved, with its sign."""
    if not shift:
        return "="
    if is_share and abs(shift) < LEAST_SHARE:
        return "> 0" if shift > 0 else "< 0"
    if is_share:
        return decimals.in_percent(shift, signed=True)
    return f"{'+' if shift > 0 else ''}{decimals.rounded(shift, 3)}"


def bar(shift: Fraction, most: Fraction, longest: int) -> str:
    """Give a bar as long as the outcome moves, beside that of what moves it most."""
    return "█" * max(1, round(longest * shift / most)) if shift else ""


def of_sort(count: int, sort: str) -> str:
    """Give a number of things of a sort: `1 start of fields`, `4 things of rosters`."""
    one, of, rest = sort.partition("s ")
    return f"{many(count, one)} {rest}" if of else many(count, one)


def remarks(found: Sensitivity, moving: int, shown: int) -> Iterator[str]:
    """Say what was tried and what was not."""
    tried = len(found.numbers)
    steps = [step for one in found.numbers for step in (one.up, one.down)]
    refused = sum(step.shift is None for step in steps)
    numbers, move = many(tried, "number"), "moves" if moving == 1 else "move"
    yield f"counted exactly: {many(len(steps) - refused, 'step')} of {numbers}, of which {moving:,} {move} it"
    if shown < moving:
        yield f"{moving - shown:,} more move it less (--all)"
    if refused:
        rest = "is refused by the checks, or nothing can be counted with it"
        if refused > 1:
            rest = "are refused by the checks, or nothing can be counted with them"
        yield f"{many(refused, 'step')} {rest} (--json says why)"
    if found.untried:
        were = "was" if len(found.untried) == 1 else "were"
        yield f"{many(len(found.untried), 'number')} further away {were} not tried (--most {tried:,})"
    yield f"the question does not come to {many(found.known - found.reached, 'other number')} of the game"
    left = ", ".join(of_sort(count, sort) for sort, count in found.left_out.items() if count)
    yield f"not varied: {left + ', ' if left else ''}dice, exponents, and where rows begin and end"
