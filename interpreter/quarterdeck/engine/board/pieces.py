"""What there is to show of a ruleset's things: which lie on the board and face where, whose they are, and their codes.

In: a program and the situation at the start. Out: `Pieces`: by what is declared, a kind lies on the board where it has
a field of a type of places, and faces where it has one of the board's directions, or on a plane a number from 0 to
359. Fields before that one which may be none go before it: a thing that is kept in a log lies where the log says, as
far as one may read it. A thing of a side is called by the side's letter and a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.base.geometry import plane
from quarterdeck.base.geometry.grids import SpaceGrid
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import View
from quarterdeck.language.declarations import types
from quarterdeck.program.form import values as val
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.world import WorldField

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Placed:
    """How a kind lies on the board: the addresses of its place and its facing, and the definition of all its spaces.

    `instead` are the addresses of places that go before it, where they are not none. `end` is the address of a second
    point, where it lies from one to another, `radius` how far one that faces nowhere reaches around its place.
    """

    place: str
    facing: str = ""
    covers: str = ""
    end: str = ""
    radius: str = ""
    instead: tuple[str, ...] = ()


@dataclass
class Pieces:
    """The things of one game, as far as they are shown."""

    situation: Situation
    module: PrintedModule
    codes: dict[int, str] = field(default_factory=dict)
    sides: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Give the things of each side their codes."""
        program, state = self.program, self.situation.state
        self.sides = [side for side in program.layout.things("Side") if state[side]]
        self.placed = {kind: found for kind in program.layout.arrays if (found := self.placing(kind))}
        self.owners = {k.name: f"{k.name}.{k.owner}" for k in program.world.kinds.values() if k.owner}
        for rank, side in enumerate(self.sides):
            own = [t for kind in self.owners for t in self.in_play(state, kind) if self.side_of(state, t) == side]
            for number, thing in enumerate(own):
                self.codes[thing] = LETTERS[rank % 26] + NUMBERS[number % len(NUMBERS)]

    @property
    def program(self) -> Program:
        """Give the program that is played."""
        return self.situation.program

    def placing(self, kind: str) -> Placed | None:
        """Tell how a kind lies on the board; nothing where it does not."""
        world = self.program.world
        known = world.kinds[kind]
        if known.part_of:
            return None
        places = [f for f in known.fields.values() if self.is_place(f.type)]
        if not places:
            return None
        own = next((f for f in places if not types.may_be_none(f.type)), places[0])
        place, instead = own.address, tuple(f.address for f in places[: places.index(own)])
        facing = next((f.address for f in known.fields.values() if self.is_facing(f.type)), "")
        covers = next((rule for rule in world.rules if self.is_row_from(rule, place)), "")
        points = [f.address for f in known.fields.values() if f.type == types.Point()]
        end = points[1] if self.on_plane and not facing and len(points) > 1 else ""
        radius = self.program.radii.get(place, "") if self.on_plane and not facing else ""
        return Placed(place, facing, covers, end, radius, instead)

    def is_row_from(self, rule: str, place: str) -> bool:
        """Tell whether a definition gives the row of hexes or squares that begins where a thing is."""
        routine = self.program.routines.get(rule)
        if routine is None or len(routine.parameters) != 1:
            return False
        match routine.value:
            case val.Function(name="row", arguments=(val.Slot(field=known), *_)):
                return known == place
        return False

    def subject(self, routine: str, given: Mapping[str, Any]) -> int:
        """Give the thing that a rule with some inputs is about: on the board, or else one that belongs to a side.

        It is -1 where there is none, and for what no rule is carried out on.
        """
        known = self.program.routines.get(routine)
        values = {name: kind.kind for name, kind in known.parameters if isinstance(kind, types.Thing)} if known else {}
        things = [(kind, thing) for name, kind in values.items() if (thing := given.get(name, -1)) >= 0]
        return next((thing for kinds in (self.placed, self.owners) for kind, thing in things if kind in kinds), -1)

    @property
    def on_plane(self) -> bool:
        """Tell whether the board is a plane."""
        return self.program.world.board.shape == "plane"

    @property
    def on_areas(self) -> bool:
        """Tell whether the board has named areas."""
        return self.program.world.board.shape == "areas"

    def is_place(self, kind: types.Type) -> bool:
        """Tell whether a type is that of the board's places."""
        if areas := self.program.world.board.areas:
            return isinstance(kind, types.EnumType) and kind.enum == areas
        return isinstance(kind, types.Point if self.on_plane else types.Space)

    def is_facing(self, kind: types.Type) -> bool:
        """Tell whether a type is that of the board's directions, or of headings."""
        if self.on_plane:
            return isinstance(kind, types.Number) and (kind.low, kind.high) == (0, 359)
        return isinstance(kind, types.EnumType) and kind.enum == self.program.world.board.directions

    @property
    def has_board(self) -> bool:
        """Tell whether there is a map to show."""
        return bool(self.placed)

    @property
    def fillers(self) -> list[str]:
        """Give the kinds that have neither owner nor facing, and so fill what they lie on."""
        return [k for k, placed in self.placed.items() if k not in self.owners and not placed.facing]

    @property
    def single(self) -> list[str]:
        """Give the kinds of which there is one thing at most, nobody's and nowhere: facts of the whole game."""
        kinds = self.program.world.kinds.values()
        return [
            k.name
            for k in kinds
            if k.capacity == 1 and k.name not in ("Game", "Side", *self.owners, *self.placed) and not k.part_of
        ]

    @cached_property
    def telling(self) -> dict[str, list[WorldField]]:
        """Give the fields of each kind of which something may be worth saying beside what a map shows."""
        kinds = self.program.world.kinds.values()
        return {kind.name: [known for known in kind.fields.values() if self.may_tell(known)] for kind in kinds}

    def may_tell(self, known: WorldField) -> bool:
        """Tell whether a field may change in play and is no mark, and no map shows it; of lists those of parts."""
        bare = types.without_none(known.type)
        if isinstance(bare, types.Deck):
            return True
        if isinstance(bare, types.ListType):
            return not known.mark and self.holds_parts(bare)
        placed = self.placed.get(known.kind)
        lies_there = self.is_place(bare) or (placed and placed.facing and self.is_facing(known.type))
        return not (known.mark or known.fixed or lies_there)

    def holds_parts(self, kind: types.ListType) -> bool:
        """Tell whether a list holds parts of a thing, and not other things, which may well hold it in turn."""
        item = kind.item
        return isinstance(item, types.Thing) and self.program.world.kinds[item.kind].part_of is not None

    def radius_of(self, state: list[int], thing: int) -> int:
        """Give how far a thing reaches around its place on a plane, in hundredths; 0 for what is a point."""
        placed = self.placed.get(self.program.layout.kind_at(thing))
        return self.get(state, thing, placed.radius) if placed and placed.radius else 0

    def in_play(self, state: list[int], kind: str) -> Iterator[int]:
        """Give the things of a kind that there are."""
        return (thing for thing in self.program.layout.things(kind) if state[thing])

    def get(self, state: list[int], thing: int, address: str) -> int:
        """Give a field as stored."""
        return state[thing + self.program.layout.offsets[address]]

    def side_of(self, state: list[int], thing: int) -> int:
        """Give whose a thing is; -1 for nobody's."""
        kind = self.program.layout.kind_at(thing)
        return self.get(state, thing, self.owners[kind]) if kind in self.owners else -1

    def rank_of(self, side: int) -> int:
        """Give which of the sides one is; -1 for none."""
        return self.sides.index(side) if side in self.sides else -1

    def is_off(self, state: list[int], thing: int) -> bool:
        """Tell whether the ruleset says that a thing is no longer on the board."""
        kind = self.program.layout.kind_at(thing)
        off = [a for a in self.program.world.board.off if a.startswith(f"{kind}.")]
        return any(self.get(state, thing, a) for a in off if a in self.program.layout.offsets)

    def off_as_seen(self, view: View, thing: int) -> bool | None:
        """Tell whether a thing is no longer on the board; nothing where the side that looks does not know."""
        offsets, kind = self.program.layout.offsets, self.program.layout.kind_at(thing)
        off = [thing + offsets[a] for a in self.program.world.board.off if a.startswith(f"{kind}.") and a in offsets]
        return True if any(view.state[at] for at in off) else None if view.blanked.intersection(off) else False

    def shown(self, state: list[int]) -> list[int]:
        """Give the things in play that have a place or an owner, those of the sides first and in their order."""
        kinds = dict.fromkeys([*self.owners, *self.placed])
        there = [
            thing for kind in kinds for thing in self.in_play(state, kind) if kind in self.placed or thing in self.codes
        ]
        ranks = {thing: self.rank_of(self.side_of(state, thing)) for thing in there}
        return sorted(there, key=lambda thing: (ranks[thing] < 0, ranks[thing]))

    def as_seen(self, view: View) -> list[int]:
        """Give a view's state in which a thing faces nowhere whose facing the side does not know."""
        state, offsets = list(view.state), self.program.layout.offsets
        for kind, placed in self.placed.items():
            for thing in self.in_play(state, kind) if placed.facing else ():
                if (at := thing + offsets[placed.facing]) in view.blanked:
                    state[at] = -1
        return state

    def place_of(self, state: list[int], thing: int) -> int:
        """Give the place where a thing is; -1 where it is on none."""
        placed = self.placed.get(self.program.layout.kind_at(thing))
        if placed is None or self.is_off(state, thing):
            return -1
        elsewhere = self.elsewhere(state, thing)
        return elsewhere if elsewhere >= 0 else self.get(state, thing, placed.place)

    def last_place(self, state: list[int], thing: int) -> int:
        """Give the place where a thing was when it left the board; -1 for one that is on it, or left it at its edge."""
        placed = self.placed.get(self.program.layout.kind_at(thing))
        place = self.get(state, thing, placed.place) if placed and self.is_off(state, thing) else -1
        return place if place >= 0 and self.on_board(place) else -1

    def elsewhere(self, state: list[int], thing: int) -> int:
        """Give the place that goes before the one where a thing is usually shown; -1 where there is none."""
        placed = self.placed.get(self.program.layout.kind_at(thing))
        places = (self.get(state, thing, address) for address in placed.instead) if placed else ()
        return next((place for place in places if place >= 0), -1)

    @property
    def grid(self) -> SpaceGrid:
        """Give the arithmetic of the board's hexes or squares."""
        return self.program.world.board.grid

    def spaces_of(self, state: list[int], thing: int) -> list[int]:
        """Give all hexes or squares that a thing lies in, the one where it is first."""
        place = self.place_of(state, thing)
        placed = self.placed.get(self.program.layout.kind_at(thing))
        if place < 0 or placed is None:
            return []
        is_unknown = placed.facing and self.facing_of(state, thing) < 0
        if not placed.covers or is_unknown or self.elsewhere(state, thing) >= 0:
            return [place]
        covered = self.module.definition(placed.covers)(state, thing)
        return [place, *(other for other in covered if other != place)]

    def facing_of(self, state: list[int], thing: int) -> int:
        """Give the direction or heading that a thing faces; -1 where it faces none, or is shown elsewhere."""
        placed = self.placed.get(self.program.layout.kind_at(thing))
        is_known = placed is not None and placed.facing and self.elsewhere(state, thing) < 0
        return self.get(state, thing, placed.facing) if placed and is_known else -1

    def degrees_of(self, state: list[int], thing: int) -> int | None:
        """Give where a thing faces in degrees clockwise from straight up; nothing where it faces nowhere."""
        facing = self.facing_of(state, thing)
        return None if facing < 0 else facing if self.on_plane else self.grid.FACE * facing

    def end_of(self, state: list[int], thing: int) -> int:
        """Give the second point of a thing that lies from one to another; -1 where it has none."""
        placed = self.placed.get(self.program.layout.kind_at(thing))
        return self.get(state, thing, placed.end) if placed and placed.end else -1

    def on_board(self, place: int) -> bool:
        """Tell whether a place belongs to the board; without edges all do."""
        sides = self.situation.boards
        return not sides[0] or (plane if self.on_plane else self.grid).on_board(place, *sides)

    def type_of_place(self) -> types.Type:
        """Give the type of the board's places."""
        board = self.program.world.board
        if board.areas:
            return types.EnumType(board.areas)
        return types.Point() if self.on_plane else types.Space(shape="square" if board.shape == "square" else "hex")

    def label(self, thing: int) -> str:
        """Give a thing's code and name."""
        name = self.situation.names.get(thing, "")
        return f"{self.codes[thing]} {name}" if thing in self.codes else name
