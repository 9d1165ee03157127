"""What is printed: lines of the narrative, the map with what things are like, questions.

In: a console, made for a terminal or for a file. Out: print. Where the output cannot hold arrows and shades, plain
letters stand for them; where it is no terminal, nothing is cleared and lines are not cut.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from rich.console import Console
from rich.measure import Measurement
from rich.segment import Segment, Segments
from rich.style import Style
from rich.table import Table
from rich.text import Text

from quarterdeck.apps.terminal.maps import map_of
from quarterdeck.apps.terminal.status import Status
from quarterdeck.engine.board.descriptions import Descriptions
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.narrative import Line
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.wording import Wording

STYLES = {
    "turn": Style(bold=True, reverse=True),
    "phase": Style(bold=True, color="cyan"),
    "act": Style(),
    "roll": Style(color="green"),
    "missed": Style(color="grey62"),
    "row": Style(color="yellow"),
    "changed": Style(color="yellow"),
    "told": Style(bold=True, color="magenta"),
    "refused": Style(color="red"),
}
FORGOTTEN = "\x1b[3J"
"""Tells a terminal to drop the lines that have scrolled out of sight."""
BESIDE, LEAST_LINES, GAP = 60, 12, 2
"""Letters that stand beside a map want; lines that a map has at least; letters between the two."""
SIGNS = str.maketrans({"→": ">", "−": "-", "×": "x", "·": ".", "’": "'", "…": "..."})


def console_for(file: object = None) -> Console:
    """Give a console for the standard output that no letter can break."""
    stream = file or sys.stdout
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(file=stream, highlight=False, markup=False)  # type: ignore[arg-type]


@dataclass
class Screen:
    """Prints for whoever looks on."""

    console: Console = field(default_factory=console_for)

    @property
    def unicode(self) -> bool:
        """Tell whether arrows and shades can be printed."""
        return (self.console.encoding or "").lower().replace("-", "").startswith("utf")

    @property
    def is_terminal(self) -> bool:
        """Tell whether somebody looks on at a terminal."""
        return self.console.is_terminal

    def say(self, text: str | Text = "", style: str | Style = "") -> None:
        """Print a line."""
        said = text if isinstance(text, Text) else Text(text, style)
        if not self.unicode:
            said = Text(said.plain.translate(SIGNS))
        self.console.print(said, soft_wrap=True)

    def lines(self, lines: Iterable[Line]) -> None:
        """Print lines of the narrative, each with the number of its entry."""
        for line in lines:
            self.line(line)

    def line(self, line: Line) -> None:
        """Print a line of the narrative."""
        if line.sort == "turn":
            self.say()
            self.say(f"  {line.text}  ", STYLES["turn"])
            return
        text = Text().append(f"{line.number or '':>5}  ", Style(dim=True))
        text.append("  " * line.depth + line.text, STYLES.get(line.sort, Style.null()))
        self.say(text)

    def board(
        self,
        pieces: Pieces,
        view: View,
        wording: Wording,
        chosen: int = -1,
        marks: Mapping[int, str] | None = None,
        below: int | None = None,
        about: Sequence[int] = (),
    ) -> None:
        """Print the map, as far as there is one, and what the things on it are like.

        Where `below` says how many lines are to follow, the map is made as small as leaves room for them, and shows
        the chosen thing or else the places that it is `about`.
        """
        status = Status(Descriptions(pieces, view, wording)).table(chosen, self.unicode)
        drawing = map_of(pieces, pieces.as_seen(view), chosen, marks, self.unicode, about)
        drawn = drawing.drawn(self.console.width, 10_000) if pieces.has_board else None
        if drawn is not None and below is not None:
            fits_beside = max(line.cell_len for line in drawn) + BESIDE <= self.console.width
            taken = below + (0 if fits_beside else len(self.console.render_lines(status)))
            room = max(LEAST_LINES, self.console.height - taken)
            drawn = drawing.drawn(self.console.width, room)
            if drawn is not None and len(drawn) > room:  # it says below itself what lies elsewhere
                drawn = drawing.drawn(self.console.width, max(LEAST_LINES, 2 * room - len(drawn)))
        if drawn is None:
            self.console.print(status)
            return
        width = max(line.cell_len for line in drawn)
        if width + BESIDE <= self.console.width:
            self.console.print(Segments(self.side_by_side(drawn, width, status)), end="")
        else:
            self.console.print(Text("\n").join(drawn), soft_wrap=True)
            self.console.print(status)

    def side_by_side(self, drawn: Sequence[Text], width: int, status: Table) -> Iterator[Segment]:
        """Give lines of a width with a table on their right, each laid out once."""
        options = self.console.options
        most = self.console.width - width - GAP
        beside = min(most, Measurement.get(self.console, options.update(width=most), status).maximum)
        table = self.console.render_lines(status, options.update(width=beside))
        for line, told in zip_longest(drawn, table):
            if line is not None:
                yield from line.render(self.console)
            yield Segment(" " * (width + GAP - (line.cell_len if line is not None else 0)))
            yield from told or [Segment(" " * beside)]
            yield Segment.line()

    def clear(self, forget: bool = False) -> None:
        """Begin a new page, where somebody looks on at a terminal; `forget` also what has scrolled out of sight."""
        if self.is_terminal:
            self.console.clear()
            if forget and not self.console.is_dumb_terminal:
                self.console.file.write(FORGOTTEN)
                self.console.file.flush()
        else:
            self.say()
