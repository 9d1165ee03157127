"""What one side sees of a game while it weighs: a view that is carried on from one question to the next.

In: states, one after another, and what the advice of a choice hangs on. Out: views in which the fields that the advice
may read are as `view_of` gives them, with what is known of them; other fields may be as they were. From one question to
the next few fields change, if any: so only those are looked at that matter, column by column, and what is known is
forgotten only where something that was read looks different.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import itemgetter, ne
from typing import Any

from quarterdeck.backends.python.view_knowledge import Watched, forget, nothing_known, trim
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import Unseen, Veil, View, grounds_of, unseen_of, veiled
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import Program

Column = list[int]

OFTEN = 1000
"""After so many looks is seen to it that not too much is kept."""


@dataclass(slots=True)
class Watch:
    """The columns that the advice of one choice hangs on: their numbers, and how to take them of a state or of all."""

    numbers: tuple[int, ...]
    of_state: Callable[[list[int]], tuple[Column, ...]]
    of_all: Callable[[list[Column]], tuple[Column, ...]]


class Onlooker:
    """What one side sees; `revealed` is what all were told last, and `told` in which order."""

    def __init__(
        self,
        situation: Situation,
        side: int,
        veils: Sequence[Veil],
        revealed: Mapping[tuple[str, int], tuple[int, ...]],
        told: Sequence[tuple[str, int]],
    ) -> None:
        self.program: Program = situation.program
        self.names = situation.names
        self.side = side
        self.veils = {veil.address: veil for veil in veils}
        self.grounds = grounds_of(self.program, veils)
        self.revealed = revealed
        self.told = told
        self.heard = 0
        self.looks = 0
        self.watches: dict[int, Watch] = {}
        self.columns: list[tuple[str, slice]] = []
        self.last: list[Column] = []
        self.unseen: Unseen = {}
        self.view: View | None = None

    def forget(self) -> None:
        """Forget what was seen; at the next look all is seen again."""
        self.view = None
        self.forget_columns()

    def forget_columns(self) -> None:
        """Forget the columns that are watched."""
        self.watches.clear()
        self.columns.clear()
        self.last.clear()

    def look(self, state: list[int], watched: Watched) -> View:
        """Give the side's view of a state; the last view that it was given holds no longer."""
        view = self.view
        if view is None:
            view = self.view = View(self.program, [], self.names, self.side, nothing_known(watched.count))
            self.see_anew(state, view)
        watch = self.watches.get(watched.site) or self.watch(state, watched)
        now, was = watch.of_state(state), watch.of_all(self.last)
        different = self.catch_up(state, view, watch.numbers, now, was) if now != was else set()
        if self.heard < len(self.told):
            for address, thing in self.told[self.heard :]:
                different.update(self.hear(view, address, thing))
            self.heard = len(self.told)
        if different:
            forget(view.known, different, watched)
        self.looks += 1
        if self.looks % OFTEN == 0:
            trim(view.known)
        return view

    def watch(self, state: list[int], watched: Watched) -> Watch:
        """Watch what the advice of a choice hangs on, and whose things are."""
        numbers = []
        for address in sorted({*self.grounds, *watched.fields}):
            for place in columns_of(self.program.layout, address, state):
                column = (address, place)
                if column not in self.columns:
                    self.columns.append(column)
                    self.last.append([])
                numbers.append(self.columns.index(column))
        places = [self.columns[number][1] for number in numbers]
        found = self.watches[watched.site] = Watch(tuple(numbers), several(places), several(numbers))
        return found

    def catch_up(
        self,
        state: list[int],
        view: View,
        numbers: tuple[int, ...],
        now: tuple[Column, ...],
        was: tuple[Column, ...],
    ) -> set[str]:
        """See what is new in some columns; give the fields that look different."""
        different: set[str] = set()
        for at in compress(range(len(now)), map(ne, now, was)):
            address, place = self.columns[numbers[at]]
            if was[at] and (address in self.grounds or address.endswith(".")):
                return different | self.see_anew(state, view)
            self.last[numbers[at]] = now[at]
            slots = range(place.start, place.stop, place.step)
            for slot in compress(slots, map(ne, was[at], now[at])) if was[at] else slots:
                if view.state[slot] != state[slot] and not self.is_veiled(address, slot):
                    view.state[slot] = state[slot]
                    different.add(address)
        return different

    def see_anew(self, state: list[int], view: View) -> set[str]:
        """See a state in which other things are there, or hidden, than before; give the fields that look different."""
        was = view.state
        self.heard = len(self.told)
        self.unseen = unseen_of(self.program, state, self.side, self.veils.values())
        view.state = veiled(state, self.veils.values(), self.unseen, self.revealed)
        self.forget_columns()
        return set(compress(self.program.layout.slots, map(ne, was, view.state)))

    def is_veiled(self, address: str, slot: int) -> bool:
        """Tell whether a slot belongs to a field of a thing that the side may not see."""
        veil = self.veils.get(address)
        if veil is None:
            return False
        array = self.program.layout.arrays[veil.kind]
        return slot - (slot - array.base) % array.stride in self.unseen[veil.kind, veil.for_owner]

    def hear(self, view: View, address: str, thing: int) -> Iterable[str]:
        """Learn what was revealed; give the field, if the side did not see it anyway."""
        veil = self.veils.get(address)
        if veil is None or thing not in self.unseen[veil.kind, veil.for_owner]:
            return ()
        at, told = thing + veil.offset, self.revealed[address, thing]
        view.state[at : at + len(told)] = told
        return (address,)


def several(places: Sequence[Any]) -> Callable[[Any], tuple[Column, ...]]:
    """Give a function that gives the columns at several places at once."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda held: tuple(held[place] for place in places)


def columns_of(layout: Layout, address: str, state: list[int]) -> list[slice]:
    """Give where a state has a field of all things that were ever in play, a list by its places.

    `Kind.` is which things of a kind are in play, and how many ever were.
    """
    array = layout.arrays[address.partition(".")[0]]
    used = layout.used.get(array.kind)
    end = array.end if used is None else array.base + state[used]
    first = array.base + layout.offsets.get(address, 0)
    places = range(first, first + 1 + layout.capacities.get(address, 0))
    found = [slice(place, end, array.stride) for place in places]
    return found if used is None or address in layout.offsets else [*found, slice(used, used + 1, 1)]
