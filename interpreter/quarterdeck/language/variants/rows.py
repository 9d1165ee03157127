"""Add rows and columns to tables, split them, and take them away.

In: amendments about rows and columns, and the ground that they stand on. Out: tables with other rows. A row takes its
place by what it counts for, so nobody has to say where it goes; whether all rows together leave gaps or overlap is for
the checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Label
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import all_elements
from quarterdeck.language.declarations.declaring_tables import DeclaringTables
from quarterdeck.language.declarations.symbol_table import CellOf, Row, Table
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.variants.amendment_base import AmendmentBase, Path
from quarterdeck.language.variants.rewrite import copied

Column = tuple[str, int, int]
"""The label of a column, and the first and last key for which it counts."""


@dataclass(frozen=True)
class LineNamed:
    """A row or column as an amendment names it: its table and its label, and where that stands."""

    table: Table
    label: str
    span: Span

    @property
    def row_address(self) -> str:
        """Give the address of the row."""
        return f"{self.table.name}.{self.label}"

    @property
    def column_address(self) -> str:
        """Give what variants know the column by; only its cells have addresses that others know."""
        return f"{self.table.name}.column {self.label}"


@dataclass
class RowChanges:
    """What a variant does to the rows and columns of tables."""

    amended: AmendmentBase

    def carry_out(self, node: nodes.AddRow | nodes.SplitRow) -> None:
        """Add a row or column, or split one."""
        line = self.line(node.path, node.sort.text)
        is_row = node.sort.text == "row"
        if line is None or not (is_row or self.has_columns(line)):
            return
        match node:
            case nodes.AddRow() if is_row:
                self.add_row(node, line)
            case nodes.AddRow():
                self.add_column(node, line)
            case nodes.SplitRow() if is_row:
                self.split_row(node, line)
            case nodes.SplitRow():
                self.split_column(node, line)

    # --- rows

    def add_row(self, node: nodes.AddRow, line: LineNamed) -> None:
        """Add a row, at the place of the numbers or members that it counts for."""
        table = line.table
        bounds = self.declaring.row_bounds(line.label, table.keys[0].type, line.span)
        if bounds is None or not self.amended.is_free(table.name, nodes.Word(line.span, line.label)):
            return
        labels = [name for name, _, _ in table.columns] or [""]
        cells = self.cells(node, labels, [f"{line.row_address}.{name}".rstrip(".") for name in labels], table)
        if cells is None or not self.amended.note("add", line.row_address, node.span):
            return
        self.put_rows(
            table, [*table.rows, Row(line.label, line.row_address, *bounds, cells, node.span, self.amended.source)]
        )

    def split_row(self, node: nodes.SplitRow, line: LineNamed) -> None:
        """Put several rows in the place of one, each with a copy of what it says."""
        element = self.amended.find(node.path, frozenset(["row"]), "row")
        if element is None:
            return
        row = element.thing
        assert isinstance(row, Row)
        bounds = self.parts(node, line.table.keys[0].type, row.low, row.high)
        if bounds is None or not self.amended.note("remove", row.address, node.span, keeps=False):
            return
        new = []
        for word, (low, high) in zip(node.labels, bounds, strict=True):
            address = f"{line.table.name}.{word.text}"
            if not self.amended.is_free(line.table.name, word) or not self.amended.note("add", address, node.span):
                return
            cells = tuple(copy_of(cell, address + cell.address.removeprefix(row.address)) for cell in row.cells)
            new.append(replace(row, label=word.text, address=address, low=low, high=high, cells=cells, span=word.span))
        self.put_rows(line.table, [*(one for one in line.table.rows if one is not row), *new])

    def remove_row(self, node: nodes.RemoveElement) -> None:
        """Take a row away."""
        element = self.amended.find(node.path, frozenset(["row"]), "row")
        if element is not None and self.amended.note("remove", element.address, node.span, keeps=False):
            table = self.amended.declared.tables[element.holder]
            rows = tuple(row for row in table.rows if row is not element.thing)
            self.amended.declared.tables[table.name] = replace(table, rows=rows)

    def put_rows(self, table: Table, rows: Sequence[Row]) -> None:
        """Give a table other rows, in the order of their keys, which may rise or fall."""
        falls = len(table.rows) > 1 and table.rows[0].low > table.rows[-1].low
        ordered = sorted(rows, key=lambda row: -row.low if falls else row.low)
        self.declaring.tell_apart(table.name, ordered)
        self.amended.declared.tables[table.name] = replace(table, rows=tuple(ordered))

    # --- columns

    def has_columns(self, line: LineNamed) -> bool:
        """Tell whether a table has columns; say what to do where it has none."""
        if not line.table.columns:
            hint = "replace the complete table: a file with `table:` and `replaces: yes`"
            self.amended.report("QD502", f"the table `{line.table.name}` has no columns", line.span, hint)
        return bool(line.table.columns)

    def add_column(self, node: nodes.AddRow, line: LineNamed) -> None:
        """Add a column, with a cell in every row."""
        table = line.table
        known = self.column_named(line)
        if known is not None:
            self.amended.exists(line.label, line.span, table.keys[1].span, "amend its cells, or find another label")
            return
        bounds = self.declaring.row_bounds(line.label, table.keys[1].type, line.span)
        addresses = [f"{row.address}.{line.label}" for row in table.rows]
        cells = self.cells(node, [row.label for row in table.rows], addresses, table) if bounds else None
        if bounds is None or cells is None:
            return
        if self.amended.note("add", line.column_address, node.span, within=table.name):
            self.put_columns(table, [*table.columns, (line.label, *bounds)], dict(zip(addresses, cells, strict=True)))

    def split_column(self, node: nodes.SplitRow, line: LineNamed) -> None:
        """Put several columns in the place of one, with a copy of each of its cells."""
        table, column = line.table, self.column_there(line)
        bounds = self.parts(node, table.keys[1].type, column[1], column[2]) if column else None
        if column is None or bounds is None or not self.take_away(line, node.span):
            return
        new: list[Column] = [(word.text, *ends) for word, ends in zip(node.labels, bounds, strict=True)]
        cells = {}
        for row in table.rows:
            old = row.cells[table.columns.index(column)]
            for label, _, _ in new:
                cells[f"{row.address}.{label}"] = copy_of(old, f"{row.address}.{label}")
        for label, _, _ in new:
            self.amended.note("add", replace(line, label=label).column_address, node.span, within=table.name)
        self.put_columns(table, [*(one for one in table.columns if one is not column), *new], cells)

    def remove_column(self, node: nodes.RemoveElement) -> None:
        """Take a column away."""
        line = self.line(node.path, "column")
        if line is None or not self.has_columns(line):
            return
        column, table = self.column_there(line), line.table
        if column is None:
            return
        if len(table.columns) == 1:
            self.amended.report("QD502", f"`{line.label}` is the only column", line.span, "replace the whole table")
        elif self.take_away(line, node.span):
            self.put_columns(table, [one for one in table.columns if one is not column], {})

    def take_away(self, line: LineNamed, span: Span) -> bool:
        """Write down that a column goes, with each of its cells; tell whether other variants leave them alone."""
        addresses = [line.column_address, *(f"{row.address}.{line.label}" for row in line.table.rows)]
        noted = [self.amended.note("remove", a, span, keeps=False, within=line.table.name) for a in addresses]
        return all(noted)

    def column_named(self, line: LineNamed) -> Column | None:
        """Find a column."""
        return next((column for column in line.table.columns if column[0] == line.label), None)

    def column_there(self, line: LineNamed) -> Column | None:
        """Find a column; say so where there is none."""
        found = self.column_named(line)
        if found is None:
            labels = ", ".join(f"`{label}`" for label, _, _ in line.table.columns)
            message = f"there is no column `{line.label}` in `{line.table.name}`"
            self.amended.report("QD501", message, line.span, f"there are: {labels}")
        return found

    def put_columns(self, table: Table, columns: list[Column], new: Mapping[str, CellOf]) -> None:
        """Give a table other columns, in the order of their keys, with further cells by address."""
        falls = len(table.columns) > 1 and table.columns[0][1] > table.columns[-1][1]
        ordered = sorted(columns, key=lambda column: -column[1] if falls else column[1])
        rows = []
        for row in table.rows:
            cells = {**{cell.address: cell for cell in row.cells}, **new}
            rows.append(replace(row, cells=tuple(cells[f"{row.address}.{label}"] for label, _, _ in ordered)))
        self.declaring.tell_apart(table.name, rows)
        self.amended.declared.tables[table.name] = replace(table, columns=tuple(ordered), rows=tuple(rows))

    # --- what both have

    @property
    def declaring(self) -> DeclaringTables:
        """Give who declares tables, and knows what labels mean."""
        return DeclaringTables(self.amended.declared, self.amended.findings, self.amended.name)

    def line(self, path: Path, sort: str) -> LineNamed | None:
        """Find the table whose row or column an amendment names."""
        span = path[0].span.to(path[-1].span)
        name, label = path[0].text, ".".join(word.text for word in path[1:])
        table = self.amended.declared.tables.get(name)
        if table is None:
            known = [element for element in all_elements(self.amended.declared) if element.sort == "table"]
            self.amended.missing(name, path[0].span, known, "table")
        elif not label:
            hint = f"write which {sort}: `{name}.LABEL`"
            self.amended.report("QD502", f"`{name}` is a complete table", span, hint)
            table = None
        return LineNamed(table, label, path[1].span.to(path[-1].span)) if table is not None else None

    def parts(self, node: nodes.SplitRow, kind: Type, low: int, high: int) -> list[tuple[int, int]] | None:
        """Give for what the parts of a split row or column count; say so where they do not make up the whole."""
        bounds = [self.declaring.row_bounds(word.text, kind, word.span) for word in node.labels]
        found = [ends for ends in bounds if ends is not None]
        if len(found) < len(bounds):
            return None
        ordered = sorted(found)
        ends = [low - 1, *(last for _, last in ordered)]
        whole = all(first == before + 1 for (first, _), before in zip(ordered, ends, strict=False))
        if len(found) > 1 and whole and ends[-1] == high and all(first <= last for first, last in ordered):
            return found
        span = node.labels[0].span.to(node.labels[-1].span)
        message = f"these parts do not make up `{node.path[-1].text}`"
        hint = f"let each number of the {node.sort.text} be in exactly one part"
        self.amended.report("QD515", message, span, hint)
        return None

    def cells(
        self, node: nodes.AddRow, labels: list[str], addresses: list[str], table: Table
    ) -> tuple[CellOf, ...] | None:
        """Give the cells of a new row or column, by the labels across; say what is missing or too much."""
        given = self.given(node, labels, table)
        if given is None:
            return None
        missing = [label for label in labels if label not in given]
        if missing:
            said = ", ".join(f"`{label}`" for label in missing)
            hint = "write `cell LABEL = none` if nothing happens"
            self.amended.report("QD214", f"the {node.sort.text} has no cell for {said}", span_of_head(node), hint)
        found = zip(labels, addresses, strict=True)
        cells = [self.cell(given[label], address, table) for label, address in found if label in given]
        return tuple(cell for cell in cells if cell is not None) if None not in cells and not missing else None

    def given(
        self, node: nodes.AddRow | nodes.AmendRow, labels: list[str], table: Table
    ) -> dict[str, nodes.RowValue | nodes.RowBlock] | None:
        """Give what is written for each label across; say what is written for no label, twice, or too much."""
        content = node.content
        if isinstance(content, nodes.RowCells):
            return self.given_by_label(node, content, labels, table)
        given: list[nodes.RowValue | nodes.RowBlock] = [content]
        if isinstance(content, nodes.RowValue) and isinstance(content.value, nodes.ListLiteral) and labels != [""]:
            given = [nodes.RowValue(item.span, item) for item in content.value.items]
        if len(given) == len(labels):
            return dict(zip(labels, given, strict=True))
        message = f"the {node.sort.text} has {said_count(len(given))} for {', '.join(f'`{x}`' for x in labels)}"
        hint = "write `= [...]` with a value for each, or `cell LABEL` and what it says on a line each"
        self.amended.report("QD214", message, content.span, hint)
        return None

    def given_by_label(
        self, node: nodes.AddRow | nodes.AmendRow, content: nodes.RowCells, labels: list[str], table: Table
    ) -> dict[str, nodes.RowValue | nodes.RowBlock] | None:
        if labels == [""]:
            hint = "write `= value`, or statements on the lines below: there is only one cell"
            self.amended.report("QD214", f"`{table.name}` has no columns", span_of_head(node), hint)
            return None
        found: dict[str, nodes.RowValue | nodes.RowBlock] = {}
        for cell in content.cells:
            label = cell.label.text
            if label not in labels:
                hint = f"there are: {', '.join(f'`{known}`' for known in labels)}"
                self.amended.report("QD501", f"there is nothing called `{label}` across", cell.label.span, hint)
            elif label in found:
                self.amended.report("QD503", f"`{label}` occurs twice", cell.label.span, "say it once")
            else:
                found[label] = cell.content
        return found

    def cell(self, given: nodes.RowValue | nodes.RowBlock, address: str, table: Table) -> CellOf | None:
        """Give a cell; say so where it gives a value in a table of deeds, or the other way round."""
        if isinstance(given, nodes.RowValue) and isinstance(given.value, nodes.Nothing):
            return CellOf(address, None, (), given.span)
        if isinstance(given, nodes.RowValue) != (table.gives is not None):
            acts = table.gives is None
            message = (
                f"the rows of `{table.name}` say what happens" if acts else f"the table `{table.name}` gives values"
            )
            hint = "write statements on the lines below, indented" if acts else "write the value after `=`"
            label = Label(table.document.places.value("table"), "the table stands here")
            self.amended.report("QD502", message, given.span, hint, [label])
            return None
        if isinstance(given, nodes.RowValue):
            return CellOf(address, given.value, (), given.value.span)
        return CellOf(address, None, given.block, given.span)


def copy_of(cell: CellOf, address: str) -> CellOf:
    """Give a cell that says the same at another address."""
    value = copied(cell.value) if cell.value is not None else None
    return replace(cell, address=address, value=value, statements=tuple(copied(one) for one in cell.statements))


def span_of_head(node: nodes.AddRow | nodes.AmendRow) -> Span:
    """Give where the row or column of an amendment is named."""
    return node.path[0].span.to(node.path[-1].span)


def said_count(count: int) -> str:
    """Give so many values as words.

    >>> said_count(1), said_count(3)
    ('one value', '3 values')
    """
    return "one value" if count == 1 else f"{count} values"
