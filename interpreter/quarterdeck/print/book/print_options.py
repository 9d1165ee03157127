"""Choose what is printed of a book, and how: chapters by name, one scenario alone, on which paper, in large print.

In: the pages of a whole book. Out: those that are wanted, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from quarterdeck.prose.text.blocks import Page

PLAYER, ALL = "player", "all"
"""What players need at the table, which is a book by itself, and the same with all that is for the curious."""
PARTS = (
    PLAYER,
    ALL,
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
"""What may be printed: all that players need, all there is, all appendices, the rules, or a chapter by its name."""
RULINGS, FORMS = "rulings", "forms"
FOR_PLAYERS = frozenset((RULINGS, FORMS, "missing", "untold"))
"""The appendices that stand in the player's book too.

Margins speak of rulings, rules of what is kept on paper; what the book leaves out, and what is marked in it as told in
other words before, is said wherever it is printed.
"""

Paper = Literal["a4", "a5", "letter"]
"""The papers there are."""


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
    """Which parts of a book are wanted, all where none is named, and the one scenario, all where that is empty.

    The commands print what players need unless they are asked for more.
    """

    parts: Sequence[str] = ()
    scenario: str = ""

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is left out."""
        return self.has_all_parts and not self.scenario

    @property
    def has_all_parts(self) -> bool:
        """Tell whether no part is left out."""
        return not self.parts or ALL in self.parts

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
        whole = ("appendices", *((PLAYER,) if page in FOR_PLAYERS else ())) if part == "appendix" else (PLAYER,)
        return self.has_all_parts or any(name in self.parts for name in (*whole, *names) if name)

    @property
    def has_short_rulings(self) -> bool:
        """Tell whether rulings are printed for players at the table: what each says, without what speaks for it."""
        return PLAYER in self.parts and not {ALL, "appendices", RULINGS} & {*self.parts}

    def with_one_scenario(self, page: Page) -> Page:
        """Give the chapter of scenarios with one of them."""
        sections = page.section.sections
        kept = tuple(one for one in sections if one.place and one.place.address.rpartition(".")[2] == self.scenario)
        return replace(page, section=replace(page.section, sections=kept))


WHOLE = WantedParts()
"""All of a book."""
