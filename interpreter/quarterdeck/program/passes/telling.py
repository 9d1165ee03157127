"""From a program to one that does the same and tells of what its rules name and roll on the way.

In: a program, and who says how it is told of a value that a name was given: with which instructions. Out: a program
with these behind each place where that happens. Of a roll the names are `roll.total` and `roll.natural`, at each throw,
and of a check `roll.successes`, at its end; of what is drawn from a deck it is the name of the draw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.program import PhaseGraph, Program
from quarterdeck.program.form.values import Value

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
            routines[address] = routine.changed({"block": putting.block(routine.block)})
        elif address in phases:
            putting = _Putting(address, "before", names, tell)
            phases[address] = replace(phases[address], block=putting.block(phases[address].block))
    return replace(program, routines=routines, turn=PhaseGraph(phases))


def names_of(program: Program) -> dict[Named, Type]:
    """Give every name that the rules may give a value, with its type: those of routines, then of phases and steps.

    Where several are chosen one after another, the name has each for a moment, and then all of them: those are meant.
    """
    blocks = {address: (routine.block, routine.sort) for address, routine in program.routines.items()}
    blocks |= {phase.address: (phase.block, "procedure") for phase in program.turn.phases}
    found: dict[Named, Type] = {}
    for address, (block, sort) in blocks.items():
        for one in namings(block, address, state_read_by(sort)):
            kind, now = found.get((address, one.name)), one.value.type
            if kind is None or (isinstance(now, types.ListType) and types.joined(now.item, kind) is not None):
                found[address, one.name] = now
    return found


def state_read_by(sort: str) -> val.State:
    """Give which state a routine of a sort reads."""
    return "after" if sort == "effect" else "before"


def namings(block: Block, routine: str, state: val.State, around: Mapping[str, Type] | None = None) -> Iterator[Naming]:
    """Give all places of a block where a name is given a value, in order; `around` are names begun before it."""
    known = dict(around or {})
    for one in block:
        yield from _begun_by(one, routine, state)
        for body in blocks_in(one):
            yield from namings(body, routine, state, known)
        for naming in _done_by(one, routine, state, known):
            known.setdefault(naming.name, naming.value.type)
            yield naming


def blocks_in(one: Instruction) -> tuple[Block, ...]:
    """Give the blocks inside an instruction that may name something."""
    match one:
        case op.Branch(cases=cases, otherwise=otherwise):
            return (*(body for _, body in cases), otherwise)
        case op.Loop(body=body) | op.Simultaneously(body=body) | op.Repeat(body=body) | op.Tries(body=body):
            return (body,)
    return ()


def item_of(kind: Type) -> Type:
    """Give the type of what a list holds."""
    return kind.item if isinstance(kind, types.ListType) else kind


def _naming(one: Instruction, routine: str, state: val.State, name: str, kind: Type) -> Iterator[Naming]:
    if name.partition(".")[0].isidentifier():  # others no rule can have
        yield Naming(one.span, routine, name, val.Local(kind, name), state)


def _begun_by(one: Instruction, routine: str, state: val.State) -> Iterator[Naming]:
    """Give what a loop names at the beginning of each round."""
    match one:
        case op.Loop(variable=variable, source=source):
            yield from _naming(one, routine, state, variable, item_of(source.type))
        case op.Simultaneously(variable=variable):
            yield from _naming(one, routine, state, variable, SIDE)


def _done_by(one: Instruction, routine: str, state: val.State, known: Mapping[str, Type]) -> Iterator[Naming]:
    """Give what an instruction has named when it is done; a tally has the type that it was begun with."""
    match one:
        case op.Assign(name=name, value=value) if "." not in name:  # a part of a roll is told when the roll is over
            yield from _naming(one, routine, state, name, value.type)
        case op.Ask(name=name, options=options):
            yield from _naming(one, routine, state, name, item_of(options.type))
        case op.Adjust(thing=None, field=name) if name in known:
            yield from _naming(one, routine, state, name, known[name])
        case op.Rolled(roll=roll, total=total):
            yield from _naming(one, routine, state, f"{roll}.total", total)
            yield from _naming(one, routine, state, f"{roll}.natural", NATURAL)
        case op.Result(value=val.Local(type=kind, name=name)) if name.endswith(".successes"):
            yield from _naming(one, routine, state, name, kind)


@dataclass(frozen=True)
class _Putting:
    """Puts what tells behind each place where one of some names is given a value."""

    routine: str
    state: val.State
    names: Mapping[str, Type]
    tell: Telling

    def block(self, block: Block, around: Mapping[str, Type] | None = None) -> Block:
        """Give a block that tells; `around` are the types of names that were begun before it."""
        parts: list[Instruction] = []
        known = dict(around or {})
        for one in block:
            parts.append(self.inside(one, known))
            for naming in _done_by(one, self.routine, self.state, known):
                known.setdefault(naming.name, naming.value.type)
                parts += self.told(naming)
        return tuple(parts)

    def inside(self, one: Instruction, known: Mapping[str, Type]) -> Instruction:
        """Give an instruction that tells of what is named inside of it."""
        first = tuple(part for naming in _begun_by(one, self.routine, self.state) for part in self.told(naming))
        match one:
            case op.Branch(cases=cases, otherwise=otherwise):
                now = tuple((condition, self.block(body, known)) for condition, body in cases)
                return one.changed({"cases": now, "otherwise": self.block(otherwise, known)})
            case op.Loop(body=body) | op.Simultaneously(body=body) | op.Repeat(body=body) | op.Tries(body=body):
                return one.changed({"body": (*first, *self.block(body, known))})
        return one

    def told(self, naming: Naming) -> Block:
        """Give what tells of a name, if it is wanted: of those of its values that are of its type."""
        kind = self.names.get(naming.name)
        is_wanted = kind is not None and types.joined(kind, naming.value.type) is not None
        return self.tell(naming) if is_wanted else ()
