"""Let what a variant makes of tables count only where its condition holds, cell by cell.

In: two rulesets, without the variant and with it, and its guard. Out: tables whose cells say both. What is done in a
cell is guarded there; a figure that is another becomes a definition with a case for each. Where the rows of one are no
rows of the other, both are cut where either begins a row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from quarterdeck.base.decimals import shown
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Module, Row, Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_type
from quarterdeck.language.syntax.nodes import same
from quarterdeck.language.variants.amendment_base import AmendmentBase
from quarterdeck.language.variants.conditions import KEY, Proviso
from quarterdeck.language.variants.merging import Merging, whole
from quarterdeck.language.variants.rewrite import copied
from quarterdeck.language.variants.variant_order import head_of


@dataclass
class Sides:
    """The two sides of a condition: `below` is the ruleset without a variant, the ground's the one with it."""

    amended: AmendmentBase
    below: Declared
    guard: Proviso
    guarded: int = 0
    """How many things hang on the condition."""

    @property
    def now(self) -> Declared:
        """Give the ruleset with the variant."""
        return self.amended.declared

    def cannot(self, address: str, what: str, hint: str) -> None:
        """Report something that cannot depend on a condition, where the variant changes it."""
        done = [a for a in self.now.amended if a.variant == self.amended.name and a.deed != "lean"]
        near = [a for a in done if address in (a.address, a.element)] or [
            a for a in done if f"{a.address}.".startswith(f"{address}.") or f"{address}.".startswith(f"{a.address}.")
        ]
        span = near[0].span if near else self.amended.variant.places.key(KEY)
        self.amended.report("QD518", f"{what} cannot depend on a condition", span, hint)


class ConditionalTables(Sides):
    """What a variant makes of tables, merged with what is below it."""

    def settle(self) -> None:
        """Merge the cells of every table that is another; those that are gone stay."""
        below, now = self.below.tables, self.now.tables
        for name, was in below.items():
            table = now.get(name)
            if table is None or whole_table(table) != whole_table(was):
                self.guarded += 1
                now[name] = was if table is None else self.merged_table(table, was)
        self.now.tables = {name: now[name] for name in (*below, *(name for name in now if name not in below))}

    def merged_table(self, table: Table, was: Table) -> Table:
        """Give a table whose cells say one thing if the condition holds, and another where it does not."""
        if frame(table) != frame(was):
            hint = "add a table of another name, and look it up if the condition holds"
            self.cannot(table.name, f"the keys and results of `{table.name}`", hint)
            return was
        rows = []
        for row, low, high in stretches(table, was):
            new, old = (next((r for r in t.rows if r.low <= low and high <= r.high), None) for t in (table, was))
            rows.append(self.merged_row(row, new, old, was))
        return replace(was, rows=tuple(rows))

    def merged_row(self, row: Row, new: Row | None, old: Row | None, table: Table) -> Row:
        """Give a row with what two say; one that only one of them has does nothing where the other counts."""
        if row.cells and (new is None or old is None) and row.cells[0].value is not None:
            hint = "give both the row, with its number"
            self.cannot(row.address, f"whether there is a row `{row.address}`", hint)
            return row
        cells = []
        for index, cell in enumerate(row.cells):
            news, olds = (one.cells[index] if one is not None else None for one in (new, old))
            cells.append(self.merged_cell(cell, news, olds, table))
        return replace(row, cells=tuple(cells))

    def merged_cell(self, cell: CellOf, new: CellOf | None, old: CellOf | None, table: Table) -> CellOf:
        """Give a cell with what two say."""
        if new is not None and old is not None and not same(new.value, old.value):
            return self.figure(new, old, table)
        statements = Merging(self.guard).block(*((one.statements if one else ()) for one in (new, old)))
        return replace(cell, statements=statements)

    def figure(self, new: CellOf, old: CellOf, table: Table) -> CellOf:
        """Give a cell with a figure that two cells say otherwise: a definition with a case for each."""
        values = [one.value for one in (new, old)]
        places = [place for row in table.rows for place, cell in enumerate(row.cells) if cell.address == old.address]
        kind = table.given_in(places[0]) if places else table.gives
        if kind is None or any(v is None or any(isinstance(p, nodes.Dice) for p in v.walk()) for v in values):
            hint = "amend what looks it up, if the condition holds"
            self.cannot(old.address, f"whether `{old.address}` gives nothing, or dice", hint)
            return old
        span, variant, head = new.span, self.amended.name, head_of(self.amended.variant)
        name = re.sub(r"\W+", "_", old.address).strip("_")
        first, last = (copied(value) for value in values if value is not None)
        cases = (
            nodes.Case(span, None, first, nodes.IfCase(span, self.guard.alone())),
            nodes.Case(old.span, None, last, nodes.OtherwiseCase(old.span)),
        )
        path = (nodes.Word(span, variant), nodes.Word(span, name))
        said = table.shape.gives or ""
        at = ("gives", table.columns[places[0]][0]) if isinstance(said, dict) else ("gives",)
        code = said.get(at[-1], "") if isinstance(said, dict) else said
        offsets = table.document.places.offsets(code, *at)
        written = parse_type(code, table.document.file, offsets, self.amended.findings)
        assert written is not None
        phrase = nodes.Word(table.document.places.key("table"), f"the figure of {table.title} in this row")
        node = nodes.Define(span, path, (), written, phrase, (), nodes.SeveralCases(span, (), cases))
        module = self.now.modules.get(variant) or Module(variant, head.title, None, self.amended.variant.file.path)
        self.now.modules[variant] = replace(module, units=(*module.units, node))
        cites = (head.source.place,) if head.source and head.source.place else ()
        rule = Rule(f"{variant}.{name}", variant, "define", (), kind, node, cites, (), None, variant, cell=old.address)
        self.now.rules[rule.address] = rule
        call = nodes.Call(span, nodes.Name(span, nodes.Word(span, rule.address)), ())
        return replace(old, value=call)


