"""Databases of SQLite that somebody has spoilt, by SQL or byte by byte."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tests.hostile import oddities


def spoil(
    path: Path,
    chance: random.Random,
    columns: Mapping[str, Sequence[str]],
    values: Sequence[Any],
    pragmas: Iterable[str],
) -> None:
    """Write something else into a database, of which tables and columns are known."""
    if not chance.randrange(3):
        path.write_bytes(oddities.odd_bytes(path.read_bytes(), chance))
        return
    with closing(sqlite3.connect(path)) as database, database:
        for _ in range(chance.choice([1, 1, 3])):
            table = chance.choice(list(columns))
            column, value = chance.choice(columns[table]), chance.choice(values)
            statements: list[tuple[str, tuple[Any, ...]]] = [
                (f"UPDATE OR IGNORE {table} SET {column} = ?", (value,)),
                (f"DELETE FROM {table}", ()),
                (f"DROP TABLE {table}", ()),
                (f"ALTER TABLE {table} RENAME TO other", ()),
                (f"PRAGMA {chance.choice(list(pragmas))}", ()),
            ]
            with suppress(sqlite3.Error):
                database.execute(*chance.choice([statements[0]] * 4 + statements[1:]))
