"""Write small definitions out where they are used: a call costs more than the sum or comparison behind it.

In: a program. Out: a program in which definitions are written out that are short, bind no names of their own (they
could be mistaken for those around them), come to no fault by themselves (it would not be theirs any more), and whose
inputs are cheap or needed once. An input that can come to a fault must be read in any case, or the fault would be lost.
What inputs decide beforehand is decided here, operations on constants as well as cases
that a setting settles; what is asked of any or every one of a few given values becomes one question after another; and
a loop over a few given values is written out.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeVar

from quarterdeck.language.declarations.types import Number
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import fails
from quarterdeck.program.form.instructions import Block, Routine
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Constant, State, Value
from quarterdeck.program.form.walking import Named, exchanged, instructions_in, parts_of, rewritten, walk
from quarterdeck.program.lower.numbers import FOLDED, Exact, operate, rescaled, rounded_power, to_the_power

T = TypeVar("T")


def folded(node: T) -> T:
    """Give a node with everything decided that can be decided."""
    return rewritten(node, settled)


def settled(node: Any) -> Any:
    """Give one value, the parts of which are settled already."""
    match node:
        case val.Cases():
            return cases(node)
        case val.Operation(sign="and" | "or"):
            return logical(node)
        case val.Operation(sign=sign, operands=operands) if sign in FOLDED and all(
            isinstance(o, Constant) for o in operands
        ):
            return operate(sign, *operands, kind=node.type)
        case val.Power(base=Constant() as base, exponent=exponent):
            found = to_the_power(base, exponent)
            assert isinstance(found, Constant)
            return found
        case val.RoundedPower(top=Constant() as top, below=Constant() as below, type=Number(step=step)):
            return rounded_power(Exact(top, below), Fraction(node.power, node.degree), node.how, step)
        case val.Rescale(value=Constant() as value, type=Number(step=step)):
            return rescaled(value, step)
    return node


def cases(node: val.Cases) -> val.Value:
    """Give a value by cases without those that never apply, and without what stands behind one that always does."""
    found = []
    for condition, value in node.cases:
        if not isinstance(condition, Constant):
            found.append((condition, value))
        elif condition.number:
            return val.Cases(node.type, tuple(found), value) if found else value
    return val.Cases(node.type, tuple(found), node.otherwise) if found else node.otherwise


def logical(node: val.Operation) -> val.Value:
    """Give a conjunction or disjunction without what decides nothing; one thing that decides it all is it."""
    decides = int(node.sign == "or")
    operands = []
    for operand in node.operands:
        if not isinstance(operand, Constant):
            operands.append(operand)
        elif bool(operand.number) == bool(decides):
            operands.append(operand)
            break
    if not operands:
        return Constant(node.type, 1 - decides)
    if isinstance(operands[-1], Constant) and len(operands) == 1:
        return operands[0]
    return operands[0] if len(operands) == 1 else val.Operation(node.type, node.sign, tuple(operands))


LONGEST = 16
"""The most nodes of a value that is written out, those of what it makes use of included."""
FEW = 6
"""The most given values that are asked, or gone through, one after another."""


def inlined(program: Program, but: Collection[str] = ()) -> Program:
    """Give a program with small definitions written out, but for some."""
    inlining = Inlining(program, but)
    routines = {name: one.changed({"value": inlining.written(one.value)}) for name, one in program.routines.items()}
    return replace(program, routines=routines).with_blocks(inlining.block)


@dataclass
class Inlining:
    """What is known of the definitions of one program."""

    program: Program
    but: Collection[str] = ()
    lengths: dict[str, int] = field(default_factory=dict)
    failing: dict[str, bool] = field(default_factory=dict)

    def written(self, node: Any) -> Any:
        """Give a node with small definitions written out."""
        return rewritten(node, self.inlined)

    def block(self, block: Block) -> Block:
        """Give a block with small definitions written out, and short loops over given values as well."""
        return exchanged(self.written(block), {op.Loop: one_after_another})

    def inlined(self, node: Any) -> Any:
        """Give one value without a call, where that is better."""
        match node:
            case val.Defined():
                found = self.written_out(node)
                return node if found is None else self.written(found)
            case val.Gathering():
                found = self.unrolled(node)
                return node if found is None else self.written(found)
        return settled(node)

    # --- definitions

    def written_out(self, node: val.Defined) -> Value | None:
        """Give the value of a definition without its call; nothing where the call is better."""
        routine = self.program.routines.get(node.address)
        if routine is None or routine.value is None or node.address in self.but:
            return None
        if self.length(node.address) > LONGEST:
            return self.decided(routine, node)
        given = dict(zip([name for name, _ in routine.parameters], node.arguments, strict=True))
        for name, argument in given.items():
            if not is_cheap(argument) and uses(routine.value, name) > 1:
                return None
            if self.may_fail(argument) and not is_always_read(routine.value, name):
                return None  # the call comes to a fault, and what it says would not
        return folded(filled(routine.value, given, node.state))

    def decided(self, routine: Routine, node: val.Defined) -> Value | None:
        """Give the value of a longer definition of which the given inputs leave little."""
        value = routine.value
        cheap = all(map(is_cheap, node.arguments)) and any(isinstance(a, val.Constant) for a in node.arguments)
        if not cheap or not isinstance(value, val.Cases) or not is_plain(value):
            return None
        given = dict(zip([name for name, _ in routine.parameters], node.arguments, strict=True))
        found = folded(filled(value, given, node.state))
        if isinstance(found, val.Cases) or self.counted_in(found, node.state) > LONGEST:
            return None
        return found

    def unrolled(self, node: val.Gathering) -> Value | None:
        """Give what is asked of any or every one of a few given values as one question after another."""
        if node.how not in ("any", "every") or node.value is not None or node.condition is None:
            return None
        if not isinstance(node.source, val.Items) or not 0 < len(node.source.items) <= FEW:
            return None
        if not all(isinstance(item, val.Constant) for item in node.source.items) or not is_plain(node.condition):
            return None
        asked = [with_constant(node.condition, node.variable, item) for item in node.source.items]
        return folded(operate("or" if node.how == "any" else "and", *asked))

    def length(self, address: str) -> int:
        """Give the nodes of a definition's value; more than are allowed where it may not be written out."""
        if address not in self.lengths:
            self.lengths[address] = LONGEST + 1  # for a definition that would come back to itself
            routine = self.program.routines.get(address)
            if routine is not None and routine.value is not None:
                self.lengths[address] = self.counted_in(routine.value, "given")
        return self.lengths[address]

    def counted_in(self, value: Value, state: State) -> int:
        """Give the nodes of a value; more than are allowed where it binds names, may fail or reads another state."""
        count = 0
        for node in walk(value):
            if isinstance(node, val.Gathering | val.Ordered | val.Expected) or getattr(node, "state", state) != state:
                return LONGEST + 1
            if fails(node, self.program.layout.capacities):
                return LONGEST + 1
            inner = self.length(node.address) if isinstance(node, val.Defined) else 0
            count += 1 + (inner if inner <= LONGEST else 0)
        return count

    def may_fail(self, value: Value) -> bool:
        """Tell whether a value can come to a fault, by itself or in a definition that it asks."""
        for node in walk(value):
            if fails(node, self.program.layout.capacities):
                return True
            if isinstance(node, val.Defined):
                if node.address not in self.failing:
                    self.failing[node.address] = False  # for a definition that would come back to itself
                    routine = self.program.routines.get(node.address)
                    said = routine.value if routine is not None else None
                    self.failing[node.address] = said is None or self.may_fail(said)
                if self.failing[node.address]:
                    return True
        return False


