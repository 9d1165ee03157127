"""Whole-number arithmetic on a plane that is measured freely.

What comes in are points, headings and lengths; what goes out are points, headings, lengths and squares of lengths, all
of them whole numbers. There is no float in it, so that every back end gets the same answer. What stands at a point, and
what a unit of length is called, is left to the caller.

A length is a number of hundredths of the board's unit. A point is one int, `(x + 10**6) * 2**21 + (y + 10**6)`: x
runs to the east and y to the south, in hundredths, from the north-west corner of the board. Both must lie in
-10**6..10**6, which is 10,000 units each way; `point_at` and `ahead` check this.

A heading is a whole number of degrees, 0..359, clockwise from north. Sines and cosines are those of the table `SINES`,
in billionths: the table *is* the definition, what lies behind its last digit does not exist. Squares of distances and
products of a length with the table stay below 2**53. Only `passes`, and `reach` with fractions of a hundredth, compare
products that may take 128 bits.
"""

from bisect import bisect_left
from math import isqrt

_LIMIT = 1_000_000
_SPAN = 1 << 21
LONGEST_SIDE = _LIMIT // 100
"""The most that a board measures from edge to edge, in its unit of length."""
LONGEST = 2_828_427
"""The longest distance that there can be between two points, in hundredths."""
WHOLE = 1_000_000_000
"""What a sine of 1 is in the table."""

# fmt: off
SINES: tuple[int, ...] = (
    0, 17_452_406, 34_899_497, 52_335_956, 69_756_474, 87_155_743,
    104_528_463, 121_869_343, 139_173_101, 156_434_465, 173_648_178, 190_808_995,
    207_911_691, 224_951_054, 241_921_896, 258_819_045, 275_637_356, 292_371_705,
    309_016_994, 325_568_154, 342_020_143, 358_367_950, 374_606_593, 390_731_128,
    406_736_643, 422_618_262, 438_371_147, 453_990_500, 469_471_563, 484_809_620,
    500_000_000, 515_038_075, 529_919_264, 544_639_035, 559_192_903, 573_576_436,
    587_785_252, 601_815_023, 615_661_475, 629_320_391, 642_787_610, 656_059_029,
    669_130_606, 681_998_360, 694_658_370, 707_106_781, 719_339_800, 731_353_702,
    743_144_825, 754_709_580, 766_044_443, 777_145_961, 788_010_754, 798_635_510,
    809_016_994, 819_152_044, 829_037_573, 838_670_568, 848_048_096, 857_167_301,
    866_025_404, 874_619_707, 882_947_593, 891_006_524, 898_794_046, 906_307_787,
    913_545_458, 920_504_853, 927_183_855, 933_580_426, 939_692_621, 945_518_576,
    951_056_516, 956_304_756, 961_261_696, 965_925_826, 970_295_726, 974_370_065,
    978_147_601, 981_627_183, 984_807_753, 987_688_341, 990_268_069, 992_546_152,
    994_521_895, 996_194_698, 997_564_050, 998_629_535, 999_390_827, 999_847_695,
    1_000_000_000,
)
# fmt: on
"""The sines of 0 to 90 degrees, in billionths, each the nearest there is."""

ROSE: tuple[tuple[int, int], ...] = tuple(
    [(SINES[n], SINES[90 - n]) for n in range(90)]
    + [(SINES[90 - n], -SINES[n]) for n in range(90)]
    + [(-SINES[n], -SINES[90 - n]) for n in range(90)]
    + [(-SINES[90 - n], SINES[n]) for n in range(90)]
)
"""For each heading how far it leads to the east and to the north, in billionths."""

_BETWEEN: tuple[tuple[int, int], ...] = tuple(
    (SINES[n] + SINES[n + 1], SINES[90 - n] + SINES[89 - n]) for n in range(90)
)
"""What lies midway between a heading of the first quarter and the next one, as far to the east and to the north."""


class OffEveryBoardError(ValueError):
    """A point is farther away than the largest board; the argument is the message."""


def point_at(x: int, y: int) -> int:
    """Return the point so many hundredths east and south of the north-west corner.

    Raises:
        OffEveryBoardError: it is farther away than the largest board.

    >>> coordinates(point_at(1250, -300))
    (1250, -300)
    """
    if not (-_LIMIT <= x <= _LIMIT and -_LIMIT <= y <= _LIMIT):
        raise OffEveryBoardError(f"no point at ({shown(x)}, {shown(y)}): no board reaches that far")
    return (x + _LIMIT) * _SPAN + y + _LIMIT


