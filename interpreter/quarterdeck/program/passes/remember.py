"""Keep values of definitions while the effects of a phase wait for its end.

In: a program. Out: a program that asks for `Remembered` values, with a `Memo` for each definition concerned. In such a
phase all is asked of the state before, which does not change but for marks. So the value of a definition that reads no
mark can be kept for the same inputs, even from one phase to the next if the fields that it reads are still the same.
What reads no field at all lasts for ever. Left out are definitions that are as quick to work out as to look up, and
those that depend on a plugin or on what is to be expected. Of those that do not last for ever those are left out, too,
in which rounds of loops are counted: it must make no difference to a game what somebody has asked before. The same
holds for what a choice leaves of a list before it asks about anything but each option itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.cost import Costs
from quarterdeck.program.form.dataflow import CallGraph, called
from quarterdeck.program.form.instructions import Block, Memo, Routine
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import Named, exchanged, instructions_in, locals_in, rewritten, walk
from quarterdeck.program.lower.numbers import operate

SLOW = ("ahead", "blocked", "in_arc", "lines_cross", "passes", "point_in_arc")
"""Functions of the language that take longer than a look."""


def remembered(program: Program) -> Program:
    """Give a program that keeps what it can."""
    if any(hook.sort in ("before", "after") for hook in program.world.hooks):
        return program  # such a hook may change the state before
    memoising = Memoising(program, CallGraph(program), Costs(program), frozenset(marked(program)))
    memoising.find()
    kept = program.with_blocks(memoising.block, but="effect")
    return replace(kept, memos=memoising.memos, timeless=frozenset(memoising.timeless))


def marked(program: Program) -> set[str]:
    """Give the fields that are ever written at once, while a phase whose effects wait goes on."""
    found = {"Side.rank", "Game.over", "Game.winner"}
    blocks = [routine.block for routine in program.routines.values()]
    for node in instructions_in((*blocks, *(phase.block for phase in program.turn.phases))):
        if isinstance(node, op.RollOff) or (isinstance(node, op.Store | op.Push | op.Adjust) and node.mark):
            found.add(node.field)
    return found


@dataclass
class Memoising:
    """What is known of one program on the way; `fields_read` has those of each definition that is worth keeping."""

    program: Program
    calls: CallGraph
    costs: Costs
    changing: frozenset[str]
    fields_read: dict[str, tuple[str, ...]] = field(default_factory=dict)
    timeless: set[str] = field(default_factory=set)
    memos: dict[str, Memo] = field(default_factory=dict)
    sifts: dict[op.Sift, op.Sift] = field(default_factory=dict)

    def find(self) -> None:
        """Find the definitions that are worth keeping."""
        for address, routine in self.program.routines.items():
            fields = self.calls.reads[called(address)]
            listed = any(isinstance(kind, types.ListType) for _, kind in routine.parameters)
            if routine.value is None or not routine.parameters or listed or fields & self.changing:
                continue
            if any(is_slow(node) for node in self.parts(routine.value)):
                if fields and self.costs.is_counted(called(address)):
                    continue
                if fields:
                    self.fields_read[address] = tuple(sorted(fields))
                else:
                    self.timeless.add(address)

    def parts(self, value: Value, known: set[str] | None = None) -> list[Any]:
        """Give all that a value consists of, with definitions and cells; nothing where not the state alone decides."""
        known = set() if known is None else known
        found = []
        for node in walk(value):
            if isinstance(node, val.Hooked | val.Expected):
                return []
            found.append(node)
            inner: list[Value] = []
            if isinstance(node, val.Defined | val.Remembered) and node.address not in known:
                known.add(node.address)
                routine = self.program.routines.get(node.address)
                if routine is None or routine.value is None:
                    return []
                inner = [routine.value]
            elif isinstance(node, val.Cell) and node.table not in known:
                known.add(node.table)
                cells = self.program.value_tables[node.table].cells.values()
                inner = [cell for cell in cells if not isinstance(cell, val.Constant)]
            for one in inner:
                more = self.parts(one, known)
                if not more:
                    return []
                found += more
        return found

    # --- asking for what is kept

    def block(self, block: Block) -> Block:
        """Give a block of the state before that asks for kept values."""
        return exchanged(rewritten(block, self.value), {op.Sift: self.sifting, op.Ask: self.asking})

    def sifting(self, one: op.Sift, _: Named) -> Block:
        """Give a list of options that is remembered where it can be."""
        return (self.sift(one),)

    def asking(self, one: op.Ask, _: Named) -> Block:
        """Give a question about options that are remembered where they can be."""
        return (one if one.sift is None else one.changed({"sift": self.sift(one.sift)}),)

    def value(self, node: Any) -> Any:
        """Give a definition of the state before as one that is remembered."""
        if isinstance(node, val.Defined) and node.state == "before" and self.is_memoised(node):
            self.memo(self.program.routines[node.address])
            return val.Remembered(node.type, node.address, node.arguments)
        return node

    def inner(self, node: Any) -> Any:
        """Give a definition that a remembered one asks for as one that is remembered as well."""
        return (
            self.value(replace(node, state="before"))
            if isinstance(node, val.Defined) and self.is_memoised(node)
            else node
        )

    def is_memoised(self, node: val.Defined) -> bool:
        """Tell whether the values of a definition are kept."""
        return node.state in ("before", "given") and node.address in self.fields_read

    def memo(self, routine: Routine) -> Memo:
        """Make a place for the values of a definition."""
        known = self.memos.get(routine.address)
        if known is None:
            assert routine.value is not None
            preparing = Preparing(self)
            value = preparing.value(rewritten(routine.value, self.inner))
            fields = self.fields_read[routine.address]
            known = Memo(routine, len(self.memos), fields, value, tuple(preparing.lists))
            self.memos[routine.address] = known
        return known

    # --- what a choice leaves of a list

    def sift(self, one: op.Sift) -> op.Sift:
        """Remember a list of options with what its own requirements leave of it, where that lasts."""
        if one not in self.sifts:
            self.sifts[one] = self.sifted(one)
        return self.sifts[one]

    def sifted(self, one: op.Sift) -> op.Sift:
        """Give a list of options that is remembered, if it can be."""
        source = one.source
        if not isinstance(source, val.Remembered) or one.condition is not None:
            return one
        alone: list[Value] = []
        for requirement in one.requirements:
            if locals_in(requirement.condition) != {one.variable}:
                break
            alone.append(requirement.condition)
        routine = self.program.routines[source.address]
        assert routine.value is not None
        fields = set(self.calls.read_by((routine.value, *alone)))
        states = {node.state for node in walk(tuple(alone)) if hasattr(node, "state")} - {"before"}
        lasts = not fields & self.changing and all(self.parts(one) for one in alone)
        if not alone or states or not lasts or self.costs.is_counted_in(tuple(alone)):
            return one
        address = f"{source.address} ~ {len(self.memos)}"
        inputs = tuple(val.Local(kind, name) for name, kind in routine.parameters)
        every = val.Defined(routine.value.type, source.address, inputs, "given")
        condition = rewritten(operate("and", *alone), as_given)
        left = val.Gathering(one.source.type, "all", one.variable, every, condition, None, None, False)
        made = Routine(address, "define", routine.parameters, left, (), routine.span)
        self.memos[address] = Memo(made, len(self.memos), tuple(sorted(fields)), left, (), sifts=True)
        asked = val.Remembered(left.type, address, source.arguments)
        return replace(one, remembered=asked, passed=len(alone))


def as_given(node: Any) -> Any:
    """Give a value of the state before as one of the state that a definition is asked about."""
    if isinstance(node, val.Remembered):
        return val.Defined(node.type, node.address, node.arguments, "given")
    return replace(node, state="given") if getattr(node, "state", "") == "before" else node


def is_slow(node: object) -> bool:
    """Tell whether a value takes longer to work out than to look up."""
    return isinstance(node, val.Gathering | val.Ordered) or (isinstance(node, val.Function) and node.name in SLOW)


@dataclass
class Preparing:
    """Take out of a definition the lists that do not depend on its inputs."""

    memoising: Memoising
    lists: list[tuple[str, val.Gathering | val.PreparedItems]] = field(default_factory=list)

    def value(self, value: Value) -> Value:
        """Give a value that asks for prepared lists."""
        return rewritten(value, self.prepared)

    def prepared(self, node: Any) -> Any:
        """Give one value that asks for prepared lists."""
        match node:
            case val.Gathering():
                return self.gathering(node)
            case val.Function(name="blocked", arguments=(one, other, val.Prepared(how="joined") as some, percent)):
                # a line that all together do not block is not blocked by some of them
                every = val.PreparedItems(some.type, some.name)
                name = f"#every.{len(self.lists)}"
                self.lists.append((name, every))
                wide = replace(node, arguments=(one, other, val.Local(some.type, name), percent))
                return operate("and", wide, node)
        return node

    def gathering(self, node: val.Gathering) -> Value:
        """Give a gathering of things as what is left of a prepared list, where its condition has a part for that."""
        condition, value = node.condition, node.value
        if node.how not in ("all", "joined") or not isinstance(node.source, val.Things) or node.key is not None:
            return node
        if not isinstance(condition, val.Operation) or condition.sign != "and" or value is None:
            return node
        alone = [one for one in condition.operands if self.is_of(one, node.variable)]
        if not alone or not self.is_of(value, node.variable):
            return node
        name = f"#parts.{len(self.lists)}"
        there = operate("and", *alone)
        self.lists.append((name, replace(node, condition=there)))
        rest = [one for one in condition.operands if one not in alone]
        left = operate("and", *rest) if rest else val.truth(True)
        return val.Prepared(node.type, node.how, name, node.variable, left)

    def is_of(self, value: Value, variable: str) -> bool:
        """Tell whether a value depends on the item alone, and can be asked of any thing in play."""
        return locals_in(value) <= {variable} and self.is_harmless(value)

    def is_harmless(self, value: Value) -> bool:
        """Tell whether a value can be asked of any thing in play, whatever else holds for it."""
        nodes = self.memoising.parts(value)
        return bool(nodes) and not any(
            isinstance(node, val.Cell | val.Rounded | val.RoundedPower | val.Quotient)
            or (isinstance(node, val.Operation) and node.sign in ("there", "//", "%"))
            for node in nodes
        )
