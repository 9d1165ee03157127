"""Which map a game is drawn on: hexes or a plane.

In: the pieces of a game and one side's sight of the state. Out: a map, which has a frame for the room there is, and
draws what lies in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from quarterdeck.play.map import Map
from quarterdeck.play.pieces import Pieces
from quarterdeck.play.plane_map import PlaneMap


def map_of(
    pieces: Pieces,
    state: list[int],
    chosen: int = -1,
    marks: Mapping[int, str] | None = None,
    unicode: bool = True,
) -> Map | PlaneMap:
    """Give the map that fits the board."""
    if pieces.on_plane:
        return PlaneMap(pieces, state, chosen, marks or {}, unicode)
    return Map(pieces, state, chosen, marks or {}, unicode)
