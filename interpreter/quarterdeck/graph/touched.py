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


Passing = tuple[str, str]
"""A field that is read only to work out another, and that other."""


def flows(values: object) -> tuple[set[str], set[Passing]]:
    """Tell the fields that values and acts read outright, and those that are read only to work out a field.

    What a field is worked out from matters only to those who ask for that field; and so does the condition under which
    fields are written, where nothing else hangs on it.
    """
    outright: set[str] = set()
    passing: set[Passing] = set()
    for value in values if isinstance(values, tuple | list) else (values,):
        match value:
            case to.Store(field=field) | to.Push(field=field):
                passing |= {(read, field) for read in values_read(value)}
            case to.Branch(cases=cases, otherwise=otherwise):
                acts = (*(act for _, body in cases for act in body), *otherwise)
                conditions = set(values_read(tuple(condition for condition, _ in cases)))
                if written := _written_alone(acts):
                    passing |= {(read, field) for read in conditions for field in written}
                else:
                    outright |= conditions
                inner, handed_on = flows(acts)
                outright |= inner
                passing |= handed_on
            case tuple():
                inner, handed_on = flows(value)
                outright |= inner
                passing |= handed_on
            case _:
                outright |= set(values_read(value))
    return outright, passing


def _written_alone(acts: tuple[to.Act, ...]) -> set[str]:
    """Give the fields that acts write, where they do nothing else; nothing for any other acts."""
    found: set[str] = set()
    for act in acts:
        match act:
            case to.Store(field=field) | to.Push(field=field):
                found.add(field)
            case to.Branch(cases=cases, otherwise=otherwise):
                inner = _written_alone((*(one for _, body in cases for one in body), *otherwise))
                if not inner:
                    return set()
                found |= inner
            case _:
                return set()
    return found


def passed_on(
    graph: Graph, reads: dict[str, frozenset[str]]
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[Passing]]]:
    """Give, for each routine and table, what it reads outright and what only to work out a field, with all it calls."""
    outright: dict[str, set[str]] = {}
    passing: dict[str, set[Passing]] = {}
    for address, routine in graph.routines.items():
        found, handed_on = flows(routine.acts)
        outright[f"call {address}"] = found | set(values_read(routine.value))
        passing[f"call {address}"] = spread_out(handed_on, reads)
    for name, acting in graph.acting_tables.items():
        outright[f"table {name}"] = {f"call {address}" for address in acting.cells.values()}
    changed = True
    while changed:
        changed = False
        for name, fields in outright.items():
            mine = passing.setdefault(name, set())
            before = len(fields) + len(mine)
            called = [part for part in fields if part in outright]
            fields.update(*(outright[part] for part in called))
            mine.update(*(passing.get(part, set()) for part in called))
            changed = changed or len(fields) + len(mine) != before
    for name, known in reads.items():
        if name not in outright:  # value tables, phases, what is allowed: all of it counts
            outright[name], passing[name] = set(known), set()
    return (
        {
            name: frozenset().union(*(outright_of(part, reads, outright) for part in found))
            for name, found in outright.items()
        },
        {name: frozenset(found) for name, found in passing.items()},
    )


def outright_of(part: str, reads: dict[str, frozenset[str]], outright: dict[str, set[str]]) -> frozenset[str]:
    """Give a field itself, and of a table of values or a phase all that it reads; calls have been looked into."""
    if part in outright:
        return frozenset()
    return reads.get(part, frozenset({part}))


def spread_out(passing: set[Passing], reads: dict[str, frozenset[str]]) -> set[Passing]:
    """Put the fields that a call reads in the place of the call."""
    return {(field, target) for read, target in passing for field in reads.get(read, frozenset({read}))}


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
