"""Where things lie in the picture of a board: hexes or squares, a plane, areas, or a table for games without a board.

In: places as data have them. Out: points in hundredths of a millimetre. The same place is the same point in every
picture of a game, whatever part of the board is drawn, so that layers lie one above another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from quarterdeck.base.geometry import plane
from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.engine.board.board_data import BoardData, PieceData, PlaceData
from quarterdeck.print.drawing.area_boards import AreaBoard
from quarterdeck.print.drawing.measures import Box
from quarterdeck.print.drawing.planes import PlaneBoard, round_length, scale_bar
from quarterdeck.print.drawing.shapes import MM, Circle, Group, Point, Shape, Style, line
from quarterdeck.print.drawing.space_boards import SpaceBoard
from quarterdeck.program.form.world import World

SIDE = 6 * MM
"""The side of a hex; squares are as wide as hexes."""
_LONG = 200 * MM  # the longer side of a plane
MOST_SPACES = 10_000
"""Of a larger board only the spaces at its rim are drawn: nobody would wait for more, or tell them apart."""
_LAST = 1000
"""No column is farther from the middle than that, and few spaces are."""
_TENS = 10  # a board without edges is drawn up to full tens of spaces
_FIXED = Style("muted", "shade", 18)


@dataclass(frozen=True)
class Window:
    """The part of a board that is drawn: its `box` in the picture, and the edges of what lies `inside`.

    These are columns and rows on hexes and squares, of which the last are not drawn, and hundredths of the board's unit
    on a plane. Figures are written beside the box.
    """

    box: Box
    inside: Box = (0, 0, 0, 0)


class Surface(Protocol):
    """A board of one shape."""

    @property
    def pitch(self) -> int:
        """Give how far apart things lie that are next to each other, or how long a mark is."""

    def window(self, board: BoardData) -> Window:
        """Give what is drawn: all of a board with edges, else what is in use and some more."""

    def spot(self, place: PlaceData) -> Point:
        """Give where a place lies."""

    def ground(self, window: Window, text: int) -> Iterator[Shape]:
        """Give what never moves: the grid with its figures."""

    def fixed(self, piece: PieceData) -> Iterator[Shape]:
        """Give what fills its places: land, smoke, a wall."""


def places_of(board: BoardData) -> Iterator[PlaceData]:
    """Give all places where something is."""
    for piece in board["pieces"]:
        yield from piece.get("hexes", ())
        yield from (piece[key] for key in ("place", "end", "was_at") if key in piece)


@dataclass(frozen=True)
class SpaceSurface:
    """A board of hexes or squares; `edges` are its columns and rows, 0 where it has none."""

    grid: SpaceGrid
    edges: tuple[int, int]

    @property
    def pitch(self) -> int:
        """Give how far the centres of neighbours lie apart."""
        return self.board.width_of_space

    @property
    def board(self) -> SpaceBoard:
        """Give a board that tells where any space lies."""
        return SpaceBoard(self.grid, SIDE, ())

    def extent(self, board: BoardData) -> tuple[range, range]:
        """Give the columns and rows that are drawn."""
        if self.edges[0]:
            return range(self.edges[0]), range(self.edges[1])
        spots = [(int(place[0]), int(place[1])) for place in places_of(board)] or [(0, 0)]
        return _there_are(self.grid, _in_tens([column for column, _ in spots]), _in_tens([row for _, row in spots]))

    def window(self, board: BoardData) -> Window:
        """Give all columns and rows that are drawn."""
        columns, rows = self.extent(board)
        corners = [self.grid.offset(c, r) for c in (columns[0], columns[-1]) for r in (rows[0], rows[-1])]
        next_ones = [self.grid.offset(c, r) for c in columns[:2] for r in (rows[0], rows[-1])]
        box = SpaceBoard(self.grid, SIDE, (*corners, *next_ones)).box
        return Window(box, (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1))

    def place(self, place: PlaceData) -> int:
        """Give a space as rules know it."""
        return self.grid.offset(int(place[0]), int(place[1]))

    def spot(self, place: PlaceData) -> Point:
        """Give the centre of a space."""
        return self.board.centre(self.place(place))

    def ground(self, window: Window, text: int) -> Iterator[Shape]:
        """Give the outlines of spaces with figures for columns and rows."""
        left, top, right, bottom = window.inside
        columns, rows = range(left, right), range(top, bottom)
        is_drawn = len(columns) * len(rows) <= MOST_SPACES
        rim = [(c, r) for c in columns for r in rows if is_drawn or c in (left, right - 1) or r in (top, bottom - 1)]
        board = SpaceBoard(self.grid, SIDE, tuple(self.grid.offset(c, r) for c, r in rim))
        yield Group((board.outlines(),), attributes=(("class", "grid"),))
        every = 1 if text * 2 < SIDE * 3 // 2 else 5
        yield Group(tuple(board.labels(columns, rows, every, text)), attributes=(("class", "figures"),))

    def fixed(self, piece: PieceData) -> Iterator[Shape]:
        """Give the spaces that something fills."""
        places = [self.place(one) for one in piece.get("hexes", ())]
        yield from self.board.area(places, _FIXED, Style("muted", width=18), 45)


def _in_tens(numbers: Sequence[int]) -> range:
    """Give a range with room around numbers, from one full ten to another, so that it seldom changes."""
    return range((min(numbers) - 3) // _TENS * _TENS, -(-(max(numbers) + 4) // _TENS) * _TENS)


def _there_are(grid: SpaceGrid, columns: range, rows: range) -> tuple[range, range]:
    """Leave out columns and rows beyond the last spaces that there can be."""
    columns = range(max(columns[0], -_LAST), min(columns[-1], _LAST) + 1)
    shifts = [grid.axial(grid.offset(column, 0))[1] for column in (columns[0], columns[-1])]
    top, bottom = max(rows[0], -_LAST - min(shifts)), min(rows[-1], _LAST - max(shifts))
    return columns, range(top, bottom + 1) or range(1)


@dataclass(frozen=True)
class PlaneSurface:
    """A plane; `edges` are its width and depth in hundredths, 0 where it has none.

    The `scale` is how much of the picture a hundredth takes, and `unit` what its unit of length is called.
    """

    edges: tuple[int, int]
    scale: Fraction
    unit: str
    pitch: int

    @classmethod
    def fitting(cls, edges: tuple[int, int], places: Iterable[int], unit: str, pixels: int) -> PlaneSurface:
        """Give a plane on which the whole board is of a handy size, or else the places where things begin.

        Marks are as long as they must be to be seen where it is shown so many pixels wide.
        """
        spots = [plane.coordinates(place) for place in places] or [(0, 0)]
        across, down = ([spot[axis] for spot in spots] for axis in (0, 1))
        begun = round_length(max(max(across) - min(across), max(down) - min(down), 500)) * 2
        return cls(edges, Fraction(_LONG, max(edges) or begun), unit, max(5 * MM, _LONG * 16 // pixels))

    @property
    def board(self) -> PlaneBoard:
        """Give a board that tells where any point lies."""
        return PlaneBoard((0, 0, *self.edges), self.scale)

    def window(self, board: BoardData) -> Window:
        """Give all of the board, or of what is in use in round steps."""
        inside = (0, 0, *self.edges)
        if not self.edges[0]:
            spots = [plane.coordinates(self.place(place)) for place in places_of(board)] or [(0, 0)]
            across, down = ([spot[axis] for spot in spots] for axis in (0, 1))
            step = round_length(round(_LONG / self.scale) // 10)
            first, last = ([edge(line) // step for line in (across, down)] for edge in (min, max))
            inside = ((first[0] - 1) * step, (first[1] - 1) * step, (last[0] + 2) * step, (last[1] + 2) * step)
        left, top, right, bottom = map(self.board.long, inside)
        return Window((left, top, right, bottom + 3 * MM), inside)

    def place(self, place: PlaceData) -> int:
        """Give a point as rules know it."""
        x, y = (int(Fraction(str(one)) * 100) for one in place)
        return plane.point_at(x, y)

    def spot(self, place: PlaceData) -> Point:
        """Give where a point lies."""
        return self.board.spot(self.place(place))

    def ground(self, window: Window, text: int) -> Iterator[Shape]:
        """Give the edges with figures, thin lines across, and a scale."""
        left, top, right, _bottom = window.inside
        board = PlaneBoard(window.inside, self.scale, (self.board.long(left), self.board.long(top)))
        yield Group(tuple(board.frame(text)), attributes=(("class", "grid"),))
        many = round_length(max(1, (right - left) // 500))
        corner = board.box[0], board.box[3] + MM
        bar = scale_bar(corner, many, board.long(100 * many), self.unit, text)
        yield Group(tuple(bar), attributes=(("class", "scale"),))

    def fixed(self, piece: PieceData) -> Iterator[Shape]:
        """Give a disk to scale, a line from end to end, or a dot."""
        if "place" not in piece:
            return
        spot = self.spot(piece["place"])
        if "end" in piece:
            yield line(spot, self.spot(piece["end"]), Style("muted", width=60))
        elif "radius" in piece:
            yield Circle(spot, self.board.long(int(Fraction(str(piece["radius"])) * 100)), _FIXED)
        else:
            yield Circle(spot, MM, _FIXED)


@dataclass(frozen=True)
class AreaSurface:
    """Named areas; `members` are their names in data."""

    board: AreaBoard
    members: tuple[str, ...]

    @classmethod
    def of(cls, world: World) -> AreaSurface:
        """Lay out the areas of a game."""
        areas, board = world.enums[world.board.areas or ""], world.board
        names = tuple(areas.words[member] for member in areas.members)
        return cls(AreaBoard.fitting(names, board.links, board.positions), areas.members)

    @property
    def pitch(self) -> int:
        """Give the width of an area."""
        return 2 * self.board.radius

    def window(self, board: BoardData) -> Window:
        """Give the box of all areas."""
        return Window(self.board.box)

    def spot(self, place: PlaceData) -> Point:
        """Give where an area lies."""
        return self.board.spots[self.members.index(str(place))]

    def ground(self, window: Window, text: int) -> Iterator[Shape]:
        """Give the connections, the areas, and their names."""
        yield Group((*self.board.ways(), *self.board.discs()), attributes=(("class", "ways"),))
        yield Group(tuple(self.board.words(text)), attributes=(("class", "areas"),))

    def fixed(self, piece: PieceData) -> Iterator[Shape]:
        """Give a disc that fills an area."""
        if "place" in piece:
            yield Circle(self.spot(piece["place"]), self.board.radius * 9 // 10, _FIXED)


@dataclass(frozen=True)
class TableSurface:
    """No board: the things of each side lie in a row of their own, one below another."""

    pitch: int = 10 * MM
    width: int = 70 * MM

    def window(self, board: BoardData) -> Window:
        """Give the box of all rows."""
        rows = [sum(piece["rank"] == side["rank"] for piece in board["pieces"]) for side in board["sides"]]
        return Window((0, 0, max(1, len(rows)) * self.width, (max(rows, default=0) + 1) * self.pitch))

    def spot(self, place: PlaceData) -> Point:
        """Give where the thing of a side lies: its place is the side and the number of the thing in it."""
        column, row = map(int, place)
        return column * self.width + self.pitch * 3 // 4, (row + 1) * self.pitch + self.pitch // 2

    def ground(self, window: Window, text: int) -> Iterator[Shape]:
        """Give nothing."""
        return iter(())

    def fixed(self, piece: PieceData) -> Iterator[Shape]:
        """Give nothing."""
        return iter(())
