"""A ruleset of which only some rules are carried out: its programs hold these, what they lead to, and what sets up.

To print, shorten and compile the whole of a large ruleset takes longer than what an edit concerns.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from quarterdeck.examples.bench import Bench, Stand
from quarterdeck.pipeline.build import Built
from quarterdeck.program.program import PhaseGraph, Program
from quarterdeck.program.summary import below
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.situation import Place, nowhere

SETS_UP = ("roster ", "scenario ")
"""How the addresses of routines begin that set things up."""


def narrowed(program: Program, wanted: Collection[str]) -> Program:
    """Give a program of some rules, tables, phases and steps, of what they lead to, and of what sets things up.

    It knows no advice: nobody decides by it here.
    """
    if "turn" in wanted:
        return program
    phases = {
        address: phase
        for address, phase in program.turn.nodes.items()
        if any(f"{address}.".startswith(f"{one}.") or f"{one}.".startswith(f"{address}.") for one in wanted)
    }
    roots = {*wanted, *(address for address in program.routines if address.startswith(SETS_UP))}
    parts = tuple((one.value, one.block) for address, one in program.routines.items() if address in roots)
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


@dataclass
class NarrowRuleset(Ruleset):
    """A ruleset whose builds hold only what is `wanted`, and what that leads to."""

    wanted: frozenset[str] = frozenset()
    whole: dict[int, tuple[Built, Built]] = field(default_factory=dict)

    @classmethod
    def of(cls, ruleset: Ruleset, wanted: Collection[str]) -> NarrowRuleset:
        """Give a narrow one of a ruleset, with which it shares what is built."""
        return cls(ruleset.loaded, builds=ruleset.builds, pieces=ruleset.pieces, wanted=frozenset(wanted))

    def built(
        self,
        findings: Any,
        options: Mapping[str, Any] | None = None,
        constants: Mapping[str, Any] | None = None,
        board: Mapping[str, int] | None = None,
        place: Place = nowhere,
    ) -> Built:
        """Build it under options and constants, narrow."""
        built = super().built(findings, options, constants, board, place)
        if id(built) not in self.whole:
            self.whole[id(built)] = (built, Built(built.checked, narrowed(built.program, self.wanted), built.files))
        return self.whole[id(built)][1]


@dataclass
class NarrowStand(Stand):
    """A stand for a narrow build, which knows of the whole turn what is only reached while effects wait."""

    waiting: frozenset[str] = frozenset()

    @cached_property
    def in_span(self) -> frozenset[str]:
        """Give the addresses that are only ever reached while effects wait."""
        return self.waiting


@dataclass
class NarrowBench(Bench):
    """A bench for a narrow ruleset."""

    waiting: frozenset[str] = frozenset()

    def stand(self, built: Built) -> Stand:
        """Give the stand for a build."""
        if id(built) not in self.stands:
            self.stands[id(built)] = NarrowStand(built, self.ruleset.rosters(built), self.waiting)
        return self.stands[id(built)]
