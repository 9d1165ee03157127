"""Print a program for counting: the segments of routines with chance, and whole functions for all others.

In: a `Program` that has passed all passes, cut. Out: a `PrintedModule`, in which a segment returns one of
    (GO, frame)                            go on there, after merging with equals
    (ROLL, count, sides, pick, frame)      go on there with each total of the dice in front of the frame's locals
    (CALL, frame, frame, flat)             carry out the first, then go on at the second
    (CHOOSE, site, side, options, may_stop, may_none, default, frame, stop frame or None)
                                           and a `PendingChoice` behind, where choices are answered by advice
    (END,) or (END, result)                the routine is over; a result takes the place of a local that is none
    (OPEN, frame), (CLOSE, frame)          a span begins or ends, then go on there
A frame is a segment's number and the values of its locals. `flat` says that the call reads the state after alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import count
from typing import Any

from quarterdeck.backends.python import advice
from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.backends.python.definitions import DefinitionPieces, acting_table, printer_of
from quarterdeck.backends.python.grid_functions import names_of_board
from quarterdeck.backends.python.instructions import COMMON, Manner, Printing, Writer, lasting, routine_begun, row_at
from quarterdeck.backends.python.lines import Lines, Names, local
from quarterdeck.backends.python.local_rows import print_rows, with_written
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.pool_plans import print_reads, printed_steps
from quarterdeck.backends.python.values import pick_of
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.cost import PRICE_OF_AN_ENTRY, price_of_entry
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.form.values import Dice, Lots, PoolReads, Value
from quarterdeck.program.passes import segments
from quarterdeck.program.passes.cut import ALL_AT_ONCE, NotCountedError
from quarterdeck.program.passes.segments import Cuts, Segment, Then

GO, ROLL, CALL, CHOOSE, END, OPEN, CLOSE = range(7)


@dataclass(frozen=True)
class CountingManner(Manner):
    """How the state is written in counting: whoever counts learns of every slot that is written.

    What sides do in secret is not counted, so nothing is told of it.
    """

    numbers: count[int]
    advised: bool
    by_slots = True

    def write_slot(self, lines: Lines, place: str, value: str, mark: bool) -> None:
        """Write a slot of the state after; a mark also of the state before."""
        name = f"slot_{next(self.numbers)}"
        both, told = (f" = B[{name}]", f"; M({name})") if mark else ("", "")  # A is not read: nothing else hangs on it
        lines.put(f"{name} = {place}; A[{name}]{both} = {value}; W({name}){told}")

    def write_used(self, lines: Lines, slot: int, value: str) -> None:
        """Write how much of an array of records was ever in use."""
        super().write_used(lines, slot, value)
        lines.put(f"W({slot})")

    def write_before(self, lines: Lines, place: str, slots: int) -> None:
        """Let the state before say the same of a new thing, but for its being there."""
        name = f"slot_{next(self.numbers)}"
        with lines.inside(f"for {name} in range({place} + 1, {place} + {slots}):"):
            lines.put(f"B[{name}] = A[{name}]; M({name})")


@dataclass(frozen=True)
class CountingPieces:
    """Prints the pieces of a module for counting."""

    writer: Writer
    definitions: DefinitionPieces
    advice: advice.AdvicePieces
    cuts: Cuts

    def print(self, sort: str, address: str) -> None:
        """Add the lines of one piece."""
        writer, program = self.writer, self.cuts.program
        writer.printed = WHOLE
        match sort:
            case "a" | "U":
                self.advice.print(sort, address)
            case "e":
                plain_routine(writer, program.routines[address])
            case "R":
                acting_table(writer.printer, writer.lines, program.acting_tables[address], self.cuts.entries)
            case "s":
                writer.printed = IN_SEGMENT
                SegmentWriter(writer, self.cuts).segment(self.cuts.segments[int(address)])
            case "v":
                thrown = SegmentWriter(writer, self.cuts).thrown
                print_rows(writer, self.cuts, self.cuts.segments[int(address)], thrown)
            case "Q":
                print_reads(writer.printer, writer.lines, self.cuts, int(address))
            case "S":
                every = "".join(f"{number}: {self.name(number)}, " for number in range(len(self.cuts.segments)))
                writer.lines.put(f"{writer.printer.names.of('S', '')} = Rows({{{every}}})")
            case _:
                self.definitions.print(sort, address)

    def name(self, number: int) -> str:
        """Give the Python name of a segment."""
        return self.writer.printer.names.of("s", str(number))

    def all(self) -> Iterator[tuple[str, str]]:
        """Give the sorts and addresses of all pieces."""
        program, entries = self.cuts.program, self.cuts.entries
        yield from self.definitions.all()
        if self.cuts.advised:
            yield from self.advice.all()
        for address, routine in program.routines.items():
            if routine.value is None and address not in entries:
                yield "e", address
        yield from (("R", name) for name in program.acting_tables)
        yield from (("s", str(segment.number)) for segment in self.cuts.segments)
        yield "S", ""


def counting_module(found: Cuts, **given: Any) -> PrintedModule:
    """Give a whole program for counting, printed as it is needed; `S` has the functions of its segments by number.

    What is `given` is known in it: `CountedReads` makes what counts the reads of a pool.
    """
    program, lines, names = found.program, Lines(), Names()
    writer = Writer(
        program, printer_of(program, names, lines), lines, CountingManner(count(), found.advised), WHOLE, found.calls
    )
    lines.put("GO, ROLL, CALL, CHOOSE, END, OPEN, CLOSE = range(7)")
    among = DefinitionPieces(program, writer.printer, lines), advice.AdvicePieces(program, writer.printer, lines)
    pieces = CountingPieces(writer, *among, found)
    given |= {
        **names_of_board(program.world.board),
        "PendingChoice": PendingChoice,
        "H": program.hooked,
        "NotCountedError": NotCountedError,
        "with_written": with_written,
    }
    name = f"{program.world.name} for counting"
    return PrintedModule(name, pieces, lines, names, writer.printer.costs, given)


def plain_routine(writer: Writer, routine: op.Routine) -> None:
    """Print a routine without chance as one function."""
    with routine_begun(writer, routine):
        writer.lines.count(writer.printer.costs.price_of_call(routine.address))
        writer.block(routine.block)


@dataclass(frozen=True)
class SegmentWriter:
    """Prints segments."""

    writer: Writer
    cuts: Cuts

    def segment(self, segment: Segment) -> None:
        """Print one segment as a function of the states and its locals."""
        lines = self.writer.lines
        given = "".join(f", {local(name)}" for name in segment.live)
        lines.span, lines.rule = None, segment.routine
        name = self.writer.printer.names.of("s", str(segment.number))
        with lines.inside(f"def {name}(ctx, B, A{given}):"):
            if segment.refused:
                lines.put(f"raise NotCountedError({segment.refused!r})")
                return
            self.writer.block(tuple(segment.block))
            lines.span = self.span(segment.then) or lines.span
            self.then(segment.then)
            lines.span = None

    def span(self, then: Then) -> Span | None:
        """Return the place in the rules of what comes after a segment, where it is more than the way to another."""
        match then:
            case segments.Switches(span=span):
                return span
            case segments.Draws(site=site) | segments.DrawsOff(site=site):
                return self.cuts.program.sites[site].span
            case segments.Carries(call=part) | segments.CallsRow(row=part) | segments.Asks(ask=part):
                return part.span
        return None

    def then(self, then: Then) -> None:
        """Print what comes after a segment."""
        put, value = self.writer.lines.put, self.writer.printer.value
        match then:
            case segments.Ends(result=result):
                put(ending(self.writer, result))
            case segments.Goes(to=number):
                put(f"return (GO, {self.frame(number)})")
            case segments.Switches(cases=cases, otherwise=otherwise):
                for condition, number in cases:
                    with self.writer.lines.inside(f"if {value(condition)}:"):
                        put(f"return (GO, {self.frame(number)})")
                put(f"return (GO, {self.frame(otherwise)})")
            case segments.Draws(chance=Lots(counts=counts), site=site, to=number):
                put(kept(self.price(site)))
                put(f"return (ROLL, 1, ({', '.join(map(value, counts))},), 'lots', {self.frame(number)})")
            case segments.Draws(site=site, to=number):
                count, thrown = self.thrown(then)
                put(kept(self.price(site), count))
                put(f"return (ROLL, {thrown}, {self.frame(number)})")
            case segments.DrawsOff(dice=dice, site=site, to=number):
                array = self.cuts.program.layout.arrays["Side"]
                sides = f"sum(1 for o in range({array.base}, {array.end}, {array.stride}) if B[o])"
                thrown = f"({value(dice.count)}, {value(dice.sides)}, {pick_of(self.writer.printer, dice)})"
                put(kept(self.price(site), value(dice.count), sides))
                put(f"return (ROLL, {sides}, {thrown}, 'untied', {self.frame(number)})")
            case segments.Carries(call=call, to=number):
                given = "".join(f"{self.hashable(argument)}, " for argument in call.arguments)
                frame = f"({self.cuts.entries[call.address]}, {given})"
                put(f"return (CALL, {frame}, {self.frame(number, call.into)}, {call.state == 'after'})")
            case segments.CallsRow(row=row, to=number):
                self.row(row, number)
            case segments.Asks(ask=ask, to=number, stop=stop):
                self.asks(ask, number, stop)
            case segments.Opens(to=number):
                put(f"return (OPEN, {self.frame(number)})")
            case segments.Closes(to=number):
                put(f"return (CLOSE, {self.frame(number)})")
            case _:
                raise AssertionError(then)

    def thrown(self, draws: segments.Draws) -> tuple[str, str]:
        """Print how many dice a throw has, and all that says what may come of it."""
        printer, chance = self.writer.printer, draws.chance
        if isinstance(chance, PoolReads):
            dice, plan = chance.dice, printer.names.of("Q", str(draws.to))
            known = "".join(f"{self.hashable(one)}, " for one in chance.given)
            kinds = [
                (printer.value(one.count), printer.value(one.sides), printed_steps(printer, one)) for one in dice.more
            ]
            more = "".join(f"({count}, {sides}, {steps}), " for count, sides, steps in kinds)
            count = printer.value(dice.count)
            pick = f"({plan}, ({known}), {printed_steps(printer, dice)}, ({more}))"
            in_all = " + ".join(f"({one})" for one in (count, *(each for each, _, _ in kinds)))
            return in_all, f"{count}, {printer.value(dice.sides)}, {pick}"
        assert isinstance(chance, Dice)
        count = printer.value(chance.count)
        return count, f"{count}, {printer.value(chance.sides)}, {pick_of(printer, chance)}"

    def row(self, row: op.CallRow, number: int) -> None:
        """Print a row that may bring chance: plain rows are done at once, others called."""
        writer, lines = self.writer, self.writer.lines
        keys = writer.printer.all(row.keys)
        given = "".join(f"{one}, " for one in (*map(self.hashable, row.arguments), *keys))
        name = writer.fresh("row")
        lines.put(f"{name} = {row_at(writer.printer, row.table, keys)}")
        with lines.inside(f"if type({name}) is int:"):
            lines.put(f"return (CALL, ({name}, {given}), {self.frame(number)}, {row.state == 'after'})")
        with lines.inside(f"if {name} is not None:"):
            lines.put(f"{name}(ctx, {writer.printer.states[row.state]}, A, {given})")
        lines.put(f"return (GO, {self.frame(number)})")

    def asks(self, ask: op.Ask, number: int, stop: int | None) -> None:
        """Print a question."""
        value = self.writer.printer.value
        may_stop = "False" if ask.may_stop is None else value(ask.may_stop)
        default = value(ask.default) if ask.default is not None else "None"
        asked = f"{ask.site}, {value(ask.chooser)}, list({value(ask.options)}), {may_stop}, {ask.may_none}, {default}"
        leave = "None" if stop is None else self.frame(stop)
        put = f", {self.put(ask, may_stop, default)}" if self.cuts.advised else ""
        self.writer.lines.put(kept(self.price(ask.site)))
        self.writer.lines.put(f"return (CHOOSE, {asked}, {self.frame(number)}, {leave}{put})")

    def put(self, ask: op.Ask, may_stop: str, default: str) -> str:
        """Print a question as it is put in play, as far as those look at it who answer by advice."""
        printer, program = self.writer.printer, self.cuts.program
        options, name = printer.value(ask.options), local(ask.name)
        given = {
            "site": str(ask.site),
            "side": printer.value(ask.chooser),
            "options": f"list({options})",
            "refused": "()",
            "may_stop": may_stop,
            "may_none": str(ask.may_none),
            "before": printer.states[ask.state],
            "after": "A",
            "default": "None" if ask.default is None else f"lambda: {default}",
            "advice": advice.asked(program, printer, ask.site, name),
            "scope": "lambda: ()",
            "among": advice.among(program, printer, ask.site),
        }
        return f"PendingChoice({', '.join(given.get(part.name, 'None') for part in fields(PendingChoice))})"

    def price(self, site: int) -> int:
        """Give what a die, a card or a decision counts as, as in play."""
        return price_of_entry(self.cuts.program.sites[site].address)

    def frame(self, number: int, result: str = "") -> str:
        """Print the frame of a segment of the same routine: those of its locals that nobody else brings.

        A `result` is brought by the end of a call, which puts it in the place of none.
        """
        other = self.cuts.segments[number]
        held = [name for name in other.live if not (name in other.first and other.rank > 0)]
        return f"({number}, {'None, ' if result else ''}{''.join(f'{local(name)}, ' for name in held)})"

    def hashable(self, argument: Value) -> str:
        """Print an argument of a call; what a frame keeps must have a hash."""
        shown = self.writer.printer.value(argument)
        return f"tuple({shown})" if isinstance(argument.type, types.ListType) else shown


def demand(writer: Writer, one: op.Demand) -> None:
    with writer.lines.inside(f"if not {writer.printer.value(one.requirement.condition)}:"):
        COMMON[op.Finish](writer, op.Finish(one.span, one.result))


def demand_in_segment(writer: Writer, one: op.Demand) -> None:
    with writer.lines.inside(f"if not {writer.printer.value(one.requirement.condition)}:"):
        writer.lines.put(ending(writer, one.result))


def ending(writer: Writer, result: Value | None) -> str:
    """Print that a routine is over, with its result where it has one."""
    return "return (END,)" if result is None else f"return (END, {lasting(writer, result)})"


def open_span(writer: Writer, one: op.OpenSpan) -> None:
    writer.lines.put(f"{local(one.kept)} = B; B = A[:]" if one.kept else "A = B[:]")


def close_span(writer: Writer, one: op.CloseSpan) -> None:
    if one.kept:
        writer.lines.put(f"B = {local(one.kept)}")
    else:
        writer.lines.put("B[:] = A", "A = B")


def result(writer: Writer, one: op.Result) -> None:
    value = writer.printer.value(one.value)
    shown = f"tuple({value})" if isinstance(one.value.type, types.ListType) else value  # what is told must have a hash
    writer.lines.put(f"K(({one.site}, {shown}))")


def throws_written(writer: Writer, one: segments.ThrowsWritten) -> None:
    """Print what each side has thrown being written into a field of it."""
    array = writer.program.layout.arrays["Side"]
    sides = f"[o for o in range({array.base}, {array.end}, {array.stride}) if B[o]]"
    with writer.lines.inside(f"for side, thrown in zip({sides}, {local(one.thrown)}):"):
        total = f"(thrown + {writer.printer.value(one.plus)}) * {one.steps}"
        writer.manner.write(writer.lines, f"side + {one.offset}", one.field, total, mark=True)


def sift(writer: Writer, one: op.Sift) -> None:
    COMMON[op.Sift](writer, one)
    writer.lines.put(f"{local(one.options)} = tuple({local(one.options)})")  # what a frame keeps must have a hash


def kept(price: int, *times: str) -> str:
    """Print that play would count so many rounds, so many times, beside those that are worked out here at once."""
    return f"BUDGET.kept += {' * '.join((str(price), *(f'({one})' for one in times if one != '1')))}"


def nothing(writer: Writer, one: Instruction) -> None:
    writer.lines.put("pass")


def reveal(writer: Writer, one: op.Reveal) -> None:
    """Print that a field is revealed: those who answer by advice would know it."""
    told(writer, one)
    assert isinstance(writer.manner, CountingManner)
    if writer.manner.advised:
        layout, thing = writer.program.layout, writer.printer.value(one.thing)
        slots = 1 + layout.capacities.get(one.field, 0)
        writer.lines.put(f"REVEALED(({thing} + {layout.offsets[one.field]}, {slots}))")


def told(writer: Writer, one: op.Announce | op.Reveal) -> None:
    """Count words that all are told; how long they are is not looked at, since that would read what they speak of."""
    writer.lines.put(kept(PRICE_OF_AN_ENTRY))


def round_begins(writer: Writer, one: segments.RoundBegins) -> None:
    if price := writer.printer.costs.price_of_round(one.loop):
        writer.lines.put(kept(price))


def simultaneous(writer: Writer, one: op.Simultaneously) -> None:
    """Print that what all sides do in secret is not counted, also where nothing falls by chance."""
    writer.lines.put(f"raise NotCountedError({ALL_AT_ONCE!r})")


WHOLE: dict[type[Instruction], Printing] = {
    **COMMON,
    op.Demand: demand,
    op.OpenSpan: open_span,
    op.CloseSpan: close_span,
    op.Closing: nothing,
    op.PhaseBegins: nothing,
    op.PhaseEnds: nothing,
    op.Simultaneously: simultaneous,
    op.Announce: told,
    op.Reveal: reveal,
    op.Rolled: nothing,
    op.Drawn: nothing,
    op.Result: result,
    op.Sift: sift,
}
IN_SEGMENT: dict[type[Instruction], Printing] = {
    **WHOLE,
    op.Demand: demand_in_segment,
    segments.ThrowsWritten: throws_written,
    segments.RoundBegins: round_begins,
}
