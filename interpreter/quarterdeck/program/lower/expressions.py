"""Lower expressions: names become places, numbers exact values of a type, phrases texts with values in them.

In: nodes that the checks have typed. Out: values of a program. `value` gives any expression as a value that may be
named or compared; `quantity` a number as it is calculated with; `stored` what a place of a type holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import BY_NAME, OF_DECKS
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.declarations.types import BOOLEAN, Number, Ratio, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.program.form import values as val
from quarterdeck.program.form.values import Value, truth, whole
from quarterdeck.program.form.walking import walk
from quarterdeck.program.lower import numbers
from quarterdeck.program.lower.context import LoweringContext
from quarterdeck.program.lower.deck_values import DeckValues
from quarterdeck.program.lower.functions import STEPS_OF, measured_points, points_compared, with_board
from quarterdeck.program.lower.in_steps import equal, in_optional_steps, in_steps
from quarterdeck.program.lower.numbers import Exact, Quantity, operate

"""What advice gives: thousandths."""
SIGNS: dict[str, tuple[val.Sign, bool]] = {
    "=": ("=", False),
    "is": ("=", False),
    "is not": ("!=", False),
    "<": ("<", False),
    "<=": ("<=", False),
    ">": ("<", True),
    ">=": ("<=", True),
}
"""Each sign of a comparison as one of the program's, and whether the sides change places."""


def stored(body: LoweringContext, node: nodes.Expression, kind: Type) -> Value:
    """Give an expression as a place of a type holds it; what may be none is refused where the place holds no none."""
    found = body.type(node)
    if isinstance(kind, types.OptionalNumber):
        return stored_or_none(body, node, kind)
    if types.may_be_none(found) and not types.may_be_none(kind) and not isinstance(found, types.OptionalNumber):
        return needed(body, node)
    kind, found = types.without_none(kind), types.without_none(found)
    if isinstance(kind, Number | Ratio) and isinstance(found, Number | Ratio):
        return numbers.stored(quantity(body, node), kind)
    if isinstance(kind, types.DiceType):
        return dice(body, node)
    if isinstance(kind, types.ListType) and isinstance(found, types.ListType):
        return listed(body, node, kind)
    return value(body, node)


def stored_or_none(body: LoweringContext, node: nodes.Expression, kind: types.OptionalNumber) -> Value:
    """Give a number or none as a place holds it that may be none."""
    found = body.type(node)
    if isinstance(found, types.OptionalNumber | types.Absent):
        return in_optional_steps(value(body, node), kind)
    return numbers.stored(quantity(body, node), kind.number)


def listed(body: LoweringContext, node: nodes.Expression, kind: types.ListType) -> Value:
    """Give a list with its items as a place of a type holds them."""
    node = nodes.ungrouped(node)
    if isinstance(node, nodes.ListLiteral):
        return val.Items(kind, tuple(stored(body, item, kind.item) for item in node.items))
    found = value(body, node)
    return in_steps(body, found, kind)


def value(body: LoweringContext, node: nodes.Expression) -> Value:
    """Give any expression as a value; a ratio becomes one of its own."""
    match node:
        case nodes.Or(operands=operands):
            return operate("or", *(value(body, o) for o in operands))
        case nodes.And(operands=operands):
            return operate("and", *(value(body, o) for o in operands))
        case nodes.Negation(operand=operand):
            return operate("not", value(body, operand))
        case nodes.Compare():
            return compare(body, node)
        case nodes.Grouped(inner=inner):
            return value(body, inner)
        case nodes.Yes():
            return truth(True)
        case nodes.No():
            return truth(False)
        case nodes.Nothing():
            return val.Constant(types.Absent(), types.NONE)
        case nodes.ListLiteral():
            kind = body.type(node)
            assert isinstance(kind, types.ListType)
            return listed(body, node, kind)
        case nodes.Name() | nodes.FieldAccess() | nodes.Call() | nodes.Lookup():
            return meant(body, node, body.checked.meanings.get(node))
        case nodes.Plus(left=left, right=right) | nodes.Minus(left=left, right=right) if isinstance(
            body.type(left), types.EnumType
        ):
            return moved(body, node, left, right)
        case nodes.NumberList() | nodes.HighestItems() | nodes.LowestItems():
            return list_of_numbers(body, node)
        case nodes.Dice() | nodes.HighestOf() | nodes.LowestOf() | nodes.TimesDice():
            return dice(body, node)
    if isinstance(body.type(node), types.DiceType):
        return dice(body, node)
    return numbers.settled(quantity(body, node))


