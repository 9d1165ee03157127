"""The columns of counted outcomes: their types, their order, and the words of their values.

In: types of what is shown, outcomes with their weights. Out: the same, in the order in which they are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from quarterdeck.engine.odds.changes import ShownCell
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type

Said = tuple[str, ShownCell]
"""A value in words, and as plain data."""
Weights = Mapping[tuple[Any, ...], int]


class WordsOfColumn(dict[Any, Said]):
    """The values of a column in words and as plain data, as they are met."""

    def __init__(self, kind: Type | None, said: Callable[[Any], Said]) -> None:
        super().__init__()
        self.is_whole = isinstance(kind, types.Number) and kind.step == types.WHOLE
        self.said = said

    def __missing__(self, value: Any) -> Said:
        """Say a value."""
        found = self[value] = (str(value), value) if self.is_whole and value.__class__ is int else self.said(value)
        return found


def without_single_lists(
    kinds: Sequence[Type], listed: Sequence[int], weights: Weights
) -> tuple[tuple[Type | None, ...], Weights]:
    """Return the types of columns, and the outcomes: what is listed, and never came twice, is no list."""
    if not listed:
        return tuple(kinds), weights
    most = [max((len(key[at]) for key in weights if key[at] is not None), default=1) for at in listed]
    single = {at for at, count in zip(listed, most, strict=True) if count == 1}
    found = list[Type | None](kinds)
    for at, count in zip(listed, most, strict=True):
        found[at] = kinds[at] if count == 1 else types.ListType(kinds[at], count)
    outcomes = {
        tuple(value[0] if at in single and value is not None else value for at, value in enumerate(key)): weight
        for key, weight in weights.items()
    }
    return tuple(found), outcomes


def in_their_order(kinds: Sequence[Type | None], weights: Weights) -> list[tuple[tuple[Any, ...], int]]:
    """Give outcomes in the order of their one column: of numbers, or as the ruleset lists them; others by likelihood.

    What has no value comes last. Lists, and changes at more than one place, have no order of their own.
    """
    likeliest = sorted(weights.items(), key=itemgetter(1), reverse=True)
    if len(kinds) > 1:
        return likeliest
    if kinds[0] is None:
        places = {slot for (changes,), _ in likeliest for slot, _ in changes}
        if len(places) > 1:
            return likeliest
        return sorted(likeliest, key=lambda item: item[0][0])
    if isinstance(kinds[0], types.ListType):
        return likeliest
    return sorted(likeliest, key=lambda item: (item[0][0] is None, item[0][0] or 0))
