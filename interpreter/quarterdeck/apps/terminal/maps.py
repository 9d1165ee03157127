"""Which map a game is drawn on: hexes, squares, a plane or named areas.

In: the pieces of a game and one side's sight of the state. Out: a map, which has a frame for the room there is, and
draws what lies in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.apps.terminal.area_map import AreaMap
from quarterdeck.apps.terminal.map import Map, SquareMap
from quarterdeck.apps.terminal.plane_map import PlaneMap
from quarterdeck.engine.board.pieces import Pieces


def map_of(
    pieces: Pieces,
    state: list[int],
    chosen: int = -1,
    marks: Mapping[int, str] | None = None,
    unicode: bool = True,
    about: Sequence[int] = (),
) -> Map | PlaneMap | AreaMap:
    """Give the map that fits the board; where there is too little room it shows the chosen thing, or places `about`."""
    if pieces.on_plane:
        return PlaneMap(pieces, state, chosen, marks or {}, unicode)
    if pieces.on_areas:
        return AreaMap(pieces, state, chosen, marks or {}, unicode)
    kind = SquareMap if pieces.program.world.board.shape == "square" else Map
    return kind(pieces, state, chosen, marks or {}, unicode, about)
