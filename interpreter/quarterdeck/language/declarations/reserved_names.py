"""Names that mean something in the language already, so that a ruleset cannot give them to anything else."""

from __future__ import annotations

import re

from quarterdeck.language.declarations.builtins import GATHERINGS, functions_on
from quarterdeck.language.declarations.types import STEPS
from quarterdeck.language.syntax.grammar import reserved_words

DIE = re.compile(r"[0-9]*d[0-9]+")
OF_GAME = ("turn", "turn_limit")
"""What every game has: `game.turn`."""
OUTCOME = ("over", "winner")
"""How a game has ended, which no rule reads: whoever asks about a game may see it, as `game.over`."""
CALLED = frozenset([*GATHERINGS, "before", "allowed", "expected", "due"])
"""Words that call something and are no functions."""
TYPES = frozenset(["boolean", "number", "hex", "square", "point", "dice", "ratio", *STEPS])
"""The types that every ruleset knows by a word."""
VALUES = {"game": "the game", "sides": "all sides", "original": "the amended rule"}


def reserved_meaning(name: str, sort: str, board: str) -> str:
    """Say what the language means by a name where something of a sort is declared; nothing where it means nothing.

    Args:
        name: The name.
        sort: `rule`, `type`, `game` for what belongs to the game, or nothing for anything else.
        board: The shape of the board.
    """
    if name in reserved_words():
        return "a word of the language"
    if DIE.fullmatch(name):
        return "a die"
    if name in VALUES and sort != "game":
        return VALUES[name]
    if sort == "rule" and (name in CALLED or name in functions_on(board)):
        return "a function of the language"
    if sort == "type" and name in TYPES:
        return "a type of the language"
    return "a value of every game" if sort == "game" and name in (*OF_GAME, *OUTCOME) else ""
