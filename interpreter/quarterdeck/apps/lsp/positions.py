"""Places as editors count them: lines from 0, and in a line units of an encoding; here they are offsets of characters.

In: a text, an encoding, places of one sort. Out: places of the other. A place outside of a text is the nearest inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from quarterdeck.base.text import SourceFile, Span


def _bytes(text: str, encoding: str, width: int) -> int:
    return len(text.encode(encoding, "surrogatepass")) // width


UNITS: Mapping[str, Callable[[str], int]] = {
    "utf-8": partial(_bytes, encoding="utf-8", width=1),
    "utf-16": partial(_bytes, encoding="utf-16-le", width=2),
    "utf-32": len,
}
"""How many units a text has in each encoding by which editors count."""


@dataclass(frozen=True)
class EditorPlace:
    """A place as an editor counts it: a line, and so many units in it, both from 0."""

    line: int
    unit: int


@dataclass(frozen=True)
class EditorRange:
    """What lies between two places as an editor counts them."""

    start: EditorPlace
    end: EditorPlace


@dataclass(frozen=True)
class Positions:
    """Turns places from one way of counting into the other, for an editor that counts in an encoding."""

    encoding: str = "utf-16"

    def place(self, file: SourceFile, offset: int) -> EditorPlace:
        r"""Give the place of an offset.

        >>> Positions().place(SourceFile("a", "x\n😀 = 1"), 4)
        EditorPlace(line=1, unit=3)
        """
        line, column = file.position(max(0, min(offset, len(file.text))))
        start = file.line_starts[line - 1]
        return EditorPlace(line - 1, UNITS[self.encoding](file.text[start : start + column - 1]))

    def range(self, span: Span) -> EditorRange:
        """Give the range of a span."""
        return EditorRange(self.place(span.file, span.start), self.place(span.file, span.end))

    def offset(self, file: SourceFile, place: EditorPlace) -> int:
        r"""Give the offset of a place; one inside of a character is before it.

        >>> file = SourceFile("a", "x\n😀 = 1")
        >>> [Positions().offset(file, EditorPlace(1, unit)) for unit in (0, 1, 2, 99)]
        [2, 2, 3, 7]
        """
        if place.line >= len(file.line_starts):
            return len(file.text)
        start, line = file.line_starts[max(0, place.line)], file.line(place.line + 1)
        if line.isascii() or self.encoding == "utf-32":
            return start + min(max(0, place.unit), len(line))
        units = 0
        for count, sign in enumerate(line):
            units += UNITS[self.encoding](sign)
            if units > place.unit:
                return start + count
        return start + len(line)
