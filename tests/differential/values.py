"""What expressions are worth: the evaluator's state, and the value of an expression in it, as the handbook says.

All numbers are `Fraction`s. What the handbook calls a finding, and what has no meaning in it (a number out of its
range, half a turn of a loop, a division by nothing), is a `Fault`: a ruleset that comes to one should not have been
accepted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tests.differential import syntax as s
from tests.differential.areas import AreaMap
from tests.differential.boards import Board, Spot
from tests.differential.decks import Pile


class Fault(Exception):  # noqa: N818  no error of the evaluator: what it finds
    """What the handbook gives no meaning."""


class Silence(Fault):
    """What the handbook says nothing about: more than a list or a kind has room for."""


@dataclass(frozen=True)
class Thing:
    """A thing, whether it is in play or has gone."""

    kind: str
    name: str


@dataclass(frozen=True)
class Member:
    """A member of an enum."""

    enum: str
    name: str


Value = Fraction | bool | Thing | Member | Pile | Spot | None | tuple["Value", ...]
GAME = Thing("Game", "game")
Names = dict[str, Value]


@dataclass
class State:
    """What holds at one moment: the things in play, in order, and the value of each field.

    `gone` are the fields of things that have left play, as they were last.
    """

    things: dict[str, list[Thing]]
    fields: dict[Thing, dict[str, Value]]
    constants: dict[str, Value] = field(default_factory=dict)
    gone: dict[Thing, dict[str, Value]] = field(default_factory=dict)

    def copy(self) -> State:
        things = {kind: list(all_of) for kind, all_of in self.things.items()}
        fields, gone = ({thing: dict(values) for thing, values in of.items()} for of in (self.fields, self.gone))
        return State(things, fields, self.constants, gone)

    def of(self, thing: Thing) -> dict[str, Value]:
        """Give the fields of a thing, also of one that has left play."""
        return self.fields[thing] if thing in self.fields else self.gone[thing]


@dataclass
class Scene:
    """What an expression is asked about; `before` is None outside of what stands at a close."""

    ruleset: s.Ruleset
    state: State
    before: State | None = None
    in_definition: bool = False
    at_close: bool = False


def words(value: Value) -> str:
    """Write a value as it stands in a text: a decimal where it ends, else a fraction."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return number_words(value)
        case tuple():
            return ", ".join(words(item) for item in value)
        case Pile():
            return str(value)
        case _:
            return value.name


