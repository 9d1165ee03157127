"""Whether a value may stand where it stands: its type, its steps and its range, and what must be whole.

Each function types an expression in its context, or is given its type, and reports what does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from quarterdeck.base.findings.finding import Label
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field
from quarterdeck.language.declarations.types import (
    UNKNOWN,
    AnyNumeric,
    ListType,
    Number,
    Numeric,
    Ratio,
    Type,
    Unknown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.ranges import UNBOUNDED, counts_in_64_bits


def for_number(declared: Declared, kind: Type) -> str:
    """Say how a number is had from what is none."""
    match kind:
        case types.ListType(item=types.Numeric()):
            return "write `sum(n for n in ...)`, `least(...)` or `greatest(...)` of it, or `count(...)` for how many"
        case types.ListType():
            return "write `count(...)` for how many it holds"
        case types.Deck():
            return "write `size(...)` for how many it holds, or `copies(deck, card)`"
        case types.EnumType(enum):
            members = declared.enums[enum].members
            steps = f"`... - {members[0]}` for its steps above {members[0]}, or "
            has_steps = declared.enums[enum].sort == "ladder"
            return f"write {steps if has_steps else ''}a table with it as a key: `worth[...]`"
        case types.Boolean():
            return "write a definition of two cases: `1 if ...` and `0 otherwise`"
        case types.Thing(name) if name in declared.kinds:
            fields = declared.kinds[name].fields.values()
            number = next((known.name for known in fields if isinstance(known.type, types.Number)), "")
            return f"name a field of it: `.{number}`" if number else "name a field of it"
        case types.Place():
            return "write `distance(...)` for its distance from another place"
        case types.DiceType():
            return "roll them first: `roll luck on d6`, and then name `luck`"
        case types.OptionalNumber():
            return "test first that it is not none: `... when value is not none`, or a case `if value is none`"
        case types.Absent():
            return "write a number; a value that may be none needs the type `or none`"
    return "write a number, or an expression of one"


def for_type(declared: Declared, wanted: Type, kind: Type) -> str:
    """Say what to write where a type is wanted and another stands."""
    if isinstance(kind, types.Absent):
        if isinstance(wanted, types.ListType):
            return "write `[]` for an empty list"
        if isinstance(wanted, types.Thing | types.EnumType | types.Place):
            return f"name one, or allow none in its type: `{wanted} or none`"
    match wanted:
        case types.Numeric() if isinstance(kind, types.Numeric):
            return "give both the same unit, or none"
        case types.Numeric():
            return for_number(declared, kind)
        case types.ListType(item=item):
            if isinstance(kind, types.ListType):
                return f"let each item of it be {item}"
            return (
                "put it into a list: `[...]`" if types.fits(kind, item) else f"write a list, each item {item}: `[...]`"
            )
        case types.Boolean():
            is_number = isinstance(kind, types.Numeric)
            return "write `yes`, `no`, or a condition: " + ("`... > 0`" if is_number else "`... is ...`")
        case types.EnumType(enum):
            members = declared.enums[enum].members
            return (
                f"write one of {', '.join(members)}" if len(members) <= _MOST_MEMBERS else f"write a member of {enum}"
            )
        case types.Thing(name):
            one = declared.kinds[name].one if name in declared.kinds else name.lower()
            is_of_it = isinstance(kind, types.ListType) and types.fits(kind.item, wanted)
            return (
                f"pick one of them: `first({one} in ...)`" if is_of_it else f"name a {one}, or a field that holds one"
            )
        case types.Place():
            return f"name a {wanted}, such as a field of that type"
        case types.Deck():
            return "say what it holds: `holds: {...}`"
    return ""


_MOST_MEMBERS = 12


ROUND = "write `rounded up`, `rounded down` or `rounded nearest` after it"


# --- where a type is wanted


def fitting(at: TypingContext, node: nodes.Expression, wanted: Type, what: str, ranged: bool = True) -> Type:
    """Give the type of an expression that must fit a type; report where it does not."""
    kind = at.type(node, wanted)
    if not types.fits(kind, wanted):
        at.report(
            "QD367",
            f"{what} is {wanted}, and this is {types.shown_as(kind)}",
            node.span,
            for_type(at.declared, wanted, kind),
        )
    elif isinstance(wanted, ListType):
        items_fit(at, node, kind, wanted, what)
        has_room(at, node, wanted, what)
    else:
        value_fits(at, node, kind, wanted, what, ranged)
    return kind


def value_fits(
    at: TypingContext, node: nodes.Expression, kind: Type, wanted: Type, what: str, ranged: bool = True
) -> None:
    """Report a number that may leave the steps or the range that are wanted."""
    kind, wanted = types.without_none(kind), types.without_none(wanted)
    if not (isinstance(kind, Numeric) and isinstance(wanted, Numeric)):
        return
    lies_on_steps(at, node, kind, wanted)
    if ranged and types.outside(kind, wanted):
        hint = "widen the range, or use least and greatest"
        if nodes.is_written(node) and wanted.low < wanted.high:
            hint = f"write a number from {types.shown(wanted.low)} to {types.shown(wanted.high)}, or widen the range"
        at.report("QD340", f"this {types.possible(kind)}, and {what} is {wanted}", node.span, hint)


def has_room(at: TypingContext, node: nodes.Expression, wanted: ListType, what: str) -> None:
    """Report a written list of more items than what is wanted may hold."""
    if 0 < wanted.capacity < len(items := nodes.items_of(node)):
        message = f"{what} holds no more than {wanted.capacity}, and these are {len(items)}"
        at.report("QD397", message, node.span, "remove some, or raise `capacity:`")


def items_fit(at: TypingContext, node: nodes.Expression, kind: Type, wanted: Type, what: str) -> None:
    """Report items of a list, at any depth, that may leave the steps or the range that are wanted."""
    if not (isinstance(kind, ListType) and isinstance(wanted, ListType)):
        value_fits(at, node, kind, wanted, f"an item of {what}")
        return
    node = nodes.ungrouped(node)
    if not isinstance(node, nodes.ListLiteral):
        items_fit(at, node, kind.item, wanted.item, what)
        return
    for item in node.items:
        kind_of = at.checked.types[item]
        if not isinstance(kind_of, Ratio):  # which a list has refused already
            items_fit(at, item, kind_of, wanted.item, what)


def lies_on_steps(at: TypingContext, node: nodes.Expression, kind: AnyNumeric, wanted: AnyNumeric) -> None:
    """Report numbers that may lie between the steps of what is wanted."""
    if types.lies_on(kind, wanted) or not isinstance(wanted, Number):
        return
    if isinstance(kind, Ratio):
        message = "this may be a fraction, and has no rounding"
    else:
        words = "whole numbers" if wanted.step == types.WHOLE else types.steps_said(wanted.step)
        message = f"this {in_which_steps(kind, wanted.step)}, and {words} are expected here"
    hint = ROUND
    if kind.low == kind.high and isinstance(nodes.ungrouped(node), nodes.NumberLiteral):
        below = floor(kind.low * wanted.step)
        hint = f"write {' or '.join(types.shown(Fraction(one, wanted.step)) for one in (below, below + 1))}"
    elif wanted.step > types.WHOLE:
        hint += f", for example `rounded up to {types.steps_said(wanted.step)}`"
    at.report("QD371", message, node.span, hint)


def in_which_steps(kind: AnyNumeric, wanted: int) -> str:
    """Say what a number may be that is counted more finely than is wanted, though its only value may lie there."""
    if isinstance(kind, Number) and kind.low == kind.high and (kind.low * wanted) % 1 == 0:
        return f"is counted in {types.steps_said(kind.step)}"
    return types.possible(kind)


# --- where numbers are wanted


def number(at: TypingContext, node: nodes.Expression) -> AnyNumeric | None:
    """Give the type of what must be a number."""
    return as_number(at, node, at.type(node))


def as_number(at: TypingContext, node: nodes.Expression, kind: Type) -> AnyNumeric | None:
    """Give a type if it is one of numbers; report what is none."""
    if isinstance(kind, Numeric):
        return kind
    if not isinstance(kind, Unknown):
        at.report("QD373", f"a number is expected, and this is {kind}", node.span, for_number(at.declared, kind))
    return None


def have_one_unit(at: TypingContext, kinds: Sequence[Type | None], span: Span, verb: str = "compared") -> bool:
    """Tell whether numbers have no two different units; report where they have."""
    units = list(dict.fromkeys(kind.unit for kind in kinds if isinstance(kind, Numeric) and kind.unit))
    if len(units) < 2:
        return True
    hint = f"convert it: `as {units[0]}`"
    at.report("QD335", f"{units[0]} and {units[1]} cannot be {verb}", span, hint)
    return False


def whole(at: TypingContext, node: nodes.Expression, what: str) -> Number | None:
    """Give the type of a number that counts or turns; report where it may lie between whole ones."""
    return as_whole(at, node, at.type(node), what)


def as_whole(at: TypingContext, node: nodes.Expression, kind: Type, what: str) -> Number | None:
    """Give a type if it is one of whole numbers; report what is none."""
    found = as_number(at, node, kind)
    if found is None or (isinstance(found, Number) and found.step == types.WHOLE):
        return found
    at.report("QD380", f"{what} is a whole number, and this {in_which_steps(found, types.WHOLE)}", node.span, ROUND)
    return None


def in_steps(at: TypingContext, node: nodes.Expression) -> Number | None:
    """Give the type of a number that is carried in steps; report one that may be any fraction."""
    found = number(at, node)
    if found is None or isinstance(found, Number):
        return found
    lies_on_steps(at, node, found, Number(found.low, found.high))
    return None


def within_64(at: TypingContext, node: nodes.Node, kind: AnyNumeric) -> AnyNumeric:
    """Give the type of a number that can be counted; report one that may become too large."""
    if counts_in_64_bits(kind):
        return kind
    hint = "give its parts narrower ranges"
    at.report("QD357", "this may become too large for 64 bits", node.span, hint)
    return Number(-UNBOUNDED, UNBOUNDED, unit=kind.unit)


# --- what may be changed


def check_permission(at: TypingContext, known: Field, span: Span) -> None:
    """Report a field that does not change, or not by this rule."""
    if known.fixed:
        labels = [Label(known.span, "declared fixed here")]
        at.report("QD341", f"`{known.address}` is fixed: no rule can change it", span, "", labels)
    by = known.changed_by
    if by is not None and at.rule.rsplit(".", 1)[-1] not in by and at.rule not in by:
        hint = f"do {by[0]}(...) instead" if by else ""
        labels = [Label(known.span, "declared here")]
        at.report("QD342", f"only {', '.join(by)} may change `{known.address}`", span, hint, labels)


# --- where something else is wanted


def listing(at: TypingContext, node: nodes.Expression, words: str = "this is {}, not a list") -> ListType | None:
    """Give the type of what must be a list."""
    kind = at.type(node)
    if isinstance(kind, ListType):
        return kind
    if not isinstance(kind, Unknown):
        at.report("QD350", words.format(kind), node.span)
    return None


def as_item(at: TypingContext, node: nodes.Expression, kind: Type) -> Type:
    """Give the type of an item of a list; report numbers that lie in no steps, or may be none."""
    if isinstance(kind, types.OptionalNumber):
        at.report("QD373", f"a list holds numbers, and this is {kind}", node.span, for_number(at.declared, kind))
        return UNKNOWN
    if not isinstance(kind, Ratio):
        return kind
    hint = "round each: write `rounded up`, `rounded down` or `rounded nearest` after it"
    at.report("QD381", "this may be any fraction, and a list holds numbers in steps", node.span, hint)
    return UNKNOWN
