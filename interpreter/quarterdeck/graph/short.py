"""Write small definitions out where they are used: a call costs Python more than the sum or comparison behind it.

In: a `Graph`. Out: for a value of a definition, the same value without the call, or nothing where the call is better
left. A definition is written out if it is short, binds no names of its own (they could be mistaken for those around
it), and each of its inputs is cheap or needed once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.source import Span

LONGEST = 16
"""The most nodes of a value that is written out, those of what it makes use of included."""


@dataclass
class Shortening:
    """What is known of the definitions of one graph."""

    graph: Graph
    lengths: dict[str, int] = field(default_factory=dict)

    def written_out(self, node: to.Defined) -> to.Value | None:
        """Give the value without its call."""
        routine = self.graph.routines.get(node.address)
        if routine is None or routine.value is None or self.length(node.address) > LONGEST:
            return None
        given = dict(zip([name for name, _ in routine.parameters], node.arguments, strict=True))
        for name, argument in given.items():
            if not is_cheap(argument) and uses(routine.value, name) > 1:
                return None
        found = filled(routine.value, given, node.world)
        assert isinstance(found, to.Value)
        return found

    def length(self, address: str) -> int:
        """Give the nodes of a definition's value; more than are allowed where it may not be written out."""
        if address not in self.lengths:
            self.lengths[address] = LONGEST + 1  # for a definition that would come back to itself
            self.lengths[address] = self.counted(self.graph.routines.get(address))
        return self.lengths[address]

    def counted(self, routine: to.Routine | None) -> int:
        if routine is None or routine.value is None:
            return LONGEST + 1
        count = 0
        for node in to.walk(routine.value):
            if isinstance(node, to.Gathering | to.Expected) or getattr(node, "world", "given") != "given":
                return LONGEST + 1
            inner = self.length(node.address) if isinstance(node, to.Defined) else 0
            count += 1 + (inner if inner <= LONGEST else 0)
        return count


def is_cheap(value: to.Value) -> bool:
    """Tell whether a value may be worked out more than once."""
    return isinstance(value, to.Constant | to.Local)


def uses(value: to.Value, name: str) -> int:
    """Tell how often a value makes use of a local."""
    return sum(1 for node in to.walk(value) if isinstance(node, to.Local) and node.name == name)


def filled(node: Any, given: dict[str, to.Value], world: str) -> Any:
    """Give a definition's value with its inputs filled in, read from the state of the place where it stands."""
    if isinstance(node, tuple):
        return tuple(filled(item, given, world) for item in node)
    if isinstance(node, to.Local):
        return given[node.name]
    if not is_dataclass(node) or isinstance(node, Span | type):
        return node
    parts = {part.name: filled(getattr(node, part.name), given, world) for part in fields(node) if part.name != "world"}
    return replace(node, **parts, **({"world": world} if hasattr(node, "world") else {}))
