"""A plane in a picture: where points lie at a scale, its frame with figures, a scale bar, a compass.

Points and lengths are those of `base.geometry.plane`: hundredths of the board's unit, from its north-west corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.base.geometry import plane
from quarterdeck.print.drawing.measures import Box, around
from quarterdeck.print.drawing.shapes import (
    Circle,
    Group,
    Path,
    Point,
    Shape,
    Style,
    Words,
    line,
    polygon,
    rectangle,
)

FRAME = Style("muted", width=25)
GRID = Style("line", width=12)
_POINTS = ("N", "E", "S", "W")


@dataclass(frozen=True)
class PlaneBoard:
    """A part of a plane in a picture.

    `window` are its left, top, right and bottom edges in hundredths of the board's unit, `scale` is how much of the
    picture one such hundredth takes, `at` where its top left corner lies.
    """

    window: Box
    scale: Fraction
    at: Point = (0, 0)

    @classmethod
    def fitting(cls, window: Box, longest: int, at: Point = (0, 0)) -> PlaneBoard:
        """Give a board whose longer side is so long in the picture."""
        left, top, right, bottom = window
        return cls(window, Fraction(longest, max(right - left, bottom - top, 1)), at)

    @property
    def box(self) -> Box:
        """Give the box that it lies in."""
        _left, _top, right, bottom = self.window
        return *self.at, *self.spot_at(right, bottom)

    def long(self, hundredths: int) -> int:
        """Give how long a length is in the picture."""
        return round(hundredths * self.scale)

    def spot_at(self, x: int, y: int) -> Point:
        """Give where a point lies by its coordinates."""
        left, top, _right, _bottom = self.window
        return self.at[0] + self.long(x - left), self.at[1] + self.long(y - top)

    def spot(self, place: int) -> Point:
        """Give where a point lies."""
        return self.spot_at(*plane.coordinates(place))

    def disk(self, place: int, radius: int, style: Style) -> list[Shape]:
        """Give a disk around a point to scale, as much of it as lies on the board; nothing where none does."""
        x, y = self.spot(place)
        long = self.long(radius)
        left, top, far, low = self.box
        if left <= x - long and x + long <= far and top <= y - long and y + long <= low:
            return [Circle((x, y), long, style)]
        rim = [around((x, y), long, degrees) for degrees in range(0, 360, 2)]
        for axis, edge, sign in ((0, left, 1), (0, far, -1), (1, top, 1), (1, low, -1)):
            rim = list(_inside(rim, axis, edge, sign))
        return [polygon(tuple(rim), style)] if rim else []

    def frame(self, size: int = 250) -> list[Shape]:
        """Give the edges, and thin lines across with figures at the top and the left."""
        left, top, right, bottom = self.window
        x, y, far, low = self.box
        found: list[Shape] = []
        apart = round_length(max(right - left, bottom - top) // 8)
        for at in _ticks(left, right, apart):
            there = self.spot_at(at, top)[0]
            found.append(line((there, y), (there, low), GRID))
            found.append(Words((there, y - size // 2), plane.shown(at), size, role="muted"))
        for at in _ticks(top, bottom, apart):
            there = self.spot_at(left, at)[1]
            found.append(line((x, there), (far, there), GRID))
            found.append(Words((x - size // 2, there + size // 3), plane.shown(at), size, "end", "muted"))
        return [*found, rectangle((x, y), far - x, low - y, FRAME)]


def _inside(rim: Sequence[Point], axis: int, edge: int, sign: int) -> Iterator[Point]:
    """Give the part of a polygon that lies on one side of an upright or level line."""
    for before, here in zip([*rim[-1:], *rim[:-1]], rim, strict=True):
        away, off = sign * (before[axis] - edge), sign * (here[axis] - edge)
        if (away < 0) != (off < 0):
            across = round(before[1 - axis] + Fraction((here[1 - axis] - before[1 - axis]) * away, away - off))
            yield (edge, across) if axis == 0 else (across, edge)
        if off >= 0:
            yield here


def _ticks(first: int, last: int, apart: int) -> Iterator[int]:
    yield from range(-(-first // apart) * apart, last + 1, apart)


def round_length(least: int) -> int:
    """Give the smallest of 1, 2, 5, 10 ... that is no less than a number.

    >>> round_length(130), round_length(1)
    (200, 1)
    """
    power = 1
    while 5 * power < least:
        power *= 10
    return next(step * power for step in (1, 2, 5) if step * power >= least)


def scale_bar(at: Point, units: int, long: int, unit: str, size: int = 250) -> list[Shape]:
    """Give a bar of two halves, black and white, so many `units` and so long, with its figures below."""
    x, y = at
    half, thick = long // 2, 90
    words = f"{units} {unit}".strip()
    return [
        rectangle((x, y), half, thick, Style("ink", "ink", 18)),
        rectangle((x + half, y), long - half, thick, Style("ink", "page", 18)),
        Words((x, y + thick + size), "0", size, role="muted"),
        Words((x + long, y + thick + size), words, size, role="muted"),
    ]


def compass(at: Point, radius: int, size: int = 250) -> Group:
    """Give a compass: a needle to the north, and the four points."""
    needle = (around((0, 0), radius, 0), around((0, 0), radius // 4, 120), around((0, 0), radius // 4, 240))
    ticks = tuple(
        (around((0, 0), radius * 8 // 10, degrees), around((0, 0), radius, degrees)) for degrees in range(0, 360, 45)
    )
    words: tuple[Shape, ...] = tuple(
        Words((x, y + size // 3), name, size, role="muted", halo=True)
        for number, name in enumerate(_POINTS)
        for x, y in [around((0, 0), radius + size * 7 // 10, 90 * number)]
    )
    shapes: tuple[Shape, ...] = (
        Circle((0, 0), radius, Style("muted", "page", 18)),
        Path(ticks, Style("muted", width=18)),
        polygon(needle, Style("ink", "ink", 10)),
        *words,
    )
    return Group(shapes, at)
