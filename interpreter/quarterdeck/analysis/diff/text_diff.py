"""Two texts beside each other: only the lines that differ, and in them the words that differ.

In: a text before and after. Out: lines with a sign, each in pieces; how a piece that differs is shown is left to those
who print it, but they have words for it that do without colour: `[-gone-]` and `{+new+}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Sign = Literal["-", "+"]
WORDS = re.compile(r"\s+|[^\s\w]|\w+")
MARKS: dict[Sign, tuple[str, str]] = {"-": ("[-", "-]"), "+": ("{+", "+}")}
ALIKE = 0.4
"""Lines that have less than this part of their words in common are two sentences, and not one that was changed."""


@dataclass(frozen=True)
class Piece:
    """Some words of a line, and whether the other text has others in their place."""

    text: str
    differs: bool


@dataclass(frozen=True)
class MarkedLine:
    """A line that the other text does not have so: gone (`-`) or new (`+`)."""

    sign: Sign
    pieces: tuple[Piece, ...]

    @property
    def plain(self) -> str:
        """Give its words, with those that differ between marks."""
        first, last = MARKS[self.sign]
        return "".join(f"{first}{piece.text}{last}" if piece.differs else piece.text for piece in self.pieces)


def lines_between(before: str, after: str) -> list[MarkedLine]:
    """Give the lines in which two texts differ, those that belong together one after the other."""
    texts = [[line for line in text.splitlines() if line.strip()] for text in (before, after)]
    found: list[MarkedLine] = []
    for tag, i, j, k, m in SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes():
        if tag != "equal":
            found += _exchanged(texts[0][i:j], texts[1][k:m])
    return found


def _exchanged(gone: Sequence[str], new: Sequence[str]) -> Iterator[MarkedLine]:
    """Give lines that stand in the place of others; marked word by word where there are as many of them."""
    if len(gone) == len(new):
        for was, now in zip(gone, new, strict=True):
            yield from _words(was, now)
        return
    yield from (MarkedLine("-", (Piece(line, differs=False),)) for line in gone)
    yield from (MarkedLine("+", (Piece(line, differs=False),)) for line in new)


def _words(was: str, now: str) -> Iterator[MarkedLine]:
    words = [WORDS.findall(text) for text in (was, now)]
    matcher = SequenceMatcher(None, words[0], words[1], autojunk=False)
    if matcher.ratio() < ALIKE:
        yield from (MarkedLine("-", (Piece(was, differs=False),)), MarkedLine("+", (Piece(now, differs=False),)))
        return
    codes = _joined(matcher.get_opcodes(), words[0])
    yield MarkedLine("-", tuple(Piece("".join(words[0][i:j]), differs) for differs, i, j, _, _ in codes if j > i))
    yield MarkedLine("+", tuple(Piece("".join(words[1][k:m]), differs) for differs, _, _, k, m in codes if m > k))


def _joined(
    codes: Sequence[tuple[str, int, int, int, int]], words: Sequence[str]
) -> list[tuple[bool, int, int, int, int]]:
    """Give stretches of words; a blank between two that differ belongs to them."""
    found: list[tuple[bool, int, int, int, int]] = []
    for tag, i, j, k, m in codes:
        differs = tag != "equal" or (bool(found) and (i, j) != (0, len(words)) and not "".join(words[i:j]).strip())
        if found and found[-1][0] == differs:
            _, first, _, other, _ = found.pop()
            found.append((differs, first, j, other, m))
        else:
            found.append((differs, i, j, k, m))
    return found
