"""Things that have a front, seen from above; sides are told apart by how their things are filled."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.print.drawing.hatching import hatched
from quarterdeck.print.drawing.measures import around, moved
from quarterdeck.print.drawing.shapes import MM, Circle, Group, Point, Role, Shape, Style, Words, polygon
from quarterdeck.print.drawing.space_boards import SpaceBoard

FILLINGS = ("filled", "hollow", "hatched", "shaded")
"""How the things of the first side, the second and so on are filled; a legend says so in these words."""
_OUTLINE = (
    (0, -50),
    (11, -36),
    (16, -14),
    (16, 20),
    (12, 42),
    (6, 50),
    (-6, 50),
    (-12, 42),
    (-16, 20),
    (-16, -14),
    (-11, -36),
)
_POINTED = ((0, -50), (40, 40), (0, 18), (-40, 40))


def filling(group: int) -> tuple[Role, int | None]:
    """Give the colour that fills the things of a side by its number, and the angle at which they are hatched."""
    kind = FILLINGS[group % len(FILLINGS)]
    colours: dict[str, Role] = {"filled": "side", "hollow": "page", "hatched": "page", "shaded": "shade"}
    return colours[kind], 45 if kind == "hatched" else None


def outline(at: Point, heading: int, long: int, group: int = 0, width: int = 0) -> Group:
    """Give a long thing, its middle at a point, its front in a heading; `width` is its own, if known."""
    wide = width or long * 20 // 100
    points = tuple((x * wide // 32, y * long // 100) for x, y in _OUTLINE)
    return Group(_filled(points, group), at, heading)


def pointed(at: Point, heading: int | None, size: int = 4 * MM, group: int = 0) -> Shape:
    """Give a small mark for a thing: pointed in its heading, or a disc where it has none."""
    if heading is None:
        fill, _ = filling(group)
        return Circle(at, size * 3 // 10, Style("side", fill, 25))
    return Group(_filled(tuple((x * size // 100, y * size // 100) for x, y in _POINTED), group), at, heading)


def _filled(points: tuple[Point, ...], group: int) -> tuple[Shape, ...]:
    fill, angle = filling(group)
    shape = polygon(points, Style("side", fill, 25))
    return (shape, hatched(points, angle, 60, Style("side", width=15))) if angle is not None else (shape,)


def counter(board: SpaceBoard, places: Sequence[int], direction: int, group: int = 1, name: str = "") -> list[Shape]:
    """Give a counter that lies in a row of spaces, its front in the first: its edge, and an outline on it."""
    step = board.grid.FACE * direction
    first, last = board.centre(places[0]), board.centre(places[-1])
    half, ahead = board.width_of_space * 30 // 100, board.width_of_space * 44 // 100
    corners = (
        around(around(first, ahead, step), half, step + 90),
        around(around(last, ahead, step + 180), half, step + 90),
        around(around(last, ahead, step + 180), half, step - 90),
        around(around(first, ahead, step), half, step - 90),
    )
    middle = (first[0] + last[0]) // 2, (first[1] + last[1]) // 2
    long = board.pitch(direction) * (len(places) - 1) + ahead * 19 // 10
    found: list[Shape] = [
        polygon(corners, Style("muted", "page", 18)),
        outline(middle, step, long, group, min(long * 32 // 100, half * 14 // 10)),
    ]
    if name:
        found.append(Words(moved(middle, (0, 80)), name, 230, halo=True))
    return found


def row_of(grid: SpaceGrid, first: int, direction: int, long: int) -> tuple[int, ...]:
    """Give the spaces in which a counter of so many lies, its front in the first and the others in line behind it."""
    return grid.row(first, grid.opposite(direction), long)
