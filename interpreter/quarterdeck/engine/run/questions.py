"""What a decider is asked, and what it may see: never the state, only a view of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from quarterdeck.backends.python.view_knowledge import Known
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.words import NONE, STOP, is_declined, is_number
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.instructions import Site

MANY_NUMBERS = 40
PARTS = 12


@dataclass(eq=False, slots=True)  # not frozen: thousands are made in a battle of bots
class Question:
    """One choice of one side: its options in order, and what is forbidden, with the number of the requirement.

    `number` counts what the record holds before it. A decider that draws lots draws them from its seed and this
    number, so that it decides alike in a game that was interrupted and resumed. `default` is one of the answers: where
    that of the rules may not be chosen, there is none. `encode` gives a value of a type as the
    record writes it, and `by` is the side as the record names it. `advice` values an answer in a state, `among` gives
    what it picks out of the answers; both are asked of the view that `weigh` gives, and of what is known of it.
    """

    site: Site
    side: int
    look: Callable[[], View]
    options: Sequence[Any]
    refused: Sequence[tuple[Any, int]]
    may_stop: bool
    may_none: bool
    default: int | None
    question: Callable[[Any], str] | None
    reasons: Callable[[Any], tuple[str, ...]] | None
    advice: Callable[[list[int], Known, Any], int] | None
    scope: Callable[[], tuple[tuple[str, Any], ...]]
    number: int = 0
    encode: Callable[[Type | None, Any], Any] = lambda kind, answer: int(answer)
    by: str = ""
    among: Callable[[list[int], Known], Sequence[Any]] | None = None
    weigh: Callable[[], View] | None = None
    seen: View | None = None
    weighed: View | None = None

    @property
    def view(self) -> View:
        """What the side sees, worked out when somebody looks, which must be while the question is open."""
        if self.seen is None:
            self.seen = self.look()
        return self.seen

    @property
    def view_for_advice(self) -> View:
        """What the side sees of all that advice may read; worked out as the view is."""
        if self.weighed is None:
            assert self.weigh is not None
            self.weighed = self.weigh()
        return self.weighed

    def written(self, answer: Any) -> Any:
        """Give an answer as the record writes it."""
        return self.encode(self.site.item, answer)

    def answers(self) -> list[Any]:
        """Give all that may be answered, in order."""
        return [*self.options, *self.beside_options()]

    def beside_options(self) -> list[int]:
        """Give what may be answered that is no option: to decline, to stop."""
        return [answer for answer, allowed in ((NONE, self.may_none), (STOP, self.may_stop)) if allowed]

    def worth_weighing(self) -> list[Any]:
        """Give the answers that are worth the trouble: those that the advice picks out and that are allowed.

        Where it picks none, all are; of many numbers some that lie evenly between the ends, the ends among them.
        """
        options = self.options
        picked = set()
        if self.among is not None:
            view = self.view_for_advice
            picked = set(self.among(view.state, view.known))
        if picked and (found := list(filter(picked.__contains__, options))):  # thousands of angles may be allowed
            options = found
        elif len(options) > MANY_NUMBERS and is_number(self.site.item):
            options = [options[place * (len(options) - 1) // PARTS] for place in range(PARTS + 1)]
        return [*options, *self.beside_options()]

    def advised(self, answer: Any) -> Any:
        """Give an answer as advice is asked about it: to decline and to stop are none."""
        return NONE if is_declined(self.site.item, answer) else answer

    def worded(self, answer: Any) -> str:
        """Say what an answer means."""
        if answer == STOP and self.may_stop:
            return "stop"
        if answer == NONE and self.may_none:
            return "none"
        return self.view.word(self.site.item, answer)

    def reason(self, option: Any, requirement: int) -> str:
        """Say why an option is refused."""
        return self.reasons(option)[requirement] if self.reasons else ""


@runtime_checkable
class Follower(Protocol):
    """A decider that follows also what is answered without it."""

    def follow(self, address: str, by: str, alternatives: int) -> None:
        """Learn that a question was answered, and among how many answers."""


class Decider(Protocol):
    """Anything that decides for a side."""

    def decide(self, question: Question) -> Any:
        """Give one of the question's answers."""
