"""Files of figures: the rows from which a roster derives its things.

In: a roster, and the files that a ruleset has. Out: each row with its name and place, and the figures of it that the
roster reads. Whether a roster takes a row, and what it makes of it, is left to `run.rosters`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO

from quarterdeck.names.declared import Roster
from quarterdeck.source import SourceFile, Span

Row = Mapping[str, str]


def rows_of(roster: Roster, files: Mapping[str, SourceFile]) -> Iterator[tuple[str, Row, Span]]:
    """Give the rows of a roster's file, each with the name of its thing; nothing where there is no such file."""
    file = files.get(roster.shape.derived_from or "")
    if file is None:
        return
    for row in csv.DictReader(StringIO(file.text)):
        name = row.get("name", "")
        at = max(0, file.text.find(f"\n{name},") + 1)
        yield name, row, Span(file, at, at + len(name))


def figures_of(roster: Roster, row: Row) -> dict[str, str]:
    """Give the text of each figure that a roster reads of a row, by its field."""
    found = {}
    for column, field in roster.shape.columns.items():
        text = row.get(column, "")
        found[field] = roster.shape.words.get(column, {}).get(text, text)
    return found
