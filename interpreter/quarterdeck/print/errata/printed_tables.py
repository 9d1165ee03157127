"""Read a table as it is printed, and find what to do to it so that it is another.

In: grids of a book. Out: `PrintedTable`s, and `TableEdit`s in the words at the head of rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from quarterdeck.print.book.book_links import typographic
from quarterdeck.print.book.grid_words import cells_in_place, column_count, lead_of
from quarterdeck.prose.text.blocks import Cell, Grid, GridRow, Point
from quarterdeck.prose.text.runs import Text

TableSort = Literal["cell", "add row", "delete row", "add column", "delete column", "read anew"]


@dataclass(frozen=True)
class TableEdit:
    """An edit of a table: of a cell, a row or a column; `read anew` replaces the complete table.

    `row` and `column` are the words at the head of what is meant. What is added comes after the row or the column that
    `behind` names, or before all others. A column that is added has a cell for each of the `rows` that stay, in their
    order.
    """

    sort: TableSort
    before: str = ""
    after: str = ""
    row: str = ""
    column: str = ""
    behind: str = ""
    cells: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


@dataclass(frozen=True)
class PrintedTable:
    """A table: the words at the head of each column, and rows of cells, of which the first `stubs` name the row."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    stubs: int = 1

    @property
    def text(self) -> str:
        """Return all words of the table, a row after another."""
        heads = f"({'; '.join(self.heads)}) " if any(self.heads) else ""
        return heads + "; ".join(map(self.row_text, self.rows))

    def row_text(self, row: Sequence[str]) -> str:
        """Return a row in one line, the cells after the words that name it; a heading across all of them once."""
        if len(row) > 2 and len({*row}) == 1 and any(map(str.isalpha, row[0])):
            return row[0]
        cells = ", ".join(cell or "\N{EN DASH}" for cell in row[self.stubs :])
        return ": ".join(filter(None, (self.name(row), cells)))

    def name(self, row: Sequence[str]) -> str:
        """Return the words that name a row."""
        return ", ".join(dict.fromkeys(filter(None, row[: self.stubs])))

    @property
    def names(self) -> list[str]:
        """Return the words that name each row: all its words where another row has the same name."""
        names = list(map(self.name, self.rows))
        return [
            name if names.count(name) == 1 else self.row_text(row) for name, row in zip(names, self.rows, strict=True)
        ]


def printed_table(grid: Grid) -> PrintedTable:
    """Read a grid; a cell that spans rows or columns is read in each of them."""
    columns = column_count(grid)
    head = _squares(grid.head, columns)
    heads = tuple(", ".join(dict.fromkeys(filter(None, parts))) for parts in zip(*head, strict=True))
    return PrintedTable(heads or ("",) * columns, tuple(map(tuple, _squares(grid.rows, columns))), max(1, grid.stubs))


def _squares(rows: Sequence[GridRow], columns: int) -> list[list[str]]:
    """Return the words in each row and column."""
    found = [[""] * columns for _row in rows]
    for at, cells in enumerate(cells_in_place(rows)):
        for x, cell in cells:
            for line in found[at : at + cell.down]:
                line[x : x + cell.across] = [_cell_words(cell)] * min(cell.across, columns - x)
    return found


def _cell_words(cell: Cell) -> str:
    lines = list(_point_lines(cell.points)) if cell.points else [words(line) for line in cell.lines or (cell.text,)]
    return "; ".join(lines).replace(".; ", ". ")


def _point_lines(points: Iterable[Point]) -> Iterator[str]:
    for point in points:
        yield lead_of(point.lead) + words(point.text)
        yield from _point_lines(point.points)
        yield from map(words, point.after)


def words(text: Text) -> str:
    """Return text as it is printed.

    >>> from quarterdeck.prose.text.runs import Run
    >>> words((Run('a 5" pipe'),))
    'a 5″ pipe'
    """
    return "".join(typographic(run).words for run in text)


def table_edits(before: PrintedTable, after: PrintedTable) -> tuple[TableEdit, ...]:
    """Find what makes one table another: first its columns, then the rows to delete, then other rows and cells.

    A table whose rows or columns cannot be told apart by their heads is read anew.
    """
    both = (before, after)
    is_clear = all(len({*names}) == len(names) for table in both for names in (table.heads, table.names))
    if before.heads != after.heads:
        stubs = {table.heads[: table.stubs] for table in both}
        are_named = all(table.names == list(map(table.name, table.rows)) for table in both)
        is_clear = is_clear and are_named and len(stubs) == 1 and bool(before.rows)
    if not is_clear:
        return (TableEdit("read anew", before.text, after.text),)
    columns = tuple(_column_edits(before, after))
    return (*columns, *_row_edits(_with_columns(before, after, columns), after))


def _column_edits(before: PrintedTable, after: PrintedTable) -> Iterator[TableEdit]:
    """Find which columns to delete and to add."""
    new = dict(zip(after.names, after.rows, strict=True))
    for tag, first, last, low, high in SequenceMatcher(None, before.heads, after.heads, autojunk=False).get_opcodes():
        if tag != "equal":
            for head in before.heads[first:last]:
                yield TableEdit("delete column", column=head)
            for at in range(low, high):
                names, behind = tuple(before.names), after.heads[at - 1] * bool(at)
                cells = tuple(new[name][at] if name in new else "" for name in names)
                yield TableEdit("add column", column=after.heads[at], behind=behind, cells=cells, rows=names)


def _with_columns(before: PrintedTable, after: PrintedTable, edits: Iterable[TableEdit]) -> PrintedTable:
    """Return the first table with the columns of the second."""
    added = {edit.column: edit.cells for edit in edits if edit.sort == "add column"}
    cells = {**dict(zip(before.heads, zip(*before.rows, strict=True), strict=True)), **added}
    return replace(after, rows=tuple(zip(*(cells[head] for head in after.heads), strict=True)))


def _row_edits(before: PrintedTable, after: PrintedTable) -> list[TableEdit]:
    """Find which rows to delete, then which to change and to add, in tables with the same columns."""
    gone: list[TableEdit] = []
    others: list[TableEdit] = []
    were, are = before.names, after.names
    for tag, first, last, low, high in SequenceMatcher(None, were, are, autojunk=False).get_opcodes():
        if tag == "equal":
            for at, row in zip(range(first, last), after.rows[low:high], strict=True):
                cells = zip(after.heads, before.rows[at], row, strict=True)
                others += (TableEdit("cell", old, new, were[at], head) for head, old, new in cells if old != new)
            continue
        gone += (TableEdit("delete row", before.row_text(before.rows[at]), row=were[at]) for at in range(first, last))
        for at in range(low, high):
            row, behind = after.rows[at], are[at - 1] * bool(at)
            others.append(TableEdit("add row", after=after.row_text(row), row=are[at], behind=behind, cells=row))
    return [*gone, *others]
