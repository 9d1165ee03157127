"""Change the tree of a rule, table or phase, type it anew, and lower it like anything else.

In: a checked ruleset, a mutant, and a program of the rules as they are. Out: a program in which only that is
different, and which of its parts are concerned. What the checks can no longer make sense of means what it meant before,
and goes wrong when it is reached.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import is_
from typing import TypeVar, assert_never

from quarterdeck.checks.meanings import Checked
from quarterdeck.checks.typing.beside import typed_beside
from quarterdeck.checks.typing.expressions import context_of
from quarterdeck.checks.typing.ruleset import check_rule, check_table
from quarterdeck.checks.typing.statements import check_phase
from quarterdeck.diagnostics import Findings
from quarterdeck.emit.beside import Parts
from quarterdeck.examples.mutants import Mutant
from quarterdeck.examples.mutations import Exchange, MovedRow, OtherArc, OtherLine, OtherResult, OtherStart, Visit
from quarterdeck.lower import numbers
from quarterdeck.lower.between_rows import with_lines
from quarterdeck.lower.numbers import operate
from quarterdeck.lower.ruleset import Lowering
from quarterdeck.names import types
from quarterdeck.names.declared import CellOf, Declared, Row, Rule, Table
from quarterdeck.names.rewrite import exchanged
from quarterdeck.names.types import Number, Ratio, Type
from quarterdeck.program import values as to
from quarterdeck.program.bands import ByBand
from quarterdeck.program.instructions import Routine
from quarterdeck.program.program import PhaseGraph, Program, ValueTable
from quarterdeck.program.values import Value, whole
from quarterdeck.syntax import nodes

Part = Rule | Table | nodes.Phase
AnyNode = TypeVar("AnyNode", bound=nodes.Node)


@dataclass(frozen=True)
class Mutated:
    """A rule, table or phase of a mutant, typed.

    `has_findings` tells whether the checks find something in it, `is_refused` whether that counts as noticed. `result`
    is the value that becomes another when all is lowered, as the language has no words for that.
    """

    checked: Checked
    part: Part
    has_findings: bool = False
    is_refused: bool = False
    result: nodes.Expression | None = None

    def lowered(self, program: Program) -> tuple[Program, Parts]:
        """Give a program in which this part is lowered anew, and what of it is concerned."""
        new = replace(
            program,
            routines=dict(program.routines),
            sites=list(program.sites),
            turn=PhaseGraph(dict(program.turn.nodes)),
            acting_tables=dict(program.acting_tables),
            value_tables=dict(program.value_tables),
            expectations=list(program.expectations),
        )
        lowering = Lowering(self.checked, new)
        match self.part:
            case Rule() as rule:
                lowering.rule(rule)
                if self.result is not None:
                    routine = new.routines[rule.address]
                    new.routines[rule.address] = _with_other_case(self.checked.declared, rule, routine, self.result)
                return new, Parts(routines=(rule.address,))
            case Table() as table:
                return new, self.lowered_table(lowering, table)
            case nodes.Phase(name=name) as phase:
                lowering.phase(phase)
                return new, Parts(phases=(f"turn.{name.text}",))
            case _:
                assert_never(self.part)

    def lowered_table(self, lowering: Lowering, table: Table) -> Parts:
        """Lower a table anew; give what of the program is concerned."""
        new, name = lowering.program, table.name
        for address in _cells_of(new, name):
            new.routines.pop(address, None)
        lowering.table(table)
        if self.result is not None:
            found = next(cell for row in table.rows for cell in row.cells if cell.value is self.result)
            _put_other_result(new, new.value_tables[name], found)
            if table.between_rows:
                new.value_tables[name] = with_lines(new, table, new.value_tables[name])
        return Parts(routines=_cells_of(new, name), tables=(name,))


def mutated(checked: Checked, mutant: Mutant) -> Mutated:
    """Give what a mutant makes of the rule, table or phase that holds it."""
    declared, change = checked.declared, mutant.change
    part = part_of(declared, mutant)
    match change:
        case Exchange(may_be_refused=may_be_refused):
            new = with_exchange(part, change)
            typed, has_findings = _typed(checked, part, new)
            return Mutated(typed, new, has_findings, has_findings and may_be_refused)
        case OtherResult(value=value):
            return Mutated(checked, part, result=value)
        case OtherArc(arc=arc):
            elsewhere = replace(checked, declared=replace(declared, arcs={**declared.arcs, arc.name: arc}))
            return Mutated(_typed(elsewhere, None, part)[0], part)
        case MovedRow():
            assert isinstance(part, Table)
            return Mutated(checked, with_row_moved(part, change))
        case OtherLine(how=how):
            assert isinstance(part, Table)
            return Mutated(checked, replace(part, between_rows=how))
        case OtherStart() | Visit():
            raise AssertionError(mutant)
        case _:
            assert_never(change)


def part_of(declared: Declared, mutant: Mutant) -> Part:
    """Give the rule, table or phase that holds what is changed."""
    sort, key = mutant.holder
    match sort:
        case "rule":
            return declared.rules[key]
        case "table":
            return declared.tables[key]
    assert declared.turn is not None
    return next(phase for phase in declared.turn.phases if phase.name.text == key)


# --- other trees


def with_exchange(part: Part, exchange: Exchange) -> Part:
    """Give a rule, table or phase with one node exchanged; what does not hold it is the same as before."""
    match part:
        case Rule(node=node):
            return replace(part, node=_exchanged(node, exchange))
        case Table(rows=rows):
            return replace(part, rows=tuple(_row_with(row, exchange) for row in rows))
        case nodes.Phase():
            return _exchanged(part, exchange)
        case _:
            assert_never(part)


def _row_with(row: Row, exchange: Exchange) -> Row:
    cells = tuple(_cell_with(cell, exchange) for cell in row.cells)
    return row if all(map(is_, cells, row.cells)) else replace(row, cells=cells)


def _cell_with(cell: CellOf, exchange: Exchange) -> CellOf:
    value = _exchanged(cell.value, exchange) if cell.value is not None else None
    block = nodes.Otherwise(cell.span, cell.statements)  # any node that holds statements
    statements = exchanged(block, exchange.old, exchange.new).block
    same = value is cell.value and statements is cell.statements
    return cell if same else replace(cell, value=value, statements=statements)


def _exchanged(node: AnyNode, exchange: Exchange) -> AnyNode:
    if node is exchange.old:
        (new,) = exchange.new
        assert isinstance(new, nodes.Node)
        return new  # type: ignore[return-value]
    return exchanged(node, exchange.old, exchange.new)


def with_row_moved(table: Table, moved: MovedRow) -> Table:
    """Give a table with one bound between two rows moved; where a line leads from row to row, it grows longer."""
    rows, at = list(table.rows), moved.place
    if table.between_rows:
        row = rows[at]
        rows[at] = replace(row, high=row.high - 1) if moved.at_its_end else replace(row, low=row.low + 1)
    elif moved.at_its_end:
        rows[at + 1] = replace(rows[at + 1], low=rows[at].high)
        rows[at] = replace(rows[at], high=rows[at].high - 1)
    else:
        rows[at - 1] = replace(rows[at - 1], high=rows[at].low)
        rows[at] = replace(rows[at], low=rows[at].low + 1)
    return replace(table, rows=tuple(rows))


# --- types


def _typed(checked: Checked, old: Part | None, part: Part) -> tuple[Checked, bool]:
    """Type a part anew beside all that is known; tell whether that brings findings."""
    declared = checked.declared

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
    return typed, bool(findings)


# --- other results


def _with_other_case(declared: Declared, rule: Rule, routine: Routine, result: nodes.Expression) -> Routine:
    """Give a definition of which one case, or the only value, comes to something else."""
    node, value, kind = rule.node, routine.value, rule.result or types.BOOLEAN
    assert isinstance(node, nodes.Define)
    assert value is not None
    if isinstance(node.cases, nodes.SingleCase) or not isinstance(value, to.Cases):
        return replace(routine, value=other_value(declared, value, kind))
    conditional = [case for case in node.cases.cases if isinstance(case.condition, nodes.IfCase)]
    at = next((place for place, case in enumerate(conditional) if case.value is result), None)
    if at is None:
        return replace(routine, value=replace(value, otherwise=other_value(declared, value.otherwise, kind)))
    cases = list(value.cases)
    cases[at] = cases[at][0], other_value(declared, cases[at][1], kind)
    return replace(routine, value=replace(value, cases=tuple(cases)))


def _put_other_result(program: Program, table: ValueTable, cell: CellOf) -> None:
    """Let a cell of a table come to something else: the routine that it is, or its value for all of its keys."""
    routine = program.routines.get(cell.address)
    if routine is not None and routine.value is not None:
        value = other_value(program.declared, routine.value, table.type)
        program.routines[cell.address] = replace(routine, value=value)
        return
    cells = {
        key: other_value(program.declared, value, table.type) if table.rows[key] == cell.address else value
        for key, value in table.cells.items()
    }
    held = ByBand(table.cells.starts, cells) if isinstance(table.cells, ByBand) else cells
    program.value_tables[table.name] = replace(table, cells=held)


def other_value(declared: Declared, value: Value, kind: Type) -> Value:
    """Give another value of a type: one more, the next member, an empty list, none."""
    match types.without_none(kind):
        case Number() | Ratio() as number:
            now = numbers.exact(value) if isinstance(number, Ratio) else value
            return numbers.stored(numbers.added(now, whole(1)), number)
        case types.EnumType(enum=enum) as member:
            size = len(declared.enums[enum].members)
            if isinstance(value, to.Constant):
                return to.Constant(member, (value.number + 1) % size)
            following = operate("+", value, whole(1), kind=Number(0, size))
            return operate("%", following, whole(size), kind=member)
        case types.ListType() as list_type:
            return to.Items(list_type, ())
    return to.Constant(types.Absent(), -1)


# --- the cells of a table


def _cells_of(program: Program, name: str) -> tuple[str, ...]:
    """Give the routines that the cells of a table are."""
    if name in program.acting_tables:
        return tuple(dict.fromkeys(program.acting_tables[name].cells.values()))
    cells = program.value_tables[name].cells.values()
    return tuple(dict.fromkeys(cell.address for cell in cells if isinstance(cell, to.Defined)))