def list_of_numbers(body: LoweringContext, node: nodes.NumberList | nodes.HighestItems | nodes.LowestItems) -> Value:
    """Give the numbers from one to another, or the highest or lowest of a list."""
    kind = body.type(node)
    if isinstance(node, nodes.NumberList):
        first, last = (numbers.stored(quantity(body, end), Number(0, 0)) for end in (node.low, node.high))
        return val.Function(kind, "listed", (val.Range(kind, first, last),))
    name = "highest_items" if isinstance(node, nodes.HighestItems) else "lowest_items"
    often = numbers.stored(quantity(body, node.count), val.ANY_WHOLE)
    return val.Function(kind, name, (value(body, node.items), often))


def quantity(body: LoweringContext, node: nodes.Expression) -> Quantity:
    """Give a number exactly; one that is worked out of written numbers in the steps of its value, as its type is."""
    kind = body.type(node)
    if isinstance(kind, types.OptionalNumber):
        return needed(body, node)
    found = calculated(body, node)
    if isinstance(found, val.Constant) and isinstance(kind, Number) and nodes.is_written(node):
        return numbers.in_wider_steps(found, kind.step)
    return found


def calculated(body: LoweringContext, node: nodes.Expression) -> Quantity:
    """Give a number as its parts make it."""
    match node:
        case nodes.Grouped(inner=inner):
            return quantity(body, inner)
        case nodes.InUnit(value=inner):
            return quantity(body, inner)
        case nodes.NumberLiteral(word=word):
            kind = body.type(node)
            amount = Fraction(word.text)
            if isinstance(kind, Number):
                return numbers.number(amount, kind.step)
            return Exact(numbers.number(amount.numerator), numbers.number(amount.denominator))
        case nodes.Plus(left=left, right=right) if not isinstance(body.type(left), types.EnumType):
            return numbers.added(quantity(body, left), quantity(body, right))
        case nodes.Minus(left=left, right=right) if not isinstance(body.type(left), types.EnumType):
            return numbers.taken(quantity(body, left), quantity(body, right))
        case nodes.Multiply(left=left, right=right):
            return numbers.multiplied(quantity(body, left), quantity(body, right))
        case nodes.Divide(left=left, right=right):
            divisor = body.checked.narrowed_type(right)
            negative = isinstance(divisor, Number | Ratio) and divisor.high < 0
            return numbers.divided(quantity(body, left), quantity(body, right), negative)
        case nodes.PercentOf(percent=percent, whole=part):
            share = Fraction(percent.text) / 100
            ratio = Exact(numbers.number(share.numerator), numbers.number(share.denominator))
            return numbers.multiplied(ratio, quantity(body, part))
        case nodes.Power(base=base):
            return numbers.to_the_power(quantity(body, base), int(nodes.exponent(node)))
        case nodes.PowerOf(base=base, exponent=exponent):
            return numbers.power_of(quantity(body, base), quantity(body, exponent), body.type(node))
        case nodes.Negative(operand=operand):
            return numbers.negated(quantity(body, operand))
        case nodes.Rounding():
            return rounded(body, node)
    return asked_for(body, node)


def asked_for(body: LoweringContext, node: nodes.Expression) -> Quantity:
    """Give a number that a name, a call or a look-up means."""
    match body.checked.meanings.get(node):
        case meanings.FunctionCall(name=("least" | "greatest") as name, arguments=given):
            sign: val.Sign = "min" if name == "least" else "max"
            return numbers.extreme(sign, [quantity(body, one) for one in given])
        case meanings.FunctionCall(name="remainder", arguments=(one, other)):
            return numbers.remainder(quantity(body, one), quantity(body, other))
        case meanings.BeforeValue(value=inner):
            return quantity(body.reading("before"), inner)
    found = value(body, node)
    return numbers.exact(found) if isinstance(found.type, Ratio) else found


