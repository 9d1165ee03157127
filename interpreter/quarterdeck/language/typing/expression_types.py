"""The type of any expression.

What is made with signs and words between values is typed here, and what is thrown: dice, how many of them, and which of
them count. What has rules of its own leads to the module that knows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import assert_never, cast

from quarterdeck.base.bounds import MOST_TOTALS
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import RuleSort
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.declarations.types import (
    BOOLEAN,
    UNKNOWN,
    Absent,
    Deck,
    DiceType,
    EnumType,
    ListType,
    Number,
    Numeric,
    Ratio,
    RollType,
    Thing,
    Type,
    Unknown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyExpression
from quarterdeck.language.typing import ranges
from quarterdeck.language.typing.assignable import (
    as_item,
    as_number,
    as_whole,
    for_number,
    have_one_unit,
    number,
    whole,
    within_64,
)
from quarterdeck.language.typing.context import TypingContext, language_of
from quarterdeck.language.typing.decks import type_of_copies
from quarterdeck.language.typing.invoking import call_rule, type_of_call, type_of_look_up
from quarterdeck.language.typing.known_ranges import of_two
from quarterdeck.language.typing.meanings import Checked, Local, RollPart
from quarterdeck.language.typing.pools import kept_dice, type_of_numbers, type_of_pool
from quarterdeck.language.typing.ranges import thrown_times
from quarterdeck.language.typing.resolving import field_of, part_of_roll, resolve, roll_named

Truths = nodes.Or | nodes.And | nodes.Negation | nodes.Compare | nodes.Yes | nodes.No
OfOneNumber = (
    nodes.PercentOf | nodes.Power | nodes.PowerOf | nodes.Rounding | nodes.InUnit | nodes.Negative
    | nodes.NumberLiteral
)  # fmt: skip
LARGEST_EXPONENT = 200
"""No number above or below the line of an exponent is larger: what is worked out stays within reason."""
Throw = nodes.HighestOf | nodes.LowestOf | nodes.KeepHighest | nodes.KeepLowest | nodes.TimesDice | nodes.DicePool
OfTwo = nodes.Plus | nodes.Minus | nodes.Multiply | nodes.Divide


def context_of(
    checked: Checked, findings: Findings, module: str = "", rule: str = "", sort: RuleSort = "procedure"
) -> TypingContext:
    """Give the context of a place where nothing is known by name yet."""
    return TypingContext(checked, findings, language_of(checked.declared), infer, module, rule, sort)


def type_expression(
    checked: Checked,
    findings: Findings,
    node: nodes.Expression,
    names: Mapping[str, Type],
    module: str = "",
    rule: str = "",
    is_asked: bool = False,
) -> Type:
    """Give the type of one expression that stands in no rule, where some names are known; keep what it means."""
    return replace(context_with(checked, findings, names, module, rule), is_asked=is_asked).type(node)


def type_call(
    checked: Checked, findings: Findings, node: nodes.Call, names: Mapping[str, Type], module: str = "", rule: str = ""
) -> Rule | None:
    """Give the rule that is called in no rule, where some names are known; keep the call with its arguments."""
    return call_rule(context_with(checked, findings, names, module, rule), node)


def context_with(
    checked: Checked, findings: Findings, names: Mapping[str, Type], module: str, rule: str
) -> TypingContext:
    """Make the context of what stands in no rule, where some names are known."""
    at = context_of(checked, findings, module, rule, "effect")
    for name, kind in names.items():
        at.names[name] = (kind, RollPart(name, "total") if isinstance(kind, RollType) else Local(name))
    return at


def infer(at: TypingContext, node: nodes.Expression, wanted: Type | None) -> Type:
    """Find the type of an expression; what is wanted tells members of several enums apart.

    What is worked out of written numbers lies on the steps of its value, however fine its parts are.
    """
    found = of_sort(at, node, wanted)
    if isinstance(found, Number) and found.low == found.high and nodes.is_written(node):
        return replace(found, step=types.finest(Fraction(found.low)))
    return found


def of_sort(at: TypingContext, node: nodes.Expression, wanted: Type | None) -> Type:
    """Find the type of an expression by the sort of its node."""
    known = cast("AnyExpression", node)
    match known:
        case nodes.Name(word=word):
            return type_of_name(at, known, word, wanted)
        case nodes.FieldAccess():
            return type_of_field_access(at, known)
        case nodes.Call():
            return type_of_call(at, known)
        case nodes.Lookup():
            return type_of_look_up(at, known)
        case (
            nodes.PercentOf()
            | nodes.Power()
            | nodes.PowerOf()
            | nodes.Rounding()
            | nodes.InUnit()
            | nodes.Negative()
            | nodes.NumberLiteral()
        ):
            return type_of_one(at, known)
        case nodes.Or() | nodes.And() | nodes.Negation() | nodes.Compare() | nodes.Yes() | nodes.No():
            return type_of_truth(at, known)
        case nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide():
            return type_of_two(at, known)
        case nodes.Grouped(inner=inner):
            return at.type(inner, wanted)
        case nodes.Nothing():
            return Absent()
        case nodes.Dice(word=word) if word.text in at.names or word.text in at.declared.options:
            return UNKNOWN  # it is reported where the name is given
        case nodes.Dice(word=word):
            return within_bounds(at, ranges.thrown(word), word.span)
        case nodes.ListLiteral():
            return type_of_list(at, known, wanted)
        case (
            nodes.HighestOf() | nodes.LowestOf() | nodes.KeepHighest() | nodes.KeepLowest() | nodes.TimesDice()
            | nodes.DicePool()
        ):  # fmt: skip
            return type_of_throw(at, known)
        case nodes.HighestItems() | nodes.LowestItems() | nodes.NumberList():
            return type_of_numbers(at, known)
        case _:
            assert_never(known)


def type_of_name(at: TypingContext, node: nodes.Name, word: nodes.Word, wanted: Type | None) -> Type:
    """Give the type of what a word stands for; a roll stands for its total."""
    found = resolve(at, word, wanted)
    if found is None:
        return UNKNOWN
    kind, meaning = found
    at.keep(node, meaning)
    return kind.total if isinstance(kind, RollType) else kind


def type_of_field_access(at: TypingContext, node: nodes.FieldAccess) -> Type:
    """Give the type of a part of a roll, or of a field of a thing."""
    name = node.field.text
    if roll := roll_named(at, node.owner):
        return part_of_roll(at, node, roll[0], roll[1].roll)
    owner = at.owner(node.owner)
    if isinstance(owner, Thing):
        return field_of(at, node, owner)
    if isinstance(owner, Deck):
        return type_of_copies(at, node, owner)
    if isinstance(owner, ListType) and isinstance(owner.item, Thing):
        hint = "go through it with `for each`, or gather with any, every, sum, count"
        at.report("QD360", f"a list has no `{name}`", node.field.span, hint)
    elif not isinstance(owner, Unknown):
        at.report("QD360", f"{owner} has no `{name}`", node.field.span)
    return UNKNOWN


# --- what is true or false


def type_of_truth(at: TypingContext, node: Truths) -> Type:
    """Check a condition of any form."""
    match node:
        case nodes.Or(operands=operands) | nodes.And(operands=operands):
            here = at.inner()
            for operand in operands:  # one is asked where those before it hold, or where none of them does
                here.condition(operand)
                here.assume(operand, holds=isinstance(node, nodes.And))
        case nodes.Negation(operand=operand):
            at.condition(operand)
        case nodes.Compare(sign=sign):
            if sign.text in ("in", "not in"):
                check_membership(at, node)
            else:
                check_comparison(at, node)
        case nodes.Yes() | nodes.No():
            pass
        case _:
            assert_never(node)
    return BOOLEAN


def check_membership(at: TypingContext, node: nodes.Compare) -> None:
    """Check `x in list`."""
    left = at.type(node.left)
    right = at.type(node.right, left)
    if isinstance(right, ListType) and types.joined(left, right.item) is not None:
        if isinstance(left, Unknown):
            at.type(node.left, right.item)
    elif isinstance(right, ListType):
        hint = for_number(at.declared, left) if isinstance(left, types.OptionalNumber) else ""
        at.report("QD353", f"{left} is never in a {right}", node.span, hint)
    elif not isinstance(right, Unknown):
        at.report("QD352", f"`in` looks into a list, and this is {types.shown_as(right)}", node.right.span)


def check_comparison(at: TypingContext, node: nodes.Compare) -> None:
    """Check a comparison of two values: members of enums on one side are known by the other."""
    sign = node.sign.text
    left = at.type(node.left)
    right = at.type(node.right, left)
    if isinstance(left, Unknown) and not isinstance(right, Unknown):
        left = at.type(node.left, right)
    if types.joined(left, right) is None:
        both = {left, right} - {Absent()}
        hint = f"{both.pop()} is never none" if len(both) == 1 else ""
        if optional := next((one for one in (left, right) if isinstance(one, types.OptionalNumber)), None):
            hint = for_number(at.declared, optional)
        at.report("QD353", f"{types.shown_as(left)} and {types.shown_as(right)} cannot be compared", node.span, hint)
    elif sign in ("<", ">", "<=", ">="):
        is_ladder = isinstance(left, EnumType) and at.declared.enums[left.enum].sort == "ladder"
        if not (is_ladder or isinstance(left, Numeric | Unknown)):
            at.report("QD353", f"{left} has no order", node.span, "only numbers and ladders have")
    elif sign == "=" and not isinstance(left, Numeric | Unknown):
        at.report("QD354", "`=` compares numbers", node.sign.span, "write `is`")
    elif sign in ("is", "is not") and isinstance(left, Numeric) and isinstance(right, Numeric):
        at.report("QD354", f"`{sign}` does not compare numbers", node.sign.span, "write `=`, or `not a = b`")


# --- numbers


def type_of_one(at: TypingContext, node: OfOneNumber) -> Type:
    """Give the type of a number, and of what is made from one number."""
    match node:
        case nodes.NumberLiteral(word=word):
            written = Fraction(word.text)
            return within_64(at, node, Number(written, written, types.finest(written)))
        case nodes.Rounding():
            return type_of_rounding(at, node)
        case nodes.Power():
            return type_of_power(at, node)
        case nodes.PowerOf():
            return type_of_power_of(at, node)
        case nodes.PercentOf(percent=percent, whole=part):
            found = number(at, part)
            return ranges.share_of(found, Fraction(percent.text)) if found else UNKNOWN
        case nodes.InUnit(value=value, unit=unit):
            found = number(at, value)
            if unit.text not in at.declared.units:
                at.unknown(unit.text, unit.span, at.declared.units, "unit")
            return replace(found, unit=unit.text) if found else UNKNOWN
        case nodes.Negative(operand=operand):
            found = number(at, operand)
            return replace(found, low=-found.high, high=-found.low) if found else UNKNOWN
        case _:
            assert_never(node)


def type_of_power(at: TypingContext, node: nodes.Power) -> Type:
    """Give the type of a power with a whole exponent; what has no last digit is a finding, unless it is rounded."""
    exponent = exponent_of(at, node)
    if exponent is None:
        return UNKNOWN
    if exponent.denominator == 1:
        found = number(at, node.base)
        return within_64(at, node, ranges.to_the_power(found, int(exponent))) if found else UNKNOWN
    at.type(node.base)
    hint = "write `rounded up`, `rounded down` or `rounded nearest` directly after the power, in parentheses if needed"
    at.report("QD371", "a root may have infinitely many digits, and has no rounding", node.span, hint)
    return UNKNOWN


def type_of_power_of(at: TypingContext, node: nodes.PowerOf) -> Type:
    """Give the type of a power whose exponent is worked out: of a whole number whole, of any other a fraction."""
    base, exponent = number(at, node.base), whole(at, node.exponent, "an exponent")
    if base is None or exponent is None:
        return UNKNOWN
    if exponent.low < 0 or exponent.high > LARGEST_EXPONENT:
        hint = f"keep it between 0 and {LARGEST_EXPONENT}: use a condition, least and greatest, or another type"
        at.report("QD385", f"an exponent that {types.possible(exponent)} is not allowed", node.exponent.span, hint)
        return UNKNOWN
    return within_64(at, node, ranges.power_of(base, int(exponent.low), int(exponent.high)))


def exponent_of(at: TypingContext, node: nodes.Power) -> Fraction | None:
    """Give the exponent of a power; report one that nobody can work out."""
    exponent = nodes.exponent(node)
    if exponent and max(exponent.as_integer_ratio()) <= LARGEST_EXPONENT:
        return exponent
    at.type(node.base)
    hint = f"an exponent lies above zero; as a fraction, neither of its numbers is above {LARGEST_EXPONENT}"
    at.report("QD385", f"`{node.exponent.text}` is not an exponent", node.exponent.span, hint)
    return None


def type_of_root(at: TypingContext, node: nodes.Rounding, power: nodes.Power, step: int) -> Type:
    """Give the type of a power with a fraction as its exponent, rounded to steps."""
    exponent, found = exponent_of(at, power), number(at, power.base)
    if exponent is None or found is None:
        return UNKNOWN
    if found.low < 0:
        hint = "keep it from going below zero, for example with greatest(0, ...)"
        message = f"there is no root of a number below zero, and this {types.possible(found)}"
        at.report("QD386", message, power.base.span, hint)
        return UNKNOWN
    ends = (
        ranges.ends_of_root(found, exponent, "down", types.WHOLE)[0],
        ranges.ends_of_root(found, exponent, "up", 1)[1],
    )
    inner: nodes.Expression = node.value
    while inner is not power:  # brackets around it
        at.checked.types[inner] = Ratio(*ends, unit=found.unit)
        assert isinstance(inner, nodes.Grouped)
        inner = inner.inner
    at.checked.types[power] = Ratio(*ends, unit=found.unit)
    rounded = ranges.ends_of_root(found, exponent, node.how.text.split()[-1], step)
    return within_64(at, node, Number(*rounded, step, unit=found.unit))


def type_of_rounding(at: TypingContext, node: nodes.Rounding) -> Type:
    """Give the type of `value rounded how`, to whole numbers or to other steps."""
    power = nodes.root_in(node.value)
    found = number(at, node.value) if power is None else None
    if found is None and power is None:
        return UNKNOWN
    step = types.WHOLE
    if node.step is not None:
        named = types.step_named(node.step.text.split()[-1])
        if named is None:
            at.report("QD304", "steps are halves or a power of ten", node.step.span, "for example `steps of 0.01`")
            return UNKNOWN
        step = named
    if found is None:
        assert power is not None
        return type_of_root(at, node, power, step)
    if types.lies_on(found, wanted := Number(0, 0, step)) and not happens_to_lie(at, node.value, wanted):
        hint = "remove the rounding"
        at.report("QD358", "this is already exact", node.span, hint)
    return within_64(at, node, ranges.rounded(found, node.how.text.split()[-1], step))


def happens_to_lie(at: TypingContext, node: nodes.Expression, wanted: Number) -> bool:
    """Tell whether a number lies on steps by what is written in it alone: other numbers there would not, `0.5 * 4`."""
    written = [part for part in node.walk() if isinstance(part, nodes.NumberLiteral)] if nodes.is_written(node) else []
    kinds = [at.checked.types[part] for part in written]
    return not all(types.lies_on(kind, wanted) for kind in kinds if isinstance(kind, Number))


def type_of_two(at: TypingContext, node: OfTwo) -> Type:
    """Give the type of arithmetic with two values: numbers, dice and a number, or a member of an enum and a number."""
    left = at.type(node.left)
    if isinstance(node, nodes.Plus | nodes.Minus):
        sign = 1 if isinstance(node, nodes.Plus) else -1
        if isinstance(left, EnumType):
            return type_of_move(at, node, left)
        if isinstance(left, DiceType):
            return ranges.shifted(left, whole(at, node.right, "what is added to dice") or Number(0, 0), sign)
    one, other = as_number(at, node.left, left), number(at, node.right)
    if one is None or other is None:
        return UNKNOWN
    match node:
        case nodes.Plus() | nodes.Minus():
            have_one_unit(at, (one, other), node.span, "added")
            found = ranges.summed(one, other, sign)
            return within_64(at, node, of_two(at.checked, node, found) if isinstance(node, nodes.Minus) else found)
        case nodes.Multiply():
            if one.unit and other.unit:
                at.report("QD335", f"{one.unit} times {other.unit} is not a unit", node.span)
            return within_64(at, node, ranges.multiplied(one, other))
        case nodes.Divide():
            if other.low <= 0 <= other.high:
                hint = "use a number whose range leaves zero out, for example greatest(1, ...)"
                at.report("QD355", "this may divide by zero", node.right.span, hint)
            elif one.unit and other.unit and one.unit != other.unit:
                at.report("QD335", f"{one.unit} by {other.unit} is not a unit", node.span)
            return of_two(at.checked, node, ranges.divided(one, other))
        case _:
            assert_never(node)


def type_of_move(at: TypingContext, node: nodes.Plus | nodes.Minus, left: EnumType) -> Type:
    """Give the type of a member moved by a number, or of how far two members lie apart."""
    enum = at.declared.enums[left.enum]
    right = at.type(node.right)
    if enum.sort == "plain":
        at.report("QD356", f"{enum.name} has no order", node.span, "make it a circle or a ladder")
    if isinstance(right, EnumType) and isinstance(node, nodes.Minus):
        return Number(1 - len(enum.members), len(enum.members) - 1)
    if isinstance(right, Numeric):
        as_whole(at, node.right, right, f"by how many steps {left} moves")
    elif not isinstance(right, Unknown):
        at.report("QD353", f"{left} moves by numbers, not by {right}", node.right.span)
    return EnumType(left.enum)


# --- lists


def type_of_list(at: TypingContext, node: nodes.ListLiteral, wanted: Type | None) -> Type:
    """Give the type of a list that is written out; of an empty one only its place says what would be in it."""
    inner = wanted.item if isinstance(wanted, ListType) else wanted
    found: Type = UNKNOWN
    if not node.items and inner is None:
        at.report("QD388", "the type of this empty list is unknown", node.span, "remove it")
    for item in node.items:
        kind = as_item(at, item, at.type(item, inner))
        both = types.joined(found, kind)
        if both is None:
            at.report("QD351", f"this is {types.shown_as(kind)}, and the value before it is {found}", item.span)
        else:
            found = both
    return ListType(found, len(node.items))


ANY_DIE = DiceType(1, 6, (1, 6), (1, 6), (1, 6))  # what is taken where no dice could be read


def dice(at: TypingContext, node: nodes.Expression) -> DiceType:
    """Give the range of what is thrown; report what are no dice."""
    kind = at.type(node)
    if isinstance(kind, DiceType):
        return kind
    if not isinstance(kind, Unknown):
        at.report("QD349", f"these are not dice but {kind}", node.span, "write `d6` or `2d6`")
    return ANY_DIE


def within_bounds(at: TypingContext, found: DiceType, span: Span) -> DiceType:
    """Give what is thrown; report it where its total may come to more values than anybody counts or rolls."""
    if found.high - found.low >= MOST_TOTALS:
        words = f"this may come to {found.high - found.low + 1:,} totals"
        at.report("QD387", words, span, f"a throw has at most {MOST_TOTALS:,}: use fewer or smaller dice")
    return found


def type_of_throw(at: TypingContext, node: Throw) -> Type:
    """Give the range of several dice, of those of them that count, or the list that a pool of them is."""
    if isinstance(node, nodes.TimesDice):
        found = thrown_times(dice(at, node.dice), whole(at, node.count, "how many dice are thrown"))
        return within_bounds(at, found, node.span)
    if isinstance(node, nodes.DicePool):
        return type_of_pool(at, [(one, dice(at, one)) for one in node.amounts])
    of = dice(at, node.amount)
    if isinstance(node, nodes.KeepHighest | nodes.KeepLowest):
        return kept_dice(at, node, of)
    return DiceType(*of.single, of.single, of.face, of.face)
