"""Draw the board of a situation: the whole of it on one page, sheets to lay out, and range sticks to scale.

In: a situation. Out: pictures in hundredths of a millimetre. Without an edge a board is as large as its things need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.geometry import plane
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.checks.logs import millimetres_of, paper_of
from quarterdeck.language.declarations import types
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.drawing.area_boards import APART, areas_on
from quarterdeck.print.drawing.labels import Named, labels
from quarterdeck.print.drawing.measures import wide
from quarterdeck.print.drawing.pieces import counter, pointed
from quarterdeck.print.drawing.planes import PlaneBoard
from quarterdeck.print.drawing.shapes import MM, Anchor, Picture, Shape, Style, Words, line, rectangle
from quarterdeck.print.drawing.space_boards import SpaceBoard, extent_of, side_that_fits
from quarterdeck.print.pictures.scenes import OnBoard, in_areas
from quarterdeck.workspace.pipeline.build import Built

MOST_SHEETS = 60
"""So many pages a board to lay out may have."""
_AROUND = 2
"""So many hexes or squares lie around the things of a board that has no edge."""
_TEXT = 290
_MARGIN = 7 * MM
_HIGH = 13 * MM
_RIM = 30
"""A line along an edge is drawn whole where a picture is so much larger."""


class TooManySheetsError(BookError):
    """A board of that size needs too many pages; the argument is their number."""

    sort = "usage"


@dataclass(frozen=True)
class BoardDrawer:
    """Draws the board of one situation on pages with so much room."""

    built: Built
    situation: Situation
    room: tuple[int, int]

    @property
    def pieces(self) -> Pieces:
        """Give what lies on the board."""
        return Pieces(self.situation, self.built.lowered_module)

    @property
    def shape(self) -> str:
        """Give what the board is: hex, square, plane, areas or none."""
        return self.built.checked.declared.head.board.shape

    # --- the whole of it

    def whole(self) -> Picture | None:
        """Give the board with all things as they begin, on one page; nothing where there is none."""
        if self.shape in ("hex", "square"):
            columns, rows = self.extent()
            room = (self.room[0] - 2 * _MARGIN, self.room[1] - 2 * _MARGIN)
            side = int(side_that_fits(self.pieces.grid, len(columns), len(rows), room))
            return self.sheet_of_spaces(min(side, 9 * MM), columns, rows, "The board, as the battle begins")
        if self.shape == "areas":
            return self.areas()
        return self.plane() if self.shape == "plane" else None

    def extent(self) -> tuple[range, range]:
        """Give the columns and rows of a board of hexes or squares."""
        columns, rows = self.situation.boards
        if columns:
            return range(columns), range(rows)
        pieces, state = self.pieces, self.situation.state
        places = (place for thing in self.placed() for place in pieces.spaces_of(state, thing))
        return extent_of(pieces.grid, places, _AROUND)

    def placed(self) -> Iterator[int]:
        """Give the things that lie on the board."""
        pieces, state = self.pieces, self.situation.state
        for kind in pieces.placed:
            yield from (thing for thing in pieces.in_play(state, kind) if pieces.place_of(state, thing) >= 0)

    def sheet_of_spaces(self, side: int, columns: range, rows: range, title: str) -> Picture:
        """Give columns and rows of hexes or squares with what lies in them; every fifth is numbered."""
        board = SpaceBoard.rectangle(self.pieces.grid, side, columns, rows, (_MARGIN, _MARGIN))
        drawn: list[Shape] = [board.outlines(Style("muted", width=18)), *board.labels(columns, rows, 5, _TEXT)]
        pieces, state = self.pieces, self.situation.state
        named = []
        for thing in self.placed():
            own = pieces.spaces_of(state, thing)
            column, row = pieces.grid.column_row(own[0])
            if column not in columns or row not in rows:
                continue
            rank, facing = pieces.rank_of(pieces.side_of(state, thing)), pieces.facing_of(state, thing)
            if facing >= 0:
                drawn += counter(board, own, facing, max(0, rank))
            else:
                drawn.append(pointed(board.centre(own[0]), None, side, max(0, rank)))
            named.append(Named.at(self.code(thing), side, *map(board.centre, own)))
        _left, _top, right, bottom = board.box
        drawn += labels(named, _TEXT, (0, 0, right + _MARGIN, bottom + _MARGIN))
        return Picture(right + _MARGIN, bottom + _MARGIN, tuple(drawn), title)

    def areas(self) -> Picture | None:
        """Give the map of areas with the things in them, as they begin."""
        board = areas_on(self.built.checked.declared, self.room, 2 * APART)
        if board is None:
            return None
        pieces, state = self.pieces, self.situation.state
        things = [
            OnBoard(
                self.code(thing),
                (pieces.place_of(state, thing),),
                None,
                pieces.rank_of(pieces.side_of(state, thing)),
            )
            for thing in self.placed()
        ]
        marks, named = in_areas(board, things)
        drawn = [*board.ways(), *board.discs(), *marks, *board.words(_TEXT)]
        drawn += labels(named, _TEXT, board.box, board.covered(_TEXT))
        _left, _top, far, low = board.box
        return Picture(far, low, tuple(drawn), "The board, as the battle begins")

    def plane(self) -> Picture:
        """Give a plane with a grid and what lies on it."""
        pieces, state = self.pieces, self.situation.state
        width, depth = self.situation.boards
        spots = [plane.coordinates(pieces.place_of(state, thing)) for thing in self.placed()]
        window = (0, 0, width, depth)
        if not width:
            across, down = [x for x, _ in spots] or [0], [y for _, y in spots] or [0]
            rim = max(max(across) - min(across), max(down) - min(down), 1000) // 8
            window = (min(across) - rim, min(down) - rim, max(across) + rim, max(down) + rim)
        left, top, right, bottom = window
        longest = min(
            Fraction(self.room[0] - 2 * _MARGIN, right - left), Fraction(self.room[1] - 2 * _MARGIN, bottom - top)
        )
        board = PlaneBoard(window, longest, (_MARGIN + MM, _MARGIN))
        drawn: list[Shape] = list(board.frame(_TEXT))
        named = []
        for thing in self.placed():
            facing = pieces.facing_of(state, thing)
            rank = max(0, pieces.rank_of(pieces.side_of(state, thing)))
            place, radius = pieces.place_of(state, thing), pieces.radius_of(state, thing)
            spot = board.spot(place)
            if radius:
                drawn += board.disk(place, radius, Style("muted", "shade", 18))
            else:
                drawn.append(pointed(spot, facing if facing >= 0 else None, 4 * MM, rank))
            named.append(Named.at(self.code(thing), 2 * MM, spot))
        _x, _y, far, low = board.box
        drawn += labels(named, _TEXT, board.box)
        return Picture(far + _MARGIN, low + _MARGIN, tuple(drawn), "The board, as the battle begins")

    def code(self, thing: int) -> str:
        """Give the code of a thing, or the name of what nobody owns."""
        return self.pieces.codes.get(thing) or self.situation.names.get(thing, "")

    def legend(self) -> list[dict[str, Any]]:
        """Give which thing each code stands for, side by side."""
        pieces, names = self.pieces, self.situation.names
        found: dict[int, list[str]] = {}
        for thing in self.placed():
            if thing in pieces.codes:
                side = pieces.side_of(self.situation.state, thing)
                found.setdefault(side, []).append(f"{pieces.codes[thing]}\N{NO-BREAK SPACE}{names.get(thing, '')}")
        return [{"side": names.get(side, ""), "names": said} for side, said in found.items()]

    # --- sheets to lay out

    def sheets(self, across: int) -> tuple[Picture, ...]:
        """Give the board in sheets of hexes or squares that are so wide, to be laid edge to edge.

        Raises:
            TooManySheetsError: there would be more than `MOST_SHEETS`.
        """
        if self.shape not in ("hex", "square"):
            return ()
        columns, rows = self.extent()
        side = across * 1000 // 1732
        wide_page = max(1, (self.room[0] - 2 * _MARGIN - side // 2) * 2 // (3 * side))
        high_page = max(1, (self.room[1] - 2 * _MARGIN - across // 2) // across)
        if self.shape == "square":
            wide_page, high_page = (max(1, (long - 2 * _MARGIN) // across) for long in self.room)
        lefts, tops = range(0, len(columns), wide_page), range(0, len(rows), high_page)
        if len(lefts) * len(tops) > MOST_SHEETS:
            raise TooManySheetsError(f"{len(lefts) * len(tops)} sheets")
        return tuple(
            self.sheet_of_spaces(
                side,
                columns[left : left + wide_page],
                rows[top : top + high_page],
                f"Sheet {down + 1}.{number + 1} of {len(tops)}.{len(lefts)}: row by row, from the left",
            )
            for down, top in enumerate(tops)
            for number, left in enumerate(lefts)
        )

    # --- range sticks

    def scale(self) -> Fraction:
        """Give the hundredths of a millimetre that a length of a plane takes on the table."""
        program = self.built.program
        paper = paper_of(self.built.checked.declared)
        constant = program.world.constants.get(paper.constant or "") if paper is not None else None
        if paper is None:
            return Fraction(MM)
        said = {}
        if constant is not None:
            value = program.settings[constant.name]
            said[constant.name] = words_of(program, {}, constant.type, value, as_written=True)
        return (decimals.read(millimetres_of(paper, said)) or Fraction(1)) * MM

    def sticks(self) -> tuple[tuple[str, tuple[Picture, ...]], ...]:
        """Give the range sticks of a plane: the title of each, and the pieces that it is glued together from."""
        paper = paper_of(self.built.checked.declared)
        if self.shape != "plane" or paper is None:
            return ()
        return tuple((title, tuple(self.stick(name))) for title, name in paper.sticks.items())

    def stick(self, name: str) -> Iterator[Picture]:
        """Give the pieces of a stick with a mark for each distance."""
        rule = self.built.checked.declared.rule_named(name)
        assert rule is not None
        key, gives = rule.parameters[0].type, rule.result
        assert isinstance(key, types.EnumType)
        assert isinstance(gives, types.Number)
        ask = self.built.lowered_module.definition(rule.address)
        words = list(self.built.checked.declared.enums[key.enum].words.values())
        marks = [(Fraction(ask(self.situation.state, place), gives.step), said) for place, said in enumerate(words)]
        yield from stick([(round(far * self.scale()), said, decimals.shown(far)) for far, said in marks], self)


def stick(marks: Sequence[tuple[int, str, str]], drawer: BoardDrawer) -> Iterator[Picture]:
    """Draw a stick in pieces no longer than a page is broad: marks as (hundredths of a millimetre, words, figure)."""
    long, unit = max(far for far, _, _ in marks), round(drawer.scale())
    apart = next(step for step in (1, 2, 5, 10, 20, 50, 100) if step * unit >= 2 * MM)
    room = drawer.room[0] - 2 * MM
    for number, begun in enumerate(range(0, long, room)):
        end = min(long, begun + room)
        here = [(far - begun, f"{words} ({figure})") for far, words, figure in marks if begun < far <= end]
        broad = max([end - begun, *(wide(words, _TEXT, bold=True) + 3 * MM for _, words in here)])
        lines = _stacked(here, broad)
        high = _HIGH + len(lines) * _TEXT * 12 // 10
        drawn: list[Shape] = [rectangle((MM // 2, 0), end - begun, high, Style("ink", "page", 25))]
        for tick in range(-(-begun // (unit * apart)), end // (unit * apart) + 1):
            at = tick * unit * apart - begun + MM // 2
            tall = 4 * MM if tick % 5 == 0 else 2 * MM
            drawn.append(line((at, 0), (at, tall), Style("ink", width=20)))
            if tick % 5 == 0 and tick and wide(str(tick * apart), _TEXT) < min(at, end - begun - at):
                drawn.append(Words((at, tall + _TEXT), str(tick * apart), _TEXT))
        for depth, (at, _words, _begins, _anchor) in enumerate(lines):
            low = high - MM // 2 - depth * _TEXT * 12 // 10
            drawn.append(line((at + MM // 2, 0), (at + MM // 2, low), Style("ink", width=50)))
        for depth, (_at, words, begins, anchor) in enumerate(lines):
            low = high - MM - depth * _TEXT * 12 // 10
            drawn.append(Words((begins, low), words, _TEXT, anchor, bold=True, halo=True))
        yield Picture(broad + MM, high + _RIM, tuple(drawn), f"Piece {number + 1}")


def _stacked(marks: Sequence[tuple[int, str]], long: int) -> list[tuple[int, str, int, Anchor]]:
    """Give marks one above another from the lowest, each with words beside it that the lines of none below it cross.

    The line of a mark goes down to its words, so those of the highest may meet no other line. Words stand behind
    their mark, or before it where they meet no line there; where there is room on neither side, they begin at the left.
    """
    waiting, found = sorted(marks), list[tuple[int, str, int, Anchor]]()
    while waiting:
        places = [(mark, place) for mark in reversed(waiting) for place in _places(*mark, long)]
        crossed = [_crossings(waiting, *place) for _, place in places]
        mark, (begins, ends) = places[crossed.index(min(crossed))]
        waiting.remove(mark)
        found.append((*mark, begins, "start") if begins > mark[0] or ends > mark[0] else (*mark, ends, "end"))
    return found[::-1]


def _places(at: int, words: str, long: int) -> list[tuple[int, int]]:
    """Give where words of a mark may begin and end: behind it, before it, or else at the left."""
    size = wide(words, _TEXT, bold=True)
    behind = [(at + MM, at + MM + size)] if at + size + 2 * MM < long else []
    before = [(at - size, at)] if at > size else []
    return [*behind, *before] or [(MM, MM + size)]


def _crossings(marks: Sequence[tuple[int, str]], begins: int, ends: int) -> int:
    """Give how many lines of marks words would cross that begin and end there."""
    return sum(begins < at + MM // 2 < ends for at, _words in marks)
