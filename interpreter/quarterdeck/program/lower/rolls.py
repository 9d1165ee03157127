"""Lower rolls and checks: a draw, modifiers one by one, and for a check its tries.

The locals of a roll are `NAME.natural`, `NAME.total` and, of a check, `NAME.successes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import assert_never, cast

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Number, Ratio
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyTotalChange
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.expressions import dice, quantity, rounding_of, text, value
from quarterdeck.program.lower.numbers import operate
from quarterdeck.program.lower.pools import pool

TRIES = Number(0, 10**6)


def roll(body: LoweringContext, node: nodes.Roll | nodes.Check) -> Iterable[Instruction]:
    """Lower a roll or a check."""
    if isinstance(node.dice, nodes.DicePool):
        yield from pool(body, node, node.dice)
        return
    name = node.name.text
    said = " ".join(node.dice.span.text.split())
    number = body.site(name, "roll", node.span, secret=node.secret is not None, dice=said)
    phrase = text(body, node.phrase)
    if isinstance(node, nodes.Roll):
        yield from thrown(body, node, number)
        total = val.Local(total_type(body, node), f"{name}.total")
        yield op.Rolled(node.span, name, number, None, total.type, phrase)
        yield op.Result(node.span, number, total)
    else:
        yield from check(body, node, number, phrase)
    parts = ("natural", "total", "successes") if isinstance(node, nodes.Check) else ("natural", "total")
    body.scope += [f"{name}.{part}" for part in parts]


def total_type(body: LoweringContext, node: nodes.Roll | nodes.Check) -> Number | Ratio:
    """Give the type of what a roll comes to."""
    outcome = body.type(node)
    assert isinstance(outcome, types.RollType)
    assert isinstance(outcome.total, Number | Ratio)
    return outcome.total


def thrown(body: LoweringContext, node: nodes.Roll | nodes.Check, site: int) -> Iterable[Instruction]:
    """Lower the throw of the dice, and what modifiers make of it."""
    name, outcome = node.name.text, body.type(node)
    assert isinstance(outcome, types.RollType)
    kind = total_type(body, node)
    found = dice(body, node.dice)
    plus: numbers.Quantity = found.plus
    match node.shift:
        case nodes.ShiftedUp(amount=amount):
            plus = numbers.added(plus, quantity(body, amount))
        case nodes.ShiftedDown(amount=amount):
            plus = numbers.taken(plus, quantity(body, amount))
    natural = Number(outcome.natural.low, outcome.natural.high)
    yield op.Draw(node.span, name, site, replace(found, plus=whole(0)), body.about)
    total = numbers.added(val.Local(natural, f"{name}.natural"), plus)
    meanwhile = finest_total(body, node, kind)
    yield op.Assign(node.span, f"{name}.total", numbers.stored(total, meanwhile))
    local = val.Local(meanwhile, f"{name}.total")
    for modifier in node.modifiers:
        yield modified(body, name, local, modifier)
    if isinstance(kind, Number) and not types.lies_on(meanwhile, kind):  # a total that was halved lies in wider steps
        left = numbers.exact(local) if isinstance(meanwhile, Ratio) else local
        yield op.Assign(node.span, local.name, numbers.rounded(left, "down", kind.step))
        local = val.Local(kind, local.name)
    yield from hooked(body, node, local)


def finest_total(
    body: LoweringContext, node: nodes.Roll | nodes.Check | nodes.ModifiedValue, kind: Number | Ratio
) -> Number | Ratio:
    """Give the type of a total that holds what it is before and behind each modifier."""
    passed = [body.type(modifier) for modifier in node.modifiers]
    totals = [kind, *(one for one in passed if isinstance(one, Number | Ratio))]
    found = types.as_fine(min(one.low for one in totals), max(one.high for one in totals), *totals)
    assert isinstance(found, Number | Ratio)
    return kind if types.lies_on(found, kind) else found


def modified(body: LoweringContext, name: str, total: val.Local, node: nodes.Modifier) -> Instruction:
    """Lower a modifier."""
    condition = value(body, node.condition) if node.condition is not None else None
    address = f"{body.address}.{name}.{node.name.text}"
    return op.Modify(node.span, name, address, condition, changed(body, total, node), text(body, node.phrase))


def changed(body: LoweringContext, total: Value, node: nodes.Modifier) -> Value:
    """Give what a modifier that applies makes of a total, in the same steps."""
    kind = total.type
    assert isinstance(kind, Number | Ratio)
    now: numbers.Quantity = numbers.exact(total) if isinstance(kind, Ratio) else total
    found: numbers.Quantity
    change = cast("AnyTotalChange", node.change)
    match change:
        case nodes.Raised(amount=amount):
            found = numbers.added(now, quantity(body, amount))
        case nodes.Lowered(amount=amount):
            found = numbers.taken(now, quantity(body, amount))
        case nodes.Halved(how=how):
            half = numbers.divided(now, whole(2), negative=False)
            found = numbers.rounded(half, rounding_of(how), 1)
        case nodes.Doubled():
            found = numbers.multiplied(now, whole(2))
        case nodes.NotBelow(bound=bound):
            found = numbers.extreme("max", [now, quantity(body, bound)])
        case nodes.NotAbove(bound=bound):
            found = numbers.extreme("min", [now, quantity(body, bound)])
        case _:
            assert_never(change)
    return numbers.stored(found, kind)


def hooked(body: LoweringContext, node: nodes.Roll | nodes.Check, total: val.Local) -> Iterable[Instruction]:
    """Give what enabled plugins add to a roll, behind the rule's own modifiers."""
    name, kind = node.name.text, total.type
    assert isinstance(kind, Number | Ratio)
    hooks = body.declared.hooks("roll", f"{body.address}.{name}")
    rule = next((r for r in body.declared.rules.values() if r.site_address == body.address), None) if hooks else None
    inputs = tuple(val.Local(p.type, p.name) for p in rule.parameters) if rule else ()
    for hook in hooks:
        given = (val.Local(val.ANY_WHOLE, f"{name}.natural"), total, *inputs)
        reads = tuple(slot for known in hook.reads for slot in body.layout.slots_of(known))
        amount = val.Hooked(val.ANY_WHOLE, hook.number, given, reads, body.state)
        applies = operate("!=", amount, whole(0))
        now: numbers.Quantity = numbers.exact(total) if isinstance(kind, Ratio) else total
        added = numbers.stored(numbers.added(now, amount), kind)
        yield op.Modify(node.span, name, hook.address, applies, added)


