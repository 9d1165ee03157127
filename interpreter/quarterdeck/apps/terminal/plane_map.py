"""The map of a plane: so many hundredths to a letter, twice as many to a line, with rulers and a scale.

In: a view, the pieces of the game, and marks to show at points. Out: rich text. A thing is two letters, an arrow of its
heading before them; what lies so close that letters would cover each other is drawn where there is room above or below
it, and a line under the map says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import wrap

from rich.text import Text

from quarterdeck.apps.terminal.canvas import EDGE, FILL, FILLS, GRID, MARK, PLAIN_FILLS, Canvas, side_style
from quarterdeck.base.geometry import plane
from quarterdeck.engine.board.pieces import Pieces

ARROWS = "↑↗→↘↓↙←↖"
PLAIN_ARROWS = "^/>\\v,<`"
RULER = 7  # letters to the left of the plane
TICK = 10  # letters between two figures of the ruler
WIDEST, HIGHEST = 110, 42


@dataclass(frozen=True)
class PlaneFrame:
    """The part of the plane that is drawn, in hundredths, and how many a letter is wide; a line is twice as high."""

    left: int
    top: int
    columns: int
    rows: int
    scale: int

    @property
    def width(self) -> int:
        """Give the width of the drawing in letters."""
        return self.columns + RULER + 3

    @property
    def height(self) -> int:
        """Give the height of the drawing in lines."""
        return self.rows + 4

    def spot(self, place: int) -> tuple[int, int] | None:
        """Give the line and the letter where a point lies; nothing where it is not drawn."""
        x, y = plane.coordinates(place)
        column, row = (x - self.left) // self.scale, (y - self.top) // (2 * self.scale)
        return (row + 2, column + RULER) if 0 <= column < self.columns and 0 <= row < self.rows else None


@dataclass
class PlaneMap:
    """Draws one side's sight of a plane."""

    pieces: Pieces
    state: list[int]
    chosen: int = -1
    marks: Mapping[int, str] = field(default_factory=dict)
    unicode: bool = True
    canvas: Canvas = field(default_factory=Canvas)
    moved: list[int] = field(default_factory=list)
    """Things that are drawn on another line than theirs."""

    def frame(self, columns: int, lines: int) -> PlaneFrame | None:
        """Give what is drawn in so much room: the whole board where it has edges, else all things with some room."""
        spots = [plane.coordinates(place) for place in [*self.places(), *self.marks] if place >= 0]
        if not spots:
            return None
        left, right = min(x for x, _ in spots), max(x for x, _ in spots)
        top, bottom = min(y for _, y in spots), max(y for _, y in spots)
        width, depth = self.pieces.situation.boards
        if width:
            left, right = min(0, left), max(width, right)
            top, bottom = min(0, top), max(depth, bottom)
        else:
            around = max(right - left, bottom - top) // 8 + 100
            left, right, top, bottom = left - around, right + around, top - around, bottom + around
        wide, high = max(20, min(columns - RULER - 3, WIDEST)), max(8, min(lines - 4, HIGHEST))
        scale = fitting(max((right - left) // wide, (bottom - top) // (2 * high)) + 1)
        left, top = left // scale * scale, top // (2 * scale) * 2 * scale
        return PlaneFrame(left, top, (right - left) // scale + 1, (bottom - top) // (2 * scale) + 1, scale)

    def drawn(self, columns: int, lines: int) -> list[Text] | None:
        """Give the lines of the map in so much room; nothing where nothing lies on the board.

        What is not drawn on its own line is named below the map, with where it lies.
        """
        frame = self.frame(columns, lines)
        if frame is None:
            return None
        drawn = self.draw(frame)
        return [*drawn, *(Text(line, EDGE) for line in self.words_of_moved(frame.width))]

    def words_of_moved(self, width: int) -> list[str]:
        """Say where those things lie that are drawn on another line than theirs."""
        if not self.moved:
            return []
        said = []
        for thing in self.moved:
            x, y = plane.coordinates(self.pieces.place_of(self.state, thing))
            said.append(f"{self.pieces.codes.get(thing, '?')} [{plane.shown(x)}, {plane.shown(y)}]")
        words = f"drawn above or below their position: {', '.join(said)}"
        return [" " * RULER + line for line in wrap(words, max(20, width - RULER))]

    def places(self) -> Iterator[int]:
        """Give the points where things are."""
        for kind in self.pieces.placed:
            yield from (self.pieces.place_of(self.state, thing) for thing in self.pieces.in_play(self.state, kind))

    def draw(self, frame: PlaneFrame) -> list[Text]:
        """Give the lines of the map."""
        self.canvas, self.moved = Canvas(), []
        self.rulers(frame)
        for index, kind in enumerate(self.pieces.fillers):
            letter = (FILLS if self.unicode else PLAIN_FILLS)[index % 3]
            for thing in self.pieces.in_play(self.state, kind):
                for place in self.line_of(frame, thing):
                    if spot := frame.spot(place):
                        self.canvas.put(*spot, letter, FILL)
        taken: set[tuple[int, int]] = set()
        for kind in self.pieces.placed:
            if kind not in self.pieces.fillers:
                for thing in self.pieces.in_play(self.state, kind):
                    self.thing(frame, thing, taken)
        for place, text in self.marks.items():
            spot = frame.spot(place)
            if spot and spot not in taken:
                self.canvas.put(*spot, text, MARK)
        return self.canvas.lines()

    def line_of(self, frame: PlaneFrame, thing: int) -> list[int]:
        """Give the points where a thing without owner and facing is drawn: one, or those from end to end."""
        place = self.pieces.place_of(self.state, thing)
        end = self.pieces.placed[self.pieces.program.layout.kind_at(thing)].end
        other = self.pieces.get(self.state, thing, end) if end else place
        if place < 0 or other < 0:
            return []
        (x, y), (u, v) = plane.coordinates(place), plane.coordinates(other)
        steps = max(abs(u - x), abs(v - y)) // frame.scale + 1
        return [plane.point_at(x + (u - x) * i // steps, y + (v - y) * i // steps) for i in range(steps + 1)]

    def spot_of(self, frame: PlaneFrame, thing: int) -> tuple[int, int] | None:
        place = self.pieces.place_of(self.state, thing)
        return frame.spot(place) if place >= 0 else None

    def thing(self, frame: PlaneFrame, thing: int, taken: set[tuple[int, int]]) -> None:
        """Draw a thing with its arrow; where others have its place, on the next line that has room."""
        spot = self.spot_of(frame, thing)
        if spot is None:
            return
        text = self.arrow(thing) + self.pieces.codes.get(thing, "?")
        line, at = spot
        at = max(RULER, min(at - 1, RULER + frame.columns - len(text)))
        rows = sorted(range(2, frame.rows + 2), key=lambda row: abs(row - line))
        own = line
        line = next((row for row in rows if not {(row, at + step) for step in range(len(text))} & taken), line)
        self.moved += [thing] * (line != own)
        taken.update((line, at + step) for step in range(len(text)))
        rank = self.pieces.rank_of(self.pieces.side_of(self.state, thing))
        self.canvas.put(line, at, text, side_style(rank, thing == self.chosen))

    def arrow(self, thing: int) -> str:
        """Give the arrow that is nearest to where a thing heads."""
        facing = self.pieces.facing_of(self.state, thing)
        return (ARROWS if self.unicode else PLAIN_ARROWS)[(facing * 2 + 45) // 90 % 8] if facing >= 0 else " "

    def rulers(self, frame: PlaneFrame) -> None:
        """Draw the figures along the edges, dots where they meet, and what a stretch of letters is long."""
        dot = "·" if self.unicode else "."
        for column in range(0, frame.columns, TICK):
            self.canvas.put(0, RULER + column, plane.shown(frame.left + column * frame.scale), EDGE)
        for row in range(0, frame.rows, TICK // 2):
            figure = plane.shown(frame.top + row * 2 * frame.scale)
            self.canvas.put(row + 2, 0, f"{figure:>{RULER - 1}}", EDGE)
            for column in range(0, frame.columns, TICK):
                self.canvas.put(row + 2, RULER + column, dot, GRID)
        bar = f"├{'─' * (TICK - 1)}┤" if self.unicode else f"|{'-' * (TICK - 1)}|"
        unit = (self.pieces.program.world.board.lengths or "").replace("_", " ")
        self.canvas.put(frame.rows + 3, RULER, f"{bar} {plane.shown(TICK * frame.scale)} {unit}".rstrip(), EDGE)


def fitting(least: int) -> int:
    """Give the smallest of 1, 2, 5, 10, 20, 50 ... that is no less than a number.

    >>> fitting(3), fitting(50), fitting(51)
    (5, 50, 100)
    """
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= least:
                return step * power
        power *= 10
