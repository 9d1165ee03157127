"""Count: push rows of (where in the rule, what has changed) forward in the order of the rule until all have ended.

A row is a stack of frames, the changes of the state after, and those of the state before; its weight is a whole number
over the denominator of its bucket. Rows at one place of the rule wait in one bucket; the earliest bucket goes on first,
so rows that can still become equal meet. What is neither shown nor read again is dropped from a row at once. A call is
counted once for all rows that agree in what it has really read and written, whatever else they differ in.
"""

from __future__ import annotations

import heapq
from collections import Counter as Multiset
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import gcd, lcm
from typing import Any

from quarterdeck.emit.counting import CALL, CHOOSE, CLOSE, END, GO, OPEN, ROLL, counting_module
from quarterdeck.passes.cut import Cuts, Ends, cut
from quarterdeck.passes.inline import inlined
from quarterdeck.program.dataflow import Passing
from quarterdeck.program.program import Program

Frame = tuple[Any, ...]
Stack = tuple[Frame, ...]
Changes = tuple[tuple[int, int], ...]
Row = tuple[Stack, Changes, Changes | None, tuple[Any, ...]]
Outcome = tuple[Changes, Changes | None, tuple[Any, ...], int]
Answer = Callable[[int, int, list[Any], bool, bool, Any], list[tuple[Any, int]]]
STOP, NONE = -2, -1
SORTS_OF_CALL = 12
OFTEN = 200


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


@dataclass
class Bucket:
    """Rows that wait at one place, over one denominator."""

    below: int = 1
    rows: dict[Row, int] = field(default_factory=dict)

    def add(self, row: Row, weight: int, below: int) -> None:
        """Add a row's weight, `weight`/`below`."""
        if below != self.below:
            if self.below % below:
                common = lcm(self.below, below)
                times = common // self.below
                for known in self.rows:
                    self.rows[known] *= times
                self.below = common
            weight *= self.below // below
        self.rows[row] = self.rows.get(row, 0) + weight


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
    """Weights of outcomes; they add up to `below`. `visits` is the number of segments that were run."""

    weights: dict[tuple[Any, ...], int]
    below: int
    visits: int

    def chance(self, outcome: tuple[Any, ...]) -> Fraction:
        """Give an outcome's chance."""
        return Fraction(self.weights.get(outcome, 0), self.below)


def among(changes: Changes, slots: frozenset[int]) -> Changes:
    """Give the changes of some slots."""
    return tuple([change for change in changes if change[0] in slots])


@lru_cache(maxsize=1024)
def throws(count: int, sides: Any, pick: str) -> tuple[tuple[tuple[Any, int], ...], int]:
    """Give the totals of dice with the number of ways to each, and the number of all ways."""
    if pick == "untied":  # `count` sides throw `sides` = (dice, faces) each; ties are thrown again
        dice, faces = sides
        single, _ = throws(dice, faces, "sum")
        found = []
        for combination in product(single, repeat=count):
            totals = tuple(total for total, _ in combination)
            if len(set(totals)) == count:
                ways = 1
                for _, ways_to_it in combination:
                    ways *= ways_to_it
                found.append((totals, ways))
        return tuple(found), sum(ways for _, ways in found)
    if count <= 0:
        return ((0, 1),), 1
    ways_of: dict[int, int] = {}
    if pick == "sum":
        ways_of = {0: 1}
        for _ in range(count):
            more: dict[int, int] = {}
            for total, ways in ways_of.items():
                for face in range(1, sides + 1):
                    more[total + face] = more.get(total + face, 0) + ways
            ways_of = more
    else:
        for face in range(1, sides + 1):
            best = face**count - (face - 1) ** count
            ways_of[face if pick == "highest" else sides + 1 - face] = best
    return tuple(sorted(ways_of.items())), sides**count


class Watched:
    """A state seen through glass that notes which of its slots are read."""

    def __init__(self, state: list[int], noted: list[int]) -> None:
        self.state, self.note, self.note_all = state, noted.append, noted.extend

    def __getitem__(self, place: Any) -> Any:
        """Give a slot or a stretch of slots."""
        if place.__class__ is int:
            self.note(place)
        else:
            self.note_all(range(*place.indices(len(self.state))))
        return self.state[place]

    def __setitem__(self, place: int, value: int) -> None:
        """Write a slot."""
        self.state[place] = value


