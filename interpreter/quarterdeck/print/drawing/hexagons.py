"""A board of hexes in a picture: where hexes lie, their outlines, edges and labels, areas of them.

Hexes and directions are those of `base.geometry.hexes`: flat at the top, odd columns half a hex higher, direction 0
straight up and the others clockwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from quarterdeck.base.geometry import hexes
from quarterdeck.base.geometry.plane import WHOLE
from quarterdeck.print.drawing.hatching import hatched
from quarterdeck.print.drawing.measures import Box, moved, nearest, sine
from quarterdeck.print.drawing.shapes import MM, Path, Point, Shape, Style, Words, polygon

GRID = Style("line", width=18)
_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))


@dataclass(frozen=True)
class HexBoard:
    """Some hexes in a picture; `side` is the length of a hex's side, `origin` the centre of the hex at (0, 0)."""

    side: int
    places: tuple[int, ...]
    origin: Point = (0, 0)

    @classmethod
    def rectangle(cls, side: int, columns: range, rows: range, at: Point = (0, 0)) -> HexBoard:
        """Give a board of columns and rows, whose top left corner lies somewhere."""
        return cls.over([hexes.offset(c, r) for c in columns for r in rows], side, at)

    @classmethod
    def over(cls, places: Iterable[int], side: int, at: Point = (0, 0)) -> HexBoard:
        """Give a board of some hexes, whose box has its top left corner somewhere."""
        there = cls(side, tuple(dict.fromkeys(places)))
        left, top, _right, _bottom = there.box
        return cls(side, there.places, (at[0] - left, at[1] - top))

    @property
    def box(self) -> Box:
        """Give the box that the hexes lie in."""
        found = [self.centre(place) for place in self.places] or [self.origin]
        tall = self._down(1)
        return (
            min(x for x, _ in found) - self.side,
            min(y for _, y in found) - tall,
            max(x for x, _ in found) + self.side,
            max(y for _, y in found) + tall,
        )

    @property
    def width_of_hex(self) -> int:
        """Give how far the centres of neighbours lie apart."""
        return self._down(2)

    def _down(self, halves: int) -> int:
        return nearest(halves * self.side * sine(60), WHOLE)

    def centre(self, place: int) -> Point:
        """Give where the centre of a hex lies, whether or not it is one of the board's."""
        x, y = hexes.centre(place)
        return moved((nearest(x * self.side, 2), self._down(y)), self.origin)

    def corners(self, place: int, percent: int = 100) -> tuple[Point, ...]:
        """Give the corners of a hex clockwise from the one at the right of its top, or those of a smaller hex in it."""
        x, y = hexes.centre(place)
        return tuple(
            moved(
                (
                    nearest((100 * x + percent * right) * self.side, 200),
                    nearest((100 * y + percent * down) * self.side * sine(60), 100 * WHOLE),
                ),
                self.origin,
            )
            for right, down in _CORNERS
        )

    def edge(self, place: int, direction: int) -> tuple[Point, Point]:
        """Give the ends of a hex's edge in a direction."""
        corners = self.corners(place)
        return corners[direction - 1], corners[direction]

    def middle_of_edge(self, place: int, direction: int, percent: int = 100) -> Point:
        """Give the middle of a hex's edge in a direction, or of a smaller hex in it."""
        corners = self.corners(place, percent)
        (x, y), (far, low) = corners[direction - 1], corners[direction]
        return nearest(x + far, 2), nearest(y + low, 2)

    def grid(self, style: Style = GRID) -> Path:
        """Give the outlines of all hexes, each edge once."""
        shown = set(self.places)
        edges = [
            (corners[direction - 1], corners[direction])
            for place in self.places
            for corners in (self.corners(place),)
            for direction in range(6)
            if direction < 3 or hexes.next_hex(place, direction) not in shown
        ]
        return Path(tuple(edges), style)

    def hex(self, place: int, style: Style, percent: int = 100) -> Path:
        """Give the polygon of a hex."""
        return polygon(self.corners(place, percent), style)

    def area(self, places: Collection[int], fill: Style, border: Style, hatching: int | None = None) -> list[Shape]:
        """Give hexes as one area: filled or hatched at an angle, with a line around all of it."""
        inside = set(places)
        found: list[Shape] = []
        if fill.fill:
            found.append(Path(tuple(self.corners(place) for place in sorted(inside)), fill, closed=True))
        if hatching is not None:
            found += [hatched(self.corners(place), hatching, MM) for place in sorted(inside)]
        around = tuple(
            self.edge(place, direction)
            for place in sorted(inside)
            for direction in range(6)
            if hexes.next_hex(place, direction) not in inside
        )
        return [*found, Path(around, border)] if around and border.line else found

    def labels(self, columns: Sequence[int], rows: Sequence[int], every: int = 5, size: int = 250) -> list[Words]:
        """Give numbers along the top for columns and down the left for rows: the first, and every so many."""
        found, (left, top, _right, _bottom) = [], self.box
        for column in columns:
            if column % every == 0 or every == 1:
                x, _ = self.centre(hexes.offset(column, rows[0]))
                found.append(Words((x, top - size // 2), str(column), size, role="muted"))
        for row in rows:
            if row % every == 0 or every == 1:
                _, y = self.centre(hexes.offset(columns[0], row))
                found.append(Words((left - size // 2, y + size // 3), str(row), size, "end", "muted"))
        return found


def extent_of(places: Iterable[int], around: int = 0) -> tuple[range, range]:
    """Return the columns and rows in which some hexes lie, and so many more on each side."""
    spots = [hexes.column_row(place) for place in places] or [(0, 0)]
    columns, rows = ([spot[axis] for spot in spots] for axis in (0, 1))
    return (
        range(min(columns) - around, max(columns) + around + 1),
        range(min(rows) - around, max(rows) + around + 1),
    )
