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
    extends: str = "",
    title: str = "",
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Create a new game or a variant of one, in a new folder.

    Existing files are never overwritten.

    Args:
        sort: `game`, a small complete game to change step by step; or `variant`, a variant without any changes yet.
        name: the name, or a path that ends with the name; the folder is created.
        extends: the game that the variant extends: its name or folder, or `name+variant` to build on another variant.
        title: the title in the book; by default the name in words.
        json: print the name and the files as JSON.
    """
    if (sort == "variant") != bool(extends):
        raise UsageError("a variant needs `--extends`, a game does not: `quarterdeck new variant NAME --extends GAME`")
    begun = new_variant(name, extends, title) if sort == "variant" else new_game(name, title)
    if json:
        print_json(begun)
        return 0
    for path in begun.files:
        print(path)
    if sort == "variant":
        print(f"copy a rule into it with: quarterdeck amend {begun.game} ADDRESS")
    print(f"check it with: quarterdeck check {begun.game}")
    return 0
