"""What stands on the board in a situation: where each thing lies, how it faces, whose it is.

In: a situation and the module of its program. Out: what is `OnBoard`, and maps of them on any board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.base.geometry import plane
from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.situation import Situation
from quarterdeck.print.drawing.area_boards import AreaBoard
from quarterdeck.print.drawing.labels import Named, labels
from quarterdeck.print.drawing.measures import Box, extent, wide
from quarterdeck.print.drawing.pieces import outline, pointed
from quarterdeck.print.drawing.planes import PlaneBoard, compass, round_length, scale_bar
from quarterdeck.print.drawing.shapes import MM, Circle, Group, Point, Shape, Style, Words, line
from quarterdeck.print.drawing.space_boards import SpaceBoard, extent_of, side_that_fits

NAMES = 250
"""How large names on a map are."""
_AROUND = 2  # spaces around what stands on a board without edges
_MOST = 2000  # spaces: of a larger board only the part is drawn where things stand
_LEAST_SIDE, _MOST_SIDE = 90, 450
_TALLEST = 100 * MM  # so that facts and sides have room on the same page
_PART = Fraction(98_724, 100_000)  # of that room a board of spaces fills so much


@dataclass(frozen=True)
class OnBoard:
    """A thing on the board: the spaces that it lies in, or its point, and the degrees from north that it faces.

    `group` is the number of its side, -1 for nobody's; `end` is a second point of what lies between two, `radius` the
    hundredths of a plane's unit that a round thing reaches around its point.
    """

    name: str
    places: tuple[int, ...]
    facing: int | None
    group: int
    end: int = -1
    radius: int = 0


def standing(situation: Situation, module: PrintedModule) -> list[OnBoard]:
    """Give all that stands on the board, in the order of the sides."""
    pieces = Pieces(situation, module)
    found = [one for kind in pieces.placed for one in _of_kind(kind, pieces)]
    return sorted(found, key=lambda one: (one.group < 0, one.group))


def _of_kind(kind: str, pieces: Pieces) -> Iterator[OnBoard]:
    situation, state = pieces.situation, pieces.situation.state
    placed = pieces.placed[kind]
    for thing in pieces.in_play(state, kind):
        places = pieces.spaces_of(state, thing) if _is_given(situation, thing, placed.place) else []
        if places:
            facing, end = pieces.degrees_of(state, thing), pieces.end_of(state, thing)
            name = situation.names.get(thing, "")
            group, radius = pieces.rank_of(pieces.side_of(state, thing)), pieces.radius_of(state, thing)
            yield OnBoard(name, tuple(places), facing, group, end, radius)


def _is_given(situation: Situation, thing: int, address: str) -> bool:
    return thing + situation.program.layout.offsets[address] not in situation.ungiven


@dataclass(frozen=True)
class DrawnMap:
    """Shapes with the room that they take."""

    shapes: tuple[Shape, ...]
    width: int
    height: int


def map_of_spaces(
    grid: SpaceGrid, things: Sequence[OnBoard], edges: tuple[int, int], longest: int, titles: Sequence[str], unit: str
) -> DrawnMap:
    """Draw a board of hexes or squares with all that stands on it; `edges` are its columns and rows, 0 for none.

    `unit` is the word for several of its spaces.
    """
    columns, rows = extent_of(grid, (place for thing in things for place in thing.places), _AROUND)
    if edges[0] and edges[0] * edges[1] <= _MOST:
        columns, rows = range(edges[0]), range(edges[1])
    left, top = NAMES * 2, NAMES * 3 // 2
    fitting = int(side_that_fits(grid, len(columns), len(rows), (longest - left, _TALLEST * _PART)))
    side = max(_LEAST_SIDE, min(_MOST_SIDE, fitting))
    board = SpaceBoard.rectangle(grid, side, columns, rows, (left, top))
    every = 5 if len(columns) > 12 or len(rows) > 12 else 1
    numbers = board.labels(columns, rows, every, NAMES * 9 // 10)
    shapes: list[Shape] = [board.outlines(), *numbers]
    named, marks = [], []
    for thing in things:
        if thing.group < 0:
            shapes.append(board.space(thing.places[0], Style("muted", "shade", 18)))
            continue
        marks.append(_mark(board, thing))
        named.append(Named.at(thing.name, max(120, side * 7 // 10), *map(board.centre, thing.places)))
    _, _, right, low = board.box
    shapes += labels(named, NAMES, (0, 0, right, low), [extent([number]) for number in numbers])
    shapes += marks
    bar = 5 * board.width_of_space
    return _with_legend(shapes, titles, (right, low), scale_bar((0, 0), 5, bar, unit, NAMES), left)


def _middle(board: SpaceBoard, thing: OnBoard) -> tuple[int, int]:
    (x, y), (far, low) = board.centre(thing.places[0]), board.centre(thing.places[-1])
    return (x + far) // 2, (y + low) // 2


def _mark(board: SpaceBoard, thing: OnBoard) -> Shape:
    """Draw a thing as long as it is; what lies in one space is a pointed mark."""
    if thing.facing is None or len(thing.places) < 2:
        return pointed(board.centre(thing.places[0]), thing.facing, max(220, board.side * 12 // 10), thing.group)
    pitch = board.pitch(thing.facing // board.grid.FACE)
    long = pitch * (2 * len(thing.places) - 1) // 2 + pitch // 4
    return outline(_middle(board, thing), thing.facing, long, thing.group, max(long * 20 // 100, board.side // 2))


def plane_map(
    things: Sequence[OnBoard], edges: tuple[int, int], longest: int, titles: Sequence[str], unit: str
) -> DrawnMap:
    """Draw a plane with all that stands on it; `edges` are its width and depth in hundredths, 0 where it has none."""
    spots = [plane.coordinates(place) for thing in things for place in (*thing.places, *_ends(thing))]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    if edges[0]:
        window = (0, 0, max(edges[0], right), max(edges[1], bottom))
    else:
        around = max(right - left, bottom - top, 100) // 6
        window = (left - around, top - around, right + around, bottom + around)
    margin = (NAMES * 5 // 2, NAMES * 3 // 2)
    scale = min(
        Fraction(longest - margin[0], max(window[2] - window[0], 1)), Fraction(_TALLEST, max(window[3] - window[1], 1))
    )
    board = PlaneBoard(window, scale, margin)
    shapes: list[Shape] = board.frame(NAMES * 9 // 10)
    named, marks = [], []
    for thing in things:
        spot = board.spot(thing.places[0])
        if _ends(thing):
            shapes.append(line(spot, board.spot(thing.end), Style("muted", width=60)))
        elif thing.radius:
            shapes += board.disk(thing.places[0], thing.radius, Style("muted", "shade", 18))
            named.append(Named.at(thing.name, 150, spot))
        elif thing.group < 0:
            shapes.append(Circle(spot, 120, Style("muted", "shade", 18)))
        else:
            marks.append(pointed(spot, thing.facing, 260, thing.group))
            named.append(Named.at(thing.name, 150, spot))
    _, _, far, low = board.box
    rose = _free_corner(board.box, [box for one in named for box in one.boxes])
    half = 3 * NAMES
    shapes.append(compass(rose, 2 * NAMES, NAMES * 8 // 10))
    around_rose = (rose[0] - half, rose[1] - half, rose[0] + half, rose[1] + half)
    shapes += labels(named, NAMES, board.box, [around_rose])
    shapes += marks
    many = round_length(max(1, (window[2] - window[0]) // 500))
    bar = scale_bar((0, 0), many, board.long(100 * many), unit, NAMES)
    return _with_legend(shapes, titles, (far, low), bar, margin[0])


def map_of_areas(board: AreaBoard, things: Sequence[OnBoard], titles: Sequence[str]) -> DrawnMap:
    """Draw a board of areas with all that is in them."""
    marks, named = in_areas(board, things)
    shapes = [*board.ways(), *board.discs(), *marks, *board.words(NAMES)]
    _, _, far, low = board.box
    shapes += labels(named, NAMES, board.box, board.covered(NAMES))
    return _with_legend(shapes, titles, (far, low), (), NAMES)


def in_areas(board: AreaBoard, things: Sequence[OnBoard]) -> tuple[list[Shape], list[Named]]:
    """Draw the things in their areas, several of them in a ring; what is nobody's fills its area."""
    marks: list[Shape] = []
    named: list[Named] = []
    owned = [thing for thing in things if thing.group >= 0]
    for thing in things:
        area = thing.places[0]
        if thing.group < 0:
            marks.append(Circle(board.spots[area], board.radius * 9 // 10, Style("muted", "shade", 18)))
    for thing in owned:
        area = thing.places[0]
        there = [other for other in owned if other.places[0] == area]
        spot, size = board.place_in(area, there.index(thing), len(there)), board.size_of_things(len(there))
        marks.append(pointed(spot, None, size, thing.group))
        named.append(Named.at(thing.name, board.radius if len(there) == 1 else max(size // 2, 120), spot))
    return marks, named


def _free_corner(box: Box, taken: Sequence[Box]) -> Point:
    """Give where a compass hides least: in one of the corners, the lower right one if that is free."""
    half = 7 * NAMES // 2
    left, top, right, bottom = box
    corners = [(x, y) for y in (bottom - half, top + half) for x in (right - half, left + half)]
    apart = [
        min((abs(x - (one[0] + one[2]) // 2) + abs(y - (one[1] + one[3]) // 2) for one in taken), default=half * 3)
        for x, y in corners
    ]
    free = [corner for corner, far in zip(corners, apart, strict=True) if far > 5 * half // 2]
    return free[0] if free else corners[apart.index(max(apart))]


def _ends(thing: OnBoard) -> tuple[int, ...]:
    return (thing.end,) if thing.end >= 0 else ()


def _with_legend(
    shapes: Sequence[Shape], titles: Sequence[str], corner: tuple[int, int], bar: Sequence[Shape], left: int
) -> DrawnMap:
    """Put the sides and the scale below a map, in as many lines as they need; what hangs over makes it wider."""
    start = min(0, extent(shapes)[0])
    found = list(shapes)
    x, y = left, corner[1] + NAMES * 2
    heading = 0 if bar else None  # a map of areas has no scale, and its things face nowhere
    for group, title in enumerate(titles):
        long = wide(title, NAMES) + NAMES * 2
        if x > left and x + long > corner[0]:
            x, y = left, y + NAMES * 3 // 2
        found.append(pointed((x + NAMES // 2, y - NAMES // 3), heading, 260, group))
        found.append(Words((x + NAMES * 5 // 4, y), title, NAMES, "start"))
        x += long + NAMES
    box = extent(bar) if bar else (0, 0, 0, 0)
    if x > left and x + box[2] - box[0] > corner[0]:
        x, y = left, y + NAMES * 3 // 2
    found.append(Group(tuple(bar), (x + NAMES // 2, y - NAMES * 2 // 3)))
    box = extent(found)
    shift = (max(0, -min(start, box[0])), max(0, -box[1]))
    inner = (Group(tuple(found), shift),) if shift != (0, 0) else tuple(found)
    return DrawnMap(inner, box[2] + shift[0] + MM // 2, box[3] + shift[1] + MM // 2)


def in_words(things: Sequence[OnBoard], grid: SpaceGrid | AreaBoard | None) -> str:
    """Say where everything stands, on a grid, in areas or on a plane, for those who cannot see it."""
    return "; ".join(f"{thing.name} at {_where(thing.places[0], grid)}" for thing in things if thing.name)


def _where(place: int, grid: SpaceGrid | AreaBoard | None) -> str:
    if isinstance(grid, AreaBoard):
        return grid.names[place]
    if grid is None:
        x, y = plane.coordinates(place)
        return f"{plane.shown(x)} and {plane.shown(y)}"
    column, row = grid.column_row(place)
    return f"column {column}, row {row}"
