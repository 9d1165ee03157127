"""Check what brings chance: rolls and checks with their modifiers, and the roll of each side."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import (
    AnyNumeric,
    DiceType,
    ListType,
    Number,
    Ratio,
    RollType,
    Thing,
    Type,
    Unknown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyModifierChange, AnyTotalChange
from quarterdeck.language.typing import ranges
from quarterdeck.language.typing.assignable import fitting, have_one_unit, number, whole, within_64
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.expression_types import dice
from quarterdeck.language.typing.meanings import FieldOf, RollPart
from quarterdeck.language.typing.phrases import check_phrase
from quarterdeck.language.typing.pools import pool_modified
from quarterdeck.language.typing.resolving import bind

Rolling = nodes.Roll | nodes.Check


def check_roll(at: TypingContext, statement: Rolling) -> None:
    """Check a roll, and make its outcome known by its name."""
    if isinstance(statement.dice, nodes.DicePool):
        check_pool(at, statement, statement.dice)
        return
    name, thrown = statement.name.text, dice(at, statement.dice)
    total = shifted_total(at, statement, thrown)
    if statement.secret:
        fitting(at, statement.secret.side, Thing("Side"), "who sees the roll")
    check_phrase(at, statement.phrase)
    natural = Number(*thrown.natural)
    inner = at.inner()
    bind(inner, "natural", natural, statement.name.span, RollPart(name, "natural"))
    for modifier in statement.modifiers:
        total = total_behind(inner, modifier, total)
    successes = None
    if isinstance(statement, nodes.Check):
        bind(inner, "total", total, statement.name.span, RollPart(name, "total"))
        inner.condition(statement.success.condition)
        successes = Number(0, most_successes(at, statement, thrown))
    outcome = RollType(total, natural, successes)
    at.checked.types[statement] = outcome
    bind(at, name, outcome, statement.name.span, RollPart(name, "total"))


def check_pool(at: TypingContext, statement: Rolling, pool: nodes.DicePool) -> None:
    """Check a roll of a pool, whose name stands for a list: it has no total that anything could change."""
    found = at.type(pool)
    if statement.secret:
        fitting(at, statement.secret.side, Thing("Side"), "who sees the roll")
    check_phrase(at, statement.phrase)
    hint = "look at its dice after the roll: `let hits = count(die in NAME where die >= 5)`"
    if isinstance(statement, nodes.Check):
        at.report("QD338", "a check needs a total, and a pool has none", pool.span, hint)
    if statement.shift is not None:
        at.report("QD338", "nothing can be added to a pool", statement.shift.span, hint)
    if isinstance(found, ListType):
        found = pool_modified(at, statement, found)
    at.checked.types[statement] = found
    bind(at, statement.name.text, found, statement.name.span)


def shifted_total(at: TypingContext, statement: Rolling, thrown: DiceType) -> AnyNumeric:
    """Give the type of a total before its modifiers, which is as fine as what is added to the dice."""
    plain = Number(thrown.low, thrown.high)
    match statement.shift:
        case nodes.ShiftedUp(amount=amount) | nodes.ShiftedDown(amount=amount):
            sign = 1 if isinstance(statement.shift, nodes.ShiftedUp) else -1
            return ranges.summed(plain, plain_number(at, amount), sign)
    return plain


def plain_number(at: TypingContext, node: nodes.Expression, otherwise: AnyNumeric | None = None) -> AnyNumeric:
    """Give the type of a number without its unit, as dice have none."""
    return replace(number(at, node) or otherwise or Number(0, 0), unit=None)


def check_modified(at: TypingContext, wanted: Type | None, node: nodes.ModifiedValue) -> None:
    """Check the modifiers of a definition, and that the number that they leave fits its type."""
    values, _ = nodes.asked_in(node)
    kinds = [kind for kind in map(at.checked.types.get, values) if isinstance(kind, Number | Ratio)]
    total = reduce(ranges.either, kinds) if kinds else Number(0, 0)
    found = len(at.findings)
    agree = have_one_unit(at, (wanted, *kinds), node.base.span, "mixed")
    for modifier in node.modifiers:
        total = total_behind(at, modifier, total)
        for amount in nodes.amounts_of(modifier.change) if agree else ():
            have_one_unit(at, (wanted, *kinds, at.checked.types.get(amount)), amount.span, "mixed")
    at.checked.types[node] = total
    last = node.modifiers[-1]
    if not isinstance(wanted, Number | Ratio):
        if not isinstance(wanted, Unknown | None):
            message = f"modifiers change a number, and the definition is {wanted}"
            at.report("QD373", message, node.modifiers[0].span, "give it a type of numbers, or write cases")
    elif len(kinds) == len(values) and len(at.findings) == found:
        if not types.lies_on(total, wanted):
            message = f"with its modifiers this {types.possible(total)}, and the definition is {wanted}"
            at.report("QD371", message, last.span, "round each part, or give the definition finer steps")
        elif types.outside(total, wanted):
            message = f"with its modifiers this {types.possible(total)}, and the definition is {wanted}"
            hint = f"widen the range, or end with a limit: `modifier most: at most {types.shown(wanted.high)}`"
            if total.low < wanted.low:
                hint = f"widen the range, or end with a limit: `modifier least: at least {types.shown(wanted.low)}`"
            at.report("QD340", message, last.span, hint)


def total_behind(at: TypingContext, modifier: nodes.Modifier, total: AnyNumeric) -> AnyNumeric:
    """Check a modifier, and give the type of the total behind it."""
    here = at.inner()
    if modifier.condition is not None:
        at.condition(modifier.condition)
        here.assume(modifier.condition)
    check_phrase(at, modifier.phrase)
    at.checked.types[modifier] = total
    change = cast("AnyModifierChange", modifier.change)
    if isinstance(change, nodes.ThrownAgain | nodes.ThrownOn | nodes.AddsDie | nodes.CountsAs | nodes.KeptDice):
        hint = "write `a pool of` before the dice, and add them up after the roll: `sum(die for die in NAME)`"
        at.report("QD339", "this looks at single dice, and here is a total", change.span, hint)
        return total
    changed = total_changed(here, change, total)
    return within_64(at, modifier, changed if modifier.condition is None else ranges.either(total, changed))


def total_changed(at: TypingContext, change: AnyTotalChange, total: AnyNumeric) -> AnyNumeric:
    """Give the type of a total to which a change has been made."""
    match change:
        case nodes.Raised(amount=amount):
            return ranges.summed(total, plain_number(at, amount), 1)
        case nodes.Lowered(amount=amount):
            return ranges.summed(total, plain_number(at, amount), -1)
        case nodes.Halved(how=how):
            return ranges.halved(total, how.text.split()[-1])
        case nodes.Doubled():
            return ranges.doubled(total)
        case nodes.NotBelow(bound=bound):
            return ranges.bounded(total, plain_number(at, bound, total), at_least=True)
        case nodes.NotAbove(bound=bound):
            return ranges.bounded(total, plain_number(at, bound, total), at_least=False)
        case _:
            assert_never(change)


def most_successes(at: TypingContext, statement: nodes.Check, thrown: DiceType) -> int:
    """Check what natural results bring; give how many successes there may be."""
    most = 1
    for natural in statement.naturals:
        if natural.again:
            cap = whole(at, natural.again.cap, "how often one tries")
            most = max(most, int(cap.high) if cap else 1)
        face = Fraction(natural.face.text)
        if face.denominator != 1 or not thrown.natural[0] <= face <= thrown.natural[1]:
            at.report("QD347", f"these dice never show {natural.face.text}", natural.face.span)
    return most


def check_roll_off(at: TypingContext, name: nodes.Word, thrown_by_each: nodes.Expression) -> None:
    """Check that each side has a field to keep its roll in."""
    thrown = dice(at, thrown_by_each)
    known = at.declared.field_named("Side", name.text)
    if known is None:
        at.report(
            "QD348",
            f"a side has no field `{name.text}` to keep the roll in",
            name.span,
            f"declare it: kinds: {{Side: {{fields: {{{name.text}: 0..{thrown.high}}}}}}}",
        )
        return
    at.keep(name, FieldOf(known))
    if not isinstance(known.type, Number):
        words = f"`{name.text}` of a side is {known.type}, and what is rolled is a number"
        at.report("QD348", words, name.span, f"declare a field for it: {name.text}: 0..{thrown.high}")
        return
    if types.outside(Number(thrown.low, thrown.high), known.type):
        at.report("QD340", f"the roll may leave the range {known.type}", thrown_by_each.span)
