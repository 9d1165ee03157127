"""Who decides for a side: the question as a plugin is asked it, with what the side sees and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from quarterdeck.hooks.reading import Reading, Thing


@dataclass(frozen=True)
class Answer:
    """One answer: its value as a plugin reads values (none: to decline), and its words; `is_stop` ends a row of choices."""

    value: Any
    words: str
    is_stop: bool = False
    stored: Any = field(default=None, repr=False)


@dataclass(frozen=True)
class NotAllowed:
    """What may not be answered, and why."""

    value: Any
    words: str
    reason: str


@dataclass(frozen=True)
class Choice:
    """One choice of one side.

    `at` is its address, `question` its words, `side` the side that decides, as a thing of `view`. `answers` may be
    given, and `default` is the one that is taken where nobody cares. `about` has what the rule around it has named.
    `advised` says what the ruleset's advice makes of an answer, the more the better; nothing where it has none. `draw`
    gives lots of this question: the same in a game that is interrupted and resumed.
    """

    at: str
    question: str
    side: Thing
    view: Reading
    answers: tuple[Answer, ...]
    default: Answer | None
    about: dict[str, Any]
    advised: Callable[[Answer], int] | None
    draw: random.Random
    refused: Callable[[], tuple[NotAllowed, ...]]


class Decides(Protocol):
    """What sits at a table."""

    def decide(self, choice: Choice) -> Answer:
        """Give one of the answers."""
