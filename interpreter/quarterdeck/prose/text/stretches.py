"""Say from where to where the values of a key reach for which a row or a column of a table counts.

In: the type of the key, the first value and the last, and how a language words such a stretch. Out: text.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Enum
from quarterdeck.prose.text.runs import Text, text


class StretchWords(NamedTuple):
    """How a language words values that lie beside each other: by its catalogue, in figures, joined by `or`."""

    say: Callable[..., Text]
    figures: Callable[[Fraction | int], str]
    either: Callable[[list[Text]], Text]
    member: Callable[[Enum, str], str]


def stretch(declared: Declared, kind: types.Type, low: int, high: int, words: StretchWords) -> Text:
    """Give the values of a key from one to another, as a reader looks them up."""
    if isinstance(kind, types.EnumType):
        enum = declared.enums[kind.enum]
        return words.either([text(words.member(enum, name)) for name in enum.members[low : high + 1]])
    if isinstance(kind, types.Boolean):
        return words.either([words.say(word) for word in ("no", "yes")[low : high + 1]])
    ends = declared.number_of(kind) or (low, high)
    first, last = (words.figures(types.number_at(kind, end)) for end in (low, high))
    if (low, high) == ends:
        return words.say("row_any") if low != high else text(first)
    if low == high:
        return text(first)
    if low == ends[0]:
        return words.say("row_up_to", high=last)
    if high == ends[1]:
        return words.say("row_from", low=first)
    return words.say("row_range" if low >= 0 else "number_range", low=first, high=last)
