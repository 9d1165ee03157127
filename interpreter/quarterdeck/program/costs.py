"""How much work the parts of a program may be at the most, and so which of them have to keep count of it.

In: a `Program`. Out: steps, of which each value and each instruction that is worked out or carried out is one. What may
be done so often that nobody would wait for it is not refused: it is counted while it runs, and stops with a fault of
the rules when it has come too far. Most of a program is too little work to be counted: only what is *costly* is, which
may take more than `CHEAP` steps, and it pays beforehand for what is cheap in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.names import types
from quarterdeck.program import instructions as do
from quarterdeck.program import values as to
from quarterdeck.program.program import Program
from quarterdeck.program.walking import parts_of
from quarterdeck.source.records import Record

CHEAP = 1_000
"""So many steps at the most are not worth counting."""
UNKNOWN = 1_000
"""So many items a list may have of which nothing says how long it is."""
TRIED = 1_000
"""So often at the most something is thought to be tried again that nothing bounds."""
ENOUGH = 10**12
"""More than this is as good as no bound."""

ASKED = 1_000
"""So many steps a question counts as: whoever answers takes as long."""
THROWN = 20
"""So many steps a throw or a draw counts as: it is looked up, told and recorded."""

OverList = do.Loop | do.Sift | to.Gathering | to.Ordered
Looping = OverList | do.Repeat | do.Tries


def costly_parts(program: Program) -> dict[str, int]:
    """Give the routines and phases that may take more than `CHEAP` steps, each with how many at the most."""
    costs = Costs(program)
    blocks: dict[str, Any] = {address: (one.value, one.block) for address, one in program.routines.items()}
    blocks |= {address: phase.block for address, phase in program.turn.nodes.items()}
    found = {address: costs.of_routine(address) for address in program.routines}
    found |= {address: costs.whole(blocks[address]) for address in program.turn.nodes}
    return {address: cost for address, cost in found.items() if cost > CHEAP}


@dataclass
class Costs:
    """How many steps parts of a program may take at the most; no more than `ENOUGH` is ever said.

    Of what is called `known` says it for what is costly; anything else is cheap. Without it all is worked out.
    """

    program: Program
    known: Mapping[str, int] | None = None
    found: dict[str, int] = field(default_factory=dict)

    def whole(self, node: Any) -> int:
        """Give the steps of values and instructions with all that they lead to."""
        return self._steps(node, only_cheap=False)

    def cheap(self, node: Any) -> int:
        """Give those of the steps that nothing in it pays for by itself: its loops and calls that are costly do."""
        return self._steps(node, only_cheap=True)

    def cheap_of(self, address: str) -> int:
        """Give the cheap steps of a routine or a phase."""
        program = self.program
        if address in program.routines:
            return self.cheap((program.routines[address].value, program.routines[address].block))
        return self.cheap(program.turn.nodes[address].block)

    def is_costly(self, loop: Looping) -> bool:
        """Tell whether a loop has to pay for its rounds."""
        return self.whole(loop) > CHEAP

    def round_of(self, loop: Looping) -> int:
        """Give the cheap steps of one round of a loop."""
        return 1 + self.cheap(_inside(loop))

    def of_routine(self, address: str) -> int:
        """Give the steps of a routine, or of the costliest cell of a table."""
        if address not in self.found:
            if self.known is not None and address in self.known:
                self.found[address] = self.known[address]
            elif self.known is not None and address in self.program.routines:
                self.found[address] = CHEAP
            else:
                self.found[address] = self._worked_out(address)
        return self.found[address]

    def _worked_out(self, address: str) -> int:
        program = self.program
        if address in program.routines:
            routine = program.routines[address]
            return self.whole((routine.value, routine.block))
        if address in program.acting_tables:
            return max(map(self.of_routine, set(program.acting_tables[address].cells.values())), default=1)
        if address in program.value_tables:
            return max(map(self.whole, set(program.value_tables[address].cells.values())), default=1)
        return 1

    def _steps(self, node: Any, only_cheap: bool) -> int:
        if isinstance(node, tuple):
            return min(ENOUGH, sum([self._steps(part, only_cheap) for part in node]))
        match node:
            case do.Loop() | do.Sift() | do.Repeat() | do.Tries() | to.Gathering() | to.Ordered():
                source = 1 if isinstance(node, do.Tries) else self._steps(_gone_through(node), only_cheap)
                inside = rounds(self.program, node) * (1 + self._steps(_inside(node), only_cheap))
                if only_cheap and self.is_costly(node):
                    return min(ENOUGH, source + 1)
                return min(ENOUGH, source + inside)
            case do.Call(address=address) | to.Defined(address=address) | to.Remembered(address=address):
                called = self.of_routine(address)
            case do.CallRow(table=address) | to.Cell(table=address):
                called = self.of_routine(address)
            case do.Ask():
                called = ASKED
            case do.Draw() | do.RollOff():
                called = THROWN
            case _:
                called = 0
        if only_cheap and called > CHEAP:  # a costly routine pays for itself
            called = 1
        if not isinstance(node, Record):
            return 0
        return min(
            ENOUGH, 1 + called + sum([self._steps(getattr(node, name), only_cheap) for name in parts_of(type(node))])
        )


def _gone_through(loop: OverList | do.Repeat) -> to.Value:
    return loop.count if isinstance(loop, do.Repeat) else loop.source


def _inside(loop: Looping) -> tuple[Any, ...]:
    match loop:
        case do.Loop(condition=condition, body=body):
            return (condition, body)
        case do.Sift(condition=condition, requirements=requirements):
            return (condition, requirements)
        case do.Repeat(body=body) | do.Tries(body=body):
            return (body,)
        case to.Gathering(condition=condition, value=value, key=key):
            return (condition, value, key)
        case to.Ordered(condition=condition, key=key):
            return (condition, key)


def rounds(program: Program, loop: Looping) -> int:
    """Give how often a loop may be gone through at the most, as far as types and the board's pieces say it."""
    match loop:
        case do.Repeat(count=count):
            return max(0, _highest(count))
        case do.Tries():
            return TRIED
    return longest(program, loop.source)


def longest(program: Program, listed: to.Value) -> int:
    """Give how many items a list may have at the most."""
    match listed:
        case to.Things(kind=kind):
            return program.layout.arrays[kind].capacity
        case to.Items(items=items):
            return len(items)
        case to.Range(low=low, high=high, stride=stride):
            return max(0, (_highest(high) - _lowest(low)) // stride + 1)
        case to.Ordered(source=source) | to.Gathering(how="all", source=source):
            return longest(program, source)
        case to.Gathering(how="joined", source=source, value=value) if value is not None:
            return min(ENOUGH, longest(program, source) * longest(program, value))
    of = listed.type
    return of.capacity or UNKNOWN if isinstance(of, types.ListType) else UNKNOWN


def _highest(number: to.Value) -> int:
    return int(number.type.high * number.type.step) if isinstance(number.type, types.Number) else ENOUGH


def _lowest(number: to.Value) -> int:
    return int(number.type.low * number.type.step) if isinstance(number.type, types.Number) else 0
