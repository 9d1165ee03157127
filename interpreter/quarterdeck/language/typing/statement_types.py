"""Check statements in order; each sort of them leads to the module that knows it.

What a statement names is known to those behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import path_of
from quarterdeck.language.declarations.types import UNKNOWN, Thing, Type, Unknown
from quarterdeck.language.declarations.written_types import written_type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyPublicStatement, AnyStatement
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.assignable import as_number, fitting, have_one_unit, listing, number, whole
from quarterdeck.language.typing.changes import check_alteration, check_timer
from quarterdeck.language.typing.choices import asked_by, check_choice, remember, single
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.decks import check_deck
from quarterdeck.language.typing.invoking import arguments, call_rule, check_keys
from quarterdeck.language.typing.known_ranges import changed_by, facts_of_name, leaves
from quarterdeck.language.typing.phrases import check_phrase, check_phrases
from quarterdeck.language.typing.resolving import bind, one_line, table_named
from quarterdeck.language.typing.rolls import check_roll, check_roll_off

Repeating = nodes.ForEach | nodes.ForNumbers | nodes.Repeat
Settling = nodes.Let | nodes.LetResult | nodes.Tally | nodes.Require | nodes.OrderSides
Flowing = (
    nodes.Guarded | nodes.GuardedUnless | nodes.When | nodes.Step | nodes.Close | nodes.Stop | nodes.Finish
)  # fmt: skip


def check_block(at: TypingContext, statements: Iterable[nodes.Statement]) -> TypingContext:
    """Check a block, whose names are not known outside; give what is known at its end."""
    inner = at.inner()
    for statement in statements:
        type_statement(inner, statement)
    return inner


def type_statement(at: TypingContext, given: nodes.Statement) -> None:
    """Check one statement."""
    type_one(at, cast("AnyStatement", given))
    if at.facts.known:
        at.facts.forget(changed_by([given]))
    follow(at, given)


def follow(at: TypingContext, statement: nodes.Statement) -> None:
    """Add what is known behind a statement, and was not before it."""
    match statement:
        case nodes.Let(name=name, value=value):
            at.facts.add_all(facts_of_name(at.checked, name, value))
        case nodes.Require(condition=met, for_stop=None):
            at.assume(met)
        case nodes.Guarded(statement=nodes.Finish() | nodes.Stop(), condition=met):
            at.assume(met, holds=False)
        case nodes.GuardedUnless(statement=nodes.Finish() | nodes.Stop(), condition=met):
            at.assume(met)
        case nodes.When(condition=met, block=block, others=()) if leaves(block):
            at.assume(met, holds=False)


def type_one(at: TypingContext, statement: AnyStatement) -> None:
    """Check one statement by its sort."""
    check_asked(at, statement)
    match statement:
        case nodes.Set() | nodes.Add() | nodes.Take() | nodes.Append() | nodes.Create() | nodes.Remove():
            check_alteration(at, statement)
        case nodes.Start():
            check_timer(at, statement)
        case nodes.DrawLot() | nodes.Peek() | nodes.Shuffle():
            check_deck(at, statement)
        case nodes.Do(call=call):
            check_do(at, call)
        case nodes.Apply(call=call):
            check_apply(at, call)
        case nodes.Roll() | nodes.Check():
            check_roll(at, statement)
        case nodes.RollOff(name=name, dice=dice, phrase=phrase):
            check_roll_off(at, name, dice)
            check_phrase(at, phrase)
        case nodes.Choose():
            check_choice(at, statement)
        case nodes.Let() | nodes.LetResult() | nodes.Tally() | nodes.Require() | nodes.OrderSides():
            check_bindings_and_requirements(at, statement)
        case nodes.Win() | nodes.DrawnGame() | nodes.Announce() | nodes.Reveal():
            check_public_statement(at, statement)
        case nodes.ForEach() | nodes.ForNumbers() | nodes.Repeat():
            check_loop(at, statement)
        case (
            nodes.Guarded() | nodes.GuardedUnless() | nodes.When() | nodes.Step() | nodes.Close()
            | nodes.Stop() | nodes.Finish()
        ):  # fmt: skip
            check_flow(at, statement)
        case _:
            assert_never(statement)


def check_asked(at: TypingContext, statement: nodes.Statement) -> None:
    """Report a statement of an effect, or of a row of a table, that asks a side."""
    asked = asked_by(statement) if at.sort == "effect" else None
    if asked is not None:
        message = "an effect or a row of a table cannot ask a side"
        at.report("QD344", message, asked.span, "ask in a procedure, and pass the answer on")


def check_bindings_and_requirements(at: TypingContext, statement: Settling) -> None:
    """Check a statement that binds a name or tally, requires something, or orders the sides, for those after it."""
    match statement:
        case nodes.Let(name=name, value=value):
            bind(at, name.text, at.type(value), name.span)
        case nodes.LetResult(name=name, call=call):
            at.checked.types[statement] = found = result_of(at, call)
            bind(at, name.text, found, name.span)
        case nodes.Tally():
            check_tally(at, statement)
        case nodes.Require(condition=met, reason=reason):
            at.condition(met)
            check_phrase(at, reason)
        case nodes.OrderSides(key=key):
            check_order(at, key)
        case _:
            assert_never(statement)


def check_flow(at: TypingContext, statement: Flowing) -> None:
    """Check what decides which statements come next."""
    match statement:
        case nodes.Guarded(statement=inner, condition=met) | nodes.GuardedUnless(statement=inner, condition=met):
            at.condition(met)
            here = at.inner()
            here.assume(met, holds=isinstance(statement, nodes.Guarded))
            type_statement(here, inner)
        case nodes.When():
            check_when(at, statement)
        case nodes.Step():
            check_phase(at, statement)
        case nodes.Close(block=block):
            check_block(at, block)
        case nodes.Stop(span=span):
            if not at.in_loop:
                message = "`stop` leaves a loop, and there is none here"
                at.report("QD331", message, span, "`finish` leaves the rule")
        case nodes.Finish(result=result):
            check_result(at, result)
        case _:
            assert_never(statement)


def check_result(at: TypingContext, result: nodes.Expression | None) -> None:
    """Check what a rule finishes with."""
    if result is None:
        return
    if at.result is None:
        at.type(result)
        hint = "give the procedure a type: `procedure name(...) -> 0..6`" if at.sort == "procedure" else "use `finish`"
        at.report("QD322", "there is no result to finish with", result.span, hint)
    else:
        fitting(at, result, at.result, "the result")


def result_of(at: TypingContext, call: nodes.Expression) -> Type:
    """Check that a procedure is done, and give the type of its result."""
    check_do(at, call)
    done = at.meaning(call)
    if not isinstance(done, meanings.RuleCall) or done.rule.sort not in ("procedure", "effect"):
        return UNKNOWN
    if done.rule.result is None:
        hint = "write `do` alone, or give the procedure a type and let it `finish with` a value"
        at.report("QD322", f"`{done.rule.name}` has no result", call.span, hint)
    return done.rule.result or UNKNOWN


def check_tally(at: TypingContext, statement: nodes.Tally) -> None:
    """Check what counts while a rule is carried out, and make it known by its name."""
    name = statement.name
    wanted = written_type(at.declared, at.findings, statement.type)
    at.checked.types[statement] = wanted
    fitting(at, statement.value, wanted, f"`{name.text}`")
    bind(at, name.text, wanted, name.span, meanings.Local(name.text, tally=True))


# --- what is carried out


def check_do(at: TypingContext, call: nodes.Expression) -> None:
    """Check that `do` calls a procedure or an effect, and one that may be done here."""
    if not isinstance(call, nodes.Call):
        if name := path_of(call):
            at.unknown(name, call.span, (), "rule")
        else:
            hint = "write the name of a procedure or effect, with its inputs in parentheses"
            at.report("QD310", f"`{one_line(call)}` is not the name of a rule", call.span, hint)
        return
    rule = call_rule(at, call)
    if rule is None:
        return
    if rule.sort not in ("procedure", "effect"):
        at.report("QD343", f"`{rule.name}` is a value, not a procedure or effect", call.span, "use it in an expression")
    if at.sort == "effect" and rule.sort == "procedure":
        message = f"an effect cannot do the procedure `{rule.name}`"
        at.report("QD344", message, call.span, "make it an effect, or do it from a procedure")


def check_apply(at: TypingContext, call: nodes.Expression) -> None:
    """Check that `apply` looks up a row that can be carried out."""
    lookup, given = (call.callee, call.arguments) if isinstance(call, nodes.Call) else (call, ())
    if not isinstance(lookup, nodes.Lookup):
        at.report("QD345", "`apply` needs a table and its key", call.span, "apply table[key](thing)")
        return
    table = table_named(at, lookup)
    check_keys(at, lookup)
    if table is None:
        return
    if table.gives is not None:
        at.report("QD346", f"the table `{table.name}` has values and cannot be applied", lookup.span)
    at.keep(call, meanings.TableApplied(table, arguments(at, table.given, given, call.span)))


def check_public_statement(at: TypingContext, statement: AnyPublicStatement) -> None:
    """Check what all sides are told."""
    match statement:
        case nodes.Win(side=side, reason=reason):
            fitting(at, side, Thing("Side"), "the winner")
            check_phrase(at, reason)
        case nodes.DrawnGame(reason=word) | nodes.Announce(text=word):
            check_phrase(at, word)
        case nodes.Reveal(what=what):
            kind = at.type(what)
            is_field = isinstance(at.meaning(what), meanings.FieldOf) and isinstance(what, nodes.FieldAccess)
            if not is_field and not isinstance(kind, Unknown):
                hint = "write `reveal thing.field`, or use `announce`"
                at.report("QD378", "only a field of a thing can be revealed", what.span, hint)
        case _:
            assert_never(statement)


# --- branches, loops, phases


def check_when(at: TypingContext, statement: nodes.When) -> None:
    """Check the cases of what happens."""
    earlier = at.inner()
    cases: tuple[nodes.When | nodes.OtherwiseWhen, ...] = (statement, *statement.others)
    for case in cases:
        earlier.condition(case.condition)
        here = earlier.inner()
        here.assume(case.condition)
        check_block(here, case.block)
        earlier.assume(case.condition, holds=False)
    if statement.otherwise:
        check_block(earlier, statement.otherwise.block)


def check_loop(at: TypingContext, statement: Repeating) -> None:
    """Check a loop of any form."""
    inside = at.looping()
    if isinstance(statement, nodes.ForEach) and any(isinstance(option, nodes.AtOnce) for option in statement.options):
        inside = replace(inside, reads_before=True)
    inside.facts.forget(changed_by(statement.block))
    match statement:
        case nodes.ForEach():
            check_for_each(at, inside, statement)
        case nodes.ForNumbers(variable=variable, low=low, high=high):
            bind(inside, variable.text, type_between(at, low, high), variable.span)
        case nodes.Repeat(count=count):
            whole(at, count, "how often something is done")
        case _:
            assert_never(statement)
    check_block(inside, statement.block)


def type_between(at: TypingContext, low: nodes.Expression, high: nodes.Expression) -> Type:
    """Give the type of what counts from one number to another."""
    first, last = (whole(at, node, "what a loop counts") for node in (low, high))
    if first is None or last is None or not have_one_unit(at, (first, last), low.span.to(high.span)):
        return UNKNOWN
    return types.as_fine(min(first.low, last.low), max(first.high, last.high), first, last)


def check_for_each(at: TypingContext, inside: TypingContext, statement: nodes.ForEach) -> None:
    """Check what a loop goes through, and in which order; make its variable known inside."""
    variable = statement.variable
    listed = listing(at, statement.source, "`for each` needs a list, and this is {}")
    item = listed.item if listed else UNKNOWN
    bind(inside, variable.text, item, variable.span)
    if statement.condition is not None:
        inside.condition(statement.condition)
        inside.assume(statement.condition)
    for option in statement.options:
        match option:
            case nodes.ChosenBy(side=side):
                remember(at, variable.text, single(at, item, statement.source))
                fitting(at, side, Thing("Side"), "who chooses the order")
            case nodes.HighestFirst(key=key) | nodes.LowestFirst(key=key):
                number(inside, key)


def check_order(at: TypingContext, key: nodes.Expression) -> None:
    """Check by what sides are put in order: one of their fields, or a number for each."""
    known = at.declared.field_named("Side", key.word.text) if isinstance(key, nodes.Name) else None
    if known is not None:
        at.checked.types[key] = known.type
        at.keep(key, meanings.FieldOf(known))
        as_number(at, key, known.type)
        return
    inner = at.inner()
    bind(inner, "side", Thing("Side"), key.span)
    number(inner, key)


def check_phase(at: TypingContext, phase: nodes.Phase | nodes.Step) -> None:
    """Check a phase or step; where it is gone through by sides, its close knows neither the side nor what it named."""
    around = at.inner()
    if isinstance(phase, nodes.Step):
        around = replace(around, rule=f"{at.rule}.{phase.name.text}")
    around.facts.forget(changed_by(phase.block))
    check_phrases(around, phase.docs)
    inner, closing = around.inner(), list[nodes.Statement]()
    for option in phase.options:
        if isinstance(option, nodes.ForEachSide):
            bind(inner, option.variable.text, Thing("Side"), option.span)
        if isinstance(option, nodes.AllSidesAtOnce):
            bind(inner, "side", Thing("Side"), option.span)
        if isinstance(option, nodes.ForEachSide | nodes.AllSidesAtOnce):
            closing = [statement for statement in phase.block if isinstance(statement, nodes.Close)]
    acted = check_block(inner, [statement for statement in phase.block if statement not in closing])
    check_block(replace(around, past=around.past | (acted.names.keys() - around.names.keys())), closing)