def rounded(body: LoweringContext, node: nodes.Rounding) -> Value:
    """Give a number rounded to steps; a root is rounded from its exact value."""
    step = (types.step_named(node.step.text.split()[-1]) if node.step else None) or types.WHOLE
    if root := nodes.root_in(node.value):
        return numbers.rounded_power(quantity(body, root.base), nodes.exponent(root), rounding_of(node.how), step)
    return numbers.rounded(quantity(body, node.value), rounding_of(node.how), step)


ROUNDINGS: dict[str, val.Rounding] = {"up": "up", "nearest": "nearest", "down": "down"}


def rounding_of(how: nodes.Word) -> val.Rounding:
    """Give how a number is rounded."""
    return ROUNDINGS[how.text.split()[-1]]


def moved(
    body: LoweringContext, node: nodes.Plus | nodes.Minus, left: nodes.Expression, right: nodes.Expression
) -> Value:
    """Give a member of a circle or ladder so many steps further, or how many steps two of them lie apart."""
    kind = body.type(left)
    assert isinstance(kind, types.EnumType)
    enum = body.declared.enums[kind.enum]
    size = len(enum.members)
    sign: val.Sign = "+" if isinstance(node, nodes.Plus) else "-"
    if isinstance(body.type(right), types.EnumType):
        span = Number(1 - size, size - 1)
        apart = operate("-", needed(body, left), needed(body, right), kind=span)
        if enum.sort != "circle":
            return apart
        half = (size - 1) // 2
        shifted = operate("+", apart, whole(half), kind=Number(1 - size + half, size - 1 + half))
        turned = operate("%", shifted, whole(size), kind=Number(0, size - 1))
        return operate("-", turned, whole(half), kind=Number(-half, size - 1 - half))
    steps = numbers.stored(quantity(body, right), types.Number(-(10**6), 10**6))
    total = operate(sign, needed(body, left), steps, kind=Number(-(10**7), 10**7))
    member = types.EnumType(kind.enum)
    if enum.sort == "circle":
        return operate("%", total, whole(size), kind=member)
    return operate("max", whole(0), operate("min", whole(size - 1), total, kind=member), kind=member)


# --- conditions


def compare(body: LoweringContext, node: nodes.Compare) -> Value:
    """Give the truth of a comparison."""
    sign = node.sign.text
    if sign in ("in", "not in"):
        inside = is_in(body, node)
        return operate("not", inside) if sign == "not in" else inside
    wanted, turned = SIGNS[sign]
    if points := points_of_comparison(body, node):
        left, right = points
        return operate(wanted, right, left) if turned else operate(wanted, left, right)
    one, other = body.type(node.left), body.type(node.right)
    if types.OptionalNumber in (type(one), type(other)) and wanted in ("=", "!=") and sign != "=":
        return operate(wanted, *(presence(body, part, one, other) for part in (node.left, node.right)))
    one, other = types.without_none(one), types.without_none(other)
    if isinstance(one, Number | Ratio) and isinstance(other, Number | Ratio):
        first, second = quantity(body, node.left), quantity(body, node.right)
        return numbers.compared(wanted, second, first) if turned else numbers.compared(wanted, first, second)
    if isinstance(one, types.ListType) and isinstance(other, types.ListType):
        both = types.joined(one, other)
        assert isinstance(both, types.ListType)
        return operate(wanted, listed(body, node.left, both), listed(body, node.right, both))
    operand = value if wanted in ("=", "!=") else needed
    left, right = operand(body, node.left), operand(body, node.right)
    return operate(wanted, right, left) if turned else operate(wanted, left, right)


def presence(body: LoweringContext, node: nodes.Expression, *kinds: Type) -> Value:
    """Give a number that may be none, or the none with which it is compared."""
    optional = next(kind for kind in kinds if isinstance(kind, types.OptionalNumber))
    is_none = isinstance(body.type(node), types.Absent)
    return val.Constant(optional, types.NO_NUMBER) if is_none else value(body, node)


