"""What may be written next, as an editor lists it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

ProposalSort = Literal["local", "field", "rule", "table", "option", "constant", "member", "kind", "address", "function",
                       "keyword", "key", "value"]  # fmt: skip
RANKS: tuple[ProposalSort, ...] = ("local", "field", "key", "value", "address", "rule", "table", "option", "constant",
                                   "member", "kind", "function", "keyword")  # fmt: skip
"""What comes first in a list: the nearest."""
MOST_PROPOSED = 500
"""So many are sent at once; who types on gets those that are left."""


@dataclass(frozen=True)
class ProposedWord:
    """A word that may stand here, of which sort it is, and a few words about it."""

    text: str
    sort: ProposalSort
    detail: str = ""

    @property
    def rank(self) -> int:
        """Give its place among the sorts."""
        return RANKS.index(self.sort)


@dataclass(frozen=True)
class Proposals:
    """What may stand from an offset on, in the place of what is typed there already."""

    start: int
    found: tuple[ProposedWord, ...] = ()
    is_whole: bool = True


def proposed(start: int, typed: str, found: Iterable[ProposedWord]) -> Proposals:
    """Give those proposals that go on with what is typed, each word once, the nearest first."""
    return Proposals(start, *_first(typed.lower(), found))


def _first(typed: str, found: Iterable[ProposedWord]) -> tuple[tuple[ProposedWord, ...], bool]:
    known: dict[str, ProposedWord] = {}
    for one in _going_on(typed, found):
        if one.text not in known or known[one.text].rank > one.rank:
            known[one.text] = one
    listed = sorted(known.values(), key=lambda one: (one.rank, not one.text.lower().startswith(typed), one.text))
    return tuple(listed[:MOST_PROPOSED]), len(listed) <= MOST_PROPOSED


def _going_on(typed: str, found: Iterable[ProposedWord]) -> Iterator[ProposedWord]:
    return (one for one in found if typed in one.text.lower())
