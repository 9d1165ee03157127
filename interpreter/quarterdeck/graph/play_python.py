"""Generate Python for play: one function for each routine and phase, asking dice and deciders as it goes.

In: a `Graph`. Out: a `Program`: source, the span of each line, and how to make its functions. With `trace`, every roll,
row, change and call is told to the context; without it, nothing of that is generated. Where an enabled plugin takes
part, and nowhere else, its function is called as `H[number]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any, Literal, overload

from quarterdeck.graph import nodes as to
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.lasting import lasting
from quarterdeck.graph.python import NAMESPACE, Python, local, mangled
from quarterdeck.graph.short import uses
from quarterdeck.graph.touched import touched
from quarterdeck.source import Span


class Refused(Sequence[tuple[Any, int]]):
    """What may not be chosen, each with the number of the requirement that it fails; worked out when it is read.

    There is at least one. It must be read while the question is open: later the state may be another one.
    """

    def __init__(self, every: Sequence[Any], failed: Callable[[Any], int]) -> None:
        self.every = every
        self.failed = failed

    @cached_property
    def found(self) -> list[tuple[Any, int]]:
        """Give them as a list."""
        return [(option, number) for option in self.every if (number := self.failed(option)) >= 0]

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[tuple[Any, int]]:
        return iter(self.found)

    @overload
    def __getitem__(self, at: int) -> tuple[Any, int]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[Any, int]]: ...
    def __getitem__(self, at: int | slice) -> tuple[Any, int] | list[tuple[Any, int]]:
        return self.found[at]


@dataclass
class Program:
    """Generated Python: its text, which span each line stands for, and its compiled code."""

    source: str
    spans: dict[int, Span]
    name: str
    hooked: list[Callable[..., Any]] = field(default_factory=list)
    code: CodeType | None = None

    def functions(self) -> dict[str, Any]:
        """Give the program's functions by their Python names."""
        if self.code is None:
            self.code = compile(self.source, self.name, "exec")
        namespace: dict[str, Any] = {**NAMESPACE, "Refused": Refused, "__spans__": self.spans, "H": self.hooked}
        exec(self.code, namespace)  # noqa: S102 - our own generated text
        return namespace


def generate_play(graph: Graph, trace: bool = False, shortens: bool = True) -> Program:
    """Write a whole graph for play."""
    writer = PlayPython(graph, trace=trace, shortens=shortens)
    writer.program()
    text = "\n".join(writer.lines.text) + "\n"
    return Program(text, writer.lines.spans, f"<{graph.declared.name} for play>", graph.hooked)


