"""Parts of one picture next to each other, each with its name below, in as many rows as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.print.drawing.measures import wide, wrapped
from quarterdeck.print.drawing.shapes import MM, Group, Picture, Shape, Words

SIZE = 270
WIDEST = 140 * MM
_GAP = 4 * MM


@dataclass(frozen=True)
class Panel:
    """A part of a picture: its shapes, the room that they take, its name."""

    shapes: tuple[Shape, ...]
    width: int
    height: int
    name: str = ""


def side_by_side(panels: Sequence[Panel], title: str, description: str, widest: int = WIDEST) -> Picture:
    """Give a picture of several parts."""
    shapes: list[Shape] = []
    rows: list[list[Panel]] = [[]]
    for panel in panels:
        if rows[-1] and sum(one.width + _GAP for one in rows[-1]) + panel.width > widest:
            rows.append([])
        rows[-1].append(panel)
    y, right = 0, 0
    for row in rows:
        high = max(panel.height for panel in row)
        names = [wrapped(panel.name, SIZE, max(panel.width + _GAP // 2, 12 * MM)) for panel in row]
        x = 0
        for panel, lines in zip(row, names, strict=True):
            room = max(panel.width, *(wide(words, SIZE) for words in lines), 0)
            shapes.append(Group(panel.shapes, (x + (room - panel.width) // 2, y + (high - panel.height) // 2)))
            for number, words in enumerate(lines):
                shapes.append(
                    Words((x + room // 2, y + high + SIZE * 12 // 10 * (number + 1)), words, SIZE, italic=True)
                )
            x += room + _GAP
        right = max(right, x - _GAP)
        y += high + SIZE * 12 // 10 * max(map(len, names)) + SIZE
    return Picture(right, y - SIZE // 2, tuple(shapes), title, description)
