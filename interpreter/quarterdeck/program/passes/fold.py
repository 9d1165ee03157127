"""Decide beforehand what can be decided: operations on constants, cases that a setting settles.

In: any node of a program. Out: the same node with nothing left to work out that is known already.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

from quarterdeck.language.declarations.types import Number
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import Constant
from quarterdeck.program.form.walking import rewritten
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
