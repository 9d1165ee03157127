"""The door through which battles by the hundred come: files that keep them, and what is asked of a series."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from tests.hostile import oddities
from tests.hostile.inputs import Command, Door, Input
from tests.hostile.material import PLAYED, Game, any_game, laid
from tests.hostile.running import within
from tests.hostile.spoilt_databases import spoil

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


def battles(chance: random.Random, folder: Path) -> Input:
    """Go on with a series that somebody has spoilt, or ask for an odd one."""
    game = any_game(chance, PLAYED)
    laid(game, folder)
    (folder / FILE).write_bytes(kept(game))
    odd = chance.choice(
        ["x", "-1", "0", "1e9", "99999999999999999999", "=", "a=b", "x[1]=2", "[1]=2", oddities.text(chance)]
    )
    if chance.randrange(2):
        spoil(folder / FILE, chance, COLUMNS, VALUES, PRAGMAS)
        command: Command = [*series(game), "--save", FILE, *chance.choice([[], ["--json"], ["--vary", odd]])]
        return Input([command])
    flag = chance.choice(["--vary", "--option", "--count", "--seed", "--workers", "--sides", "--against", "--chart"])
    return Input([[*series(game), flag, odd.replace("\0", "")]])


DOORS = (Door("battles", 2, battles),)
