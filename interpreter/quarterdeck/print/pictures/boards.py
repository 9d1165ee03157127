"""Pictures of the board itself, its directions, counters and arcs of fire, and of the course of a turn.

In: names and numbers. Out: `Picture`s, each with what it shows in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.language.declarations.symbol_table import Arc as DeclaredArc
from quarterdeck.print.drawing.arrows import arrow, turning_arrow
from quarterdeck.print.drawing.measures import around, extent, wide, wrapped
from quarterdeck.print.drawing.pieces import counter, outline, row_of
from quarterdeck.print.drawing.shapes import (
    MM,
    Arc,
    Circle,
    Group,
    Path,
    Picture,
    Point,
    Shape,
    Style,
    Words,
    line,
    rectangle,
)
from quarterdeck.print.drawing.space_boards import SpaceBoard
from quarterdeck.print.drawing.stretches import stretches
from quarterdeck.print.pictures.panels import Panel, side_by_side
from quarterdeck.prose.text.runs import upper_first

SIZE = 260
_FAR = 3  # spaces to which an arc is drawn
_FAINT = Style("muted", width=15)


def _middle(grid: SpaceGrid) -> int:
    """Give a space with others on all sides."""
    return grid.offset(10, 10)


def facings(grid: SpaceGrid, names: Sequence[str]) -> Picture:
    """Draw the directions of a board of hexes or squares, and what it is to turn by one and by two."""
    middle = _middle(grid)
    side = max(7 * MM, *(wide(name, SIZE) * 7 // 12 for name in names))
    board = SpaceBoard.over(grid, (middle, *(middle + step for step in grid.STEPS)), side, (MM // 2, MM // 2))
    shapes: list[Shape] = [board.outlines()]
    shapes += counter(board, (middle,), 0)[1:]
    for direction, (name, step) in enumerate(zip(names, grid.STEPS, strict=False)):
        x, y = board.centre(middle + step)
        shapes.append(Words((x, y + SIZE // 3), name, SIZE))
        near = board.middle_of_edge(middle, direction, 78)
        far = around(near, board.width_of_space * 28 // 100, grid.FACE * direction)
        shapes.append(arrow(near, far, Style("muted", width=25), 160))
    _, _, right, low = board.box
    first = Panel(tuple(shapes), right + MM // 2, low + MM // 2, "the directions")
    side = 7 * MM
    turned = SpaceBoard.over(grid, (middle,), side, (50, 7 * MM))
    centre = turned.centre(middle)
    more: list[Shape] = [turned.outlines(), *counter(turned, (middle,), 0)[1:]]
    for faces in (1, 2):
        reach = side - 350 + 450 * faces
        more.append(turning_arrow(centre, reach, 0, grid.FACE * faces))
        x, y = around(centre, reach + SIZE * 3 // 4, grid.FACE * faces // 2)
        more.append(Words((x, y + SIZE // 3), str(faces), SIZE))
    x, y = around(centre, side + 550, 0)
    more.append(line((x, y), (x, y + 600), _FAINT))
    _, _, right, low = turned.box
    has_hexes = board.has_hexes
    caption = "turning by faces" if has_hexes else "turning by eighths"
    second = Panel(tuple(more), right + 7 * MM, low + MM, caption)
    said = "; ".join(f"{grid.FACE * number} degrees: {name}" for number, name in enumerate(names))
    around_it = "A hex with its six neighbours" if has_hexes else "A square with the eight around it"
    counted = "edges of the hex" if has_hexes else "eighths of a full turn"
    words = f"{around_it}, clockwise from the top: {said}. A turn is counted in {counted}."
    return side_by_side([first, second], "The directions of the board", words)


def headings() -> Picture:
    """Draw how a heading is measured on a plane: in degrees clockwise from north."""
    radius, heading = 13 * MM, 60
    centre: Point = (22 * MM, 20 * MM)
    ticks: list[Shape] = [Circle(centre, radius, _FAINT)]
    for degrees in range(0, 360, 30):
        ticks.append(line(around(centre, radius - MM, degrees), around(centre, radius, degrees), _FAINT))
        x, y = around(centre, radius + 25 * SIZE // 20, degrees)
        ticks.append(Words((x, y + SIZE // 3), f"{degrees:03}", SIZE * 9 // 10, role="muted"))
    x, y = around(centre, radius - 5 * MM // 2, 0)
    ticks.append(Words((x, y + SIZE // 3), "N", SIZE, bold=True))
    ticks.append(line(centre, around(centre, radius - 4 * MM, 0), Style("muted", width=20, dashes=(70, 60))))
    ticks.append(arrow(centre, around(centre, radius - MM, heading)))
    ticks.append(outline(centre, heading, 13 * MM, 1))
    ticks.append(turning_arrow(centre, 8 * MM, 0, heading))
    words = f"A compass: north is 0 degrees, east 90, south 180, west 270. What is drawn here heads {heading}."
    return Picture(44 * MM, 39 * MM, tuple(ticks), "Headings", words)


def counters(grid: SpaceGrid, sizes: Sequence[int], foremost: str) -> Picture:
    """Draw a counter of each size in its spaces; `foremost` is what stands in the first of them."""
    panels = []
    for long in sizes:
        places = row_of(grid, _middle(grid), 1, long)
        shown = dict.fromkeys(one for place in places for one in (place, *(place + step for step in grid.STEPS)))
        board = SpaceBoard.over(grid, shown, 4 * MM, (50, 50))
        one, several = ("hex", "hexes") if board.has_hexes else ("square", "squares")
        shapes: list[Shape] = [board.outlines(), *board.area(places, Style("", "shade"), Style("muted", width=30))]
        shapes += counter(board, places, 1)
        _, _, right, low = board.box
        (x, y), far = board.centre(places[0]), right + SIZE
        shapes.append(line((x, y), (far - SIZE // 4, y), Style("muted", width=18)))
        shapes.append(Words((far, y + SIZE // 3), foremost, SIZE, "start"))
        across = far + wide(foremost, SIZE)
        panels.append(Panel(tuple(shapes), across, low + 50, f"{long} {one if long == 1 else several}"))
    sizes_said = ", ".join(map(str, sizes))
    words = (
        f"Counters of {sizes_said} {several}. Each lies in a row of {several}, of which the first is its {foremost}."
    )
    return side_by_side(panels, "Counters", words)


def arcs_on_spaces(grid: SpaceGrid, arcs: Sequence[DeclaredArc]) -> Picture:
    """Draw arcs on a board of hexes or squares: the spaces that lie in each, as the rules measure it."""
    middle, panels = _middle(grid), []
    for arc in arcs:
        board = SpaceBoard.over(grid, grid.within(middle, _FAR), 250, (30, 30))
        inside = [
            place
            for place in board.places
            if grid.in_arc(middle, 0, place, arc.first, arc.last, both_sides=arc.both_sides)
        ]
        shapes = [
            *board.area(inside, Style("", "shade"), Style("ink", width=35)),
            board.outlines(),
            *board.area(inside, Style("", ""), Style("ink", width=35)),
            *counter(board, (middle,), 0)[1:],
        ]
        _, _, right, low = board.box
        panels.append(Panel(tuple(shapes), right + 30, low + 30, arc.words if len(arcs) > 1 else ""))
    return side_by_side(panels, "Arcs", " ".join(map(arc_in_words, arcs)))


def arcs_on_a_plane(arcs: Sequence[DeclaredArc]) -> Picture:
    """Draw arcs on a plane, with the degrees of their edges."""
    panels = []
    for arc in arcs:
        radius, centre = 14 * MM, (19 * MM, 18 * MM)
        shapes: list[Shape] = []
        edges = []
        for first, last in stretches(arc):
            shapes.append(Arc(centre, radius, first, last, Style("ink", "shade", 25), sector=True))
            edges += [first, last]
        for degrees in dict.fromkeys(edge % 360 for edge in edges):
            x, y = around(centre, radius + SIZE, degrees)
            shapes.append(Words((x, y + SIZE // 3), f"{degrees}°", SIZE, role="muted"))
        shapes.append(line(centre, around(centre, radius, 0), Style("muted", width=18, dashes=(70, 60))))
        shapes.append(outline(centre, 0, 11 * MM, 1))
        panels.append(Panel(tuple(shapes), 38 * MM, 36 * MM, arc.words if len(arcs) > 1 else ""))
    return side_by_side(panels, "Arcs", " ".join(map(arc_in_words, arcs)))


def arc_in_words(arc: DeclaredArc) -> str:
    """Say what an arc is."""
    sides = " on either side" if arc.both_sides else ""
    words = f"{arc.words}: from {arc.first % 360} to {arc.last % 360} degrees{sides}, what is straight ahead at 0."
    return upper_first(words)


# --- the course of a turn


_BOX = 62 * MM
_LEFT = 9 * MM
_TITLE, _STEP, _GAP = 700, 520, 450
_SIZE, _SMALL = 310, 270
_ROOM = 42 * MM  # for what is said at the right
_THIN = Style("muted", width=28)


@dataclass(frozen=True)
class DrawnPhase:
    """A phase or step in the course of a turn: its title, how it goes, and the steps in it."""

    title: str
    manner: tuple[str, ...] = ()
    steps: tuple[DrawnPhase, ...] = ()
    address: str = ""
    changed: bool = False


def course(stages: Sequence[DrawnPhase], again: str) -> Picture:
    """Draw the phases of a turn; `again` stands along the arrow back."""
    shapes: list[Shape] = []
    y = 50
    middles: list[int] = []
    for number, stage in enumerate(stages, 1):
        high = _TITLE + (_STEP * len(stage.steps) + 130 if stage.steps else 0)
        middles.append(y + _TITLE // 2)
        shapes += _phase(stage, number, y, high)
        if number < len(stages):
            middle = _LEFT + _BOX // 2
            shapes.append(arrow((middle, y + high), (middle, y + high + _GAP), _THIN, 180))
        y += high + _GAP
    bottom = y - _GAP
    if len(stages) > 1:
        last = bottom - (_STEP if stages[-1].steps else _TITLE // 2)
        shapes += _back(last, middles[0], again)
    said = "; ".join(
        f"{number}. {stage.title}" + (f" ({', '.join(step.title for step in stage.steps)})" if stage.steps else "")
        for number, stage in enumerate(stages, 1)
    )
    words = f"The course of a turn: {said}; then {again}."
    return Picture(extent(shapes)[2] + 50, bottom + 50, tuple(shapes), "The course of a turn", words)


def _phase(stage: DrawnPhase, number: int, y: int, high: int) -> list[Shape]:
    edge = Style("accent" if stage.changed else "ink", "panel", 30)
    base = y + _TITLE * 64 // 100
    found: list[Shape] = [
        rectangle((_LEFT, y), _BOX, high, edge),
        Words((_LEFT + 400, base), str(number), _SIZE, role="accent", bold=True),
        _linked(stage, Words((_LEFT + 850, base), stage.title, _SIZE, "start", bold=True)),
        *_manner(stage, base),
    ]
    for index, step in enumerate(stage.steps):
        at = y + _TITLE + 40 + index * _STEP
        low = at + _STEP * 60 // 100
        found.append(
            rectangle(
                (_LEFT + 800, at), _BOX - 1000, _STEP - 100, Style("accent" if step.changed else "line", "page", 18)
            )
        )
        found.append(Words((_LEFT + 1020, low - 25), chr(ord("a") + index), _SMALL, role="muted"))
        found.append(_linked(step, Words((_LEFT + 1300, low - 25), step.title, _SMALL, "start")))
        found += _manner(step, low - 25)
    return found


def _linked(stage: DrawnPhase, words: Words) -> Shape:
    return Group((words,), link=f"#{stage.address}") if stage.address else words


def _manner(stage: DrawnPhase, y: int) -> list[Shape]:
    """Say at the right how a phase goes."""
    lines = wrapped("; ".join(stage.manner), 250, _ROOM)
    first = y - (len(lines) - 1) * 140
    return [
        Words((_LEFT + _BOX + 250, first + number * 290), line, 250, "start", "muted", italic=True)
        for number, line in enumerate(lines)
    ]


def _back(low: int, high: int, words: str) -> list[Shape]:
    x = _LEFT - 450
    corner = 150
    path = (
        (_LEFT, low), (x + corner, low), (x, low - corner), (x, high + corner), (x + corner, high), (_LEFT - 150, high),
    )  # fmt: skip
    middle = (low + high) // 2
    free = wide(words, 260) < low - high
    return [
        Path((path,), _THIN),
        arrow((_LEFT - 200, high), (_LEFT, high), _THIN, 180),
        *([Words((x - 130, middle), words, 260, role="muted", italic=True, turn=-90)] if free else []),
    ]
