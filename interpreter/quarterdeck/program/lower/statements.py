"""Lower statements: what the author says in a word becomes control flow that is said once.

In: statements that the checks have passed. Out: blocks of instructions. `finish` and `stop` close what is open around
them: a span, a phase. Names that a block gives are forgotten behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, cast

from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Field
from quarterdeck.language.declarations.types import Number
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import (
    AnyCallStatement,
    AnyFieldChange,
    AnyPlayChange,
    AnyPublicStatement,
    AnyStatement,
)
from quarterdeck.language.typing import meanings
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.program import Phase
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.lower import choices, decks, numbers, rolls
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.expressions import (
    comparable,
    dice,
    field_of,
    given_to,
    hooked_keys,
    needed,
    quantity,
    stored,
    text,
    value,
)
from quarterdeck.program.lower.numbers import operate

SIDE = types.Thing("Side")
RESULT = "result"
AnyAlteration = AnyFieldChange | AnyPlayChange | nodes.OrderSides
"""Statements that change the state by themselves."""


def block(body: LoweringContext, statements: Iterable[nodes.Statement]) -> Block:
    """Lower statements in order; what they name is forgotten behind them."""
    found: list[Instruction] = []
    with body.inside():
        for statement in statements:
            found += statement_of(body, statement)
    return tuple(found)


def routine(body: LoweringContext, statements: Iterable[nodes.Statement], span: Span) -> Block:
    """Lower all statements of a procedure or effect; one that may find no result finishes with none."""
    found = block(body, statements)
    if body.result is None or (found and isinstance(found[-1], op.Finish)):
        return found
    return (*found, op.Finish(span, no_result(body)))


def statement_of(body: LoweringContext, given: nodes.Statement) -> Iterable[Instruction]:
    """Lower one statement."""
    node, span = cast("AnyStatement", given), given.span
    match node:
        case nodes.Guarded() | nodes.GuardedUnless() | nodes.When():
            yield branch(body, node)
        case nodes.ForEach() | nodes.ForNumbers() | nodes.Repeat():
            yield from loop(body, node)
        case nodes.Let(name=name, value=named):
            yield op.Assign(span, name.text, value(body, named))
            body.scope.append(name.text)
        case nodes.Tally(name=name, value=first):
            yield op.Assign(span, name.text, stored(body, first, body.type(node)))
            body.scope.append(name.text)
        case nodes.Do() | nodes.LetResult() | nodes.Apply():
            yield from carried_out(body, node)
        case nodes.Roll() | nodes.Check():
            yield from rolls.roll(body, node)
        case nodes.RollOff():
            yield rolled_off(body, node)
        case nodes.Choose():
            yield from choices.choose(body, node)
        case nodes.DrawLot() | nodes.Peek() | nodes.Shuffle():
            yield from decks.handled(body, node)
        case nodes.Require():
            yield op.Demand(span, choices.requirement(body, node, body.address), no_result(body))
        case nodes.Stop() | nodes.Finish():
            yield from left(body, node)
        case nodes.Step():
            yield from phase(body, node, body.address)
        case nodes.Close(block=inner):
            yield from block(body, inner)
        case nodes.Win() | nodes.DrawnGame() | nodes.Announce() | nodes.Reveal():
            yield from public_statement(body, node)
        case _:
            yield from altering(body, node)


def branch(body: LoweringContext, node: nodes.Guarded | nodes.GuardedUnless | nodes.When) -> Instruction:
    """Lower what is done under a condition."""
    match node:
        case nodes.Guarded(statement=inner, condition=condition):
            return op.Branch(node.span, ((value(body, condition), block(body, (inner,))),), ())
        case nodes.GuardedUnless(statement=inner, condition=condition):
            return op.Branch(node.span, ((operate("not", value(body, condition)), block(body, (inner,))),), ())
        case nodes.When():
            cases = [(value(body, node.condition), block(body, node.block))]
            cases += [(value(body, other.condition), block(body, other.block)) for other in node.others]
            return op.Branch(node.span, tuple(cases), block(body, node.otherwise.block) if node.otherwise else ())
        case _:
            assert_never(node)


def left(body: LoweringContext, node: nodes.Stop | nodes.Finish) -> Iterable[Instruction]:
    """Lower what leaves a loop or the rule: what is open is closed on the way."""
    if isinstance(node, nodes.Stop):
        yield from body.out_of_loop()
        yield op.Leave(node.span)
    elif node.result is None or body.result is None:
        yield from body.out_of_routine()
        yield op.Finish(node.span, no_result(body))
    else:
        found = stored(body, node.result, body.result)
        name = RESULT if RESULT not in body.scope else body.fresh(RESULT)  # by which odds can show it
        yield op.Assign(node.span, name, found)
        yield from body.out_of_routine()
        yield op.Finish(node.span, val.Local(found.type, name))


def no_result(body: LoweringContext) -> Value | None:
    """Give what a routine finishes with that has found no result: none, where it has one at all."""
    return None if body.result is None else val.Constant(body.result, types.none_of(body.result))


def rolled_off(body: LoweringContext, node: nodes.RollOff) -> Instruction:
    """Lower a roll of all sides against each other."""
    address = f"Side.{node.name.text}"
    number = body.site(node.name.text, "roll", node.span)
    kind = body.layout.types[address]
    assert isinstance(kind, Number)
    return op.RollOff(
        node.span,
        number,
        body.layout.offsets[address],
        address,
        kind.step,
        dice(body, node.dice),
        text(body, node.phrase),
    )


# --- loops


def loop(body: LoweringContext, node: nodes.ForEach | nodes.ForNumbers | nodes.Repeat) -> Iterable[Instruction]:
    """Lower a loop."""
    match node:
        case nodes.ForEach():
            yield from for_each(body, node)
        case nodes.ForNumbers(span=span, variable=variable, low=low, high=high, block=inner):
            item = body.type(variable) if variable in body.checked.types else val.ANY_WHOLE
            first, last = (numbers.stored(quantity(body, end), val.ANY_WHOLE) for end in (low, high))
            source = val.Range(types.ListType(item), first, last)
            with body.open(None), body.inside(variable.text):
                done = block(body, inner)
            yield op.Loop(span, variable.text, source, None, done)
        case nodes.Repeat(span=span, count=count, block=inner):
            often = numbers.stored(quantity(body, count), val.ANY_WHOLE)
            with body.open(None):
                yield op.Repeat(span, often, block(body, inner))
        case _:
            assert_never(node)


def for_each(body: LoweringContext, node: nodes.ForEach) -> Iterable[Instruction]:
    """Lower a loop over a list: in its own order, in that of a key, as a side chooses, or at once."""
    span, variable = node.span, node.variable.text
    ranking = next((o for o in node.options if isinstance(o, nodes.HighestFirst | nodes.LowestFirst)), None)
    chosen = next((o for o in node.options if isinstance(o, nodes.ChosenBy)), None)
    at_once = next((o for o in node.options if isinstance(o, nodes.AtOnce)), None)
    source = value(body, node.source)
    if chosen is not None:
        yield from choices.chosen_loop(body, node, chosen, source, block)
        return
    if ranking is not None:
        condition = value(body, node.condition) if node.condition is not None else None
        key, highest = comparable(body, ranking.key), isinstance(ranking, nodes.HighestFirst)
        source = val.Ordered(source.type, variable, source, condition, key, highest)
    if at_once is None:
        yield go_through(body, node, source)
        return
    kept = body.fresh("kept") if body.state == "after" else ""
    close = op.CloseSpan(span, kept)
    yield op.OpenSpan(span, kept)
    inner = body.reading("before")
    with inner.open(close):
        yield go_through(inner, node, source)
    yield close


def go_through(body: LoweringContext, node: nodes.ForEach, source: Value) -> Instruction:
    """Lower the loop itself; its condition is asked at each turn, and whether a thing is still in play."""
    variable = node.variable.text
    asked = choices.asked_at_its_turn(body, node, source)
    with body.open(None), body.inside(variable):
        done = block(body, node.block)
    return op.Loop(node.span, variable, source, asked, done)


# --- calls


def carried_out(body: LoweringContext, node: AnyCallStatement) -> Iterable[Instruction]:
    """Lower what carries out another rule, or a row of a table."""
    if isinstance(node, nodes.Apply):
        yield row_applied(body, node)
        return
    meaning = body.checked.meanings[node.call]
    assert isinstance(meaning, meanings.RuleCall)
    into = body.fresh(RESULT) if meaning.rule.result is not None else ""
    given = given_to(body, meaning.rule, meaning.arguments)
    yield op.Call(node.span, meaning.rule.address, given, body.handed, into)
    if isinstance(node, nodes.LetResult):
        yield op.Assign(node.span, node.name.text, val.Local(body.type(node), into))
        body.scope.append(node.name.text)


def row_applied(body: LoweringContext, node: nodes.Apply) -> Instruction:
    """Lower what looks up a row of a table, and carries it out."""
    meaning = body.checked.meanings[node.call]
    lookup = node.call.callee if isinstance(node.call, nodes.Call) else node.call
    assert isinstance(meaning, meanings.TableApplied)
    assert isinstance(lookup, nodes.Lookup)
    table = meaning.table
    keys = tuple(stored(body, key, known.type) for key, known in zip(lookup.keys, table.keys, strict=True))
    given = tuple(stored(body, a, p.type) for a, p in zip(meaning.arguments, table.given, strict=True))
    return op.CallRow(node.span, table.name, hooked_keys(body, table, keys), given, body.handed)


# --- what all are told


def public_statement(body: LoweringContext, node: AnyPublicStatement) -> Iterable[Instruction]:
    """Lower what all sides are told."""
    span = node.span
    match node:
        case nodes.Win(side=side, reason=reason):
            yield unless_over(body, op.EndGame(span, needed(body, side), text(body, reason) or val.Text(())))
        case nodes.DrawnGame(reason=reason):
            nobody = val.Constant(types.Thing("Side", True), -1)
            yield unless_over(body, op.EndGame(span, nobody, text(body, reason) or val.Text(())))
        case nodes.Announce(text=word):
            yield op.Announce(span, text(body, word) or val.Text(()))
        case nodes.Reveal(what=what):
            meaning = body.checked.meanings.get(what)
            assert isinstance(meaning, meanings.FieldOf)
            assert isinstance(what, nodes.FieldAccess)
            yield op.Reveal(span, needed(body, what.owner), meaning.field.address, body.state)
        case _:
            assert_never(node)


def unless_over(body: LoweringContext, end: op.EndGame) -> Instruction:
    """End the game unless it has ended: nothing later in a phase changes who has won."""
    return op.Branch(end.span, ((operate("=", body.game("over"), whole(0)), (end,)),), ())


# --- changes


def altering(body: LoweringContext, node: AnyAlteration) -> Iterable[Instruction]:
    """Lower a statement that changes the state by itself."""
    span = node.span
    match node:
        case nodes.Set(target=target, value=given):
            yield written(body, node, target, stored(body, given, body.type(target)))
        case nodes.Add(target=target) | nodes.Take(target=target) if isinstance(body.type(target), types.Deck):
            yield from decks.moved(body, node)
        case nodes.Add() | nodes.Take():
            yield adjusted(body, node)
        case nodes.Append(target=target, value=given):
            yield pushed(body, node, target, given)
        case nodes.Create():
            yield created(body, node)
        case nodes.Remove(thing=gone, reason=reason):
            kind = body.type(gone)
            assert isinstance(kind, types.Thing)
            if words := text(body, reason):
                yield op.Announce(span, val.Text((value(body, gone), ": ", *words.parts)))
            yield from removed(body, span, kind.kind, value(body, gone))
        case nodes.OrderSides(key=key, ranking=ranking):
            yield ranked(body, node, key, ranking)
        case nodes.Start(timer=timer, clock=clock, delay=delay):
            yield written(body, node, timer, when_due(body, delay, clock, body.type(timer)))
        case _:
            assert_never(node)


def removed(
    body: LoweringContext, span: Span, kind: str, gone: Value, around: tuple[str, ...] = ()
) -> Iterable[Instruction]:
    """Lower a thing leaving play, with the parts that it has by then; `around` are the kinds around it."""
    inside = (*around, kind)
    lists = [(known, part) for known, part in lists_of_parts(body, kind) if part not in inside]
    if lists and not isinstance(gone, val.Constant | val.Local):
        name = body.fresh("gone")
        there = operate("there", gone, kind=types.without_none(gone.type)) if types.may_be_none(gone.type) else gone
        yield op.Assign(span, name, there)
        gone = val.Local(there.type, name)
    for known, part in lists:
        one = val.Local(types.Thing(part), body.fresh("part"))
        listed = val.Contents(known.type, gone, body.layout.offsets[known.address], known.address, "after")
        yield op.Loop(span, one.name, listed, None, tuple(removed(body, span, part, one, inside)))
    yield op.Remove(span, kind, gone)


def lists_of_parts(body: LoweringContext, kind: str) -> Iterable[tuple[Field, str]]:
    """Give the fields in which things of a kind keep their parts, each with the kind of these."""
    kinds = body.declared.kinds
    for known in kinds[kind].fields.values():
        item = types.without_none(known.type.item) if isinstance(known.type, types.ListType) else None
        if isinstance(item, types.Thing) and kinds[item.kind].part_of == kind:
            yield known, item.kind


def when_due(body: LoweringContext, delay: nodes.Expression, clock: nodes.Word, kind: types.Type) -> Value:
    """Give the turn in which a timer is due; where its type may not hold it, that is behind the last of any game."""
    assert isinstance(kind, Number)
    ticks = body.declared.ticks_of(clock.text)
    turns = numbers.multiplied(numbers.stored(quantity(body, delay), val.ANY_WHOLE), whole(ticks))
    at = numbers.stored(numbers.added(body.game("turn"), turns), kind)
    if numbers.ends(at)[1] <= kind.high:
        return at
    return numbers.stored(numbers.extreme("min", (at, whole(meanings.NEVER_DUE))), kind)


def place_of(body: LoweringContext, target: nodes.Expression) -> tuple[Value, meanings.FieldOf] | str:
    """Give the thing and field that are changed, or the name of a tally."""
    meaning = body.checked.meanings[target]
    if isinstance(meaning, meanings.Local):
        return meaning.name
    assert isinstance(meaning, meanings.FieldOf)
    assert isinstance(target, nodes.FieldAccess)
    return needed(body, target.owner), meaning


def written(body: LoweringContext, node: nodes.Statement, target: nodes.Expression, given: Value) -> Instruction:
    """Lower a place getting another value."""
    place = place_of(body, target)
    if isinstance(place, str):
        return op.Assign(node.span, place, given)
    owner, meaning = place
    known = meaning.field
    return op.Store(node.span, owner, body.layout.offsets[known.address], known.address, given, known.mark)


def adjusted(body: LoweringContext, node: nodes.Add | nodes.Take) -> Instruction:
    """Lower an addition or its opposite; a limit stops it, and never moves what lies beyond it."""
    kind = body.type(node.target)
    assert isinstance(kind, Number)
    amount = quantity(body, node.amount)
    by = numbers.stored(amount if isinstance(node, nodes.Add) else numbers.negated(amount), kind)
    bound, limit = "", None
    match node.limit:
        case nodes.NoMoreThan(bound=given):
            bound, limit = "most", numbers.stored(quantity(body, given), kind)
        case nodes.NoLessThan(bound=given):
            bound, limit = "least", numbers.stored(quantity(body, given), kind)
    place = place_of(body, node.target)
    if isinstance(place, str):
        return op.Adjust(node.span, None, 0, place, by, bound, limit, False)
    owner, meaning = place
    known = meaning.field
    return op.Adjust(node.span, owner, body.layout.offsets[known.address], known.address, by, bound, limit, known.mark)


def pushed(body: LoweringContext, node: nodes.Append, target: nodes.Expression, given: nodes.Expression) -> Instruction:
    """Lower a value being put at the end of a list."""
    place = place_of(body, target)
    assert not isinstance(place, str)
    owner, meaning = place
    known = meaning.field
    assert isinstance(known.type, types.ListType)
    item = stored(body, given, known.type.item)
    offset = body.layout.offsets[known.address]
    return op.Push(node.span, owner, offset, known.type.capacity, known.address, item, known.mark)


def created(body: LoweringContext, node: nodes.Create) -> Instruction:
    """Lower a new thing coming into play."""
    meaning = body.checked.meanings[node.kind]
    assert isinstance(meaning, meanings.Pool)
    settings = []
    for setting in node.settings:
        known = meaning.kind.fields[setting.name.text]
        given = stored(body, setting.value, known.type)
        settings.append((body.layout.offsets[known.address], known.address, given))
    return op.Create(node.span, meaning.kind.name, tuple(settings))


def ranked(body: LoweringContext, node: nodes.Statement, key: nodes.Expression, ranking: nodes.Word) -> Instruction:
    """Lower the order of the sides."""
    meaning = body.checked.meanings.get(key)
    if isinstance(key, nodes.Name) and isinstance(meaning, meanings.FieldOf):
        found = field_of(body, val.Local(SIDE, "side"), meaning.field.address)
    else:
        found = value(body, key)
    return op.RankSides(node.span, "side", found, ranking.text.startswith("highest"))


# --- phases


def at_the_close(body: LoweringContext) -> LoweringContext:
    """Give a routine reading the state with all effects, for what is called from here as well."""
    return body.reading("after", flat=True)


def phase(body: LoweringContext, node: nodes.Phase | nodes.Step, outer: str) -> Iterable[Instruction]:
    """Lower a phase or step: its span, its sides, its body and its close; it becomes a node of the phase graph."""
    address, span = f"{outer}.{node.name.text}", node.span
    found = {type(option): option for option in node.options}
    each = found.get(nodes.ForEachSide)
    simultaneous, waits = nodes.AllSidesAtOnce in found, nodes.EffectsAtTheEnd in found
    variable = each.variable.text if isinstance(each, nodes.ForEachSide) else "side" if simultaneous else ""
    in_order = isinstance(each, nodes.ForEachSide) and each.in_order is not None
    title = node.title.text if node.title else node.name.text.replace("_", " ").capitalize()
    body.program.turn.nodes[address] = Phase(
        address, title, outer if isinstance(node, nodes.Step) else "", variable, in_order, simultaneous, (), span
    )
    before, after = (tuple(h.number for h in body.declared.hooks(when, address)) for when in ("before", "after"))
    ends = op.PhaseEnds(span, address, after)
    inner = LoweringContext(body.checked, body.program, address, body.module, body.state, counter=body.counter)
    inner.closing, inner.scope = [*body.closing, ends], body.scope
    inner.about, inner.result = body.about, body.result
    done: list[Instruction] = [op.PhaseBegins(span, address, before)]
    with inner.inside():
        close = op.CloseSpan(span, "")
        if waits:
            done.append(op.OpenSpan(span, ""))
            inner.closing.append(close)
        done += sides_act(
            inner, node, [s for s in node.block if not isinstance(s, nodes.Close)], variable, in_order, simultaneous
        )
        last = [s for s in node.block if isinstance(s, nodes.Close)]
        looks_back = any(
            isinstance(inner.checked.meanings.get(part), meanings.BeforeValue)
            for statement in last
            for part in inner.checked.walk(statement)
        )
        if waits and looks_back:
            done += [op.Closing(last[0].span), *block(at_the_close(inner), last), close]
        elif waits:
            inner.closing.remove(close)
            done += [close, *block(inner, last)]
        else:
            done += block(inner, last)
    done.append(ends)
    known = body.program.turn.nodes[address]
    body.program.turn.nodes[address] = Phase(
        address, title, known.within, variable, in_order, simultaneous, tuple(done), span
    )
    yield from done


def sides_act(
    body: LoweringContext,
    node: nodes.Phase | nodes.Step,
    happens: list[nodes.Statement],
    variable: str,
    in_order: bool,
    simultaneous: bool,
) -> Iterable[Instruction]:
    """Lower what happens in a phase, once or for each side."""
    if not variable:
        yield from block(body, happens)
        return
    about, body.about = body.about, (val.Local(SIDE, variable),)
    sides: Value = val.Things(types.ListType(SIDE, body.layout.arrays["Side"].capacity), "Side", body.state)
    if in_order:
        key = field_of(body, val.Local(SIDE, variable), "Side.rank")
        sides = val.Ordered(sides.type, variable, sides, None, key, False)
    if simultaneous:
        own = LoweringContext(body.checked, body.program, body.address, body.module, body.state, counter=body.counter)
        own.scope, own.about = body.scope, body.about
        with own.inside(variable):
            yield op.Simultaneously(node.span, variable, block(own, happens))
    else:
        with body.open(None), body.inside(variable):
            done = block(body, happens)
        yield op.Loop(node.span, variable, sides, None, done)
    body.about = about
