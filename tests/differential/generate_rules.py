"""Random statements and rules: `rulesets` makes rulesets of them."""

from __future__ import annotations

import math
import random as chance
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from tests.differential import syntax as s
from tests.differential.catalogue import between
from tests.differential.generate import Features, Known, Sized, number, sized
from tests.differential.generate_places import MOST_PATHS, Place
from tests.differential.generate_rolls import Change, Rolling, outcome

TAKES = (
    "first", "first", "one", "same", "highest", "lowest", "least", "greatest", "sum", "count", "all",
    "all, highest first",
)  # fmt: skip
WAYS = ("down", "up", "nearest")
FAR = 60  # the number of a definition with modifiers that may go further is bounded


class Rules(Rolling):
    """Makes random statements and rules."""

    def __init__(self, random: chance.Random, ruleset: s.Ruleset, features: Features) -> None:
        super().__init__(random, ruleset, features)
        self.tables: list[s.Table] = []
        self.left = MOST_PATHS
        self.dealing = False  # whether most of the unit is about decks
        self.coming = random.randrange(2) == 0  # whether tokens come into play in this unit, or else leave it
        self.quiet: set[str] = set()  # procedures that change nothing themselves, so that a span may carry them out
        self.spanning: set[str] = set()  # rules that make a span, which cannot lie in another
        self.paths: dict[str, int] = {}  # how many paths the dice of a rule make

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
        if any(one.result is not None for one in self.procedures):
            ways += [self.do] * 6
        ways += [self.announce] * (8 if self.mapping else 0)
        if self.features.decks:
            ways += [lambda at, _depth: self.deal(at.known, at.rounds)] * (30 if self.dealing else 3)
        ways += [self.roll, self.check] if place.effect else [self.roll] * 4 + [self.check] * 2 + [self.pool] * 2
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
        sorts: tuple[type, ...] = (s.NumberType, s.NumberType, s.TruthType, s.EnumType, s.ThingType, s.ListType)
        sorts += (s.PlaceType, s.PlaceType, s.EnumType, s.ListType) * (4 if self.mapping else 0)
        sorts += (s.PlaceType,) if self.ruleset.board else ()
        if place.known.tallies and self.chance(2):
            name, tally = self.random.choice(place.known.tallies)
            return self.guarded(s.Set(s.Local(name), self.value(tally, place.known, 2)), place)
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
        if self.chance(4):
            return self.added_to(target, mark.type, place)
        return self.guarded(s.Set(target, self.value(mark.type, place.known, 1)), place)

    def add(self, place: Place, _depth: int) -> list[s.Statement]:
        """Add to a field or tally, or take from it, mostly with a limit."""
        found: tuple[s.FieldOf | s.Local, s.Type] | None = self.target(place, s.NumberType)
        if place.known.tallies and self.chance(3):
            name, tally = self.random.choice(place.known.tallies)
            found = s.Local(name), tally
        if found is None:
            return []
        return self.added_to(*found, place)

    def added_to(self, tree: s.FieldOf | s.Local, kind: s.Type, place: Place) -> list[s.Statement]:
        """Add to a number, or take from it."""
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
        if self.has_places(place.known) and self.chance(7 if self.mapping else 2):
            return [s.Let(name, self.named_on_board(place.known, name))]
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
        if self.has_places(known) and self.chance(6 if self.mapping else 1):
            return self.told_on_board(known)
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
        """Bring a token into play where there is room, in a unit in which none leaves it."""
        if not (self.coming or self.features.replacing) or (place.loop and not self.features.vanishing):
            return []
        kind = self.ruleset.kind("Token")
        fields = [one for one in kind.fields if self.features.created_lists or not isinstance(one.type, s.ListType)]
        given = tuple((one.name, self.value(one.type, place.known, 1)) for one in fields if self.chance(7))
        room = s.Comparison("<", s.Size(s.Things("Token")), number(5))
        return [s.Guarded(s.Create("Token", given), room)]

    def remove(self, place: Place, _depth: int) -> list[s.Statement]:
        """Take tokens out of play, in a loop of their own; never one that has a name outside of it."""
        if (self.coming and not self.features.replacing) or (place.loop and not self.features.vanishing):
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
        if finish and (place.held_back or place.closing) and not self.features.finish_early:
            return []
        return [s.Guarded(s.Finish() if finish else s.Stop(), self.condition(place.known, 1))]

    def do(self, place: Place, _depth: int) -> list[s.Statement]:
        """Carry out a rule of the unit."""
        fitting = [one for one in self.procedures if self.may_call(one, place)]
        if not fitting:
            return []
        one = self.random.choice(fitting)
        if any(
            isinstance(each.type, s.ThingType) and not place.known.things.get(each.type.kind) for each in one.inputs
        ):
            return []
        self.left //= self.paths[one.name] ** place.rounds
        done = s.Do(one.name, self.inputs(one.inputs, place.known, 1))
        if one.result is None or self.chance(2):
            return self.guarded(done, place)
        done = replace(done, into=self.name("result"))
        local = s.Local(done.into)
        if isinstance(one.result, s.NumberType) and one.result.optional:
            return [done, s.Announce(("told ", local)), *self.if_there(local, one.result, place)]
        self.know_result(place.known, local, one.result)
        return [done]

    def if_there(self, local: s.Local, kind: s.NumberType, place: Place) -> list[s.Statement]:
        """Tell of a number that may be none, where it is not."""
        known = replace(place.known.copy(), tallies=[])
        known.numbers += [sized(local, replace(kind, optional=False))] * 6
        told = s.Announce(("told ", s.Arithmetic("+", local, number(1)), " ", self.number(known, 1).tree))
        there = s.Comparison("is not", local, s.Nothing())
        if self.chance(4):
            return [s.When(((s.Comparison("is", local, s.Nothing()), (s.Announce(("nothing",)),)),), (told,))]
        return [s.Guarded(told, there)]

    def know_result(self, known: Known, local: s.Local, kind: s.Type) -> None:
        """Make a result known to what comes after it."""
        match kind:
            case s.NumberType():
                known.numbers += [sized(local, kind)] * 3
            case s.TruthType():
                known.truths += [local] * 3
            case s.PlaceType():
                known.places += [(local, kind)] * 3
            case s.ListType():
                known.lists += [(local, kind)] * 3

    def with_result(self, rule: s.Procedure) -> s.Procedure:
        """Give a procedure a result, with which it finishes wherever it did, and at its end."""
        kinds = (
            between(0, 9),
            between(-4, 6, "tenths"),
            between(0, 9, "ratio"),
            s.TruthType(),
            s.ListType(between(0, 9)),
            replace(between(-4, 9), optional=True),
            replace(between(-4, 6, "tenths"), optional=True),
        )
        kind: s.Type = self.random.choice(kinds if self.features.ratio_types else (*kinds[:2], *kinds[3:]))
        known = self.of_inputs(rule.inputs, before=True)
        board = self.ruleset.board
        if board is not None and self.chance(3):
            kind = self.random.choice((s.PlaceType(board), s.ListType(s.PlaceType(board))))

        optional = isinstance(kind, s.NumberType) and kind.optional
        if rule.requirement is not None and not optional:
            return rule

        def made() -> s.Finish:
            if optional and self.chance(3):
                return s.Finish(self.random.choice((None, s.Nothing())))
            value = self.list_of(kind.item, known, 1) if isinstance(kind, s.ListType) else self.value(kind, known, 2)
            return s.Finish(value)

        def finishing(tree: Any) -> Any:
            if isinstance(tree, s.Finish):
                return made()
            if isinstance(tree, tuple):
                return tuple(finishing(item) for item in tree)
            if is_dataclass(tree) and not isinstance(tree, type):
                return replace(tree, **{one.name: finishing(getattr(tree, one.name)) for one in fields(tree)})
            return tree

        last = () if optional and self.chance(3) else (made(),)
        return replace(rule, body=(*finishing(rule.body), *last), result=kind)

    def may_call(self, rule: s.Procedure, place: Place) -> bool:
        """Whether a rule may be called: what it does must be allowed there, and its dice not too many."""
        if place.effect and not rule.effect:
            return False
        if place.held_back and (rule.name in self.spanning or not (rule.effect or rule.name in self.quiet)):
            return False
        paths: int = self.paths[rule.name] ** place.rounds
        return paths <= self.left

    def keep(self, rule: s.Procedure, *, quiet: bool = False) -> None:
        """Keep a rule that has just been made, so that others may call it; they have all their dice yet."""
        self.procedures.append(rule)
        self.paths[rule.name] = -(-MOST_PATHS // self.left)
        self.left = MOST_PATHS
        text = repr((rule, self.tables))
        if "at_once=True" in text or any(f"Do(name={name!r}" in text for name in self.spanning):
            self.spanning.add(rule.name)
        if quiet:
            self.quiet.add(rule.name)

    def apply(self, place: Place, _depth: int) -> list[s.Statement]:
        """Carry out a row of a table that is made for it."""
        pawns = place.known.things.get("Pawn", [])
        if not pawns:
            return []
        name = self.name("row")
        known = Known({"Pawn": [s.Local("taker")]}, [sized(s.Local("size"), between(0, 3))] * 2)
        known.before = place.known.before
        inner = replace(place.within(known), effect=True)  # as what it does counts as an effect's
        columns = 3 if self.chance(4) else 1
        bounds = [(None, 0), (1, 2), (3, None)]
        rows = tuple(s.Row(low, high, tuple(self.cell(inner) for _ in range(columns))) for low, high in bounds)
        enum = "Mood" if columns == 3 else ""
        given = (s.Input("taker", s.ThingType("Pawn")), s.Input("size", between(0, 3)))
        table = s.Table(name, between(-2, 6), rows, enum, given=given)
        self.tables.append(table)
        inputs = (self.random.choice(pawns), self.value(between(0, 3), place.known, 1))
        return self.guarded(s.Apply(name, self.keys(table, place.known, 2), inputs), place)

    def cell(self, place: Place) -> s.Block:
        """Make what a cell does: one statement, or nothing."""
        ways = (self.set_field, self.set_field, self.add, self.add, self.announce, self.append, self.create, self.do)
        made = [] if self.chance(2) else self.random.choice(ways)(place, 0)
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
        if len(branches) == 1 and self.chance(1):
            leave = s.Stop() if place.loop and self.chance(6) else s.Finish()
            return [s.When(((branches[0][0], (*branches[0][1], leave)),))]
        otherwise = self.block(place, depth, 1) if self.chance(5) else ()
        return [s.When(tuple(branches), otherwise)] if branches else []

    def for_each(self, place: Place, depth: int) -> list[s.Statement]:
        """Go through a list, in any way."""
        name, source, kind, most = self.source(place.known, 1)
        inner = self.inside(place.known, name, kind)
        free = not place.held_back and (self.features.at_once_at_close or not place.closing)
        at_once = free and self.chance(3) and (self.features.at_once_in_effects or not place.effect)
        where = self.condition(inner, 1) if self.chance(5) else None
        order = s.Order(self.chance(5), self.number(inner, 1).tree) if self.chance(3) else None
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

    # Rules
    def definition(self, name: str, inputs: tuple[s.Input, ...], *, helper: bool = False) -> s.Definition:
        """Make a definition, sometimes as a table by condition."""
        known = self.of_inputs(inputs)
        if inputs and self.features.tables_by_condition and self.chance(2):
            return self.table_by_condition(name, inputs, known)
        kinds: list[s.Type] = [between(-9, 30), between(0, 9), between(-9, 9, "tenths"), between(0, 20, "hundredths")]
        kinds += [between(-5, 20, "halves"), s.TruthType(), between(-5, 40, "thousandths")]
        kinds += [between(-20, 40, "ratio")] if self.features.ratio_types else []
        kinds += [s.EnumType("Mood"), s.EnumType("Wind"), s.ThingType("Pawn", optional=True)]
        kinds += [s.ListType(between(0, 9)), s.ListType(between(0, 5, "tenths")), s.TruthType()]
        board = self.ruleset.board
        if board is not None:
            place = s.PlaceType(board)
            on_board: list[s.Type] = [place, place, s.PlaceType(board, optional=True), s.ListType(place)]
            on_board += [s.EnumType(board.directions)] if board.directions else []
            kinds += on_board * (3 if self.mapping else 1)
        kind = self.random.choice(kinds)
        depth = 2 if helper else 3
        if self.features.modified_definitions and self.chance(5):
            return self.modified_definition(name, inputs, known, depth - 1)
        cases = [s.Case(self.value(kind, known, depth))]
        while self.chance(3):
            cases.insert(0, s.Case(self.value(kind, known, depth), self.condition(known, 2)))
        return s.Definition(name, inputs, kind, tuple(cases))

    def modified_definition(self, name: str, inputs: tuple[s.Input, ...], known: Known, depth: int) -> s.Definition:
        """Make a definition with modifiers; its values may lie out of its range, and be finer than its steps."""
        values = [self.number(known, depth)]
        cases = [s.Case(values[0].tree)]
        while self.chance(3):
            values.append(self.number(known, depth))
            cases.insert(0, s.Case(values[-1].tree, self.condition(known, 1)))
        low, high = min(one.low for one in values), max(one.high for one in values)
        of = Sized(cases[0].value, low, high, math.lcm(*(one.parts for one in values)))
        changes = [self.change(known) for _ in range(self.random.choice((1, 1, 2, 2, 3)))]
        of = outcome(of, changes)
        last: list[Change] = []
        if of.parts == 0 and (not self.features.ratio_types or self.chance(4)):
            last.append((s.Modifier(self.name("change"), f"halved {self.random.choice(WAYS)}"), None))
        ends = self.random.choice((("at least",), ("at most",), ("at least", "at most"), (), ()))
        if max(abs(of.low), abs(of.high)) > FAR:
            ends = ("at least", "at most")
        for end in ends:
            bound = self.random.choice((-9, 0, 1) if end == "at least" else (9, 20, 30))
            bounded = Sized(number(bound), Fraction(bound), Fraction(bound))
            last.append((s.Modifier(self.name("change"), end, bounded.tree), bounded))
        of = outcome(of, last)
        fitting = [step for step, parts in s.STEPS.items() if of.parts and parts % of.parts == 0]
        step = self.random.choice(fitting[:2]) if fitting else "ratio"
        kind = s.NumberType(Fraction(math.floor(of.low)), Fraction(math.ceil(of.high)), step)
        return s.Definition(name, inputs, kind, tuple(cases), modifiers=tuple(one for one, _ in changes + last))

    def table_by_condition(self, name: str, inputs: tuple[s.Input, ...], known: Known) -> s.Definition:
        """Make a table by condition: rows that ask some inputs about something, and what counts of those that apply."""
        takes = self.random.choice(TAKES)
        gives = between(0, 5) if takes == "sum" else between(0, 9) if takes == "count" else between(-3, 5, "tenths")
        cases = []
        for _ in range(self.random.choice((1, 2, 3, 4))):
            parts = [part for one in inputs if self.chance(5) for part in self.asked(one, known)]
            parts += [self.condition(known, 1)] if not parts or self.chance(2) else []
            asked = parts[0] if len(parts) == 1 else s.Joined("and", tuple(parts))
            is_written = takes in ("highest", "lowest", "all, highest first") or self.chance(5)
            value = number(self.random.choice((0, 1, 2, 3, 5))) if is_written else self.value(gives, known, 1)
            cases.append(s.Case(value, asked))
        needs = takes not in ("sum", "count", "all", "all, highest first")
        if needs or self.chance(3):
            cases.append(s.Case(number(self.random.choice((0, 1, 4)))))
        kind: s.Type = s.ListType(gives) if takes.startswith("all") else between(0, 20) if takes == "sum" else gives
        return s.Definition(name, inputs, kind, tuple(cases), takes)

    def asked(self, one: s.Input, known: Known) -> list[s.Expression]:
        """Make what a row asks of an input; nothing of one that is no number, truth or member."""
        key = s.Local(one.name)
        match one.type:
            case s.NumberType():
                low = self.random.choice((0, 1, 2, 3))
                ends: list[s.Expression] = [
                    s.Comparison(">=", key, number(low)),
                    s.Comparison("<=", key, number(low + 1)),
                ]
                sign = self.random.choice(("<", "<=", ">", ">=", "="))
                other = s.Comparison(sign, key, self.number(known, 1).tree)
                return [other] if self.chance(3) else ends[: self.random.choice((1, 2))]
            case s.TruthType():
                return [key if self.chance(5) else s.Not(key)]
            case s.EnumType(enum):
                member = s.MemberName(enum, self.random.choice(self.ruleset.enum(enum).members))
                return [s.Comparison(self.random.choice(("is", "is not")), key, member)]
            case _:
                return []

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
                case s.PlaceType():
                    known.places += [(s.Local(one.name), one.type)] * 3
                case s.DeckType():
                    raise AssertionError(one)
        return known

    def effect(self, name: str, *, held_back: bool) -> s.Procedure:
        """Make an effect; one that is held back may be done in a span."""
        inputs = (s.Input("pawn", s.ThingType("Pawn")), s.Input("amount", between(0, 3)))
        place = Place(self.of_inputs(inputs, before=True), effect=True, held_back=held_back)
        requirement = self.condition(place.known, 1) if self.features.requirements and self.chance(1) else None
        body = self.block(place, 1, self.random.choice((1, 2, 2))) or (s.Announce(("told",)),)
        return s.Procedure(name, inputs, body, effect=True, requirement=requirement)
