"""What a program puts to whoever plays it as one value: a choice, and a roll of every side against the others.

In: values and functions of generated code. Out: what a context makes a decider's question, or throws, of. What is
worked out only if somebody looks is a function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.view_knowledge import Known, Watched
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type

NONE = -1


@dataclass(eq=False, slots=True)  # not frozen: thousands are made in a battle of bots
class PendingChoice:
    """What a side is to decide at a site, in which states.

    `options` are legal, `refused` are not, each with the number of the requirement that it fails. `question` and
    `reasons` give words for an option. `default` is what happens where nothing may be chosen, and else what is
    usual, if it may be chosen. `advice` values an answer in a state, `among`
    gives what the advice picks out; both are given what is known of the state, and `watched` is what this hangs on.
    `scope` gives the names that are known where the choice stands.
    """

    site: int
    side: int
    options: Sequence[Any]
    refused: Sequence[tuple[Any, int]]
    may_stop: bool
    may_none: bool
    before: list[int]
    after: list[int]
    question: Callable[[Any], str] | None
    reasons: Callable[[Any], tuple[str, ...]] | None
    default: Callable[[], int] | None
    advice: Callable[[list[int], Known, Any], int] | None
    scope: Callable[[], tuple[tuple[str, Any], ...]]
    among: Callable[[list[int], Known], Sequence[Any]] | None
    watched: Watched

    @property
    def usual(self) -> int | None:
        """Give the default, if it may be chosen: one that is not offered, or is refused, is none to who is asked."""
        return None if self.default is None else that_may_be(self.default(), self.options, self.may_none)


@dataclass(eq=False, slots=True)
class PendingRollOff:
    """Every side rolls into a field, which lies so many slots behind a side; ties roll again.

    In the field a whole number is so many `steps`. `take` learns how many dice are thrown at once, and stops a program
    that throws too many.
    """

    site: int
    offset: int
    steps: int
    count: int
    sides: int
    pick: str
    plus: int
    take: Callable[[int], None]


def that_may_be(default: Any, options: Sequence[Any], may_none: bool) -> Any:
    """Give a default if it may be chosen, else nothing; nothing stays nothing."""
    return default if default in options or (may_none and default == NONE) else None


def that_comes_about(default: Any, kind: Type | None) -> Any:
    """Give a default where there is nothing to choose; one that came to none is nothing, unless none is a value."""
    may_be_none = kind is None or isinstance(kind, types.Number) or types.may_be_none(kind)
    return None if default == NONE and not may_be_none else default