def one_after_another(one: op.Loop, _: Named) -> Block:
    """Give a loop, or written out if it goes over a few given values."""
    if not is_short(one):
        return (one,)
    assert isinstance(one.source, val.Items)
    found: list[op.Instruction] = []
    for item in one.source.items:
        assign = op.Assign(one.span, one.variable, item)
        if one.condition is None:
            found += [assign, *one.body]
            continue
        condition = folded(with_constant(one.condition, one.variable, item))
        if not isinstance(condition, val.Constant):
            found.append(op.Branch(one.span, ((condition, (assign, *one.body)),), ()))
        elif condition.number:
            found += [assign, *one.body]
    return tuple(found)


def is_short(one: op.Loop) -> bool:
    """Tell whether a loop is better written out: few things are done for each of a few given values."""
    if not isinstance(one.source, val.Items) or not all(isinstance(i, val.Constant) for i in one.source.items):
        return False
    leaves = any(isinstance(node, op.Leave) for node in instructions_in(one.body))
    return not leaves and len(one.source.items) * len(one.body) <= FEW


def is_plain(value: Value) -> bool:
    """Tell whether a value binds no names of its own."""
    return not any(isinstance(node, val.Gathering | val.Ordered | val.Expected) for node in walk(value))


def is_cheap(value: Value) -> bool:
    """Tell whether a value may be worked out more than once."""
    return isinstance(value, val.Constant | val.Local)


def uses(value: Value, name: str) -> int:
    """Tell how often a value makes use of a local."""
    return sum(1 for node in walk(value) if isinstance(node, val.Local) and node.name == name)


def is_always_read(node: Any, name: str) -> bool:
    """Tell whether a local is read whenever a value is worked out."""
    match node:
        case val.Local():
            return node.name == name
        case val.Operation(sign="and" | "or", operands=(first, *_)):
            return is_always_read(first, name)
        case val.Cases(cases=((first, _), *_)):
            return is_always_read(first, name)
        case val.Cases(otherwise=otherwise):
            return is_always_read(otherwise, name)
        case val.Gathering() | val.Ordered() | val.Expected():
            return False
        case tuple():
            return any(is_always_read(part, name) for part in node)
    return any(is_always_read(getattr(node, part), name) for part in parts_of(type(node)))


def filled(value: Value, given: dict[str, Value], state: State) -> Value:
    """Give a definition's value with its inputs filled in, read from the state of the place where it stands."""

    def change(node: Any) -> Any:
        if isinstance(node, val.Local):
            return given[node.name]
        return replace(node, state=state) if hasattr(node, "state") else node

    return rewritten(value, change)


def with_constant(value: Value, name: str, constant: Value) -> Value:
    """Give a value with a constant in the place of a local."""

    def change(node: Any) -> Any:
        return constant if isinstance(node, val.Local) and node.name == name else node

    return rewritten(value, change)
