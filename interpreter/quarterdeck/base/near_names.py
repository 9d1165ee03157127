"""Say which name may be meant by one that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "", mark: str = "`", cutoff: float = 0.6) -> str:
    """Ask whether the known name nearest to one is meant; where none is near, say something else.

    >>> did_you_mean("tabel", ["table", "row"]), did_you_mean("x", ["table"], "there are: table")
    ('did you mean `table`?', 'there are: table')
    """
    close = get_close_matches(name, list(known), 1, cutoff)
    return f"did you mean {mark}{close[0]}{mark}?" if close else otherwise