def is_in(body: LoweringContext, node: nodes.Compare) -> Value:
    """Tell whether a list holds a value."""
    right = value(body, node.right)
    if isinstance(types.without_none(body.type(node.left)), Number | Ratio):
        return numbers.is_among(quantity(body, node.left), right, body.fresh("item"))
    return operate("in", value(body, node.left), right)


def points_of_comparison(body: LoweringContext, node: nodes.Compare) -> tuple[Value, Value] | None:
    """Give what compares like two lengths of which one at least is a distance of points, without any root."""
    left, right = apart(body, node.left), apart(body, node.right)
    if left is None and right is None:
        return None
    length = None if left and right else numbers.exact(quantity(body, node.right if left else node.left))
    return points_compared(left, right, length)


def apart(body: LoweringContext, node: nodes.Expression) -> tuple[Value, Value] | None:
    """Give the points whose distance an expression is, where it is no more than that."""
    node = nodes.ungrouped(node)
    meaning = body.checked.meanings.get(node)
    if isinstance(meaning, meanings.FunctionCall) and meaning.name == "point_distance":
        one, other = meaning.arguments
        return needed(body, one), needed(body, other)
    return None


def comparable(body: LoweringContext, node: nodes.Expression) -> Value:
    """Give a number that compares like the one written: the square of a distance of points, which has no root."""
    points = apart(body, node)
    return measured_points(points) if points else needed(body, node)


# --- names


def meant(body: LoweringContext, node: nodes.Expression, meaning: meanings.Meaning | None) -> Value:
    """Give what a name, call or look-up means."""
    kind = body.type(node)
    match meaning:
        case meanings.Local(name=name):
            return val.Local(kind, name)
        case meanings.RollPart(roll=roll, part=part):
            if part == "success":
                return operate("<", whole(0), val.Local(Number(0, 10**6), f"{roll}.successes"))
            return val.Local(kind, f"{roll}.{part}")
        case meanings.FieldOf(field=known):
            assert isinstance(node, nodes.FieldAccess)
            if isinstance(kind, types.Deck):  # it has no value; whoever speaks of it speaks of the thing that has it
                return needed(body, node.owner)
            return field_of(body, needed(body, node.owner), known.address)
        case meanings.InDeck(deck=known, member=member):
            assert isinstance(node, nodes.FieldAccess)
            return field_of(body, value(body, node.owner), f"{known.address}.{member}")
        case meanings.GamePart(name=name):
            return replace(body.game(name), type=kind)
        case meanings.TheGame():
            return val.Constant(types.Thing("Game"), body.layout.arrays["Game"].base)
        case meanings.Pool(kind=pool):
            return val.Things(types.ListType(types.Thing(pool.name), pool.capacity), pool.name, body.state)
    return worked_out(body, node, meaning)


def worked_out(body: LoweringContext, node: nodes.Expression, meaning: meanings.Meaning | None) -> Value:
    """Give what a call, a look-up or a question to another state comes to."""
    kind = body.type(node)
    match meaning:
        case meanings.BeforeValue(value=inner):
            return value(body.reading("before"), inner)
        case meanings.RuleCall(rule=rule, arguments=arguments):
            result = rule.result or (types.ADVISED if rule.sort == "advice" else kind)
            return val.Defined(result, rule.address, given_to(body, rule, arguments), body.state)
        case meanings.Allowed(rule=rule, arguments=arguments):
            return val.Defined(BOOLEAN, f"{val.ALLOWED}{rule.address}", given_to(body, rule, arguments), body.state)
        case meanings.Expected():
            return expected(body, meaning)
        case meanings.FunctionCall(name=name, arguments=given):
            return function(body, node, name, given)
        case meanings.PluginCall(hook=hook, arguments=given):
            known = body.declared.rules[hook.address].parameters
            stored_given = tuple(stored(body, one, p.type) for one, p in zip(given, known, strict=True))
            return val.Hooked(kind, hook.number, stored_given, (), body.state)
        case meanings.GatherCall():
            return gathering(body, node, meaning)
        case meanings.TableValue(table=table):
            assert isinstance(node, nodes.Lookup)
            assert table.gives is not None
            keys = tuple(stored(body, key, known.type) for key, known in zip(node.keys, table.keys, strict=False))
            return of_column(val.Cell(table.gives, table.name, hooked_keys(body, table, keys), body.state), kind)
        case meanings.TimerState():
            assert isinstance(node, nodes.Call)
            timer = node.arguments[0]
            assert isinstance(timer, nodes.Expression)
            return due(body, timer)
    return settled(node, meaning, body)


