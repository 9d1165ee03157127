"""Put together what a trace tells slot by slot: a list that is set, or gets one more, is one change.

In: the happenings of a trace. Out: the same, but that the slots of a list that one statement wrote stand together: its
size, where that changed, then its places in order.
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
        return self.sizes is not None and self.sizes[0] + 1 == self.sizes[1] and [*self.values] == [self.sizes[1]]

    @property
    def whole(self) -> list[int] | None:
        """Give all that the list holds now, where that can be told."""
        is_whole = self.sizes is not None and len(self.values) == self.sizes[1]
        return list(self.values.values()) if is_whole else None


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
    at, last = start + 1, slot_of(situation, first)
    while at < len(events):
        event = events[at]
        if not _is_beside(situation, first, event):
            break
        assert isinstance(event, Changed)
        if slot_of(situation, event) <= last:
            break
        at, last = at + 1, slot_of(situation, event)
    return at


def _change(situation: Situation, written: Sequence[Changed]) -> ListChange:
    sizes = next(((one.before, one.after) for one in written if slot_of(situation, one) == 0), None)
    values = {slot: one.after for one in written if (slot := slot_of(situation, one))}
    return ListChange(tuple(written), sizes, values)
