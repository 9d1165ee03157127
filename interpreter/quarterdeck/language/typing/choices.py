"""Check what a side decides: what it chooses from, and what else it may answer.

For every check that wants to know whether a rule asks, a table over all statements gives the side that decides
something there; nothing where nobody does. What is rolled or drawn is chance, also where one side alone sees it: to
look at the top of a deck asks nobody. What a statement calls is not followed, nor are the statements in its blocks.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import (
    UNKNOWN,
    Boolean,
    EnumType,
    ListType,
    Number,
    Place,
    Thing,
    Type,
    Unknown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyStatement
from quarterdeck.language.typing.assignable import fitting, have_one_unit, in_steps, listing, whole, within_64
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.meanings import Choice
from quarterdeck.language.typing.phrases import check_phrase
from quarterdeck.language.typing.resolving import bind

MOST_CHOSEN = 32
SINGLE = Number | Boolean | EnumType | Thing | Place | types.Absent | Unknown
"""What a side may answer: journals, bots and odds know these by a word or a number."""
DECLINING = nodes.OrNone | nodes.OrStop | nodes.UpTo


def check_choice(at: TypingContext, statement: nodes.Choose) -> None:
    """Check a choice, and make what is chosen known by its name."""
    name = statement.name
    fitting(at, statement.chooser, Thing("Side"), "who chooses")
    item = single(at, type_of_options(at, statement.source), statement.source)
    at.checked.types[statement] = item
    inner = at.inner()
    bind(inner, name.text, item, name.span)
    if statement.condition is not None:
        inner.condition(statement.condition)
        inner.assume(statement.condition)
    check_phrase(inner, statement.phrase)
    for requirement in statement.requirements:
        where = at if requirement.for_stop else inner
        where.condition(requirement.condition)
        check_phrase(where, requirement.reason)
    remember(at, name.text, item, statement.options)
    for option in statement.options:
        item = type_with(at, option, item, statement.options)
    bind(at, name.text, item, name.span)
    if statement.condition is not None and all(isinstance(option, nodes.InSecret) for option in statement.options):
        at.assume(statement.condition)


def single(at: TypingContext, item: Type, source: nodes.Node) -> Type:
    """Give the type of what a side chooses from; report what cannot be answered, since it is no single value."""
    if isinstance(item, SINGLE):
        return item
    hint = "choose a property that differs, such as a member of an enum; or several things of one list, with `up to`"
    at.report("QD336", f"a side chooses single values, and the options here are {item}", source.span, hint)
    return UNKNOWN


def type_of_options(at: TypingContext, source: nodes.Node) -> Type:
    """Give the type of one of what may be chosen."""
    if isinstance(source, nodes.Numbers):
        return type_of_numbers(at, source)
    assert isinstance(source, nodes.Expression)
    listed = listing(at, source, "a choice needs a list, and this is {}")
    return listed.item if listed else UNKNOWN


def type_of_numbers(at: TypingContext, source: nodes.Numbers) -> Type:
    """Give the type of the numbers between two others, in the finest steps that are said of them."""
    low, high = (in_steps(at, node) for node in (source.low, source.high))
    if low is None or high is None or not have_one_unit(at, (low, high), source.low.span.to(source.high.span)):
        return UNKNOWN
    step = lcm(low.step, high.step)
    if source.step is not None:
        apart = Fraction(source.step.text)
        if not apart:
            at.report("QD303", "steps of 0 are not allowed", source.step.span, "give their width")
        else:
            step = lcm(step, types.finest(apart))
    return within_64(at, source, Number(low.low, max(low.low, high.high), step, unit=low.unit or high.unit))


def type_with(at: TypingContext, option: nodes.Node, item: Type, options: tuple[nodes.Node, ...]) -> Type:
    """Check one of the things that a choice says beyond its list; give the type of the answer with it."""
    if isinstance(option, nodes.OrStop) and not at.in_loop:
        message = "`or stop` leaves a loop, and there is none here"
        at.report("QD331", message, option.span, instead_of_stopping(item, options))
        return item
    below_zero = isinstance(option, DECLINING) and isinstance(item, Number) and item.low < 0
    if below_zero or (isinstance(option, nodes.OrNone) and isinstance(item, Number | Boolean)):
        what = "numbers below zero" if below_zero else "numbers" if isinstance(item, Number) else "truth values"
        message = f"{what} are offered here, so the choice cannot be declined"
        at.report("QD379", message, option.span, instead_of_declining(item))
    match option:
        case nodes.Default(value=value):
            fitting(at, value, types.with_none(item), "the default")
        case nodes.UpTo(count=count):
            whole(at, count, "how many may be chosen")
            return ListType(item, MOST_CHOSEN)
        case nodes.OrNone():
            return types.with_none(item)
    return item


def instead_of_declining(item: Type) -> str:
    """Say what to write where one of a type is never none, and still nothing may be wanted."""
    return "first ask whether to choose" + (", or let zero mean no choice" if isinstance(item, Number) else "")


def instead_of_stopping(item: Type, options: tuple[nodes.Node, ...]) -> str:
    """Say what to write where `or stop` leaves no loop, so that a side may still choose nothing."""
    if any(isinstance(option, nodes.UpTo) for option in options):
        return "remove it: `up to` already allows no choice"
    if isinstance(item, Number | Boolean):
        return f"omit it, and {instead_of_declining(item)}"
    has_none = any(isinstance(option, nodes.OrNone) for option in options)
    return "remove it: `or none` already allows no choice" if has_none else "write `or none`"


def remember(at: TypingContext, name: str, item: Type, options: tuple[nodes.Node, ...] = ()) -> None:
    """Keep a choice and what is known where it is made: advice may speak of it."""
    names = {known: kind for known, (kind, _) in at.names.items()} | {name: item}
    may_decline = any(isinstance(option, DECLINING) for option in options)
    has_default = any(isinstance(option, nodes.Default) for option in options)
    at.checked.choices[f"{at.rule}.{name}"] = Choice(name, names, may_decline, has_default)


def asked_by(given: nodes.Statement) -> nodes.Expression | None:
    """Give the side that a statement asks."""
    statement = cast("AnyStatement", given)
    match statement:
        case nodes.Choose(chooser=side):
            return side
        case nodes.ForEach(options=options):
            return next((option.side for option in options if isinstance(option, nodes.ChosenBy)), None)
        case (
            nodes.Guarded() | nodes.GuardedUnless() | nodes.Let() | nodes.LetResult() | nodes.Tally() | nodes.Set()
            | nodes.Add() | nodes.Take() | nodes.Append() | nodes.Create() | nodes.Remove() | nodes.Do() | nodes.Apply()
            | nodes.Start() | nodes.Reveal() | nodes.Announce() | nodes.OrderSides() | nodes.Win() | nodes.DrawnGame()
            | nodes.Stop() | nodes.Finish() | nodes.Roll() | nodes.Check() | nodes.RollOff() | nodes.Require()
            | nodes.When() | nodes.ForNumbers() | nodes.Repeat() | nodes.Step() | nodes.Close() | nodes.DrawLot()
            | nodes.Peek() | nodes.Shuffle()
        ):  # fmt: skip
            return None
        case _:
            assert_never(statement)
