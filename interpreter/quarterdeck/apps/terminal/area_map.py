"""The map of named areas: a list of them with the things in each, and where connections lead.

In: a view, the pieces of the game, and marks to show at areas. Out: rich text. Where there is too little room, areas
without a thing or a mark are left out, and a line under the list says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import wrap

from rich.text import Text

from quarterdeck.apps.terminal.canvas import EDGE, FILL, MARK, side_style
from quarterdeck.engine.board.pieces import Pieces

WIDEST = 76
LEAST = 16
"""Letters for where connections lead, at least."""


@dataclass
class AreaMap:
    """Draws one side's sight of the areas."""

    pieces: Pieces
    state: list[int]
    chosen: int = -1
    marks: Mapping[int, str] = field(default_factory=dict)
    unicode: bool = True

    def drawn(self, columns: int, lines: int) -> list[Text] | None:
        """Give the lines of the map in so much room."""
        board = self.pieces.program.world.board
        areas, inside = self.pieces.program.world.enums[board.areas or ""], self.things()
        names = [areas.words[member] for member in areas.members]
        heads = [self.head(area, name, inside[area]) for area, name in enumerate(names)]
        margin = max(head.cell_len for head in heads) + 1
        arrow = "\N{RIGHTWARDS ARROW} " if self.unicode else "> "
        room = max(LEAST, min(columns, WIDEST) - margin - len(arrow))
        found: list[list[Text]] = []
        for area, head in enumerate(heads):
            there = wrap(", ".join(names[other] for other in board.links[area]), room) or [""]
            head.pad_right(margin - head.cell_len)
            before = [Text.assemble(head, (arrow if there[0] else "", EDGE)), *[Text(" " * (margin + 2))] * len(there)]
            found.append(
                [Text.assemble(at, (text, EDGE), no_wrap=True) for at, text in zip(before, there, strict=False)]
            )
        used = [bool(inside[area]) or area in self.marks for area in range(len(names))]
        if sum(map(len, found)) <= lines:
            used = [True] * len(names)
        rows = [line for is_used, block in zip(used, found, strict=True) if is_used for line in block]
        left_out = used.count(False)
        return [*rows, Text(f"empty areas left out: {left_out}", EDGE)] if left_out else rows

    def arrow(self, thing: int) -> str:
        """Give the arrow of a thing: in an area it faces nowhere."""
        return " "

    def things(self) -> list[list[int]]:
        """Give the things in each area."""
        found: list[list[int]] = [[] for _ in self.pieces.program.world.board.links]
        for kind in self.pieces.placed:
            for thing in self.pieces.in_play(self.state, kind):
                if (place := self.pieces.place_of(self.state, thing)) >= 0:
                    found[place].append(thing)
        return found

    def head(self, area: int, name: str, things: list[int]) -> Text:
        """Give a mark, the name of an area, and the codes of what is in it; names of what has no code."""
        line = Text.assemble((self.marks.get(area, "").strip(), MARK) if area in self.marks else "", no_wrap=True)
        line.pad_right(4 - line.cell_len)
        line.append(name)
        for thing in things:
            rank = self.pieces.rank_of(self.pieces.side_of(self.state, thing))
            code = self.pieces.codes.get(thing)
            style = side_style(rank, thing == self.chosen) if code else FILL
            line.append(" ").append(code or self.pieces.situation.names.get(thing, "?"), style)
        return line
