"""Things on a board in a picture: each where it lies, fanned out where several lie in one place.

In: the data of pieces. Out: shapes, and where each piece stands, for names and for marks around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.engine.board.board_data import BoardData, PieceData
from quarterdeck.print.boards.surfaces import SIDE, AreaSurface, SpaceSurface, Surface, TableSurface
from quarterdeck.print.drawing.measures import around, length, moved
from quarterdeck.print.drawing.pieces import FILLINGS, counter, outline, pointed
from quarterdeck.print.drawing.shapes import MM, Circle, Path, Point, Shape, Style, line
from quarterdeck.print.drawing.space_boards import SpaceBoard

_SMALLER = {1: 100, 2: 62, 3: 52, 4: 52}
_HIT = Style("", "")


@dataclass(frozen=True)
class Stand:
    """Where a piece is drawn: its middle, how large in percent, the spots that it covers, how far it reaches there."""

    piece: PieceData
    at: Point
    percent: int
    spots: tuple[Point, ...]
    reach: int
    home: Point
    """Where its place is, from which it may have been moved aside."""


def laid_out(board: BoardData, surface: Surface, left_out: frozenset[str]) -> dict[str, Stand]:
    """Give where each piece stands that is on the board, but for kinds that are left out."""
    crowds: list[tuple[Point, list[PieceData]]] = []
    for piece in board["pieces"]:
        if piece["kind"] in left_out or "place" not in piece:
            continue
        spot = surface.spot(piece["place"])
        near = surface.pitch // 2
        crowd = next((others for home, others in crowds if length(home, spot) < near), None)
        if crowd is None:
            crowds.append((spot, [piece]))
        else:
            crowd.append(piece)
    found = [stand for _, crowd in crowds for stand in _fanned(crowd, surface)]
    return {stand.piece["thing"]: stand for stand in found}


def on_table(board: BoardData, surface: TableSurface) -> dict[str, Stand]:
    """Give where the things of each side lie side by side where there is no board."""
    rows: dict[int, int] = {}
    found = {}
    for piece in board["pieces"]:
        rank = max(0, piece["rank"])
        at = surface.spot([rank, rows.setdefault(rank, 0)])
        rows[rank] += 1
        found[piece["thing"]] = Stand(piece, at, 100, (at,), surface.pitch * 38 // 100, at)
    return found


def _fanned(crowd: list[PieceData], surface: Surface) -> Iterator[Stand]:
    """Move those aside that lie in one place: long ones beside each other, others into a ring."""
    many = len(crowd)
    for number, piece in enumerate(crowd):
        home = surface.spot(piece["place"])
        spots = tuple(surface.spot(place) for place in piece["hexes"])
        is_long, percent = len(spots) > 1, _SMALLER.get(many, 42)
        if many == 1:
            by = (0, 0)
        elif is_long:
            aside = (2 * number - many + 1) * surface.pitch * 29 // 100
            by, percent = around((0, 0), aside, piece.get("facing", 0) + 90), 100
        else:
            far = surface.pitch * (27 if isinstance(surface, SpaceSurface | AreaSurface) else 65) // 100
            by = around((0, 0), far, 360 * number // many + (270 if many == 2 else 0))
        first, last = spots[0], spots[-1]
        middle = moved(((first[0] + last[0]) // 2, (first[1] + last[1]) // 2), by)
        reach = surface.pitch * 48 * percent // 10_000
        yield Stand(piece, middle, percent, tuple(moved(spot, by) for spot in spots), reach, home)


def drawn_piece(stand: Stand, surface: Surface) -> list[Shape]:
    """Draw a piece: pointed to where it faces, filled as those of its side, and a disc where nobody knows."""
    piece, rank = stand.piece, max(0, stand.piece["rank"])
    facing = piece.get("facing")
    found: list[Shape] = [line(stand.home, stand.at, Style("muted", width=15))] if _is_away(stand, surface) else []
    if isinstance(surface, TableSurface):
        return [outline(stand.at, 90, surface.pitch, rank, surface.pitch * 30 // 100)]
    size = surface.pitch * stand.percent // 100
    if isinstance(surface, SpaceSurface) and facing is not None and len(stand.spots) > 1:
        places = [surface.place(place) for place in piece["hexes"]]
        x, y = stand.spots[0]
        left, top = surface.spot(piece["place"])
        nose = pointed(stand.spots[0], facing, size * 30 // 100, 0 if rank % len(FILLINGS) else 1)
        return [
            *counter(
                SpaceBoard(surface.grid, SIDE, (), (x - left, y - top)), places, facing // surface.grid.FACE, rank
            ),
            nose,
        ]
    if isinstance(surface, SpaceSurface):
        card = Circle(stand.at, size * 44 // 100, Style("muted", "page", 18))
        return [card, pointed(stand.at, facing, size * 78 // 100, rank)]
    return [*found, pointed(stand.at, facing, size, rank)]


def _is_away(stand: Stand, surface: Surface) -> bool:
    """Tell whether a piece that is a point has been moved so far that a line has to say where it is."""
    return not isinstance(surface, SpaceSurface | AreaSurface) and stand.at != stand.home


def hit_area(stand: Stand) -> list[Shape]:
    """Give discs that are not seen, so that a finger finds a piece."""
    return [Circle(spot, max(stand.reach, 3 * MM), _HIT) for spot in stand.spots]


def wreck(at: Point, size: int) -> Shape:
    """Draw a cross where something was when it left the board."""
    half = size // 5
    x, y = at
    strokes = (((x - half, y - half), (x + half, y + half)), ((x - half, y + half), (x + half, y - half)))
    return Path(strokes, Style("muted", width=35))
