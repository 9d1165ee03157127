"""Random rolls and checks."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.catalogue import between
from tests.differential.generate import Known, Sized, number
from tests.differential.generate_decks import Dealing
from tests.differential.generate_places import Place


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
        made = s.Roll(
            name, throw, None if shift is None else shift.tree, "plus", self.modifiers(place.known)[0], success
        )
        # Known only behind the check: the modifiers were made too late to name it by the names above.
        return [replace(made, modifiers=self.unaware(made.modifiers, name), naturals=tuple(naturals))]

    def unaware(self, modifiers: tuple[s.Modifier, ...], name: str) -> tuple[s.Modifier, ...]:
        """Leave out modifiers that name the check they belong to."""
        return tuple(one for one in modifiers if f"'{name}." not in repr(one))
