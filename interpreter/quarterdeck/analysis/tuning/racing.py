"""Tune a number until battles come out as wanted: values race each other on the same dice.

In: a ruleset, a scenario, a number, values, a goal. Out: what each value brings in the battles that it was given, and
what the one that comes nearest brings in others. All values fight the same battles, by number and dice. Those that
surely miss the goal by more than the one that leads are given no more; between the leader and its neighbours others
are tried. Whoever leads has been lucky as well: so it is fought anew, on dice that had no part in choosing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import TracebackType

from quarterdeck.analysis.battles.battle_record import Outcome
from quarterdeck.analysis.battles.contest import Contest, seed_of
from quarterdeck.analysis.battles.executors import Workers
from quarterdeck.analysis.battles.fighting import Progress, fight_missing
from quarterdeck.analysis.battles.intervals import Interval, mean, mean_within, share_within
from quarterdeck.analysis.battles.series import SeriesWanted, opened
from quarterdeck.analysis.battles.store import BattleStore
from quarterdeck.analysis.tuning.battle_outcomes import BattleOutcome
from quarterdeck.analysis.tuning.goals import TuningGoal
from quarterdeck.analysis.tuning.report import ShareWithin, ValueTried, Verdict
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.base.plain_data import PrintedNumber
from quarterdeck.engine.odds.sampling import Z, root
from quarterdeck.workspace.alterations.altered_ruleset import ValueRefusedError
from quarterdeck.workspace.alterations.numbers import WrittenNumber
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BEGIN = 20
"""So many battles each value is given before any is dropped; then twice as many, and so on."""
SPREAD = 7
"""So many values begin, evenly spread."""
LEAST_CONFIRMED = 50
"""At least so many battles confirm the value that was found, where so many may be fought."""
SURE = Fraction(257_583, 195_996)
"""So many times as wide as that of 95 % is the interval that holds 99 of 100: who lies outside of it is dropped."""
PLACES = 1000
"""The contests of a race begin at this place of a file, so that it is not taken for a series of battles."""


class KeptWorkers(AbstractContextManager[Workers]):
    """Workers that are called in once, and stay until the end."""

    def __init__(self, workers: AbstractContextManager[Workers]) -> None:
        self.workers = workers
        self.stack = ExitStack()
        self.found: Workers | None = None

    def __enter__(self) -> Workers:
        if self.found is None:
            self.found = self.stack.enter_context(self.workers)
        return self.found

    def __exit__(self, sort: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stay."""

    def close(self) -> None:
        """Let them go."""
        self.stack.close()


