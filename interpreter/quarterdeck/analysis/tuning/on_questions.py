"""Tune a number until a question comes out as wanted: every value is counted exactly, and the nearest one taken.

In: an `OutcomeCounter`, a number, values to try, and a goal. Out: what each value brings, the one that comes
nearest, and what prevents more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from quarterdeck.analysis.tuning.candidates import Candidates, between
from quarterdeck.analysis.tuning.goals import TuningGoal
from quarterdeck.analysis.tuning.outcomes import NoOutcomeError, OutcomeCounter
from quarterdeck.analysis.tuning.report import ValueTried
from quarterdeck.base import decimals
from quarterdeck.base.plain_data import PrintedNumber
from quarterdeck.workspace.alterations.numbers import WrittenNumber

ValuesProgress = Callable[[Iterable[ValueTried], int, str], Iterable[ValueTried]]


def values_counted(
    counter: OutcomeCounter, number: WrittenNumber, candidates: Candidates, progress: ValuesProgress | None = None
) -> list[ValueTried]:
    """Count the outcome with each value, in their order."""
    found = (value_counted(counter, number, value) for value in candidates.values)
    return list(progress(found, len(candidates.values), "counting") if progress is not None else found)


def value_counted(counter: OutcomeCounter, number: WrittenNumber, value: Fraction) -> ValueTried:
    """Count the outcome with a value."""
    try:
        outcome = counter.today if value == number.value else counter.with_value(number, value)
    except NoOutcomeError as error:
        return ValueTried(PrintedNumber(value), None, refused=str(error))
    return ValueTried(PrintedNumber(value), outcome)


def nearest(tried: Iterable[ValueTried], goal: TuningGoal, today: Fraction) -> ValueTried | None:
    """Give the value that comes nearest to a goal; of several the one nearest to what is there today."""
    known = [one for one in tried if one.outcome is not None]
    return min(known, key=lambda one: (misses(one, goal), abs(one.value - today), one.value), default=None)


def misses(tried: ValueTried, goal: TuningGoal) -> Fraction:
    """Give by how much the outcome of a value misses a goal."""
    assert tried.outcome is not None
    return goal.misses(tried.outcome)


def what_prevents(
    tried: Sequence[ValueTried],
    candidates: Candidates,
    goal: TuningGoal,
    say: Callable[[Fraction], str],
    today: Fraction,
) -> Iterator[str]:
    """Say what keeps a goal from being met, by what the values bring; `say` words an outcome."""
    known = {one.value: one.outcome for one in tried if one.outcome is not None}
    best = nearest(tried, goal, today)
    if best is None:
        yield f"no value can be counted: {tried[0].refused}"
        return
    if len(known) > 1 and len(set(known.values())) == 1:
        yield f"no value moves it: from {said(min(known))} to {said(max(known))} it is {say(known[best.value])}"
        return
    below = [value for value, outcome in known.items() if outcome < goal.target]
    above = [value for value, outcome in known.items() if outcome > goal.target]
    if below and above:
        near = [min(side, key=lambda one: abs(known[one] - goal.target)) for side in (below, above)]
        words = " and ".join(f"{said(value)} brings {say(known[value])}" for value in near)
        lies = "" if between(list(known), *near) else ", and no value that was tried is between them"
        yield f"{words}{lies}"
        return
    yield from what_lies_beyond(tried, candidates, best, say)


def what_lies_beyond(
    tried: Sequence[ValueTried], candidates: Candidates, best: ValueTried, say: Callable[[Fraction], str]
) -> Iterator[str]:
    """Say why no value on either side of the nearest comes nearer."""
    values = [one.value for one in tried]
    at = values.index(best.value)
    for beside, end in ((at - 1, candidates.below), (at + 1, candidates.above)):
        if not 0 <= beside < len(tried):
            yield end
        elif tried[beside].outcome is None:
            yield f"{said(tried[beside].value)} is refused: {tried[beside].refused}"
        else:
            outcome = tried[beside].outcome
            assert outcome is not None
            yield f"{said(tried[beside].value)} brings {say(outcome)}"


def said(number: Fraction) -> str:
    """Give a number as it is written."""
    return decimals.shown(number)
