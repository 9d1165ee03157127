"""Cells of tables that are something else for one question: `chart[3, dry]: 7` among the facts.

In: a build, cells as facts name them, and what they are to hold, as the ruleset would write it. Out: a build in which
only these tables are others. What is no cell, or does not fit its table, is a finding. Nothing is written anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import address_now
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Row, Table
from quarterdeck.language.syntax.from_text import parse_cell, parse_expression
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.altered_parts import AlteredPart, with_part
from quarterdeck.workspace.ruleset.cell_names import CELL


def with_cells(built: Built, cells: Mapping[str, Any], findings: Findings, place: Place) -> Built:
    """Give a build in which cells hold something else; findings where they are none, or cannot."""
    for key, value in cells.items():
        found = cell_called(built.checked.declared, key, findings, place)
        if found is None:
            continue
        table, row, cell = found
        new = _holding(table, cell, key, value, findings)
        if new is None:
            continue
        changed = replace(row, cells=tuple(new if one is cell else one for one in row.cells))
        whole = replace(table, rows=tuple(changed if one is row else one for one in table.rows))
        part = AlteredPart.of(
            built.checked, with_part(built.checked.declared, ("table", table.name), whole), whole, table
        )
        if part.findings:
            findings.extend(part.findings)
        else:
            built = built.altered(part.lowered(built.program), part.checked)
    return built


def cell_called(declared: Declared, key: str, findings: Findings, place: Place) -> tuple[Table, Row, CellOf] | None:
    """Give the cell that facts name, with its row and table; nothing, with a finding, where there is none."""
    named = CELL.fullmatch(key)
    assert named is not None
    table = declared.tables.get(address_now(declared, named["table"], declared.tables))
    if table is None:
        hint = did_you_mean(named["table"], declared.tables)
        findings.add("QD601", f"there is no table `{named['table']}`", place("given", key), hint=hint)
        return None
    keys = [part.strip() for part in named["keys"].split(",")]
    wanted = [one.name for one in (table.keys if table.columns else table.keys[:1])]
    if len(keys) != len(wanted):
        message = f"a cell of `{table.name}` is found by {' and '.join(f'`{name}`' for name in wanted)}"
        findings.add("QD601", message, place("given", key), hint=f"as `{table.name}[{', '.join(wanted)}]`")
        return None
    rows = {row.label: (row.low, row.high) for row in table.rows}
    at = _at(declared, table, 0, keys[0], rows)
    columns = {label: (low, high) for label, low, high in table.columns}
    across = _at(declared, table, 1, keys[1], columns) if table.columns else 0
    for found, key_text, sort, labels in ((at, keys[0], "row", rows), (across, keys[-1], "column", columns)):
        if found is None:
            message = f"`{table.name}` has no {sort} for `{key_text}`"
            findings.add("QD601", message, place("given", key), hint=f"there are {', '.join(labels)}")
            return None
    assert at is not None
    assert across is not None
    return table, table.rows[at], table.rows[at].cells[across]


def _at(declared: Declared, table: Table, which: int, text: str, labels: Mapping[str, tuple[int, int]]) -> int | None:
    """Give which of the rows or columns is meant: by its label, or by a key that lies in it."""
    if text in labels:
        return list(labels).index(text)
    kind, number = table.keys[which].type, None
    match kind:
        case types.Number(step=step):
            number = decimals.steps_in(text, step)
        case types.EnumType(enum=enum) if text in declared.enums[enum].members:
            number = declared.enums[enum].members.index(text)
        case types.Boolean() if text in ("no", "yes"):
            number = int(text == "yes")
    if number is None:
        return None
    return next((place for place, (low, high) in enumerate(labels.values()) if low <= number <= high), None)


def _holding(table: Table, cell: CellOf, key: str, value: Any, findings: Findings) -> CellOf | None:
    """Give a cell that holds something else; nothing, with findings, where it cannot be read."""
    if table.gives is not None:
        text = "none" if value is None else str(value)
        if isinstance(value, bool):
            text = "yes" if value else "no"
        if text in ("none", "-"):
            return replace(cell, value=None)
        node = parse_expression(text, SourceFile(key, text), lambda offset: offset, findings)
        return None if node is None else replace(cell, value=node)
    texts = [str(one) for one in (value if isinstance(value, list) else [value]) if one not in (None, "none", "-")]
    statements = [parse_cell(text, SourceFile(key, text), lambda offset: offset, findings) for text in texts]
    if any(one is None for one in statements):
        return None
    return replace(cell, statements=tuple(one for one in statements if one is not None))
