"""What of two programs is not the same, and what comes to that: so that no question is left out that could differ.

In: the programs of two rulesets under the same settings, and a rule put into its situation on both sides. Out: parts by
name, and whether an answer may differ. What is said here is said of the lowered programs, in which options, constants,
arcs and places of words are numbers already: nothing that is folded in is overlooked. Where it is in doubt parts
differ, and a question is asked for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any

from quarterdeck.base.leading import steps_to
from quarterdeck.base.text import Span
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.dataflow import (
    CalledPart,
    CallGraph,
    Touched,
    called,
    instructions_write,
    parts_in,
    values_read,
)
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Expected, Value
from quarterdeck.program.form.walking import walk
from quarterdeck.program.form.world import World
from quarterdeck.workspace.ruleset.rule_question import RuleQuestion

DERIVED = frozenset(["offset"])
"""Parts of nodes that follow from others: where a field lies is known by the field."""
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class ProgramParts:
    """The parts of a program: rules and phases, tables, fields, `Kind.`."""

    program: Program

    @cached_property
    def own(self) -> dict[CalledPart, Any]:
        """Give what each part is made of."""
        program = self.program
        found: dict[CalledPart, Any] = {called(address): routine for address, routine in program.routines.items()}
        found |= {called(address): phase for address, phase in program.turn.nodes.items()}
        found |= {CalledPart("table", name): table for name, table in program.acting_tables.items()}
        found |= {CalledPart("table", name): table for name, table in program.value_tables.items()}
        return found

    @cached_property
    def uses(self) -> dict[CalledPart, frozenset[Touched]]:
        """Give what each part makes use of by itself."""
        return {name: frozenset(self._used(part)) for name, part in self.own.items()}

    def _used(self, part: Any) -> Iterator[Touched]:
        cells = tuple(part.cells.values()) if hasattr(part, "cells") else ()
        yield from (called(cell) for cell in cells if isinstance(cell, str))
        inside = _inside(part)
        touched = (*values_read(inside), *instructions_write(inside))
        yield from touched
        yield from (called(part.address) for part in parts_in(touched) if part.sort == "call allowed")
        yield from (called(node.routine) for node in walk(inside) if isinstance(node, Expected))

    def reached_from(self, parts: Iterable[Touched], without: frozenset[Touched] = frozenset()) -> frozenset[Touched]:
        """Give parts with all that they come to, not going through some."""

        def used(one: Touched) -> frozenset[Touched]:
            return self.uses.get(one, frozenset()) - without if isinstance(one, CalledPart) else frozenset()

        return frozenset(steps_to(parts, used))

    def coming_to(self, names: Iterable[Touched]) -> frozenset[Touched]:
        """Give parts with all that come to one of them."""
        users: dict[Touched, set[Touched]] = {}
        for name, used in self.uses.items():
            for one in used:
                users.setdefault(one, set()).add(name)
        return frozenset(steps_to(names, users.get))

    @cached_property
    def chancy(self) -> frozenset[Touched]:
        """Give the rules and phases that roll or ask, themselves or through others."""
        return frozenset(called(address) for address in CallGraph(self.program).chancy)


@dataclass(frozen=True)
class TwoPrograms:
    """Two programs under the same settings."""

    one: ProgramParts
    other: ProgramParts

    @cached_property
    def differing(self) -> frozenset[Touched]:
        """Give the parts that differ by themselves, or that only one program has."""
        names = {*self.one.own, *self.other.own}
        worlds = [side.program.world for side in (self.one, self.other)]
        if _common(worlds[0], worlds[1]) != _common(worlds[1], worlds[0]):
            return frozenset(names)
        found = set[Touched]()
        for name in names:
            was, now = self.one.own.get(name), self.other.own.get(name)
            if was is None or now is None or (was != now and self.texts[0].of(was) != self.texts[1].of(now)):
                found.add(name)
        return frozenset(found | _fields_that_differ(self.one.program.layout, self.other.program.layout))

    @cached_property
    def texts(self) -> tuple[PartTexts, PartTexts]:
        """Give who says the parts of each."""
        one, other = (
            PartTexts({site.number: site.address for site in side.program.sites}) for side in (self.one, self.other)
        )
        return one, other

    def nodes_of(self, name: CalledPart) -> list[tuple[list[Any], list[Any]]]:
        """Give all values and instructions of a part on each side, and those of them that the other side has not."""
        found = [
            [node for node in walk(_inside(side.own.get(name))) if isinstance(node, Value | Instruction)]
            for side in (self.one, self.other)
        ]
        said = [[repr(text.of(node)) for node in nodes] for text, nodes in zip(self.texts, found, strict=True)]
        return [
            (nodes, [node for node, words in zip(nodes, own, strict=True) if words not in others])
            for nodes, own, others in zip(found, said, map(set, reversed(said)), strict=True)
        ]

    @cached_property
    def concerned(self) -> frozenset[Touched]:
        """Give the parts of either that differ, and those that come to them."""
        return self.one.coming_to(self.differing) | self.other.coming_to(self.differing)

    @cached_property
    def addresses(self) -> list[str]:
        """Give the addresses of the rules and phases that are concerned."""
        return sorted(_addresses(self.concerned))

    def not_asked(self, asked: Iterable[str]) -> list[str]:
        """Give the rules and phases nearest to a change that roll or ask and that no question comes to."""
        sides = (self.one, self.other)
        left = _addresses(self.concerned & (self.one.chancy | self.other.chancy))
        reached = frozenset().union(*(side.reached_from(called(address) for address in asked) for side in sides))

        def is_nearest(address: str) -> bool:
            below = {name for side in sides for name in side.reached_from([called(address)])}
            return called(address) in self.differing or _addresses(below).isdisjoint(left - {address})

        return sorted(a for a in left if called(a) not in reached and is_nearest(a))


class KnownPrograms:
    """Pairs of programs, each looked through once: most questions have the same settings."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[int, int], TwoPrograms] = {}

    def two(self, one: Program, other: Program) -> TwoPrograms:
        """Give two programs as they compare."""
        key = (id(one), id(other))
        if key not in self.pairs:
            self.pairs[key] = TwoPrograms(ProgramParts(one), ProgramParts(other))
        return self.pairs[key]


