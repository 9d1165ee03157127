"""The words of points and cells, and the columns in which cells stand.

In: points, cells and rows of blocks. Out: their words as strings, and cells with their places.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.prose.text.blocks import Cell, Grid, GridRow, Point
from quarterdeck.prose.text.runs import Text, plain


def stop_after(lead: Text) -> str:
    """Give the stop after words set off in front of a sentence, unless they have one."""
    return "" if plain(lead).endswith(("?", ".", ":", "!")) else "."


def lead_of(lead: Text) -> str:
    """Give the words in front of a sentence with their stop and a blank; nothing where there are none."""
    return f"{plain(lead)}{stop_after(lead)} " if lead else ""


def words_of_points(points: Sequence[Point]) -> list[str]:
    """List the words of each sentence of points, in order."""
    found = []
    for point in points:
        found.append(f"{lead_of(point.lead)}{plain(point.text)}")
        found += [*words_of_points(point.points), *map(plain, point.after)]
    return found


def lines_of(cell: Cell) -> list[str]:
    """List the lines of a cell; points are one line of it."""
    return ["\n\n".join(words_of_points(cell.points))] if cell.points else list(map(plain, cell.lines or (cell.text,)))


def words_of_cell(cell: Cell) -> str:
    """Join the words of a cell."""
    return "\n\n".join(lines_of(cell))


def column_count(grid: Grid) -> int:
    """Count the columns of a grid."""
    return max((sum(cell.across for cell in row.cells) for row in (*grid.head, *grid.rows)), default=1)


def stub_columns(grid: Grid) -> frozenset[int]:
    """Find the columns that head their rows, in each stretch of a folded grid."""
    columns = column_count(grid)
    return frozenset(at for at in range(columns) if at % ((columns + 1) // grid.folds) < grid.stubs)


def cells_in_place(rows: Sequence[GridRow]) -> list[list[tuple[int, Cell]]]:
    """Give for each row its cells with the column in which each begins; cells from above take their columns."""
    taken: set[tuple[int, int]] = set()
    placed = []
    for y, row in enumerate(rows):
        x = 0
        cells = []
        for cell in row.cells:
            while (x, y) in taken:
                x += 1
            cells.append((x, cell))
            taken.update((x + right, y + down) for right in range(cell.across) for down in range(cell.down))
            x += cell.across
        placed.append(cells)
    return placed