def of_column(cell: val.Cell, kind: Type) -> Value:
    """Give a cell in the steps of its column, which may be wider than those that all columns have."""
    if isinstance(kind, Number) and isinstance(cell.type, Number) and kind.step != cell.type.step:
        return numbers.rounded(cell, "down", kind.step)
    return cell


def settled(node: nodes.Expression, meaning: meanings.Meaning | None, body: LoweringContext) -> Value:
    """Give what is known when the program is made: members of enums, options and constants."""
    match meaning:
        case meanings.EnumValue(enum=enum, place=place):
            return val.Constant(types.EnumType(enum.name), place)
        case meanings.AllMembers(enum=enum):
            member = types.EnumType(enum.name)
            items = tuple(val.Constant(member, place) for place in range(len(enum.members)))
            return val.Items(types.ListType(member, len(items)), items)
        case meanings.OptionValue(option=setting) | meanings.ConstantValue(constant=setting):
            return body.setting(setting.name, setting.type)
    raise AssertionError((node, meaning))


def due(body: LoweringContext, timer: nodes.Expression) -> Value:
    """Tell whether a timer is due this turn: at its turn, and at each round of the clock by which it goes on."""
    at, now = value(body, timer), body.game("turn")
    meaning = body.checked.meanings.get(timer)
    address = meaning.field.address if isinstance(meaning, meanings.FieldOf) else ""
    ticks = body.checked.timers.get(address, 0)
    if not ticks:
        return operate("=", at, now)
    passed = numbers.taken(now, at)
    assert isinstance(passed, Value)
    in_step = operate("=", operate("%", passed, whole(ticks), kind=Number(0, ticks)), whole(0))
    return operate("and", operate("<", whole(0), at), operate("<=", at, now), in_step)


def needed(body: LoweringContext, node: nodes.Expression) -> Value:
    """Give a value that is needed: a thing whose field is meant, a place that is measured, a member that is stepped.

    Where it is none the game stops, and says so.
    """
    found = value(body, node)
    if types.may_be_none(body.type(node)):
        return operate("there", found, kind=types.without_none(body.type(node)))
    return found


def field_of(body: LoweringContext, owner: Value, address: str) -> Value:
    """Give a field of a thing, a list or a single value."""
    offset, kind = body.layout.offsets[address], body.layout.types[address]
    if address in body.layout.capacities:
        return val.Contents(kind, owner, offset, address, body.state)
    return val.Slot(kind, owner, offset, address, body.state)


def given_to(body: LoweringContext, rule: Rule, given: Iterable[nodes.Expression]) -> tuple[Value, ...]:
    """Give the arguments of a call as the rule takes them."""
    return tuple(
        stored(body, argument, parameter.type) for argument, parameter in zip(given, rule.parameters, strict=True)
    )


def hooked_keys(body: LoweringContext, table: Table, keys: tuple[Value, ...]) -> tuple[Value, ...]:
    """Give the keys of a look-up as enabled plugins change them."""
    for hook in body.declared.hooks("look_up", table.name):
        keys = tuple(
            val.Hooked(known.type, hook.number, keys, (), body.state, place) for place, known in enumerate(table.keys)
        )
    return keys


