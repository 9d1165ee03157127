"""What a deck holds, as values: how many of each member, how many in all, which of them, and the known top."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.language.declarations.types import BOOLEAN, NONE, Deck, EnumType, ListType, Number, Type
from quarterdeck.program.form.layout import Layout, top_of
from quarterdeck.program.form.values import (
    Cases,
    Constant,
    Gathering,
    Items,
    Local,
    Lots,
    Range,
    Slot,
    State,
    Value,
    whole,
)
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.numbers import operate


@dataclass(frozen=True)
class DeckValues:
    """A deck of a thing in a state; `members` are the names of what it may hold."""

    thing: Value
    address: str
    type: Deck
    members: tuple[str, ...]
    layout: Layout
    state: State

    @property
    def card(self) -> EnumType:
        """Give the type of what is drawn."""
        return EnumType(self.type.enum)

    def slot(self, address: str) -> Slot:
        """Give one of the fields that the deck consists of."""
        return Slot(self.layout.types[address], self.thing, self.layout.offsets[address], address, self.state)

    def member(self, place: int) -> Constant:
        """Give a member as a value."""
        return Constant(self.card, place)

    @property
    def counts(self) -> tuple[Slot, ...]:
        """Give how many there are of each member, in order of declaration."""
        return tuple(self.slot(f"{self.address}.{member}") for member in self.members)

    @property
    def tops(self) -> tuple[Slot, ...]:
        """Give the places on top of which it may be known what lies there."""
        return tuple(self.slot(top_of(self.address, place)) for place in range(self.type.peek))

    def size(self) -> Value:
        """Give how many lie in the deck."""
        return total(self.counts)

    def copies(self, card: Value) -> Value:
        """Give how many of a card lie in the deck; of no card there are none."""
        cases = tuple((operate("=", card, self.member(place)), count) for place, count in enumerate(self.counts))
        return Cases(Number(0, self.type.capacity), cases, whole(0))

    def cards(self, variable: str) -> Value:
        """Give which members lie in the deck, each once."""
        every = Items(ListType(self.card, len(self.members)), tuple(map(self.member, range(len(self.members)))))
        there = operate("<", whole(0), self.copies(Local(self.card, variable)))
        return Gathering(every.type, "all", variable, every, there, Local(self.card, variable), None, False)

    def unknown(self, below: int) -> Lots:
        """Give what lies below so many known cards: one lot out of it is the next."""
        counts = []
        for place, count in enumerate(self.counts):
            known: numbers.Quantity = whole(0)
            for top in self.tops[:below]:
                lies_there = Cases(Number(0, 1), ((operate("=", top, self.member(place)), whole(1)),), whole(0))
                known = numbers.added(known, lies_there)
            left = numbers.taken(count, known)
            assert isinstance(left, Value)
            counts.append(left)
        return Lots(self.card, tuple(counts))

    def is_known(self, place: int) -> Value:
        """Tell whether it is known what lies at a place of the top."""
        return operate("!=", self.tops[place], Constant(self.tops[place].type, NONE))

    def topmost(self, most: Value, variable: str) -> Value:
        """Give what is known to lie on top, from the topmost down, no more than so many."""
        at = Local(Number(0, max(0, self.type.peek - 1)), variable)
        card: Value = self.tops[-1]
        for place in reversed(range(self.type.peek - 1)):
            card = Cases(self.tops[0].type, ((operate("=", at, whole(place)), self.tops[place]),), card)
        places = Range(ListType(at.type, self.type.peek), whole(0), whole(self.type.peek - 1))
        seen = operate("and", operate("<", at, most), operate("!=", card, Constant(card.type, NONE)), kind=BOOLEAN)
        found: Type = ListType(self.card, self.type.peek)
        return Gathering(found, "all", variable, places, seen, Cases(self.card, (), card), None, False)


def total(counts: tuple[Value, ...]) -> Value:
    """Give a sum."""
    found: numbers.Quantity = whole(0)
    for count in counts:
        found = numbers.added(found, count)
    assert isinstance(found, Value)
    return found
