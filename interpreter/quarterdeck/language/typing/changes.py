"""Check what changes the state: what is set, added, taken or appended, things that come and go, timers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Kind
from quarterdeck.language.declarations.types import AnyNumeric, ListType, Number, Thing, Type, Unknown
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import ranges
from quarterdeck.language.typing.assignable import check_permission, fitting, lies_on_steps, number, whole
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.decks import check_moved, is_deck
from quarterdeck.language.typing.known_ranges import key_of_parts, of_difference
from quarterdeck.language.typing.meanings import NEVER_DUE, Checked, FieldOf, Local, Meaning, Pool, TimerStart
from quarterdeck.language.typing.phrases import check_phrase
from quarterdeck.language.typing.resolving import TURN, kind_named

Changing = nodes.Set | nodes.Add | nodes.Take | nodes.Append
Altering = Changing | nodes.Create | nodes.Remove
ALWAYS_THERE = {"Game": "the game is there", "Side": "all sides are there"}
"""The kinds of which nothing comes and nothing goes."""


def check_alteration(at: TypingContext, statement: Altering) -> None:
    """Check a statement that changes the state by itself."""
    match statement:
        case nodes.Create():
            check_creation(at, statement)
        case nodes.Remove(thing=thing, reason=reason):
            check_removed(at, thing)
            check_phrase(at, reason)
        case nodes.Set(target=target, value=value):
            wanted, _ = changed(at, target)
            fitting(at, value, wanted, "the field")
        case nodes.Append(target=target, value=value):
            check_appended(at, target, value)
        case nodes.Add(target=target, amount=card) | nodes.Take(target=target, amount=card) if is_deck(at, target):
            check_moved(at, statement, target, card)
        case nodes.Add() | nodes.Take():
            check_sum(at, statement)
        case _:
            assert_never(statement)


def changed(at: TypingContext, target: nodes.Expression) -> tuple[Type, Meaning | None]:
    """Give the type and meaning of what is changed; report what cannot be."""
    at.type(target)
    wanted, meaning = at.checked.types[target], at.meaning(target)
    if isinstance(meaning, FieldOf):
        check_permission(at, meaning.field, target.span)
    elif not (isinstance(meaning, Local) and meaning.tally) and not isinstance(wanted, Unknown):
        hint = "only fields and tallies change; `tally name: 0..9 = ...` names one"
        at.report("QD332", "this cannot be changed", target.span, hint)
    return wanted, meaning


def check_appended(at: TypingContext, target: nodes.Expression, value: nodes.Expression) -> None:
    """Check what is put behind the last of a list."""
    wanted, meaning = changed(at, target)
    if isinstance(meaning, Local):
        hint = "set it to a new list: `all(x in things where ...)`"
        at.report("QD333", "a list that is a tally cannot be appended to", target.span, hint)
    elif isinstance(wanted, ListType):
        fitting(at, value, wanted.item, "an item of the list")
    elif not isinstance(wanted, Unknown):
        at.report("QD333", "only a list can be appended to", target.span)


def stepping(at: TypingContext, statement: nodes.Add | nodes.Take, wanted: Type) -> str:
    """Give how a member of a ladder or circle is stepped; nothing for any other type."""
    kind = types.without_none(wanted)
    if not isinstance(kind, types.EnumType) or at.declared.enums[kind.enum].sort == "plain":
        return ""
    target, sign = statement.target.span.text, "+" if isinstance(statement, nodes.Add) else "-"
    return f"write `set {target} to {target} {sign} {statement.amount.span.text}`"


def check_sum(at: TypingContext, statement: nodes.Add | nodes.Take) -> None:
    """Check that what is added or taken lies in the steps of its target, and leaves the range at neither end."""
    wanted, _ = changed(at, statement.target)
    amount, limit = number(at, statement.amount), statement.limit
    if not isinstance(wanted, Number):
        if not isinstance(wanted, Unknown):
            at.report(
                "QD334", "only numbers can be added to", statement.target.span, hint=stepping(at, statement, wanted)
            )
        return
    if amount is None:
        return
    if not types.fits(amount, wanted):
        at.report("QD335", f"{amount.unit} cannot be added to {wanted.unit}", statement.amount.span)
    lies_on_steps(at, statement.amount, amount, wanted)
    if isinstance(limit, nodes.NoMoreThan | nodes.NoLessThan):
        fitting(at, limit.bound, wanted, "the field")
    check_reach(at, statement, amount, wanted)


def check_reach(at: TypingContext, statement: nodes.Add | nodes.Take, amount: AnyNumeric, wanted: Number) -> None:
    """Report a change that may leave the range at an end at which no limit, which lies in the range, holds it."""
    reach = reached_by(at, statement, amount, wanted)
    over = reach.high > wanted.high and not isinstance(statement.limit, nodes.NoMoreThan)
    under = reach.low < wanted.low and not isinstance(statement.limit, nodes.NoLessThan)
    if not over and not under:
        return
    reached = reach.high if over else reach.low
    words = f"to no more than {types.shown(wanted.high)}" if over else f"to no less than {types.shown(wanted.low)}"
    hint = f"add a limit, for example `, {words}`"
    if (over and under) or statement.limit is not None:
        hint = "keep the amount at zero or above, or at zero or below, and add a limit"
    message = f"this may leave the range {wanted} (it could reach {types.shown(reached)})"
    at.report("QD340", message, statement.span, hint)


def reached_by(at: TypingContext, statement: nodes.Add | nodes.Take, amount: AnyNumeric, wanted: Number) -> AnyNumeric:
    """Give what a field or tally may come to without a limit.

    What conditions say of it before counts where it is surely still so when it changes: of a tally, and of a field in
    an effect, which changes what it reads.
    """
    sign, what = (1, "Plus") if isinstance(statement, nodes.Add) else (-1, "Minus")
    is_tally = isinstance(at.meaning(statement.target), Local)
    if not is_tally and (at.sort != "effect" or at.reads_before):
        return ranges.summed(wanted, amount, sign)
    before = at.narrowed_type(statement.target)
    assert isinstance(before, Number)
    reach = ranges.summed(before, amount, sign)
    if sign < 0:
        reach = of_difference(at.checked, statement.target, statement.amount, reach)
    said = key_of_parts(at.checked, what, (statement.target, statement.amount))
    fact = at.facts.known.get(said[0]) if said is not None else None
    return reach if fact is None else fact.narrowed(reach)


def check_removed(at: TypingContext, thing: nodes.Expression) -> None:
    """Check that what goes out of play is a thing, and none that stays."""
    kind = at.type(thing)
    if isinstance(kind, Thing) and kind.kind in ALWAYS_THERE:
        hint = "use a field of Side that marks it as out of the game"
        if kind.kind == "Game":
            hint = "`win for` a side and `draw` end the game"
        at.report("QD398", f"{ALWAYS_THERE[kind.kind]} to the end, and cannot be removed", thing.span, hint)
    elif not isinstance(kind, Thing | Unknown):
        at.report("QD330", "only things can be removed", thing.span)


def check_creation(at: TypingContext, statement: nodes.Create) -> None:
    """Check what comes into play, among what, and with which fields."""
    among = at.type(statement.pool)
    known = kind_named(at, statement.kind)
    if known is None:
        return
    at.keep(statement.kind, Pool(known))
    if known.name in ALWAYS_THERE or known.part_of:
        check_coming(at, statement, known)
    elif not isinstance(among, Unknown) and not is_pool_of(at, statement.pool, known):
        hint = f"write `create {statement.kind.text} in {known.many}`"
        message = f"a new {known.one} goes into {known.many}, and this is something else"
        at.report("QD399", message, statement.pool.span, hint)
    for setting in statement.settings:
        name = setting.name
        if name.text in known.fields:
            fitting(at, setting.value, known.fields[name.text].type, f"`{name.text}`")
        else:
            at.unknown(name.text, name.span, known.fields, f"field of {known.name}")
            at.type(setting.value)
    check_given(at, statement, known)


def check_given(at: TypingContext, statement: nodes.Create, known: Kind) -> None:
    """Report fields of what comes into play that are not given, and begin with nothing."""
    given = {setting.name.text for setting in statement.settings}
    for field in known.fields.values():
        if field.name not in given and field.start is None and not types.begins_empty(field.type):
            message = f"a new {known.one} gets no value for `{field.name}`"
            hint = f"write it after `with`, or give {field.address} a `start:`"
            at.report("QD365", message, statement.kind.span, hint)


def is_pool_of(at: TypingContext, node: nodes.Expression, known: Kind) -> bool:
    """Tell whether an expression means all things of a kind."""
    meaning = at.meaning(node)
    return isinstance(meaning, Pool) and meaning.kind.name == known.name


def check_coming(at: TypingContext, statement: nodes.Create, known: Kind) -> None:
    """Report what cannot come into play, since it is there from the start: the game, a side, a part of a thing."""
    if known.part_of:
        message = f"a {known.one} is a part of a {known.part_of}, and is only created with it"
        hint = f"let each {known.part_of} begin with all its parts, or leave `part_of:` out of {known.name}"
    else:
        message = f"{ALWAYS_THERE[known.name]} always, and cannot be created"
        hint = "let the scenario say which sides there are" if known.name == "Side" else "set the fields of `game`"
    at.report("QD398", message, statement.kind.span, hint)


def check_timer(at: TypingContext, statement: nodes.Start) -> None:
    """Check a timer that is set, and that it goes on as it does wherever it is started."""
    wanted, meaning = changed(at, statement.timer)
    delay = whole(at, statement.delay, "in how many turns a timer is due")
    known = [*at.declared.clocks, "turn", "turns"]
    if not isinstance(wanted, Number | Unknown):
        hint = "use a number field for the turn in which it is due"
        at.report("QD334", f"a timer is a number, and this is {wanted}", statement.timer.span, hint)
    elif isinstance(meaning, FieldOf):
        check_going_on(at, meaning, statement)
    if isinstance(wanted, Number) and delay is not None and statement.clock.text in known:
        check_due(at, statement, delay, wanted)
    for word in [statement.clock, *([statement.every.clock] if statement.every else [])]:
        if word.text not in known:
            at.unknown(word.text, word.span, known[:-1], "clock")


def check_due(at: TypingContext, statement: nodes.Start, delay: Number, wanted: Number) -> None:
    """Report a timer that cannot hold each turn in which it may be due; all behind the last of a game are one."""
    ticks = at.declared.ticks_of(statement.clock.text)
    least, most = TURN.low + delay.low * ticks, min(TURN.high + delay.high * ticks, NEVER_DUE)
    if most > wanted.high:
        hint = f"declare it as `0..{NEVER_DUE}`: a timer holds the turn in which it is due"
        message = f"this may be due in turn {types.shown(most)}, and the timer is {wanted}"
        at.report("QD340", message, statement.timer.span, hint)
    if least < wanted.low:
        message = f"this may leave the range {wanted} (it could reach {types.shown(least)})"
        hint = "use a number of turns that is never negative"
        if delay.low >= 0:
            hint = f"declare it as `0..{NEVER_DUE}`: a timer holds the turn in which it is due"
        at.report("QD340", message, statement.delay.span, hint)


def check_going_on(at: TypingContext, meaning: FieldOf, statement: nodes.Start) -> None:
    """Keep how a timer goes on, which is compared with how it goes on elsewhere."""
    word = statement.every.clock if statement.every else None
    ticks = at.declared.ticks_of(word.text) if word else 0
    at.checked.starts.append(TimerStart(meaning.field, ticks, word or statement.timer, at.rule))


def check_starts(checked: Checked, findings: Findings, starts: Iterable[TimerStart]) -> None:
    """Keep how timers go on; one goes on in one way, wherever it is started."""
    for start in starts:
        if checked.timers.setdefault(start.field.address, start.ticks) != start.ticks:
            findings.add(
                "QD377",
                f"elsewhere `{start.field.address}` repeats differently",
                start.node.span,
                hint="write the same `then every` at each start, or use a second timer",
                labels=[Label(start.field.span, "the timer is declared here")],
                rule=start.rule,
            )
