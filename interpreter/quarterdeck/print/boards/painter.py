"""Draw a board for a screen: the ground, what moves, the arcs of what is chosen, and the answers to a question.

In: the data of a board and of a question, which hold what one side may see. Out: pictures, and SVG. Each thing is a
group with `data-thing`, each answer one with `data-value`, the value as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from textwrap import wrap
from typing import Any

from quarterdeck.engine.board.board_data import BoardData, PieceData
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.board.question_data import OpenQuestionData
from quarterdeck.language.declarations.symbol_table import Arc as DeclaredArc
from quarterdeck.print.boards.counters_on_board import Stand, drawn_piece, hit_area, laid_out, on_table, wreck
from quarterdeck.print.boards.overlays import answers, arcs_around, rings_around
from quarterdeck.print.boards.surfaces import AreaSurface, PlaneSurface, SpaceSurface, Surface, TableSurface, Window
from quarterdeck.print.drawing.labels import Named, labels
from quarterdeck.print.drawing.measures import Box
from quarterdeck.print.drawing.palette import BOARD
from quarterdeck.print.drawing.shapes import Group, Picture, Shape, Words
from quarterdeck.print.drawing.svg import shapes, svg, written
from quarterdeck.workspace.pipeline.build import Built

NARROW = 600
"""On a screen of fewer pixels things are named by their codes alone."""
_MOST_NAMES = 40  # things; of more only the codes are written
_MOST_ABOUT, _LETTERS_OF_LINE = 2, 46  # lines about a thing where there is no board
_LETTER = 11  # pixels
_MOST_KEPT = 24  # grounds, and overlays around things that face alike


@dataclass(frozen=True)
class Ground:
    """What never moves: its SVG, a hash by which a page knows that it has it, and the `viewBox` of all layers."""

    svg: str
    hash: str
    box: str


@dataclass(frozen=True)
class BoardPainter:
    """Draws the boards of one game; `pixels` is the approximate width on the screen."""

    surface: Surface
    fixed_kinds: frozenset[str]
    arcs: tuple[DeclaredArc, ...]
    title: str
    pixels: int = 1000
    grounds: dict[Any, Ground] = field(default_factory=dict)
    overlays: dict[tuple[int | None, int], tuple[Shape, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, built: Built, pieces: Pieces, pixels: int = 1000) -> BoardPainter:
        """Make what draws the boards of a game."""
        world, start = built.program.world, pieces.situation
        fields = {known.address: known for kind in world.kinds.values() for known in kind.fields.values()}
        kinds = {kind: fields[placed.place] for kind, placed in pieces.placed.items()}
        fixed = frozenset(kind for kind, place in kinds.items() if place.fixed and kind in pieces.fillers)
        surface: Surface = TableSurface()
        if pieces.has_board and pieces.on_plane:
            open_kinds = [kind for kind, place in kinds.items() if not place.seen_by.hides]
            things = [thing for kind in open_kinds for thing in pieces.in_play(start.state, kind)]
            begun = [place for thing in things if (place := pieces.place_of(start.state, thing)) >= 0]
            unit = (world.board.lengths or "").replace("_", " ")
            surface = PlaneSurface.fitting(start.boards, begun, unit, pixels)
        elif pieces.has_board and pieces.on_areas:
            surface = AreaSurface.of(world)
        elif pieces.has_board:
            surface = SpaceSurface(world.board.grid, start.boards)
        arcs = tuple(built.checked.declared.arcs.values()) if pieces.has_board else ()
        return cls(surface, fixed, arcs, world.name, pixels)

    # --- layers

    def ground(self, board: BoardData) -> Ground:
        """Give the ground, drawn once for all boards that have the same."""
        window = self.surface.window(board)
        fixed = [piece for piece in board["pieces"] if piece["kind"] in self.fixed_kinds]
        key = window, json.dumps([(piece.get("place"), piece.get("end"), piece.get("radius")) for piece in fixed])
        if key not in self.grounds:
            left, top, right, bottom = self._box(window)
            made = shapes(self._ground(board, window), BOARD)
            box = " ".join(map(written, (left, top, right - left, bottom - top)))
            _make_room(self.grounds)
            self.grounds[key] = Ground(made, sha256((box + made).encode()).hexdigest()[:16], box)
        return self.grounds[key]

    def text(self, window: Window) -> int:
        """Give how high letters are, so that they can be read on the screen."""
        return max(220, (window.box[2] - window.box[0]) * _LETTER // self.pixels)

    def _box(self, window: Window) -> Box:
        """Give the box of a window with room for its figures."""
        left, top, right, bottom = window.box
        text = self.text(window)
        if isinstance(self.surface, TableSurface | AreaSurface):
            return window.box
        below = text // 2 if isinstance(self.surface, SpaceSurface) else 2 * text
        return left - 3 * text, top - 2 * text, right + text, bottom + below

    def moving(self, board: BoardData, question: OpenQuestionData | None = None, chosen: str = "") -> str:
        """Give all that may change from one step to the next, as SVG without a picture around it."""
        return shapes(self.layers(board, question, chosen), BOARD)

    def picture(self, board: BoardData, question: OpenQuestionData | None = None, chosen: str = "") -> str:
        """Give a whole picture with all layers."""
        window = self.surface.window(board)
        left, top, right, bottom = self._box(window)
        drawn = [*self._ground(board, window), *self.layers(board, question, chosen)]
        made = Picture(right - left, bottom - top, tuple(drawn), self.title, in_words(board), (left, top))
        return svg(made, BOARD)

    def _ground(self, board: BoardData, window: Window) -> Iterator[Shape]:
        for piece in board["pieces"]:
            if piece["kind"] in self.fixed_kinds:
                yield from self.surface.fixed(piece)
        yield from self.surface.ground(window, self.text(window))

    def layers(self, board: BoardData, question: OpenQuestionData | None, chosen: str) -> Iterator[Shape]:
        """Give the layers above the ground, the lowest first."""
        surface, window = self.surface, self.surface.window(board)
        text = self.text(window)
        fillers = [one for one in board["pieces"] if one["rank"] < 0 and "facing" not in one and "place" in one]
        yield _layer("fillers", (self._filler(one) for one in fillers if one["kind"] not in self.fixed_kinds))
        left_out = frozenset(one["kind"] for one in fillers) | self.fixed_kinds
        is_table = isinstance(surface, TableSurface)
        stands = on_table(board, surface) if isinstance(surface, TableSurface) else laid_out(board, surface, left_out)
        if (stand := stands.get(chosen)) is not None:
            yield Group(self._around(stand.piece.get("facing"), text), stand.home, attributes=(("class", "around"),))
        yield _layer("wrecks", (_wreck(one, surface, text) for one in board["pieces"] if "was_at" in one))
        yield _layer("pieces", (self._piece(stand, chosen) for stand in stands.values()))
        most = _MOST_ABOUT if self.pixels >= NARROW else 0
        names = _rows(stands, surface.pitch, text, most) if is_table else self._names(stands, window, text)
        yield _layer("names", names)
        if question is not None:
            yield _layer("answers", answers(question, surface, stands, text))

    def _around(self, facing: int | None, text: int) -> tuple[Shape, ...]:
        """Give distances and arcs around what is chosen, drawn once for each facing."""
        if (facing, text) not in self.overlays:
            _make_room(self.overlays)
            arcs = () if facing is None else arcs_around(self.surface, facing, self.arcs, text)
            self.overlays[facing, text] = (rings_around(self.surface, text), *arcs)
        return self.overlays[facing, text]

    def _filler(self, piece: PieceData) -> Shape:
        attributes = (("class", "filler"), ("data-thing", piece["thing"]))
        return Group(tuple(self.surface.fixed(piece)), title=piece["name"], attributes=attributes)

    def _piece(self, stand: Stand, chosen: str) -> Shape:
        piece = stand.piece
        words = ["piece", f"side-{piece['rank']}" if piece["rank"] >= 0 else "side-none"]
        words += ["chosen"] * (piece["thing"] == chosen) + ["off"] * piece.get("off", False)
        said = ": ".join(filter(None, [f"{piece['code']} {piece['name']}".strip(), piece["about"]]))
        attributes = (("class", " ".join(words)), ("data-thing", piece["thing"]), ("pointer-events", "all"))
        return Group((*hit_area(stand), *drawn_piece(stand, self.surface)), title=said, attributes=attributes)

    def _names(self, stands: Mapping[str, Stand], window: Window, text: int) -> Iterable[Shape]:
        """Write names beside things, where there are not too many and there is room; else only their codes."""
        has_names = self.pixels >= NARROW and len(stands) <= _MOST_NAMES
        named = [Named.at(_label(stand.piece, has_names), stand.reach, *stand.spots) for stand in stands.values()]
        taken = tuple(self.surface.board.covered(text)) if isinstance(self.surface, AreaSurface) else ()
        return _placed_labels(tuple(named), text, window.box, taken)


def _make_room(kept: dict[Any, Any]) -> None:
    """Forget what was drawn first, so that what is kept for many long games stays small."""
    while len(kept) >= _MOST_KEPT:
        del kept[next(iter(kept))]


@lru_cache(maxsize=64)
def _placed_labels(named: tuple[Named, ...], text: int, within: Box, taken: tuple[Box, ...]) -> tuple[Shape, ...]:
    """Give names where they hide least; the same for boards on which nothing has moved."""
    return tuple(labels(named, text, within, taken))


def _label(piece: PieceData, has_name: bool) -> str:
    """Give what is written beside a piece."""
    return f"{piece['code']} {piece['name']}".strip() if has_name or not piece["code"] else piece["code"]


def _rows(stands: Mapping[str, Stand], pitch: int, text: int, most: int) -> list[Shape]:
    """Write names behind things that lie one below another, with so many lines of what is worth saying of each."""
    found: list[Shape] = []
    for stand in stands.values():
        x, y = stand.at[0] + pitch * 6 // 10, stand.at[1]
        about = _in_lines(stand.piece["about"], most)
        words = Words((x, y + text // 3 - len(about) * text // 2), _label(stand.piece, True), text, "start", bold=True)
        off = stand.piece.get("off", False)
        found.append(replace(words, role="muted", italic=True) if off else words)
        for number, line in enumerate(about, 1):
            below = words.at[1] + number * text * 13 // 10
            found.append(Words((x, below), line, text, "start", role="muted"))
    return found


def _in_lines(words: str, most: int) -> list[str]:
    """Break words into lines, at most so many; what does not fit is left out."""
    lines = wrap(words, _LETTERS_OF_LINE)
    return lines[:most] if len(lines) <= most or not most else [*lines[: most - 1], f"{lines[most - 1]} …"]


def _wreck(piece: PieceData, surface: Surface, text: int) -> Shape:
    at = surface.spot(piece["was_at"])
    words = Words((at[0], at[1] + surface.pitch // 4 + text), piece["code"], text, role="muted", halo=True)
    said = f"{_label(piece, True)}: {piece['about']}"
    attributes = (("class", "wreck"), ("data-thing", piece["thing"]))
    return Group((wreck(at, surface.pitch), words), title=said, attributes=attributes)


def _layer(name: str, drawn: Iterable[Shape]) -> Group:
    return Group(tuple(drawn), attributes=(("class", name),))


@cache
def board_style() -> str:
    """Give the style sheet of boards: colours of sides, lines that stay thin, what may be chosen."""
    return Path(__file__).with_name("board.css").read_text("utf-8")


def in_words(board: BoardData) -> str:
    """Say where everything is, for those who cannot see it."""
    said = []
    for piece in board["pieces"]:
        if "place" in piece and piece["name"]:
            faces = f", facing {piece['facing']} degrees" if "facing" in piece else ""
            place = piece["place"] if isinstance(piece["place"], str) else ", ".join(map(str, piece["place"]))
            said.append(f"{_label(piece, True)} at {place}{faces}")
    return "; ".join(said)
