"""The door through which databases of games come: files that somebody has spoilt, and odd queries."""

from __future__ import annotations

import random
import sqlite3
from functools import cache
from pathlib import Path

from tests.hostile import oddities
from tests.hostile.inputs import Command, Door, Input
from tests.hostile.material import PLAYED, Game, any_game, laid
from tests.hostile.running import within
from tests.hostile.spoilt_databases import spoil

FILE = "games.sqlite"
COLUMNS = {
    "games": ("header", "options", "result", "winner", "turn", "writer", "lease", "rules", "id", "series"),
    "entries": ("number", "body", "chain", "game"),
    "turns": ("turn", "number", "state_hash"),
    "seats": ("side", "kind"),
    "side": ("name", "turn", "rank"),
    "quarterdeck_version": ("version_num",),
}
VALUES = (
    None,
    -1,
    0,
    1,
    10**9,
    2**63 - 1,
    2.5,
    "",
    "x",
    "1",
    "{}",
    "[]",
    '{"format": 1}',
    '{"die": 3}',
    b"\xff\x00",
    "[bold]",
)
PRAGMAS = ("user_version = 2", "journal_mode = DELETE", "encoding = 'UTF-16'")
QUERIES = (
    "select * from games", "select * from entries", "select", "selec", "with", "values", "explain select 1", "select (",
    "'",     "select randomblob(9), 1e400, -1e400, 0.0 / 0", "select 1 union all select 'x'", "select '[/b]'",
    "pragma integrity_check",     "select zeroblob(99)", "select 9223372036854775807 + 1",
    "select count(*) from games, games, games, entries, entries",
)  # fmt: skip


@cache
def kept(game: Game) -> bytes:
    """Give a database with a game that is over."""
    with within() as folder:
        laid(game, folder.place)
        (done,) = folder.run([["play", "game", game.scenario, "--sides", "random", "--seed", "3", "--database", FILE]])
        assert done.code == 0, done.said
        with sqlite3.connect(folder.place / FILE) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        return (folder.place / FILE).read_bytes()


def databases(chance: random.Random, folder: Path) -> Input:
    """Go on with a game of a database that somebody has spoilt, or ask an odd query."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    (folder / FILE).write_bytes(kept(game))
    json = chance.choice([[], ["--json"]])
    if not chance.randrange(3):
        odd = oddities.text(chance).replace("\0", "")
        return Input([["database", "query", FILE, chance.choice([*QUERIES, odd, f"select {odd}"]), *json]])
    spoil(folder / FILE, chance, COLUMNS, VALUES, PRAGMAS)
    commands: list[Command] = [
        ["database", "tables", FILE, *json],
        ["database", "export", FILE, "1", "--to", "made.jsonl", *json],
        ["database", "rebuild", FILE, *json],
        ["database", "query", FILE, "select * from games", *json],
        ["play", "--resume", "1", "--database", FILE, "--anyway", *json],
        ["play", "game", game.scenario, "--sides", "random", "--database", FILE, *json],
        ["battles", "game", game.scenario, "--sides", "random", "--count", "2", "--database", FILE, *json],
    ]
    return Input([chance.choice(commands)])


DOORS = (Door("databases", 2, databases),)
