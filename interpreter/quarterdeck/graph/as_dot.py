"""The graph as a picture: what follows what in a turn, and what each rule calls, in the language of Graphviz.

In: a `Graph`, and an address below which to draw. Out: DOT, the same for the same graph. Definitions are left out: they
only work something out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from json import dumps

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.summary import calls_in

SHAPES = {
    "phase": 'shape=box style="filled,bold" fillcolor="#eef2f7"',
    "step": 'shape=box style="filled" fillcolor="#f6f8fb"',
    "procedure": "shape=box",
    "effect": 'shape=box style="rounded"',
    "table": 'shape=tab style="filled" fillcolor="#fbf6ea"',
}
HEAD = """digraph rules {
  rankdir=LR; ranksep=0.55; nodesep=0.16;
  node [fontname="Arial" fontsize=10 margin="0.10,0.05" height=0.3 color="#44546a"];
  edge [color="#8796a8" arrowsize=0.6];
"""


def as_dot(graph: Graph, address: str = "") -> str:
    """Give DOT of the course of a turn, or of one phase, rule or table, with everything that is called from there."""
    drawing = _Drawing(graph)
    if address:
        drawing.start([address])
    else:
        drawing.start([phase.address for phase in graph.phases])
    lines = [HEAD.rstrip("\n")]
    lines += [
        f"  {dumps(one)} [label={dumps(_label(graph, one))} {SHAPES[sort]}];" for one, sort in drawing.nodes.items()
    ]
    lines += [f"  {dumps(one)} -> {dumps(other)}{style};" for one, other, style in drawing.edges]
    if not address and len(graph.phases) > 1:
        lines.append("  { rank=same; " + " ".join(dumps(phase.address) + ";" for phase in graph.phases) + " }")
    return "\n".join([*lines, "}", ""])


def _label(graph: Graph, address: str) -> str:
    title = next(
        (p.title for p in to.walk(tuple(graph.phases)) if isinstance(p, to.Phase) and p.address == address), ""
    )
    return title or address


class _Drawing:
    """The nodes and edges found so far."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes: dict[str, str] = {}
        self.edges: list[tuple[str, str, str]] = []
        self.phases = {p.address: p for p in to.walk(tuple(graph.phases)) if isinstance(p, to.Phase)}

    def start(self, addresses: list[str]) -> None:
        for one, other in pairwise(addresses):
            self.edges.append((one, other, ' [style=bold color="#44546a"]'))
        waiting = list(addresses)
        while waiting:
            address = waiting.pop(0)
            if address in self.nodes or (sort := self.sort(address)) is None:
                continue
            self.nodes[address] = sort
            for other in dict.fromkeys(self.below(address)):
                if self.sort(other) is not None and other != address:
                    self.edges.append((address, other, ""))
                    waiting.append(other)

    def sort(self, address: str) -> str | None:
        """Say what an address names; nothing for what only works something out."""
        if address in self.phases:
            return "phase" if any(phase.address == address for phase in self.graph.phases) else "step"
        if address in self.graph.acting_tables:
            return "table"
        routine = self.graph.routines.get(address)
        return routine.sort if routine is not None and routine.sort in SHAPES else None

    def below(self, address: str) -> Iterator[str]:
        """Give what a node leads to directly."""
        if address in self.phases:
            phase = self.phases[address]
            inner = [p.address for p in self.inner_phases((*phase.body, *phase.close))]
            yield from inner
            hidden = {call for one in inner for call in self.below(one)}
            yield from (call for call in self.called((phase.body, phase.close)) if call not in hidden)
        elif address in self.graph.acting_tables:
            for cell in dict.fromkeys(self.graph.acting_tables[address].cells.values()):
                yield from self.called(self.graph.routines[cell].acts)
        else:
            yield from self.called(self.graph.routines[address].acts)

    def inner_phases(self, acts: Iterable[to.Act]) -> Iterator[to.Phase]:
        """Give the steps that stand directly in a phase."""
        for act in acts:
            if isinstance(act, to.Phase):
                yield act
            elif isinstance(act, to.ForEach | to.Times):
                yield from self.inner_phases(act.body)

    def called(self, acts: object) -> Iterator[str]:
        for address in calls_in(self.graph, list(to.walk(acts))):
            if address in self.graph.acting_tables or address in self.graph.routines:
                yield address
