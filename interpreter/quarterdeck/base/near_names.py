"""Suggest the known names that are similar to an unknown one, and give a name its article."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

NEAR = 0.6
"""The least similarity of two names, from 0 to 1."""


def near_names(name: str, known: Iterable[str], most: int = 1, cutoff: float = NEAR) -> list[str]:
    """Return the known names that are similar to a name, the most similar first.

    Addresses that begin alike must be similar in the rest too.

    >>> (
    ...     near_names("cards.drow", ["cards.draw", "cards.play"], 2),
    ...     near_names("cards.sort", ["cards.draw"]),
    ... )
    (['cards.draw'], [])
    """
    close = get_close_matches(name, list(known), 3 * most, cutoff)
    return [one for one in close if _rest_is_near(name, one, cutoff)][:most]


def _rest_is_near(name: str, other: str, cutoff: float) -> bool:
    mine, others = name.split("."), other.split(".")
    while mine and others and mine[0] == others[0]:
        mine, others = mine[1:], others[1:]
    return not mine or not others or SequenceMatcher(None, ".".join(mine), ".".join(others)).ratio() >= cutoff


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "", mark: str = "`", cutoff: float = NEAR) -> str:
    """Ask whether the most similar known name is meant; if none is similar, return another hint.

    >>> did_you_mean("tabel", ["table", "row"]), did_you_mean("x", ["table"], "there are: table")
    ('did you mean `table`?', 'there are: table')
    """
    close = near_names(name, known, 1, cutoff)
    return f"did you mean {mark}{close[0]}{mark}?" if close else otherwise


def named_together(names: Iterable[str]) -> str:
    """List names in their marks: `a`, `b` and `c`.

    >>> named_together(["a", "b", "c"]), named_together(["a"])
    ('`a`, `b` and `c`', '`a`')
    """
    *first, last = (f"`{name}`" for name in names)
    return f"{', '.join(first)} and {last}" if first else last


def article(word: str) -> str:
    """Give the name of something with its article: `a Mood`, `an option`."""
    return f"{'an' if word[:1].lower() in tuple('aeiou') else 'a'} {word}"
