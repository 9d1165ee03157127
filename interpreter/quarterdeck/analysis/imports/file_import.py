"""Import a file: find out what it is, read the table that is meant, and check the result in a game.

In: a path and wishes. Out: an `Imported`. Nothing is written.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from quarterdeck.analysis.imports.file_grids import FileGrid, ImportRefusedError
from quarterdeck.analysis.imports.imported import Imported, ImportedGrid
from quarterdeck.analysis.imports.spreadsheet_grids import in_spreadsheet
from quarterdeck.analysis.imports.text_grids import decoded, in_html, in_markdown, separated
from quarterdeck.base.findings.finding import Finding, RefusedError
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import bytes_of
from quarterdeck.workspace.pipeline.folders import find
from quarterdeck.workspace.pipeline.load_result import Memory
from quarterdeck.workspace.pipeline.stages import load
from quarterdeck.workspace.ruleset.ruleset import Ruleset

OLD_SPREADSHEET = bytes.fromhex("d0cf11e0")
"""What a spreadsheet begins with that is neither XLSX nor ODS."""
FOLDERS = {"roster": "rosters", "table": "tables"}
"""Where a game keeps documents of each form."""


@dataclass(frozen=True)
class ReadingWishes:
    """How a file is to be read: which sheet or table of it, its encoding, its separator, the row with the headings."""

    sheet: str = ""
    encoding: str = ""
    separator: str = ""
    header: int = 0


def read_grid(file: Path, wishes: ReadingWishes) -> ImportedGrid:
    """Read the table of a file that is meant, the first unless a sheet is named.

    Raises:
        UnreadableError: the file is not there, or is too large.
        ImportRefusedError: it cannot be read as a table, or has no such sheet.
    """
    try:
        grids, notes = grids_in(file, bytes_of(file), wishes)
        grid = chosen(grids, wishes.sheet)
    except ImportRefusedError as error:
        raise ImportRefusedError(f"{file}: {error}") from None
    if len(grids) > 1 and not wishes.sheet:
        named = ", ".join(f"{place} {one.name}".strip() for place, one in enumerate(grids, 1))
        notes.append(f"{file} has {len(grids)} tables, and this is the first; choose one with --sheet: {named}")
    name = grid.name if grid.name and len(grids) > 1 else file.stem
    return ImportedGrid(file, grid, name, wishes.header, notes=notes)


def grids_in(file: Path, data: bytes, wishes: ReadingWishes) -> tuple[list[FileGrid], list[str]]:
    """Read all tables of a file, with what was assumed about it.

    Raises:
        ImportRefusedError: it cannot be read as tables.
    """
    if data.startswith(OLD_SPREADSHEET):
        raise ImportRefusedError("it is a spreadsheet of an old program; save it as XLSX, ODS or CSV")
    if data.startswith(b"PK"):
        return in_spreadsheet(data), []
    text, encoding = decoded(data, wishes.encoding)
    notes = [f"{file} was read as {encoding}"] if encoding == "cp1252" and not wishes.encoding else []
    if file.suffix.lower() in (".html", ".htm") or "<table" in text[:2_000].lower():
        return in_html(text), notes
    if file.suffix.lower() in (".md", ".markdown"):
        return in_markdown(text), notes
    grid = separated(text, wishes.separator)
    return [grid] if grid.rows else [], notes


def chosen(grids: Sequence[FileGrid], sheet: str) -> FileGrid:
    """Return the table that is meant, by its name or number; without either, the first.

    Raises:
        ImportRefusedError: there is none.
    """
    if not grids:
        raise ImportRefusedError("there is no table in it")
    if not sheet:
        return grids[0]
    by_name = {one.name.lower(): one for one in reversed(grids)}
    by_number = {str(number): one for number, one in enumerate(grids, 1)}
    if found := by_name.get(sheet.lower()) or by_number.get(sheet):
        return found
    known = ", ".join(f"{place} {one.name}".strip() for place, one in enumerate(grids, 1))
    raise ImportRefusedError(f"it has no table {sheet}; {did_you_mean(sheet, by_name, f'there are {known}')}")


COMMA_NUMBER = re.compile(r"^\s*([+-]?\d+),(\d+)\s*$")


def as_figures(source: ImportedGrid, name: str) -> Imported:
    """Write a table as a roster that is `derived_from:` a file reads it: separated by commas, in UTF-8.

    A number with a decimal comma gets a point.
    """
    has_comma = source.grid.has_decimal_comma
    for row in source.rows:
        for heading, place in source.columns.items():
            if why := source.grid.unread.get((row.number, place)):
                source.report(row, heading, why)
    found = StringIO()
    writer = csv.writer(found, lineterminator="\n")
    places = list(source.columns.values())
    writer.writerow(source.columns)
    for row in source.rows:
        cells = ["" if (row.number, place) in source.grid.unread else row.cells[place] for place in places]
        writer.writerow([COMMA_NUMBER.sub(r"\1.\2", one) if has_comma else one for one in cells])
    return Imported("figures", name, len(source.rows), found.getvalue(), source.problems, source.notes)


def findings_in(game: str, imported: Imported, to: Path | None) -> tuple[Finding, ...]:
    """Check a game as if it had the document already; return what is wrong with the document.

    That no rule uses it yet is not an error.

    Raises:
        NotFoundError: there is no such game.
    """
    folder = find(game)[-1].resolve()
    inside = Path(FOLDERS[imported.form], f"{imported.name}.yaml")
    if to is not None and to.resolve().is_relative_to(folder):
        inside = to.resolve().relative_to(folder)
    loaded = load(game, Memory(unsaved={folder / inside: imported.text}))
    found = list(loaded.findings)
    if imported.form == "roster" and not any(one.is_fault for one in found):
        try:
            found += Ruleset(loaded).faults_of_rosters()
        except RefusedError as error:
            found += error.findings
    shown = f"{folder.name}/{inside.as_posix()}"
    return tuple(one for one in found if one.is_fault and one.span.file.path == shown)
