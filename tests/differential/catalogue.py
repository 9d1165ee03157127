"""What every random ruleset has on the table: kinds with fields of every sort of number, enums, constants.

Only rules and situations are random. Names of things, fields and members tell apart what they are, so that a ruleset
that fails can be read.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from tests.differential import syntax as s
from tests.differential.values import Member, State, Thing, Value


def between(low: int, high: int, step: str = "whole") -> s.NumberType:
    return s.NumberType(Fraction(low), Fraction(high), step)


MOOD = s.Enum("Mood", ("glum", "calm", "merry"), "ladder")
WIND = s.Enum("Wind", ("north", "east", "south", "west"), "circle")
HUE = s.Enum("Hue", ("red", "green", "blue"))

NUMBER = s.Number(Fraction(1))
PAWN = s.Kind(
    "Pawn",
    "pawn",
    "pawns",
    (
        s.FieldType("wet", between(0, 9), NUMBER),
        s.FieldType("low", between(-7, 7), NUMBER),
        s.FieldType("arm", between(-3, 5, "tenths"), NUMBER),
        s.FieldType("half", between(0, 6, "halves"), NUMBER),
        s.FieldType("fine", between(0, 2, "hundredths"), NUMBER),
        s.FieldType("trace", between(0, 9), NUMBER, mark=True),
        s.FieldType("mood", s.EnumType("Mood"), s.MemberName("Mood", "calm")),
        s.FieldType("wind", s.EnumType("Wind"), s.MemberName("Wind", "north")),
        s.FieldType("hue", s.EnumType("Hue"), s.MemberName("Hue", "red")),
        s.FieldType("flag", s.TruthType(), s.Truth(value=False)),
        s.FieldType("friend", s.ThingType("Pawn", optional=True), s.Nothing()),
        s.FieldType("marks", s.ListType(between(0, 9)), s.Listed(())),
        s.FieldType("shares", s.ListType(between(0, 5, "tenths")), s.Listed(())),
        s.FieldType("pals", s.ListType(s.ThingType("Pawn")), s.Listed(())),
    ),
    owned=True,
)
TOKEN = s.Kind(
    "Token",
    "token",
    "tokens",
    (
        s.FieldType("worth", between(0, 9), s.Number(Fraction(2))),
        s.FieldType("size", between(0, 5, "tenths"), s.Number(Fraction(1, 2))),
        s.FieldType("holder", s.ThingType("Pawn", optional=True), s.Nothing()),
        s.FieldType("tags", s.ListType(between(0, 9)), s.Listed(())),
    ),
    capacity=12,
)
SIDE = s.Kind("Side", "side", "sides", (s.FieldType("keen", between(0, 9), NUMBER),), capacity=2)

FROST = s.FieldType("frost", between(0, 5, "tenths"), s.Number(Fraction(3, 2)))
SNOW = s.FieldType("snow", between(0, 6), s.Number(Fraction(2)))


def empty_ruleset() -> s.Ruleset:
    """Give the ruleset without rules."""
    return s.Ruleset((SIDE, PAWN, TOKEN), (MOOD, WIND, HUE), (FROST, SNOW))


SIDES = (Thing("Side", "one"), Thing("Side", "two"))
PAWNS = (Thing("Pawn", "Anna"), Thing("Pawn", "Ben"), Thing("Pawn", "Cleo"))
TOKENS = (Thing("Token", "Tic"), Thing("Token", "Tac"), Thing("Token", "Toe"))


def situation(random: Random, ruleset: s.Ruleset) -> State:
    """Lay out things with random fields: two or three pawns, one to three tokens."""
    things = {
        "Side": list(SIDES),
        "Pawn": list(PAWNS[: random.choice((2, 2, 3))]),
        "Token": list(TOKENS[: random.choice((1, 2, 2, 3))]),
    }
    state = State(things, {}, {one.name: some_value(random, one.type, things) for one in ruleset.constants})
    for kind in ruleset.kinds:
        for place, thing in enumerate(things[kind.name]):
            fields = {one.name: some_value(random, one.type, things) for one in kind.fields}
            if kind.owned:
                fields["side"] = SIDES[min(place, 1)]
            state.fields[thing] = fields
    return state


def some_value(random: Random, wanted: s.Type, things: dict[str, list[Thing]]) -> Value:
    """Give a random value of a type; lists leave room for two more."""
    match wanted:
        case s.NumberType(low, high, step):
            steps = s.STEPS[step]
            return Fraction(random.randint(int(low * steps), int(high * steps)), steps)
        case s.TruthType():
            return random.random() < 0.5
        case s.EnumType(name):
            enum = next(one for one in (MOOD, WIND, HUE) if one.name == name)
            return Member(name, random.choice(enum.members))
        case s.ThingType(kind, optional):
            return None if optional and random.random() < 0.4 else random.choice(things[kind])
        case s.ListType(item):
            return tuple(some_value(random, item, things) for _ in range(random.choice((0, 1, 2, 2))))
