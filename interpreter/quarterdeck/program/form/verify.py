"""Verify that a program fits together: what lowering makes, and what every pass hands on.

In: a `Program`. Out: nothing, or a `VerifierError` that names the rule and the place in it. Values are the business of
`verify_values`; here is what happens: what is written fits its place, what is called is there and gets what it asks
for, locals have a value on every path before they are used, and whatever opens closes on every path that ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Number, Type
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.instructions import Block, Instruction, Memo, Routine
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.sorts import AnyInstruction
from quarterdeck.program.form.values import Dice, Text, Value
from quarterdeck.program.form.verify_values import Known, Values, VerifierError

SIDE = types.Thing("Side")
WHOLE = Number(0, 0)
AnyChange = (
    op.Store | op.Adjust | op.Push | op.Create | op.Remove | op.EndGame | op.RankSides | op.Announce | op.Reveal
)  # fmt: skip
Open = tuple[str, ...]
"""What is open at a place, outermost first: `span` with the local that it keeps, `phase` with its address."""


def every(part: object) -> bool:
    """Want every part of a program to be gone through."""
    return True


def verify(program: Program, wants: Callable[[object], bool] = every) -> None:
    """Go through all routines, tables, phases and memos of a program, or those that are wanted.

    Raises:
        VerifierError: something does not fit.
    """
    for routine in filter(wants, program.routines.values()):
        verify_routine(program, routine)
    for table in filter(wants, program.value_tables.values()):
        for key, cell in table.cells.items():
            parameters = program.world.tables[table.name].keys
            known = {parameter.name: types.without_none(parameter.type) for parameter in parameters}
            values = Values(program, f"{table.name}[{', '.join(map(str, key))}]")
            if not isinstance(table.type, types.DiceType):
                values.fitting(cell, table.type, known, "the cell")
    for acting in program.acting_tables.values():
        for key, address in acting.cells.items():
            if address not in program.routines:
                name = f"{acting.name}[{', '.join(map(str, key))}]"
                raise VerifierError(name, "", f"there is no routine {address}")
    for phase in filter(wants, program.turn.phases):
        Flow(Values(program, phase.address)).whole(phase.block, {})
    for memo in filter(wants, program.memos.values()):
        verify_memo(program, memo)


def verify_routine(program: Program, routine: Routine) -> None:
    """Go through one routine."""
    known = dict(routine.parameters)
    values = Values(program, routine.address)
    if routine.value is not None:
        values.value(routine.value, known)
    flow = Flow(values, routine.result)
    flow.text(routine.phrase, known)
    flow.whole(routine.block, known)


def verify_memo(program: Program, memo: Memo) -> None:
    """Go through what is kept of a definition."""
    values, known = Values(program, memo.routine.address), dict(memo.routine.parameters)
    for name, prepared in memo.prepared:
        values.value(prepared, known)
        known[name] = prepared.type
    values.value(memo.value, known)


@dataclass
class Flow:
    """One routine or phase, path by path; `ways_out` are, for each loop, what is known where it is left.

    `wanted` is the type of what the routine finishes with, where it has a result.
    """

    values: Values
    wanted: Type | None = None
    open: Open = ()
    loops: list[Open] = field(default_factory=list)
    ways_out: list[list[Known]] = field(default_factory=list)

    def whole(self, block: Block, known: Known) -> None:
        """Go through all of a routine; where it ends, nothing is open."""
        if self.block(block, known) is not None:
            self.result(None, known)
            self.closed(())

    def closed(self, wanted: Open) -> None:
        """See that what is open is what should be."""
        if self.open != wanted:
            self.values.fault(f"open is {self.open or 'nothing'} where {wanted or 'nothing'} should be")

    def block(self, block: Block, known: Known) -> Known | None:
        """Go through a block; give what is known behind it, or nothing where no path leads there."""
        now: Known | None = dict(known)
        for number, one in enumerate(block):
            if now is None:
                break
            self.values.where.append(f"{number} {type(one).__name__}")
            now = self.instruction(one, now)
            self.values.where.pop()
        return now

    def inner(self, block: Block, known: Known, where: str) -> Known | None:
        """Go through a block inside of an instruction, which leaves open what was open before it."""
        before = self.open
        self.values.where.append(where)
        behind = self.block(block, known)
        if behind is not None:
            self.closed(before)
        self.open = before
        self.values.where.pop()
        return behind

    def round(self, block: Block, known: Known) -> list[Known]:
        """Go through the body of a loop; give what is known at each place where it is left."""
        self.loops.append(self.open)
        self.ways_out.append([])
        self.inner(block, known, "body")
        self.loops.pop()
        return self.ways_out.pop()

    def instruction(self, one: Instruction, known: Known) -> Known | None:
        """Go through one instruction; give what is known behind it."""
        node = cast("AnyInstruction", one)
        match node:
            case op.Branch() | op.Loop() | op.Repeat() | op.Tries() | op.Leave() | op.Finish() | op.Simultaneously():
                return self.control(node, known)
            case op.Closing():
                return known
            case op.OpenSpan() | op.CloseSpan() | op.PhaseBegins() | op.PhaseEnds():
                return self.spans(node, known)
            case op.Fault():
                return None
            case op.Draw() | op.Drawn() | op.Modify() | op.Rolled() | op.Result() | op.RollOff():
                return self.chance(node, known)
            case op.Sift() | op.Ask():
                return self.choice(node, known)
            case op.Call() | op.CallRow():
                return self.call(node, known)
            case op.Assign(name=name, value=value):
                kind = self.values.value(value, known)
                if name.endswith(".total"):  # one that was halved lies on whole numbers again
                    return {**known, name: kind}
                if name in known:
                    self.values.alike(kind, known[name], name)
                return {**known, name: known.get(name, kind)}
            case op.Demand(requirement=requirement, result=result):
                self.requirement(requirement, known)
                self.result(result, known)
            case _:
                self.change(node, known)
        return known

    # --- the state

    def change(self, one: AnyChange, known: Known) -> None:
        """Go through an instruction that changes the state, or tells of it."""
        values = self.values
        match one:
            case op.Store(thing=thing, offset=offset, field=address, value=value):
                values.fitting(value, values.place(thing, offset, address, known), known, address)
            case op.Adjust():
                self.adjust(one, known)
            case op.Push(thing=thing, offset=offset, field=address, value=value, capacity=capacity):
                kind = values.place(thing, offset, address, known)
                if not isinstance(kind, types.ListType) or kind.capacity != capacity:
                    values.fault(f"{address} holds no list of {capacity}")
                values.fitting(value, kind.item, known, address)
            case op.Create(kind=kind_name, settings=settings):
                for offset, address, value in settings:
                    values.fitting(value, values.field_of(kind_name, offset, address), known, address)
            case op.Remove(kind=kind_name, thing=thing):
                values.fitting(thing, types.Thing(kind_name), known, "what is removed")
            case op.EndGame(winner=winner, reason=reason):
                values.fitting(winner, SIDE, known, "the winner")
                self.text(reason, known)
            case op.RankSides(variable=variable, key=key):
                values.number(key, {**known, variable: SIDE}, "the key")
            case op.Announce(text=text):
                self.text(text, known)
            case op.Reveal(thing=thing, field=address):
                values.place(thing, None, address, known)
            case _:
                assert_never(one)

    def adjust(self, one: op.Adjust, known: Known) -> None:
        """Go through an addition to a field or a tally."""
        if one.thing is None:
            kind = self.values.local(one.field, known)
        else:
            kind = self.values.place(one.thing, one.offset, one.field, known)
        self.values.fitting(one.by, kind, known, one.field)
        if one.limit is not None:
            self.values.fitting(one.limit, kind, known, f"the limit of {one.field}")

    def text(self, text: Text | None, known: Known) -> None:
        """Go through words with values in them."""
        for part in text.parts if text is not None else ():
            if isinstance(part, Value):
                self.values.value(part, known)

    # --- chance and choice

    def chance(self, one: op.Draw | op.Drawn | op.Modify | op.Rolled | op.Result | op.RollOff, known: Known) -> Known:
        """Go through an instruction of a roll."""
        values = self.values
        if not isinstance(one, op.Modify):
            self.site(one.site)
        if isinstance(one, op.Modify | op.Rolled | op.Drawn):
            self.text(one.phrase, known)
        match one:
            case op.Draw(chance=chance, about=about):
                for part in (chance, *about):
                    values.value(part, known)
                is_natural = isinstance(chance, Dice) and chance.pick != "each"
                return {**known, one.local: WHOLE if is_natural else chance.type}
            case op.Drawn(value=value, by=by):
                values.value(value, known)
                if by is not None:
                    values.fitting(by, SIDE, known, "who sees what is drawn")
            case op.Modify(roll=roll, condition=condition, value=value):
                if condition is not None:
                    values.condition(condition, known)
                values.fitting(value, values.local(f"{roll}.total", known), known, f"{roll}.total")
            case op.Rolled(roll=roll, success=success, total=total):
                values.local(f"{roll}.natural", known)
                values.alike(values.local(f"{roll}.total", known), total, f"{roll}.total")
                if success is not None:
                    values.condition(success, known)
            case op.Result(value=value):
                values.value(value, known)
            case op.RollOff(offset=offset, field=address, steps=steps, dice=dice):
                values.alike(Number(0, 1, steps), values.field_of("Side", offset, address), address)
                values.value(dice, known)
            case _:
                assert_never(one)
        return known

    def site(self, number: int) -> None:
        """See that there is a site of a number."""
        if not 0 <= number < len(self.values.program.sites):
            self.values.fault(f"there is no site {number}")

    def choice(self, one: op.Sift | op.Ask, known: Known) -> Known | None:
        """Go through an instruction of a choice."""
        values = self.values
        if isinstance(one, op.Sift):
            item = values.listed(one.source, known, "the source")
            inside = {**known, one.variable: item}
            if one.condition is not None:
                values.condition(one.condition, inside)
            for requirement in one.requirements:
                self.requirement(requirement, inside)
            if one.remembered is not None:
                values.value(one.remembered, known)
            return {**known, one.every: one.source.type, one.options: one.source.type}
        self.site(one.site)
        item = values.listed(one.options, known, "the options")
        values.fitting(one.chooser, SIDE, known, "who chooses")
        for name in one.around:
            values.local(name, known)
        if one.default is not None:
            values.fitting(one.default, types.with_none(item), known, "the default")
        self.text(one.question, {**known, one.name: item})
        if one.may_stop is not None:
            values.condition(one.may_stop, known)
            before = self.open
            values.where.append("stop")
            stopped = self.block(one.stop, known)
            values.where.pop()
            self.open = before
            if stopped is not None:
                values.fault("whoever stops goes on all the same")
        return {**known, one.name: known.get(one.name, item)}

    def requirement(self, one: op.Requirement, known: Known) -> None:
        """Go through what must hold."""
        self.values.condition(one.condition, known)
        self.text(one.reason, known)

    # --- calls

    def result(self, found: Value | None, known: Known) -> None:
        """Go through what a routine finishes with."""
        if (found is None) != (self.wanted is None):
            self.values.fault("a routine finishes with a result where it has one, and nowhere else")
        if found is not None and self.wanted is not None:
            self.values.fitting(found, self.wanted, known, "the result")

    def call(self, one: op.Call | op.CallRow, known: Known) -> Known:
        """Go through what carries out another routine, or a row of a table; give what is known behind it."""
        values, program = self.values, self.values.program
        if isinstance(one, op.Call):
            routine = program.routines.get(one.address)
            if routine is None or routine.value is not None:
                values.fault(f"{one.address} is nothing that can be carried out")
            values.given(one.address, one.arguments, [kind for _, kind in routine.parameters], known)
            if one.into and routine.result is None:
                values.fault(f"{one.address} has no result")
            return {**known, one.into: routine.result} if one.into and routine.result is not None else known
        if one.table not in program.acting_tables:
            values.fault(f"there is no acting table {one.table}")
        table = program.world.tables[one.table]
        wanted = [types.without_none(p.type) for p in table.given]
        wanted += [types.without_none(key.type) for key in table.keys]
        values.given(one.table, (*one.arguments, *one.keys), wanted, known)
        return known

    # --- control flow

    def control(
        self,
        one: op.Branch | op.Loop | op.Repeat | op.Tries | op.Leave | op.Finish | op.Simultaneously,
        known: Known,
    ) -> Known | None:
        """Go through an instruction that says what comes next."""
        values = self.values
        match one:
            case op.Branch(cases=cases, otherwise=otherwise):
                for condition, _ in cases:
                    values.condition(condition, known)
                blocks = [block for _, block in cases]
                behind = [self.inner(block, known, f"case {number}") for number, block in enumerate(blocks)]
                return common([*behind, self.inner(otherwise, known, "otherwise")])
            case op.Loop(variable=variable, source=source, condition=holds, body=body):
                inside = {**known, variable: values.listed(source, known, "the source")}
                if holds is not None:
                    values.condition(holds, inside)
                self.round(body, inside)
            case op.Repeat(count=count, body=body):
                values.fitting(count, WHOLE, known, "how often")
                self.round(body, known)
            case op.Tries(tried=tried, body=body):
                return common(self.round(body, {**known, tried: WHOLE}))
            case op.Simultaneously(variable=variable, body=body):
                around, self.open = self.open, ()  # each side goes through it for itself, and leaves it alone
                self.inner(body, {**known, variable: SIDE}, "body")
                self.open = around
            case op.Leave():
                if not self.loops:
                    values.fault("there is no loop to leave")
                self.closed(self.loops[-1])
                self.ways_out[-1].append(known)
                return None
            case op.Finish(result=result):
                self.result(result, known)
                self.closed(())
                return None
            case _:
                assert_never(one)
        return known

    def spans(self, one: op.OpenSpan | op.CloseSpan | op.PhaseBegins | op.PhaseEnds, known: Known) -> Known:
        """Go through an instruction that opens or closes something."""
        match one:
            case op.OpenSpan(kept=kept):
                self.open = (*self.open, f"span {kept}")
                return {**known, kept: types.UNKNOWN} if kept else known
            case op.PhaseBegins(address=address):
                self.open = (*self.open, f"phase {address}")
            case op.CloseSpan(kept=kept):
                self.close(f"span {kept}")
            case op.PhaseEnds(address=address):
                self.close(f"phase {address}")
            case _:
                assert_never(one)
        return known

    def close(self, name: str) -> None:
        """Close the innermost of what is open."""
        if not self.open or self.open[-1] != name:
            self.values.fault(f"{name.strip()} is closed where {self.open[-1:] or 'nothing'} is open")
        self.open = self.open[:-1]


def common(ways: Iterable[Known | None]) -> Known | None:
    """Give what is known behind a place to which several ways lead; nothing where none does."""
    there = [way for way in ways if way is not None]
    if not there:
        return None
    first, *others = there
    return {name: kind for name, kind in first.items() if all(name in way for way in others)}