@dataclass
class Race:
    """Values of a number that race each other for a goal."""

    ruleset: Ruleset
    number: WrittenNumber
    values: Sequence[Fraction]
    goal: TuningGoal
    outcome: BattleOutcome
    wanted: SeriesWanted
    store: BattleStore
    workers: KeptWorkers | None = None
    at_once: bool = False
    progress: Progress | None = None
    contests: dict[tuple[Fraction, bool], Contest] = field(default_factory=dict)
    refused: dict[Fraction, str] = field(default_factory=dict)
    fought: dict[tuple[Fraction, bool], list[Outcome]] = field(default_factory=dict)

    # --- battles

    def fight(self, values: Iterable[Fraction], count: int, *, confirming: bool = False) -> None:
        """Let values have so many battles each; a value that cannot be had is put aside, with the reason."""
        contests: dict[int, Contest] = {}
        known = {place_of(value, confirming=confirming): value for value in values}
        for place, value in known.items():
            if (contest := self.contest(value, confirming=confirming)) is not None:
                self.store.take(place, contest)
                contests[place] = contest
        if contests:
            fight_missing(contests, self.store, count, self.workers, at_once=self.at_once, progress=self.progress)
        for place, contest in contests.items():
            found = self.store.outcomes(place, count, contest.sides)
            self.fought[known[place], confirming] = found
            if (fault := next((one for one in found if one.result == "failed"), None)) is not None:
                self.refused[known[place]] = f"battle {fault.number} could not be fought to its end: {fault.fault}"

    def contest(self, value: Fraction, *, confirming: bool) -> Contest | None:
        """Give the contest of a value, opened once; nothing where it cannot be had."""
        if value in self.refused:
            return None
        if (value, confirming) not in self.contests:
            series = replace(self.wanted, seed=seed_of(self.wanted.seed, 0)) if confirming else self.wanted
            numbers = {} if value == self.number.value else {self.number.name: decimals.shown(value)}
            try:
                self.contests[value, confirming] = opened(self.ruleset, series, {}, numbers)
            except ValueRefusedError as error:
                self.refused[value] = str(error)
                return None
            except RefusedError as error:
                if value == self.number.value:
                    raise
                self.refused[value] = next(iter(error.findings)).message
                return None
        return self.contests[value, confirming]

    @property
    def total(self) -> int:
        """Give how many battles were fought or found in all."""
        return sum(len(found) for found in self.fought.values())

    # --- what they bring

    def numbers(self, value: Fraction, *, confirming: bool = False) -> list[int]:
        """Give the outcome of each battle of a value, by the number of the battle."""
        return [self.outcome.number_of(one) for one in self.fought[value, confirming]]

    def brings(self, value: Fraction) -> Fraction:
        """Give what a value brings on average."""
        return mean(self.numbers(value))

    def tried(self, value: Fraction, *, confirming: bool = False) -> ValueTried:
        """Give a value with what it brings, and how sure that is."""
        if value in self.refused or not self.fought.get((value, confirming)):
            return ValueTried(PrintedNumber(value), None, refused=self.refused.get(value, "it was not fought"))
        numbers = self.numbers(value, confirming=confirming)
        within = self.interval(numbers)
        return ValueTried(PrintedNumber(value), mean(numbers), ShareWithin(within.low, within.high), len(numbers))

    def was_tried(self, value: Fraction) -> bool:
        """Tell whether a value was fought for, or refused."""
        return value in self.refused or (value, False) in self.fought

    def interval(self, numbers: Sequence[int]) -> Interval:
        """Give where the true share or mean lies."""
        return share_within(sum(numbers), len(numbers)) if self.outcome.is_share else mean_within(numbers)

    # --- the race

    def run(self) -> Fraction | None:
        """Race the values; give the one that comes nearest, or nothing where none can be had."""
        count, most = min(BEGIN, self.wanted.count), self.wanted.count
        running, known = evenly_over(self.values, self.number.value), set[Fraction]()
        while True:
            self.fight(running, count)
            running = [value for value in running if value not in self.refused]
            known |= set(running)
            if not running:
                return None
            running = self.still_running(running)
            leader = self.leader(running)
            more = self.beside(leader, known)
            if more:
                running = sorted({*running, *more})
                continue
            if len(running) == 1 or count >= most or self.is_surely_met(leader):
                return leader
            count = min(2 * count, most)

    def leader(self, running: Iterable[Fraction]) -> Fraction:
        """Give the value that comes nearest, of several the one nearest to today's."""
        return min(running, key=lambda one: (self.goal.misses(self.brings(one)), abs(one - self.number.value), one))

    def still_running(self, running: Sequence[Fraction]) -> list[Fraction]:
        """Leave out the values that surely miss by more than the leader does."""
        leader = self.leader(running)
        return [value for value in running if value == leader or not self.is_surely_worse(value, leader)]

    def is_surely_worse(self, value: Fraction, leader: Fraction) -> bool:
        """Tell whether a value misses by more than the leader in 99 of 100 such races, battle by battle."""
        more = [one - other for one, other in zip(self.each_misses(value), self.each_misses(leader), strict=False)]
        within = mean_within(more)
        middle = (within.low + within.high) / 2
        return middle - (within.high - within.low) / 2 * SURE > 0

    def each_misses(self, value: Fraction) -> list[Fraction]:
        """Give by how much each battle of a value adds to what it misses: their mean is what it misses."""
        target, average = self.goal.target, self.brings(value)
        if not self.goal.misses(average):
            return [Fraction()] * len(self.numbers(value))
        sign = 1 if average > target else -1
        return [sign * (number - target) for number in self.numbers(value)]

    def beside(self, leader: Fraction, known: set[Fraction]) -> list[Fraction]:
        """Give values in the middle between the leader and its neighbours of which something is known."""
        at = self.values.index(leader)
        places = [index for index, value in enumerate(self.values) if value in known or value in self.refused]
        lower = max((place for place in places if place < at), default=at)
        upper = min((place for place in places if place > at), default=at)
        middles = {(lower + at) // 2 if at - lower > 1 else at, (upper + at + 1) // 2 if upper - at > 1 else at}
        return [self.values[place] for place in sorted(middles - {at})]

    def is_surely_met(self, value: Fraction) -> bool:
        """Tell whether all of a value's interval is near enough."""
        return lies_in(self.interval(self.numbers(value)), self.goal)

    # --- on other dice

    def confirm(self, value: Fraction) -> tuple[ValueTried, Verdict]:
        """Fight a value on dice that had no part in choosing it, as often as it takes; tell what came of it.

        Where what should have been enough leaves it open, all battles that are allowed are fought; no more looks are
        taken than these two, since each is one more chance to be lucky.
        """
        for count in (self.battles_to_confirm(value), self.wanted.count):
            self.fight([value], count, confirming=True)
            found = self.tried(value, confirming=True)
            if found.interval is None:
                return found, "missed"
            within = Interval(found.interval.low, found.interval.high)
            if lies_in(within, self.goal):
                return found, "met"
            if lies_outside(within, self.goal):
                return found, "missed"
        return found, "open"

    def battles_to_confirm(self, value: Fraction) -> int:
        """Give how many battles let an interval lie in what is near enough, by what is known of the value.

        They are twice as many as would do if it brought just what it did in the race.
        """
        most, numbers = self.wanted.count, self.numbers(value)
        average = mean(numbers)
        room = min(
            (abs(end - average) for end in (self.goal.low, self.goal.high) if end is not None), default=Fraction(1)
        )
        room = max(room, self.goal.within / 4, Fraction(1, 1000))
        spread_of = mean([(number - average) ** 2 for number in numbers])
        wide = Z * root(spread_of) / room
        return max(min(LEAST_CONFIRMED, most), min(int(2 * wide * wide) + 1, most))


def place_of(value: Fraction, *, confirming: bool) -> int:
    """Give the place of a value's contest in a file, which hangs on the value alone."""
    millionths = int(value * 10**6)
    folded = 2 * millionths if millionths >= 0 else -2 * millionths - 1
    return PLACES + 2 * folded + confirming


def evenly_over(values: Sequence[Fraction], today: Fraction) -> list[Fraction]:
    """Give some values, evenly spread from the first to the last, and that of today."""
    last = len(values) - 1
    places = {round(Fraction(at * last, SPREAD - 1)) for at in range(SPREAD)} if last else {0}
    found = {values[place] for place in places}
    return sorted(found | ({today} & set(values)))


def lies_in(within: Interval, goal: TuningGoal) -> bool:
    """Tell whether all of an interval is near enough to a goal."""
    return (goal.low is None or within.low >= goal.low) and (goal.high is None or within.high <= goal.high)


def lies_outside(within: Interval, goal: TuningGoal) -> bool:
    """Tell whether nothing of an interval is near enough to a goal."""
    return (goal.low is not None and within.high < goal.low) or (goal.high is not None and within.low > goal.high)
