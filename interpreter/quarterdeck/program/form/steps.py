"""Steps of a turn carried out by themselves: each as a routine that takes what the phase around it has named.

In: a program and the address of a step. Out: a `Routine` of the same instructions. A step inside a phase for each side
takes that side, one behind a `let` what was named there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Routine
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import only_in_spans
from quarterdeck.program.form.walking import walk

SIDE = types.Thing("Side")
MOST_TURNS = 16
"""So many turns are remembered with the addresses of their steps: every example asks for its own."""


@dataclass(frozen=True)
class StepPlace:
    """Where a step stands: the names that are known there with their types, and whether effects wait."""

    known: Mapping[str, Type]
    effects_wait: bool


def addresses_of_steps(declared: Declared) -> tuple[str, ...]:
    """Give the addresses of all steps of the turn."""
    return _steps_of(declared.turn) if declared.turn else ()


@lru_cache(MOST_TURNS)
def _steps_of(turn: nodes.Turn) -> tuple[str, ...]:
    def below(node: nodes.Node, address: str) -> Iterator[str]:
        for one in node.children():
            if isinstance(one, nodes.Step):
                yield f"{address}.{one.name.text}"
                yield from below(one, f"{address}.{one.name.text}")
            else:
                yield from below(one, address)

    return tuple(step for phase in turn.phases for step in below(phase, f"turn.{phase.name.text}"))


def is_step(program: Program, address: str) -> bool:
    """Tell whether an address is that of a step, and not of a whole phase."""
    node = program.turn.nodes.get(address)
    return node is not None and bool(node.within)


def step_routine(program: Program, address: str) -> Routine:
    """Give a step as a routine."""
    node = program.turn.nodes[address]
    named = {one.name for one in walk(node.block) if isinstance(one, val.Local)}
    known = place_of(program, address).known
    parameters = tuple((name, kind) for name, kind in known.items() if name in named and not name.startswith("#"))
    return Routine(address, "procedure", parameters, None, node.block, node.span)


def place_of(program: Program, address: str) -> StepPlace:
    """Give where a step stands."""
    found = (_place_in(program, phase.block, address, {}, is_open=False) for phase in program.turn.phases)
    return next(place for place in found if place is not None)


def while_effects_wait(program: Program) -> frozenset[str]:
    """Give the addresses of what the turn carries out only while effects wait: rules, rows, and steps."""
    steps = [address for address in program.turn.nodes if is_step(program, address)]
    return only_in_spans(program) | {address for address in steps if place_of(program, address).effects_wait}


def _place_in(
    program: Program, block: Block, address: str, around: Mapping[str, Type], *, is_open: bool
) -> StepPlace | None:
    """Look for a step in a block; `around` are the names that are known before it."""
    known, before = dict(around), is_open
    for one in block:
        inner: list[tuple[Block, Mapping[str, Type]]] = []
        match one:
            case op.PhaseBegins(address=found) if found == address:
                return StepPlace(known, is_open)
            case op.OpenSpan():
                is_open = True
            case op.CloseSpan() | op.Closing():
                is_open = before
            case op.Assign(name=name, value=value):
                known[name] = value.type
            case op.Ask(name=name, site=site):
                known[name] = program.sites[site].item or types.UNKNOWN
            case op.Branch(cases=cases, otherwise=otherwise):
                inner = [(body, known) for body in (*(body for _, body in cases), otherwise)]
            case op.Loop(variable=variable, source=source, body=body):
                item = source.type.item if isinstance(source.type, types.ListType) else types.UNKNOWN
                inner = [(body, {**known, variable: item})]
            case op.Simultaneously(variable=variable, body=body):
                inner = [(body, {**known, variable: SIDE})]
            case op.Repeat(body=body) | op.Tries(body=body):
                inner = [(body, known)]
        for body, names in inner:
            place = _place_in(program, body, address, names, is_open=is_open)
            if place is not None:
                return place
    return None
