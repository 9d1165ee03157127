"""A program as a picture: what follows what in a turn, and what each rule calls, in the language of Graphviz.

In: a `Program`, and an address below which to draw. Out: DOT, the same for the same program. Definitions are left out:
they only work something out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from json import dumps

from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import calls_in
from quarterdeck.program.form.walking import walk

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


def as_dot(program: Program, address: str = "") -> str:
    """Give DOT of the course of a turn, or of one phase, rule or table, with everything that is called from there."""
    drawing = _Drawing(program)
    if address:
        drawing.start([address])
    else:
        drawing.start([phase.address for phase in program.turn.phases])
    lines = [HEAD.rstrip("\n")]
    lines += [
        f"  {dumps(one)} [label={dumps(_label(program, one))} {SHAPES[sort]}];" for one, sort in drawing.nodes.items()
    ]
    lines += [f"  {dumps(one)} -> {dumps(other)}{style};" for one, other, style in drawing.edges]
    if not address and len(program.turn.phases) > 1:
        lines.append("  { rank=same; " + " ".join(dumps(phase.address) + ";" for phase in program.turn.phases) + " }")
    return "\n".join([*lines, "}", ""])


def _label(program: Program, address: str) -> str:
    phase = program.turn.nodes.get(address)
    return phase.title if phase is not None and phase.title else address


class _Drawing:
    """The nodes and edges found so far."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes: dict[str, str] = {}
        self.edges: list[tuple[str, str, str]] = []
        self.phases = program.turn.nodes

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
            return "step" if self.phases[address].within else "phase"
        if address in self.program.acting_tables:
            return "table"
        routine = self.program.routines.get(address)
        return routine.sort if routine is not None and routine.sort in SHAPES else None

    def below(self, address: str) -> Iterator[str]:
        """Give what a node leads to directly."""
        if address in self.phases:
            inner = [edge.other for edge in self.program.turn.edges if edge.sort == "step" and edge.one == address]
            yield from inner
            hidden = {call for one in inner for call in self.below(one)}
            yield from (call for call in self.called(self.phases[address].block) if call not in hidden)
        elif address in self.program.acting_tables:
            for cell in dict.fromkeys(self.program.acting_tables[address].cells.values()):
                yield from self.called(self.program.routines[cell].block)
        else:
            yield from self.called(self.program.routines[address].block)

    def called(self, block: object) -> Iterator[str]:
        for address in calls_in(list(walk(block))):
            if address in self.program.acting_tables or address in self.program.routines:
                yield address
