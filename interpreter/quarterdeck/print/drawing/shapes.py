"""What a picture is drawn of: lines, polygons, circles, arcs, words, and groups of them.

A length is a whole number of hundredths of a millimetre; `MM` is one millimetre. A point is (right, down) from the top
left corner of what it belongs to. An angle is a whole number of degrees clockwise from straight up, as on a compass.
Colours are named by what they are for, so that the same picture is drawn for a screen, in print and in black and white.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MM = 100
"""One millimetre."""
Point = tuple[int, int]
Role = Literal["", "ink", "muted", "line", "panel", "shade", "accent", "page", "side"]
"""What a colour is for: words and outlines, lesser words, thin lines, a light ground, a darker one, what stands out,
the paper itself, and the things of a side; without one nothing is drawn."""
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Style:
    """How lines and areas look; `width` is that of the line, `dashes` are lengths of strokes and gaps by turns."""

    line: Role = "ink"
    fill: Role = ""
    width: int = 25
    dashes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Path:
    """Lines through points, one behind the other; `closed` makes each a polygon."""

    lines: tuple[tuple[Point, ...], ...]
    style: Style = Style()
    closed: bool = False


@dataclass(frozen=True)
class Circle:
    """A circle."""

    centre: Point
    radius: int
    style: Style = Style()


@dataclass(frozen=True)
class Arc:
    """A part of a circle, clockwise from one angle to another; a `sector` is closed at the centre."""

    centre: Point
    radius: int
    first: int
    last: int
    style: Style = Style()
    sector: bool = False


@dataclass(frozen=True)
class Words:
    """A line of words on a baseline; `halo` keeps them readable on top of lines, `turn` is an angle clockwise."""

    at: Point
    words: str
    size: int = 3 * MM
    anchor: Anchor = "middle"
    role: Role = "ink"
    bold: bool = False
    italic: bool = False
    halo: bool = False
    turn: int = 0


@dataclass(frozen=True)
class Group:
    """Shapes that are turned about their own (0, 0) and then moved; a `title` is told where somebody points at them.

    The `attributes` are for a program that shows the picture and finds the group by them, as names and values.
    """

    shapes: tuple[Shape, ...]
    at: Point = (0, 0)
    turn: int = 0
    title: str = ""
    link: str = ""
    attributes: tuple[tuple[str, str], ...] = ()


Shape = Path | Circle | Arc | Words | Group


@dataclass(frozen=True)
class Picture:
    """A whole picture: how large it is, what is on it, and what it shows for those who cannot see it.

    `corner` is its top left corner, for pictures that are drawn in several layers.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
    title: str
    description: str = ""
    corner: Point = (0, 0)


def line(start: Point, end: Point, style: Style = Style()) -> Path:
    """Give a straight line."""
    return Path(((start, end),), style)


def polygon(points: tuple[Point, ...], style: Style = Style()) -> Path:
    """Give a polygon."""
    return Path((points,), style, closed=True)


def rectangle(at: Point, width: int, height: int, style: Style = Style()) -> Path:
    """Give an upright rectangle by its top left corner."""
    x, y = at
    return polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), style)
