"""Go through segments that read no field, many rows at once: rows that differ in the state need no look at it.

In: a place in a routine, the locals there, perhaps a throw that leads there. Out: the places at which something else
begins: the end of the routine, or a segment that reads a field, each with rows of locals, of slots that were written,
and their weights. The earliest place goes on first, as in `count`, so that rows that become equal are one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from math import lcm
from typing import Any, Final, Literal

from quarterdeck.backends.python.local_rows import NOWHERE, Written
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.engine.odds.throws import Thrown, totals_with_ways
from quarterdeck.program.passes.segments import Segment

Rows = dict[tuple[Any, ...], int]
KNOWN: Final = "known"
"""In the place of which dice are added up: what would be thrown is known."""
LocalThrow = Thrown | tuple[int, tuple[Any], Literal["known"]]
STEPS_OF_A_VISIT = 16
"""So many rows and faces are gone through here in the time that a visit takes elsewhere."""


class CountedRoundsError(Exception):
    """A segment goes through long loops, whose rounds must be known for each row."""


@dataclass(slots=True, eq=False)
class LocalGroup:
    """Rows at one place, over one denominator: what they hold, and what they have written.

    `thrown` are the dice that lead there, if they are still to be thrown; `rounds` as many rounds of play as the
    longest way there takes.
    """

    number: int
    counters: tuple[int, ...]
    thrown: LocalThrow | None
    rows: Rows
    below: int = 1
    rounds: int = 0

    def take(self, rows: Rows, below: int, rounds: int) -> None:
        """Take in further rows over another denominator."""
        self.rounds = max(self.rounds, rounds)
        common = lcm(self.below, below)
        mine, theirs = common // self.below, common // below
        if mine != 1:
            self.rows = {row: weight * mine for row, weight in self.rows.items()}
        self.below = common
        known, get = self.rows, self.rows.get
        for row, weight in rows.items():
            known[row] = get(row, 0) + weight * theirs


@dataclass
class LocalRows:
    """The segments of a program that can be gone through by their locals alone, for one question.

    `stepwise` are those of them that cannot after all: they tell a roll that is shown, or count rounds of long loops.
    """

    segments: list[Segment]
    module: PrintedModule
    functions: dict[int, Callable[..., Any]]
    spend: Callable[[int], None]
    before: Any
    after: Any
    stepwise: set[int] = field(default_factory=set)
    known: dict[Any, list[LocalGroup] | None] = field(default_factory=dict)

    def begins(self, number: int) -> bool:
        """Tell whether a segment can be gone through by its locals alone."""
        return self.segments[number].is_local and number not in self.stepwise

    def from_frame(self, number: int, locals_: tuple[Any, ...], thrown: LocalThrow | None) -> list[LocalGroup] | None:
        """Return the places where something else begins, from a segment's locals without what `thrown` brings.

        Nothing is returned where rounds of long loops must be known.
        """
        asked = number, locals_, thrown
        if asked not in self.known:
            self.known[asked] = self.led_to(number, locals_, thrown)
        return self.known[asked]

    def led_to(self, number: int, locals_: tuple[Any, ...], thrown: LocalThrow | None) -> list[LocalGroup] | None:
        """Return what `from_frame` gives, worked out."""
        segment = self.segments[number]
        if thrown is None and segment.brought:  # an answer
            first, *others = locals_
            thrown, locals_ = (1, (first,), KNOWN), tuple(others)
        held = tuple([locals_[place] for place in segment.held_places])
        counters = tuple([locals_[place] for place in segment.counter_places])
        try:
            return self.run(LocalGroup(number, counters, thrown, {(*held, ()): 1}))
        except CountedRoundsError:
            return None

    def run(self, first: LocalGroup) -> list[LocalGroup]:
        """Go on until all rows have come to something else.

        Raises:
            CountedRoundsError: rounds of long loops must be known.
        """
        waiting: dict[tuple[int, ...], dict[Any, LocalGroup]] = {}
        places: list[tuple[int, ...]] = []
        ended: dict[Any, LocalGroup] = {}
        groups = [first]
        while True:
            for group in groups:
                for number, counters, thrown, price, rows in self.next_of(group):
                    below, rounds = group.below, group.rounds + price
                    there, key = ended, (number, counters, thrown)
                    if number != NOWHERE and self.begins(number):
                        place = self.place(number, counters)
                        if place not in waiting:
                            waiting[place] = {}
                            heapq.heappush(places, place)
                        there = waiting[place]
                    known = there.get(key)
                    if known is None:
                        there[key] = LocalGroup(number, counters, thrown, rows, below, rounds)
                    else:
                        known.take(rows, below, rounds)
            if not places:
                return list(ended.values())
            groups = list(waiting.pop(heapq.heappop(places)).values())

    def next_of(self, group: LocalGroup) -> list[tuple[int, tuple[int, ...], LocalThrow | None, int, Rows]]:
        """Return where the rows of a group go; the group is over the denominator that they have there.

        Raises:
            CountedRoundsError: rounds of long loops must be known.
        """
        totals: Any = ()
        if group.thrown is not None and group.thrown[2] is KNOWN:
            totals = ((group.thrown[1][0], 1),)
        elif group.thrown is not None:
            totals, ways = totals_with_ways(*group.thrown)
            group.below *= ways
        self.spend(len(group.rows) * max(1, len(totals)) // STEPS_OF_A_VISIT)
        budget = self.module.budget
        budget.left = budget.most
        function = self.functions.get(group.number)
        if function is None:
            function = self.functions[group.number] = self.module.late.value("v", str(group.number))
        found = function(self.before, self.after, group.counters, group.rows, totals)
        if budget.left != budget.most:
            self.stepwise.add(group.number)
            raise CountedRoundsError
        return found  # type: ignore[no-any-return]

    def place(self, number: int, counters: tuple[int, ...]) -> tuple[int, ...]:
        """Return where in the order of the rule a segment comes."""
        segment = self.segments[number]
        found: list[int] = []
        for (rank, _), counter in zip(segment.loops, counters, strict=True):
            found += (rank, counter)
        return (*found, segment.rank)

    def frame(self, group: LocalGroup, held: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the locals of a segment as its function takes them, without what a throw brings."""
        known = (*held[:-1], *group.counters)
        return tuple([known[place] for place in self.segments[group.number].frame_places])


def written_in(row: tuple[Any, ...]) -> Written:
    """Return what a row has written."""
    return row[-1]  # type: ignore[no-any-return]