def expected(body: LoweringContext, meaning: meanings.Expected) -> Value:
    """Register what is weighed; the value is worked out in thousandths, like all advice."""
    weighed = numbers.rounded(quantity(body, meaning.value), "down", types.ADVISED.step)
    named = {name for name, _ in body.declared.rolls_of(meaning.rule.address)}
    inner = {node.variable for node in walk(weighed) if isinstance(node, val.Gathering | val.Ordered)}
    known_locals = dict.fromkeys(node.name for node in walk(weighed) if isinstance(node, val.Local))
    rolls = tuple(name for name in known_locals if "." in name and name.split(".")[0] in named)
    known = body.declared.rules.get(body.address)
    kinds = {p.name: types.without_none(p.type) for p in known.parameters} if known else {}
    inputs = tuple((name, kinds.get(name)) for name in known_locals if name not in rolls and name not in inner)
    expectations = body.program.expectations
    given = given_to(body, meaning.rule, meaning.arguments)
    expectations.append(
        val.Expected(types.ADVISED, len(expectations), meaning.rule.address, given, weighed, rolls, inputs, body.state)
    )
    return expectations[-1]


# --- functions and gatherings


def function(body: LoweringContext, node: nodes.Expression, name: str, given: tuple[nodes.Expression, ...]) -> Value:
    """Give a call of a function of the language."""
    kind = body.type(node)
    if name in ("least", "greatest", "remainder"):
        return numbers.settled(quantity(body, node))
    if name in OF_DECKS:
        return of_deck(body, name, given)
    if name in ("joined", "without"):
        assert isinstance(kind, types.ListType)
        return val.Function(kind, f"{name}_items", tuple(in_steps(body, value(body, one), kind) for one in given))
    if name == "copies_in_list":
        return copies_in_list(body, kind, *given)
    if name == "odd":
        rest = operate("%", numbers.stored(quantity(body, given[0]), val.ANY_WHOLE), whole(2), kind=Number(0, 1))
        return operate("=", rest, whole(1))
    arguments: list[Value] = []
    for argument, (_, wanted) in zip(given, BY_NAME[name].takes, strict=True):
        meaning = body.checked.meanings.get(argument)
        if isinstance(meaning, meanings.ArcOf):
            arc = meaning.arc
            arguments += [whole(arc.first), whole(arc.last), truth(arc.both_sides)]
        elif isinstance(wanted, types.Space | types.Point) or wanted in ("direction", "area"):
            arguments.append(needed(body, argument))
        elif isinstance(wanted, str) and wanted in STEPS_OF:
            arguments.append(numbers.stored(quantity(body, argument), Number(0, 0, STEPS_OF[wanted])))
        else:
            arguments.append(value(body, argument))
    return with_board(kind, name, arguments, body.program.settings)


def copies_in_list(body: LoweringContext, kind: Type, listed: nodes.Expression, item: nodes.Expression) -> Value:
    """Give how often a list holds a value."""
    found = body.type(listed)
    assert isinstance(found, types.ListType)
    each = val.Local(found.item, body.fresh("copy"))
    same = equal(each, quantity(body, item) if isinstance(found.item, Number) else value(body, item))
    return val.Gathering(kind, "count", each.name, value(body, listed), same, None, None, False)


def deck_of(body: LoweringContext, node: nodes.Expression, owner: Value | None = None) -> DeckValues:
    """Give the deck that an expression names; `owner` is the thing that has it, where that is named already."""
    meaning, kind = body.checked.meanings[node], body.type(node)
    assert isinstance(meaning, meanings.FieldOf)
    assert isinstance(kind, types.Deck)
    members = body.declared.enums[kind.enum].members
    return DeckValues(owner or value(body, node), meaning.field.address, kind, members, body.layout, body.state)


def of_deck(body: LoweringContext, name: str, given: tuple[nodes.Expression, ...]) -> Value:
    """Give what is asked of a deck."""
    deck = deck_of(body, given[0])
    match name:
        case "size":
            return deck.size()
        case "copies":
            return deck.copies(value(body, given[1]))
    return deck.cards(body.fresh("card"))


