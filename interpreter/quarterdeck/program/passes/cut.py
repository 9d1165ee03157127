"""Cut routines into segments, at draws, questions, calls that bring chance, and heads of loops with chance in them.

In: a program. Out: `Cuts`: for each routine that draws or asks its segments, each a block without chance and what comes
after it (`Then`), with where it stands in the order of the rule, which locals live there, and which fields may still be
read or written from there on. Routines without chance stay whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, assert_never, cast

from quarterdeck.base.errors import UserError
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import FAULT, CallGraph, reads_of, writes_of
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.sorts import AnyInstruction
from quarterdeck.program.form.summary import below, entries_of_advice
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.form.walking import Named, exchanged, instructions_in, walk
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.numbers import operate
from quarterdeck.program.passes.local_segments import is_local
from quarterdeck.program.passes.segments import (
    RESULT,
    Asks,
    CallsRow,
    Carries,
    Closes,
    Cuts,
    Draws,
    DrawsOff,
    Ends,
    Goes,
    Opens,
    RoundBegins,
    Segment,
    Switches,
    Then,
    ThrowsWritten,
)

COUNT = val.ANY_WHOLE
ALL_AT_ONCE = "a phase in secret cannot be counted"


class NotCountedError(UserError):
    """A construct that exact counting does not cover; the argument is the message."""

    sort = "uncounted"


def cut(program: Program, *, advised: bool = False) -> Cuts:
    """Cut all routines and phases of a program that draw or ask; where choices are `advised`, with their advice."""
    calls = CallGraph(program)
    found = Cuts(program, calls, advised)
    blocks: dict[str, tuple[Block, tuple[str, ...]]] = {}
    for address, routine in program.routines.items():
        if address in calls.chancy:
            blocks[address] = unworded(routine.block), tuple(name for name, _ in routine.parameters)
    for phase in program.turn.phases:
        blocks[phase.address] = unworded(phase.block), ()
    for number, address in enumerate(blocks):
        found.entries[address] = number
        found.segments.append(Segment(number, address, 0, ()))
    for address, (block, inputs) in blocks.items():
        first, made = found.segments[found.entries[address]], len(found.segments)
        try:
            Cutting(found, address).run(first, block, inputs)
        except NotCountedError as error:
            del found.segments[made:]
            first.block, first.then, first.refused = [], Ends(), str(error.args[0])
            first.writes = anything(program)  # or it would be left out as what changes nothing that is asked for
    for segment in found.segments:
        made_by = program.routines.get(segment.routine)
        if made_by is not None and made_by.result is not None:
            segment.writes.add(RESULT)
    settle(found)
    for segment in found.segments:
        segment.is_local = is_local(segment, calls) and not (advised and reveals(segment))
    flow(found)
    return found


def unworded(block: Block) -> Block:
    """Give a block without the phrases in it: what only words read must keep no two situations apart."""

    def without_words(one: op.Modify | op.Rolled | op.Drawn, _: Named) -> Block:
        return (one.changed({"phrase": None}),)

    return exchanged(block, dict.fromkeys((op.Modify, op.Rolled, op.Drawn), without_words))


def anything(program: Program) -> set[str]:
    """Give all that a rule might change or roll: nothing is known of one that cannot be counted."""
    return {FAULT, *program.layout.types, *(f"roll {site.number}" for site in program.sites)}


@dataclass
class Cutting:
    """One routine on its way; what cannot be counted says so when it is asked for."""

    cuts: Cuts
    address: str
    known: list[str] = field(default_factory=list)
    loops: tuple[tuple[int, str], ...] = ()
    exits: list[int] = field(default_factory=list)
    rank: int = 0
    now: Segment | None = None
    made: int = 0

    def run(self, first: Segment, block: Block, inputs: tuple[str, ...]) -> None:
        """Cut the routine."""
        self.known = list(inputs)
        first.first = inputs
        first.sets.update(inputs)
        self.open(first)
        self.block(block)
        if self.now is not None:
            self.end(Ends())

    def fresh(self, stem: str) -> str:
        """Give the name of a local that no rule can have."""
        self.made += 1
        return f"#{stem}_here.{self.made}"

    # --- segments

    def segment(self) -> Segment:
        """Make a further segment of the routine, behind all that are there."""
        self.rank += 1
        made = Segment(len(self.cuts.segments), self.address, self.rank, self.loops)
        self.cuts.segments.append(made)
        return made

    def open(self, segment: Segment) -> None:
        """Go on in a segment."""
        self.now = segment
        for _, counter in segment.loops:
            segment.uses.add(counter)

    def end(self, then: Then, *values: object) -> None:
        """End the segment; `values` are what `then` works out."""
        now = self.segment_now
        self.use(*values)
        now.then = then
        self.now = None

    @property
    def segment_now(self) -> Segment:
        """Give the segment that is being written."""
        assert self.now is not None
        return self.now

    def use(self, *values: object) -> None:
        """Note the locals and fields that a piece of the rule reads and writes."""
        now, calls = self.segment_now, self.cuts.calls
        nodes = [*walk(values)]
        reads = {*reads_of(nodes)}
        now.uses |= {name for name in locals_named(nodes) if name in self.known} - now.sets
        now.reads |= calls.widened(reads, calls.reads)
        outright, passing = calls.flows(values)
        now.outright |= outright
        now.passing |= passing
        now.writes |= calls.widened(writes_of(nodes), calls.writes)
        if calls.any_fails(nodes, reads):
            now.writes.add(FAULT)

    def set_local(self, name: str) -> None:
        """Note that a local has a value from here on."""
        self.segment_now.sets.add(name)
        if name not in self.known:
            self.known.append(name)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget on leaving what a block has named."""
        known = list(self.known)
        yield
        self.known = known

    def cut_here(self, then: type[Goes | Opens | Closes] = Goes) -> None:
        """Cut, so that equal rows merge, or because a span begins or ends."""
        after = self.segment()
        self.end(then(after.number))
        self.open(after)

    # --- instructions

    def block(self, block: Block) -> None:
        """Cut instructions in order."""
        for one in block:
            if self.now is None:  # what stands behind `stop` or `finish`
                return
            self.one(one)

    def one(self, one: Instruction) -> None:
        """Cut one instruction."""
        node = cast("AnyInstruction", one)
        match node:
            case op.Draw():
                self.draw(node)
            case op.RollOff():
                self.roll_off(node)
            case op.Ask():
                self.ask(node)
            case op.OpenSpan() | op.CloseSpan():
                self.cut_here(Opens if isinstance(node, op.OpenSpan) else Closes)
            case op.PhaseBegins(hooks=hooks, address=address) | op.PhaseEnds(hooks=hooks, address=address):
                if hooks:
                    raise NotCountedError(f"a plugin affects {address}")
            case op.Simultaneously():
                raise NotCountedError(ALL_AT_ONCE)
            case op.Leave():
                self.end(Goes(self.exits[-1]))
            case op.Finish(result=result):
                self.end(Ends(result), result)
            case op.CallRow():
                self.row(node)
            case op.Call() | op.Branch() | op.Loop() | op.Repeat() | op.Tries():
                if self.cuts.calls.has_chance(node) or leaves(node):
                    self.compound(node)
                else:
                    self.plain(node)
            case (
                op.Assign() | op.Store() | op.Adjust() | op.Push() | op.Create() | op.Remove() | op.EndGame()
                | op.RankSides() | op.Announce() | op.Reveal() | op.Modify() | op.Rolled() | op.Drawn() | op.Result()
                | op.Sift() | op.Fault() | op.Demand() | op.Closing()
            ):  # fmt: skip
                self.plain(node)
            case _:
                assert_never(node)

    def plain(self, one: Instruction) -> None:
        """Take an instruction into the segment as it is."""
        self.use(one)
        self.segment_now.block.append(one)
        match one:
            case op.Assign(name=name):
                self.set_local(name)
            case op.Sift(every=every, options=options):
                self.set_local(every)
                self.set_local(options)
            case op.Result(value=val.Local(name=name)) if name.endswith(".successes"):
                self.cut_here()  # whatever the dice showed, only the successes count from here on

    def compound(self, one: op.Call | op.Branch | op.Loop | op.Repeat | op.Tries) -> None:
        """Cut an instruction with chance in it, or one that leaves a loop or the routine."""
        match one:
            case op.Call():
                self.call(one)
            case op.Branch():
                self.branch(one)
            case op.Loop():
                self.loop(one)
            case op.Repeat():
                self.repeat(one)
            case op.Tries():
                self.tries(one)
            case _:
                assert_never(one)

    def call(self, one: op.Call) -> None:
        """Cut at a call; the segment behind it is given the result first."""
        after = self.segment()
        if one.into:
            after.first = (one.into,)
            after.sets.add(one.into)
        self.end(Carries(one, after.number), one)
        self.open(after)
        if one.into:
            self.set_local(one.into)

    def row(self, one: op.CallRow) -> None:
        """Cut in front of a table's row: from here on only its keys count, whatever dice and modifiers led to them."""
        one = replace(one, keys=self.named(one, one.keys), arguments=self.named(one, one.arguments))
        self.cut_here()
        if one.table not in self.cuts.calls.chancy_tables:
            self.plain(one)
            return
        after = self.segment()
        self.end(CallsRow(one, after.number), one)
        self.open(after)

    def named(self, one: op.CallRow, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """Give values as locals, so that a frame holds them and nothing else of what they are worked out from."""
        found: list[Value] = []
        for value in values:
            if isinstance(value, val.Constant):
                found.append(value)
                continue
            name = self.fresh("key")
            self.plain(op.Assign(one.span, name, value))
            found.append(val.Local(value.type, name))
        return tuple(found)

    def draw(self, one: op.Draw) -> None:
        """Cut at a throw or draw; the segment behind it is given what came first."""
        after = self.segment()
        after.first = (one.local,)
        after.sets.add(one.local)
        self.end(Draws(one.chance, one.site, after.number), one.chance)
        self.open(after)
        self.set_local(one.local)

    def roll_off(self, one: op.RollOff) -> None:
        """Cut at a roll-off; what counts in the end is equally likely among all throws without ties."""
        thrown = self.fresh("thrown")
        after = self.segment()
        after.first = (thrown,)
        after.sets.add(thrown)
        self.end(DrawsOff(one.dice, one.site, after.number), one)
        self.open(after)
        self.segment_now.block.append(ThrowsWritten(one.span, thrown, one.offset, one.field, one.steps, one.dice.plus))
        self.segment_now.writes.add(one.field)
        self.use(one.dice.plus)

    def ask(self, one: op.Ask) -> None:
        """Cut at a question; the segment behind it is given the answer first."""
        after = self.segment()
        after.first = (one.name,)
        after.sets.add(one.name)
        asked = (one.chooser, one.options, one.may_stop, one.default, *self.advice(one))
        if one.may_stop is None:
            self.end(Asks(one, after.number, None), asked)
        else:
            stops = Segment(len(self.cuts.segments), self.address, self.rank, self.loops)
            self.cuts.segments.append(stops)
            self.end(Asks(one, after.number, stops.number), asked)
            self.open(stops)
            self.block(one.stop)
            if self.now is not None:
                self.end(Goes(after.number))
        self.open(after)
        self.set_local(one.name)

    def advice(self, one: op.Ask) -> list[Value]:
        """Give what the advice on a choice works out, where that answers it; `expected` and plugins read all fields."""
        found: list[Value] = []
        program = self.cuts.program
        for address in entries_of_advice(program, [program.sites[one.site]] if self.cuts.advised else ()):
            value, given = program.routines[address].value, program.routines[address].parameters
            assert isinstance(value, Value)
            found.append(val.Defined(value.type, address, tuple(val.Local(k, n) for n, k in given), one.state))
            nodes = (node for part in below(program, value).values() for node in part)
            if any(isinstance(node, val.Expected | val.Hooked) for node in nodes):
                self.segment_now.reads |= {*program.layout.slots}
                self.segment_now.outright |= {*program.layout.slots}
        return found

    def branch(self, one: op.Branch) -> None:
        """Cut a branch; all ways meet behind it."""
        after = self.segment()
        self.rank -= 1
        blocks: list[tuple[Segment, Block]] = []
        cases: list[tuple[Value, int]] = []
        for condition, inner in one.cases:
            block = self.segment()
            blocks.append((block, inner))
            cases.append((condition, block.number))
        otherwise = after.number
        if one.otherwise:
            block = self.segment()
            blocks.append((block, one.otherwise))
            otherwise = block.number
        self.end(Switches(one.span, tuple(cases), otherwise), tuple(condition for condition, _ in cases))
        for block, inner in blocks:
            with self.scope():
                self.open(block)
                self.block(inner)
                if self.now is not None:
                    self.end(Goes(after.number))
        self.rank += 1
        after.rank = self.rank
        self.open(after)

    # --- loops

    def loop(self, one: op.Loop) -> None:
        """Cut a loop over a list: a counter and the list are locals, the head merges rows."""
        assert isinstance(one.source.type, types.ListType)
        counter, item = self.fresh("n"), one.source.type.item
        at = val.Local(COUNT, counter)
        if isinstance(one.source, val.Range) and one.source.stride == 1:
            self.numbers(one, one.source, counter)
            return
        listed = val.Local(one.source.type, self.fresh("items"))
        self.plain(op.Assign(one.span, listed.name, one.source))
        self.plain(op.Assign(one.span, counter, whole(0)))
        body = one.body if one.condition is None else (op.Branch(one.span, ((one.condition, one.body),), ()),)
        take = op.Assign(one.span, one.variable, val.Function(item, "item", (listed, at)))
        more = operate("<", at, val.Function(COUNT, "count", (listed,)))
        self.around(one, counter, more, (take, *body))

    def numbers(self, one: op.Loop, source: val.Range, counter: str) -> None:
        """Cut a loop over numbers, however many: only where it stands and the last of them are locals."""
        at, last = val.Local(COUNT, counter), val.Local(COUNT, self.fresh("last"))
        self.plain(op.Assign(one.span, last.name, source.high))
        self.plain(op.Assign(one.span, counter, source.low))
        body = one.body if one.condition is None else (op.Branch(one.span, ((one.condition, one.body),), ()),)
        assert isinstance(one.source.type, types.ListType)
        take = op.Assign(one.span, one.variable, val.Local(one.source.type.item, counter))
        self.around(one, counter, operate("<=", at, last), (take, *body))

    def repeat(self, one: op.Repeat) -> None:
        """Cut a repetition; its counter says how often still, below zero, so that rows merge whatever it began with."""
        counter = self.fresh("n")
        at = val.Local(COUNT, counter)
        still = numbers.negated(one.count)
        assert isinstance(still, Value)
        self.plain(op.Assign(one.span, counter, still))
        self.around(one, counter, operate("<", at, whole(0)), one.body)

    def tries(self, one: op.Tries) -> None:
        """Cut a loop that goes on until its block leaves."""
        self.plain(op.Assign(one.span, one.tried, whole(1)))
        self.around(one, one.tried, None, one.body)
        for first in takewhile(lambda inner: not isinstance(inner, op.Branch), one.body):  # done once at the least
            if isinstance(first, op.Draw):
                self.known.append(first.local)
            elif isinstance(first, op.Assign):
                self.known.append(first.name)

    def around(self, loop: op.Loop | op.Repeat | op.Tries, counter: str, more: Value | None, body: Block) -> None:
        """Cut a loop: its head asks whether there is more, its end counts on."""
        head, outer = self.segment(), self.loops
        self.loops = (*self.loops, (head.rank, counter))
        head.loops = self.loops
        self.end(Goes(head.number))
        after = Segment(len(self.cuts.segments), self.address, 0, outer)
        self.cuts.segments.append(after)
        at = val.Local(COUNT, counter)
        with self.scope():
            self.open(head)
            if more is not None:
                inside = self.segment()
                self.end(Switches(loop.span, ((more, inside.number),), after.number), more)
                self.open(inside)
            self.exits.append(after.number)
            self.segment_now.block.append(RoundBegins(loop.span, loop))
            self.block(body)
            if self.now is not None:
                self.plain(op.Assign(loop.span, counter, numbers.settled(numbers.added(at, whole(1)))))
                self.end(Goes(head.number))
            self.exits.pop()
        self.loops = outer
        self.rank += 1
        after.rank = self.rank
        self.open(after)


def reveals(segment: Segment) -> bool:
    """Tell whether a segment reveals a field, which whoever answers by advice must learn."""
    return any(isinstance(one, op.Reveal) for one in instructions_in(tuple(segment.block)))


def locals_named(nodes: Iterable[Any]) -> Iterator[str]:
    """Give the locals that values and instructions name, what rolls are changed by among them, which has no value."""
    for node in nodes:
        match node:
            case val.Local(name=name) | op.Assign(name=name) | op.Adjust(field=name, thing=None):
                yield name
            case op.Modify(roll=roll):
                yield f"{roll}.total"


def leaves(one: Instruction) -> bool:
    """Tell whether an instruction leaves a loop or routine that is cut."""
    match one:
        case op.Leave() | op.Finish():
            return True
        case op.Branch(cases=cases, otherwise=otherwise):
            return any(leaves(inner) for _, block in cases for inner in block) or any(map(leaves, otherwise))
        case op.Loop(body=body) | op.Repeat(body=body) | op.Tries(body=body):
            return any(isinstance(node, op.Finish | op.OpenSpan | op.CloseSpan) for node in walk(body))
    return False


# --- what is live where


def settle(cuts: Cuts) -> None:
    """Find, for each segment, the locals that it and what follows it need."""
    live: dict[int, set[str]] = {s.number: set() for s in cuts.segments}
    changed = True
    while changed:
        changed = False
        for segment in reversed(cuts.segments):
            out = set[str]().union(*(live[number] for number in segment.follows))
            found = segment.uses | (out - segment.sets)
            if found != live[segment.number]:
                live[segment.number] = found
                changed = True
    for segment in cuts.segments:
        counters = [name for _, name in segment.loops]
        segment.live = (*segment.first, *sorted((live[segment.number] | set(counters)) - set(segment.first)))


def flow(cuts: Cuts) -> None:
    """Find, for each segment, the fields that may be read or written from there to the end of its routine."""
    changed = True
    while changed:
        changed = False
        for segment in reversed(cuts.segments):
            before = segment.size
            for number in segment.follows:
                other = cuts.segments[number]
                segment.reads |= other.reads
                segment.writes |= other.writes
                segment.outright |= other.outright
                segment.passing |= other.passing
            changed = changed or segment.size != before
