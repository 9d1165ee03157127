"""Print the tables of a book as Typst: how wide they are, what stands beside or below them, where they may be torn.

In: tables taken apart. Out: Typst markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quarterdeck.print.book.book_parts import BookPart, PointList, TablePart, has_notes, words_of_marks
from quarterdeck.print.book.grid_words import cells_in_place, column_count, stub_columns, words_of_cell
from quarterdeck.print.book.table_widths import (
    BETWEEN,
    PageSize,
    column_alignments,
    may_stand_in_row,
    room_for,
    width_in_row,
    width_of,
)
from quarterdeck.print.book.typst_markup import array, block, call, expression, flag, string
from quarterdeck.print.book.typst_text import TextPrinter
from quarterdeck.prose.text.blocks import NO_MARKS, Cell, Grid, GridRow
from quarterdeck.prose.text.runs import plain

_LONG_CELL = 600  # letters: so long a cell may be broken over two pages
_MANY_ROWS, _LAST_ROWS = 7, 4  # of a table that may be torn; of its end, which is not
_LETTERS_OF_A_LINE, _MANY_LINES = 16, 34  # in a cell; of a table that may take more than a page
SURELY_TORN = 62  # rows, in the smallest print
_SUBHEAD = "table.header(level: 2, "
_LETTER = 0.48  # of the size of print: how wide a letter of a roster is
_STYLES = ("roster", "compact")


@dataclass
class TablePrinter:
    """Prints tables."""

    text: TextPrinter
    page: PageSize
    _row_room: float | None = None  # letters that a table has which stands beside others

    # --- tables with what belongs to them

    def print(self, row: Sequence[TablePart]) -> str:
        """Print tables that stand beside each other, each with what is said below it."""
        if len(row) == 1:
            return self._with_notes(row[0])
        room = room_for(row[0].grid, self.page).line - BETWEEN * (len(row) - 1)
        widths = [self.width_in_row(one) for one in row]
        left = max(1, int(room) - sum(widths))
        whole = [width_of(one.grid, self.page) for one in row]
        is_full = any(one.shares for one in whole) or sum(one.letters for one in whole) > room
        cells = []
        for place, one in enumerate(row):
            self.text.marks_in_text = place > 0  # only the first has the margin beside it
            self._row_room = float(widths[place]) if is_full else room
            cells.append(f"[{self._with_notes(one)}]")
        self.text.marks_in_text, self._row_room = False, None
        # Words below a table are broken where the table ends; without any it is as wide as it likes, if it may.
        are_planned = is_full or any(one.notes for one in row)
        columns = [*(f"{wide}fr" for wide in widths), f"{left}fr"] if are_planned else ["auto"] * len(row)
        return call("in-one-row", columns=array(columns), cells=array(cells))

    def rows_of(self, parts: Sequence[BookPart]) -> dict[TablePart, list[TablePart]]:
        """Find the tables that stand beside each other, by the first of each row."""
        rows: list[list[TablePart]] = []
        before: BookPart | None = None
        for part in parts:
            if isinstance(part, TablePart):
                is_alike = isinstance(before, TablePart) and self._are_alike(before, part)
                if is_alike and self._have_room([*rows[-1], part]):
                    rows[-1].append(part)
                else:
                    rows.append([part])
            before = part
        return {row[0]: row for row in rows}

    def _have_room(self, row: Sequence[TablePart]) -> bool:
        room = room_for(row[0].grid, self.page).line
        return sum(map(self.width_in_row, row)) + BETWEEN * (len(row) - 1) <= room

    def width_in_row(self, part: TablePart) -> int:
        """Give the letters that a table takes beside others."""
        title = len(words_of_marks(part.grid.marks)) + len(plain(part.grid.caption))
        return width_in_row(part.grid, part.notes, title, self.page)

    def _are_alike(self, one: TablePart, other: TablePart) -> bool:
        """Tell whether two tables may stand beside each other: none far higher than the other."""
        rows, others = len(one.grid.rows), len(other.grid.rows)
        may_stand = all(
            not part.keys and not part.changed and may_stand_in_row(part.grid, part.notes, self.page)
            for part in (one, other)
        )
        return may_stand and max(rows, others) <= 3 * min(rows, others) + 3

    def _with_notes(self, part: TablePart) -> str:
        """Print a table with what is said below it."""
        text = ""
        for grid in part.grids:
            table = self._table(grid)
            if part.changed or grid.changed:
                # What is said below a table is set apart from the table itself, which the bar goes around.
                table = block(call("changed", table, apart="1em"))
            text += self.text.anchored(grid.place, table) + self._notes(grid)
        return text

    def _notes(self, grid: Grid) -> str:
        """Print what is said below a table."""
        if not has_notes(grid):
            return ""
        marks = NO_MARKS if grid.caption else grid.marks
        lines = [
            block(self.text.marks(NO_MARKS if number else marks) + self.text.runs(text))
            for number, text in enumerate(grid.notes or ((),))
        ]
        return block(call("table-notes", "".join(lines).strip("\n")))

    # --- one table

    def _table(self, grid: Grid) -> str:
        text, head = self.text, grid.head
        width = width_of(grid, self.page, self._row_room)
        together = _rows_together(grid.rows)
        outer, text.no_pages, text.no_numbers = (text.no_pages, text.no_numbers), True, True
        caption = self._caption(grid)
        stubs = stub_columns(grid)
        head_cells = [
            made
            for row, cells in zip(head, cells_in_place(head), strict=True)
            for made in self._head_row(row, cells, width.upright)
        ]
        rows = [
            self._body_row(row, cells, stubs, is_last=at >= len(grid.rows) - together)
            for at, (row, cells) in enumerate(zip(grid.rows, cells_in_place(grid.rows), strict=True))
        ]
        text.no_pages, text.no_numbers = outer
        rows = _kept_together(rows, together) if together else rows
        columns = column_count(grid)
        options = {
            "columns": array([f"{share}fr" for share in width.shares] or ["auto"] * columns),
            "together": flag(together),
            "align": array(column_alignments(grid.rows, columns)),
            "wide": flag(width.is_wide and "compact" not in grid.style),
            "size": f"{width.size:.3g}" if width.size < 1 else None,
            "apart": f"{width.apart * _LETTER:.3g}em" if width.apart and self._row_room is None else None,
            "tight": flag(width.is_tight),
            "broken": flag(width.is_broken),
            "style": next((string(name) for name in grid.style.split() if name in _STYLES), None),
            "caption": f"[{call('caption', caption)}]" if grid.caption else None,
            "has_marks": flag(grid.caption and grid.marks),
            "head_rows": str(len(head)),
            "head": array(head_cells),
        }
        lines = [f"  {key.replace('_', '-')}: {value}," for key, value in options.items() if value is not None]
        lines += [f"  {', '.join(row)}," for row in rows if row]
        return block("#rules-table(\n" + "\n".join(lines) + "\n)")

    def _caption(self, grid: Grid) -> str:
        """Print a caption; where there is no margin beside it, what belongs there stands behind it."""
        marks, words = self.text.marks(grid.marks), self.text.runs(grid.caption, linked=False)
        return words + marks if self.text.marks_in_text else marks + words

    def _head_row(self, row: GridRow, cells: Sequence[tuple[int, Cell]], upright: frozenset[int]) -> Iterator[str]:
        for x, cell in cells:
            yield self._cell(
                cell,
                align=cell.align or ("center" if cell.across > 1 else None),
                is_marked=cell.changed or (row.changed and cell is _cell_with_bar(row)),
                is_upright=x in upright and cell.across == 1,
            )

    def _body_row(
        self, row: GridRow, cells: Sequence[tuple[int, Cell]], stubs: frozenset[int], *, is_last: bool
    ) -> list[str]:
        """Give the cells of a row; one that heads those below it goes with them over a page break, if one may come."""
        self.text.labels(self.text.links.places.get(row.address))
        made = [
            self._cell(
                cell,
                align=cell.align or None,
                is_stub=x in stubs,
                is_marked=cell.changed or (row.changed and cell is _cell_with_bar(row)),
                goes_on=row.goes_on,
            )
            for x, cell in cells
        ]
        return [f"{_SUBHEAD}{', '.join(made)})"] if row.is_head and not is_last else made

    def _cell(
        self,
        cell: Cell,
        *,
        align: str | None,
        is_stub: bool = False,
        is_marked: bool = False,
        is_upright: bool = False,
        goes_on: bool = False,
    ) -> str:
        options = {
            "colspan": str(cell.across) if cell.across > 1 else None,
            "rowspan": str(cell.down) if cell.down > 1 else None,
            "align": align,
            "stub": flag(is_stub),
            "marked": flag(is_marked),
            "upright": flag(is_upright),
            "goes_on": flag(goes_on),
            "breakable": flag(len(words_of_cell(cell)) > _LONG_CELL),
        }
        anchors = self.text.anchors_of(cell.address)
        return expression("cell", anchors + self._words(cell), **options)

    def _words(self, cell: Cell) -> str:
        if cell.points:
            return self.text.plain_list(PointList(cell.points)).strip("\n")
        return "".join(block(self.text.runs(line)) for line in cell.lines or (cell.text,)).strip("\n")


def lines_in(row: GridRow) -> int:
    """Estimate how many lines a row of a table has, at most."""
    return max((-(-len(words_of_cell(cell)) // _LETTERS_OF_A_LINE) for cell in row.cells), default=1)


def may_take_a_page(grid: Grid) -> bool:
    """Tell whether a table may take more than a page."""
    return sum(map(lines_in, (*grid.head, *grid.rows))) > _MANY_LINES


def _cell_with_bar(row: GridRow) -> Cell:
    """Give the cell beside which the change bar of a row begins: the first that ends with the row."""
    return next((cell for cell in row.cells if cell.down == 1), row.cells[0])


def _rows_together(rows: Sequence[GridRow]) -> int:
    """Count the rows at the end of a long table that had better stand on one page."""
    if len(rows) <= _MANY_ROWS:
        return 0
    many = _LAST_ROWS
    while many < len(rows) and (rows[-many].is_head or rows[-many].goes_on):  # belongs to what is before it
        many += 1
    return many


def _kept_together(rows: Sequence[list[str]], together: int) -> list[list[str]]:
    """Give rows a cell more, of a column without width: one cell for all rows at the end that stand on one page."""
    *free, first = rows[: 1 - together]
    kept = expression("cell", "", rowspan=str(together))
    above = ([f"{row[0][:-1]}, [])"] if row[:1] and row[0].startswith(_SUBHEAD) else [*row, "[]"] for row in free)
    return [*above, [*first, kept], *rows[1 - together :]]
