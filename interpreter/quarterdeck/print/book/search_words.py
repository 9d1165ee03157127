"""Split the words of a book for its search: numbers of paragraphs stay whole, spellings become one.

In: text, and what a reader types. Out: words. `SPLITTER` does in a browser what `words_to_find` does here. Both
sides of a search are spelt alike, by the spellings that a book is checked for.
"""

from __future__ import annotations

import json
import re

from sphinx.search.en import SearchEnglish

from quarterdeck.prose.overrides.spelling_faults import SPELLINGS

_WORD = r"\d+(?:\.\d+)+|\w+"

SPLITTER = f"""
const speltAlike = {json.dumps(SPELLINGS)};
const alike = (word) => speltAlike.reduce((found, [from, to]) => found.replace(from, to), word);
var splitQuery = (query) => (query.toLowerCase().match(/\\d+(?:\\.\\d+)+|[\\p{{L}}\\p{{N}}_]+/gu) || []).map(alike);
"""


def spelt_alike(word: str) -> str:
    """Give a word in the one spelling by which it is found.

    >>> [spelt_alike(one) for one in ("colour", "coloured", "calibre", "centres", "defence", "hour", "journey", "four")]
    ['color', 'colored', 'caliber', 'centers', 'defense', 'hour', 'journey', 'four']
    """
    for british, american in SPELLINGS:
        word = word.replace(british, american, 1)
    return word


def words_to_find(text: str) -> list[str]:
    """Give the words by which a text is found.

    >>> words_to_find("8.1.4 Colour, at 3")
    ['8.1.4', 'color', 'at', '3']
    """
    return [spelt_alike(word) for word in re.findall(_WORD, text.lower())]


class BookSearch(SearchEnglish):
    """The search of a book in English."""

    js_splitter_code = SPLITTER

    def split(self, input: str) -> list[str]:  # noqa: A002 - as Sphinx calls it
        """Split a text into words."""
        return words_to_find(input)
