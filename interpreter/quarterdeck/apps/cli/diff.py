"""`quarterdeck diff`: what two rulesets differ in, and what that does to the odds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.apps.api.comparing import RulesetDifference
from quarterdeck.apps.api.comparing import diff as compared
from quarterdeck.apps.cli.difference_report import (
    ENDINGS,
    changes,
    is_meant,
    lists,
    questions,
    report_of,
    unanswered,
)
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import open_ruleset, refuse_file, refuse_number
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.apps.cli.witnesses import not_witnessed, witnesses
from quarterdeck.print.report.file import print_report
from quarterdeck.print.report.terminal import print_list, print_section, say


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
    """Compare two rulesets, or one with and without its house rules, by meaning.

    Changes, removals and additions are listed by address: for rules the sentences that differ, with removed words
    as [-gone-] and added words as {+new+}; for tables and other data the entries that differ. Doctrine comes after
    the rules. Then come the shifts in the odds of every question in `questions.yaml` that a change can affect, the
    largest first.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        other: the ruleset to compare with.
        of: compute the odds of this worked example (`example` or `example/case`) instead of the standard questions.
        rules: show the source of rules instead of English.
        odds: compute odds; `--no-odds` omits them.
        exact: also print chances as exact fractions.
        witness: find the smallest situation in which each affected rule has another outcome, and the commands to run
            it again.
        all: show every outcome, questions without a shift, and changes of wording.
        budget: the number of steps of counting for each answer.
        to: write into this file, `.html` or `.pdf`.
        json: print JSON, with exact fractions.
    """
    if to is not None:
        refuse_file(to, ENDINGS, "a difference is")
    refuse_number("--budget", budget, 1)
    one, two = open_ruleset(game), open_ruleset(other)
    with progress_line("comparing") as progress:

        def counting(text: str) -> None:
            progress(f"counting: {text}")

        manner = {"odds": odds, "english": json or not rules, "witness": witness}
        found = compared(one, two, of=of, budget=budget, progress=counting, **manner)
    if to is not None:
        print_report(report_of(found, everything=all, exact=exact), to)
    if json:
        print_json(found)
    elif to is not None:
        print(to)
    else:
        console = Console(highlight=False)
        _print_changes(console, found, all)
        if odds:
            _print_odds(console, found, everything=all, exact=exact)
        if witness:
            _print_witnesses(console, found, exact=exact)
    return 0


# --- at a terminal


def _print_changes(console: Console, found: RulesetDifference, everything: bool) -> None:
    if not is_meant(found):
        say(console, f"{found.before} and {found.after} mean the same")
    else:
        say(console, f"before: {found.before}")
        say(console, f"after:  {found.after}")
    for part in changes(found, everything=everything):
        print_section(console, part)


def _print_odds(console: Console, found: RulesetDifference, *, everything: bool, exact: bool) -> None:
    for part in questions(found, everything=everything, exact=exact):
        print_section(console, part)
    for part in lists(found):
        print_list(console, part)
    for line in unanswered(found):
        say(console, f"\n{line}")
    if is_meant(found) and not found.odds and not found.untouched:
        console.print("\nno odds were counted: neither ruleset has questions (`questions.yaml`)")


def _print_witnesses(console: Console, found: RulesetDifference, *, exact: bool) -> None:
    for part in witnesses(found, exact=exact):
        print_section(console, part)
    for part in not_witnessed(found):
        print_list(console, part)
