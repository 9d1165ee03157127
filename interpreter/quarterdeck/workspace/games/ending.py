"""How a game ended, or a sitting of it: the winner, the turn, and what became of everything.

In: a result, a sitting, or a record that was played again. Out: a `Battle` for programs, a line for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from quarterdeck.base.plain_data import Count, DataRecord, FromOne, Limit
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.journal import JournalHeader
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.workspace.games.replay import Replayed

Ending = Literal["won", "drawn", "left", "unfinished", "failed"]
"""Somebody won; nobody did; a person left; the record ends before the game does; something does not fit the rules."""


@dataclass(frozen=True)
class RecordFault:
    """The place where a record, a script or dice do not fit the rules: the entry, counted from 1, and the error."""

    entry: FromOne
    text: str


@dataclass(frozen=True)
class Battle(DataRecord):
    """The end of a battle, or of one session of it.

    `winner` is a side by its name in the scenario (none: nobody won), `turn` the last turn, counted as the game counts,
    `entries` how many dice and decisions the record holds, `journal` the file that keeps it (none: it is not kept).
    `told` are the words that all sides heard.
    """

    game: str
    scenario: str
    result: Annotated[Ending, Limit("enum", ("won", "drawn", "left", "failed"))]
    winner: str | None
    turn: Count
    journal: Path | None
    entries: Count
    fault: RecordFault | None = None
    told: tuple[str, ...] = ()

    @property
    def has_ended(self) -> bool:
        """Tell whether the battle was completed."""
        return self.result in ("won", "drawn")


def winner_of(start: Situation, result: GameResult | None) -> str | None:
    """Give the side that won by its name in the scenario; nothing where nobody did."""
    return start.known_as.get(result.side) if result is not None else None


def ended(result: GameResult) -> str:
    """Say in one line how a game ended."""
    return f"Turn {result.turn}: {'the winner is ' + result.winner if result.winner else 'nobody wins'}."


def battle_played(sitting: Sitting, result: GameResult | None, fault: str = "") -> Battle:
    """Give how a sitting ended: at the end of the game, with a fault, or because somebody left."""
    count, winner = len(sitting.record), winner_of(sitting.start, result)
    how: Ending = "failed" if fault else "left" if result is None else "won" if winner else "drawn"
    return Battle(
        sitting.header.game,
        sitting.header.scenario,
        how,
        winner,
        sitting.turn,
        sitting.kept_in,
        count,
        RecordFault(count + 1, fault) if fault else None,
        sitting.told,
    )


def battle_replayed(header: JournalHeader, found: Replayed, journal: Path) -> Battle:
    """Give how a game that was played again from its record ended, or how far the record goes."""
    winner = winner_of(found.situation, found.result)
    how: Ending = "failed" if found.fault else "unfinished" if found.result is None else "won" if winner else "drawn"
    fault = RecordFault(len(found.record) + 1, found.fault) if found.fault else None
    return Battle(
        header.game, header.scenario, how, winner, found.turn, journal, len(found.record), fault, tuple(found.told)
    )
