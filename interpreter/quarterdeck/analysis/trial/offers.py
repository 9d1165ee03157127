"""What a side could answer in a trial: each choice that came up, kept and no choice passed over.

In: the choices of a traced program as they come up. Out: an `Offer` each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.analysis.trial.answer_labels import ScriptedChoices, label_of_choice
from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.engine.run.offer import Offer, offer_of
from quarterdeck.engine.run.partly_known import PartlyKnownState
from quarterdeck.engine.run.trace import TracedContext


@dataclass
class OfferingContext(TracedContext):
    """A traced context that also keeps what could be chosen."""

    offers: list[Offer] = field(default_factory=list)

    def choose(self, asking: PendingChoice) -> Any:
        """Ask as ever, and keep what was offered, also where nobody had to be asked."""
        known_as = {thing: name for thing, name in self.situation.known_as.items() if thing in self.situation.names}
        site = self.program.sites[asking.site]
        label = label_of_choice(self, site.address)
        self.offers.append(replace(offer_of(site, asking, known_as), label=label))
        at = len(self.offers) - 1
        answer = super().choose(asking)
        decider = self.deciders[asking.side]
        is_decided = isinstance(decider, ScriptedChoices) and decider.decided is asking
        self.offers[at] = replace(self.offers[at], answer=answer, is_decided=is_decided)
        return answer

    def enter(self, address: str, arguments: tuple[Any, ...], spoken: tuple[Any, ...]) -> None:
        """Learn that a routine begins: a step that is tried by itself is told as a step, not as a call."""
        if address not in self.program.turn.nodes:
            super().enter(address, arguments, spoken)

    def leave(self, result: Any = None) -> None:
        """Learn that a routine is done, and with what result."""
        if self.calls:
            super().leave(result)

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
