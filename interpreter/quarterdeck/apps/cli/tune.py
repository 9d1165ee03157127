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
from quarterdeck.apps.cli.game_choices import by_name, listed, options_of, scenario_named
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset, refuse_chart, refuse_number, tracked
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
    number: str,
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
    chart: Path | None = None,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Find the value of a number that gives the outcome you want, and show its effect on other questions.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        address: the rule of the goal; optional with --of.
        number: the number, by its address as in `sensitivity`; values to try may follow, as 'ADDRESS=1..9',
            'ADDRESS=0.5..3 by 0.5' or 'ADDRESS=[1, 2, 5]'.
        goal: the goal: `chance(CONDITION) = 30%` or `mean(NUMBER) = 1.5`, also with `>=` or `<=`; for battles
            `win(SIDE) = 50%`, `win(nobody)`, `lost(THING)` or `mean(turns)`.
        within: the allowed distance from the goal, as 2% or 0.1; the default is 2 percentage points, or
            2 % of a mean, and 2.5 times as much for battles.
        given: the rule's inputs and the state, as for `odds`.
        of: a standard question, a worked example (`example/case`), or a measure of `compare`, as for `odds`.
        scenario: play battles of this scenario instead of counting.
        sides: the decider of each side in battles, as for `battles`.
        option: an option of the battles, `NAME=VALUE`; repeatable.
        count: play at most this many battles for a value, and as many again on other dice.
        seed: the seed of the battles.
        workers: the number of processes; by default all cores, if it takes more than a moment.
        save: store every battle in this SQLite file, and skip battles that it already has.
        decider: the decider of choices without an answer, as for `odds`.
        budget: the number of steps of counting for one answer.
        write: write a value that meets the goal into the last variant of the game, as an amendment.
        chart: draw the outcome of each value into this file (.svg, .png or .html; needs the extra `plots`).
        json: print JSON, with exact fractions.
    """
    _refuse(budget, count, chart)
    ruleset = open_ruleset(game)
    with what_has_no_outcome():
        search = _search(ruleset, number, goal_from(goal, within), write=write)
        if scenario:
            series = series_wanted(ruleset, scenario, sides, option or [], count, seed, save)
            found = _fought(search, series, workers, besides=address or given or of)
        else:
            found = search.counted(counter_asked(ruleset, address, given, of, search.goal.of, decider, budget), tracked)
        found = _ended(search, found, of, budget)
    return _print(found, chart, write=write, json=json)


def _refuse(budget: int, count: int, chart: Path | None) -> None:
    """Refuse numbers out of their bounds, and a chart that cannot be written.

    Raises:
        UsageError: there is one.
    """
    refuse_number("--budget", budget, 1)
    refuse_number("--count", count, 1, MOST_BATTLES)
    refuse_chart(chart)


def _search(ruleset: Ruleset, number: str, goal: TuningGoal, *, write: bool) -> NumberSearch:
    """Read which number varies, and the values to try, which may be none."""
    name, _, values = number.partition("=")
    return NumberSearch(ruleset, number_of(ruleset, name.strip()), values.strip(), goal, write)


def _ended(search: NumberSearch, found: Tuned, of: str, budget: int) -> Tuned:
    """Add the effect on other questions, and show which is asked."""
    with saying() as told:
        return search.ended(found, of, budget, told)


def _fought(search: NumberSearch, series: SeriesWanted, workers: int | None, *, besides: str) -> Tuned:
    """Fight, and show how far it is; what cannot be is said as commands say it.

    Raises:
        UsageError: a rule is named `besides`.
    """
    if besides:
        raise UsageError("name a rule to count, or a scenario to play, not both")
    fighting = workers_wanted(workers, "")
    with showing_battles(series.save) as shown:
        return search.fought(series, workers=fighting, at_once=workers is not None, progress=shown)


def _print(found: Tuned, chart: Path | None, *, write: bool, json: bool) -> int:
    """Print what was found, and draw it where that is wanted; exit code 1 where the goal is not met."""
    if chart is not None:
        from quarterdeck.apps.cli.tuning_chart import draw_tuned

        draw_tuned(found, chart)
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
    known = scenario_named(ruleset, scenario)
    return SeriesWanted(known, listed(sides), count, seed, options_of(ruleset, by_name("--option", option)), {}, save)


@contextmanager
def saying() -> Iterator[Callable[[str], None]]:
    """Show on a terminal which question is being asked."""
    with progress_line("effect on other questions") as progress:
        yield lambda words: progress(f"effect on other questions: {words}")
