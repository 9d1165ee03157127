"""What a side may see: the state with everything else blanked, and words for what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from types import MappingProxyType
from typing import Any, Protocol

from quarterdeck.backends.python.view_knowledge import Known
from quarterdeck.engine.run.plain_values import plain_fields
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import words_of
from quarterdeck.language.declarations.closed_sorts import Knower
from quarterdeck.language.declarations.types import EnumType, ListType, Number, Thing, Type
from quarterdeck.program.form.layout import blank
from quarterdeck.program.form.program import Program

PUBLIC = 1 << 62
"""A viewer that is no side: it sees what all may see, and nothing else."""


@dataclass(slots=True)
class View:
    """One side's sight of a situation, and what is known of it; `side` -1 sees all.

    `blanked` are the places of the state of which the side knows nothing, whatever stands there.
    """

    program: Program
    state: list[int]
    names: dict[int, str]
    side: int
    known: Known = field(default_factory=list)
    blanked: frozenset[int] = frozenset()

    def word(self, kind: Type | None, value: Any) -> str:
        """Give a value as its players say it."""
        return words_of(self.program, self.names, kind, value)

    def as_data(self, known_as: Mapping[int, str]) -> dict[str, Any]:
        """Give what the side may know as JSON can hold it: things in play, by name and field.

        A field that the side may not know is absent. `known_as` are the names by which data know things; one that came
        into play goes by its kind and number.
        """
        names = {thing: name for thing, name in known_as.items() if thing in self.names}
        layout, state = self.program.layout, self.state
        things = {
            words_of(self.program, names, Thing(kind), thing): {
                "kind": kind,
                "fields": plain_fields(self.program, names, state, thing, self.blanked),
            }
            for kind in layout.arrays
            for thing in layout.things(kind)
            if state[thing]
        }
        return {"side": names.get(self.side), "things": things}


Hidden = tuple[tuple[str, Knower], ...]


def hidden_fields(program: Program) -> Hidden:
    """Give the addresses of fields that not all may see under the program's settings, with who may."""
    layout, settings = program.layout, program.settings
    fields: Hidden = tuple(
        (address, seen_by.who)
        for kind in program.world.kinds.values()
        for known in kind.fields.values()
        if (seen_by := known.seen_by).who != "all" and (not seen_by.option or settings.get(seen_by.option))
        for address in (*layout.decks.get(known.address, ()), known.address)
    )
    tops: Hidden = tuple(  # what lies on top of a deck is told to those who looked, and else nobody sees it
        (address, "nobody")
        for parts in layout.decks.values()
        for address in parts
        if isinstance(layout.types[address], EnumType)
    )
    return fields + tops


def owner_of(program: Program, state: list[int], thing: int, kind: str) -> int:
    """Give the side that owns a thing: its own field, or that of the thing it is part of; -1 where nobody does."""
    if kind == "Side":
        return thing
    known = program.world.kinds[kind]
    if known.owner:
        return state[thing + program.layout.offsets[f"{kind}.{known.owner}"]]
    return owners_of(program, state, kind).get(thing, -1)


def owners_of(program: Program, state: list[int], kind: str) -> dict[int, int]:
    """Give the side that owns each thing of a kind, as far as one does."""
    things = [thing for thing in program.layout.things(kind) if state[thing]]
    if kind == "Side":
        return {thing: thing for thing in things}
    known = program.world.kinds[kind]
    if known.owner:
        offset = program.layout.offsets[f"{kind}.{known.owner}"]
        return {thing: state[thing + offset] for thing in things}
    found: dict[int, int] = {}
    if known.part_of:
        lists = [program.layout.offsets[address] for address in _lists_of(program, known.part_of, kind)]
        for holder, owner in owners_of(program, state, known.part_of).items():
            for offset in lists:
                at = holder + offset + 1
                for part in state[at : at + state[at - 1]]:
                    found.setdefault(part, owner)
    return found


def _lists_of(program: Program, whole: str, kind: str) -> list[str]:
    """Give the fields in which a whole keeps its parts of a kind."""
    return [
        f"{whole}.{name}"
        for name, field in program.world.kinds[whole].fields.items()
        if isinstance(field.type, ListType) and isinstance(field.type.item, Thing) and field.type.item.kind == kind
    ]


@dataclass(frozen=True, slots=True)
class Veil:
    """A field that not all may see: where it stands in a thing, how many slots it has, and what it is when unseen."""

    address: str
    kind: str
    for_owner: bool
    offset: int
    places: int
    empty: int


def veils_of(program: Program) -> tuple[Veil, ...]:
    """Give what is to be blanked in a view of the program's states."""
    layout, found = program.layout, []
    for address, who in hidden_fields(program):
        if address in layout.decks:
            continue
        known = layout.types[address]
        empty, *_ = (
            program.starts[address] if isinstance(known, Number) and address in program.starts else (blank(known),)
        )
        places = 1 + layout.capacities.get(address, 0)
        found.append(Veil(address, address.split(".")[0], who == "owner", layout.offsets[address], places, empty))
    return tuple(found)


