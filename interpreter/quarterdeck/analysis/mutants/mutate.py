"""Change the tree of a rule, table or phase, type it anew, and lower it like anything else.

In: a checked ruleset, a mutant, and a program of the rules as they are. Out: a program in which only that is
different, and which of its parts are concerned. What the checks can no longer make sense of means what it meant before,
and goes wrong when it is reached.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from quarterdeck.analysis.mutants.mutants import Mutant
from quarterdeck.analysis.mutants.mutations import (
    Exchange,
    MovedRow,
    OtherArc,
    OtherLine,
    OtherResult,
    OtherStart,
    ShorterStart,
    Visit,
)
from quarterdeck.backends.python.reprinting import Parts
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.declaring_condition_tables import rows_in_order
from quarterdeck.language.declarations.symbol_table import CellOf, Rule, Table
from quarterdeck.language.declarations.types import Number, Ratio, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form import values as val
from quarterdeck.program.form.bands import ByBand
from quarterdeck.program.form.instructions import Routine
from quarterdeck.program.form.program import Program, ValueTable
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.form.world import World
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.between_rows import with_lines
from quarterdeck.program.lower.numbers import operate
from quarterdeck.workspace.ruleset.altered_parts import AlteredPart, cells_of, part_called, with_node


@dataclass(frozen=True)
class Mutated:
    """A rule, table or phase of a mutant.

    `may_be_refused` tells whether a finding of the checks counts as noticed. `result` is the value that becomes another
    when all is lowered, as the language has no words for that.
    """

    altered: AlteredPart
    may_be_refused: bool = False
    result: nodes.Expression | None = None

    @property
    def is_refused(self) -> bool:
        """Tell whether the checks notice it."""
        return self.may_be_refused and bool(self.altered.findings)

    def lowered(self, program: Program) -> tuple[Program, Parts]:
        """Give a program in which this part is lowered anew, and what of it is concerned."""
        new = self.altered.lowered(program)
        match self.altered.part:
            case Rule(address=address) as rule:
                if self.result is not None:
                    other = _with_other_case(new.world, rule, new.routines[address], self.result)
                    new.routines[address] = other
                return new, Parts(routines=(address,))
            case Table() as table:
                if self.result is not None:
                    put_other_result(new, table, self.result)
                return new, Parts(routines=cells_of(new, table.name), tables=(table.name,))
            case nodes.Phase(name=name):
                return new, Parts(phases=(f"turn.{name.text}",))
            case _:
                assert_never(self.altered.part)


def mutated(checked: Checked, mutant: Mutant) -> Mutated:
    """Give what a mutant makes of the rule, table or phase that holds it."""
    declared, change = checked.declared, mutant.change
    part = part_called(declared, mutant.holder)
    match change:
        case Exchange(may_be_refused=may_be_refused):
            new = with_node(part, change.old, change.new)
            return Mutated(AlteredPart.of(checked, declared, new, part), may_be_refused)
        case OtherResult(value=value):
            return Mutated(AlteredPart(checked, part), result=value)
        case OtherArc(arc=arc):
            elsewhere = replace(checked, declared=replace(declared, arcs={**declared.arcs, arc.name: arc}))
            return Mutated(AlteredPart(AlteredPart.of(elsewhere, elsewhere.declared, part).checked, part))
        case MovedRow():
            assert isinstance(part, Table)
            return Mutated(AlteredPart(checked, with_row_moved(part, change)))
        case OtherLine(how=how):
            assert isinstance(part, Table)
            return Mutated(AlteredPart(checked, replace(part, between_rows=how)))
        case OtherStart() | ShorterStart() | Visit():
            raise AssertionError(mutant)
        case _:
            assert_never(change)


# --- other trees


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


# --- other results


def _with_other_case(world: World, rule: Rule, routine: Routine, result: nodes.Expression) -> Routine:
    """Give a definition of which one case, or the only value, comes to something else."""
    node, value, kind = rule.node, routine.value, rule.result or types.BOOLEAN
    assert isinstance(node, nodes.Define)
    assert value is not None
    if isinstance(node.cases, nodes.SingleCase) or not isinstance(value, val.Cases):
        return replace(routine, value=other_value(world, value, kind))
    if rule.by_condition is not None and rule.by_condition.gathers:
        return replace(routine, value=other_value(world, value, kind))
    conditional = rows_in_order(rule)
    at = next((place for place, case in enumerate(conditional) if case.value is result), None)
    if at is None:
        return replace(routine, value=replace(value, otherwise=other_value(world, value.otherwise, kind)))
    cases = list(value.cases)
    cases[at] = cases[at][0], other_value(world, cases[at][1], kind)
    return replace(routine, value=replace(value, cases=tuple(cases)))


def put_other_result(program: Program, table: Table, result: nodes.Expression) -> None:
    """Let the cell of a table that says something come to something else, and what lies between its rows with it."""
    found = next(cell for row in table.rows for cell in row.cells if cell.value is result)
    _put_in_cell(program, program.value_tables[table.name], found)
    if table.between_rows:
        program.value_tables[table.name] = with_lines(program, table, program.value_tables[table.name])


def _put_in_cell(program: Program, table: ValueTable, cell: CellOf) -> None:
    """Let a cell come to something else: the routine that it is, or its value for all of its keys."""
    routine = program.routines.get(cell.address)
    if routine is not None and routine.value is not None:
        value = other_value(program.world, routine.value, table.type)
        program.routines[cell.address] = replace(routine, value=value)
        return
    cells = {
        key: other_value(program.world, value, table.type) if table.rows[key] == cell.address else value
        for key, value in table.cells.items()
    }
    held = ByBand(table.cells.starts, cells) if isinstance(table.cells, ByBand) else cells
    program.value_tables[table.name] = replace(table, cells=held)


def other_value(world: World, value: Value, kind: Type) -> Value:
    """Give another value of a type: one more, the next member, an empty list, none."""
    if isinstance(kind, types.OptionalNumber):
        none = val.Constant(kind, types.NO_NUMBER)
        return none if value != none else numbers.stored(whole(max(0, int(kind.number.low))), kind.number)
    match types.without_none(kind):
        case Number() | Ratio() as number:
            now = numbers.exact(value) if isinstance(number, Ratio) else value
            return numbers.stored(numbers.added(now, whole(1)), number)
        case types.EnumType(enum=enum) as member:
            size = len(world.enums[enum].members)
            if isinstance(value, val.Constant):
                return val.Constant(member, (value.number + 1) % size)
            following = operate("+", value, whole(1), kind=Number(0, size))
            return operate("%", following, whole(size), kind=member)
        case types.ListType() as list_type:
            return val.Items(list_type, ())
    return val.Constant(types.Absent(), -1)
