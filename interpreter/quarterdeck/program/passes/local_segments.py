"""Find segments that read no field, so that counting can go through them by their locals alone.

In: a segment of a routine that is cut, before anything is known of those that follow it. Out: whether it reads nothing
of the state, comes to no fault, and does nothing but work out locals and write single slots.
"""

from __future__ import annotations

from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import FAULT, CallGraph
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.passes.segments import Draws, Ends, Goes, RoundBegins, Segment, Switches

QUIET = (op.Assign, op.Modify, op.Rolled, op.Drawn, op.Result)
"""Instructions that change locals, or nothing."""
COUNTED = (op.Announce, op.Reveal, RoundBegins)
"""Instructions that only count as rounds of play."""


def is_local(segment: Segment, calls: CallGraph) -> bool:
    """Tell whether what a segment brings hangs on its locals alone."""
    if segment.refused or FAULT in segment.writes or segment.reads:
        return False
    match segment.then:
        case Draws(chance=val.Lots()):
            return False
        case Ends(result=result) if result is not None:
            return False
        case Draws() | Ends() | Goes() | Switches():
            return all(isinstance(one, COUNTED) or is_quiet(one, calls) for one in segment.block)
    return False


def is_quiet(one: Instruction, calls: CallGraph) -> bool:
    """Tell whether an instruction only changes locals, or writes a slot that is no mark."""
    match one:
        case op.Adjust(thing=None):
            return True
        case op.Store(mark=False, field=known):
            return known not in calls.program.layout.capacities
        case op.Branch(cases=cases, otherwise=otherwise):
            inside = (*(inner for _, block in cases for inner in block), *otherwise)
            return all(is_quiet(inner, calls) for inner in inside)
    return isinstance(one, QUIET)