@dataclass
class Known:
    """What one call brings, by the values of the slots that it reads or writes; another value may lead to others."""

    slots: frozenset[int]
    outcomes: dict[tuple[Changes, Changes | None], list[Outcome]] = field(default_factory=dict)


class Waiting:
    """Rows of one call that have not ended, by place, and those that have.

    `wanted` are the fields that somebody asks for afterwards.
    """

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        self.heap: list[tuple[int, ...]] = []
        self.buckets: dict[tuple[int, ...], Bucket] = {}
        self.ends = Bucket()


class Counter:
    """Counts over one graph's segments; make it once, ask it often."""

    def __init__(self, graph: Program) -> None:
        self.graph = graph
        self.cuts: Cuts = cut(inlined(graph))
        self.segments = self.cuts.segments
        self.entries = self.cuts.entries
        self.module = counting_module(self.cuts)
        self.written: list[int] = []
        self.marked: list[int] = []
        self.kept: list[tuple[int, int]] = []
        namespace = self.module.functions()
        namespace["W"], namespace["M"], namespace["K"] = self.written.append, self.marked.append, self.kept.append
        self.functions = namespace["SEGMENTS"]
        self.fields = graph.layout.slots
        self.loops = [
            tuple((rank * 2, segment.live.index(name) + 1) for rank, name in segment.loops) for segment in self.segments
        ]
        self.ranks = [segment.rank * 2 for segment in self.segments]
        self.over = [not s.block and isinstance(s.then, Ends) and not s.refused for s in self.segments]
        self.keeps: dict[frozenset[str], bytes] = {}

    def position(self, stack: Stack) -> tuple[int, ...]:
        """Give where in the order of the rule a stack stands; callers stand just before the place of their return."""
        found: list[int] = []
        for frame in reversed(stack):
            number = frame[0]
            for rank, place in self.loops[number]:
                found += (rank, frame[place])
            found.append(self.ranks[number] - 1)
        found[-1] += 1
        return tuple(found)

    def count(
        self,
        entry: Frame,
        state: list[int],
        *,
        in_span: bool = False,
        shown: frozenset[str] = frozenset(),
        outcome: Callable[[list[int], list[int], tuple[Any, ...]], tuple[Any, ...]],
        answer: Answer | None = None,
        budget: int = 2_000_000,
        progress: Callable[[int, Fraction], None] | None = None,
    ) -> Distribution:
        """Count all outcomes of an entry frame from a state.

        `outcome` turns the end states and kept rolls into what is shown.
        """
        return Counting(self, state, in_span, shown, outcome, answer, budget, progress).run(entry)


