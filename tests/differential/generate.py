"""Random rules from a seed, typed so well that `check` accepts most of them.

Here are values; `generate_conditions` makes conditions of them, `generate_rules` statements and rules. A number is made
with its range and its steps, so that it can be rounded and kept in bounds where it is stored. Whatever is not certain,
`check` decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from tests.differential import syntax as s
from tests.differential.areas import AreaMap
from tests.differential.catalogue import ENUMS, between


@dataclass(frozen=True)
class Features:
    """What may be generated; each can be switched off where it is known to be faulty.

    A finding of today's program is kept away from by `Features(fine_rolls=False)`, or by name with `without`.
    """

    fine_rolls: bool = True  # tenths and ratios added to dice, as modifiers, and in their bounds
    kept_ratios: bool = True  # ratios in `let`, in texts and in `before(...)`
    fine_texts: bool = True  # products of tenths in texts
    mixed_lists: bool = True  # lists of mixed steps, `in` with them, lists put into fields of other steps
    equal_lists: bool = True  # `is` between lists
    mixed_extremes: bool = True  # `least` and `greatest` of different steps
    first_of_nothing: bool = True  # `first` of what may be nothing, where it is no thing
    finish_early: bool = True  # `finish` in a phase with effects at its end, at its close, and in a loop at once
    at_once_at_close: bool = True
    at_once_in_effects: bool = True
    vanishing: bool = True  # what comes and goes while a loop goes through it
    replacing: bool = (
        False  # what comes where something has gone before: it takes the place, and the fields that name it
    )
    created_lists: bool = True  # a list that is given at creation
    modified_definitions: bool = True  # modifiers of what definitions give
    narrowed_amounts: bool = True  # amounts of modifiers that only their conditions make possible
    ratio_types: bool = True  # definitions and inputs that are ratios
    failing_again: bool = True  # another try after a failure
    no_dice: bool = True  # a number of dice that may be none
    times_plus: bool = True  # `n times (d6 + 1)`
    far_limits: bool = True  # limits that a number may be beyond already, and negative amounts
    rolls_in_phases: bool = True
    rolls_at_once: bool = True
    marks: bool = True  # fields that are seen at once, set by procedures in spans
    results: bool = True  # results of procedures
    requirements: bool = True  # requirements at the head of a procedure
    decks: bool = True
    boards: bool = True  # places and directions on hexes and squares, and maps of areas
    pools: bool = True  # dice that are kept apart, and the highest or lowest of dice and lists
    tables_by_condition: bool = True
    exact_stores: bool = False  # storing what may not fit: for `check` to find

    def without(self, *names: str) -> Features:
        return replace(self, **dict.fromkeys(names, False))


@dataclass(frozen=True)
class Sized:
    """A number with its range; it lies in steps of 1 / `parts`, or is any ratio where that is 0."""

    tree: s.Expression
    low: Fraction
    high: Fraction
    parts: int = 1


@dataclass
class Known:
    """What may be named at a place."""

    things: dict[str, list[s.Expression]] = field(default_factory=dict)
    numbers: list[Sized] = field(default_factory=list)
    truths: list[s.Expression] = field(default_factory=list)
    lists: list[tuple[s.Expression, s.Type]] = field(default_factory=list)
    maybes: list[tuple[s.Expression, s.ThingType]] = field(default_factory=list)  # things that may be none
    tallies: list[tuple[str, s.NumberType]] = field(default_factory=list)
    cards: list[tuple[s.Expression, str, bool]] = field(default_factory=list)  # with their enum; may be none where True
    places: list[tuple[s.Expression, s.PlaceType]] = field(default_factory=list)
    before: bool = False

    def copy(self) -> Known:
        things = {kind: list(trees) for kind, trees in self.things.items()}
        kept = (list(self.numbers), list(self.truths), list(self.lists), list(self.maybes), list(self.tallies))
        return Known(things, *kept, cards=list(self.cards), places=list(self.places), before=self.before)

    def with_thing(self, kind: str, name: str) -> Known:
        known = self.copy()
        known.things.setdefault(kind, []).append(s.Local(name))
        return known


def number(value: Fraction | int) -> s.Number:
    return s.Number(Fraction(value))


LITERALS = [Fraction(text) for text in "0 1 1 2 2 3 4 5 6 0.5 1.5 2.5 0.1 0.3 1.2 2.7 0.25 1.25 0.05".split()]
DIVISORS = [Fraction(text) for text in "2 2 3 3 4 5 7 1.5 0.5 2.5 0.3".split()]


class Expressions:
    """Makes random expressions over a ruleset."""

    def __init__(self, random: Random, ruleset: s.Ruleset, features: Features) -> None:
        self.random = random
        self.ruleset = ruleset
        self.features = features
        self.definitions: list[s.Definition] = []
        self.procedures: list[s.Procedure] = []
        self.counted = 0
        self.prefix = ""
        self.mapping = False  # whether most of the unit is about the board

    def name(self, word: str) -> str:
        """Give a name that nothing else has."""
        self.counted += 1
        return f"{self.prefix}{word}_{self.counted}"

    def chance(self, of_ten: int) -> bool:
        return self.random.randrange(10) < of_ten

    # Numbers
    def number(self, known: Known, depth: int) -> Sized:
        """Make a number."""
        ways: list[Callable[[Known, int], Sized]] = [self.leaf] * 4
        if depth > 0:
            ways += [self.added] * 4 + [self.multiplied] * 2 + [self.divided] * 2 + [self.percent]
            ways += (
                [self.rounded] * 2 + [self.extreme] * 2 + [self.gathered] * 2 + [self.counted_things, self.looked_up]
            )
            ways += [self.board_number] * ((20 if self.mapping else 2) if self.has_places(known) else 0)
            ways += [self.deck_number] * (3 if self.features.decks else 0)
            ways += [self.called] * (5 if any(one.modifiers for one in self.definitions) else 2)
            ways += [self.negative, self.powered] + [self.before] * (2 if known.before else 0)
        made = self.random.choice(ways)(known, depth - 1)
        too_far = max(abs(made.low), abs(made.high)) > 400
        return self.leaf(known, 0) if too_far or made.parts > 1000 else made

    def leaf(self, known: Known, _depth: int) -> Sized:
        """Make a number that stands by itself."""
        kind = self.random.choice(["literal", "field", "field", "field", "local", "local", "constant"])
        if kind == "local" and known.numbers:
            return self.random.choice(known.numbers)
        if kind == "constant":
            one = self.random.choice(self.ruleset.constants)
            assert isinstance(one.type, s.NumberType)
            return sized(s.Constant(one.name), one.type)
        fields = self.fields(known, s.NumberType) if kind != "literal" else []
        if fields:
            tree, kind_of_field = self.random.choice(fields)
            assert isinstance(kind_of_field, s.NumberType)
            return sized(tree, kind_of_field)
        value = self.random.choice(LITERALS)
        return Sized(number(value), value, value, value.denominator)

    def fields(self, known: Known, sort: type) -> list[tuple[s.FieldOf, s.Type]]:
        """Give the fields of known things that are of a sort."""
        return [
            (s.FieldOf(owner, one.name), one.type)
            for kind, owners in known.things.items()
            for owner in owners
            for one in self.ruleset.kind(kind).fields
            if isinstance(one.type, sort)
        ]

    def added(self, known: Known, depth: int) -> Sized:
        left, right = self.number(known, depth), self.number(known, depth)
        parts = math.lcm(left.parts, right.parts)
        if self.chance(6):
            return Sized(s.Arithmetic("+", left.tree, right.tree), left.low + right.low, left.high + right.high, parts)
        return Sized(s.Arithmetic("-", left.tree, right.tree), left.low - right.high, left.high - right.low, parts)

    def multiplied(self, known: Known, depth: int) -> Sized:
        left, right = self.number(known, depth), self.number(known, depth)
        ends = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
        return Sized(s.Arithmetic("*", left.tree, right.tree), min(ends), max(ends), left.parts * right.parts)

    def divided(self, known: Known, depth: int) -> Sized:
        """Make a quotient; what divides is never zero."""
        left = self.number(known, depth)
        if self.chance(7):
            by = self.random.choice(DIVISORS)
            right = Sized(number(by), by, by)
        else:
            over = self.number(known, 0)
            least = s.Extreme("greatest", (number(1), over.tree))
            right = Sized(least, Fraction(1), max(Fraction(1), over.high))
        ends = [one / other for one in (left.low, left.high) for other in (right.low, right.high)]
        return Sized(s.Arithmetic("/", left.tree, right.tree), min(ends), max(ends), 0)

    def percent(self, known: Known, depth: int) -> Sized:
        rate, of = Fraction(self.random.choice((10, 25, 30, 50, 75, 120))), self.number(known, depth)
        return Sized(s.Percent(rate, of.tree), of.low * rate / 100, of.high * rate / 100, 0)

    def rounded(self, known: Known, depth: int) -> Sized:
        return self.round_to(self.number(known, depth), self.random.choice(("whole", "whole", "tenths", "hundredths")))

    def round_to(self, of: Sized, step: str) -> Sized:
        """Round a number to steps, in any way, unless it lies in them."""
        parts = s.STEPS[step]
        if of.parts and parts % of.parts == 0:
            return of
        tree = s.Rounded(of.tree, self.random.choice(("down", "up", "nearest")), step)
        return Sized(
            tree, Fraction(math.floor(of.low * parts), parts), Fraction(math.ceil(of.high * parts), parts), parts
        )

    def powered(self, known: Known, depth: int) -> Sized:
        """Make a power, or a root that is rounded, of a number that is not below zero."""
        of = self.number(known, depth)
        if self.chance(4) and of.parts <= 10:
            exponent = self.random.choice((2, 2, 3))
            ends = of.low**exponent, of.high**exponent
            low = Fraction(0) if exponent % 2 == 0 and of.low < 0 < of.high else min(ends)
            return Sized(s.Power(of.tree, exponent), low, max(ends), of.parts**exponent)
        if self.chance(3) and 0 < of.parts <= 10 and max(abs(of.low), abs(of.high)) <= 20:
            most = max(abs(of.low), abs(of.high), Fraction(1)) ** 3
            low = -most if of.low < 0 else Fraction(0)
            raised = s.Raised(of.tree, self.value(between(0, 3), known, 0))
            return Sized(raised, low, most, 1 if of.parts == 1 else 0)
        top, below = self.random.choice(((1, 2), (1, 3), (3, 2), (7, 5), (11, 20)))
        step, way = self.random.choice(("whole", "tenths", "hundredths")), self.random.choice(("down", "up", "nearest"))
        base = of.tree if of.low >= 0 else s.Extreme("greatest", (number(Fraction(0)), of.tree))
        most = max(Fraction(1), of.high) ** (2 if top > below else 1)
        return Sized(s.Root(base, top, below, way, step), Fraction(0), most, s.STEPS[step])

    def extreme(self, known: Known, depth: int) -> Sized:
        """Make the least or greatest of some numbers."""
        items = [self.number(known, depth) for _ in range(self.random.choice((2, 2, 3)))]
        if not self.features.mixed_extremes and len({item.parts for item in items}) > 1:
            items = [self.round_to(item, "whole") for item in items]
        word = self.random.choice(("least", "greatest"))
        end = min if word == "least" else max
        parts = 0 if any(item.parts == 0 for item in items) else math.lcm(*(item.parts for item in items))
        tree = s.Extreme(word, tuple(item.tree for item in items))
        return Sized(tree, end(item.low for item in items), end(item.high for item in items), parts)

    # What `generate_boards` makes
    def has_places(self, known: Known) -> bool:
        """Whether a place is sure to be known."""
        return self.ruleset.board is not None and bool(known.places or known.things.get("Pawn"))

    def board_number(self, known: Known, depth: int) -> Sized:
        """Make a number that a board is asked for."""
        return self.leaf(known, depth)

    def place(self, known: Known, depth: int, *, optional: bool = False) -> s.Expression:
        """Make a place."""
        raise NotImplementedError

    def places(self, known: Known, depth: int) -> s.Expression:
        """Make a list of places."""
        raise NotImplementedError

    def direction(self, known: Known, depth: int) -> s.Expression:
        """Make a direction."""
        raise NotImplementedError

    def deck_number(self, known: Known, depth: int) -> Sized:
        """Make a number that a deck is asked for; see `generate_decks`."""
        return self.leaf(known, depth)

    def condition(self, known: Known, depth: int) -> s.Expression:
        """Make a condition that may hold or not; see `generate_conditions`."""
        raise NotImplementedError

    def negative(self, known: Known, depth: int) -> Sized:
        of = self.number(known, depth)
        return Sized(s.Negative(of.tree), -of.high, -of.low, of.parts)

    def before(self, known: Known, depth: int) -> Sized:
        of = self.number(self.earlier(known), depth if self.features.kept_ratios else 0)
        return replace(of, tree=s.Before(of.tree))

    def earlier(self, known: Known) -> Known:
        """Say what may be named in `before(...)`: sometimes also what has a name of its own, or `before` once more."""
        if self.chance(3):
            return replace(known.copy(), before=self.chance(3))
        return replace(known.copy(), before=False, numbers=[], lists=[], truths=[], cards=[], places=[])

    def gathered(self, known: Known, depth: int) -> Sized:
        """Make the sum, the least or greatest, the first or the count of something."""
        word = self.random.choice(("sum", "sum", "least", "greatest", "first", "count"))
        name, source, kind, most = self.source(known, depth)
        inner = self.inside(known, name, kind)
        where = self.condition(inner, min(depth, 1)) if self.chance(5) else None
        if word == "count" and isinstance(kind, s.ThingType):
            tree = s.Gathered("count", None, name, source, where or self.condition(inner, 0))
            return Sized(tree, Fraction(), Fraction(most))
        if word == "first" and not self.features.first_of_nothing:
            word = "greatest"
        item = self.number(inner, depth)
        order = s.Order(self.chance(5), self.number(inner, 0).tree) if word == "first" and self.chance(6) else None
        tree = s.Gathered("sum" if word == "count" else word, item.tree, name, source, where, order, "number")
        times = most if tree.word == "sum" else 1
        return Sized(tree, min(Fraction(), item.low * times), max(Fraction(), item.high * times), item.parts)

    def counted_things(self, known: Known, _depth: int) -> Sized:
        lists = [tree for tree, kind in self.fields(known, s.ListType) if kind == s.ListType(s.ThingType("Pawn"))]
        if lists and self.chance(4):
            return sized(s.Size(self.random.choice(lists)), between(0, 4))
        size = s.Size(s.Things(self.random.choice(("Pawn", "Token"))))
        # How many a kind has room for is not known of its count.
        return sized(s.Extreme("least", (number(9), size)), between(0, 9))

    def called(self, known: Known, depth: int) -> Sized:
        """Call a definition that gives a number."""
        fitting = [one for one in self.known_to(known) if isinstance(one.type, s.NumberType)]
        if not fitting:
            return self.added(known, depth)
        one = self.random.choice(fitting)
        assert isinstance(one.type, s.NumberType)
        return sized(s.Called(one.name, self.inputs(one.inputs, known, min(depth, 1))), one.type)

    def looked_up(self, known: Known, depth: int) -> Sized:
        """Look a value up in a table."""
        fitting = [one for one in self.ruleset.tables if one.gives is not None]
        if not fitting:
            return self.rounded(known, depth)
        one = self.random.choice(fitting)
        assert one.gives is not None
        return sized(s.LookedUp(one.name, self.keys(one, known, depth)), one.gives)

    def keys(self, table: s.Table, known: Known, depth: int) -> tuple[s.Expression, ...]:
        """Make the keys of a table, so wide that each row may be reached."""
        fields = [one for one in self.fields(known, s.NumberType) if one[0].name in {"wet", "low", "worth"}]
        key = self.number(known, depth)
        if fields:
            one, kind = self.random.choice(fields)
            assert isinstance(kind, s.NumberType)
            away = max(key.low, Fraction(0)) or min(key.high, Fraction(0))  # from zero, whatever is added to the field
            if away:
                shifted = s.Arithmetic("-", key.tree, number(away))
                key = Sized(shifted, key.low - away, key.high - away, key.parts)
            key = Sized(s.Arithmetic("+", one, key.tree), kind.low + key.low, kind.high + key.high, key.parts)
        moods = [tree for tree, kind in self.fields(known, s.EnumType) if kind == s.EnumType(table.enum)]
        tree = self.fitted(key, table.key)
        if not table.enum:
            return (tree,)
        return tree, self.random.choice(moods) if moods else self.member(known, table.enum)

    def inputs(self, inputs: tuple[s.Input, ...], known: Known, depth: int) -> tuple[s.Expression, ...]:
        return tuple(self.value(one.type, known, depth) for one in inputs)

    def fitted(self, of: Sized, wanted: s.NumberType) -> s.Expression:
        """Round a number and keep it in bounds, as far as a type wants it."""
        steps = 0 if wanted.step == "ratio" else s.STEPS[wanted.step]
        if steps and (of.parts == 0 or steps % of.parts) and not (self.features.exact_stores and self.chance(1)):
            of = self.round_to(of, wanted.step)
        tree = of.tree
        if of.low < wanted.low:
            tree = s.Extreme("greatest", (number(wanted.low), tree))
        if of.high > wanted.high:
            tree = s.Extreme("least", (number(wanted.high), tree))
        return tree

    # Other values
    def value(self, wanted: s.Type, known: Known, depth: int) -> s.Expression:
        """Make a value of a type, sometimes as it was before."""
        if known.before and not isinstance(wanted, s.NumberType | s.ThingType) and self.chance(1):
            return s.Before(self.value(wanted, self.earlier(known), depth))
        match wanted:
            case s.NumberType():
                return self.fitted(self.number(known, depth), wanted)
            case s.TruthType():
                return self.condition(known, depth)
            case s.EnumType(name):
                return self.member(known, name)
            case s.ThingType(kind, optional):
                return self.thing(known, kind, optional=optional)
            case s.PlaceType(_, optional):
                return self.place(known, depth, optional=optional)
            case s.ListType(item):
                return self.list_of(item, known, depth)
            case s.DeckType():
                raise AssertionError(wanted)

    def thing(self, known: Known, kind: str, *, optional: bool) -> s.Expression:
        """Make a thing; one that is certain is a known one."""
        if optional and self.chance(5):
            wanted = s.ThingType(kind, optional=True)
            ways: list[s.Expression] = [s.Nothing(), *(tree for tree, one in self.maybe_none(known) if one == wanted)]
            ways += self.calls_of(wanted, known)
            name = self.name("one")
            inner = known.with_thing(kind, name)
            order = s.Order(self.chance(5), self.number(inner, 1).tree) if self.chance(7) else None
            ways.append(s.Gathered("first", None, name, s.Things(kind), self.condition(inner, 1), order))
            return self.random.choice(ways)
        found = list(known.things.get(kind, []))
        if kind == "Side" and not found:
            found = [s.FieldOf(pawn, "side") for pawn in known.things.get("Pawn", [])]
        return self.random.choice(found) if found else s.Nothing()

    def maybe_none(self, known: Known) -> list[tuple[s.Expression, s.ThingType]]:
        """Give what is a thing or none: fields, inputs, and what has been picked."""
        fields = [(tree, one) for tree, one in self.fields(known, s.ThingType) if isinstance(one, s.ThingType)]
        return [*((tree, one) for tree, one in fields if one.optional), *known.maybes]

    def known_to(self, known: Known) -> list[s.Definition]:
        """Give the definitions that can be asked where no pawn may be known."""
        if known.things.get("Pawn"):
            return self.definitions
        return [one for one in self.definitions if not any(isinstance(each.type, s.ThingType) for each in one.inputs)]

    def calls_of(self, wanted: s.Type, known: Known) -> list[s.Expression]:
        """Call a definition that gives a type, sometimes; at most one."""
        fitting = [one for one in self.known_to(known) if one.type == wanted]
        if not fitting or not self.chance(4):
            return []
        one = self.random.choice(fitting)
        return [s.Called(one.name, self.inputs(one.inputs, known, 0))]

    def member(self, known: Known, enum: str) -> s.Expression:
        """Make a member of an enum, perhaps some steps from another."""
        cards = [tree for tree, of, optional in known.cards if of == enum and not optional]
        if cards and self.chance(4):
            return self.random.choice(cards)
        board = self.ruleset.board
        if board is not None and self.has_places(known) and self.chance(5):
            if enum == board.directions:
                return self.direction(known, 1)
            if isinstance(board, AreaMap) and enum == board.areas:
                return self.place(known, 1)
        fields = [one for one, kind in self.fields(known, s.EnumType) if kind == s.EnumType(enum)]
        if not fields or self.chance(4):
            return s.MemberName(enum, self.random.choice(ENUMS[enum].members))
        tree: s.Expression = self.random.choice([*fields, *self.calls_of(s.EnumType(enum), known)])
        if ENUMS[enum].sort == "plain" or self.chance(4):
            return tree
        steps = self.fitted(self.number(known, 1), between(-3, 3)) if self.chance(4) else number(1)
        return s.Arithmetic(self.random.choice("+-"), tree, steps)

    # Lists
    def source(self, known: Known, depth: int) -> tuple[str, s.Expression, s.Type, int]:
        """Make something to go through: a name for its items, the list, their type, and how many at most."""
        way = self.random.choice(("pawns", "pawns", "pawns", "tokens", "tokens", "field", "field", "numbers", "other"))
        if way == "pawns":
            return self.name("pawn"), s.Things("Pawn"), s.ThingType("Pawn"), 4
        if way == "other":
            return self.other_source()
        if way == "tokens":
            return self.name("token"), s.Things("Token"), s.ThingType("Token"), 12
        lists = [*self.fields(known, s.ListType), *known.lists]
        if way == "field" and lists:
            tree, kind = self.random.choice(lists)
            assert isinstance(kind, s.ListType)
            return self.name("item"), tree, kind.item, 4
        wanted = self.random.choice((between(0, 9), between(0, 5, "tenths")))
        return self.name("item"), self.list_of(wanted, known, min(depth, 1)), wanted, 12

    def other_source(self) -> tuple[str, s.Expression, s.Type, int]:
        """Go through the sides, or through some members of an enum."""
        if self.chance(6):
            return self.name("each"), s.Things("Side"), s.ThingType("Side"), 2
        enum = self.random.choice(self.ruleset.enums)
        if enum.sort in ("ladder", "circle") and self.chance(3):
            return self.name("item"), s.Members(enum.name), s.EnumType(enum.name), len(enum.members)
        members = tuple(s.MemberName(enum.name, name) for name in self.random.sample(enum.members, 2))
        return self.name("item"), s.Listed(members), s.EnumType(enum.name), 2

    def inside(self, known: Known, name: str, kind: s.Type) -> Known:
        """Say what is known where a loop or a gathering has given a name to an item."""
        match kind:
            case s.ThingType(thing):
                return known.with_thing(thing, name)
            case s.NumberType():
                inner = known.copy()
                inner.numbers += [sized(s.Local(name), kind)] * 2
                return inner
            case s.EnumType(enum):
                inner = known.copy()
                inner.cards += [(s.Local(name), enum, False)] * 2
                return inner
            case s.PlaceType():
                inner = known.copy()
                inner.places += [(s.Local(name), kind)] * 3
                return inner
            case _:
                return known

    def list_of(self, item: s.Type, known: Known, depth: int) -> s.Expression:
        """Make a list with items of a type, at most four where it is written down."""
        if isinstance(item, s.PlaceType):
            return self.places(known, depth)
        way = self.random.choice(("field", "field", "written", "written", "written", "gathered", "gathered", "lists"))
        if isinstance(item, s.NumberType) and self.features.pools and depth > 0 and self.chance(1):
            count = self.value(between(0, 3), known, 0)
            return s.Best(self.random.choice(("highest", "lowest")), count, self.list_of(item, known, depth - 1))
        if self.features.pools and depth > 0 and self.chance(1):
            ends = [self.value(between(-3, 3), known, 0) for _ in range(2)]
            return s.Stretch(self.list_of(item, known, depth - 1), *ends)
        held = [*self.fields(known, s.ListType), *known.lists]
        lists = [tree for tree, kind in held if kind == s.ListType(item)]
        lists += self.calls_of(s.ListType(item), known)
        if way == "lists" and isinstance(item, s.NumberType):
            return self.list_of_lists(item, known)
        if way == "field" and lists:
            return self.random.choice(lists)
        if way == "gathered":
            kind = item.kind if isinstance(item, s.ThingType) else self.random.choice(("Pawn", "Token"))
            name = self.name("one")
            inner = known.with_thing(kind, name)
            where = self.condition(inner, min(depth, 1)) if self.chance(6) else None
            if isinstance(item, s.ThingType):
                return s.Gathered("all", None, name, s.Things(kind), where or self.condition(inner, 0))
            return s.Gathered("all", self.item(item, inner, min(depth, 1)), name, s.Things(kind), where)
        many = self.random.choice((1, 2, 2, 3))
        return s.Listed(tuple(self.item(item, known, min(depth, 1)) for _ in range(many)))

    def list_of_lists(self, item: s.NumberType, known: Known) -> s.Expression:
        """Take the first of the lists of some pawns; or all of them, which makes one list."""
        name = self.name("one")
        inner = known.with_thing("Pawn", name)
        field = "marks" if item.step == "whole" else "shares"
        where = self.condition(inner, 0)
        if self.chance(3):  # so few that a field has room for them
            few = s.Comparison("is", s.Local(name), self.random.choice(inner.things["Pawn"]))
            return s.Gathered("all", s.FieldOf(s.Local(name), field), name, s.Things("Pawn"), few)
        return s.Gathered("first", s.FieldOf(s.Local(name), field), name, s.Things("Pawn"), where, empty="list")

    def item(self, item: s.Type, known: Known, depth: int) -> s.Expression:
        """Make an item of a list; of the very steps of the list, where steps must not be mixed."""
        if self.features.mixed_lists or not isinstance(item, s.NumberType):
            return self.value(item, known, depth)
        of = self.number(known, depth)
        if of.parts == s.STEPS[item.step]:
            return self.fitted(of, item)
        exact = s.Constant("snow" if item.step == "whole" else "frost")
        return self.fitted(sized(exact, between(0, 6, item.step)), item)

    def loose_list(self, known: Known, depth: int) -> s.Expression:
        """Write a list of numbers of any steps."""
        return s.Listed(tuple(self.number(known, min(depth, 1)).tree for _ in range(self.random.choice((2, 3)))))


def sized(tree: s.Expression, kind: s.NumberType) -> Sized:
    """Give a value of a declared type its range and steps."""
    return Sized(tree, kind.low, kind.high, 0 if kind.step == "ratio" else s.STEPS[kind.step])
