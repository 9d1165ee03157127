"""What a roster that amends another says again: values that the things of that one have without it.

In: a ruleset, and a roster that amends one of its own. Out: the things and fields of which it says nothing new; changes
of which such entries are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quarterdeck.analysis.diff.changes import Change, changes_between
from quarterdeck.analysis.scaffold.in_documents import as_written
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.symbol_table import Roster, plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset

OF_THINGS = "things"


def said_again(ruleset: Ruleset, roster: Roster) -> frozenset[tuple[str, str]]:
    """Give the things and fields that have in a ruleset just what a roster says of them."""
    findings = Findings()
    built = ruleset.built(findings)
    if findings or ruleset.faults:
        return frozenset()
    book, found = ruleset.rosters(built), set[tuple[str, str]]()
    for thing, values in roster.shape.things.items():
        for one in book.called(thing, roster.kind)[:1]:
            kind, known = book[one]
            there = as_written(built.program, kind, known)
            found |= {
                (thing, field) for field, value in values.items() if field in there and reads_as(value, there[field])
            }
    return frozenset(found)


def reads_as(value: object, other: object) -> bool:
    """Tell whether two values of a document say the same, however their numbers are written."""
    match value, other:
        case dict(), dict():
            return value.keys() == other.keys() and all(reads_as(value[key], other[key]) for key in value)
        case list() | tuple(), list() | tuple():
            return len(value) == len(other) and all(map(reads_as, value, other))
    number = decimals.read(value)
    return plain(value) == plain(other) or (number is not None and number == decimals.read(other))


def changes_of(one: Ruleset, other: Ruleset) -> list[Change]:
    """Give all differences of two rulesets; a roster that says nothing new of things is only another wording."""
    return list(_changes(one, other))


def _changes(one: Ruleset, other: Ruleset) -> Iterator[Change]:
    for change in changes_between(one.declared, other.declared):
        roster = other.declared.rosters.get(change.address.rpartition(".")[2]) if change.sort == "roster" else None
        if change.deed != "added" or roster is None or roster.shape.amends not in one.declared.rosters:
            yield change
            continue
        again = said_again(one, roster)
        parts = tuple(part for part in change.parts if part.path[:1] != (OF_THINGS,) or part.path[1:3] not in again)
        is_new = any(part.path[:1] == (OF_THINGS,) for part in parts)
        yield replace(change, parts=parts) if is_new else replace(change, deed="words")
