"""Lower a table by condition: what it makes of the rows that apply.

In: a definition whose cases are the rows. Out: its value. Where one row counts, rows are cases in the order in which
they are looked at. Sums and counts add what each row brings; all others go through the rows by number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.declaring_condition_tables import rows_in_order
from quarterdeck.language.declarations.symbol_table import ConditionTable, Rule
from quarterdeck.language.declarations.types import Number, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.expressions import stored, value
from quarterdeck.program.lower.numbers import operate

Rows = list[tuple[Value, Value]]
"""What each row asks, and what it gives."""


def rows_taken(body: LoweringContext, rule: Rule, table: ConditionTable) -> Value:
    """Give the value of a table by condition."""
    assert isinstance(rule.node, nodes.Define)
    rows: Rows = []
    for row in rows_in_order(rule):
        assert isinstance(row.condition, nodes.IfCase)
        rows.append((value(body, row.condition.condition), stored(body, row.value, table.gives)))
    cases = rule.node.cases.cases if isinstance(rule.node.cases, nodes.SeveralCases) else ()
    otherwise = next((case.value for case in cases if not isinstance(case.condition, nodes.IfCase)), None)
    kind = rule.result or table.gives
    if not table.gathers:
        last = stored(body, otherwise, table.gives) if otherwise is not None else rows.pop()[1]
        return val.Cases(kind, tuple(rows), last) if rows else last
    found = GATHERED[table.takes](body, rows, table.gives) if rows else None
    if otherwise is None or found is None:
        return found if found is not None else stored(body, otherwise or nodes.Nothing(rule.node.span), table.gives)
    last = stored(body, otherwise, table.gives)
    if table.takes == "all":
        last = val.Items(types.ListType(table.gives), (last,))
    applies = [asked for asked, _ in rows]
    return val.Cases(kind, ((operate("or", *applies) if len(applies) > 1 else applies[0], found),), last)


def summed(_: LoweringContext, rows: Rows, kind: Type) -> Value:
    """Add what each row gives that applies."""
    assert isinstance(kind, Number)
    parts: list[Value] = [val.Cases(kind, ((asked, given),), val.Constant(kind, 0)) for asked, given in rows]
    return reduce(lambda one, other: operate("+", one, other, kind=kind), parts[1:], parts[0])


def counted(body: LoweringContext, rows: Rows, kind: Type) -> Value:
    """Count the rows that apply."""
    return summed(body, [(asked, whole(1)) for asked, _ in rows], kind)


def by_number(how: val.How) -> Callable[[LoweringContext, Rows, Type], Value]:
    """Give what goes through the rows by their numbers, and gathers from those that apply."""

    def gathered(body: LoweringContext, rows: Rows, kind: Type) -> Value:
        number = Number(0, len(rows) - 1)
        name = body.fresh("row")
        row = val.Local(number, name)
        source = val.Items(types.ListType(number), tuple(map(whole, range(len(rows)))))
        applies = _of_row(row, [asked for asked, _ in rows], types.BOOLEAN)
        gives = _of_row(row, [given for _, given in rows], kind)
        result = types.ListType(kind) if how == "all" else kind
        return val.Gathering(result, how, name, source, applies, gives, None, False)

    return gathered


def _of_row(row: Value, values: list[Value], kind: Type) -> Value:
    """Give the value that belongs to a row."""
    if all(one == values[0] for one in values):
        return values[0]
    cases = tuple((numbers.compared("=", row, whole(at)), one) for at, one in enumerate(values[:-1]))
    return val.Cases(kind, cases, values[-1])


GATHERED: dict[str, Callable[[LoweringContext, Rows, Type], Value]] = {
    "sum": summed,
    "count": counted,
    "least": by_number("least"),
    "greatest": by_number("greatest"),
    "all": by_number("all"),
}
"""How the rows that apply count together."""
