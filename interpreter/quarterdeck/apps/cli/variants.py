"""`quarterdeck variants`: the variants of a game, and how any two of them go together."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from quarterdeck.analysis.witnesses.interplay import InterplayShown
from quarterdeck.analysis.witnesses.pairs import PairOfVariants
from quarterdeck.apps.api.pairing import VariantsOfGame
from quarterdeck.apps.api.pairing import variants as variants_of
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.apps.cli.witnesses import situations
from quarterdeck.print.report.terminal import say

SIGNS = {"faulty": "?", "built on": "^", "conflict": "X", "interplay": "!", "none found": "·", "apart": " "}
MEANINGS = {
    "faulty": "one has errors alone",
    "built on": "one is built on the other",
    "conflict": "conflict: both change one address, or do not fit together",
    "interplay": "interplay: the effect of one depends on the other, as the situation below shows",
    "none found": "they meet, but no situation was found in which they interact",
    "apart": "they do not meet",
}
SIDES = ("without both", "with {one}", "with {other}", "with both")
POINTS = 3
NAMED = 6
"""So many addresses that a variant changes are named."""


def variants(
    game: str,
    *,
    pairs: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """List the variants of a game with their needs and changes; with `--pairs` show how every two of them interact.

    Two variants that change one address without a declared order conflict. For the others, the command looks for
    situations in which the effect of one depends on the other. Two modifiers of one roll do not interact.

    Args:
        game: a ruleset's name for all its variants, or `name+variant+variant` for these variants alone.
        pairs: compare every two of them.
        json: print JSON.
    """
    with progress_line("reading") as progress:
        found = variants_of(game, pairs=pairs, progress=progress)
    if json:
        print_json(found)
    else:
        console = Console(highlight=False)
        _print_list(console, found)
        if found.pairs:
            _print_matrix(console, found)
    return 0 if found.is_sound else 1


def _print_list(console: Console, found: VariantsOfGame) -> None:
    for one in found.variants:
        needs = f", on {' and '.join(one.needs)}" if one.needs else ""
        after = f", after {' and '.join(one.after)}" if one.after else ""
        say(console, Text.assemble((one.name, "cyan"), f"  {one.title}{needs}{after}"))
        more = f" and {len(one.changes) - NAMED} more" if len(one.changes) > NAMED else ""
        if one.only_when:
            say(console, f"    only when {one.only_when}")
        if one.changes:
            say(console, f"    changes {', '.join(one.changes[:NAMED])}{more}")
        for finding in one.findings[:1]:
            say(console, f"    {finding.code}: {finding.message}")
    if not found.variants:
        say(console, f"{found.game} has no variants")


def _print_matrix(console: Console, found: VariantsOfGame) -> None:
    assert found.pairs is not None
    names = [one.name for one in found.variants]
    verdicts = {frozenset((pair.one, pair.other)): pair.verdict for pair in found.pairs}
    table = Table()
    table.add_column("")
    for number, _ in enumerate(names, 1):
        table.add_column(str(number), justify="center")
    for number, name in enumerate(names, 1):
        signs = [SIGNS[verdicts[frozenset((name, other))]] if other != name else "-" for other in names]
        table.add_row(f"{number} {escape(name)}", *signs)
    console.print()
    console.print(table)
    for verdict, sign in SIGNS.items():
        count = sum(pair.verdict == verdict for pair in found.pairs)
        if count:
            say(console, f"{sign} {MEANINGS[verdict]} ({count})")
    for pair in found.pairs:
        _print_pair(console, pair)


def _print_pair(console: Console, pair: PairOfVariants) -> None:
    if pair.verdict == "conflict":
        say(console, Text.assemble((f"\n{pair.one} and {pair.other}", "bold"), ": conflict"))
        for finding in pair.findings:
            say(console, f"  {finding.code}: {finding.message}")
    elif pair.interplay is not None:
        _print_interplay(console, pair, pair.interplay)


def _print_interplay(console: Console, pair: PairOfVariants, shown: InterplayShown) -> None:
    behind = f"interplay at {', then '.join(shown.of)}, {situations(pair.looked)} looked at"
    say(console, Text.assemble((f"\n{pair.one} and {pair.other}", "bold"), f": {behind}"))
    say(console, f"  given: {shown.facts}" if shown.facts != "{}" else "  nothing given")
    for point in shown.points[:POINTS]:
        for side, text in zip(SIDES, point.texts, strict=True):
            say(console, f"  {side.format(one=pair.one, other=pair.other)}: {text}")
    say(console, f"  $ {shown.ask[-1]}")
