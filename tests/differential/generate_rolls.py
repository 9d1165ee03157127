"""Random rolls and checks."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.catalogue import between
from tests.differential.generate import Known, Sized, number, sized
from tests.differential.generate_decks import Dealing
from tests.differential.generate_places import Place

Change = tuple[s.Modifier, Sized | None]


def outcome(of: Sized, changes: list[Change]) -> Sized:
    """Say what changes make of the range and the steps of a number; the tree stays."""
    for modifier, amount in changes:
        by = amount or Sized(of.tree, Fraction(), Fraction())
        low, high, parts = of.low, of.high, math.lcm(of.parts, by.parts)
        match modifier.change.split():
            case ["+"]:
                low, high = low + by.low, high + by.high
            case ["-"]:
                low, high = low - by.high, high - by.low
            case ["doubled"]:
                low, high = low * 2, high * 2
            case ["halved", _]:
                low, high, parts = Fraction(math.floor(low / 2)), Fraction(math.ceil(high / 2)), 1
            case [_, "least"]:
                low, high = max(low, by.low), max(high, by.high)
            case _:
                low, high = min(low, by.low), min(high, by.high)
        if modifier.when is not None:  # it may change nothing
            low, high, parts = min(low, of.low), max(high, of.high), math.lcm(parts, of.parts)
        of = replace(of, low=low, high=high, parts=parts)
    return of


class Rolling(Dealing):
    """Makes random rolls and checks."""

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
        if self.features.pools and dice > 1 and self.chance(2):
            kept = self.value(between(0, 3), place.known, 0)
            return s.Throw(count, sides, 0, times, self.random.choice(("highest", "lowest")), kept)
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
        made = self.changes(known)
        return tuple(one for one, _ in made), math.lcm(*(1 if of is None else of.parts for _, of in made))

    def with_natural(self, known: Known, throw: s.Throw) -> Known:
        """Say what the modifiers of a roll may name: also what its dice show by themselves."""
        if throw.times is not None or not self.chance(5):
            return known
        inner = known.copy()
        inner.numbers += [Sized(s.Local("natural"), Fraction(1), Fraction(throw.count * throw.sides))] * 3
        return inner

    def changes(self, known: Known) -> list[Change]:
        """Make some changes of a number, with the amounts of those that have one."""
        return [self.change(known) for _ in range(self.random.choice((0, 1, 1, 2, 3)))]

    def change(self, known: Known) -> Change:
        """Make a change of a number."""
        ways = ("+", "+", "-", "halved down", "halved up", "halved nearest", "doubled", "at least", "at most")
        change = self.random.choice(ways)
        if change not in {"+", "-", "at least", "at most"}:
            when = self.condition(known, 1) if self.chance(6) else None
            return s.Modifier(self.name("change"), change, None, when), None
        found = self.allowing(known) if self.features.narrowed_amounts and self.chance(3) else None
        of = self.number(known, 1) if found is None else found[0]
        if of.parts != 1 and not (self.features.fine_rolls and self.chance(5)):
            of = self.round_to(of, "whole")
        if found is not None:
            when = found[1]
        else:
            when = self.condition(known, 1) if self.chance(6) else None
        return s.Modifier(self.name("change"), change, of.tree, when), of

    def allowing(self, known: Known) -> tuple[Sized, s.Expression] | None:
        """Make an amount that only a condition makes possible, or never negative."""
        way = self.random.choice(("friend", "quotient", "difference", "difference"))
        if way == "friend":
            fields = [one for one, kind in self.fields(known, s.ThingType) if kind == s.ThingType("Pawn", True)]
            if not fields:
                return None
            friend, name = self.random.choice(fields), self.random.choice(("wet", "low", "arm", "half"))
            kind = self.ruleset.kind("Pawn").field(name).type
            assert isinstance(kind, s.NumberType)
            return sized(s.FieldOf(friend, name), kind), s.Comparison("is not", friend, s.Nothing())
        of, one = self.leaf(known, 0), number(1)
        if of.low >= 1 or of.high <= 1:
            return None
        if way == "quotient":
            top = self.random.choice((3, 6))
            return Sized(s.Arithmetic("/", number(top), of.tree), top / of.high, Fraction(top), 0), s.Comparison(
                ">=", of.tree, one
            )
        sign = self.random.choice((">", ">="))
        return replace(of, tree=s.Arithmetic("-", of.tree, one), low=Fraction(0), high=of.high - 1), s.Comparison(
            sign, of.tree, one
        )

    def roll(self, place: Place, _depth: int) -> list[s.Statement]:
        """Roll dice; the total is known from then on."""
        throw = self.throw(place)
        if throw is None or (place.top and not self.features.rolls_in_phases):
            return []
        name, shift = self.name("roll"), self.shift(place)
        modifiers, parts = self.modifiers(self.with_natural(place.known, throw))
        shift_sign = self.random.choice(("plus", "minus"))
        total = Sized(s.Local(name), Fraction(-60), Fraction(60), math.lcm(parts, 1 if shift is None else shift.parts))
        place.known.numbers += [total] * 3
        if not modifiers and throw.times is None and self.chance(5):
            place.known.numbers.append(
                Sized(s.Local(f"{name}.natural"), Fraction(1), Fraction(throw.count * throw.sides))
            )
        return [s.Roll(name, throw, None if shift is None else shift.tree, shift_sign, modifiers)]

    def pool(self, place: Place, _depth: int) -> list[s.Statement]:
        """Roll dice that are kept apart; the list of them is known from then on."""
        throw = self.throw(place) if self.features.pools else None
        if throw is None or throw.sides > 4 or (place.top and not self.features.rolls_in_phases):
            return []
        throw = replace(throw, plus=0, keep="", kept=None)
        others: tuple[s.Throw, ...] = ()
        if self.chance(3) and self.left >= 5 and place.rounds == 1:
            self.left //= 5
            others = (s.Throw(1, 5),)
        name, known, low, high = self.name("pool"), place.known, 1, 5 if others else throw.sides
        changes: list[s.DieChange] = []
        for _ in range(self.random.choice((0, 0, 1, 1, 2))):
            when = self.condition(known, 1) if self.chance(3) else None
            one = self.name("change")
            ways: tuple[str, ...] = ("counts", "keep highest", "keep lowest", "drop highest", "drop lowest")
            is_small = not others and throw.sides <= 3 and place.rounds == 1 and self.left >= throw.sides**4
            if len(changes) == 0 and is_small:
                ways += ("again", "on", "adds")
            if changes and changes[-1].change[:4] in ("keep", "drop"):
                ways = ways[1:5]
            change, die = self.random.choice(ways), self.name("die")
            face: s.Expression = s.Comparison(self.random.choice(("=", ">")), s.Local(die), number(throw.sides - 1))
            match change:
                case "counts":
                    worth = self.value(between(0, 5), self.inside(known, die, between(low, high)), 1)
                    changes.append(s.DieChange(one, change, die, worth, when=when))
                    low, high = min(low, 0), max(high, 5)
                case "again" | "on" | "adds":
                    self.left //= throw.sides**4
                    cap = None if change == "again" else number(self.random.choice((1, 2, 2)))
                    changes.append(s.DieChange(one, change, die, face, cap, when))
                    high += throw.sides if change == "on" else 0
                case _:
                    changes.append(s.DieChange(one, change, amount=self.value(between(-1, 2), known, 0), when=when))
        known.lists += [(s.Local(name), s.ListType(between(low, high)))] * 2
        return [s.Pool(name, throw, tuple(changes), others)]

    def check(self, place: Place, _depth: int) -> list[s.Statement]:
        """Roll a die that says whether something succeeds."""
        before = self.left
        throw = self.throw(place, dice=1)
        if throw is None or (place.top and not self.features.rolls_in_phases):
            return []
        name, shift = self.name("check"), self.shift(place)
        sign = self.random.choice((">=", "<=", ">", "="))
        bound = number(self.random.randint(1 + (sign == ">="), throw.sides - (sign in {"<=", ">"})))
        success: s.Expression = s.Comparison(sign, s.Local("total"), bound)
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
        modifiers = self.modifiers(self.with_natural(place.known, throw))[0]
        made = s.Roll(name, throw, None if shift is None else shift.tree, "plus", modifiers, success)
        # Known only behind the check: the modifiers were made too late to name it by the names above.
        return [replace(made, modifiers=self.unaware(made.modifiers, name), naturals=tuple(naturals))]

    def unaware(self, modifiers: tuple[s.Modifier, ...], name: str) -> tuple[s.Modifier, ...]:
        """Leave out modifiers that name the check they belong to."""
        return tuple(one for one in modifiers if f"'{name}." not in repr(one))
