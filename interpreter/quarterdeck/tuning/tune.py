"""Tune a number for a question, from the goal to what it costs elsewhere.

In: an `OutcomeCounter`, a number, a range, a goal. Out: a `Tuned`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from quarterdeck.drafting.numbers import write_value
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.source import decimals
from quarterdeck.tuning.candidates import candidates_for
from quarterdeck.tuning.elsewhere import moved_elsewhere
from quarterdeck.tuning.goals import Goal, with_nearness
from quarterdeck.tuning.on_questions import ValuesProgress, nearest, value_counted, values_counted, what_prevents
from quarterdeck.tuning.outcomes import OutcomeCounter
from quarterdeck.tuning.report import Tuned
from quarterdeck.varying.numbers import WrittenNumber, number_called, numbers_in
from quarterdeck.varying.varied import VariedRuleset

Told = Callable[[str], None]


def number_of(ruleset: Ruleset, name: str) -> WrittenNumber:
    """Give the number of a ruleset that goes by a name.

    Raises:
        NoSuchNumberError: none does, or several do.
    """
    assert ruleset.loaded.base is not None
    return number_called(numbers_in(ruleset.declared, ruleset.loaded.base), name)


def tune_question(
    counter: OutcomeCounter,
    number: WrittenNumber,
    values: str,
    goal: Goal,
    *,
    apart: str = "",
    progress: ValuesProgress | None = None,
    told: Told | None = None,
) -> Tuned:
    """Count every value exactly, and give the one that comes nearest to the goal.

    `values` is a range, or nothing where those around today's are meant. `apart` is the standard question that is tuned
    for: all others are looked at for what the value does to them.

    Raises:
        GoalError: the goal can never come.
        RefusedError: the range is none, or the question does not fit.
        NoOutcomeError: the outcome has no number as the rules are.
    """
    ruleset, outcome = counter.ruleset, counter.outcome
    goal = replace(with_nearness(goal, is_share=outcome.is_share), of=str(outcome))
    candidates = candidates_for(number, values)
    today = value_counted(counter, number, number.value)
    tried = values_counted(counter, number, candidates, progress)
    chosen = nearest(tried, goal, number.value)
    is_met = chosen is not None and chosen.outcome is not None and goal.is_met(chosen.outcome)

    def say(amount: Fraction) -> str:
        return amount_in_words(amount, is_share=outcome.is_share)

    prevents = () if is_met else tuple(what_prevents(tried, candidates, goal, say, number.value))
    found = Tuned(
        ruleset.name,
        counter.question.address,
        number.name,
        number.address,
        f"{outcome} {goal.relation} {say(goal.target)}",
        goal.relation,
        goal.target,
        goal.within,
        outcome.is_share,
        "met" if is_met else "missed",
        today,
        chosen,
        tuple(tried),
        prevents,
        place=number.span.as_data(),
    )
    return with_costs(found, ruleset, number, apart, counter.question.budget, told)


def with_costs(
    found: Tuned, ruleset: Ruleset, number: WrittenNumber, apart: str, budget: int, told: Told | None
) -> Tuned:
    """Give what came of tuning with what the value that was found does to other questions."""
    if found.chosen is None or found.chosen.value == number.value:
        return found
    varied = VariedRuleset.of(ruleset, number, found.chosen.value)
    elsewhere, still = moved_elsewhere(ruleset, varied, apart, budget, told)
    return replace(found, elsewhere=elsewhere, still=still)


def written(found: Tuned, ruleset: Ruleset, number: WrittenNumber) -> Tuned:
    """Write the value that was found into the last variant, where it meets the goal and is not there yet.

    Raises:
        DraftRefusedError: no variant is named, or it amends the same in another way.
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
    return f"{float(amount):.2%}" if is_share else decimals.rounded(amount, 5)
