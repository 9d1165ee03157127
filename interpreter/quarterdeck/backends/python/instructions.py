"""Print instructions that neither draw nor ask: they read the same in play and in counting.

In: instructions of a program. Out: lines of Python. How the state is written, what is told and how routines are called
is said by a `Manner`, one for play, one for play with a trace, one for counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.lines import Lines, local
from quarterdeck.backends.python.values import Printer
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CallGraph
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import locals_in

Printing = Callable[[Any, Any], None]


class Manner:
    """How one sort of program does what all of them do; where nothing else is said, nobody learns of it."""

    by_slots = False
    """Whether every slot of a list is written by itself, so that somebody can learn of it."""

    def hear_list(self, lines: Lines, place: str, known: str, items: str) -> None:
        """Let somebody learn of all that a list will hold, before it is written."""

    def hear_created(self, lines: Lines, place: str, kind: str) -> None:
        """Let somebody learn of a thing that has come into play, once it is written."""

    def write(self, lines: Lines, place: str, known: str, value: str, mark: bool) -> None:
        """Write a field of one slot in the state after, a mark also in the state before; somebody may learn of it."""
        self.write_slot(lines, place, value, mark)

    def write_slot(self, lines: Lines, place: str, value: str, mark: bool) -> None:
        """Write a slot that is a part of something of which somebody learns as a whole."""
        lines.put(f"A[{place}] = B[{place}] = {value}" if mark else f"A[{place}] = {value}")

    def write_used(self, lines: Lines, slot: int, value: str) -> None:
        """Write how much of an array of records was ever in use; no event of the game."""
        lines.put(f"A[{slot}] = {value}")

    def write_before(self, lines: Lines, place: str, slots: int) -> None:
        """Let the state before say the same of a new thing, but for its being there."""

    def note(self, lines: Lines, deed: str, given: str) -> None:
        """Tell what has been done to a field, where sides decide in secret and it may meet what others do."""

    def free_place(self, lines: Lines, place: str, places: str) -> None:
        """Find the first free place of an array of records, or -1."""
        lines.put(f"{place} = next((o for o in {places} if not (A[o] or B[o])), -1)")


@dataclass
class Writer:
    """Prints instructions into lines; `printer` is the one for the routine that is being printed."""

    program: Program
    printer: Printer
    lines: Lines
    manner: Manner
    printed: Mapping[type[Instruction], Printing]
    calls: CallGraph
    notes_secrets: bool = False
    """Whether what is done while sides decide in secret is noted."""
    routine: op.Routine | None = None
    made: int = 0

    def fresh(self, stem: str) -> str:
        """Give a Python name that is used nowhere else."""
        self.made += 1
        return f"{stem}_{self.made}"

    def block(self, block: Block) -> None:
        """Print instructions in order."""
        for one in block:
            self.one(one)

    def one(self, one: Instruction) -> None:
        """Print one instruction."""
        self.lines.span = one.span
        self.printed[type(one)](self, one)

    def place(self, thing: Value, offset: int, known: str) -> str:
        """Give the name of a local that holds the place of a field, or the place where that is as short."""
        place = self.printer.place(thing, offset, known)
        if place.isdecimal():
            return place
        name = self.fresh("at")
        self.lines.put(f"{name} = {place}")
        return name

    @property
    def in_secret(self) -> bool:
        """Tell whether what is printed may be carried out while sides decide in secret, where that is noted."""
        return self.notes_secrets and self.lines.rule in self.calls.in_secret

    def note(self, deed: str, *given: str) -> None:
        """Print that what is done to a field is noted, where it may meet what other sides do."""
        if self.in_secret:
            self.manner.note(self.lines, deed, ", ".join(given))

    def named(self, stem: str, value: str) -> str:
        """Print that a value has a name, and give it, where it will be noted; else give the value."""
        if not self.in_secret:
            return value
        name = self.fresh(stem)
        self.lines.put(f"{name} = {value}")
        return name

    def in_capacity(self, items: str, known: str) -> int:
        """Print what happens where a list would hold more than it can; give how much that is."""
        capacity = self.program.layout.capacities[known]
        with self.lines.inside(f"if len({items}) > {capacity}:"):
            self.lines.put(f"raise RulesFaultError({f'{known} holds no more than {capacity}'!r})")
        return capacity


# --- names and the state


def assign(writer: Writer, one: op.Assign) -> None:
    writer.lines.put(f"{local(one.name)} = {lasting(writer, one.value)}")


def lasting(writer: Writer, value: Value) -> str:
    """Print a value that is kept: a list that is named does not change, and may be compared."""
    shown = writer.printer.value(value)
    return f"tuple({shown})" if isinstance(value.type, types.ListType) and not is_tuple(value) else shown


def is_tuple(value: Value) -> bool:
    """Tell whether a list is printed as a tuple anyway."""
    return isinstance(value, val.Items | val.Local) or (
        isinstance(value, val.Function) and value.name in ("with", "without")
    )


def store(writer: Writer, one: op.Store) -> None:
    if one.field in writer.program.layout.capacities:
        store_list(writer, one)
        return
    place = writer.printer.place(one.thing, one.offset, one.field)
    writer.note("put", place)
    writer.manner.write(writer.lines, place, one.field, writer.printer.value(one.value), one.mark)


def store_list(writer: Writer, one: op.Store) -> None:
    """Print a whole list: its count, its items, and nothing behind them."""
    lines, items = writer.lines, writer.fresh("items")
    lines.put(f"{items} = tuple({writer.printer.value(one.value)})")
    place = writer.place(one.thing, one.offset, one.field)
    writer.note("put", place)
    capacity = writer.in_capacity(items, one.field)
    writer.manner.hear_list(lines, place, one.field, items)
    if not writer.manner.by_slots:
        at = f"[{place}:{place} + {capacity + 1}]"
        whole = f"[len({items}), *{items}, *[0] * ({capacity} - len({items}))]"
        lines.put(f"A{at} = B{at} = {whole}" if one.mark else f"A{at} = {whole}")
        return
    index = writer.fresh("n")
    writer.manner.write_slot(lines, place, f"len({items})", one.mark)
    with lines.inside(f"for {index} in range({capacity}):"):
        item = f"{items}[{index}] if {index} < len({items}) else 0"
        writer.manner.write_slot(lines, f"{place} + 1 + {index}", item, one.mark)


def adjust(writer: Writer, one: op.Adjust) -> None:
    """Print a change by a number: a limit stops it, and never moves what lies beyond it already."""
    lines, by = writer.lines, writer.printer.value(one.by)
    if one.thing is None:
        place, was = "", local(one.field)
    else:
        place = writer.place(one.thing, one.offset, one.field)
        was, by = f"A[{place}]", writer.named("by", by)
    bounded: tuple[str, ...] = ()
    if one.limit is None:
        new = f"{was} + {by}"
    else:
        limit = writer.printer.value(one.limit)
        new = writer.fresh("new")
        lines.put(f"{new} = {was} + {by}")
        pick, other = ("min", "max") if one.bound == "most" else ("max", "min")
        past = ">" if one.bound == "most" else "<"
        if not isinstance(one.limit, val.Constant | val.Local):
            lines.put(f"limit = {limit}")
            limit = "limit"
        bounded = (repr(one.bound), limit)
        with lines.inside(f"if {new} {past} {limit}:"):
            lines.put(f"{new} = {pick}({new}, {other}({limit}, {was}))")
    if one.thing is None:
        lines.put(f"{local(one.field)} = {new}")
    else:
        writer.note("add", place, by, *bounded)
        writer.manner.write(lines, place, one.field, new, one.mark)


def push(writer: Writer, one: op.Push) -> None:
    lines, count, new = writer.lines, writer.fresh("count"), writer.fresh("new")
    place = writer.place(one.thing, one.offset, one.field)
    lines.put(f"{count} = A[{place}]")
    with lines.inside(f"if {count} >= {one.capacity}:"):
        lines.put(f"raise RulesFaultError({f'{one.field} holds no more than {one.capacity}'!r})")
    lines.put(f"{new} = {writer.printer.value(one.value)}")
    writer.note("append", place, new, str(one.capacity), repr(one.field))
    held = f"A[{place} + 1:{place} + 1 + {count}]"
    writer.manner.hear_list(lines, place, one.field, f"(*{held}, {new})")
    writer.manner.write_slot(lines, f"{place} + 1 + {count}", new, one.mark)
    writer.manner.write_slot(lines, place, f"{count} + 1", one.mark)


def create(writer: Writer, one: op.Create) -> None:
    made(writer, one)


def made(writer: Writer, one: op.Create) -> str:
    """Print a thing coming into the first free place of its array; give the name of that place."""
    program, lines = writer.program, writer.lines
    array = program.layout.arrays[one.kind]
    settings = settings_of(writer, one)
    place = writer.fresh("made")
    writer.manner.free_place(lines, place, f"range({array.base}, {array.end}, {array.stride})")
    with lines.inside(f"if {place} < 0:"):
        known_kind = program.world.kinds[one.kind]
        most = f"{array.capacity} {known_kind.one if array.capacity == 1 else known_kind.many}"
        lines.put(f"raise RulesFaultError({f'there is no room for more than {most}'!r})")
    used = program.layout.used.get(one.kind)
    if used is not None:
        with lines.inside(f"if A[{used}] <= {place} - {array.base}:"):
            writer.manner.write_used(lines, used, f"{place} - {array.base - array.stride}")
    for offset, start in enumerate(fresh_record(program, one.kind)):
        if array.base + offset != used:
            writer.manner.write_slot(lines, f"{place} + {offset}", settings.get(offset, str(start)), mark=False)
    writer.manner.hear_created(lines, place, one.kind)
    writer.manner.write_before(lines, place, len(fresh_record(program, one.kind)))
    return place


def settings_of(writer: Writer, one: op.Create) -> dict[int, str]:
    """Print what a new thing is given; give the text of each slot by its offset."""
    found: dict[int, str] = {}
    for offset, known, value in one.settings:
        if known not in writer.program.layout.capacities:
            name = writer.fresh("given")
            writer.lines.put(f"{name} = {writer.printer.value(value)}")
            found[offset] = name
            continue
        items = writer.fresh("items")
        writer.lines.put(f"{items} = tuple({writer.printer.value(value)})")
        capacity = writer.in_capacity(items, known)
        found[offset] = f"len({items})"
        for place in range(capacity):
            found[offset + 1 + place] = f"{items}[{place}] if {place} < len({items}) else 0"
    return found


def fresh_record(program: Program, kind: str) -> list[int]:
    """Give a record of a kind as it begins."""
    array = program.layout.arrays[kind]
    record = [0] * array.stride
    record[0] = 1
    for offset, value in program.beginnings[kind].values:
        record[offset] = value
    return record


def remove(writer: Writer, one: op.Remove) -> None:
    place = f"g_there({writer.printer.value(one.thing)})"
    writer.manner.write(writer.lines, place, f"{one.kind}.", "0", mark=False)


def end_game(writer: Writer, one: op.EndGame) -> None:
    layout = writer.program.layout
    base = layout.arrays["Game"].base
    winner = writer.fresh("winner")
    writer.lines.put(f"{winner} = {writer.printer.value(one.winner)}")
    for known, value in (("Game.over", "1"), ("Game.winner", winner)):
        writer.manner.write(writer.lines, str(base + layout.offsets[known]), known, value, mark=True)


def rank_sides(writer: Writer, one: op.RankSides) -> None:
    layout = writer.program.layout
    array, rank = layout.arrays["Side"], layout.offsets["Side.rank"]
    variable, place = local(one.variable), writer.fresh("place")
    present = f"[o for o in range({array.base}, {array.end}, {array.stride}) if B[o]]"
    as_before = f"sorted({present}, key=lambda o: B[o + {rank}])"
    key = writer.printer.value(one.key)
    ordered = f"sorted({as_before}, key=lambda {variable}: {key}, reverse={one.highest})"
    with writer.lines.inside(f"for {place}, {variable} in enumerate({ordered}):"):
        writer.manner.write(writer.lines, f"{variable} + {rank}", "Side.rank", place, mark=True)


# --- control flow


def branch(writer: Writer, one: op.Branch) -> None:
    for index, (condition, block) in enumerate(one.cases):
        with writer.lines.inside(f"{'elif' if index else 'if'} {writer.printer.value(condition)}:"):
            writer.block(block)
    if one.otherwise:
        with writer.lines.inside("else:"):
            writer.block(one.otherwise)


def loop(writer: Writer, one: op.Loop) -> None:
    """Print a loop; what does not meet the condition at its turn is passed over."""
    variable = local(one.variable)
    with writer.lines.inside(f"{writer.printer.going_through(one.source, variable, [])}:"):
        writer.lines.count(writer.printer.costs.price_of_round(one))
        if one.condition is not None:
            with writer.lines.inside(f"if not ({writer.printer.value(one.condition)}):"):
                writer.lines.put("continue")
        writer.block(one.body)


def repeat(writer: Writer, one: op.Repeat) -> None:
    with writer.lines.inside(f"for {writer.fresh('n')} in range({writer.printer.value(one.count)}):"):
        writer.lines.count(writer.printer.costs.price_of_round(one))
        writer.block(one.body)


def tries(writer: Writer, one: op.Tries) -> None:
    tried = local(one.tried)
    writer.lines.put(f"{tried} = 0")
    with writer.lines.inside("while True:"):
        writer.lines.put(f"{tried} += 1")
        writer.lines.count(writer.printer.costs.price_of_round(one))
        writer.block(one.body)


def leave(writer: Writer, one: op.Leave) -> None:
    writer.lines.put("break")


def call(writer: Writer, one: op.Call) -> None:
    given = ["ctx", writer.printer.states[one.state], "A", *writer.printer.all(one.arguments)]
    into = f"{local(one.into)} = " if one.into else ""
    writer.lines.put(f"{into}{writer.printer.names.of('e', one.address)}({', '.join(given)})")


def call_row(writer: Writer, one: op.CallRow) -> None:
    """Print a table's row carried out; rows in which nothing happens have no routine."""
    printer, lines = writer.printer, writer.lines
    keys, name = printer.all(one.keys), writer.fresh("row")
    given = ", ".join([printer.states[one.state], "A", *printer.all(one.arguments), *keys])
    lines.put(f"{name} = {row_at(printer, one.table, keys)}")
    with lines.inside(f"if {name}:"):
        lines.put(f"{name}(ctx, {given})")


