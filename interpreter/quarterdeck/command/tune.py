"""`quarterdeck tune`: find the value of a number that brings what is wanted, and what it costs elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from cyclopts import Parameter

from quarterdeck.command.opening import UsageError, open_ruleset, tracked
from quarterdeck.command.printing import print_json
from quarterdeck.command.sensitivity import counter_asked, what_has_no_outcome
from quarterdeck.command.tuning_tables import print_tuned
from quarterdeck.drafting.numbers import refuse_to_write
from quarterdeck.tuning.goals import GoalError, goal_from
from quarterdeck.tuning.outcomes import BUDGET
from quarterdeck.tuning.tune import number_of, tune_question, written
from quarterdeck.varying.numbers import NoSuchNumberError


def tune(
    game: str,
    address: str = "",
    *,
    vary: str,
    goal: str,
    within: str = "",
    given: str = "",
    of: str = "",
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
        goal: what is wanted: `chance(CONDITION) = 30%` or `mean(NUMBER) = 1.5`, also with `>=` or `<=`.
        within: how near is near enough, as 2% or 0.1; without it two percentage points, or a fiftieth of a mean.
        given: the rule's inputs and the state, as for `odds`.
        of: a standard question, a worked example (`example/case`), or what `compare` asks, as for `odds`.
        decider: who answers where the rule asks for a decision, as for `odds`.
        budget: how many steps of counting one answer may take.
        write: write the value into the last variant of the game, as an amendment, if it meets the goal.
        json: print as JSON, with exact fractions.
    """
    ruleset = open_ruleset(game)
    name, _, values = vary.partition("=")
    with what_cannot_be_tuned(), what_has_no_outcome():
        wanted, number = goal_from(goal, within), number_of(ruleset, name.strip())
        if write:
            refuse_to_write(ruleset, number)
        counter = counter_asked(ruleset, address, given, of, wanted.of, decider, budget)
        found = tune_question(counter, number, values.strip(), wanted, apart=of, progress=tracked)
        if write:
            found = written(found, ruleset, number)
    if json:
        print_json(found.as_data())
    else:
        print_tuned(found, write=write)
    return 0 if found.verdict == "met" else 1


@contextmanager
def what_cannot_be_tuned() -> Iterator[None]:
    """Say what cannot be meant, as commands say it."""
    try:
        yield
    except (GoalError, NoSuchNumberError) as error:
        raise UsageError(str(error)) from None
