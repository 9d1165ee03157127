"""The changes of a state as one whole number: a field of bits for each slot that was ever written.

A field holds 0 where its slot is as it was in the beginning. Fields are made when a slot is first written; what was
packed before stays right, since all that it says of the new slot is that it has not changed. Inside a span the state
before has fields of its own, and so has that of each span around it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from quarterdeck.language.declarations import types
from quarterdeck.program.form.program import Program

Place = int
"""A slot of the state after; as many further on as a state has slots, the same slot of the state before; and so on for
the states before of the spans around."""
WIDE = 24
"""Bits for what has no range: places on a board, mostly."""


class Reader(Protocol):
    """Whoever has read places, and must know of the fields that these get later."""

    mask: int


@dataclass(slots=True)
class BitField:
    """The bits of one slot: values are numbered as they are met, the first one is that of the beginning."""

    place: Place
    shift: int
    mask: int
    codes: dict[int, int]
    values: list[int]

    def code(self, value: int) -> int:
        """Give a value as it lies among the bits."""
        number = self.codes.get(value)
        if number is None:
            number = self.codes[value] = len(self.values)
            self.values.append(value)
            assert number << self.shift & ~self.mask == 0, "a field of bits is too narrow"
        return number << self.shift


@dataclass
class Packing:
    """The fields of one question, which begins from a state.

    `changeable` are the slots that anybody may write; of all others nobody needs to know that they are read.
    """

    start: Sequence[int]
    program: Program
    changeable: Container[int]
    widths: dict[str, int] = field(default_factory=dict)
    """How many bits fields of the rules need; it may outlive the question."""
    fields: dict[Place, BitField] = field(default_factory=dict)
    listed: list[BitField] = field(default_factory=list)
    readers: dict[Place, set[Reader]] = field(default_factory=dict)
    by_name: dict[str, int] = field(default_factory=dict)
    """The bits of all slots of a field of the rules."""
    before: int = 0
    """The bits of all states before."""
    top: int = 0

    def __post_init__(self) -> None:
        """Count the slots once."""
        self.size = len(self.start)

    def field(self, place: Place) -> BitField:
        """Give the field of a place; it is made where there is none, and all who have read the place learn of it."""
        known = self.fields.get(place)
        if known is None:
            slot = place % self.size
            assert slot in self.changeable, "a slot is written that nobody was said to write"
            name = self.program.layout.slots[slot]
            width = self.widths.get(name) or self.widths.setdefault(name, width_of(self.program, name))
            bits = ((1 << width) - 1) << self.top
            first = self.start[slot]
            known = self.fields[place] = BitField(place, self.top, bits, {first: 0}, [first])
            self.listed.append(known)
            self.top += width
            self.by_name[name] = self.by_name.get(name, 0) | bits
            self.before |= bits if place >= self.size else 0
            for reader in self.readers.get(place, ()):
                reader.mask |= bits
        return known

    def read_by(self, reader: Reader, places: Iterable[Place]) -> None:
        """Note that somebody has read places: their bits are those of his mask, now and later."""
        for place in places:
            self.readers.setdefault(place, set()).add(reader)
            known = self.fields.get(place)
            if known is not None:
                reader.mask |= known.mask

    def bits(self, places: Iterable[Place]) -> int:
        """Give the bits of places, so far as they have fields."""
        found, fields = 0, self.fields
        for place in places:
            known = fields.get(place)
            if known is not None:
                found |= known.mask
        return found

    def unpacked(self, row: int) -> list[tuple[Place, int]]:
        """Give what is not as it was in the beginning."""
        found = []
        for known in self.listed:
            bits = row & known.mask
            if bits:
                found.append((known.place, known.values[bits >> known.shift]))
        return found

    def opened(self, row: int) -> int:
        """Give a row in which the state before is what the state after is now; those of spans around move on by one."""
        found = row & ~self.before
        for place, value in self.unpacked(row):
            found |= self.field(place + self.size).code(value)
        return found

    def closed(self, row: int) -> int:
        """Give a row in which the state before is that of the span around."""
        found = row & ~self.before
        for place, value in self.unpacked(row & self.before):
            if place >= 2 * self.size:
                found |= self.field(place - self.size).code(value)
        return found


def width_of(program: Program, name: str) -> int:
    """Give how many bits the values of a field's slots may need, as they are met; any it may begin with is one more."""
    kind: Any = program.layout.types.get(name)
    if isinstance(kind, types.ListType):
        item = values_of(program, kind.item)
        return WIDE if item == 0 else max(item, kind.capacity + 1).bit_length()
    count = values_of(program, kind)
    return count.bit_length() if count else WIDE


def values_of(program: Program, kind: types.Type | None) -> int:
    """Give how many values a type has, and one more; 0 where that is not known."""
    match kind:
        case types.Number(low=low, high=high, step=step):
            return int((high - low) * step) + 2
        case types.Boolean():
            return 3
        case types.EnumType(enum=enum):
            return len(program.world.enums[enum].members) + 2
        case types.Thing(kind=name) if name in program.layout.arrays:
            return program.layout.arrays[name].capacity + 2
    return 0
