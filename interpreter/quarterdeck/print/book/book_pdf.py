"""Print a planned book as one PDF, through Typst.

In: a plan, how the book is to look, and an empty folder. Out: `book.typ` and `book.pdf` in it. `typst_book` prints the
blocks, `typst_template.typ` decides how pages look.

The same book gives the same bytes: the time comes from SOURCE_DATE_EPOCH or is fixed, and only the fonts within the
`typst` wheel are used. Nothing is fetched.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.book.form_pages import write_form_template
from quarterdeck.print.book.plan import ACCENT, Planned
from quarterdeck.print.book.print_options import PageLook
from quarterdeck.print.book.table_widths import page_size, reference_page
from quarterdeck.print.book.typst_book import print_book
from quarterdeck.print.book.typst_markup import array, block, flag, markup, string, strings
from quarterdeck.print.book.typst_rounds import KNOWN_FILE, typeset
from quarterdeck.print.book.typst_text import LabelHome
from quarterdeck.prose.text.blocks import Narrow

TEMPLATE = Path(__file__).with_name("typst_template.typ")
FIXED_TIME = "315532800"
"""The first day that a zip file can tell, as good as any; a build must not depend on the day it is made."""
_WORTH_A_CONTENTS_PAGE = 3
"""With fewer headings than this a list of them helps nobody."""


@dataclass(frozen=True)
class PrintedFormat:
    """What a format holds: how many places, and the pages on which parts of a PDF begin, with its last page."""

    places: int
    part_pages: tuple[int, ...] = ()


def print_pdf(planned: Planned, look: PageLook, folder: Path, name: str) -> PrintedFormat:
    """Print a book into a folder.

    Raises:
        BookError: Typst has something to complain of, or the book leads to what is not printed.
    """
    paper = paper_of(look)
    printed = print_book(planned, page_size(paper, large=look.large), reference_page(paper, large=look.large))
    if planned.is_whole and printed.missing:
        raise BookError(f"{name} leads to what is not printed: {', '.join(dict.fromkeys(printed.missing))}")
    index = index_as_typst(printed.indexed, printed.known, planned.framed)
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "book.typ"
    template = TEMPLATE.read_text(encoding="utf-8")
    source.write_text(f"{settings(planned, look)}\n\n{template}\n{printed.text}\n{index}", encoding="utf-8")
    if printed.has_forms:
        write_form_template(folder, paper, large=look.large)
    done = typeset(source, source.with_suffix(".pdf"), timestamp())
    if done.warnings:
        raise BookError(f"printing {name} brought warnings, and warnings are errors:\n" + "\n".join(done.warnings))
    return PrintedFormat(printed.places, done.parts)


def paper_of(look: PageLook) -> str:
    """Name the paper as Typst does."""
    return "us-letter" if look.paper == "letter" else look.paper


def timestamp() -> int:
    """Give the time that the PDF says it was made, in seconds since 1970."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or FIXED_TIME)


def settings(planned: Planned, look: PageLook) -> str:
    """Say for the template what a book is called and how it is to look."""
    book = planned.book
    sections = sum(1 for page in book.pages for _section in page.section.walk())
    has_contents = sections >= _WORTH_A_CONTENTS_PAGE
    values = {
        "title": string(book.title),
        "subtitle": string(book.subtitle),
        "edition": string(book.edition),
        "author": string(book.author),
        "note": strings(" ".join(paragraph.split()) for paragraph in book.note),
        "paper": string(paper_of(look)),
        "accent": f"rgb({string(ACCENT)})",
        "large": flag(look.large) or "false",
        "mark": string(planned.framed("Draft") if look.draft else ""),
        "language": string(book.language),
        "reference_alone": flag(_is_reference_alone(planned)) or "false",
        "contents": f"[{markup(planned.framed('Contents'))}]" if has_contents else "none",
    }
    # What is known stands apart: where it changes, all that is made of it is laid out anew.
    lines = "".join(f"  {name.replace('_', '-')}: {value},\n" for name, value in values.items())
    return f"#let settings = (\n{lines})\n#let known = json({string(KNOWN_FILE)})"


def _is_reference_alone(planned: Planned) -> bool:
    """Tell whether a book is nothing but its quick reference, which then is a sheet without a title page."""
    return all(isinstance(next(iter(page.section.blocks), None), Narrow) for page in planned.book.pages)


# --- the index


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
