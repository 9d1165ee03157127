"""What one definition adds to a program: lowered apart from the others, put in, moved behind others.

In: a program, and a piece that was lowered into a program apart. Out: the program with the piece in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from quarterdeck.base.text import Span
from quarterdeck.program.form.instructions import Routine, Site
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import ActingTable, Phase, Program, ValueTable
from quarterdeck.program.form.relocating import Moving
from quarterdeck.program.form.values import Expected


@dataclass(frozen=True)
class LoweredPiece:
    """What one definition adds to a program in which so many sites and expectations stand before it."""

    sites_before: int
    expectations_before: int
    routines: dict[str, Routine]
    acting_tables: dict[str, ActingTable]
    value_tables: dict[str, ValueTable]
    phases: dict[str, Phase]
    sites: tuple[Site, ...]
    expectations: tuple[Expected, ...]


def apart(program: Program, settings: dict[str, int], layout: Layout) -> Program:
    """Give a program with nothing in it but the sites and expectations so far, for one piece to be lowered into."""
    return Program(program.world, settings, layout, sites=list(program.sites), expectations=list(program.expectations))


def added(program: Program, piece: Program) -> LoweredPiece:
    """Give what was lowered into a program apart."""
    sites, expectations = len(program.sites), len(program.expectations)
    return LoweredPiece(
        sites,
        expectations,
        piece.routines,
        piece.acting_tables,
        piece.value_tables,
        piece.turn.nodes,
        tuple(piece.sites[sites:]),
        tuple(piece.expectations[expectations:]),
    )


def moved(piece: LoweredPiece, program: Program, span: Callable[[Span], Span] | None = None) -> LoweredPiece:
    """Give a piece as it stands behind others, and elsewhere in the rules where it is said how places are moved.

    Raises:
        KeyError: `span` cannot follow a place.
    """
    sites = len(program.sites) - piece.sites_before
    expectations = len(program.expectations) - piece.expectations_before
    if span is None and not sites and not expectations:
        return piece
    moving = Moving(span or (lambda was: was), sites, expectations)
    return replace(
        piece,
        sites_before=len(program.sites),
        expectations_before=len(program.expectations),
        routines={address: moving.moved(routine) for address, routine in piece.routines.items()},
        phases={address: moving.moved(phase) for address, phase in piece.phases.items()},
        sites=tuple(moving.moved(site) for site in piece.sites),
        expectations=tuple(moving.moved(expected) for expected in piece.expectations),
    )


def take(program: Program, piece: LoweredPiece) -> None:
    """Put a piece into a program."""
    program.routines.update(piece.routines)
    program.acting_tables.update(piece.acting_tables)
    program.value_tables.update(piece.value_tables)
    program.turn.nodes.update(piece.phases)
    program.sites.extend(piece.sites)
    program.expectations.extend(piece.expectations)
