"""Functions and tables of a board that generated code uses.

In: a board. Out: values by their names in the generated Python. Hexes and squares have the same names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, lru_cache
from typing import Any

from quarterdeck.base.geometry.areas import NO_WAY, steps_from
from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.language.declarations.types import NO_NUMBER
from quarterdeck.program.form.world import WorldBoard

MOST = 1 << 16
"""The most results that a cache of a function of spaces holds."""


class ByOffset(dict[int, int]):
    """A cached function of two spaces, and perhaps of a direction.

    The key is the difference of the spaces. With a direction, it is the difference times the number of directions, plus
    the direction. A lookup takes a third of the time of a call.
    """

    def __init__(self, function: Callable[[int], int]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: int) -> int:
        if len(self) >= MOST:
            self.clear()
        found = self[key] = self.function(key)
        return found


def names_of_board(board: WorldBoard) -> dict[str, Any]:
    """Return the functions and tables of a board by their names in generated code."""
    every = (steps_from(board.links, area) for area in range(len(board.links)))
    steps = tuple(tuple(NO_NUMBER if one == NO_WAY else one for one in row) for row in every)
    return {**names_on(board.grid), "AREA_LINKS": board.links, "AREA_STEPS": steps}


@cache
def names_on(grid: SpaceGrid) -> dict[str, Any]:
    """Return the functions and tables of a grid by their names in generated code."""
    faces, centre = len(grid.STEPS), grid.offset(0, 0)
    remembered = lru_cache(maxsize=MOST)

    @remembered
    def on_line(a: int, b: int, percent: int) -> tuple[tuple[int, int], ...]:
        return grid.on_line(a, b, (percent, 100))

    def blocked(a: int, b: int, occupied: Collection[int], percent: int) -> bool:
        if occupied:
            for first, last in on_line(a, b, percent):
                if first in occupied and last in occupied:
                    return True
        return False

    def on_board(place: int, columns: int, rows: int) -> bool:
        return columns == 0 or grid.on_board(place, columns, rows)

    @cache
    def board_spaces(columns: int, rows: int) -> list[int]:
        return [grid.offset(column, row) for column in range(columns) for row in range(rows)]

    return {
        "g_blocked": blocked,
        "g_on_board": on_board,
        "g_board_spaces": board_spaces,
        "g_direction_to": remembered(grid.direction_to),
        "g_row": remembered(grid.row),
        "g_neighbours": grid.neighbours,
        "STEPS": grid.STEPS,
        # How far two spaces lie apart, by their difference.
        "DISTANCES": ByOffset(lambda key: grid.distance(centre, centre + key)),
        # The bearing of a target, by what the origin is more than it, times the directions, and the direction.
        "ANGLES": ByOffset(lambda key: grid.bearing(centre + key // faces, key % faces, centre)),
        # After how many steps a row comes to a space, by what that is more than its start, and the direction.
        "PACES": ByOffset(lambda key: grid.paces(centre, key % faces, centre + key // faces)),
        # How many steps of the circle two directions lie apart, by their difference, negative ones from the end.
        "FACES_BETWEEN": tuple(grid.faces_between(0, turn) for turn in (*range(faces), *range(1 - faces, 0))),
    }
