"""Open kept games, tell them line by line, and explain each entry.

In: a journal. Out: a `KeptGame`, and of it `StoryLine`s and a `Why`. The trace is not kept: the game is played again
from its record when something of it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from quarterdeck.analysis.why.explanation import Explaining
from quarterdeck.analysis.why.listeners import ListenerAtGame, Listening, hearings
from quarterdeck.analysis.why.luck import Luck, luck_of
from quarterdeck.analysis.why.story import StoryLine, story_lines
from quarterdeck.analysis.why.why_records import Why
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.journal import RuleChange, Saved
from quarterdeck.engine.run.secrecy import secrecy_of
from quarterdeck.workspace.games import opening
from quarterdeck.workspace.ruleset import seating


class RulesChangedError(UserError):
    """The rules have changed since the game was played; `changes` lists them."""

    def __init__(self, journal: Path, changes: Sequence[RuleChange]) -> None:
        super().__init__(f"the rules have changed since {journal} was begun: {changes[0]}")
        self.changes = tuple(changes)


class NoEntryError(UserError):
    """A saved game has no entry with that number; the argument lists the existing ones."""


@dataclass(frozen=True)
class KeptGame:
    """A saved game with its current rules; `changes` lists the changes of the rules since it began."""

    journal: Path
    saved: Saved
    game: seating.Game
    changes: tuple[RuleChange, ...]

    @cached_property
    def explaining(self) -> Explaining:
        """Give what explains its entries."""
        return Explaining(self.game, self.saved)

    @property
    def fault(self) -> str:
        """Return the entry at which the record does not fit the rules; none if all of it fits."""
        return self.explaining.replayed.fault

    def heard(self, listening: Listening) -> list[ListenerAtGame]:
        """Replay the game for plugins that listen.

        Raises:
            OpeningError: nobody of a name listens, or there is no such side.
            PluginFaultError: a plugin cannot be imported.
        """
        secrecy = secrecy_of(self.game.built.program)
        return hearings(listening, self.game.start, self.saved.header, secrecy, is_replayed=True)

    def story(self) -> tuple[StoryLine, ...]:
        """Return the complete game line by line, with all secrets."""
        return story_lines(self.game.start, self.explaining.narrative())

    def luck(self) -> Luck:
        """Compare the dice of the game with their exact expectation."""
        return luck_of(self.explaining)

    def why(self, number: int) -> Why:
        """Explain an entry; entries are counted from 1.

        Raises:
            NoEntryError: there is no such entry.
        """
        try:
            return self.explaining.explain(number)
        except IndexError:
            count = len(self.explaining.replayed.record)
        there = f"they are numbered from 1 to {count}" if count else "nothing was rolled, drawn or chosen in it yet"
        fault = f" ({self.fault})" if self.fault else ""
        raise NoEntryError(f"{self.journal} has no entry {number}; {there}{fault}")


def open_journal(journal: Path) -> KeptGame:
    """Open a saved game with its current rules, even if they have changed.

    Raises:
        OpeningError: it is not a journal, or its scenario no longer exists.
        NotFoundError: its ruleset no longer exists.
        RefusedError: the rules now have errors.
    """
    findings = Findings()
    saved = opening.read_saved(journal)
    game = opening.game_of(saved, journal, findings)
    findings.refuse()
    return KeptGame(journal, saved, game, tuple(opening.changes_since(saved, game)))


def why(journal: Path, number: int, *, anyway: bool = False) -> Why:
    """Explain an entry of a saved game; entries are counted from 1.

    For several entries, open the journal once: `open_journal(journal).why(number)`.

    Raises:
        OpeningError: it is not a journal, or its scenario no longer exists.
        NotFoundError: its ruleset no longer exists.
        RefusedError: the rules now have errors.
        RulesChangedError: the rules are others now; `anyway` explains as far as the record fits them.
        NoEntryError: there is no such entry.
    """
    kept = open_journal(journal)
    if kept.changes and not anyway:
        raise RulesChangedError(journal, kept.changes)
    return kept.why(number)
