"""Say once above a table what everything in its cells begins with: `the target suffers`.

In: rows whose cells are told as sentences. Out: the words that all begin with, and the rows without them. Figures, and
cells that say more than plain sentences, are left as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.prose.english.articles import ARTICLES
from quarterdeck.prose.english.words import NUMBER_WORDS
from quarterdeck.prose.text.blocks import Cell, GridRow, Point
from quarterdeck.prose.text.runs import EMPTY, Text, capital, cut, dropped, plain

_FEWEST_SENTENCES = 4
_FEWEST_WORDS = 3  # who, with an article, and what befalls it
_PAIRS = (("(", ")"), ("[", "]"), ("\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"))
_OPENERS = frozenset((*(one.strip() for one in ARTICLES), *NUMBER_WORDS))


def said_above(rows: Sequence[GridRow]) -> tuple[Text, tuple[GridRow, ...]]:
    """Give what all sentences of a table begin with, and the rows without it; nothing where they have too little."""
    points = [point for row in rows for cell in row.cells for point in cell.points]
    figures = any(cell.text and plain(cell.text) != "\N{EM DASH}" for row in rows for cell in row.cells[1:])
    if figures or len(points) < _FEWEST_SENTENCES or not all(map(_is_plain, points)):
        return EMPTY, tuple(rows)
    begun = _beginning([plain(point.text).split(" ") for point in points])
    if len(begun) < _FEWEST_WORDS:
        return EMPTY, tuple(rows)
    letters = len(" ".join(begun)) + 1
    shorter = tuple(replace(row, cells=tuple(_behind(cell, letters) for cell in row.cells)) for row in rows)
    return _within(cut(points[0].text, letters - 1)), shorter


def _is_plain(point: Point) -> bool:
    return plain(point.text).endswith(".") and not (point.points or point.after or point.lead)


def _beginning(sentences: Sequence[Sequence[str]]) -> list[str]:
    """Give the words that all sentences share at their front, up to where a noun of its own may begin."""
    begun: list[str] = []
    for number, words in enumerate(zip(*sentences, strict=False)):
        is_last = any(number == len(one) - 1 for one in sentences)
        if len(set(words)) > 1 or is_last or (begun and words[0].lower() in _OPENERS):
            break
        begun.append(words[0])
    while any(" ".join(begun).count(opening) != " ".join(begun).count(closing) for opening, closing in _PAIRS):
        begun.pop()  # what is bracketed stays together
    return begun


def _behind(cell: Cell, letters: int) -> Cell:
    """Give a cell without so many letters at the front of its sentences, and without their stops."""
    points = tuple(replace(point, text=capital(_unstopped(dropped(point.text, letters)))) for point in cell.points)
    return replace(cell, points=points) if points else cell


def _within(words: Text) -> Text:
    """Give words as they stand within a sentence."""
    first, *others = words
    is_article = first.words.split(" ")[0].lower() in _OPENERS
    return (replace(first, words=first.words[0].lower() + first.words[1:]), *others) if is_article else words


def _unstopped(words: Text) -> Text:
    return cut(words, len(plain(words)) - 1)