def frame(table: Table) -> object:
    """Give what a table is keyed by and what it gives."""
    keys = tuple((key.name, key.type) for key in table.keys)
    given = tuple((parameter.name, parameter.type) for parameter in table.given)
    return keys, given, table.columns, table.gives, table.in_columns, table.between_rows


def whole_table(table: Table) -> object:
    """Give all that a table says."""
    rows = (
        (row.label, row.low, row.high, [(whole(c.value), whole(c.statements)) for c in row.cells]) for row in table.rows
    )
    return frame(table), list(rows)


def stretches(new: Table, old: Table) -> list[tuple[Row, int, int]]:
    """Give the stretches of keys for which both tables have no more than one row each, with a row to stand for each.

    A stretch that is no row of either has a label of its own.
    """
    ends = sorted({edge for table in (new, old) for row in table.rows for edge in (row.low, row.high + 1)})
    found = []
    for low, end in pairwise(ends):
        rows = [row for table in (old, new) for row in table.rows if row.low <= low and end - 1 <= row.high]
        if rows:
            exact = next((row for row in rows if (row.low, row.high) == (low, end - 1)), None)
            found.append((exact or relabelled(rows[0], low, end - 1, new.keys[0].type), low, end - 1))
    return found


def relabelled(row: Row, low: int, high: int, kind: types.Type) -> Row:
    """Give a part of a row as a row of its own."""
    steps = kind.step if isinstance(kind, types.Number) else 1
    first, last = (shown(Fraction(edge, steps)) for edge in (low, high))
    label = first if low == high else f"{first}-{last}"
    address = f"{row.address.removesuffix(row.label)}{label}"
    cells = []
    for cell in row.cells:
        of_cell, statements = cell.address.removeprefix(row.address), tuple(map(copied, cell.statements))
        value = copied(cell.value) if cell.value is not None else None
        cells.append(replace(cell, address=f"{address}{of_cell}", value=value, statements=statements))
    return replace(row, label=label, address=address, low=low, high=high, cells=tuple(cells))
