"""Say what a language gives a book.

In: nothing. Out: two protocols, which `english_books` fulfils for English and other distributions for their languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # commands look a language up before they know whether they print
    from quarterdeck.base.findings.finding import Findings
    from quarterdeck.language.typing.meanings import Checked
    from quarterdeck.prose.overrides.override_writer import BookWriter
    from quarterdeck.prose.overrides.worked_examples import Worked
    from quarterdeck.prose.text.blocks import Book, LinkTarget
    from quarterdeck.workspace.ruleset.ruleset import Ruleset


class BookFrame(Protocol):
    """Puts into a language what no writer plans: headings, leads, captions, notes. Its messages are English."""

    def book(self, book: Book) -> Book:
        """Give a book whose frame is in the language, under the language's code."""

    def words(self, words: str) -> str | None:
        """Give the words for a message, or for words of an author; nothing where there are none."""


class BookLanguage(Protocol):
    """Prints the rules of any ruleset in one language."""

    @property
    def code(self) -> str:
        """Give the code by which browsers, Sphinx and Typst know the language, as `de`; `--language` takes it."""

    @property
    def name(self) -> str:
        """Give the English name in small letters, as `german`; `show --stage` takes it."""

    @property
    def is_of_authors(self) -> bool:
        """Tell whether authors write their rules in it, so that captions, probes and terms need no translation.

        A book in another language leaves pictures of rules and probes out.
        """

    def writer(self, ruleset: Ruleset, english: BookWriter) -> BookWriter:
        """Give what writes the sentences. What has no words in the language stays in English and is marked."""

    def worked(self, writer: BookWriter, places: Mapping[str, LinkTarget], english: Worked) -> Worked:
        """Give what makes the boxes of worked examples, from the examples that the English book prints."""

    def frame(self, writer: BookWriter) -> BookFrame:
        """Give what puts the frame of a book into the language."""

    def check(self, checked: Checked) -> Findings:
        """Find what is wrong with the words that a ruleset brings for the language."""

    def shown(self, ruleset: Ruleset, address: str) -> str:
        """Give the sentences at an address; without an address those of all rules, or which of them lack words."""
