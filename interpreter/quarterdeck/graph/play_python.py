"""Generate Python for play: one function for each routine and phase, asking dice and deciders as it goes.

In: a `Graph`. Out: a `Program`: source, the span of each line, and how to make its functions. With `trace`, every roll,
row, change, call and phase is told to the context; without it, nothing of that is generated. Where an enabled plugin
takes part, and nowhere else, its function is called as `H[number]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from types import CodeType
from typing import Any, Literal, overload

from quarterdeck.graph import nodes as to
from quarterdeck.graph.asking import Asking
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.lasting import is_harmless, lasting, left_by_themselves, names_in
from quarterdeck.graph.python import NAMESPACE, Lines, Python, local, mangled
from quarterdeck.graph.short import FEW, folded, uses, with_constant
from quarterdeck.graph.summary import is_open
from quarterdeck.names import types
from quarterdeck.names.types import Type
from quarterdeck.source import Span


class Refused(Sequence[tuple[Any, int]]):
    """What may not be chosen, each with the number of the requirement that it fails; worked out when it is read.

    There is at least one. It must be read while the question is open: later the state may be another one.
    """

    __slots__ = ("every", "failed", "known")

    def __init__(self, every: Sequence[Any], failed: Callable[[Any], int]) -> None:
        self.every = every
        self.failed = failed
        self.known: list[tuple[Any, int]] | None = None

    @property
    def found(self) -> list[tuple[Any, int]]:
        """Give them as a list."""
        if self.known is None:
            self.known = [(option, number) for option in self.every if (number := self.failed(option)) >= 0]
        return self.known

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
    namespace: dict[str, Any] = field(default_factory=dict)
    kinds: tuple[Type, ...] = ()  # types of values in texts, by their numbers

    def functions(self) -> dict[str, Any]:
        """Give the program's functions by their Python names, always the same ones."""
        if self.code is None:
            self.code = compile(self.source, self.name, "exec")
        if not self.namespace:
            self.namespace |= {
                **NAMESPACE,
                "Asking": Asking,
                "Refused": Refused,
                "__spans__": self.spans,
                "H": self.hooked,
                "KINDS": self.kinds,
            }
            exec(self.code, self.namespace)  # noqa: S102 - our own generated text
        return self.namespace


def generate_play(graph: Graph, trace: bool = False, shortens: bool = True) -> Program:
    """Write a whole graph for play."""
    writer = PlayPython(graph, trace=trace, shortens=shortens)
    writer.program()
    text = "\n".join(writer.lines.text) + "\n"
    name = f"<{graph.declared.name} for play>"
    return Program(text, writer.lines.spans, name, graph.hooked, kinds=tuple(writer.kinds))


@dataclass(frozen=True)
class Stopped:
    """A change that stops at a limit: the field, `+` or `-`, by how much, and the limit."""

    now: to.Slot
    sign: str
    amount: to.Value
    limit: to.Value


def stopped(act: to.Store) -> Stopped | None:
    """Give a change that stops at a limit and never undoes what was there before, if it is one."""
    match act.value:
        case to.Operation(
            sign=outer,
            operands=(
                to.Slot(world="after") as now,
                to.Operation(sign=inner, operands=(to.Operation(sign=sign, operands=(again, amount)), limit)),
            ),
        ) if (outer, inner, sign) in (("max", "min", "+"), ("min", "max", "-")):
            same = again == now and (now.thing, now.offset) == (act.thing, act.offset)
            return Stopped(now, sign, amount, limit) if same and not act.mark else None
    return None


def rolls_often(acts: tuple[to.Act, ...]) -> bool:
    """Tell whether acts by themselves roll at several places, or may roll again at one."""
    rolls = [node for node in to.walk(acts) if isinstance(node, to.Roll | to.Check)]
    loops = [node for node in to.walk(acts) if isinstance(node, to.ForEach | to.Times)]
    again = any(isinstance(roll, to.Check) and any(face.cap is not None for face in roll.faces) for roll in rolls)
    return len(rolls) > 1 or again or any(isinstance(node, to.Roll | to.Check) for node in to.walk(tuple(loops)))


