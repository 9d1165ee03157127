"""Weigh: the mean of a value over all that a rule may bring, counted exactly, and kept by what the rule reads.

In: a program, a state that the asker may see, and what its advice asks for. Out: thousandths. Two questions are the
same when the things that the rule can reach from its inputs look alike, whichever things they are: one snowball of
a sort at one child of a sort is counted once in a game, and once for many games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.engine.odds.count import BudgetError, Counter, UndecidedError
from quarterdeck.language.declarations.types import UNKNOWN, ListType, Thing, Type
from quarterdeck.program.form import values as val
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import only_in_spans
from quarterdeck.program.passes.cut import NotCountedError

BUDGET = 200_000
KEPT = 200_000

Value = Callable[..., int]


@dataclass(frozen=True)
class QuestionReads:
    """What a question reads: of each kind the plain fields, those that hold a thing, and lists of things or others."""

    plain: dict[str, list[int]]
    things: dict[str, list[tuple[int, str]]]
    lists: dict[str, list[tuple[int, str]]]
    whole: tuple[str, ...]


@dataclass
class Expectations:
    """Expectations over one program; make it once, ask it often."""

    program: Program
    known: dict[Any, int] = field(default_factory=dict)
    counted: int = 0

    def __post_init__(self) -> None:
        self.counter = Counter(self.program)
        self.in_span = only_in_spans(self.program)
        routines = self.program.routines
        self.given = {e.number: [kind for _, kind in routines[e.routine].parameters] for e in self.program.expectations}
        for one in self.program.expectations:
            self.given[one.number] += [kind or UNKNOWN for _, kind in one.inputs]
        self.value_reads = {e.number: self.closed(e.value) for e in self.program.expectations}
        self.reads = {
            e.number: reads_of(
                self.program.layout, self.counter.cuts.calls.reads[f"call {e.routine}"] | self.value_reads[e.number]
            )
            for e in self.program.expectations
        }

    def closed(self, value: val.Value) -> frozenset[str]:
        """Give all fields that a value reads, through everything it calls."""
        return self.counter.cuts.calls.read_by(value)

    def mean(
        self, state: Sequence[int], number: int, arguments: tuple[int, ...], inputs: tuple[int, ...], value: Value
    ) -> int:
        """Give the mean of a value after a rule, in thousandths, rounded down."""
        asked = self.program.expectations[number]
        kinds = self.given[number]
        if UNKNOWN in kinds:  # a name of unknown type: what lies behind it cannot be compared
            return self.count(state, asked, arguments, value)
        given = [*zip(kinds, (*arguments, *inputs), strict=True)]
        key = (number, *likeness(self.program.layout, self.reads[number], state, given))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= KEPT:
                self.known.clear()
            found = self.known[key] = self.count(state, asked, arguments, value)
        return found

    def count(self, state: Sequence[int], asked: val.Expected, arguments: tuple[int, ...], value: Value) -> int:
        """Count one question."""
        self.counted += 1
        span = asked.routine in self.in_span
        entry = self.counter.entries.get(asked.routine)
        if entry is None:  # no chance in it: carry it out
            before = list(state)
            after = list(state) if span else before
            self.counter.module.routine(asked.routine)(None, before, after, *arguments)
            self.counter.written.clear()
            self.counter.marked.clear()
            self.counter.told.clear()
            return value(after)
        sites = self.program.site_at
        rolled = [sites[f"{asked.routine}.{name.split('.')[0]}"].number for name in asked.rolls]
        shown = self.value_reads[asked.number] | {f"roll {site}" for site in rolled}

        def weighed(before: Sequence[int], after: Sequence[int], told: tuple[Any, ...]) -> int:
            last = dict(told)
            return value(after, *(last.get(site, 0) for site in rolled))

        try:
            found = self.counter.count(
                (entry, *arguments), list(state), in_span=span, shown=shown, outcome=[weighed], budget=BUDGET
            )
        except (BudgetError, NotCountedError, UndecidedError) as error:
            span_of = self.program.routines[asked.routine].span
            raise RulesFaultError(f"the outcome of {asked.routine} cannot be computed: {error}", span_of) from error
        total = sum(key[0] * weight for key, weight in found.weights.items())
        return int(Fraction(total, found.below) // 1)


def reads_of(layout: Layout, fields: frozenset[str]) -> QuestionReads:
    """Sort fields by kind and by what they hold."""
    found = QuestionReads({}, {}, {}, tuple(sorted(address[:-1] for address in fields if address.endswith("."))))
    for address in sorted(fields):
        kind, _, name = address.partition(".")
        if not name or address not in layout.offsets:
            continue
        offset, held = layout.offsets[address], layout.types.get(address)
        if isinstance(held, ListType):
            item = held.item.kind if isinstance(held.item, Thing) else ""
            found.lists.setdefault(kind, []).append((offset, item))
        elif isinstance(held, Thing):
            found.things.setdefault(kind, []).append((offset, held.kind))
        else:
            found.plain.setdefault(kind, []).append(offset)
    return found


@dataclass
class Likeness:
    """A description in the making: figures, and things numbered as they are met, with their kinds."""

    figures: list[int] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    met: list[tuple[int, str]] = field(default_factory=list)

    def meet(self, thing: int, kind: str) -> None:
        """Put a thing down by its number; -1 for none."""
        if thing < 0:
            self.figures.append(-1)
            return
        if thing not in self.numbers:
            self.numbers[thing] = len(self.met)
            self.met.append((thing, kind))
        self.figures.append(self.numbers[thing])

    def put(self, kind: Type, value: Any) -> None:
        """Put a value of a type down."""
        match kind:
            case Thing(kind=name):
                self.meet(value, name)
            case ListType(item=item):
                self.figures.append(len(value))
                for one in value:
                    self.put(item, one)
            case _:
                self.figures.append(value)


def likeness(
    layout: Layout, reads: QuestionReads, state: Sequence[int], given: Sequence[tuple[Type, Any]]
) -> tuple[int, ...]:
    """Describe all that can be reached from some values, with things numbered as they are met.

    Equal descriptions mean that whoever reads only these fields cannot tell the two situations apart.
    """
    like = Likeness()
    found, met, meet = like.figures, like.met, like.meet
    for known, value in given:
        like.put(known, value)
    meet(layout.arrays["Game"].base, "Game")
    for kind in reads.whole:
        present = [thing for thing in layout.things(kind) if state[thing]]
        found.append(len(present))
        for thing in present:
            meet(thing, kind)
    place = 0
    while place < len(met):
        thing, kind = met[place]
        place += 1
        found += [state[thing + offset] for offset in reads.plain.get(kind, ())]
        for offset, held in reads.things.get(kind, ()):
            meet(state[thing + offset], held)
        for offset, held in reads.lists.get(kind, ()):
            at = thing + offset
            items = state[at + 1 : at + 1 + state[at]]
            found.append(len(items))
            for item in items:
                if held:
                    meet(item, held)
                else:
                    found.append(item)
    return tuple(found)


_made: dict[int, tuple[Program, Expectations]] = {}


def expectations_of(program: Program) -> Expectations:
    """Give the expectations of a program, shared by all who weigh; those of the last few programs are kept."""
    known = _made.get(id(program))
    if known is None or known[0] is not program:
        while len(_made) >= 4:
            _made.pop(next(iter(_made)))
        known = _made[id(program)] = (program, Expectations(program))
    return known[1]
