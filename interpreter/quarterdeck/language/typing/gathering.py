"""Types of what is gathered from lists: `any`, `every`, `count`, `sum`, `least`, `greatest`, `first` and `all`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import (
    BOOLEAN,
    UNKNOWN,
    EnumType,
    ListType,
    Number,
    Numeric,
    Thing,
    Type,
    Unknown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.assignable import as_item, as_number, listing, number, within_64
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.meanings import GatherCall
from quarterdeck.language.typing.resolving import bind

ORDERED = ("first", "all")
"""Those that may say in which order they go through a list: to the others it makes no difference."""
MOST_UNSAID = 1000  # what a list of unknown length may hold


@dataclass(frozen=True)
class Binding:
    """`value for variable in source where condition`, or the same without a value or a condition."""

    variable: nodes.Word
    source: nodes.Expression
    condition: nodes.Expression | None = None
    value: nodes.Expression | None = None


def is_binding(node: nodes.Node) -> bool:
    """Tell whether an argument is `x in list`."""
    return isinstance(node, nodes.Compare) and node.sign.text == "in" and isinstance(node.left, nodes.Name)


def binding_of(node: nodes.Node) -> Binding | None:
    """Read the argument of a gathering."""
    if isinstance(node, nodes.Gathered):
        return Binding(node.variable, node.source, node.condition, node.value)
    picked = node if isinstance(node, nodes.Picked) else None
    inner = picked.binding if picked else node
    if isinstance(inner, nodes.Compare) and is_binding(inner) and isinstance(inner.left, nodes.Name):
        return Binding(inner.left.word, inner.right, picked.condition if picked else None)
    return None


def type_of_gathering(at: TypingContext, how: str, node: nodes.Call) -> Type:
    """Give the type of a gathering."""
    ranking = next((a for a in node.arguments if isinstance(a, nodes.HighestFirst | nodes.LowestFirst)), None)
    body = [argument for argument in node.arguments if argument is not ranking]
    binding = binding_of(body[0]) if len(body) == 1 else None
    if binding is None:
        hint = f"{how}(x in things where ...) or {how}(value for x in things)"
        at.report("QD364", f"`{how}` gathers over a list", node.span, hint)
        return UNKNOWN
    listed = listing(at, binding.source)
    inner = at.inner()
    bind(inner, binding.variable.text, listed.item if listed else UNKNOWN, binding.variable.span)
    if binding.condition is not None:
        inner.condition(binding.condition)
    if ranking is not None:
        number(inner, ranking.key)
        if how not in ORDERED:
            hint = "leave the order out; `first` and `all` have one"
            at.report("QD364", f"`{how}` comes to the same in any order", ranking.span, hint)
    at.keep(node, GatherCall(how, binding.variable.text, binding.source, binding.condition, binding.value, ranking))
    return gathered(inner, how, node, binding, listed)


def gathered(at: TypingContext, how: str, node: nodes.Call, binding: Binding, listed: ListType | None) -> Type:
    """Give what a gathering comes to, in the context of its variable; of nothing, numbers come to 0."""
    value, most = binding.value, most_in(at, listed)
    if how in ("any", "every"):
        if value is not None:
            at.condition(value)
        return BOOLEAN
    if how == "count":
        if value is not None:
            at.type(value)
            hint = f"count({binding.variable.text} in ... where ...)"
            at.report("QD383", "`count` counts what meets a condition, not values", node.span, hint)
        return Number(0, max(1, most))
    if value is None:
        item = listed.item if listed else UNKNOWN
        if how == "first":
            return types.with_none(item)
        if how == "all":
            return ListType(item, most)
        hint = f"{how}(value for {binding.variable.text} in ...)"
        at.report("QD364", f"`{how}` needs a value", node.span, hint)
        return UNKNOWN
    each = at.type(value)
    if how == "all":
        each = as_item(at, value, each)
        if isinstance(each, ListType):  # the lists become one
            return ListType(each.item, most * each.capacity)
        return ListType(each, most)
    if how == "first" and not isinstance(each, Numeric | Unknown):
        return types.with_none(each)
    found = as_number(at, value, each)
    if found is None:
        return UNKNOWN
    times = most if how == "sum" else 1
    return within_64(at, node, replace(found, low=min(0, found.low * times), high=max(0, found.high * times)))


def most_in(at: TypingContext, listed: ListType | None) -> int:
    """Give how many a list holds at the most; where nothing is said, as many things or members as there are."""
    match listed:
        case None:
            return 1
        case ListType(capacity=capacity) if capacity:
            return capacity
        case ListType(item=Thing(kind=kind)) if (known := at.declared.capacity_of(kind)) is not None:
            return known
        case ListType(item=EnumType(enum=enum)) if enum in at.declared.enums:
            return len(at.declared.enums[enum].members)
    return MOST_UNSAID
