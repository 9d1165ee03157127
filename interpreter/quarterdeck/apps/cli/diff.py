"""`quarterdeck diff`: what two rulesets differ in, and what that does to the odds."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.containers import Lines
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quarterdeck.analysis.diff.changes import WITHOUT_MEANING
from quarterdeck.analysis.diff.text_diff import MARKS, MarkedLine, lines_between
from quarterdeck.apps.api.comparing import ChangedElement, OddsMoved, RulesetDifference, ShownMoved
from quarterdeck.apps.api.comparing import diff as compared
from quarterdeck.apps.cli.difference_text import DEEDS, ENDINGS, NUMBERS, entries, outcomes, texts_of, told
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset, refuse_number
from quarterdeck.apps.cli.percentages import percent
from quarterdeck.apps.cli.witnesses import print_witnesses

NARROWEST = 40
"""Columns that a text has at least, however narrow the terminal."""
INDENT = 4
STYLES = {"-": "red", "+": "green"}


def diff(
    game: str,
    other: str,
    *,
    of: str = "",
    rules: Annotated[bool, Parameter(negative="")] = False,
    odds: bool = True,
    exact: Annotated[bool, Parameter(negative="")] = False,
    witness: Annotated[bool, Parameter(negative="")] = False,
    all: Annotated[bool, Parameter(negative="")] = False,  # noqa: A002 - the word for it on a command line
    budget: int = 1_000_000,
    to: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Compare two rulesets, or one with and without its house rules, by what they mean.

    What was changed, removed and added stands by address: of rules the sentences that differ, with the words that were
    taken away as [-gone-] and those that came as {+new+}; of tables and other data the entries that differ. Doctrine
    stands behind the rules. Then how the odds of every question shift that a change can reach, the largest shift
    first. What is asked of the odds stands in the `questions.yaml` of the ruleset and its variants.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        other: what it is compared with.
        of: ask the odds about this worked example (`example` or `example/case`), not the standard questions.
        rules: show rules as they are written, not in English.
        odds: count odds; `--no-odds` leaves them out.
        exact: give chances as exact fractions besides.
        witness: look for the smallest situation in which each rule next to a change brings another outcome, and say how
            to ask about it again.
        all: show every outcome, the questions whose odds stay as they are, and what is only worded otherwise.
        budget: how many steps of counting each answer may take.
        to: a file to print into, by its ending as a page or on paper: `.html`, `.pdf`.
        json: print as JSON, with exact fractions.
    """
    if to is not None:
        _check_file(to)
    refuse_number("--budget", budget, 1)
    one, two = open_ruleset(game), open_ruleset(other)
    with Console(stderr=True).status("comparing") as status:

        def progress(text: str) -> None:
            status.update(f"counting: {escape(text)}")

        manner = {"odds": odds, "english": json or not rules, "witness": witness}
        found = compared(one, two, of=of, budget=budget, progress=progress, **manner)
    if to is not None:
        from quarterdeck.apps.cli.difference_page import print_difference

        print_difference(told(found, everything=all, exact=exact), to)
    if json:
        print_json(found)
        return 0
    if to is not None:
        print(to)
        return 0
    console = Console(highlight=False)
    _print_changes(console, found, all)
    if odds:
        _print_odds(console, found, everything=all, exact=exact)
    if witness:
        print_witnesses(console, found, exact)
    return 0


def _check_file(path: Path) -> None:
    """Refuse a file into which no difference can be printed, before anything is counted."""
    if path.suffix not in ENDINGS:
        raise UsageError(
            f"a difference is printed into a file that ends in {' or '.join(ENDINGS)}, and not {path.name}"
        )
    if path.suffix == ".pdf" and find_spec("typst") is None:
        raise UsageError("paper needs typst: pip install 'quarterdeck[docs]'")


def _say(console: Console, text: str | Text) -> None:
    """Print a line as it is: addresses are not broken in the middle, however narrow the terminal."""
    console.print(text, soft_wrap=True, markup=False)


# --- what changed


