"""A program of which only some parts are wanted, and what they lead to: soon optimised, printed and compiled."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from quarterdeck.program.form.program import PhaseGraph, Program
from quarterdeck.program.form.summary import below


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
