"""Let loops ask and repeat no more than they have to.

In: a program. Out: the same in which a loop asks whether a thing is still in play only where one can have left when its
turn comes: a kind of which nothing is ever removed stays in play, and of a list that the loop itself made of what was
in play nothing has left, unless what is done for each may remove it.

Repetitions are marked that may end early, since a round that changes nothing is the last that can: they go through
things, count nothing themselves, and neither draw nor ask. And the end of a phase says which fields may have changed by
then, so that only these are copied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CallGraph, called
from quarterdeck.program.form.instructions import Block
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import Making, Named, exchanged, instructions_in
from quarterdeck.program.lower.numbers import operate


def marked(program: Program) -> Program:
    """Give a program with repetitions marked that may end early, and with what each phase may change."""
    calls = CallGraph(program)

    def repeat(one: op.Repeat, named: Named) -> Block:
        return (one.changed({"settles": settles(one, named, calls)}),)

    found = program.with_blocks(lambda block: exchanged(block, {op.Repeat: repeat}))
    for address, phase in found.turn.nodes.items():
        written = tuple(sorted(calls.writes.get(called(phase.within or address), frozenset())))
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


def stayed(program: Program) -> Program:
    """Give a program in which loops ask only of things that may have left play whether they are there."""
    blocks = (
        *(routine.block for routine in program.routines.values()),
        *(phase.block for phase in program.turn.nodes.values()),
    )
    removed = frozenset(one.kind for one in instructions_in(blocks) if isinstance(one, op.Remove))
    staying = Staying(CallGraph(program), removed)
    return program.with_blocks(lambda block: exchanged(block, {op.Loop: staying.loop}))


@dataclass(frozen=True)
class Staying:
    """One run over a program; of `removed` kinds something may leave play."""

    calls: CallGraph
    removed: frozenset[str]

    def loop(self, one: op.Loop, _: Named) -> Block:
        """Give a loop that asks only where it has to."""
        return (one if self.may_have_left(one) else one.changed({"condition": without_presence(one)}),)

    def may_have_left(self, one: op.Loop) -> bool:
        """Tell whether a thing of the list may be out of play when its turn comes."""
        item = one.source.type.item if isinstance(one.source.type, types.ListType) else None
        if not isinstance(item, types.Thing) or item.kind not in self.removed:
            return False
        return not is_of_things_in_play(one.source) or f"{item.kind}." in self.calls.written_by(one.body)


def is_of_things_in_play(source: Value) -> bool:
    """Tell whether a list is made of what is in play where it is asked for."""
    match source:
        case val.Things():
            return True
        case val.Ordered(source=inner) | val.Gathering(how="all", source=inner, value=None):
            return is_of_things_in_play(inner)
    return False


def without_presence(one: op.Loop) -> Value | None:
    """Give the condition of a loop without the question whether the thing is in play."""
    condition = one.condition
    asked = condition.operands if isinstance(condition, val.Operation) and condition.sign == "and" else (condition,)
    left = tuple(part for part in asked if part is not None and not is_presence(part, one.variable))
    return operate("and", *left) if left else None


def is_presence(part: Value, variable: str) -> bool:
    """Tell whether a condition asks nothing but whether the thing of a loop is in play."""
    return (
        isinstance(part, val.Slot)
        and part.offset == 0
        and isinstance(part.thing, val.Local)
        and part.thing.name == variable
    )
