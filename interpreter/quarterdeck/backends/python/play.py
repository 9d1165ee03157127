"""Print a program for play: one function for each routine and phase, asking dice and deciders as it goes.

In: a `Program` that has passed all passes. Out: a `PrintedModule`. With a trace every roll, row, change, call and phase
is told to the context; without it nothing of that is printed. Where an enabled plugin takes part its function is called
as `H[number]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, overload

from quarterdeck.backends.python import advice
from quarterdeck.backends.python.asking import PendingChoice, PendingRollOff
from quarterdeck.backends.python.definitions import DefinitionPieces, acting_table, printer_of
from quarterdeck.backends.python.grid_functions import names_of_board
from quarterdeck.backends.python.instructions import COMMON, Manner, Printing, Writer, lasting, made, routine_begun
from quarterdeck.backends.python.lines import Lines, Names, local
from quarterdeck.backends.python.memos import columns_of, memoised
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.values import Printer, pick_of
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.cost import PRICE_OF_AN_ENTRY, Costs, price_of_entry
from quarterdeck.program.form.dataflow import CallGraph
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.form.program import Phase, Program
from quarterdeck.program.form.values import Value


class RefusedOptions(Sequence[tuple[Any, int]]):
    """What may not be chosen, each with the number of the requirement that it fails; worked out when it is read.

    There is at least one. It must be read while the question is open: later the state may be another one.
    """

    __slots__ = ("every", "failed", "known")

    def __init__(self, every: Sequence[Any], failed: Callable[[Any], int]) -> None:
        self.every = every
        self.failed = failed
        self.known: list[tuple[Any, int]] | None = None

    def found(self) -> list[tuple[Any, int]]:
        """Give them as a list."""
        if self.known is None:
            self.known = [(option, number) for option in self.every if (number := self.failed(option)) >= 0]
        return self.known

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self.found())

    def __iter__(self) -> Iterator[tuple[Any, int]]:
        return iter(self.found())

    @overload
    def __getitem__(self, at: int) -> tuple[Any, int]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[Any, int]]: ...
    def __getitem__(self, at: int | slice) -> tuple[Any, int] | list[tuple[Any, int]]:
        return self.found()[at]


@dataclass(frozen=True)
class Playing(Manner):
    """How the state is written in play; with a trace the context learns of it."""

    trace: bool

    def hear_list(self, lines: Lines, place: str, known: str, items: str) -> None:
        """Let the context learn of all that a list will hold."""
        if self.trace:
            lines.put(f"ctx.listed({known!r}, {place}, A, {items})")

    def hear_created(self, lines: Lines, place: str, kind: str) -> None:
        """Let the context learn of a thing that has come into play."""
        if self.trace:
            lines.put(f"ctx.created({kind!r}, {place}, A)")

    def write(self, lines: Lines, place: str, known: str, value: str, mark: bool) -> None:
        """Write a field of one slot in the state after, a mark also in the state before; the context learns of it."""
        if self.trace:
            lines.put(f"ctx.stored({known!r}, {place}, A, {value})")
        self.write_slot(lines, place, value, mark)

    def write_before(self, lines: Lines, place: str, slots: int) -> None:
        """Let the state before say the same of a new thing; where sides decide in secret they share that state."""
        with lines.inside("if ctx.simultaneous_sides is None:"):
            lines.put(f"B[{place} + 1 : {place} + {slots}] = A[{place} + 1 : {place} + {slots}]")

    def note(self, lines: Lines, deed: str, given: str) -> None:
        """Tell what has been done to a field, where sides decide in secret and it may meet what others do."""
        with lines.inside("if ctx.simultaneous_sides is not None:"):
            lines.put(f"ctx.simultaneous_sides.{deed}({given})")

    def free_place(self, lines: Lines, place: str, places: str) -> None:
        """Find the first free place of an array, or -1; sides that decide in secret must not take the same."""
        with lines.inside("if ctx.simultaneous_sides is None:"):
            super().free_place(lines, place, places)
        with lines.inside("else:"):
            lines.put(f"{place} = ctx.simultaneous_sides.own_place(B, A, {places})")


@dataclass(frozen=True)
class PlayPieces:
    """Prints the pieces of a module for play."""

    writer: Writer
    definitions: DefinitionPieces
    advice: advice.AdvicePieces

    def print(self, sort: str, address: str) -> None:
        """Add the lines of one piece."""
        writer, program = self.writer, self.writer.program
        match sort:
            case "e":
                callable_routine(writer, program.routines[address])
            case "R":
                acting_table(writer.printer, writer.lines, program.acting_tables[address])
            case "f":
                phase_function(writer, program.turn.nodes[address])
            case "m":
                memoised(writer, program.memos[address])
            case "a" | "U":
                self.advice.print(sort, address)
            case _:
                self.definitions.print(sort, address)

    def all(self) -> Iterator[tuple[str, str]]:
        """Give the sorts and addresses of all pieces."""
        program = self.writer.program
        yield from self.definitions.all()
        yield from self.advice.all()
        yield from (("e", address) for address, routine in program.routines.items() if routine.value is None)
        yield from (("R", name) for name in program.acting_tables)
        yield from (("f", phase.address) for phase in program.turn.phases)
        yield from (("m", address) for address in program.memos)


def play_module(program: Program, trace: bool = False, costs: Costs | None = None) -> PrintedModule:
    """Give a whole program for play, printed as it is needed; it may be known how much each part comes to."""
    lines, names = Lines(), Names()
    writer = writer_of(program, names, lines, trace, costs)
    lines.put(f"O = [-1] * {program.layout.size + 1}  # which of its kind each thing is; -1 for none")
    for array in program.layout.arrays.values():
        places = f"range({array.base}, {array.end}, {array.stride})"
        with lines.inside(f"for _number, _thing in enumerate({places}):"):
            lines.put("O[_thing] = _number")
    among = DefinitionPieces(program, writer.printer, lines), advice.AdvicePieces(program, writer.printer, lines)
    given = {
        **names_of_board(program.world.board),
        "PendingChoice": PendingChoice,
        "PendingRollOff": PendingRollOff,
        "RefusedOptions": RefusedOptions,
        "H": program.hooked,
        "W": advice.Watching(program),
    }
    name = f"{program.world.name} for play"
    return PrintedModule(name, PlayPieces(writer, *among), lines, names, writer.printer.costs, given)


def writer_of(program: Program, names: Names, lines: Lines, trace: bool, costs: Costs | None = None) -> Writer:
    """Give a writer of instructions for play."""
    printer = printer_of(program, names, lines, costs)
    deeds = TRACED if trace else PLAIN
    return Writer(program, printer, lines, Playing(trace), deeds, CallGraph(program), notes_secrets=True)


def callable_routine(writer: Writer, routine: op.Routine) -> None:
    """Print a procedure, an effect or an acting cell."""
    lines = writer.lines
    with routine_begun(writer, routine) as inputs:
        if is_traced(writer):
            spoken = writer.printer.spoken(routine.phrase)
            lines.put(f"ctx.enter({routine.address!r}, ({inputs}{',' if inputs else ''}), {spoken})")
        lines.count(writer.printer.costs.price_of_call(routine.address))
        writer.block(routine.block)
        if is_traced(writer):
            lines.put("ctx.leave()")


def phase_function(writer: Writer, phase: Phase) -> None:
    """Print a phase of the turn."""
    lines = writer.lines
    lines.span, lines.rule = phase.span, phase.address
    with lines.inside(f"def {writer.printer.names.of('f', phase.address)}(ctx, B):"):
        lines.put("A = B", *(["ctx.known = None"] if writer.program.memos else []))
        writer.block(phase.block)


def is_traced(writer: Writer) -> bool:
    """Tell whether what happens is told."""
    return isinstance(writer.manner, Playing) and writer.manner.trace


# --- spans, phases, calls


def open_span(writer: Writer, one: op.OpenSpan) -> None:
    if one.kept:
        writer.lines.put(f"{local(one.kept)} = B; B = A[:]")
        return
    writer.lines.put("A = B[:]")
    if writer.program.memos:
        writer.lines.put("ctx.known = [{}] * %d" % len(writer.program.memos))  # noqa: UP031 - braces are Python's here


def close_span(writer: Writer, one: op.CloseSpan) -> None:
    """Print the state after becoming the state: only what can have changed is copied."""
    lines, arrays = writer.lines, writer.program.layout.arrays
    if one.kept:
        lines.put(f"B = {local(one.kept)}")
        return
    if one.written is None:
        lines.put("B[:] = A")
    else:
        made = [kind for kind in arrays if f"{kind}." in one.written]
        for kind in made:
            places = f"[{arrays[kind].base}:{arrays[kind].end}]"
            lines.put(f"B{places} = A{places}")
        for known in one.written:
            kind = known.partition(".")[0]
            if kind in arrays and kind not in made:
                for column in columns_of(writer.program, known, "A"):
                    lines.put(f"B{column} = A{column}")
    lines.put("A = B")
    if writer.program.memos:
        lines.put("ctx.known = None")


def closing(writer: Writer, one: op.Closing) -> None:
    if writer.program.memos:
        writer.lines.put("ctx.known = None")


def phase_begins(writer: Writer, one: op.PhaseBegins) -> None:
    if is_traced(writer):
        writer.lines.put(f"ctx.phase({one.address!r}, B)")
    for hook in one.hooks:
        writer.lines.put(f"H[{hook}](B)")


def phase_ends(writer: Writer, one: op.PhaseEnds) -> None:
    for hook in one.hooks:
        writer.lines.put(f"H[{hook}](B)")
    if is_traced(writer):
        writer.lines.put(f"ctx.phase_over({one.address!r}, B)")


def simultaneous(writer: Writer, one: op.Simultaneously) -> None:
    """Print a phase in which every side decides from the same state, and all is opened together."""
    lines, name = writer.lines, writer.fresh("sealed")
    with lines.inside(f"def {name}(B, {local(one.variable)}):"):
        lines.put("A = B", *(["ctx.known = None"] if writer.program.memos else []))
        writer.block(one.body)
    lines.span = one.span
    lines.put(f"ctx.simultaneous(B, {name})", "A = B")


def call_row(writer: Writer, one: op.CallRow) -> None:
    if is_traced(writer):
        writer.lines.put(f"ctx.row({one.table!r}, ({', '.join(writer.printer.all(one.keys))},))")
    COMMON[op.CallRow](writer, one)


def finish(writer: Writer, one: op.Finish) -> None:
    if is_traced(writer) and writer.routine is not None:
        left(writer, one.result)
    else:
        COMMON[op.Finish](writer, one)


def left(writer: Writer, result: Value | None) -> None:
    """Print a traced routine being left with its result, where it has one."""
    if result is None:
        writer.lines.put("ctx.leave()", "return")
    else:
        writer.lines.put(f"result = {lasting(writer, result)}", "ctx.leave(result)", "return result")


def demand(writer: Writer, one: op.Demand) -> None:
    lines, requirement = writer.lines, one.requirement
    with lines.inside(f"if not {writer.printer.value(requirement.condition)}:"):
        words = writer.printer.words(requirement.reason)
        lines.put(f"BUDGET.beside(ctx.refused, {requirement.address!r}, lambda: {words})")
        if is_traced(writer):
            left(writer, one.result)
        else:
            COMMON[op.Finish](writer, op.Finish(one.span, one.result))


def repeat(writer: Writer, one: op.Repeat) -> None:
    """Print a repetition; one that can settle ends with a round after which everything is as it was."""
    if not one.settles:
        COMMON[op.Repeat](writer, one)
        return
    lines, was = writer.lines, writer.fresh("was")
    with lines.inside(f"for {writer.fresh('n')} in range({writer.printer.value(one.count)}):"):
        lines.count(writer.printer.costs.price_of_round(one))
        lines.put(f"{was} = (B[:], A[:], ctx.at, len(ctx.told))")
        writer.block(one.body)
        with lines.inside(f"if (B, A, ctx.at, len(ctx.told)) == {was}:"):
            lines.put("break")


# --- what all are told


def announce(writer: Writer, one: op.Announce) -> None:
    writer.lines.put(f"ctx.tell(BUDGET.told({writer.printer.words(one.text)}, {writer.lines.rule!r}))")


def reveal(writer: Writer, one: op.Reveal) -> None:
    state = writer.printer.states[one.state]
    writer.lines.count(PRICE_OF_AN_ENTRY + writer.program.layout.capacities.get(one.field, 0))
    writer.lines.put(f"ctx.reveal({one.field!r}, {writer.printer.value(one.thing)}, {state})")


def end_game(writer: Writer, one: op.EndGame) -> None:
    COMMON[op.EndGame](writer, one)
    if one.reason.parts:
        announce(writer, op.Announce(one.span, one.reason))


def create(writer: Writer, one: op.Create) -> None:
    writer.lines.put(f"ctx.situation.names.pop({made(writer, one)}, None)")


# --- chance


def draw(writer: Writer, one: op.Draw) -> None:
    """Print a throw: `about` is what it is about, which with its site tells it from all others."""
    lines, dice = writer.lines, one.chance
    natural, printer = local(one.local), writer.printer
    about, price = subject(writer, one.about), price_of_entry(writer.program.sites[one.site].address)
    if any(isinstance(value.type, types.ListType) for value in one.about):
        lines.put(f"about = {about}", f"BUDGET.take(len(about), {lines.rule!r})")
        about = "about"
    if isinstance(dice, val.Lots):
        lines.count(price)
        lines.put(f"{natural} = ctx.draw({one.site}, ({', '.join(printer.all(dice.counts))},), {about})")
        return
    assert isinstance(dice, val.Dice), "reads of pools are found for counting alone"
    if dice.count == val.whole(1) and dice.kept is None and dice.pick != "each":
        lines.count(price)
        lines.put(f"{natural} = ctx.throw({one.site}, {printer.value(dice.sides)}, {about})")
    else:
        lines.put(f"count = {printer.value(dice.count)}", f"BUDGET.take({price} * count, {lines.rule!r})")
        several = f"count, {printer.value(dice.sides)}, {pick_of(printer, dice)}"
        if dice.steps:
            steps = "".join(f"{step_of(printer, step)}, " for step in dice.steps)
            take = f"lambda dice: BUDGET.take({price} * dice, {lines.rule!r})"
            thrown = f"count, {printer.value(dice.sides)}, ({steps}), {take}"
            lines.put(f"{natural} = ctx.throw_pool({one.site}, {thrown}, {about})")
        else:
            lines.put(f"{natural} = ctx.throw_several({one.site}, {several}, {about})")
    if is_traced(writer):
        lines.put("changes = []")


def step_of(printer: Printer, step: val.DieStep) -> str:
    """Print what is done with each die of a pool."""
    cap = "1" if step.cap is None else printer.value(step.cap)
    return f"({step.how!r}, lambda {local(step.die.name)}: {printer.value(step.value)}, {cap})"


def subject(writer: Writer, about: tuple[Value, ...]) -> str:
    """Give the things that a throw is about by their numbers among their kind."""
    parts = [subject_part(writer.printer, value) for value in about]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def subject_part(printer: Printer, value: Value) -> str:
    shown = printer.value(value)
    match types.without_none(value.type):
        case types.Thing():
            return f"O[{shown}]"
        case types.ListType(item=item):
            return f"*[{'O[one]' if isinstance(types.without_none(item), types.Thing) else 'one'} for one in {shown}]"
        case types.Boolean():
            return f"+{shown}"  # a truth counts as 0 or 1
        case types.Ratio():
            return f"*{shown}.as_integer_ratio()"
    return shown


def modify_traced(writer: Writer, one: op.Modify) -> None:
    total = local(f"{one.roll}.total")
    condition = writer.printer.value(one.condition) if one.condition is not None else "True"
    writer.lines.put(f"was = {total}; applies = bool({condition})")
    with writer.lines.inside("if applies:"):
        writer.lines.put(f"{total} = {writer.printer.value(one.value)}")
    changed = exactly(f"({total} - was)", one.value.type)
    writer.lines.put(f"changes.append(({one.address!r}, {changed}, applies, {writer.printer.spoken(one.phrase)}))")


def rolled(writer: Writer, one: op.Rolled) -> None:
    if is_traced(writer):
        natural, total = local(f"{one.roll}.natural"), local(f"{one.roll}.total")
        success = "None" if one.success is None else str(one.success == val.truth(True))
        came_to = f"{natural}, {exactly(total, one.total)}, changes, {success}"
        writer.lines.put(f"ctx.rolled({one.site}, {came_to}, {writer.printer.spoken(one.phrase)})")


def drawn(writer: Writer, one: op.Drawn) -> None:
    if is_traced(writer):
        by = "-1" if one.by is None else writer.printer.value(one.by)
        spoken = writer.printer.spoken(one.phrase)
        writer.lines.put(f"ctx.drawn({one.site}, {writer.printer.value(one.value)}, {by}, {spoken})")


def exactly(shown: str, kind: types.Type) -> str:
    """Give the text of a number as what it is, not in the steps of its type."""
    return f"Fraction({shown}, {kind.step})" if isinstance(kind, types.Number) and kind.step > 1 else shown


def roll_off(writer: Writer, one: op.RollOff) -> None:
    count, sides, plus = map(writer.printer.value, (one.dice.count, one.dice.sides, one.dice.plus))
    price = price_of_entry(writer.program.sites[one.site].address)
    take = f"lambda dice: BUDGET.take({price} * dice, {writer.lines.rule!r})"
    pick = pick_of(writer.printer, one.dice)
    thrown = f"{one.site}, {one.offset}, {one.steps}, {count}, {sides}, {pick}, {plus}, {take}"
    writer.lines.put(f"ctx.roll_off(PendingRollOff({thrown}), B, A)")


# --- choice


def ask(writer: Writer, one: op.Ask) -> None:
    """Print a question to a side."""
    lines, printer, name = writer.lines, writer.printer, local(one.name)
    options, chooser = printer.value(one.options), printer.value(one.chooser)
    refused = writer.fresh("refused")
    lends = "BUDGET.left, BUDGET.aside = BUDGET.aside, BUDGET.left"  # what those who decide look at counts by itself
    asked = f"{lends}; {name} = ctx.choose({asking(writer, one, refused)}); {lends}"
    lines.count(price_of_entry(writer.program.sites[one.site].address))
    why = f"{refused} = {refused_of(writer, one.sift) if one.sift is not None else '()'}"
    if one.may_none and one.may_stop is None and not is_traced(writer):  # there is often nothing but to decline
        anything = local(one.sift.every) if one.sift is not None else options
        with lines.inside(f"if {options} or not ctx.declines({one.site}, {chooser}, {anything}):"):
            lines.put(why, asked)
        with lines.inside("else:"):
            lines.put(f"{name} = -1")
    else:
        lines.put(why, asked)
    if one.may_stop is not None:
        with lines.inside(f"if {name} == -2:"):
            writer.block(one.stop)


def refused_of(writer: Writer, one: op.Sift) -> str:
    """Print what is refused: each with the number of the requirement that it fails, when somebody asks."""
    every, options, variable = local(one.every), local(one.options), local(one.variable)
    conditions = [writer.printer.value(requirement.condition) for requirement in one.requirements]
    first = "".join(f"{number} if not {condition} else " for number, condition in enumerate(conditions))
    found = f"RefusedOptions({every}, lambda {variable}: {first}-1)"
    if is_traced(writer):  # whoever traces may look when the state is another one
        found = f"BUDGET.beside({found}.found)"
    return f"{found} if len({options}) < len({every}) else ()"


def asking(writer: Writer, one: op.Ask, refused: str) -> str:
    """Print all that a choice is asked with as one record; what is not given is None."""
    printer, name = writer.printer, local(one.name)
    around = "".join(f"({known!r}, {local(known)}), " for known in one.around)
    given = {
        "site": str(one.site),
        "side": printer.value(one.chooser),
        "options": printer.value(one.options),
        "refused": refused,
        "may_stop": "False" if one.may_stop is None else printer.value(one.may_stop),
        "may_none": str(one.may_none),
        "before": printer.states[one.state],
        "after": "A",
        "advice": advice.asked(writer.program, printer, one.site, name),
        "scope": f"lambda: ({around})",
        "among": advice.among(writer.program, printer, one.site),
        "watched": f"W[{one.site}]",
    }
    if one.question is not None:
        given["question"] = f"lambda {name}: {printer.words(one.question)}"
    if one.sift is not None:
        words = "".join(printer.words(requirement.reason) + ", " for requirement in one.sift.requirements)
        given["reasons"] = f"lambda {name}: ({words})"
    if one.default is not None:
        given["default"] = f"lambda: {printer.value(one.default)}"
    return f"PendingChoice({', '.join(given.get(part.name, 'None') for part in fields(PendingChoice))})"


def nothing(writer: Writer, one: Instruction) -> None:
    """Print nothing: this matters to whoever counts."""


PLAIN: dict[type[Instruction], Printing] = {
    **COMMON,
    op.OpenSpan: open_span,
    op.CloseSpan: close_span,
    op.Closing: closing,
    op.PhaseBegins: phase_begins,
    op.PhaseEnds: phase_ends,
    op.Simultaneously: simultaneous,
    op.CallRow: call_row,
    op.Finish: finish,
    op.Demand: demand,
    op.Repeat: repeat,
    op.Announce: announce,
    op.Reveal: reveal,
    op.EndGame: end_game,
    op.Create: create,
    op.Draw: draw,
    op.Rolled: rolled,
    op.Drawn: drawn,
    op.Result: nothing,
    op.RollOff: roll_off,
    op.Ask: ask,
}
TRACED: dict[type[Instruction], Printing] = {**PLAIN, op.Modify: modify_traced}
