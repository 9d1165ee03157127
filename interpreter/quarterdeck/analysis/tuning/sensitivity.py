"""Every number that a question comes to, ranked by what one step of it does to a named outcome.

In: an `OutcomeCounter`. Out: a `Sensitivity`: for each number the outcome with one step more and one step less, counted
exactly. Those nearest to the question come first; how many are tried has a bound, and what is left over is said.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from quarterdeck.analysis.tuning.outcomes import NoOutcomeError, OutcomeCounter
from quarterdeck.base.bounds import MOST_NUMBERS
from quarterdeck.base.plain_data import DataRecord, PrintedNumber
from quarterdeck.base.text import PlaceData
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.workspace.alterations.numbers import WrittenNumber, numbers_in
from quarterdeck.workspace.ruleset.ruleset import Ruleset

ENOUGH_TO_SPREAD = 60
"""So many numbers are counted on several cores."""
Progress = Callable[[Iterable["NumberMoved"], int, str], Iterable["NumberMoved"]]


@dataclass(frozen=True)
class StepMoved(DataRecord):
    """A number one step higher or lower: the value, the outcome with it, and by how much that differs from today's.

    Where there is no outcome, `refused` says why: the checks refuse the value, or nothing can be counted with it.
    """

    value: PrintedNumber
    outcome: Fraction | None
    shift: Fraction | None
    refused: str | None = None


@dataclass(frozen=True)
class NumberMoved(DataRecord):
    """A number by its name, with its value and where it stands, and what a step does, up and down."""

    name: str
    address: str
    value: PrintedNumber
    step: PrintedNumber
    up: StepMoved
    down: StepMoved
    place: PlaceData

    @property
    def most(self) -> Fraction:
        """Give by how far the outcome moves, one way or the other."""
        return max((abs(one.shift) for one in (self.up, self.down) if one.shift is not None), default=Fraction())


@dataclass(frozen=True)
class Sensitivity(DataRecord):
    """What one step of each number does to an outcome, the largest shift first.

    `reached` is how many numbers the question comes to, of `known` in all; `untried` are those beyond the bound.
    `left_out` says how many numbers of other sorts there are, which no amendment changes by an address of their own.
    """

    game: str
    of: str
    outcome: str
    is_share: bool
    today: Fraction
    numbers: tuple[NumberMoved, ...]
    known: int
    reached: int
    untried: tuple[str, ...]
    left_out: Mapping[str, int]


def sensitivity_of(counter: OutcomeCounter, most: int = MOST_NUMBERS, progress: Progress | None = None) -> Sensitivity:
    """Count what one step of each number does, of so many numbers at the most, the nearest to the question first.

    Raises:
        RefusedError: the question does not fit the ruleset.
        NoOutcomeError: the outcome has no number as the rules are.
    """
    ruleset, today = counter.ruleset, counter.today
    assert ruleset.loaded.base is not None
    known = numbers_in(ruleset.declared, ruleset.loaded.base)
    near = [(distance, one) for one in known if (distance := counter.distance(one)) is not None]
    near.sort(key=lambda each: each[0])
    numbers = [counter.decided(one) for _, one in near]
    tried, untried = numbers[:most], numbers[most:]
    with _moved(counter, tried) as moved:
        shown = progress(moved, len(tried), f"varying {len(tried)} numbers") if progress is not None else moved
        found = sorted(shown, key=lambda one: -one.most)
    return Sensitivity(
        ruleset.name,
        counter.question.address,
        str(counter.outcome),
        counter.outcome.is_share,
        today,
        tuple(found),
        len(known),
        len(numbers),
        tuple(one.name for one in untried),
        left_out_of(ruleset),
    )


def number_moved(counter: OutcomeCounter, number: WrittenNumber) -> NumberMoved:
    """Count what one step of a number does, up and down."""
    steps = [step_moved(counter, number, number.value + by) for by in (number.step, -number.step)]
    value, step = PrintedNumber(number.value), PrintedNumber(number.step)
    return NumberMoved(number.name, number.address, value, step, steps[0], steps[1], number.span.as_json())


def step_moved(counter: OutcomeCounter, number: WrittenNumber, value: Fraction) -> StepMoved:
    """Count the outcome with a number that has another value."""
    try:
        outcome = counter.with_value(number, value)
    except NoOutcomeError as error:
        return StepMoved(PrintedNumber(value), None, None, str(error))
    return StepMoved(PrintedNumber(value), outcome, outcome - counter.today)


def left_out_of(ruleset: Ruleset) -> dict[str, int]:
    """Give how many numbers there are that are not varied, by their sort."""
    declared = ruleset.declared
    kinds = declared.kinds.values()
    starts = sum(known.start is not None for kind in kinds for known in kind.fields.values())
    things = sum(element.sort == "thing" for element in elements(declared).values())
    return {"starts of fields": starts, "things of rosters": things}


# --- on several cores


@dataclass(frozen=True)
class _StepsToCount:
    """What the processes that share the work look at; they are forked off with it, so that nothing need be sent."""

    counter: OutcomeCounter
    numbers: Sequence[WrittenNumber]

    def moved(self, at: int) -> NumberMoved:
        """Count one number."""
        return number_moved(self.counter, self.numbers[at])


_shared: list[_StepsToCount] = []


def _moved_at(at: int) -> NumberMoved:
    return _shared[-1].moved(at)


@contextmanager
def _moved(counter: OutcomeCounter, numbers: Sequence[WrittenNumber]) -> Iterator[Iterable[NumberMoved]]:
    """Give what each number does in order, counted in several processes where that pays."""
    work, count = _StepsToCount(counter, numbers), os.cpu_count() or 1
    if count == 1 or len(numbers) < ENOUGH_TO_SPREAD or "fork" not in multiprocessing.get_all_start_methods():
        yield map(work.moved, range(len(numbers)))
        return
    _shared.append(work)
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("fork"), _heed_no_interrupt)
    try:
        yield pool.map(_moved_at, range(len(numbers)), chunksize=2)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        _shared.pop()


def _heed_no_interrupt() -> None:
    """Pay no attention to Ctrl-C, which is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
