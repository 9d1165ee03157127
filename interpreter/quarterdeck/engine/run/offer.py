"""What a side may answer, as a value that outlives the question: what is allowed, what is not, and why.

In: a choice that a program puts, while it is open. Out: an `Offer`. Reasons are worked out at once: later the state may
be another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.words import how_declined, is_number, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.instructions import Site

NAMED = 12
"""So many options are named in a line; of more only some at the beginning."""


@dataclass(frozen=True)
class RefusedOption:
    """An option that may not be chosen: the requirement that it fails, and the author's reason."""

    option: Any
    requirement: str
    reason: str


@dataclass(frozen=True)
class Offer:
    """One choice: its address, the side that chooses, what may be answered; `answer` is nothing where none came.

    `known_as` are the names that things had when it came up. An answer can be given by the `label`, which says of which
    things the rule was carried out; it `is_decided` where nobody gave it and a decider did.
    """

    address: str
    side: int
    type: Type | None
    options: tuple[Any, ...]
    refused: tuple[RefusedOption, ...]
    may_stop: bool
    may_decline: bool
    default: Any
    known_as: Mapping[int, str]
    answer: Any = None
    label: str = ""
    is_decided: bool = False

    def worded(self, situation: Situation, value: Any) -> str:
        """Say an answer as examples write it."""
        return how_declined(self.type, value) or words_of(
            situation.program, self.known_as, self.type, value, as_written=True
        )

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
        refused = self.refused_in_words(situation)
        return f"{said}; {refused}" if refused else said

    def refused_in_words(self, situation: Situation) -> str:
        """Say what may not be chosen, with the reasons; nothing where all may be."""
        refused = [f"{self.worded(situation, one.option)} ({one.reason})" for one in self.refused[:NAMED]]
        refused += [f"{len(self.refused) - NAMED} more"] if len(self.refused) > NAMED else []
        return f"refused: {', '.join(refused)}" if refused else ""


def offer_of(site: Site, choice: PendingChoice, known_as: Mapping[int, str]) -> Offer:
    """Read all that a choice offers, which must be while it is open."""
    reasons = choice.reasons
    refused = tuple(
        RefusedOption(option, site.requirements[number], reasons(option)[number] if reasons else "")
        for option, number in choice.refused
    )
    return Offer(
        site.address,
        choice.side,
        site.item,
        tuple(choice.options),
        refused,
        may_stop=bool(choice.may_stop),  # generated code says 1
        may_decline=choice.may_none,
        default=choice.usual,
        known_as=known_as,
    )
