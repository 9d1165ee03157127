"""Print a ruleset as a book, and what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.base.plain_data import Count, FromOne
from quarterdeck.workspace.pipeline.folders import short_name
from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from quarterdeck.print.book.build import BookFormat, Printed
    from quarterdeck.print.book.print_options import PageLook, WantedParts
    from quarterdeck.print.sheets.planning import CountedSort, SheetPart
    from quarterdeck.prose.languages.book_language import BookLanguage


def print_book(
    ruleset: Ruleset,
    folder: Path,
    formats: Sequence[str] = ("html", "pdf"),
    *,
    only: Sequence[str] = ("player",),
    scenario: str = "",
    paper: Literal["a4", "a5", "letter"] = "a4",
    large: bool = False,
    language: str = "en",
) -> Mapping[BookFormat, Path]:
    """Print the rulebook into a folder, and return the path of each format.

    `only` selects parts as in `quarterdeck book --only`; the default is everything for players. `scenario` selects one
    scenario. `language` is the code of an installed language; text without words in it is in English, and marked.

    Raises:
        RefusedError: the ruleset has errors.
        LanguageError: the language is not installed.
        BookError: it cannot be built, or the folder has other files.
    """
    ruleset.refuse_faults(finished=True)
    # Sphinx is slow to load, and only who prints needs it.
    from quarterdeck.print.book.build_fault import BookError
    from quarterdeck.print.book.print_options import PageLook, WantedParts
    from quarterdeck.prose.languages.installed_languages import book_language

    wanted, look = WantedParts(only, scenario), PageLook(paper, large)
    order = BookOrder(ruleset, wanted, book_language(language), told=True, formats=tuple(formats), look=look)
    order.refuse_faults()
    name = short_name(ruleset.name)
    printed = order.printed(name, folder)
    if printed is None:
        raise BookError(f"the book has nothing of {', '.join(only)}")
    return printed.paths


@dataclass(frozen=True)
class BookOrder:
    """What is to be printed, in which language and formats, and with which look.

    Sphinx is slow to load, and only who prints needs it. So the methods import what they call.
    """

    ruleset: Ruleset
    wanted: WantedParts
    language: BookLanguage
    told: bool
    formats: tuple[str, ...]
    look: PageLook

    def refuse_faults(self) -> None:
        """Refuse to print a ruleset with faults of its data, or such as only a book shows; a draft may have the latter.

        Raises:
            RefusedError: there are some.
        """
        from quarterdeck.prose.overrides.override_faults import faults_of_tellings

        self.ruleset.refuse_faults_of_data()
        if self.look.forgiving:
            return
        if self.told and (faults := faults_of_tellings(self.ruleset.checked)):
            raise RefusedError(faults)
        if faults := self.language.check(self.ruleset.checked):
            raise RefusedError(faults)

    def printed(self, name: str, folder: Path, progress: Callable[[str], None] = lambda _words: None) -> Printed | None:
        """Plan the book and print it into a folder; none where it has no pages."""
        from quarterdeck.print.book.build import build
        from quarterdeck.print.book.plan import plan

        counting = progress if "html" in self.formats else None
        planned = plan(self.ruleset, told=self.told, wanted=self.wanted, language=self.language, counting=counting)
        if not planned.book.pages:
            return None
        return build(planned, name, folder, self.formats, progress, self.look)


@dataclass(frozen=True)
class PrintedSheets:
    """The printed sheets: their file, their pages, the content of each part, and the omitted parts.

    What is left out has a reason.
    """

    path: Path
    pages: FromOne
    counts: Mapping[CountedSort, Count]
    left_out: Mapping[SheetPart, str]


def print_sheets(
    ruleset: Ruleset,
    what: str,
    path: Path,
    *,
    only: Sequence[str] = (),
    names: Sequence[str] = (),
    paper: Literal["a4", "a5", "letter"] = "a4",
    large: bool = False,
    hex_width: int = 0,
    draft: bool = False,
    progress: Callable[[str], None] = lambda _words: None,
) -> PrintedSheets:
    """Print the material for the table for a scenario, or for things of a roster, as one PDF.

    `only` selects parts: forces, cards, reference, orders, track, counters, map. With `hex_width`, in millimetres,
    there are also map sheets of hexes or squares. A `draft` is printed despite unfinished rules or overlapping words,
    and marked on each page.

    Raises:
        RefusedError: the ruleset, the scenario or the roster has errors.
        KeyError: there is no such scenario or roster.
        BookError: it cannot be printed, the requested parts are empty, or spaces of that width need too many pages.
    """
    ruleset.refuse_faults(finished=not draft)
    # The rulebook is slow to load, and only who prints needs it.
    from quarterdeck.print.book.build_fault import BookError
    from quarterdeck.print.sheets.planning import PARTS, Wishes, plan
    from quarterdeck.print.sheets.sheet_pdf import print_plan

    ruleset.refuse_faults_of_data()
    wishes = Wishes(paper, large, tuple(only) or PARTS, hex_width, draft=bool(ruleset.findings))
    planned = plan(ruleset, what, wishes, names, progress)
    if not planned.data["parts"]:
        raise BookError("; ".join(f"no {part}: {why}" for part, why in planned.left_out.items()))
    progress("printing")
    return PrintedSheets(path, print_plan(planned, path, forgiving=draft), planned.counts, planned.left_out)
