"""Every number that a question comes to, ranked by what one step of it does to a named outcome.

In: an `OutcomeCounter`. Out: a `Sensitivity`: for each number the outcome with one step more and one step less, counted
exactly. Those nearest to the question come first; how many are tried has a bound, and what is left over is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from quarterdeck.analysis.tuning.outcomes import NoOutcomeError, OutcomeCounter
from quarterdeck.base.bounds import MOST_NUMBERS
from quarterdeck.base.forked import on_cores
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
    """A number one step higher or lower: the value, the outcome, and the difference.

    Where there is no outcome, `refused` says why: the checks refuse the value, or nothing can be counted with it.
    """

    value: PrintedNumber
    outcome: Fraction | None
    shift: Fraction | None
    refused: str | None = None


@dataclass(frozen=True)
class NumberMoved(DataRecord):
    """A number with its name, value and place, the line of the source there, and the effect of a step up and down."""

    name: str
    address: str
    value: PrintedNumber
    step: PrintedNumber
    up: StepMoved
    down: StepMoved
    place: PlaceData
    line: str

    @property
    def most(self) -> Fraction:
        """Give by how far the outcome moves, one way or the other."""
        return max((abs(one.shift) for one in (self.up, self.down) if one.shift is not None), default=Fraction())


@dataclass(frozen=True)
class Sensitivity(DataRecord):
    """The effect of one step of each number on an outcome, the largest shift first.

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
        NoOutcomeError: the outcome is not a number.
    """
    ruleset, today = counter.ruleset, counter.today
    assert ruleset.loaded.base is not None
    known = numbers_in(ruleset.declared, ruleset.loaded.base)
    near = [(distance, one) for one in known if (distance := counter.distance(one)) is not None]
    near.sort(key=lambda each: each[0])
    numbers = [counter.decided(one) for _, one in near]
    tried, untried = numbers[:most], numbers[most:]
    with on_cores(partial(number_moved, counter), tried, ENOUGH_TO_SPREAD, 2) as moved:
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
    place, line = number.span.as_json(), number.span.file.line(number.span.line)
    return NumberMoved(number.name, number.address, value, step, steps[0], steps[1], place, line)


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
