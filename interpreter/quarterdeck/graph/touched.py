"""Which fields the parts of a graph read and write, by themselves and through everything that they call.

In: a `Graph`, or values and acts. Out: addresses of fields; `Kind.` stands for which things of a kind are in play.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph


def values_read(values: object) -> Iterator[str]:
    """Give the fields that values and acts read by themselves; `Kind.` stands for which things are in play."""
    for node in to.walk(values):
        if isinstance(node, to.Slot | to.Contents):
            yield node.field
        elif isinstance(node, to.Things | to.Make):
            yield f"{node.kind}."
        elif isinstance(node, to.Push):
            yield node.field
        elif isinstance(node, to.Hooked):
            yield from node.fields
        elif isinstance(node, to.Defined | to.Do):
            yield f"call {node.address}"
        elif isinstance(node, to.Apply | to.Cell):
            yield f"table {node.table}"


def acts_written(values: object) -> Iterator[str]:
    """Give the fields that acts write by themselves."""
    for node in to.walk(values):
        if isinstance(node, to.Store | to.Push):
            yield node.field
        elif isinstance(node, to.Make | to.Unmake):
            yield f"{node.kind}."
        elif isinstance(node, to.RollOff):
            yield node.field
        elif isinstance(node, to.Roll | to.Check):
            yield f"roll {node.site}"
        elif isinstance(node, to.RankSides):
            yield "Side.rank"
        elif isinstance(node, to.EndGame):
            yield from ("Game.over", "Game.winner")
        elif isinstance(node, to.Do):
            yield f"call {node.address}"
        elif isinstance(node, to.Apply):
            yield f"table {node.table}"


def makes(graph: Graph, acts: object, known: set[str]) -> set[str]:
    """Give the kinds of which acts put new things into play, themselves or through what they call."""
    found: set[str] = set()
    for node in to.walk(acts):
        called: list[str] = []
        if isinstance(node, to.Make):
            found.add(node.kind)
        elif isinstance(node, to.Do):
            called = [node.address]
        elif isinstance(node, to.Apply):
            called = list(graph.acting_tables[node.table].cells.values())
        for address in called:
            if address not in known:
                known.add(address)
                found |= makes(graph, graph.routines[address].acts, known)
    return found


def touched(graph: Graph) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Give, for each routine and table, all fields that it reads and writes, through everything it calls."""
    reads: dict[str, set[str]] = {}
    writes: dict[str, set[str]] = {}
    for address, routine in graph.routines.items():
        reads[f"call {address}"] = set(values_read((routine.value, routine.acts)))
        writes[f"call {address}"] = set(acts_written(routine.acts))
        demands = tuple(a for a in routine.acts if isinstance(a, to.Demand))
        reads[f"call allowed {address}"] = set(values_read(demands))
        writes[f"call allowed {address}"] = set()
    for name, acting in graph.acting_tables.items():
        reads[f"table {name}"] = {f"call {address}" for address in acting.cells.values()}
        writes[f"table {name}"] = {f"call {address}" for address in acting.cells.values()}
    for name, table in graph.value_tables.items():
        reads[f"table {name}"] = set(values_read(tuple(table.cells.values())))
        writes[f"table {name}"] = set()
    for phase in graph.phases:
        reads[f"call {phase.address}"] = set(values_read(phase))
        writes[f"call {phase.address}"] = set(acts_written(phase))
    return _closed(reads), _closed(writes)


def _closed(table: dict[str, set[str]]) -> dict[str, frozenset[str]]:
    found = {key: set(value) for key, value in table.items()}
    changed = True
    while changed:
        changed = False
        for fields in found.values():
            passed_on = [found.get(part, set()) for part in fields if part.startswith(("call ", "table "))]
            more = set[str]().union(*passed_on)
            if not more <= fields:
                fields.update(more)
                changed = True
    return {
        key: frozenset(part for part in value if not part.startswith(("call ", "table ")))
        for key, value in found.items()
    }