def row_at(printer: Printer, table: str, keys: list[str]) -> str:
    """Print what an acting table leads to."""
    together = ", ".join(keys)
    return f"{printer.names.of('R', table)}.get({together if len(keys) == 1 else f'({together})'})"


@contextmanager
def routine_begun(writer: Writer, routine: op.Routine) -> Iterator[str]:
    """Print a procedure, an effect or an acting cell as a function of the states and of its inputs, which are given."""
    lines, inputs = writer.lines, writer.printer.inputs(routine.parameters)
    lines.span, lines.rule, writer.routine = routine.span, routine.address, routine
    name = writer.printer.names.of("e", routine.address)
    with lines.inside(f"def {name}(ctx, B, A{', ' + inputs if inputs else ''}):"):
        yield inputs
    writer.routine = None


def finish(writer: Writer, one: op.Finish) -> None:
    writer.lines.put("return" if one.result is None else f"return {lasting(writer, one.result)}")


def fault(writer: Writer, one: op.Fault) -> None:
    writer.lines.put(f"raise RulesFaultError({one.words!r})")


def modify(writer: Writer, one: op.Modify) -> None:
    total = local(f"{one.roll}.total")
    condition = writer.printer.value(one.condition) if one.condition is not None else ""
    new = f"{total} = {writer.printer.value(one.value)}"
    if not condition:
        writer.lines.put(new)
        return
    with writer.lines.inside(f"if {condition}:"):
        writer.lines.put(new)