def coordinates(place: int) -> tuple[int, int]:
    """Return how far east and how far south of the north-west corner a point lies, in hundredths."""
    return place // _SPAN - _LIMIT, place % _SPAN - _LIMIT


def shown(length: int) -> str:
    """Return a length as players write it.

    >>> shown(1250), shown(-5), shown(300)
    ('12.5', '-0.05', '3')
    """
    whole, rest = divmod(abs(length), 100)
    return ("-" if length < 0 else "") + (f"{whole}.{rest:02}".rstrip("0") if rest else str(whole))


def ahead(place: int, heading: int, length: int) -> int:
    """Return the point that lies so far away on a heading, or behind it for lengths below zero.

    Each axis is rounded to the nearest hundredth, halves away from where one comes from, so that there and back again
    is the same point.

    Raises:
        OffEveryBoardError: it is farther away than the largest board.

    >>> coordinates(ahead(point_at(1000, 1000), 90, 250))
    (1250, 1000)
    >>> coordinates(ahead(point_at(0, 0), 30, 1))
    (1, -1)
    """
    east, north = ROSE[heading]
    x, y = divmod(place, _SPAN)
    return point_at(x - _LIMIT + _nearest(length * east), y - _LIMIT - _nearest(length * north))


def square(a: int, b: int) -> int:
    """Return the square of the distance between two points, in hundredths of hundredths."""
    x, y = _offset_between(a, b)
    return x * x + y * y


def distance(a: int, b: int) -> int:
    """Return the distance between two points, to the nearest hundredth; there are no halves.

    >>> distance(point_at(0, 0), point_at(300, 400))
    500
    """
    return _root(square(a, b))


def reach(a: int, b: int, top: int, below: int) -> int:
    """Compare a distance with a length exactly: -1 where it is shorter, 0 where it is as long, 1 where it is longer.

    Args:
        a: one point.
        b: the other.
        top: the length in hundredths, times `below`; may be negative.
        below: above zero.

    >>> reach(point_at(0, 0), point_at(100, 100), 14142, 100), reach(point_at(0, 0), point_at(100, 100), 14143, 100)
    (1, -1)
    """
    if top < 0:
        return 1
    mine, other = square(a, b) * below * below, top * top
    return (mine > other) - (mine < other)


def bearing(origin: int, target: int) -> int:
    """Return the heading that leads most nearly from one point to another; of two, the one further clockwise.

    From a point to itself it is 0.

    >>> bearing(point_at(0, 0), point_at(100, -100)), bearing(point_at(0, 0), point_at(-1, 0))
    (45, 270)
    """
    x, y = _offset_between(origin, target)
    if x == 0 and y == 0:
        return 0
    if y < 0 <= x:
        quarter, east, north = 0, x, -y
    elif x > 0:
        quarter, east, north = 90, y, x
    elif y > 0:
        quarter, east, north = 180, -x, y
    else:
        quarter, east, north = 270, -y, -x
    # How many of the rays midway between two headings lie behind it, or lead to it.
    passed = bisect_left(range(90), True, key=lambda n: east * _BETWEEN[n][1] < north * _BETWEEN[n][0])
    return (quarter + passed) % 360


def turned(heading: int, degrees: int) -> int:
    """Return the heading after a turn, clockwise for degrees above zero.

    >>> turned(10, -20)
    350
    """
    return (heading + degrees) % 360


def degrees_between(a: int, b: int) -> int:
    """Return how many degrees two headings lie apart, 0..180.

    >>> degrees_between(350, 10)
    20
    """
    apart = (b - a) % 360
    return min(apart, 360 - apart)


def in_arc(origin: int, heading: int, target: int, first: int, last: int, *, both_sides: bool = False) -> bool:
    """Tell whether a target lies in the arc clockwise from one angle to another.

    Both edges belong to the arc. The same angle twice is that ray alone; angles a whole turn apart or more (0 to 360)
    are all around. The origin itself lies in no arc.

    Args:
        origin: the point that the arc starts from.
        heading: what is 0 degrees to the angles.
        target: the point in question.
        first: degrees clockwise; may be negative.
        last: degrees clockwise; may be less than `first`, then the arc runs through 0.
        both_sides: the mirror image of the arc, left for right, counts too.

    >>> here = point_at(0, 0)
    >>> in_arc(here, 0, point_at(100, 100), 45, 135), in_arc(here, 0, point_at(99, 100), 45, 134)
    (True, False)
    >>> in_arc(here, 0, point_at(-100, 0), 45, 135, both_sides=True)
    True
    """
    x, y = _offset_between(origin, target)
    if x == 0 and y == 0:
        return False
    if last - first >= 360:
        return True
    extent = (last - first) % 360
    return _lies_within(x, -y, (heading + first) % 360, extent) or (
        both_sides and _lies_within(x, -y, (heading - last) % 360, extent)
    )


