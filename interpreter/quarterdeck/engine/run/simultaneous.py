"""Open together what all sides have done at once and in secret, each from the same state.

In: of each side in turn the state that it has come to, and what its rules set, added and appended on the way. Out: the
state of all. What sides add, take and append counts together, in their order: a limit is that of the state after, as
where effects come at the end. What two of them set must be the same, else that is a fault of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import compress
from operator import ne

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.program.form.layout import Layout


@dataclass(frozen=True)
class Added:
    """A number that a side has added to a field, and the limit that its rule named: `bound` is `most` or `least`."""

    by: int
    bound: str
    limit: int

    def to(self, state: list[int], place: int) -> None:
        """Add it in another state; a limit never moves what lies beyond it already."""
        was = state[place]
        now = was + self.by
        if self.bound == "most" and now > self.limit:
            now = min(now, max(self.limit, was))
        elif self.bound == "least" and now < self.limit:
            now = max(now, min(self.limit, was))
        state[place] = now


@dataclass(frozen=True)
class Appended:
    """A value that a side has put at the end of a list with so many places."""

    value: int
    capacity: int
    known: str

    def to(self, state: list[int], place: int) -> None:
        """Append it in another state."""
        if state[place] >= self.capacity:
            raise RulesFaultError(f"{self.known} holds no more than {self.capacity}")
        state[place] += 1
        state[place + state[place]] = self.value


@dataclass
class SimultaneousSides:
    """A phase in which all sides act at once and in secret: the one with the number `side` of `sides` acts now.

    `begun` is the state from which each of them begins, `now` what those before it have made of it. Until the first of
    them has acted there is no `now`: while people decide, many games wait with their states in memory.
    """

    layout: Layout
    begun: list[int]
    names: Mapping[int, str]
    sides: int
    side: int = 0
    now: list[int] = field(default_factory=list)
    done: dict[int, list[Added | Appended]] = field(default_factory=dict)
    """What the side that acts has added and appended, by the places of fields."""
    set_now: set[int] = field(default_factory=set)
    """The places of the fields that the side that acts has set."""
    settled: set[int] = field(default_factory=set)
    """The places of the fields that those before it have set, or changed otherwise."""
    counted: dict[int, int] = field(default_factory=dict)
    """How many of those before it have added or appended to a field, by its place."""
    made: dict[int, int] = field(default_factory=dict)
    """The places of things that have come into play, each with the side that has it to itself."""

    # --- what generated code tells

    def add(self, place: int, by: int, bound: str = "", limit: int = 0) -> None:
        """Learn that the side has added to a field."""
        self.done.setdefault(place, []).append(Added(by, bound, limit))

    def append(self, place: int, value: int, capacity: int, known: str) -> None:
        """Learn that the side has put something at the end of a list."""
        self.done.setdefault(place, []).append(Appended(value, capacity, known))

    def put(self, place: int) -> None:
        """Learn that the side has set a field."""
        self.set_now.add(place)

    def own_place(self, before: list[int], after: list[int], places: range) -> int:
        """Give a free place for a thing that a side makes in secret, or -1.

        Each of several sides has every so manieth place to itself, so that it does not learn from a place how many
        things the others have made; when these are gone it takes what is left. What is removed leaves its place free
        when all have acted.
        """
        for stretch in (places[self.side :: self.sides], places):
            for place in stretch:
                taken = before[place] or after[place] or self.begun[place]
                if not taken and self.made.setdefault(place, self.side) == self.side:
                    return place
        return -1

    # --- opening

    def open(self, own: list[int]) -> None:
        """Take what one side has come to into the state of all; the next side is to act."""
        self.now = self.now or list(self.begun)
        own = list(own)  # of a state that notes what is read nothing is read
        changed = set(compress(range(len(own)), map(ne, self.begun, own)))
        farthest = changed.intersection(self.layout.used.values())
        for slot in farthest:
            self.now[slot] = max(self.now[slot], own[slot])
        touched = {self.layout.field_at(slot) for slot in changed - farthest}
        touched |= {self.layout.field_at(place) for place in self.done.keys() | self.set_now}
        for slots in sorted(touched, key=lambda slots: slots.start):
            place = slots.start
            if place in self.done and place not in self.set_now and not self.stands_alone(place):
                self.count(place)
            else:
                self.settle(slots, own)
        self.done, self.set_now = {}, set()
        self.side += 1

    def count(self, place: int) -> None:
        """Let what a side has added and appended count beside what others have."""
        if place in self.settled:
            raise self.fault(place)
        for deed in self.done[place]:
            deed.to(self.now, place)
        self.counted[place] = self.counted.get(place, 0) + 1

    def settle(self, slots: range, own: list[int]) -> None:
        """Set a field to what a side has set it to, or has made of it otherwise."""
        place, held = slots.start, own[slots.start : slots.stop]
        met = place in self.settled and (self.is_deck(place) or self.now[slots.start : slots.stop] != held)
        if met or place in self.counted:
            raise self.fault(place)
        self.now[slots.start : slots.stop] = held
        self.settled.add(place)

    def stands_alone(self, place: int) -> bool:
        """Tell whether what is added there counts for one side alone: to what it has made itself, or to a deck."""
        return self.is_deck(place) or self.thing_of(place) in self.made

    def is_deck(self, place: int) -> bool:
        """Tell whether cards lie there, of which two sides may have moved the same."""
        return self.layout.slots[place] in self.layout.parts

    def thing_of(self, place: int) -> int:
        """Give the thing that a field belongs to."""
        array = self.layout.arrays[self.layout.slots[place].partition(".")[0]]
        return place - (place - array.base) % array.stride

    def fault(self, place: int) -> RulesFaultError:
        """Say that what two sides have done to a field does not go together."""
        of = self.names.get(self.thing_of(place), "one thing")
        known = self.layout.slots[place]
        return RulesFaultError(f"two sides have changed {known} of {of} in secret, and neither knows of the other")
