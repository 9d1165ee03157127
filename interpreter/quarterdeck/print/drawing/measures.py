"""Where things lie in a picture: points around others, points along lines, how wide words are, how far shapes reach.

Everything is whole numbers of hundredths of a millimetre, rounded from the exact table of sines, so that it comes out
the same on every machine. How wide words are is a rule of thumb, since nobody knows the reader's fonts.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from quarterdeck.base.geometry.plane import ROSE, WHOLE
from quarterdeck.print.drawing.shapes import Arc, Circle, Group, Path, Point, Shape, Words

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""

_NARROW = frozenset("fijlrtI.,:;'|!()[]- ’")
_BROAD = frozenset("mwMW%@—")


def sine(degrees: int) -> int:
    """Give a sine in billionths.

    >>> sine(90), sine(210)
    (1000000000, -500000000)
    """
    return ROSE[degrees % 360][0]


def nearest(top: int, below: int) -> int:
    """Give the whole number nearest to a ratio, halves away from zero; `below` is above zero.

    >>> nearest(5, 2), nearest(-5, 2), nearest(4, 3)
    (3, -3, 1)
    """
    found = (2 * abs(top) + below) // (2 * below)
    return -found if top < 0 else found


def around(centre: Point, radius: int, degrees: int) -> Point:
    """Give the point so far from a centre, so many degrees clockwise from straight up.

    >>> around((100, 100), 50, 90), around((0, 0), 200, 30)
    ((150, 100), (100, -173))
    """
    return (
        centre[0] + nearest(radius * sine(degrees), WHOLE),
        centre[1] - nearest(radius * sine(degrees + 90), WHOLE),
    )


def length(a: Point, b: Point) -> int:
    """Give how far two points lie apart."""
    return isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def along(start: Point, end: Point, far: int, aside: int = 0) -> Point:
    """Give the point so far from the start towards the end, and so far to the right of that way.

    >>> along((0, 0), (0, 500), 100), along((0, 0), (500, 0), 100, 50)
    ((0, 100), (100, 50))
    """
    x, y = end[0] - start[0], end[1] - start[1]
    whole = max(1, length(start, end))
    return start[0] + nearest(x * far - y * aside, whole), start[1] + nearest(y * far + x * aside, whole)


def moved(point: Point, by: Point) -> Point:
    """Give a point that is moved."""
    return point[0] + by[0], point[1] + by[1]


def wide(words: str, size: int, *, bold: bool = False) -> int:
    """Give how wide words are about, with room to spare.

    >>> wide("", 300), wide("Minotaur", 300) > wide("till", 300)
    (0, True)
    """
    parts = sum(
        30 if letter in _NARROW else 84 if letter in _BROAD else 66 if letter.isupper() or letter.isdigit() else 51
        for letter in words
    )
    return parts * size * (108 if bold else 100) // 10_000


def wrapped(words: str, size: int, most: int) -> list[str]:
    """Give words in lines no wider than so much; a word that is wider has a line of its own.

    >>> wrapped("one two three", 300, 1200)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and wide(longer, size) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def extent(shapes: Iterable[Shape]) -> Box:
    """Give the box that shapes lie in; of a group that is turned, with room for every turn."""
    boxes = [_box(shape) for shape in shapes]
    if not boxes:
        return 0, 0, 0, 0
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _box(shape: Shape) -> Box:
    match shape:
        case Path(lines=lines, style=style):
            half = (style.width + 1) // 2 if style.line else 0
            xs = [x for points in lines for x, _ in points]
            ys = [y for points in lines for _, y in points]
            return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        case Circle(centre=(x, y), radius=radius, style=style):
            far = radius + ((style.width + 1) // 2 if style.line else 0)
            return x - far, y - far, x + far, y + far
        case Arc(centre=centre, radius=radius, first=first, last=last):
            turns = [first, last, *(turn for turn in range(first - first % 90, last + 1, 90) if turn >= first)]
            points = [around(centre, radius, turn) for turn in turns] + ([centre] if shape.sector else [])
            return _of_points(points)
        case Words(at=(x, y), size=size, anchor=anchor):
            far = wide(shape.words, size, bold=shape.bold)
            left = x - (0 if anchor == "start" else far if anchor == "end" else far // 2)
            if not shape.turn:
                return left, y - size * 8 // 10, left + far, y + size * 3 // 10
            reach = max(abs(left - x), abs(left + far - x), size)
            return x - reach, y - reach, x + reach, y + reach
        case Group(shapes=inner, at=(x, y), turn=turn):
            left, top, right, bottom = extent(inner)
            if turn:
                far = isqrt(max(abs(left), abs(right)) ** 2 + max(abs(top), abs(bottom)) ** 2) + 1
                left, top, right, bottom = -far, -far, far, far
            return left + x, top + y, right + x, bottom + y


def _of_points(points: list[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
