"""Choose what is printed of a book, and how: chapters by name, one scenario alone, on which paper, in large print.

In: the pages of a whole book. Out: those that are wanted, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from quarterdeck.rulebook.blocks import Page

PARTS = (
    "player",
    "appendices",
    "rules",
    "reading",
    "changes",
    "scenarios",
    "options",
    "glossary",
    "reference",
    "forms",
    "things",
    "rosters",
    "rulings",
    "missing",
    "untold",
    "examples",
    "numbers",
    "workings",
    "pictures",
)
"""What may be printed alone: all that players need, all appendices, the rules, or another chapter by its name."""
RULINGS, FORMS = "rulings", "forms"
"""The appendices that stand in the player's book too: margins speak of rulings, rules of what is kept on paper."""

Paper = Literal["a4", "a5", "letter"]
"""The papers there are."""


Language = Literal["en", "de"]
"""The languages that a book may be in."""
ENGLISH: Language = "en"


@dataclass(frozen=True)
class PageLook:
    """How a book is printed: on which paper, in large print, and marked as a draft on each page.

    `forgiving`: words over words and words cut off are printed all the same, and make a draft of the PDF.
    """

    paper: Paper = "a4"
    large: bool = False
    draft: bool = False
    forgiving: bool = False


LIKE_A_BOOK = PageLook()
"""On A4, as large as books are."""


@dataclass(frozen=True)
class WantedParts:
    """Which parts of a book are wanted, all where none is named, and the one scenario, all where that is empty."""

    parts: Sequence[str] = ()
    scenario: str = ""

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is left out."""
        return not self.parts and not self.scenario

    def pages(self, pages: Iterable[Page]) -> Iterator[Page]:
        """Give the pages that are wanted."""
        for page in pages:
            if self.has(page):
                yield self.with_one_scenario(page) if self.scenario and page.name == "scenarios" else page

    def has(self, page: Page) -> bool:
        """Tell whether a page is wanted."""
        return self.names(page.name, page.part)

    def names(self, page: str, part: str) -> bool:
        """Tell whether a page of a name in a part of the book is wanted."""
        names = (page, "rules" if part == "rules" else "")
        whole = (
            ("appendices", *(("player",) if page in (RULINGS, FORMS) else ())) if part == "appendix" else ("player",)
        )
        return not self.parts or any(name in self.parts for name in (*whole, *names) if name)

    @property
    def has_short_rulings(self) -> bool:
        """Tell whether rulings are printed for players at the table: what each says, without what speaks for it."""
        return "player" in self.parts and not {"appendices", RULINGS} & {*self.parts}

    def with_one_scenario(self, page: Page) -> Page:
        """Give the chapter of scenarios with one of them."""
        sections = page.section.sections
        kept = tuple(one for one in sections if one.place and one.place.address.rpartition(".")[2] == self.scenario)
        return replace(page, section=replace(page.section, sections=kept))


WHOLE = WantedParts()
"""All of a book."""
