"""Set the things of a roster up, so that there are forms and sheets for forces of no scenario.

In: a ruleset, one of its rosters, and perhaps names out of it. Out: situations, as many as its things need room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.text import NOWHERE, Span
from quarterdeck.engine.run.situation import Building, Situation, empty_situation
from quarterdeck.language.declarations.symbol_table import Roster
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.ruleset import Ruleset

OWNER = "forces"
"""What data call the side that owns the things of a roster."""


def names_in(ruleset: Ruleset, roster: Roster) -> list[str]:
    """Give the names of the things of a roster."""
    book = ruleset.rosters(ruleset.built(Findings()))
    written = [name for name, (of, _) in book.written.items() if of.name == roster.name]
    return [*written, *(name for name, (of, *_) in book.figures.items() if of.name == roster.name)]


def situations_of(ruleset: Ruleset, roster: Roster, only: Sequence[str] = ()) -> list[tuple[Built, Situation]]:
    """Give situations that hold the things of a roster, or those that are named.

    Raises:
        RefusedError: figures of the roster do not fit.
    """
    findings = Findings()
    built = ruleset.built(findings)
    kind = ruleset.declared.kinds[roster.kind]
    names = list(only) or names_in(ruleset, roster)
    found = []
    room = min(kind.capacity, 20)
    for begun in range(0, len(names), room):
        situation = empty_situation(built.program)
        building = Building(situation, ruleset.rosters(built), findings, _nowhere)
        building.seat({OWNER: ()} if kind.owner else {})
        chosen = names[begun : begun + room]
        for name in chosen:
            building.declare(name, {"like": name}, (name,), kind.name)
        for name in chosen:
            owned = {"like": name, **({kind.owner: OWNER} if kind.owner else {})}
            building.fill(name, owned, (name,))
        for side in [situation.things[OWNER]] if kind.owner else []:
            situation.names[side] = roster.shape.title
        found.append((built, situation))
    if findings:
        raise RefusedError(findings)
    return found


def situations_known(ruleset: Ruleset) -> Iterator[tuple[Built, Situation]]:
    """Give all rosters and scenarios that can be set up."""
    for roster in ruleset.declared.rosters.values():
        with suppress(RefusedError):
            yield from situations_of(ruleset, roster)
    for name in ruleset.declared.scenarios:
        findings = Findings()
        begun = ruleset.scenario(name, findings)
        if not findings:
            yield begun


def _nowhere(*_path: str | int) -> Span:
    return NOWHERE
