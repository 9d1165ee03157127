"""Arithmetic on named areas that are joined by connections.

An area is an int: its number in the list of areas. The links of a map list for each area those that one step leads to,
in ascending order; a connection that can be used both ways is two of them. There are no directions and no lines.
"""

from __future__ import annotations

from functools import cache

Links = tuple[tuple[int, ...], ...]
NO_WAY = -1
"""The distance to an area that no way leads to."""


@cache
def steps_from(links: Links, start: int) -> tuple[int, ...]:
    """Return how many steps a shortest way has from an area to each area, going outwards ring by ring.

    >>> steps_from(((1,), (2,), (1,)), 0), steps_from(((1,), (2,), (1,)), 2)
    ((0, 1, 2), (-1, 1, 0))
    """
    found = [NO_WAY] * len(links)
    found[start], ring, steps = 0, [start], 0
    while ring:
        steps += 1
        ring = [*dict.fromkeys(area for one in ring for area in links[one] if found[area] == NO_WAY)]
        for area in ring:
            found[area] = steps
    return tuple(found)


def longest_distance(links: Links) -> tuple[int, bool]:
    """Return the number of steps between the areas that are farthest apart, and whether each can be reached."""
    every = [steps for start in range(len(links)) for steps in steps_from(links, start)]
    return max(every, default=0), NO_WAY not in every


def has_way_to(links: Links, area: int) -> bool:
    """Tell whether a connection leads to an area."""
    return any(area in near for near in links)
