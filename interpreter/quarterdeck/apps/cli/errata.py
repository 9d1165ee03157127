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
    """Say what to replace, delete and add in the book of one ruleset so that it is that of another.

    It stands in the order of the first book, by chapters and by the numbers that its paragraphs have there, in the
    words of both books, with the variants that bring each change and the reasons that they give.

    Args:
        game: whose book it is: a ruleset's name, `name+variant+variant`, or a path to a folder.
        other: what it is to become.
        to: a file to print into, by its ending as text, Markdown, a page or paper: `.txt`, `.md`, `.html`, `.pdf`.
        json: print as JSON.
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
