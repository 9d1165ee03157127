"""Lower one definition by itself, unless a store knows what comes of it.

In: a definition, the program so far, and a store. Out: what the definition adds to the program. It rests on all that
its typing rests on, and on what is noted here: where fields lie, settings, and how timers go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from quarterdeck.base.queries import Query, QueryStore, Question
from quarterdeck.language.declarations.tracked_reads import TrackedDeclared, TrackedShelf
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.typing_result import TypedDefinition
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import Program
from quarterdeck.program.lower.pieces import LoweredPiece, added, apart, moved, take

Thing = TypeVar("Thing")
LAYOUT = ("arrays", "offsets", "capacities", "types", "decks")
"""What a definition may ask of where the state lies."""


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

        def done() -> LoweredPiece:
            for question in self.store.questions_of("type", definition.address):
                self.store.ask(question)
            piece, declared = self.apart(), TrackedDeclared(self.checked.declared, self.store.ask)
            work(replace(self.checked, declared=declared, timers=self.shelf("timers", self.checked.timers)), piece)
            return added(self.program, piece)

        def again(old: TypedDefinition, lowered: LoweredPiece) -> LoweredPiece | None:
            return moved_to(old, lowered, definition, self.program)

        take(self.program, self.store.result(Query(self.under, definition.address, definition, done, again)))

    def shelf(self, name: str, things: dict[str, Thing]) -> TrackedShelf[Thing]:
        """Give a part of what is known of the program, of which it is noted what is read."""
        return TrackedShelf(name, things, self.store.ask, self.under)

    def apart(self) -> Program:
        """Give a program with nothing in it but the sites and expectations so far; what is read of it is noted."""
        layout = self.program.layout
        noted = {name: self.shelf(name, getattr(layout, name)) for name in LAYOUT}
        return apart(
            self.program,
            self.shelf("settings", self.program.settings),
            Layout(**noted, slots=layout.slots, used=layout.used),
        )


def moved_to(
    old: TypedDefinition, lowered: LoweredPiece, new: TypedDefinition, program: Program
) -> LoweredPiece | None:
    """Give what a definition adds to a program in which others stand before it; nothing where that cannot be told."""
    spans = None if old.is_where(new) else old.spans_in(new)
    try:
        return moved(lowered, program, None if spans is None else spans.__getitem__)
    except KeyError:  # a place between nodes, which nobody can follow
        return None
