"""Areas that are told apart without colour: hatched at an angle, or dotted."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.base.geometry.plane import WHOLE
from quarterdeck.print.drawing.measures import nearest, sine
from quarterdeck.print.drawing.shapes import MM, Circle, Path, Point, Style

THIN = Style("muted", width=18)


def hatched(points: Sequence[Point], degrees: int = 45, apart: int = MM, style: Style = THIN) -> Path:
    """Give lines across a polygon, at an angle, so far apart; the same wherever polygons meet."""
    across, along = _turned(points, degrees)
    lines = []
    for at in range(-(-min(across) // apart) * apart, max(across) + 1, apart):
        ends = _crossings(across, along, at)
        lines += [(_back(at, a, degrees), _back(at, b, degrees)) for a, b in zip(ends[::2], ends[1::2], strict=False)]
    return Path(tuple(lines) or ((points[0], points[0]),), style)


def dotted(points: Sequence[Point], apart: int = MM, radius: int = 15) -> tuple[Circle, ...]:
    """Give dots all over a polygon."""
    found = []
    across, along = _turned(points, 0)
    for number, at in enumerate(range(-(-min(across) // apart) * apart, max(across) + 1, apart)):
        ends = _crossings(across, along, at)
        for low, high in zip(ends[::2], ends[1::2], strict=False):
            shift = apart // 2 if number % 2 else 0
            first = -(-(low + radius - shift) // apart) * apart + shift
            found += [
                Circle(_back(at, far, 0), radius, Style("", "muted")) for far in range(first, high - radius + 1, apart)
            ]
    return tuple(found)


def _turned(points: Sequence[Point], degrees: int) -> tuple[list[int], list[int]]:
    """Give how far points lie across lines at an angle, and along them."""
    s, c = sine(degrees), sine(degrees + 90)
    return [nearest(x * c + y * s, WHOLE) for x, y in points], [nearest(x * s - y * c, WHOLE) for x, y in points]


def _back(across: int, along: int, degrees: int) -> Point:
    s, c = sine(degrees), sine(degrees + 90)
    return nearest(across * c + along * s, WHOLE), nearest(across * s - along * c, WHOLE)


def _crossings(across: list[int], along: list[int], at: int) -> list[int]:
    """Give where a line enters a polygon and leaves it, in order."""
    found = []
    for number, near in enumerate(across):
        far = across[number - 1]
        if (near <= at) != (far <= at):
            low, high = along[number], along[number - 1]
            found.append(
                low + nearest((high - low) * (at - near), far - near)
                if far > near
                else low + nearest((high - low) * (near - at), near - far)
            )
    return sorted(found)
