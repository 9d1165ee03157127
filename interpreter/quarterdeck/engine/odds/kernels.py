"""What a stretch of the rules brings, worked out once for all rows that agree in what it really reads.

A frame, a segment and its locals, is run on real states behind a glass that notes what is read; what comes of it is
kept as patches: bits to clear, bits to set. What a segment draws is gone through at once, so that throws that come to
the same are one leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from quarterdeck.backends.python.budget import RoundBudget
from quarterdeck.backends.python.counting import CHOOSE, END, GO, ROLL
from quarterdeck.backends.python.local_rows import NOWHERE
from quarterdeck.engine.odds.choices import Choices
from quarterdeck.engine.odds.local_rows import LocalRows, written_in
from quarterdeck.engine.odds.packing import Packing, Place
from quarterdeck.engine.odds.throws import Thrown, totals_with_ways
from quarterdeck.engine.odds.trees import Goal, Goals, Joined, Leaf, Observed, TreeEntry, in_order

Frame = tuple[Any, ...]
DRAW = -1
"""In the place of a segment's number: a throw that waits, with its dice and the frame that goes on."""


RUN = 8
"""So much work is a run of a segment: it takes about as long as to look at so many rows."""


class NotedPlaces(list[Place]):
    """Places that were read, in order; `calls` are definitions, each with the stretch of what was read for it.

    `written` are places that were written meanwhile, each with how much had been read by then.
    """

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[int, int, Any]] = []
        self.written: dict[Place, int] = {}

    def clear(self) -> None:
        """Forget all of it."""
        super().clear()
        self.calls.clear()
        self.written.clear()


class WatchedState:
    """A state seen through glass that notes which of its slots are read."""

    def __init__(self, state: list[int], noted: NotedPlaces, first: Place) -> None:
        self.state = state
        self.noted = noted
        self.first = first
        self.note, self.note_all = noted.append, noted.extend

    def copied(self) -> list[int]:
        """Give all slots, unseen."""
        return self.state[:]

    def __getitem__(self, slot: Any) -> Any:
        """Give a slot or a stretch of slots."""
        if slot.__class__ is int:
            self.note(self.first + slot)
        else:
            self.note_all([self.first + one for one in range(*slot.indices(len(self.state)))])
        return self.state[slot]

    def __setitem__(self, slot: Any, value: Any) -> None:
        """Write a slot or a stretch of slots."""
        for one in (slot,) if slot.__class__ is int else range(*slot.indices(len(self.state))):
            self.noted.written.setdefault(self.first + one, len(self.noted))
        self.state[slot] = value


@dataclass
class Ungiven:
    """Slots that nobody gave a value, and which of them were read all the same: by rules, or also by what is shown."""

    slots: frozenset[int]
    also_shown: bool = False
    met: set[int] = field(default_factory=set)

    def note(self, read: NotedPlaces, size: int, known: Container[Place], also: Container[Place] = ()) -> None:
        """Note which of the places that were read have no value: those are known that a row or a run has written."""
        for at, place in enumerate(read):
            if place % size not in self.slots or place in known or place in also:
                continue
            if read.written.get(place, at + 1) > at:
                self.met.add(place % size)


