"""A cache of answers whose key is what a question read: a tree in which each node names the next reading.

In: the readings of a question in order, a state, an answer. Out: that answer for each state in which all readings have
equal values. Things are numbered in the order in which they are reached, so equal situations of different things share
an answer. A reading is a slot of a thing, or the value of a definition for some things.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.language.declarations.types import ListType, Thing, Type
from quarterdeck.program.form.instructions import Routine
from quarterdeck.program.form.layout import Layout

KEPT = 20_000
"""The cache is emptied when it has this many answers."""
FAULT = "a fault"


class DefinitionRead(NamedTuple):
    """A definition with its inputs."""

    address: str
    arguments: tuple[int, ...]


Reading = int | DefinitionRead
"""A slot of the state, or a definition."""


class SlotRead(NamedTuple):
    """A slot by the number of its thing, and whether what lies there is a thing."""

    thing: int
    offset: int
    is_thing: bool


class CallRead(NamedTuple):
    """A definition by its inputs, those that are things by number, and whether its value is a thing."""

    address: str
    arguments: tuple[tuple[bool, int], ...]
    is_thing: bool


@dataclass
class Met:
    """The things that were met so far, and what tells which were met."""

    things: list[int] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)

    def meet(self, thing: int) -> int:
        """Give the number of a thing; -1 for none."""
        if thing < 0:
            return -1
        number = self.numbers.get(thing)
        if number is None:
            number = self.numbers[thing] = len(self.things)
            self.things.append(thing)
        return number

    def figures(self, kind: Type, value: Any) -> list[int]:
        """Give a value of a type, with things as their numbers."""
        match kind:
            case Thing():
                return [self.meet(value)]
            case ListType(item=item):
                return [len(value), *(figure for one in value for figure in self.figures(item, one))]
        return [value]


@dataclass
class Answers:
    """The answers to some questions, by number.

    `whole` are, for each question, the kinds all things of which may be gone through. A node of the tree is a reading
    with what follows by its value.
    """

    layout: Layout
    routines: Mapping[str, Routine]
    functions: Mapping[str, Callable[..., Any]]
    whole: dict[int, tuple[str, ...]] = field(default_factory=dict)
    known: dict[tuple[int, ...], Any] = field(default_factory=dict)
    kept: int = 0

    def begun(
        self, number: int, given: Sequence[tuple[Type, Any]], state: Sequence[int]
    ) -> tuple[Met, tuple[int, ...]]:
        """Give what is met at the beginning of a question, and what it looks like."""
        met, looks = Met(), [number]
        for kind, value in given:
            looks += met.figures(kind, value)
        met.meet(self.layout.arrays["Game"].base)
        for name in self.whole[number]:
            present = [thing for thing in self.layout.things(name) if state[thing]]
            looks += [len(present), *map(met.meet, present)]
        return met, tuple(looks)

    def find(self, number: int, given: Sequence[tuple[Type, Any]], state: Sequence[int]) -> int | None:
        """Give the answer to a question, if such a one was answered before."""
        met, looks = self.begun(number, given, state)
        at = self.known.get(looks)
        while at.__class__ is tuple:
            at = at[1].get(self.value(at[0], met, state))
        return at

    def value(self, reading: SlotRead | CallRead, met: Met, state: Sequence[int]) -> Any:
        """Give the value of a reading, a thing as its number."""
        if isinstance(reading, SlotRead):
            found = state[met.things[reading.thing] + reading.offset]
        else:
            arguments = [met.things[one] if is_thing else one for is_thing, one in reading.arguments]
            try:
                found = self.functions[reading.address](state, *arguments)
            except RulesFaultError:
                return FAULT
        return met.meet(found) if reading.is_thing else found

    def keep(
        self, number: int, given: Sequence[tuple[Type, Any]], state: Sequence[int], read: Sequence[Reading], answer: int
    ) -> None:
        """Keep an answer by what was read for it; where something is read of a thing nobody has met, it is not kept."""
        if self.kept >= KEPT:
            self.known.clear()
            self.kept = 0
        self.kept += 1
        met, looks = self.begun(number, given, state)
        there, key = self.known, looks
        passed: set[SlotRead | CallRead] = set()
        while (node := there.get(key)).__class__ is tuple:
            passed.add(node[0])
            there, key = node[1], self.value(node[0], met, state)
        left = [one for one in read if not self.is_present(one, number)]
        new: list[tuple[SlotRead | CallRead, Any]] = []
        while left:
            waiting = []
            for one in left:
                reading = self.reading(one, number, met)
                if reading is None:
                    waiting.append(one)
                elif reading not in passed:
                    new.append((reading, self.value(reading, met, state)))
                    passed.add(reading)
            if len(waiting) == len(left):
                return
            left = waiting
        for reading, value in new:
            node = reading, {}
            there[key] = node
            there, key = node[1], value
        there[key] = answer

    def is_present(self, one: Reading, number: int) -> bool:
        """Tell whether a reading says which things are in play of a kind of which all are met at the beginning."""
        return isinstance(one, int) and self.layout.slots[one][:-1] in self.whole[number]

    def reading(self, one: Reading, number: int, met: Met) -> SlotRead | CallRead | None:
        """Give a reading by the things that were met; nothing where one was not, or not yet."""
        if isinstance(one, DefinitionRead):
            routine = self.routines[one.address]
            assert routine.value is not None
            arguments = []
            for (_, kind), argument in zip(routine.parameters, one.arguments, strict=True):
                is_thing = isinstance(kind, Thing) and argument >= 0
                if is_thing and argument not in met.numbers:
                    return None
                arguments.append((is_thing, met.numbers[argument] if is_thing else argument))
            return CallRead(one.address, tuple(arguments), isinstance(routine.value.type, Thing))
        name = self.layout.slots[one]
        array = name.partition(".")[0]
        thing = self.layout.thing_at(array, one)
        if thing not in met.numbers:
            return None
        held = self.layout.types.get(name)
        if isinstance(held, ListType):
            first = self.layout.field_at(one).start
            held = held.item if one > first else None
        return SlotRead(met.numbers[thing], one - thing, isinstance(held, Thing))
