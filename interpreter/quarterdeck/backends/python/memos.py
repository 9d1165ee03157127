"""Print definitions whose values are kept while a phase goes on, and the columns of the state on which they hang."""

from __future__ import annotations

from quarterdeck.backends.python.instructions import Writer
from quarterdeck.backends.python.lines import local
from quarterdeck.backends.python.values import OF_DEFINITION, Printer
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Memo
from quarterdeck.program.form.program import Program


def memoised(writer: Writer, memo: Memo) -> None:
    """Print a definition asked of the state before: where effects wait, its values are kept.

    They count as long as the columns of the state that it reads are the same.
    """
    lines, routine, names = writer.lines, memo.routine, writer.printer.names
    printer = writer.printer.among(OF_DEFINITION)
    inputs, number = printer.inputs(routine.parameters), memo.number
    value = sifted(printer, memo) if memo.sifts else printer.value(memo.value)
    by_itself = value if memo.sifts else f"{names.of('d', routine.address)}(S, {inputs})"
    key = f"({inputs})" if len(routine.parameters) > 1 else inputs
    columns = ", ".join(f"S{column}" for known in memo.fields for column in columns_of(writer.program, known, "S"))
    lines.span, lines.rule = routine.span, routine.address
    with lines.inside(f"def {names.of('m', routine.address)}(ctx, S, {inputs}):"):
        lines.put("known = ctx.known")
        with lines.inside("if known is None:"):
            lines.put(f"return {by_itself}")
        lines.put(f"value = known[{number}].get({key})")
        with lines.inside("if value is None:"):
            lines.put(f"values = known[{number}] or ctx.memo({number}, [{columns}])")
            for name, prepared in memo.prepared:
                with lines.inside(f"if {name!r} not in values:"):
                    lines.put(f"values[{name!r}] = {prepared_list(printer, prepared)}")
                lines.put(f"{local(name)} = values[{name!r}]")
            lines.put(f"value = values[{key}] = {by_itself if memo.value is routine.value else value}")
        lines.put("return value")


def sifted(printer: Printer, memo: Memo) -> str:
    """Give a list, and what a condition leaves of it."""
    value = memo.value
    assert isinstance(value, val.Gathering)
    variable = local(value.variable)
    assert value.condition is not None
    left = f"[{variable} for {variable} in x_every if {printer.value(value.condition)}]"
    return f"(x_every := {printer.value(value.source)}, {left})"


def prepared_list(printer: Printer, prepared: val.Gathering | val.PreparedItems) -> str:
    """Give a list of pairs of an item and its value, or a set of all items."""
    if isinstance(prepared, val.PreparedItems):
        return printer.value(prepared)
    variable = local(prepared.variable)
    conditions = [printer.value(prepared.condition)] if prepared.condition is not None else []
    assert prepared.value is not None
    there = printer.going_through(prepared.source, variable, conditions)
    return f"[({variable}, {printer.value(prepared.value)}) {there}]"


def columns_of(program: Program, known: str, state: str) -> list[str]:
    """Give where a state has a field of all things that were ever in play, a list by its places."""
    layout = program.layout
    array = layout.arrays[known.partition(".")[0]]
    used = layout.used.get(array.kind)
    end = array.end if used is None else f"{array.base} + {state}[{used}]"
    first = array.base + layout.offsets.get(known, 0)
    places = range(first, first + 1 + layout.capacities.get(known, 0))
    return [f"[{place}:{end}:{array.stride}]" for place in places]
