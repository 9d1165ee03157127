"""`quarterdeck diff`: what two rulesets differ in, and what that does to the odds."""

from __future__ import annotations

import json as as_json
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from quarterdeck.command.opening import UsageError, open_ruleset
from quarterdeck.compare.chances import Shift
from quarterdeck.compare.changes import Change
from quarterdeck.compare.differences import Compared, Differences, differences, question_from
from quarterdeck.rulebook.english.writer import EnglishWriter
from quarterdeck.ruleset.asked import UnknownError, example_of
from quarterdeck.ruleset.opened import Ruleset

Said = Callable[[str], str]
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
    wanted = [_question_of(one, two, of)] if of else []
    console = Console(stderr=True)
    with console.status("comparing") as status:

        def progress(text: str) -> None:
            status.update(f"counting: {escape(text)}")

        found = differences(one, two, wanted, budget, progress) if odds else _without_odds(one, two)
    if json:
        print(as_json.dumps({"before": game, "after": other, **_as_json(found, one, two)}, indent=1))
        return 0
    _print_changes(Console(), found, game, other, *_wordings(one, two, rules))
    if odds:
        _print_odds(Console(), found, game, other, all)
    return 0


def _without_odds(one: Ruleset, two: Ruleset) -> Differences:
    from quarterdeck.compare.changes import changes_between

    return Differences(tuple(changes_between(one.declared, two.declared)), (), ())


def _question_of(one: Ruleset, two: Ruleset, name: str) -> Any:
    for ruleset in (two, one):
        try:
            example, facts = example_of(ruleset.declared, name)
        except UnknownError as error:
            problem = str(error)
        else:
            return question_from(example, facts, name)
    raise UsageError(problem)


# --- what changed


def _wordings(one: Ruleset, two: Ruleset, as_rules: bool) -> tuple[Said, Said]:
    """Give how an element is said on each side; nothing where the text of the rules is wanted."""
    if as_rules:
        return (lambda address: "", lambda address: "")
    return EnglishWriter(one.checked).said, EnglishWriter(two.checked).said


def _print_changes(console: Console, found: Differences, game: str, other: str, before: Said, after: Said) -> None:
    if not found.changes:
        console.print(f"{game} and {other} say the same", highlight=False)
    for deed, title in DEEDS.items():
        changes = [change for change in found.changes if change.deed == deed]
        if not changes:
            continue
        table = Table(title=f"{title} ({len(changes)})", title_justify="left", show_lines=True, expand=True)
        table.add_column("address", ratio=2, overflow="fold", style="cyan")
        if deed in ("changed", "words", "removed"):
            table.add_column(game, ratio=4, overflow="fold")
        if deed in ("changed", "words", "added"):
            table.add_column(other, ratio=4, overflow="fold")
        for change in changes:
            texts = [text for text in _texts(change, before, after) if text]
            table.add_row(escape(change.address), *map(escape, texts))
        console.print(table, highlight=False)


def _texts(change: Change, before: Said, after: Said) -> tuple[str, str]:
    """Give both texts: in English, unless English has nothing for one side or says the same of both."""
    english = [said(change.address) if text else "" for said, text in ((before, change.before), (after, change.after))]
    if any(bool(said) != bool(text) for said, text in zip(english, (change.before, change.after), strict=True)):
        return change.before, change.after
    if english[0] == english[1] or change.deed == "words":
        return change.before, change.after
    return english[0], english[1]


# --- odds


def _print_odds(console: Console, found: Differences, game: str, other: str, everything: bool) -> None:
    shifted = [each for each in found.compared if each.distance]
    same = [each for each in found.compared if not each.distance and not each.reason]
    for each in shifted:
        _print_question(console, each, game, other, everything)
    if same:
        console.print(f"the same odds in both: {', '.join(each.question.title for each in same)}", highlight=False)
    for each in found.compared:
        if each.reason:
            console.print(f"{each.question.title}: {each.reason}", highlight=False, markup=False)
    if found.not_asked:
        console.print(f"no question asks about {', '.join(found.not_asked)}", highlight=False)
    if not found.compared and not found.not_asked and found.changes:
        console.print("no procedure that rolls dice is concerned", highlight=False)


def _print_question(console: Console, each: Compared, game: str, other: str, everything: bool) -> None:
    console.print(
        f"\n[bold]{escape(each.question.title)}[/bold] ({each.question.of}): shifts {_percent(each.distance)}",
        highlight=False,
    )
    for shift in each.shifts:
        if shift.distance or everything:
            console.print(_table(shift, game, other, everything), highlight=False)


def _table(shift: Shift, game: str, other: str, everything: bool) -> Table:
    table = Table()
    for title in shift.titles:
        table.add_column(title)
    for title in (game, other):
        table.add_column(title, justify="right")
    table.add_column("difference", justify="right")
    rows = shift.outcomes if everything else [o for o in shift.outcomes if o.difference][:ROWS]
    for outcome in rows:
        sign = "+" if outcome.difference > 0 else "−" if outcome.difference < 0 else ""
        table.add_row(
            *map(escape, outcome.words),
            _chance(outcome.before),
            _chance(outcome.after),
            f"{sign}{_percent(abs(outcome.difference))}",
        )
    if len(rows) < len(shift.outcomes):
        rest = [o for o in shift.outcomes if o not in rows]
        sums = [sum((getattr(o, side) for o in rest), Fraction()) for side in ("before", "after")]
        table.add_row(f"{len(rest)} more", *[""] * (len(shift.titles) - 1), *map(_chance, sums), "", style="dim")
    return table


def _chance(share: Fraction) -> str:
    exact = str(share)
    return f"{_percent(share)}  {exact}" if 0 < share < 1 and len(exact) <= LONG else _percent(share)


def _percent(share: Fraction) -> str:
    return "under 0.01%" if 0 < share < Fraction(1, 10_000) else f"{float(share):.2%}"


# --- JSON


def _as_json(found: Differences, one: Ruleset, two: Ruleset) -> dict[str, Any]:
    before, after = _wordings(one, two, as_rules=False)
    return {
        "changes": [
            {
                "address": change.address,
                "sort": change.sort,
                "deed": change.deed,
                "before": {"rules": change.before, "english": before(change.address) if change.before else ""},
                "after": {"rules": change.after, "english": after(change.address) if change.after else ""},
            }
            for change in found.changes
        ],
        "odds": [
            {
                "question": each.question.question,
                "title": each.question.title,
                "of": each.question.of,
                "distance": str(each.distance),
                "reason": each.reason,
                "shows": [
                    {
                        "titles": list(shift.titles),
                        "distance": str(shift.distance),
                        "outcomes": [
                            {
                                "values": list(o.words),
                                "before": str(o.before),
                                "after": str(o.after),
                                "difference": str(o.difference),
                            }
                            for o in shift.outcomes
                        ],
                    }
                    for shift in each.shifts
                ],
            }
            for each in found.compared
        ],
        "not_asked": list(found.not_asked),
    }
