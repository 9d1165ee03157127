"""What a stretch of the rules brings, worked out once for all rows that agree in what it really reads.

A `Kernel` belongs to a frame: a segment and its locals. It is run on real states behind a glass that notes what is
read; what comes of it is kept as patches: bits to clear, bits to set. What a segment draws is gone through at once, so
that throws that come to the same are one leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from quarterdeck.emit.counting import ROLL
from quarterdeck.odds.packing import Packing, Place
from quarterdeck.odds.throws import throws

Frame = tuple[Any, ...]
Told = tuple[Any, ...]
DRAW = -1
"""In the place of a segment's number: a throw that waits, with its dice and the frame that goes on."""


class Watched:
    """A state seen through glass that notes which of its slots are read."""

    def __init__(self, state: list[int]) -> None:
        self.state = state
        self.noted: list[int] = []
        self.note, self.note_all = self.noted.append, self.noted.extend

    def __getitem__(self, place: Any) -> Any:
        """Give a slot or a stretch of slots."""
        if place.__class__ is int:
            self.note(place)
        else:
            self.note_all(range(*place.indices(len(self.state))))
        return self.state[place]

    def __setitem__(self, place: Any, value: Any) -> None:
        """Write a slot or a stretch of slots."""
        self.state[place] = value


@dataclass(slots=True)
class Leaf:
    """One way that a kernel may end: what comes next, which bits it leaves alone and which it sets, its weight."""

    action: Any
    keep: int
    put: int
    told: Told
    weight: int


@dataclass(slots=True, eq=False)
class Kernel:
    """What a frame brings, by the bits of the slots that it reads: leaves, and what their weights add up to.

    Of a call `met` counts the rows that came by, `missed` those for which it had to be counted.
    """

    mask: int = 0
    met: int = 0
    missed: int = 0
    reads: set[Place] = field(default_factory=set)
    writes: set[Place] = field(default_factory=set)
    table: dict[int, tuple[list[Leaf], int]] = field(default_factory=dict)


@dataclass
class States:
    """The two states of a question as lists, and the packing of what is changed in them."""

    start: list[int]
    packing: Packing
    functions: Sequence[Callable[..., Any]]
    written: list[int]
    marked: list[int]
    told: list[tuple[int, Any]]
    shown_rolls: frozenset[int]

    def __post_init__(self) -> None:
        """Begin with states as they are in the beginning."""
        self.after, self.before = Watched(list(self.start)), Watched(list(self.start))

    def load(self, row: int) -> list[tuple[Place, int]]:
        """Let the states be those of a row; give what was changed for that."""
        changed = self.packing.unpacked(row)
        for (slot, is_before), value in changed:
            (self.before if is_before else self.after).state[slot] = value
        return changed

    def unload(self, changed: list[tuple[Place, int]]) -> None:
        """Let the states be as they were in the beginning."""
        for (slot, is_before), _ in changed:
            (self.before if is_before else self.after).state[slot] = self.start[slot]

    def watch(self) -> None:
        """Begin to note what is read."""
        self.after.noted.clear()
        self.before.noted.clear()

    def noted(self) -> set[Place]:
        """Give what was read."""
        return {(slot, False) for slot in self.after.noted} | {(slot, True) for slot in self.before.noted}

    def run(self, kernel: Kernel, frame: Frame, row: int, in_span: bool) -> tuple[list[Leaf], int]:
        """Work out what a frame brings on a row, and keep it for all that agree with it in what is read."""
        changed = self.load(row)
        running = Running(self, in_span, dict(changed))
        try:
            if frame[0] == DRAW:
                running.draw(frame[1:4], frame[4], {}, (), 1, 1)
            else:
                running.step(frame, {}, (), 1, 1, draws=True)
        finally:
            self.unload(changed)
        new = running.reads - kernel.reads
        if new:
            kernel.reads |= new
            self.packing.read_by(kernel, new)
        kernel.writes.update(place for _, writes, _ in running.ways for place, _ in writes)
        found = running.leaves_of(self.packing)
        kernel.table[row & kernel.mask] = found
        return found


@dataclass
class Running:
    """One run of a kernel: all ways that it may end, with what was written by then.

    `loaded` is what the row had changed.
    """

    states: States
    in_span: bool
    loaded: dict[Place, int]
    reads: set[Place] = field(default_factory=set)
    ways: dict[tuple[Any, tuple[tuple[Place, int], ...], Told], list[tuple[int, int]]] = field(default_factory=dict)

    def step(self, frame: Frame, writes: dict[Place, int], told: Told, weight: int, below: int, *, draws: bool) -> None:
        """Run a frame's segment; with `draws` its throw is gone through at once, else it waits."""
        states = self.states
        after = states.after
        before = states.before if self.in_span else after
        states.watch()
        result = states.functions[frame[0]](None, before, after, *frame[1:])
        for place in states.noted():
            if place not in writes:
                self.reads.add(place)
        if states.written:
            writes = dict(writes)
            undo = self.wrote(writes)
        else:
            undo = []
        if states.told:
            told += tuple([one for one in states.told if one[0] in states.shown_rolls])
            states.told.clear()
        if result[0] != ROLL:
            self.leaf(result, writes, told, weight, below)
        elif draws:
            self.draw(result[1:4], result[4], writes, told, weight, below)
        else:
            self.leaf((ROLL, (DRAW, *result[1:])), writes, told, weight, below)
        for (slot, is_before), value in reversed(undo):
            (states.before if is_before else after).state[slot] = value

    def wrote(self, writes: dict[Place, int]) -> list[tuple[Place, int]]:
        """Note what was written; give what was there before, which whoever goes back puts there again."""
        states, undo = self.states, []
        sides = [(False, states.written, states.after)]
        if self.in_span:
            sides.append((True, states.marked, states.before))
        for is_before, slots, state in sides:
            for slot in slots:
                place = (slot, is_before)
                undo.append((place, writes.get(place, self.loaded.get(place, states.start[slot]))))
                writes[place] = state.state[slot]
        states.written.clear()
        states.marked.clear()
        return undo

    def draw(
        self,
        dice: tuple[int, Any, str],
        frame: Frame,
        writes: dict[Place, int],
        told: Told,
        weight: int,
        below: int,
    ) -> None:
        """Go through all totals of a throw."""
        totals, ways = throws(*dice)
        number, *locals_ = frame
        for total, part in totals:
            self.step((number, total, *locals_), writes, told, weight * part, below * ways, draws=False)

    def leaf(self, action: Any, writes: dict[Place, int], told: Told, weight: int, below: int) -> None:
        """Note one way that the kernel may end."""
        key = (as_key(action), tuple(writes.items()), told)
        self.ways.setdefault(key, []).append((weight, below))

    def leaves_of(self, packing: Packing) -> tuple[list[Leaf], int]:
        """Give all ways as patches, over one denominator."""
        common = lcm(*(below for found in self.ways.values() for _, below in found))
        leaves = []
        for (action, writes, told), found in self.ways.items():
            clear = put = 0
            for place, value in writes:
                known = packing.field(place)
                clear |= known.mask
                put |= known.code(value)
            weight = sum(part * (common // below) for part, below in found)
            leaves.append(Leaf(action, ~clear, put, told, weight))
        return leaves, common


def as_key(action: Any) -> Any:
    """Give what a segment returned as something with a hash."""
    return tuple(tuple(part) if isinstance(part, list) else part for part in action)
