"""Verify the values of a program: steps and types fit, whatever is asked for is there.

In: values, and what is known of locals where they stand. Out: their types, or a `VerifierError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NoReturn, assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import BOOLEAN, Number, Ratio, Type
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import called
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.sorts import AnyValue
from quarterdeck.program.form.values import Value

Known = dict[str, Type]
"""The locals that have a value, with their types."""
WHOLE = Number(0, 0)
AnyListing = (
    val.Things | val.Items | val.Range | val.Gathering | val.Ordered | val.Prepared | val.PreparedItems | val.Function
    | val.Lots | val.Dice | val.PoolReads
)  # fmt: skip
COUNTED = (Number, types.Boolean, types.EnumType)
"""What may stand where whole numbers are added: places of members are such numbers."""
SEVERAL = range(2, 1 << 16)
OPERANDS: dict[val.Sign, range] = {
    **dict.fromkeys(("not", "there"), range(1, 2)),
    **dict.fromkeys(("=", "!=", "<", "<=", "in", "+", "-", "*", "//", "%"), range(2, 3)),
}
"""How many values each sign is of; `and`, `or`, `min` and `max` are of several."""


class VerifierError(Exception):
    """A program does not fit together: the address of its rule, the place in it, and what is wrong there."""

    def __init__(self, address: str, place: str, complaint: str) -> None:
        super().__init__(f"{address}, {place}: {complaint}" if place else f"{address}: {complaint}")
        self.address, self.place, self.complaint = address, place, complaint


@dataclass
class Values:
    """The values of one routine; `where` leads to the one that is looked at."""

    program: Program
    address: str
    where: list[str] = field(default_factory=list)

    def fault(self, complaint: str) -> NoReturn:
        """Say what does not fit."""
        raise VerifierError(self.address, " / ".join(self.where), complaint)

    def value(self, given: Value, known: Known) -> Type:
        """Go through a value; give its type."""
        node = cast("AnyValue", given)
        self.where.append(type(node).__name__)
        match node:
            case val.Constant():
                pass
            case val.Local(name=name):
                self.alike(self.local(name, known), node.type, name)
            case val.Slot(thing=thing, offset=offset, field=address):
                self.alike(self.place(thing, offset, address, known), node.type, address)
            case val.Contents(thing=thing, offset=offset, field=address):
                self.alike(self.place(thing, offset, address, known), node.type, address)
            case val.Operation():
                self.operation(node, known)
            case val.Rescale() | val.Rounded() | val.Quotient() | val.Numerator() | val.Denominator():
                self.steps(node, known)
            case val.Power() | val.RoundedPower():
                self.power(node, known)
            case val.Defined() | val.Remembered() | val.Cell() | val.Expected() | val.Hooked():
                self.asked(node, known)
            case val.Cases(cases=cases, otherwise=otherwise):
                for condition, value in cases:
                    self.condition(condition, known)
                    self.fitting(value, node.type, known, "a case")
                self.fitting(otherwise, node.type, known, "otherwise")
            case _:
                self.listing(node, known)
        self.where.pop()
        return node.type

    # --- types

    def alike(self, have: Type, want: Type, what: str) -> None:
        """See that one type is another, ranges and `or none` left aside."""
        if not is_alike(have, want):
            self.fault(f"{what} is {want!s}, and this is {have!s}")

    def fitting(self, node: Value, want: Type, known: Known, what: str) -> None:
        """Go through a value, and see that it is of a type."""
        self.alike(self.value(node, known), want, what)

    def condition(self, node: Value, known: Known) -> None:
        """Go through a condition, which is a truth."""
        if not is_alike(self.value(node, known), BOOLEAN):
            self.fault(f"a condition is {node.type!s}, and no truth")

    def number(self, node: Value, known: Known, what: str) -> None:
        """Go through a value that is compared by its size."""
        if not isinstance(self.value(node, known), Number | Ratio | types.Boolean | types.EnumType | types.Unknown):
            self.fault(f"{what} is {node.type!s}, and no number")

    def listed(self, node: Value, known: Known, what: str) -> Type:
        """Go through a list; give the type of its items."""
        kind = self.value(node, known)
        if not isinstance(kind, types.ListType):
            self.fault(f"{what} is {kind!s}, and no list")
        return kind.item

    # --- places

    def local(self, name: str, known: Known) -> Type:
        """Give the type of a local."""
        if name not in known:
            self.fault(f"{name} has no value on some path")
        return known[name]

    def place(self, thing: Value, offset: int | None, address: str, known: Known) -> Type:
        """Go through a thing, and give the type of a field of it."""
        kind = self.value(thing, known)
        if isinstance(kind, types.Unknown):
            return self.program.layout.types.get(address, types.UNKNOWN)
        if not isinstance(kind, types.Thing):
            self.fault(f"{kind!s} is no thing that has {address}")
        return self.field_of(kind.kind, offset, address)

    def field_of(self, kind: str, offset: int | None, address: str) -> Type:
        """Give the type of a field of a kind; `offset` is where it is said to lie."""
        layout = self.program.layout
        if address == f"{kind}." and offset in (0, None):
            return BOOLEAN
        if address not in layout.types or address.partition(".")[0] != kind:
            self.fault(f"{kind} has no field {address}")
        if offset not in (None, layout.offsets[address]):
            self.fault(f"{address} does not lie at {offset}")
        return layout.types[address]

    # --- what is calculated

    def operation(self, node: val.Operation, known: Known) -> None:
        """Go through a sign with its operands."""
        if len(node.operands) not in OPERANDS.get(node.sign, SEVERAL):
            self.fault(f"`{node.sign}` is of {len(node.operands)} values")
        kinds = [self.value(operand, known) for operand in node.operands]
        match node.sign:
            case "and" | "or" | "not":
                for kind in kinds:
                    if not is_alike(kind, BOOLEAN):
                        self.fault(f"a condition is {kind!s}, and no truth")
            case "in":
                if not isinstance(kinds[1], types.ListType):
                    self.fault(f"{kinds[1]!s} is no list to look into")
                self.alike(kinds[0], kinds[1].item, "an item of the list")
            case "there":
                self.alike(kinds[0], node.type, "what is there")
            case "=" | "!=" | "<" | "<=":
                self.compared(kinds)
            case "*":
                if all(isinstance(kind, Number) for kind in [*kinds, node.type]):
                    self.product(node, kinds)
            case _:
                self.sum(node, kinds)

    def compared(self, kinds: Sequence[Type]) -> None:
        """See that things can be compared."""
        one, other = kinds
        if not is_alike(one, other) and not is_alike(other, one):
            self.fault(f"{one!s} is compared with {other!s}")

    def product(self, node: val.Operation, kinds: Sequence[Type]) -> None:
        """See that a product lies in the steps that its factors make."""
        made = prod(kind.step for kind in kinds if isinstance(kind, Number))
        if isinstance(node.type, Number) and node.type.step != made:
            self.fault(f"a product in steps of 1/{made} is said to lie in steps of 1/{node.type.step}")

    def sum(self, node: val.Operation, kinds: Sequence[Type]) -> None:
        """See that numbers that are added, taken away or held against each other lie in the same steps."""
        steps = set()
        if node.sign == "-" and isinstance(kinds[0], types.Thing):  # a thing less the first of its kind is its number
            kinds = kinds[1:]
        for kind in [*kinds, node.type]:
            if not isinstance(kind, COUNTED):
                self.fault(f"`{node.sign}` is of {kind!s}")
            steps.add(kind.step if isinstance(kind, Number) else 1)
        if len(steps) > 1:
            self.fault(f"`{node.sign}` is of numbers in steps of {', '.join(f'1/{step}' for step in sorted(steps))}")

    def steps(
        self, node: val.Rescale | val.Rounded | val.Quotient | val.Numerator | val.Denominator, known: Known
    ) -> None:
        """Go through a value that changes steps."""
        match node:
            case val.Rescale(value=value):
                have = self.value(value, known)
                if not (isinstance(have, Number) and isinstance(node.type, Number)):
                    self.fault(f"{have!s} does not lie in steps")
                if node.type.step == have.step or node.type.step % have.step:
                    self.fault(f"steps of 1/{node.type.step} are no finer ones than steps of 1/{have.step}")
            case val.Rounded(top=top, below=below) | val.Quotient(top=top, below=below):
                one, other = self.value(top, known), self.value(below, known)
                if not (isinstance(one, Number) and isinstance(other, Number) and one.step == other.step):
                    self.fault(f"{one!s} is divided by {other!s}")
                wanted = Ratio if isinstance(node, val.Quotient) else Number
                if not isinstance(node.type, wanted):
                    self.fault(f"a quotient is said to be {node.type!s}")
            case val.Numerator(ratio=ratio) | val.Denominator(ratio=ratio):
                have = self.value(ratio, known)
                if not isinstance(have, Ratio):
                    self.fault(f"{have!s} is no ratio")
            case _:
                assert_never(node)

    def power(self, node: val.Power | val.RoundedPower, known: Known) -> None:
        """Go through a power, which lies in the steps that its factors make, or in those to which it is rounded."""
        if not isinstance(node.type, Number):
            self.fault(f"a power is said to be {node.type!s}")
        if isinstance(node, val.Power):
            have = self.value(node.base, known)
            if not isinstance(have, Number) or node.exponent < 1:
                self.fault(f"{have!s} has no power {node.exponent}")
            if node.type.step != have.step**node.exponent:
                made = f"1/{have.step**node.exponent}"
                self.fault(f"a power in steps of {made} is said to lie in steps of 1/{node.type.step}")
            return
        one, other = self.value(node.top, known), self.value(node.below, known)
        if not (isinstance(one, Number) and isinstance(other, Number) and one.step == other.step):
            self.fault(f"{one!s} is divided by {other!s}")
        if min(node.power, node.degree) < 1:
            self.fault(f"{node.power}/{node.degree} is not an exponent")

    # --- what is asked for

    def given(self, name: str, arguments: Sequence[Value], wanted: Sequence[Type], known: Known) -> None:
        """Go through the arguments of a call."""
        if len(arguments) != len(wanted):
            self.fault(f"{name} takes {len(wanted)} inputs, and is given {len(arguments)}")
        for number, (argument, kind) in enumerate(zip(arguments, wanted, strict=True), 1):
            self.fitting(argument, kind, known, f"input {number} of {name}")

    def asked(self, node: val.Defined | val.Remembered | val.Cell | val.Expected | val.Hooked, known: Known) -> None:
        """Go through a value that is worked out elsewhere."""
        program = self.program
        match node:
            case val.Defined(address=address, arguments=arguments):
                part = called(address)
                routine = program.routines.get(part.address)
                if routine is None or (routine.value is None) != (part.sort == "call allowed"):
                    self.fault(f"{address} is no definition")
                if routine.value is not None:
                    self.alike(routine.value.type, node.type, address)
                self.given(address, arguments, [kind for _, kind in routine.parameters], known)
            case val.Remembered(address=address, arguments=arguments):
                memo = program.memos.get(address)
                if memo is None:
                    self.fault(f"nothing is kept of {address}")
                self.given(address, arguments, [kind for _, kind in memo.routine.parameters], known)
            case val.Cell(table=table, keys=keys):
                if table not in program.value_tables:
                    self.fault(f"there is no table of values {table}")
                wanted = [types.without_none(key.type) for key in program.world.tables[table].keys]
                self.given(table, keys, wanted, known)
            case val.Expected(routine=address, arguments=arguments):
                routine = program.routines.get(address)
                if routine is None or routine.value is not None:
                    self.fault(f"{address} is nothing that can be carried out")
                self.given(address, arguments, [kind for _, kind in routine.parameters], known)
            case val.Hooked(arguments=arguments):
                for argument in arguments:
                    self.value(argument, known)
            case _:
                assert_never(node)

    # --- lists and dice

    def listing(self, node: AnyListing, known: Known) -> None:
        """Go through a value that is made of several others."""
        match node:
            case val.Things(kind=kind):
                if kind not in self.program.layout.arrays:
                    self.fault(f"there is no kind {kind}")
            case val.Items(items=items):
                item = node.type.item if isinstance(node.type, types.ListType) else types.UNKNOWN
                for one in items:
                    self.fitting(one, item, known, "an item of the list")
            case val.Range(low=low, high=high):
                item = node.type.item if isinstance(node.type, types.ListType) else types.UNKNOWN
                self.fitting(low, item, known, "the lowest")
                self.fitting(high, item, known, "the highest")
            case val.Gathering():
                self.gathering(node, known)
            case val.Ordered(variable=variable, source=source, condition=condition, key=key):
                inside = {**known, variable: self.listed(source, known, "the source")}
                if condition is not None:
                    self.condition(condition, inside)
                self.number(key, inside, "the key")
            case val.Prepared(name=name, variable=variable, condition=condition):
                self.local(name, known)
                self.condition(condition, {**known, variable: types.UNKNOWN})
            case val.PreparedItems(name=name):
                self.local(name, known)
            case val.Function(arguments=arguments):
                for argument in arguments:
                    self.value(argument, known)
            case val.Lots() | val.Dice() | val.PoolReads():
                self.by_chance(node, known)
            case _:
                assert_never(node)

    def by_chance(self, node: val.Dice | val.PoolReads | val.Lots, known: Known) -> None:
        """Go through what is thrown or drawn."""
        if isinstance(node, val.PoolReads):
            self.by_chance(node.dice, known)
            kinds = {name: self.value(one, known) for name, one in zip(node.names, node.given, strict=True)}
            for one in node.items:
                self.value(one, {**known, **kinds, node.pool: node.dice.type})
            return
        for step in node.steps if isinstance(node, val.Dice) else ():
            self.value(step.value, {**known, step.die.name: step.die.type})
        dice = () if isinstance(node, val.Lots) else (node.count, node.sides, node.plus, node.kept)
        for one in node.more if isinstance(node, val.Dice) else ():
            self.by_chance(one, known)
        for part in node.counts if isinstance(node, val.Lots) else (one for one in dice if one is not None):
            self.fitting(part, WHOLE, known, "how many there are")

    def gathering(self, node: val.Gathering, known: Known) -> None:
        """Go through a gathering from a list."""
        item = self.listed(node.source, known, "the source")
        inside = {**known, node.variable: item}
        if node.condition is not None:
            self.condition(node.condition, inside)
        if node.key is not None:
            self.number(node.key, inside, "the key")
        kind = self.value(node.value, inside) if node.value is not None else item
        match node.how:
            case "any" | "every":
                if node.value is not None:
                    self.alike(kind, BOOLEAN, f"`{node.how}`")
            case "sum" | "least" | "greatest" | "first":
                self.alike(kind, node.type, f"`{node.how}`")
            case "all" if isinstance(node.type, types.ListType):
                self.alike(kind, node.type.item, "an item of the list")
            case "joined":
                self.alike(kind, node.type, "a list that is joined")


def is_alike(have: Type, want: Type) -> bool:
    """Tell whether one type is stored as another is: ranges, units and `or none` left aside."""
    if have is want:
        return True
    if types.OptionalNumber in (type(have), type(want)):
        number = next(types.without_none(one) for one in (have, want) if isinstance(one, types.OptionalNumber))
        return all(isinstance(one, types.Absent) or is_alike(types.without_none(one), number) for one in (have, want))
    match have, want:
        case (types.Unknown(), _) | (_, types.Unknown()):
            return True
        case Number(), Number():
            return have.step == want.step
        case types.ListType(), types.ListType():
            return is_alike(have.item, want.item)
        case (types.Absent(), types.EnumType() | types.Thing() | types.Place() | types.Absent()):
            return True
        case (types.EnumType() | types.Thing() | types.Place(), types.Absent()):
            return True
        case (types.EnumType(one), types.EnumType(other)) | (types.Thing(one), types.Thing(other)):
            return one == other
    return type(have) is type(want)
