"""Arrows: straight ones, and such as go along a circle."""

from __future__ import annotations

from quarterdeck.print.drawing.measures import along, around, length, nearest
from quarterdeck.print.drawing.shapes import Arc, Group, Point, Style, line, polygon

PLAIN = Style("ink", width=30)


def arrow(start: Point, end: Point, style: Style = PLAIN, head: int = 200) -> Group:
    """Give an arrow with a head of such a length."""
    far = length(start, end)
    neck, back = along(start, end, max(0, far - head * 8 // 10)), max(0, far - head)
    wings = (end, along(start, end, back, head * 4 // 10), along(start, end, back, -head * 4 // 10))
    return Group((line(start, neck, style), polygon(wings, Style("", style.line))))


def turning_arrow(centre: Point, radius: int, first: int, last: int, style: Style = PLAIN, head: int = 200) -> Group:
    """Give an arrow along a circle from one angle to another: clockwise where the second is the larger."""
    way = 1 if last > first else -1
    back = max(1, nearest(57 * head, max(radius, 1)))
    neck, tip = last - way * back, around(centre, radius, last)
    wings = (tip, around(centre, radius + head * 4 // 10, neck), around(centre, radius - head * 4 // 10, neck))
    low, high = sorted((first, last - way * (back // 2)))
    return Group((Arc(centre, radius, low, high, style), polygon(wings, Style("", style.line))))
