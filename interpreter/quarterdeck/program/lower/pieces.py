"""What one definition adds to a program: lowered apart from the others, put in, moved behind others.

In: a definition, or a piece of a ruleset, and a program. Out: the program with what was lowered in it. A piece is
lowered once under all settings that it reads alike, and again only where a store does not know what comes of it. That
rests on all that its typing rests on, and on what is noted here: where fields lie, settings, and how timers go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from quarterdeck.base.queries import Dependency, Query, QueryStore
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.tracked_reads import TrackedDeclared, TrackedShelf
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.typing_result import TypedDefinition
from quarterdeck.program.form.instructions import Instruction, Routine, Site
from quarterdeck.program.form.layout import Layout
from quarterdeck.program.form.program import ActingTable, Phase, Program, ValueTable
from quarterdeck.program.form.values import Expected, Value
from quarterdeck.program.form.walking import parts_of

T = TypeVar("T")
SITE = "site"
"""The part in which every instruction that has to do with a site names it by its number."""


@dataclass(frozen=True)
class Moving:
    """Gives nodes as they are elsewhere: `span` gives where a piece stands now, the numbers by how much others grow."""

    span: Callable[[Span], Span]
    sites: int
    expectations: int

    def moved(self, node: T) -> T:
        """Give a node, or a tuple of nodes, as it is elsewhere."""
        if isinstance(node, tuple):
            parts = tuple([self.moved(part) for part in node])
            same = all(one is other for one, other in zip(parts, node, strict=True))
            return node if same else parts  # type: ignore[return-value]
        if isinstance(node, Value) and not self.expectations:
            return node
        changed: dict[str, Any] = {}
        names = parts_of(type(node))
        for name in names:
            was = getattr(node, name)
            if not isinstance(was, str | int) and was is not None and (now := self.moved(was)) is not was:
                changed[name] = now
        match node:
            case Instruction() | Routine() | Site() | Phase():
                changed["span"] = self.span(node.span)
        if SITE in names:
            changed[SITE] = getattr(node, SITE) + self.sites
        match node:
            case Site():
                changed["number"] = node.number + self.sites
            case Expected():
                changed["number"] = node.number + self.expectations
        return replace(node, **changed) if changed else node  # type: ignore[type-var]


@dataclass(frozen=True)
class LoweredPiece:
    """What one definition adds to a program in which so many sites and expectations stand before it."""

    sites_before: int
    expectations_before: int
    routines: dict[str, Routine]
    acting_tables: dict[str, ActingTable]
    value_tables: dict[str, ValueTable]
    phases: dict[str, Phase]
    sites: tuple[Site, ...]
    expectations: tuple[Expected, ...]


def apart(program: Program, settings: dict[str, int], layout: Layout) -> Program:
    """Give a program with nothing in it but the sites and expectations so far, for one piece to be lowered into."""
    return Program(program.world, settings, layout, sites=list(program.sites), expectations=list(program.expectations))


def added(program: Program, piece: Program) -> LoweredPiece:
    """Give what was lowered into a program apart."""
    sites, expectations = len(program.sites), len(program.expectations)
    return LoweredPiece(
        sites,
        expectations,
        piece.routines,
        piece.acting_tables,
        piece.value_tables,
        piece.turn.nodes,
        tuple(piece.sites[sites:]),
        tuple(piece.expectations[expectations:]),
    )


def moved(piece: LoweredPiece, program: Program, span: Callable[[Span], Span] | None = None) -> LoweredPiece:
    """Give a piece as it stands behind others, and elsewhere in the rules where it is said how places are moved.

    Raises:
        KeyError: `span` cannot follow a place.
    """
    sites = len(program.sites) - piece.sites_before
    expectations = len(program.expectations) - piece.expectations_before
    if span is None and not sites and not expectations:
        return piece
    moving = Moving(span or (lambda was: was), sites, expectations)
    return replace(
        piece,
        sites_before=len(program.sites),
        expectations_before=len(program.expectations),
        routines={address: moving.moved(routine) for address, routine in piece.routines.items()},
        phases={address: moving.moved(phase) for address, phase in piece.phases.items()},
        sites=tuple(moving.moved(site) for site in piece.sites),
        expectations=tuple(moving.moved(expected) for expected in piece.expectations),
    )


def take(program: Program, piece: LoweredPiece) -> None:
    """Put a piece into a program."""
    program.routines.update(piece.routines)
    program.acting_tables.update(piece.acting_tables)
    program.value_tables.update(piece.value_tables)
    program.turn.nodes.update(piece.phases)
    program.sites.extend(piece.sites)
    program.expectations.extend(piece.expectations)


SettingsRead = dict[str, int | None]
"""Settings by name, as they were; none where there was no such setting."""
KnownPieces = dict[DefinitionKey, list[tuple[SettingsRead, LoweredPiece]]]
"""What each piece of a ruleset came to, by its key, under settings of before."""


def lower_once(
    known: KnownPieces,
    checked: Checked,
    program: Program,
    key: DefinitionKey,
    work: Callable[[Checked, Program], None],
) -> None:
    """Put into the program what a piece adds to it; the work is done where nobody did it for the same settings."""
    pieces = known.setdefault(key, [])
    found = next((piece for read, piece in pieces if is_as(program, read)), None)
    if found is None:
        read: SettingsRead = {}

        def note(question: tuple[str, ...]) -> None:
            asked = question[3:] or program.settings
            read.update((name, program.settings.get(name)) for name in asked)

        piece = apart(program, TrackedShelf("settings", program.settings, note), program.layout)
        work(checked, piece)
        found = added(program, piece)
        pieces.append((read, found))
    take(program, moved(found, program))


def is_as(program: Program, read: SettingsRead) -> bool:
    """Tell whether settings are as a piece read them."""
    return all(program.settings.get(name) == value for name, value in read.items())


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

        def answer(question: Dependency) -> object:
            _, sort, name, *key = question
            return shelves[name].get(key[0]) if sort == "one of" else tuple(shelves[name].items())

        store.answered_by(under, answer)
        return cls(store, checked, program, under)

    def lower(self, definition: TypedDefinition, work: Callable[[Checked, Program], None]) -> None:
        """Put into the program what a definition adds to it."""

        def done() -> LoweredPiece:
            for question in self.store.questions_of("type", definition.key):
                self.store.ask(question)
            piece, declared = self.apart(), TrackedDeclared(self.checked.declared, self.store.ask)
            work(replace(self.checked, declared=declared, timers=self.shelf("timers", self.checked.timers)), piece)
            return added(self.program, piece)

        def again(old: TypedDefinition, lowered: LoweredPiece) -> LoweredPiece | None:
            return moved_to(old, lowered, definition, self.program)

        take(self.program, self.store.result(Query(self.under, definition.key, definition, done, again)))

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
