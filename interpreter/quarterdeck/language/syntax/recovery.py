"""Leave out a line that cannot be read, with what is below it, so that the rest of a definition can be.

In: the text of a definition and the place of its fault. Out: a text of the same length, in which every other line is
where it was, and the first words of what was left out: a name that they may have declared is not unknown elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from quarterdeck.base.records import EqualRecord

PLACEHOLDER = "let _=0"
"""What is put in the place of the only statement of a block, which must not be empty: it does nothing."""
NOTHING_LEFT = re.compile("(?:amend )?(?:define|advice)|amend (?:statement|row)")
"""What is left out as a whole where its only line is: a value is no statement, and what is amended stays as it was."""
OF_A_ROLL = ("modifier", "require", "natural")
NEEDED = "success"
"""What no check can be without."""
HEAD = re.compile(r"(?:\s*[A-Za-z_]\w*\b(?!\s*[(.\[])){0,4}")
"""The words at the head of a line, of which one may be a name that it makes known."""
QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|#.*')


class Recovered(EqualRecord):
    """A text without what could not be read, and the first words of the lines that were left out."""

    text: str
    lost: tuple[str, ...]


@dataclass(frozen=True)
class _Line:
    start: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip(" "))

    @property
    def is_empty(self) -> bool:
        return not self.text.strip() or self.text.lstrip().startswith("#")

    @property
    def is_word(self) -> bool:
        """Tell whether it is words in quotes at the head of a block."""
        return self.text.lstrip().startswith('"')

    @property
    def begins_otherwise(self) -> bool:
        return re.match(r"\s*otherwise\b", self.text) is not None

    @property
    def is_whole(self) -> bool:
        """Tell whether brackets and quotes that it opens end on it."""
        bare = QUOTED.sub("", self.text)
        return bare.count("(") == bare.count(")") and bare.count("[") == bare.count("]") and '"' not in bare


def without_line_at(text: str, place: int) -> Recovered | None:
    """Leave out the line at a place with its block; nothing where the fault is not of one line below the head."""
    lines = _lines(text)
    at = max(index for index, line in enumerate(lines) if line.start <= place)
    line = lines[at]
    if at == 0 or line.is_empty or not line.indent or "\t" in text or not all(one.is_whole for one in lines):
        return None
    end = _block_end(lines, at)
    while end < len(lines) and lines[end].begins_otherwise and lines[end].indent == line.indent:
        end = _block_end(lines, end)
    removed = lines[at:end]
    instead = "" if _has_sibling(lines, at, end) or line.text.split()[0] in OF_A_ROLL else PLACEHOLDER
    if instead and re.match(NOTHING_LEFT, text):
        return None
    if line.text.split()[0] == NEEDED or len(instead) > len(line.text) - line.indent:  # what holds the block goes, too
        return without_line_at(
            text, next(one.start for one in reversed(lines[:at]) if one.indent < line.indent and not one.is_empty)
        )
    blanks = [" " * len(one.text) for one in removed]
    blanks[0] = (" " * line.indent + instead).ljust(len(line.text))
    found = "\n".join([*(one.text for one in lines[:at]), *blanks, *(one.text for one in lines[end:])])
    return Recovered(found, tuple(word for one in removed for word in HEAD.match(one.text)[0].split()))  # type: ignore[index]


def _lines(text: str) -> list[_Line]:
    found, start = [], 0
    for line in text.split("\n"):
        found.append(_Line(start, line))
        start += len(line) + 1
    return found


def _block_end(lines: list[_Line], at: int) -> int:
    """Give the index behind a line and all that is below it."""
    below = takewhile(lambda line: line.is_empty or line.indent > lines[at].indent, lines[at + 1 :])
    found = at + 1 + len(list(below))
    while found > at + 1 and lines[found - 1].is_empty:
        found -= 1
    return found


def _has_sibling(lines: list[_Line], at: int, end: int) -> bool:
    """Tell whether something else is in the block of a line."""
    own = lines[at].indent
    for others in (reversed(lines[:at]), lines[end:]):
        for line in others:
            if line.is_empty or line.indent > own:
                continue
            if line.indent == own and not line.is_word:
                return True
            if line.indent < own:
                break
    return False
