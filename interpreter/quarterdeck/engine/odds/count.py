"""Count: push rows of (where in the rule, what has changed) forward in the order of the rule until all have ended.

Rows that stand at one place, with the same locals, are a `RowGroup`: each row is one whole number, the changes of the
state packed into bits, with its weight. The earliest place goes on first, so rows that can still become equal meet.
What is neither shown nor read again is dropped from a row at once. What a place brings is worked out once for all rows
that agree in what was really read of them (`trees`), together with what always follows (`regions`); and so is what a
whole call brings, where that pays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from math import gcd, lcm
from typing import Any

from quarterdeck.backends.python.counting import CALL, CHOOSE, CLOSE, END, GO, OPEN, ROLL, counting_module
from quarterdeck.backends.python.local_rows import NOWHERE
from quarterdeck.base.decimals import in_percent
from quarterdeck.base.errors import UserError
from quarterdeck.engine.odds.choices import Choices, Policy
from quarterdeck.engine.odds.groups import (
    CALLING,
    CLOSING,
    OPENING,
    Ahead,
    Order,
    Resolving,
    RowGroup,
    Stack,
    Stacks,
    Waiting,
    bare,
    ended,
    result_of,
)
from quarterdeck.engine.odds.kernels import Frame, States, Ungiven
from quarterdeck.engine.odds.known_calls import CallCacheStats, KnownCall
from quarterdeck.engine.odds.local_rows import LocalRows, written_in
from quarterdeck.engine.odds.needs import KnownNeeds, Needs
from quarterdeck.engine.odds.packing import Packing, Place
from quarterdeck.engine.odds.pool_counts import CountedReads
from quarterdeck.engine.odds.regions import Regions
from quarterdeck.engine.odds.trees import Goal, Joined, Leaf, Observed, Tree, TreeEntry, TreeNode, in_order
from quarterdeck.program.form.dataflow import FAULT
from quarterdeck.program.form.instructions import Result
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.walking import instructions_in
from quarterdeck.program.passes.advise import advised as with_memos
from quarterdeck.program.passes.cut import cut
from quarterdeck.program.passes.inline import inlined
from quarterdeck.program.passes.pool_reads import with_pool_reads
from quarterdeck.program.passes.segments import RESULT, Cuts

BUDGET = 3_000_000
"""So much work may be done for a question where nothing else is said: twice what the largest of a shipped game takes,
about a quarter of a minute. A row that is looked at is one step of it, a run of a segment several (`kernels.RUN`)."""


class BudgetError(UserError):
    """The question needs more work than the budget allows.

    `work` says how far counting got, `done` which part of the weight had ended.
    """

    sort = "uncounted"

    def __init__(self, work: int, done: Fraction) -> None:
        super().__init__(f"not counted to the end: {work:,} steps of work, {in_percent(done, 1)} of all cases")
        self.work = work
        self.done = done


Part = Callable[[Any, Any, Observed], Any]
"""A part of what is shown: of the states before and after, and of the rolls that were told."""


@dataclass(frozen=True, slots=True)
class SlotValue:
    """A part of what is shown that is the value of one slot after the rule."""

    slot: int

    def __call__(self, before: Any, after: Any, told: Observed) -> Any:
        """Return the value."""
        return after[self.slot]


@dataclass(slots=True, eq=False)
class Seen:
    """A part of what is shown, by the bits of the places that it reads."""

    part: Part
    mask: int = 0
    reads: set[Place] = field(default_factory=set)
    values: dict[int, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Distribution:
    """Weights of outcomes; they add up to `below`. `visits` is the number of rows that were looked at.

    `decisions` are the choices that somebody decided: their sites, each with the side. `work` is what counts towards a
    budget.
    """

    weights: dict[tuple[Any, ...], int]
    below: int
    visits: int
    decisions: tuple[tuple[int, int], ...] = ()
    work: int = 0


def in_lowest_terms(weights: dict[tuple[Any, ...], int], below: int, *more: Any) -> Distribution:
    """Return a distribution in whole numbers that have no divisor in common."""
    common = gcd(below, *weights.values())
    if common != 1:
        weights = {key: weight // common for key, weight in weights.items()}
    return Distribution(weights, below // common, *more)


class Counter:
    """Counts over one program's segments; make it once, ask it often. Some definitions are `called`, however short.

    It may count choices as the ruleset's advice answers them, where it is `advised`.
    """

    def __init__(self, program: Program, called: Collection[str] = (), *, advised: bool = False) -> None:
        self.program = program
        self.advised = advised
        shortened = inlined(with_pool_reads(program, advised=advised), called)
        self.cuts: Cuts = cut(with_memos(shortened) if advised else shortened, advised=advised)
        self.segments = self.cuts.segments
        self.entries = self.cuts.entries
        self.module = counting_module(self.cuts, CountedReads=CountedReads)
        self.written: list[int] = []
        self.marked: list[int] = []
        self.told: list[tuple[int, Any]] = []
        self.revealed: list[tuple[int, int]] = []
        self.module.given |= {"W": self.written.append, "M": self.marked.append, "K": self.told.append}
        self.module.given["REVEALED"] = self.revealed.append
        self.functions = self.module.late.value("S", "")
        self.order = Order(self.segments)
        self.known_changeable: dict[int, frozenset[int]] = {}
        self.known_needs: KnownNeeds = {}
        self.widths: dict[str, int] = {}
        self.rows_functions: dict[int, Callable[..., Any]] = {}

    def changeable(self, number: int) -> frozenset[int]:
        """Give the slots that may be written from the beginning of a segment to the end of its routine."""
        known = self.known_changeable.get(number)
        if known is None:
            written = self.segments[number].writes
            made = {name for name in written if name.endswith(".")}
            slots = enumerate(self.program.layout.slots)
            known = frozenset(slot for slot, name in slots if name in written or f"{name.partition('.')[0]}." in made)
            self.known_changeable[number] = known
        return known

    def telling(self, rolls: frozenset[int]) -> set[int]:
        """Give the segments that tell one of some rolls."""
        if not rolls:
            return set()
        return {
            segment.number
            for segment in self.segments
            if segment.is_local
            for one in instructions_in(tuple(segment.block))
            if isinstance(one, Result) and one.site in rolls
        }

    def count(
        self,
        entry: Frame,
        state: list[int],
        *,
        in_span: bool = False,
        shown: frozenset[str] = frozenset(),
        outcome: Sequence[Part],
        answer: Policy | None = None,
        budget: int = BUDGET,
        progress: Callable[[int, Fraction], None] | None = None,
        ungiven: Ungiven | None = None,
        joined: Joined = in_order,
        counting: Callable[..., Counting] | None = None,
    ) -> Distribution:
        """Count all outcomes of an entry frame from a state.

        `outcome` are the parts of what is shown, each of the two states at the end and of the rolls that were told.
        `ungiven` learns which of its slots are read; `joined` says what is kept of what was told with what came after;
        `counting` makes what goes through the rows, where that is not a `Counting` itself.
        """
        for noted in (self.written, self.marked, self.told, self.revealed):  # by a question that ended in a fault
            noted.clear()
        packing = Packing(state, self.program, self.changeable(entry[0]), self.widths)
        choices = Choices(self.cuts.program, answer, self.revealed)
        assert choices.is_advised == self.advised, "advice is counted by a counter that knows it"
        given = (self, packing, shown, choices, budget, progress, ungiven, joined)
        return (counting or Counting)(*given).run(entry, int(in_span), outcome)


class Counting:
    """One question on its way."""

    def __init__(
        self,
        counter: Counter,
        packing: Packing,
        shown: frozenset[str],
        choices: Choices,
        budget: int,
        progress: Callable[[int, Fraction], None] | None,
        ungiven: Ungiven | None,
        joined: Joined,
    ) -> None:
        self.counter = counter
        self.packing = packing
        rolls = frozenset(int(name[5:]) for name in shown if name.startswith("roll "))
        counted = (counter.functions, counter.written, counter.marked, counter.told)
        local = LocalRows(
            counter.segments, counter.module, counter.rows_functions, self.spend, None, None, counter.telling(rolls)
        )
        self.states = States(packing, *counted, rolls, counter.module.budget, local, ungiven, joined, choices)
        local.before, local.after = self.states.before, self.states.after
        self.choices = choices
        self.budget = budget
        self.progress = progress
        self.waiting = Waiting(shown | {FAULT})
        self.called: dict[tuple[Frame, int, int], KnownCall] = {}
        self.stats: dict[tuple[int, int], CallCacheStats] = {}
        self.depth = 0
        self.visits = 0

    @cached_property
    def stacks(self) -> Stacks:
        """Return the stacks of the question."""
        return Stacks(self.counter.order)

    @cached_property
    def needs(self) -> Needs:
        """Return what is needed where."""
        return Needs(self.counter.segments, self.packing, self.counter.known_needs)

    @cached_property
    def regions(self) -> Regions:
        """Return the regions of the question."""
        return Regions(self.states, self.counter.order.over)

    def run(self, entry: Frame, spans: int, outcome: Sequence[Part]) -> Distribution:
        """Go on until no row waits."""
        if (known := self.of_locals(entry, outcome)) is not None:
            return known
        self.target(self.stacks.at(entry, None), spans, ()).rows[0] = 1
        self.drain()
        self.choices.refuse_revealed()
        weights: dict[tuple[Any, ...], int] = {}
        below = lcm(*(group.below for group in self.waiting.ends.values()))
        for group in self.waiting.ends.values():
            times = below // group.below
            for key, weight in self.shown(group, outcome).items():
                weights[key] = weights.get(key, 0) + weight * times
        work = self.visits + self.states.work
        return in_lowest_terms(weights, below, self.visits, tuple(self.choices.met), work)

    def of_locals(self, entry: Frame, parts: Sequence[Part]) -> Distribution | None:
        """Count a rule that reads no field, of which slots are shown; nothing for any other."""
        local, states = self.states.local, self.states
        slots = [part.slot for part in parts if isinstance(part, SlotValue)]
        if len(slots) != len(parts) or states.ungiven is not None or not local.begins(entry[0]):
            return None
        groups = local.from_frame(entry[0], entry[1:], None)
        if groups is None or any(group.number != NOWHERE for group in groups):
            return None
        if max(group.rounds for group in groups) > states.budget.most:
            raise states.budget.spent(self.counter.segments[entry[0]].routine)
        below, weights = lcm(*[group.below for group in groups]), dict[tuple[Any, ...], int]()
        start = {slot: states.start[slot] for slot in slots}
        for group in groups:
            times = below // group.below
            for row, weight in group.rows.items():
                written = start | dict(written_in(row))
                key = tuple([written[slot] for slot in slots])
                weights[key] = weights.get(key, 0) + weight * times
        return in_lowest_terms(weights, below, 1, (), 1 + states.work)

    def shown(self, group: RowGroup, parts: Sequence[Part]) -> dict[tuple[Any, ...], int]:
        """Give the outcomes of rows that have ended: each part worked out once for all that agree in what it reads."""
        found: dict[tuple[Any, ...], int] = {}
        places = [part.slot for part in parts if isinstance(part, SlotValue)]
        if self.states.ungiven is None and len(places) == len(parts):
            fields = [self.packing.fields.get(place) for place in places]
            bits = [
                (0, 0, [self.packing.start[place]]) if one is None else (one.mask, one.shift, one.values)
                for place, one in zip(places, fields, strict=True)
            ]
            for row, weight in group.rows.items():
                key = tuple([values[(row & mask) >> shift] for mask, shift, values in bits])
                found[key] = found.get(key, 0) + weight
            return found
        seen = [Seen(part) for part in parts]
        for row, weight in group.rows.items():
            key = tuple(
                [
                    one.values[row & one.mask] if row & one.mask in one.values else self.look(one, group, row)
                    for one in seen
                ]
            )
            found[key] = found.get(key, 0) + weight
        return found

    def look(self, seen: Seen, group: RowGroup, row: int) -> Any:
        """Work out a part of what is shown of a row."""
        states = self.states
        changed = states.load(row)
        states.noted.clear()
        value = seen.part(states.before if group.spans else states.after, states.after, group.told)
        states.unload(changed)
        if states.ungiven is not None and states.ungiven.also_shown:
            states.ungiven.note(states.noted, states.size, dict(changed))
        new = set(states.noted) - seen.reads
        if new:
            seen.reads |= new
            self.packing.read_by(seen, new)
            seen.values.clear()
        seen.values[row & seen.mask] = value
        return value

    def drain(self) -> None:
        """Let the earliest rows go on until all have ended."""
        waiting = self.waiting
        while waiting.heap:
            for group in waiting.first():
                self.forward(group)
            if self.progress is not None and not self.depth:
                self.progress(self.visits, self.done())

    def done(self) -> Fraction:
        """Give the part of the weight that has ended; inside a call nothing of it has."""
        ends = self.waiting.ends.values()
        return Fraction(0) if self.depth else sum((Fraction(sum(g.rows.values()), g.below) for g in ends), Fraction(0))

    def spend(self, steps: int) -> None:
        """Count work towards the budget, beside the rows that are looked at here.

        Raises:
            BudgetError: there are too many.
        """
        self.states.work += steps
        if (work := self.visits + self.states.work) > self.budget:
            raise BudgetError(work, self.done())

    def forward(self, group: RowGroup) -> None:
        """Let all rows of a group go on to the next place."""
        self.visits += len(group.rows)
        self.spend(0)
        assert group.stack is not None
        head = group.stack.frame
        if head[0] in (OPENING, CLOSING):
            self.span(group, group.stack)
        elif head[0] == CALLING:
            self.meet(group, group.stack)
        else:
            tree = self.regions.tree(head, group.spans)
            self.regions.use(head).rows += len(group.rows)
            self.go_on(group, tree, partial(self.regions.learn, tree, head, group.spans))

    def go_on(self, group: RowGroup, tree: Tree, learn: Callable[[int], TreeEntry]) -> dict[Goal, list[Ahead]]:
        """Let each row of a group go where such rows are known to go, or where that is learned; give where that is."""
        resolving = Resolving(group)
        token, root = resolving.token, tree.root
        known, mask = root.children.get, root.mask
        for row, weight in group.rows.items():
            entry: Any = known(row & mask)
            while entry.__class__ is TreeNode:
                entry = entry.children.get(row & entry.mask)
            if entry is None:
                entry = learn(row)
                known, mask = root.children.get, root.mask
            if entry.at is not token:
                self.resolve(entry, resolving)
                token = resolving.token
            for rows, there, keep, put, factor in entry.ways:
                new = row & keep | put
                rows[new] = there(new, 0) + weight * factor
        for entry in resolving.entries:
            entry.ways = []  # they hold on to rows that are soon gone
        return resolving.places

    def resolve(self, entry: TreeEntry, resolving: Resolving) -> None:
        """Find out where the ways of an entry lead from a group."""
        group, places = resolving.group, resolving.places
        rounds = group.rounds + entry.rounds
        if rounds > self.states.budget.most:
            raise self.states.budget.spent(self.rule_at(group))
        self.waiting.met.setdefault(id(entry.places), entry.places)
        below = group.below * entry.below
        leads: dict[Goal, list[Ahead]] = {}
        for leaf in entry.leaves:
            goal = leaf.goal
            if goal in leads:
                continue
            if goal not in places:
                places[goal] = self.ahead(goal, group)
            leads[goal] = places[goal]
            for target, _, _, ways in leads[goal]:
                target.rounds = max(target.rounds, rounds)
                if target.factor(below * ways)[1]:
                    resolving.token = object()
        last = {
            goal: [(target.rows, leave, part * target.factor(below * ways)[0]) for target, leave, part, ways in ahead]
            for goal, ahead in leads.items()
        }
        found: dict[tuple[int, int, int], tuple[dict[int, int], int]] = {}
        for leaf in entry.leaves:
            for rows, leave, factor in last[leaf.goal]:
                key = (id(rows), leaf.keep & leave, leaf.put & leave)
                known = found.get(key)
                found[key] = rows, leaf.weight * factor + (0 if known is None else known[1])
        entry.ways = [(rows, rows.get, keep, put, factor) for (_, keep, put), (rows, factor) in found.items()]
        entry.at = resolving.token
        resolving.entries.append(entry)

    def rule_at(self, group: RowGroup) -> str:
        """Give the address of the rule at which rows stand."""
        assert group.stack is not None
        return self.counter.segments[bare(group.stack.frame)[0]].routine

    def ahead(self, goal: Goal, group: RowGroup) -> list[Ahead]:
        """Give the groups that a goal leads to, the bits that are left there, and each one's part of all ways."""
        found = []
        told = self.states.joined(group.told, goal.told)
        for stack, part, ways in self.followed(goal.action, group):
            target = self.target(stack, group.spans, told, result_of(goal.action))
            found.append((target, ~self.needs.dropped(target.stack, self.waiting.wanted), part, ways))
        return found

    def followed(self, action: Any, group: RowGroup) -> list[tuple[Stack | None, int, int]]:
        """Give the stacks that an action leads to, each with its part of all ways."""
        assert group.stack is not None
        rest, at = group.stack.rest, self.stacks.at
        match action[0]:
            case n if n in (GO, ROLL):
                return [(at(action[1], rest), 1, 1)]
            case n if n == END and len(action) > 1 and rest is not None:
                number, _, *locals_ = rest.frame
                return [(at((number, action[1], *locals_), rest.rest), 1, 1)]
            case n if n == END:
                return [(rest, 1, 1)]
            case n if n == CALL:
                _, callee, after, flat = action
                return [(at((CALLING, callee, flat), at(after, rest)), 1, 1)]
            case n if n == OPEN:
                return [(at((OPENING, action[1]), rest), 1, 1)]
            case n if n == CLOSE:
                return [(at((CLOSING, action[1]), rest), 1, 1)]
        return self.chosen(action, rest)

    def chosen(self, action: Any, rest: Stack | None) -> list[tuple[Stack | None, int, int]]:
        """Give the stacks that a choice leads to, each with its part of all ways."""
        assert action[0] == CHOOSE
        found = self.choices.ways(action)
        ways = sum(part for _, part in found)
        return [(self.stacks.at(frame, rest), part, ways) for frame, part in found]

    def target(self, stack: Stack | None, spans: int, told: Observed, result: Any = None) -> RowGroup:
        """Give the group at a place; where nothing that is asked for can change any more, that of the end.

        The `result` is that of a routine, for the end of what is counted by itself.
        """
        waiting = self.waiting
        if stack is None:
            return waiting.end(spans, told, result if RESULT in waiting.wanted else None)
        if not self.needs.at(stack, waiting.wanted)[1]:
            return waiting.end(spans, told)
        return waiting.group(stack, spans, told)

    # --- spans and calls

    def move(
        self,
        group: RowGroup,
        rows: dict[int, int],
        stack: Stack | None,
        spans: int,
        across: Callable[[int], int] | None = None,
    ) -> tuple[RowGroup, int]:
        """Let rows of a group go on somewhere else without a chance; give the group there, and the bits left there."""
        target = self.target(stack, spans, group.told)
        target.rounds = max(target.rounds, group.rounds)
        factor, _ = target.factor(group.below)
        moved = rows if across is None else [across(row) for row in rows]
        leave = ~self.needs.dropped(target.stack, self.waiting.wanted)
        there = target.rows
        for row, weight in zip(moved, rows.values(), strict=True):
            new = row & leave
            there[new] = there.get(new, 0) + weight * factor
        return target, leave

    def span(self, group: RowGroup, stack: Stack) -> None:
        """Let a span begin or end."""
        sort, frame = stack.frame
        opens = sort == OPENING
        self.waiting.opened |= opens
        across = self.packing.opened if opens else self.packing.closed
        self.move(group, group.rows, self.stacks.at(frame, stack.rest), group.spans + (1 if opens else -1), across)

    def meet(self, group: RowGroup, stack: Stack) -> None:
        """Give rows that reach a call its kept result, or let them enter it, whichever pays."""
        _, _, flat = stack.frame
        called = self.called_at(stack, group.spans)
        stats, left = called.stats, dict[int, int]()
        stats.met += len(group.rows)
        always = flat and group.spans > 0  # it reads another state than what comes after it
        if not (always or called.tree.root.children or stats.pays()):
            self.enter(group, stack, group.rows)
            return
        counted, nowhere = stats.counted, TreeEntry([], 1, (), ())

        def learn(row: int) -> TreeEntry:
            if not (always or stats.pays()):
                left[row] = group.rows[row]
                return nowhere
            stats.counted += 1
            return self.call(called, stack, group.spans, row)

        self.go_on(group, called.tree, learn)
        stats.used += len(group.rows) - len(left) - (stats.counted - counted)
        self.enter(group, stack, left)

    def called_at(self, stack: Stack, spans: int) -> KnownCall:
        """Give the record of a call; its results depend on what is wanted afterwards."""
        number = stack.frame[1][0]
        wanted = self.needs.of_call(self.needs.at(stack.rest, self.waiting.wanted)[0], number)
        key = (stack.frame, spans, id(wanted))
        called = self.called.get(key)
        if called is None:
            stats = self.stats.setdefault((number, spans), CallCacheStats())
            called = self.called[key] = KnownCall(Tree(self.packing), stats, wanted)
        return called

    def enter(self, group: RowGroup, stack: Stack, rows: dict[int, int]) -> None:
        """Let rows go into a call as into any other place."""
        if rows:
            _, frame, _ = stack.frame
            self.move(group, rows, self.stacks.at(frame, stack.rest), group.spans)

    def call(self, called: KnownCall, stack: Stack, around: int, row: int) -> TreeEntry:
        """Count a call separately, once for all rows that agree in what it reads or writes."""
        _, frame, flat = stack.frame
        wanted, spans = called.wanted, 0 if flat else around
        outer, self.waiting = self.waiting, Waiting(wanted)
        self.depth += 1
        start = row & ~self.needs.unneeded(self.needs.in_call(wanted, frame[0]))
        if flat:
            start &= ~self.packing.before
        self.target(self.stacks.at(frame, None), spans, ()).rows[start] = 1
        self.drain()
        inner, self.waiting = self.waiting, outer
        self.depth -= 1
        met = dict.fromkeys(chain.from_iterable(inner.met.values()))
        if spans == 0 or inner.opened:  # a span that it opens itself begins from what lies in the state after
            size = self.packing.size
            met = dict.fromkeys([place % size + state * size for place in met for state in range(spans + 1)])
        places = tuple(met)
        mask = self.packing.bits(places)
        below = lcm(*(end.below for end in inner.ends.values()))
        leaves = [
            Leaf(self.states.goals.of(ended(result), end.told), ~mask, end_row & mask, weight * (below // end.below))
            for (_, _, result), end in inner.ends.items()
            for end_row, weight in end.rows.items()
        ]
        rounds = max((end.rounds for end in inner.ends.values()), default=0)
        entry = TreeEntry(leaves, below, places, places, rounds)
        called.tree.insert(row, entry)
        return entry
