"""Turns as a comparison carries them out: what is done in each of them, and what ends them.

In: how a game asks a measure that is carried out turn after turn. Out: `Rounds` with all names filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from quarterdeck.base.errors import UnknownError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of
from quarterdeck.engine.run.situation import Place, Rosters, Situation
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.ruleset.rule_question import address_of

TURN = "turn"
"""The title of the first column of what comes of turns: in which of them they came to their end."""


@dataclass(frozen=True)
class PartOfTurn:
    """A rule, phase or step with its inputs, carried out where `when` holds (empty: always), with its place.

    What is `at_once` with the one before sees nothing of what that has done.
    """

    address: str
    given: Mapping[str, Any]
    when: str
    at_once: bool
    place: Place


@dataclass(frozen=True)
class Rounds:
    """What follows the rule that is asked about in every turn, until an expression holds, or for so many turns."""

    parts: tuple[PartOfTurn, ...]
    until: str
    turns: int


def turns_in(minutes: int, each: Fraction) -> int:
    """Give how many turns begin within so many minutes.

    >>> turns_in(60, Fraction(3)), turns_in(60, Fraction(7))
    (20, 9)
    """
    return -(-minutes // each)


def whole_address(declared: Declared, part: PartOfTurn, findings: Findings) -> PartOfTurn:
    """Give a part of a turn by its whole address; a name that means nothing is a finding."""
    try:
        found = address_of(declared, part.address)
    except UnknownError as error:
        message, _, hint = str(error.args[0]).partition("; ")
        findings.add("QD601", message, part.place("of"), hint=hint)
        return part
    if found == "turn" or found in declared.tables:
        hint = "name phases, steps or rules, in the order of a turn"
        findings.add("QD601", f"`{found}` cannot run alone", part.place("of"), hint=hint)
    return replace(part, address=found)


def inputs_for(
    program: Program, part: PartOfTurn, situation: Situation, rosters: Rosters, findings: Findings
) -> list[Any] | None:
    """Give the inputs of a part of a turn; nothing, with findings, where they do not fit."""
    for key in part.given:
        if "." in str(key):
            hint = "fields are given once, beside the first rule"
            findings.add(
                "QD609", f"`{key}` is not an input of `{part.address}`", part.place("given", str(key)), hint=hint
            )
    return inputs_of(program, part.address, situation, rosters, part.given, findings, part.place)
