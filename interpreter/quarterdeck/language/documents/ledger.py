"""Cut the text of a source into paragraphs, and tell which of them a ledger knows.

In: a text, perhaps read by a scanner, and the headings of its sections. Out: its paragraphs by section and number, each
with a hash of its words. A paragraph ends at an empty line, at a heading, and where an item of a list begins. Spaces,
line ends, capital letters and the shapes of quotation marks and dashes do not count, since no two scans agree in them;
signs do, since a minus may be the whole difference. Where a text runs on without empty lines, a paragraph also ends
where a line ends a sentence and the next begins one, and each row of a table is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import blake2b
from itertools import zip_longest
from typing import TypedDict

from quarterdeck.base.plain_data import FromOne
from quarterdeck.language.documents import shapes

FRONT = "front matter"
"""The section of what stands before the first heading."""
ITEM = re.compile(r"(?:[-*•·]|\(?(?:\d{1,2}|[a-z])[.)])\s+\S")
ROW = re.compile(r"\|.*\w")
ENDED = re.compile(r"[.!?:][\"')\]]*$")
BEGUN = re.compile(r"[\"'(\[]*[A-Z0-9]")
WORD = re.compile(r"[^\W\d_]", re.UNICODE)
LETTERS = re.compile(r"\w", re.UNICODE)
ALIKE = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-"})


class PassageData(TypedDict):
    """Where a paragraph begins in the text, and the hash of its words."""

    line: FromOne
    words: str


@dataclass(frozen=True)
class Passage:
    """A paragraph of a source: its section, its number there from one, its words, and the line where it begins."""

    at: str
    number: int
    text: str
    line: int

    @property
    def words(self) -> str:
        """Give the hash of its words."""
        return hash_of(self.text)

    def as_json(self) -> PassageData:
        """Give it as JSON can hold it; what is printed says elsewhere which paragraph it is."""
        return {"line": self.line, "words": self.words}


def hash_of(text: str) -> str:
    """Give a short hash of the words of a text.

    >>> hash_of("A wet  child goes home.") == hash_of("a wet child goes home.")
    True
    >>> hash_of("-1 in frost") == hash_of("1 in frost")
    False
    """
    return blake2b(" ".join(_words(text)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _words(text: str) -> list[str]:
    return unicodedata.normalize("NFKC", text).translate(ALIKE).casefold().split()


def _bare(text: str) -> str:
    """Give the title of a section so that only its letters and digits count."""
    return " ".join(re.findall(r"\w+", " ".join(_words(text))))


def passages(text: str, sections: Mapping[str, str], run_on: bool = False) -> list[Passage]:
    """Cut a text into its paragraphs.

    Args:
        text: the source.
        sections: the heading of each section as it stands on a line of its own, or at the head of a line with a full
            stop behind it, by the name of the place. A heading that comes again goes on with its section.
        run_on: whether the text has no empty lines between its paragraphs.
    """
    places = {_bare(title): place for place, title in sections.items()}
    counts: dict[str, int] = {}
    found: list[Passage] = []
    for place, line, words in _pieces(text, places, run_on):
        counts[place] = counts.get(place, 0) + 1
        found.append(Passage(place, counts[place], words, line))
    return found


def _pieces(text: str, places: Mapping[str, str], run_on: bool) -> Iterator[tuple[str, int, str]]:
    """Give the section, first line and words of each paragraph."""
    place, begun = FRONT, 0
    lines: list[str] = []
    for number, whole in enumerate([*text.splitlines(), ""], 1):
        opened, line = _opened(whole, places)
        is_next = bool(ITEM.match(line.strip())) or (run_on and lines != [] and _goes_on_anew(lines[-1], line.strip()))
        if lines and (not line.strip() or opened is not None or is_next):
            if LETTERS.search("".join(lines)):
                yield place, begun, " ".join(" ".join(lines).split())
            lines = []
        if opened is not None:
            place = opened
        if line.strip():
            begun = begun if lines else number
            lines.append(line)


def _opened(line: str, places: Mapping[str, str]) -> tuple[str | None, str]:
    """Give the section that a line opens, if it does, and what stands on the line behind its heading.

    A heading has a line of its own, or begins one and ends in a full stop. Where nothing but a number is behind it, it
    is a line of a table of contents.
    """
    if (place := places.get(_bare(line))) is not None:
        return place, ""
    for stop in (match.start() for match in re.finditer(r"[.:](?=\s)", line)):
        behind = line[stop + 1 :]
        if (place := places.get(_bare(line[:stop]))) is not None and WORD.search(behind):
            return place, behind
    return None, line


def _goes_on_anew(before: str, line: str) -> bool:
    """Tell whether a paragraph seems to end between two lines of a text that runs on."""
    return ROW.match(line) is not None or (ENDED.search(before.strip()) and BEGUN.match(line)) is not None


@dataclass(frozen=True)
class Difference:
    """Where a ledger and its source differ: a row whose paragraph is gone, a paragraph without a row, or both."""

    row: shapes.Paragraph | None
    passage: Passage | None


def differences(rows: Iterable[shapes.Paragraph], found: Iterable[Passage]) -> list[Difference]:
    """Compare a ledger with its source, section by section.

    A paragraph put in between moves those behind it, and they count as unchanged.
    """
    listed: dict[str, list[shapes.Paragraph]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        listed.setdefault(row.at, []).append(row)
    present: dict[str, list[Passage]] = {}
    for passage in found:
        present.setdefault(passage.at, []).append(passage)
    return [
        difference
        for place in dict.fromkeys([*present, *listed])
        for difference in _in_section(listed.get(place, []), present.get(place, []))
    ]


def _in_section(rows: list[shapes.Paragraph], found: list[Passage]) -> Iterator[Difference]:
    """Give the differences of one section."""
    matcher = SequenceMatcher(None, [row.words for row in rows], [one.words for one in found], autojunk=False)
    for sort, a, b, c, d in matcher.get_opcodes():
        if sort != "equal":
            for row, passage in zip_longest(rows[a:b], found[c:d]):
                yield Difference(row, passage)
