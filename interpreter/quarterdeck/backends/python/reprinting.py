"""Print some parts of a program anew, to run beside the functions of a module that holds the rest of it.

In: a program, the module of the one that it was made from, and which parts differ. Out: functions by their Python
names; whoever puts them into the module's namespace has them called by all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.backends.python.advice import WatchingBeside
from quarterdeck.backends.python.definitions import acting_table, allowed, definition, lasting_definition, value_table
from quarterdeck.backends.python.instructions import Writer
from quarterdeck.backends.python.lines import Lines
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.play import callable_routine, phase_function, writer_of
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.program import Program


@dataclass(frozen=True)
class Parts:
    """Parts of a program: routines by their addresses, tables by their names, phases by their addresses."""

    routines: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()


@dataclass(frozen=True)
class PatchPrinter:
    """Prints parts of other versions of a program beside the module of one; `writer` is for that one."""

    module: PrintedModule
    writer: Writer

    @classmethod
    def of(cls, program: Program, module: PrintedModule, trace: bool) -> PatchPrinter:
        """Stand beside the module of a program that went through no passes."""
        return cls(module, writer_of(program, module.names, Lines(), trace))

    def functions(self, program: Program, parts: Parts) -> Mapping[str, Any]:
        """Give the functions and tables of some parts of another version of the program."""
        shared = self.module.functions()
        lines = Lines()
        for kind in self.module.kinds:
            lines.kind(kind)
        printer = replace(self.writer.printer, program=program, lines=lines)
        writer = replace(self.writer, program=program, printer=printer, lines=lines)
        for address in parts.routines:
            self.routine(writer, program.routines[address])
        lines.span = None
        for name in parts.tables:
            if name in program.value_tables:
                value_table(printer, lines, program.value_tables[name])
            else:
                acting_table(printer, lines, program.acting_tables[name])
        for address in parts.phases:
            phase_function(writer, program.turn.nodes[address])
        code = compile("\n".join(lines.text) + "\n", f"<{self.module.name}, changed>", "exec")
        watching = WatchingBeside(program, self.writer.program, shared["W"])
        functions: dict[str, Any] = {"KINDS": tuple(lines.kinds), "W": watching}
        exec(code, shared, functions)  # noqa: S102 - our own generated text
        return functions

    def routine(self, writer: Writer, routine: op.Routine) -> None:
        """Print a routine, and what it requires where either version requires something."""
        address = routine.address
        if routine.value is not None:
            definition(writer.program, writer.printer, writer.lines, routine)
            if address in writer.program.timeless:
                lasting_definition(writer.printer, writer.lines, routine)
            return
        if requires(routine) or requires(self.writer.program.routines.get(address)):
            allowed(writer.printer, writer.lines, routine)
        callable_routine(writer, routine)


def requires(routine: op.Routine | None) -> bool:
    """Tell whether a routine requires something at its head."""
    return routine is not None and bool(routine.block) and isinstance(routine.block[0], op.Demand)
