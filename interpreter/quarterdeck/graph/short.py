"""Write small definitions out where they are used: a call costs Python more than the sum or comparison behind it.

In: a `Graph`. Out: for a value of a definition, the same value without the call, or nothing where the call is better
left. A definition is written out if it is short, binds no names of its own (they could be mistaken for those around
it), and each of its inputs is cheap or needed once. What inputs decide beforehand is decided here; and what is asked of
any or every one of a few given values becomes one question after another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from operator import add, eq, le, lt, mul, ne, sub
from typing import Any

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.source import Span

LONGEST = 16
"""The most nodes of a value that is written out, those of what it makes use of included."""
FEW = 6
"""The most given values that are asked one after another."""
DECIDED: dict[str, Callable[[int, int], int]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    "+": add,
    "-": sub,
    "*": mul,
}
"""Signs whose result is known where both operands are."""


@dataclass
class Shortening:
    """What is known of the definitions of one graph."""

    graph: Graph
    lengths: dict[str, int] = field(default_factory=dict)

    def written_out(self, node: to.Defined) -> to.Value | None:
        """Give the value without its call."""
        routine = self.graph.routines.get(node.address)
        if routine is None or routine.value is None:
            return None
        if self.length(node.address) > LONGEST:
            return self.decided(routine, node)
        given = dict(zip([name for name, _ in routine.parameters], node.arguments, strict=True))
        for name, argument in given.items():
            if not is_cheap(argument) and uses(routine.value, name) > 1:
                return None
        found = folded(filled(routine.value, given, node.world))
        assert isinstance(found, to.Value)
        return found

    def decided(self, routine: to.Routine, node: to.Defined) -> to.Value | None:
        """Give the value of a longer definition of which the given inputs leave little."""
        value = routine.value
        cheap = all(map(is_cheap, node.arguments)) and any(isinstance(a, to.Constant) for a in node.arguments)
        if not cheap or not isinstance(value, to.Cases) or not is_plain(value):
            return None
        given = dict(zip([name for name, _ in routine.parameters], node.arguments, strict=True))
        found = folded(filled(value, given, node.world))
        if isinstance(found, to.Cases) or self.counted_in(found, node.world) > LONGEST:
            return None
        assert isinstance(found, to.Value)
        return found

    def unrolled(self, node: to.Gathering) -> to.Value | None:
        """Give what is asked of any or every one of a few given values as one question after another."""
        if node.how not in ("any", "every") or node.value is not None or node.condition is None:
            return None
        if not isinstance(node.source, to.Items) or not 0 < len(node.source.items) <= FEW:
            return None
        if not all(isinstance(item, to.Constant) for item in node.source.items) or not is_plain(node.condition):
            return None
        asked = tuple(with_constant(node.condition, node.variable, item) for item in node.source.items)
        found = folded(to.Operation("or" if node.how == "any" else "and", asked))
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
        return self.counted_in(routine.value, "given")

    def counted_in(self, value: to.Value, world: str) -> int:
        """Give the nodes of a value; more than are allowed where it binds names or reads another state."""
        count = 0
        for node in to.walk(value):
            if isinstance(node, to.Gathering | to.Expected) or getattr(node, "world", world) != world:
                return LONGEST + 1
            inner = self.length(node.address) if isinstance(node, to.Defined) else 0
            count += 1 + (inner if inner <= LONGEST else 0)
        return count


def is_plain(value: to.Value) -> bool:
    """Tell whether a value binds no names of its own."""
    return not any(isinstance(node, to.Gathering | to.Expected) for node in to.walk(value))


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


def with_constant(node: Any, name: str, constant: to.Value) -> Any:
    """Give a value with a constant in the place of a local."""
    if isinstance(node, tuple):
        return tuple(with_constant(item, name, constant) for item in node)
    if isinstance(node, to.Local):
        return constant if node.name == name else node
    if not is_dataclass(node) or isinstance(node, Span | type):
        return node
    return replace(
        node, **{part.name: with_constant(getattr(node, part.name), name, constant) for part in fields(node)}
    )


def folded(node: Any) -> Any:
    """Give a value with everything decided that can be decided beforehand."""
    if isinstance(node, tuple):
        return tuple(map(folded, node))
    if not is_dataclass(node) or isinstance(node, Span | type):
        return node
    node = replace(node, **{part.name: folded(getattr(node, part.name)) for part in fields(node)})
    if isinstance(node, to.Cases):
        return _cases(node)
    if isinstance(node, to.Operation):
        return _operation(node)
    return node


def _cases(node: to.Cases) -> to.Value:
    cases = []
    for condition, value in node.cases:
        if not isinstance(condition, to.Constant):
            cases.append((condition, value))
        elif condition.number:
            return to.Cases(tuple(cases), value) if cases else value
    return to.Cases(tuple(cases), node.otherwise) if cases else node.otherwise


def _operation(node: to.Operation) -> to.Value:
    first = node.operands[0]
    if node.sign in DECIDED and len(node.operands) == 2:
        second = node.operands[1]
        if isinstance(first, to.Constant) and isinstance(second, to.Constant):
            return to.Constant(int(DECIDED[node.sign](first.number, second.number)))
    if node.sign == "not" and isinstance(first, to.Constant):
        return to.Constant(int(not first.number))
    return node
