"""`quarterdeck book`: print a ruleset as a rulebook."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import NoAnswerError, UsageError, one_of, open_ruleset
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.print.book.print_options import PARTS, PLAYER, PageLook, Paper, WantedParts
from quarterdeck.prose.languages.book_language import BookLanguage
from quarterdeck.prose.languages.installed_languages import book_language
from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from quarterdeck.print.book.build import Printed


def book(
    game: str,
    *,
    to: Path | None = None,
    format: str = "html,pdf",  # noqa: A002 - the name of the flag
    only: str = PLAYER,
    scenario: str = "",
    paper: Paper = "a4",
    large: Annotated[bool, Parameter(negative="")] = False,
    draft: Annotated[bool, Parameter(negative="")] = False,
    untold: Annotated[bool, Parameter(negative="")] = False,
    language: str = "en",
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Print a ruleset as a book that a player can use: as pages for a screen, as a PDF, and for e-readers.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder; what variants change is marked.
        to: the folder to write into; `NAME-book` unless said.
        format: `html`, `pdf`, `epub` or several with commas.
        only: parts of it, with commas: player (what players need), all (what is for the curious too), appendices,
            rules, or chapters such as scenarios, reference, forms.
        scenario: of the scenarios only this one.
        paper: the paper of the PDF: a4, a5 or letter.
        large: large print.
        draft: print although the ruleset is not finished, or words in the PDF overlap; each page says so.
        untold: print every rule from its nodes, also those that an author tells.
        language: the code of an installed language, as `de`: as far as the ruleset has words in it, the rest in English
            and marked.
        json: print the paths, and how much is in the book, as JSON.
    """
    formats = _formats(format)
    parts = [one_of(part.strip(), PARTS, "part of a book") for part in only.split(",") if part.strip()]
    printed_in = book_language(language)
    ruleset = open_ruleset(game, finished=not draft)
    gc.freeze()  # it stays to the end: to look for garbage in it again and again takes as long as a third of planning
    chosen = one_of(scenario, ruleset.declared.scenarios, "scenario") if scenario else ""
    look = PageLook(paper, large, draft=bool(ruleset.findings), forgiving=draft)
    order = BookOrder(ruleset, WantedParts(parts, chosen), printed_in, not untold, formats, look)
    order.refuse_faults()
    name = "+".join(Path(part).name for part in game.split("+"))
    printed = order.printed(name, to if to is not None else Path(f"{name}-book"))
    if printed is None:
        raise NoAnswerError("book", f"the book has nothing of {only}")
    if json:
        print_json(printed)
    else:
        for path in printed.paths.values():
            print(path)
    return 0


@dataclass(frozen=True)
class BookOrder:
    """What is to be printed, in which language and formats, and with which look.

    Sphinx is slow to load, and only this command needs it. So its methods import what they call.
    """

    ruleset: Ruleset
    wanted: WantedParts
    language: BookLanguage
    told: bool
    formats: tuple[str, ...]
    look: PageLook

    def refuse_faults(self) -> None:
        """Refuse to print a ruleset with faults that only a book shows; a draft may have all but those of rosters.

        Raises:
            RefusedError: there are some.
        """
        from quarterdeck.prose.overrides.override_faults import faults_of_tellings

        if faults := self.ruleset.faults_of_rosters():
            raise RefusedError(faults)
        if self.look.forgiving:
            return
        if self.told and (faults := faults_of_tellings(self.ruleset.checked)):
            raise RefusedError(faults)
        if faults := self.language.check(self.ruleset.checked):
            raise RefusedError(faults)

    def printed(self, name: str, folder: Path) -> Printed | None:
        """Plan the book and print it into a folder; none where it has no pages."""
        from quarterdeck.print.book.build import build
        from quarterdeck.print.book.plan import plan

        with Console(stderr=True).status("planning the book") as status:
            counting = status.update if "html" in self.formats else None
            planned = plan(self.ruleset, told=self.told, wanted=self.wanted, language=self.language, counting=counting)
            if not planned.book.pages:
                return None
            return build(planned, name, folder, self.formats, status.update, self.look)


def _formats(asked: str) -> tuple[str, ...]:
    """Give the formats that are asked for.

    Raises:
        UsageError: one is unknown.
    """
    known = ("html", "pdf", "epub")
    found = tuple(dict.fromkeys(part.strip().lower() for part in asked.split(",") if part.strip()))
    unknown = [one for one in found if one not in known]
    if unknown or not found:
        words = "html, pdf, epub or several of them (html,pdf)"
        raise UsageError(f"a book is printed as {words}, not as {', '.join(unknown) or 'nothing'}")
    return found
