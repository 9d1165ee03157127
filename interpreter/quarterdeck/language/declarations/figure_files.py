"""Files of figures: the rows from which a roster derives its things.

In: a roster, and the files that a ruleset has. Out: each row with its name and place, the figures of it that the roster
reads, and what the file lacks. Whether a roster takes a row, and what it makes of it, is left to `engine.run.rosters`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from io import StringIO
from pathlib import PurePosixPath
from typing import Any
from unicodedata import normalize

from quarterdeck.base.findings.finding import Finding, Findings, Label
from quarterdeck.base.near_names import named_together
from quarterdeck.base.text import MARK, SourceFile, Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Roster
from quarterdeck.language.documents.document import Path
from quarterdeck.language.documents.yaml import read_yaml

_CELL = re.compile(r'"[^"]*(?:""[^"]*)*"[^,\n]*|[^,\n]*')
OTHER_SIGNS = {";": "`;`", "\t": "tabs", "|": "`|`"}
"""What other programs part cells by, and how that is said."""


@dataclass(frozen=True)
class RosterRow:
    """A row of a file of figures: the text of each cell by its column, and where row and header stand."""

    cells: Mapping[str, str]
    header: Sequence[str]
    span: Span
    head: Span

    def place(self, column: str) -> Span:
        """Give where the cell of a column stands; of one that is not there, the row."""
        return cell_in(self.span, self.header.index(column)) if column in self.cells else self.span

    def column(self, column: str) -> Label:
        """Give a label for a column: its name in the header."""
        return Label(cell_in(self.head, self.header.index(column)), f"in the column `{column}`")


def cell_in(line: Span, index: int) -> Span:
    """Give where a cell of a line stands, without the blanks around it; of an empty one, its place."""
    at = line.start
    for _ in range(index):
        found = _CELL.match(line.file.text, at, line.end)
        at = found.end() + 1 if found is not None else at
    found = _CELL.match(line.file.text, min(at, line.end), line.end)
    said = found[0] if found is not None else ""
    start = min(at, line.end) + len(said) - len(said.lstrip())
    return Span(line.file, start, start + len(said.strip()))


def rows_of(roster: Roster, files: Mapping[str, SourceFile]) -> Iterator[tuple[str, RosterRow, Span]]:
    """Give the rows of a roster's file, each with the name of its thing; nothing where there is no such file.

    A row with more or fewer cells than the header is left out: which of them is missing is not known.
    """
    file = files.get(roster.shape.derived_from or "")
    lines = lines_of(file) if file is not None else iter(())
    header, head = next(lines, ([], None))
    for cells, span in lines:
        if len(cells) != len(header):
            continue
        row = RosterRow(dict(zip(header, cells, strict=True)), header, span, head or span)
        parts = {column: part for column in roster.named_by if (part := row.cells.get(column, "").strip())}
        yield " ".join(parts.values()), row, row.place(next(iter(parts))) if parts else span


def lines_of(file: SourceFile, *, strict: bool = False) -> Iterator[tuple[list[str], Span]]:
    """Give the cells of each line of a file of figures that is not empty, its header first, with their place.

    Raises:
        BrokenLineError: quotes do not fit, and these are to be looked at strictly.
    """
    text = file.text.removeprefix(MARK)
    starts = [len(file.text) - len(text)]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    reader = csv.reader(StringIO(text, newline=""), strict=strict)
    done = 0
    try:
        for cells in reader:
            first, done = done, reader.line_num
            if cells:
                composed = cells if file.text.isascii() else [normalize("NFC", cell) for cell in cells]
                read = composed if first else [cell.strip() for cell in composed]
                yield read, Span(file, starts[first], max(starts[first], starts[done] - 1))
    except csv.Error:
        end = file.text.find("\n", starts[done])
        raise BrokenLineError(Span(file, starts[done], end if end >= 0 else len(file.text))) from None


class BrokenLineError(Exception):
    """A line of a file of figures cannot be read: quotes in it do not fit."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


def figures_of(roster: Roster, row: RosterRow) -> dict[str, str]:
    """Give the text of each figure that a roster reads of a row, by its field."""
    return {field: figure_in(roster, row, column) for column, field in roster.shape.columns.items()}


def figure_in(roster: Roster, row: RosterRow, column: str) -> str:
    """Give the text of one figure, in the words that the roster has for it."""
    text = row.cells.get(column, "")
    return roster.shape.words.get(column, {}).get(text, text)


def as_data(kind: types.Type, text: str) -> Any:
    """Give a figure of a type as plain data: what documents write in brackets, as they do, and all else as its text.

    An empty cell is none where there may be none.

    Raises:
        ValueError: its brackets, or what stands in them, cannot be read.
    """
    if not text.strip() and types.may_be_none(kind):
        return None
    if not isinstance(kind, types.ListType | types.Place | types.Deck) or not text.strip():
        return text
    findings = Findings()
    data, _ = read_yaml(SourceFile("a figure", text), findings)
    if findings:
        raise ValueError(next(iter(findings)).message)
    return data


