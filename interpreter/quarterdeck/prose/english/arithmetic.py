"""Word calculations so that no two of different values read alike.

In: the operands as noun phrases. Out: noun phrases. How far each form reaches:

- `plus`, `less`, `times` and `divided by` bind from the left, products more tightly than sums, as they are written.
- `half`, `twice`, `a third of`, `40 % of` and `minus` take the product behind them, which comes to the same; not so
  behind `divided by`, where nothing follows them outside of a bracket.
- A list, `the sum of a and b` or `the larger of a and b`, ends with the last product in it.
- `(rounded down)` is about the product before it, a list included; `(at least 1)` about all before it in its bracket.

- A clause behind a noun, `the children whose wet is more than 3`, takes in what follows it.

Whatever would be read otherwise stands in brackets; a remark moves into them: `b times (half a, rounded down)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.prose.english import words as inflect
from quarterdeck.prose.english.nouns import ATOM, CLAUSE, PRODUCT, SUM, Noun, noun
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.text.runs import EMPTY, Text, joined, plain

# What a remark behind a value is about: the product before it, or everything.
ROUNDED, BOUND = "rounded", "bound"
SHARE = "share"  # the origin of a part or a multiple of a value


def bracketed(value: Noun) -> Noun:
    """Give a value in brackets, with what is remarked on it."""
    inside = joined([value.bare, say("comma"), value.notes]) if value.notes else value.text
    return replace(
        value,
        text=say("bracketed", value=inside),
        weight=ATOM,
        is_list=False,
        is_product=False,
        is_open=False,
        remarks=frozenset(),
        bare=EMPTY,
        notes=EMPTY,
        origin="",
        owner=None,
        head=EMPTY,
        counted=EMPTY,
    )


_IN_BRACKETS = re.compile(r"\([^()]*\)")
_OF_ALL = re.compile(r", (?:for (?:every|each)|counted for)\b")
_CLAUSE = re.compile(r"\b(?:whose|for which|that|which|who)\b(?P<inside>.*)$")
_COMPARED = re.compile(r"\b(?:more|less|fewer|further) than\b|\bat (?:least|most)\b|\bequals?\b|\b(?:is|are) \W?\d")


def trails(value: Noun) -> bool:
    """Tell whether a value ends in a clause that would take in what follows it: `the children whose wet is ...`."""
    words, before = plain(value.text), ""
    while words != before:
        words, before = _IN_BRACKETS.sub("", words), words
    found = _CLAUSE.search(words)
    return bool(_OF_ALL.search(words)) or (found is not None and bool(_COMPARED.search(found["inside"])))


def bracketed_if(value: Noun, wanted: bool) -> Noun:
    """Give a value in brackets where it needs them."""
    return bracketed(value) if wanted else value


def plus(left: Noun, right: Noun, is_whole: bool = True) -> Noun:
    """Give the words for a sum of two; what is taken from the second may as well be taken from both.

    How the second is rounded as well, where the first `is_whole`.
    """
    left = bracketed_if(left, trails(left))
    right = bracketed_if(right, BOUND in right.remarks or (bool(right.remarks) and not is_whole))
    words = say("plus", left=left.text, right=right.text)
    return noun(words, weight=SUM, is_list=right.is_list, remarks=left.remarks & {BOUND})


def less(left: Noun, right: Noun) -> Noun:
    """Give the words for a difference."""
    left = bracketed_if(left, left.weight == CLAUSE or trails(left))
    right = bracketed_if(right, right.weight == SUM or bool(right.remarks))
    words = say("minus", left=left.text, right=right.text)
    return noun(words, weight=SUM, is_list=right.is_list, remarks=left.remarks & {BOUND})


def list_of(key: str, values: Sequence[Noun]) -> Noun:
    """Give the words for what is worked out from several values: their sum, the larger of them."""
    *others, last = values
    shown = [bracketed_if(one, one.is_list or BOUND in one.remarks or trails(one)) for one in others]
    shown.append(bracketed_if(last, last.weight == SUM or bool(last.remarks)))
    return noun(say(key, values=listed([value.text for value in shown])), weight=PRODUCT, is_list=True)


def negative(value: Noun) -> Noun:
    """Give the words for a value below zero."""
    return share("negative", value)


def share(key: str, value: Noun, **more: Text | str) -> Noun:
    """Give the words for a part or a multiple of a value: `half of it`, `40 % of it`."""
    value = _whole(value)
    words = say(key, value=value.text, **more)
    ends = {"is_list": value.is_list, "is_product": value.is_product, "is_open": value.is_open}
    return noun(words, weight=PRODUCT, origin=SHARE, **ends)


def times(left: Noun, right: Noun) -> Noun:
    """Give the words for a product."""
    if left.literal == 2 or right.literal == 2:
        return share("twice", right if left.literal == 2 else left)
    left = _first_factor(left)
    right = _whole(right)
    words = say("times", left=left.text, right=right.text)
    ends = {"is_list": right.is_list, "is_open": right.is_open}
    return noun(words, weight=PRODUCT, is_product=True, remarks=left.remarks, **ends)


def is_whole_number(value: Noun) -> bool:
    """Tell whether a value is a whole number above zero, written out and no number that has a name."""
    number = value.literal
    return number is not None and number > 0 and plain(value.text).isdecimal() and not value.text[0].to


def divided(left: Noun, right: Noun) -> Noun:
    """Give the words for a ratio."""
    if is_whole_number(left) and is_whole_number(right):
        return noun(say("fraction", left=left.text, right=right.text), weight=PRODUCT, is_product=True)
    part = inflect.ORDINALS.get(int(right.literal or 0)) if is_whole_number(right) else None
    if part:
        return share(part, left)
    left = _first_factor(left)
    right = bracketed_if(_whole(right), right.is_product)
    words = say("divided", left=left.text, right=right.text)
    ends = {"is_list": right.is_list, "is_open": right.origin == SHARE}
    return noun(words, weight=PRODUCT, is_product=True, remarks=left.remarks, **ends)


POWERS = {"2": "squared", "3": "cubed", "0.5": "square_root", "1/2": "square_root", "1/3": "cube_root"}


def to_the_power(value: Noun, exponent: str, pattern: str = "to_the_power") -> Noun:
    """Give the words for a power or a root, which is about what stands right beside it, or in a bracket."""
    value = bracketed_if(value, value.weight != ATOM or bool(value.remarks) or trails(value))
    words = say(POWERS.get(exponent, pattern), value=value.text, exponent=exponent)
    return noun(words, weight=PRODUCT, is_product=exponent not in POWERS)


def rounded(value: Noun, how: Text) -> Noun:
    """Give a value with how it is rounded; a sum in brackets with it, unless a remark on all of it stands there."""
    if value.weight == SUM and not value.notes:
        return bracketed(_remarked(value, how, ROUNDED))
    return _remarked(value, how, ROUNDED)


def bounded(value: Noun, how: Text) -> Noun:
    """Give a value with the least or the most that it counts for."""
    return _remarked(value, how, BOUND)


def _first_factor(value: Noun) -> Noun:
    """Give a value as the first operand of a product."""
    return bracketed_if(value, value.weight == SUM or value.is_list or value.is_open or trails(value))


def _whole(value: Noun) -> Noun:
    """Give a value as one operand of a product."""
    return bracketed_if(value, value.weight == SUM or bool(value.remarks))


def _remarked(value: Noun, notes: Text, remark: str) -> Noun:
    """Put a remark behind a value, beside one that stands there: `half the throws (rounded down, at least 1)`."""
    before = value.bare if value.notes else value.text
    notes = joined([value.notes, say("comma"), notes]) if value.notes else notes
    return replace(
        value,
        text=say("parenthesis", value=before, notes=notes),
        origin="noted",
        weight=max(value.weight, PRODUCT),
        bare=before,
        notes=notes,
        remarks=value.remarks | {remark},
        literal=None,
        counted=EMPTY,
        owner=None,
        head=EMPTY,
        many=False,
    )
