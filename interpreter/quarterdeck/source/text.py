"""A file's text, and half-open spans of it, as values."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from quarterdeck.source.records import Record


@dataclass(frozen=True)
class SourceFile:
    """A text with a name to show; `path` is relative to the ruleset, so that findings read the same everywhere."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Give the offset at which each line begins, the first line at 0."""
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Give line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Give the text of a line (counted from 1) without its line end; empty behind the last."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


class Span(Record):
    """A half-open stretch of a file, in characters; spans are equal where they say the same."""

    file: SourceFile
    start: int
    end: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self.start == other.start and self.end == other.end and self.file == other.file

    def __hash__(self) -> int:
        return hash((self.start, self.end, self.file))

    @property
    def line(self) -> int:
        """Give the line in which the span begins, from 1."""
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        """Give the column at which the span begins, from 1."""
        return self.file.position(self.start)[1]

    @property
    def text(self) -> str:
        """Give the words of the span."""
        return self.file.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """Give the span from the start of this one to the end of another in the same file."""
        return Span(self.file, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.file.path}:{self.line}:{self.column}"


NOWHERE = Span(SourceFile("<nowhere>", ""), 0, 0)


def read(path: Path, shown: str) -> SourceFile:
    """Read a file as UTF-8 with unix line ends; bytes that are no UTF-8 become replacement characters."""
    return SourceFile(shown, path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n"))
