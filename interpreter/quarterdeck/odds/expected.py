"""Weigh: the mean of a value over all that a rule may bring, counted exactly, and kept by what the rule reads.

In: a graph, a state that the asker may see, and what its advice asks for. Out: thousandths. Two questions are the
same when the things that the rule can reach from its inputs look alike, whichever things they are: one snowball of
a sort at one child of a sort is counted once in a game, and once for many games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.layout import Layout
from quarterdeck.graph.python import RulesFaultError, mangled
from quarterdeck.graph.segments_python import NotCountedError
from quarterdeck.graph.touched import values_read
from quarterdeck.names.types import Listing, Thing
from quarterdeck.odds.count import BudgetError, Counter, UndecidedError
from quarterdeck.odds.reached import reached

BUDGET = 200_000
KEPT = 200_000

Value = Callable[..., int]


class Weighed(list[int]):
    """A state that can be asked what is to be expected of it."""

    def __init__(self, state: Sequence[int], expectations: Expectations) -> None:
        super().__init__(state)
        self.expectations = expectations

    def expected(self, number: int, arguments: tuple[int, ...], inputs: tuple[int, ...], value: Value) -> int:
        """Give the mean of a value in thousandths, rounded down."""
        return self.expectations.mean(self, number, arguments, inputs, value)


@dataclass(frozen=True)
class Reads:
    """What a question reads: of each kind the plain fields, those that hold a thing, and lists of things or others."""

    plain: dict[str, list[int]]
    things: dict[str, list[tuple[int, str]]]
    lists: dict[str, list[tuple[int, str]]]
    whole: tuple[str, ...]


@dataclass
class Expectations:
    """Expectations over one graph; make it once, ask it often."""

    graph: Graph
    known: dict[Any, int] = field(default_factory=dict)
    counted: int = 0

    def __post_init__(self) -> None:
        self.counter = Counter(self.graph)
        inside, outside = reached(self.graph)
        self.in_span = inside - outside
        routines = self.graph.routines
        self.kinds = {e.number: [kind for _, kind in routines[e.routine].parameters] for e in self.graph.expectations}
        self.value_reads = {e.number: self.closed(e.value) for e in self.graph.expectations}
        self.reads = {
            e.number: reads_of(
                self.graph.layout, self.counter.made.routine_reads[f"call {e.routine}"] | self.value_reads[e.number]
            )
            for e in self.graph.expectations
        }

    def closed(self, value: to.Value) -> frozenset[str]:
        """Give all fields that a value reads, through everything it calls."""
        found: set[str] = set()
        for part in values_read(value):
            found |= self.counter.made.routine_reads.get(part, {part})
        return frozenset(found)

    def mean(
        self, state: Weighed, number: int, arguments: tuple[int, ...], inputs: tuple[int, ...], value: Value
    ) -> int:
        """Give the mean of a value after a rule, in thousandths, rounded down."""
        asked = self.graph.expectations[number]
        given = [*zip(self.kinds[number], arguments, strict=True)]
        given += [(kind, item) for (_, kind), item in zip(asked.inputs, inputs, strict=True)]
        if any(not kind for kind, _ in given):  # a name of unknown kind: what lies behind it cannot be compared
            return self.count(state, asked, arguments, value)
        key = (number, *likeness(self.graph.layout, self.reads[number], state, given))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= KEPT:
                self.known.clear()
            found = self.known[key] = self.count(state, asked, arguments, value)
        return found

    def count(self, state: Weighed, asked: to.Expected, arguments: tuple[int, ...], value: Value) -> int:
        """Count one question."""
        self.counted += 1
        span = asked.routine in self.in_span
        entry = self.counter.made.entries.get(asked.routine)
        if entry is None:  # no chance in it: carry it out
            before = list(state)
            after = list(state) if span else before
            self.counter.namespace[f"e_{mangled(asked.routine)}"](None, before, after, *arguments)
            self.counter.written.clear()
            self.counter.marked.clear()
            self.counter.kept.clear()
            return value(after)
        sites = {site.address: site.number for site in self.graph.sites}
        rolled = [sites[f"{asked.routine}.{name.split('.')[0]}"] for name in asked.rolls]
        shown = self.value_reads[asked.number] | {f"roll {site}" for site in rolled}

        def outcome(before: list[int], after: list[int], kept: tuple[Any, ...]) -> tuple[Any, ...]:
            last = dict(kept)
            return (value(after, *(last.get(site, 0) for site in rolled)),)

        try:
            found = self.counter.count(
                (entry, *arguments), list(state), in_span=span, shown=shown, outcome=outcome, budget=BUDGET
            )
        except (BudgetError, NotCountedError, UndecidedError) as error:
            span_of = self.graph.routines[asked.routine].span
            raise RulesFaultError(f"what {asked.routine} may bring cannot be weighed: {error}", span_of) from error
        total = sum(key[0] * weight for key, weight in found.weights.items())
        return int(Fraction(total, found.below) // 1)


def reads_of(layout: Layout, fields: frozenset[str]) -> Reads:
    """Sort fields by kind and by what they hold."""
    found = Reads({}, {}, {}, tuple(sorted(address[:-1] for address in fields if address.endswith("."))))
    for address in sorted(fields):
        kind, _, name = address.partition(".")
        if not name or address not in layout.offsets:
            continue
        offset, held = layout.offsets[address], layout.types.get(address)
        if isinstance(held, Listing):
            item = held.item.kind if isinstance(held.item, Thing) else ""
            found.lists.setdefault(kind, []).append((offset, item))
        elif isinstance(held, Thing):
            found.things.setdefault(kind, []).append((offset, held.kind))
        else:
            found.plain.setdefault(kind, []).append(offset)
    return found


def likeness(layout: Layout, reads: Reads, state: Sequence[int], given: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    """Describe all that can be reached from some values, with things numbered as they are met.

    Equal descriptions mean that whoever reads only these fields cannot tell the two situations apart.
    """
    found: list[int] = []
    numbers: dict[int, int] = {}
    met: list[tuple[int, str]] = []

    def meet(value: int, kind: str) -> None:
        if value < 0:
            found.append(-1)
            return
        if value not in numbers:
            numbers[value] = len(met)
            met.append((value, kind))
        found.append(numbers[value])

    stretches = layout.stretches
    for kind, value in given:
        if kind in stretches:
            meet(value, kind)
        else:
            found.append(value)
    meet(stretches["Game"].base, "Game")
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


_made: dict[int, tuple[Graph, Expectations]] = {}


def expectations_of(graph: Graph) -> Expectations:
    """Give the expectations of a graph, shared by all who weigh; those of the last few graphs are kept."""
    known = _made.get(id(graph))
    if known is None or known[0] is not graph:
        while len(_made) >= 4:
            _made.pop(next(iter(_made)))
        known = _made[id(graph)] = (graph, Expectations(graph))
    return known[1]
