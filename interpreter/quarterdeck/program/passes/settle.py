"""Find repetitions that may end early: a round that changes nothing is the last that can.

In: a program. Out: the same with such repetitions marked: they go through things, count nothing themselves, and neither
draw nor ask. And the end of a phase says which fields may have changed by then, so that only these are copied.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.dataflow import CallGraph
from quarterdeck.program.form.instructions import Block
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.walking import Making, Named, exchanged, instructions_in


def marked(program: Program) -> Program:
    """Give a program with repetitions marked that may end early, and with what each phase may change."""
    calls = CallGraph(program)

    def repeat(one: op.Repeat, named: Named) -> Block:
        return (one.changed({"settles": settles(one, named, calls)}),)

    found = program.with_blocks(lambda block: exchanged(block, {op.Repeat: repeat}))
    for address, phase in found.turn.nodes.items():
        written = tuple(sorted(calls.writes.get(f"call {phase.within or address}", frozenset())))
        if written:
            makers: dict[type, Making] = {op.CloseSpan: partial(closing, written=written)}
            found.turn.nodes[address] = replace(phase, block=exchanged(phase.block, makers))
    return found


def closing(one: op.CloseSpan, _: Named, *, written: tuple[str, ...]) -> Block:
    """Give the end of a span in a phase that may change some fields."""
    return (one if one.kept else one.changed({"written": written}),)


def settles(one: op.Repeat, named: Named, calls: CallGraph) -> bool:
    """Tell whether a round that changes nothing is the last that can; `named` are the locals known before it."""
    inside = list(instructions_in(one.body))
    counts = any(isinstance(n, op.Assign) and n.name in named for n in inside)
    counts = counts or any(isinstance(n, op.Adjust) and n.thing is None and n.field in named for n in inside)
    loops = any(isinstance(node, op.Loop) for node in inside)
    return loops and not counts and not calls.has_chance(one.body)
