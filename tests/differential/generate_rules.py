"""Random statements and rules: `rulesets` makes rulesets of them."""

from __future__ import annotations

import math
import random as chance
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.catalogue import between
from tests.differential.generate import Features, Known, Sized, number, sized
from tests.differential.generate_decks import Dealing

MOST_PATHS = 250


@dataclass
class Place:
    """Where a statement stands."""

    known: Known
    rolls: int = MOST_PATHS  # how many paths the dice may still make here
    rounds: int = 1  # how often it may be gone through
    loop: bool = False
    held_back: bool = False  # in a phase or loop with effects at its end
    effect: bool = False
    in_effect_loop: bool = False
    top: bool = False  # directly in a phase
    closing: bool = False  # at the close of a phase
    at_once: bool = False  # in a loop at once
    closed: bool = False  # in a phase with a close, of which the handbook does not say what `finish` makes of it

    def within(self, known: Known, *, rounds: int = 1, loop: bool | None = None, held_back: bool = False) -> Place:
        return replace(
            self,
            known=known,
            rounds=self.rounds * rounds,
            loop=self.loop if loop is None else loop,
            held_back=self.held_back or held_back,
        )


class Rules(Dealing):
    """Makes random statements and rules."""

    def __init__(self, random: chance.Random, ruleset: s.Ruleset, features: Features) -> None:
        super().__init__(random, ruleset, features)
        self.tables: list[s.Table] = []
        self.left = MOST_PATHS
        self.dealing = False  # whether most of the unit is about decks
        self.spanned = False  # whether all of the unit lies in a phase with effects at its end

    # Statements
    def block(self, place: Place, depth: int, size: int) -> s.Block:
        """Make some statements."""
        place = replace(place, known=place.known.copy())
        made: list[s.Statement] = []
        for _ in range(size):
            made += self.statement(place, depth)
        return tuple(made)

    def statement(self, place: Place, depth: int) -> list[s.Statement]:
        """Make a statement, sometimes with what it needs around it."""
        ways: list[Callable[[Place, int], list[s.Statement]]] = []
        ways += [self.let] * 3 + [self.tally] + [self.announce] * 2 + [self.leave] + [self.do] * 3
        if place.effect or not place.held_back:
            ways += [self.set_field] * 3 + [self.add] * 6 + [self.append, self.create, self.remove]
        else:
            ways += [self.do] * 6 + [self.set_mark] * 2
        if self.features.decks:
            ways += [lambda at, _depth: self.deal(at.known, at.rounds)] * (30 if self.dealing else 3)
        if not place.effect:
            ways += [self.roll] * 4 + [self.check] * 2
        if depth > 0:
            ways += [self.when] * 3 + [self.for_each] * 4 + [self.for_numbers, self.repeat, self.apply]
        return self.random.choice(ways)(place, depth - 1)

    def guarded(self, statement: s.Statement, place: Place, of_ten: int = 3) -> list[s.Statement]:
        """Put `when` or `unless` behind a statement, perhaps."""
        if not self.chance(of_ten):
            return [statement]
        return [s.Guarded(statement, self.condition(place.known, 1), unless=self.chance(3))]

    def target(self, place: Place, sort: type) -> tuple[s.FieldOf, s.Type] | None:
        fields = [one for one in self.fields(place.known, sort) if one[0].name != "side"]
        return self.random.choice(fields) if fields else None

    def set_field(self, place: Place, _depth: int) -> list[s.Statement]:
        sorts = (s.NumberType, s.NumberType, s.TruthType, s.EnumType, s.ThingType, s.ListType)
        found = self.target(place, self.random.choice(sorts))
        if found is None:
            return []
        tree, kind = found
        if isinstance(kind, s.ListType):
            if isinstance(kind.item, s.ThingType) and not place.known.things.get(kind.item.kind):
                return []
            made = self.list_of(kind.item, place.known, 1)
            if isinstance(made, s.Gathered) and made.source == s.Things("Token"):
                return []  # more tokens than a list has room for
            return self.guarded(s.Set(tree, made), place)
        return self.guarded(s.Set(tree, self.value(kind, place.known, 2)), place)

    def set_mark(self, place: Place, _depth: int) -> list[s.Statement]:
        """Set a field that is seen at once, as a procedure may in a span."""
        pawns = place.known.things.get("Pawn", [])
        if not pawns or not self.features.marks:
            return []
        mark = next(one for one in self.ruleset.kind("Pawn").fields if one.mark)
        target = s.FieldOf(self.random.choice(pawns), mark.name)
        return self.guarded(s.Set(target, self.value(mark.type, place.known, 1)), place)

    def add(self, place: Place, _depth: int) -> list[s.Statement]:
        """Add to a field or tally, or take from it, mostly with a limit."""
        found: tuple[s.FieldOf | s.Local, s.Type] | None = self.target(place, s.NumberType)
        if place.known.tallies and self.chance(3):
            name, tally = self.random.choice(place.known.tallies)
            found = s.Local(name), tally
        if found is None:
            return []
        tree, kind = found
        assert isinstance(kind, s.NumberType)
        take = self.chance(4)
        most = Fraction(self.random.choice((1, 2, 3)))
        low = -most if self.features.far_limits and self.chance(2) else Fraction()
        amount = self.fitted(self.number(place.known, 2), replace(kind, low=low, high=most))
        upper = not take
        end = kind.high if upper else kind.low
        if self.features.far_limits and self.chance(3):
            shift = Fraction(self.random.choice((1, 2, 3)))
            end += -shift if upper else shift
        limit = s.Limit(upper, number(end))
        if self.features.far_limits and self.chance(2):
            limit = s.Limit(upper, self.fitted(self.number(place.known, 1), kind))
        return self.guarded(s.Add(amount, tree, limit, take), place)

    def let(self, place: Place, _depth: int) -> list[s.Statement]:
        """Name a number, a condition or a list."""
        name = self.name("some")
        way = self.random.choice(("number", "number", "number", "truth", "list"))
        if way == "truth":
            held = self.condition(place.known, 2)
            place.known.truths.append(s.Local(name))
            return [s.Let(name, held)]
        if way == "list":
            item = self.random.choice((between(0, 9), between(0, 5, "tenths")))
            made = self.list_of(item, place.known, 1)
            place.known.lists.append((s.Local(name), s.ListType(item)))
            return [s.Let(name, made)]
        value = self.number(place.known, 2)
        if value.parts == 0 and not self.features.kept_ratios:
            value = self.round_to(value, "tenths")
        place.known.numbers += [replace(value, tree=s.Local(name))] * 2
        return [s.Let(name, value.tree)]

    def tally(self, place: Place, _depth: int) -> list[s.Statement]:
        name = self.name("tally")
        kind = self.random.choice((between(0, 9), between(-4, 6, "tenths"), between(0, 12, "halves")))
        value = self.value(kind, place.known, 1)
        place.known.tallies.append((name, kind))
        place.known.numbers += [sized(s.Local(name), kind)]
        return [s.Tally(name, kind, value)]

    def announce(self, place: Place, _depth: int) -> list[s.Statement]:
        """Tell some values, none of which is a name of what was created."""
        parts: list[str | s.Expression] = ["told"]
        for _ in range(self.random.choice((1, 1, 2, 3))):
            parts += [" ", self.told(place.known)]
        return self.guarded(s.Announce(tuple(parts)), place)

    def told(self, known: Known) -> s.Expression:
        match self.random.choice(("number", "number", "number", "truth", "member", "list")):
            case "truth":
                fields = self.fields(known, s.TruthType)
                trees = [*(tree for tree, _ in fields), *known.truths]
                return self.random.choice(trees) if trees else s.Constant("snow")
            case "member":
                return self.member(known, "Mood")
            case "list":
                return self.list_of(self.random.choice((between(0, 9), between(0, 5, "tenths"))), known, 1)
            case _:
                value = self.number(known, 2)
                if value.parts == 0 and not self.features.kept_ratios:
                    value = self.round_to(value, "whole")
                if value.parts > 10 and not self.features.fine_texts:
                    value = self.round_to(value, "tenths")
                return value.tree

    def append(self, place: Place, _depth: int) -> list[s.Statement]:
        """Put a value at the end of a list that has room for it."""
        found = self.target(place, s.ListType)
        if found is None:
            return []
        tree, kind = found
        assert isinstance(kind, s.ListType)
        if isinstance(kind.item, s.ThingType) and not place.known.things.get(kind.item.kind):
            return []
        name = self.name("item")
        holds = s.Gathered("sum", number(1), name, tree)
        room = s.Comparison("<", holds, number(3))
        return [s.Guarded(s.Append(self.value(kind.item, place.known, 1), tree), room)]

    def create(self, place: Place, _depth: int) -> list[s.Statement]:
        """Bring a token into play where there is room."""
        if not self.features.replacing or (place.loop and not self.features.vanishing):
            return []
        kind = self.ruleset.kind("Token")
        fields = [one for one in kind.fields if self.features.created_lists or not isinstance(one.type, s.ListType)]
        given = tuple((one.name, self.value(one.type, place.known, 1)) for one in fields if self.chance(7))
        room = s.Comparison("<", s.Size(s.Things("Token")), number(5))
        return [s.Guarded(s.Create("Token", given), room)]

    def remove(self, place: Place, _depth: int) -> list[s.Statement]:
        """Take tokens out of play, in a loop of their own; never one that has a name outside of it."""
        if place.loop and not self.features.vanishing:
            return []
        name = self.name("token")
        inner = place.known.with_thing("Token", name)
        where = self.condition(inner, 1)
        for other in place.known.things.get("Token", []):
            where = s.Joined("and", (s.Comparison("is not", s.Local(name), other), where))
        order = s.Order(self.chance(5), self.number(inner, 1).tree) if self.chance(3) else None
        body: s.Block = (s.Remove(s.Local(name)),)
        if self.chance(4):
            body = (*body, s.Guarded(s.Stop(), self.condition(place.known, 1)))
        return [s.ForEach(name, s.Things("Token"), body, where, order)]

    def leave(self, place: Place, _depth: int) -> list[s.Statement]:
        """Leave a loop or the rule, on a condition."""
        finish = not place.loop or self.chance(4)
        if finish and (place.closed or ((place.held_back or place.closing) and not self.features.finish_early)):
            return []
        return [s.Guarded(s.Finish() if finish else s.Stop(), self.condition(place.known, 1))]

    def do(self, place: Place, _depth: int) -> list[s.Statement]:
        """Carry out a rule of the unit."""
        fitting = [one for one in self.procedures if one.effect or self.may_call(one, place)]
        if not fitting:
            return []
        one = self.random.choice(fitting)
        if any(
            isinstance(each.type, s.ThingType) and not place.known.things.get(each.type.kind) for each in one.inputs
        ):
            return []
        return self.guarded(s.Do(one.name, self.inputs(one.inputs, place.known, 1)), place)

    def may_call(self, procedure: s.Procedure, place: Place) -> bool:
        """Whether a procedure may be called: what it changes must be allowed there, and its dice not too many."""
        if place.effect or (place.held_back and not self.spanned):
            return False
        return place.rounds <= 2 or "Roll(" not in repr(procedure)

    def apply(self, place: Place, _depth: int) -> list[s.Statement]:
        """Carry out a row of a table that is made for it."""
        pawns = place.known.things.get("Pawn", [])
        if not pawns:
            return []
        name = self.name("row")
        inner = place.within(Known({"Pawn": [s.Local("taker")]}))
        columns = 3 if self.chance(4) else 1
        bounds = [(None, 0), (1, 2), (3, None)]
        rows = tuple(s.Row(low, high, tuple(self.cell(inner) for _ in range(columns))) for low, high in bounds)
        enum = "Mood" if columns == 3 else ""
        given = (s.Input("taker", s.ThingType("Pawn")),)
        table = s.Table(name, between(-2, 6), rows, enum, given=given)
        self.tables.append(table)
        return [s.Apply(name, self.keys(table, place.known, 2), (self.random.choice(pawns),))]

    def cell(self, place: Place) -> s.Block:
        """Make what a cell does: one statement, or nothing."""
        made = [] if self.chance(2) else self.random.choice((self.set_field, self.add, self.announce))(place, 0)
        return tuple(made[:1])

    # Branches and loops
    def when(self, place: Place, depth: int) -> list[s.Statement]:
        """Branch; perhaps on there being a friend, who is known below."""
        size = self.random.choice((1, 2))
        fields = self.fields(place.known, s.ThingType)
        if fields and self.chance(3):
            tree, kind = self.random.choice(fields)
            assert isinstance(kind, s.ThingType)
            inner = place.known.copy()
            inner.things.setdefault(kind.kind, []).append(tree)
            there = s.Comparison("is not", tree, s.Nothing())
            name = self.name("there")
            inner.things[kind.kind][-1] = s.Local(name)
            body = (s.Let(name, tree), *self.block(replace(place, known=inner), depth, size))
            return [s.When(((there, body),))]
        branches = [(self.condition(place.known, 2), self.block(place, depth, size))]
        while self.chance(3):
            branches.append((self.condition(place.known, 2), self.block(place, depth, 1)))
        branches = [branch for branch in branches if branch[1]]
        otherwise = self.block(place, depth, 1) if self.chance(5) else ()
        return [s.When(tuple(branches), otherwise)] if branches else []

    def for_each(self, place: Place, depth: int) -> list[s.Statement]:
        """Go through a list, in any way."""
        name, source, kind, most = self.source(place.known, 1)
        inner = self.inside(place.known, name, kind)
        free = not place.held_back and (self.features.at_once_at_close or not place.closing)
        at_once = free and self.chance(3) and (self.features.at_once_in_effects or not place.effect)
        where = self.condition(inner, 1) if self.chance(5) else None
        order = s.Order(self.chance(5), self.number(inner, 1).tree) if self.chance(3) and not at_once else None
        if at_once:
            inner.tallies = []
        within = place.within(inner, rounds=min(most, 4), loop=True, held_back=at_once)
        within = replace(within, top=False, at_once=place.at_once or at_once)
        body = self.block(within, depth, self.random.choice((1, 2, 2)))
        return [s.ForEach(name, source, body, where, order, at_once)] if body else []

    def for_numbers(self, place: Place, depth: int) -> list[s.Statement]:
        name = self.name("turn")
        first = self.value(between(-1, 2), place.known, 1)
        last = self.value(between(1, 3), place.known, 1)
        inner = place.known.copy()
        inner.numbers += [Sized(s.Local(name), Fraction(-1), Fraction(3))] * 2
        body = self.block(place.within(inner, rounds=4, loop=True), depth, 2)
        return [s.ForNumbers(name, first, last, body)] if body else []

    def repeat(self, place: Place, depth: int) -> list[s.Statement]:
        times = self.value(between(0, 3), place.known, 1)
        body = self.block(place.within(place.known, rounds=3, loop=True), depth, 2)
        return [s.Repeat(times, body, up_to=self.chance(3))] if body else []

    # Rolls
    def throw(self, place: Place, dice: int = 2) -> s.Throw | None:
        """Make dice that the paths left allow, and count them."""
        if place.at_once and not self.features.rolls_at_once:
            return None
        sides = self.random.choice((2, 2, 3, 4, 6))
        count = 1 if dice == 1 else self.random.choice((1, 1, 2))
        times: s.Expression | None = None
        most = count
        if dice > 1 and self.chance(3):
            low = 0 if self.features.no_dice else 1
            times = self.value(between(low, 2), place.known, 1)
            most = count * 2
        paths = sides ** (most * place.rounds)
        if place.rounds * most > 8 or paths > self.left:
            return None
        self.left //= paths
        keep = self.random.choice(("highest", "lowest")) if dice > 1 and self.chance(3) else ""
        plus = self.random.choice((1, 2, -1)) if self.chance(2) else 0
        if times is not None and not self.features.times_plus:
            plus = 0
        return s.Throw(count, sides, plus, times, keep)

    def shift(self, place: Place) -> Sized | None:
        """Make what is added to dice, or none."""
        if not self.chance(5):
            return None
        of = self.number(place.known, 1)
        if of.parts != 1 and not self.features.fine_rolls:
            of = self.round_to(of, "whole")
        return of

    def modifiers(self, known: Known) -> tuple[tuple[s.Modifier, ...], int]:
        """Make some changes of a total, and say how fine they are."""
        made: list[s.Modifier] = []
        parts = 1
        for _ in range(self.random.choice((0, 1, 1, 2, 3))):
            ways = ("+", "+", "-", "halved down", "halved up", "halved nearest", "doubled", "at least", "at most")
            change = self.random.choice(ways)
            amount: s.Expression | None = None
            if change in {"+", "-", "at least", "at most"}:
                of = self.number(known, 1)
                if of.parts != 1 and not (self.features.fine_rolls and self.chance(5)):
                    of = self.round_to(of, "whole")
                amount = of.tree
                parts = math.lcm(parts, of.parts)
            when = self.condition(known, 1) if self.chance(6) else None
            made.append(s.Modifier(self.name("change"), change, amount, when))
        return tuple(made), parts

    def roll(self, place: Place, _depth: int) -> list[s.Statement]:
        """Roll dice; the total is known from then on."""
        throw = self.throw(place)
        if throw is None or (place.top and not self.features.rolls_in_phases):
            return []
        name, shift = self.name("roll"), self.shift(place)
        modifiers, parts = self.modifiers(place.known)
        shift_sign = self.random.choice(("plus", "minus"))
        total = Sized(s.Local(name), Fraction(-60), Fraction(60), math.lcm(parts, 1 if shift is None else shift.parts))
        place.known.numbers += [total] * 3
        if not modifiers and throw.times is None and self.chance(5):
            place.known.numbers.append(
                Sized(s.Local(f"{name}.natural"), Fraction(1), Fraction(throw.count * throw.sides))
            )
        return [s.Roll(name, throw, None if shift is None else shift.tree, shift_sign, modifiers)]

    def check(self, place: Place, _depth: int) -> list[s.Statement]:
        """Roll a die that says whether something succeeds."""
        before = self.left
        throw = self.throw(place, dice=1)
        if throw is None or (place.top and not self.features.rolls_in_phases):
            return []
        name, shift = self.name("check"), self.shift(place)
        bound = number(self.random.randint(1, throw.sides))
        success: s.Expression = s.Comparison(self.random.choice((">=", "<=", ">", "=")), s.Local("total"), bound)
        if self.chance(2):
            success = s.Joined("and", (success, self.condition(place.known, 0)))
        naturals: list[s.Natural] = []
        for face in self.random.sample(range(1, throw.sides + 1), self.random.choice((0, 1, 1, 2))):
            outcome = self.chance(5)
            again: s.Expression | None = None
            tries = place.rounds * 3
            if (
                (outcome or self.features.failing_again)
                and tries <= 4
                and throw.sides**tries <= before
                and self.chance(6)
            ):
                again = number(self.random.choice((2, 2, 3)))
                if self.features.failing_again and self.chance(2):
                    again = self.value(between(0, 3), place.known, 1)
                self.left = max(1, before // throw.sides**tries)
            naturals.append(s.Natural(face, outcome, again))
        place.known.truths.append(s.Local(f"{name}.success"))
        most = 3 if any(one.again for one in naturals) else 1
        place.known.numbers += [Sized(s.Local(f"{name}.successes"), Fraction(), Fraction(most))] * 2
        made = s.Roll(
            name, throw, None if shift is None else shift.tree, "plus", self.modifiers(place.known)[0], success
        )
        # Known only behind the check: the modifiers were made too late to name it by the names above.
        return [replace(made, modifiers=self.unaware(made.modifiers, name), naturals=tuple(naturals))]

    def unaware(self, modifiers: tuple[s.Modifier, ...], name: str) -> tuple[s.Modifier, ...]:
        """Leave out modifiers that name the check they belong to."""
        return tuple(one for one in modifiers if f"'{name}." not in repr(one))

    # Rules
    def definition(self, name: str, inputs: tuple[s.Input, ...], *, helper: bool = False) -> s.Definition:
        """Make a definition."""
        known = self.of_inputs(inputs)
        kinds: list[s.Type] = [between(-9, 30), between(0, 9), between(-9, 9, "tenths"), between(0, 20, "hundredths")]
        kinds += [between(-5, 20, "halves"), s.TruthType(), between(-5, 40, "thousandths")]
        kinds += [between(-20, 40, "ratio")] if self.features.ratio_types else []
        kinds += [s.EnumType("Mood"), s.EnumType("Wind"), s.ThingType("Pawn", optional=True)]
        kinds += [s.ListType(between(0, 9)), s.ListType(between(0, 5, "tenths")), s.TruthType()]
        kind = self.random.choice(kinds)
        depth = 2 if helper else 3
        cases = [s.Case(self.value(kind, known, depth))]
        while self.chance(3):
            cases.insert(0, s.Case(self.value(kind, known, depth), self.condition(known, 2)))
        return s.Definition(name, inputs, kind, tuple(cases))

    def of_inputs(self, inputs: tuple[s.Input, ...], *, before: bool = False) -> Known:
        """Say what is known where a rule begins."""
        known = Known(before=before)
        for one in inputs:
            match one.type:
                case s.ThingType(optional=True):
                    known.maybes.append((s.Local(one.name), one.type))
                case s.ThingType(kind):
                    known.things.setdefault(kind, []).append(s.Local(one.name))
                    if kind == "Pawn" and self.chance(2):
                        known.things.setdefault("Side", []).append(s.FieldOf(s.Local(one.name), "side"))
                case s.NumberType():
                    known.numbers += [sized(s.Local(one.name), one.type)] * 3
                case s.TruthType():
                    known.truths += [s.Local(one.name)] * 2
                case s.EnumType(enum):
                    known.cards += [(s.Local(one.name), enum, False)] * 2
                case s.ListType():
                    known.lists += [(s.Local(one.name), one.type)] * 2
                case s.DeckType():
                    raise AssertionError(one)
        return known

    def effect(self, name: str, *, before: bool) -> s.Procedure:
        """Make an effect."""
        inputs = (s.Input("pawn", s.ThingType("Pawn")), s.Input("amount", between(0, 3)))
        place = Place(self.of_inputs(inputs, before=before), effect=True, held_back=before)
        body = self.block(place, 1, self.random.choice((1, 2, 2))) or (s.Announce(("told",)),)
        return s.Procedure(name, inputs, body, effect=True)
