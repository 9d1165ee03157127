"""What things are like: each with what is worth saying, as far as a side may see it.

In: a view and the situation at the start. Out: rich tables and lines. Worth saying is what may change in play and is
not as every thing of the kind begins; a number of which something is lost since the start is shown with what it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rich.style import Style
from rich.table import Table
from rich.text import Text

from quarterdeck.apps.terminal.canvas import FILL, FILLS, PLAIN_FILLS, side_style
from quarterdeck.apps.terminal.maps import map_of
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.views import View, hidden_fields, owner_of
from quarterdeck.engine.run.wording import Wording
from quarterdeck.language.declarations import types
from quarterdeck.program.form.world import WorldField


@dataclass
class Status:
    """Words for the things of one view."""

    pieces: Pieces
    view: View
    wording: Wording

    @property
    def state(self) -> list[int]:
        """Give what the side sees."""
        return self.view.state

    @cached_property
    def seen_by(self) -> dict[str, str]:
        """Give who may see each field that not all may see."""
        return dict(hidden_fields(self.pieces.program))

    def table(self, chosen: int = -1, unicode: bool = True) -> Table:
        """Give all things of all sides."""
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        drawing = map_of(self.pieces, self.pieces.as_seen(self.view), unicode=unicode)
        around = [thing for kind in self.pieces.single for thing in self.pieces.in_play(self.state, kind)]
        for thing in around:
            words = self.pieces.program.world.kinds[self.pieces.program.layout.kind_at(thing)].one
            table.add_row("", Text(words, Style(bold=True)), Text(self.all_about(thing)))
        for rank, side in enumerate(self.pieces.sides):
            if rank or around:
                table.add_row()
            title = Text(self.pieces.situation.names[side], Style(bold=True))
            table.add_row("", title, Text(self.about(side), Style(dim=True)))
            for thing in self.things_of(side):
                off = self.pieces.is_off(self.state, thing)
                style = Style(dim=True, strike=unicode) if off else side_style(rank, thing == chosen)
                arrow = " " if off else drawing.arrow(thing)
                code = Text(f"{arrow}{self.pieces.codes.get(thing, '')} ", style)
                name = Text(self.pieces.situation.names.get(thing, ""), Style(dim=off, bold=thing == chosen))
                table.add_row(code, name, Text(self.about(thing), Style(dim=off)))
        for index, kind in enumerate(drawing.pieces.fillers):
            count = sum(1 for _ in self.pieces.in_play(self.state, kind))
            if count:
                letter = (FILLS if unicode else PLAIN_FILLS)[index % 3]
                table.add_row()
                words = f"{self.pieces.program.world.kinds[kind].many} ({count})"
                table.add_row(Text(letter * 3, FILL), Text(words))
        return table

    def things_of(self, side: int) -> Iterator[int]:
        """Give a side's things, those off the board last."""
        own = [t for t in self.pieces.codes if self.pieces.side_of(self.state, t) == side and self.state[t]]
        return iter(sorted(own, key=lambda thing: self.pieces.is_off(self.state, thing)))

    def about(self, thing: int) -> str:
        """Say in one line what is worth saying of a thing."""
        kind = self.pieces.program.layout.kind_at(thing)
        said = []
        fields = self.pieces.program.world.kinds[kind].fields.values()
        for known in sorted(fields, key=lambda known: known.has_start):
            said += self.saying(thing, known)
        return ", ".join(said)

    def all_about(self, thing: int) -> str:
        """Say in one line all that may change of a thing that has neither owner nor place."""
        kind = self.pieces.program.layout.kind_at(thing)
        said = []
        for known in self.pieces.program.world.kinds[kind].fields.values():
            if isinstance(known.type, types.Deck) and not self.is_hidden(thing, known):
                said.append(f"{known.words}: {self.held(thing, known, known.type)}")
            elif not (
                known.fixed or known.mark or self.is_hidden(thing, known) or isinstance(known.type, types.ListType)
            ):
                words = known.words.partition(" (")[0]
                said.append(f"{words} {self.wording.value(known.type, self.now(thing, known))}")
        return ", ".join(said)

    def held(self, thing: int, known: WorldField, deck: types.Deck) -> str:
        """Say what lies in a deck, as far as it may be seen."""
        enum = self.pieces.program.world.enums[deck.enum]
        counts = [self.pieces.get(self.state, thing, f"{known.address}.{member}") for member in enum.members]
        there = [f"{n} × {enum.words[m]}" for n, m in zip(counts, enum.members, strict=True) if n]
        return ", ".join(there) or "nothing"

    def now(self, thing: int, known: WorldField) -> int:
        return self.pieces.get(self.state, thing, known.address)

    def saying(self, thing: int, known: WorldField) -> list[str]:
        """Say a field, if it is worth saying."""
        if isinstance(known.type, types.Deck) and not self.is_hidden(thing, known):
            held = self.held(thing, known, known.type)
            return [f"{known.words}: {held}"] if held != "nothing" else []
        if known.mark or self.is_hidden(thing, known):
            return []
        if isinstance(known.type, types.ListType):
            return self.parts(thing, known)
        bare = types.without_none(known.type)
        if known.fixed or isinstance(bare, types.Place) or self.is_shown_as_facing(thing, known):
            return []
        now, first = self.now(thing, known), self.first(thing, known)
        start = self.pieces.program.starts.get(known.address)
        if start == (now,):
            return []
        if isinstance(bare, types.Boolean):
            return [known.words] if now else []
        said, words = self.wording.value(known.type, now), known.words.partition(" (")[0]
        if words not in said:
            said = f"{words} {said}"
        if known.address in self.pieces.program.lessened and first is not None and start != (first,) and now < first:
            said += f" (of {self.wording.value(known.type, first)})"
        return [said]

    def parts(self, thing: int, known: WorldField) -> list[str]:
        """Say what has changed of a thing's parts."""
        assert isinstance(known.type, types.ListType)
        item = known.type.item
        if not isinstance(item, types.Thing) or self.pieces.program.world.kinds[item.kind].part_of is None:
            return []
        found = []
        for part in self.listed(thing, known):
            changed = [
                text
                for inner in self.pieces.program.world.kinds[item.kind].fields.values()
                if self.first(part, inner) != self.pieces.get(self.state, part, inner.address)
                for text in self.saying(part, inner)
            ]
            if changed:
                words = self.wording.name(part).removeprefix(self.wording.name(thing)).partition(" ")[2]
                found.append(f"{words}: {', '.join(changed)}")
        return found

    def listed(self, thing: int, known: WorldField) -> list[int]:
        """Give what a list holds."""
        at = thing + self.pieces.program.layout.offsets[known.address]
        return self.state[at + 1 : at + 1 + self.state[at]]

    def is_shown_as_facing(self, thing: int, known: WorldField) -> bool:
        """Tell whether a field is a direction of a thing that the map shows: the one it faces, or means to face."""
        placed = self.pieces.placed.get(self.pieces.program.layout.kind_at(thing))
        return placed is not None and bool(placed.facing) and self.pieces.is_facing(known.type)

    def first(self, thing: int, known: WorldField) -> int | None:
        """Give what a field was at the start; nothing for a thing that was not there."""
        start = self.pieces.situation.state
        return self.pieces.get(start, thing, known.address) if start[thing] else None

    def is_hidden(self, thing: int, known: WorldField) -> bool:
        """Tell whether the side may not see a field of a thing."""
        seen_by = self.seen_by.get(known.address)
        if seen_by is None or self.view.side < 0:
            return False
        return seen_by != "owner" or self.owner(thing) != self.view.side

    def owner(self, thing: int) -> int:
        return owner_of(self.pieces.program, self.state, thing, self.pieces.program.layout.kind_at(thing))

    def whole(self, thing: int) -> Table:
        """Give all that may be seen of a thing, field by field, its parts below it."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        self.fields(table, thing, "")
        return table

    def fields(self, table: Table, thing: int, indent: str) -> None:
        kind = self.pieces.program.world.kinds[self.pieces.program.layout.kind_at(thing)]
        for known in kind.fields.values():
            if self.is_hidden(thing, known):
                table.add_row(indent + known.words, Text("not for you to see", Style(dim=True, italic=True)))
            elif isinstance(known.type, types.Deck):
                table.add_row(indent + known.words, self.held(thing, known, known.type))
            elif isinstance(known.type, types.ListType):
                listed = self.listed(thing, known)
                is_parts = isinstance(known.type.item, types.Thing) and bool(listed)
                said = "" if is_parts else self.wording.value(known.type, listed)
                table.add_row(indent + known.words, said)
                if isinstance(known.type.item, types.Thing):
                    for part in listed:
                        table.add_row(f"{indent}  {self.wording.name(part)}", "")
                        self.fields(table, part, f"{indent}    ")
            else:
                now = self.pieces.get(self.state, thing, known.address)
                said = self.wording.value(known.type, now)
                first = self.first(thing, known)
                if not known.fixed and first not in (None, now):
                    said += f" (at the start {self.wording.value(known.type, first)})"
                table.add_row(indent + known.words, said)
