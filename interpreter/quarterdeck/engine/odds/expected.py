"""Weigh: the mean of a value over all that a rule may bring, counted exactly, and kept by what was really read.

In: a program, a state that the asker may see, and what its advice asks for. Out: thousandths. Two questions are the
same when all that was read to answer the first looks alike in the second, whichever things they are about: one snowball
of a sort at one child of a sort is counted once in a game, and once for many games. What a value is worked out from
is one reading where it has not changed: a distance is, and not the places between which it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.engine.odds.choices import UndecidedError
from quarterdeck.engine.odds.count import BudgetError, Counter
from quarterdeck.engine.odds.kernels import NotedPlaces, Ungiven, WatchedState
from quarterdeck.engine.odds.needs import asked_for
from quarterdeck.engine.odds.packing import Place
from quarterdeck.engine.odds.read_values import Answers, DefinitionRead, Reading
from quarterdeck.engine.run.views import SeenState
from quarterdeck.language.declarations.types import UNKNOWN
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import FAULT, called
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import only_in_spans
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.program.passes.readings import with_readings

BUDGET = 1_000_000

Value = Callable[..., int]


class Trace(Ungiven):
    """All that a question reads of the state that it begins from, in order: slots, and what definitions gave."""

    def __init__(self) -> None:
        super().__init__(frozenset(), also_shown=True)
        self.read: dict[Reading, None] = {}

    def note(self, read: NotedPlaces, size: int, known: Container[Place], also: Container[Place] = ()) -> None:
        """Note what was read that nobody has written before."""
        is_new = [place not in known and place not in also for place in read]
        at = 0
        for first, last, call in [*sorted(read.calls, key=lambda one: (one[0], -one[1])), (len(read), len(read), None)]:
            if first < at:
                continue
            self.read |= {read[place] % size: None for place in range(at, first) if is_new[place]}
            at = first
            if call is not None and all(is_new[first:last]):
                self.read[call] = None
                at = last


@dataclass
class Expectations:
    """Expectations over one program; make it once, ask it often."""

    program: Program
    counted: int = 0
    trace: Trace | None = None

    def __post_init__(self) -> None:
        program = self.program
        asked = [one.routine for one in program.expectations]
        found, readings = with_readings(program, asked)
        self.counter = Counter(found, readings)
        self.functions = {address: self.watched(address) for address in readings}
        self.in_span = only_in_spans(program)
        calls = self.counter.cuts.calls
        self.given = {
            one.number: [
                *(kind for _, kind in program.routines[one.routine].parameters),
                *(kind or UNKNOWN for _, kind in one.inputs),
            ]
            for one in program.expectations
        }
        self.value_reads = {one.number: calls.read_by(one.value) for one in program.expectations}
        whole = {}
        self.needed = {}
        for one in program.expectations:
            reads = self.needed[one.number] = self.asked_for(one)
            whole[one.number] = tuple(sorted(name[:-1] for name in reads if name.endswith(".")))
        self.answers = Answers(program.layout, found.routines, self.functions, whole)

    def asked_for(self, one: val.Expected) -> frozenset[str]:
        """Give the fields that bear on the answer to a question."""
        wanted, entry = self.shown(one) | {FAULT}, self.counter.entries.get(one.routine)
        if entry is None:
            return wanted | self.counter.cuts.calls.reads[called(one.routine)]
        segment = self.counter.segments[entry]
        return asked_for(wanted | segment.outright, segment.passing)

    def rolled(self, one: val.Expected) -> list[int]:
        """Give the sites of the rolls that the value of a question names."""
        sites = self.program.site_at
        return [sites[f"{one.routine}.{name.split('.')[0]}"].number for name in one.rolls]

    def shown(self, one: val.Expected) -> frozenset[str]:
        """Give the fields and rolls that the value of a question reads."""
        return self.value_reads[one.number] | {f"roll {site}" for site in self.rolled(one)}

    def watched(self, address: str) -> Callable[..., Any]:
        """Let a definition be one reading of a question, and give its function."""
        size = self.program.layout.size

        def noting(definition: Callable[..., Any]) -> Callable[..., Any]:
            def asked(state: Any, *arguments: Any) -> Any:
                if state.__class__ is not WatchedState:
                    return definition(state, *arguments)
                noted = state.noted
                first = len(noted)
                value = definition(state, *arguments)
                written = (*self.counter.written, *self.counter.marked)
                if not written or not any(place % size in written for place in noted[first:]):
                    noted.calls.append((first, len(noted), DefinitionRead(address, arguments)))
                return value

            return asked

        return self.counter.module.late.wrap("d", address, noting)  # type: ignore[no-any-return]

    def mean(
        self, state: Sequence[int], number: int, arguments: tuple[int, ...], inputs: tuple[int, ...], value: Value
    ) -> int:
        """Give the mean of a value after a rule, in thousandths, rounded down."""
        asked = self.program.expectations[number]
        kinds = self.given[number]
        if UNKNOWN in kinds:  # a name of unknown type: what lies behind it cannot be compared
            return self.count(list(state), asked, arguments, value)
        given = [*zip(kinds, (*arguments, *inputs), strict=True)]
        found = self.answers.find(number, given, state)
        if found is None:
            self.trace = Trace()
            # What bears on the answer is read when it is kept: whoever notes what is read learns of nothing else.
            alone = state.copied() if isinstance(state, SeenState) else state
            try:
                found = self.count(alone, asked, arguments, value)
                self.answers.keep(number, given, state, self.bearing(number), found)
            finally:
                self.trace = None
        return found

    def bearing(self, number: int) -> list[Reading]:
        """Give what was read that bears on the answer to a question."""
        assert self.trace is not None
        needed, slots = self.needed[number], self.program.layout.slots
        return [one for one in self.trace.read if not isinstance(one, int) or slots[one] in needed]

    def count(self, state: Sequence[int], asked: val.Expected, arguments: tuple[int, ...], value: Value) -> int:
        """Count one question."""
        self.counted += 1
        span = asked.routine in self.in_span
        entry = self.counter.entries.get(asked.routine)
        if entry is None:  # no chance in it: carry it out
            noted = NotedPlaces()
            before = WatchedState(list(state), noted, 0)
            after = WatchedState(list(state), noted, 0) if span else before
            self.counter.module.routine(asked.routine)(None, before, after, *arguments)
            for told in (self.counter.written, self.counter.marked, self.counter.told):
                told.clear()
            found = value(after)
            if self.trace is not None:
                self.trace.note(noted, len(state), ())
            return found
        rolled = self.rolled(asked)

        def weighed(before: Sequence[int], after: Sequence[int], told: tuple[Any, ...]) -> int:
            last = dict(told)
            return value(after, *(last.get(site, 0) for site in rolled))

        try:
            counted = self.counter.count(
                (entry, *arguments),
                list(state),
                in_span=span,
                shown=self.shown(asked),
                outcome=[weighed],
                budget=BUDGET,
                ungiven=self.trace,
            )
        except (BudgetError, NotCountedError, UndecidedError) as error:
            span_of = self.program.routines[asked.routine].span
            raise RulesFaultError(f"the outcome of {asked.routine} cannot be computed: {error}", span_of) from error
        total = sum(key[0] * weight for key, weight in counted.weights.items())
        return int(Fraction(total, counted.below) // 1)


_made: dict[int, tuple[Program, Expectations]] = {}


def expectations_of(program: Program) -> Expectations:
    """Give the expectations of a program, shared by all who weigh; those of the last few programs are kept."""
    known = _made.get(id(program))
    if known is None or known[0] is not program:
        while len(_made) >= 4:
            _made.pop(next(iter(_made)))
        known = _made[id(program)] = (program, Expectations(program))
    return known[1]
