"""Find definitions whose values last while the effects of a phase wait for its end.

In: a `Graph`. Out: definitions by address, each with the fields that it reads. In such a phase all is asked of the
state before, which does not change but for marks. So the value of a definition that reads no mark can be kept for the
same inputs, even from one phase to the next if the fields that it reads are still the same. Left out are definitions
that are as quick to work out as to look up, and those that depend on a plugin or on what is to be expected.
"""

from __future__ import annotations

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.touched import touched

SLOW = ("blocked", "in_arc")
"""Functions of the language that take longer than a look."""


def lasting(graph: Graph) -> dict[str, tuple[str, ...]]:
    """Give the definitions that are worth keeping, with the fields that each reads."""
    hooks = [hook for plugin in graph.declared.plugins for hook in plugin.hooks]
    if any(hook.sort in ("before", "after") for hook in hooks):
        return {}  # such a hook may change the state before
    reads, _ = touched(graph)
    changing = marked(graph)
    found = {}
    for address, routine in graph.routines.items():
        fields = reads[f"call {address}"]
        listed = any(kind.startswith("list") for _, kind in routine.parameters)
        if routine.value is not None and routine.parameters and not listed and fields and not fields & changing:
            nodes = parts(graph, routine.value, set())
            if nodes and any(
                isinstance(n, to.Gathering) or (isinstance(n, to.Function) and n.name in SLOW) for n in nodes
            ):
                found[address] = tuple(sorted(fields))
    return found


def marked(graph: Graph) -> set[str]:
    """Give the fields that are ever written at once, while a phase whose effects wait goes on."""
    found = {"Side.rank", "Game.over", "Game.winner"}
    for node in to.walk((tuple(routine.acts for routine in graph.routines.values()), tuple(graph.phases))):
        if (isinstance(node, to.Store | to.Push) and node.mark) or isinstance(node, to.RollOff):
            found.add(node.field)
    return found


def parts(graph: Graph, value: to.Value, known: set[str]) -> list[to.Value]:
    """Give all that a value consists of, with definitions and cells; nothing where not the state alone decides it."""
    found = []
    for node in to.walk(value):
        if isinstance(node, to.Hooked | to.Expected):
            return []
        found.append(node)
        inner: list[to.Value] = []
        if isinstance(node, to.Defined) and node.address not in known:
            known.add(node.address)
            routine = graph.routines.get(node.address)
            if routine is None or routine.value is None:
                return []
            inner = [routine.value]
        elif isinstance(node, to.Cell) and node.table not in known:
            known.add(node.table)
            inner = list(graph.value_tables[node.table].cells.values())
        for one in inner:
            more = parts(graph, one, known)
            if not more:
                return []
            found += more
    return found
