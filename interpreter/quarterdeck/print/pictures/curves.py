"""Tables, standard questions and what rules bring as curves: what a key or a varied value brings, at a glance.

In: a table with the values of its cells, columns of numbers, or a rule in a situation for each value of a number. Out:
a `Picture`, or the points of a curve, counted exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.engine.odds.choices import UndecidedError
from quarterdeck.engine.odds.count import BudgetError
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Table
from quarterdeck.print.drawing.charts import Axes, Series, chart, shown
from quarterdeck.print.drawing.shapes import MM, Picture
from quarterdeck.workspace.ruleset.rule_question import RuleQuestion

FEWEST = 4
"""Rows below which a curve says no more than its table."""
MOST_SERIES = 6
POINT = re.compile(r"(-?[\d,]*\d(?:\.\d+)?) gives (-?[\d,]*\d(?:\.\d+)?)")
"""A point of a curve in the words of its picture."""


def can_be_curves(table: Table) -> bool:
    """Tell whether a table has numbers by a number, in enough rows."""
    return (
        bool(table.keys)
        and isinstance(table.keys[0].type, types.Numeric)
        and isinstance(table.gives, types.Numeric)
        and len(table.rows) >= FEWEST
        and not table.given
        and len(table.keys) == (2 if table.columns else 1)
    )


def curves_of(
    table: Table,
    look_up: Callable[..., Any],
    column_name: Callable[[tuple[str, int, int]], str],
    across: str,
    up: str,
) -> Picture:
    """Draw a table as curves, one for each column; `look_up` gives the value at a key, and at a column behind it."""
    columns = table.columns or (("", 0, 0),)
    series = []
    stepped = not table.between_rows and any(row.low != row.high for row in table.rows[:-1])
    places = _places(table, stepped)
    for column in columns[:MOST_SERIES]:
        points = [
            (_number(at, table.keys[0].type), _number(value, table.gives))
            for at in places
            if (value := look_up(at, column[1]) if table.columns else look_up(at)) is not None
        ]
        series.append(Series(column_name(column), tuple(points), stepped))
    return chart(series, Axes(across, up), table.title, f"{table.title} as curves. {_said(series)}.", 84 * MM)


def _places(table: Table, stepped: bool) -> list[int]:
    """Give the keys at which curves have points; a last row without an end is drawn a little way."""
    rows = sorted(table.rows, key=lambda row: row.low)
    found = [row.low for row in rows]
    last, reach = rows[-1], rows[-1].low - rows[0].low
    if not stepped or last.high == last.low:
        return found
    return [*found, last.high if last.high - last.low <= 2 * reach else last.low + max(1, reach // 6)]


def _number(value: Any, kind: types.Type | None) -> Fraction:
    step = kind.step if isinstance(kind, types.Number) and not isinstance(value, Fraction) else 1
    return Fraction(value) / step


def counted(series: Sequence[Series], title: str, axes: Axes) -> Picture:
    """Draw what was counted over a number that was varied."""
    return chart(series, axes, title, f"{title}. {_said(series)}.", 84 * MM)


def _said(series: Sequence[Series]) -> str:
    return "; ".join(
        f"{one.name}: " * bool(one.name) + ", ".join(f"{shown(x)} gives {shown(y)}" for x, y in one.points)
        for one in series
    )


def said_points(text: str) -> tuple[str, dict[tuple[str, str], str]]:
    """Split the description of curves into its other words and the points, by the name of the curve and the key.

    >>> said_points("Reach as curves. calm: 1 gives 4, 2 gives 6; storm: 1 gives 2.")
    ('Reach as curves. calm: ; storm: .', {('calm', '1'): '4', ('calm', '2'): '6', ('storm', '1'): '2'})
    >>> said_points("A map.")
    ('A map.', {})
    """
    found: dict[tuple[str, str], str] = {}
    rest, end, name = "", 0, ""
    for match in POINT.finditer(text):
        between = text[end : match.start()]
        if between != ", ":
            name = between.rpartition("; ")[2].rpartition(". ")[2].removesuffix(": ")
            rest += between
        found[name, match[1]] = match[2]
        end = match.end()
    return rest + text[end:], found


# --- what a rule brings over a number that is varied


Points = tuple[tuple[Fraction, Fraction], ...]


def curve_of(puts: Iterable[tuple[int, RuleQuestion]], text: str, findings: Findings) -> tuple[Points, bool] | str:
    """Give a point for each value, and whether they are chances; or why they cannot be counted.

    What cannot be shown is a finding.
    """
    found: list[tuple[Fraction, Fraction]] = []
    are_chances = True
    for value, put in puts:
        shown = put.asking.shown(put.address, text, put.arguments, put.situation, findings)
        if shown is None:
            return "what is to be shown means nothing here"
        are_chances = isinstance(shown.kind, types.Boolean)
        try:
            (odds,) = put.count([shown])
        except (BudgetError, UndecidedError, RefusedError) as error:
            return f"it cannot be counted: {error}"
        if are_chances:
            number = dict(odds.of_column(shown.title)).get("yes", Fraction())
        else:
            mean = odds.mean_of(shown.title)
            if mean is None:
                return "what is shown is neither a number nor whether something holds"
            number = mean
        found.append((Fraction(value), number * 100 if are_chances else number))
    return tuple(found), are_chances
