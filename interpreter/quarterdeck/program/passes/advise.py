"""Keep values of definitions while a side weighs its answers.

In: a program. Out: a program that has an `AdviceMemo` for each definition that is kept, with the fields that it reads.
Advice is asked about every answer to a question, and about one question after another, of a view that changes little or
not at all; most of what it asks on the way is the same again and again. So whoever weighs keeps what definitions gave
for their inputs, as long as nothing that they read looks different. Kept are those that take longer to work out than to
look up. An input of which a definition only asks for a field or two is known by what they hold: what is true of one
thing of a side is then known of all of them. Left out are those that are never asked the same again, those that last
for ever anyway, those that depend on a plugin, and those with a list for an input.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CallGraph, called
from quarterdeck.program.form.instructions import AdviceMemo, Routine
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import below, calls_in, entries_of_advice
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import parts_of
from quarterdeck.program.passes.remember import is_slow

LONG = 24
"""A definition of so many nodes, or more, takes longer to work out than to look up."""


def advised(program: Program) -> Program:
    """Give a program that says what is kept while advice is asked."""
    calls, everything = CallGraph(program), frozenset(program.layout.slots)
    entries = entries_of_advice(program)
    parts = below(program, tuple(program.routines[address].value for address in entries))
    single = asked_once(program, frozenset(entries), {*entries, *parts} & program.routines.keys())
    below_of = {address: calls_in(nodes) for address, nodes in parts.items()}
    memos: dict[str, AdviceMemo] = {}
    reads = InputReads(program)
    for address in sorted(parts.keys() & program.routines.keys()):
        routine = program.routines[address]
        if routine.value is None or address in program.timeless | single or takes_a_list(routine):
            continue
        nodes = [node for part in led_to(below_of, address) for node in parts[part]]
        if is_worth_keeping(nodes):
            expects = any(isinstance(node, val.Expected) for node in nodes)  # what that reads is found when it counts
            fields = everything if expects else calls.reads[called(address)]
            memos[address] = AdviceMemo(len(memos) + 1, fields, reads.keys(routine))
    return replace(program, advice_memos=memos)


def asked_once(program: Program, entries: frozenset[str], addresses: set[str]) -> frozenset[str]:
    """Give the definitions that advice never asks the same of the same thing twice.

    Such a one is asked in one place alone, and handed all inputs of whoever asks and whatever that goes through; and
    whoever asks is asked once itself.
    """
    asked: dict[str, list[tuple[str, bool]]] = {address: [] for address in addresses}
    for address in addresses:
        routine = program.routines[address]
        inputs = frozenset(name for name, _ in routine.parameters)
        for call, around in calls_around(routine.value, inputs):
            handed = {one.name for argument in call.arguments if isinstance(one := itself(argument), val.Local)}
            asked.get(call.address, []).append((address, around <= handed))
    for table in program.value_tables.values():
        for call, _ in calls_around(tuple(table.cells.values()), frozenset()):
            asked.get(call.address, []).append((call.address, False))

    def is_asked_once(address: str) -> bool:
        if address in entries:  # advice begins with it
            return not asked[address]
        return len(asked[address]) == 1 and all(is_whole and is_asked_once(by) for by, is_whole in asked[address])

    return frozenset(filter(is_asked_once, addresses))


def itself(value: Value) -> Value:
    """Give what a value is where it is there at all."""
    return value.operands[0] if isinstance(value, val.Operation) and value.sign == "there" else value


def calls_around(node: Any, around: frozenset[str]) -> Iterator[tuple[val.Defined, frozenset[str]]]:
    """Give all definitions that a value asks for, each with the names that stand around it."""
    if isinstance(node, val.Defined):
        yield node, around
    if isinstance(node, val.Gathering | val.Ordered):
        yield from calls_around(node.source, around)
        around |= {node.variable}
        inner: Any = (node.condition, node.value if isinstance(node, val.Gathering) else None, node.key)
    else:
        inner = node if isinstance(node, tuple) else tuple(getattr(node, name) for name in parts_of(type(node)))
    for part in inner:
        yield from calls_around(part, around)


def takes_a_list(routine: Routine) -> bool:
    """Tell whether an input is a list: values cannot be looked up by it."""
    return any(isinstance(kind, types.ListType) for _, kind in routine.parameters)


def led_to(called: dict[str, tuple[str, ...]], address: str) -> set[str]:
    """Give all that a definition leads to, itself among it."""
    found, waiting = {address}, [address]
    while waiting:
        more = set(called[waiting.pop()]) - found
        found |= more
        waiting += more
    return found


def is_worth_keeping(nodes: list[Any]) -> bool:
    """Tell whether what such nodes give hangs on the state alone, and takes longer to work out than to look up."""
    if any(isinstance(node, val.Hooked) or is_permission(node) for node in nodes):
        return False
    return len(nodes) >= LONG or any(map(is_slow, nodes))


def is_permission(node: Any) -> bool:
    """Tell whether a value is what a procedure requires: that is no part of what a definition is made of."""
    return isinstance(node, val.Defined) and called(node.address).sort == "call allowed"


MOST_FIELDS = 2
"""An input of which more fields are asked is known by itself: it is looked up sooner."""


@dataclass
class InputReads:
    """What definitions ask of their inputs: fields, or None where more than fields matters."""

    program: Program
    found: dict[tuple[str, str], frozenset[str] | None] = field(default_factory=dict)

    def keys(self, routine: Routine) -> tuple[tuple[str, ...], ...]:
        """Give, for each input, the fields by which it is known; none where it is known by itself."""
        asked = [self.of(routine, name) for name, _ in routine.parameters]
        return tuple(tuple(sorted(one)) if one and len(one) <= MOST_FIELDS else () for one in asked)

    def of(self, routine: Routine, name: str) -> frozenset[str] | None:
        """Give all that a definition asks of an input, itself and through what it calls."""
        known = (routine.address, name)
        if known not in self.found:
            self.found[known] = None  # one that leads to itself: of it nothing is known yet
            self.found[known] = self.within(routine.value, name)
        return self.found[known]

    def within(self, node: Any, name: str) -> frozenset[str] | None:
        """Give all that a value asks of a local."""
        match node:
            case val.Local(name=known) if known == name:
                return None
            case val.Slot(thing=val.Local(name=known), field=asked) if known == name:
                return frozenset({asked})
            case val.Expected():
                return None
            case val.Defined(address=address, arguments=arguments) if address in self.program.routines:
                parts = [self.given(address, number, one, name) for number, one in enumerate(arguments)]
            case tuple():
                parts = [self.within(part, name) for part in node]
            case _:
                parts = [self.within(getattr(node, part), name) for part in parts_of(type(node))]
        found: frozenset[str] = frozenset()
        for part in parts:
            if part is None:
                return None
            found |= part
        return found

    def given(self, address: str, number: int, argument: Any, name: str) -> frozenset[str] | None:
        """Give what is asked of a local that a definition is given as an argument, or within one."""
        if isinstance(argument, val.Local) and argument.name == name:
            routine = self.program.routines[address]
            return self.of(routine, routine.parameters[number][0])
        return self.within(argument, name)
