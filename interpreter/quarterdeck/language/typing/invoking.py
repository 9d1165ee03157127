"""Types of what is called or looked up: definitions, functions of the language, tables, and what is asked of a rule.

What is gathered from lists is called too: `any`, `every`, `count`, `sum`, `least`, `greatest`, `first` and `all`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Label
from quarterdeck.base.text import Span, many
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import COPIES_IN_LIST, GATHERINGS
from quarterdeck.language.declarations.plugin_functions import BY_PLUGIN
from quarterdeck.language.declarations.symbol_table import Hook, Parameter, Rule, Table
from quarterdeck.language.declarations.types import (
    BOOLEAN,
    UNKNOWN,
    ArcType,
    DiceType,
    EnumType,
    ListType,
    Number,
    Numeric,
    RollType,
    Thing,
    Type,
    Unknown,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.assignable import (
    as_item,
    as_number,
    fitting,
    for_type,
    have_one_unit,
    listing,
    number,
    whole,
    within_64,
)
from quarterdeck.language.typing.context import TypingContext
from quarterdeck.language.typing.known_ranges import of_extreme
from quarterdeck.language.typing.meanings import GatherCall
from quarterdeck.language.typing.ranges import dice_in
from quarterdeck.language.typing.resolving import bind, matched, rule_called, table_named

ANY_ROLL = Number(-1_000_000, 1_000_000)


def type_of_call(at: TypingContext, node: nodes.Call) -> Type:
    """Give the type of a call of any sort."""
    name = node.callee.word.text if isinstance(node.callee, nodes.Name) else ""
    only = node.arguments[0] if len(node.arguments) == 1 else None
    if gathers(at, name, node):
        return type_of_gathering(at, name, node)
    if name == "before" and isinstance(only, nodes.Expression):
        return type_of_before(at, node, only)
    if name == "allowed":
        return type_of_allowed(at, node, only)
    if name == "expected":
        return type_of_expected(at, node)
    if name == "due" and isinstance(only, nodes.Expression):
        at.type(only)
        at.keep(node, meanings.TimerState())
        return BOOLEAN
    if name in at.language.functions and name not in at.declared.lost:
        return type_of_function(at, name, node)
    if name == BY_PLUGIN and (hook := at.declared.function_of_plugin(at.rule)) is not None:
        return type_of_plugins(at, hook, node)
    rule = call_rule(at, node)
    if rule is None:
        return UNKNOWN
    if rule.sort not in ("define", "advice"):
        at.report("QD361", f"`{rule.name}` is a procedure or effect, not a value", node.span, f"do {rule.name}(...)")
        return UNKNOWN
    return rule.result or types.ADVISED


def gathers(at: TypingContext, name: str, node: nodes.Call) -> bool:
    """Tell whether a call gathers over a list; some words are those of functions, too."""
    if name not in GATHERINGS:
        return False
    if name not in at.language.functions or any(isinstance(a, nodes.Gathered | nodes.Picked) for a in node.arguments):
        return True
    others = [a for a in node.arguments if not isinstance(a, nodes.HighestFirst | nodes.LowestFirst)]
    return name == "count" and len(others) == 1 and is_binding(others[0])


# --- rules


def call_rule(at: TypingContext, node: nodes.Call) -> Rule | None:
    """Give the rule that is called, and keep the call with its arguments."""
    rule = rule_called(at, node)
    if rule is None:
        for argument in node.arguments:
            if isinstance(argument, nodes.Expression):
                at.type(argument)
        return None
    at.keep(node, meanings.RuleCall(rule, arguments(at, rule.parameters, node.arguments, node.span)))
    return rule


def arguments(
    at: TypingContext, parameters: Sequence[Parameter], given: Sequence[nodes.Node], span: Span
) -> tuple[nodes.Expression, ...]:
    """Give arguments in the order of the parameters, each checked against its own."""
    by_name, too_many = matched(at, parameters, given, span)
    for argument in too_many:
        at.type(argument)
    known = [parameter for parameter in parameters if parameter.name in by_name]
    for parameter in known:
        fitting(at, by_name[parameter.name], parameter.type, f"`{parameter.name}`")
    return tuple(by_name[parameter.name] for parameter in known)


def type_of_before(at: TypingContext, node: nodes.Call, value: nodes.Expression) -> Type:
    """Give the type of a value as it was before the span."""
    if at.sort in ("define", "advice"):
        at.report(
            "QD382",
            "a definition reads one state, so it cannot use `before`",
            node.span,
            "write `before(...)` at the use of the definition",
        )
    at.keep(node, meanings.BeforeValue(value))
    return at.type(value)


def type_of_allowed(at: TypingContext, node: nodes.Call, asked: nodes.Node | None) -> Type:
    """Check `allowed(procedure(a, b))`."""
    if not isinstance(asked, nodes.Call):
        at.report("QD362", "`allowed` takes one procedure", node.span, "allowed(procedure(a, b))")
        return BOOLEAN
    call_rule(at, asked)
    found = at.meaning(asked)
    if isinstance(found, meanings.RuleCall):
        at.keep(node, meanings.Allowed(found.rule, found.arguments))
    return BOOLEAN


def type_of_expected(at: TypingContext, node: nodes.Call) -> Type:
    """Check `expected(value, procedure(a, b))`: the value may name the rolls of the procedure."""
    value, done = node.arguments if len(node.arguments) == 2 else (None, None)
    if not isinstance(value, nodes.Expression) or not isinstance(done, nodes.Call):
        hint = "expected(value, procedure(a, b))"
        at.report("QD375", "`expected` takes a value and one procedure", node.span, hint)
        return UNKNOWN
    if at.sort != "advice":
        hint = "`expected` is only for advice"
        at.report("QD376", "only advice may use `expected`", node.span, hint)
        return UNKNOWN
    rule = call_rule(at, done)
    found = at.meaning(done)
    if rule is None or not isinstance(found, meanings.RuleCall):
        return UNKNOWN
    if rule.sort not in ("procedure", "effect"):
        at.report("QD375", f"`{rule.name}` is a value, not a procedure or effect", done.span, "name a procedure")
        return UNKNOWN
    after = at.inner()
    for name, is_check in at.declared.rolls_of(rule.address):
        outcome = RollType(ANY_ROLL, ANY_ROLL, ANY_ROLL if is_check else None)
        bind(after, name, outcome, node.span, meanings.RollPart(name, "total"))
    weighed = number(after, value)
    at.keep(node, meanings.Expected(rule, found.arguments, value))
    if weighed is None:
        return UNKNOWN
    return Number(weighed.low, weighed.high, types.STEPS["thousandths"], unit=weighed.unit)


# --- functions of plugins, and of the language


def type_of_plugins(at: TypingContext, hook: Hook, node: nodes.Call) -> Type:
    """Give the type of what a plugin works out: that of the definition which stands for it."""
    given = tuple(argument for argument in node.arguments if isinstance(argument, nodes.Expression))
    for argument in given:
        at.type(argument)
    at.keep(node, meanings.PluginCall(hook, given))
    rule = at.declared.rules[at.rule]
    return rule.result or UNKNOWN


def type_of_function(at: TypingContext, name: str, node: nodes.Call) -> Type:
    """Give the type of what a function of the language gives."""
    function = at.language.functions[name]
    given = [argument for argument in node.arguments if isinstance(argument, nodes.Expression)]
    fits = len(given) >= len(function.takes) if function.variadic else len(given) == len(function.takes)
    if name == "copies" and fits and len(given) == len(node.arguments) and isinstance(at.owner(given[0]), ListType):
        function = COPIES_IN_LIST
    if len(given) != len(node.arguments) or not fits:
        inputs = ", ".join(known for known, _ in function.takes)
        hint = f"write `{name}({inputs})`" if not function.variadic else ""
        at.report(
            "QD363", f"`{name}` takes {inputs}, and is given {many(len(node.arguments), 'value')}", node.span, hint
        )
        for argument in given:
            at.type(argument)
        return function.gives([], at.language.measures)
    takes = function.takes * len(given) if function.variadic else function.takes
    found: list[Type] = []
    for argument, (known, wanted) in zip(given, takes, strict=True):
        wanted_type = in_what_is_before(wanted, found[-1]) if wanted in ("card", "item") else wanted
        found.append(type_of_taken(at, argument, known, wanted_type))
    at.keep(node, meanings.FunctionCall(function.name, tuple(given)))
    if (function.variadic or name == "remainder") and not have_one_unit(at, found, node.span):
        return UNKNOWN
    gives = function.gives(found, at.language.measures)
    check_given_together(at, name, node, found, gives)
    return of_extreme(at.checked, name, given, gives)


def check_given_together(at: TypingContext, name: str, node: nodes.Call, found: list[Type], gives: Type) -> None:
    """Report a divisor that may be zero, an item that no list has, and lists that cannot become one."""
    if name == "remainder" and isinstance(found[1], Numeric) and found[1].low <= 0:
        hint = "a divisor is above zero: use a condition, `greatest(1, ...)` or another type"
        message = f"this divides by a number that {types.possible(found[1])}"
        at.report("QD355", message, node.arguments[1].span, hint)
    if name == "item" and isinstance(found[1], Numeric) and found[1].low == found[1].high == 0:
        at.report("QD367", "no item has the number 0", node.arguments[1].span, "the first is 1, and the last is -1")
    if name in OF_TWO_LISTS and isinstance(gives, Unknown) and UNKNOWN not in found:
        message = f"these lists hold {' and '.join(str(one) for one in found)}, and {OF_TWO_LISTS[name]}"
        at.report("QD367", message, node.span)


OF_TWO_LISTS = {"joined": "cannot be one", "without": "can have no item in common"}
"""Functions of two lists, and what is wrong where these hold other things."""


def in_what_is_before(wanted: Type | str, found: Type) -> Type:
    """Give the type of what the deck or list before it may hold."""
    if wanted == "card":
        return types.EnumType(found.enum) if isinstance(found, types.Deck) else UNKNOWN
    return found.item if isinstance(found, ListType) else UNKNOWN


def type_of_taken(at: TypingContext, argument: nodes.Expression, name: str, wanted: Type | str) -> Type:
    """Give the type of what a function of the language is given."""
    measures = at.language.measures
    match wanted:
        case "number":
            return number(at, argument) or UNKNOWN
        case "count":
            return whole(at, argument, f"`{name}`") or UNKNOWN
        case "direction" | "area":
            member: Type = getattr(measures, wanted)
            fitting(at, argument, member, "the function")
            return member
        case "length" | "heading" | "degrees":
            measure: Number = getattr(measures, wanted)
            return fitting(at, argument, measure, f"the {wanted}")
        case "list":
            return listing(at, argument) or UNKNOWN
        case "deck":
            return at.deck(argument) or UNKNOWN
        case "arc":
            kind = at.type(argument, ArcType())
            if not isinstance(at.meaning(argument), meanings.ArcOf):
                at.report("QD366", "this is not an arc", argument.span, "declare it under `arcs:`")
            return kind
    kind = at.type(argument, wanted if isinstance(wanted, Type) else None)
    if isinstance(wanted, Type) and not types.fits(kind, wanted):
        hint = for_type(at.declared, wanted, kind)
        at.report("QD367", f"this is {types.shown_as(kind)}, but {wanted} is expected", argument.span, hint)
    return kind


# --- tables


def type_of_look_up(at: TypingContext, node: nodes.Lookup) -> Type:
    """Give the type of what a table gives."""
    table = table_named(at, node)
    check_keys(at, node)
    if table is None:
        return UNKNOWN
    if table.gives is None:
        at.report("QD370", f"the table `{table.name}` has statements and no value", node.span, "apply it")
        return UNKNOWN
    if isinstance(table.gives, DiceType):
        return dice_in(table) or table.gives
    return of_column(at, node, table) or table.gives


def of_column(at: TypingContext, node: nodes.Lookup, table: Table) -> Type | None:
    """Give what the column gives that a look-up names; nothing where it names none, or all give the same."""
    named = at.meaning(node.keys[1]) if table.in_columns and len(node.keys) > 1 else None
    if not isinstance(named, meanings.EnumValue):
        return None
    places = (place for place, (_, low, high) in enumerate(table.columns) if low <= named.place <= high)
    return next((table.given_in(place) for place in places), None)


def check_keys(at: TypingContext, node: nodes.Lookup) -> None:
    """Check that the keys of a look-up lie within what the table covers."""
    found = at.meaning(node)
    known = found.table.keys if isinstance(found, meanings.TableValue) else ()
    for index, key in enumerate(node.keys):
        if index >= len(known):
            at.type(key)
            continue
        wanted = known[index]
        kind = fitting(at, key, wanted.type, f"the table's `{wanted.name}`", ranged=False)
        if types.outside(kind, wanted.type):
            at.report(
                "QD369",
                f"the key {types.possible(kind)}, and the table covers {wanted.type}",
                key.span,
                "widen the key, or keep the value within it with least and greatest",
                [Label(wanted.span, "the key is declared here")],
            )


ORDERED = ("first", "all")
"""Those that may say in which order they go through a list: to the others it makes no difference."""
MOST_UNSAID = 1000  # what a list of unknown length may hold


@dataclass(frozen=True)
class Binding:
    """`value for variable in source where condition`, or the same without a value or a condition."""

    variable: nodes.Word
    source: nodes.Expression
    condition: nodes.Expression | None = None
    value: nodes.Expression | None = None


def is_binding(node: nodes.Node) -> bool:
    """Tell whether an argument is `x in list`."""
    return isinstance(node, nodes.Compare) and node.sign.text == "in" and isinstance(node.left, nodes.Name)


def binding_of(node: nodes.Node) -> Binding | None:
    """Read the argument of a gathering."""
    if isinstance(node, nodes.Gathered):
        return Binding(node.variable, node.source, node.condition, node.value)
    picked = node if isinstance(node, nodes.Picked) else None
    inner = picked.binding if picked else node
    if isinstance(inner, nodes.Compare) and is_binding(inner) and isinstance(inner.left, nodes.Name):
        return Binding(inner.left.word, inner.right, picked.condition if picked else None)
    return None


def type_of_gathering(at: TypingContext, how: str, node: nodes.Call) -> Type:
    """Give the type of a gathering."""
    ranking = next((a for a in node.arguments if isinstance(a, nodes.HighestFirst | nodes.LowestFirst)), None)
    body = [argument for argument in node.arguments if argument is not ranking]
    binding = binding_of(body[0]) if len(body) == 1 else None
    if binding is None:
        hint = f"{how}(x in things where ...) or {how}(value for x in things)"
        at.report("QD364", f"`{how}` needs a list", node.span, hint)
        return UNKNOWN
    listed = listing(at, binding.source)
    inner = at.inner()
    bind(inner, binding.variable.text, listed.item if listed else UNKNOWN, binding.variable.span)
    if binding.condition is not None:
        inner.condition(binding.condition)
        inner.assume(binding.condition)
    if ranking is not None:
        number(inner, ranking.key)
        if how not in ORDERED:
            hint = "remove the order; `first` and `all` can have one"
            at.report("QD364", f"`{how}` does not depend on an order", ranking.span, hint)
    at.keep(node, GatherCall(how, binding.variable.text, binding.source, binding.condition, binding.value, ranking))
    return gathered(inner, how, node, binding, listed)


def gathered(at: TypingContext, how: str, node: nodes.Call, binding: Binding, listed: ListType | None) -> Type:
    """Give what a gathering comes to, in the context of its variable; of nothing, numbers come to 0."""
    value, most = binding.value, most_in(at, listed)
    if how in ("any", "every"):
        if value is not None:
            at.condition(value)
        return BOOLEAN
    if how == "count":
        if value is not None:
            at.type(value)
            hint = f"count({binding.variable.text} in ... where ...)"
            at.report("QD383", "`count` counts things that meet a condition, not values", node.span, hint)
        return Number(0, max(1, most))
    if value is None:
        item = listed.item if listed else UNKNOWN
        if how == "first":
            return types.with_none(item)
        if how == "all":
            return ListType(item, most)
        hint = f"{how}(value for {binding.variable.text} in ...)"
        at.report("QD364", f"`{how}` needs a value", node.span, hint)
        return UNKNOWN
    each = at.type(value)
    if how == "all":
        each = as_item(at, value, each)
        if isinstance(each, ListType):  # the lists become one
            return ListType(each.item, most * each.capacity)
        return ListType(each, most)
    if how == "first" and not isinstance(each, Numeric | Unknown):
        return types.with_none(each)
    found = as_number(at, value, each)
    if found is None:
        return UNKNOWN
    times = most if how == "sum" else 1
    return within_64(at, node, replace(found, low=min(0, found.low * times), high=max(0, found.high * times)))


def most_in(at: TypingContext, listed: ListType | None) -> int:
    """Give how many a list holds at the most; where nothing is said, as many things or members as there are."""
    match listed:
        case None:
            return 1
        case ListType(capacity=capacity) if capacity:
            return capacity
        case ListType(item=Thing(kind=kind)) if (known := at.declared.capacity_of(kind)) is not None:
            return known
        case ListType(item=EnumType(enum=enum)) if enum in at.declared.enums:
            return len(at.declared.enums[enum].members)
    return MOST_UNSAID
