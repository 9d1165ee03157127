"""Find repetitions that may end early: a round that changes nothing is the last that can.

In: a program. Out: the same with such repetitions marked: they go through things, count nothing themselves, and neither
draw nor ask. And the end of a phase says which fields may have changed by then, so that only these are copied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.dataflow import CallGraph
from quarterdeck.program.form.instructions import Block
from quarterdeck.program.form.program import PhaseGraph, Program
from quarterdeck.program.form.walking import instructions_in


def marked(program: Program) -> Program:
    """Give a program with repetitions marked that may end early, and with what each phase may change."""
    calls = CallGraph(program)
    routines = {
        address: replace(routine, block=Marking(calls).block(routine.block, ()))
        for address, routine in program.routines.items()
    }
    nodes = {}
    for address, phase in program.turn.nodes.items():
        top = phase.within or address
        written = tuple(sorted(calls.writes.get(f"call {top}", frozenset())))
        nodes[address] = replace(phase, block=Marking(calls, written).block(phase.block, ()))
    return replace(program, routines=routines, turn=PhaseGraph(nodes))


@dataclass(frozen=True)
class Marking:
    """One run over a block; `written` are the fields that the phase around it may change, if it is one."""

    calls: CallGraph
    written: tuple[str, ...] = ()

    def block(self, block: Block, known: tuple[str, ...]) -> Block:
        """Give a block, at any depth; `known` are the locals that have a value before it."""
        found = []
        for one in block:
            found.append(self.one(one, known))
            if isinstance(one, op.Assign):
                known = (*known, one.name)
        return tuple(found)

    def one(self, one: op.Instruction, known: tuple[str, ...]) -> op.Instruction:
        """Give one instruction."""
        match one:
            case op.Branch(cases=cases, otherwise=otherwise):
                inner = tuple((condition, self.block(block, known)) for condition, block in cases)
                return replace(one, cases=inner, otherwise=self.block(otherwise, known))
            case op.Loop(body=body) | op.Tries(body=body) | op.Simultaneously(body=body):
                return replace(one, body=self.block(body, known))
            case op.Repeat(body=body):
                return replace(one, body=self.block(body, known), settles=self.settles(one, known))
            case op.CloseSpan(kept="") if self.written:
                return replace(one, written=self.written)
        return one

    def settles(self, one: op.Repeat, known: tuple[str, ...]) -> bool:
        """Tell whether a round that changes nothing is the last that can."""
        inside = list(instructions_in(one.body))
        counts = any(isinstance(n, op.Assign) and n.name in known for n in inside)
        counts = counts or any(isinstance(n, op.Adjust) and n.thing is None and n.field in known for n in inside)
        loops = any(isinstance(node, op.Loop) for node in inside)
        return loops and not counts and not self.calls.has_chance(one.body)
