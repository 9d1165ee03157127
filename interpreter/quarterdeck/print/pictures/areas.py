"""Pictures of what a rule gives over the board: spaces that it names, places for which it holds, values by direction.

In: a rule in a situation, worked out by the game itself. Out: `Panel`s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.language.declarations import types
from quarterdeck.print.drawing.area_boards import AreaBoard
from quarterdeck.print.drawing.arrows import arrow
from quarterdeck.print.drawing.charts import shown
from quarterdeck.print.drawing.labels import labels
from quarterdeck.print.drawing.measures import around, extent, wide
from quarterdeck.print.drawing.pieces import counter, pointed
from quarterdeck.print.drawing.shapes import MM, Circle, Group, Shape, Style, Words
from quarterdeck.print.drawing.space_boards import SpaceBoard, extent_of, side_that_fits
from quarterdeck.print.pictures.panels import Panel
from quarterdeck.print.pictures.scenes import OnBoard, in_areas

SIZE = 250
_BORDER = Style("ink", width=40)


@dataclass(frozen=True)
class Area:
    """Spaces that a rule names, with what stands on the board; `values` are numbers in spaces."""

    name: str
    spaces: frozenset[int]
    things: tuple[OnBoard, ...]
    values: tuple[tuple[int, str], ...] = ()


def area_panels(grid: SpaceGrid, areas: Sequence[Area], around_all: int = 1) -> list[Panel]:
    """Draw areas, all over the same part of the board."""
    places = {place for area in areas for place in area.spaces}
    places |= {place for area in areas for place, _ in area.values}
    places |= {place for area in areas for thing in area.things for place in thing.places}
    columns, rows = extent_of(grid, {one for place in places for one in grid.within(place, around_all)})
    board = SpaceBoard.rectangle(grid, _side(grid, len(columns), len(areas)), columns, rows, (30, 30))
    return [_panel(area, board) for area in areas]


def _side(grid: SpaceGrid, columns: int, panels: int) -> int:
    """Give how large spaces are: smaller where there are many."""
    room = 130 * MM // min(max(panels, 1), 4)
    return max(180, min(480, int(side_that_fits(grid, columns, 1, (room, 100 * MM)))))


def _panel(area: Area, board: SpaceBoard) -> Panel:
    shapes: list[Shape] = [
        *board.area(area.spaces, Style("", "shade"), Style("")),
        board.outlines(),
        *board.area(area.spaces, Style("", ""), _BORDER),
    ]
    for place, words in area.values:
        x, y = board.centre(place)
        shapes.append(Words((x, y + SIZE // 3), words, min(SIZE, board.side)))
    for thing in area.things:
        shapes += _counter(thing, board)
    _, _, right, low = board.box
    return Panel(tuple(shapes), right + 30, low + 30, area.name)


def _counter(thing: OnBoard, board: SpaceBoard) -> list[Shape]:
    if thing.group < 0:
        return [board.space(thing.places[0], Style("muted", "panel", 20), 70)]
    if thing.facing is None:
        return [pointed(board.centre(thing.places[0]), None, board.side, thing.group)]
    return counter(board, thing.places, thing.facing // board.grid.FACE, thing.group)[1:]


def map_panels(board: AreaBoard, areas: Sequence[Area]) -> list[Panel]:
    """Draw sets of named areas, each on the whole map."""
    found = []
    for area in areas:
        marks, named = in_areas(board, area.things)
        inside = [Circle(board.spots[one], board.radius, Style("ink", "shade", 60)) for one in sorted(area.spaces)]
        shapes = [*board.ways(), *board.discs(), *inside, *marks, *board.words(SIZE)]
        shapes += [Words(board.spots[one], words, SIZE, halo=True) for one, words in area.values]
        shapes += labels(named, SIZE, board.box, board.covered(SIZE))
        _, _, right, low = board.box
        found.append(Panel(tuple(shapes), right, low, area.name))
    return found


def areas_of(value: Any, kind: types.Type | None, pieces: Pieces) -> frozenset[int] | None:
    """Give the places that a rule gives; nothing where it gives something else."""
    item = kind.item if isinstance(kind, types.ListType) else kind
    if item is None or not pieces.is_place(types.without_none(item)):
        return None
    found = value if isinstance(value, list | tuple) else (value,)
    return frozenset(place for place in found if place >= 0)


def over_spaces(
    near: Iterable[int], value: Callable[[int], Any], kind: types.Type | None, taken: Iterable[int]
) -> tuple[frozenset[int], tuple[tuple[int, str], ...]]:
    """Give the spaces near something for which a rule holds, or the numbers that it gives in each."""
    free = [place for place in near if place not in set(taken)]
    if isinstance(kind, types.Boolean):
        return frozenset(place for place in free if value(place)), ()
    return frozenset(), tuple((place, in_figures(value(place), kind)) for place in free)


def in_figures(value: Any, kind: types.Type | None) -> str:
    """Give a value in a few letters."""
    if isinstance(kind, types.Boolean):
        return "yes" if value else "no"
    step = kind.step if isinstance(kind, types.Number) and not isinstance(value, Fraction) else 1
    return shown(Fraction(value) / step)


@dataclass(frozen=True)
class ByDirection:
    """A value for each way that a thing may face; `pointers` are other things with a direction, by name."""

    name: str
    values: tuple[tuple[int, str], ...]
    pointers: tuple[tuple[int, str], ...] = ()


def rose_panel(one: ByDirection) -> Panel:
    """Draw a thing in the middle and what a rule gives for each way that it may face."""
    radius = 11 * MM
    shapes: list[Shape] = []
    for degrees, words in one.values:
        shapes.append(arrow(around((0, 0), 2 * MM, degrees), around((0, 0), radius - MM, degrees)))
        x, y = around((0, 0), radius + 40 + wide(words, SIZE) // 3, degrees)
        shapes.append(Words((x, y + SIZE * 2 // 5), words, SIZE * 6 // 5, bold=True))
    shapes.append(Circle((0, 0), MM, Style("ink", "page", 25)))
    for degrees, words in one.pointers:
        far = radius + 7 * MM // 2
        shapes.append(
            arrow(around((0, 0), -far - 4 * MM, degrees), around((0, 0), -far, degrees), Style("ink", width=60), 260)
        )
        x, y = around((0, 0), -far - 4 * MM - SIZE, degrees)
        shapes.append(Words((x, y + SIZE // 3), words, SIZE, italic=True))
    left, top, right, low = extent(shapes)
    return Panel((Group(tuple(shapes), (20 - left, 20 - top)),), right - left + 40, low - top + 40, one.name)
