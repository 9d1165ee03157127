"""What is found in a database, as data; nothing of SQL is needed to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quarterdeck.base.plain_data import Count, DataRecord, FromOne
from quarterdeck.engine.run.plain_values import Plain


@dataclass(frozen=True)
class QueryRows:
    """What a query gives: the names of its columns, its rows, and whether there are more of them.

    Whole numbers are numbers, all others exact text; dates are text.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Plain]]
    more: bool


@dataclass(frozen=True)
class ColumnListed:
    """A column, and its type as the database calls it."""

    name: str
    type: str


@dataclass(frozen=True)
class TableListed:
    """A table: its name, how many rows it has, and its columns."""

    name: str
    rows: Count
    columns: Sequence[ColumnListed]


@dataclass(frozen=True)
class GameRebuilt:
    """A game whose tables were rebuilt: its turns, without the set-up; or why they were left as they are."""

    game: FromOne
    turns: Count
    fault: str | None


@dataclass(frozen=True)
class GameExported:
    """A game that was written to a file as a journal, and how many dice and decisions it has."""

    game: FromOne
    journal: Path
    entries: Count


@dataclass(frozen=True)
class DatabaseAnswer(DataRecord):
    """The content of a database: its tables, the rows of a query, an exported game, the rebuilt games.

    What was not asked for is null.
    """

    database: str
    tables: Sequence[TableListed] | None = None
    query: QueryRows | None = None
    exported: GameExported | None = None
    rebuilt: Sequence[GameRebuilt] | None = None
