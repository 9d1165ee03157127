"""What to do to a table of a book: rows and columns that come and go, cells that say something else.

In: a change of a row or a cell, and both books. Out: `BookEdit`s in the words at the head of rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quarterdeck.analysis.diff.changes import Change
from quarterdeck.print.errata.books import BookEdit, BookOfRules, between
from quarterdeck.prose.text.blocks import Grid, GridRow
from quarterdeck.prose.text.outline import cell_line
from quarterdeck.prose.text.runs import plain

OF_TABLES = frozenset(("row", "cell"))
"""Sorts of what stands in a table."""


@dataclass(frozen=True)
class TableEdits:
    """Gives what is to be done to the tables of one book, so that they are those of the other."""

    one: BookOfRules
    other: BookOfRules

    def edits(self, change: Change, was: str) -> Iterator[BookEdit]:
        """Give what is to be done for a row or a cell, which was found at an address in the first book."""
        before, after = self.one.grid(table_of(was)), self.other.grid(table_of(change.address))
        if change.sort == "row":
            yield from self.row(change, was, before, after)
        elif self.column_alone(change) is not None:
            yield column_edit(change, before, after)
        else:
            yield from cell_edits(*(said_at(grid, at) for grid, at in ((before, was), (after, change.address))))

    def row(self, change: Change, was: str, before: Grid | None, after: Grid | None) -> Iterator[BookEdit]:
        """Give what is to be done for a row that is new, gone or another."""
        old = before.find(was)[0] if change.before_span and before is not None else None
        new = after.find(change.address)[0] if change.after_span and after is not None else None
        if old is not None and before is not None and new is not None and after is not None:
            yield from between([row_said(before, old)], [row_said(after, new)])
        elif new is not None and after is not None:
            at = after.rows.index(new)
            behind = after.rows[at - 1] if at else None
            is_long = len(new.cells) > SHORT
            name = plain(new.cells[0].text) if is_long else ""
            said = cells_said(after, new) if is_long else row_said(after, new)
            last = plain(behind.cells[0].text) if behind is not None and is_long else ""
            last = last or (row_said(after, behind) if behind is not None else "")
            yield BookEdit("add" if behind is not None else "begin", after=said, behind=last, row=name)
        elif old is not None and before is not None:
            is_long = len(old.cells) > SHORT
            name = plain(old.cells[0].text) if is_long else ""
            yield BookEdit("delete", "" if is_long else row_said(before, old), row=name)

    def column_alone(self, change: Change) -> str | None:
        """Give the column of a cell that comes or goes where only one of the books has that column."""
        if change.sort != "cell" or (change.before_span and change.after_span):
            return None
        has, lacks = (self.other, self.one) if change.after_span else (self.one, self.other)
        table = table_of(change.address)
        column = columns_of(has.grid(table)).get(change.address)
        known = set(columns_of(lacks.grid(table)).values())
        return column if known and column not in known else None

    def once_by_column(self, changes: Iterable[Change]) -> Iterator[Change]:
        """Give changes of which the cells of a column that comes or goes as a whole are one: the first of them."""
        seen = set[tuple[str, str]]()
        for change in changes:
            column = self.column_alone(change)
            if column is None:
                yield change
            elif (table_of(change.address), column) not in seen:
                seen.add((table_of(change.address), column))
                yield change

    def whole(self, table: str) -> list[str]:
        """Give a new table line by line: what it is called, what stands above its columns, and its rows."""
        section = self.other.writer.section(table)
        grid = self.other.grid(table)
        if section is None or grid is None:
            return []
        heads = ", ".join(plain(head) for head in grid.heads)
        return [f"{plain(section.title)} ({heads}):", *(row_said(grid, row) for row in grid.rows)]


SHORT = 2
"""So many cells has a row of one column, which is said in one line with what it counts for."""


def table_of(address: str) -> str:
    """Give the name of the table in which a row or a cell stands."""
    return address.partition(".")[0]


def said_at(grid: Grid | None, address: str) -> tuple[str, str, str]:
    """Give the row of a cell, its column, and what it says; nothing of a cell that is not there."""
    row, at = grid.find(address) if grid is not None else (None, 0)
    if grid is None or row is None:
        return "", "", ""
    at = at or 1  # where there is one column, its cells have the addresses of their rows
    return plain(row.cells[0].text), plain(grid.heads[at]), cell_line(row.cells[at])


def columns_of(grid: Grid | None) -> dict[str, str]:
    """Give the columns of a table with several, by the addresses of their cells."""
    rows = grid.rows if grid is not None else ()
    return {
        cell.address: cell.address.removeprefix(f"{row.address}.")
        for row in rows
        for cell in row.cells[1:]
        if cell.address.startswith(f"{row.address}.")
    }


def cell_edits(was: tuple[str, str, str], now: tuple[str, str, str]) -> Iterator[BookEdit]:
    """Give what is to be done to one cell."""
    row, column, _ = was if was[0] else now
    before, after = was[2], now[2]
    if before and after:
        yield BookEdit("replace", before, after, row=row, column=column)
    elif after:
        yield BookEdit("add", after=after, row=row, column=column)
    elif before:
        yield BookEdit("delete", before, row=row, column=column)


def column_edit(change: Change, before: Grid | None, after: Grid | None) -> BookEdit:
    """Give what is to be done for a column that comes or goes, with what its cells say in the rows of both books."""
    grid = after if change.after_span else before
    assert grid is not None
    _, at = grid.find(change.address)
    head = plain(grid.heads[at])
    if not change.after_span:
        return BookEdit("delete", column=head)
    old = {row.address for row in (before.rows if before is not None else ())}
    rows = [row for row in grid.rows if row.address in old] or grid.rows
    said = "; ".join(f"{plain(row.cells[0].text)}: {cell_line(row.cells[at])}" for row in rows)
    return BookEdit("add", after=said, behind=plain(grid.heads[at - 1]) if at > 1 else "", column=head)


def row_said(grid: Grid, row: GridRow) -> str:
    """Give a row in one line: for what it counts, and what its cells say, each behind the head of its column."""
    name = plain(row.cells[0].text)
    if len(row.cells) > SHORT:
        return f"{name} ({cells_said(grid, row)})"
    return ": ".join((name, *map(cell_line, row.cells[1:]))).replace(".; ", ". ")


def cells_said(grid: Grid, row: GridRow) -> str:
    """Give what the cells of a row say, each behind the head of its column."""
    heads = (plain(head) for head in grid.heads[1:])
    return "; ".join(f"{head}: {cell_line(cell)}" for head, cell in zip(heads, row.cells[1:], strict=False))
