"""Who only listens: what a plugin is told of a game, and what it must be able to hear.

A listener is told records and gives nothing back, so there is nothing that it could change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True)
class ThingHeard:
    """A thing that is in play at the start: its name in the files, what players call it, its kind, whose it is."""

    name: str
    title: str
    kind: str
    side: str | None


@dataclass(frozen=True)
class GameHeard:
    """A game that begins to be told, from its first happening on.

    `side` is the one that listens, or nothing for whoever may know all; `things` are those at the start, by name.
    `placing` are the addresses of fields that say where things stand and face, and who acts first: what the map of a
    game shows, and a story leaves out. `to` is the file that was named for the listener, and `is_replayed` says that
    the game was kept and is played again.
    """

    game: str
    scenario: str
    title: str
    seed: int
    side: str | None
    things: Mapping[str, ThingHeard]
    placing: frozenset[str]
    to: Path | None
    is_replayed: bool


@dataclass(frozen=True)
class EndHeard:
    """How it ended: the result is won, drawn or left; the winner by its name; the last turn."""

    result: str
    winner: str | None
    turn: int


class Listener(Protocol):
    """What hears a game.

    A happening is a mapping as `why --json` gives it, under `happened` its sort. Whoever listens for a side is told
    the lines that this side reads, as `{"happened": "line", "sort": ..., "depth": ..., "text": ...}`.
    """

    def hear(self, happening: Mapping[str, Any]) -> None:
        """Learn what has happened."""

    def end(self, how: EndHeard) -> None:
        """Learn that the game is over, or was left."""
