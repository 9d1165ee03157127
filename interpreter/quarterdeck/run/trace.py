"""Trace: every call, roll with its modifiers, row, change and decision of a game, as events that name their rule.

In: a traced program's calls. Out: `Event`s. A trace is never stored: it is worked out again from the record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.run.game import Context
from quarterdeck.run.words import is_declined

DEFAULT = 8  # the place of the default among what a choice is asked with


@dataclass(frozen=True)
class Modified:
    """One modifier of a roll: whether it applied, and by how much it changed the total."""

    address: str
    by: int
    applied: bool


@dataclass(frozen=True)
class Event:
    """Something that happened.

    `sort` is call, done, rolled, rolled off, row, changed, chosen, refused, told, phase or over. A choice is told with
    the side, the answer, whether there was any other, and whether it was what happens anyway (none, stop, default).
    `entry` is the number of entries in the record when it happened; `depth` how many calls it lies inside.
    """

    sort: str
    address: str
    depth: int
    entry: int
    values: tuple[Any, ...] = ()
    modifiers: tuple[Modified, ...] = ()


@dataclass
class TracedContext(Context):
    """A context that also writes down what generated code tells it."""

    events: list[Event] = field(default_factory=list)
    calls: list[tuple[str, int]] = field(default_factory=list)
    called: dict[str, int] = field(default_factory=dict)

    def event(self, sort: str, address: str, *values: Any, modifiers: tuple[Modified, ...] = ()) -> None:
        """Write an event down."""
        self.events.append(Event(sort, address, len(self.calls), self.at, values, modifiers))

    def enter(self, address: str, arguments: tuple[Any, ...]) -> None:
        """Learn that a routine begins."""
        self.called[address] = self.called.get(address, 0) + 1
        self.event("call", address, self.called[address], *arguments)
        self.calls.append((address, self.called[address]))

    def leave(self) -> None:
        """Learn that a routine is done."""
        address, _ = self.calls.pop()
        self.event("done", address)

    def rolled(
        self, site: int, natural: int, total: int, changes: list[tuple[str, int, bool]], success: bool | None
    ) -> None:
        """Learn what a roll came to."""
        modifiers = tuple(Modified(address, by, applied) for address, by, applied in changes)
        self.event("rolled", self.graph.sites[site].address, natural, total, success, modifiers=modifiers)

    def row(self, table: str, keys: tuple[int, ...]) -> None:
        """Learn which row of an acting table is used."""
        self.event("row", self.graph.acting_tables[table].rows.get(keys, table), table, keys)

    def stored(self, known: str, place: int, state: list[int], value: int) -> None:
        """Learn that a field is written."""
        if state[place] != value:
            self.event("changed", known, place, state[place], value)

    def refused(self, requirement: str, reason: Callable[[], str]) -> None:
        super().refused(requirement, reason)
        self.event("refused", requirement, reason())

    def choose(self, site: int, side: int, *rest: Any) -> Any:
        """Ask as ever, and write down what was chosen."""
        known = len(self.asked), self.at
        answer = super().choose(site, side, *rest)
        if self.at > known[1]:
            default = rest[DEFAULT]
            usual = is_declined(self.graph.sites[site].item, answer) or (default is not None and default() == answer)
            self.event("chosen", self.graph.sites[site].address, side, answer, len(self.asked) > known[0], usual)
        return answer

    def roll_off(self, site: int, before: list[int], *rest: Any) -> None:
        """Let the sides roll as ever, and write down what each came to."""
        super().roll_off(site, before, *rest)
        offset = rest[1]
        totals = [(side, before[side + offset]) for side in self.graph.layout.things("Side") if before[side]]
        self.event("rolled off", self.graph.sites[site].address, *totals)

    def tell(self, text: str) -> None:
        super().tell(text)
        self.event("told", "", text)

    def phase(self, address: str, state: list[int]) -> None:
        """Learn that a phase or step begins."""
        turn = self.graph.layout.stretches["Game"].base + self.graph.layout.offsets["Game.turn"]
        self.event("phase", address, state[turn])

    def phase_over(self, address: str, state: list[int]) -> None:
        """Learn that a phase or step is over."""
        self.event("over", address)