def _of_others(program: Program, state: list[int], kind: str, side: int) -> list[int]:
    """Give the things of a kind in play that are not a side's."""
    layout = program.layout
    array, used = layout.arrays[kind], layout.used.get(kind)
    there = range(array.base, array.end if used is None else array.base + state[used], array.stride)
    if side < 0:
        return [thing for thing in there if state[thing]]
    if owner := program.world.kinds[kind].owner:
        offset = layout.offsets[f"{kind}.{owner}"]
        return [thing for thing in there if state[thing] and state[thing + offset] != side]
    owners = owners_of(program, state, kind)
    return [thing for thing in there if state[thing] and owners.get(thing, -1) != side]


def grounds_of(program: Program, veils: Iterable[Veil]) -> frozenset[str]:
    """Give the fields that decide whose things are, and so what a side may see of them."""
    found: set[str] = set()
    for kind in {veil.kind for veil in veils}:
        whole: str = kind
        while whole:
            known = program.world.kinds[whole]
            found.add(f"{whole}.")
            if known.owner:
                found.add(f"{whole}.{known.owner}")
                break
            if known.part_of:
                found.update(_lists_of(program, known.part_of, whole))
            whole = known.part_of or ""
    return frozenset(found)


Unseen = dict[tuple[str, bool], frozenset[int]]
"""The things that a side may not see into: of each kind, those of others, and (for what nobody sees) all."""


def unseen_of(program: Program, state: list[int], side: int, veils: Iterable[Veil]) -> Unseen:
    """Give the things in play of which a side may not see all."""
    sorts = {(veil.kind, veil.for_owner) for veil in veils}
    return {sort: frozenset(_of_others(program, state, sort[0], side if sort[1] else -1)) for sort in sorts}


def view_of(
    situation: Situation,
    state: list[int],
    side: int,
    revealed: Mapping[tuple[str, int], tuple[int, ...]] = MappingProxyType({}),
    veils: tuple[Veil, ...] | None = None,
) -> View:
    """Give what a side sees of a state; what it may not see is as it was last revealed, or blank.

    Whoever asks often gives the `veils_of` the program as well.
    """
    program = situation.program
    veils = veils_of(program) if veils is None else veils
    if not veils or side < 0:
        return View(program, state, situation.names, side)
    unseen = unseen_of(program, state, side, veils)
    blanked = frozenset(
        thing + veil.offset
        for veil in veils
        for thing in unseen[veil.kind, veil.for_owner]
        if (veil.address, thing) not in revealed
    )
    return View(program, veiled(state, veils, unseen, revealed), situation.names, side, blanked=blanked)


def veiled(
    state: list[int], veils: Iterable[Veil], unseen: Unseen, revealed: Mapping[tuple[str, int], tuple[int, ...]]
) -> list[int]:
    """Give a state with what may not be seen as it was last revealed, or blank."""
    seen = list(state)
    for slot, value in covered(veils, unseen, revealed):
        seen[slot] = value
    return seen


def covered(
    veils: Iterable[Veil], unseen: Unseen, revealed: Mapping[tuple[str, int], tuple[int, ...]]
) -> Iterator[tuple[int, int]]:
    """Yield the slots that may not be seen, each with what it held when it was last revealed, or blank."""
    for veil in veils:
        blank_places = (veil.empty, *repeat(0, veil.places - 1))
        for thing in unseen[veil.kind, veil.for_owner]:
            yield from enumerate(revealed.get((veil.address, thing), blank_places), thing + veil.offset)


class Noting(Protocol):
    """A state that notes which of its slots are read."""

    def copied(self) -> list[int]:
        """Give all slots, unseen."""

    def __getitem__(self, slot: int) -> int:
        """Give a slot."""


class SeenState:
    """A state as a side sees it, looked at slot by slot: of slots that are `hidden` it gives what they look like.

    The state that lies behind it notes what is read.
    """

    def __init__(self, state: Noting, hidden: Mapping[int, int], size: int) -> None:
        self.state, self.hidden, self.size = state, hidden, size

    def copied(self) -> list[int]:
        """Give all slots, of which nobody learns that they were read."""
        found = self.state.copied()
        for slot, value in self.hidden.items():
            found[slot] = value
        return found

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, slot: Any) -> Any:
        """Give a slot or a stretch of slots."""
        if slot.__class__ is int:
            if slot >= self.size:
                raise IndexError(slot)
            return self.hidden[slot] if slot in self.hidden else self.state[slot]
        return [self[one] for one in range(*slot.indices(self.size))]