def _print_changes(console: Console, found: RulesetDifference, everything: bool) -> None:
    meant = [change for change in found.changes if change.deed not in WITHOUT_MEANING]
    if not meant:
        _say(console, f"{found.before} and {found.after} mean the same")
    else:
        _say(console, f"before: {found.before}")
        _say(console, f"after:  {found.after}")
    for is_advice in (False, True):
        for deed, title in DEEDS.items():
            changes = [c for c in found.changes if c.deed == deed and c.is_advice == is_advice]
            if changes:
                said = f"doctrine {title}" if is_advice else title
                console.print(f"\n[bold]{said} ({len(changes)})[/bold]")
            for change in changes:
                _print_change(console, change)
    worded = [change for change in found.changes if change.deed == "words"]
    if worded:
        console.print(f"\n[bold]only worded otherwise ({len(worded)})[/bold]")
    for change in worded:
        _print_change(console, change) if everything else _say(console, f"  {change.address}")


def _print_change(console: Console, change: ChangedElement) -> None:
    formerly = f", formerly {change.formerly}" if change.formerly else ""
    _say(console, Text.assemble(("\n" + change.address, "cyan"), f"  {change.sort}{formerly}"))
    if change.parts:
        console.print(Padding(_entries(change), (0, 0, 0, 2)))
    elif change.deed != "renamed":
        for line in lines_between(*texts_of(change)):
            _print_line(console, line)


def _entries(change: ChangedElement) -> Table:
    """Lay out what differs of a piece of data."""
    told, table = entries(change), Table()
    for head in told.heads:
        table.add_column(escape(head), overflow="fold")
    for row in told.rows:
        table.add_row(*map(escape, row))
    return table


def _print_line(console: Console, line: MarkedLine) -> None:
    first, last = MARKS[line.sign]
    text = Text()
    for piece in line.pieces:
        words = f"{first}{piece.text}{last}" if piece.differs else piece.text
        text.append(words, f"bold {STYLES[line.sign]}" if piece.differs else "")
    width = max(NARROWEST, console.width - INDENT)
    for number, part in enumerate(_in_lines(text, width)):
        sign = Text(f"  {line.sign} ", STYLES[line.sign]) if number == 0 else Text(" " * INDENT)
        part.rstrip()
        _say(console, sign + part)


def _in_lines(text: Text, width: int) -> Lines:
    """Break a text between words; a word that is longer than a line stands in one of its own."""
    breaks, start = [], 0
    for word in re.finditer(r"\S+", text.plain):
        if word.end() - start > width and word.start() > start:
            start = word.start()
            breaks.append(start)
    return text.divide(breaks)


# --- odds


def _print_odds(console: Console, found: RulesetDifference, *, everything: bool, exact: bool) -> None:
    for each in found.odds:
        if each.distance:
            _print_question(console, each, everything, exact)
    for title, titles in (
        ("counted, and the same odds in both", [each.title for each in found.odds if each.distance == 0]),
        ("not counted, since nothing that they come to has changed", found.untouched),
        ("no question asks about", found.not_asked),
    ):
        if titles:
            console.print(f"\n{title}:")
        for one in titles:
            _say(console, f"  {one}")
    for each in found.odds:
        if each.unanswered is not None:
            _say(console, f"\n{each.title}: {each.unanswered}")
    if found.changes and not found.odds and not found.untouched and any(_has_meaning(c) for c in found.changes):
        console.print("\nno odds were counted: neither ruleset has questions (`questions.yaml`)")


def _has_meaning(change: ChangedElement) -> bool:
    return change.deed not in WITHOUT_MEANING


def _print_question(console: Console, each: OddsMoved, everything: bool, exact: bool) -> None:
    shift = percent(each.distance or Fraction())
    console.print(f"\n[bold]{escape(each.title)}[/bold]")
    _say(console, f"{each.of}: shifts {shift}")
    for shown in each.shows:
        if shown.distance or everything:
            console.print(_table(shown, everything, exact))


def _table(shift: ShownMoved, everything: bool, exact: bool) -> Table:
    told, table = outcomes(shift, everything, exact), Table()
    numbers = len(told.heads) - NUMBERS
    for at, head in enumerate(told.heads):
        table.add_column(escape(head), overflow="fold", justify="left" if at < numbers else "right")
    for row in told.rows:
        table.add_row(*map(escape, row), style=None if row[-1] else "dim")
    return table