@dataclass
class PlayPython(Python):
    """Write the shape for play."""

    trace: bool = False
    routine: to.Routine | None = None
    scope: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        plain = self.shortens and not self.trace
        self.lasting = lasting(self.graph) if plain else {}
        self.wanted: dict[str, int] = {}
        self.fetched: dict[str, str] | None = None
        self.writes = touched(self.graph)[1] if plain else {}

    def program(self) -> None:
        """Write everything."""
        self.definitions()
        pools = ", ".join(f"P_{mangled(kind)}" for kind in self.graph.layout.stretches)
        self.lines.put(f"O = [-1] * {self.graph.layout.size + 1}  # which of its kind each thing is; -1 for none")
        with (
            self.lines.inside(f"for _pool in ({pools},):"),
            self.lines.inside("for _number, _thing in enumerate(_pool):"),
        ):
            self.lines.put("O[_thing] = _number")
        for line in self.late_tables:
            self.lines.put(line)
        for address, routine in self.graph.routines.items():
            if routine.value is None:
                self.callable(address, routine)
        self.lines.span = None
        self.acting_tables()
        for phase in self.graph.phases:
            self.top_phase(phase)
        for address, number in self.wanted.items():
            self.kept(address, number)

    def callable(self, address: str, routine: to.Routine) -> None:
        """Write a procedure or effect."""
        self.worlds = {"before": "B", "after": "A", "given": "B" if routine.sort == "procedure" else "A"}
        self.routine = routine
        self.scope = [name for name, _ in routine.parameters]
        self.lines.span = routine.span
        signature = self.signature(routine)
        with self.lines.inside(f"def e_{mangled(address)}(ctx, B, A{', ' + signature if signature else ''}):"):
            if self.trace:
                self.lines.put(f"ctx.enter({address!r}, ({signature}{',' if signature else ''}))")
            self.acts(routine.acts)
            if self.trace:
                self.lines.put("ctx.leave()")
        self.routine = None

    # --- values that last

    def defined(self, node: to.Defined) -> str:
        if node.address in self.lasting and self.worlds[node.world] == "B":
            self.wanted.setdefault(node.address, len(self.wanted))
            return f"m_{mangled(node.address)}({', '.join(['ctx', 'B', *map(self.value, node.arguments)])})"
        return super().defined(node)

    def kept(self, address: str, number: int) -> None:
        """Write a definition asked of the state before: where effects wait, its values are kept.

        They count as long as the columns of the state that it reads are the same.
        """
        routine, fields = self.graph.routines[address], self.lasting[address]
        inputs = self.signature(routine)
        self.lines.span = routine.span
        with self.lines.inside(f"def m_{mangled(address)}(ctx, S, {inputs}):"):
            with self.lines.inside("if ctx.known is None:"):
                self.lines.put(f"return d_{mangled(address)}(S, {inputs})")
            self.lines.put(f"values = ctx.known.get({number})")
            with self.lines.inside("if values is None:"):
                columns = ", ".join(column for known in fields for column in self.columns(known))
                self.lines.put(f"values = ctx.known[{number}] = ctx.lasting({number}, [{columns}])")
            key = f"({inputs})" if len(routine.parameters) > 1 else inputs
            self.lines.put(f"value = values.get({key})")
            with self.lines.inside("if value is None:"):
                self.lines.put(f"value = values[{key}] = d_{mangled(address)}(S, {inputs})")
            self.lines.put("return value")

    def columns(self, known: str) -> list[str]:
        """Give a field of all things that were ever in play, a list by its places."""
        layout = self.graph.layout
        stretch = layout.stretches[known.partition(".")[0]]
        used = layout.used.get(stretch.kind)
        end = stretch.end if used is None else f"{stretch.base} + S[{used}]"
        first = stretch.base + layout.offsets.get(known, 0)
        places = range(first, first + 1 + layout.capacities.get(known, 0))
        return [f"S[{place}:{end}:{stretch.stride}]" for place in places]

    def slot(self, node: to.Slot) -> str:
        """Give a field; within the questions to each option that of another thing is fetched once, before them all."""
        found = super().slot(node)
        if self.fetched is None or not isinstance(node.thing, to.Local) or node.thing.name in self.bound:
            return found
        return self.fetched.setdefault(found, self.fresh("fetched"))

    def open_span(self) -> None:
        """Let effects wait from here on."""
        self.lines.put("A = B[:]")
        if self.lasting:
            self.lines.put("ctx.known = {}")

    def close_span(self) -> None:
        super().close_span()
        if self.lasting:
            self.lines.put("ctx.known = None")

    def close_phase(self) -> None:
        """Let the state after become the state: of kinds that the phase cannot change, nothing is copied."""
        stretches = self.graph.layout.stretches
        kinds = {known.partition(".")[0] for known in self.written} & stretches.keys()
        if self.lasting and kinds:
            start, end = min(stretches[kind].base for kind in kinds), max(stretches[kind].end for kind in kinds)
            self.lines.put(f"B[{start}:{end}] = A[{start}:{end}]")
            self.lines.put("A = B")
            self.lines.put("ctx.known = None")
        else:
            self.close_span()

    # --- changes

    def store(self, place: str, known: str, value: str, mark: bool) -> None:
        if self.trace:
            self.lines.put(f"ctx.stored({known!r}, {place}, A, {value})")
        self.lines.put(f"A[{place}] = B[{place}] = {value}" if mark else f"A[{place}] = {value}")

    def do(self, address: str, arguments: list[str]) -> None:
        self.lines.put(f"e_{mangled(address)}({', '.join(['ctx', 'B', 'A', *arguments])})")

    def apply(self, act: to.Apply) -> None:
        if self.trace:
            keys = ", ".join(self.value(key) for key in act.keys)
            self.lines.put(f"ctx.row({act.table!r}, ({keys},))")
        super().apply(act)

    def make(self, act: to.Make) -> str:
        place = super().make(act)
        self.lines.put(f"ctx.situation.names.pop({place}, None)")
        return place

    def tell(self, text: to.Text) -> None:
        self.lines.put(f"ctx.tell({self.words(text)})")

    def show(self, thing: to.Value, known: str) -> None:
        self.lines.put(f"ctx.reveal({known!r}, {self.value(thing)}, {self.worlds['given']})")

    def end_game(self, winner: to.Value, reason: to.Text) -> None:
        super().end_game(winner, reason)
        if reason.parts:
            self.tell(reason)

    # --- chance

    def act(self, act: to.Act) -> None:
        match act:
            case to.Keep(name=name):
                super().act(act)
                self.scope.append(name)
            case to.Return() if self.trace and self.routine is not None:
                self.lines.put("ctx.leave()")
                self.lines.put("return")
            case to.Demand(requirement=requirement):
                with self.lines.inside(f"if not {self.value(requirement.condition)}:"):
                    self.lines.put(f"ctx.refused({requirement.address!r}, lambda: {self.words(requirement.reason)})")
                    if self.trace:
                        self.lines.put("ctx.leave()")
                    self.lines.put("return")
            case to.Roll():
                self.roll(act)
            case to.Check():
                self.check(act)
            case to.RollOff(site=site, offset=offset, dice=dice):
                thrown = ", ".join(self.value(part) for part in (dice.count, dice.sides, dice.plus))
                self.lines.put(f"ctx.roll_off({site}, B, A, {offset}, {thrown})")
            case to.Choose():
                self.choose(act)
            case to.ForEach() if act.chooser is not None:
                self.chosen_loop(act)
            case to.Phase():
                self.phase(act)
            case _:
                super().act(act)

    def subject(self) -> str:
        """Give the things that a roll's routine was called with: they, not the order of play, decide its dice."""
        stretches = self.graph.layout.stretches
        parts = []
        for name, kind in self.routine.parameters if self.routine else ():
            if kind in stretches:
                parts.append(f"O[{local(name)}]")
            else:
                parts.append(f"+{local(name)}" if kind == "boolean" else local(name))  # a truth counts as 0 or 1
        if self.routine is None:
            parts = [f"({local(name)} - {stretches['Side'].base})" for name in self.scope[:1]]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    def throw(self, name: str, site: int, dice: to.Dice) -> None:
        """Write the roll of dice and the total before modifiers."""
        natural, total = local(f"{name}.natural"), local(f"{name}.total")
        if dice.count == to.Constant(1):
            self.lines.put(f"{natural} = ctx.throw({site}, {self.value(dice.sides)}, {self.subject()})")
        else:
            several = f"{self.value(dice.count)}, {self.value(dice.sides)}, {dice.pick!r}"
            self.lines.put(f"{natural} = ctx.throw_several({site}, {several}, {self.subject()})")
        self.lines.put(f"{total} = {natural}" + ("" if dice.plus == to.Constant(0) else f" + {self.value(dice.plus)}"))

    def changes(self, name: str, site: int, changes: tuple[to.Change, ...]) -> None:
        """Write the modifiers in the order of the text."""
        total = local(f"{name}.total")
        if self.trace:
            self.lines.put(f"changes = []; was = {total}")
        for change in changes:
            self.change(total, change)
            if self.trace:
                self.lines.put(f"changes.append(({change.address!r}, {total} - was, applies)); was = {total}")

    def change(self, total: str, change: to.Change) -> None:
        amount = self.value(change.amount) if change.amount is not None else ""
        line = {
            "raise": f"{total} += {amount}",
            "lower": f"{total} -= {amount}",
            "halve_down": f"{total} //= 2",
            "halve_up": f"{total} = -(-{total} // 2)",
            "halve_nearest": f"{total} = ({total} + 1) // 2",
            "double": f"{total} *= 2",
            "not_below": f"{total} = max({total}, {amount})",
            "not_above": f"{total} = min({total}, {amount})",
        }[change.sort]
        condition = self.value(change.condition) if change.condition is not None else "True"
        if self.trace:
            self.lines.put(f"applies = bool({condition})")
            condition = "applies"
        if condition == "True":
            self.lines.put(line)
            return
        with self.lines.inside(f"if {condition}:"):
            self.lines.put(line)

    def roll(self, act: to.Roll) -> None:
        self.throw(act.name, act.site, act.dice)
        self.changes(act.name, act.site, act.changes)
        if self.trace:
            self.lines.put(
                f"ctx.rolled({act.site}, {local(act.name + '.natural')}, {local(act.name + '.total')}, changes, None)"
            )
        self.scope += [f"{act.name}.natural", f"{act.name}.total"]

    def check(self, act: to.Check) -> None:
        """Write a check: tries go on while a natural face earns another and the cap on successes allows."""
        natural, successes = local(f"{act.name}.natural"), local(f"{act.name}.successes")
        again = any(face.cap is not None for face in act.faces)
        self.lines.put(f"{successes} = 0")
        if again:
            self.lines.put("while True:")
            self.lines.depth += 1
        self.throw(act.name, act.site, act.dice)
        self.changes(act.name, act.site, act.changes)
        if self.trace:
            self.lines.put(f"tried = {successes}")
        for index, face in enumerate(act.faces):
            with self.lines.inside(f"{'elif' if index else 'if'} {natural} == {face.number}:"):
                if face.success:
                    self.lines.put(f"{successes} += 1")
                if face.cap is not None:
                    self.told(act)
                    with self.lines.inside(f"if {successes} < {self.value(face.cap)}:"):
                        self.lines.put("continue")
                    self.lines.put("break")
        with self.lines.inside(f"{'elif' if act.faces else 'if'} {self.value(act.success)}:"):
            self.lines.put(f"{successes} += 1")
        self.told(act)
        if again:
            self.lines.put("break")
            self.lines.depth -= 1
        self.scope += [f"{act.name}.natural", f"{act.name}.total", f"{act.name}.successes"]

    def told(self, act: to.Check) -> None:
        if self.trace:
            natural, total, successes = (local(f"{act.name}.{part}") for part in ("natural", "total", "successes"))
            self.lines.put(f"ctx.rolled({act.site}, {natural}, {total}, changes, {successes} > tried)")

    # --- choice

    def choose(self, act: to.Choose) -> None:
        """Write a choice: legal options in order, refused ones with the requirement that forbids them."""
        name, options, refused = local(act.name), self.fresh("options"), self.fresh("refused")
        conditions = [self.value(act.condition)] if act.condition is not None else []
        every = f"[{name} {self.going_through(act.source, name, conditions)}]"
        if act.requirements:
            self.sift(act, every, options, refused)
        else:
            self.lines.put(f"{options} = {every}")
            self.lines.put(f"{refused} = ()")
        stop = "False"
        if act.may_stop:
            stop = " and ".join(self.value(r.condition) for r in act.stop_requirements) or "True"
        given = self.asking(act, name)
        answer = (
            f"ctx.choose({act.site}, {self.value(act.chooser)}, {{}}, {refused}, {stop}, {act.may_none}, B, A, {given})"
        )
        if act.most is not None:
            self.several(act, name, options, answer)
        else:
            asked = f"{name} = {answer.format(options)}"
            if act.may_none and not act.may_stop and not self.trace:  # there is often nothing but to decline
                declined = f"ctx.declines({act.site}, {self.value(act.chooser)}, {refused})"
                with self.lines.inside(f"if {options} or not {declined}:"):
                    self.lines.put(asked)
                with self.lines.inside("else:"):
                    self.lines.put(f"{name} = -1")
            else:
                self.lines.put(asked)
            if act.may_stop:
                with self.lines.inside(f"if {name} == -2:"):
                    self.lines.put("break")
        self.scope.append(act.name)

    def sift(self, act: to.Choose, every: str, options: str, refused: str) -> None:
        """Write which options meet all requirements; why others do not is worked out when somebody asks.

        Where a requirement does not depend on the option and fails, no further option can be a legal one.
        """
        name, all_of_them = local(act.name), self.fresh("every")
        if every == f"[{name} for {name} in {self.value(act.source)}]":
            every = self.value(act.source)
        self.lines.put(f"{all_of_them} = {every}; {options} = []")
        self.fetched = {}
        self.bound.append(act.name)
        conditions = [self.value(requirement.condition) for requirement in act.requirements]
        negated = [self.failing(requirement.condition) for requirement in act.requirements]
        self.bound.pop()
        fetched, self.fetched = self.fetched, None
        for value, kept in fetched.items():
            self.lines.put(f"{kept} = {value}")
        with self.lines.inside(f"for {name} in {all_of_them}:"):
            for requirement, fails in zip(act.requirements, negated, strict=True):
                with self.lines.inside(f"if {fails}:"):
                    self.lines.put("continue" if uses(requirement.condition, act.name) else "break")
            self.lines.put(f"{options}.append({name})")
        first = "".join(f"{number} if not {condition} else " for number, condition in enumerate(conditions))
        self.lines.put(f"{refused} = ()")
        with self.lines.inside(f"if len({options}) < len({all_of_them}):"):
            found = ".found" if self.trace else ""  # whoever traces may look when the state is another one
            self.lines.put(f"{refused} = Refused({all_of_them}, lambda {name}: {first}-1){found}")

    def failing(self, condition: to.Value) -> str:
        """Give the Python text of what is true where a condition is not met."""
        if isinstance(condition, to.Operation) and condition.sign == "not":
            return self.value(condition.operands[0])
        return f"not {self.value(condition)}"

    def several(self, act: to.Choose, name: str, options: str, answer: str) -> None:
        chosen = self.fresh("chosen")
        assert act.most is not None
        self.lines.put(f"{chosen} = []")
        with self.lines.inside(f"while {options} and len({chosen}) < {self.value(act.most)}:"):
            self.lines.put(f"{name} = {answer.format(options).replace(', False, False, B, A', ', True, False, B, A')}")
            with self.lines.inside(f"if {name} < 0:"):
                self.lines.put("break")
            self.lines.put(f"{options}.remove({name}); {chosen}.append({name})")
        self.lines.put(f"{name} = {chosen}")

    def asking(self, act: to.Choose, name: str) -> str:
        """Give what a decider may ask of a choice: question, reasons, default, advice, and the names around it."""
        question = f"lambda {name}: {self.words(act.question)}" if act.question else "None"
        reasons = "None"
        if act.requirements:
            reasons = f"lambda {name}: ({''.join(self.words(r.reason) + ', ' for r in act.requirements)})"
        default = f"lambda: {self.value(act.default)}" if act.default is not None else "None"
        advice = self.advice(act.site, name)
        return f"{question}, {reasons}, {default}, {advice}, {self.names_around(act.name)}{self.among(act.site)}"

    def among(self, number: int) -> str:
        """Give what the advice of a choice picks out of its answers, where it does."""
        address = f"{self.graph.sites[number].advice} among"
        if address not in self.graph.routines:
            return ""
        wanted = [local(parameter) for parameter, _ in self.graph.routines[address].parameters]
        return f", lambda S: d_{mangled(address)}(S, {', '.join(wanted)})"

    def names_around(self, name: str) -> str:
        """Give a function for the names that are known where a choice is made, but for its own."""
        scope = ", ".join(f"({n!r}, {local(n)})" for n in dict.fromkeys(self.scope) if n != name)
        return f"lambda: ({scope}{',' if scope else ''})"

    def advice(self, number: int, name: str) -> str:
        """Give what the advice of a choice makes of a state and an answer."""
        address = self.graph.sites[number].advice
        if not address:
            return "None"
        wanted = [local(parameter) for parameter, _ in self.graph.routines[address].parameters]
        return f"lambda S, {name}: d_{mangled(address)}(S, {', '.join(wanted)})"

    def chosen_loop(self, act: to.ForEach) -> None:
        """Write a loop whose order a side chooses, one after another."""
        variable, rest = local(act.variable), self.fresh("rest")
        conditions = [self.value(act.condition)] if act.condition is not None else []
        self.lines.put(f"{rest} = [{variable} {self.going_through(act.source, variable, [])}]")
        with self.lines.inside("while True:"):
            if conditions:
                self.lines.put(f"{rest} = [{variable} for {variable} in {rest} if {' and '.join(conditions)}]")
            with self.lines.inside(f"if not {rest}:"):
                self.lines.put("break")
            assert act.chooser is not None
            asked = f"{act.site}, {self.value(act.chooser)}, {rest}, [], False, False, B, A"
            unasked = f"None, None, None, {self.advice(act.site, variable)}"
            self.lines.put(f"{variable} = ctx.choose({asked}, {unasked}, {self.names_around(act.variable)})")
            self.lines.put(f"{rest}.remove({variable})")
            known = len(self.scope)
            self.scope.append(act.variable)
            self.acts(act.body)
            del self.scope[known:]

    # --- phases

    def top_phase(self, phase: to.Phase) -> None:
        """Write a phase as a function of the state."""
        self.worlds = {"before": "B", "after": "A", "given": "B"}
        self.routine = None
        self.scope = []
        self.written = self.writes.get(f"call {phase.address}", frozenset())
        self.lines.span = phase.span
        with self.lines.inside(f"def f_{mangled(phase.address)}(ctx, B):"):
            self.lines.put("A = B")
            if self.lasting:
                self.lines.put("ctx.known = None")
            self.phase(phase)

    def phase(self, phase: to.Phase) -> None:
        """Write a phase or step in place: its span, its sides, its body and its close."""
        self.lines.put(f"ctx.phase({phase.address!r}, B)")
        self.hooked_phase("before", phase)
        if phase.span_of_effects:
            self.open_span()
        known = len(self.scope)
        if phase.sealed:
            self.sealed(phase)
        elif phase.each:
            self.scope.append(phase.each)
            with self.lines.inside(f"for {local(phase.each)} in ctx.sides(B, {phase.in_order}):"):
                self.acts(phase.body)
        else:
            self.acts(phase.body)
        del self.scope[known:]
        if phase.close:
            self.worlds = {"before": "B", "after": "A", "given": "A"}
            self.acts(phase.close)
            self.worlds = {"before": "B", "after": "A", "given": "B"}
        if phase.span_of_effects:
            self.close_phase()
        self.hooked_phase("after", phase)
        self.lines.put(f"ctx.phase_over({phase.address!r}, B)")

    def free_place(self, place: str, places: str) -> None:
        """Write how a free place is found; sides that decide in secret must not take the same."""
        with self.lines.inside("if ctx.sharing is None:"):
            super().free_place(place, places)
        with self.lines.inside("else:"):
            self.lines.put(f"{place} = ctx.own_place(B, A, {places})")

    def hooked_phase(self, when: Literal["before", "after"], phase: to.Phase) -> None:
        """Write what enabled plugins do before or after a phase, outside of its span."""
        for hook in self.graph.declared.hooks(when, phase.address):
            self.lines.put(f"H[{hook.number}](B)")

    def sealed(self, phase: to.Phase) -> None:
        """Write a phase in which every side decides from the same state, and all is opened together."""
        name, variable = self.fresh("sealed"), local(phase.each)
        self.scope.append(phase.each)
        with self.lines.inside(f"def {name}(B, {variable}):"):
            self.lines.put("A = B")
            if self.lasting:
                self.lines.put("ctx.known = None")
            self.acts(phase.body)
        self.lines.put(f"ctx.sealed(B, {name})")
        self.lines.put("A = B")
