"""Lower a number that modifiers change: each works on what those before it have left, where its condition holds.

In: the value before all modifiers, and the modifiers. Out: one value. What is added or taken is nothing where the
condition does not hold; any other change needs the number before it twice, so that is named for it.
"""

from __future__ import annotations

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Number, Ratio
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import Value, whole
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.expressions import quantity, value
from quarterdeck.program.lower.rolls import changed, finest_total


def before_modifiers(body: LoweringContext, node: nodes.ModifiedValue) -> Number | Ratio:
    """Give the type of the number before all modifiers, which holds all that they make of it."""
    kind = body.type(node)
    assert isinstance(kind, Number | Ratio)
    return finest_total(body, node, kind)


def modified(body: LoweringContext, total: Value, node: nodes.Modifier) -> Value:
    """Give what a modifier leaves of a number: another where it applies, the same where it does not."""
    if node.condition is None:
        return changed(body, total, node)
    kind, applies = total.type, value(body, node.condition)
    assert isinstance(kind, Number | Ratio)
    match node.change:
        case nodes.Raised(amount=amount) | nodes.Lowered(amount=amount):
            by = if_it_applies(applies, numbers.settled(quantity(body, amount)))
            now = numbers.exact(total) if isinstance(kind, Ratio) else total
            shifted = numbers.added if isinstance(node.change, nodes.Raised) else numbers.taken
            return numbers.stored(shifted(now, by), kind)
    named = val.Local(kind, body.fresh("total"))
    found = val.Cases(kind, ((applies, changed(body, named, node)),), named)
    source = val.Items(types.ListType(kind), (total,))
    return val.Gathering(kind, "greatest", named.name, source, None, found, None, False)


def if_it_applies(applies: Value, amount: Value) -> Value:
    """Give an amount where a condition holds, and otherwise nothing."""
    kind = amount.type
    assert isinstance(kind, Number | Ratio)
    around = types.as_fine(min(kind.low, 0), max(kind.high, 0), kind)
    return val.Cases(around, ((applies, numbers.stored(amount, around)),), numbers.stored(whole(0), around))
