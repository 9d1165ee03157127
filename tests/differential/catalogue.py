"""What every random ruleset has on the table: kinds with fields of every sort of number, enums, constants.

Only rules and situations are random. Names of things, fields and members tell apart what they are, so that a ruleset
that fails can be read.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

from tests.differential import syntax as s
from tests.differential.areas import AreaMap
from tests.differential.boards import Arc, Board, Spot
from tests.differential.decks import Pile
from tests.differential.values import GAME, Member, State, Thing, Value


def between(low: int, high: int, step: str = "whole") -> s.NumberType:
    return s.NumberType(Fraction(low), Fraction(high), step)


MOOD = s.Enum("Mood", ("glum", "calm", "merry"), "ladder")
WIND = s.Enum("Wind", ("north", "east", "south", "west"), "circle")
HUE = s.Enum("Hue", ("red", "green", "blue"))
SIX_WAYS = s.Enum("Bearing", ("alpha", "beta", "gamma", "delta", "epsilon", "zeta"), "circle")
EIGHT_WAYS = s.Enum("Course", ("kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo"), "circle")
WATER = s.Enum("Water", ("bay", "creek", "fjord", "lagoon", "strait"), "areas")
ENUMS = {enum.name: enum for enum in (MOOD, WIND, HUE, SIX_WAYS, EIGHT_WAYS, WATER)}

NUMBER = s.Number(Fraction(1))
NO_START = s.Nothing()  # what a deck begins with is said by its type
HEAP = s.DeckType("Mood", (("glum", 1), ("calm", 2)), peek=1)
REST = s.DeckType("Mood", capacity=6, peek=2)
HAND = s.DeckType("Hue", capacity=5, seen_by="owner")
POOL = s.DeckType("Hue", (("red", 2), ("green", 1), ("blue", 1)), capacity=5, peek=2)
HIDDEN = s.DeckType("Hue", (("red", 1), ("blue", 2)), seen_by="nobody", peek=1)
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
        s.FieldType("marks", s.ListType(between(0, 9)), s.Listed((s.Number(Fraction(1)), s.Number(Fraction(3))))),
        s.FieldType("shares", s.ListType(between(0, 5, "tenths")), s.Listed((s.Number(Fraction("0.5")),))),
        s.FieldType("pals", s.ListType(s.ThingType("Pawn")), s.Listed(())),
        s.FieldType("heap", HEAP, NO_START),
        s.FieldType("rest", REST, NO_START),
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
        s.FieldType("tags", s.ListType(between(0, 9)), s.Listed((s.Number(Fraction(1)), s.Number(Fraction(3))))),
    ),
    capacity=12,
)
SIDE = s.Kind(
    "Side",
    "side",
    "sides",
    (s.FieldType("keen", between(0, 9), NUMBER), s.FieldType("hand", HAND, NO_START)),
    capacity=2,
)
TABLE = s.Kind("Game", "game", "", (s.FieldType("pool", POOL, NO_START), s.FieldType("hidden", HIDDEN, NO_START)))

FROST = s.FieldType("frost", between(0, 5, "tenths"), s.Number(Fraction(3, 2)))
SNOW = s.FieldType("snow", between(0, 6), s.Number(Fraction(2)))


def empty_ruleset(board: Board | AreaMap | None = None) -> s.Ruleset:
    """Give the ruleset without rules; on a board each pawn has a place, and each token may have one."""
    if board is None:
        return s.Ruleset((TABLE, SIDE, PAWN, TOKEN), (MOOD, WIND, HUE), (FROST, SNOW))
    place, maybe = s.PlaceType(board), s.PlaceType(board, optional=True)
    enum = ENUMS[board.areas if isinstance(board, AreaMap) else board.directions]
    pawn = (
        s.FieldType("trail", s.ListType(place), s.Listed(())),
        s.FieldType("den", maybe, s.Nothing()),
        s.FieldType("place", place, s.Nothing()),
        s.FieldType("facing", s.EnumType(enum.name), s.MemberName(enum.name, enum.members[2])),
    )
    kinds = (
        replace(PAWN, fields=(*PAWN.fields, *pawn)),
        replace(TOKEN, fields=(*TOKEN.fields, s.FieldType("spot", maybe, s.Nothing()))),
    )
    return s.Ruleset((TABLE, SIDE, *kinds), (MOOD, WIND, HUE, enum), (FROST, SNOW), board=board)


def some_board(random: Random) -> Board | AreaMap | None:
    """Give a board of hexes or squares of any size, with two arcs, or a map of areas; sometimes none."""
    shape = random.choice(("hex", "square", "square", "areas", "areas", ""))
    if not shape:
        return None
    if shape == "areas":
        return some_map(random)
    step, ways = (30, SIX_WAYS) if shape == "hex" else (45, EIGHT_WAYS)
    arcs = []
    for name, both_sides in (("forward", False), ("beside", True)):
        first = step * random.randint(0 if both_sides else -6, 5)
        arcs.append(Arc(name, first, first + step * random.randint(0, 3), both_sides))
    size = random.randint(3, 9), random.randint(3, 8)
    return Board(
        shape, ways.name, *size, tuple(arcs), random.choice(("one", "two", "alternate")), random.randrange(6) > 0
    )


def some_map(random: Random) -> AreaMap:
    """Connect areas at random, so that in half of the maps each can be reached from every other."""
    while True:
        pairs = list(combinations(WATER.members, 2))
        joined = random.sample(pairs, random.randint(2, 5))
        others = [one for one in pairs if one not in joined]
        one_way = [random.choice((one, one[::-1])) for one in random.sample(others, random.randint(0, 3))]
        turned = tuple(random.choice((one, one[::-1])) for one in joined)
        board = AreaMap(WATER.name, WATER.members, turned, tuple(one_way))
        if board.is_connected or random.randrange(2):
            return board


SIDES = (Thing("Side", "one"), Thing("Side", "two"))
PAWNS = (Thing("Pawn", "Anna"), Thing("Pawn", "Ben"), Thing("Pawn", "Cleo"))
TOKENS = (Thing("Token", "Tic"), Thing("Token", "Tac"), Thing("Token", "Toe"))


def situation(random: Random, ruleset: s.Ruleset) -> State:
    """Lay out things with random fields: two or three pawns, one to three tokens."""
    things = {
        "Game": [GAME],
        "Side": list(SIDES),
        "Pawn": list(PAWNS[: random.choice((2, 2, 3))]),
        "Token": list(TOKENS[: random.choice((1, 2, 2, 3))]),
    }
    state = State(things, {}, {one.name: some_value(random, one.type, things) for one in ruleset.constants})
    for kind in ruleset.kinds:
        for place, thing in enumerate(things[kind.name]):
            fields = {one.name: some_value(random, one.type, things) for one in kind.fields}
            taken = {of.get("place") for of in state.fields.values()}
            while isinstance(ruleset.board, Board) and fields.get("place", 0) in taken:
                fields["place"] = some_spot(random, ruleset.board)  # no two begin in one place
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
            return Member(name, random.choice(ENUMS[name].members))
        case s.ThingType(kind, optional):
            return None if optional and random.random() < 0.4 else random.choice(things[kind])
        case s.PlaceType(board, optional):
            return None if optional and random.random() < 0.4 else some_spot(random, board)
        case s.ListType(item):
            return tuple(some_value(random, item, things) for _ in range(random.choice((0, 1, 2, 2))))
        case s.DeckType():
            return some_pile(random, wanted)


def some_spot(random: Random, board: Board | AreaMap) -> Value:
    """Give a place, sometimes at the edge; where there is none, also to the west and north of the first."""
    if isinstance(board, AreaMap):
        return Member(board.areas, random.choice(board.names))
    first = 0 if board.edge else -4
    return Spot(first + random.choice((0, random.randrange(board.columns))), first + random.randrange(board.rows))


def some_pile(random: Random, deck: s.DeckType) -> Pile:
    """Lay some cards into a deck, of which some may be known."""
    counts = tuple((name, random.choice((0, 0, 1, 1, 2))) for name in ENUMS[deck.enum].members)
    pile = Pile(counts, deck.capacity, deck.peek)
    return pile.looked_at(random.choice((0, 0, deck.peek)), random.choice)[1]


def first_pile(deck: s.DeckType) -> Pile:
    """Lay into a deck what it is declared to hold at the start."""
    holds = dict(deck.holds)
    return Pile(tuple((name, holds.get(name, 0)) for name in ENUMS[deck.enum].members), deck.capacity, deck.peek)
