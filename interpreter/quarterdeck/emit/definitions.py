"""Print what is the same in all programs: definitions, tables, requirements asked beforehand, places of fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quarterdeck.emit.lines import Lines, Names, local
from quarterdeck.emit.module import PrintedModule
from quarterdeck.emit.values import OF_DEFINITION, Printer, shown_key, written_table
from quarterdeck.names import types
from quarterdeck.program import instructions as do
from quarterdeck.program import values as to
from quarterdeck.program.most_steps import MostSteps
from quarterdeck.program.program import ActingTable, Program, ValueTable
from quarterdeck.program.values import Value
from quarterdeck.program.walking import rewritten


def printer_of(program: Program, names: Names, lines: Lines, most: MostSteps | None = None) -> Printer:
    """Give a printer of values for a program, of which it may be known how much each part comes to."""
    constant = frozenset(
        name
        for name, table in program.value_tables.items()
        if all(isinstance(cell, to.Constant | to.Dice) for cell in table.cells.values())
    )
    return Printer(program, names, lines, most or MostSteps(program), constant_tables=constant)


def definitions(program: Program, printer: Printer, lines: Lines) -> None:
    """Print places of fields, all definitions, requirements as definitions, and tables of values."""
    names = printer.names
    for known, offset in program.layout.offsets.items():
        lines.put(f"{names.of('F', known)} = {offset}")
    for kind, array in program.layout.arrays.items():
        lines.put(f"{names.of('P', kind)} = tuple(range({array.base}, {array.end}, {array.stride}))")
    for address, routine in program.routines.items():
        if routine.value is not None:
            definition(program, printer, lines, routine)
        elif routine.block and isinstance(routine.block[0], do.Demand):
            allowed(printer, lines, address, routine)
    lines.span = None
    for table in program.value_tables.values():
        value_table(printer, lines, table)


def definition(program: Program, printer: Printer, lines: Lines, routine: do.Routine) -> None:
    """Print a definition as a function of a state and its inputs."""
    printer = printer.among(OF_DEFINITION)
    lines.span, lines.rule = routine.span, routine.address
    name, inputs = printer.names.of("d", routine.address), printer.inputs(routine.parameters)
    if routine.address in program.timeless:
        timeless = printer.names.of("t", routine.address)
        shown = "[:]" if isinstance(routine.value, to.Value) and isinstance(routine.value.type, types.ListType) else ""
        with lines.inside(f"def {name}(S, {inputs}):"):
            lines.put(f"return {timeless}({inputs}){shown}")
        counted = printer.most.is_counted(routine.address)
        lines.put(f"@BUDGET.timeless({routine.address!r})" if counted else "@timeless")
        head = f"def {timeless}({inputs}, S=None):"
    else:
        head = f"def {name}(S, {inputs}):"
    with lines.inside(head):
        assert routine.value is not None
        lines.count(printer.most.price_of_call(routine.address))
        body_of(printer, lines, routine.value)


def body_of(printer: Printer, lines: Lines, value: Value) -> None:
    """Print how a function gives a value."""
    while isinstance(value, to.Cases):
        for condition, found in value.cases:
            with lines.inside(f"if {printer.value(condition)}:"):
                lines.put(f"return {printer.value(found)}")
        value = value.otherwise
    lines.put(f"return {printer.value(value)}")


def allowed(printer: Printer, lines: Lines, address: str, routine: do.Routine) -> None:
    """Print what a procedure requires at its head as a definition; what requires nothing is always allowed."""
    printer = printer.among(OF_DEFINITION)
    demands = []
    for one in routine.block:
        if not isinstance(one, do.Demand):
            break
        demands.append(printer.value(rewritten(one.requirement.condition, worked_out)))
    lines.span, lines.rule = routine.span, address
    head = f"def {printer.names.of('d', f'allowed {address}')}(S, {printer.inputs(routine.parameters)}):"
    with lines.inside(head):
        lines.put(f"return {' and '.join(demands) or 'True'}")


def worked_out(node: Any) -> Any:
    """Give what is remembered where a procedure is carried out as what is worked out: who only asks keeps nothing."""
    return to.Defined(node.type, node.address, node.arguments, "before") if isinstance(node, to.Remembered) else node


def value_table(printer: Printer, lines: Lines, table: ValueTable) -> None:
    """Print a table of values: constants, or functions of a state and the keys."""
    printer = printer.among(OF_DEFINITION)
    lines.rule = table.name
    constant = table.name in printer.constant_tables
    entries = []
    for key, value in table.cells.items():
        if constant:
            shown = printer.value(value)
        elif isinstance(value, to.Defined):
            shown = printer.names.of("d", value.address)
        else:
            shown = f"(lambda *given: {printer.value(value)})"
        entries.append(f"{shown_key(key)}: {shown}")
    lines.put(f"{printer.names.of('T', table.name)} = {written_table(table.cells, entries)}")


def acting_table(printer: Printer, lines: Lines, table: ActingTable, entry: dict[str, str]) -> None:
    """Print which routine each key of an acting table leads to; `entry` gives the text for each routine."""
    entries = [f"{shown_key(key)}: {entry[address]}" for key, address in table.cells.items()]
    lines.put(f"{printer.names.of('R', table.name)} = {written_table(table.cells, entries)}")


def evaluated(program: Program, module: PrintedModule, inputs: tuple[str, ...], value: Value) -> Callable[..., Any]:
    """Give a function of a state and inputs for a value that is no part of the program, beside the program's own."""
    printer = printer_of(program, module.names, Lines(), module.most).among(OF_DEFINITION)
    source = f"lambda {', '.join(['S', *map(local, inputs)])}: {printer.value(value)}"
    function = eval(source, module.namespace)  # noqa: S307 - our own text, as for any rule
    return module.budget.apart(function)
