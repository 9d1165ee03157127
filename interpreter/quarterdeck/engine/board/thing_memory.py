"""Descriptions of things that a viewer was shown before, for as long as all that they were made from is the same.

In: a view and how to describe one of its things. Out: the data of the thing, made again only if a place of the state
has changed that was read when it was made. Nothing says beforehand what a description reads; it is recorded.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, SupportsIndex, TypeVar, overload

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
        return array("q", map(state.__getitem__, self.places)) == self.values


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
                places = array("i", sorted(read))
                known = RememberedThing(made, places, array("q", map(view.state.__getitem__, places)))
                self.things[thing] = known
            found.append(known.made)
        return found