def gathering(body: LoweringContext, node: nodes.Expression, meaning: meanings.GatherCall) -> Value:
    """Give what is gathered from a list."""
    how: val.How = meaning.how  # type: ignore[assignment]
    source = value(body, meaning.source)
    condition = value(body, meaning.condition) if meaning.condition is not None else None
    found = value(body, meaning.value) if meaning.value is not None else None
    if how == "all" and meaning.value is not None and isinstance(body.type(meaning.value), types.ListType):
        how = "joined"
    key = comparable(body, meaning.ranking.key) if meaning.ranking else None
    highest = isinstance(meaning.ranking, nodes.HighestFirst)
    kind = body.type(node)
    if key is not None and how in ("all", "joined"):  # a list is in the order of the key, whatever is made of its items
        source = val.Ordered(kind if found is None else source.type, meaning.variable, source, condition, key, highest)
        if found is None:
            return source
        condition = key = None
    if found is not None and isinstance(kind, Number) and isinstance(found.type, Number) and how != "count":
        kind = Number(kind.low, kind.high, found.type.step)
    return val.Gathering(kind, how, meaning.variable, source, condition, found, key, highest)


# --- dice


def dice(body: LoweringContext, node: nodes.Expression, one_counts: bool = False) -> val.Dice:
    """Give what is thrown; where one of several throws counts, what belongs to a throw is added once."""
    kind = body.type(node)
    if not isinstance(kind, types.DiceType):
        kind = types.DiceType(0, 0, *[(0, 0)] * 3)
    match node:
        case nodes.Grouped(inner=inner):
            return dice(body, inner, one_counts)
        case nodes.Dice(word=word):
            count, sides = word.text.split("d")
            return val.Dice(kind, whole(int(count or 1)), whole(int(sides)), whole(0), "sum")
        case nodes.HighestOf(amount=amount) | nodes.LowestOf(amount=amount):
            found = dice(body, amount, one_counts=True)
            pick: val.Pick = "highest" if isinstance(node, nodes.HighestOf) else "lowest"
            return val.Dice(kind, found.count, found.sides, found.plus, pick)
        case nodes.KeepHighest(kept=kept, amount=amount) | nodes.KeepLowest(kept=kept, amount=amount):
            found = dice(body, amount)
            pick = "highest" if isinstance(node, nodes.KeepHighest) else "lowest"
            often = numbers.stored(quantity(body, kept), val.ANY_WHOLE)
            return val.Dice(kind, found.count, found.sides, whole(0), pick, often)
        case nodes.TimesDice(count=times, dice=thrown):
            found = dice(body, thrown, one_counts)
            often = numbers.stored(quantity(body, times), val.ANY_WHOLE)
            never_below = numbers.extreme("max", [often, whole(0)]) if may_be_negative(body, times) else often
            count_of_all = numbers.multiplied(never_below, found.count)
            added = numbers.extreme("min", [never_below, whole(1)]) if one_counts else never_below
            plus = numbers.multiplied(added, found.plus)
            assert isinstance(count_of_all, Value)
            return val.Dice(kind, count_of_all, found.sides, numbers.settled(plus), "sum")
        case nodes.Plus(left=left, right=right) | nodes.Minus(left=left, right=right):
            found = dice(body, left, one_counts)
            shift = quantity(body, right)
            sign = numbers.added if isinstance(node, nodes.Plus) else numbers.taken
            return val.Dice(kind, found.count, found.sides, numbers.settled(sign(found.plus, shift)), found.pick)
    if isinstance(body.type(node), Number | Ratio):
        return val.Dice(kind, whole(0), whole(1), value(body, node), "sum")
    found_value = value(body, node)
    parts = [val.Function(val.ANY_WHOLE, f"dice_{part}", (found_value,)) for part in ("count", "sides", "plus")]
    return val.Dice(kind, parts[0], parts[1], parts[2], "sum")


def may_be_negative(body: LoweringContext, node: nodes.Expression) -> bool:
    """Tell whether a number may lie below zero."""
    kind = body.type(node)
    return isinstance(kind, Number | Ratio) and kind.low < 0


# --- words


def text(body: LoweringContext, word: nodes.Word | None) -> val.Text | None:
    """Give a phrase with the values in it; nothing is denied where it is said of what happens."""
    if word is None:
        return None
    parts = body.checked.phrases.get(word, (word.text,))
    return val.Text(tuple(part if isinstance(part, str) else value(body, part) for part in parts if part != "{not}"))