@dataclass
class States:
    """The two states of a question as lists, and the packing of what is changed in them.

    `work` is what was done so far beside looking at rows: runs of segments, and rounds of long loops in them.
    """

    packing: Packing
    functions: Mapping[int, Callable[..., Any]]
    written: list[int]
    marked: list[int]
    told: list[tuple[int, Any]]
    shown_rolls: frozenset[int]
    budget: RoundBudget
    local: LocalRows
    ungiven: Ungiven | None = None
    joined: Joined = in_order
    choices: Choices | None = None

    def __post_init__(self) -> None:
        """Begin with states as they are in the beginning."""
        self.start, self.size = list(self.packing.start), self.packing.size
        self.goals = Goals()
        self.work = 0
        self.noted = NotedPlaces()
        self.after = WatchedState(list(self.start), self.noted, 0)
        self.before = WatchedState(list(self.start), self.noted, self.size)

    def put(self, place: Place, value: int) -> None:
        """Write a place, unseen; states that lie around an inner span are read by nobody."""
        if place < self.size:
            self.after.state[place] = value
        elif place < 2 * self.size:
            self.before.state[place - self.size] = value

    def load(self, row: int) -> list[tuple[Place, int]]:
        """Let the states be those of a row; give what was changed for that."""
        changed = self.packing.unpacked(row)
        for place, value in changed:
            self.put(place, value)
        return changed

    def unload(self, changed: list[tuple[Place, int]]) -> None:
        """Let the states be as they were in the beginning."""
        for place, _ in changed:
            self.put(place, self.start[place % self.size])

    def run(self, frame: Frame, row: int, spans: int) -> TreeEntry:
        """Work out what a frame brings on a row."""
        changed = self.load(row)
        running = Running(self, spans, dict(changed))
        try:
            if frame[0] == DRAW:
                running.draw(frame[1:4], frame[4], {}, (), 1, 1)
            elif not running.is_local(frame, None, {}, (), 1, 1):
                running.step(frame, {}, (), 1, 1, draws=True)
        finally:
            self.unload(changed)
        return running.entry(row)


