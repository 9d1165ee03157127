"""Descriptions of things that a viewer was shown before, for as long as all that they were made from is the same.

In: a view and how to describe one of its things. Out: the data of the thing, made again only if a place of the state
has changed that was read when it was made. Nothing says beforehand what a description reads; it is recorded.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, SupportsIndex, TypeVar, overload
from weakref import WeakValueDictionary

from quarterdeck.engine.run.views import View

T = TypeVar("T")
Describe = Callable[[int, View, list[int]], T]
"""Returns the data of a thing from a view, and from the state as the board shows it."""


class RecordedState(list[int]):
    """A state that records which of its places are read."""

    def __init__(self, values: list[int], read: set[int]) -> None:
        super().__init__(values)
        self.read = read

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[int]: ...
    def __getitem__(self, at: Any, /) -> Any:
        if isinstance(at, slice):
            self.read.update(range(*at.indices(len(self))))
        else:
            self.read.add(at)
        return super().__getitem__(at)


@dataclass(frozen=True, slots=True)
class RememberedThing(Generic[T]):
    """What was made, from which places of the state, and what they held."""

    made: T
    places: array[int]
    values: array[int]

    def is_true_of(self, state: list[int]) -> bool:
        """Tell whether a state holds the same values in those places."""
        try:
            return array(self.values.typecode, map(state.__getitem__, self.places)) == self.values
        except OverflowError:  # one of them is larger than all were
            return False


_same_places: WeakValueDictionary[bytes, array[int]] = WeakValueDictionary()
"""Places that were read: those of a thing are the same in all games by the same rules."""


def shared_places(read: Iterable[int]) -> array[int]:
    """Return places in order; who reads the same places is given the same array."""
    places = array("i", sorted(read))
    return _same_places.setdefault(places.tobytes(), places)


def compact(values: list[int]) -> array[int]:
    """Return values in as few bytes as hold them."""
    try:
        return array("i", values)
    except OverflowError:
        return array("q", values)


class ThingMemory(Generic[T]):
    """What one viewer was shown of each thing."""

    def __init__(self) -> None:
        self.things: dict[int, RememberedThing[T]] = {}
        self.seen: tuple[object, object] | None = None

    def describe(self, view: View, shown: list[int], things: Iterable[int], describe: Describe[T]) -> list[T]:
        """Return the data of things, in order.

        `shown` is the state as the board shows it, and follows from the view. So does all else that `describe` reads.
        """
        if self.seen != (view.blanked, view.names):
            self.things.clear()
            self.seen = (view.blanked, dict(view.names))
        read: set[int] = set()
        recorded: tuple[View, list[int]] | None = None
        found = []
        for thing in things:
            known = self.things.get(thing)
            if known is None or not known.is_true_of(view.state):
                if recorded is None:
                    recorded = replace(view, state=RecordedState(view.state, read)), RecordedState(shown, read)
                read.clear()
                made = describe(thing, *recorded)
                places = shared_places(read)
                known = RememberedThing(made, places, compact([view.state[place] for place in places]))
                self.things[thing] = known
            found.append(known.made)
        return found
