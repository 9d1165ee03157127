"""What an open game waits at where that is no question; a program handles it and lets the game go on.

In: nothing. Out: records for programs, which need no extra.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quarterdeck.base.errors import UserError

StopSort = Literal["dice", "phases", "turns"]


class AnswerRefusedError(UserError):
    """The answer or face does not fit what the game waits for; the game is unchanged."""


@dataclass(frozen=True)
class DieWanted:
    """A die at which a game waits for somebody to throw it: for which roll, of how many sides, about what."""

    site: int
    sides: int
    subject: tuple[int, ...]


@dataclass(frozen=True)
class DieNeeded:
    """The game needs a die with this number of `sides`, for the roll or draw `of`.

    `about` are the numbers of the things that the roll is about. A draw from a deck is a die with a side for each lot.
    """

    of: str
    sides: int
    about: tuple[int, ...]


@dataclass(frozen=True)
class PhaseStarted:
    """A phase or step begins in a turn; `is_at_once` where all sides decide at once in it."""

    address: str
    turn: int
    is_at_once: bool


@dataclass(frozen=True)
class TurnEnded:
    """A turn is over; turn 0 is the set-up."""

    turn: int


OpenStop = DieNeeded | PhaseStarted | TurnEnded