def is_readable(roster: Roster, file: SourceFile, findings: Findings) -> bool:
    """Tell whether a file has the columns that a roster reads; report those that it lacks, and rows that do not fit."""
    try:
        (header, head), *lines = list(lines_of(file, strict=True)) or [([], Span(file, 0, 0))]
    except BrokenLineError as error:
        hint = "close it; double a quote inside quotes, and quote the complete cell"
        findings.add("QD611", "a quote of this row does not fit", error.span, hint=hint)
        return False
    if not lines:
        message = f"`{file.path}` holds {'no row below its header' if header else 'nothing'}"
        findings.add(
            "QD611", message, head, hint="write the names of columns first, and below them a row for each thing"
        )
        return False
    columns = columns_read(roster)
    sign = next((one for one in OTHER_SIGNS if parts_otherwise(head, one, columns)), "")
    if sign:
        message = f"the cells of `{file.path}` are separated by {OTHER_SIGNS[sign]}"
        hint = f"`quarterdeck import {file.path} --as figures --to {file.path}` writes it with commas"
        findings.add("QD611", message, head, hint=hint)
        return False
    before = len(findings)
    report_missing(
        roster, file, {column: path for column, path in columns.items() if column not in header}, header, findings
    )
    for index, column in enumerate(header):
        if column and column in header[:index]:
            first = Label(cell_in(head, header.index(column)), "this is the first")
            hint = "rename one of them, or remove it"
            message = f"two columns are called `{column}`"
            findings.add("QD611", message, cell_in(head, index), labels=[first], hint=hint)
    is_readable = len(findings) == before
    for cells, span in lines:
        if len(cells) != len(header):
            own = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            message = f"this row has {own}, and its header {len(header)}"
            findings.add("QD611", message, span, hint="quote a cell with a comma")
    if is_readable:
        for name, _, span in rows_of(roster, {roster.shape.derived_from or "": file}):
            if not name:
                findings.add("QD611", "this row names no thing", span, hint="give it a name, or remove it")
    return is_readable


def columns_read(roster: Roster) -> dict[str, Path]:
    """Give the columns that a roster reads, each with where it first says so."""
    found: dict[str, Path] = dict.fromkeys(roster.named_by, ("named_by",))
    for key, said in (("columns", roster.shape.columns), ("words", roster.shape.words)):
        for column in said:
            found.setdefault(column, (key, column))
    return found


def parts_otherwise(head: Span, sign: str, columns: Iterable[str]) -> bool:
    """Tell whether a header is parted by another sign than commas: then it has columns that are read."""
    if head.text == f"sep={sign}":
        return True
    return sign in head.text and not {part.strip(' "') for part in head.text.split(sign)}.isdisjoint(columns)


def report_missing(
    roster: Roster, file: SourceFile, missing: Mapping[str, Path], header: Sequence[str], findings: Findings
) -> None:
    """Report the columns that a roster reads and its file does not have, all in one finding."""
    if not missing:
        return
    close = {column: near for column in missing for near in get_close_matches(column, header, 1)}
    hint = f"its columns are {', '.join(header)}"
    if close:
        meant = [f"`{near}`" if len(missing) == 1 else f"`{near}` for `{column}`" for column, near in close.items()]
        hint = f"did you mean {', '.join(meant)}?"
    elif [*missing.values()] == [("named_by",)]:
        hint = f"name the column of names, `named_by: {header[0] if header else 'name'}`"
    places, specified = roster.document.places, roster.shape.specified
    first, *others = (
        places.key(*path) if path[0] in specified else places.value("derived_from") for path in missing.values()
    )
    message = f"`{file.path}` has no column{'s' * (len(missing) > 1)} {named_together(missing)}"
    findings.extend([Finding("QD611", message, first, hint=hint).also_at(others)])


def report_no_file(roster: Roster, files: Mapping[str, SourceFile], findings: Findings) -> None:
    """Report a file of figures that is not there, or that is none."""
    name = roster.shape.derived_from or ""
    path = PurePosixPath(name)
    if path.suffix.lower() != ".csv":
        message = f"the file must have comma-separated values, and `{name}` does not"
        csv_file = path.with_suffix(".csv")
        hint = f"`quarterdeck import {path.name} --as figures --to {csv_file.name}` writes one; name `{csv_file}`"
    else:
        message = f"there is no file `{name}`, seen from the folder of the ruleset or from that of all rulesets"
        beside = [one for one in files if one.rpartition("/")[2].lower() == name.rpartition("/")[2].lower()]
        close = beside or get_close_matches(name, files, 1)
        hint = f"did you mean `{close[0]}`?" if close else ""
    findings.add("QD607", message, roster.document.places.value("derived_from"), hint=hint)
