"""The changes of a state as one whole number: a field of bits for each slot that was ever written.

A field holds 0 where its slot is as it was in the beginning. Fields are made when a slot is first written; what was
packed before stays right, since all that it says of the new slot is that it has not changed. Inside a span the state
before has fields of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from quarterdeck.names import types
from quarterdeck.program.layout import Layout

Place = tuple[int, bool]
"""A slot, and whether that of the state before is meant."""
SLACK = 2
WIDE = 24
"""Bits for what has no range: places on a board, mostly."""


class Reader(Protocol):
    """Whoever has read slots, and must know of the fields that these get later."""

    mask: int


@dataclass(slots=True)
class Field:
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
    """The fields of one question, which begins from a state."""

    start: Sequence[int]
    layout: Layout
    fields: dict[Place, Field] = field(default_factory=dict)
    listed: list[Field] = field(default_factory=list)
    readers: dict[Place, list[Reader]] = field(default_factory=dict)
    by_name: dict[str, int] = field(default_factory=dict)
    """The bits of all slots of a field of the rules."""
    before: int = 0
    """The bits of the state before."""
    top: int = 0

    def field(self, place: Place) -> Field:
        """Give the field of a slot; it is made where there is none, and all who have read the slot learn of it."""
        known = self.fields.get(place)
        if known is None:
            slot, is_before = place
            width = width_of(self.layout, slot)
            bits = ((1 << width) - 1) << self.top
            first = self.start[slot]
            known = self.fields[place] = Field(place, self.top, bits, {first: 0}, [first])
            self.listed.append(known)
            self.top += width
            name = self.layout.slots[slot]
            self.by_name[name] = self.by_name.get(name, 0) | bits
            self.before |= bits if is_before else 0
            for reader in self.readers.get(place, ()):
                reader.mask |= bits
        return known

    def read_by(self, reader: Reader, places: Iterable[Place]) -> None:
        """Note that somebody has read slots: their bits are those of his mask, now and later."""
        for place in places:
            self.readers.setdefault(place, []).append(reader)
            known = self.fields.get(place)
            if known is not None:
                reader.mask |= known.mask

    def unpacked(self, row: int) -> list[tuple[Place, int]]:
        """Give what is not as it was in the beginning."""
        found = []
        for known in self.listed:
            bits = row & known.mask
            if bits:
                found.append((known.place, known.values[bits >> known.shift]))
        return found

    def opened(self, row: int) -> int:
        """Give a row in which the state before is what the state after is now."""
        found = row & ~self.before
        for (slot, is_before), value in self.unpacked(found):
            if not is_before:
                found |= self.field((slot, True)).code(value)
        return found


def width_of(layout: Layout, slot: int) -> int:
    """Give how many bits the values of a slot may need."""
    kind: Any = layout.types.get(layout.slots[slot])
    if isinstance(kind, types.Listing):
        item = values_of(layout, kind.item)
        return SLACK + (WIDE if item == 0 else max(item, kind.capacity + 1).bit_length())
    count = values_of(layout, kind)
    return SLACK + (count.bit_length() if count else WIDE)


def values_of(layout: Layout, kind: types.Type | None) -> int:
    """Give how many values a type has; 0 where that is not known."""
    match kind:
        case types.Number(low=low, high=high, step=step):
            return int((high - low) * step) + 2
        case types.Truth() | None:
            return 3
        case types.Thing(kind=name) if name in layout.stretches:
            return layout.stretches[name].capacity + 2
    return 0
