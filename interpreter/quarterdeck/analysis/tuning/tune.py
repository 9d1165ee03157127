"""Tune a number for a question or for battles, from the goal to what it costs elsewhere.

In: an `OutcomeCounter` or a scenario, a number, a range, a goal. Out: a `Tuned`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from quarterdeck.analysis.battles.executors import Workers
from quarterdeck.analysis.battles.fighting import Progress
from quarterdeck.analysis.battles.series import SeriesWanted, opened
from quarterdeck.analysis.battles.store import BattleStore
from quarterdeck.analysis.scaffold.number_edits import refuse_to_write, write_value
from quarterdeck.analysis.tuning.battle_outcomes import battle_outcome
from quarterdeck.analysis.tuning.candidates import candidates_for
from quarterdeck.analysis.tuning.elsewhere import moved_elsewhere
from quarterdeck.analysis.tuning.goals import TuningGoal, with_nearness
from quarterdeck.analysis.tuning.on_questions import (
    ValuesProgress,
    nearest,
    value_counted,
    values_counted,
    what_prevents,
)
from quarterdeck.analysis.tuning.outcomes import BUDGET, OutcomeCounter, as_settled
from quarterdeck.analysis.tuning.racing import BEGIN, PLACES, KeptWorkers, Race
from quarterdeck.analysis.tuning.report import Tuned, ValueTried, Verdict
from quarterdeck.base import decimals
from quarterdeck.base.plain_data import PrintedNumber
from quarterdeck.language.declarations.addresses import address_now
from quarterdeck.workspace.alterations.altered_ruleset import VariedRuleset
from quarterdeck.workspace.alterations.numbers import BETWEEN, WrittenNumber, number_called, numbers_in
from quarterdeck.workspace.ruleset.ruleset import Ruleset

ReportLine = Callable[[str], None]
MISSED: Verdict = "missed"


def number_of(ruleset: Ruleset, name: str) -> WrittenNumber:
    """Give the number of a ruleset that goes by a name.

    Raises:
        NoSuchNumberError: none does, or several do.
    """
    assert ruleset.loaded.base is not None
    numbers = numbers_in(ruleset.declared, ruleset.loaded.base)
    address, *place = name.partition(BETWEEN)
    address = address_now(ruleset.declared, address, {one.address for one in numbers})
    return number_called(numbers, "".join([address, *place]))


@dataclass(frozen=True)
class NumberSearch:
    """A number of a ruleset, the values to try for it, the goal, and whether the value found is to be written."""

    ruleset: Ruleset
    number: WrittenNumber
    values: str
    goal: TuningGoal
    write: bool

    def counted(self, counter: OutcomeCounter, progress: ValuesProgress | None = None) -> Tuned:
        """Count the outcome of each value."""
        self.refuse_unwritten(counter.decided(self.number))
        return tune_question(counter, self.number, self.values, self.goal, progress)

    def fought(self, series: SeriesWanted, **how: Any) -> Tuned:
        """Fight with each value; `how` is as `tune_battles` takes it."""
        self.refuse_unwritten(decided_in_battle(self.ruleset, series, self.number))
        return tune_battles(self.ruleset, self.number, self.values, self.goal, series, **how)

    def refuse_unwritten(self, number: WrittenNumber) -> None:
        """Refuse before anything is tuned what could not be written, where it is to be."""
        if self.write:
            refuse_to_write(self.ruleset, number)

    def ended(self, found: Tuned, of: str = "", budget: int = BUDGET, told: ReportLine | None = None) -> Tuned:
        """Add what the value does to other questions, and write it where it is to be."""
        found = with_costs(found, self.ruleset, self.number, of, budget, told)
        return written(found, self.ruleset, self.number) if self.write else found


def tune_question(
    counter: OutcomeCounter,
    number: WrittenNumber,
    values: str,
    goal: TuningGoal,
    progress: ValuesProgress | None = None,
) -> Tuned:
    """Count every value exactly, and give the one that comes nearest to the goal.

    `values` is a range, or nothing where those around today's are meant.

    Raises:
        GoalError: the goal can never come.
        RefusedError: the range is none, or the question does not fit.
        NoOutcomeError: the outcome is not a number.
    """
    ruleset, outcome, number = counter.ruleset, counter.outcome, counter.decided(number)
    goal = replace(with_nearness(goal, is_share=outcome.is_share), of=str(outcome))
    candidates = candidates_for(number, values)
    today = value_counted(counter, number, number.value)
    tried = values_counted(counter, number, candidates, progress)
    chosen = nearest(tried, goal, number.value)
    is_met = chosen is not None and chosen.outcome is not None and goal.is_met(chosen.outcome)

    def say(amount: Fraction) -> str:
        return amount_in_words(amount, is_share=outcome.is_share)

    prevents = () if is_met else tuple(what_prevents(tried, candidates, goal, say, number.value))
    verdict: Verdict = "met" if is_met else "missed"
    found = reported(ruleset.name, counter.question.address, number, goal, outcome.is_share, verdict)
    return replace(found, today=today, chosen=chosen, tried=tuple(tried), prevents=prevents)


def reported(game: str, of: str, number: WrittenNumber, goal: TuningGoal, is_share: bool, verdict: Verdict) -> Tuned:
    """Give the report on a number and a goal, without values."""
    said = f"{goal.of} {goal.relation} {amount_in_words(goal.target, is_share=is_share)}"
    return Tuned(
        game,
        of,
        number.name,
        number.address,
        said,
        goal.relation,
        goal.target,
        goal.within,
        is_share,
        verdict,
        ValueTried(PrintedNumber(number.value), None),
        None,
        (),
        (),
        place=number.span.as_json(),
        decided=number.decided or None,
    )


def decided_in_battle(ruleset: Ruleset, wanted: SeriesWanted, number: WrittenNumber) -> WrittenNumber:
    """Give a number as it counts in a series of battles, whose scenario or whose options may decide it."""
    return as_settled(ruleset.declared, wanted.scenario, wanted.options, {}, number, "an option of the battles")


def tune_battles(
    ruleset: Ruleset,
    number: WrittenNumber,
    values: str,
    goal: TuningGoal,
    wanted: SeriesWanted,
    *,
    workers: AbstractContextManager[Workers] | None = None,
    at_once: bool = False,
    progress: Progress | None = None,
) -> Tuned:
    """Let values race each other in battles on the same dice, and confirm the one that leads on others.

    Raises:
        GoalError: the goal can never come.
        OutcomeError: it speaks of no outcome of a battle.
        RefusedError: the range is none, or the scenario has findings.
        OpeningError: the scenario or the sides do not fit.
        StoreFaultError: the file has other battles, or cannot be used.
        StoreWriteError: what was fought cannot be kept.
        WorkersError: there are no workers, or one has died.
        OtherRulesError: a worker has other rules.
    """
    outcome, number = battle_outcome(goal.of, opened(ruleset, wanted, {})), decided_in_battle(ruleset, wanted, number)
    goal = replace(with_nearness(goal, is_share=outcome.is_share, is_exact=False), of=str(outcome))
    candidates = candidates_for(number, values)
    store, kept = BattleStore(wanted.save), KeptWorkers(workers) if workers is not None else None
    store.refuse_places(PLACES)
    try:
        race = Race(ruleset, number, candidates.values, goal, outcome, wanted, store, kept, at_once, progress)
        leader = race.run()
        if number.value not in race.values:
            race.fight([number.value], min(BEGIN, wanted.count))
        chosen, verdict = race.confirm(leader) if leader is not None else (None, MISSED)
    finally:
        store.close()
        if kept is not None:
            kept.close()

    def say(amount: Fraction) -> str:
        return amount_in_words(amount, is_share=outcome.is_share)

    tried = tuple(race.tried(value) for value in candidates.values if race.was_tried(value))
    prevents: tuple[str, ...] = ()
    if verdict == "missed":
        prevents = tuple(what_prevents(tried, candidates, goal, say, number.value))
    elif verdict == "open" and chosen is not None and chosen.interval is not None:
        prevents = (f"{chosen.battles:,} battles are not enough; allow more with --count",)
    found = reported(ruleset.name, wanted.scenario, number, goal, outcome.is_share, verdict)
    file = str(wanted.save) if wanted.save is not None else None
    found = replace(found, today=race.tried(number.value), chosen=chosen, tried=tried, prevents=prevents, kept=file)
    return replace(found, battles=race.total)


def with_costs(
    found: Tuned,
    ruleset: Ruleset,
    number: WrittenNumber,
    apart: str = "",
    budget: int = BUDGET,
    told: ReportLine | None = None,
) -> Tuned:
    """Give what came of tuning with what the value that was found does to other questions.

    `apart` is the standard question that was tuned for: all others are looked at. What somebody else decides than the
    rules is another there alone.
    """
    if found.decided is not None or found.chosen is None or found.chosen.value == number.value:
        return found
    varied = VariedRuleset.of(ruleset, number, found.chosen.value)
    elsewhere, still = moved_elsewhere(ruleset, varied, apart, budget, told)
    return replace(found, elsewhere=elsewhere, still=still)


def written(found: Tuned, ruleset: Ruleset, number: WrittenNumber) -> Tuned:
    """Write the value that was found into the last variant, where it meets the goal and is not there yet.

    Raises:
        DraftRefusedError: no variant is named, or it already amends the number's rule.
        RefusedError: there would be findings that there are not now.
        OSError: the file cannot be written.
    """
    if found.verdict != "met" or found.chosen is None or found.chosen.value == number.value:
        return found
    return replace(found, written=write_value(VariedRuleset.of(ruleset, number, found.chosen.value)))


def amount_in_words(amount: Fraction, *, is_share: bool) -> str:
    """Give an outcome: a chance as a percentage, a mean as a number.

    >>> amount_in_words(Fraction(1, 3), is_share=True), amount_in_words(Fraction(1, 3), is_share=False)
    ('33.33%', '0.33333')
    """
    return decimals.in_percent(amount, 2) if is_share else decimals.rounded(amount, 5)