def number_words(value: Fraction) -> str:
    """Write a number as a decimal where it ends, else as a fraction."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    whole, behind = (digits[:-places], "." + digits[-places:]) if places else (digits, "")
    return ("-" if value < 0 else "") + whole + behind


def fits(value: Value, wanted: s.Type) -> bool:
    """Whether a value may stand where a type is declared."""
    match wanted:
        case s.NumberType(low, high, step, optional):
            if value is None and optional:
                return True
            if not isinstance(value, Fraction) or not low <= value <= high:
                return False
            return step == "ratio" or (value * s.STEPS[step]).denominator == 1
        case s.TruthType():
            return isinstance(value, bool)
        case s.EnumType(name):
            return isinstance(value, Member) and value.enum == name
        case s.ThingType(kind, optional):
            return optional if value is None else isinstance(value, Thing) and value.kind == kind
        case s.PlaceType(AreaMap(areas), optional):
            return optional if value is None else fits(value, s.EnumType(areas))
        case s.PlaceType(_, optional):
            return optional if value is None else isinstance(value, Spot)
        case s.ListType(item, capacity):
            return isinstance(value, tuple) and len(value) <= capacity and all(fits(one, item) for one in value)
        case s.DeckType():
            return isinstance(value, Pile)


def fitted(value: Value, wanted: s.Type, place: str) -> Value:
    """Give a value back that fits a declared type.

    Raises:
        Fault: it does not fit.
        Silence: it is a list that is too long.
    """
    if isinstance(wanted, s.ListType) and isinstance(value, tuple) and len(value) > wanted.capacity:
        raise Silence(f"{words(value)} is more than {place} has room for")
    if not fits(value, wanted):
        raise Fault(f"{words(value)} does not fit {place}")
    return value


def number(value: Value) -> Fraction:
    if not isinstance(value, Fraction):
        raise Fault(f"{words(value)} is no number")
    return value


def whole(value: Value, place: str) -> int:
    if number(value).denominator != 1:
        raise Fault(f"{words(value)} is not whole, in {place}")
    return int(number(value))


def truth(value: Value) -> bool:
    if not isinstance(value, bool):
        raise Fault(f"{words(value)} is not true or false")
    return value


def listed(value: Value) -> tuple[Value, ...]:
    if not isinstance(value, tuple):
        raise Fault(f"{words(value)} is no list")
    return value


def rounded(value: Fraction, way: str, step: str = "whole") -> Fraction:
    """Round a number to steps; `nearest` takes halves up."""
    steps = s.STEPS[step]
    match way:
        case "down":
            return Fraction(math.floor(value * steps), steps)
        case "up":
            return Fraction(math.ceil(value * steps), steps)
        case _:
            return Fraction(math.floor(value * steps + Fraction(1, 2)), steps)


def root(value: Fraction, degree: int, way: str, steps: int) -> Fraction:
    """Give the root of a degree, rounded to steps: the last step that lies no higher is looked for, half by half."""
    if value < 0:
        raise Fault("a root of what is below zero")
    shift = Fraction(1, 2) if way == "nearest" else Fraction(0)  # halfway to a step counts as the step

    def reaches(count: int) -> bool:
        at = (count - shift) / steps
        return at <= 0 or at**degree <= value

    low, high = 0, 1
    while reaches(high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if reaches(middle) else (low, middle)
    return Fraction(low + (way == "up" and Fraction(low, steps) ** degree != value), steps)


def value_of(expression: s.Expression, scene: Scene, names: Names) -> Value:
    """Work out an expression."""
    match expression:
        case s.Number(value) | s.Truth(value):
            return value
        case s.MemberName(enum, name):
            return Member(enum, name)
        case s.Nothing():
            return None
        case s.Local(name):
            return names[name]
        case s.Constant(name):
            return scene.state.constants[name]
        case s.Things(name) | s.Members(name):
            return all_of(expression, name, scene)
        case s.FieldOf(owner, name):
            return field_of(value_of(owner, scene, names), name, scene.state)
        case s.Listed(items):
            return tuple(value_of(item, scene, names) for item in items)
        case s.Gathered() | s.Size() | s.Best() | s.Stretch():
            return gathered(expression, scene, names)
        case s.Called(name, inputs):
            return called(name, tuple(value_of(one, scene, names) for one in inputs), scene)
        case s.LookedUp(table, keys):
            cell = cell_of(scene.ruleset.table(table), tuple(value_of(key, scene, names) for key in keys), scene)
            assert isinstance(cell, Fraction)
            return cell
        case s.Before(value):
            return before(value, scene, names)
        case s.DeckSize() | s.Copies() | s.Cards():
            return about_deck(expression, scene, names)
        case s.PlaceName() | s.OnBoard():
            return of_board(expression, scene, names)
        case _:
            return condition_of(expression, scene, names)


def all_of(expression: s.Things | s.Members, name: str, scene: Scene) -> tuple[Value, ...]:
    """Give all things of a kind, or all members of an enum."""
    if isinstance(expression, s.Things):
        return tuple(scene.state.things[name])
    return tuple(Member(name, one) for one in scene.ruleset.enum(name).members)


def best(numbers: Sequence[Fraction], end: str, count: int) -> list[Fraction]:
    """Give the highest or lowest of some numbers, the highest first."""
    found, few = sorted(numbers, reverse=True), max(0, count)
    return found[:few] if end == "highest" else found[max(0, len(found) - few) :]


def field_of(owner: Value, name: str, state: State) -> Value:
    if not isinstance(owner, Thing):
        raise Fault(f"{words(owner)} has no {name}")
    return state.of(owner)[name]


def owner_of(deck: s.Deck, scene: Scene, names: Names) -> Thing:
    owner = GAME if deck.owner is None else value_of(deck.owner, scene, names)
    if not isinstance(owner, Thing):
        raise Fault(f"{words(owner)} has no {deck.name}")
    return owner


def about_deck(expression: s.DeckSize | s.Copies | s.Cards, scene: Scene, names: Names) -> Value:
    """Ask what a deck holds."""
    pile = field_of(owner_of(expression.deck, scene, names), expression.deck.name, scene.state)
    assert isinstance(pile, Pile)
    match expression:
        case s.DeckSize():
            return Fraction(pile.size)
        case s.Copies(_, card):
            return Fraction(pile.copies(card_named(value_of(card, scene, names)).name))
        case s.Cards(deck):
            enum = next(one.enum for one in scene.ruleset.decks(deck.name))
            return tuple(Member(enum, name) for name in pile.sorts)


def of_board(expression: s.PlaceName | s.OnBoard, scene: Scene, names: Names) -> Value:
    """Ask a function of the board, whose inputs are told apart by what they are; or name a place."""
    if isinstance(expression, s.PlaceName):
        return Spot(expression.column, expression.row)
    name, given = expression.name, [value_of(one, scene, names) for one in expression.inputs]
    board = scene.ruleset.board
    assert board is not None
    if isinstance(board, AreaMap):
        return of_map(name, board, given)
    ways = scene.ruleset.enum(board.directions)
    spots = [one for one in given if isinstance(one, Spot)]
    members = [one for one in given if isinstance(one, Member)]
    lists = [spots_of(one) for one in given if isinstance(one, tuple)]
    turns = [ways.members.index(one.name) for one in members if one.enum == ways.name]
    if None in given:
        raise Fault(f"{name} of none")
    match name:
        case "distance":
            return Fraction(board.distance(*spots))
        case "next":
            return board.next(spots[0], turns[0])
        case "row":
            return board.row(spots[0], turns[0], whole(given[2], name))
        case "neighbours":
            return board.neighbours(*spots)
        case "faces_between" | "eighths_between":
            return Fraction(board.parts_between(*turns))
        case "in_arc":
            return board.in_arc(spots[0], turns[0], spots[1], members[1].name)
        case "blocked":
            return board.blocked(spots[0], spots[1], lists[0], whole(given[3], name))
        case "meets":
            return not set(lists[0]).isdisjoint(lists[1])
        case "on_board":
            return board.on_board(*spots)
        case "board_hexes" | "board_squares":
            return board.spaces()
        case _:
            return Member(ways.name, ways.members[direction(name, board, spots, turns, given)])


def of_map(name: str, board: AreaMap, given: list[Value]) -> Value:
    """Ask a map of areas."""
    areas = [one.name for one in given if isinstance(one, Member)]
    if len(areas) != len(given):
        raise Fault(f"{name} of none")
    if name == "neighbours":
        return tuple(Member(board.areas, one) for one in board.neighbours(*areas))
    steps = board.distance(*areas)
    return None if steps is None else Fraction(steps)


def direction(name: str, board: Board, spots: list[Spot], turns: list[int], given: list[Value]) -> int:
    """Give the place of a direction among all."""
    match name:
        case "opposite":
            return board.opposite(*turns)
        case "turned":
            return board.turned(turns[0], whole(given[1], name))
        case "direction_to":
            return board.direction_to(*spots)
        case _:
            raise AssertionError(name)


def spots_of(value: tuple[Value, ...]) -> tuple[Spot, ...]:
    if None in value:
        raise Fault("none among places")
    return tuple(one for one in value if isinstance(one, Spot))


def card_named(value: Value) -> Member:
    if not isinstance(value, Member):
        raise Fault(f"{words(value)} is no card")
    return value


def calculated(expression: s.Expression, scene: Scene, names: Names) -> Value:
    """Work out what is calculated with numbers, or steps along a ladder or circle."""
    match expression:
        case s.Negative(value):
            return -number(value_of(value, scene, names))
        case s.Percent(rate, value):
            return rate * number(value_of(value, scene, names)) / 100
        case s.Rounded(value, way, step):
            return rounded(number(value_of(value, scene, names)), way, step)
        case s.Power(base, exponent):
            return math.prod([number(value_of(base, scene, names))] * exponent, start=Fraction(1))
        case s.Raised(base, exponent):
            often = whole(value_of(exponent, scene, names), "an exponent")
            return math.prod([number(value_of(base, scene, names))] * often, start=Fraction(1))
        case s.Root(base, top, below, way, step):
            return root(number(value_of(base, scene, names)) ** top, below, way, s.STEPS[step])
        case s.Extreme(word, items):
            extreme = min if word == "least" else max
            return extreme(number(value_of(item, scene, names)) for item in items)
        case s.Arithmetic(sign, left, right):
            one, other = value_of(left, scene, names), value_of(right, scene, names)
            if isinstance(one, Member):
                steps = whole(other, "steps along an enum")
                return stepped(one, steps if sign == "+" else -steps, scene.ruleset)
            return arithmetic(sign, number(one), number(other))
        case _:
            raise AssertionError(expression)


def arithmetic(sign: str, left: Fraction, right: Fraction) -> Fraction:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            if right == 0:
                raise Fault("a division by zero")
            return left / right


def stepped(member: Member, steps: int, ruleset: s.Ruleset) -> Member:
    """Go along an enum: a ladder ends where it ends, a circle goes round."""
    enum = ruleset.enum(member.enum)
    place = enum.members.index(member.name) + steps
    if enum.sort == "circle":
        place %= len(enum.members)
    elif enum.sort == "ladder":
        place = min(max(place, 0), len(enum.members) - 1)
    else:
        raise Fault(f"{enum.name} is no ladder and no circle")
    return Member(enum.name, enum.members[place])


def condition_of(expression: s.Expression, scene: Scene, names: Names) -> Value:
    """Work out what is true or false, or is calculated."""
    match expression:
        case s.Allowed(name, inputs):
            return allowed(name, tuple(value_of(one, scene, names) for one in inputs), scene)
        case s.Not(value):
            return not truth(value_of(value, scene, names))
        case s.Joined(word, items):
            held = (truth(value_of(item, scene, names)) for item in items)
            return all(held) if word == "and" else any(held)
        case s.Odd(value):
            return whole(value_of(value, scene, names), "odd") % 2 == 1
        case s.Comparison(sign, left, right):
            return compared(sign, value_of(left, scene, names), value_of(right, scene, names))
        case _:
            return calculated(expression, scene, names)


def compared(sign: str, left: Value, right: Value) -> bool:
    match sign:
        case "is":
            return left == right
        case "is not":
            return left != right
        case "in":
            return left in listed(right)
        case "not in":
            return left not in listed(right)
        case "=":
            return number(left) == number(right)
        case "<":
            return number(left) < number(right)
        case "<=":
            return number(left) <= number(right)
        case ">":
            return number(left) > number(right)
        case _:
            return number(left) >= number(right)


def gathered(gather: s.Gathered | s.Size | s.Best | s.Stretch, scene: Scene, names: Names) -> Value:
    """Gather from a list; nothing at all comes to what the handbook says for it."""
    if isinstance(gather, s.Best):
        some = [number(one) for one in listed(value_of(gather.source, scene, names))]
        return tuple(best(some, gather.end, whole(value_of(gather.count, scene, names), gather.end)))
    if isinstance(gather, s.Stretch):
        held = listed(value_of(gather.source, scene, names))
        ends = [whole(value_of(end, scene, names), "items") for end in (gather.first, gather.last)]
        low, high = (len(held) + 1 + end if end < 0 else end for end in ends)
        return tuple(item for place, item in enumerate(held, 1) if low <= place <= high)
    if isinstance(gather, s.Size):
        return Fraction(len(listed(value_of(gather.source, scene, names))))
    items = list(picked(gather, scene, names))
    match gather.word:
        case "count":
            return Fraction(len(items))
        case "sum":
            return sum((number(item) for item in items), Fraction())
        case "least":
            return min((number(item) for item in items), default=Fraction())
        case "greatest":
            return max((number(item) for item in items), default=Fraction())
        case "any":
            return bool(items) if gather.value is None else any(truth(item) for item in items)
        case "every":
            return all(truth(item) for item in items)
        case "first":
            of_nothing: dict[str, Value] = {"number": Fraction(), "truth": False, "list": ()}
            return items[0] if items else of_nothing.get(gather.empty)
        case _:
            lists = bool(items) and all(isinstance(item, tuple) for item in items)
            return tuple(one for item in items for one in listed(item)) if lists else tuple(items)


def picked(gather: s.Gathered, scene: Scene, names: Names) -> Iterator[Value]:
    """Give the values that are gathered, what comes first in front."""
    inner = [{**names, gather.name: item} for item in listed(value_of(gather.source, scene, names))]
    if gather.where is not None:
        inner = [each for each in inner if truth(value_of(gather.where, scene, each))]
    if gather.order is not None:
        inner.sort(key=sort_key(gather.order, scene))
    for each in inner:
        yield each[gather.name] if gather.value is None else value_of(gather.value, scene, each)


def sort_key(order: s.Order, scene: Scene) -> Callable[[Names], Fraction]:
    """Give the key by which what comes first is in front; sorting by it leaves equals as they are."""
    sign = -1 if order.highest else 1
    return lambda names: sign * number(value_of(order.key, scene, names))


def called(name: str, inputs: tuple[Value, ...], scene: Scene) -> Value:
    """Ask a definition: the first case whose condition holds."""
    definition = scene.ruleset.definition(name)
    names = taken_in(definition.inputs, inputs, name)
    inside = Scene(scene.ruleset, scene.state, scene.before, in_definition=True, at_close=scene.at_close)
    if definition.takes not in ("", "first", "one", "same"):
        return taken_together(definition, inside, names)
    for case in definition.cases:
        if case.condition is None or truth(value_of(case.condition, inside, names)):
            value = value_of(case.value, inside, names)
            if definition.modifiers:  # only what they make of the number must fit
                value = modified(definition.modifiers, number(value), inside, names)
            return fitted(value, definition.type, name)
    raise Fault(f"no case of {name} holds")


def modified(modifiers: tuple[s.Modifier, ...], total: Fraction, scene: Scene, names: Names) -> Fraction:
    """Change a number by the modifiers that hold, in the order of the text.

    Conditions and amounts read the state, not the number so far; an amount is asked only where its condition holds.
    """
    for one in modifiers:
        if one.when is None or truth(value_of(one.when, scene, names)):
            amount = None if one.amount is None else number(value_of(one.amount, scene, names))
            total = changed(total, one.change, amount)
    return total


def changed(total: Fraction, change: str, amount: Fraction | None) -> Fraction:
    """Change a number by one modifier."""
    match change.split(), amount:
        case ["halved", way], None:
            return rounded(total / 2, way)
        case ["doubled"], None:
            return total * 2
        case ["+"], Fraction():
            return total + amount
        case ["-"], Fraction():
            return total - amount
        case ["at", "least"], Fraction():
            return max(total, amount)
        case ["at", "most"], Fraction():
            return min(total, amount)
        case _:
            raise AssertionError(change)


def taken_together(table: s.Definition, scene: Scene, names: Names) -> Value:
    """Give what a table by condition makes of all rows that apply; where there is none, what it says otherwise."""
    gives = table.type.item if isinstance(table.type, s.ListType) else table.type
    rows = [
        number(fitted(value_of(case.value, scene, names), gives, table.name))
        for case in table.cases
        if case.condition is not None and truth(value_of(case.condition, scene, names))
    ]
    otherwise = next((case.value for case in table.cases if case.condition is None), None)
    if not rows and otherwise is not None:
        rest = fitted(value_of(otherwise, scene, names), gives, table.name)
        return (rest,) if isinstance(table.type, s.ListType) else rest
    match table.takes:
        case "all":
            return tuple(rows)
        case "all, highest first":
            return tuple(sorted(rows, reverse=True))
        case "sum":
            return sum(rows, Fraction())
        case "count":
            return Fraction(len(rows))
        case "highest" | "greatest":
            return max(rows)
        case _:
            return min(rows)


def allowed(name: str, inputs: tuple[Value, ...], scene: Scene) -> bool:
    """Whether a procedure would be carried out: whether what it requires holds."""
    rule = scene.ruleset.procedure(name)
    names = taken_in(rule.inputs, inputs, name)
    if scene.at_close:  # what is called from there is outside of the span
        scene = Scene(scene.ruleset, scene.state)
    return rule.requirement is None or truth(value_of(rule.requirement, scene, names))


def taken_in(inputs: tuple[s.Input, ...], values: tuple[Value, ...], rule: str) -> Names:
    """Name the inputs of a rule."""
    pairs = zip(inputs, values, strict=True)
    return {one.name: fitted(value, one.type, f"{one.name} of {rule}") for one, value in pairs}


def cell_of(table: s.Table, keys: tuple[Value, ...], scene: Scene) -> Fraction | s.Block:
    """Find the cell of a table: the row whose bounds hold the key, or the figure on the line between two of them."""
    key = number(fitted(keys[0], table.key, f"the key of {table.name}"))
    column = 0
    if table.enum:
        assert isinstance(keys[1], Member)
        column = scene.ruleset.enum(table.enum).members.index(keys[1].name)
    for row in table.rows:
        if (row.low is None or key >= row.low) and (row.high is None or key <= row.high):
            return row.cells[column]
    if table.between_rows and table.gives is not None:
        for row, other in pairwise(table.rows):
            if row.high is not None and other.low is not None and row.high < key < other.low:
                (one, two), way = (row.cells[column], other.cells[column]), (key - row.high) / (other.low - row.high)
                assert isinstance(one, Fraction)
                assert isinstance(two, Fraction)
                return rounded(one + (two - one) * way, table.between_rows, table.gives.step)
    raise Fault(f"{table.name} has no row for {words(key)}")


def before(value: s.Expression, scene: Scene, names: Names) -> Value:
    """Ask about the state before the span; outside of one that is the state as it is."""
    if scene.in_definition:
        raise Fault("before(...) in a definition")
    return value_of(value, Scene(scene.ruleset, scene.before or scene.state), names)
