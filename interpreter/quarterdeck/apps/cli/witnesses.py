"""How witnesses are printed: a situation, what comes of it on every side, and the commands that ask again."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from quarterdeck.apps.api.comparing import RulesetDifference, ShownMoved
from quarterdeck.apps.api.witnessing import PointWitnessed, RuleWitnessed
from quarterdeck.apps.cli.percentages import percent

POINTS = 6
"""So many things that come out otherwise are printed of a witness."""


def print_witnesses(console: Console, found: RulesetDifference, exact: bool) -> None:
    """Print the witnesses of a difference, and of which rules none was found."""
    if found.witnesses:
        console.print(f"\n[bold]in the smallest situation found ({len(found.witnesses)})[/bold]")
    for witness in found.witnesses:
        _print_witness(console, witness, exact)
    if found.not_witnessed:
        console.print("\nno situation found in which these come out otherwise:")
    for none in found.not_witnessed:
        say(console, f"  {none.of}, in {situations(none.looked)}")


def _print_witness(console: Console, witness: RuleWitnessed, exact: bool) -> None:
    say(console, Text.assemble(("\n" + witness.of, "cyan"), f"  {situations(witness.looked)} looked at"))
    say(console, f"  given: {witness.facts}" if witness.facts != "{}" else "  nothing given")
    for point in witness.moved[:POINTS]:
        _print_point(console, point)
    if len(witness.moved) > POINTS:
        say(console, f"  and {len(witness.moved) - POINTS} more")
    for shift in witness.shifts[:1]:
        _print_shift(console, shift, exact)
    for side in (witness.before, witness.after):
        say(console, f"  $ {side.ask}")
    for side in (witness.before, witness.after):
        if side.odds:
            say(console, f"  $ {side.odds}")


def _print_point(console: Console, point: PointWitnessed) -> None:
    say(console, Text.assemble(("  - ", "red"), point.before_text))
    say(console, Text.assemble(("  + ", "green"), point.after_text))


def _print_shift(console: Console, shift: ShownMoved, exact: bool) -> None:
    """Say what shifts most, and its likeliest outcome that does."""
    titles = ", ".join(column["title"] for column in shift.columns)
    say(console, f"  counted exactly, {titles} shifts by {percent(shift.distance, exact)}")
    for outcome in shift.outcomes[:3]:
        words = ", ".join(outcome.text)
        say(console, f"    {words}: {percent(outcome.before, exact)}, then {percent(outcome.after, exact)}")


def situations(count: int) -> str:
    """Say how many situations."""
    return f"{count} situation" if count == 1 else f"{count} situations"


def say(console: Console, text: str | Text) -> None:
    """Print a line as it is: commands and addresses are not broken in the middle, however narrow the terminal."""
    console.print(text, soft_wrap=True, markup=False)
