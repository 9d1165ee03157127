"""Count with the best answers to all choices: those that give one side the highest mean of a goal.

In: a question to a rule, a goal, and the side that maximises it; all other sides minimise it. Out: the distribution of
what is shown, with the mean of the goal.

This takes three passes. The first follows every answer to every choice and records each step. The second computes the
value of each state from the end backwards: after a draw the mean, at a choice the highest or lowest value of its
answers. This yields the best answer in each state. The third counts the rule with these answers. Equal rows are merged,
as the best answer does not depend on how a state was reached. Sides know the complete state, including what is hidden
from them in play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.backends.python.counting import CHOOSE
from quarterdeck.base.errors import UserError
from quarterdeck.engine.odds.choices import answers_to, asked_by, frame_after
from quarterdeck.engine.odds.count import Counting, Distribution, Part, Seen
from quarterdeck.engine.odds.groups import CHOOSING, Ahead, RowGroup, Stack, Waiting
from quarterdeck.engine.odds.kernels import Frame
from quarterdeck.engine.odds.trees import Goal, Observed, Tree, TreeEntry
from quarterdeck.language.declarations.types import NO_NUMBER, Boolean, Number, Ratio, Type
from quarterdeck.program.form.dataflow import leading_to
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.program.passes.segments import Asks, CallsRow, Carries

Value = Callable[[Any], Fraction]
"""What a goal counts, of what a part of what is shown gives."""


class BestAnswersError(UserError):
    """There are no best answers: the goal is missing or cannot be maximised, or the side is not given."""


class SeveralSidesError(UserError):
    """Several sides decide, and the one that maximises is not given; the argument has their numbers."""


def value_of(title: str, kind: Type) -> Value:
    """Return the function from a goal's result to its value: 0 or 1 for a condition, the number for a number.

    Raises:
        BestAnswersError: the goal is neither; the function raises it for a result with no value, or several.
    """

    def one_of(found: Any) -> Any:
        if isinstance(found, tuple):
            if len(found) > 1:
                raise BestAnswersError(
                    f"`{title}` has several values, which cannot be maximised; name a condition or sum"
                )
            found = found[0] if found else None
        return None if found == NO_NUMBER else found

    def number(found: Any) -> Fraction:
        found = one_of(found)
        if found is None:
            raise BestAnswersError(f"`{title}` has no value in some cases, so its mean cannot be maximised")
        return Fraction(found) / (kind.step if isinstance(kind, Number) else 1)

    match kind:
        case Boolean():
            return lambda found: Fraction(bool(one_of(found)))
        case Number() | Ratio():
            return number
    raise BestAnswersError(f"`{title}` is neither a condition nor a number, so it cannot be maximised")


@dataclass(frozen=True)
class BestDistribution(Distribution):
    """The distribution of a rule with the best answers, the `mean` of the goal, and the `side` that maximises it.

    The side is -1 if there was no choice.
    """

    side: int = -1
    mean: Fraction = Fraction(0)


@dataclass(slots=True)
class ChanceStep:
    """A step of a group through draws: `tree` has the outcomes of each row, `places` the group for each outcome."""

    group: RowGroup
    tree: Tree
    places: dict[Goal, list[Ahead]]


@dataclass(slots=True)
class PlainStep:
    """A step of some rows of a group to a target group without a draw; `across` maps each row to its new state."""

    group: RowGroup
    rows: list[int]
    target: RowGroup
    leave: int
    across: Callable[[int], int] | None


@dataclass(slots=True)
class ChoiceStep:
    """A choice of a group, and its answers with the target of each; the first of equally good answers is best."""

    group: RowGroup
    site: int
    side: int
    answers: list[tuple[Any, RowGroup, int]]


Position = tuple[Stack, int, Observed]


class BestCounting(Counting):
    """The counting of one question with the best answers.

    `passed` has the steps of the first pass, and is None in the third.
    """

    def __init__(self, *given: Any, goal: Part, value: Value, side: int | None) -> None:
        super().__init__(*given)
        self.goal, self.value, self.side = goal, value, side
        self.passed: list[ChanceStep | PlainStep | ChoiceStep] | None = []
        self.values: dict[int, dict[int, Fraction]] = {}
        self.answers: dict[Position, tuple[int, dict[int, Any]]] = {}

    def run(self, entry: Frame, spans: int, outcome: Sequence[Part]) -> BestDistribution:
        """Find the best answers, then count with them."""
        wanted = self.waiting.wanted
        start = self.target(self.stacks.at(entry, None), spans, ())
        start.rows[0] = 1
        self.drain()
        side = self.deciding()
        self.look_back(side)
        mean = self.values[id(start)][0]
        self.passed, self.waiting = None, Waiting(wanted)
        self.values.clear()
        found = super().run(entry, spans, outcome)
        return BestDistribution(
            found.weights, found.below, found.visits, found.decisions, found.work, side=side, mean=mean
        )

    def deciding(self) -> int:
        """Return the side that maximises.

        Raises:
            SeveralSidesError: several sides decide, and the one that maximises is not given.
        """
        if self.side is not None:
            return self.side
        sides = dict.fromkeys(side for _, side in self.choices.met)
        if len(sides) > 1:
            raise SeveralSidesError(tuple(sides))
        return next(iter(sides), -1)

    def done(self) -> Fraction:
        """Return the share of the weight that has ended; in the first pass it is 0."""
        return super().done() if self.passed is None else Fraction(0)

    # --- forward

    @cached_property
    def asking(self) -> frozenset[int]:
        """Return the first segments of the routines that ask for a choice, directly or through calls."""
        cuts = self.counter.cuts
        calls: dict[str, set[str]] = {}
        asks: set[str] = set()
        for segment in cuts.segments:
            called = calls.setdefault(segment.routine, set())
            match segment.then:
                case Asks():
                    asks.add(segment.routine)
                case Carries(call=call):
                    called.add(call.address)
                case CallsRow(row=row):
                    called |= {*cuts.program.acting_tables[row.table].cells.values()}
        return frozenset(cuts.entries[one] for one in leading_to(asks, calls) if one in cuts.entries)

    def chosen(self, action: Any, rest: Stack | None) -> list[tuple[Stack | None, int, int]]:
        """Return the stack at which rows wait for the answer to a choice, unless the answer is fixed."""
        assert action[0] == CHOOSE
        if self.choices.settled(action) is not None:
            return super().chosen(action, rest)
        (number, *locals_), leave = action[7:9]
        return [(self.stacks.at((CHOOSING, (number, None, *locals_), leave, action), rest), 1, 1)]

    def forward(self, group: RowGroup) -> None:
        """Advance all rows of a group: at a choice with every answer in the first pass, then with the best."""
        assert group.stack is not None
        if group.stack.frame[0] != CHOOSING:
            super().forward(group)
            return
        self.visits += len(group.rows)
        self.spend(0)
        action, rest = group.stack.frame[3], group.stack.rest
        answers = answers_to(action)
        if self.passed is None:
            leave, best = self.answers[group.stack, group.spans, group.told]
            chosen: dict[Any, dict[int, int]] = {}
            for row, weight in group.rows.items():
                chosen.setdefault(best[row & leave], {})[row] = weight
            for answer, rows in chosen.items():
                super().move(group, rows, self.stacks.at(frame_after(action, answer), rest), group.spans)
            return
        self.choices.met[action[1], action[2]] = None
        usual = asked_by(action)[-1]
        if usual is not None:  # of equally good answers the default is taken, else the first
            answers.sort(key=lambda answer: answer != usual)
        targets = [
            (answer, *super(BestCounting, self).move(group, group.rows, self.stacks.at(frame, rest), group.spans))
            for answer, frame in ((answer, frame_after(action, answer)) for answer in answers)
        ]
        self.passed.append(ChoiceStep(group, action[1], action[2], targets))

    def go_on(self, group: RowGroup, tree: Tree, learn: Callable[[int], TreeEntry]) -> dict[Goal, list[Ahead]]:
        """Advance each row of a group through draws, and record the step."""
        places = super().go_on(group, tree, learn)
        if self.passed is not None and not self.depth:
            self.passed.append(ChanceStep(group, tree, places))
        return places

    def move(
        self,
        group: RowGroup,
        rows: dict[int, int],
        stack: Stack | None,
        spans: int,
        across: Callable[[int], int] | None = None,
    ) -> tuple[RowGroup, int]:
        """Move rows of a group to another place, and record the step."""
        target, leave = super().move(group, rows, stack, spans, across)
        if self.passed is not None and not self.depth:
            self.passed.append(PlainStep(group, list(rows), target, leave, across))
        return target, leave

    def meet(self, group: RowGroup, stack: Stack) -> None:
        """Enter a call that may ask for a choice, instead of counting it separately.

        The best answer in it depends on what follows the call.

        Raises:
            NotCountedError: the call reads another state than what follows it.
        """
        _, frame, flat = stack.frame
        if frame[0] not in self.asking:
            super().meet(group, stack)
            return
        if flat and group.spans > 0:
            address = self.counter.segments[frame[0]].routine
            raise NotCountedError(f"the best answers in {address} are not counted where effects wait around it")
        self.enter(group, stack, group.rows)

    # --- back

    def look_back(self, side: int) -> None:
        """Compute the value of every row, from the end backwards, and find the best answers."""
        for group in self.waiting.ends.values():
            seen = Seen(self.goal)
            self.values[id(group)] = {row: self.value(self.look(seen, group, row)) for row in group.rows}
        for one in reversed(self.passed or ()):
            self.spend(len(one.group.rows))
            match one:
                case ChanceStep():
                    self.pass_back(one)
                case PlainStep(group=group, rows=rows, target=target, leave=leave, across=across):
                    there = self.values[id(target)]
                    here = self.values.setdefault(id(group), {})
                    for row in rows:
                        here[row] = there[(row if across is None else across(row)) & leave]
                case ChoiceStep():
                    self.choose(one, max if one.side == side else min)

    def pass_back(self, one: ChanceStep) -> None:
        """Compute the mean value of rows before draws; rows with a value are left as they are."""
        here = self.values.setdefault(id(one.group), {})
        ways: dict[int, tuple[int, list[tuple[dict[int, Fraction], int, int, int]]]] = {}
        for row in one.group.rows:
            entry = one.tree.find(row)
            if row in here or entry is None:
                continue
            if id(entry) not in ways:
                found = []
                for leaf in entry.leaves:
                    for target, leave, part, of in one.places[leaf.goal]:
                        assert part == of, "a choice is a place of its own"
                        found.append((self.values[id(target)], leaf.keep & leave, leaf.put & leave, leaf.weight))
                ways[id(entry)] = entry.below, found
            below, leads = ways[id(entry)]
            total = sum([there[row & keep | put] * weight for there, keep, put, weight in leads], Fraction(0))
            here[row] = total / below

    def choose(self, one: ChoiceStep, extreme: Callable[..., Fraction]) -> None:
        """Find the best answer for each row at a choice."""
        assert one.group.stack is not None
        here, best = self.values.setdefault(id(one.group), {}), dict[int, Any]()
        stack = one.group.stack
        needed = ~self.needs.dropped(stack, self.waiting.wanted)
        there = [(answer, self.values[id(target)], leave) for answer, target, leave in one.answers]
        for row in one.group.rows:
            worth = [values[row & leave] for _, values, leave in there]
            here[row] = extreme(worth)
            best[row & needed] = there[worth.index(here[row])][0]
        self.answers[stack, one.group.spans, one.group.told] = needed, best
