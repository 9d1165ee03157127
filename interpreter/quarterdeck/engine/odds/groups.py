"""Where rows stand: stacks of frames, the groups of rows at them, and the groups of a call that wait for their turn."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from quarterdeck.backends.python.counting import END
from quarterdeck.engine.odds.kernels import DRAW, Frame
from quarterdeck.engine.odds.packing import Place
from quarterdeck.engine.odds.trees import Goal, Observed, TreeEntry
from quarterdeck.program.passes.segments import Carries, Ends, Segment

CALLING, OPENING, CLOSING, CHOOSING = -2, -3, -4, -5
"""In the place of a segment's number, as `DRAW`: a call that waits to be counted, a span that begins or ends, a choice
that waits for the best answer."""


@dataclass(slots=True, eq=False)
class Stack:
    """Where rows stand: a frame, and the stack to which it returns; equal ones are one.

    `numbers` are the segments from the innermost on, `position` says what comes first in the order of the rule.
    """

    frame: Frame
    rest: Stack | None
    numbers: tuple[int, ...]
    position: tuple[int, ...]


def bare(frame: Frame) -> Frame:
    """Give the frame of a segment that a waiting throw, call or span leads to, its first local left open."""
    match frame[0]:
        case n if n >= 0:
            return frame
        case n if n == DRAW:
            number, *locals_ = frame[4]
            return (number, 0, *locals_)
    return frame[1]  # type: ignore[no-any-return]


def numbers_of(frame: Frame) -> tuple[int, ...]:
    """Give the segments to which a frame leads at once: of a choice also that after it is left."""
    further = (frame[2][0],) if frame[0] == CHOOSING and frame[2] is not None else ()
    return (bare(frame)[0], *further)


def ended(result: Any) -> tuple[Any, ...]:
    """Give the action of a routine that is over, with its result where it has one."""
    return (END,) if result is None else (END, result)


def result_of(action: Any) -> Any:
    """Give the result with which a routine is over; none where it has no result, or is not over."""
    return action[1] if action[0] == END and len(action) > 1 else None


class Order:
    """Where in the order of the rule the segments of a program stand, and those in which nothing happens."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        given = {s.then.to for s in segments if s.receives and isinstance(s.then, Carries)}
        self.over = [not s.block and s.then == Ends() and not s.refused and s.number not in given for s in segments]
        self.ranks = [segment.rank * 2 for segment in segments]
        self.loops = [
            tuple((rank * 2, segment.live.index(name) + 1) for rank, name in segment.loops) for segment in segments
        ]

    def place(self, frame: Frame, callers: tuple[int, ...]) -> tuple[int, ...]:
        """Give where in the order of the rule a frame stands.

        Callers stand just before the place of their return, choices just before what follows the answer.
        """
        found = [*callers[:-1], callers[-1] - 1] if callers else []
        real = bare(frame)
        for rank, place in self.loops[real[0]]:
            found += (rank, real[place])
        return (*found, self.ranks[real[0]] - (frame[0] == CHOOSING))


class Stacks:
    """All stacks of a question, each of them once."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.known: dict[tuple[Frame, Stack | None], Stack] = {}

    def at(self, frame: Frame, rest: Stack | None) -> Stack | None:
        """Give the stack of a frame in front of another; a frame in which nothing happens any more is left out."""
        number = frame[0]
        if number >= 0 and self.order.over[number]:
            return rest
        known = self.known.get((frame, rest))
        if known is None:
            below, callers = (rest.numbers, rest.position) if rest is not None else ((), ())
            position = self.order.place(frame, callers)
            known = self.known[frame, rest] = Stack(frame, rest, (*numbers_of(frame), *below), position)
        return known


@dataclass(slots=True)
class RowGroup:
    """Rows at one place with the same locals, over one denominator.

    `spans` says how many spans are open, one inside the other; `told` are the rolls that are shown. `rounds` is how
    many rounds of the budget of play have been gone through at the most, on any way that led here.
    """

    stack: Stack | None
    spans: int
    told: Observed
    rows: dict[int, int] = field(default_factory=dict)
    below: int = 1
    rounds: int = 0

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


Ahead = tuple[RowGroup, int, int, int]
"""Where a leaf leads: a group, the bits that are left there, its part of all ways, and how many these are."""


@dataclass(slots=True)
class Resolving:
    """Where the ways of a group's rows lead, so far as that is known; with another token all is found out anew."""

    group: RowGroup
    entries: list[TreeEntry] = field(default_factory=list)
    places: dict[Goal, list[Ahead]] = field(default_factory=dict)
    token: object = field(default_factory=object)


class Waiting:
    """Groups of one call that have not ended, by place, and those that have.

    `wanted` are the fields that somebody asks for afterwards, `met` the places that rows have read and written, in
    order, as tuples by their identity; `opened` says whether a span was opened on the way.
    """

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        self.heap: list[tuple[int, ...]] = []
        self.places: dict[tuple[int, ...], dict[Any, RowGroup]] = {}
        self.ends: dict[tuple[int, Observed, Any], RowGroup] = {}
        self.met: dict[int, tuple[Place, ...]] = {}
        self.opened = False

    def end(self, spans: int, told: Observed, result: Any = None) -> RowGroup:
        """Give the group of those that have ended, with a result where a routine that has one was counted by itself."""
        ended = self.ends.get((spans, told, result))
        if ended is None:
            ended = self.ends[spans, told, result] = RowGroup(None, spans, told)
        return ended

    def group(self, stack: Stack, spans: int, told: Observed) -> RowGroup:
        """Give the group at a place."""
        place = self.places.get(stack.position)
        if place is None:
            place = self.places[stack.position] = {}
            heapq.heappush(self.heap, stack.position)
        group = place.get((stack, spans, told))
        if group is None:
            group = place[stack, spans, told] = RowGroup(stack, spans, told)
        return group

    def first(self) -> list[RowGroup]:
        """Take out the groups at the earliest place."""
        return list(self.places.pop(heapq.heappop(self.heap)).values())
