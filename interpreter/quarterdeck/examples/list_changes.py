"""Put together what a trace tells slot by slot: a list that is set, or gets one more, is one change.

In: the happenings of a trace. Out: the same, but that the slots of a list that one statement wrote stand together. A
list is written by its size, then its places, then what is blanked behind its end; one more is written by its place,
then by the size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quarterdeck.run.happenings import Changed, Happening
from quarterdeck.run.situation import Situation


@dataclass(frozen=True)
class ListChange:
    """The slots of one list that one statement wrote: the size before and after where that changed, values by place."""

    events: tuple[Changed, ...]
    sizes: tuple[int, int] | None
    values: dict[int, int]

    @property
    def is_appended(self) -> bool:
        """Tell whether one was put behind the last."""
        return self.sizes is not None and len(self.events) == 2 and self.events[1].place < self.events[0].place

    @property
    def there(self) -> dict[int, int]:
        """Give what is known of the places that are in the list now; what was blank and is not told of is still."""
        if self.sizes is None:
            return self.values
        places = [place for place in range(1, self.sizes[1] + 1) if place > self.sizes[0] or place in self.values]
        return {place: self.values.get(place, 0) for place in places}

    @property
    def whole(self) -> list[int] | None:
        """Give all that the list holds now, where that can be told."""
        is_whole = self.sizes is not None and len(self.there) == self.sizes[1]
        return list(self.there.values()) if is_whole else None


def with_lists_whole(situation: Situation, events: Iterable[Happening]) -> Iterator[Happening | ListChange]:
    """Give what happened, each change of a list as one."""
    every, at = list(events), 0
    while at < len(every):
        first = every[at]
        if not _is_of_list(situation, first):
            yield first
            at += 1
            continue
        assert isinstance(first, Changed)
        last = _end_of(situation, every, at)
        written = [one for one in every[at:last] if isinstance(one, Changed)]
        yield _change(situation, written)
        at = last


def within_their_lists(situation: Situation, events: Iterable[Happening]) -> Iterator[Happening]:
    """Give what happened without what was blanked behind the end of a list."""
    for one in with_lists_whole(situation, events):
        if not isinstance(one, ListChange):
            yield one
            continue
        for event in one.events:
            place = slot_of(situation, event)
            if place == 0 or one.sizes is None or place <= one.sizes[1]:
                yield event


def slot_of(situation: Situation, event: Changed) -> int:
    """Give which slot of its list a change wrote: 0 for the size, else the place."""
    layout = situation.program.layout
    array = layout.arrays[event.address.split(".", 1)[0]]
    return (event.place - array.base) % array.stride - layout.offsets[event.address]


def _is_of_list(situation: Situation, event: Happening) -> bool:
    return isinstance(event, Changed) and event.address in situation.program.layout.capacities


def _is_beside(situation: Situation, one: Changed, other: Happening) -> bool:
    """Tell whether another change is of the same list of the same thing."""
    if not isinstance(other, Changed) or (one.address, one.depth) != (other.address, other.depth):
        return False
    return one.place - slot_of(situation, one) == other.place - slot_of(situation, other)


def _end_of(situation: Situation, events: Sequence[Happening], start: int) -> int:
    """Give where what one statement wrote into a list ends."""
    first = events[start]
    assert isinstance(first, Changed)
    if _appends(situation, events, start):
        return start + 2
    at, last = start + 1, slot_of(situation, first)
    while at < len(events):
        event = events[at]
        if not _is_beside(situation, first, event) or _appends(situation, events, at):
            break
        assert isinstance(event, Changed)
        if slot_of(situation, event) <= last:
            break
        at, last = at + 1, slot_of(situation, event)
    return at


def _appends(situation: Situation, events: Sequence[Happening], at: int) -> bool:
    """Tell whether a change is that of a place behind the last, which a size of one more follows."""
    one, other = events[at], events[at + 1] if at + 1 < len(events) else None
    if not isinstance(one, Changed) or not isinstance(other, Changed) or not _is_beside(situation, one, other):
        return False
    place = slot_of(situation, one)
    return place > 0 and slot_of(situation, other) == 0 and (other.before, other.after) == (place - 1, place)


def _change(situation: Situation, written: Sequence[Changed]) -> ListChange:
    sizes = next(((one.before, one.after) for one in written if slot_of(situation, one) == 0), None)
    values = {slot: one.after for one in written if (slot := slot_of(situation, one))}
    return ListChange(tuple(written), sizes, values)
