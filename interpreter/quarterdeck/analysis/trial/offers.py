"""What a side could answer: each choice that came up in a trial, with what was allowed, what was not, and why.

In: the choices of a traced program as they come up. Out: `Offer`s. Reasons are worked out at once: later the state may
be another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.engine.run.partly_known import PartlyKnownState
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.engine.run.words import NONE, is_declined, is_number, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type

NAMED = 12
"""So many options are named in a line; of more only some at the beginning."""


@dataclass(frozen=True)
class Refusal:
    """An option that may not be chosen: the requirement that it fails, and the author's reason."""

    option: Any
    requirement: str
    reason: str


@dataclass(frozen=True)
class Offer:
    """One choice: its address, the side that chooses, what may be answered; `answer` is nothing where none came.

    `known_as` are the names that things had when it came up.
    """

    address: str
    side: int
    type: Type | None
    options: tuple[Any, ...]
    refused: tuple[Refusal, ...]
    may_stop: bool
    may_decline: bool
    default: Any
    known_as: Mapping[int, str]
    answer: Any = None

    def worded(self, situation: Situation, value: Any) -> str:
        """Say an answer as examples write it."""
        if is_declined(self.type, value):
            return "none" if value == NONE else "stop"
        return words_of(situation.program, self.known_as, self.type, value, as_written=True)

    def in_words(self, situation: Situation) -> str:
        """Say what may be chosen and what may not, with the reasons."""
        beside = [word for word, there in (("none", self.may_decline), ("stop", self.may_stop)) if there]
        options, item = self.options, self.type
        bare = types.without_none(item) if item is not None else None
        if is_number(bare) and len(options) > NAMED:
            allowed = [f"{self.worded(situation, options[0])} to {self.worded(situation, options[-1])}"]
        else:
            allowed = [self.worded(situation, option) for option in options[:NAMED]]
            allowed += [f"{len(options) - NAMED} more"] if len(options) > NAMED else []
        said = f"allowed: {', '.join([*allowed, *beside])}" if allowed or beside else "nothing may be chosen"
        refused = [f"{self.worded(situation, one.option)} ({one.reason})" for one in self.refused[:NAMED]]
        refused += [f"{len(self.refused) - NAMED} more"] if len(self.refused) > NAMED else []
        return said + (f"; refused: {', '.join(refused)}" if refused else "")


@dataclass
class OfferingContext(TracedContext):
    """A traced context that also keeps what could be chosen."""

    offers: list[Offer] = field(default_factory=list)

    def choose(self, asking: PendingChoice) -> Any:
        """Ask as ever, and keep what was offered, also where nobody had to be asked."""
        site, known_as = self.program.sites[asking.site], self.situation.known_as
        reasons = asking.reasons
        refused = tuple(
            Refusal(option, site.requirements[number], reasons(option)[number] if reasons else "")
            for option, number in asking.refused
        )
        self.offers.append(
            Offer(
                site.address,
                asking.side,
                site.item,
                tuple(asking.options),
                refused,
                asking.may_stop,
                asking.may_none,
                asking.usual,
                {thing: name for thing, name in known_as.items() if thing in self.situation.names},
            )
        )
        at = len(self.offers) - 1
        answer = super().choose(asking)
        self.offers[at] = replace(self.offers[at], answer=answer)
        return answer

    def enter(self, address: str, arguments: tuple[Any, ...]) -> None:
        """Learn that a routine begins: a step that is tried by itself is told as a step, not as a call."""
        if address not in self.program.turn.nodes:
            super().enter(address, arguments)

    def leave(self) -> None:
        """Learn that a routine is done."""
        if self.calls:
            super().leave()

    def simultaneous(self, state: list[int], body: Callable[[list[int], int], None]) -> None:
        """Let every side decide as ever; what one of them has written is known from then on."""
        written: list[PartlyKnownState] = []

        def noting(own: list[int], side: int) -> None:
            body(own, side)
            if isinstance(own, PartlyKnownState):
                written.append(own)

        super().simultaneous(state, noting)
        if isinstance(state, PartlyKnownState):
            state.unknown.intersection_update(*(own.unknown for own in written))

    def declines(self, site: int, side: int, anything: bool) -> bool:
        """Let nobody be passed over: who tries a rule wants to see what could be chosen."""
        return False