def check(body: LoweringContext, node: nodes.Check, site: int, phrase: val.Text | None) -> Iterable[Instruction]:
    """Lower a check: tries go on while a natural face earns another and its cap on tries allows."""
    name, span, kind = node.name.text, node.span, total_type(body, node)
    successes = val.Local(TRIES, f"{name}.successes")
    again = any(natural.again for natural in node.naturals)
    tried = val.Local(TRIES, body.fresh("tried"))
    one_more = op.Assign(span, successes.name, numbers.settled(numbers.added(successes, whole(1))))
    leave: tuple[Instruction, ...] = (op.Leave(span),) if again else ()
    natural = val.Local(Number(-(10**6), 10**6), f"{name}.natural")

    def ended(success: bool) -> tuple[Instruction, ...]:
        told = op.Rolled(span, name, site, val.truth(success), kind, phrase)
        return (one_more, told) if success else (told,)

    cases: list[tuple[Value, tuple[Instruction, ...]]] = []
    for face in node.naturals:
        shows = operate("=", natural, whole(int(Fraction(face.face.text))))
        done = ended(face.outcome.text == "success")
        if face.again:
            cap = numbers.stored(quantity(body, face.again.cap), val.ANY_WHOLE)
            out = op.Branch(face.span, ((operate("<=", cap, tried), leave),), ())
            cases.append((shows, (*done, out)))
        else:
            cases.append((shows, (*done, *leave)))
    cases.append((value(body, node.success.condition), (*ended(True), *leave)))
    tries = (*thrown(body, node, site), op.Branch(span, tuple(cases), (*ended(False), *leave)))
    yield op.Assign(span, successes.name, whole(0))
    if again:
        yield op.Tries(span, tried.name, tries)
    else:
        yield from tries
    yield op.Result(span, site, successes)
