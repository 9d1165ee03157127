"""Draw named areas as discs with their names, and connections as lines between them.

In: a map: the names of its areas, their links, and where they are drawn. Without positions they lie on a circle, in
their order, the first at the top. Out: shapes, and where each area lies in the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import isqrt
from textwrap import wrap

from quarterdeck.base.geometry.areas import Links
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.print.drawing.measures import Box, along, around, length, wide
from quarterdeck.print.drawing.shapes import MM, Circle, Point, Shape, Style, Words, line, polygon

APART = 24 * MM
"""How far the two areas that are closest lie apart, where there is room."""
_LARGEST = 400 * MM
_LETTERS = 12  # of a name in one line
_TURN = 360


@dataclass(frozen=True)
class AreaBoard:
    """A map at a size: where each area lies, and how far its disc reaches."""

    names: tuple[str, ...]
    links: Links
    spots: tuple[Point, ...]
    radius: int
    rims: Point
    """The room to the right of the last area, and below the lowest with its name."""

    @classmethod
    def fitting(
        cls,
        names: tuple[str, ...],
        links: Links,
        positions: tuple[Point, ...],
        room: tuple[int, int] = (_LARGEST, _LARGEST),
        apart: int = APART,
    ) -> AreaBoard:
        """Lay areas out where they belong, so that the closest lie so far apart and all fit into the room."""
        many = len(names)
        spots = positions or tuple(around((0, 0), 10_000, _TURN * area // many) for area in range(many))
        left, top = (min(spot[axis] for spot in spots) for axis in (0, 1))
        sizes = (max(spot[axis] for spot in spots) - edge for axis, edge in ((0, left), (1, top)))
        lines = max(len(wrap(name, _LETTERS)) for name in names)
        rim, below = apart // 2, apart // 4 + (3 + 4 * lines) * MM
        closest = min((length(one, other) for one, other in combinations(spots, 2)), default=1)
        fits = [
            Fraction(max(MM, space - rim - edge_room), size)
            for space, edge_room, size in zip(room, (rim, below), sizes, strict=True)
            if size
        ]
        scale = min([Fraction(apart, max(1, closest)), *fits])
        placed = tuple((rim + int((x - left) * scale), rim + int((y - top) * scale)) for x, y in spots)
        return cls(names, links, placed, max(MM, min(apart // 4, int(closest * scale) * 3 // 10)), (rim, below))

    @property
    def box(self) -> Box:
        """Give the box of all areas with room around them for names, from (0, 0) on."""
        across, down = ([spot[axis] for spot in self.spots] for axis in (0, 1))
        return 0, 0, max(across) + self.rims[0], max(down) + self.rims[1]

    def ways(self) -> Iterator[Shape]:
        """Draw the connections, those that lead one way with an arrow."""
        for start, near in enumerate(self.links):
            for goal in near:
                is_one_way = start not in self.links[goal]
                if is_one_way or start < goal:
                    yield line(self.spots[start], self.spots[goal], Style("muted", width=35))
                if is_one_way:
                    yield self._arrow(self.spots[start], self.spots[goal])

    def _arrow(self, start: Point, goal: Point) -> Shape:
        middle, long = length(start, goal) // 2, self.radius // 4
        corners = ((middle + long, 0), (middle - long // 2, long * 2 // 3), (middle - long // 2, -long * 2 // 3))
        return polygon(tuple(along(start, goal, far, aside) for far, aside in corners), Style("muted", "muted", 20))

    def discs(self) -> Iterator[Shape]:
        """Draw the areas."""
        return (Circle(spot, self.radius, Style("muted", "page", 30)) for spot in self.spots)

    def words(self, size: int) -> Iterator[Words]:
        """Write the names of the areas below them."""
        for name, (x, y) in zip(self.names, self.spots, strict=True):
            for number, text in enumerate(wrap(name, _LETTERS), 1):
                yield Words((x, y + self.radius + number * size * 11 // 10), text, size, halo=True)

    def covered(self, size: int) -> list[Box]:
        """Give what the names of the areas cover."""
        found = []
        for words in self.words(size):
            (x, y), half = words.at, wide(words.words, size) // 2
            found.append((x - half, y - size, x + half, y + size // 4))
        return found

    def place_in(self, area: int, number: int, many: int) -> Point:
        """Give where the thing with a number, from 0, of so many lies in an area."""
        if many == 1:
            return self.spots[area]
        return around(self.spots[area], self.radius * 6 // 10, _TURN * number // many + (270 if many == 2 else 0))

    def size_of_things(self, many: int) -> int:
        """Give how large each of so many things in an area is drawn."""
        return self.radius * 12 // (10 * (1 + isqrt(many - 1)))


def areas_on(declared: Declared, room: tuple[int, int], apart: int = APART) -> AreaBoard | None:
    """Lay the areas of a ruleset's board out in so much room; nothing where it has none."""
    board = declared.head.board
    if board.shape != "areas":
        return None
    areas = declared.enums[board.areas or ""]
    return AreaBoard.fitting(
        tuple(areas.words[one] for one in areas.members), areas.links, areas.positions, room, apart
    )
