"""The map: hexes drawn with slashes or squares, things in the colour of their side with an arrow where they face.

In: a view, the pieces of the game, and marks to show in its spaces. Out: rich text. A space is four columns wide and
two lines high; three letters fit into it: an arrow and a code. Without colour the code's letter tells the side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import ClassVar

from rich.style import Style
from rich.text import Text

from quarterdeck.apps.terminal.canvas import EDGE, FILL, FILLS, GRID, MARK, PLAIN_FILLS, Canvas, side_style
from quarterdeck.engine.board.pieces import Pieces

ARROWS = {6: "↑↗↘↓↙↖", 8: "↑↗→↘↓↙←↖"}
PLAIN_ARROWS = {6: "^/\\v,`", 8: "^/>\\v,<`"}
"""The arrows by the number of directions of the board."""


@dataclass(frozen=True)
class MapFrame:
    """The part of the board that is drawn, by columns and rows, both ends included."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def width(self) -> int:
        """Give the width of the drawing in letters."""
        return 4 * (self.right - self.left + 1) + 5

    @property
    def height(self) -> int:
        """Give the height of the drawing in lines."""
        return 2 * (self.bottom - self.top + 1) + 3


@dataclass
class Map:
    """Draws one side's sight of the board."""

    pieces: Pieces
    state: list[int]
    chosen: int = -1
    marks: Mapping[int, str] = field(default_factory=dict)
    unicode: bool = True
    about: Sequence[int] = ()
    """Places to be seen where nothing is chosen, and not all can be."""
    canvas: Canvas = field(default_factory=Canvas)
    has_lower_line: ClassVar[bool] = True
    """Whether something may be written into the second line of a space, which is the edge of a square."""

    def frame(self, columns: int, lines: int) -> MapFrame | None:
        """Give what is drawn in so much room: all things and some spaces more, else what lies around the chosen one."""
        things = [
            place
            for kind in self.pieces.placed
            for thing in self.pieces.in_play(self.state, kind)
            for place in self.pieces.spaces_of(self.state, thing)
        ]
        spots = [self.pieces.grid.column_row(place) for place in [*things, *self.marks] if place >= 0]
        if not spots:
            return None
        found = MapFrame(
            min(c for c, _ in spots) - 2,
            max(c for c, _ in spots) + 2,
            min(r for _, r in spots) - 2,
            max(r for _, r in spots) + 2,
        )
        return self.within_board(self.within_room(found, columns, lines))

    def drawn(self, columns: int, lines: int) -> list[Text] | None:
        """Give the lines of the map in so much room; nothing where nothing lies on the board.

        Things that lie on a part of the board that is not drawn are named below it, with where they are.
        """
        frame = self.frame(columns, lines)
        if frame is None:
            return None
        drawn = self.draw(frame)
        return [*drawn, *(Text(line, EDGE) for line in self.words_of_those_outside(frame))]

    def words_of_those_outside(self, frame: MapFrame) -> list[str]:
        """Say which things with a code lie outside of what is drawn, where, and how far from the chosen one."""
        said, own = [], self.pieces.place_of(self.state, self.chosen) if self.chosen >= 0 else -1
        for thing, code in self.pieces.codes.items():
            place = self.pieces.place_of(self.state, thing) if self.state[thing] else -1
            if place < 0 or not self.pieces.on_board(place):
                continue
            column, row = self.pieces.grid.column_row(place)
            if not (frame.left <= column <= frame.right and frame.top <= row <= frame.bottom):
                apart = f", {self.pieces.grid.distance(own, place)} away" if own >= 0 else ""
                said.append(f"{code} [{column}, {row}]{apart}")
        return wrap(f"not on this part of the map: {'; '.join(said)}", max(40, frame.width)) if said else []

    def within_room(self, frame: MapFrame, columns: int, lines: int) -> MapFrame:
        """Cut a frame to the room there is, around the chosen thing, or else around the places that are asked about."""
        wide, high = max(5, (columns - 5) // 4), max(5, (lines - 3) // 2)
        column, row = self.middle(frame)
        left, right = _cut(frame.left, frame.right, column, wide)
        top, bottom = _cut(frame.top, frame.bottom, row, high)
        return MapFrame(left, right, top, bottom)

    def middle(self, frame: MapFrame) -> tuple[int, int]:
        """Give the column and the row around which a frame is cut."""
        place = self.pieces.place_of(self.state, self.chosen) if self.chosen >= 0 else -1
        spots = [self.pieces.grid.column_row(one) for one in ([place] if place >= 0 else self.about)]
        columns, rows = [column for column, _ in spots], [row for _, row in spots]
        if not spots:
            columns, rows = [frame.left, frame.right], [frame.top, frame.bottom]
        return (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2

    def within_board(self, frame: MapFrame) -> MapFrame:
        columns, rows = self.pieces.situation.boards
        if not columns:
            return frame
        return MapFrame(
            max(0, frame.left), min(columns - 1, frame.right), max(0, frame.top), min(rows - 1, frame.bottom)
        )

    def draw(self, frame: MapFrame) -> list[Text]:
        """Give the lines of the map."""
        self.canvas.cells.clear()
        for column in range(frame.left, frame.right + 1):
            self.canvas.put(0, 6 + 4 * (column - frame.left), f"{column:>2}"[-3:], EDGE)
            for row in range(frame.top, frame.bottom + 1):
                self.outline(frame, column, row)
        for row in range(frame.top, frame.bottom + 1):
            self.canvas.put(self.corner(frame, frame.left, row)[0], 0, f"{row:>3}", EDGE)
        self.fills(frame)
        self.things(frame)
        for place, text in self.marks.items():
            self.write(frame, place, f"{text:^3}"[:3], MARK, only_empty=True)
        return self.canvas.lines()

    def corner(self, frame: MapFrame, column: int, row: int) -> tuple[int, int]:
        """Give the line and the letter where a space begins."""
        return 2 * (row - frame.top) + 2 + (0 if column % 2 else 1), 4 + 4 * (column - frame.left)

    def outline(self, frame: MapFrame, column: int, row: int) -> None:
        line, at = self.corner(frame, column, row)
        if line == 2 + (0 if column % 2 else 1):
            self.canvas.put(line - 1, at + 1, "___", GRID)
        self.canvas.put(line, at, "/", GRID)
        self.canvas.put(line, at + 4, "\\", GRID)
        self.canvas.put(line + 1, at, "\\___/", GRID)

    def fills(self, frame: MapFrame) -> None:
        """Fill the spaces of things that have neither owner nor facing."""
        for index, kind in enumerate(self.pieces.fillers):
            letter = (FILLS if self.unicode else PLAIN_FILLS)[index % 3]
            for thing in self.pieces.in_play(self.state, kind):
                for place in self.pieces.spaces_of(self.state, thing):
                    self.write(frame, place, letter * 3, FILL, below=letter * 3)

    def things(self, frame: MapFrame) -> None:
        """Draw things, each with its arrow where it is and its code in all its spaces."""
        crowds: dict[int, list[int]] = {}
        for kind in self.pieces.placed:
            if kind in self.pieces.fillers:
                continue
            for thing in self.pieces.in_play(self.state, kind):
                for place in self.pieces.spaces_of(self.state, thing):
                    crowds.setdefault(place, []).append(thing)
        for place, crowd in crowds.items():
            thing = next((t for t in crowd if self.pieces.place_of(self.state, t) == place), crowd[0])
            code = self.pieces.codes.get(thing, "?")
            if self.pieces.place_of(self.state, thing) == place:
                text = self.arrow(thing) + code
            else:
                text = f" {code.lower()}"
            if len(crowd) > 1:
                text = f"{code}+"
            side = self.pieces.side_of(self.state, thing)
            style = side_style(self.pieces.rank_of(side), thing == self.chosen)
            self.write(frame, place, f"{text:<3}"[:3], style, tint=True)

    def arrow(self, thing: int) -> str:
        """Give the arrow of where a thing faces."""
        facing = self.pieces.facing_of(self.state, thing)
        many = len(self.pieces.grid.STEPS)
        return (ARROWS if self.unicode else PLAIN_ARROWS)[many][facing % many] if facing >= 0 else " "

    # --- letters on the canvas

    def write(
        self,
        frame: MapFrame,
        place: int,
        text: str,
        style: Style,
        below: str = "",
        tint: bool = False,
        only_empty: bool = False,
    ) -> None:
        """Write into a space: its upper line, and that of a hex below where there is something for it."""
        column, row = self.pieces.grid.column_row(place)
        if not (frame.left <= column <= frame.right and frame.top <= row <= frame.bottom):
            return
        line, at = self.corner(frame, column, row)
        if (
            only_empty
            and (line, at + 1) in self.canvas.cells
            and self.canvas.cells[(line, at + 1)][1] not in (GRID, FILL)
        ):
            return
        self.canvas.put(line, at + 1, text, style)
        if below and self.has_lower_line:
            self.canvas.put(line + 1, at + 1, below, style)
        if tint and self.has_lower_line:
            for step in range(1, 4):
                letter, _ = self.canvas.cells.get((line + 1, at + step), ("_", GRID))
                self.canvas.cells[(line + 1, at + step)] = (letter, Style(color="grey70", bgcolor=style.bgcolor))


class SquareMap(Map):
    """Draws one side's sight of a board of squares."""

    has_lower_line = False

    def corner(self, frame: MapFrame, column: int, row: int) -> tuple[int, int]:
        """Give the line and the letter where a square begins."""
        return 2 * (row - frame.top) + 2, 4 + 4 * (column - frame.left)

    def outline(self, frame: MapFrame, column: int, row: int) -> None:
        """Draw the edges of a square."""
        line, at = self.corner(frame, column, row)
        for edge in (line - 1, line + 1):
            self.canvas.put(edge, at, "+---+", GRID)
        self.canvas.put(line, at, "|", GRID)
        self.canvas.put(line, at + 4, "|", GRID)


def _cut(low: int, high: int, middle: int, most: int) -> tuple[int, int]:
    """Cut a stretch to so many places around a middle, as far as it is longer."""
    if high - low + 1 <= most:
        return low, high
    first = max(low, min(middle - most // 2, high - most + 1))
    return first, first + most - 1
