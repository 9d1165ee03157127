"""A board of hexes or squares in a picture: where they lie, their outlines, edges and labels, areas of them.

Spaces and directions are those of `base.geometry`: hexes are flat at the top, odd columns half a hex higher, direction
0 is straight up and the others go clockwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.base.geometry import hexes
from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.base.geometry.plane import WHOLE
from quarterdeck.print.drawing.hatching import hatched
from quarterdeck.print.drawing.measures import Box, moved, nearest, sine
from quarterdeck.print.drawing.shapes import MM, Path, Point, Shape, Style, Words, polygon

GRID = Style("line", width=18)
_CORNERS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
_CORNERS_OF_SQUARE = ((1, -1), (1, 1), (-1, 1), (-1, -1))
_DIAGONAL = 1414  # thousandths of a square's width


@dataclass(frozen=True)
class SpaceBoard:
    """Some spaces of a grid in a picture; `origin` is the centre of the space at (0, 0).

    `side` is the length of a hex's side. A square with the same `side` is as wide as such a hex, from the middle of one
    side to that of the opposite.
    """

    grid: SpaceGrid
    side: int
    places: tuple[int, ...]
    origin: Point = (0, 0)

    @classmethod
    def rectangle(cls, grid: SpaceGrid, side: int, columns: range, rows: range, at: Point = (0, 0)) -> SpaceBoard:
        """Give a board of columns and rows, whose top left corner lies somewhere."""
        return cls.over(grid, [grid.offset(c, r) for c in columns for r in rows], side, at)

    @classmethod
    def over(cls, grid: SpaceGrid, places: Iterable[int], side: int, at: Point = (0, 0)) -> SpaceBoard:
        """Give a board of some spaces, whose box has its top left corner somewhere."""
        there = cls(grid, side, tuple(dict.fromkeys(places)))
        left, top, _right, _bottom = there.box
        return cls(grid, side, there.places, (at[0] - left, at[1] - top))

    @property
    def has_hexes(self) -> bool:
        """Tell whether its spaces are hexes; otherwise they are squares."""
        return len(self.grid.STEPS) == 6

    @property
    def box(self) -> Box:
        """Give the box that the spaces lie in."""
        found = [self.centre(place) for place in self.places] or [self.origin]
        tall = self._down(1)
        broad = self.side if self.has_hexes else tall
        return (
            min(x for x, _ in found) - broad,
            min(y for _, y in found) - tall,
            max(x for x, _ in found) + broad,
            max(y for _, y in found) + tall,
        )

    @property
    def width_of_space(self) -> int:
        """Give how far the centres of neighbours lie apart."""
        return self._down(2)

    def pitch(self, direction: int) -> int:
        """Give how far apart the centres of two spaces lie that are next to each other in a direction."""
        is_diagonal = not self.has_hexes and direction % 2
        return self.width_of_space * _DIAGONAL // 1000 if is_diagonal else self.width_of_space

    def _down(self, halves: int) -> int:
        return nearest(halves * self.side * sine(60), WHOLE)

    def centre(self, place: int) -> Point:
        """Give where the centre of a space lies, whether or not it is one of the board's."""
        x, y = self._centre(place)
        return moved((nearest(x * self.side, 2) if self.has_hexes else self._down(x), self._down(y)), self.origin)

    def _centre(self, place: int) -> Point:
        """Give where a centre lies: `hexes.centre`; for a square in halves of its width."""
        if self.has_hexes:
            return hexes.centre(place)
        column, row = self.grid.column_row(place)
        return 2 * column, 2 * row

    def corners(self, place: int, percent: int = 100) -> tuple[Point, ...]:
        """Give the corners of a space clockwise from the one at the top right, or those of a smaller one in it."""
        x, y = self._centre(place)
        across, parts = (self.side, 200) if self.has_hexes else (self.side * sine(60), 100 * WHOLE)
        return tuple(
            moved(
                (
                    nearest((100 * x + percent * right) * across, parts),
                    nearest((100 * y + percent * down) * self.side * sine(60), 100 * WHOLE),
                ),
                self.origin,
            )
            for right, down in (_CORNERS if self.has_hexes else _CORNERS_OF_SQUARE)
        )

    @property
    def edges(self) -> tuple[int, ...]:
        """Give the steps over the edges of a space, clockwise; the edge of each ends at the corner of its number."""
        return self.grid.STEPS if self.has_hexes else self.grid.STEPS[::2]

    def middle_of_edge(self, place: int, direction: int, percent: int = 100) -> Point:
        """Give the middle of a space's edge in a direction, or of a smaller one in it; diagonally the corner."""
        corners = self.corners(place, percent)
        if not self.has_hexes:
            if direction % 2:
                return corners[direction // 2]
            direction //= 2
        (x, y), (far, low) = corners[direction - 1], corners[direction]
        return nearest(x + far, 2), nearest(y + low, 2)

    def outlines(self, style: Style = GRID) -> Path:
        """Give the outlines of all spaces, each edge once."""
        shown = set(self.places)
        edges = [
            (corners[number - 1], corners[number])
            for place in self.places
            for corners in (self.corners(place),)
            for number, step in enumerate(self.edges)
            if number < len(self.edges) // 2 or place + step not in shown
        ]
        return Path(tuple(edges), style)

    def space(self, place: int, style: Style, percent: int = 100) -> Path:
        """Give the polygon of a space."""
        return polygon(self.corners(place, percent), style)

    def area(self, places: Collection[int], fill: Style, border: Style, hatching: int | None = None) -> list[Shape]:
        """Give spaces as one area: filled or hatched at an angle, with a line around all of it."""
        inside = set(places)
        found: list[Shape] = []
        if fill.fill:
            found.append(Path(tuple(self.corners(place) for place in sorted(inside)), fill, closed=True))
        if hatching is not None:
            found += [hatched(self.corners(place), hatching, MM) for place in sorted(inside)]
        around = tuple(
            (corners[number - 1], corners[number])
            for place in sorted(inside)
            for corners in (self.corners(place),)
            for number, step in enumerate(self.edges)
            if place + step not in inside
        )
        return [*found, Path(around, border)] if around and border.line else found

    def labels(self, columns: Sequence[int], rows: Sequence[int], every: int = 5, size: int = 250) -> list[Words]:
        """Give numbers along the top for columns and down the left for rows: the first, and every so many."""
        found, (left, top, _right, _bottom) = [], self.box
        for column in columns:
            if column % every == 0 or every == 1:
                x, _ = self.centre(self.grid.offset(column, rows[0]))
                found.append(Words((x, top - size // 2), str(column), size, role="muted"))
        for row in rows:
            if row % every == 0 or every == 1:
                _, y = self.centre(self.grid.offset(columns[0], row))
                found.append(Words((left - size // 2, y + size // 3), str(row), size, "end", "muted"))
        return found


def side_that_fits(grid: SpaceGrid, columns: int, rows: int, room: tuple[int, Fraction | int]) -> Fraction:
    """Return the longest side with which a board of so many columns and rows fits into some room; see `SpaceBoard`."""
    width, height = room
    if len(grid.STEPS) == 6:
        return min(Fraction(2 * width, 3 * columns + 1), Fraction(height * 1000) / ((2 * rows + 1) * 866))
    return min(Fraction(width, columns), Fraction(height) / rows) * 1000 / 1732


def extent_of(grid: SpaceGrid, places: Iterable[int], around: int = 0) -> tuple[range, range]:
    """Return the columns and rows in which some spaces lie, and so many more on each side."""
    spots = [grid.column_row(place) for place in places] or [(0, 0)]
    columns, rows = ([spot[axis] for spot in spots] for axis in (0, 1))
    return (
        range(min(columns) - around, max(columns) + around + 1),
        range(min(rows) - around, max(rows) + around + 1),
    )
