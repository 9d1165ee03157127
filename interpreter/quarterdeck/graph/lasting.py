"""Find definitions whose values last while the effects of a phase wait for its end.

In: a `Graph`. Out: definitions by address, each with the fields that it reads. In such a phase all is asked of the
state before, which does not change but for marks. So the value of a definition that reads no mark can be kept for the
same inputs, even from one phase to the next if the fields that it reads are still the same. What reads no field at all
lasts for ever. Left out are definitions
that are as quick to work out as to look up, and those that depend on a plugin or on what is to be expected. The same
holds for what a choice leaves of a list before it asks about anything but each option itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.touched import touched, values_read
from quarterdeck.names.types import Listing

SLOW = ("blocked", "in_arc")
"""Functions of the language that take longer than a look."""


@dataclass(frozen=True)
class Lasting:
    """What a graph's program may keep: definitions by address, with the fields that each reads.

    `timeless` are the addresses of those that read none. `reads` and `writes` are those of all parts of the graph; see
    `touched`. `changing` are fields that may change while effects wait.
    """

    graph: Graph
    definitions: dict[str, tuple[str, ...]]
    timeless: set[str]
    reads: dict[str, frozenset[str]]
    writes: dict[str, frozenset[str]]
    changing: frozenset[str]

    def fields(self, value: to.Value | None) -> tuple[str, ...] | None:
        """Give the fields that a value reads, if it is the same as long as they are; otherwise nothing."""
        if value is None:
            return None
        found = set[str]()
        for part in values_read(value):
            found |= self.reads.get(part, frozenset({part}))
        lasts = found and not found & self.changing and parts(self.graph, value, set())
        return tuple(sorted(found)) if lasts else None


def lasting(graph: Graph) -> Lasting:
    """Give the definitions that are worth keeping, with the fields that each reads."""
    reads, writes = touched(graph)
    found = Lasting(graph, {}, set(), reads, writes, frozenset(marked(graph)))
    hooks = [hook for plugin in graph.declared.plugins for hook in plugin.hooks]
    if any(hook.sort in ("before", "after") for hook in hooks):
        return found  # such a hook may change the state before
    for address, routine in graph.routines.items():
        fields = reads[f"call {address}"]
        listed = any(isinstance(kind, Listing) for _, kind in routine.parameters)
        if routine.value is not None and routine.parameters and not listed and not fields & found.changing:
            nodes = parts(graph, routine.value, set())
            if nodes and any(
                isinstance(n, to.Gathering) or (isinstance(n, to.Function) and n.name in SLOW) for n in nodes
            ):
                if fields:
                    found.definitions[address] = tuple(sorted(fields))
                else:
                    found.timeless.add(address)
    return found


def left_by_themselves(kept: Lasting, act: to.Choose) -> tuple[to.Routine, int] | None:
    """Give, as a definition, what a choice leaves of a kept list by what it requires first, and of each option alone.

    The number says how many requirements these are.
    """
    source, asked = act.source, list[to.Value]()
    for requirement in act.requirements:
        if names_in(requirement.condition) != {act.name}:
            break
        asked.append(requirement.condition)
    if not asked or act.condition is not None or not isinstance(source, to.Defined):
        return None
    routine = kept.graph.routines[source.address]
    every = to.Defined(source.address, tuple(to.Local(name) for name, _ in routine.parameters), source.world)
    condition = to.Operation("and", tuple(asked)) if len(asked) > 1 else asked[0]
    value = to.Gathering("all", act.name, every, condition, None, None, False)
    address = f"{kept.graph.sites[act.site].address} ~ {source.address}"
    return to.Routine(address, "definition", routine.parameters, value, (), routine.span), len(asked)


def names_in(value: to.Value) -> set[str]:
    """Give the locals that a value makes use of."""
    return {node.name for node in to.walk(value) if isinstance(node, to.Local)}


def is_harmless(graph: Graph, value: to.Value) -> bool:
    """Tell whether a value can be asked of any thing in play, whatever else holds for it."""
    nodes = parts(graph, value, set())
    return bool(nodes) and not any(
        isinstance(node, to.Cell) or (isinstance(node, to.Operation) and node.sign in ("there", "//", "%"))
        for node in nodes
    )


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
            cells = graph.value_tables[node.table].cells.values()
            inner = [cell for cell in cells if not isinstance(cell, to.Constant)]
        for one in inner:
            more = parts(graph, one, known)
            if not more:
                return []
            found += more
    return found
