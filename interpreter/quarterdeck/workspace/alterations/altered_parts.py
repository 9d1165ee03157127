"""A rule, table or phase with one node exchanged: the same part beside all that is known of the rest.

In: a part, and nodes for one of its nodes. Out: the part as it is then, its types, a program in which it is another.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import TypeVar, assert_never

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Row, Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.expression_types import context_of
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.retyping import typed_beside
from quarterdeck.language.typing.statement_types import check_phase
from quarterdeck.language.typing.whole_ruleset import check_rule, check_table
from quarterdeck.language.variants.rewrite import exchanged
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Defined
from quarterdeck.program.lower.ruleset import Lowering

Part = Rule | Table | nodes.Phase
New = tuple[nodes.Node, ...]
AnyNode = TypeVar("AnyNode", bound=nodes.Node)


def part_called(declared: Declared, holder: tuple[str, str]) -> Part:
    """Give the rule, table or phase of a name."""
    sort, key = holder
    match sort:
        case "rule":
            return declared.rules[key]
        case "table":
            return declared.tables[key]
    assert declared.turn is not None
    return next(phase for phase in declared.turn.phases if phase.name.text == key)


def with_part(declared: Declared, holder: tuple[str, str], part: Part) -> Declared:
    """Give what a ruleset declares with another part of that name."""
    _, key = holder
    match part:
        case Rule():
            return replace(declared, rules={**declared.rules, key: part})
        case Table():
            return replace(declared, tables={**declared.tables, key: part})
        case nodes.Phase():
            assert declared.turn is not None
            phases = tuple(part if phase.name.text == key else phase for phase in declared.turn.phases)
            return replace(declared, turn=replace(declared.turn, phases=phases))
    assert_never(part)


def with_node(part: Part, old: nodes.Node, new: New) -> Part:
    """Give a part with one node exchanged; what does not hold it is the same as before."""
    match part:
        case Rule(node=node):
            return replace(part, node=_exchanged(node, old, new))
        case Table(rows=rows):
            return replace(part, rows=tuple(_row_with(row, old, new) for row in rows))
        case nodes.Phase():
            return _exchanged(part, old, new)
    assert_never(part)


def _row_with(row: Row, old: nodes.Node, new: New) -> Row:
    cells = tuple(_cell_with(cell, old, new) for cell in row.cells)
    return row if all(map(is_, cells, row.cells)) else replace(row, cells=cells)


def _cell_with(cell: CellOf, old: nodes.Node, new: New) -> CellOf:
    value = _exchanged(cell.value, old, new) if cell.value is not None else None
    block = nodes.Otherwise(cell.span, cell.statements)  # any node that holds statements
    statements = exchanged(block, old, new).block
    same = value is cell.value and statements is cell.statements
    return cell if same else replace(cell, value=value, statements=statements)


def _exchanged(node: AnyNode, old: nodes.Node, new: New) -> AnyNode:
    if node is old:
        (only,) = new
        assert isinstance(only, nodes.Node)
        return only  # type: ignore[return-value]
    return exchanged(node, old, new)


def typed_part(checked: Checked, declared: Declared, part: Part, old: Part | None = None) -> tuple[Checked, Findings]:
    """Type a part anew beside all that is known of the rest; of a table only the rows that are not those of the old."""

    def check(new: Checked, findings: Findings) -> None:
        match part:
            case Rule():
                check_rule(new, findings, part)
            case Table():
                was = old.rows if isinstance(old, Table) else ()
                check_table(new, findings, replace(part, rows=tuple(row for row in part.rows if row not in was)))
            case nodes.Phase(name=name):
                check_phase(context_of(new, findings, declared.turn_module, f"turn.{name.text}"), part)
            case _:
                assert_never(part)

    return typed_beside(checked, declared, check)


def lower_part(lowering: Lowering, part: Part) -> None:
    """Lower a part anew into the program of a lowering."""
    program = lowering.program
    match part:
        case Rule():
            lowering.rule(part)
        case Table(name=name):
            for address in cells_of(program, name):
                program.routines.pop(address, None)
            lowering.table(part)
        case nodes.Phase():
            lowering.phase(part)
        case _:
            assert_never(part)


def cells_of(program: Program, name: str) -> tuple[str, ...]:
    """Give the routines that the cells of a table are."""
    if name in program.acting_tables:
        return tuple(dict.fromkeys(program.acting_tables[name].cells.values()))
    cells = program.value_tables[name].cells.values()
    return tuple(dict.fromkeys(cell.address for cell in cells if isinstance(cell, Defined)))