def passes(a: int, b: int, place: int, length: int) -> bool:
    """Tell whether the straight line from one point to another comes within a length of a third; its ends count too.

    >>> passes(point_at(0, 0), point_at(1000, 0), point_at(500, 50), 50)
    True
    >>> passes(point_at(0, 0), point_at(1000, 0), point_at(1050, 50), 70)
    False
    """
    if length < 0:
        return False
    (x, y), (u, v) = _offset_between(a, b), _offset_between(a, place)
    along, whole = u * x + v * y, x * x + y * y
    if along <= 0:
        return u * u + v * v <= length * length
    if along >= whole:
        return square(b, place) <= length * length
    across = x * v - y * u
    return across * across <= length * length * whole


def lines_cross(a: int, b: int, c: int, d: int) -> bool:
    """Tell whether the straight line from a to b and that from c to d share a point; to touch is enough.

    >>> lines_cross(point_at(0, 0), point_at(10, 10), point_at(0, 10), point_at(10, 0))
    True
    >>> lines_cross(point_at(0, 0), point_at(10, 0), point_at(11, 0), point_at(20, 0))
    False
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = divmod(a, _SPAN), divmod(b, _SPAN), divmod(c, _SPAN), divmod(d, _SPAN)
    x, y = bx - ax, by - ay
    of_c, of_d = x * (cy - ay) - y * (cx - ax), x * (dy - ay) - y * (dx - ax)
    if of_c * of_d > 0:  # both lie on one side of the first line; in a battle that is so of nearly all
        return False
    x, y = dx - cx, dy - cy
    of_a, of_b = x * (ay - cy) - y * (ax - cx), x * (by - cy) - y * (bx - cx)
    if of_a * of_b > 0:
        return False
    if of_c * of_d < 0 and of_a * of_b < 0:
        return True
    ends = (of_c, a, b, c), (of_d, a, b, d), (of_a, c, d, a), (of_b, c, d, b)
    return any(side == 0 and _is_between(one, other, place) for side, one, other, place in ends)


def on_board(place: int, width: int, depth: int) -> bool:
    """Tell whether a point lies on a board of such a width and depth, in hundredths; the edges belong to it."""
    x, y = coordinates(place)
    return 0 <= x <= width and 0 <= y <= depth


def _offset_between(a: int, b: int) -> tuple[int, int]:
    return b // _SPAN - a // _SPAN, b % _SPAN - a % _SPAN


def _nearest(billionths: int) -> int:
    """Return the nearest whole number, halves away from zero."""
    found = (abs(billionths) + WHOLE // 2) // WHOLE
    return -found if billionths < 0 else found


def _root(number: int) -> int:
    """Return the whole number nearest to a root."""
    root = isqrt(number)
    return root + (number - root * root > root)  # (root + 1/2) squared lies between root * root + root and the next


def _lies_within(east: int, north: int, first: int, extent: int) -> bool:
    """Tell whether an offset lies in the arc that begins at a heading and goes on clockwise, 0..359 degrees."""
    (u, v), (w, z) = ROSE[first], ROSE[(first + extent) % 360]
    behind_first = v * east - u * north  # above zero where the offset lies clockwise of the first edge
    before_last = north * w - east * z  # above zero where the last edge lies clockwise of the offset
    if extent == 0:
        return behind_first == 0 and u * east + v * north > 0
    if extent <= 180:
        return behind_first >= 0 and before_last >= 0
    return behind_first >= 0 or before_last >= 0


def _is_between(a: int, b: int, place: int) -> bool:
    """Tell whether a point on the line through two others lies between them."""
    (x, y), (u, v), (w, z) = coordinates(a), coordinates(b), coordinates(place)
    return min(x, u) <= w <= max(x, u) and min(y, v) <= z <= max(y, v)
