"""Random conditions."""

from __future__ import annotations

import math
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.catalogue import ENUMS, between
from tests.differential.generate import Known, number, sized
from tests.differential.generate_boards import Boards


class Conditions(Boards):
    """Makes random conditions."""

    def condition(self, known: Known, depth: int) -> s.Expression:
        """Make a condition that may hold or not."""
        if depth > 0 and self.chance(3):
            if self.chance(3):
                return s.Not(self.condition(known, depth - 1))
            word = self.random.choice(("and", "or"))
            return s.Joined(word, (self.condition(known, depth - 1), self.condition(known, depth - 1)))
        asked = [one for one in self.procedures if one.requirement is not None]
        if asked and known.things.get("Pawn") and self.chance(2):
            one = self.random.choice(asked)
            return s.Allowed(one.name, self.inputs(one.inputs, known, 0))
        if known.before and self.chance(1):
            return s.Before(self.condition(self.earlier(known), 0))
        if self.has_places(known) and self.chance(7 if self.mapping else 2):
            return self.about_board(known, depth)
        way = self.random.choice(
            ("number", "number", "number", "number", "truth", "member", "list", "any", "thing", "odd", "card")
        )
        match way:
            case "card" if self.features.decks:
                return self.about_card(known)
            case "truth" if depth > 0 and self.chance(2):
                name = self.name("one")
                flag = s.FieldOf(s.Local(name), "flag")
                where = self.condition(known.with_thing("Pawn", name), 0)
                return s.Gathered("first", flag, name, s.Things("Pawn"), where, empty="truth")
            case "truth":
                trees = [*(tree for tree, _ in self.fields(known, s.TruthType)), *known.truths]
                trees += self.calls_of(s.TruthType(), known)
                return self.random.choice(trees) if trees else self.comparison(known, depth)
            case "member":
                fields = self.fields(known, s.EnumType)
                return self.about_member(known, fields) if fields else self.comparison(known, depth)
            case "list":
                return self.about_list(known, depth)
            case "any" if depth > 0:
                return self.any_or_every(known, depth - 1)
            case "thing":
                return self.about_thing(known, depth)
            case "odd":
                return s.Odd(self.fitted(self.number(known, depth), between(0, 50)))
            case _:
                return self.comparison(known, depth)

    def comparison(self, known: Known, depth: int) -> s.Expression:
        """Compare a number with another, or with a figure in its range."""
        left = self.number(known, depth)
        sign = self.random.choice(("<", "<=", ">", ">=", "="))
        if left.low == left.high:
            left = next((one for one in known.numbers if one.low < one.high), sized(s.Constant("snow"), between(0, 6)))
        if self.chance(5):
            return s.Comparison(sign, left.tree, self.number(known, depth).tree)
        middle = (left.low + left.high) / 2 + self.random.choice(
            (Fraction(), Fraction(1, 2), Fraction(1), Fraction(-1, 10))
        )
        step = self.random.choice((1, 1, 2, 10, 100))
        return s.Comparison(sign, left.tree, number(Fraction(math.floor(middle * step), step)))

    def about_member(self, known: Known, fields: list[tuple[s.FieldOf, s.Type]]) -> s.Expression:
        tree, kind = self.random.choice(fields)
        assert isinstance(kind, s.EnumType)
        if self.chance(3):
            members = tuple(s.MemberName(kind.name, name) for name in self.random.sample(ENUMS[kind.name].members, 2))
            return s.Comparison(self.random.choice(("in", "not in")), tree, s.Listed(members))
        return s.Comparison(self.random.choice(("is", "is not")), tree, self.member(known, kind.name))

    def about_list(self, known: Known, depth: int) -> s.Expression:
        """Ask whether a list holds something, or is another."""
        item: s.Type = self.random.choice((between(0, 9), between(0, 5, "tenths"), s.ThingType("Pawn")))
        if isinstance(item, s.ThingType) and not known.things.get("Pawn"):
            item = between(0, 9)
        if self.features.equal_lists and self.chance(3):
            lists = (self.list_of(item, known, depth), self.list_of(item, known, depth))
            return s.Comparison(self.random.choice(("is", "is not")), *lists)
        sign = self.random.choice(("in", "in", "not in"))
        if isinstance(item, s.NumberType) and self.features.mixed_lists and self.chance(5):
            return s.Comparison(sign, self.number(known, depth).tree, self.loose_list(known, depth))
        return s.Comparison(sign, self.item(item, known, depth), self.list_of(item, known, depth))

    def about_thing(self, known: Known, depth: int) -> s.Expression:
        """Ask whether a thing is another, or none."""
        found = self.maybe_none(known)
        if not found:
            return self.comparison(known, depth)
        tree, kind = self.random.choice(found)
        others = [s.Nothing(), *known.things.get(kind.kind, [])]
        return s.Comparison(self.random.choice(("is", "is not")), tree, self.random.choice(others))

    def any_or_every(self, known: Known, depth: int) -> s.Expression:
        name, source, kind, _ = self.source(known, depth)
        inner = self.inside(known, name, kind)
        if isinstance(kind, s.ThingType) and self.chance(5):
            return s.Gathered("any", None, name, source, self.condition(inner, depth))
        where = self.condition(inner, 0) if self.chance(4) else None
        return s.Gathered(self.random.choice(("any", "every")), self.condition(inner, depth), name, source, where)

    def about_card(self, known: Known) -> s.Expression:
        """Ask about cards; see `generate_decks`."""
        return self.comparison(known, 0)
