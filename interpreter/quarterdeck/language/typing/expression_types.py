"""The type of any expression: each sort of node leads to the module that knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import assert_never, cast

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.types import (
    UNKNOWN,
    Absent,
    Deck,
    ListType,
    Number,
    RollType,
    Thing,
    Type,
    Unknown,
    finest,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyExpression
from quarterdeck.language.typing.context import TypingContext, language_of
from quarterdeck.language.typing.decks import type_of_copies
from quarterdeck.language.typing.invoking import type_of_call, type_of_look_up
from quarterdeck.language.typing.meanings import Checked, Local, RollPart
from quarterdeck.language.typing.operators import type_of_list, type_of_one, type_of_truth, type_of_two
from quarterdeck.language.typing.ranges import thrown
from quarterdeck.language.typing.resolving import field_of, part_of_roll, resolve, roll_named
from quarterdeck.language.typing.throws import type_of_throw, within_bounds


def context_of(
    checked: Checked, findings: Findings, module: str = "", rule: str = "", sort: str = "procedure"
) -> TypingContext:
    """Give the context of a place where nothing is known by name yet."""
    return TypingContext(checked, findings, language_of(checked.declared), infer, module, rule, sort)


def type_expression(
    checked: Checked,
    findings: Findings,
    node: nodes.Expression,
    names: Mapping[str, Type],
    module: str = "",
    rule: str = "",
) -> Type:
    """Give the type of one expression that stands in no rule, where some names are known; keep what it means."""
    at = context_of(checked, findings, module, rule, "effect")
    for name, kind in names.items():
        at.names[name] = (kind, RollPart(name, "total") if isinstance(kind, RollType) else Local(name))
    return at.type(node)


def infer(at: TypingContext, node: nodes.Expression, wanted: Type | None) -> Type:
    """Find the type of an expression; what is wanted tells members of several enums apart.

    What is worked out of written numbers lies on the steps of its value, however fine its parts are.
    """
    found = of_sort(at, node, wanted)
    if isinstance(found, Number) and found.low == found.high and nodes.is_written(node):
        return replace(found, step=finest(Fraction(found.low)))
    return found


def of_sort(at: TypingContext, node: nodes.Expression, wanted: Type | None) -> Type:
    """Find the type of an expression by the sort of its node."""
    known = cast("AnyExpression", node)
    match known:
        case nodes.Name(word=word):
            return type_of_name(at, known, word, wanted)
        case nodes.FieldAccess():
            return type_of_field_access(at, known)
        case nodes.Call():
            return type_of_call(at, known)
        case nodes.Lookup():
            return type_of_look_up(at, known)
        case (
            nodes.PercentOf()
            | nodes.Power()
            | nodes.Rounding()
            | nodes.InUnit()
            | nodes.Negative()
            | nodes.NumberLiteral()
        ):
            return type_of_one(at, known)
        case nodes.Or() | nodes.And() | nodes.Negation() | nodes.Compare() | nodes.Yes() | nodes.No():
            return type_of_truth(at, known)
        case nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide():
            return type_of_two(at, known)
        case nodes.Grouped(inner=inner):
            return at.type(inner, wanted)
        case nodes.Nothing():
            return Absent()
        case nodes.Dice(word=word):
            return within_bounds(at, thrown(word), word.span)
        case nodes.ListLiteral():
            return type_of_list(at, known, wanted)
        case nodes.HighestOf() | nodes.LowestOf() | nodes.TimesDice():
            return type_of_throw(at, known)
        case _:
            assert_never(known)


def type_of_name(at: TypingContext, node: nodes.Name, word: nodes.Word, wanted: Type | None) -> Type:
    """Give the type of what a word stands for; a roll stands for its total."""
    found = resolve(at, word, wanted)
    if found is None:
        return UNKNOWN
    kind, meaning = found
    at.keep(node, meaning)
    return kind.total if isinstance(kind, RollType) else kind


def type_of_field_access(at: TypingContext, node: nodes.FieldAccess) -> Type:
    """Give the type of a part of a roll, or of a field of a thing."""
    name = node.field.text
    if roll := roll_named(at, node.owner):
        return part_of_roll(at, node, roll[0], roll[1].roll)
    owner = at.owner(node.owner)
    if isinstance(owner, Thing):
        return field_of(at, node, owner)
    if isinstance(owner, Deck):
        return type_of_copies(at, node, owner)
    if isinstance(owner, ListType) and isinstance(owner.item, Thing):
        hint = "go through it with `for each`, or gather with any, every, sum, count"
        at.report("QD360", f"a list has no `{name}`", node.field.span, hint)
    elif not isinstance(owner, Unknown):
        at.report("QD360", f"{owner} has no `{name}`", node.field.span)
    return UNKNOWN
