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
    return any(
        isinstance(node, to.Roll | to.Check | to.RollOff | to.Choose)
        or (isinstance(node, to.ForEach) and node.chooser is not None)
        for inside in below(graph, acts).values()
        for node in inside
    )


def reduced(graph: Graph, begins: str) -> Graph:
    """Give a graph of those routines alone whose addresses begin in a way, and of what they ask."""
    roots = {address: routine for address, routine in graph.routines.items() if address.startswith(begins)}
    known = roots.keys() | below(graph, tuple((one.value, one.acts) for one in roots.values())).keys()
    routines = {address: routine for address, routine in graph.routines.items() if address in known}
    tables = {name: table for name, table in graph.value_tables.items() if name in known}
    return replace(graph, routines=routines, value_tables=tables, acting_tables={}, phases=[])


def below(graph: Graph, parts: Any) -> dict[str, list[Any]]:
    """Give the nodes of some parts of a graph, and by address those of all that they lead to."""
    waiting: list[tuple[str, Any]] = [("", parts)]
    found: dict[str, list[Any]] = {}
    while waiting:
        address, part = waiting.pop()
        if address in found:
            continue
        found[address] = list(to.walk(part))
        waiting += [(call, _parts_of(graph, call)) for call in calls_in(graph, found[address]) if call not in found]
    return found


def _parts_of(graph: Graph, address: str) -> Any:
    if address in graph.routines:
        return graph.routines[address].value, graph.routines[address].acts
    if address in graph.acting_tables:
        cells = dict.fromkeys(graph.acting_tables[address].cells.values())
        return tuple(graph.routines[cell].acts for cell in cells if cell in graph.routines)
    return tuple(graph.value_tables[address].cells.values()) if address in graph.value_tables else ()


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
