"""Find on printed pages what no reader can read: words over words, words that are cut off, signs that no font has.

In: a PDF that Typst wrote. Out: a fault for each, with its page and its words. Words over a mark that lies across the
page aslant are none, nor is a word drawn twice in one place, as it is for a rim around its letters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from unicodedata import category

from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.print.book.pdf_words import NO_LETTER, PrintedWords, Rectangle, letters_in, page_count, words_in
from quarterdeck.print.book.worker_process import can_share, process_beside

CODE = "QD708"
HINT = "shorten the words; with --draft, `book` and `sheet` print them anyway, and mark each page"
NO_FONT = "has characters that no font has"
MOST_SAID = 10
"""So many faults are told of; the rest is counted."""
ENOUGH_TO_SPREAD = 30
"""So many pages are looked at by two processes; fewer are done before another has begun."""
_ACROSS = 1.0
"""Boxes that share less than so many points are side by side: letters reach a little out of their boxes."""
_HIGH = 0.3
"""Lines that share less than so much of the lower of them are one below the other."""
_CUT = 1.5
"""So many points may words reach out of their room: tails of letters do."""
_BAND = 24
_LONGEST = 50


@dataclass(frozen=True)
class PrintFault:
    """What cannot be read on a page."""

    page: int
    says: str

    def __str__(self) -> str:
        """Give it as a line of a message."""
        return f"page {self.page}: {self.says}"


def refuse_overlaps(pdf: bytes, name: str, source: str) -> None:
    """Refuse a PDF, to be called so, in which words lie over words, are cut off or have signs that no font has.

    What it was set from says which signs these are.

    Raises:
        RefusedError: there are such words; each finding names the page, as the line of the file, and the words.
    """
    found = faults_in(pdf)
    if not found:
        return
    findings = Findings()
    pages = SourceFile(name, "\n".join(f"page {number}" for number in range(1, found[-1].page + 1)))
    more = len(found) - MOST_SAID
    lost = sorted(sign for sign in set(source) - letters_in(pdf) if category(sign)[0] in "LMNS" and not sign.isascii())
    for place, one in enumerate(found[:MOST_SAID], 1):
        start = pages.line_starts[one.page - 1]
        words = f", and {more} more" if more > 0 and place == MOST_SAID else ""
        hint = HINT
        if one.says.endswith(NO_FONT):
            hint = f"write {' '.join(lost[:MOST_SAID]) or 'them'} in other letters; --draft prints boxes instead"
        findings.add(CODE, f"{one}{words}", Span(pages, start, start + len(f"page {one.page}")), hint=hint)
    raise RefusedError(findings)


def has_overlaps(pdf: bytes) -> bool:
    """Tell whether words in a PDF lie over words or are cut off."""
    return bool(faults_in(pdf))


def faults_in(pdf: bytes) -> list[PrintFault]:
    """Give what cannot be read in a PDF, page by page; of a long one, a process beside looks at half of the pages."""
    pages = page_count(pdf)
    if pages < ENOUGH_TO_SPREAD or not can_share():
        return list(faults_of(words_in(pdf)))
    half = pages // 2
    with process_beside() as pool:
        waiting = pool.submit(_faults_on, pdf, half, pages)
        return [*_faults_on(pdf, 0, half), *waiting.result()]


def _faults_on(pdf: bytes, first: int, last: int) -> list[PrintFault]:
    return list(faults_of(words_in(pdf, slice(first, last))))


def faults_of(words: Iterable[PrintedWords]) -> Iterator[PrintFault]:
    """Give what cannot be read, page by page."""
    pages: dict[int, list[PrintedWords]] = defaultdict(list)
    for one in words:
        if one.aslant:
            continue
        pages[one.page].append(one)
    for page, there in sorted(pages.items()):
        yield from (PrintFault(page, f"“{_short(one.words)}” is cut off") for one in there if _is_cut(one))
        boxes = dict.fromkeys(_short(one.words) for one in there if NO_LETTER in one.words)
        yield from (PrintFault(page, f"“{words}” {NO_FONT}") for words in boxes)
        for one, other in _crossing(there):
            yield PrintFault(page, f"“{_short(one.words)}” and “{_short(other.words)}” overlap")


def _crossing(there: list[PrintedWords]) -> Iterator[tuple[PrintedWords, PrintedWords]]:
    """Give each two words of a page that share room, once."""
    bands: dict[int, list[int]] = defaultdict(list)
    seen: set[tuple[int, int]] = set()
    for place, one in enumerate(there):
        for band in range(int(one.box[1] // _BAND), int(one.box[3] // _BAND) + 1):
            for other in bands[band]:
                if (other, place) not in seen and _overlap(there[other], one):
                    seen.add((other, place))
                    yield there[other], one
            bands[band].append(place)


def _overlap(one: PrintedWords, other: PrintedWords) -> bool:
    """Tell whether words lie over other words."""
    across = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    if across < _ACROSS:
        return False
    high = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    if high < _HIGH * min(_height(one.box), _height(other.box)):
        return False
    return not (one.words == other.words and _is_near(one.box, other.box))


def _is_near(one: Rectangle, other: Rectangle) -> bool:
    return all(abs(a - b) < _ACROSS for a, b in zip(one, other, strict=True))


def _is_cut(one: PrintedWords) -> bool:
    """Tell whether words reach out of the page, or of the drawing or box that holds them."""
    left, low, right, high = one.room
    return one.box[0] < left - _CUT or one.box[1] < low - _CUT or one.box[2] > right + _CUT or one.box[3] > high + _CUT


def _height(box: Rectangle) -> float:
    return box[3] - box[1]


def _short(words: str) -> str:
    words = words.replace(NO_LETTER, "\N{WHITE SQUARE}")
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
