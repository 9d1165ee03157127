"""Put what happened into a tree: each call with what happened inside it, each row with what it brought.

In: happenings in their order. Out: `Deed`s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quarterdeck.engine.run.happenings import Called, Happening, Left, PhaseBegun, PhaseOver, RowUsed


@dataclass(frozen=True)
class Deed:
    """Something that happened, with what happened inside it."""

    event: Happening
    within: tuple[Deed, ...] = ()

    def walk(self) -> Iterator[Deed]:
        """Give this and all inside, in order."""
        yield self
        for deed in self.within:
            yield from deed.walk()


def deeds_of(events: Sequence[Happening]) -> tuple[Deed, ...]:
    """Give what happened as a tree; that something is over has no place of its own in it."""
    found, at = [], 0
    while at < len(events):
        event, end = events[at], at + 1
        if isinstance(event, Called):
            while end < len(events) and events[end].depth > event.depth:
                end += 1
            found.append(Deed(event, deeds_of(events[at + 1 : end])))
        elif not isinstance(event, Left | PhaseBegun | PhaseOver):
            found.append(Deed(event))
        at = end
    return tuple(_with_rows(found))


def _with_rows(deeds: Sequence[Deed]) -> Iterator[Deed]:
    """Put what a row of a table brought into the deed that the row was used."""
    at = 0
    while at < len(deeds):
        deed, following = deeds[at], deeds[at + 1] if at + 1 < len(deeds) else None
        is_row = isinstance(deed.event, RowUsed) and following is not None and isinstance(following.event, Called)
        if is_row and following is not None and following.event.address == deed.event.address:
            yield Deed(deed.event, following.within)
            at += 2
            continue
        yield deed
        at += 1
