"""Generate Python for counting: routines cut into segments at rolls, choices, calls that bring chance, and loop heads.

In: a `Graph`. Out: `Segments`: a program whose functions each run from one cut to the next and say what comes then,
with, for each segment, where it stands in the order of the rule, and which fields may still be read or written from
there on. Routines without chance stay plain functions.

A segment returns one of
    (GO, frame)                            go on there, after merging with equals
    (ROLL, count, sides, pick, frame)      go on there with each total of the dice in front of the frame's locals
    (CALL, frame, frame)                   carry out the first, then go on at the second
    (CHOOSE, site, side, options, may_stop, may_none, default, frame, stop frame or None)
    (END,)                                 the routine is over
    (OPEN, frame), (CLOSE, frame)          a span begins or ends, then go on there
A frame is a segment's number and the values of its locals.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.play_python import Program
from quarterdeck.graph.python import Lines, Python, local, mangled, written_table
from quarterdeck.graph.touched import Passing, acts_written, flows, passed_on, spread_out, touched, values_read

GO, ROLL, CALL, CHOOSE, END, OPEN, CLOSE = range(7)


class NotCountedError(Exception):
    """A construct that exact counting does not cover; `args` are the message and, while cutting, the span."""


@dataclass
class Segment:
    """One stretch between cuts: its function's lines, what it uses, and where it stands."""

    number: int
    routine: str
    rank: int
    loops: tuple[tuple[int, str], ...]
    lines: list[str] = field(default_factory=list)
    uses: set[str] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    follows: set[int] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    outright: set[str] = field(default_factory=set)
    passing: set[Passing] = field(default_factory=set)
    first: tuple[str, ...] = ()
    live: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Tell how much is known of it."""
        return len(self.reads) + len(self.writes) + len(self.outright) + len(self.passing)


@dataclass
class Segments:
    """Generated segments, ready to be counted over."""

    program: Program
    entries: dict[str, int]
    segments: list[Segment]
    chancy: frozenset[str]
    routine_reads: dict[str, frozenset[str]]
    routine_writes: dict[str, frozenset[str]]


def generate_segments(graph: Graph) -> Segments:
    """Write a whole graph for counting."""
    return SegmentPython(graph).everything()


@dataclass
class SegmentPython(Python):
    """Write the shape for counting."""

    segments: list[Segment] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)
    chancy: frozenset[str] = frozenset()
    now: Segment | None = None
    known: list[str] = field(default_factory=list)
    loops: tuple[tuple[int, str], ...] = ()
    exits: list[int] = field(default_factory=list)
    rank: int = 0
    routine: str = ""
    routines: dict[str, to.Routine] = field(default_factory=dict)

    def everything(self) -> Segments:
        """Write definitions, plain functions and segments."""
        self.chancy = frozenset({*with_chance(self.graph), *(phase.address for phase in self.graph.phases)})
        self.routines = dict(self.graph.routines)
        for phase in self.graph.phases:
            self.routines[phase.address] = to.Routine(phase.address, "procedure", (), None, (phase,), phase.span)
        self.lines.put("GO, ROLL, CALL, CHOOSE, END, OPEN, CLOSE = range(7)")
        with self.lines.inside("def fixed(value):"):
            self.lines.put("return tuple(value) if type(value) is list else value")
        self.definitions()
        for line in self.late_tables:
            self.lines.put(line)
        plain = {a: r for a, r in self.routines.items() if r.value is None and a not in self.chancy}
        for address, routine in plain.items():
            self.plain(address, routine)
        self.lines.span = None
        self.acting_tables()
        for number, address in enumerate(a for a in self.routines if a in self.chancy):
            self.entries[address] = number
            self.segments.append(Segment(number, address, 0, ()))
        for address in self.entries:
            self.cut_or_refuse(address)
        reads, writes = touched(self.graph)
        self.settle()
        self.flow(reads, writes)
        for segment in self.segments:
            self.write(segment)
        self.lines.put(f"SEGMENTS = [{', '.join(f's_{s.number}' for s in self.segments)}]")
        program = Program(
            "\n".join(self.lines.text) + "\n",
            self.lines.spans,
            f"<{self.graph.declared.name} for counting>",
            self.graph.hooked,
        )
        return Segments(program, self.entries, self.segments, self.chancy, reads, writes)

    def cut_or_refuse(self, address: str) -> None:
        """Cut a routine; one that cannot be counted says so when it is asked for, and leaves the others countable."""
        first, made = self.segments[self.entries[address]], len(self.segments)
        try:
            self.cut(address, self.routines[address])
        except NotCountedError as error:
            del self.segments[made:]
            first.lines[:] = [f"    raise NotCountedError({error.args[0]!r})"]
            first.follows.clear()
            self.lines, self.now, self.exits = self.lines_before, None, []

    def plain(self, address: str, routine: to.Routine) -> None:
        self.worlds = {"before": "B", "after": "A", "given": "B" if routine.sort == "procedure" else "A"}
        self.lines.span = routine.span
        signature = self.signature(routine)
        with self.lines.inside(f"def e_{mangled(address)}(ctx, B, A{', ' + signature if signature else ''}):"):
            self.acts(routine.acts)

    def acting_tables(self) -> None:
        for name, table in self.graph.acting_tables.items():
            entries = []
            for key, address in table.cells.items():
                shown = key[0] if len(key) == 1 else repr(key)
                entries.append(f"{shown}: {self.entry(address) if address in self.chancy else 'e_' + mangled(address)}")
            self.late_rows.append(f"R_{mangled(name)} = {written_table(table.cells, entries)}")

    @property
    def late_rows(self) -> list[str]:
        return self.__dict__.setdefault("_late_rows", [])  # type: ignore[no-any-return]

    def entry(self, address: str) -> int:
        """Give the number of a routine's first segment."""
        return [a for a in self.routines if a in self.chancy].index(address)

    # --- changes, in both shapes of function

    def store(self, place: str, known: str, value: str, mark: bool) -> None:
        name = self.fresh("at")
        self.lines.put(f"{name} = {place}; A[{name}] = {value}; W({name})")
        if mark:
            self.lines.put(f"B[{name}] = A[{name}]; M({name})")

    def put_used(self, slot: int, value: str) -> None:
        super().put_used(slot, value)
        self.lines.put(f"W({slot})")

    def do(self, address: str, arguments: list[str]) -> None:
        self.lines.put(f"e_{mangled(address)}({', '.join(['ctx', 'B', 'A', *arguments])})")

    def tell(self, text: to.Text) -> None:
        self.lines.put("pass")

    def show(self, thing: to.Value, known: str) -> None:
        self.lines.put("pass")

    # --- cutting

    def cut(self, address: str, routine: to.Routine) -> None:
        """Cut a routine into segments."""
        self.routine = address
        self.worlds = {"before": "B", "after": "A", "given": "B" if routine.sort == "procedure" else "A"}
        self.known = [name for name, _ in routine.parameters]
        self.rank = 0
        self.loops = ()
        first = self.segments[self.entries[address]]
        first.first = tuple(self.known)
        first.sets.update(self.known)
        self.open(first)
        self.cut_acts(routine.acts)
        if self.now is not None:
            self.end("return (END,)")

    def segment(self) -> Segment:
        """Make a further segment of the routine, behind all that are there."""
        self.rank += 1
        made = Segment(len(self.segments), self.routine, self.rank, self.loops)
        self.segments.append(made)
        return made

    def open(self, segment: Segment) -> None:
        self.now = segment
        self.lines_before = self.lines
        self.lines = Lines(segment.lines, {}, 1)
        for _, counter in segment.loops:
            segment.uses.add(counter)

    def end(self, *lines: str) -> None:
        for line in lines:
            self.lines.put(line)
        self.lines = self.lines_before
        self.now = None

    def frame(self, segment: Segment) -> str:
        """Give a marker that `settle` replaces by the segment's frame."""
        assert self.now is not None
        self.now.follows.add(segment.number)
        return f"<frame {segment.number}>"

    def go(self, segment: Segment) -> None:
        self.end(f"return (GO, {self.frame(segment)})")

    def use(self, *values: object) -> None:
        """Note the locals and fields that a piece of the rule reads."""
        assert self.now is not None
        inner = {name for value in values for name in binders(value)}
        for value in values:
            for node in to.walk(value):
                if (
                    isinstance(node, to.Local)
                    and node.name in self.known
                    and node.name not in inner
                    and node.name not in self.now.sets
                ) or (isinstance(node, to.Keep) and node.name in self.known and node.name not in self.now.sets):
                    self.now.uses.add(node.name)
        self.now.reads |= set(values_read(values))
        outright, passing = flows(values)
        self.now.outright |= outright
        self.now.passing |= passing
        self.now.writes |= set(acts_written(values))

    def set_local(self, name: str) -> None:
        assert self.now is not None
        self.now.sets.add(name)
        if name not in self.known:
            self.known.append(name)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget on leaving what a block has named."""
        known = list(self.known)
        yield
        self.known = known

    def cut_acts(self, acts: tuple[to.Act, ...]) -> None:
        for act in acts:
            if self.now is None:  # what stands behind `stop` or `finish`
                return
            self.lines.span = act.span
            self.cut_act(act)

    def cut_act(self, act: to.Act) -> None:
        if not self.has_chance(act) and not leaves(act):
            self.use(act)
            if isinstance(act, to.Keep):
                self.set_local(act.name)
            self.act(act)
            if isinstance(act, to.Keep) and may_be_list(act.value):
                self.lines.put(f"{local(act.name)} = fixed({local(act.name)})")
            return
        match act:
            case to.Roll():
                self.cut_roll(act)
            case to.Check():
                self.cut_check(act)
            case to.Do(address=address, arguments=arguments):
                self.use(act)
                given = "".join(f"{self.kept(argument)}, " for argument in arguments)
                self.cut_call(f"({self.entries[address]}, {given})", address)
            case to.Apply():
                self.cut_apply(act)
            case to.Branch():
                self.cut_branch(act)
            case to.Times():
                self.cut_times(act)
            case to.ForEach():
                self.cut_for_each(act)
            case to.Choose():
                self.cut_choose(act)
            case to.RollOff():
                self.cut_roll_off(act)
            case to.Phase():
                self.cut_phase(act)
            case _:
                self.cut_leaving(act)

    def kept(self, argument: to.Value) -> str:
        """Write an argument of a call that is cut; what a frame keeps must have a hash."""
        return f"fixed({self.value(argument)})" if may_be_list(argument) else self.value(argument)

    def cut_leaving(self, act: to.Act) -> None:
        """Write an act that leaves a loop or the routine."""
        match act:
            case to.Leave():
                self.go(self.segments[self.exits[-1]])
            case to.Return():
                self.end("return (END,)")
            case to.Demand(requirement=requirement):
                self.use(requirement.condition)
                with self.lines.inside(f"if not {self.value(requirement.condition)}:"):
                    self.lines.put("return (END,)")
            case _:
                raise AssertionError(act)

    def has_chance(self, act: to.Act) -> bool:
        return any(brings_chance(node, self.chancy, self.graph) for node in to.walk(act))

    def throw(self, name: str, site: int, dice: to.Dice) -> Segment:
        """Write the cut at a roll; the segment behind it is given the natural total first."""
        self.use(dice)
        self.now_segment.writes.add(f"roll {site}")
        after = self.segment()
        after.writes.add(f"roll {site}")
        after.first = (f"{name}.natural",)
        after.sets.add(f"{name}.natural")
        self.end(
            f"return (ROLL, {self.value(dice.count)}, {self.value(dice.sides)}, {dice.pick!r}, {self.frame(after)})"
        )
        self.open(after)
        for part in ("natural", "total"):
            self.set_local(f"{name}.{part}")
        self.use(dice.plus)
        plus = "" if dice.plus == to.Constant(0) else f" + {self.value(dice.plus)}"
        self.lines.put(f"{local(name + '.total')} = {local(name + '.natural')}{plus}")
        return after

    def changed(self, name: str, changes: tuple[to.Change, ...]) -> None:
        from quarterdeck.graph.play_python import PlayPython

        total = local(f"{name}.total")
        for change in changes:
            self.use(change)
            PlayPython.change(self, total, change)  # type: ignore[arg-type]

    trace = False

    def cut_roll(self, act: to.Roll) -> None:
        self.throw(act.name, act.site, act.dice)
        self.changed(act.name, act.changes)
        self.lines.put(f"K(({act.site}, {local(act.name + '.total')}))")

    def cut_check(self, act: to.Check) -> None:
        successes = f"{act.name}.successes"
        self.lines.put(f"{local(successes)} = 0")
        self.set_local(successes)
        head = self.segment()
        outer = self.loops
        self.loops = (*self.loops, (head.rank, successes))
        head.loops = self.loops
        self.go(head)
        self.open(head)
        self.use(to.Local(successes))
        with self.scope():
            self.throw(act.name, act.site, act.dice)
            self.changed(act.name, act.changes)
            self.use(act, to.Local(successes))
            for index, face in enumerate(act.faces):
                with self.lines.inside(f"{'elif' if index else 'if'} {local(act.name + '.natural')} == {face.number}:"):
                    if face.success:
                        self.lines.put(f"{local(successes)} += 1")
                    if face.cap is not None:
                        with self.lines.inside(f"if {local(successes)} < {self.value(face.cap)}:"):
                            self.lines.put(f"return (GO, {self.frame(head)})")
            with self.lines.inside(f"{'elif' if act.faces else 'if'} {self.value(act.success)}:"):
                self.lines.put(f"{local(successes)} += 1")
            self.lines.put(f"K(({act.site}, {local(successes)}))")
            self.now_segment.sets.add(successes)
        self.known += [f"{act.name}.natural", f"{act.name}.total"]
        self.loops = outer
        self.go_on()

    def go_on(self) -> None:
        """Cut here, so that equal rows merge."""
        after = self.segment()
        self.go(after)
        self.open(after)

    def cut_call(self, frame: str, address: str) -> None:
        after = self.segment()
        self.end(f"return (CALL, {frame}, {self.frame(after)})")
        self.open(after)

    def cut_apply(self, act: to.Apply) -> None:
        """Write a row that may bring chance: plain rows are done at once, others called."""
        self.use(act)
        keys = [self.value(key) for key in act.keys]
        given = [*(self.kept(argument) for argument in act.arguments), *keys]
        name = self.fresh("row")
        after = self.segment()
        self.lines.put(
            f"{name} = R_{mangled(act.table)}.get({keys[0] if len(keys) == 1 else '(' + ', '.join(keys) + ')'})"
        )
        with self.lines.inside(f"if type({name}) is int:"):
            self.lines.put(f"return (CALL, ({name}, {', '.join(given)},), {self.frame(after)})")
        with self.lines.inside(f"if {name} is not None:"):
            self.lines.put(f"{name}(ctx, B, A, {', '.join(given)})")
        self.go(after)
        self.open(after)

    def cut_branch(self, act: to.Branch) -> None:
        after = self.segment()
        self.rank -= 1
        blocks = []
        for condition, acts in act.cases:
            self.use(condition)
            block = self.segment()
            blocks.append((block, acts))
            with self.lines.inside(f"if {self.value(condition)}:"):
                self.lines.put(f"return (GO, {self.frame(block)})")
        if act.otherwise:
            block = self.segment()
            blocks.append((block, act.otherwise))
            self.go(block)
        else:
            self.go(after)
        for block, acts in blocks:
            with self.scope():
                self.open(block)
                self.cut_acts(acts)
                if self.now is not None:
                    self.go(after)
        self.rank += 1
        after.rank = self.rank
        self.open(after)

    def cut_times(self, act: to.Times) -> None:
        self.use(act.count)
        counter = self.fresh(
            "#n"
        )  # how often still, below zero, so that rows merge whatever the number was to begin with
        self.lines.put(f"{local(counter)} = -({self.value(act.count)})")
        self.loop([counter], f"{local(counter)} < 0", [], act.body)

    def cut_for_each(self, act: to.ForEach) -> None:
        if act.chooser is not None:
            self.cut_chosen(act)
            return
        self.use(act.source, act.key, act.condition)
        counter, items = self.fresh("#n"), self.fresh("#items")
        variable = local(act.variable)
        listed = f"[{variable} {self.going_through(act.source, variable, [])}]"
        if act.key is not None:
            conditions = [self.value(act.condition)] if act.condition is not None else []
            listed = f"[{variable} {self.going_through(act.source, variable, conditions)}]"
            listed = f"sorted({listed}, key=lambda {variable}: {self.value(act.key)}, reverse={act.highest})"
        self.lines.put(f"{local(items)} = tuple({listed}); {local(counter)} = 0")
        first = [to.Keep(act.span, act.variable, to.Function("item", (to.Local(items), to.Local(counter))))]
        condition = act.condition if act.key is None else None
        body: tuple[to.Act, ...] = (
            act.body if condition is None else (to.Branch(act.span, ((condition, act.body),), ()),)
        )
        if act.at_once:
            self.cut_at("OPEN")
            self.use(to.Local(items), to.Local(counter))
        self.loop([counter, items], f"{local(counter)} < len({local(items)})", first, body)
        if act.at_once:
            self.cut_at("CLOSE")

    def cut_at(self, sign: str) -> None:
        """Write the beginning or end of a span."""
        after = self.segment()
        self.end(f"return ({sign}, {self.frame(after)})")
        self.open(after)

    def cut_chosen(self, act: to.ForEach) -> None:
        """Write a loop in an order that a side chooses: one choice after another from what is left."""
        self.use(act.source, act.condition, act.chooser)
        counter, rest, variable = self.fresh("#n"), self.fresh("#rest"), local(act.variable)
        self.lines.put(
            f"{local(rest)} = tuple([{variable} {self.going_through(act.source, variable, [])}]); {local(counter)} = 0"
        )
        self.set_local(counter)
        self.set_local(rest)
        head = self.segment()
        outer = self.loops
        self.loops = (*self.loops, (head.rank, counter))
        head.loops = self.loops
        self.go(head)
        with self.scope():
            self.open(head)
            self.use(to.Local(counter), to.Local(rest))
            if act.condition is not None:
                self.use(act.condition)
                remaining = f"[{variable} for {variable} in {local(rest)} if {self.value(act.condition)}]"
                self.lines.put(f"{local(rest)} = tuple({remaining})")
                self.now_segment.sets.add(rest)
            inside = self.segment()
            inside.first = (act.variable,)
            inside.sets.add(act.variable)
            after = Segment(len(self.segments), self.routine, 0, outer)
            self.segments.append(after)
            with self.lines.inside(f"if not {local(rest)}:"):
                self.lines.put(f"return (GO, {self.frame(after)})")
            assert act.chooser is not None
            asked = f"{act.site}, {self.value(act.chooser)}, list({local(rest)}), False, False, None"
            self.end(f"return (CHOOSE, {asked}, {self.frame(inside)}, None)")
            self.exits.append(after.number)
            self.open(inside)
            self.set_local(act.variable)
            self.use(to.Local(rest), to.Local(counter))
            self.lines.put(
                f"{local(rest)} = tuple([o for o in {local(rest)} if o != {variable}]); {local(counter)} += 1"
            )
            self.now_segment.sets |= {rest, counter}
            self.cut_acts(act.body)
            if self.now is not None:
                self.go(head)
            self.exits.pop()
        self.loops = outer
        self.rank += 1
        after.rank = self.rank
        self.open(after)

    @property
    def now_segment(self) -> Segment:
        """Give the segment that is being written."""
        assert self.now is not None
        return self.now

    def loop(self, held: list[str], condition: str, first: list[to.Keep], body: tuple[to.Act, ...]) -> None:
        """Write a loop: its head merges rows, its end counts on; the first of `held` is the counter."""
        counter = held[0]
        for name in held:
            self.set_local(name)
        head = self.segment()
        outer = self.loops
        self.loops = (*self.loops, (head.rank, counter))
        head.loops = self.loops
        self.go(head)
        with self.scope():
            self.open(head)
            self.use(*map(to.Local, held))
            inside = self.segment()
            with self.lines.inside(f"if {condition}:"):
                self.lines.put(f"return (GO, {self.frame(inside)})")
            after = Segment(len(self.segments), self.routine, 0, outer)
            self.segments.append(after)
            self.go(after)
            self.exits.append(after.number)
            self.open(inside)
            for keep in first:
                self.use(*map(to.Local, held))
                self.lines.put(f"{local(keep.name)} = {local(held[1])}[{local(counter)}]")
                self.set_local(keep.name)
            self.cut_acts(body)
            if self.now is not None:
                self.use(*map(to.Local, held))
                self.lines.put(f"{local(counter)} += 1")
                assert self.now is not None
                self.now.sets.add(counter)
                self.go(head)
            self.exits.pop()
        self.loops = outer
        self.rank += 1
        after.rank = self.rank
        self.open(after)

    def cut_choose(self, act: to.Choose) -> None:
        self.use(act.source, act.condition, act.requirements, act.stop_requirements, act.chooser, act.default, act.most)
        name, options = local(act.name), self.fresh("options")
        conditions = [self.value(c) for c in (act.condition, *(r.condition for r in act.requirements)) if c is not None]
        self.lines.put(f"{options} = [{name} {self.going_through(act.source, name, conditions)}]")
        if act.most is not None:
            self.cut_several(act, options)
            return
        stop = "False"
        if act.may_stop:
            stop = " and ".join(self.value(r.condition) for r in act.stop_requirements) or "True"
        default = self.value(act.default) if act.default is not None else "None"
        after = self.segment()
        after.first = (act.name,)
        after.sets.add(act.name)
        leave = self.frame(self.segments[self.exits[-1]]) if act.may_stop else "None"
        asked = f"{act.site}, {self.value(act.chooser)}, {options}, {stop}, {act.may_none}, {default}"
        self.end(f"return (CHOOSE, {asked}, {self.frame(after)}, {leave})")
        self.open(after)
        self.set_local(act.name)

    def cut_several(self, act: to.Choose, options: str) -> None:
        """Write a choice of several things: one after another from what is left, until enough or no more are wanted."""
        assert act.most is not None
        counter, rest, chosen, most = (self.fresh(f"#{word}") for word in ("n", "rest", "chosen", "most"))
        self.lines.put(f"{local(rest)} = tuple({options}); {local(chosen)} = ()")
        self.lines.put(f"{local(counter)} = 0; {local(most)} = {self.value(act.most)}")
        for name in (counter, rest, chosen, most):
            self.set_local(name)
        head = self.segment()
        outer = self.loops
        self.loops = (*self.loops, (head.rank, counter))
        head.loops = self.loops
        self.go(head)
        self.open(head)
        self.use(*map(to.Local, (counter, rest, chosen, most)))
        one = self.segment()
        one.first = (act.name,)
        one.sets.add(act.name)
        after = Segment(len(self.segments), self.routine, 0, outer)
        self.segments.append(after)
        with self.lines.inside(f"if not {local(rest)} or {local(counter)} >= {local(most)}:"):
            self.lines.put(f"return (GO, {self.frame(after)})")
        self.use(act.chooser)
        asked = f"{act.site}, {self.value(act.chooser)}, list({local(rest)}), True, False, None"
        self.end(f"return (CHOOSE, {asked}, {self.frame(one)}, {self.frame(after)})")
        self.open(one)
        self.use(*map(to.Local, (counter, rest, chosen, most)))
        self.lines.put(f"{local(rest)} = tuple([o for o in {local(rest)} if o != {local(act.name)}])")
        self.lines.put(f"{local(chosen)} += ({local(act.name)},); {local(counter)} += 1")
        self.now_segment.sets |= {rest, chosen, counter}
        self.go(head)
        self.loops = outer
        self.rank += 1
        after.rank = self.rank
        self.open(after)
        self.use(to.Local(chosen))
        self.lines.put(f"{local(act.name)} = {local(chosen)}")
        self.set_local(act.name)

    def cut_roll_off(self, act: to.RollOff) -> None:
        """Write a roll-off: what counts in the end is equally likely among all throws without ties."""
        after = self.segment()
        after.first = ("#thrown",)
        after.sets.add("#thrown")
        self.use(act)
        stretch = self.graph.layout.stretches["Side"]
        sides = f"[o for o in range({stretch.base}, {stretch.end}, {stretch.stride}) if B[o]]"
        self.lines.put(f"sides = {sides}")
        thrown = f"({self.value(act.dice.count)}, {self.value(act.dice.sides)})"
        self.end(f"return (ROLL, len(sides), {thrown}, 'untied', {self.frame(after)})")
        self.open(after)
        with self.lines.inside(f"for side, thrown in zip({sides}, {local('#thrown')}):"):
            self.store(f"side + {act.offset}", act.field, f"thrown + {self.value(act.dice.plus)}", mark=True)
        assert self.now is not None
        self.now.writes.add(act.field)

    def cut_phase(self, act: to.Phase) -> None:
        """Write a phase or step: its span, its sides, its body and its close."""
        if act.sealed:
            raise NotCountedError("a phase in secret cannot be counted yet", act.span)
        for hook in (
            *self.graph.declared.hooks("before", act.address),
            *self.graph.declared.hooks("after", act.address),
        ):
            raise NotCountedError(f"the plugin {hook.plugin} takes part in {act.address}", act.span)
        if act.span_of_effects:
            self.cut_at("OPEN")
        if act.each:
            rank = self.graph.layout.offsets["Side.rank"]
            key = to.Slot(to.Local(act.each), rank, "Side.rank", "before") if act.in_order else None
            self.cut_for_each(
                to.ForEach(act.span, act.each, to.Things("Side", "before"), None, key, False, None, -1, False, act.body)
            )
        else:
            with self.scope():
                self.cut_acts(act.body)
        if act.close:
            self.worlds = {"before": "B", "after": "A", "given": "A"}
            self.cut_acts(act.close)
            self.worlds = {"before": "B", "after": "A", "given": "B"}
        if act.span_of_effects:
            self.cut_at("CLOSE")

    # --- what is live where

    def settle(self) -> None:
        """Find, for each segment, the locals that it and what follows it need."""
        live: dict[int, set[str]] = {s.number: set() for s in self.segments}
        changed = True
        while changed:
            changed = False
            for segment in reversed(self.segments):
                out = set().union(*(live[f] for f in segment.follows)) if segment.follows else set()
                found = segment.uses | (out - segment.sets)
                if found != live[segment.number]:
                    live[segment.number] = found
                    changed = True
        for segment in self.segments:
            counters = [name for _, name in segment.loops]
            segment.live = (*segment.first, *sorted((live[segment.number] | set(counters)) - set(segment.first)))

    def flow(self, reads: dict[str, frozenset[str]], writes: dict[str, frozenset[str]]) -> None:
        """Find, for each segment, the fields that may be read or written from there to the end of its routine."""
        outright, passing = passed_on(self.graph, reads)
        for segment in self.segments:
            segment.passing = spread_out(segment.passing, reads).union(
                *(passing.get(part, frozenset()) for part in segment.outright)
            )
            segment.outright = set().union(*(outright.get(part, {part}) for part in segment.outright))
            segment.reads = (
                set().union(*(reads.get(part, {part}) for part in segment.reads)) if segment.reads else set()
            )
            segment.writes = (
                set().union(*(writes.get(part, {part}) for part in segment.writes)) if segment.writes else set()
            )
        changed = True
        while changed:
            changed = False
            for segment in reversed(self.segments):
                for follower in segment.follows:
                    other = self.segments[follower]
                    before = segment.size
                    segment.reads |= other.reads
                    segment.writes |= other.writes
                    segment.outright |= other.outright
                    segment.passing |= other.passing
                    changed = changed or segment.size != before

    def write(self, segment: Segment) -> None:
        """Write a segment's function, with the frames of those that follow."""
        given = ", ".join(local(name) for name in segment.live)
        with self.lines.inside(f"def s_{segment.number}(ctx, B, A{', ' + given if given else ''}):"):
            self.lines.depth -= 1
            for line in segment.lines or ["    return (END,)"]:
                self.lines.put(self.framed(line, segment))
            self.lines.depth += 1
        if segment.number == len(self.segments) - 1:
            for row in self.late_rows:
                self.lines.put(row)

    def framed(self, line: str, segment: Segment) -> str:
        """Give a line with the frames of the segments that follow: where to go on, and the locals that live there."""
        for follower in segment.follows:
            other = self.segments[follower]
            held = [local(name) for name in other.live if name not in other.first or not is_given(other)]
            line = line.replace(f"<frame {follower}>", f"({follower}, {''.join(name + ', ' for name in held)})")
        return line


