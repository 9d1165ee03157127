"""Print what came of tuning a number: the value, what was tried, what prevents more, and what it costs elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Console

from quarterdeck.analysis.tuning.report import ColumnMovedElsewhere, QuestionMovedElsewhere, Tuned, ValueTried
from quarterdeck.analysis.tuning.tune import amount_in_words
from quarterdeck.base import decimals
from quarterdeck.print.report import terminal
from quarterdeck.print.report.document import table
from quarterdeck.prose.text.blocks import Grid

MOST_SHOWN = 13
"""So many of the values that were tried are shown, those around the one that was found."""


def print_tuned(found: Tuned, *, write: bool) -> None:
    """Print it."""
    console = Console()
    for line in what_was_found(found):
        console.print(line, highlight=False, soft_wrap=True)
    console.print(terminal.table(tried_table(found)), highlight=False)
    left = len(found.tried) - len(shown_of(found))
    if left:
        console.print(f"and {left} more values (--json)", highlight=False)
    if found.elsewhere:
        console.print(terminal.table(elsewhere_table(found)), highlight=False)
    for line in remarks(found, write=write):
        console.print(line, highlight=False, soft_wrap=True)
    if found.written is not None:
        print(f"{found.written.file}:{found.written.line}")
        print(found.written.text, end="")


def what_was_found(found: Tuned) -> Iterator[str]:
    """Say what was wanted, and which value brings it."""
    near = f", within {amount(found.within, found)}" if found.within else ""
    yield f"{found.of}: {found.goal}{near}"
    decided = f", as {found.decided} decides" if found.decided is not None else ""
    value, brings = decimals.shown(found.today.value), outcome_of(found.today, found)
    yield f"{found.number} is {value} today{decided}, which gives {brings}"
    if found.chosen is None:
        yield "no value has an outcome"
    else:
        value, brings = decimals.shown(found.chosen.value), outcome_of(found.chosen, found)
        says = {
            "met": f"met by {value}, which gives {brings}",
            "missed": f"not met: {value} comes closest, with {brings}",
            "open": f"not sure: {value} comes closest, with {brings}",
        }
        yield says[found.verdict] + how_sure(found.chosen, found)
    for line in found.prevents:
        yield f"  {line}"


def amount(number: Fraction, found: Tuned) -> str:
    """Give an outcome, or a distance of two."""
    return amount_in_words(number, is_share=found.is_share)


def how_sure(tried: ValueTried, found: Tuned) -> str:
    """Say in how many battles it came out so, and where the true share or mean lies."""
    if tried.interval is None:
        return ""
    lies = f"{amount(tried.interval.low, found)} to {amount(tried.interval.high, found)}"
    return f" in {tried.battles:,} battles on other dice ({lies}, 95 %)"


def outcome_of(tried: ValueTried, found: Tuned) -> str:
    """Give what a value brings."""
    return amount(tried.outcome, found) if tried.outcome is not None else f"nothing ({tried.refused})"


def shown_of(found: Tuned) -> list[ValueTried]:
    """Give the values that are shown: those around the one that was found."""
    values = [one.value for one in found.tried]
    middle = values.index(found.chosen.value) if found.chosen is not None else 0
    first = max(0, min(middle - MOST_SHOWN // 2, len(values) - MOST_SHOWN))
    return list(found.tried[first : first + MOST_SHOWN])


def tried_table(found: Tuned) -> Grid:
    """Lay out what was tried, a line for each value."""
    headings = [found.number, "brings", "misses by", *(["battles", "95 %"] if found.battles else [])]
    lines = (tried_line(one, found) for one in shown_of(found))
    return table((*headings, ""), lines, right=range(len(headings)), style="tight")


def tried_line(one: ValueTried, found: Tuned) -> list[str]:
    """Give what came of a value that was tried."""
    marks = [
        "found" if found.chosen is not None and one.value == found.chosen.value else "",
        "today" if one.value == found.today.value else "",
    ]
    brings = amount(one.outcome, found) if one.outcome is not None else "refused"
    missed = amount(found.misses(one.outcome), found) if one.outcome is not None else ""
    fought = []
    if found.battles:
        lies = one.interval
        within = f"{amount(lies.low, found)} to {amount(lies.high, found)}" if lies is not None else ""
        fought = [f"{one.battles:,}", within]
    said = ", ".join(filter(None, marks)) or (one.refused or "")
    return [decimals.shown(one.value), brings, missed, *fought, said]


def elsewhere_table(found: Tuned) -> Grid:
    """Lay out the other questions that the value moves."""
    lines = (line for one in found.elsewhere for line in lines_of(one))
    heads = ("question", "shows", "today", "then", "of all cases differ")
    return table(heads, lines, right=(2, 3, 4), style="tight", caption="Effect on other questions")


def lines_of(one: QuestionMovedElsewhere) -> Iterator[tuple[str, ...]]:
    """Give a line for each thing that a question shows and that moves."""
    if one.unanswered is not None:
        yield one.question, str(one.unanswered), "", "", ""
        return
    moved = [column for column in one.columns if column.distance]
    for at, column in enumerate(moved):
        name = one.question if at == 0 else ""
        sides = (in_words(column.before, column), in_words(column.after, column))
        yield name, column.title, *sides, amount_in_words(column.distance, is_share=True)


def in_words(number: Fraction | None, column: ColumnMovedElsewhere) -> str:
    """Give what is shown on one side."""
    return amount_in_words(number, is_share=column.is_share) if number is not None else ""


def remarks(found: Tuned, *, write: bool) -> Iterator[str]:
    """Say what else there is to say."""
    if found.battles:
        yield f"{found.battles:,} battles in all" + (f", kept in {found.kept}" if found.kept is not None else "")
    if found.still:
        many = (
            "1 other question does not change" if found.still == 1 else f"{found.still} other questions do not change"
        )
        yield many
    if write and found.written is None:
        is_there = found.chosen is not None and found.chosen.value == found.today.value and found.verdict == "met"
        yield "nothing is written: it is so today" if is_there else "nothing is written: the goal is not met"
