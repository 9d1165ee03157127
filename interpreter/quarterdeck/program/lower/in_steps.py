"""Values in the steps of the place that holds them: lists item by item, numbers that may be none, and what equals them.

In: values that are lowered already. Out: others.
"""

from __future__ import annotations

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Number
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import Value
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.numbers import Quantity, operate


def in_steps(body: LoweringContext, found: Value, kind: types.ListType) -> Value:
    """Give a list as one of its type holds it: numbers in the steps that are wanted, and no none where none is held."""
    have = found.type.item if isinstance(found.type, types.ListType) else None
    if have is not None and types.may_be_none(have) and not types.may_be_none(kind.item):
        name = body.fresh("item")
        there = operate("there", val.Local(have, name), kind=types.without_none(have))
        return val.Gathering(types.ListType(there.type, kind.capacity), "all", name, found, None, there, None, False)
    if not (isinstance(have, Number) and isinstance(kind.item, Number)) or have.step == kind.item.step:
        return found
    name = body.fresh("number")
    one = val.Local(have, name)
    if kind.item.step % have.step == 0:
        made = numbers.rescaled(one, kind.item.step)
        return val.Gathering(types.ListType(made.type, kind.capacity), "all", name, found, None, made, None, False)
    # those that do not lie in the steps that are wanted are none of them
    made = numbers.rounded(one, "down", kind.item.step)
    lies_there = numbers.compared("=", made, one)
    return val.Gathering(types.ListType(made.type, kind.capacity), "all", name, found, lies_there, made, None, False)


def in_optional_steps(held: Value, kind: types.OptionalNumber) -> Value:
    """Give a number that may be none, or none itself, as a place of its type holds it."""
    none = val.Constant(kind, types.NO_NUMBER)
    if not isinstance(held.type, types.OptionalNumber):
        return none
    if held.type.number.step == kind.number.step:
        return held
    number = numbers.stored(operate("there", held, kind=held.type.number), kind.number)
    return val.Cases(kind, ((operate("=", held, val.Constant(held.type, types.NO_NUMBER)), none),), number)


def equal(one: Value, other: Quantity) -> Value:
    """Tell whether an item of a list is something else."""
    if isinstance(one.type, Number):
        return numbers.compared("=", one, other)
    assert isinstance(other, Value)
    return operate("=", one, other)
