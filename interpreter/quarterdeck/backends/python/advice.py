"""Print advice: definitions that a side weighs its answers by, asked of a view and of what is known of it.

In: a program, with the definitions whose values are kept. Out: a second function for every definition that advice leads
to, which takes what is `Known` of the state beside the state, and looks there first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from quarterdeck.backends.python.definitions import body_of
from quarterdeck.backends.python.lines import Lines, local
from quarterdeck.backends.python.values import OF_DEFINITION, Printer, shown_key, written_table
from quarterdeck.backends.python.view_knowledge import Watched
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CallGraph, called, fields_in, instructions_write
from quarterdeck.program.form.instructions import Routine
from quarterdeck.program.form.program import Program, ValueTable
from quarterdeck.program.form.summary import below, entries_of_advice
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import rewritten, walk


@dataclass(frozen=True)
class AdvicePieces:
    """Prints all definitions and tables that advice leads to, one piece after another."""

    program: Program
    plain: Printer
    lines: Lines

    @cached_property
    def printer(self) -> Printer:
        """Give the printer that knows what advice leads to."""
        program = self.program
        entries = entries_of_advice(program)
        led_to = {*entries, *below(program, tuple(program.routines[address].value for address in entries))}
        routines = {one for one in led_to & program.routines.keys() if program.routines[one].value is not None}
        tables = {one for one in led_to & program.value_tables.keys() if not self.plain.is_constant(one)}
        advised = frozenset((routines | tables) - program.timeless)
        return replace(self.plain.among(OF_DEFINITION), advised=advised)

    def print(self, sort: str, address: str) -> None:
        """Add the lines of a definition or a table of values."""
        if sort == "a":
            definition(self.program, self.printer, self.lines, self.program.routines[address])
        else:
            value_table(self.printer, self.lines, self.program.value_tables[address])

    def all(self) -> Iterator[tuple[str, str]]:
        """Give the sorts and addresses of all of these."""
        advised = self.printer.advised
        yield from (("a", address) for address in self.program.routines if address in advised)
        yield from (("U", name) for name in self.program.value_tables if name in advised)


def asked(program: Program, printer: Printer, number: int, name: str) -> str:
    """Print what the advice on a choice makes of a state, what is known of it, and an answer."""
    address = program.sites[number].advice
    if not address:
        return "None"
    wanted = printer.inputs(program.routines[address].parameters)
    return f"lambda S, K, {name}: {printer.names.of('a', address)}(S, K, {wanted})"


def among(program: Program, printer: Printer, number: int) -> str:
    """Print what the advice on a choice picks out of its answers, where it does."""
    address = f"{program.sites[number].advice} among"
    if address not in program.routines:
        return "None"
    wanted = printer.inputs(program.routines[address].parameters)
    return f"lambda S, K: {printer.names.of('a', address)}(S, K, {wanted})"


def definition(program: Program, printer: Printer, lines: Lines, routine: Routine) -> None:
    """Print a definition as a function of a state, what is known of it, and inputs."""
    memo, inputs = program.advice_memos.get(routine.address), printer.inputs(routine.parameters)
    lines.span, lines.rule = routine.span, routine.address
    with lines.inside(f"def {printer.names.of('a', routine.address)}(S, K, {inputs}):"):
        assert routine.value is not None
        lines.count(printer.costs.price_of_call(routine.address))
        if memo is None:
            body_of(printer, lines, routine.value)
            return
        parts = [
            f"S[{local(name)} + {printer.offset(known)}]" if known else local(name)
            for (name, _), fields in zip(routine.parameters, memo.keys, strict=True)
            for known in fields or ("",)
        ]
        together = ", ".join(parts)
        lines.put(f"key = {parts[0] if len(parts) == 1 else f'({together})'}")
        lines.put(f"value = K[{memo.number}].get(key)")
        with lines.inside("if value is None:"):
            fetched, value = fetching(routine.value, {name for name, _ in routine.parameters})
            lines.put(*(f"{local(name)} = {printer.value(slot)}" for name, slot in fetched.items()))
            lines.put(f"value = K[{memo.number}][key] = {printer.value(value)}")
        lines.put("return value")


def fetching(value: Value, inputs: set[str]) -> tuple[dict[str, val.Slot], Value]:
    """Give fields of inputs that a value reads more than once, each with a name, and the value that makes use of these.

    A field may be fetched before anybody knows whether it is needed: also of no thing at all something is read.
    """
    nodes = list(walk(value))
    if any(isinstance(node, val.Expected) for node in nodes):  # there another state is asked as well
        return {}, value
    inputs = inputs - {node.variable for node in nodes if isinstance(node, val.Gathering | val.Ordered)}
    slots = Counter(node for node in nodes if isinstance(node, val.Slot) and is_input(node.thing, inputs))
    again = [slot for slot, count in slots.items() if count > 1]
    names = {slot: f"#fetched.{number}" for number, slot in enumerate(again)}
    found = rewritten(value, lambda node: val.Local(node.type, names[node]) if node in names else node)
    return {name: slot for slot, name in names.items()}, found


def is_input(thing: Value, inputs: set[str]) -> bool:
    """Tell whether a value is an input."""
    return isinstance(thing, val.Local) and thing.name in inputs


def value_table(printer: Printer, lines: Lines, table: ValueTable) -> None:
    """Print a table of values as functions of a state, what is known of it, and the keys."""
    lines.rule = table.name
    entries = []
    for key, value in table.cells.items():
        shown = f"(lambda S, K, *given: {printer.value(value)})"
        if isinstance(value, val.Defined) and value.address in printer.advised:
            shown = printer.names.of("a", value.address)
        entries.append(f"{shown_key(key)}: {shown}")
    lines.put(f"{printer.names.of('U', table.name)} = {written_table(table.cells, entries)}")


class Watching(dict[int, Watched]):
    """For every site of a choice what its advice hangs on; worked out when it is asked for the first time."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program

    @cached_property
    def calls(self) -> CallGraph:
        """Give what parts of the program read."""
        return CallGraph(self.program)

    @cached_property
    def changing(self) -> frozenset[str]:
        """Give the fields that may change in play."""
        return changing_fields(self.program)

    @cached_property
    def readers(self) -> dict[str, list[int]]:
        """Give for each field the numbers of the kept definitions that read it."""
        found: dict[str, list[int]] = {}
        for one in self.program.advice_memos.values():
            for known in one.fields & self.changing:
                found.setdefault(known, []).append(one.number)
        return found

    def __missing__(self, number: int) -> Watched:
        program, fields = self.program, frozenset[str]()
        advice = program.sites[number].advice
        for address in {advice, f"{advice} among"} & program.routines.keys():
            fields |= self.calls.read_through(called(address))
            nodes = (node for part in below(program, program.routines[address].value).values() for node in part)
            if any(isinstance(node, val.Expected | val.Hooked) for node in nodes):  # what these read is not said
                fields = frozenset(program.layout.slots)
        fields |= {f"{known.partition('.')[0]}." for known in fields}
        watched = tuple(sorted(fields & self.changing))
        found = self[number] = Watched(number, watched, self.readers, len(program.advice_memos))
        return found


class WatchingBeside(dict[int, Watched]):
    """The same for another version of a program, whose sites have other numbers; what each hangs on stays as it was."""

    def __init__(self, program: Program, base: Program, watching: Watching) -> None:
        super().__init__()
        self.program = program
        self.sites = base.site_at
        self.watching = watching

    def __missing__(self, number: int) -> Watched:
        known = self.sites.get(self.program.sites[number].address)
        found = self[number] = Watching(self.program)[number] if known is None else self.watching[known.number]
        return found


def changing_fields(program: Program) -> frozenset[str]:
    """Give the fields that may change in play: those that are written, and those of kinds that are made in play."""
    blocks = [routine.block for routine in program.routines.values()]
    blocks += [phase.block for phase in program.turn.nodes.values()]
    written = set(fields_in(instructions_write(tuple(blocks))))
    made = {known for known in written if known.endswith(".")}
    return frozenset(
        known
        for known in set(program.layout.slots)
        if known in written or f"{known.partition('.')[0]}." in made or known.startswith("Game.")
    )