@dataclass
class PlayPython(Python):
    """Write the shape for play."""

    trace: bool = False
    routine: to.Routine | None = None
    scope: list[str] = field(default_factory=list)
    common_subject: str = ""  # the name of the subject of all rolls of a routine

    def __post_init__(self) -> None:
        super().__post_init__()
        plain = self.shortens and not self.trace
        self.lasts = lasting(self.graph) if plain else None
        self.lasting = self.lasts.definitions if self.lasts is not None else {}
        self.timeless = self.lasts.timeless if self.lasts is not None else ()
        self.wanted: dict[str, to.Routine] = {}
        self.parts: dict[str, str] | None = None
        self.fetched: dict[str, str] | None = None
        self.writes = self.lasts.writes if self.lasts is not None else {}

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
        self.lines.put(f"KEPT = {len(self.wanted)}  # how many definitions keep their values while effects wait")
        for number, routine in enumerate(self.wanted.values()):
            self.kept(routine, number)

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
            if rolls_often(routine.acts):
                subject, self.common_subject = self.subject(), "subject"
                self.lines.put(f"{self.common_subject} = {subject}")
            self.acts(routine.acts)
            self.common_subject = ""
            if self.trace:
                self.lines.put("ctx.leave()")
        self.routine = None

    # --- values that last

    def defined(self, node: to.Defined) -> str:
        if node.address in self.lasting and self.worlds[node.world] == "B":
            return self.looked_up(self.graph.routines[node.address], node.arguments)
        return super().defined(node)

    def looked_up(self, routine: to.Routine, arguments: tuple[to.Value, ...]) -> str:
        """Give the value of a definition that is kept."""
        self.wanted.setdefault(routine.address, routine)
        return f"m_{mangled(routine.address)}({', '.join(['ctx', 'B', *map(self.value, arguments)])})"

    def kept(self, routine: to.Routine, number: int) -> None:
        """Write a definition asked of the state before: where effects wait, its values are kept.

        They count as long as the columns of the state that it reads are the same.
        """
        inputs = self.signature(routine)
        self.worlds = {"given": "S", "before": "S", "after": "S"}
        assert routine.value is not None
        defined = routine.address in self.graph.routines
        write = self.value if defined else self.list_and_left
        by_itself = f"d_{mangled(routine.address)}(S, {inputs})" if defined else write(routine.value)
        self.parts = {}
        value = write(routine.value)
        common, self.parts = self.parts, None
        self.lines.span = routine.span
        key = f"({inputs})" if len(routine.parameters) > 1 else inputs
        fields = self.lasting[routine.address]
        columns = ", ".join(f"S{column}" for known in fields for column in self.columns(known, "S"))
        with self.lines.inside(f"def m_{mangled(routine.address)}(ctx, S, {inputs}):"):
            self.lines.put("known = ctx.known")
            with self.lines.inside("if known is None:"):
                self.lines.put(f"return {by_itself}")
            self.lines.put(f"value = known[{number}].get({key})")
            with self.lines.inside("if value is None:"):
                self.lines.put(f"values = known[{number}] or ctx.lasting({number}, [{columns}])")
                for name, listed in common.items():
                    with self.lines.inside(f"if {name!r} not in values:"):
                        self.lines.put(f"values[{name!r}] = {listed}")
                    self.lines.put(f"{name} = values[{name!r}]")
                self.lines.put(f"value = values[{key}] = {value if common else by_itself}")
            self.lines.put("return value")

    def list_and_left(self, value: to.Value) -> str:
        """Give a list, and what a condition leaves of it."""
        assert isinstance(value, to.Gathering)
        every = self.value(value.source)
        left = self.value(replace(value, source=to.Local("every")))
        return f"({local('every')} := {every}, {left})"

    def gathered(self, node: to.Gathering) -> str:
        """Give a gathering; what of it does not depend on the inputs of a kept definition is kept as well."""
        if self.parts is None or node.how not in ("all", "joined") or not isinstance(node.condition, to.Operation):
            return super().gathered(node)
        asked, value = node.condition.operands, node.value
        alone = [one for one in asked if names_in(one) <= {node.variable} and is_harmless(self.graph, one)]
        simple = value is not None and names_in(value) <= {node.variable} and is_harmless(self.graph, value)
        if node.condition.sign != "and" or not alone or not simple or not isinstance(node.source, to.Things):
            return super().gathered(node)
        assert value is not None
        variable, name = local(node.variable), self.fresh("parts")
        there = self.going_through(node.source, variable, [self.value(one) for one in alone])
        self.parts[name] = f"[({variable}, {self.value(value)}) {there}]"
        rest = " and ".join(self.value(one) for one in asked if one not in alone) or "True"
        found = f"part for {variable}, part in {name} if {rest}"
        return f"[{found}]" if node.how == "all" else f"[_item for {found.removeprefix('part for ')} for _item in part]"

    def function(self, node: to.Function) -> str:
        """Give a function; a line that all together do not block is not blocked by some of them."""
        known = len(self.parts or ())
        found = super().function(node)
        if node.name != "blocked" or self.parts is None or len(self.parts) != known + 1:
            return found
        one, other, occupied, percent = node.arguments
        if not isinstance(occupied, to.Gathering) or occupied.how != "joined":
            return found
        every, some = self.fresh("every"), list(self.parts)[-1]
        self.parts[every] = f"{{_item for _, part in {some} for _item in part}}"
        return f"(g_blocked({self.value(one)}, {self.value(other)}, {every}, {self.value(percent)}) and {found})"

    def columns(self, known: str, state: str) -> list[str]:
        """Give where a state has a field of all things that were ever in play, a list by its places."""
        layout = self.graph.layout
        stretch = layout.stretches[known.partition(".")[0]]
        used = layout.used.get(stretch.kind)
        end = stretch.end if used is None else f"{stretch.base} + {state}[{used}]"
        first = stretch.base + layout.offsets.get(known, 0)
        places = range(first, first + 1 + layout.capacities.get(known, 0))
        return [f"[{place}:{end}:{stretch.stride}]" for place in places]

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
            self.lines.put("ctx.known = [{}] * KEPT")

    def close_span(self) -> None:
        super().close_span()
        if self.lasting:
            self.lines.put("ctx.known = None")

    def close_phase(self) -> None:
        """Let the state after become the state: only what the phase can change is copied."""
        if not self.lasting or not self.written:
            self.close_span()
            return
        stretches = self.graph.layout.stretches
        made = [kind for kind in stretches if f"{kind}." in self.written]
        for kind in made:
            places = f"[{stretches[kind].base}:{stretches[kind].end}]"
            self.lines.put(f"B{places} = A{places}")
        for known in sorted(self.written):
            kind = known.partition(".")[0]
            if kind in stretches and kind not in made:
                for column in self.columns(known, "A"):
                    self.lines.put(f"B{column} = A{column}")
        self.lines.put("A = B")
        self.lines.put("ctx.known = None")

    # --- changes

    def alter(self, act: to.Store | to.Push | to.Make | to.Unmake | to.EndGame | to.RankSides) -> None:
        found = stopped(act) if isinstance(act, to.Store) and not self.trace else None
        if found is None:
            super().alter(act)
        else:
            self.store_stopped(found)

    def store_list(self, act: to.Store) -> None:
        if self.trace:
            super().store_list(act)
            return
        place, items, capacity = self.fresh("place"), self.fresh("items"), self.graph.layout.capacities[act.field]
        self.lines.put(f"{place} = {self.place(act.thing, act.offset)}")
        whole = f"[0] * {capacity + 1}"
        if act.value != to.Items(()):
            self.lines.put(f"{items} = {self.value(act.value)}")
            with self.lines.inside(f"if len({items}) > {capacity}:"):
                self.lines.put(f"raise RulesFaultError('{act.field} holds no more than {capacity}')")
            whole = f"[len({items}), *{items}, *[0] * ({capacity} - len({items}))]"
        at = f"[{place}:{place} + {capacity + 1}]"
        self.lines.put(f"A{at} = B{at} = {whole}" if act.mark else f"A{at} = {whole}")

    def store_stopped(self, found: Stopped) -> None:
        """Write a change that stops at a limit and never undoes what was there before."""
        place, was, new = self.fresh("place"), self.fresh("was"), self.fresh("new")
        past = ">" if found.sign == "+" else "<"
        self.lines.put(f"{place} = {self.place(found.now.thing, found.now.offset)}; {was} = A[{place}]")
        self.lines.put(f"{new} = {was} {found.sign} {self.value(found.amount)}")
        limit = self.value(found.limit)
        if not isinstance(found.limit, to.Constant | to.Local):
            self.lines.put(f"limit = {limit}")
            limit = "limit"
        with self.lines.inside(f"if {new} {past} {limit}:"):
            self.lines.put(f"{new} = {limit}")
        with self.lines.inside(f"if {new} {past} {was}:"):
            self.lines.put(f"A[{place}] = {new}")

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
            case to.Times() if self.settles(act):
                self.until_settled(act)
            case to.ForEach() if act.chooser is not None:
                self.chosen_loop(act)
            case to.ForEach(source=to.Items(items=items)) if self.is_short(act, items):
                self.one_after_another(act, items)
            case to.Phase():
                self.phase(act)
            case _:
                super().act(act)

    def subject(self) -> str:
        """Give the things that a roll's routine was called with: they, not the order of play, decide its dice."""
        if self.common_subject:
            return self.common_subject
        stretches = self.graph.layout.stretches
        parts = []
        for name, kind in self.routine.parameters if self.routine else ():
            match kind:
                case types.Thing():
                    parts.append(f"O[{local(name)}]")
                case types.Listing(item=types.Thing()):
                    parts.append(f"*[O[one] for one in {local(name)}]")
                case types.Listing():
                    parts.append(f"*[one for one in {local(name)}]")
                case types.Truth():  # counts as 0 or 1
                    parts.append(f"+{local(name)}")
                case _:
                    parts.append(local(name))
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

    def fetching(self, write: Callable[[], None]) -> None:
        """Write what changes no field; fields that are read in it more than once are fetched before."""
        if self.trace:
            write()
            return
        lines, self.lines, self.fetched = self.lines, Lines(), {}
        write()
        text = "\n".join(self.lines.text)
        often = [read for read, name in self.fetched.items() if len(re.findall(rf"\b{name}\b", text)) > 1]
        self.lines, self.fetched = lines, {read: read for read in self.fetched}
        for read in often:
            self.fetched[read] = self.fresh("fetched")
            self.lines.put(f"{self.fetched[read]} = {read}")
        write()
        self.fetched = None

    def roll(self, act: to.Roll) -> None:
        self.fetching(lambda: self.rolled(act))
        self.scope += [f"{act.name}.natural", f"{act.name}.total"]

    def rolled(self, act: to.Roll) -> None:
        self.throw(act.name, act.site, act.dice)
        self.changes(act.name, act.site, act.changes)
        if self.trace:
            self.lines.put(
                f"ctx.rolled({act.site}, {local(act.name + '.natural')}, {local(act.name + '.total')}, changes, None)"
            )

    def check(self, act: to.Check) -> None:
        """Write a check: tries go on while a natural face earns another and the cap on successes allows."""
        self.fetching(lambda: self.tries(act))
        self.scope += [f"{act.name}.natural", f"{act.name}.total", f"{act.name}.successes"]

    def tries(self, act: to.Check) -> None:
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
        all_of_them, why = options, "()"
        if act.requirements:
            all_of_them, why = self.sift(act, every, options)
        else:
            self.lines.put(f"{options} = {every}")
        stop = "False"
        if act.may_stop:
            stop = " and ".join(self.value(r.condition) for r in act.stop_requirements) or "True"
        elif act.most is not None and not act.may_none:
            stop = "True"  # whoever may choose several may stop
        asked = f"{refused} = {why}", f"{name} = {self.asking(act, name, options, refused, stop)}"
        if act.most is not None:
            self.lines.put(asked[0])
            self.several(act, name, asked[1], options)
        elif act.may_none and not act.may_stop and not self.trace:  # there is often nothing but to decline
            declined = f"ctx.declines({act.site}, {self.value(act.chooser)}, {all_of_them})"
            with self.lines.inside(f"if {options} or not {declined}:"):
                for line in asked:
                    self.lines.put(line)
            with self.lines.inside("else:"):
                self.lines.put(f"{name} = -1")
        else:
            for line in asked:
                self.lines.put(line)
            if act.may_stop:
                with self.lines.inside(f"if {name} == -2:"):
                    self.lines.put("break")
        self.scope.append(act.name)

    def sift(self, act: to.Choose, every: str, options: str) -> tuple[str, str]:
        """Write which options meet all requirements; why others do not is worked out when somebody asks.

        Gives the name of the list of all, and the text of what is refused. A requirement that does not depend on the
        option is asked once, if there is an option left by then.
        """
        name, all_of_them = local(act.name), self.fresh("every")
        if every == f"[{name} for {name} in {self.value(act.source)}]":
            every = self.value(act.source)
        sifted = self.sifted_before(act)
        passed = sifted[1] if sifted else 0
        self.fetched = {}
        self.bound.append(act.name)
        conditions = [self.value(requirement.condition) for requirement in act.requirements]
        self.bound.pop()
        fetched, self.fetched = self.fetched, None
        self.lines.put(f"{all_of_them}, {options} = {sifted[0]}" if sifted else f"{all_of_them} = {options} = {every}")
        for value, kept in fetched.items():
            self.lines.put(f"{kept} = {value}")
        asked = list[str]()
        if not any(uses(requirement.condition, act.name) for requirement in act.requirements[passed:]):
            self.lines.put(f"{options} = list({options})")
        for requirement, condition in list(zip(act.requirements, conditions, strict=True))[passed:]:
            if uses(requirement.condition, act.name):
                asked.append(condition)
            else:
                self.keep_those(name, options, asked)
                asked = []
                with self.lines.inside(f"if {options} and not {condition}:"):
                    self.lines.put(f"{options} = []")
        self.keep_those(name, options, asked)
        first = "".join(f"{number} if not {condition} else " for number, condition in enumerate(conditions))
        found = ".found" if self.trace else ""  # whoever traces may look when the state is another one
        refused = f"Refused({all_of_them}, lambda {name}: {first}-1){found}"
        return all_of_them, f"{refused} if len({options}) < len({all_of_them}) else ()"

    def sifted_before(self, act: to.Choose) -> tuple[str, int] | None:
        """Give the list and what its options' own requirements leave of it, where both are kept.

        The number says how many requirements these are.
        """
        source = act.source
        if self.lasts is None or not isinstance(source, to.Defined) or source.address not in self.lasting:
            return None
        found = left_by_themselves(self.lasts, act)
        if found is None:
            return None
        routine, passed = found
        fields = self.lasts.fields(routine.value)
        worlds = {self.worlds[node.world] for node in to.walk(routine.value) if hasattr(node, "world")}
        if fields is None or worlds != {"B"}:
            return None
        self.lasting[routine.address] = fields
        return self.looked_up(routine, source.arguments), passed

    def keep_those(self, name: str, options: str, conditions: list[str]) -> None:
        """Write which of the options are left."""
        if conditions:
            self.lines.put(f"{options} = [{name} for {name} in {options} if {' and '.join(conditions)}]")

    def several(self, act: to.Choose, name: str, asked: str, options: str) -> None:
        """Write a choice of several, one after another, until the side stops or has chosen the most."""
        chosen = self.fresh("chosen")
        assert act.most is not None
        self.lines.put(f"{chosen} = []")
        any_number = act.most == to.Function("count", (act.source,))  # then the options end first
        bound = "" if any_number else f" and len({chosen}) < {self.value(act.most)}"
        with self.lines.inside(f"while {options}{bound}:"):
            self.lines.put(asked)
            with self.lines.inside(f"if {name} < 0:"):
                self.lines.put("break")
            self.lines.put(f"{options}.remove({name}); {chosen}.append({name})")
        self.lines.put(f"{name} = {chosen}")

    def asking(self, act: to.Choose, name: str, options: str, refused: str, stop: str) -> str:
        """Give the call that asks a side: what it may choose, and what a decider may want to know of that."""
        given = {"options": options, "refused": refused, "may_stop": stop, "may_none": str(act.may_none)}
        if act.question:
            given["question"] = f"lambda {name}: {self.words(act.question)}"
        if act.requirements:
            given["reasons"] = f"lambda {name}: ({''.join(self.words(r.reason) + ', ' for r in act.requirements)})"
        if act.default is not None:
            given["default"] = f"lambda: {self.value(act.default)}"
        return self.put_to(act.chooser, act.site, act.name, given)

    def put_to(self, chooser: to.Value, site: int, name: str, given: dict[str, str]) -> str:
        """Give the call that puts a question, with what is known around it and the advice that there is for it."""
        advice = self.graph.sites[site].advice
        given |= {"site": str(site), "side": self.value(chooser), "before": "B", "after": "A"}
        given["scope"] = self.names_around(name)
        if advice:
            given["advice"] = self.advised(advice, f"S, {local(name)}")
        if f"{advice} among" in self.graph.routines:
            given["among"] = self.advised(f"{advice} among", "S")
        # By their places: by their names they would take thrice as long.
        return f"ctx.choose(Asking({', '.join(given.get(part.name, 'None') for part in fields(Asking))}))"

    def names_around(self, name: str) -> str:
        """Give a function for the names that are known where a choice is made, but for its own."""
        scope = ", ".join(f"({n!r}, {local(n)})" for n in dict.fromkeys(self.scope) if n != name)
        return f"lambda: ({scope}{',' if scope else ''})"

    def advised(self, address: str, given: str) -> str:
        """Give a function that asks a definition about a state, with the names around a choice."""
        wanted = [local(parameter) for parameter, _ in self.graph.routines[address].parameters]
        return f"lambda {given}: d_{mangled(address)}(S, {', '.join(wanted)})"

    def is_short(self, act: to.ForEach, items: tuple[to.Value, ...]) -> bool:
        """Tell whether a loop is better written out: few things are done for each of a few given values."""
        plain = self.shortens and not self.trace and not act.at_once and act.key is None
        leaves = any(isinstance(node, to.Leave) for node in to.walk(act.body))
        given = all(isinstance(item, to.Constant) for item in items)
        return plain and given and not leaves and len(items) * len(act.body) <= FEW

    def one_after_another(self, act: to.ForEach, items: tuple[to.Value, ...]) -> None:
        """Write a loop out."""
        for item in items:
            condition = to.Constant(1) if act.condition is None else act.condition
            condition = folded(with_constant(condition, act.variable, item))
            if condition != to.Constant(0):
                with self.lines.inside(f"if {self.value(condition)}:"):
                    self.lines.put(f"{local(act.variable)} = {self.value(item)}")
                    self.acts(act.body)

    def settles(self, act: to.Times) -> bool:
        """Tell whether a round that changes nothing is the last that can, in a repetition that goes through things."""
        inside = list(to.walk(act.body))
        counts = any(isinstance(node, to.Keep) and node.name in self.scope for node in inside)
        loops = any(isinstance(node, to.ForEach) for node in inside)
        return loops and not counts and not is_open(self.graph, act.body)

    def until_settled(self, act: to.Times) -> None:
        """Write a repetition that ends with a round after which everything is as it was."""
        was = self.fresh("was")
        now = "(B, A, ctx.at, len(ctx.told))"
        with self.lines.inside(f"for {self.fresh('n')} in range({self.value(act.count)}):"):
            self.lines.put(f"{was} = {now.replace('B, A', 'B[:], A[:]')}")
            self.acts(act.body)
            with self.lines.inside(f"if {now} == {was}:"):
                self.lines.put("break")

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
            given = {"options": rest, "refused": "()", "may_stop": "False", "may_none": "False"}
            self.lines.put(f"{variable} = {self.put_to(act.chooser, act.site, act.variable, given)}")
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
        if self.trace:
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
        if self.trace:
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
