"""Turn each value that is computed from fields into a definition, so that counting records it as one reading.

In: a program, and the routines that are counted. Out: a program in which such values are definitions, nested where
values are. The cache of answers then depends on a distance, and not on the two places.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CallGraph, values_read
from quarterdeck.program.form.instructions import Routine
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import below
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import rewritten, walk

PLAIN = (types.Number, types.OptionalNumber, types.Boolean, types.EnumType, types.Thing, types.Place)
"""What a value may be, and hang on, that is seen as one: it is a whole number."""
SHORT = (val.Slot, val.Local, val.Constant)
"""What consists of these alone is read as soon as it is seen."""
APART = (val.Dice, val.Lots, val.PoolReads, val.Expected, val.Hooked, val.Remembered, val.Prepared, val.PreparedItems)


def with_readings(program: Program, addresses: list[str]) -> tuple[Program, list[str]]:
    """Give a program with such definitions in some routines and what these call, and the addresses of all made."""
    if program.world.hooks:
        return program, []  # a plugin may read and change what it likes
    making = Making(program, CallGraph(program))
    reached = below(program, tuple((program.routines[one].value, program.routines[one].block) for one in addresses))
    routines = dict(program.routines)
    for address in {*addresses, *reached} & routines.keys():
        one = making.routine = routines[address]
        routines[address] = one.changed(
            {"value": rewritten(one.value, making.seen), "block": rewritten(one.block, making.seen)}
        )
    return replace(program, routines={**routines, **making.made}), [*making.made]


@dataclass
class Making:
    """The definitions that were made so far."""

    program: Program
    calls: CallGraph
    made: dict[str, Routine] = field(default_factory=dict)
    known: dict[Value, str] = field(default_factory=dict)
    routine: Any = None

    def seen(self, node: Any) -> Any:
        """Give a value, as a definition where that is worth while."""
        if isinstance(node, SHORT) or not is_plain(node.type):
            return node
        nodes = list(walk(node))
        if all(isinstance(one, SHORT) for one in nodes) or any(isinstance(one, APART) for one in nodes):
            return node
        bound = {one.variable for one in nodes if isinstance(one, val.Gathering | val.Ordered)}
        given = {one.name: one.type for one in nodes if isinstance(one, val.Local) and one.name not in bound}
        if not all(map(is_plain, given.values())) or not self.reads_fields(node):
            return node
        value = rewritten(node, as_given)
        address = self.known.get(value)
        if address is None:
            address = self.known[value] = f"reading.{len(self.made) + 1}"
            self.made[address] = Routine(address, "define", tuple(given.items()), value, (), self.routine.span)
        state: val.State = "after" if self.routine.value is None else "given"
        return val.Defined(node.type, address, tuple(val.Local(kind, name) for name, kind in given.items()), state)

    def reads_fields(self, node: Value) -> bool:
        """Tell whether a value reads fields, itself or through what it calls."""
        return any(
            isinstance(one, str) or one.address in self.made or self.calls.reads.get(one) for one in values_read(node)
        )


def is_plain(kind: types.Type) -> bool:
    """Tell whether a type is one of whole numbers."""
    return isinstance(kind, PLAIN)


def as_given(node: Any) -> Any:
    """Give a value that reads the state of its definition."""
    return replace(node, state="given") if getattr(node, "state", "given") != "given" else node
