"""Places in a rule: stacks of frames, the groups of rows at each stack, and the queue of groups of one call."""

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
"""Used instead of a segment's number, as `DRAW` is: a call to count, the start or end of a span, a choice whose best
answer is not known yet."""


@dataclass(slots=True, eq=False)
class Stack:
    """A place in a rule: a frame, and the stack to which it returns. Equal stacks are the same object.

    `numbers` are the segments, innermost first. Stacks sort by `position` in the order of the rule.
    """

    frame: Frame
    rest: Stack | None
    numbers: tuple[int, ...]
    position: tuple[int, ...]


def bare(frame: Frame) -> Frame:
    """Return the frame of the segment after a throw, call or span; its first local has no value yet."""
    match frame[0]:
        case n if n >= 0:
            return frame
        case n if n == DRAW:
            number, *locals_ = frame[4]
            return (number, 0, *locals_)
    return frame[1]  # type: ignore[no-any-return]


def numbers_of(frame: Frame) -> tuple[int, ...]:
    """Return the segments directly after a frame: for a choice also the one that follows if no answer is given."""
    further = (frame[2][0],) if frame[0] == CHOOSING and frame[2] is not None else ()
    return (bare(frame)[0], *further)


def ended(result: Any) -> tuple[Any, ...]:
    """Return the action that ends a routine, with its result if it has one."""
    return (END,) if result is None else (END, result)


def result_of(action: Any) -> Any:
    """Return the result of an action that ends a routine; None without a result, or for another action."""
    return action[1] if action[0] == END and len(action) > 1 else None


class Order:
    """The order of the segments of a program, and those that do nothing (`over`)."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        given = {s.then.to for s in segments if s.receives and isinstance(s.then, Carries)}
        self.over = [not s.block and s.then == Ends() and not s.refused and s.number not in given for s in segments]
        self.ranks = [segment.rank * 2 for segment in segments]
        self.loops = [
            tuple((rank * 2, segment.live.index(name) + 1) for rank, name in segment.loops) for segment in segments
        ]

    def place(self, frame: Frame, callers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the position of a frame in the order of the rule.

        A caller comes just before its return, and a choice just before what follows the answer.
        """
        found = [*callers[:-1], callers[-1] - 1] if callers else []
        real = bare(frame)
        for rank, place in self.loops[real[0]]:
            found += (rank, real[place])
        return (*found, self.ranks[real[0]] - (frame[0] == CHOOSING))


class Stacks:
    """The stacks of a question; equal ones are made once."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.known: dict[tuple[Frame, Stack | None], Stack] = {}

    def at(self, frame: Frame, rest: Stack | None) -> Stack | None:
        """Return the stack of a frame on top of another; a frame that does nothing more is left out."""
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
    """Rows at one place with the same locals, with weights over the denominator `below`.

    `spans` is the number of nested open spans, and `told` has the rolls that are shown. `rounds` is the highest number
    of rounds of the budget of play on any path to this group.
    """

    stack: Stack | None
    spans: int
    told: Observed
    rows: dict[int, int] = field(default_factory=dict)
    below: int = 1
    rounds: int = 0

    def factor(self, below: int) -> tuple[int, bool]:
        """Return the factor for a weight over another denominator, and whether the weights here were multiplied."""
        if self.below % below == 0:
            return self.below // below, False
        common = lcm(self.below, below)
        times = common // self.below
        for row in self.rows:
            self.rows[row] *= times
        self.below = common
        return common // below, bool(self.rows)


Ahead = tuple[RowGroup, int, int, int]
"""The target of a leaf: a group, the bits that are kept there, its number of ways, and the number of all ways."""


@dataclass(slots=True)
class Resolving:
    """The known outcomes of a group's rows; with another `token` all of them are computed again."""

    group: RowGroup
    entries: list[TreeEntry] = field(default_factory=list)
    places: dict[Goal, list[Ahead]] = field(default_factory=dict)
    token: object = field(default_factory=object)


class Waiting:
    """The queue of groups of one call, by place, and the groups that have ended.

    `wanted` are the fields that are read afterwards. `met` has the places that rows have read and written, in order, as
    tuples by identity. `opened` tells whether a span was opened.
    """

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        self.heap: list[tuple[int, ...]] = []
        self.places: dict[tuple[int, ...], dict[Any, RowGroup]] = {}
        self.ends: dict[tuple[int, Observed, Any], RowGroup] = {}
        self.met: dict[int, tuple[Place, ...]] = {}
        self.opened = False

    def end(self, spans: int, told: Observed, result: Any = None) -> RowGroup:
        """Return the group of the rows that ended, with the result of a routine that is counted separately."""
        ended = self.ends.get((spans, told, result))
        if ended is None:
            ended = self.ends[spans, told, result] = RowGroup(None, spans, told)
        return ended

    def group(self, stack: Stack, spans: int, told: Observed) -> RowGroup:
        """Return the group at a place."""
        place = self.places.get(stack.position)
        if place is None:
            place = self.places[stack.position] = {}
            heapq.heappush(self.heap, stack.position)
        group = place.get((stack, spans, told))
        if group is None:
            group = place[stack, spans, told] = RowGroup(stack, spans, told)
        return group

    def first(self) -> list[RowGroup]:
        """Remove and return the groups at the earliest place."""
        return list(self.places.pop(heapq.heappop(self.heap)).values())
