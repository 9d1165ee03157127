"""A ruleset in which one rule, table or phase is another: typed and lowered at that place alone.

In: a checked ruleset, and another part in the place of one of its own. Out: an `AlteredPart`: what the checks find in
it, and programs in which it is another. Cells among facts, numbers that vary and mutants are made so.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import is_
from typing import TypeVar, assert_never

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import CellOf, Declared, Row, Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.expression_types import context_of
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.statement_types import check_phase
from quarterdeck.language.typing.whole_ruleset import check_rule, check_table, typed_beside
from quarterdeck.language.variants.rewrite import exchanged
from quarterdeck.program.form.program import PhaseGraph, Program
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


@dataclass(frozen=True)
class AlteredPart:
    """A rule, table or phase that is another, typed beside all that is known of the rest; `findings` are about it."""

    checked: Checked
    part: Part
    findings: Findings = field(default_factory=Findings)

    @classmethod
    def of(cls, checked: Checked, declared: Declared, part: Part, old: Part | None = None) -> AlteredPart:
        """Type a part; of a table only the rows that are not those of the `old` one."""

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

        typed, findings = typed_beside(checked, declared, check)
        return cls(typed, part, findings)

    def lowered(self, program: Program) -> Program:
        """Return a program in which only this part is another."""
        new = copied(program)
        lower_part(Lowering(self.checked, new), self.part)
        return new


def copied(program: Program) -> Program:
    """Return a program in which parts can be replaced without a change of the other."""
    return replace(
        program,
        routines=dict(program.routines),
        sites=list(program.sites),
        turn=PhaseGraph(dict(program.turn.nodes)),
        acting_tables=dict(program.acting_tables),
        value_tables=dict(program.value_tables),
        expectations=list(program.expectations),
    )


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