class Counting:
    """One question on its way."""

    def __init__(
        self,
        counter: Counter,
        state: list[int],
        in_span: bool,
        shown: frozenset[str],
        outcome: Callable[[list[int], list[int], tuple[Any, ...]], tuple[Any, ...]],
        answer: Answer | None,
        budget: int,
        progress: Callable[[int, Fraction], None] | None,
    ) -> None:
        self.counter = counter
        self.start = list(state)
        self.noted: list[int] = []
        self.read: set[int] = set()
        self.after = list(state)
        self.before = list(state)
        self.watched = Watched(self.after, self.noted), Watched(self.before, self.noted)
        self.watching = False
        self.missed: Multiset[int] = Multiset()
        self.in_span = in_span
        self.shown = shown
        self.shown_rolls = frozenset(int(name[5:]) for name in shown if name.startswith("roll "))
        self.outcome = outcome
        self.answer = answer
        self.budget = budget
        self.progress = progress
        self.waiting = Waiting(shown)
        self.calls: dict[tuple[Frame, int], list[Known]] = {}
        self.calls_at_first: dict[Any, tuple[frozenset[int], list[Outcome]]] = {}
        self.depth = 0
        self.positions: dict[Stack, tuple[int, ...]] = {}
        self.needs: dict[tuple[Any, ...], tuple[frozenset[str], bool]] = {}
        self.alike: dict[frozenset[str], frozenset[str]] = {}
        self.visits = 0

    def run(self, entry: Frame) -> Distribution:
        """Go on until no row waits."""
        self.wait((entry,), {}, {} if self.in_span else None, (), 1, 1)
        self.drain()
        ends = self.waiting.ends
        weights: dict[tuple[Any, ...], int] = {}
        for (_, changes, earlier, kept), weight in ends.rows.items():
            self.put(changes, earlier)
            key = self.outcome(self.before, self.after, kept)
            self.take_back(changes, earlier)
            weights[key] = weights.get(key, 0) + weight
        common = gcd(ends.below, *weights.values())
        return Distribution(
            {key: weight // common for key, weight in weights.items()}, ends.below // common, self.visits
        )

    def drain(self) -> None:
        """Let the earliest rows go on until all have ended."""
        waiting = self.waiting
        while waiting.heap:
            bucket = waiting.buckets.pop(heapq.heappop(waiting.heap))
            for row, weight in bucket.rows.items():
                self.visit(row, weight, bucket.below)
            if self.progress is not None and not self.depth:
                self.progress(self.visits, self.done())

    def done(self) -> Fraction:
        """Give the part of the weight that has ended; inside a call nothing of it has."""
        ends = self.waiting.ends
        return Fraction(0) if self.depth else Fraction(sum(ends.rows.values()), ends.below)

    def need(self, stack: Stack) -> tuple[frozenset[str], bool]:
        """Give the fields that may still be read or are wanted, and whether any that is wanted may still change."""
        path = (id(self.waiting.wanted), *[frame[0] for frame in stack])
        found = self.needs.get(path)
        if found is None:
            segments = self.counter.segments
            wanted = self.waiting.wanted
            reads = asked_for(
                wanted.union(*(segments[frame[0]].outright for frame in stack)),
                set().union(*(segments[frame[0]].passing for frame in stack)),
            )
            writes = frozenset().union(*(segments[frame[0]].writes for frame in stack)) if stack else frozenset()
            found = self.needs[path] = (reads, bool(writes & wanted))
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
        path = (id(wanted), "call", number)
        found = self.needs.get(path)
        if found is None:
            segment = self.counter.segments[number]
            found = self.needs[path] = (asked_for(wanted | segment.outright, segment.passing), True)
        return found[0]

    def changed_in(self, needed: frozenset[str], values: dict[int, int]) -> Changes:
        """Give what is not as it was in the beginning, of the fields that are needed."""
        keep, start = self.counter.keeps.get(needed), self.start
        if keep is None:
            keep = self.counter.keeps[needed] = bytes([name in needed for name in self.counter.fields])
        return tuple(sorted([(s, v) for s, v in values.items() if keep[s] and v != start[s]]))

    def put(self, changes: Changes, earlier: Changes | None) -> None:
        after = self.after
        for slot, value in changes:
            after[slot] = value
        for slot, value in changes if earlier is None else earlier:
            self.before[slot] = value

    def take_back(self, changes: Iterable[tuple[int, int]], earlier: Iterable[tuple[int, int]] | None) -> None:
        start, after = self.start, self.after
        for slot, _ in changes:
            after[slot] = start[slot]
        for slot, _ in changes if earlier is None else earlier:
            self.before[slot] = start[slot]

    def visit(self, row: Row, weight: int, below: int) -> None:
        """Run one row to its next cut."""
        stack, changes, earlier, kept = row
        self.put(changes, earlier)
        now, then = dict(changes), None if earlier is None else dict(earlier)
        self.step(stack[0], stack[1:], now, then, kept, weight, below)
        self.take_back(now.items(), None if then is None else then.items())

    def step(
        self,
        frame: Frame,
        rest: Stack,
        now: dict[int, int],
        then: dict[int, int] | None,
        kept: tuple[Any, ...],
        weight: int,
        below: int,
    ) -> None:
        """Run a frame's segment and pass on what comes of it; `now` and `then` are left as they lie in the states."""
        counter = self.counter
        written, marked, told = counter.written, counter.marked, counter.kept
        after, before = self.watched if self.watching else (self.after, self.before)
        if then is None:
            before = after
        self.visits += 1
        if self.visits > self.budget:
            raise BudgetError(self.visits, self.done())
        result = counter.functions[frame[0]](None, before, after, *frame[1:])
        if written:
            mine = {slot: after[slot] for slot in written}
            written.clear()
            new_now = {**now, **mine}
            new_then = then
            if marked:
                if then is not None:
                    new_then = {**then, **{slot: before[slot] for slot in marked}}
                marked.clear()
        else:
            mine = {}
            new_now, new_then = now, then
        if told:
            if self.shown_rolls:
                kept = kept + tuple([t for t in told if t[0] in self.shown_rolls])
            told.clear()
        if self.watching:
            self.read.update(self.noted)
            self.noted.clear()
        self.pass_on(result, rest, new_now, new_then, kept, weight, below)
        if mine:
            for slot in mine:
                after[slot] = now.get(slot, self.start[slot])
            if new_then is not then and new_then is not None and then is not None:
                for slot in new_then:
                    self.before[slot] = then.get(slot, self.start[slot])

    def pass_on(
        self,
        result: Any,
        rest: Stack,
        now: dict[int, int],
        then: dict[int, int] | None,
        kept: tuple[Any, ...],
        weight: int,
        below: int,
    ) -> None:
        sign = result[0]
        if sign == GO:
            self.wait((result[1], *rest), now, then, kept, weight, below)
        elif sign == ROLL:
            _, count, sides, pick, (number, *locals_) = result
            totals, ways = throws(count, sides, pick)
            for total, part in totals:
                self.step((number, total, *locals_), rest, now, then, kept, weight * part, below * ways)
        elif sign == CALL:
            self.call(result[1], (result[2], *rest), now, then, kept, weight, below, flat=result[3])
        elif sign == END:
            self.wait(rest, now, then, kept, weight, below)
        elif sign == OPEN:
            self.wait((result[1], *rest), now, dict(now), kept, weight, below)
        elif sign == CLOSE:
            self.wait((result[1], *rest), now, None, kept, weight, below)
        else:
            self.choose(result, rest, now, then, kept, weight, below)

    def call(
        self,
        frame: Frame,
        rest: Stack,
        now: dict[int, int],
        then: dict[int, int] | None,
        kept: tuple[Any, ...],
        weight: int,
        below: int,
        *,
        flat: bool = False,
    ) -> None:
        """Count a call by itself, once for all rows that differ only in what it neither reads nor writes.

        What it may read is known beforehand; what it really reads is watched where it has been counted often. A call
        that is `flat` reads the state after alone; the state before is there again when it is over.
        """
        if flat and then is not None:
            self.flat_call(frame, rest, now, then, kept, weight, below)
            return
        wanted = self.wanted_of(self.need(rest)[0], frame[0])
        needed = self.needed_in(wanted, frame[0])
        relevant = self.changed_in(needed, now)
        relevant_then = None if then is None else self.changed_in(needed, then)
        outer, self.watching = self.watching, self.watching or self.missed[frame[0]] >= OFTEN
        found = self.known(frame, wanted, relevant, relevant_then) if self.answer is None else None
        if found is None:
            self.missed[frame[0]] += 1
            self.take_back(now.items(), None if then is None else then.items())
            found = self.outcomes(frame, relevant, relevant_then, wanted)
            self.put(tuple(now.items()), None if then is None else tuple(then.items()))
        self.watching = outer
        slots, outcomes = found
        if outer:
            self.read |= slots
        kept_now = {s: v for s, v in now.items() if s not in slots}
        kept_then = None if then is None else {s: v for s, v in then.items() if s not in slots}
        ways = sum(part for *_, part in outcomes)
        self.visits += len(outcomes) // 8  # what a call brought is merged once more; far cheaper than a segment
        for changes, earlier, told, part in outcomes:
            now_after = {**kept_now, **dict(changes)}
            then_after = None if earlier is None else {**(kept_then or {}), **dict(earlier)}
            self.wait(rest, now_after, then_after, kept + told, weight * part, below * ways)

    def flat_call(
        self,
        frame: Frame,
        rest: Stack,
        now: dict[int, int],
        then: dict[int, int],
        kept: tuple[Any, ...],
        weight: int,
        below: int,
    ) -> None:
        """Count a call that reads the state after alone."""
        wanted = self.wanted_of(self.need(rest)[0], frame[0])
        self.take_back(now.items(), then.items())
        _, outcomes = self.outcomes(frame, self.changed_in(self.needed_in(wanted, frame[0]), now), None, wanted)
        self.put(tuple(now.items()), tuple(then.items()))
        ways = sum(part for *_, part in outcomes)
        for changes, _, told, part in outcomes:
            self.wait(rest, {**now, **dict(changes)}, then, kept + told, weight * part, below * ways)

    def known(
        self, frame: Frame, wanted: frozenset[str], now: Changes, then: Changes | None
    ) -> tuple[frozenset[int], list[Outcome]] | None:
        """Give what a call is known to bring, with the slots that it reads or writes; nothing if it is not known."""
        if not self.watching:
            return self.calls_at_first.get((frame, id(wanted), now, then))
        for known in self.calls.get((frame, id(wanted)), ()):
            found = known.outcomes.get((among(now, known.slots), None if then is None else among(then, known.slots)))
            if found is not None:
                return known.slots, found
        return None

    def outcomes(
        self, frame: Frame, now: Changes, then: Changes | None, wanted: frozenset[str]
    ) -> tuple[frozenset[int], list[Outcome]]:
        """Count a call: give the slots that it reads or writes, and all that it may bring, with weights."""
        outer, self.waiting = self.waiting, Waiting(wanted)
        outer_read, self.read = self.read, set()
        self.depth += 1
        self.wait((frame,), dict(now), None if then is None else dict(then), (), 1, 1)
        self.drain()
        ends = self.waiting.ends.rows.items()
        read = self.read
        self.waiting, self.read = outer, outer_read
        self.depth -= 1
        common = gcd(*(weight for _, weight in ends))
        if not self.watching:
            at_once = [(changes, earlier, told, weight // common) for (_, changes, earlier, told), weight in ends]
            slots = frozenset(
                slot for part in (now, then, *(p for o in at_once for p in o[:2])) for slot, _ in part or ()
            )
            self.calls_at_first[frame, id(wanted), now, then] = slots, at_once
            return slots, at_once
        group = self.group((frame, id(wanted)), frozenset(read))
        slots = group.slots
        found = [
            (among(changes, slots), None if earlier is None else among(earlier, slots), told, weight // common)
            for (_, changes, earlier, told), weight in ends
        ]
        group.outcomes[among(now, slots), None if then is None else among(then, slots)] = found
        return slots, found

    def group(self, key: tuple[Frame, int], slots: frozenset[int]) -> Known:
        """Give the place for what a call brings that has read or written these slots, and perhaps others."""
        known = self.calls.setdefault(key, [])
        group = next((one for one in known if one.slots == slots), None)
        if group is None:
            if len(known) >= SORTS_OF_CALL:  # too many to look at: take them for one
                slots = slots.union(*(one.slots for one in known))
                known.clear()
            group = Known(slots)
            known.append(group)
        return group

    def choose(
        self,
        result: Any,
        rest: Stack,
        now: dict[int, int],
        then: dict[int, int] | None,
        kept: tuple[Any, ...],
        weight: int,
        below: int,
    ) -> None:
        assert result[0] == CHOOSE
        _, site, side, options, may_stop, may_none, default, (number, *locals_), leave = result
        if self.answer is None:
            raise UndecidedError(self.counter.graph.sites[site].address)
        answers = self.answer(site, side, options, may_stop, may_none, default)
        ways = sum(part for _, part in answers)
        for chosen, part in answers:
            frame = leave if chosen == STOP and may_stop else (number, chosen, *locals_)
            self.wait((frame, *rest), now, then, kept, weight * part, below * ways)

    def wait(
        self,
        stack: Stack,
        now: dict[int, int],
        then: dict[int, int] | None,
        kept: tuple[Any, ...],
        weight: int,
        below: int,
    ) -> None:
        """Put a row where it waits for its equals; what nobody will ask for is dropped from it."""
        while stack and self.counter.over[stack[0][0]]:
            stack = stack[1:]
        needed, open_question = self.need(stack)
        changes = self.changed_in(needed, now)
        earlier = None if then is None else self.changed_in(needed, then)
        waiting = self.waiting
        if not open_question:
            waiting.ends.add(((), changes, earlier, kept), weight, below)
            return
        position = self.positions.get(stack)
        if position is None:
            position = self.positions[stack] = self.counter.position(stack)
        bucket = waiting.buckets.get(position)
        if bucket is None:
            bucket = waiting.buckets[position] = Bucket(below)
            heapq.heappush(waiting.heap, position)
        bucket.add((stack, changes, earlier, kept), weight, below)
