"""Letters in colours on lines: what maps are drawn on, and in which colours.

In: letters with the line and the column where they stand. Out: rich text. What is put later covers what was put before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from operator import itemgetter

from rich.style import Style
from rich.text import Text

_LETTER = itemgetter(0)
FILLS = "░▒▓"
PLAIN_FILLS = ":%#"
GROUNDS = ("#1d4f91", "#9c2f24", "#2c6e49", "#8a6a12", "#6b3f87", "#2b6f77")
CHOSEN = ("#3f86e0", "#e0503f", "#45a86f", "#c79a1c", "#9a62c0", "#3fa3ae")
GRID = Style(color="grey35")
EDGE = Style(color="grey50")
MARK = Style(color="black", bgcolor="#e8c547", bold=True)
FILL = Style(color="grey62")


@cache
def side_style(rank: int, chosen: bool = False) -> Style:
    """Give the colours of a side's things."""
    if rank < 0:
        return Style(bold=True)
    return Style(color="white", bgcolor=(CHOSEN if chosen else GROUNDS)[rank % len(GROUNDS)], bold=True)


@dataclass
class Canvas:
    """Letters by line and column."""

    cells: dict[tuple[int, int], tuple[str, Style]] = field(default_factory=dict)

    def put(self, line: int, at: int, text: str, style: Style) -> None:
        """Put letters side by side."""
        for step, letter in enumerate(text):
            self.cells[(line, at + step)] = (letter, style)

    def lines(self) -> list[Text]:
        """Give the canvas as text."""
        blank = (" ", Style.null())
        rows: dict[int, dict[int, tuple[str, Style]]] = {}
        for (line, at), cell in self.cells.items():
            rows.setdefault(line, {})[at] = cell
        found = []
        for line in range(max(rows, default=-1) + 1):
            row = rows.get(line, {})
            letters = [row.get(at, blank) for at in range(max(row, default=-1) + 1)]
            runs = groupby(letters, key=itemgetter(1))
            found.append(Text.assemble(*(("".join(map(_LETTER, run)), style) for style, run in runs), no_wrap=True))
        return found
