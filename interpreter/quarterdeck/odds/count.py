"""Count: push rows of (where in the rule, what has changed) forward in the order of the rule until all have ended.

Rows that stand at one place, with the same locals, are a `Group`: each row is one whole number, the changes of the
state packed into bits, with its weight. The earliest place goes on first, so rows that can still become equal meet.
What is neither shown nor read again is dropped from a row at once. What a place brings is worked out once for all rows
that agree in what it reads (`kernels`), and so is what a whole call brings.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from quarterdeck.emit.counting import CALL, CHOOSE, CLOSE, END, GO, OPEN, ROLL, counting_module
from quarterdeck.emit.runtime import RulesFaultError
from quarterdeck.odds.kernels import DRAW, Frame, Kernel, Leaf, States, Told
from quarterdeck.odds.packing import Packing, Place
from quarterdeck.passes.cut import Cuts, Ends, cut
from quarterdeck.passes.inline import inlined
from quarterdeck.program.dataflow import Passing
from quarterdeck.program.program import Program

Answer = Callable[[int, int, list[Any], bool, bool, Any], list[tuple[Any, int]]]
STOP, NONE = -2, -1
BUDGET = 20_000_000
"""So many steps of counting a question may take where nothing else is said; about half a minute."""
OFTEN, ALIKE, MET = 64, 4, 64
"""A call is counted by itself when so many rows have met it, and either so many are alike for each sort that it tells
apart, or so many have met it for each that had to be counted."""
CALLING, OPENING, CLOSING = -2, -3, -4
"""In the place of a segment's number, as `DRAW`: a call that waits to be counted, a span that begins or ends."""


class BudgetError(Exception):
    """The question is larger than the budget allows.

    `visits` says how far counting got, `done` which part of the weight had ended.
    """

    def __init__(self, visits: int, done: Fraction) -> None:
        super().__init__(f"not counted to the end: {visits} visits, {float(done):.1%} of all cases")
        self.visits = visits
        self.done = done


class UndecidedError(Exception):
    """The rule asks for a decision, and nobody was named to make it; the argument is the choice's address."""


@dataclass(slots=True, eq=False)
class Stack:
    """Where rows stand: a frame, and the stack to which it returns; equal ones are one.

    `numbers` are the segments from the innermost on, `position` says what comes first in the order of the rule.
    """

    frame: Frame
    rest: Stack | None
    numbers: tuple[int, ...]
    position: tuple[int, ...]


@dataclass(slots=True)
class Group:
    """Rows at one place with the same locals, over one denominator; `told` are the rolls that are shown."""

    stack: Stack | None
    in_span: bool
    told: Told
    rows: dict[int, int] = field(default_factory=dict)
    below: int = 1

    def factor(self, below: int) -> tuple[int, bool]:
        """Give by what a weight over another denominator is multiplied here, and whether weights had to be for that."""
        if self.below % below == 0:
            return self.below // below, False
        common = lcm(self.below, below)
        times = common // self.below
        for row in self.rows:
            self.rows[row] *= times
        self.below = common
        return common // below, bool(self.rows)


Way = tuple[dict[int, int], int, int, int]
"""Where a row goes: rows there, the bits that it keeps, those that are put, by what its weight is multiplied."""
Ahead = tuple[Group, int, int, int]
"""Where a leaf leads: a group, the bits that are left there, its part of all ways, and how many these are."""


Part = Callable[[Any, Any, Told], Any]
"""A part of what is shown: of the states before and after, and of the rolls that were told."""


@dataclass(slots=True, eq=False)
class Seen:
    """A part of what is shown, by the bits of the slots that it reads."""

    part: Part
    mask: int = 0
    reads: set[Place] = field(default_factory=set)
    values: dict[int, Any] = field(default_factory=dict)


def asked_for(fields: frozenset[str], passing: Iterable[Passing]) -> frozenset[str]:
    """Add to fields all those from which they are worked out.

    A count that only goes up, and that nobody asks for, is none of them; so rows that differ in it can be merged.
    """
    sources: dict[str, set[str]] = {}
    for read, target in passing:
        sources.setdefault(target, set()).add(read)
    found, waiting = set(fields), list(fields)
    while waiting:
        more = sources.get(waiting.pop(), set()) - found
        found |= more
        waiting.extend(more)
    return frozenset(found)