def _inside(part: Any) -> tuple[Any, ...]:
    """Give what a part is made of: a value, a block, the cells of a table that are no rules of their own."""
    cells = part.cells.values() if hasattr(part, "cells") else ()
    held = (getattr(part, name, None) for name in ("value", "block"))
    return (*(one for one in held if one is not None), *(cell for cell in cells if not isinstance(cell, str)))


def _addresses(names: Iterable[Touched]) -> set[str]:
    """Give the addresses of rules and phases among parts, without what an author never wrote."""
    found = {part.address for part in parts_in(names) if part.sort == "call"}
    return {address for address in found if "~" not in address and " " not in address}


def _common(world: World, other: World) -> tuple[object, ...]:
    """Give what everything hangs on: words by their places, of enums that both have, the board, plugins.

    What speaks of an enum that one alone has differs by that itself.
    """
    enums = {name: enum.members for name, enum in world.enums.items() if name in other.enums}
    return enums, world.board, world.hooks, world.dice


def _fields_that_differ(one: Layout, other: Layout) -> set[str]:
    names = {*one.offsets, *other.offsets}
    found = {
        name
        for name in names
        if (name in one.offsets) != (name in other.offsets)
        or str(one.types.get(name)) != str(other.types.get(name))
        or one.slots_of(name) != other.slots_of(name)
    }
    room = [{kind: array.capacity for kind, array in layout.arrays.items()} for layout in (one, other)]
    return found | {f"{kind}." for kind in {*room[0], *room[1]} if room[0].get(kind) != room[1].get(kind)}


@dataclass(frozen=True)
class PartTexts:
    """Says parts of a program so that those are equal that do the same: by addresses, and without places in a file."""

    sites: Mapping[int, str]

    def of(self, value: Any) -> object:
        if isinstance(value, Span):
            return ""
        if isinstance(value, Type):
            return str(value)
        if isinstance(value, Mapping):
            return tuple((key, self.of(inner)) for key, inner in sorted(value.items()))
        if is_dataclass(value) and not isinstance(value, type):
            return (
                type(value).__name__,
                *(
                    self.sites.get(inner, inner) if part.name == "site" else self.of(inner)
                    for part in fields(value)
                    if part.name not in DERIVED
                    for inner in [getattr(value, part.name)]
                ),
            )
        if isinstance(value, tuple | list):
            return tuple(self.of(item) for item in value)
        return value


def may_differ(programs: TwoPrograms, one: RuleQuestion, other: RuleQuestion, shown: Iterable[str]) -> bool:
    """Tell whether a rule put into its situation may have another outcome on the other side.

    What is `shown` are expressions; whatever has a name that stands in one is taken to be spoken of there.
    """
    words = {word for text in shown for word in WORD.findall(text)}
    start: set[Touched] = {called(one.address)}
    for parts in (programs.one, programs.other):
        start |= {part for part in parts.own if part.address.rpartition(".")[2] in words}
        start |= {name for name in parts.program.layout.offsets if name.rpartition(".")[2] in words}
    reached = programs.one.reached_from(start) | programs.other.reached_from(start)
    return (
        not reached.isdisjoint(programs.differing)
        or one.arguments != other.arguments
        or begins_otherwise(one.situation, other.situation)
    )


def begins_otherwise(one: Situation, other: Situation) -> bool:
    """Tell whether two situations differ in a field that both rulesets have, or in what things there are."""
    layouts = [situation.program.layout for situation in (one, other)]
    if one.things != other.things or one.names != other.names or one.boards != other.boards:
        return True
    if layouts[0].slots == layouts[1].slots:
        return one.state != other.state
    held = [_by_fields(situation) for situation in (one, other)]
    return any(held[0][address] != held[1][address] for address in held[0].keys() & held[1].keys())


def _by_fields(situation: Situation) -> dict[str, list[int]]:
    """Give all that a state holds, by the addresses of its slots."""
    found: dict[str, list[int]] = {}
    for address, number in zip(situation.program.layout.slots, situation.state, strict=True):
        found.setdefault(address, []).append(number)
    return found
