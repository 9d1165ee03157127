"""What a decider is asked, and what it may see: never the state, only a view of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from quarterdeck.graph import nodes as to
from quarterdeck.run.views import View

STOP = -2
NONE = -1


@dataclass(eq=False, slots=True)  # not frozen: thousands are made in a battle of bots
class Question:
    """One choice of one side: its options in order, and what is forbidden, with the number of the requirement.

    `number` counts what the record holds before it. A decider that draws lots draws them from its seed and this
    number, so that it decides alike in a game that was interrupted and resumed. `written` gives an answer as the
    record writes it, and `by` the side as the record names it.
    """

    site: to.Site
    side: int
    view: View
    options: Sequence[Any]
    refused: Sequence[tuple[Any, int]]
    may_stop: bool
    may_none: bool
    default: int | None
    question: Callable[[Any], str] | None
    reasons: Callable[[Any], tuple[str, ...]] | None
    advice: Callable[[list[int], Any], int] | None
    scope: Callable[[], tuple[tuple[str, Any], ...]]
    number: int = 0
    written: Callable[[Any], Any] = int
    by: str = ""

    def answers(self) -> list[Any]:
        """Give all that may be answered, in order."""
        found = list(self.options)
        if self.may_none:
            found.append(NONE)
        if self.may_stop:
            found.append(STOP)
        return found

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
