"""Give a book in English, the language of authors and of the messages of every frame.

In: a ruleset. Out: what `BookLanguage` asks for. Everything stays as it is planned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.english_writer import said
from quarterdeck.prose.languages.book_language import BookLanguage
from quarterdeck.prose.overrides.override_writer import BookWriter, side_by_side
from quarterdeck.prose.overrides.worked_examples import Worked
from quarterdeck.prose.text.blocks import Book, LinkTarget
from quarterdeck.workspace.ruleset.ruleset import Ruleset


class EnglishFrame:
    """Leaves the frame of a book as it is."""

    def book(self, book: Book) -> Book:
        """Give the book."""
        return book

    def words(self, words: str) -> str:
        """Give the words."""
        return words


@dataclass(frozen=True)
class EnglishBooks:
    """Prints rules in English."""

    code: str = "en"
    name: str = "english"
    is_of_authors: bool = True

    def writer(self, ruleset: Ruleset, english: BookWriter) -> BookWriter:
        """Give the writer of the English book."""
        return english

    def worked(self, writer: BookWriter, places: Mapping[str, LinkTarget], english: Worked) -> Worked:
        """Give the examples of the English book."""
        return english

    def frame(self, writer: BookWriter) -> EnglishFrame:
        """Give the frame that changes nothing."""
        return EnglishFrame()

    def check(self, checked: Checked) -> Findings:
        """Find nothing: a ruleset brings no words for English beside its rules."""
        return Findings()

    def shown(self, ruleset: Ruleset, address: str) -> str:
        """Give the sentences at an address beside what an author tells there; without an address those of all rules."""
        if address:
            return side_by_side(ruleset, address)
        return "\n\n".join(said(ruleset.checked, one) for one in ruleset.declared.rules)


ENGLISH: BookLanguage = EnglishBooks()