def is_given(segment: Segment) -> bool:
    """Tell whether the driver, not the frame, brings the segment's first local: a roll or a choice."""
    return segment.rank > 0


def binders(value: object) -> Iterator[str]:
    """Give the names that gatherings and loops inside a value bind for themselves."""
    for node in to.walk(value):
        if isinstance(node, to.Gathering | to.ForEach):
            yield node.variable


def leaves(act: to.Act) -> bool:
    """Tell whether an act leaves a loop or routine that is cut."""
    if isinstance(act, to.Leave | to.Return):
        return True
    if isinstance(act, to.Branch):
        return any(leaves(inner) for _, acts in act.cases for inner in acts) or any(map(leaves, act.otherwise))
    if isinstance(act, to.Times | to.ForEach):
        return any(isinstance(node, to.Return) for node in to.walk(act.body))
    return False


def may_be_list(value: to.Value) -> bool:
    """Tell whether a value may be a list; a frame keeps lists as tuples, which have a hash."""
    return isinstance(
        value, to.Things | to.Contents | to.Items | to.Stretch | to.Gathering | to.Defined | to.Cases | to.Function
    )


def brings_chance(node: Any, chancy: frozenset[str], graph: Graph) -> bool:
    """Tell whether a node rolls or asks, or calls what does."""
    if isinstance(node, to.Roll | to.Check | to.Choose | to.RollOff | to.Phase):
        return True
    if isinstance(node, to.ForEach) and node.chooser is not None:
        return True
    if isinstance(node, to.Do):
        return node.address in chancy
    if isinstance(node, to.Apply):
        return any(address in chancy for address in graph.acting_tables[node.table].cells.values())
    return False


def with_chance(graph: Graph) -> set[str]:
    """Give the routines that roll or ask, themselves or through others."""
    chancy: set[str] = set()
    while True:
        more = {
            address
            for address, routine in graph.routines.items()
            if address not in chancy
            and any(brings_chance(node, frozenset(chancy), graph) for node in to.walk(routine.acts))
        }
        if not more:
            return chancy
        chancy |= more
