"""Keep the tables of kinds up to date while a game is played, and rebuild them from the record.

In: a game that is played, or its record. Out: its rows in `turns` and in the tables of the kinds. They are derived: a
game goes on where they cannot be written, and `rebuild` makes the same rows from the record.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import sqlalchemy as sa

from quarterdeck.backends.python.faults import told_with_rule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.errors import UserError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.journal_store import JournalFaultError
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.sitting.sitting import GameListener
from quarterdeck.workspace.database.answers import GameRebuilt
from quarterdeck.workspace.database.connections import DatabaseFaultError
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.workspace.database.kind_tables import drop_turns, put_turns
from quarterdeck.workspace.database.snapshots import TurnCollector, TurnValues, snapshots_of
from quarterdeck.workspace.database.tables import GAMES, TURNS
from quarterdeck.workspace.games.opening import changes_since, game_of
from quarterdeck.workspace.games.replay import replay


class TurnListener(GameListener):
    """Writes the end of each turn of a game that a store keeps."""

    def __init__(self, store: GameStore, start: Situation) -> None:
        self.store = store
        self.start = start
        self.snapshots = snapshots_of(start)
        self.known: dict[int, tuple[int, str]] = {}
        self.unwritten: list[TurnValues] = []

    def begin(self) -> None:
        """Begin again at the start; turns after the last entry are gone, since they were taken back."""
        self.snapshots.begin()
        self.unwritten.clear()
        self.known.clear()
        if self.store.game is None:
            return
        drop_turns(self.store.database, self.store.game, self.store.kept + len(self.store.pending))
        wanted = sa.select(TURNS.c.turn, TURNS.c.number, TURNS.c.state_hash).where(TURNS.c.game == self.store.game)
        with self.store.database.reading() as connection:
            self.known |= {turn: (number, found) for turn, number, found in connection.execute(wanted)}

    def hear(self, event: Happening) -> None:
        """Learn what has happened."""
        self.snapshots.hear(event)

    def turn_over(self, situation: Situation, turn: int, entries: int) -> None:
        """Write the end of a turn, unless it is there."""
        values = self.snapshots.taken(situation, turn, entries)
        if self.known.get(turn) != (values.number, values.state_hash):
            self.unwritten.append(values)
            self._write()

    def _write(self) -> None:
        """Write what is not written yet; what cannot be written is tried again at the end of the next turn."""
        if self.store.game is None or not self.unwritten:
            return
        try:
            self.store.confirm()
            put_turns(self.store.database, self.store.game, self.snapshots.tables, self.unwritten)
        except DatabaseFaultError:
            return
        self.unwritten.clear()

    def end(self, result: GameResult | None, turn: int) -> None:
        """Note how the game ended; without a result it was left."""
        self._write()
        if result is None or self.store.game is None:
            return
        with suppress(DatabaseFaultError):
            self.store.database.has_ended(self.store.game, self.start.known_as.get(result.side), turn)


def rebuild(database: GameDatabase, games: Iterable[int] | None = None) -> list[GameRebuilt]:
    """Rebuild the tables of some games, or of all, from their records.

    A game whose ruleset cannot be found, or has changed since, keeps its tables.

    Raises:
        JournalFaultError: there is no such game.
        DatabaseFaultError: the database cannot be read or written.
    """
    if games is None:
        with database.reading() as connection:
            games = list(connection.execute(sa.select(GAMES.c.id).order_by(GAMES.c.id)).scalars())
    return [_rebuilt(database, game) for game in games]


def _rebuilt(database: GameDatabase, number: int) -> GameRebuilt:
    findings = Findings()
    if not database.has_game(number):
        raise JournalFaultError(f"{database} holds no game {number}")
    try:
        saved = database.saved(number)
        game = game_of(saved, None, findings)
        findings.refuse()
    except UserError as error:
        return GameRebuilt(number, 0, error.message)
    if changes := changes_since(saved, game):
        return GameRebuilt(number, 0, f"the rules have changed since: {changes[0]}")
    collector = TurnCollector(game.start)
    try:
        found = replay(game, saved, hearings=[collector])
    except RulesFaultError as error:
        return GameRebuilt(number, 0, told_with_rule(error))
    if found.fault:
        return GameRebuilt(number, 0, found.fault)
    put_turns(database, number, collector.snapshots.tables, collector.turns, anew=True)
    if found.result is not None:
        database.has_ended(number, game.start.known_as.get(found.result.side), found.turn)
    return GameRebuilt(number, max(0, len(collector.turns) - 1), None)
