"""What phases reach, and whether effects wait there: a rule that is asked about by itself is asked as it is in play."""

from __future__ import annotations

from typing import Any

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph


def reached(graph: Graph) -> tuple[set[str], set[str]]:
    """Give the routines that phases reach inside spans, and those that they reach outside of any."""
    calls: dict[str, set[str]] = {}
    for address, routine in graph.routines.items():
        calls[address] = _called(routine.acts, graph)
    inside: set[str] = set()
    outside: set[str] = set()

    def follow(address: str, found: set[str]) -> None:
        if address not in found:
            found.add(address)
            for other in calls.get(address, ()):
                follow(other, found)

    def go(acts: tuple[to.Act, ...], in_span: bool) -> None:
        for act in acts:
            if isinstance(act, to.Phase):
                go(act.body, in_span or act.span_of_effects)
                go(act.close, in_span)
            elif isinstance(act, to.ForEach):
                go(act.body, in_span or act.at_once)
            elif isinstance(act, to.Branch):
                for _, block in act.cases:
                    go(block, in_span)
                go(act.otherwise, in_span)
            elif isinstance(act, to.Times):
                go(act.body, in_span)
            else:
                for address in _called((act,), graph):
                    follow(address, inside if in_span else outside)

    go(tuple(graph.phases), False)
    return inside, outside


def _called(acts: Any, graph: Graph) -> set[str]:
    found: set[str] = set()
    for node in to.walk(acts):
        if isinstance(node, to.Do):
            found.add(node.address)
        elif isinstance(node, to.Apply):
            found |= set(graph.acting_tables[node.table].cells.values())
    return found
