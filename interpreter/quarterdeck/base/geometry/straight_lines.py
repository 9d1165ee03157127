"""Straight lines between the centres of equal spaces, and arcs around one, on any grid, in whole numbers.

A grid is described by its steps to neighbours and by how far an offset goes at right angles to each pair of sides, in
half widths of a space. What a space is called, and how it is stored, is left to the grid.
"""

from collections.abc import Callable, Iterator
from math import gcd, lcm

Offset = tuple[int, int]
"""How one space lies from another, in the two coordinates of the grid."""


def angles_in_arc(first: int, last: int, both_sides: bool, sector: int) -> tuple[bool, ...]:
    """Return for each bearing in half sectors whether it lies in the arc clockwise from one angle to another.

    The last one more than there are half sectors, which is that of -1, stands for the origin.

    Raises:
        ValueError: an angle is no multiple of a sector.

    >>> angles_in_arc(0, 45, False, 45)[:4]
    (True, True, True, False)
    """
    if first % sector or last % sector:
        raise ValueError(f"an arc from {first} to {last}: only multiples of {sector} count")
    around = 720 // sector
    start, extent = first * 2 // sector, (last - first) * 2 // sector
    if extent < 0:
        extent %= around
    in_it = [
        (at - start) % around <= extent or (both_sides and (-at - start) % around <= extent) for at in range(around)
    ]
    return (*in_it, False)


class StraightLines:
    """The lines of one grid."""

    def __init__(self, steps: tuple[Offset, ...], across: Callable[[int, int], tuple[int, ...]]) -> None:
        """Take the steps to all neighbours, and what tells how far an offset goes across each pair of sides."""
        self.steps = steps
        self.across = across

    def parts(self, q: int, r: int, norm: int) -> Iterator[tuple[tuple[Offset, ...], tuple[int, int]]]:
        """Yield the offsets of each part of the line to an offset, and the square of its length in widths of a space.

        The ends are left out. The square is a numerator and a denominator in lowest terms; `norm` is that of the line.
        """
        scale = lcm(*(abs(across) for across in self.across(q, r) if across))
        for group, inside in self._walk(q, r, scale):
            length, width = inside * inside * norm, scale * scale
            factor = gcd(length, width)
            yield group, (length // factor, width // factor)

    def _walk(self, q: int, r: int, scale: int) -> Iterator[tuple[tuple[Offset, ...], int]]:
        """Yield the spaces of each part from (0, 0) to (q, r), and its length.

        Lengths are in fractions 1/scale of the line. Each part starts where the part before it ends, and its spaces are
        neighbours of the spaces before.
        """
        group: tuple[Offset, ...] = ((0, 0),)
        _, end = self._inside(q, r, scale, (0, 0))
        while end < scale:
            start = end
            ends = {
                place: self._inside(q, r, scale, place)
                for place in ((gq + sq, gr + sr) for gq, gr in group for sq, sr in self.steps)
            }
            group = tuple(place for place, (low, high) in ends.items() if start == low < high)
            end = ends[group[0]][1]
            if end < scale:
                yield group, end - start

    def _inside(self, q: int, r: int, scale: int, place: Offset) -> tuple[int, int]:
        """Return where the line from (0, 0) to (q, r) enters and leaves a space.

        In fractions 1/scale of the line, edges included. Where it leaves no later than it enters, the line has no
        length in the space.
        """
        low, high = 0, scale
        for whole, here in zip(self.across(q, r), self.across(*place), strict=True):
            if whole:
                unit, middle = scale // abs(whole), here if whole > 0 else -here
                low, high = max(low, (middle - 1) * unit), min(high, (middle + 1) * unit)
            elif abs(here) > 1:
                return 0, 0
        return low, high
