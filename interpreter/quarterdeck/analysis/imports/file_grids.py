"""Grids of text: what a sheet, a file of separated values, or a table on a page holds.

In: cells as a reader finds them, with their row and column. Out: a `FileGrid`, bounded in size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quarterdeck.base.bounds import MOST_CELLS
from quarterdeck.base.errors import UserError


class ImportRefusedError(UserError):
    """A file cannot be imported; the message says why."""

    sort = "file"


@dataclass(frozen=True)
class FileRow:
    """A row: its number in the file, from 1, and the text of its cells."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class FileGrid:
    """One table of a file.

    `name` is the sheet's name or the heading above the table. `unread` says, by row and column, why a reader could not
    tell what is in a cell. With `has_decimal_comma`, 2,5 is a number.
    """

    name: str
    rows: tuple[FileRow, ...]
    unread: Mapping[tuple[int, int], str] = field(default_factory=dict)
    has_decimal_comma: bool = False

    def below(self, header: int = 0) -> tuple[FileRow, tuple[FileRow, ...]]:
        """Return the header and the rows below it; without a number, the header is the first row that is not a title.

        Raises:
            ImportRefusedError: there is no such row, or nothing below it.
        """
        widest = max((sum(map(bool, row.cells)) for row in self.rows), default=0)
        is_head = (lambda row: row.number == header) if header else lambda row: sum(map(bool, row.cells)) * 2 > widest
        at = next((place for place, row in enumerate(self.rows) if is_head(row)), None)
        if at is None or at + 1 == len(self.rows):
            where = f"row {header}" if header else "its header"
            raise ImportRefusedError(f"there are no rows below {where}; name the row with the headings with --header")
        head = self.rows[at]
        width = max(place + 1 for row in self.rows[at:] for place, cell in enumerate(row.cells) if cell)
        filled = [FileRow(row.number, (*row.cells, *[""] * width)[:width]) for row in (head, *self.rows[at + 1 :])]
        return filled[0], tuple(filled[1:])


class GridBuilder:
    """Collects the cells of one table, and stops at the most that a table may hold."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.cells: dict[int, dict[int, str]] = {}
        self.unread: dict[tuple[int, int], str] = {}
        self.count = 0

    def put(self, row: int, column: int, text: str, rows: int = 1, columns: int = 1) -> None:
        """Put text into a cell, or into all cells that it spans; an empty text changes nothing.

        Raises:
            ImportRefusedError: the table has too many cells.
        """
        text = " ".join(text.split())
        if not text:
            return
        self.count += rows * columns
        if self.count > MOST_CELLS or row + rows > MOST_CELLS or column + columns > MOST_CELLS:
            raise ImportRefusedError(f"a table has more than {MOST_CELLS:,} cells")
        for down in range(row, row + rows):
            line = self.cells.setdefault(down, {})
            for across in range(column, column + columns):
                line.setdefault(across, text)

    def refuse(self, row: int, column: int, why: str) -> None:
        """Note why a cell cannot be read."""
        self.put(row, column, why)
        self.unread[row, column] = why

    def finish(self, *, has_decimal_comma: bool = False) -> FileGrid:
        """Return the table without its empty rows.

        Raises:
            ImportRefusedError: the table has too many cells, the empty ones between others included.
        """
        width = max((max(line) + 1 for line in self.cells.values()), default=0)
        if width * len(self.cells) > MOST_CELLS:
            raise ImportRefusedError(f"a table has more than {MOST_CELLS:,} cells")
        rows = (
            FileRow(number, tuple(line.get(column, "") for column in range(width)))
            for number, line in sorted(self.cells.items())
        )
        return FileGrid(self.name, tuple(rows), self.unread, has_decimal_comma)
