"""The door through which battles by the hundred come: files that keep them, and what is asked of a series."""

from __future__ import annotations

import random
import sqlite3
from functools import cache
from pathlib import Path

from tests.hostile import oddities
from tests.hostile.inputs import Command, Door, Input
from tests.hostile.material import PLAYED, Game, any_game, laid
from tests.hostile.running import within

FILE = "kept.sqlite"
COLUMNS = {
    "contest": ("identity", "interpreter", "place"),
    "battle": ("number", "seed", "result", "winner", "turn", "ending", "reason", "fault"),
    "side": ("side", "strength", "place"),
    "loss": ("side", "thing", "turn", "field", "phase", "rules", "after_field", "after_phase", "after_rules"),
    "points": ("side", "rule", "value"),
}
VALUES = (None, -1, 0, 10**9, 2**63 - 1, "", "x", "1/0", "{}", "[]", "null", '{"seed": 1}', "\u0000", "[bold]", "won")
PRAGMAS = ("user_version = 2", "user_version = -1", "application_id = 0", "encoding = 'UTF-16'")


def series(game: Game) -> list[str]:
    """Give the command of a short series."""
    return ["battles", "game", game.scenario, "--sides", "random", "--count", "2"]


@cache
def kept(game: Game) -> bytes:
    """Give a file that keeps a short series."""
    with within() as folder:
        laid(game, folder.place)
        (done,) = folder.run([[*series(game), "--save", FILE]])
        assert done.code == 0, done.said
        return (folder.place / FILE).read_bytes()


def spoilt(path: Path, chance: random.Random) -> None:
    """Write something else into a file of battles, by SQL or byte by byte."""
    if not chance.randrange(3):
        path.write_bytes(oddities.odd_bytes(path.read_bytes(), chance))
        return
    with sqlite3.connect(path) as database:
        for _ in range(chance.choice([1, 1, 3])):
            table = chance.choice(list(COLUMNS))
            column, value = chance.choice(COLUMNS[table]), chance.choice(VALUES)
            statements = [
                (f"UPDATE OR IGNORE {table} SET {column} = ?", (value,)),
                (f"DELETE FROM {table}", ()),
                (f"DROP TABLE {table}", ()),
                (f"PRAGMA {chance.choice(PRAGMAS)}", ()),
            ]
            try:
                database.execute(*chance.choice([statements[0]] * 3 + statements[1:]))
            except sqlite3.Error:
                continue
    database.close()


def battles(chance: random.Random, folder: Path) -> Input:
    """Go on with a series that somebody has spoilt, or ask for an odd one."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    (folder / FILE).write_bytes(kept(game))
    odd = chance.choice(
        ["x", "-1", "0", "1e9", "99999999999999999999", "=", "a=b", "x[1]=2", "[1]=2", oddities.text(chance)]
    )
    if chance.randrange(2):
        spoilt(folder / FILE, chance)
        command: Command = [*series(game), "--save", FILE, *chance.choice([[], ["--json"], ["--vary", odd]])]
        return Input([command])
    flag = chance.choice(["--vary", "--option", "--count", "--seed", "--workers", "--sides", "--against", "--chart"])
    return Input([[*series(game), flag, odd.replace("\0", "")]])


DOORS = (Door("battles", 2, battles),)
