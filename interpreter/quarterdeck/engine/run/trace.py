"""Trace: every call, roll with its modifiers, row, change and decision of a game, as happenings that name their rule.

In: a traced program's calls. Out: `Happening`s, with all that is known of each: nobody need ask the program again. A
trace is never stored: it is worked out again from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from quarterdeck.backends.python.asking import PendingChoice, PendingRollOff
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.bounds import MOST_HAPPENINGS
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import is_declined
from quarterdeck.language.declarations.types import ListType, Type


class HappeningListener(Protocol):
    """Learns of all that happens in a game."""

    def hear(self, event: hap.Happening) -> None:
        """Learn what has happened."""

    def turn_over(self, situation: Situation, turn: int, entries: int) -> None:
        """Learn what is there at the end of a turn, and how many entries the record holds; 0 is after the set-up."""


@dataclass
class TracedContext(Context):
    """A context that also writes down what generated code tells it, and tells those who listen."""

    events: list[hap.Happening] = field(default_factory=list)
    calls: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)
    kept_calls: int = 0
    """How many of these calls are written down: the outermost."""
    left: int = MOST_HAPPENINGS
    """How many calls, rows, changes and refusals of this phase are still written down; all else has a price."""
    called: dict[str, int] = field(default_factory=dict)
    faces: list[tuple[int, int]] = field(default_factory=list)
    """What dice have shown since the last roll that is written down, each with the site that it was thrown for."""
    hearings: Sequence[HappeningListener] = ()

    def __post_init__(self) -> None:
        """Begin the record, and keep the faces of each roll."""
        super().__post_init__()
        throw, keep = self.throw, self.faces.append

        def throw_and_keep(site: int, sides: int, subject: tuple[int, ...]) -> int:
            face = throw(site, sides, subject)
            keep((site, face))
            return face

        self.throw = throw_and_keep

    @property
    def here(self) -> tuple[int, int]:
        """Give how many calls what happens now lies inside, and how many entries the record holds."""
        return len(self.calls), self.at

    def happened(self, happening: hap.Happening) -> None:
        """Write down what has happened, and tell those who listen."""
        self.events.append(happening)
        for hearing in self.hearings:
            hearing.hear(happening)

    def has_room(self) -> bool:
        """Tell whether one more is written down of what has no price; when the room ends, say so."""
        self.left -= 1
        if self.left == -1:
            self.happened(hap.Announced("", *self.here, f"(only the first {MOST_HAPPENINGS:,} events are saved)"))
        return self.left >= 0

    def spoken(self, values: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
        """Give what the expressions of a phrase come to; nothing where the rules cannot say so now."""
        try:
            return values()
        except (ArithmeticError, LookupError, RulesFaultError):
            return ()

    def enter(self, address: str, arguments: tuple[Any, ...], spoken: tuple[Any, ...]) -> None:
        """Learn that a routine begins."""
        self.called[address] = time = self.called.get(address, 0) + 1
        if self.has_room():
            routine = self.program.routines.get(address)
            parameters = routine.parameters if routine is not None else ()
            given = tuple((name, kind, value) for (name, kind), value in zip(parameters, arguments, strict=False))
            self.happened(hap.Called(address, *self.here, time, given, spoken))
            self.kept_calls += 1
        self.calls.append((address, arguments))

    def leave(self, result: Any = None) -> None:
        """Learn that a routine is done, and with what result."""
        address, _ = self.calls.pop()
        if self.kept_calls > len(self.calls):
            self.kept_calls -= 1
            routine = self.program.routines.get(address)
            self.happened(hap.Left(address, *self.here, routine.result if routine else None, result))

    def rolled(
        self,
        site: int,
        natural: int,
        total: Fraction | int,
        changes: list[tuple[str, Fraction | int, bool, tuple[Any, ...]]],
        success: bool | None,
        spoken: tuple[Any, ...],
    ) -> None:
        """Learn what a roll came to."""
        modifiers = tuple(hap.Modified(*change) for change in changes)
        faces = tuple(face for thrown_for, face in self.faces if thrown_for == site)
        self.faces.clear()
        address = self.program.sites[site].address
        self.happened(hap.Rolled(address, *self.here, natural, total, success, modifiers, faces, spoken))

    def drawn(self, site: int, what: Any, by: int, spoken: tuple[Any, ...]) -> None:
        """Learn what was drawn or looked at."""
        known = self.program.sites[site]
        self.happened(hap.Drawn(known.address, *self.here, known.item, what, by, spoken))

    def row(self, table: str, keys: tuple[int, ...]) -> None:
        """Learn which row of an acting table is used."""
        acting = self.program.acting_tables[table]
        if self.has_room():
            named = zip(self.program.world.tables[table].keys, keys, strict=False)
            given = tuple((key.name, key.type, value) for key, value in named)
            address, routine = acting.rows.get(keys, table), acting.cells.get(keys, "")
            self.happened(hap.RowUsed(address, *self.here, table, given, routine))

    def written(self, known: str, place: int, before: int | None, after: int) -> None:
        """Write down what a field has become."""
        self.happened(hap.Changed(*self.field_at(known, place), before, after))

    def list_written(self, known: str, place: int, before: tuple[int, ...] | None, after: tuple[int, ...]) -> None:
        """Write down what a list has become."""
        self.happened(hap.ListChanged(*self.field_at(known, place), before, after))

    def field_at(self, known: str, place: int) -> tuple[str, int, int, int, int, str, Type | None]:
        """Give what is known of a field that is written: where that happens, the thing, the field and its type."""
        kind, field = known.split(".", 1)
        layout = self.program.layout
        held = layout.types.get(known)
        item = held.item if isinstance(held, ListType) else held
        return known, *self.here, place, layout.thing_at(kind, place), field, item

    def stored(self, known: str, place: int, state: list[int], value: int) -> None:
        """Learn that a field is written."""
        before = list.__getitem__(state, place)  # a state that notes what is read need not learn of who only tells it
        if before != value and self.has_room():
            self.written(known, place, before, value)

    def counted_together(self, before: list[int], after: list[int], slots: range) -> None:
        """Learn what a field holds that several sides have added to in secret, also where that is what it was.

        What each of them has come to by itself was told before.
        """
        known, place = self.program.layout.slots[slots.start], slots.start
        if not self.has_room():
            return
        if known in self.program.layout.capacities:
            self.list_written(known, place, held_in_list(before, place), held_in_list(after, place))
        else:
            self.written(known, place, list.__getitem__(before, place), after[place])

    def listed(self, known: str, place: int, state: list[int], items: tuple[int, ...]) -> None:
        """Learn that a whole list is written, or gets one more."""
        held = held_in_list(state, place)
        if held != items and self.has_room():
            self.list_written(known, place, held, items)

    def created(self, kind: str, thing: int, state: list[int]) -> None:
        """Learn that a thing has come into play: none of its fields was there before, whatever lay in its place."""
        if self.has_room():
            self.written(f"{kind}.", thing, 0, 1)
        layout = self.program.layout
        for known, offset in layout.fields_of(kind):
            place = thing + offset
            if not self.has_room():
                continue
            if known in layout.capacities:
                self.list_written(known, place, None, held_in_list(state, place))
            else:
                self.written(known, place, None, list.__getitem__(state, place))

    def refused(self, requirement: str, reason: Callable[[], str]) -> None:
        super().refused(requirement, reason)
        if self.has_room():
            self.happened(hap.Refused(requirement, *self.here, reason()))

    def choose(self, asking: PendingChoice) -> Any:
        """Ask as ever, and write down what was chosen."""
        asked, at = len(self.asked), self.at
        answer = super().choose(asking)
        if self.at > at:
            site = self.program.sites[asking.site]
            default = asking.default
            usual = is_declined(site.item, answer) or (default is not None and default() == answer)
            is_asked, question = len(self.asked) > asked, self.question(asking, answer)
            self.happened(
                hap.Chosen(site.address, *self.here, asking.side, site.item, answer, is_asked, usual, question)
            )
        return answer

    def question(self, asking: PendingChoice, answer: Any) -> str:
        """Give the words of a question, as of the answer or of the first thing that could be answered."""
        about = [answer] if answer in asking.options else [*asking.options, *(option for option, _ in asking.refused)]
        if asking.question is None or not about:
            return ""
        try:
            return asking.question(about[0])
        except (ArithmeticError, LookupError, RulesFaultError):
            return ""

    def roll_off(self, rolling: PendingRollOff, before: list[int], after: list[int]) -> None:
        """Let the sides roll as ever, and write down what each came to."""
        super().roll_off(rolling, before, after)
        slots = ((side, side + rolling.offset) for side in self.all_sides if before[side])
        totals = tuple((side, before[slot] // rolling.steps) for side, slot in slots)
        self.happened(hap.RolledOff(self.program.sites[rolling.site].address, *self.here, totals))

    def tell(self, text: str) -> None:
        super().tell(text)
        self.happened(hap.Announced("", *self.here, text))

    def turn_over(self, turn: int) -> None:
        """Tell those who listen what is there at the end of a turn."""
        for hearing in self.hearings:
            hearing.turn_over(self.situation, turn, self.at)

    def phase(self, address: str, state: list[int]) -> None:
        """Learn that a phase or step begins."""
        if any(phase.address == address for phase in self.program.turn.phases):
            self.left = MOST_HAPPENINGS
        turn = self.program.layout.arrays["Game"].base + self.program.layout.offsets["Game.turn"]
        self.happened(hap.PhaseBegun(address, *self.here, state[turn]))

    def phase_over(self, address: str, state: list[int]) -> None:
        """Learn that a phase or step is over."""
        self.happened(hap.PhaseOver(address, *self.here))


def held_in_list(state: list[int], place: int) -> tuple[int, ...]:
    """Give what a list holds whose size lies at a place."""
    size = list.__getitem__(state, place)
    return tuple(list.__getitem__(state, slice(place + 1, place + 1 + size)))
