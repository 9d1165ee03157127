"""What each routine reads, changes, rolls, asks and calls: made once for a program, read by all who want to know.

In: a `Program`. Out: a `Use` for each address; fields by their addresses, through everything that the routine calls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CallGraph, called
from quarterdeck.program.form.instructions import Block
from quarterdeck.program.form.program import PhaseGraph, Program
from quarterdeck.program.form.walking import blocks_in, instructions_in, walk

KEPT_IN_CACHE = True


@dataclass(frozen=True)
class Use:
    """What a routine does: fields read and changed through all calls; its own rolls, choices and calls."""

    reads: tuple[str, ...]
    changes: tuple[str, ...]
    rolls: tuple[str, ...]
    asks: tuple[str, ...]
    calls: tuple[str, ...]


def uses(program: Program) -> dict[str, Use]:
    """Give what each routine, phase and step does."""
    calls = CallGraph(program)
    sites = {site.number: site for site in program.sites}
    found = {}
    parts: dict[str, Any] = {address: (r.value, r.block) for address, r in program.routines.items()}
    parts |= {address: phase.block for address, phase in program.turn.nodes.items()}
    for address, inside in parts.items():
        nodes = list(walk(inside))
        own = [sites[node.site] for node in nodes if isinstance(node, op.Draw | op.RollOff | op.Ask)]
        found[address] = Use(
            tuple(sorted(fields_of(program, calls.reads.get(called(address), frozenset())))),
            tuple(sorted(fields_of(program, calls.writes.get(called(address), frozenset())))),
            tuple(dict.fromkeys(site.address for site in own if site.sort != "choice")),
            tuple(dict.fromkeys(site.address for site in own if site.sort == "choice")),
            calls_in(nodes),
        )
    return found


def reduced(program: Program, begins: str) -> Program:
    """Give a program of those routines alone whose addresses begin in a way, and of what they ask."""
    roots = {address: routine for address, routine in program.routines.items() if address.startswith(begins)}
    known = roots.keys() | below(program, tuple((one.value, one.block) for one in roots.values())).keys()
    routines = {address: routine for address, routine in program.routines.items() if address in known}
    tables = {name: table for name, table in program.value_tables.items() if name in known}
    return replace(program, routines=routines, value_tables=tables, acting_tables={}, turn=PhaseGraph())


def entries_of_advice(program: Program, sites: Iterable[op.Site] | None = None) -> list[str]:
    """Give the definitions that value the answers to choices, all or some, or pick some out: where advice begins."""
    sites = program.sites if sites is None else sites
    wanted = {name for site in sites if site.advice for name in (site.advice, f"{site.advice} among")}
    return [address for address in program.routines if address in wanted]


def below(program: Program, parts: Any) -> dict[str, list[Any]]:
    """Give the nodes of some parts of a program, and by address those of all that they lead to."""
    waiting: list[tuple[str, Any]] = [("", parts)]
    found: dict[str, list[Any]] = {}
    while waiting:
        address, part = waiting.pop()
        if address in found:
            continue
        found[address] = list(walk(part))
        waiting += [(call, _parts_of(program, call)) for call in calls_in(found[address]) if call not in found]
    return found


def _parts_of(program: Program, address: str) -> Any:
    if address in program.routines:
        routine = program.routines[address]
        return routine.value, routine.block, routine.phrase
    if address in program.acting_tables:
        cells = dict.fromkeys(program.acting_tables[address].cells.values())
        return tuple(program.routines[cell].block for cell in cells if cell in program.routines)
    return tuple(program.value_tables[address].cells.values()) if address in program.value_tables else ()


def calls_in(inside: list[Any]) -> tuple[str, ...]:
    """Give the addresses of the routines and tables that some nodes speak of, in order of appearance."""
    found: dict[str, None] = {}
    for node in inside:
        match node:
            case op.Call(address=address) | val.Defined(address=address):
                found[address] = None
            case op.CallRow(table=table) | val.Cell(table=table):
                found[table] = None
    return tuple(found)


def fields_of(program: Program, names: frozenset[str]) -> set[str]:
    """Give those of some names that are fields."""
    return {name for name in names if name in program.layout.types}


def reached(program: Program) -> tuple[set[str], set[str]]:
    """Give the routines that phases reach inside spans, and those that they reach outside of any."""
    calls: dict[str, set[str]] = {}
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for one, in_span in spanned(tuple(phase.block for phase in program.turn.phases)):
        waiting = list(called_by(program, (one,)))
        while waiting:
            address = waiting.pop()
            if address not in found[in_span]:
                found[in_span].add(address)
                if address in program.routines and address not in calls:
                    calls[address] = called_by(program, program.routines[address].block)
                waiting += calls.get(address, ())
    return found[True], found[False]


def only_in_spans(program: Program) -> frozenset[str]:
    """Give the routines that phases reach only while effects wait: they read the state before."""
    inside, outside = reached(program)
    return frozenset(inside - outside)


def spanned(blocks: tuple[Block, ...], open_before: bool = False) -> Iterator[tuple[op.Instruction, bool]]:
    """Give all calls at any depth, each with whether effects wait where it stands."""
    for block in blocks:
        is_open = open_before
        for one in block:
            match one:
                case op.OpenSpan():
                    is_open = True
                case op.CloseSpan() | op.Closing():
                    is_open = open_before
                case op.Call() | op.CallRow():
                    yield one, is_open
            yield from spanned(blocks_in(one), is_open)


def called_by(program: Program, block: Any) -> set[str]:
    """Give the routines that a block carries out directly, rows of tables among them."""
    found: set[str] = set()
    for node in instructions_in(block):
        if isinstance(node, op.Call):
            found.add(node.address)
        elif isinstance(node, op.CallRow):
            found |= set(program.acting_tables[node.table].cells.values())
    return found


def narrowed(program: Program, wanted: Collection[str]) -> Program:
    """Give a program of some rules, tables, phases, steps and setups, and of what they lead to.

    It knows no advice, for nobody decides by it here, and no rosters.
    """
    if "turn" in wanted:
        return program
    phases = {
        address: phase
        for address, phase in program.turn.nodes.items()
        if any(f"{address}.".startswith(f"{one}.") or f"{one}.".startswith(f"{address}.") for one in wanted)
    }
    roots = {*wanted}
    parts = tuple((one.value, one.block, one.phrase) for address, one in program.routines.items() if address in roots)
    tables = tuple(
        cell for name in roots & program.value_tables.keys() for cell in program.value_tables[name].cells.values()
    )
    acting = {
        cell for name in roots & program.acting_tables.keys() for cell in program.acting_tables[name].cells.values()
    }
    rows = tuple(program.routines[cell].block for cell in acting if cell in program.routines)
    known = {*roots, *below(program, (parts, tables, rows, tuple(phase.block for phase in phases.values())))}
    kept = {name: table for name, table in program.acting_tables.items() if name in known}
    known.update(cell for table in kept.values() for cell in table.cells.values() if cell)
    return replace(
        program,
        routines={address: routine for address, routine in program.routines.items() if address in known},
        acting_tables=kept,
        value_tables={name: table for name, table in program.value_tables.items() if name in known},
        turn=PhaseGraph(phases),
        sites=[replace(site, advice="") for site in program.sites],
    )
