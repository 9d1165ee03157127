"""Put measured tables into `docs/measurements.md`: each between its two marks, with the date on which it was taken.

In: tables that the scripts beside this one measure. Out: the tables on the terminal, and, where that is asked for with
`--write`, the page with its tables exchanged. Its prose is left as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

PAGE = Path(__file__).parents[1] / "docs" / "measurements.md"


class NoPlaceError(Exception):
    """The page has no place for a table, or more than one; the argument is the message."""


@dataclass(frozen=True)
class Measured:
    """A table: its name in the page, what was measured and how, and rows of cells; numbers stand to the right."""

    name: str
    how: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def right(self, column: int) -> bool:
        """Tell whether a column holds numbers."""
        return all(re.fullmatch(r"[\d.,]+ ?%?|", row[column]) for row in self.rows)

    def on_terminal(self) -> Table:
        """Give the table for a terminal."""
        table = Table(title=self.how, title_justify="left")
        for column, heading in enumerate(self.headings):
            table.add_column(heading, justify="right" if self.right(column) else "left")
        for row in self.rows:
            table.add_row(*row)
        return table

    def in_page(self, date: str) -> str:
        """Give the table as Markdown, with the date."""
        rules = ("---:" if self.right(column) else "---" for column in range(len(self.headings)))
        lines = (self.headings, tuple(rules), *self.rows)
        shown = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        return f"{shown}\n\n{self.how}. Taken on {date}."


def exchanged(page: str, table: Measured, date: str) -> str:
    """Give a page with a table in its place.

    Raises:
        NoPlaceError: there is not exactly one place of that name.
    """
    begin, end = f"<!-- begin {table.name} -->\n", f"<!-- end {table.name} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    if page.count(begin) != 1 or rest.count(end) != 1:
        raise NoPlaceError(f"the page has not exactly one place for the table `{table.name}`")
    return f"{before}{begin}{table.in_page(date)}\n{end}{after}"


def show(tables: Iterable[Measured]) -> None:
    """Show tables on the terminal, and put them into the page where the command line says `--write`."""
    for table in tables:
        Console().print(table.on_terminal())
        if "--write" in sys.argv[1:]:
            date = datetime.now(UTC).date().isoformat()
            PAGE.write_text(exchanged(PAGE.read_text("utf-8"), table, date), "utf-8")
