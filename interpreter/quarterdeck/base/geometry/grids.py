"""The arithmetic of a board of equal spaces: that of hexes or that of squares.

Both grids have the same functions under the same names. Only this module tells them apart.
"""

from typing import Protocol

from quarterdeck.base.geometry import hexes
from quarterdeck.base.geometry.squares import SQUARES, Diagonals, Squares

SECTORS = {"hex": hexes.SECTOR, "square": Squares.SECTOR}
"""The angles of arcs are multiples of this number of degrees, by the shape of the board."""


class SpaceGrid(Protocol):
    """What can be asked of the spaces of a board; `hexes` says what each function gives."""

    def __hash__(self) -> int:
        """Tell grids apart."""

    @property
    def STEPS(self) -> tuple[int, ...]:  # noqa: N802
        """Give what to add to a space for one step in each direction, clockwise from north."""

    @property
    def FACE(self) -> int:  # noqa: N802
        """Give the degrees between two directions."""

    def offset(self, column: int, row_number: int, /) -> int:
        """Return the space in a column and a row."""

    def column_row(self, place: int, /) -> tuple[int, int]:
        """Return the column and the row of a space."""

    def axial(self, place: int, /) -> tuple[int, int]:
        """Return the two numbers by which a record writes a space."""

    def on_board(self, place: int, columns: int, rows: int, /) -> bool:
        """Tell whether a space lies on a board."""

    def opposite(self, direction: int, /) -> int:
        """Return the direction that points the other way."""

    def faces_between(self, a: int, b: int, /) -> int:
        """Return how many steps of the circle of directions lie between two."""

    def distance(self, a: int, b: int, /) -> int:
        """Return the number of steps between two spaces."""

    def row(self, start: int, direction: int, length: int, /) -> tuple[int, ...]:
        """Return spaces in a row."""

    def paces(self, start: int, direction: int, place: int, /) -> int:
        """Return after how many steps a row comes to a place."""

    def neighbours(self, place: int, /) -> tuple[int, ...]:
        """Return the spaces next to one."""

    def within(self, place: int, radius: int, /) -> tuple[int, ...]:
        """Return the spaces at most so far away."""

    def bearing(self, origin: int, direction: int, target: int, /) -> int:
        """Return the angle to a target in half sectors, -1 to the origin itself."""

    def direction_to(self, origin: int, target: int, /) -> int:
        """Return the direction that leads best to a target."""

    def in_arc(
        self, origin: int, direction: int, target: int, first: int, last: int, *, both_sides: bool = False
    ) -> bool:
        """Tell whether a target lies in an arc."""

    def arc(self, first: int, last: int, *, both_sides: bool = False) -> tuple[bool, ...]:
        """Return for each bearing whether it lies in an arc."""

    def on_line(self, a: int, b: int, share: tuple[int, int] = (0, 1), /) -> tuple[tuple[int, int], ...]:
        """Return the spaces that may block a line."""


def grid_of(shape: str, diagonals: Diagonals | None = None) -> SpaceGrid:
    """Give the arithmetic of a board of a shape; without a board, that of hexes."""
    return SQUARES[diagonals or "one"] if shape == "square" else hexes
