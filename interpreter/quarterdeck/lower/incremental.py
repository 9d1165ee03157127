"""Lower one definition by itself, unless a store knows what comes of it.

In: a definition, the program so far, and a store. Out: what the definition adds to the program. It rests on all that
its typing rests on, and on what is noted here: where fields lie, settings, and how timers go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from quarterdeck.checks.meanings import Checked
from quarterdeck.checks.typing.typed import TypedDefinition
from quarterdeck.names.tracked import TrackedDeclared, TrackedShelf
from quarterdeck.program.instructions import Routine, Site
from quarterdeck.program.layout import Layout
from quarterdeck.program.moving import Moving
from quarterdeck.program.program import ActingTable, Phase, Program, ValueTable
from quarterdeck.program.values import Expected
from quarterdeck.queries.store import Query, QueryStore, Question
from quarterdeck.source import Span

Thing = TypeVar("Thing")
LAYOUT = ("arrays", "offsets", "capacities", "types", "decks")
"""What a definition may ask of where the state lies."""


@dataclass(frozen=True)
class LoweredDefinition:
    """What one definition adds to a program in which so many sites and expectations stand before it."""

    sites_before: int
    expectations_before: int
    routines: dict[str, Routine]
    acting_tables: dict[str, ActingTable]
    value_tables: dict[str, ValueTable]
    phases: dict[str, Phase]
    sites: tuple[Site, ...]
    expectations: tuple[Expected, ...]


@dataclass(frozen=True)
class IncrementalLowering:
    """Lowers the definitions of a checked ruleset into a program, as far as a store does not know what they come to.

    `under` tells the program from others that are made of the same ruleset under other settings.
    """

    store: QueryStore
    checked: Checked
    program: Program
    under: str

    @classmethod
    def into(cls, store: QueryStore, checked: Checked, program: Program, under: str) -> IncrementalLowering:
        """Begin to lower into a program that has its settings and its layout."""
        shelves = {**{name: getattr(program.layout, name) for name in LAYOUT}, "timers": checked.timers}
        shelves["settings"] = program.settings

        def answer(question: Question) -> object:
            _, sort, name, *key = question
            return shelves[name].get(key[0]) if sort == "one of" else tuple(shelves[name].items())

        store.answered_by(under, answer)
        return cls(store, checked, program, under)

    def lower(self, definition: TypedDefinition, work: Callable[[Checked, Program], None]) -> None:
        """Put into the program what a definition adds to it."""

        def done() -> LoweredDefinition:
            for question in self.store.questions_of("type", definition.address):
                self.store.ask(question)
            apart = self.apart()
            work(
                replace(self.checked, declared=apart.declared, timers=self.shelf("timers", self.checked.timers)), apart
            )
            return self.added(apart)

        def again(old: TypedDefinition, lowered: LoweredDefinition) -> LoweredDefinition | None:
            return moved(old, lowered, definition, self.program)

        self.take(self.store.result(Query(self.under, definition.address, definition, done, again)))

    def shelf(self, name: str, things: dict[str, Thing]) -> TrackedShelf[Thing]:
        """Give a part of what is known of the program, of which it is noted what is read."""
        return TrackedShelf(name, things, self.store.ask, self.under)

    def apart(self) -> Program:
        """Give a program with nothing in it but the sites and expectations so far; what is read of it is noted."""
        layout = self.program.layout
        noted = {name: self.shelf(name, getattr(layout, name)) for name in LAYOUT}
        return Program(
            TrackedDeclared(self.checked.declared, self.store.ask),
            self.shelf("settings", self.program.settings),
            Layout(**noted, slots=layout.slots, used=layout.used),
            sites=list(self.program.sites),
            expectations=list(self.program.expectations),
        )

    def added(self, apart: Program) -> LoweredDefinition:
        """Give what was put into a program apart."""
        sites, expectations = len(self.program.sites), len(self.program.expectations)
        return LoweredDefinition(
            sites,
            expectations,
            apart.routines,
            apart.acting_tables,
            apart.value_tables,
            apart.turn.nodes,
            tuple(apart.sites[sites:]),
            tuple(apart.expectations[expectations:]),
        )

    def take(self, lowered: LoweredDefinition) -> None:
        """Put into the program what was lowered."""
        self.program.routines.update(lowered.routines)
        self.program.acting_tables.update(lowered.acting_tables)
        self.program.value_tables.update(lowered.value_tables)
        self.program.turn.nodes.update(lowered.phases)
        self.program.sites.extend(lowered.sites)
        self.program.expectations.extend(lowered.expectations)


def moved(
    old: TypedDefinition, lowered: LoweredDefinition, new: TypedDefinition, program: Program
) -> LoweredDefinition | None:
    """Give what a definition adds to a program in which others stand before it; nothing where that cannot be told."""
    sites = len(program.sites) - lowered.sites_before
    expectations = len(program.expectations) - lowered.expectations_before
    stays = old.is_where(new)
    if stays and not sites and not expectations:
        return lowered
    spans = {} if stays else old.spans_in(new)

    def span(was: Span) -> Span:
        return was if stays else spans[was]

    moving = Moving(span, sites, expectations)
    try:
        return LoweredDefinition(
            len(program.sites),
            len(program.expectations),
            {address: moving.moved(routine) for address, routine in lowered.routines.items()},
            lowered.acting_tables,
            lowered.value_tables,
            {address: moving.moved(phase) for address, phase in lowered.phases.items()},
            tuple(moving.moved(site) for site in lowered.sites),
            tuple(moving.moved(expected) for expected in lowered.expectations),
        )
    except KeyError:  # a place between nodes, which nobody can follow
        return None
