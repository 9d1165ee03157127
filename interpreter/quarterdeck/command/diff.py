"""`quarterdeck diff`: what two rulesets differ in, and what that does to the odds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.containers import Lines
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quarterdeck.api.comparing import ChangedElement, OddsMoved, RulesetDifference, ShownMoved, WrittenElement
from quarterdeck.api.comparing import diff as compared
from quarterdeck.command.opening import UsageError, open_ruleset, refuse_number
from quarterdeck.command.printing import print_json
from quarterdeck.command.witnesses import print_witnesses
from quarterdeck.compare.changes import WITHOUT_MEANING
from quarterdeck.compare.marked import MARKS, MarkedLine, lines_between
from quarterdeck.compare.parts import ChangedPart
from quarterdeck.ruleset.asked import UnknownError

ROWS = 8
NARROWEST = 40
"""Columns that a text has at least, however narrow the terminal."""
INDENT = 4
DEEDS = {"changed": "changed", "removed": "removed", "added": "added", "renamed": "renamed, and the same"}
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
        json: print as JSON, with exact fractions.
    """
    refuse_number("--budget", budget, 1)
    one, two = open_ruleset(game), open_ruleset(other)
    with Console(stderr=True).status("comparing") as status:

        def progress(text: str) -> None:
            status.update(f"counting: {escape(text)}")

        try:
            manner = {"odds": odds, "english": json or not rules, "witness": witness}
            found = compared(one, two, of=of, budget=budget, progress=progress, **manner)
        except UnknownError as error:
            raise UsageError(str(error)) from None
    if json:
        print_json(found.as_data())
        return 0
    console = Console(highlight=False)
    _print_changes(console, found, all)
    if odds:
        _print_odds(console, found, everything=all, exact=exact)
    if witness:
        print_witnesses(console, found, exact)
    return 0


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
        for line in lines_between(*_texts(change)):
            _print_line(console, line)


def _entries(change: ChangedElement) -> Table:
    """Give what differs of a piece of data as a table: the keys that lead to it, what stood and what stands there."""
    table = Table()
    whole, _, name = change.address.partition(".")
    table.add_column(escape(whole), overflow="fold")
    sides = [side for side, there in (("before", change.before), ("after", change.after)) if there is not None]
    for side in sides:
        table.add_column(side, overflow="fold")
    for part in change.parts:
        said = dict(zip(sides, _said_of(change, part), strict=False))
        where = ", ".join(part.path) or name
        table.add_row(escape(where), *(escape(said.get(side) or getattr(part, side)) for side in sides))
    return table


def _said_of(change: ChangedElement, part: ChangedPart) -> tuple[str, ...]:
    """Give what a row of one cell says, or a cell, in English, without the row's head; nothing for anything else."""
    there = [side for side in (change.before, change.after) if side is not None]
    if part.path or change.sort not in ("row", "cell"):
        return ()
    return tuple(side.english.partition(" | ")[2] if change.sort == "row" else side.english for side in there)


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


def _texts(change: ChangedElement) -> tuple[str, str]:
    """Give both texts: in English, unless English has nothing for one side or says the same of both."""
    nothing = WrittenElement("", "", None)
    before, after = change.before or nothing, change.after or nothing
    is_said = all(bool(side.english) == bool(side.rules) for side in (before, after))
    if not is_said or before.english == after.english or change.deed == "words":
        return before.rules, after.rules
    return before.english, after.english


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
    shift = _percent(each.distance or Fraction())
    console.print(f"\n[bold]{escape(each.title)}[/bold]")
    _say(console, f"{each.of}: shifts {shift}")
    for shown in each.shows:
        if shown.distance or everything:
            console.print(_table(shown, everything, exact))


def _table(shift: ShownMoved, everything: bool, exact: bool) -> Table:
    table = Table()
    for column in shift.columns:
        table.add_column(escape(column["title"]), overflow="fold")
    for title in ("before", "after"):
        table.add_column(title, justify="right", overflow="fold")
    table.add_column("difference", justify="right")
    rows = shift.outcomes if everything else [o for o in shift.outcomes if o.difference][:ROWS]
    for outcome in rows:
        sign = "+" if outcome.difference > 0 else "−" if outcome.difference < 0 else ""
        table.add_row(
            *map(escape, outcome.text),
            _chance(outcome.before, exact),
            _chance(outcome.after, exact),
            f"{sign}{_percent(abs(outcome.difference))}",
        )
    if len(rows) < len(shift.outcomes):
        rest = [o for o in shift.outcomes if o not in rows]
        sums = [sum((getattr(o, side) for o in rest), Fraction()) for side in ("before", "after")]
        blanks = [""] * (len(shift.columns) - 1)
        table.add_row(f"{len(rest)} more", *blanks, *(_chance(each, exact) for each in sums), "", style="dim")
    return table


def _chance(share: Fraction, exact: bool) -> str:
    return f"{_percent(share)}\n{share}" if exact and 0 < share < 1 else _percent(share)


def _percent(share: Fraction) -> str:
    return "under 0.01%" if 0 < share < Fraction(1, 10_000) else f"{float(share):.2%}"
