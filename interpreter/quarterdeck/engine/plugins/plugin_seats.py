"""Who decides for a side: the question as a plugin is asked it, with what the side sees and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from quarterdeck.engine.plugins.reading import Reading, Thing


@dataclass(frozen=True, eq=False)
class Answer:
    """One answer: its value as plugins read values, nothing where it declines or stops (`is_none`, `is_stop`)."""

    value: Any
    stored: Any = field(repr=False)
    say: Callable[[], str] = field(repr=False)
    is_none: bool = False
    is_stop: bool = False

    @property
    def words(self) -> str:
        """Say the answer as players do."""
        return self.say()


@dataclass(frozen=True)
class NotAllowed:
    """What may not be answered, and why."""

    value: Any
    reason: str


@dataclass(frozen=True)
class Choice:
    """One choice of one side, which one of the `answers` decides.

    `at` is its address, `question` its words, `side` who decides, by its name, and `me` the same as a thing. `view` is
    the table as that side sees it: what is hidden from it is blank, or as it was last shown. `about` has the inputs of
    the rule around the choice by their names. `default` is the answer that the rules take where nobody cares. `advised`
    gives what the ruleset's advice makes of an answer, the more the better; it is nothing where there is no advice.
    `draw` gives lots: the same for the same question of the same game, whether it was interrupted or not.
    """

    at: str
    question: str
    side: str
    me: Thing
    view: Reading
    answers: tuple[Answer, ...]
    default: Answer | None
    about: Mapping[str, Any]
    advised: Callable[[Answer], int] | None
    refused: Callable[[], tuple[NotAllowed, ...]]
    title: Callable[[Thing], str]
    draw: random.Random


class Decides(Protocol):
    """What sits at a table."""

    def decide(self, choice: Choice) -> Answer:
        """Give one of the answers."""
