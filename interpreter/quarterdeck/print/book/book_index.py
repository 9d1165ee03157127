"""The index of a printed book, as Typst.

In: entries with the labels that they lead to, as the text has them. Out: a call of the template with all entries by
their letters. What comes after a semicolon in an entry is below its first words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from quarterdeck.print.book.typst_markup import array, block, markup, string
from quarterdeck.print.book.typst_text import LabelHome


@dataclass
class IndexEntry:
    """Where a word leads, and the entries below it."""

    labels: list[str] = field(default_factory=list)
    below: dict[str, list[str]] = field(default_factory=dict)


def index_as_typst(
    indexed: Iterable[tuple[str, str]], homes: Mapping[str, LabelHome], framed: Callable[[str], str]
) -> str:
    """Print the index of a book; nothing where it has no entries."""
    entries: dict[str, IndexEntry] = {}
    for words, label in indexed:
        word, _, rest = (part.strip() for part in words.partition(";"))
        entry = entries.setdefault(word, IndexEntry())
        (entry.below.setdefault(rest, []) if rest else entry.labels).append(label)
    lines = []
    for letter, group in groupby(sorted(entries, key=_place), _letter):
        shown = markup(letter or framed("Symbols"))
        written = "".join(_entry(word, entries[word], homes) for word in group)
        lines.append(f"  ([{shown}],{written}\n  ),")
    return block(f"#book-index([{framed('Index')}],\n" + "\n".join(lines) + "\n)") if lines else ""


def _entry(word: str, entry: IndexEntry, homes: Mapping[str, LabelHome]) -> str:
    below = sorted(entry.below.items(), key=lambda one: _place_below(one[0]))
    lines = array(f"([{markup(words)}], {_pages(labels, homes)}, ())" for words, labels in below)
    return f"\n    ([{markup(word)}], {_pages(entry.labels, homes)}, {lines}),"


def _pages(labels: Iterable[str], homes: Mapping[str, LabelHome]) -> str:
    return array(f"({string(label)}, false, {string(homes[label].cited)})" for label in sorted(labels))


def _bare(words: str) -> str:
    return unicodedata.normalize("NFD", words.lower())


def _place(word: str) -> tuple[bool, str, str]:
    """Order entries: those that begin with no letter come first."""
    return _bare(word)[:1].isalpha(), _bare(word), word


def _place_below(words: str) -> tuple[bool, str]:
    return _bare(words)[:1].isalpha(), _bare(words)


def _letter(word: str) -> str:
    """Give the letter under which an entry stands; nothing for what begins with none."""
    first = unicodedata.normalize("NFD", word)[:1].upper()
    return first if first.isalpha() else ""
