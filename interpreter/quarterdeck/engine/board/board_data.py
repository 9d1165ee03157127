"""What one side may see of the board as data: each thing with its place and facing, and what is worth saying of it.

In: what things are like in a view. Out: what JSON can hold. What a side may not know is absent, never 0: two states
that differ only in that give the same data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypedDict

from quarterdeck.base.plain_data import Count, PlainNumber, plain_number
from quarterdeck.engine.board.descriptions import Descriptions, FieldLine
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.board.thing_memory import ThingMemory
from quarterdeck.engine.run.plain_values import Plain, held, plain_value
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations import types
from quarterdeck.program.form.world import WorldField

PlaceData = list[PlainNumber] | str
"""A space by its column and row, a point by its distances east and south, or an area by its name.

Numbers are whole, or exact text.
"""


class SideData(TypedDict):
    """A side: its name in data, its title, its place in the order of the sides from 0, what is worth saying of it."""

    side: str
    title: str
    rank: Count
    about: str


class PieceFacts(TypedDict):
    """A thing in play that has a place on the board or an owner."""

    thing: str
    """The name by which data know it; no two things have the same."""
    kind: str
    name: str
    """What players call it."""
    code: str
    """The letter of its side and a number; empty where it has none."""
    side: str | None
    rank: int
    """The place of its side in the order of the sides from 0; -1 where it is nobody's."""
    about: str
    """What is worth saying of it."""


class PieceData(PieceFacts, total=False):
    """A thing with what is known of where it is; what is not known, or does not apply, is absent."""

    off: bool
    """Whether it is no longer on the board."""
    place: PlaceData
    was_at: PlaceData
    """Where it was when it left the board."""
    hexes: list[PlaceData]
    """All hexes or squares that it covers, the one of its place first."""
    facing: Count
    """Where it faces, in degrees clockwise from straight up, which is north."""
    end: PlaceData
    """The second end of what lies from one point to another."""
    radius: PlainNumber
    """How far something round reaches around its point."""


class FactsData(TypedDict):
    """Facts of the whole game, such as the wind: what players call them, and what they are now."""

    words: str
    about: str


class BoardData(TypedDict):
    """The board as one side or a spectator sees it."""

    turn: Count
    side: str | None
    """The side that looks; null for one who is no side."""
    sides: list[SideData]
    facts: list[FactsData]
    pieces: list[PieceData]


class CardLine(TypedDict):
    """A line of a card: a field, or a part below the list that holds it, of which `field` is null."""

    field: str | None
    words: str
    depth: Count
    hidden: bool
    """Whether the side may not see what the field holds; then nothing more is said of it."""


class CardLineData(CardLine, total=False):
    """A line with what the field holds, as far as the side may see it."""

    value: Plain
    said: str
    at_start: Plain
    """What it held at the start, where that is something else, or its number is one that lessens."""
    track: bool
    """Whether it is a number that lessens in play, so that it can be shown as boxes to cross out."""


class CardData(TypedDict):
    """Everything that a side may see of a thing, field by field."""

    thing: str
    name: str
    code: str
    lines: list[CardLineData]


class BoardNames:
    """The names of things and places in data, for one view."""

    def __init__(self, pieces: Pieces, view: View) -> None:
        self.pieces, self.view = pieces, view
        known_as = pieces.situation.known_as
        self.known_as = {thing: name for thing, name in known_as.items() if thing in view.names}

    def of(self, thing: int) -> str:
        """Give the name of a thing that no other has, as `View.as_data` names it."""
        return words_of(self.view.program, self.known_as, types.Thing(self.kind(thing)), thing)

    def kind(self, thing: int) -> str:
        """Give the kind of a thing."""
        return self.view.program.layout.kind_at(thing)

    def title(self, thing: int) -> str:
        """Give what players call a thing."""
        return self.view.word(types.Thing(self.kind(thing)), thing)

    def code(self, thing: int) -> str:
        """Give the code of a thing; that of another that has left play is not its own."""
        return self.pieces.codes.get(thing, "") if thing in self.view.names else ""

    def words(self, thing: int) -> str:
        """Give what players call a thing, behind its code."""
        return f"{self.code(thing)} {self.title(thing)}".strip()

    def value(self, kind: types.Type, value: Any) -> Plain:
        """Give a value as plain data."""
        return plain_value(self.view.program, self.known_as, kind, value)

    def length(self, hundredths: int) -> PlainNumber:
        """Give a length on a plane."""
        return plain_number(Fraction(hundredths, 100))

    def place(self, place: int) -> PlaceData:
        """Give a place of the board."""
        found = self.value(self.pieces.type_of_place(), place)
        assert isinstance(found, list | str)
        return found


