"""Which fields anybody may still ask for at a place of the rule, so that all others can be dropped from rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quarterdeck.base.leading import steps_to
from quarterdeck.engine.odds.groups import Stack
from quarterdeck.engine.odds.packing import Packing
from quarterdeck.program.form.dataflow import FAULT, Passing
from quarterdeck.program.passes.segments import RESULT, Segment


def asked_for(fields: frozenset[str], passing: Iterable[Passing]) -> frozenset[str]:
    """Add to fields all those from which they are worked out.

    A count that only goes up, and that nobody asks for, is none of them; so rows that differ in it can be merged.
    """
    sources: dict[str, set[str]] = {}
    for read, target in passing:
        sources.setdefault(target, set()).add(read)
    return frozenset(steps_to(fields, sources.get))


KnownNeeds = dict[tuple[frozenset[str], tuple[int, ...]], tuple[frozenset[str], bool]]
"""What was worked out for fields that are wanted and the segments of a stack."""
MOST_KNOWN = 4096
"""So much of it is kept from one question to the next."""


class Needs:
    """What is needed where, for one question; sets of fields that are equal are one."""

    def __init__(self, segments: Sequence[Segment], packing: Packing, known: KnownNeeds) -> None:
        self.segments = segments
        self.packing = packing
        self.known = known
        self.paths: dict[tuple[Any, ...], tuple[frozenset[str], bool]] = {}
        self.alike: dict[frozenset[str], frozenset[str]] = {}
        self.dropping: dict[int, tuple[int, int]] = {}

    def at(self, stack: Stack | None, wanted: frozenset[str]) -> tuple[frozenset[str], bool]:
        """Give the fields that may still be read or are wanted, and whether any that is wanted may still change."""
        if stack is None:
            return wanted, False
        path = (id(wanted), stack.numbers)
        found = self.paths.get(path)
        if found is None:
            reads, is_open = self.known.get((wanted, stack.numbers)) or self.worked_out(wanted, stack.numbers)
            found = self.paths[path] = (self.alike.setdefault(reads, reads), is_open)
        return found

    def worked_out(self, wanted: frozenset[str], numbers: tuple[int, ...]) -> tuple[frozenset[str], bool]:
        """Work out what `at` gives for the segments of a stack, and keep it for further questions."""
        segments = [self.segments[number] for number in numbers]
        reads = asked_for(
            wanted.union(*(segment.outright for segment in segments)),
            set().union(*(segment.passing for segment in segments)),
        )
        writes = frozenset().union(*(segment.writes for segment in segments))
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        found = self.known[wanted, numbers] = (reads, bool((writes & wanted) - {FAULT}))
        return found

    def dropped(self, stack: Stack | None, wanted: frozenset[str]) -> int:
        """Give the bits that nobody asks for at a place any more."""
        return self.unneeded(self.at(stack, wanted)[0])

    def unneeded(self, needed: frozenset[str]) -> int:
        """Give the bits of all fields but those that are needed."""
        top = self.packing.top
        known = self.dropping.get(id(needed))
        if known is not None and known[0] == top:
            return known[1]
        found = 0
        for name, bits in self.packing.by_name.items():
            if name not in needed:
                found |= bits
        self.dropping[id(needed)] = top, found
        return found

    def of_call(self, wanted: frozenset[str], number: int) -> frozenset[str]:
        """Give those of the fields wanted with which a call has to do, and its result, where it has one.

        Equal ones are one, so that calls are shared.
        """
        path = (id(wanted), "wanted", number)
        found = self.paths.get(path)
        if found is None:
            segment = self.segments[number]
            mine = (wanted | {RESULT}) & (segment.reads | segment.writes)
            found = self.paths[path] = (self.alike.setdefault(mine, mine), True)
        return found[0]

    def in_call(self, wanted: frozenset[str], number: int) -> frozenset[str]:
        """Give the fields that a call may read, or that are wanted afterwards."""
        path = (id(wanted), "call", number)
        found = self.paths.get(path)
        if found is None:
            segment = self.segments[number]
            mine = asked_for(wanted | segment.outright, segment.passing)
            found = self.paths[path] = (self.alike.setdefault(mine, mine), True)
        return found[0]