@dataclass(frozen=True)
class Distribution:
    """Weights of outcomes; they add up to `below`. `visits` is the number of rows that were looked at."""

    weights: dict[tuple[Any, ...], int]
    below: int
    visits: int

    def chance(self, outcome: tuple[Any, ...]) -> Fraction:
        """Give an outcome's chance."""
        return Fraction(self.weights.get(outcome, 0), self.below)


class Waiting:
    """Groups of one call that have not ended, by place, and those that have.

    `wanted` are the fields that somebody asks for afterwards, `kernels` all that rows have gone through.
    """

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        self.heap: list[tuple[int, ...]] = []
        self.places: dict[tuple[int, ...], dict[Any, Group]] = {}
        self.ends: dict[tuple[bool, Told], Group] = {}
        self.kernels: set[Kernel] = set()


class Counter:
    """Counts over one program's segments; make it once, ask it often."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.cuts: Cuts = cut(inlined(program))
        self.segments = self.cuts.segments
        self.entries = self.cuts.entries
        self.module = counting_module(self.cuts)
        self.written: list[int] = []
        self.marked: list[int] = []
        self.told: list[tuple[int, Any]] = []
        namespace = self.module.functions()
        namespace["W"], namespace["M"], namespace["K"] = self.written.append, self.marked.append, self.told.append
        self.functions = namespace["SEGMENTS"]
        self.loops = [
            tuple((rank * 2, segment.live.index(name) + 1) for rank, name in segment.loops) for segment in self.segments
        ]
        self.ranks = [segment.rank * 2 for segment in self.segments]
        self.over = [not s.block and isinstance(s.then, Ends) and not s.refused for s in self.segments]

    def place(self, frame: Frame, callers: tuple[int, ...]) -> tuple[int, ...]:
        """Give where in the order of the rule a frame stands; callers stand just before the place of their return."""
        found = [*callers[:-1], callers[-1] - 1] if callers else []
        real = bare(frame)
        for rank, place in self.loops[real[0]]:
            found += (rank, real[place])
        return (*found, self.ranks[real[0]])

    def count(
        self,
        entry: Frame,
        state: list[int],
        *,
        in_span: bool = False,
        shown: frozenset[str] = frozenset(),
        outcome: Sequence[Part],
        answer: Answer | None = None,
        budget: int = BUDGET,
        progress: Callable[[int, Fraction], None] | None = None,
    ) -> Distribution:
        """Count all outcomes of an entry frame from a state.

        `outcome` are the parts of what is shown, each of the two states at the end and of the rolls that were told.
        """
        return Counting(self, state, shown, answer, budget, progress).run(entry, in_span, outcome)


def bare(frame: Frame) -> Frame:
    """Give the frame of a segment that a waiting throw, call or span leads to, its first local left open."""
    match frame[0]:
        case n if n >= 0:
            return frame
        case n if n == DRAW:
            number, *locals_ = frame[4]
            return (number, 0, *locals_)
    return frame[1]  # type: ignore[no-any-return]


class Counting:
    """One question on its way."""

    def __init__(
        self,
        counter: Counter,
        state: list[int],
        shown: frozenset[str],
        answer: Answer | None,
        budget: int,
        progress: Callable[[int, Fraction], None] | None,
    ) -> None:
        self.counter = counter
        self.packing = Packing(state, counter.program.layout)
        rolls = frozenset(int(name[5:]) for name in shown if name.startswith("roll "))
        self.states = States(
            state, self.packing, counter.functions, counter.written, counter.marked, counter.told, rolls
        )
        self.answer = answer
        self.budget = budget
        self.progress = progress
        self.waiting = Waiting(shown)
        self.kernels: dict[tuple[Any, ...], Kernel] = {}
        self.depth = 0
        self.stacks: dict[tuple[Frame, Stack | None], Stack] = {}
        self.needs: dict[tuple[Any, ...], tuple[frozenset[str], bool]] = {}
        self.alike: dict[frozenset[str], frozenset[str]] = {}
        self.dropping: dict[int, tuple[int, int]] = {}
        self.visits = 0

    def run(self, entry: Frame, in_span: bool, outcome: Sequence[Part]) -> Distribution:
        """Go on until no row waits."""
        self.target(self.stacked(entry, None), in_span, ()).rows[0] = 1
        self.drain()
        weights: dict[tuple[Any, ...], int] = {}
        below = lcm(*(group.below for group in self.waiting.ends.values()))
        for group in self.waiting.ends.values():
            times = below // group.below
            for key, weight in self.shown(group, outcome).items():
                weights[key] = weights.get(key, 0) + weight * times
        common = gcd(below, *weights.values())
        return Distribution({key: weight // common for key, weight in weights.items()}, below // common, self.visits)

    def shown(self, group: Group, parts: Sequence[Part]) -> dict[tuple[Any, ...], int]:
        """Give the outcomes of rows that have ended: each part worked out once for all that agree in what it reads."""
        seen = [Seen(part) for part in parts]
        found: dict[tuple[Any, ...], int] = {}
        for row, weight in group.rows.items():
            key = tuple(
                [
                    one.values[row & one.mask] if row & one.mask in one.values else self.look(one, group, row)
                    for one in seen
                ]
            )
            found[key] = found.get(key, 0) + weight
        return found

    def look(self, seen: Seen, group: Group, row: int) -> Any:
        """Work out a part of what is shown of a row."""
        states = self.states
        changed = states.load(row)
        states.watch()
        value = seen.part(states.before if group.in_span else states.after, states.after, group.told)
        states.unload(changed)
        new = states.noted() - seen.reads
        if new:
            seen.reads |= new
            self.packing.read_by(seen, new)
            seen.values.clear()
        seen.values[row & seen.mask] = value
        return value

    def drain(self) -> None:
        """Let the earliest rows go on until all have ended."""
        waiting = self.waiting
        while waiting.heap:
            for group in waiting.places.pop(heapq.heappop(waiting.heap)).values():
                self.forward(group)
            if self.progress is not None and not self.depth:
                self.progress(self.visits, self.done())

    def done(self) -> Fraction:
        """Give the part of the weight that has ended; inside a call nothing of it has."""
        ends = self.waiting.ends.values()
        return Fraction(0) if self.depth else sum((Fraction(sum(g.rows.values()), g.below) for g in ends), Fraction(0))

    def forward(self, group: Group) -> None:
        """Let all rows of a group go on to the next place."""
        self.visits += len(group.rows)
        if self.visits > self.budget:
            raise BudgetError(self.visits, self.done())
        assert group.stack is not None
        head = group.stack.frame
        if head[0] in (OPENING, CLOSING):
            self.span(group)
            return
        kernel = self.kernel_of(group.stack, group.in_span)
        if head[0] == CALLING and not self.pays(kernel, group):
            self.enter(group)
            return
        self.waiting.kernels.add(kernel)
        known: dict[int, list[Way]] = {}
        places: dict[Any, list[Ahead]] = {}
        mask = kernel.mask
        for row, weight in group.rows.items():
            ways = known.get(row & mask)
            if ways is None:
                ways = self.ways(kernel, group, row, known, places)
                mask = kernel.mask
                known[row & mask] = ways
            for rows, keep, put, factor in ways:
                new = row & keep | put
                rows[new] = rows.get(new, 0) + weight * factor

    def ways(
        self, kernel: Kernel, group: Group, row: int, known: dict[int, list[Way]], places: dict[Any, list[Ahead]]
    ) -> list[Way]:
        """Give where a row of a group goes; `places` are those that rows of the group have gone to before."""
        mask = kernel.mask
        entry = kernel.table.get(row & mask)
        if entry is None:
            assert group.stack is not None
            head = group.stack.frame
            if head[0] == CALLING:
                entry = self.call(kernel, group.stack, group.in_span, row)
            else:
                entry = self.states.run(kernel, head, row, group.in_span)
            if kernel.mask != mask:
                known.clear()
        leaves, below = entry
        found = []
        for leaf in leaves:
            action = (leaf.action, leaf.told)
            ahead = places.get(action)
            if ahead is None:
                ahead = places[action] = self.ahead(leaf, group)
            for target, leave, part, ways in ahead:
                factor, moved = target.factor(group.below * below * ways)
                if moved:
                    known.clear()
                found.append((target.rows, leaf.keep & leave, leaf.put & leave, leaf.weight * part * factor))
        return found

    def ahead(self, leaf: Leaf, group: Group) -> list[Ahead]:
        """Give the groups that a leaf leads to, the bits that are left there, and each one's part of all ways."""
        found = []
        for stack, part, ways in self.followed(leaf, group):
            target = self.target(stack, group.in_span, group.told + leaf.told)
            found.append((target, ~self.dropped(target.stack), part, ways))
        return found

    def followed(self, leaf: Leaf, group: Group) -> list[tuple[Stack | None, int, int]]:
        """Give the stacks that a leaf leads to, each with its part of all ways."""
        assert group.stack is not None
        rest, action = group.stack.rest, leaf.action
        match action[0]:
            case n if n in (GO, ROLL):
                return [(self.stacked(action[1], rest), 1, 1)]
            case n if n == END:
                return [(rest, 1, 1)]
            case n if n == CALL:
                _, callee, after, flat = action
                return [(self.stacked((CALLING, callee, flat), self.stacked(after, rest)), 1, 1)]
            case n if n == OPEN:
                return [(self.stacked((OPENING, action[1]), rest), 1, 1)]
            case n if n == CLOSE:
                return [(self.stacked((CLOSING, action[1]), rest), 1, 1)]
        return self.chosen(action, rest)

    def stacked(self, frame: Frame, rest: Stack | None) -> Stack | None:
        """Give the stack of a frame in front of another; a frame in which nothing happens any more is left out."""
        number = frame[0]
        if number >= 0 and self.counter.over[number]:
            return rest
        known = self.stacks.get((frame, rest))
        if known is None:
            below, callers = (rest.numbers, rest.position) if rest is not None else ((), ())
            position = self.counter.place(frame, callers)
            known = self.stacks[frame, rest] = Stack(frame, rest, (bare(frame)[0], *below), position)
        return known

    def chosen(self, action: Any, rest: Stack | None) -> list[tuple[Stack | None, int, int]]:
        """Ask for a decision."""
        assert action[0] == CHOOSE
        _, site, side, options, may_stop, may_none, default, (number, *locals_), leave = action
        place = self.counter.program.sites[site]
        if self.answer is None:
            raise UndecidedError(place.address)
        if options or may_stop or may_none:
            answers = self.answer(site, side, list(options), bool(may_stop), may_none, default)
        elif default is not None:
            answers = [(default, 1)]
        else:
            raise RulesFaultError(f"{place.address}: there is nothing that may be chosen", place.span)
        ways = sum(part for _, part in answers)
        return [
            (self.stacked(leave if answer == STOP and may_stop else (number, answer, *locals_), rest), part, ways)
            for answer, part in answers
        ]

    def target(self, stack: Stack | None, in_span: bool, told: Told) -> Group:
        """Give the group at a place; where nothing that is asked for can change any more, that of the end."""
        waiting = self.waiting
        if stack is None or not self.need(stack)[1]:
            ended = waiting.ends.get((in_span, told))
            if ended is None:
                ended = waiting.ends[in_span, told] = Group(None, in_span, told)
            return ended
        place = waiting.places.get(stack.position)
        if place is None:
            place = waiting.places[stack.position] = {}
            heapq.heappush(waiting.heap, stack.position)
        group = place.get((stack, in_span, told))
        if group is None:
            group = place[stack, in_span, told] = Group(stack, in_span, told)
        return group

    def kernel_of(self, stack: Stack, in_span: bool) -> Kernel:
        """Give the kernel of a stack's head; that of a call depends on what is wanted afterwards."""
        head = stack.frame
        key: tuple[Any, ...] = (head, in_span)
        if head[0] == CALLING:
            key = (head, in_span, id(self.wanted_of(self.need(stack.rest)[0], head[1][0])))
        kernel = self.kernels.get(key)
        if kernel is None:
            kernel = self.kernels[key] = Kernel()
        return kernel

    # --- spans and calls

    def span(self, group: Group) -> None:
        """Let a span begin or end."""
        assert group.stack is not None
        sort, frame = group.stack.frame
        opens = sort == OPENING
        target = self.target(self.stacked(frame, group.stack.rest), opens, group.told)
        factor, _ = target.factor(group.below)
        packing = self.packing
        for row, weight in group.rows.items():
            new = packing.opened(row) if opens else row & ~packing.before
            new &= ~self.dropped(target.stack)
            target.rows[new] = target.rows.get(new, 0) + weight * factor

    def pays(self, kernel: Kernel, group: Group) -> bool:
        """Tell whether a call is counted by itself: it is met often, and rows differ in what it does not care for."""
        assert group.stack is not None
        _, _, flat = group.stack.frame
        rows = len(group.rows)
        if flat and group.in_span:
            return True  # it reads another state than what comes after it
        kernel.met += rows
        if kernel.met < OFTEN:
            return False
        if not kernel.table:
            self.call(kernel, group.stack, group.in_span, next(iter(group.rows)))
        mask = kernel.mask
        sorts = {row & mask for row in group.rows}
        new = len(sorts - kernel.table.keys())
        if new and len(sorts) * ALIKE > rows and kernel.missed + new > kernel.met // MET:
            return False
        kernel.missed += new
        return True

    def enter(self, group: Group) -> None:
        """Let rows go into a call as into any other place."""
        assert group.stack is not None
        _, frame, _ = group.stack.frame
        target = self.target(self.stacked(frame, group.stack.rest), group.in_span, group.told)
        factor, _ = target.factor(group.below)
        leave = ~self.dropped(target.stack)
        for row, weight in group.rows.items():
            new = row & leave
            target.rows[new] = target.rows.get(new, 0) + weight * factor

    def call(self, kernel: Kernel, stack: Stack, span_around: bool, row: int) -> tuple[list[Leaf], int]:
        """Count a call by itself, once for all rows that agree in what it reads or writes."""
        _, frame, flat = stack.frame
        in_span = span_around and not flat
        wanted = self.wanted_of(self.need(stack.rest)[0], frame[0])
        outer, self.waiting = self.waiting, Waiting(wanted)
        self.depth += 1
        start = row & ~self.unneeded(self.needed_in(wanted, frame[0]))
        if flat:
            start &= ~self.packing.before
        self.target(self.stacked(frame, None), in_span, ()).rows[start] = 1
        self.drain()
        inner, self.waiting = self.waiting, outer
        self.depth -= 1
        places = set().union(*(one.reads | one.writes for one in inner.kernels)) - kernel.reads
        if places:
            kernel.reads |= places
            self.packing.read_by(kernel, places)
        outer.kernels |= inner.kernels
        mask = kernel.mask
        common = lcm(*(end.below for end in inner.ends.values()))
        leaves = [
            Leaf((END,), ~mask, end_row & mask, end.told, weight * (common // end.below))
            for end in inner.ends.values()
            for end_row, weight in end.rows.items()
        ]
        kernel.table[row & mask] = leaves, common
        return leaves, common

    # --- what is needed where

    def need(self, stack: Stack | None) -> tuple[frozenset[str], bool]:
        """Give the fields that may still be read or are wanted, and whether any that is wanted may still change."""
        wanted = self.waiting.wanted
        if stack is None:
            return wanted, False
        path = (id(wanted), stack.numbers)
        found = self.needs.get(path)
        if found is None:
            segments = [self.counter.segments[number] for number in stack.numbers]
            reads = asked_for(
                wanted.union(*(segment.outright for segment in segments)),
                set().union(*(segment.passing for segment in segments)),
            )
            writes = frozenset().union(*(segment.writes for segment in segments))
            found = self.needs[path] = (self.alike.setdefault(reads, reads), bool(writes & wanted))
        return found

    def dropped(self, stack: Stack | None) -> int:
        """Give the bits that nobody asks for at a place any more."""
        return self.unneeded(self.need(stack)[0])

    def unneeded(self, needed: frozenset[str]) -> int:
        """Give the bits of all fields but those that are needed."""
        top = self.packing.top
        known = self.dropping.get(id(needed))
        if known is not None and known[0] == top:
            return known[1]
        found = 0
        for name, bits in self.packing.by_name.items():
            if name not in needed:
                found |= bits
        self.dropping[id(needed)] = top, found
        return found

    def wanted_of(self, wanted: frozenset[str], number: int) -> frozenset[str]:
        """Give those of the fields wanted with which a call has to do; equal ones are one, so that calls are shared."""
        path = (id(wanted), "wanted", number)
        found = self.needs.get(path)
        if found is None:
            segment = self.counter.segments[number]
            mine = wanted & (segment.reads | segment.writes)
            found = self.needs[path] = (self.alike.setdefault(mine, mine), True)
        return found[0]

    def needed_in(self, wanted: frozenset[str], number: int) -> frozenset[str]:
        """Give the fields that a call may read, or that are wanted afterwards."""
        segment = self.counter.segments[number]
        found = asked_for(wanted | segment.outright, segment.passing)
        return self.alike.setdefault(found, found)
