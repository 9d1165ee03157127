"""What things are like, as rich tables: all things side by side, or one with all that may be seen of it."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from rich.table import Table
from rich.text import Text

from quarterdeck.apps.terminal.canvas import FILL, FILLS, PLAIN_FILLS, side_style
from quarterdeck.apps.terminal.maps import map_of
from quarterdeck.engine.board.descriptions import Descriptions


@dataclass(frozen=True)
class Status:
    """Tables of the things of one view."""

    described: Descriptions

    def table(self, chosen: int = -1, unicode: bool = True) -> Table:
        """Give all things of all sides."""
        described, pieces = self.described, self.described.pieces
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        drawing = map_of(pieces, pieces.as_seen(described.view), unicode=unicode)
        around = [thing for kind in pieces.single for thing in pieces.in_play(described.state, kind)]
        for thing in around:
            words = pieces.program.world.kinds[pieces.program.layout.kind_at(thing)].one
            table.add_row("", Text(words, Style(bold=True)), Text(described.all_about(thing)))
        for rank, side in enumerate(pieces.sides):
            if rank or around:
                table.add_row()
            title = Text(pieces.situation.names[side], Style(bold=True))
            table.add_row("", title, Text(described.about(side), Style(dim=True)))
            for thing in described.things_of(side):
                off = pieces.is_off(described.state, thing)
                style = Style(dim=True, strike=unicode) if off else side_style(rank, thing == chosen)
                arrow = " " if off else drawing.arrow(thing)
                code = Text(f"{arrow}{pieces.codes.get(thing, '')} ", style)
                name = Text(pieces.situation.names.get(thing, ""), Style(dim=off, bold=thing == chosen))
                table.add_row(code, name, Text(described.about(thing), Style(dim=off)))
        for index, kind in enumerate(drawing.pieces.fillers):
            count = sum(1 for _ in pieces.in_play(described.state, kind))
            if count and not pieces.on_areas:
                letter = (FILLS if unicode else PLAIN_FILLS)[index % 3]
                table.add_row()
                words = f"{pieces.program.world.kinds[kind].many} ({count})"
                table.add_row(Text(letter * 3, FILL), Text(words))
        return table

    def whole(self, thing: int) -> Table:
        """Give all that may be seen of a thing, field by field, its parts below it."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        for line in self.described.fields(thing):
            said = line.said + (f" (at the start {line.at_start})" if line.at_start else "")
            unseen = Text("not for you to see", Style(dim=True, italic=True))
            table.add_row("  " * line.depth + line.words, unseen if line.hidden else said)
        return table
