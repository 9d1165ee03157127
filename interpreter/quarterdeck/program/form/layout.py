"""Where the state lies: a flat list of whole numbers with an array of records for each kind, a record for each thing.

A thing is the offset of its record; none is -1. The first slot of a record says whether the thing is in play. A list is
a count and its places. Of a kind with room for many things most records are empty: the last slot of its first record
says how far from the beginning of its array records have ever been in use, so that nobody looks through the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from quarterdeck.base.bounds import MOST_TURNS
from quarterdeck.language.declarations.types import (
    NO_NUMBER,
    Boolean,
    Deck,
    EnumType,
    ListType,
    Number,
    OptionalNumber,
    Place,
    Thing,
    Type,
)
from quarterdeck.program.form.world import World

GAME_FIELDS = ("turn", "turn_limit", "over", "winner")
SIDE_FIELDS = ("rank",)
BUILT_IN_TYPES: dict[str, Type] = {
    "turn": Number(0, MOST_TURNS),
    "turn_limit": Number(0, MOST_TURNS),
    "over": Number(0, 1),
    "winner": Thing("Side", True),
    "rank": Number(0, 10_000),
}
GAME_OVER = "Game.over"
"""A number in the state, as examples write it; in words it is yes or no."""
MANY = 64


@dataclass(frozen=True)
class RecordArray:
    """The records of a kind."""

    kind: str
    base: int
    stride: int
    capacity: int

    @property
    def end(self) -> int:
        """Give the first offset behind the last record."""
        return self.base + self.stride * self.capacity


@dataclass(frozen=True)
class Layout:
    """Arrays of records by kind, places of fields by address, and the field of every slot.

    `used` has, for kinds with room for many, the slot that says how much of their array was ever in use.
    """

    arrays: dict[str, RecordArray]
    offsets: dict[str, int]
    capacities: dict[str, int]
    types: dict[str, Type]
    slots: tuple[str, ...]
    used: dict[str, int]
    decks: dict[str, tuple[str, ...]]
    """By the address of a deck those of its slots: so many of each member, then the known cards on top of it."""

    def worded(self, address: str) -> Type:
        """Give the type by which the values of a field are put into words."""
        return Boolean() if address == GAME_OVER else self.types[address]

    def slots_of(self, address: str) -> tuple[str, ...]:
        """Give the addresses under which a field keeps what it holds: its own, or those of the parts of a deck."""
        return self.decks.get(address, (address,))

    @cached_property
    def parts(self) -> dict[str, str]:
        """Give the addresses of the parts of decks, each with that of the deck."""
        return {part: deck for deck, parts in self.decks.items() for part in parts}

    def field_at(self, slot: int) -> range:
        """Give all slots of the field that one of them belongs to: of a list, of a deck, or this one alone."""
        known = self.slots[slot]
        if known not in self.capacities and known not in self.parts:
            return range(slot, slot + 1)
        array = self.arrays[known.partition(".")[0]]
        thing = slot - (slot - array.base) % array.stride
        if known in self.capacities:
            first, count = self.offsets[known], 1 + self.capacities[known]
        else:
            parts = self.decks[self.parts[known]]
            first, count = self.offsets[parts[0]], len(parts)
        return range(thing + first, thing + first + count)

    @property
    def size(self) -> int:
        """Give the number of slots."""
        return len(self.slots)

    def thing_at(self, kind: str, slot: int) -> int:
        """Give the thing of a kind in whose record a slot lies."""
        array = self.arrays[kind]
        return array.base + (slot - array.base) // array.stride * array.stride

    def kind_at(self, thing: int) -> str:
        """Give the kind of the record at an offset."""
        return self._kinds.get(thing) or next(s.kind for s in self.arrays.values() if s.base <= thing < s.end)

    @cached_property
    def _kinds(self) -> dict[int, str]:
        return {thing: kind for kind in self.arrays for thing in self.things(kind)}

    def fields_of(self, kind: str) -> tuple[tuple[str, int], ...]:
        """Give the addresses of all that a record of a kind holds, of a deck its parts, each with its offset."""
        return self._fields[kind]

    @cached_property
    def _fields(self) -> dict[str, tuple[tuple[str, int], ...]]:
        found: dict[str, list[tuple[str, int]]] = {kind: [] for kind in self.arrays}
        for known, offset in self.offsets.items():
            found[known.partition(".")[0]].append((known, offset))
        return {kind: tuple(fields) for kind, fields in found.items()}

    def things(self, kind: str) -> range:
        """Give the offsets of all records of a kind, in play or not."""
        array = self.arrays[kind]
        return range(array.base, array.end, array.stride)

    def ordinal(self, thing: int) -> int:
        """Give which of its kind a thing is."""
        array = self.arrays[self.kind_at(thing)]
        return (thing - array.base) // array.stride


def lay_out(world: World, capacities: dict[str, int] | None = None) -> Layout:
    """Give every field its place; `capacities` may make room for fewer or more things of a kind than declared."""
    arrays: dict[str, RecordArray] = {}
    offsets: dict[str, int] = {}
    lists: dict[str, int] = {}
    types: dict[str, Type] = {}
    slots: list[str] = []
    used: dict[str, int] = {}
    decks: dict[str, tuple[str, ...]] = {}
    for kind in sorted(world.kinds.values(), key=lambda k: ({"Game": 0, "Side": 1}.get(k.name, 2),)):
        built_in = {"Game": GAME_FIELDS, "Side": SIDE_FIELDS}.get(kind.name, ())
        record = [f"{kind.name}."]
        for name in built_in:
            offsets[f"{kind.name}.{name}"] = len(record)
            types[f"{kind.name}.{name}"] = BUILT_IN_TYPES[name]
            record.append(f"{kind.name}.{name}")
        for field in kind.fields.values():
            offsets[field.address] = len(record)
            types[field.address] = field.type
            if isinstance(field.type, ListType):
                lists[field.address] = field.type.capacity
                record.extend([field.address] * (1 + field.type.capacity))
            elif isinstance(field.type, Deck):
                parts = parts_of_deck(world, field.address, field.type)
                decks[field.address] = tuple(parts)
                types |= parts
                offsets |= {part: len(record) + place for place, part in enumerate(parts)}
                record.extend(parts)
            else:
                record.append(field.address)
        capacity = (capacities or {}).get(kind.name, kind.capacity)
        if capacity >= MANY:
            used[kind.name] = len(slots) + len(record)
            record.append(f"{kind.name}.")
        arrays[kind.name] = RecordArray(kind.name, len(slots), len(record), capacity)
        slots.extend(record * capacity)
    return Layout(arrays, offsets, lists, types, tuple(slots), used, decks)


def parts_of_deck(world: World, address: str, deck: Deck) -> dict[str, Type]:
    """Give the addresses and types of the slots of a deck."""
    members = world.enums[deck.enum].members
    counts = {f"{address}.{member}": Number(0, deck.capacity) for member in members}
    return {**counts, **{top_of(address, place): EnumType(deck.enum, True) for place in range(deck.peek)}}


def top_of(deck: str, place: int) -> str:
    """Give the address of a card that is known on top of a deck; 0 is the topmost."""
    return f"{deck}.top {place + 1}"


def blank(kind: Type) -> int:
    """Give what a field holds before anything is said of it."""
    if isinstance(kind, Number):
        return max(0, int(kind.low * kind.step))
    if isinstance(kind, Boolean | ListType | Deck):
        return 0
    if isinstance(kind, Thing | Place):
        return -1
    if isinstance(kind, OptionalNumber):
        return NO_NUMBER
    if isinstance(kind, EnumType):
        return -1 if kind.or_none else 0
    return 0
