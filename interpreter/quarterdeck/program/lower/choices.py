"""Lower choices: what is offered is sifted once, then one side is asked, or asked again and again for several.

In: a `choose`, or a loop in an order that a side chooses. Out: instructions; only `Ask` leaves the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Hook
from quarterdeck.language.declarations.types import BOOLEAN, Number, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Instruction
from quarterdeck.program.form.values import Value, truth, whole
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.expressions import needed, quantity, stored, text, value
from quarterdeck.program.lower.numbers import operate

Blocks = Callable[[LoweringContext, Iterable[nodes.Statement]], Block]


def requirement(body: LoweringContext, node: nodes.Require, owner: str) -> op.Requirement:
    """Lower a requirement."""
    return op.Requirement(
        f"{owner}.{node.name.text}", value(body, node.condition), text(body, node.reason) or val.Text(())
    )


def choose(body: LoweringContext, node: nodes.Choose) -> Iterable[Instruction]:
    """Lower a choice."""
    name, span, item = node.name.text, node.span, body.type(node)
    found = {type(option): option for option in node.options}
    number = body.site(name, "choice", span, item, nodes.InSecret in found)
    sites, address = body.program.sites, f"{body.address}.{name}"
    required = [requirement(body, r, address) for r in node.requirements if not r.for_stop]
    required += refused_by_plugins(body, address, val.Local(item, name))
    names, most = tuple(r.address[len(address) + 1 :] for r in required), found.get(nodes.UpTo)
    sites[number] = replace(sites[number], requirements=names, several=most is not None)
    sift = op.Sift(
        span,
        body.fresh("every"),
        body.fresh("options"),
        name,
        ordered_by_plugins(body, address, val.Local(item, name), offered(body, node, item)),
        value(body, node.condition) if node.condition is not None else None,
        tuple(required),
    )
    yield sift
    options = val.Local(types.ListType(item), sift.options)
    default = found.get(nodes.Default)
    may_stop: Value | None = None
    if nodes.OrStop in found:
        for_stop = [requirement(body, r, address).condition for r in node.requirements if r.for_stop]
        may_stop = operate("and", *for_stop) if for_stop else truth(True)
    ask = op.Ask(
        span,
        name,
        number,
        needed(body, node.chooser),
        options,
        sift if required else None,
        may_stop,
        nodes.OrNone in found,
        stored(body, default.value, types.with_none(item)) if isinstance(default, nodes.Default) else None,
        text(body, node.phrase),
        (*body.out_of_loop(), op.Leave(span)) if may_stop is not None else (),
        tuple(dict.fromkeys(body.scope)),
        body.handed,
    )
    if isinstance(most, nodes.UpTo):
        yield from several(body, ask, sift, numbers.stored(quantity(body, most.count), val.ANY_WHOLE))
    else:
        yield ask
    body.scope.append(name)


def refused_by_plugins(body: LoweringContext, address: str, option: val.Local) -> list[op.Requirement]:
    """Give what enabled plugins refuse of a choice, as requirements behind its own."""
    return [
        op.Requirement(hook.address, of_option(body, hook, option, BOOLEAN), val.Text((hook.text,)))
        for hook in body.declared.hooks("refusal", address)
    ]


def ordered_by_plugins(body: LoweringContext, address: str, option: val.Local, source: Value) -> Value:
    """Give what is offered in the order that enabled plugins wish for; the first of them counts most."""
    for hook in reversed(body.declared.hooks("ordering", address)):
        rank = of_option(body, hook, option, val.ANY_WHOLE)
        source = val.Ordered(source.type, option.name, source, None, rank, False)
    return source


def of_option(body: LoweringContext, hook: Hook, option: val.Local, kind: Type) -> Value:
    """Give what a plugin makes of an option.

    It is given the inputs of the rule besides where nothing in the game is hidden: elsewhere one of them might be, and
    what a side may choose would tell it.
    """
    hides = any(known.seen_by.hides for one in body.declared.kinds.values() for known in one.fields.values())
    rule = next((r for r in body.declared.rules.values() if r.site_address == body.address), None)
    inputs = tuple(val.Local(p.type, p.name) for p in rule.parameters) if rule is not None and not hides else ()
    reads = tuple(slot for known in hook.reads for slot in body.layout.slots_of(known))
    return val.Hooked(kind, hook.number, (option, *inputs), reads, body.state)


def offered(body: LoweringContext, node: nodes.Choose, item: Type) -> Value:
    """Give what is offered: a list, or the numbers between two others in the finest steps that are said of them."""
    if not isinstance(node.source, nodes.Numbers):
        assert isinstance(node.source, nodes.Expression)
        return value(body, node.source)
    assert isinstance(item, Number)
    low, high = (numbers.stored(quantity(body, end), item) for end in (node.source.low, node.source.high))
    stride = int(Fraction(node.source.step.text) * item.step) if node.source.step else item.step
    return val.Range(types.ListType(item), low, high, stride)


def several(body: LoweringContext, ask: op.Ask, sift: op.Sift, most: Value) -> Iterable[Instruction]:
    """Lower a choice of several: one after another from what is left, until enough or no more are wanted.

    Where nothing may be chosen from the first it is put all the same, so that whoever is interested learns why.
    """
    span, rest = ask.span, ask.options
    assert isinstance(rest, val.Local)
    chosen = val.Local(rest.type, body.fresh("chosen"))
    limit = val.Local(val.ANY_WHOLE, body.fresh("most"))
    assert isinstance(rest.type, types.ListType)
    answer = val.Local(rest.type.item, ask.name)
    yield op.Assign(span, chosen.name, val.Items(rest.type, ()))
    yield op.Assign(span, limit.name, most)
    number, left = (val.Function(val.ANY_WHOLE, "count", (listed,)) for listed in (chosen, rest))
    enough = operate("<=", limit, number)
    none_left = operate("and", operate("<", whole(0), number), operate("=", left, whole(0)))
    leave = (op.Leave(span),)
    yield op.Tries(
        span,
        body.fresh("round"),
        (
            op.Branch(span, ((operate("or", none_left, enough), leave),), ()),
            replace(ask, may_none=False, may_stop=truth(True), stop=leave),
            op.Assign(span, rest.name, val.Function(rest.type, "without", (rest, answer))),
            op.Assign(span, chosen.name, val.Function(rest.type, "with", (chosen, answer))),
        ),
    )
    yield op.Assign(span, ask.name, chosen)


def asked_at_its_turn(body: LoweringContext, node: nodes.ForEach, source: Value) -> Value | None:
    """Give what must hold of a value of a list when its turn comes: a thing is in play, and meets the condition."""
    assert isinstance(source.type, types.ListType)
    item, asked = source.type.item, list[Value]()
    if isinstance(item, types.Thing):
        one = val.Local(item, node.variable.text)
        asked.append(val.Slot(types.BOOLEAN, one, 0, f"{item.kind}.", body.state))
    if isinstance(item, types.Thing) and item.or_none:
        asked = [operate("or", operate("=", one, val.Constant(item, -1)), *asked)]
    if node.condition is not None:
        asked.append(value(body, node.condition))
    return operate("and", *asked) if asked else None


def chosen_loop(
    body: LoweringContext, node: nodes.ForEach, chosen: nodes.ChosenBy, source: Value, block: Blocks
) -> Iterable[Instruction]:
    """Lower a loop in an order that a side chooses: one choice after another from what is left."""
    span, name = node.span, node.variable.text
    assert isinstance(source.type, types.ListType)
    item = source.type.item
    rest = val.Local(source.type, body.fresh("rest"))
    answer = val.Local(item, name)
    number = body.site(name, "choice", span, item)
    body.program.sites[number] = replace(body.program.sites[number], orders=True)
    chooser = needed(body, chosen.side)
    yield op.Assign(span, rest.name, source)
    asked = asked_at_its_turn(body, node, source)
    none_left = operate("=", val.Function(val.ANY_WHOLE, "count", (rest,)), whole(0))
    ask = op.Ask(
        span,
        name,
        number,
        chooser,
        rest,
        None,
        None,
        False,
        None,
        None,
        (),
        tuple(dict.fromkeys(body.scope)),
        body.handed,
    )
    happens: list[Instruction] = []
    if asked is not None:
        left = val.Gathering(source.type, "all", name, rest, asked, None, None, False)
        happens.append(op.Assign(span, rest.name, left))
    happens.append(op.Branch(span, ((none_left, (op.Leave(span),)),), ()))
    happens.append(ask)
    happens.append(op.Assign(span, rest.name, val.Function(source.type, "without", (rest, answer))))
    with body.open(None), body.inside(name):
        happens += block(body, node.block)
    yield op.Tries(span, body.fresh("round"), tuple(happens))
