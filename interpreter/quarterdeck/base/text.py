"""A file's text, and half-open spans of it, as values."""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, TypedDict

from quarterdeck.base.bounds import MOST_BYTES
from quarterdeck.base.errors import UserError
from quarterdeck.base.plain_data import FromOne
from quarterdeck.base.records import Record

KEPT_IN_CACHE = True
MOST_DIGITS = 400
"""How many digits a number of a message may have that is written with an exponent."""
_NAMES_ITS_NUMBER = re.compile(r"(^|[.!?:]\s+)?\b[A-Z][\w.]*[ -]$")
_ORDINAL_OR_JOINED = re.compile(r"[A-Z]\w*|\d+(?:st|nd|rd|th)|\d+-(?!fold)[A-Za-z]{2,}\w*")


def is_in_a_name(prose: str, start: int, end: int, *, may_begin: bool = False) -> bool:
    """Tell whether a number in prose is part of a name: `Type 93`, `U-47`, `B17`, `14-inch`, `21st`.

    A word that begins a sentence has its capital from that, unless a name `may_begin` here.

    >>> is_in_a_name("the Type 93", 9, 11), is_in_a_name("Roll 3 dice", 5, 6), is_in_a_name("14-inch pipes", 0, 2)
    (True, False, True)
    """
    lead = _NAMES_ITS_NUMBER.search(prose[:start])
    if lead is not None and (lead[1] is None or may_begin):
        return True
    return _ORDINAL_OR_JOINED.match(prose[start : end + 8]) is not None


@dataclass(frozen=True)
class SourceFile:
    """A text with a name to show; `path` is relative to the ruleset, so that diagnostics are the same everywhere."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Give the offset at which each line begins, the first line at 0."""
        lines = self.text.split("\n")
        return tuple(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))

    def position(self, offset: int) -> tuple[int, int]:
        """Give line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Give the text of a line (counted from 1) without its line end; empty after the last."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


class PlaceData(TypedDict):
    """A stretch of a file, counted from 1; `end_column` is the first column after it."""

    file: str
    line: FromOne
    column: FromOne
    end_line: FromOne
    end_column: FromOne


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

    def lies_in(self, around: Span) -> bool:
        """Tell whether a place is a part of another."""
        return self.file is around.file and around.start <= self.start and self.end <= around.end

    def to(self, other: Span) -> Span:
        """Give the span from the start of this one to the end of another in the same file."""
        return Span(self.file, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.file.path}:{self.line}:{self.column}"

    def as_json(self) -> PlaceData:
        """Give the place as plain data: the file, and line and column of both ends, counted from 1."""
        (line, column), (end_line, end_column) = map(self.file.position, (self.start, self.end))
        return {"file": self.file.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


NOWHERE = Span(SourceFile("<nowhere>", ""), 0, 0)


class UnreadableError(UserError):
    """A file cannot be read: which, and why, in words that fit behind its name."""

    sort = "file"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} {why}")
        self.why = why


def bytes_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """Give what a file holds, without waiting for anything: pipes and devices are no files.

    Raises:
        UnreadableError: it is not there, is no file, may not be read, or holds more than so many bytes.
    """
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnreadableError(path, "is not a file")
            data = file.read(most + 1)
    except OSError as error:
        raise UnreadableError(path, f"cannot be read ({(error.strerror or str(error)).lower()})") from None
    if len(data) > most:
        raise too_large(path, most)
    return data


def too_large(path: Path, most: int) -> UnreadableError:
    """Give what is said of a file that holds more than so many bytes."""
    return UnreadableError(path, f"is larger than {most:,} bytes")


class NoTextError(UnreadableError):
    """A file is not UTF-8 text, or contains a control character: where, in what can be made of it."""

    def __init__(self, path: Path, what: str, span: Span) -> None:
        super().__init__(path, f"{what} (line {span.line})")
        self.what, self.span = what, span


MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What some programs put at the beginning of a file."""
NO_SIGN = re.compile(
    r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u202a-\u202e\u2060-\u2069\ue000-\uf8ff\ufeff\ufffd\ufffe\uffff"
    "\U000e0000-\U000e007f\U000f0000-\U0010ffff]"
)
"""Signs that are no letters: controls, what is private to a font, and what programs write for letters they lost.

Of those that nobody sees, only the ones that scripts need are let through.
"""
PRINTABLE = (
    r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ue000-\uf8ff\ufffd-\uffff"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]*$"
)
"""What a text of one line from another program fits, as a pattern of JSON Schema.

None of these signs is in it, nor what ends a line, or changes the direction of those behind it on a screen.
"""


