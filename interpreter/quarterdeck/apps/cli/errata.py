"""`quarterdeck errata`: what to write into one rulebook so that it is another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import open_ruleset, refuse_file
from quarterdeck.apps.cli.progress_line import progress_line

ENDINGS = (".txt", ".md", ".html", ".pdf")


def errata(
    game: str,
    other: str,
    *,
    to: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """List the replacements, deletions and additions that turn the book of one ruleset into that of another.

    The list follows the first book, by chapters and paragraph numbers, in the words of both books. It names the
    variants that cause each change, with their reasons.

    Args:
        game: the ruleset of the printed book: its name, `name+variant+variant`, or the path of a folder.
        other: the ruleset of the new book.
        to: write into this file, `.txt`, `.md`, `.html` or `.pdf`.
        json: print JSON.
    """
    if to is not None:
        refuse_file(to, ENDINGS, "errata are")
    one, two = open_ruleset(game), open_ruleset(other)
    with progress_line("reading both books"):
        from quarterdeck.print.errata.errata_output import as_text, print_errata
        from quarterdeck.print.errata.making import errata as made

        found = made(one, two)
        if to is not None:
            print_errata(found, to)
    if json:
        print_json(found)
    else:
        print(as_text(found) if to is None else to)
    return 0
