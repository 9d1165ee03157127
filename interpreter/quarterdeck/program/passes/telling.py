"""From a program to one that does the same and tells of what its rules name and roll on the way.

In: a program, and who says how it is told of a value that a name was given: with which instructions. Out: a program
with these behind each place where that happens. Of a roll the names are `roll.total` and `roll.natural`, at each throw,
and of a check `roll.successes`, at its end; of what is drawn from a deck it is the name of the draw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form import walking
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.program import PhaseGraph, Program
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import exchanged, with_names

NATURAL = types.Number(-(10**6), 10**6)
SIDE = types.Thing("Side")
Named = tuple[str, str]
"""The address of a routine or a phase, and a name in it."""


@dataclass(frozen=True)
class Naming:
    """A name of a routine is given a value: what it holds then, and which state the routine reads."""

    span: Span
    routine: str
    name: str
    value: Value
    state: val.State


Telling = Callable[[Naming], Block]


def told(program: Program, wanted: Collection[Named], tell: Telling) -> Program:
    """Give a program that tells of the names that are wanted."""
    routines, phases, known = dict(program.routines), dict(program.turn.nodes), names_of(program)
    for address in {routine for routine, _ in wanted}:
        names = {name: known[routine, name] for routine, name in wanted if routine == address}
        if address in routines:
            routine = routines[address]
            putting = _Putting(address, state_read_by(routine.sort), names, tell)
            routines[address] = routine.changed({"block": exchanged(routine.block, putting.makers)})
        elif address in phases:
            putting = _Putting(address, "before", names, tell)
            phases[address] = replace(phases[address], block=exchanged(phases[address].block, putting.makers))
    return replace(program, routines=routines, turn=PhaseGraph(phases))


def names_of(program: Program) -> dict[Named, Type]:
    """Give every name that the rules may give a value, with its type: those of routines, then of phases and steps.

    Where several are chosen one after another, the name has each for a moment, and then all of them: those are meant.
    """
    blocks = {address: routine.block for address, routine in program.routines.items()}
    blocks |= {phase.address: phase.block for phase in program.turn.phases}
    found: dict[Named, Type] = {}
    for address, block in blocks.items():
        for one, known in with_names(block):
            for name, now in named_by(one, known) if type(one) in NAMINGS else ():
                kind = found.get((address, name))
                if kind is None or (isinstance(now, types.ListType) and types.joined(now.item, kind) is not None):
                    found[address, name] = now
    return found


def state_read_by(sort: RuleSort) -> val.State:
    """Give which state a routine of a sort reads."""
    return "after" if sort == "effect" else "before"


def item_of(kind: Type) -> Type:
    """Give the type of what a list holds."""
    return kind.item if isinstance(kind, types.ListType) else kind


Typed = tuple[str, Type]


def _tally(one: op.Adjust, known: walking.Named) -> Iterator[Typed]:
    """Give a tally with the type that it was begun with."""
    if one.thing is None and one.field in known:
        yield one.field, known[one.field]


def _roll(one: op.Rolled, _: walking.Named) -> Iterator[Typed]:
    yield f"{one.roll}.total", one.total
    yield f"{one.roll}.natural", NATURAL


def _successes(one: op.Result, _: walking.Named) -> Iterator[Typed]:
    if isinstance(one.value, val.Local) and one.value.name.endswith(".successes"):
        yield one.value.name, one.value.type


NAMINGS: dict[type, Callable[[Any, walking.Named], Iterable[Typed]]] = {
    op.Assign: lambda one, _: () if "." in one.name else ((one.name, one.value.type),),  # a roll's is told at its end
    op.Ask: lambda one, _: ((one.name, item_of(one.options.type)),),
    op.Adjust: _tally,
    op.Rolled: _roll,
    op.Result: _successes,
    op.Loop: lambda one, _: ((one.variable, item_of(one.source.type)),),
    op.Simultaneously: lambda one, _: ((one.variable, SIDE),),
}
"""What each instruction gives a value, with its type: a loop as each round begins, others when they are done."""


def named_by(one: Instruction, known: walking.Named) -> Iterator[Typed]:
    """Give what an instruction names that a rule can name, too."""
    return ((name, kind) for name, kind in NAMINGS[type(one)](one, known) if name.partition(".")[0].isidentifier())


@dataclass(frozen=True)
class _Putting:
    """Puts what tells behind each place where one of some names is given a value."""

    routine: str
    state: val.State
    names: Mapping[str, Type]
    tell: Telling

    @property
    def makers(self) -> dict[type, walking.Making]:
        """Give who puts something behind an instruction, or into a loop."""
        return dict.fromkeys(NAMINGS, self.behind) | dict.fromkeys((op.Loop, op.Simultaneously), self.inside)

    def behind(self, one: Instruction, known: walking.Named) -> Block:
        """Give an instruction, and what tells of what it names."""
        return (one, *self.told(one, known))

    def inside(self, one: op.Loop | op.Simultaneously, known: walking.Named) -> Block:
        """Give a loop that tells of what it names at the beginning of each round."""
        return (one.changed({"body": (*self.told(one, known), *one.body)}),)

    def told(self, one: Instruction, known: walking.Named) -> Iterator[Instruction]:
        """Give what tells of the names of an instruction that are wanted: of those of their values of their type."""
        for name, kind in named_by(one, known):
            wanted = self.names.get(name)
            if wanted is not None and types.joined(wanted, kind) is not None:
                yield from self.tell(Naming(one.span, self.routine, name, val.Local(kind, name), self.state))
