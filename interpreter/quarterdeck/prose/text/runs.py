"""Pieces of text that know what they speak of: joined, filled into patterns, capitalised.

In: words and the patterns of the catalogue. Out: `Text`, a row of runs. A run may lead to an address, have a style, and
stand for a thing (so that a later mention may become a pronoun). Nothing here knows how text is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

KEPT_IN_CACHE = True

# Styles: what a reader sees set off: `name` of a table or option, `change` of a modifier, `aside`, `term`.
# `code` is a fault: something that has no words.


@dataclass(frozen=True)
class Run:
    """Words in one style.

    `to` is the address they lead to, `entity` the thing they stand for, `case` how it is mentioned.
    """

    words: str
    to: str = ""
    style: str = ""
    entity: str = ""
    case: str = ""  # plain, owner; value: never a pronoun

    def like(self, other: Run) -> bool:
        """Tell whether another run differs in nothing but its words."""
        return (
            self.to == other.to
            and self.style == other.style
            and self.entity == other.entity
            and self.case == other.case
        )


CODE = "code"
Text = tuple[Run, ...]
Words = Text | str

EMPTY: Text = ()


def text(words: Words) -> Text:
    """Give words as text, with the apostrophe of print."""
    if isinstance(words, str):
        return (Run(words.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")),) if words else ()
    return words


def plain(words: Words) -> str:
    """Give text as one string."""
    return words if isinstance(words, str) else "".join(run.words for run in words)


def upper_first(words: str) -> str:
    """Begin plain words with a capital."""
    return words[:1].upper() + words[1:]


def in_a_row(words: Sequence[str]) -> str:
    """Join plain words as a list.

    >>> in_a_row(["a", "b", "c"]), in_a_row(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def joined(pieces: Iterable[Words], between: str = "") -> Text:
    """Put pieces one after another."""
    runs: list[Run] = []
    for index, piece in enumerate(pieces):
        if index and between:
            runs.append(Run(between))
        runs.extend(text(piece))
    return melted(runs)


def melted(runs: Sequence[Run]) -> Text:
    """Join neighbouring runs that differ in nothing but their words."""
    found: list[Run] = []
    for run in runs:
        if not run.words:
            continue
        last = found[-1] if found else None
        if last is not None and not run.entity and last.like(run):
            found[-1] = Run(last.words + run.words, run.to, run.style, run.entity, run.case)
        else:
            found.append(run)
    return tuple(found)


_SLOT = re.compile(r"\{(\w*)\}")


def filled(pattern: str, /, *places: Words, **parts: Words) -> Text:
    """Fill a pattern of the catalogue: `{name}` by name, `{0}` by place.

    >>> plain(filled("{who} {is} at least {0}", "four", who="the range", **{"is": "is"}))
    'the range is at least four'
    """
    runs: list[Run] = []
    at = 0
    for slot in _SLOT.finditer(pattern):
        runs += text(pattern[at : slot.start()])
        name = slot[1]
        runs += text(places[int(name)] if name.isdigit() else parts[name])
        at = slot.end()
    runs += text(pattern[at:])
    return melted(runs)


def styled(words: Words, style: str = "", to: str = "") -> Text:
    """Give text in a style, or leading somewhere; runs that lead elsewhere keep doing so."""
    return tuple(
        run if run.style == CODE else Run(run.words, run.to or to, style or run.style, run.entity, run.case)
        for run in text(words)
    )


def unsaid(code: str) -> Text:
    """Give rules text that there are no words for, so that it is noticed: `duties` reports it."""
    return (Run(code, style=CODE),)


def bare(words: Words) -> Text:
    """Give text that leads nowhere."""
    return melted([Run(run.words, "", run.style, run.entity, run.case) for run in text(words)])


def capital(words: Words) -> Text:
    """Begin with a capital, unless text begins with a figure.

    >>> plain(capital("the range"))
    'The range'
    """
    runs = list(text(words))
    for index, run in enumerate(runs):
        stripped = run.words.lstrip("\N{LEFT DOUBLE QUOTATION MARK}( ")
        if stripped:
            at = len(run.words) - len(stripped)
            begun = run.words[:at] + stripped[0].upper() + stripped[1:]
            runs[index] = Run(begun, run.to, run.style, run.entity, run.case)
            break
    return tuple(runs)


_ENDS = (".", "!", "?", ":", ".\N{RIGHT DOUBLE QUOTATION MARK}", "?\N{RIGHT DOUBLE QUOTATION MARK}")


def sentence(words: Words, end: str = ".") -> Text:
    """Begin with a capital, and end with a stop unless there is one; of nothing there is nothing."""
    found = capital(words)
    if not plain(found):
        return EMPTY
    return found if plain(found).endswith(_ENDS) else joined([found, end])


def first_word(words: Words) -> str:
    """Give the first word of a text."""
    return plain(words).split(" ", 1)[0] if plain(words) else ""


def without_first_word(words: Words) -> Text:
    """Give a text without its first word and the blank behind it."""
    return dropped(words, len(first_word(words)) + 1)


def dropped(words: Words, letters: int) -> Text:
    """Leave out so many letters at the front."""
    runs: list[Run] = []
    for run in text(words):
        if letters >= len(run.words):
            letters -= len(run.words)
            continue
        runs.append(Run(run.words[letters:], run.to, run.style, run.entity, run.case))
        letters = 0
    return tuple(runs)


def cut(words: Words, letters: int) -> Text:
    """Keep so many letters at the front."""
    runs: list[Run] = []
    for run in text(words):
        if letters <= 0:
            break
        runs.append(replace(run, words=run.words[:letters]))
        letters -= len(run.words)
    return tuple(runs)


def mentions(words: Words) -> set[str]:
    """Give the things that a text speaks of."""
    return {run.entity for run in text(words) if run.entity}


def unbroken(words: Text) -> Text:
    """Keep a place on one line."""
    return tuple(
        replace(run, words=run.words.replace(", ", ",\N{NO-BREAK SPACE}")) if run.words.startswith("[") else run
        for run in words
    )
