"""The points of a side at the end of a battle: what the rules count when they name a winner.

In: a program. Out: the definitions of one side that give a number, and that what ends the game comes to; of those that
ask each other the outermost. What they give is exact, in units of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import below
from quarterdeck.program.form.walking import instructions_in


def definitions_of_points(program: Program) -> tuple[str, ...]:
    """Give the definitions by which the rules name a winner: of one side, a number, asked by what ends the game."""
    parts = [(one.value, one.block) for one in program.routines.values()]
    parts += [(None, phase.block) for phase in program.turn.nodes.values()]
    ends = tuple(part for part in parts if any(isinstance(one, op.EndGame) for one in instructions_in(part[1])))
    found = [address for address in below(program, ends) if is_of_a_side(program, address)]
    asked = {address: below(program, program.routines[address].value).keys() for address in found}
    return tuple(
        address for address in found if not any(address in asked[other] for other in found if other != address)
    )


def is_of_a_side(program: Program, address: str) -> bool:
    """Tell whether an address is that of a definition that gives a number for a side."""
    routine = program.routines.get(address)
    if routine is None or routine.value is None or len(routine.parameters) != 1:
        return False
    ((_, kind),) = routine.parameters
    return isinstance(kind, types.Thing) and kind.kind == "Side" and isinstance(routine.value.type, types.Numeric)


def points_given(program: Program, address: str, define: Callable[..., Any], state: list[int], side: int) -> Fraction:
    """Give what such a definition comes to for a side, in units of the rules."""
    routine = program.routines[address]
    assert routine.value is not None
    value, kind = define(state, side), routine.value.type
    return value if isinstance(value, Fraction) else Fraction(value, kind.step if isinstance(kind, types.Number) else 1)