@dataclass
class BoardMemory:
    """What one viewer was shown of the things of a game."""

    pieces: ThingMemory[PieceData] = field(default_factory=ThingMemory)
    abouts: ThingMemory[str] = field(default_factory=ThingMemory)

    def about(self, described: Descriptions, things: Iterable[int]) -> list[str]:
        """Return what is worth saying of each thing."""

        def about(thing: int, view: View, _shown: list[int]) -> str:
            return replace(described, view=view).about(thing)

        return self.abouts.describe(described.view, described.state, things, about)

    def describe(self, described: Descriptions) -> list[PieceData]:
        """Return all pieces on the board."""

        def piece(thing: int, view: View, shown: list[int]) -> PieceData:
            return _piece(replace(described, view=view), shown, thing)

        shown = described.pieces.as_seen(described.view)
        return self.pieces.describe(described.view, shown, described.pieces.shown(shown), piece)


def board_data(described: Descriptions, memory: BoardMemory | None = None) -> BoardData:
    """Return what a side may see of the board; with what the same viewer was shown before, only changes cost."""
    pieces, view, names = described.pieces, described.view, BoardNames(described.pieces, described.view)
    memory, layout = memory or BoardMemory(), view.program.layout
    abouts = memory.about(described, pieces.sides)
    singles = [thing for kind in pieces.single for thing in pieces.in_play(view.state, kind)]
    kinds = view.program.world.kinds
    return {
        "turn": view.state[layout.arrays["Game"].base + layout.offsets["Game.turn"]],
        "side": names.of(view.side) if view.side in pieces.sides else None,
        "sides": [
            {"side": names.of(side), "title": names.title(side), "rank": rank, "about": about}
            for rank, (side, about) in enumerate(zip(pieces.sides, abouts, strict=True))
        ],
        "facts": [{"words": kinds[names.kind(one)].one, "about": described.all_about(one)} for one in singles],
        "pieces": memory.describe(described),
    }


def _piece(described: Descriptions, state: list[int], thing: int) -> PieceData:
    """Describe a thing; `state` is the one in which it faces nowhere if the side does not know its facing."""
    pieces, names = described.pieces, BoardNames(described.pieces, described.view)
    side = pieces.side_of(state, thing)
    found: PieceData = {
        "thing": names.of(thing),
        "kind": names.kind(thing),
        "name": names.title(thing),
        "code": names.code(thing),
        "side": names.of(side) if side >= 0 else None,
        "rank": pieces.rank_of(side),
        "about": described.about(thing),
    }
    if (off := pieces.off_as_seen(described.view, thing)) is not None:
        found["off"] = off
    if (last := pieces.last_place(state, thing)) >= 0:
        found["was_at"] = names.place(last)
    if (place := pieces.place_of(state, thing)) >= 0:
        found["place"] = names.place(place)
        found["hexes"] = [names.place(one) for one in pieces.spaces_of(state, thing)]
        if (degrees := pieces.degrees_of(state, thing)) is not None:
            found["facing"] = degrees
        if (end := pieces.end_of(state, thing)) >= 0:
            found["end"] = names.place(end)
        if radius := pieces.radius_of(state, thing):
            found["radius"] = names.length(radius)
    return found


def card_data(described: Descriptions, thing: int) -> CardData:
    """Give all that a side may see of a thing."""
    names = BoardNames(described.pieces, described.view)
    lines = [_line(described, names, line) for line in described.fields(thing)]
    return {"thing": names.of(thing), "name": names.title(thing), "code": names.code(thing), "lines": lines}


def _line(described: Descriptions, names: BoardNames, line: FieldLine) -> CardLineData:
    known = line.field
    found: CardLineData = {
        "field": known.name if known else None,
        "words": line.words,
        "depth": line.depth,
        "hidden": line.hidden,
    }
    if known is None or line.hidden:
        return found
    found["said"] = line.said
    if isinstance(known.type, types.Deck):
        return found
    found["value"] = names.value(known.type, held(names.view.program, described.state, line.thing, known.address))
    track = _is_track(described, line.thing, known)
    if track or line.at_start:
        found["at_start"] = names.value(known.type, described.first(line.thing, known))
    if track:
        found["track"] = True
    return found


def _is_track(described: Descriptions, thing: int, known: WorldField) -> bool:
    """Tell whether a field is a number that lessens from what it held at the start."""
    first, now = described.first(thing, known), described.now(thing, known)
    is_number = isinstance(known.type, types.Number)
    return (
        is_number and known.address in described.pieces.program.lessened and first is not None and 0 <= now <= first > 0
    )
