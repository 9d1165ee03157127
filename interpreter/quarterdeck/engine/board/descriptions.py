"""What things are like: each with what is worth saying, and all that a side may see of it, field by field.

In: a view and the situation at the start. Out: lines, and `FieldLine`s. Worth saying is what may change in play and is
not as every thing of the kind begins; a number of which something is lost since the start is shown with what it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.run.views import View, hidden_fields, owner_of
from quarterdeck.engine.run.wording import Wording
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import Knower
from quarterdeck.program.form.world import WorldField


@dataclass(frozen=True)
class FieldLine:
    """A field of a thing: its words, what it holds in words, and what it held at the start where that has changed.

    `depth` is how deep it is below the thing, for a part is described below the list that holds it. Of the line of a
    part itself there is no `field`. What a side may not see is `hidden`, and nothing more is said of it.
    """

    thing: int
    words: str
    field: WorldField | None
    depth: int = 0
    said: str = ""
    at_start: str = ""
    hidden: bool = False


@dataclass
class Descriptions:
    """Words for the things of one view."""

    pieces: Pieces
    view: View
    wording: Wording

    @property
    def state(self) -> list[int]:
        """Give what the side sees."""
        return self.view.state

    @cached_property
    def seen_by(self) -> dict[str, Knower]:
        """Give who may see each field that not all may see."""
        return dict(hidden_fields(self.pieces.program))

    def things_of(self, side: int) -> Iterator[int]:
        """Give a side's things, those off the board last."""
        own = [t for t in self.pieces.codes if self.pieces.side_of(self.state, t) == side and self.state[t]]
        return iter(sorted(own, key=lambda thing: self.pieces.is_off(self.state, thing)))

    def about(self, thing: int) -> str:
        """Say in one line what is worth saying of a thing, and after it of its parts."""
        kind = self.pieces.program.layout.kind_at(thing)
        said = []
        telling = self.pieces.telling[kind]
        for known in sorted(telling, key=lambda known: (isinstance(known.type, types.ListType), known.has_start)):
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
        """Say one of the fields that may be worth saying, if it is."""
        if self.is_hidden(thing, known):
            return []
        if isinstance(known.type, types.Deck):
            held = self.held(thing, known, known.type)
            return [f"{known.words}: {held}"] if held != "nothing" else []
        if isinstance(known.type, types.ListType):
            return self.parts(thing, known)
        now, start = self.now(thing, known), self.pieces.program.starts.get(known.address)
        if start == (now,):
            return []
        first = self.first(thing, known)
        if isinstance(types.without_none(known.type), types.Boolean):
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
        assert isinstance(item, types.Thing)
        found, started = [], self.pieces.situation.state
        size = self.pieces.program.layout.arrays[item.kind].stride
        for part in self.listed(thing, known):
            if self.state[part : part + size] == started[part : part + size]:
                continue
            changed = [
                text
                for inner in self.pieces.telling[item.kind]
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

    def fields(self, thing: int, depth: int = 0) -> Iterator[FieldLine]:
        """Give all that may be seen of a thing, field by field, its parts below the list that holds them."""
        kind = self.pieces.program.world.kinds[self.pieces.program.layout.kind_at(thing)]
        for known in kind.fields.values():
            if self.is_hidden(thing, known):
                yield FieldLine(thing, known.words, known, depth, hidden=True)
            elif isinstance(known.type, types.Deck):
                yield FieldLine(thing, known.words, known, depth, self.held(thing, known, known.type))
            elif isinstance(known.type, types.ListType):
                listed = self.listed(thing, known)
                parts = listed if self.pieces.holds_parts(known.type) else []
                said = "" if parts else self.wording.value(known.type, listed)
                yield FieldLine(thing, known.words, known, depth, said)
                for part in parts:
                    yield FieldLine(part, self.wording.name(part), None, depth + 1)
                    yield from self.fields(part, depth + 2)
            else:
                now, first = self.now(thing, known), self.first(thing, known)
                has_changed = not known.fixed and first not in (None, now)
                at_start = self.wording.value(known.type, first) if has_changed else ""
                yield FieldLine(thing, known.words, known, depth, self.wording.value(known.type, now), at_start)