def read(path: Path, shown: str) -> SourceFile:
    """Read a file as UTF-8 with unix line ends.

    Raises:
        UnreadableError: it cannot be read, or is not UTF-8 text.
    """
    return text_of(bytes_of(path), shown)


def text_of(data: bytes, shown: str) -> SourceFile:
    """Give what a file holds as UTF-8 with unix line ends.

    Raises:
        NoTextError: it is not UTF-8 text, or contains a control character.
    """
    try:
        file = SourceFile(shown, with_unix_ends(data.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # what it names is not unknown elsewhere
            file = SourceFile(shown, with_unix_ends(data.decode("utf-16", "replace")))
            raise NoTextError(Path(shown), "is not text in UTF-8", Span(file, 0, 1)) from None
        before = with_unix_ends(data[: data.find(error.object) + error.start].decode("utf-8-sig", "replace"))
        file = SourceFile(shown, with_unix_ends(data.decode("utf-8-sig", "replace")))
        raise NoTextError(Path(shown), "is not UTF-8 text", Span(file, len(before), len(before) + 1)) from None
    if (found := NO_SIGN.search(file.text, file.text.startswith(MARK))) is not None:
        what = f"contains a control character, U+{ord(found[0]):04X}"
        raise NoTextError(Path(shown), what, Span(file, *found.span()))
    return file


def with_unix_ends(text: str) -> str:
    """Give a text in which every line ends as under unix."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def many(count: int, one: str) -> str:
    """Give a number of things.

    >>> many(1, "rule"), many(1200, "table")
    ('1 rule', '1,200 tables')
    """
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def is_file(name: str) -> bool:
    """Tell whether a text that somebody typed is the name of a file, however long it is."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def object_in(line: bytes | str) -> dict[str, Any] | None:
    """Give the object that a line of JSON holds; nothing where it holds none, or half a character."""
    try:
        found = json.loads(line)
        if "\\u" in line if isinstance(line, str) else b"\\u" in line:
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def strict_json(text: str, with_point: Callable[[str], Any] | None = None) -> Any:
    """Give what a message from another program holds: JSON without repeated names, fractions and half characters.

    `with_point` reads numbers with a point or an exponent, which are refused otherwise.

    Raises:
        ValueError: it is something else.
        RecursionError: it is nested too deeply.
    """
    found = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=with_point or _no_number)
    text.encode()
    json.dumps(found, ensure_ascii=False).encode()
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name occurs twice")
    return found


def whole_number(text: str) -> int:
    """Give a number with a point or an exponent that is whole all the same, as `4.0`.

    Raises:
        ValueError: it is not whole, or has very many digits.
    """
    number = Decimal(text)
    if number.adjusted() > MOST_DIGITS or number != number.to_integral_value():
        raise ValueError(f"{text[:20]} is not a whole number")
    return int(number)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text[:20]} is not a whole number")


def for_several(words: str) -> str:
    """Give words of which the last is meant for several, by how it ends.

    >>> [for_several(one) for one in ("nut", "a box", "berry", "day", "potato")]
    ['nuts', 'a boxes', 'berries', 'days', 'potatoes']
    """
    if re.search(r"(?:[sxz]|[cs]h|[^aeiou\W]o)$", words):
        return f"{words}es"
    return f"{words[:-1]}ies" if re.search(r"[^aeiou\W]y$", words) else f"{words}s"
