"""Files of figures: the rows from which a roster derives its things.

In: a roster, and the files that a ruleset has. Out: each row with its name and place, the figures of it that the roster
reads, and what the file lacks. Whether a roster takes a row, and what it makes of it, is left to `engine.run.rosters`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from io import StringIO
from typing import Any

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Roster
from quarterdeck.language.documents.document import Path
from quarterdeck.language.documents.yaml import read_yaml

Row = Mapping[str, str]
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What some programs put before the first column of a file."""


def rows_of(roster: Roster, files: Mapping[str, SourceFile]) -> Iterator[tuple[str, Row, Span]]:
    """Give the rows of a roster's file, each with the name of its thing; nothing where there is no such file."""
    file = files.get(roster.shape.derived_from or "")
    lines = lines_of(file) if file is not None else iter(())
    header, _ = next(lines, ([], None))
    for cells, span in lines:
        row = dict(zip(header, cells, strict=False))
        name = " ".join(part for column in roster.named_by if (part := row.get(column, "").strip()))
        at = span.text.find(name) if name else -1
        yield name, row, Span(span.file, span.start + at, span.start + at + len(name)) if at >= 0 else span


def lines_of(file: SourceFile) -> Iterator[tuple[list[str], Span]]:
    """Give the cells of each line of a file of figures that is not empty, its header first, with their place."""
    starts = [0]
    for line in file.text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    reader = csv.reader(StringIO(file.text.removeprefix(MARK), newline=""))
    done = 0
    for cells in reader:
        first, done = done, reader.line_num
        if cells:
            yield cells, Span(file, starts[first], max(starts[first], starts[done] - 1))


def figures_of(roster: Roster, row: Row) -> dict[str, str]:
    """Give the text of each figure that a roster reads of a row, by its field."""
    return {field: figure_in(roster, row, column) for column, field in roster.shape.columns.items()}


def figure_in(roster: Roster, row: Row, column: str) -> str:
    """Give the text of one figure, in the words that the roster has for it."""
    text = row.get(column, "")
    return roster.shape.words.get(column, {}).get(text, text)


def as_data(kind: types.Type, text: str) -> Any:
    """Give a figure of a type as plain data: what documents write in brackets, as they do, and all else as its text.

    Raises:
        ValueError: its brackets, or what stands in them, cannot be read.
    """
    if not isinstance(kind, types.ListType | types.Place | types.Deck) or not text.strip():
        return text
    findings = Findings()
    data, _ = read_yaml(SourceFile("a figure", text), findings)
    if findings:
        raise ValueError(next(iter(findings)).message)
    return data


def is_readable(roster: Roster, file: SourceFile, findings: Findings) -> bool:
    """Tell whether a file has the columns that a roster reads; report those that it lacks, and rows that do not fit."""
    lines = lines_of(file)
    header, _ = next(lines, ([], None))
    places, missing = roster.document.places, False
    wanted: list[tuple[str, Path]] = [(column, ("named_by",)) for column in roster.named_by]
    wanted += [(column, ("columns", column)) for column in roster.shape.columns]
    wanted += [(column, ("words", column)) for column in roster.shape.words]
    for column, path in wanted:
        if column not in header:
            close = get_close_matches(column, header, 1)
            hint = f"did you mean `{close[0]}`?" if close else f"its columns are {', '.join(header)}"
            if path == ("named_by",) and not close:
                hint = f"say by which column things are named, `named_by: {header[0] if header else 'name'}`"
            place = places.key(*path) if path[0] in roster.shape.specified else places.value("derived_from")
            findings.add("QD611", f"`{file.path}` has no column `{column}`", place, hint=hint)
            missing = True
    for cells, span in lines:
        if len(cells) != len(header):
            message = f"this row has {len(cells)} cells, and its header {len(header)}"
            findings.add("QD611", message, span, hint="put a cell that holds a comma in quotes")
    if not missing:
        for name, _, span in rows_of(roster, {roster.shape.derived_from or "": file}):
            if not name:
                findings.add("QD611", "this row names no thing", span, hint="give it a name, or take it away")
    return not missing
