"""`quarterdeck new`: begin a game, or a variant of one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from quarterdeck.analysis.scaffold.beginning import new_game, new_variant
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError


def new(
    sort: Literal["game", "variant"],
    name: Path,
    *,
    of: str = "",
    title: str = "",
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Begin a game, or a variant of one: a folder that checks, plays and prints at once.

    Nothing that is there is written over.

    Args:
        sort: `game`, a small one that is whole, to be changed bit by bit; or `variant`, which changes nothing yet.
        name: what it is called, or a path whose last part is its name; the folder is made.
        of: what the variant extends: a game's name or folder, `name+variant` for one that builds on another.
        title: what the book calls it; else its name in words.
        json: print its name and files as JSON.
    """
    if (sort == "variant") != bool(of):
        raise UsageError(
            "a variant is one of a game, as in `quarterdeck new variant NAME --of GAME`; a game is of nothing"
        )
    begun = new_variant(name, of, title) if sort == "variant" else new_game(name, title)
    if json:
        print_json(begun)
        return 0
    for path in begun.files:
        print(path)
    print(f"check it with: quarterdeck check {begun.game}")
    return 0
