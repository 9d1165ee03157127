"""What an import yields: a document as YAML, and every cell that could not be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from quarterdeck.analysis.imports.cell_forms import CellError, name_of
from quarterdeck.analysis.imports.file_grids import FileGrid, FileRow, ImportRefusedError
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.plain_data import DataRecord, FromOne

ImportForm = Literal["roster", "table", "figures"]


@dataclass(frozen=True)
class CellProblem(DataRecord):
    """What could not be read: the row of the file, the heading of the column, the text of the cell, and why."""

    file: str
    row: FromOne
    column: str
    text: str
    message: str

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        return f"{self.file}, row {self.row}{column}: {self.message}"


@dataclass(frozen=True)
class Imported(DataRecord):
    """A roster, a table or a file of figures that was read from a file.

    `text` is the document, `rows` how many rows of the file are in it. `problems` are cells that are not in it. `notes`
    say what the import assumed. `findings` are what a game that has this document would find wrong with it.
    """

    form: ImportForm
    name: str
    rows: int
    text: str
    problems: Sequence[CellProblem]
    notes: Sequence[str]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class DocumentWishes:
    """What a document is to be called, where it comes from, and what its empty cells stand for, if for anything."""

    name: str
    title: str
    cited: Mapping[str, str] = field(default_factory=dict)
    empty: str = ""

    def head(self, form: ImportForm) -> dict[str, Any]:
        """Return the entries with which the document begins."""
        cites = {"source": self.cited} if self.cited else {}
        return {form: self.name, "title": self.title, **cites}


@dataclass
class ImportedGrid:
    """A grid that is being imported: its columns by heading, and what could not be read so far."""

    file: Path
    grid: FileGrid
    name: str
    header: int = 0
    problems: list[CellProblem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        try:
            head, self.rows = self.grid.below(self.header)
        except ImportRefusedError as error:
            raise ImportRefusedError(f"{self.file}: {error}") from None
        self.head = head
        self.columns: dict[str, int] = {}
        for place, heading in enumerate(head.cells):
            if heading in self.columns:
                self.notes.append(f"two columns are headed {heading}; the second is left out")
            elif heading or any(row.cells[place] for row in self.rows):
                self.columns[heading or f"column {place + 1}"] = place

    def column(self, heading: str) -> str:
        """Return a heading as it is in the file, from what somebody typed.

        Raises:
            ImportRefusedError: there is no such column.
        """
        said = {one.lower(): one for one in self.columns} | {name_of(one): one for one in self.columns}
        if found := said.get(heading.lower()) or said.get(name_of(heading)):
            return found
        hint = did_you_mean(heading, self.columns, f"there are {', '.join(self.columns)}", mark="")
        raise ImportRefusedError(f"{self.file} has no column {heading}; {hint}")

    def text(self, row: FileRow, heading: str) -> str:
        """Return the text of a cell.

        Raises:
            CellError: its reader could not tell what is in it.
        """
        place = self.columns[heading]
        if why := self.grid.unread.get((row.number, place)):
            raise CellError(why)
        return row.cells[place]

    def texts(self, heading: str) -> list[str]:
        """Return the texts of a column."""
        return [row.cells[self.columns[heading]] for row in self.rows]

    def report(self, row: FileRow, heading: str, message: str) -> None:
        """Report that a cell, or a row where no heading is given, could not be read."""
        text = row.cells[self.columns[heading]] if heading else ""
        self.problems.append(CellProblem(str(self.file), row.number, heading, text, message))


Columns = Mapping[str, Sequence[str]]
"""The fields that the cells of a column fill, by its heading: none, one, or several that share a cell."""