@dataclass
class Running:
    """One run of a kernel: all ways that it may end, with what was written by then.

    `loaded` is what the row had changed; `rounds` what the first segment takes of the budget of play, and
    `rounds_behind` the most that one behind its throw takes, and `rounds_before` what those take that come before it.
    """

    states: States
    spans: int
    loaded: dict[Place, int]
    reads: dict[Place, None] = field(default_factory=dict)
    ways: dict[tuple[Goal, tuple[tuple[Place, int], ...]], list[tuple[int, int]]] = field(default_factory=dict)
    rounds: int = 0
    rounds_behind: int = 0
    rounds_before: int = 0

    def step(
        self, frame: Frame, writes: dict[Place, int], told: Observed, weight: int, below: int, *, draws: bool
    ) -> None:
        """Run a frame's segment; with `draws` its throw is gone through at once, else it waits."""
        states = self.states
        after = states.after
        before = states.before if self.spans else after
        states.noted.clear()
        budget = states.budget
        budget.left, budget.kept = budget.most, 0
        result = states.functions[frame[0]](None, before, after, *frame[1:])
        rounds = budget.most - budget.left
        states.work += rounds + RUN
        if draws:
            self.rounds = rounds + budget.kept
        else:
            self.rounds_behind = max(self.rounds_behind, self.rounds_before + rounds + budget.kept)
        ways = self.advised(result)
        size, changeable = states.size, states.packing.changeable
        for place in states.noted:
            if place % size in changeable and place not in writes:
                self.reads[place] = None
        if states.ungiven is not None:
            states.ungiven.note(states.noted, size, writes, self.loaded)
        if states.written:
            writes = dict(writes)
            undo = self.wrote(writes)
        else:
            undo = []
        if states.told:
            told = states.joined(told, tuple([one for one in states.told if one[0] in states.shown_rolls]))
            states.told.clear()
        if ways:
            of = below * sum(part for _, part in ways)
            for following, part in ways:
                self.leaf((GO, following), writes, told, weight * part, of)
        elif result[0] != ROLL:
            self.leaf(result, writes, told, weight, below)
        elif draws:
            self.draw(result[1:4], result[4], writes, told, weight, below)
        else:
            self.leaf((ROLL, (DRAW, *result[1:])), writes, told, weight, below)
        for place, value in reversed(undo):
            states.put(place, value)

    def advised(self, result: Any) -> list[tuple[Frame, int]]:
        """Give the frames that follow a choice which is answered by advice; nothing for all else.

        What advice reads is noted as what the segment reads. The rounds that it takes are its own, as in play.
        """
        choices = self.states.choices
        if result[0] != CHOOSE or choices is None or not choices.is_advised:
            return []
        self.states.budget.left = self.states.budget.most
        return choices.ways(result)

    def wrote(self, writes: dict[Place, int]) -> list[tuple[Place, int]]:
        """Note what was written; give what was there before, which whoever goes back puts there again."""
        states, undo = self.states, []
        sides = [(0, states.written, states.after.state)]
        if self.spans:
            sides.append((states.size, states.marked, states.before.state))
        for first, slots, state in sides:
            for slot in slots:
                place = first + slot
                undo.append((place, writes.get(place, self.loaded.get(place, states.start[slot]))))
                writes[place] = state[slot]
        states.written.clear()
        states.marked.clear()
        return undo

    def draw(
        self,
        dice: Thrown,
        frame: Frame,
        writes: dict[Place, int],
        told: Observed,
        weight: int,
        below: int,
    ) -> None:
        """Go through all totals of a throw."""
        if self.is_local(frame, dice, writes, told, weight, below):
            return
        totals, ways = totals_with_ways(*dice)
        number, *locals_ = frame
        for total, part in totals:
            self.step((number, total, *locals_), writes, told, weight * part, below * ways, draws=False)

    def is_local(
        self,
        frame: Frame,
        thrown: Thrown | None,
        writes: dict[Place, int],
        told: Observed,
        weight: int,
        below: int,
    ) -> bool:
        """Go through segments that read no field, and what comes after them, where a frame reads none."""
        local, states = self.states.local, self.states
        number, *locals_ = frame
        groups = local.from_frame(number, tuple(locals_), thrown) if local.begins(number) else None
        end = states.goals.of((END,), told)
        for group in groups or ():
            totals, ways = totals_with_ways(*group.thrown) if group.thrown is not None else ((), 1)
            there, self.rounds_before = below * group.below * ways, group.rounds
            for row, part in group.rows.items():
                if group.number == NOWHERE:
                    put = written_in(row) if not writes else tuple((writes | dict(written_in(row))).items())
                    self.ways.setdefault((end, put), []).append((weight * part, there))
                    continue
                written, often = dict(written_in(row)), weight * part
                undo = [(slot, states.after.state[slot]) for slot in written]
                for slot, value in written.items():
                    states.put(slot, value)
                now, left = writes | written, local.frame(group, row)
                if group.thrown is None:
                    self.step((group.number, *left), now, told, often, there, draws=False)
                for total, more in totals:
                    self.step((group.number, total, *left), now, told, often * more, there, draws=False)
                for slot, value in undo:
                    states.put(slot, value)
            self.rounds_behind = max(self.rounds_behind, group.rounds)
        self.rounds_before = 0
        return groups is not None

    def leaf(self, action: Any, writes: dict[Place, int], told: Observed, weight: int, below: int) -> None:
        """Note one way that the kernel may end."""
        key = (self.states.goals.of(as_key(action), told), tuple(writes.items()))
        self.ways.setdefault(key, []).append((weight, below))

    def entry(self, row: int) -> TreeEntry:
        """Give all ways as patches, over one denominator; what was read is as it is in the row."""
        packing = self.states.packing
        below = lcm(*{part for found in self.ways.values() for _, part in found})
        written = dict.fromkeys([place for _, writes in self.ways for place, _ in writes])
        places, fields = self.reads | written, {place: packing.field(place) for place in written}
        read = packing.bits(self.reads)
        patches: dict[tuple[Goal, int, int], int] = {}
        for (goal, writes), found in self.ways.items():
            clear = put = 0
            for place, value in writes:
                known = fields[place]
                clear |= known.mask
                put |= known.code(value)
            key = goal, ~(clear | read), put | row & read & ~clear
            weight = sum([part * (below // one) for part, one in found])
            patches[key] = patches.get(key, 0) + weight
        leaves = [Leaf(*patch, weight) for patch, weight in patches.items()]
        return TreeEntry(leaves, below, tuple(self.reads), tuple(places), self.rounds + self.rounds_behind)


def as_key(action: Any) -> Any:
    """Give what a segment returned as something with a hash."""
    return tuple(tuple(part) if isinstance(part, list) else part for part in action)
