"""Print what is the same in all programs: definitions, tables, requirements asked beforehand, places of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from quarterdeck.backends.python.lines import Lines, Names, local
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.values import OF_DEFINITION, Printer, shown_key, written_table
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.cost import Costs
from quarterdeck.program.form.dataflow import called
from quarterdeck.program.form.program import ActingTable, Program, ValueTable
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import rewritten


def printer_of(program: Program, names: Names, lines: Lines, costs: Costs | None = None) -> Printer:
    """Give a printer of values for a program, of which it may be known how much each part comes to."""
    return Printer(program, names, lines, costs or Costs(program))


@dataclass(frozen=True)
class DefinitionPieces:
    """Prints what is the same in all programs, one piece after another."""

    program: Program
    printer: Printer
    lines: Lines

    def print(self, sort: str, address: str) -> None:
        """Add the lines of a place of a field, a pool, a definition, a requirement or a table of values."""
        program, printer, lines = self.program, self.printer, self.lines
        match sort:
            case "F":
                lines.put(f"{printer.names.of('F', address)} = {program.layout.offsets[address]}")
            case "P":
                array = program.layout.arrays[address]
                pool = f"tuple(range({array.base}, {array.end}, {array.stride}))"
                lines.put(f"{printer.names.of('P', address)} = {pool}")
            case "d":
                part = called(address)
                if part.sort == "call allowed":
                    allowed(printer, lines, program.routines[part.address])
                else:
                    definition(program, printer, lines, program.routines[address])
            case "t":
                lasting_definition(printer, lines, program.routines[address])
            case "T":
                value_table(printer, lines, program.value_tables[address])
            case _:
                raise AssertionError(sort)

    def all(self) -> Iterator[tuple[str, str]]:
        """Give the sorts and addresses of all of these."""
        program = self.program
        yield from (("F", known) for known in program.layout.offsets)
        yield from (("P", kind) for kind in program.layout.arrays)
        for address, routine in program.routines.items():
            if routine.value is not None:
                yield "d", address
                if address in program.timeless:
                    yield "t", address
            elif routine.block and isinstance(routine.block[0], op.Demand):
                yield "d", f"{val.ALLOWED}{address}"
        yield from (("T", name) for name in program.value_tables)


def definition(program: Program, printer: Printer, lines: Lines, routine: op.Routine) -> None:
    """Print a definition as a function of a state and its inputs."""
    lines.span, lines.rule = routine.span, routine.address
    name, inputs = printer.names.of("d", routine.address), printer.inputs(routine.parameters)
    with lines.inside(f"def {name}(S, {inputs}):"):
        if routine.address in program.timeless:
            is_list = isinstance(routine.value, val.Value) and isinstance(routine.value.type, types.ListType)
            lines.put(f"return {printer.names.of('t', routine.address)}({inputs}){'[:]' if is_list else ''}")
        else:
            worked_out_anew(printer, lines, routine)


def lasting_definition(printer: Printer, lines: Lines, routine: op.Routine) -> None:
    """Print a definition as a function of its inputs alone, whose values are kept."""
    lines.span, lines.rule = routine.span, routine.address
    inputs, counted = printer.inputs(routine.parameters), printer.costs.is_counted(called(routine.address))
    lines.put(f"@BUDGET.timeless({routine.address!r})" if counted else "@timeless")
    with lines.inside(f"def {printer.names.of('t', routine.address)}({inputs}, S=None):"):
        worked_out_anew(printer, lines, routine)


def worked_out_anew(printer: Printer, lines: Lines, routine: op.Routine) -> None:
    """Print how a definition is worked out."""
    assert routine.value is not None
    lines.count(printer.costs.price_of_call(routine.address))
    body_of(printer.among(OF_DEFINITION), lines, routine.value)


def body_of(printer: Printer, lines: Lines, value: Value) -> None:
    """Print how a function gives a value."""
    while isinstance(value, val.Cases):
        for condition, found in value.cases:
            with lines.inside(f"if {printer.value(condition)}:"):
                lines.put(f"return {printer.value(found)}")
        value = value.otherwise
    lines.put(f"return {printer.value(value)}")


def allowed(printer: Printer, lines: Lines, routine: op.Routine) -> None:
    """Print what a procedure requires at its head as a definition; what requires nothing is always allowed."""
    printer = printer.among(OF_DEFINITION)
    demands = []
    for one in routine.block:
        if not isinstance(one, op.Demand):
            break
        demands.append(printer.value(rewritten(one.requirement.condition, worked_out)))
    lines.span, lines.rule = routine.span, routine.address
    head = f"def {printer.names.of('d', f'{val.ALLOWED}{routine.address}')}(S, {printer.inputs(routine.parameters)}):"
    with lines.inside(head):
        lines.put(f"return {' and '.join(demands) or 'True'}")


def worked_out(node: Any) -> Any:
    """Give what is remembered where a procedure is carried out as what is worked out: who only asks keeps nothing."""
    return val.Defined(node.type, node.address, node.arguments, "before") if isinstance(node, val.Remembered) else node


def value_table(printer: Printer, lines: Lines, table: ValueTable) -> None:
    """Print a table of values: constants, or functions of a state and the keys."""
    printer = printer.among(OF_DEFINITION)
    constant, lines.rule = printer.is_constant(table.name), table.name
    if not constant and (known := printer.program.world.tables.get(table.name)) is not None:
        lines.span = known.span
    entries = []
    for key, value in table.cells.items():
        if constant:
            shown = printer.value(value)
        elif isinstance(value, val.Defined):
            shown = printer.names.of("d", value.address)
        else:
            shown = f"(lambda *given: {printer.value(value)})"
        entries.append(f"{shown_key(key)}: {shown}")
    lines.put(f"{printer.names.of('T', table.name)} = {written_table(table.cells, entries)}")


def acting_table(
    printer: Printer, lines: Lines, table: ActingTable, segments: Mapping[str, int] = MappingProxyType({})
) -> None:
    """Print which routine each key of an acting table leads to: its function, or the number of its first segment."""
    entries = [
        f"{shown_key(key)}: {segments[address] if address in segments else printer.names.of('e', address)}"
        for key, address in table.cells.items()
    ]
    lines.put(f"{printer.names.of('R', table.name)} = {written_table(table.cells, entries)}")


def evaluated(program: Program, module: PrintedModule, inputs: tuple[str, ...], value: Value) -> Callable[..., Any]:
    """Give a function of a state and inputs for a value that is no part of the program, beside the program's own."""
    printer = printer_of(program, module.names, Lines(), module.costs).among(OF_DEFINITION)
    source = f"lambda {', '.join(['S', *map(local, inputs)])}: {printer.value(value)}"
    return module.budget.apart(module.late.evaluated(source))
