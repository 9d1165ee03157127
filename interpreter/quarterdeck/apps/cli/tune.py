"""`quarterdeck tune`: find the value of a number that brings what is wanted, and what it costs elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from quarterdeck.analysis.battles.series import SeriesWanted
from quarterdeck.analysis.tuning.goals import TuningGoal, goal_from
from quarterdeck.analysis.tuning.outcomes import BUDGET
from quarterdeck.analysis.tuning.report import Tuned
from quarterdeck.analysis.tuning.tune import NumberSearch, number_of
from quarterdeck.apps.cli.battles import showing_battles, workers_wanted
from quarterdeck.apps.cli.game_choices import by_name, listed, options_of
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, one_of, open_ruleset, refuse_number, tracked
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.apps.cli.sensitivity import counter_asked, what_has_no_outcome
from quarterdeck.apps.cli.tuning_tables import print_tuned
from quarterdeck.base.bounds import MOST_BATTLES
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import BOT


def tune(
    game: str,
    address: str = "",
    *,
    vary: str,
    goal: str,
    within: str = "",
    given: str = "",
    of: str = "",
    scenario: str = "",
    sides: str = BOT,
    option: Annotated[list[str] | None, Parameter(name="--option", negative=())] = None,
    count: int = 1000,
    seed: int = 1,
    workers: int | None = None,
    save: Path | None = None,
    decider: Literal["", "first", "default", "random"] = "",
    budget: int = BUDGET,
    write: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Find the value of a number that brings the outcome that is wanted, and say what it does to other questions.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        address: the rule that the goal speaks of; may be left out with --of.
        vary: the number, by its address, as `sensitivity` names it; values to try may stand behind it, as
            'ADDRESS=1..9', 'ADDRESS=0.5..3 by 0.5' or 'ADDRESS=[1, 2, 5]'.
        goal: what is wanted: `chance(CONDITION) = 30%` or `mean(NUMBER) = 1.5`, also with `>=` or `<=`; of battles
            `win(SIDE) = 50%`, `win(nobody)`, `lost(THING)` or `mean(turns)`.
        within: how near is near enough, as 2% or 0.1; without it two percentage points or a fiftieth of a mean, and of
            battles two and a half times as much.
        given: the rule's inputs and the state, as for `odds`.
        of: a standard question, a worked example (`example/case`), or what `compare` asks, as for `odds`.
        scenario: fight this scenario instead of counting.
        sides: who decides for each side in battle, as for `battles`.
        option: an option of the battles, `NAME=VALUE`; may be given several times.
        count: how many battles one value may have at the most, and as many again on other dice.
        seed: where the dice of the battles begin.
        workers: how many processes fight; without it as many as there are cores, where it takes more than a moment.
        save: keep every battle in this file (SQLite); those that it holds already are not fought again.
        decider: who answers where the rule asks for a decision, as for `odds`.
        budget: how many steps of counting one answer may take.
        write: write the value into the last variant of the game, as an amendment, if it meets the goal.
        json: print as JSON, with exact fractions.
    """
    refuse_number("--budget", budget, 1)
    refuse_number("--count", count, 1, MOST_BATTLES)
    ruleset = open_ruleset(game)
    with what_has_no_outcome():
        search = _search(ruleset, vary, goal_from(goal, within), write=write)
        if scenario:
            if address or given or of:
                raise UsageError("a scenario is fought, and a rule is counted: name one of them")
            found = _fought(search, series_wanted(ruleset, scenario, sides, option or [], count, seed, save), workers)
        else:
            found = search.counted(counter_asked(ruleset, address, given, of, search.goal.of, decider, budget), tracked)
        with saying() as told:
            found = search.ended(found, of, budget, told)
    return _print(found, write=write, json=json)


def _search(ruleset: Ruleset, vary: str, goal: TuningGoal, *, write: bool) -> NumberSearch:
    """Read which number varies, and the values to try, which may be none."""
    name, _, values = vary.partition("=")
    return NumberSearch(ruleset, number_of(ruleset, name.strip()), values.strip(), goal, write)


def _fought(search: NumberSearch, series: SeriesWanted, workers: int | None) -> Tuned:
    """Fight, and show how far it is; what cannot be is said as commands say it."""
    fighting = workers_wanted(workers, "")
    with showing_battles(series.save) as shown:
        return search.fought(series, workers=fighting, at_once=workers is not None, progress=shown)


def _print(found: Tuned, *, write: bool, json: bool) -> int:
    """Print what was found; exit code 1 where the goal is not met."""
    if json:
        print_json(found)
    else:
        print_tuned(found, write=write)
    return 0 if found.verdict == "met" else 1


def series_wanted(
    ruleset: Ruleset, scenario: str, sides: str, option: list[str], count: int, seed: int, save: Path | None
) -> SeriesWanted:
    """Give what is to be fought of each value.

    Raises:
        UsageError: there is no such scenario or option.
    """
    known = one_of(scenario, ruleset.declared.scenarios, "scenario")
    return SeriesWanted(known, listed(sides), count, seed, options_of(ruleset, by_name("--option", option)), {}, save)


@contextmanager
def saying() -> Iterator[Callable[[str], None]]:
    """Show on a terminal which question is being asked."""
    with progress_line("what it does elsewhere") as progress:
        yield lambda words: progress(f"what it does elsewhere: {words}")
