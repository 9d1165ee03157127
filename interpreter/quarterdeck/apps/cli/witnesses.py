"""Lay out witnesses: a situation, what comes of it on every side, and the commands that ask again.

In: a `RulesetDifference`. Out: sections of a report, which a terminal, a page and paper print.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.analysis.witnesses.differing import RuleWitnessed
from quarterdeck.apps.api.comparing import RulesetDifference
from quarterdeck.base.decimals import percent
from quarterdeck.print.report.document import Commands, listing, prose, said, section
from quarterdeck.prose.text.blocks import Block, Section

POINTS = 6
"""So many things that come out otherwise are printed of a witness."""


def witnesses(found: RulesetDifference, *, exact: bool) -> Iterator[Section]:
    """Yield the witnesses of a difference, in one section."""
    if found.witnesses:
        title = f"in the smallest situation found ({len(found.witnesses)})"
        yield section(title, (), (witnessed(one, exact) for one in found.witnesses))


def not_witnessed(found: RulesetDifference) -> Iterator[Section]:
    """Yield the rules of which no witness was found."""
    lines = [f"{none.of}, in {situations(none.looked)}" for none in found.not_witnessed]
    if lines:
        yield section("no situation found in which these differ", [listing(lines)])


def witnessed(witness: RuleWitnessed, exact: bool) -> Section:
    """Lay out a situation in which a rule comes out otherwise."""
    title = (*said(witness.of, "code"), *said("  "), *said(f"{situations(witness.looked)} looked at", "aside"))
    return section(title, blocks_of(witness, exact))


def blocks_of(witness: RuleWitnessed, exact: bool) -> Iterator[Block]:
    """Yield what is given, what comes of it, what shifts most with its likeliest outcomes, and the commands."""
    yield prose(f"given: {witness.facts}" if witness.facts != "{}" else "nothing given", "aside")
    for point in witness.moved[:POINTS]:
        yield prose(point.before_text, "gone")
        yield prose(point.after_text, "new")
    if len(witness.moved) > POINTS:
        yield prose(f"and {len(witness.moved) - POINTS} more")
    for shift in witness.shifts[:1]:
        titles = ", ".join(column["title"] for column in shift.columns)
        yield prose(f"counted exactly, {titles} shifts by {percent(shift.distance, exact)}")
        yield listing(
            f"{', '.join(one.text)}: {percent(one.before, exact)}, then {percent(one.after, exact)}"
            for one in shift.outcomes[:3]
        )
    sides = (witness.before, witness.after)
    yield Commands(tuple(f"$ {ask}" for ask in (*(one.ask for one in sides), *(one.odds for one in sides)) if ask))


def situations(count: int) -> str:
    """Say how many situations."""
    return f"{count} situation" if count == 1 else f"{count} situations"
