"""Lower rolls of pools: a draw of a list, what is done with each die, and which of the dice are kept.

In: a roll on `a pool of` dice. Out: a draw that brings what the dice show, the highest first; its name stands for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, cast

from quarterdeck.language.declarations.types import ListType, Number
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyPoolChange
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Instruction
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.decks import seen_by
from quarterdeck.program.lower.expressions import dice, quantity, text, value
from quarterdeck.program.lower.numbers import operate


def pool(body: LoweringContext, node: nodes.Roll | nodes.Check, thrown: nodes.DicePool) -> Iterable[Instruction]:
    """Lower the roll of a pool: its name stands for the list of what its dice show."""
    name, kind, span = node.name.text, body.type(node), node.span
    assert isinstance(kind, ListType)
    before: list[Instruction] = []
    by = seen_by(body, node.secret.side, before) if node.secret is not None else None
    yield from before
    steps = tuple(step for one in node.modifiers for step in steps_of(body, one))
    sites, parts = [], []
    for amount in thrown.amounts:
        written = thrown if len(thrown.amounts) == 1 else amount
        said = " ".join(written.span.text.split())
        sites.append(body.site(name, "roll", span, kind, secret=node.secret is not None, dice=said))
        found = dice(body, amount)
        parts.append(val.Local(kind, body.fresh("pool")))
        chance = val.Dice(kind, found.count, found.sides, whole(0), "each", steps=steps)
        yield op.Draw(span, parts[-1].name, sites[-1], chance, body.about)
    site, shown = sites[0], parts[0]
    if len(parts) > 1:
        shown = val.Local(kind, body.fresh("pool"))
        yield op.Assign(span, shown.name, val.Function(kind, "mixed_items", tuple(parts)))
    kept: Value = shown
    for one in node.modifiers:
        kept = kept_by(body, one, kept)
    if kept is not shown:
        shown = val.Local(kind, body.fresh("kept"))
        yield op.Assign(span, shown.name, kept)
    yield op.Drawn(span, site, shown, by, text(body, node.phrase))
    yield op.Assign(span, name, shown)
    body.scope.append(name)


def steps_of(body: LoweringContext, modifier: nodes.Modifier) -> Iterator[val.DieStep]:
    """Lower what a modifier does with each die."""
    change = cast("AnyPoolChange", modifier.change)
    if not isinstance(change, nodes.ThrownAgain | nodes.ThrownOn | nodes.AddsDie | nodes.CountsAs):
        return
    kind = body.type(modifier)
    assert isinstance(kind, Number)
    die = val.Local(kind, change.die.text)
    applies = () if modifier.condition is None else (value(body, modifier.condition),)
    with body.inside(die.name):
        match change:
            case nodes.ThrownAgain(condition=condition):
                yield val.DieStep("again", die, operate("and", *applies, value(body, condition)))
            case nodes.ThrownOn(condition=condition, cap=cap) | nodes.AddsDie(condition=condition, cap=cap):
                often = numbers.stored(quantity(body, cap), val.ANY_WHOLE)
                how: Literal["on", "adds"] = "on" if isinstance(change, nodes.ThrownOn) else "adds"
                yield val.DieStep(how, die, operate("and", *applies, value(body, condition)), often)
            case nodes.CountsAs(value=worth):
                counts = numbers.stored(quantity(body, worth), val.ANY_WHOLE)
                if applies:
                    counts = val.Cases(val.ANY_WHOLE, ((applies[0], counts),), die)
                yield val.DieStep("counts", die, counts)


def kept_by(body: LoweringContext, modifier: nodes.Modifier, shown: Value) -> Value:
    """Lower which dice a modifier leaves in a pool."""
    change = cast("AnyPoolChange", modifier.change)
    if not isinstance(change, nodes.KeptDice):
        return shown
    what, extreme = change.how.text.split()
    often = numbers.stored(quantity(body, change.count), val.ANY_WHOLE)
    if modifier.condition is not None:
        kind = shown.type
        assert isinstance(kind, ListType)
        otherwise = whole(kind.capacity if what == "keep" else 0)
        often = val.Cases(val.ANY_WHOLE, ((value(body, modifier.condition), often),), otherwise)
    name = f"{extreme}_items" if what == "keep" else f"without_{extreme}"
    return val.Function(shown.type, name, (shown, often))
