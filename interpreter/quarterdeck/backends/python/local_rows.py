"""Print segments that read no field as functions of many rows at once: loops over rows and faces, and nothing else.

In: a segment, and how its throw is printed. Out: a function of rows, each the locals that a segment holds and the slots
that were written on the way, with a weight, and of the totals of a throw, if the segment is given one. It returns the
rows at each place that may come next: its segment (or `NOWHERE`), the counters of the loops around it, the throw that
leads there (or none), how many rounds of play count until there, and the rows themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from quarterdeck.backends.python.instructions import COMMON, Manner, Printing, Writer
from quarterdeck.backends.python.lines import Lines, local
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.cost import PRICE_OF_AN_ENTRY, price_of_entry
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.passes import segments
from quarterdeck.program.passes.pool_reads import free_locals
from quarterdeck.program.passes.segments import Cuts, Segment, Then

NOWHERE = -1
"""In the place of a segment, where the routine is over."""
Written = tuple[tuple[int, int], ...]
Thrown = Callable[[segments.Draws], tuple[str, str]]
"""Prints how many dice a throw has, and all that says what may come of it."""


class RowsManner(Manner):
    """Writes a slot into the row."""

    def write_slot(self, lines: Lines, place: str, value: str, mark: bool) -> None:
        """Write a slot of the state after."""
        lines.put(f"written = with_written(written, {place}, {value})")


def with_written(written: Written, slot: int, value: int) -> Written:
    """Return what a row has written, and a further slot; what was written into it before is lost."""
    return ((slot, value),) if not written else tuple(sorted({**dict(written), slot: value}.items()))


def nothing(writer: Writer, one: Instruction) -> None:
    writer.lines.put("pass")


IN_ROWS: Mapping[type[Instruction], Printing] = {
    **COMMON,
    **dict.fromkeys((op.Rolled, op.Drawn, op.Result, op.Announce, op.Reveal, segments.RoundBegins), nothing),
}


@dataclass
class PlaceAhead:
    """A place that may come next: as Python texts its counters, throw and rounds, and what its rows are called."""

    number: int
    counters: str
    thrown: str
    price: str
    rows: str
    is_single: bool


@dataclass
class RowsPrinter:
    """Prints one segment."""

    writer: Writer
    cuts: Cuts
    segment: Segment
    thrown: Thrown
    ahead: dict[int, PlaceAhead] = field(default_factory=dict)

    def print(self) -> None:
        """Print the function."""
        lines, segment = self.writer.lines, self.segment
        lines.span, lines.rule = None, segment.routine
        with lines.inside(
            f"def {self.writer.printer.names.of('v', str(segment.number))}(B, A, counters, rows, totals):"
        ):
            rounds = self.rounds()
            for number in segment.follows or (NOWHERE,):
                self.ahead.setdefault(number, self.place(number, rounds))
            for one in self.ahead.values():
                lines.put(f"{one.rows} = {{}}")
                if one.is_single:
                    lines.put(f"get_{one.rows} = {one.rows}.get")
            with lines.inside("for held, weight in rows.items():"), self.faces():
                lines.put(f"({self.names(segment.held)}written,) = held")
                if segment.counters:
                    lines.put(f"({self.names(segment.counters)}) = counters")
                self.writer.block(tuple(segment.block))
                self.then(segment.then)
            lines.put("found = []")
            for one in self.ahead.values():
                self.give(one)
            lines.put("return found")

    @contextmanager
    def faces(self) -> Iterator[None]:
        """Print a loop over the totals of the throw that leads to the segment, if there is one."""
        if not self.segment.brought:
            yield
            return
        (brought,) = self.segment.brought
        with self.writer.lines.inside(f"for {local(brought)}, ways in totals:"):
            yield

    def rounds(self) -> int:
        """Return how many rounds of play the block counts as."""
        costs, found = self.writer.printer.costs, 0
        for one in self.segment.block:
            match one:
                case op.Announce() | op.Reveal():
                    found += PRICE_OF_AN_ENTRY
                case segments.RoundBegins(loop=loop):
                    found += costs.price_of_round(loop)
        return found

    def place(self, number: int, rounds: int) -> PlaceAhead:
        """Return a place that may come next; its rows are in one table where its counters and throw are known."""
        if number == NOWHERE:
            return PlaceAhead(number, "()", "None", str(rounds), "ended", is_single=True)
        counters, then = self.cuts.segments[number].counters, self.segment.then
        thrown, price, is_single = "None", str(rounds), not counters
        if isinstance(then, segments.Draws):
            count, thrown = self.thrown(then)
            thrown = f"({thrown})"
            price = f"{rounds} + {price_of_entry(self.cuts.program.sites[then.site].address)} * ({count})"
            is_single = is_single and not free_locals(then.chance)
        return PlaceAhead(number, f"({self.names(counters)})", thrown, price, f"rows_{number}", is_single)

    def then(self, then: Then) -> None:
        """Print where a row goes."""
        match then:
            case segments.Switches(cases=cases, otherwise=otherwise):
                for place, (condition, number) in enumerate(cases):
                    with self.writer.lines.inside(
                        f"{'elif' if place else 'if'} {self.writer.printer.value(condition)}:"
                    ):
                        self.go(number)
                with self.writer.lines.inside("else:"):
                    self.go(otherwise)
            case segments.Goes(to=number) | segments.Draws(to=number):
                self.go(number)
            case _:
                self.go(NOWHERE)

    def go(self, number: int) -> None:
        """Print that a row goes to a place."""
        one, put = self.ahead[number], self.writer.lines.put
        held = self.cuts.segments[number].held if number != NOWHERE else ()
        weight = "weight * ways" if self.segment.brought else "weight"
        put(f"key = ({self.names(held)}written,)")
        if one.is_single:
            put(f"{one.rows}[key] = get_{one.rows}(key, 0) + {weight}")
            return
        put(f"there = {one.rows}.setdefault(({one.counters}, {one.thrown}, {one.price}), {{}})")
        put(f"there[key] = there.get(key, 0) + {weight}")

    def give(self, one: PlaceAhead) -> None:
        """Print that the rows at a place are returned."""
        lines = self.writer.lines
        if one.is_single:
            with lines.inside(f"if {one.rows}:"):
                lines.put(f"found.append(({one.number}, (), {one.thrown}, {one.price}, {one.rows}))")
            return
        with lines.inside(f"for (counters, thrown, price), there in {one.rows}.items():"):
            lines.put(f"found.append(({one.number}, counters, thrown, price, there))")

    def names(self, names: tuple[str, ...]) -> str:
        """Print names of locals, each with a comma behind it."""
        return "".join(f"{local(name)}, " for name in names)


def print_rows(writer: Writer, cuts: Cuts, segment: Segment, thrown: Thrown) -> None:
    """Print a segment that reads no field as a function of many rows."""
    RowsPrinter(replace(writer, manner=RowsManner(), printed=IN_ROWS), cuts, segment, thrown).print()
