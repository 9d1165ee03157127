"""A ruleset ready to run under given settings: routines, tables, phases, and where the state lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.instructions import (
    Adjust,
    AdviceMemo,
    Block,
    Drawn,
    Memo,
    Modify,
    Rolled,
    RollOff,
    Routine,
    Site,
    Store,
)
from quarterdeck.program.form.layout import Layout, blank
from quarterdeck.program.form.values import Constant, Expected, Function, Slot, Text, Value
from quarterdeck.program.form.walking import instructions_in, walk
from quarterdeck.program.form.world import World

KEPT_IN_CACHE = True

Settings = dict[str, int]
Key = tuple[int, ...]
Start = tuple[int, ...]
"""What a field begins with, as its slots hold it: one value, or the count of a list and its items."""


@dataclass(frozen=True)
class ActingTable:
    """A table whose cells act: which routine each key leads to; none where nothing happens."""

    name: str
    keys: tuple[tuple[int, int], ...]
    cells: Mapping[Key, str]
    rows: Mapping[Key, str]


@dataclass(frozen=True)
class ValueTable:
    """A table of values: a constant, or the routine that works the cell out, for each key."""

    name: str
    keys: tuple[tuple[int, int], ...]
    cells: Mapping[Key, Value]
    rows: Mapping[Key, str]
    type: Type


@dataclass(frozen=True)
class Phase:
    """A node of the phase graph: a phase or step, what happens in it, and how sides and effects take part.

    `within` is the phase around a step. `each` names the variable of a side where every side has its turn. A step
    happens where its phase's block comes to it.
    """

    address: str
    title: str
    within: str
    each: str
    in_order: bool
    simultaneous: bool
    block: Block
    span: Span = field(repr=False, compare=False)


@dataclass(frozen=True)
class Edge:
    """What follows what: `next` phase, the first phase `again` in the next turn, a `step` inside a phase."""

    one: str
    other: str
    sort: Literal["next", "again", "step"]


@dataclass
class PhaseGraph:
    """The course of a turn: phases and steps by address, and the edges between them."""

    nodes: dict[str, Phase] = field(default_factory=dict)

    @property
    def phases(self) -> list[Phase]:
        """Give the phases in the order of a turn, without the steps inside them."""
        return [phase for phase in self.nodes.values() if not phase.within]

    @property
    def edges(self) -> list[Edge]:
        """Give what follows what."""
        course = [phase.address for phase in self.phases]
        found = [Edge(one, other, "next") for one, other in pairwise(course)]
        if course:
            found.append(Edge(course[-1], course[0], "again"))
        found += [Edge(phase.within, phase.address, "step") for phase in self.nodes.values() if phase.within]
        return found


@dataclass(frozen=True)
class Beginning:
    """How a thing of a kind comes into play: slots of its record with what they hold, and those that nobody has set."""

    values: tuple[tuple[int, int], ...]
    unset: tuple[int, ...]


@dataclass
class Program:
    """A lowered ruleset."""

    world: World
    settings: Settings
    layout: Layout
    routines: dict[str, Routine] = field(default_factory=dict)
    acting_tables: dict[str, ActingTable] = field(default_factory=dict)
    value_tables: dict[str, ValueTable] = field(default_factory=dict)
    turn: PhaseGraph = field(default_factory=PhaseGraph)
    sites: list[Site] = field(default_factory=list)
    starts: dict[str, Start] = field(default_factory=dict)
    """By address what the slots of a field hold when a thing comes into play, where the ruleset says so."""
    expectations: list[Expected] = field(default_factory=list)
    memos: dict[str, Memo] = field(default_factory=dict)
    """Definitions whose values are kept while effects wait, found by a pass."""
    advice_memos: dict[str, AdviceMemo] = field(default_factory=dict)
    """Definitions whose values are kept while advice is asked, found by a pass."""
    timeless: frozenset[str] = frozenset()
    """Definitions that read nothing of the state, whose values are kept for ever, found by a pass."""
    hooked: list[Callable[..., Any]] = field(default_factory=list)
    """The functions of plugins' hooks by their numbers, put here by whoever builds the program."""

    def with_blocks(self, change: Callable[[Block], Block], but: str = "") -> Program:
        """Give the same with what is made of the block of each routine, `but` those of one sort, and of each phase."""
        routines = {
            name: one if one.sort == but else one.changed({"block": change(one.block)})
            for name, one in self.routines.items()
        }
        nodes = {address: replace(node, block=change(node.block)) for address, node in self.turn.nodes.items()}
        return replace(self, routines=routines, turn=PhaseGraph(nodes))

    @cached_property
    def unique_rolls(self) -> frozenset[str]:
        """Give the last parts of addresses that belong to one roll or draw alone."""
        addresses = {site.address for site in self.sites if site.sort != "choice"}
        found = Counter(address.rpartition(".")[2] for address in addresses)
        return frozenset(name for name, count in found.items() if count == 1)

    @cached_property
    def beginnings(self) -> dict[str, Beginning]:
        """Give how things of each kind come into play."""
        return {kind: self.beginning(kind) for kind in self.layout.arrays}

    def beginning(self, kind: str) -> Beginning:
        """Give how things of a kind come into play; a field of which nothing is said and that may be empty is set."""
        layout, starts = self.layout, self.starts
        values: list[tuple[int, int]] = []
        unset: list[int] = []
        for known in self.world.kinds[kind].fields.values():
            for address in layout.slots_of(known.address):
                held = starts.get(address) or (blank(layout.types[address]),)
                values += enumerate(held, layout.offsets[address])
            if known.address in layout.offsets and known.address not in starts and not types.begins_empty(known.type):
                unset.append(layout.offsets[known.address])
        return Beginning(tuple(values), tuple(unset))

    @cached_property
    def site_at(self) -> dict[str, Site]:
        """Give the places of chance and choice by their addresses."""
        return {site.address: site for site in self.sites}

    @cached_property
    def quoted_addresses(self) -> tuple[str, ...]:
        """Give the address of each site as a JSON text; there is nothing in an address to escape."""
        return tuple(f'"{site.address}"' for site in self.sites)

    @cached_property
    def phrases(self) -> dict[str, Text]:
        """Give how rules, modifiers, rolls and draws are worded, by their addresses."""
        blocks = (*(one.block for one in self.routines.values()), *(phase.block for phase in self.turn.phases))
        found = {address: one.phrase for address, one in self.routines.items()}
        for act in instructions_in(blocks):
            match act:
                case Modify(address=address, phrase=phrase):
                    found[address] = phrase
                case Rolled() | RollOff() | Drawn():
                    found[self.sites[act.site].address] = act.phrase
        return {address: phrase for address, phrase in found.items() if phrase is not None}

    @cached_property
    def lessened(self) -> frozenset[str]:
        """Give the fields of which something is lost: rules take from them, and never begin to count anew."""
        blocks = [routine.block for address, routine in self.routines.items() if not address.startswith("roster ")]
        acts = list(instructions_in((*blocks, *(phase.block for phase in self.turn.phases))))
        taken = {one.field for one in acts if isinstance(one, Adjust) and one.thing is not None}
        anew = {
            one.field
            for one in acts
            if isinstance(one, Store)
            and isinstance(one.value, Constant)
            and (one.value.number,) == self.starts.get(one.field)
        }
        return frozenset(taken - anew)

    @cached_property
    def radii(self) -> Mapping[str, str]:
        """Give places with the length around each within which, as rules ask, lines between points pass."""
        nodes = walk(tuple((routine.block, routine.value) for routine in self.routines.values()))
        asked = (one.arguments[2:] for one in nodes if isinstance(one, Function) and one.name == "passes")
        return {
            place.field: length.field
            for place, length in asked
            if isinstance(place, Slot) and isinstance(length, Slot) and place.thing == length.thing
        }
