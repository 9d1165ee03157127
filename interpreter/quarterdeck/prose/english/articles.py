"""English articles in front of words: put there, and taken away.

In: text. Out: the same text with or without.
"""

from __future__ import annotations

from quarterdeck.prose.english.words import article
from quarterdeck.prose.text.runs import Text, Words, dropped, joined, plain


def with_article(words: Words) -> Text:
    """Put `a` or `an` before a noun.

    >>> plain(with_article("old sledge"))
    'an old sledge'
    """
    return joined([f"{article(plain(words))} ", words])


ARTICLES = (
    "the ",
    "a ",
    "an ",
    "his ",
    "her ",
    "its ",
    "their ",
    "no ",
    "some ",
    "any ",
    "each ",
    "every ",
    "another ",
)


def without_article(words: Words) -> Text:
    """Take `the`, `a` or the like away from the front."""
    low = plain(words).lower()
    found = next((one for one in ARTICLES if low.startswith(one)), "")
    return dropped(words, len(found))
