"""Series of battles in a database: each battle is a game with its record and its turns, as one that is played.

In: battles as they come. Out: their rows, all of a task or none. A battle that is there already is not written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from quarterdeck.workspace.database.game_database import GameDatabase, insert_game
from quarterdeck.workspace.database.game_store import chained
from quarterdeck.workspace.database.kind_tables import put_turns
from quarterdeck.workspace.database.snapshots import PlayedBattle
from quarterdeck.workspace.database.tables import ENTRIES, GAMES, SERIES


class BattleGames:
    """The battles of the contests of a series, by the place of each contest."""

    def __init__(self, database: GameDatabase) -> None:
        self.database = database
        self.series: dict[int, int] = {}

    def take(self, place: int, identity: str, about: Mapping[str, str]) -> None:
        """Find the series of a contest by its identity, or begin it; `about` is its ruleset, scenario and seed.

        Raises:
            DatabaseFaultError: the database cannot be written.
        """
        wanted = sa.select(SERIES.c.id).where(SERIES.c.identity == identity)
        with suppress(IntegrityError), self.database.writing() as connection:  # another program begins it, too
            if connection.execute(wanted).first() is None:
                connection.execute(SERIES.insert().values(identity=identity, **about))
        with self.database.reading() as connection:
            self.series[place] = int(connection.execute(wanted).scalar_one())

    def add(self, played: Iterable[tuple[int, PlayedBattle]]) -> None:
        """Keep battles.

        Raises:
            DatabaseFaultError: the database cannot be written.
        """
        for place, battle in played:
            game = None
            with suppress(IntegrityError):  # another program fights it, too
                game = self._insert(self.series[place], battle)
            if game is not None:
                put_turns(self.database, game, battle.tables, battle.turns)

    def _insert(self, series: int, battle: PlayedBattle) -> int | None:
        """Write a game and its record, and give its number; nothing where it is there."""
        of_series = {"series": series, "battle": battle.number}
        with self.database.writing() as connection:
            if connection.execute(sa.select(GAMES.c.id).filter_by(**of_series)).first() is not None:
                return None
            ending = {"result": battle.result, "winner": battle.winner, "turn": battle.turn}
            game = insert_game(connection, battle.header, **of_series, **ending)
            if rows := rows_of_entries(game, battle.lines):
                connection.execute(ENTRIES.insert(), rows)
        return game


def rows_of_entries(game: int, lines: Sequence[str]) -> list[dict[str, int | str]]:
    """Give the rows of a record, with their chain."""
    rows: list[dict[str, int | str]] = []
    chain = ""
    for number, line in enumerate(lines, 1):
        body = line.removesuffix("\n")
        chain = chained(chain, body)
        rows.append({"game": game, "number": number, "body": body, "chain": chain})
    return rows
