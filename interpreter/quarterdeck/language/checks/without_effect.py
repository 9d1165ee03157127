"""Check that what is written changes something: modifiers, limits, kept dice, further throws, amounts and loops.

In: a `Checked` ruleset. Out: findings. Only the ranges of types count, so what is reported has no effect in any game.
A `least` or `greatest` that limits nothing is left out: authors copy such limits from the rules that they encode.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.checks.calls import calls_of
from quarterdeck.language.declarations.types import DiceType, ListType, Numeric, shown
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked

Idle = tuple[nodes.Node, str]
"""A part without an effect, and why it has none."""
NO_OTHER = "no die is thrown again: the limit includes the first throw"


def check_without_effect(checked: Checked, findings: Findings) -> None:
    """Find what changes nothing."""
    if any(finding.is_fault for finding in findings):
        return  # what is wrong with a rule may have set a range
    for home in calls_of(checked).homes:
        nodes_of_home = dict.fromkeys(node for part in (*home.parts, *home.statements) for node in part.walk())
        for idle, reason in (found for node in nodes_of_home for found in idle_parts(checked, node)):
            message, hint = f"this has no effect: {reason}", "remove it, or correct it"
            findings.add("QD433", message, idle.span, hint=hint, rule=home.address)


def idle_parts(checked: Checked, node: nodes.Node) -> Iterator[Idle]:
    """Give what has no effect in one node; what is inside other nodes is left out."""
    yield from idle_in_roll(checked, node)
    yield from idle_in_statement(checked, node)
    yield from idle_in_expression(checked, node)


def idle_in_roll(checked: Checked, node: nodes.Node) -> Iterator[Idle]:
    """Give what has no effect in a roll, its dice, or what changes them."""
    match node:
        case nodes.ShiftedUp() | nodes.ShiftedDown():
            yield from idle_shift(checked, node)
        case nodes.Modifier():
            yield from idle_modifier(checked, node)
        case nodes.Roll():
            yield from idle_pool(checked, node)
        case nodes.KeepHighest() | nodes.KeepLowest():
            yield from idle_keeping(checked, node)
        case nodes.HighestOf() | nodes.LowestOf():
            yield from idle_pick(checked, node)
        case nodes.ThrownOn() | nodes.AddsDie():
            yield from idle_throw(checked, node)
        case nodes.Again():
            yield from idle_again(checked, node)


def idle_in_statement(checked: Checked, node: nodes.Node) -> Iterator[Idle]:
    """Give what has no effect in a change, a loop or a choice."""
    match node:
        case nodes.Add() | nodes.Take():
            yield from idle_change(checked, node)
        case nodes.Set():
            yield from idle_setting(checked, node)
        case nodes.Repeat():
            yield from idle_loop(checked, node)
        case nodes.UpTo():
            yield from idle_limit(checked, node)
        case nodes.Choose(source=nodes.Expression() as source):
            yield from idle_items(source)


def idle_in_expression(checked: Checked, node: nodes.Node) -> Iterator[Idle]:
    """Give what has no effect in a calculation."""
    match node:
        case nodes.Plus() | nodes.Minus():
            yield from idle_sum(checked, node)
        case nodes.Multiply() | nodes.Divide():
            yield from idle_product(checked, node)
        case nodes.Power():
            yield from idle_power(checked, node)
        case nodes.Compare(sign=sign, right=right) if sign.text in ("in", "not in") and node in checked.types:
            yield from idle_items(right)


def ends(checked: Checked, node: nodes.Node | None) -> tuple[Fraction, Fraction] | None:
    """Give the least and greatest value of a number; nothing for anything else."""
    kind = checked.narrowed.get(node) or checked.types.get(node) if node is not None else None
    return (Fraction(kind.low), Fraction(kind.high)) if isinstance(kind, Numeric) else None


def is_only(checked: Checked, node: nodes.Node | None, number: int) -> bool:
    """Tell whether an expression is always the same known number."""
    return ends(checked, node) == (Fraction(number), Fraction(number))


# --- rolls and modifiers


def idle_shift(checked: Checked, node: nodes.ShiftedUp | nodes.ShiftedDown) -> Iterator[Idle]:
    """Report dice to which nothing is added."""
    if is_only(checked, node.amount, 0):
        yield node, "the amount is 0"


def idle_modifier(checked: Checked, node: nodes.Modifier) -> Iterator[Idle]:
    """Report a change of a total that leaves it as it is."""
    total, change = ends(checked, node), node.change
    if isinstance(change, nodes.Raised | nodes.Lowered) and is_only(checked, change.amount, 0):
        yield change, "the amount is 0"
    elif isinstance(change, nodes.NotBelow | nodes.NotAbove):
        bound = ends(checked, change.bound)
        if total is None or bound is None or checked.declared.amended:
            return  # a limit of a rule is left in its place when a house rule narrows the rule
        if isinstance(change, nodes.NotBelow) and bound[1] <= total[0]:
            yield change, f"the total is never below {shown(total[0])} here"
        elif isinstance(change, nodes.NotAbove) and bound[0] >= total[1]:
            yield change, f"the total is never above {shown(total[1])} here"
    elif isinstance(change, nodes.CountsAs):
        value = nodes.ungrouped(change.value)
        if isinstance(value, nodes.Name) and value.word.text == change.die.text:
            yield change, "each die counts what it shows anyway"


def idle_pool(checked: Checked, node: nodes.Roll) -> Iterator[Idle]:
    """Report modifiers that keep or drop all dice of a pool, or none."""
    pool = checked.types.get(node.dice)
    most = pool.capacity if isinstance(pool, ListType) else 0
    for modifier in node.modifiers if most else ():
        change = modifier.change
        if isinstance(change, nodes.AddsDie):
            cap = ends(checked, change.cap)
            most *= max(1, int(cap[1])) if cap else 1
        count = ends(checked, change.count) if isinstance(change, nodes.KeptDice) else None
        if not isinstance(change, nodes.KeptDice) or count is None:
            continue
        keeps = change.how.text.startswith("keep")
        if (count[0] >= most) if keeps else (count[1] <= 0):
            yield change, f"all dice are kept: there are at most {most}" if keeps else "no die is dropped"
        elif (count[1] <= 0) if keeps else (count[0] >= most):
            yield change, "no die is left" if keeps else f"no die is left: there are at most {most}"


def idle_keeping(checked: Checked, node: nodes.KeepHighest | nodes.KeepLowest) -> Iterator[Idle]:
    """Report that so many dice are kept as are thrown at most."""
    kept, dice = ends(checked, node.kept), checked.types.get(node.amount)
    if kept is None or not isinstance(dice, DiceType) or dice.face[1] <= 0:
        return
    most = dice.natural[1] // dice.face[1]
    if kept[0] >= most:
        yield node, f"all dice are kept: there are at most {most}"
    elif kept[1] <= 0:
        yield node, "no die is kept"


def idle_pick(checked: Checked, node: nodes.HighestOf | nodes.LowestOf) -> Iterator[Idle]:
    """Report that the highest or lowest of a single die is taken."""
    dice = checked.types.get(node.amount)
    if isinstance(dice, DiceType) and dice.natural[1] <= dice.face[1]:
        yield node, "there is only one die"


def idle_throw(checked: Checked, node: nodes.ThrownOn | nodes.AddsDie) -> Iterator[Idle]:
    """Report dice that are thrown on so seldom that nothing is thrown."""
    cap = ends(checked, node.cap)
    if cap is not None and cap[1] < 2:
        yield node.cap, NO_OTHER


def idle_again(checked: Checked, node: nodes.Again) -> Iterator[Idle]:
    """Report another try that is never made."""
    cap = ends(checked, node.cap)
    if cap is not None and cap[1] < 2:
        yield node, "there is no other try: the limit includes the first one"


# --- statements


def idle_change(checked: Checked, node: nodes.Add | nodes.Take) -> Iterator[Idle]:
    """Report that nothing is added or taken."""
    if is_only(checked, node.amount, 0):
        yield node, "the amount is 0"


def idle_setting(checked: Checked, node: nodes.Set) -> Iterator[Idle]:
    """Report that something is set to itself."""
    if nodes.same(nodes.ungrouped(node.value), node.target):
        yield node, "it has this value already"


def idle_loop(checked: Checked, node: nodes.Repeat) -> Iterator[Idle]:
    """Report a loop that runs once, and is never left before its end."""
    if is_only(checked, node.count, 1) and not any(isinstance(part, nodes.Stop) for part in node.walk()):
        yield node.count, "the loop runs once"


def idle_limit(checked: Checked, node: nodes.UpTo) -> Iterator[Idle]:
    """Report that at most no option may be chosen."""
    count = ends(checked, node.count)
    if count is not None and count[1] <= 0:
        yield node, "nothing can be chosen"


def idle_items(node: nodes.Expression) -> Iterator[Idle]:
    """Report what is written twice in a list of options, or of values that a value is among."""
    listed = nodes.ungrouped(node)
    items = listed.items if isinstance(listed, nodes.ListLiteral) else ()
    for place, item in enumerate(items):
        if any(nodes.same(item, other) for other in items[:place]):
            yield item, "it is in the list already"


# --- expressions


def idle_sum(checked: Checked, node: nodes.Plus | nodes.Minus) -> Iterator[Idle]:
    """Report that nothing is added to a number."""
    for part in (node.left, node.right) if isinstance(node, nodes.Plus) else (node.right,):
        if is_only(checked, part, 0) and isinstance(nodes.ungrouped(part), nodes.NumberLiteral):
            yield part, "the amount is 0"


def idle_product(checked: Checked, node: nodes.Multiply | nodes.Divide) -> Iterator[Idle]:
    """Report that a number is multiplied or divided by one."""
    for part in (node.left, node.right) if isinstance(node, nodes.Multiply) else (node.right,):
        if is_only(checked, part, 1) and isinstance(nodes.ungrouped(part), nodes.NumberLiteral):
            yield part, "the factor is 1"


def idle_power(checked: Checked, node: nodes.Power) -> Iterator[Idle]:
    """Report a power that is its base."""
    if node.exponent.text == "1":
        yield node, "the exponent is 1"
