"""The host protocol: everything that generated code asks of the context that it is called with.

In: nothing. Out: `Host`, for play without a trace, and `TracingHost`, which is told what happens as well. A test
compares their members with the names that emitters print, and both contexts of `engine.run` with the protocols. Another
backend needs these and the JSON of a program, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from quarterdeck.backends.python.asking import PendingChoice, PendingRollOff
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.values import Picked

State = list[int]
Spoken = tuple[Any, ...]
"""What the expressions of a phrase came to."""


class SideState(Protocol):
    """What the side that acts in secret does, kept apart until all sides have acted."""

    def put(self, place: int) -> None:
        """Learn that the side has set a field."""

    def add(self, place: int, by: int, bound: str = "", limit: int = 0) -> None:
        """Learn that the side has added to a field."""

    def append(self, place: int, value: int, capacity: int, known: str) -> None:
        """Learn that the side has put something at the end of a list."""

    def own_place(self, before: State, after: State, places: range) -> int:
        """Give a free place for a thing that the side makes, or -1."""


class NamedSituation(Protocol):
    """The situation that is played, with the names of its things by their places."""

    @property
    def names(self) -> MutableMapping[int, str]:
        """The names, by the place of each thing."""


class Host(Protocol):
    """What generated code asks in play: dice, decisions, words, and what it keeps."""

    throw: Callable[..., int]
    """Rolls one die at a site, with so many sides, for a subject, and records it."""
    known: list[dict[Any, Any]] | None
    """While effects wait: values of definitions by their numbers and inputs."""
    told: list[str]

    @property
    def simultaneous_sides(self) -> SideState | None:
        """While sides act in secret: what those before this one have done."""

    @property
    def situation(self) -> NamedSituation:
        """The situation that is played."""

    @property
    def at(self) -> int:
        """How many entries the record holds."""

    def throw_several(self, site: int, count: int, sides: int, pick: Picked, subject: tuple[int, ...]) -> Any:
        """Roll several dice at once, and give the sum of those that count, or what each shows."""

    def throw_pool(
        self,
        site: int,
        count: int,
        sides: int,
        steps: Sequence[tuple[str, Callable[[int], Any], int]],
        take: Callable[[int], None],
        subject: tuple[int, ...],
    ) -> tuple[int, ...]:
        """Roll a pool, do with each die what is to be done with it, and give what each counts, the highest first."""

    def draw(self, site: int, lots: Any, subject: tuple[int, ...]) -> int:
        """Draw one of several lots, by their numbers."""

    def roll_off(self, rolling: PendingRollOff, before: State, after: State) -> None:
        """Let every side roll into a field, again where two are equal."""

    def choose(self, asking: PendingChoice) -> Any:
        """Let a side decide."""

    def declines(self, site: int, side: int, anything: bool) -> bool:
        """Tell whether a side leaves a choice from which nothing may be taken."""

    def refused(self, requirement: str, reason: Callable[[], str]) -> None:
        """Learn that a requirement at the head of a procedure does not hold."""

    def simultaneous(self, state: State, body: Callable[[State, int], None]) -> None:
        """Let every side act from the same state, and open all of it together."""

    def word(self, kind: Type, value: Any) -> str:
        """Give the words of a value."""

    def spoken(self, values: Callable[[], Spoken]) -> Spoken:
        """Give what the expressions of a phrase come to, where anybody hears it."""

    def tell(self, text: str) -> None:
        """Tell all sides something."""

    def reveal(self, known: str, thing: int, state: State) -> None:
        """Show a hidden field of a thing to all sides."""

    def memo(self, number: int, read: list[State]) -> dict[Any, Any]:
        """Give the values that a definition has come to in a state."""


class TracingHost(Host, Protocol):
    """What traced code tells besides, as it happens."""

    def enter(self, address: str, arguments: tuple[Any, ...], spoken: Spoken) -> None:
        """Learn that a rule begins."""

    def leave(self) -> None:
        """Learn that the rule that began last is over."""

    def rolled(
        self,
        site: int,
        natural: int,
        total: Fraction | int,
        changes: list[tuple[str, Fraction | int, bool, Spoken]],
        success: bool | None,
        spoken: Spoken,
    ) -> None:
        """Learn what a roll came to, with every modifier and whether it applied."""

    def drawn(self, site: int, what: Any, by: int, spoken: Spoken) -> None:
        """Learn what was drawn, or seen on top of a deck."""

    def row(self, table: str, keys: tuple[int, ...]) -> None:
        """Learn which row of a table is used."""

    def stored(self, known: str, place: int, state: State, value: int) -> None:
        """Learn that a field is set."""

    def listed(self, known: str, place: int, state: State, items: tuple[int, ...]) -> None:
        """Learn that a list is set."""

    def created(self, kind: str, thing: int, state: State) -> None:
        """Learn that a thing comes into play."""

    def phase(self, address: str, state: State) -> None:
        """Learn that a phase or step begins."""

    def phase_over(self, address: str, state: State) -> None:
        """Learn that a phase or step is over."""
