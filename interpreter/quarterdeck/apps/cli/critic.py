"""`quarterdeck critic`: where a doctrine loses games, choice by choice."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from quarterdeck.analysis.battles.contest import Contest, Terms
from quarterdeck.analysis.battles.critic import CriticWanted, Critique, criticise
from quarterdeck.apps.cli.battle_tables import many, show
from quarterdeck.apps.cli.game_choices import by_name, listed, options_of, scenario_of
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import complain, open_ruleset, refuse_number
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.base.bounds import MOST_BATTLES
from quarterdeck.base.decimals import in_percent
from quarterdeck.workspace.ruleset.seating import BOT

HEADS = ("choice", "otherwise", "decisions", "advised", "otherwise", "gain", "95 %", "")
MOST_PAIRS = 1_000
"""More pairs of games for one decision are refused."""


def critic(
    game: str,
    scenario: str = "",
    *,
    sides: str = BOT,
    option: Annotated[list[str] | None, Parameter(name="--option", negative=())] = None,
    battles: int = 5,
    decisions: int = 60,
    pairs: int = 10,
    turns: int = 0,
    seed: int = 1,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """List where the advice of a game loses battles, choice by choice.

    Bots play some battles. From some of their decisions, the battle is played on in pairs with the same dice: once as
    advised, and once with an answer that the advice values next.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        scenario: the name of a scenario, as `show GAME scenarios` lists it.
        sides: the decider of each side, in order, with commas, as for `battles`; only bots are examined.
        option: an option of the ruleset, `NAME=VALUE`; repeatable.
        battles: the number of battles from which decisions are taken.
        decisions: the number of decisions to examine, as evenly as possible from all choices.
        pairs: the number of pairs of games for each decision.
        turns: the number of turns to play on for; then `advice value(side: Side)` judges the position. 0 plays to the
            end.
        seed: the seed of the battles.
        json: print JSON, with exact fractions.
    """
    refuse_number("--battles", battles, 1, MOST_BATTLES)
    refuse_number("--decisions", decisions, 1, MOST_BATTLES)
    refuse_number("--pairs", pairs, 1, MOST_PAIRS)
    refuse_number("--turns", turns, 0)
    ruleset = open_ruleset(game)
    name = scenario_of(ruleset, game, scenario, "criticise")
    options = options_of(ruleset, by_name("--option", option or []))
    terms = Terms(game, name, tuple(options.items()), sides=tuple(listed(sides)), seed=seed)
    contest = Contest.open(terms, ruleset)
    wanted = CriticWanted(battles, decisions, pairs, turns)
    with progress_line("the first battle") as tell:
        found = criticise(contest, wanted, lambda done, whole: tell(f"{done:,} of {whole:,} games"))
    if json:
        print_json(found)
    else:
        _print(found)
    if found.failed:
        complain(f"{found.failed} games could not be completed: {found.fault}")
    return 1 if found.failed else 0


def _print(found: Critique) -> None:
    """Print a line for each choice and other answer."""
    console = Console(highlight=False)
    played = f" of {found.turns} turns" if found.turns else ""
    console.print(
        f"{found.game} {found.scenario}: {found.decisions} decisions from {many(found.battles)}, "
        f"{found.pairs} pairs of games{played} each, seed {found.seed}"
    )
    if not found.answers:
        console.print("no bot followed advice")
        return
    rows = [
        (
            one.of,
            one.instead,
            f"{one.decisions}",
            in_percent(one.advised, 1),
            in_percent(one.other, 1),
            in_percent(one.gain, 1, signed=True),
            " to ".join(in_percent(end, 1, signed=True) for end in (one.interval.low, one.interval.high)),
            "loses" if one.loses else "",
        )
        for one in found.answers
    ]
    show(console, "Games won, as advised and otherwise", HEADS, rows)
