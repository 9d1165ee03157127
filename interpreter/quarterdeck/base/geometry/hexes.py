"""Whole-number arithmetic on a grid of hexes.

What comes in are hexes, directions and counts; what goes out are hexes, counts and
exact ratios as pairs of whole numbers. There is no float in it, so that every back
end gets the same answer. What stands in a hex, what blocks a line, and what
directions and arcs are called is left to the caller.

A hex is one int, `(q + 2048) * 4096 + (r + 2048)`, where q and r are its axial
coordinates, so that a step in a direction is one addition, and how one hex lies
from another is their difference. Therefore q and r must lie in -1024..1023. Only
`hex_at` and `offset` check this; steps far beyond that edge come out as some other
hex, because a check would cost more than the step itself.

A direction is an int 0..5, clockwise. With q to the right and r downwards, on a
flat-topped grid:

    =========  =======  =======
    Direction  Towards  (q, r)
    =========  =======  =======
    0          N        (0, -1)
    1          NE       (1, -1)
    2          SE       (1, 0)
    3          S        (0, 1)
    4          SW       (-1, 1)
    5          NW       (-1, 0)
    =========  =======  =======

The width of a hex is the distance between two opposite sides of it, which is also
the distance between the centres of two neighbours.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from quarterdeck.base.geometry.straight_lines import StraightLines, angles_in_arc

_LIMIT = 1024
_SPAN = 4 * _LIMIT
_MIDDLE = 2 * _LIMIT
_AXIAL_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

STEPS: tuple[int, ...] = tuple(q * _SPAN + r for q, r in _AXIAL_STEPS)
"""What to add to a hex for one step in each of the six directions."""
FACE = 60
"""Degrees between two neighbouring directions."""
SECTOR = 30
"""The angles of arcs are multiples of this number of degrees."""

LONGEST_SIDE = _LIMIT
"""The most columns, and the most rows, that a board has."""
NEVER = 1 << 62
"""More steps than there are in any row."""


class LinePart(NamedTuple):
    """The part of a line that lies in one hex, or on the edge between two.

    Attributes:
        hexes: the one hex, or both hexes of the edge in ascending order.
        square: (length of the part / width of a hex) squared, as numerator and
            denominator in lowest terms.
    """

    hexes: tuple[int, ...]
    square: tuple[int, int]


def hex_at(q: int, r: int) -> int:
    """Return the hex with these axial coordinates.

    Raises:
        ValueError: a coordinate lies outside -1024..1023.

    >>> axial(hex_at(3, -5))
    (3, -5)
    """
    if not (-_LIMIT <= q < _LIMIT and -_LIMIT <= r < _LIMIT):
        raise ValueError(f"no hex at ({q}, {r}): {-_LIMIT}..{_LIMIT - 1} is the range")
    return (q + _MIDDLE) * _SPAN + r + _MIDDLE


def axial(place: int) -> tuple[int, int]:
    """Return the axial coordinates (q, r) of a hex."""
    return place // _SPAN - _MIDDLE, place % _SPAN - _MIDDLE


def next_hex(place: int, direction: int, steps: int = 1) -> int:
    """Return the hex that is so many steps away in a direction.

    Steps below zero go the opposite way.

    >>> axial(next_hex(hex_at(0, 0), 1, 3))
    (3, -3)
    """
    return place + steps * STEPS[direction]


def opposite(direction: int) -> int:
    """Return the direction that points the other way."""
    return (direction + 3) % 6


def turned(direction: int, faces: int) -> int:
    """Return the direction after a turn, clockwise for faces above zero.

    >>> turned(0, -1)
    5
    """
    return (direction + faces) % 6


def turn_from(a: int, b: int) -> int:
    """Return the shortest turn from direction a to direction b, in faces, -2..3.

    Clockwise is above zero; about-face, which is as short either way, is 3.

    >>> turn_from(0, 5)
    -1
    """
    return (b - a + 2) % 6 - 2


def faces_between(a: int, b: int) -> int:
    """Return how many faces directions a and b lie apart, 0..3."""
    return abs(turn_from(a, b))


def distance(a: int, b: int) -> int:
    """Return the number of steps on a shortest way from a to b.

    >>> distance(hex_at(0, 0), hex_at(2, -1))
    2
    """
    q, r = b // _SPAN - a // _SPAN, b % _SPAN - a % _SPAN
    return (abs(q) + abs(r) + abs(q + r)) // 2


def row(start: int, direction: int, length: int) -> tuple[int, ...]:
    """Return so many hexes in a row, from the start on in a direction.

    The start is the first of them; a length below 1 gives none.
    """
    step = STEPS[direction]
    return tuple(range(start, start + length * step, step))


def paces(start: int, direction: int, place: int) -> int:
    """Return after how many steps a row from the start on in a direction comes to a place.

    `NEVER`, which is longer than any row, where it does not. A place lies in `row(start, direction, length)` where
    there are fewer paces to it than the length.

    >>> paces(hex_at(0, 0), 2, hex_at(3, 0)), paces(hex_at(0, 0), 5, hex_at(3, 0)) == NEVER
    (3, True)
    """
    count = distance(start, place)
    return count if start + count * STEPS[direction] == place else NEVER


def neighbours(place: int) -> tuple[int, ...]:
    """Return the six hexes around a hex, in order of direction."""
    return tuple(place + step for step in STEPS)


def ring(place: int, radius: int) -> tuple[int, ...]:
    """Return the hexes at exactly this distance, clockwise from direction 0.

    Radius 0 gives the hex itself.
    """
    if radius == 0:
        return (place,)
    corners = ((place + radius * STEPS[i], STEPS[turned(i, 2)]) for i in range(6))
    return tuple(at + i * step for at, step in corners for i in range(radius))


def within(place: int, radius: int) -> tuple[int, ...]:
    """Return the hexes at most this far away, ring by ring, the hex itself first."""
    return tuple(each for i in range(radius + 1) for each in ring(place, i))


def bearing(origin: int, direction: int, target: int) -> int:
    """Return the clockwise angle from a direction to a target, in half sectors.

    A sector is 30 degrees. An even result 2 * n says that the target lies exactly
    on n * 30 degrees, an odd result 2 * n + 1 that it lies between n * 30 and
    (n + 1) * 30 degrees, on neither edge.

    Returns:
        0..23, or -1 where the target is the origin.

    >>> bearing(hex_at(0, 0), 0, hex_at(2, -1))  # 90 degrees
    6
    """
    if origin == target:
        return -1
    return (_compass(*_offset_between(origin, target)) - 4 * direction) % 24


def direction_to(origin: int, target: int) -> int:
    """Return the direction whose neighbour lies nearest to a target.

    The first clockwise of equally good ones; 0 where both are one hex.

    >>> direction_to(hex_at(0, 0), hex_at(2, -1))
    1
    """
    return 0 if origin == target else ((bearing(origin, 0, target) + 1) // 4) % 6


def in_arc(
    origin: int,
    direction: int,
    target: int,
    first: int,
    last: int,
    *,
    both_sides: bool = False,
) -> bool:
    """Tell whether a target lies in the arc clockwise from one angle to another.

    Both edges belong to the arc. The same angle twice is that ray alone; angles a
    whole turn apart or more (0 to 360) are all around. The origin itself lies in no
    arc.

    Args:
        origin: the hex that the arc starts from.
        direction: the direction that is 0 degrees.
        target: the hex in question.
        first: degrees clockwise, a multiple of 30; may be negative.
        last: degrees clockwise, a multiple of 30; may be less than `first`, then
            the arc runs through 0.
        both_sides: the mirror image of the arc, left for right, counts too.

    Raises:
        ValueError: an angle is no multiple of 30.

    >>> in_arc(hex_at(0, 0), 0, hex_at(2, -1), 60, 120)
    True
    >>> in_arc(hex_at(0, 0), 0, hex_at(-2, 1), 60, 120)
    False
    >>> in_arc(hex_at(0, 0), 0, hex_at(-2, 1), 60, 120, both_sides=True)
    True
    """
    return arc(first, last, both_sides=both_sides)[bearing(origin, direction, target)]


@lru_cache(maxsize=1024)
def arc(first: int, last: int, *, both_sides: bool = False) -> tuple[bool, ...]:
    """Return for each bearing whether it lies in the arc clockwise from one angle to another; see `in_arc`.

    The last of the 25, which is that of -1, stands for the origin.

    Raises:
        ValueError: an angle is no multiple of 30.
    """
    return angles_in_arc(first, last, both_sides, 30)


def line(a: int, b: int) -> tuple[LinePart, ...]:
    """Return the parts of the straight line between two centres, from a to b.

    The hexes a and b themselves are left out. A hex that the line only touches at
    a corner has no part. Where the line runs along an edge, the two hexes of the
    edge share one part. The parts of (b, a) are those of (a, b) in reverse.

    >>> [(len(part.hexes), part.square) for part in line(hex_at(0, 0), hex_at(2, -1))]
    [(2, (1, 3))]
    """
    return tuple(
        LinePart(tuple(a + step for step in steps), square) for steps, square in _parts(*_offset_between(a, b))
    )


def blocked(a: int, b: int, occupied: Collection[int], share: tuple[int, int] = (0, 1)) -> bool:
    """Tell whether occupied hexes block the straight line between two centres.

    They do where the line has a part that is long enough and whose hexes, both of
    them on an edge, are occupied. The hexes a and b themselves never block.

    Args:
        a: one end.
        b: the other end; exchanging the ends changes nothing.
        occupied: the hexes that can block.
        share: the least length that blocks, as numerator and denominator of its
            ratio to the width of a hex; 0 lets any length block.

    Raises:
        ValueError: the share is negative, or its denominator is not above zero.
    """
    return any(first in occupied and last in occupied for first, last in on_line(a, b, share))


def on_line(a: int, b: int, share: tuple[int, int] = (0, 1)) -> tuple[tuple[int, int], ...]:
    """Return the hexes of those parts of a line that are long enough to block it; see `blocked`.

    Of each part these are its first and its last hex: one and the same, unless the line runs along their edge. They
    are all there are: a part has one hex or two.
    """
    least, whole = share
    if least < 0 or whole <= 0:
        raise ValueError(f"a share of {least}/{whole} of the width")
    return tuple(
        (a + steps[0], a + steps[-1])
        for steps, (length, width) in _parts(*_offset_between(a, b))
        if length * whole * whole >= least * least * width
    )


def offset(column: int, row_number: int) -> int:
    """Return the hex in this column and row of a rectangular board.

    For flat-topped grids, counted from 0, whose odd columns sit half a hex higher.

    Raises:
        ValueError: the hex lies outside the range of `hex_at`.

    >>> axial(offset(1, 0))
    (1, -1)
    """
    return hex_at(column, row_number - (column + (column & 1)) // 2)


def column_row(place: int) -> tuple[int, int]:
    """Return the column and the row of a hex on a rectangular board.

    >>> column_row(offset(7, 4))
    (7, 4)
    """
    q, r = axial(place)
    return q, r + (q + (q & 1)) // 2


def on_board(place: int, columns: int, rows: int) -> bool:
    """Tell whether a hex lies on a rectangular board of so many columns and rows."""
    column, row_number = column_row(place)
    return 0 <= column < columns and 0 <= row_number < rows


def centre(place: int) -> tuple[int, int]:
    """Return where the centre of a hex lies on a flat-topped map, (x, y).

    x runs to the right in quarters of the hex from corner to opposite corner, y
    downwards in halves of its width, so that a column is 3 further and a row 2.
    Seen from there the corners are (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1) and
    (1, -1). For a true shape one y must be drawn as long as the root of 3 times
    one x.

    >>> centre(hex_at(1, 0))
    (3, 1)
    """
    q, r = axial(place)
    return 3 * q, 2 * r + q


def _offset_between(a: int, b: int) -> tuple[int, int]:
    return b // _SPAN - a // _SPAN, b % _SPAN - a % _SPAN


@lru_cache(maxsize=4096)  # Every offset to a distance of 36.
def _compass(q: int, r: int) -> int:
    """Return the bearing of an offset from direction 0, in half sectors, 0..23."""
    half_turn = 0
    if q < 0 or (q == 0 and r > 0):
        q, r, half_turn = -q, -r, 12
    # The cross products with the rays at 30, 60, 90, 120 and 150 degrees: above
    # zero where the offset lies clockwise of the ray. The one at 0 degrees is q.
    crosses = (2 * q + r, q + r, q + 2 * r, r, r - q)
    return half_turn + (q > 0) + sum((c >= 0) + (c > 0) for c in crosses)


@lru_cache(maxsize=4096)  # Every offset to a distance of 36.
def _parts(q: int, r: int) -> tuple[LinePart, ...]:
    """Return the parts of the line from any hex to the one at this offset.

    The hexes of the parts are what to add to the hex that the line starts from.
    """
    norm = q * q + q * r + r * r  # the squared length of the line, in widths
    return tuple(
        LinePart(tuple(sorted(_SPAN * hex_q + hex_r for hex_q, hex_r in group)), square)
        for group, square in _LINES.parts(q, r, norm)
    )


def _across(q: int, r: int) -> tuple[int, int, int]:
    """Return how far an offset goes at right angles to each pair of sides.

    In half widths: a point lies in the hex at (0, 0), edges included, where none of
    the three exceeds 1 either way.
    """
    return 2 * q + r, q + 2 * r, r - q


_LINES = StraightLines(_AXIAL_STEPS, _across)
