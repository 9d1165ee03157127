"""Witnesses: the smallest situation in which each rule next to a change brings another outcome, before and after.

In: two rulesets without faults. Out: records of plain data, each with the commands that ask about it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from quarterdeck.analysis.witnesses.asking_again import facts_text, odds_command, said, try_command
from quarterdeck.analysis.witnesses.differing import NoneFound, PointMoved, Witness, WitnessSearch
from quarterdeck.analysis.witnesses.observing import NotedValue, Sort
from quarterdeck.apps.api.comparing import ShownMoved, shown_moved
from quarterdeck.base.plain_data import Limit
from quarterdeck.engine.run.plain_values import Plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class WitnessedSide:
    """A situation in one ruleset: the facts with dice and answers, as `--given` reads them, and what asks again.

    `ask` and `odds` are commands; `odds` is empty where the outcome was not counted.
    """

    facts: str
    ask: str
    odds: str


@dataclass(frozen=True)
class PointWitnessed:
    """What came of a rule otherwise: its sort, a rule, roll, choice or `thing.field`, for which time, and a part.

    The part is an option of a choice. A side that has no such point is nothing.
    """

    sort: Annotated[Sort, Limit("enum", ("gives", "total", "permits", "refuses", "comes to"))]
    of: str
    time: int
    part: str
    before: Plain
    after: Plain
    before_text: str
    after_text: str


@dataclass(frozen=True)
class RuleWitnessed:
    """A rule in the smallest situation that was found in which it brings another outcome.

    `start` names the question, example or scenario that the search began from, `looked` is how many situations it
    looked at. `shifts` are the exact chances of what shifts, where they could be counted.
    """

    of: str
    start: str
    looked: int
    facts: str
    before: WitnessedSide
    after: WitnessedSide
    moved: tuple[PointWitnessed, ...]
    shifts: tuple[ShownMoved, ...]


@dataclass(frozen=True)
class RuleNotWitnessed:
    """A rule of which no situation was found in which it brings another outcome, in so many."""

    of: str
    looked: int


def witnesses_between(
    one: Ruleset, other: Ruleset, *, counts: bool = True, progress: Callable[[str], None] | None = None
) -> tuple[tuple[RuleWitnessed, ...], tuple[RuleNotWitnessed, ...]]:
    """Look for a witness of each rule next to what differs; with `counts` the outcomes are counted where they can be.

    Raises:
        RefusedError: one of the two has findings.
    """
    for ruleset in (one, other):
        ruleset.refuse_faults()
    search = WitnessSearch(one, other, counts=counts)
    found, none = list[RuleWitnessed](), list[RuleNotWitnessed]()
    for address in search.addresses():
        if progress is not None:
            progress(f"a situation for {address}")
        match search.of(address):
            case Witness() as witness:
                found.append(_witnessed(witness, one.name, other.name))
            case NoneFound(looked=looked):
                none.append(RuleNotWitnessed(address, looked))
    return tuple(found), tuple(none)


def _witnessed(witness: Witness, before: str, after: str) -> RuleWitnessed:
    sides = [
        WitnessedSide(
            facts_text(facts),
            try_command(game, (witness.address,), facts),
            odds_command(game, witness.address, facts) if witness.shifts else "",
        )
        for game, facts in zip((before, after), witness.sides, strict=True)
    ]
    return RuleWitnessed(
        witness.address,
        witness.start,
        witness.looked,
        facts_text(witness.facts),
        sides[0],
        sides[1],
        tuple(map(_point, witness.moved)),
        tuple(shown_moved(one, [outcome for outcome in one.outcomes if outcome.difference]) for one in witness.shifts),
    )


def _point(moved: PointMoved) -> PointWitnessed:
    sort, of, time, part = moved.point
    texts = [said(moved.point, value) for value in (moved.before, moved.after)]
    return PointWitnessed(sort, of, time, part, plain(moved.before), plain(moved.after), texts[0], texts[1])


def plain(noted: NotedValue | None) -> Plain:
    """Give a value that came up as plain data."""
    return None if noted is None else noted.value
