"""What each routine reads, changes, rolls, asks and calls: made once for a graph, read by all who want to know.

In: a `Graph`. Out: a `Use` for each address; fields by their addresses, through everything that the routine calls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.touched import touched


@dataclass(frozen=True)
class Use:
    """What a routine does: fields read and changed through all calls; its own rolls, choices and calls."""

    reads: tuple[str, ...]
    changes: tuple[str, ...]
    rolls: tuple[str, ...]
    asks: tuple[str, ...]
    calls: tuple[str, ...]


def uses(graph: Graph) -> dict[str, Use]:
    """Give what each routine, phase and step does."""
    reads, changes = touched(graph)
    sites = {site.number: site for site in graph.sites}
    found = {}
    parts: dict[str, Any] = {address: (r.value, r.acts) for address, r in graph.routines.items()}
    for node in to.walk(tuple(graph.phases)):
        if isinstance(node, to.Phase):
            parts[node.address] = (node.body, node.close)
    for address, acts in parts.items():
        inside = list(to.walk(acts))
        own = [sites[node.site] for node in inside if isinstance(node, to.Roll | to.Check | to.RollOff | to.Choose)]
        found[address] = Use(
            tuple(sorted(_fields(graph, reads.get(f"call {address}", frozenset())))),
            tuple(sorted(_fields(graph, changes.get(f"call {address}", frozenset())))),
            tuple(site.address for site in own if site.sort != "choice"),
            tuple(site.address for site in own if site.sort == "choice"),
            calls_in(graph, inside),
        )
    return found


def is_open(graph: Graph, acts: Any) -> bool:
    """Tell whether dice or a side may decide something in what acts lead to."""
    waiting, known = [acts], set[str]()
    while waiting:
        inside = list(to.walk(waiting.pop()))
        if any(isinstance(node, to.Roll | to.Check | to.RollOff | to.Choose) or _is_chosen(node) for node in inside):
            return True
        for address in calls_in(graph, inside):
            if address not in known:
                known.add(address)
                waiting += _acts_of(graph, address)
    return False


def _is_chosen(node: Any) -> bool:
    return isinstance(node, to.ForEach) and node.chooser is not None


def _acts_of(graph: Graph, address: str) -> list[Any]:
    table = graph.acting_tables.get(address)
    routines = dict.fromkeys(table.cells.values()) if table is not None else [address]
    return [graph.routines[name].acts for name in routines if name in graph.routines]


def reduced(graph: Graph, begins: str) -> Graph:
    """Give a graph of those routines alone whose addresses begin in a way, and of what they ask."""
    waiting, known = [address for address in graph.routines if address.startswith(begins)], set[str]()
    while waiting:
        address = waiting.pop()
        if address in known:
            continue
        known.add(address)
        if address in graph.routines:
            parts: Any = (graph.routines[address].value, graph.routines[address].acts)
        else:
            parts = tuple(graph.value_tables[address].cells.values()) if address in graph.value_tables else ()
        waiting += calls_in(graph, list(to.walk(parts)))
    routines = {address: routine for address, routine in graph.routines.items() if address in known}
    tables = {name: table for name, table in graph.value_tables.items() if name in known}
    return replace(graph, routines=routines, value_tables=tables, acting_tables={}, phases=[])


def calls_in(graph: Graph, inside: list[Any]) -> tuple[str, ...]:
    """Give the addresses of the routines and tables that some nodes speak of, in order of appearance."""
    found: dict[str, None] = {}
    for node in inside:
        match node:
            case to.Do(address=address) | to.Defined(address=address):
                found[address] = None
            case to.Apply(table=table) | to.Cell(table=table):
                found[table] = None
    return tuple(found)


def _fields(graph: Graph, names: frozenset[str]) -> set[str]:
    return {name for name in names if name in graph.layout.types}