def sift(writer: Writer, one: op.Sift) -> None:
    """Print which options meet all requirements.

    One that does not depend on the option is asked once, if there is an option left by then.
    """
    lines, printer = writer.lines, writer.printer
    every, options, variable = local(one.every), local(one.options), local(one.variable)
    conditions = [printer.value(one.condition)] if one.condition is not None else []
    if one.remembered is not None:
        lines.put(f"{every}, {options} = {printer.value(one.remembered)}")
    else:
        there = printer.going_through(one.source, variable, conditions, printer.costs.price_of_round(one))
        lines.put(f"{every} = {options} = [{variable} {there}]")
    asked: list[str] = []
    for requirement in one.requirements[one.passed :]:
        condition = printer.value(requirement.condition)
        if one.variable in locals_in(requirement.condition):
            asked.append(condition)
            continue
        keep_those(writer, one, asked)
        asked = []
        with lines.inside(f"if {options} and not {condition}:"):
            lines.put(f"{options} = []")
    keep_those(writer, one, asked)


def keep_those(writer: Writer, one: op.Sift, conditions: list[str]) -> None:
    """Print which of the options are left."""
    if conditions:
        options, variable = local(one.options), local(one.variable)
        writer.lines.put(f"{options} = [{variable} for {variable} in {options} if {' and '.join(conditions)}]")


COMMON: dict[type[Instruction], Printing] = {
    op.Modify: modify,
    op.Sift: sift,
    op.Assign: assign,
    op.Store: store,
    op.Adjust: adjust,
    op.Push: push,
    op.Create: create,
    op.Remove: remove,
    op.EndGame: end_game,
    op.RankSides: rank_sides,
    op.Branch: branch,
    op.Loop: loop,
    op.Repeat: repeat,
    op.Tries: tries,
    op.Leave: leave,
    op.Call: call,
    op.CallRow: call_row,
    op.Finish: finish,
    op.Fault: fault,
}
"""How instructions are printed that all sorts of programs print alike."""
