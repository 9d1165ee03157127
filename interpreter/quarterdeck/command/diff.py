"""`quarterdeck diff`: what two rulesets differ in, and what that does to the odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from quarterdeck.api.comparing import ChangedElement, OddsMoved, RulesetDifference, ShownMoved, WrittenElement
from quarterdeck.api.comparing import diff as compared
from quarterdeck.command.opening import UsageError, open_ruleset
from quarterdeck.command.printing import print_json
from quarterdeck.ruleset.asked import UnknownError

ROWS = 8
LONG = 22
DEEDS = {
    "changed": "changed",
    "removed": "removed",
    "added": "added",
    "words": "only worded otherwise",
}


def diff(
    game: str,
    other: str,
    *,
    of: str = "",
    rules: Annotated[bool, Parameter(negative="")] = False,
    odds: bool = True,
    all: Annotated[bool, Parameter(negative="")] = False,  # noqa: A002 - the word for it on a command line
    budget: int = 1_000_000,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Compare two rulesets, or one with and without its house rules.

    What was changed, added and removed stands by address, in English side by side; then how the exact odds of the
    procedures concerned shift, the largest shift first. What is asked of the odds stands in the `questions.yaml` of
    the ruleset and its variants.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        other: what it is compared with.
        of: ask the odds about this worked example (`example` or `example/case`), not the standard questions.
        rules: show rules as they are written, not in English.
        odds: count odds; `--no-odds` leaves them out.
        all: show every outcome, and the questions whose odds stay as they are.
        budget: how many steps of counting each answer may take.
        json: print as JSON, with exact fractions.
    """
    one, two = open_ruleset(game), open_ruleset(other)
    with Console(stderr=True).status("comparing") as status:

        def progress(text: str) -> None:
            status.update(f"counting: {escape(text)}")

        try:
            found = compared(one, two, of=of, odds=odds, english=json or not rules, budget=budget, progress=progress)
        except UnknownError as error:
            raise UsageError(str(error)) from None
    if json:
        print_json(found.as_data())
        return 0
    console = Console()
    _print_changes(console, found)
    if odds:
        _print_odds(console, found, all)
    return 0


# --- what changed


def _print_changes(console: Console, found: RulesetDifference) -> None:
    if not found.changes:
        console.print(f"{found.before} and {found.after} say the same", highlight=False)
    for deed, title in DEEDS.items():
        changes = [change for change in found.changes if change.deed == deed]
        if not changes:
            continue
        table = Table(title=f"{title} ({len(changes)})", title_justify="left", show_lines=True, expand=True)
        table.add_column("address", ratio=2, overflow="fold", style="cyan")
        if deed in ("changed", "words", "removed"):
            table.add_column(found.before, ratio=4, overflow="fold")
        if deed in ("changed", "words", "added"):
            table.add_column(found.after, ratio=4, overflow="fold")
        for change in changes:
            texts = [text for text in _texts(change) if text]
            table.add_row(escape(change.address), *map(escape, texts))
        console.print(table, highlight=False)


def _texts(change: ChangedElement) -> tuple[str, str]:
    """Give both texts: in English, unless English has nothing for one side or says the same of both."""
    nothing = WrittenElement("", "", None)
    before, after = change.before or nothing, change.after or nothing
    is_said = all(bool(side.english) == bool(side.rules) for side in (before, after))
    if not is_said or before.english == after.english or change.deed == "words":
        return before.rules, after.rules
    return before.english, after.english


# --- odds


def _print_odds(console: Console, found: RulesetDifference, everything: bool) -> None:
    for each in found.odds:
        if each.distance:
            _print_question(console, each, found, everything)
    if same := [each.title for each in found.odds if each.distance == 0]:
        console.print(f"the same odds in both: {', '.join(same)}", highlight=False)
    for each in found.odds:
        if each.unanswered is not None:
            console.print(f"{each.title}: {each.unanswered}", highlight=False, markup=False)
    if found.not_asked:
        console.print(f"no question asks about {', '.join(found.not_asked)}", highlight=False)
    if not found.odds and not found.not_asked and found.changes:
        console.print("no procedure that rolls dice is concerned", highlight=False)


def _print_question(console: Console, each: OddsMoved, found: RulesetDifference, everything: bool) -> None:
    shift = _percent(each.distance or Fraction())
    console.print(f"\n[bold]{escape(each.title)}[/bold] ({each.of}): shifts {shift}", highlight=False)
    for shown in each.shows:
        if shown.distance or everything:
            console.print(_table(shown, found, everything), highlight=False)


def _table(shift: ShownMoved, found: RulesetDifference, everything: bool) -> Table:
    table = Table()
    for column in shift.columns:
        table.add_column(column["title"])
    for title in (found.before, found.after):
        table.add_column(title, justify="right")
    table.add_column("difference", justify="right")
    rows = shift.outcomes if everything else [o for o in shift.outcomes if o.difference][:ROWS]
    for outcome in rows:
        sign = "+" if outcome.difference > 0 else "−" if outcome.difference < 0 else ""
        table.add_row(
            *map(escape, outcome.text),
            _chance(outcome.before),
            _chance(outcome.after),
            f"{sign}{_percent(abs(outcome.difference))}",
        )
    if len(rows) < len(shift.outcomes):
        rest = [o for o in shift.outcomes if o not in rows]
        sums = [sum((getattr(o, side) for o in rest), Fraction()) for side in ("before", "after")]
        table.add_row(f"{len(rest)} more", *[""] * (len(shift.columns) - 1), *map(_chance, sums), "", style="dim")
    return table


def _chance(share: Fraction) -> str:
    exact = str(share)
    return f"{_percent(share)}  {exact}" if 0 < share < 1 and len(exact) <= LONG else _percent(share)


def _percent(share: Fraction) -> str:
    return "under 0.01%" if 0 < share < Fraction(1, 10_000) else f"{float(share):.2%}"
