"""Requests that generated code makes of a player: a pending choice, and a pending roll-off between all sides.

In: values and functions of generated code. Out: records from which a context makes a decider's question, or throws
dice. A member that is computed only when somebody asks for it is a function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.backends.python.view_knowledge import Known, Watched
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.values import Picked


@dataclass(eq=False, slots=True)  # not frozen: thousands are made in a battle of bots
class PendingChoice:
    """A choice that a side has to make at a site, and the states before and after in which it makes it.

    `options` are legal; each of `refused` comes with the number of the requirement that it fails. `question` and
    `reasons` give words for an option. `default` is the outcome if nothing may be chosen, and otherwise the usual
    answer, if that may be chosen. `advice` gives the value of an answer in a state, and `among` the options that the
    advice prefers; both are given what is known of the state, and `watched` is what that depends on. `scope` gives the
    names that are visible at the choice.
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
        """Give the default if it may be chosen; one that is not offered, or is refused, is no answer."""
        return None if self.default is None else default_if_allowed(self.default(), self.options, self.may_none)


@dataclass(eq=False, slots=True)
class PendingRollOff:
    """A roll by every side into one of its fields, `offset` slots after the side itself; ties are rolled again.

    `steps` is what the field stores for a result of 1. `take` is told how many dice are thrown at once, and stops a
    program that throws too many.
    """

    site: int
    offset: int
    steps: int
    count: int
    sides: int
    pick: Picked
    plus: int
    take: Callable[[int], None]


def default_if_allowed(default: Any, options: Sequence[Any], may_none: bool) -> Any:
    """Give the default if it is one of the options, or is none and none may be chosen; else nothing."""
    return default if default in options or (may_none and default == types.NONE) else None


def forced_default(default: Any, kind: Type | None) -> Any:
    """Give the default as the outcome of a choice without options; nothing if it is none and none is not a value."""
    may_be_none = kind is None or isinstance(kind, types.Number) or types.may_be_none(kind)
    return None if default == types.NONE and not may_be_none else default
