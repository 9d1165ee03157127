"""`quarterdeck odds --table`: the outcome of a rule by one roll of dice, with a column for each case of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.console import Console

from quarterdeck.apps.cli.grid import Counted, outcomes_of
from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.base import decimals
from quarterdeck.base.plain_data import as_written
from quarterdeck.engine.odds.die_tables import Chances, DieTable, die_table, exact_dice, ways_of
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.print.report import terminal
from quarterdeck.print.report.document import table


@dataclass(frozen=True)
class QuickTable(DieTable):
    """What each total of a roll means; the columns are the cases of a grid in their order, or one without a grid.

    `exact_with` are common dice that would give every chance exactly, where there are any.
    """

    title: str
    columns: tuple[str, ...]
    exact_with: str | None


def refuse_dice(dice: str) -> None:
    """Refuse dice that cannot be meant; no dice are well.

    Raises:
        UsageError: these are none, or too many.
    """
    try:
        if dice:
            ways_of(dice)
    except ValueError:
        raise UsageError(f"--table {dice}: name dice to roll, such as d6, d20, d100 or 2d6") from None


def quick_tables(found: Sequence[Counted], dice: str) -> list[QuickTable]:
    """Return a table for each thing that is shown."""
    tables = []
    for place in range(len(found[0][1])):
        several = [odds[place] for _, odds in found]
        columns = tuple(", ".join(f"{name} {as_written(value)}" for name, value in case.items()) for case, _ in found)
        chances = [in_order(one, several) for one in several]
        title, exact = ", ".join(several[0].titles), exact_dice(chances) or None
        tables.append(QuickTable(**vars(die_table(dice, chances)), title=title, columns=columns, exact_with=exact))
    return tables


def in_order(one: Odds, several: Sequence[Odds]) -> Chances:
    """Return outcomes with their chances: numbers by size, all else as it comes."""
    if len(one.titles) == 1:
        chances = dict(one.of_column(one.titles[0]))
        return [(words, chances[words]) for words in outcomes_of(several) if words in chances]
    return [(", ".join(words), Fraction(weight, one.below)) for words, weight in one.rows]


def print_quick_tables(address: str, tables: Sequence[QuickTable]) -> None:
    """Print tables, each with how exact it is."""
    console = Console()
    if not tables:
        console.print(f"{address} changes nothing here")
    for one in tables:
        heads = (one.dice, *(name or one.title for name in one.columns))
        rows = ((_totals(row.low, row.high), *row.outcomes) for row in one.rows)
        laid = table(heads, rows, style="tight", caption=f"{address}: {one.title}")
        console.print(terminal.table(laid), highlight=False)
        if not one.error:
            console.print("every chance is exact")
        else:
            better = f"; with a {one.exact_with} all are exact" if one.exact_with else ""
            console.print(f"chances are off by at most {decimals.in_percent(one.error, 2)}{better}")
        if one.lost:
            console.print(f"too unlikely for a {one.dice}: {'; '.join(one.lost)}", highlight=False)


def _totals(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"
