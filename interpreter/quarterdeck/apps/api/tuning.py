"""What numbers of a ruleset do to a named outcome, and which value of one brings the outcome that is wanted.

In: a ruleset without faults, a question as `count` takes it, an outcome as `chance(target.wet)`. Out: records with
exact fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from quarterdeck.analysis.battles.executors import Workers
from quarterdeck.analysis.battles.fighting import Progress as BattleProgress
from quarterdeck.analysis.battles.series import SeriesWanted
from quarterdeck.analysis.tuning.goals import goal_from
from quarterdeck.analysis.tuning.outcomes import BUDGET, OutcomeCounter, OutcomeQuestion, outcome_named
from quarterdeck.analysis.tuning.report import Tuned
from quarterdeck.analysis.tuning.sensitivity import Progress, Sensitivity, sensitivity_of
from quarterdeck.analysis.tuning.tune import NumberSearch, number_of
from quarterdeck.apps.api.asking import Decides, facts, question, who_answers
from quarterdeck.apps.api.fighting import called_workers
from quarterdeck.base.bounds import MOST_NUMBERS
from quarterdeck.workspace.ruleset.rule_question import Facts
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import scenario_called
from quarterdeck.workspace.ruleset.seating import BOT


def outcome_counter(
    ruleset: Ruleset,
    address: str,
    known: Facts | None,
    outcome: str,
    *,
    columns: Mapping[str, str] | None = None,
    decider: Decides = "",
    budget: int = BUDGET,
) -> OutcomeCounter:
    """Give who counts an outcome of a rule; `columns` are expressions that it may be called by, by their titles.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors, or the facts or the outcome do not fit it.
        NotOneRuleError: it is the complete turn, or a table.
        OutcomeError: what is said is no outcome, or could be several.
    """
    put = question(ruleset, address, known or facts())
    who_answers(put, decider)
    asked = OutcomeQuestion(put.address, put.facts, columns or {}, decider, budget)
    return OutcomeCounter(ruleset, asked, outcome_named(ruleset, asked, outcome))


def sensitivity(
    ruleset: Ruleset,
    address: str,
    outcome: str,
    known: Facts | None = None,
    *,
    decider: Decides = "",
    budget: int = BUDGET,
    most: int = MOST_NUMBERS,
    progress: Progress | None = None,
) -> Sensitivity:
    """Rank the numbers that a rule uses by the exact effect of one step on an outcome.

    The outcome is `chance(CONDITION)` or `mean(NUMBER)`. `most` limits the numbers, those closest to the rule first.
    `budget` limits the steps of counting for each question.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors, or the facts or the outcome do not fit it.
        NotOneRuleError: it is the complete turn, or a table.
        OutcomeError: it is not an outcome, is not a number, or cannot be counted.
        UndecidedError: the rule asks for a decision, and there is no decider.
    """
    return sensitivity_of(
        outcome_counter(ruleset, address, known, outcome, decider=decider, budget=budget), most, progress
    )


def tune(
    ruleset: Ruleset,
    number: str,
    goal: str,
    address: str,
    known: Facts | None = None,
    *,
    values: str = "",
    within: str = "",
    decider: Decides = "",
    budget: int = BUDGET,
    write: bool = False,
) -> Tuned:
    """Find the value of a number that brings an outcome of a rule closest to a goal, counted exactly.

    Name the number as `sensitivity` does. `values` is a range ("1..9", "0.5..3 by 0.5"); the default is around the
    current value. The goal is `chance(CONDITION) = 30%` or `mean(NUMBER) = 1.5`, also with `>=` or `<=`. `within` is
    the allowed distance. `write` writes a value that meets the goal into the last variant of the ruleset.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        NoSuchNumberError: there is no such number, or there are several.
        GoalError: it is not a goal, or is impossible.
        OutcomeError: its outcome is not valid, or is not a number.
        RefusedError: the ruleset has errors, the facts, the outcome or the range do not fit, or the written variant
            would have problems.
        NotOneRuleError: it is the complete turn, or a table.
        UndecidedError: the rule asks for a decision, and there is no decider.
        DraftRefusedError: no variant is named, or it already amends the number's rule.
        OSError: it cannot be written.
    """
    ruleset.refuse_faults()
    search = NumberSearch(ruleset, number_of(ruleset, number), values, goal_from(goal, within), write)
    counter = outcome_counter(ruleset, address, known, search.goal.of, decider=decider, budget=budget)
    return search.ended(search.counted(counter), budget=budget)


def tune_in_battle(
    ruleset: Ruleset,
    number: str,
    goal: str,
    scenario: str,
    *,
    values: str = "",
    within: str = "",
    sides: Sequence[str] = (BOT,),
    count: int = 1000,
    seed: int = 1,
    options: Mapping[str, str] | None = None,
    save: Path | None = None,
    workers: int | Workers = 1,
    progress: BattleProgress | None = None,
    write: bool = False,
) -> Tuned:
    """Find the value of a number that brings an outcome of battles closest to a goal.

    The goal is `win(SIDE) = 50%`, `win(nobody)`, `lost(THING)` or `mean(turns)`. All values play the same battles on
    the same dice, at most `count` each. The leader is played again on other dice, and only that result decides
    whether the goal is met. `sides`, `seed`, `save`, `workers` and `progress` are those of `battles`, the others
    those of `tune`.

    Raises:
        NoSuchNumberError: there is no such number, or there are several.
        GoalError: it is not a goal, or is impossible.
        OutcomeError: its outcome is not that of a battle.
        OpeningError: the scenario, an option or the sides do not fit.
        RefusedError: the ruleset or the scenario has errors, the range is not valid, or the variant would have
            problems.
        StoreFaultError: the file has other battles, or cannot be used or written.
        WorkersError: a worker has died, or has other rules.
        DraftRefusedError: no variant is named, or it already amends the number's rule.
        OSError: it cannot be written.
    """
    ruleset.refuse_faults()
    search = NumberSearch(ruleset, number_of(ruleset, number), values, goal_from(goal, within), write)
    name = scenario_called(ruleset.declared, scenario)
    series = SeriesWanted(name, tuple(sides), count, seed, options or {}, {}, save)
    return search.ended(search.fought(series, workers=called_workers(workers, ""), at_once=True, progress=progress))
