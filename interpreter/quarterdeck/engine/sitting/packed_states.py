"""The states of a waiting game, packed: each as what differs from the state at the start, which many games share.

In: the lists that hold the states. Out: the same lists, emptied, and filled again. Rules that wait for an answer hold
these lists, so they stay the same objects.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import compress, count
from operator import ne

STRETCH = 64
"""How many places are compared at once: most stretches of two states are equal."""


class PackedStates:
    """Lists that hold nothing until they are filled again."""

    def __init__(self, shared: list[int], states: Iterable[list[int]]) -> None:
        """Empty the lists; one of another length than the shared state stays as it is."""
        self.shared = shared
        self.packed = []
        for state in {id(one): one for one in states if one is not shared and len(one) == len(shared)}.values():
            places = different_places(shared, state)
            self.packed.append((state, places, [state[place] for place in places]))
            state.clear()

    def fill(self) -> None:
        """Fill the lists with what they held."""
        for state, places, values in self.packed:
            state[:] = self.shared
            for place, value in zip(places, values, strict=True):
                state[place] = value
        self.packed = []


def different_places(one: list[int], other: list[int]) -> array[int]:
    """Return the places where two states of the same length differ."""
    found = array("I")
    for start in range(0, len(one), STRETCH):
        mine, its = one[start : start + STRETCH], other[start : start + STRETCH]
        if mine != its:
            found.extend(compress(count(start), map(ne, mine, its)))
    return found
