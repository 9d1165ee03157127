"""What happens in a game, as facts in no language: every call, roll with its modifiers, row, change, decision and word.

Each names its rule by address, says how many calls it lies inside, and how many entries the record held when it
happened; what was given, written or chosen stands there with its name and its type. Whoever prints happenings words
these and works out none. `Happening` is any of them: whoever tells them apart does so by `match`, down to
`assert_never`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from fractions import Fraction
from typing import Any

from quarterdeck.base.records import EqualRecord
from quarterdeck.engine.run.words import Declined, how_declined
from quarterdeck.language.declarations.types import Type

Given = tuple[str, Type, Any]
"""An input of a rule or a key of a table: its name, its type, and its value as it is stored."""


class Modified(EqualRecord):
    """One modifier of a roll: whether it applied, and by how much it changed the total.

    `spoken` is what the expressions in its phrase came to, in their order; so it is of all that has a phrase.
    """

    address: str
    by: Fraction | int
    applied: bool
    spoken: tuple[Any, ...] = ()


class Event(EqualRecord):
    """Anything that happens: the address of its rule, in how many calls, behind how many entries of the record."""

    address: str
    depth: int
    entry: int

    @property
    def comes_into_play(self) -> int:
        """Give the thing that comes into play; -1 where something else happens."""
        return -1


class Called(Event):
    """A routine begins: for which time, and with what; a row of a table with the keys by which it was found."""

    time: int
    given: tuple[Given, ...]
    spoken: tuple[Any, ...] = ()

    @property
    def arguments(self) -> tuple[Any, ...]:
        """Give the values that it was given."""
        return tuple(value for _, _, value in self.given)


class Left(Event):
    """A routine is done; with its result and the type of that, where it has one."""

    type: Type | None = None
    result: Any = None


class ByChance(Event):
    """Chance came in: dice, or a deck."""


class Rolled(ByChance):
    """Dice were rolled: what they show, what that counts, whether a check succeeded (none: no check), and each face."""

    natural: int
    total: Fraction | int
    success: bool | None
    modifiers: tuple[Modified, ...]
    faces: tuple[int, ...] = ()
    spoken: tuple[Any, ...] = ()

    @property
    def counted(self) -> tuple[Modified, ...]:
        """Give the modifiers that changed the total."""
        return tuple(change for change in self.modifiers if change.applied and change.by)

    @property
    def added(self) -> Fraction | int:
        """Give what was added whatever happens, before all modifiers."""
        return self.total - self.natural - sum(change.by for change in self.modifiers)


class Drawn(ByChance):
    """Something was drawn from a deck, or what lies on top of it was looked at, by a side that alone may know it.

    `what` is a member, or a list of them; `by` is -1 where all see it.
    """

    type: Type | None
    what: Any
    by: int
    spoken: tuple[Any, ...] = ()


class RolledOff(ByChance):
    """The sides rolled against each other: each with its total."""

    totals: tuple[tuple[int, int], ...]


class RowUsed(Event):
    """A row of an acting table was used; the address is the row's, the routine empty where the row does nothing."""

    table: str
    keys: tuple[Given, ...]
    routine: str


class FieldWritten(Event):
    """A field of a thing was written; the address is the field's, `place` its first slot in the state.

    Of a list the type is that of its items. Without a name of a field, a thing came into play or left it.
    """

    place: int
    thing: int
    field: str
    type: Type | None

    def put_into(self, state: MutableSequence[int]) -> None:
        """Let a state hold what was written."""
        raise NotImplementedError


class Changed(FieldWritten):
    """A field that is no list was written: `before` is nothing where the thing has only come into play."""

    before: int | None
    after: int

    @property
    def comes_into_play(self) -> int:
        """Give the thing that comes into play; -1 where a field is written."""
        return self.thing if self.after and not self.field else -1

    def put_into(self, state: MutableSequence[int]) -> None:
        """Let a state hold what was written."""
        state[self.place] = self.after


class ListChanged(FieldWritten):
    """A list was written, with all that it held and holds: `before` is nothing where its thing has only come."""

    before: tuple[int, ...] | None
    after: tuple[int, ...]

    @property
    def added(self) -> tuple[int, ...]:
        """Give what was put behind the last; nothing where the list became another."""
        held = self.before or ()
        return self.after[len(held) :] if held == self.after[: len(held)] and self.before is not None else ()

    def put_into(self, state: MutableSequence[int]) -> None:
        """Let a state hold what was written, and nothing behind it."""
        blanks = [0] * (len(self.before or ()) - len(self.after))
        whole = [len(self.after), *self.after, *blanks]
        state[self.place : self.place + len(whole)] = whole


class Chosen(Event):
    """A side decided: whether there was any other answer, and whether it was what happens anyway.

    `question` is what the side was asked, in its words; it is empty where the rules give none.
    """

    side: int
    type: Type | None
    answer: Any
    asked: bool
    usual: bool
    question: str = ""

    @property
    def declined(self) -> Declined:
        """Tell how nothing was chosen."""
        return how_declined(self.type, self.answer)


class Refused(Event):
    """A requirement at the head of a procedure does not hold."""

    reason: str


class Announced(Event):
    """All sides were told something; it has no address."""

    text: str


class PhaseBegun(Event):
    """A phase or step begins in a turn."""

    turn: int


class PhaseOver(Event):
    """A phase or step is over."""


Happening = (
    Called
    | Left
    | Rolled
    | Drawn
    | RolledOff
    | RowUsed
    | Changed
    | ListChanged
    | Chosen
    | Refused
    | Announced
    | PhaseBegun
    | PhaseOver
)
