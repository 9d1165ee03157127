"""Whole-number arithmetic on a grid of squares with eight directions.

Squares are stored as `hexes` stores hexes, their column in place of q and their row in place of r. A step is one
addition, and how one square lies from another is their difference. Columns run to the east and rows to the south, from
-1024 to 1023 each.

A direction is an int 0..7, clockwise from north: N, NE, E, SE, S, SW, W, NW, 45 degrees apart. How far two squares lie
apart depends on what a diagonal step counts as:

    =========  ===============================================  ==================================
    Diagonals  A diagonal step counts as                        Next to a square are
    =========  ===============================================  ==================================
    one        one step                                         all eight around it
    two        two steps                                        the four that share an edge with it
    alternate  one step, the second two, the third one, ...     all eight around it
    =========  ===============================================  ==================================

The width of a square is that of its side.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from quarterdeck.base.geometry import hexes
from quarterdeck.base.geometry.straight_lines import StraightLines, angles_in_arc

Diagonals = Literal["one", "two", "alternate"]
"""What a diagonal step counts as."""
_SPAN = hexes.STEPS[2]
_EIGHT = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


class Squares:
    """The squares of boards on which a diagonal step counts as one thing; the functions are those of `hexes`."""

    STEPS: tuple[int, ...] = tuple(column * _SPAN + row for column, row in _EIGHT)
    FACE = 45
    SECTOR = 45

    def __init__(self, diagonals: Diagonals) -> None:
        """Take what a diagonal step counts as."""
        self.diagonals: Diagonals = diagonals

    def offset(self, column: int, row_number: int) -> int:
        """Return the square in this column and row.

        Raises:
            ValueError: one of them lies outside -1024..1023.
        """
        return hexes.hex_at(column, row_number)

    def column_row(self, place: int) -> tuple[int, int]:
        """Return the column and the row of a square.

        >>> SQUARES["one"].column_row(SQUARES["one"].offset(7, 4))
        (7, 4)
        """
        return hexes.axial(place)

    axial = column_row

    def on_board(self, place: int, columns: int, rows: int) -> bool:
        """Tell whether a square lies on a board of so many columns and rows."""
        column, row_number = hexes.axial(place)
        return 0 <= column < columns and 0 <= row_number < rows

    def opposite(self, direction: int) -> int:
        """Return the direction that points the other way."""
        return (direction + 4) % 8

    def faces_between(self, a: int, b: int) -> int:
        """Return how many eighths of a turn directions a and b lie apart, 0..4."""
        return abs((b - a + 3) % 8 - 3)

    def distance(self, a: int, b: int) -> int:
        """Return the number of steps on a shortest way from a to b.

        >>> [grid.distance(grid.offset(0, 0), grid.offset(5, 3)) for grid in SQUARES.values()]
        [5, 8, 6]
        """
        short, long = sorted(map(abs, _between(a, b)))
        match self.diagonals:
            case "one":
                return long
            case "two":
                return long + short
        return long + short // 2

    def row(self, start: int, direction: int, length: int) -> tuple[int, ...]:
        """Return so many squares in a row, from the start on in a direction."""
        step = self.STEPS[direction]
        return tuple(range(start, start + length * step, step))

    def paces(self, start: int, direction: int, place: int) -> int:
        """Return after how many steps a row from the start on in a direction comes to a place; else `hexes.NEVER`."""
        count = max(map(abs, _between(start, place)))
        return count if start + count * self.STEPS[direction] == place else hexes.NEVER

    def neighbours(self, place: int) -> tuple[int, ...]:
        """Return the squares next to a square, in order of direction.

        >>> [len(grid.neighbours(grid.offset(0, 0))) for grid in SQUARES.values()]
        [8, 4, 8]
        """
        return tuple(place + step for step in self.STEPS[:: 2 if self.diagonals == "two" else 1])

    def within(self, place: int, radius: int) -> tuple[int, ...]:
        """Return the squares at most this far away, from the nearest, each ring clockwise from north."""
        around = range(-radius, radius + 1)
        found = (place + column * _SPAN + row_number for column in around for row_number in around)
        near = [one for one in found if self.distance(place, one) <= radius]
        return tuple(sorted(near, key=lambda one: (self.distance(place, one), self.bearing(place, 0, one))))

    def bearing(self, origin: int, direction: int, target: int) -> int:
        """Return the clockwise angle from a direction to a target, in half sectors; see `hexes.bearing`.

        A sector is 45 degrees. The result is 0..15, or -1 where the target is the origin.

        >>> grid = SQUARES["one"]
        >>> [grid.bearing(grid.offset(0, 0), 0, grid.offset(*at)) for at in ((0, -2), (1, -2), (2, -2), (-3, 0))]
        [0, 1, 2, 12]
        """
        return -1 if origin == target else (_compass(*_between(origin, target)) - 2 * direction) % 16

    def direction_to(self, origin: int, target: int) -> int:
        """Return the direction that leads most nearly to a target; no two lead equally near.

        >>> grid = SQUARES["one"]
        >>> [grid.direction_to(grid.offset(0, 0), grid.offset(*at)) for at in ((0, 0), (2, -5), (2, -4), (1, 9))]
        [0, 0, 1, 4]
        """
        if origin == target:
            return 0
        half_sectors = self.bearing(origin, 0, target)
        direction = half_sectors // 2
        if half_sectors % 2 == 0:
            return direction
        short, long = sorted(map(abs, _between(origin, target)))
        is_diagonal = (short + long) ** 2 > 2 * long * long  # more than 22.5 degrees from the nearest straight step
        return (direction + ((direction % 2 == 0) == is_diagonal)) % 8

    def in_arc(
        self, origin: int, direction: int, target: int, first: int, last: int, *, both_sides: bool = False
    ) -> bool:
        """Tell whether a target lies in the arc clockwise from one angle to another; see `hexes.in_arc`.

        Angles are multiples of 45.
        """
        return self.arc(first, last, both_sides=both_sides)[self.bearing(origin, direction, target)]

    def arc(self, first: int, last: int, *, both_sides: bool = False) -> tuple[bool, ...]:
        """Return for each bearing whether it lies in the arc clockwise from one angle to another.

        The last of the 17, which is that of -1, stands for the origin.
        """
        return angles_in_arc(first, last, both_sides, 45)

    def on_line(self, a: int, b: int, share: tuple[int, int] = (0, 1)) -> tuple[tuple[int, int], ...]:
        """Return the squares of a line whose part of it is long enough to block it, each twice; see `hexes.on_line`.

        No line between two centres runs along an edge, and a square that it only touches at a corner has no part.

        >>> grid = SQUARES["one"]
        >>> [grid.column_row(first) for first, _ in grid.on_line(grid.offset(0, 0), grid.offset(3, 1))]
        [(1, 0), (2, 1)]
        """
        least, whole = share
        if least < 0 or whole <= 0:
            raise ValueError(f"a share of {least}/{whole} of the width")
        return tuple(
            (a + step, a + step)
            for step, (length, width) in _parts(*_between(a, b))
            if length * whole * whole >= least * least * width
        )


def _between(a: int, b: int) -> tuple[int, int]:
    return b // _SPAN - a // _SPAN, b % _SPAN - a % _SPAN


def _across(column: int, row_number: int) -> tuple[int, int]:
    """Return how far an offset goes to the east and to the south, in half widths."""
    return 2 * column, 2 * row_number


_LINES = StraightLines(_EIGHT, _across)


@lru_cache(maxsize=4096)
def _compass(column: int, row_number: int) -> int:
    """Return the bearing of an offset from north, in half sectors, 0..15."""
    half_turn = 0
    if column < 0 or (column == 0 and row_number > 0):
        column, row_number, half_turn = -column, -row_number, 8
    # The cross products with the rays at 45, 90 and 135 degrees; see `hexes`.
    crosses = (column + row_number, row_number, row_number - column)
    return half_turn + (column > 0) + sum((c >= 0) + (c > 0) for c in crosses)


@lru_cache(maxsize=4096)
def _parts(column: int, row_number: int) -> tuple[tuple[int, tuple[int, int]], ...]:
    """Return the parts of the line from any square to the one at this offset: what to add to it, and the square."""
    norm = column * column + row_number * row_number
    found = _LINES.parts(column, row_number, norm)
    return tuple((group[0][0] * _SPAN + group[0][1], square) for group, square in found)


SQUARES: Mapping[Diagonals, Squares] = {one: Squares(one) for one in ("one", "two", "alternate")}
"""The squares by what a diagonal step counts as."""
