"""Check that what options, constants and fields begin with is written out.

In: a typed expression. Out: findings. What something begins with is known before a game begins: a number, also one that
is worked out of numbers, a member, yes, no, none or a list of these; an option may ask for constants of the scenario,
and a field for options too, since these are settled before. Of anything else nobody knows what it would be.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType

from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import ListType, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.assignable import fitting
from quarterdeck.language.typing.context import TypingContext

_WORKED_OUT = (
    nodes.And,
    nodes.Or,
    nodes.Negation,
    nodes.Compare,
    nodes.Plus,
    nodes.Minus,
    nodes.Multiply,
    nodes.Divide,
    nodes.PercentOf,
    nodes.Rounding,
    nodes.InUnit,
    nodes.Negative,
    nodes.Grouped,
)
_WRITTEN = (nodes.NumberLiteral, nodes.Yes, nodes.No, nodes.Nothing)
_OF_NUMBERS = ("least", "greatest")


Settled = type[meanings.ConstantValue | meanings.OptionValue]


def begins_with(
    at: TypingContext, node: nodes.Expression, wanted: Type, what: str, settled: tuple[Settled, ...] = ()
) -> None:
    """Check what something begins with: whether it fits, and whether it asks for nothing but what is `settled`."""
    fitting(at, node, wanted, what)
    for part in nodes.items_of(node) if isinstance(wanted, ListType) else (node,):
        for unknown in _unsettled(at, part, settled):
            hint = "write the value itself here, or set it in a scenario or a rule"
            at.report("QD389", f"{what} begins with a value that is written out, and this is not", unknown.span, hint)


def is_one_value(at: TypingContext, kind: Type, what: str, span: Span) -> bool:
    """Check that what is settled before the situation is set up is no list, thing or place, of which there are none."""
    if not isinstance(types.without_none(kind), ListType | types.Thing | types.Place):
        return True
    hint = "make it a field of `Game` in components.yaml, which a scenario sets as `game: {...}`"
    at.report("QD390", f"{what} is a number, a truth or a member, and not {kind}", span, hint)
    return False


def _unsettled(at: TypingContext, node: nodes.Expression, settled: tuple[Settled, ...]) -> Iterator[nodes.Expression]:
    """Give the parts of an expression that only a rule or a game could tell; what was found to mean nothing is none."""
    meaning = at.meaning(node)
    is_of_numbers = isinstance(meaning, meanings.FunctionCall) and meaning.name in _OF_NUMBERS
    below = node.arguments if isinstance(node, nodes.Call) else tuple(node.parts())
    if isinstance(node, nodes.Name | nodes.FieldAccess):
        if not isinstance(meaning, (meanings.EnumValue, NoneType, *settled)):
            yield node
    elif isinstance(node, _WORKED_OUT) or is_of_numbers:
        for part in below:
            if isinstance(part, nodes.Expression):
                yield from _unsettled(at, part, settled)
            elif isinstance(part, tuple):
                yield from (found for one in part for found in _unsettled(at, one, settled))
    elif not isinstance(node, _WRITTEN):
        yield node
