"""Names that things of several kinds share: a family and a child called after it.

In: a name as data write it, the things that there are, and the kind that is wanted, where it is known. Out: what may be
meant. The first thing of a name is known by the name alone, one of another kind by the name with its kind in brackets,
`Anna (Child)`; so either may be spoken of.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from functools import lru_cache

MOST_REMEMBERED = 4_096
"""So many names are remembered with all that they may mean: the examples of a ruleset name the same things again."""


def qualified(name: str, kind: str) -> str:
    """Give a name that also says of what kind a thing is."""
    return f"{name} ({kind})"


def unqualified(name: str, kinds: Collection[str]) -> str:
    """Give a name without the kind in brackets behind it."""
    return _split(name, kinds)[0]


def called(
    name: str, known: Container[str], kind_of: Callable[[str], str], kinds: Collection[str], wanted: str = ""
) -> list[str]:
    """Give what may be meant by a name, as it is known: of the kind that is wanted, where there is such a one.

    `kind_of` gives the kind of what is known. A part is told apart by the thing whose part it is.
    """
    found = [one for one in _ways(name, tuple(kinds)) if one in known]
    if not found:
        plain, kind = _split(name, kinds)
        return [plain] if plain in known and kind_of(plain) == kind else []
    if len(found) == 1:
        return found
    return [one for one in found if kind_of(one) == wanted] or found


def choices_between(name: str, of_kinds: Iterable[str]) -> tuple[str, str]:
    """Say that a name is shared, and how to say which of them is meant."""
    kinds = list(of_kinds)
    ways = " or ".join(f"`{qualified(name, kind)}`" for kind in kinds)
    return f"`{name}` may be a {' or a '.join(kinds)} here", f"say which is meant: {ways}"


@lru_cache(maxsize=MOST_REMEMBERED)
def _ways(name: str, kinds: tuple[str, ...]) -> list[str]:
    """Give the name, and the same with each kind in brackets behind it or behind the thing whose part it is."""
    parts = name.split(".")
    heads = [".".join(parts[:count]) for count in range(1, len(parts) + 1)]
    return [name, *(qualified(head, kind) + name[len(head) :] for kind in kinds for head in heads)]


def _split(name: str, kinds: Collection[str]) -> tuple[str, str]:
    plain, _, kind = name.removesuffix(")").rpartition(" (")
    return (plain, kind) if name.endswith(")") and kind in kinds else (name, "")
