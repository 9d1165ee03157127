"""To which game a file belongs that somebody opens.

In: the path of a file. Out: a game as commands are asked for one; for a file of a variant the ruleset that it extends,
with it.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.workspace.pipeline.folders import SUFFIXES
from quarterdeck.workspace.pipeline.locks import game_with


def game_of(path: Path) -> str:
    """Give the game of a file; nothing where it lies in no folder of one.

    A ruleset that a variant extends is looked for beside the variant and above, and among those that come along.

    Raises:
        NotFoundError: it belongs to a variant of which it cannot be told what it is laid over.
        UnreadableError: what the variant extends cannot be read.
    """
    for folder in path.parents if path.suffix in SUFFIXES else ():
        if (folder / "variant.yaml").is_file():
            base, _, variant = game_with(str(folder)).partition("+")
            beside = (above / base for above in folder.parents if base)
            return f"{next((str(one) for one in beside if (one / 'ruleset.yaml').is_file()), base)}+{variant}"
        if (folder / "ruleset.yaml").is_file():
            return str(folder)
    return ""
