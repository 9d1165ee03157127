"""`quarterdeck book`: print a ruleset as a rulebook."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.apps.api.printing import BookOrder
from quarterdeck.apps.cli.game_choices import listed, scenario_named
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import NoAnswerError, UsageError, one_of, open_ruleset
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.print.book.print_options import PARTS, PLAYER, PageLook, Paper, WantedParts
from quarterdeck.prose.languages.installed_languages import book_language
from quarterdeck.workspace.pipeline.folders import short_name


def book(
    game: str,
    *,
    folder: Path | None = None,
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
    """Print a ruleset as a book for players: HTML pages, a PDF, and an EPUB.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder; changes by variants are marked.
        folder: write into this folder; `NAME-book` by default.
        format: `html`, `pdf`, `epub`, `md` (Markdown), or several with commas.
        only: print only these parts, with commas: player (everything for players), all (also the appendix for the
            curious), appendices, rules, or chapters such as scenarios, reference, forms.
        scenario: print only this scenario.
        paper: the paper of the PDF: a4, a5 or letter.
        large: large print.
        draft: print despite unfinished rules or overlapping words; every page says so.
        untold: ignore prose overrides, and generate every rule.
        language: the code of an installed language, such as `de`; text without words in it is printed in English and
            marked.
        json: print the paths, and the amount of content, as JSON.
    """
    formats = _formats(format)
    parts = [one_of(part, PARTS, "part of a book") for part in listed(only)]
    printed_in = book_language(language)
    ruleset = open_ruleset(game, finished=not draft)
    gc.freeze()  # it stays to the end: to look for garbage in it again and again takes as long as a third of planning
    chosen = scenario_named(ruleset, scenario) if scenario else ""
    look = PageLook(paper, large, draft=bool(ruleset.findings), forgiving=draft)
    order = BookOrder(ruleset, WantedParts(parts, chosen), printed_in, not untold, formats, look)
    order.refuse_faults()
    name = short_name(game)
    with progress_line("planning the book") as progress:
        printed = order.printed(name, folder if folder is not None else Path(f"{name}-book"), progress)
    if printed is None:
        raise NoAnswerError("book", f"the book has nothing of {only}")
    if json:
        print_json(printed)
    else:
        for path in printed.paths.values():
            print(path)
    if not printed_in.is_of_authors:
        print(printed_in.shown(ruleset, "").partition("\n")[0], file=sys.stderr)  # how much of it has words for it
    return 0


def _formats(asked: str) -> tuple[str, ...]:
    """Give the formats that are asked for.

    Raises:
        UsageError: one is unknown.
    """
    known = ("html", "pdf", "epub", "md")
    found = tuple(dict.fromkeys(listed(asked.lower())))
    unknown = [one for one in found if one not in known]
    if unknown or not found:
        words = "html, pdf, epub, md or several of them (html,pdf)"
        raise UsageError(f"a book is printed as {words}, not as {', '.join(unknown) or 'nothing'}")
    return found
