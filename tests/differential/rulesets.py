"""Random rulesets.

A ruleset is made of units: a definition, a procedure or a phase with what it alone uses. A unit that `check` refuses is
left out, and the others stay as they are. A case is a unit with a situation.
"""

from __future__ import annotations

import random as chance
from dataclasses import dataclass, replace
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.areas import AreaMap
from tests.differential.boards import Board, Spot
from tests.differential.catalogue import ENUMS, between, empty_ruleset, situation, some_board, some_spot
from tests.differential.generate import Features, number
from tests.differential.generate_boards import all_spaces
from tests.differential.generate_phases import make_phase, make_procedure
from tests.differential.generate_places import MOST_PATHS
from tests.differential.generate_rules import Rules
from tests.differential.values import Member, State

SITUATIONS = 2  # of each unit
TOGETHER = 1000  # units from one multiple of this to the next have one board
HELPING_PATHS = 16  # the most that a procedure makes which others call


@dataclass(frozen=True)
class Situation:
    """A state, and what the inputs of a unit are in it."""

    state: State
    given: tuple[s.Expression, ...]


@dataclass(frozen=True)
class Unit:
    """One rule to be tried, with all that only it uses.

    `sort` is `definition`, `procedure`, `spanned` (a procedure that play reaches only in a phase with effects at its
    end) or `phase`.
    """

    sort: str
    name: str
    inputs: tuple[s.Input, ...]
    definitions: tuple[s.Definition, ...]
    procedures: tuple[s.Procedure, ...]
    tables: tuple[s.Table, ...]
    phase: s.Phase | None
    situations: tuple[Situation, ...]
    board: Board | AreaMap | None = None


INPUTS = (s.Input("pawn", s.ThingType("Pawn")), s.Input("other", s.ThingType("Pawn")), s.Input("amount", between(0, 4)))

MORE_INPUTS = (
    s.Input("said", s.TruthType()),
    s.Input("temper", s.EnumType("Mood")),
    s.Input("colour", s.EnumType("Hue")),
    s.Input("figures", s.ListType(between(0, 9))),
    s.Input("parts", s.ListType(between(0, 5, "tenths"))),
    s.Input("rival", s.ThingType("Pawn", optional=True)),
    s.Input("owner", s.ThingType("Side")),
)


def inputs_on(board: Board | AreaMap) -> tuple[s.Input, ...]:
    """Give what a rule may be given of a board."""
    place = s.PlaceType(board)
    inputs = (
        s.Input("spot", place),
        s.Input("goal", s.PlaceType(board, optional=True)),
        s.Input("spots", s.ListType(place)),
    )
    return inputs if isinstance(board, AreaMap) else (*inputs, s.Input("course", s.EnumType(board.directions)))


def board_of(seed: int, number_of_unit: int, features: Features) -> Board | AreaMap | None:
    """Give the board of a unit, which is the same for all that are tried together."""
    return some_board(chance.Random(f"{seed} board {number_of_unit // TOGETHER}")) if features.boards else None


def some_inputs(rules: Rules) -> tuple[s.Input, ...]:
    """Give inputs to a rule, sometimes one that may be any ratio."""
    inputs = rules.random.choice((INPUTS[:1], INPUTS[:2], INPUTS, (INPUTS[0], INPUTS[2])))
    share = s.Input("share", between(0, 4, "ratio"))
    inputs = (*inputs, share) if rules.features.ratio_types and rules.chance(1) else inputs
    more: tuple[s.Input, ...] = MORE_INPUTS
    if rules.ruleset.board is not None and rules.chance(6):
        more = inputs_on(rules.ruleset.board)
    return (*inputs, rules.random.choice(more)) if rules.chance(4) else inputs


def unit(seed: int, number_of_unit: int, features: Features, sort: str = "") -> Unit:
    """Make a unit from a seed."""
    random = chance.Random(f"{seed} {number_of_unit}")
    board = board_of(seed, number_of_unit, features)
    ruleset = replace(empty_ruleset(board), tables=TABLES)
    rules = Rules(random, ruleset, features)
    rules.prefix = f"u{number_of_unit}_"
    rules.dealing = features.decks and rules.chance(4)
    rules.mapping = board is not None and rules.chance(6)
    sort = sort or random.choice(
        ("definition", "definition", "procedure", "procedure", "procedure", "spanned", "phase")
    )
    place = sort in {"spanned", "phase"}
    for index in range(random.choice((0, 1, 1, 2))):
        rules.definitions.append(rules.definition(f"{rules.prefix}f{index}", some_inputs(rules), helper=True))
    name, inputs = f"{rules.prefix}{sort}", some_inputs(rules)
    phase = None
    if sort == "definition":
        rules.definitions.append(rules.definition(name, inputs))
    else:
        for index in range(random.choice((0, 1, 1, 2))):
            rules.keep(rules.effect(f"{rules.prefix}e{index}", held_back=place and not rules.chance(2)))
        for index in range(random.choice((0, 0, 1, 1, 2))):
            quiet = rules.chance(8 if place else 5)
            rules.left = HELPING_PATHS
            helper = make_procedure(rules, f"{rules.prefix}p{index}", some_inputs(rules), held_back=quiet, size=1)
            rules.left = MOST_PATHS * rules.left // HELPING_PATHS
            if rules.features.results and rules.chance(8):
                helper = rules.with_result(helper)
            rules.keep(helper, quiet=quiet)
        if sort == "phase":
            phase, inputs = make_phase(rules, name), ()
        else:
            rules.keep(make_procedure(rules, name, inputs, held_back=place))
    situations = tuple(
        Situation(situation(random, ruleset), tuple(some_given(random, one) for one in inputs))
        for _ in range(SITUATIONS)
    )
    made = Unit(
        sort,
        name,
        inputs,
        tuple(rules.definitions),
        tuple(rules.procedures),
        tuple(rules.tables),
        phase,
        situations,
        board,
    )
    return used(made)


def used(unit: Unit) -> Unit:
    """Leave out of a unit what nothing in it leads to."""
    while True:
        lean = replace(
            unit,
            definitions=tuple(
                one for one in unit.definitions if one.name == unit.name or calls(unit, one, "Called(name")
            ),
            procedures=tuple(one for one in unit.procedures if one.name == unit.name or calls(unit, one, "Do(name")),
            tables=tuple(one for one in unit.tables if calls(unit, one, "Apply(table")),
        )
        if lean == unit:
            return unit
        unit = lean


def calls(unit: Unit, rule: s.Definition | s.Procedure | s.Table, how: str) -> bool:
    """Whether anything in a unit but the rule itself calls it; to ask whether it is allowed leads to it as well."""
    others = [one for one in (*unit.definitions, *unit.procedures, *unit.tables, unit.phase) if one is not rule]
    text = repr(others)
    return f"{how}={rule.name!r}" in text or f"Allowed(name={rule.name!r}" in text


def some_given(random: chance.Random, one: s.Input) -> s.Expression:
    """Give an input: Anna or Ben, a side, a small number, or whatever else its type wants."""
    match one.type:
        case s.ThingType("Side"):
            return s.Local(random.choice(("one", "two")))
        case s.ThingType(_, optional):
            some = s.Local("Anna" if one.name == "pawn" else random.choice(("Anna", "Ben", "Ben")))
            return s.Nothing() if optional and random.randrange(3) == 0 else some
        case s.TruthType():
            return s.Truth(random.random() < 0.5)
        case s.EnumType(enum):
            return s.MemberName(enum, random.choice(ENUMS[enum].members))
        case s.PlaceType(board, optional):
            if optional and random.randrange(3) == 0:
                return s.Nothing()
            spot = some_spot(random, board)
            if isinstance(spot, Spot):
                return s.PlaceName(spot.column, spot.row)
            assert isinstance(spot, Member)
            return s.MemberName(spot.enum, spot.name)
        case s.ListType(s.PlaceType() as item):
            return s.Listed(tuple(some_given(random, s.Input("spot", item)) for _ in range(random.randint(0, 3))))
        case s.ListType():
            return s.Listed(tuple(number(random.randint(0, 3)) for _ in range(random.randint(0, 3))))
        case _:
            return number(random.randint(0, 3))


FIGURES = [Fraction(text) for text in "-1.5 -1 0 0.5 1 1.5 2.5 3 4.5".split()]
COSTS = s.Table(
    "costs",
    between(-3, 12),
    (
        s.Row(None, 0, (FIGURES[0],)),
        s.Row(1, 3, (FIGURES[3],)),
        s.Row(4, 4, (FIGURES[7],)),
        s.Row(5, None, (FIGURES[6],)),
    ),
    gives=between(-3, 5, "tenths"),
)
RATES = s.Table(
    "rates",
    between(0, 9),
    (
        s.Row(None, 1, (FIGURES[2], FIGURES[3], FIGURES[4])),
        s.Row(2, 5, (FIGURES[5], FIGURES[6], FIGURES[7])),
        s.Row(6, None, (FIGURES[8], FIGURES[1], FIGURES[0])),
    ),
    enum="Mood",
    gives=between(-3, 5, "halves"),
)
FINE = s.Table(
    "fine_costs",
    between(-3, 9, "tenths"),
    (
        s.Row(None, Fraction("0.9"), (FIGURES[1],)),
        s.Row(1, 1, (FIGURES[8],)),
        s.Row(Fraction("1.1"), Fraction("3.5"), (FIGURES[4],)),
        s.Row(Fraction("3.6"), None, (FIGURES[6],)),
    ),
    gives=between(-3, 5, "tenths"),
)
LINES = s.Table(
    "lines",
    between(-3, 12, "tenths"),
    (
        s.Row(None, 0, (FIGURES[0], FIGURES[8], FIGURES[2])),
        s.Row(Fraction("2.3"), 3, (FIGURES[7], FIGURES[2], FIGURES[4])),
        s.Row(Fraction("5.5"), Fraction("5.5"), (FIGURES[0], FIGURES[6], FIGURES[3])),
        s.Row(10, None, (FIGURES[4], FIGURES[8], FIGURES[5])),
    ),
    enum="Mood",
    gives=between(-3, 5, "tenths"),
    between_rows="nearest",
)
RAMP = s.Table(
    "ramp",
    between(0, 9),
    (s.Row(0, 0, (FIGURES[0],)), s.Row(7, 7, (FIGURES[6],)), s.Row(9, 9, (FIGURES[8],))),
    gives=between(-3, 5, "hundredths"),
    between_rows="up",
)
TABLES = (COSTS, RATES, FINE, LINES, RAMP)


def assemble(units: list[Unit], *, dumped: bool = False) -> s.Ruleset:
    """Lay units together into one ruleset, with a turn that reaches each; it may end with a look at every field."""
    ruleset = empty_ruleset(units[0].board if units else None)
    text = repr(units)
    tables = tuple(table for table in TABLES if f"LookedUp(table='{table.name}'" in text)
    phases = [look(ruleset)]
    # What comes into play takes the first free place: so nothing leaves play before.
    for one in sorted(units, key=lambda unit: "Create(" not in repr(unit)):
        if one.phase is not None:
            phases.append(one.phase)
            continue
        inputs = [input_in_turn(given) for given in one.inputs]
        call: s.Statement = s.Do(one.name, tuple(inputs))
        if one.sort == "definition":
            call = s.Announce((s.Called(one.name, tuple(inputs)),))
        loop = s.ForEach("pawn", s.Things("Pawn"), (call,))
        phases.append(s.Phase(f"{one.name}_act", (loop,), at_the_end=one.sort == "spanned"))
    dumps = tuple(dump(kind, ruleset) for kind in ruleset.kinds) if dumped else ()
    if dumped:
        thing = s.Local("thing")
        loops = (
            s.ForEach("thing", s.Things(kind.name), (s.Do(f"dump_{kind.one}", (thing,)),))
            for kind in ruleset.kinds
            if kind.name != "Game"
        )
        phases.append(s.Phase("dump", (s.Do("dump_game", ()), *loops)))
    return replace(
        ruleset,
        definitions=tuple(each for one in units for each in one.definitions),
        procedures=(*(each for one in units for each in one.procedures), *dumps),
        tables=(*tables, *(each for one in units for each in one.tables)),
        phases=tuple(phases),
    )


def input_in_turn(one: s.Input) -> s.Expression:
    """Say what a rule is given for each pawn in a turn: the pawn, what one of its fields holds, or a constant."""
    pawn = s.Local("pawn")
    match one.type:
        case s.NumberType(_, high):
            return s.Extreme("least", (number(high), s.Constant("snow")))
        case s.ThingType("Pawn", optional=False):
            return pawn
        case s.ListType(s.NumberType()):
            return s.FieldOf(pawn, "marks" if one.name == "figures" else "shares")
        case _:
            fields = {"said": "flag", "temper": "mood", "colour": "hue", "rival": "friend", "owner": "side"}
            fields |= {"spot": "place", "goal": "den", "course": "facing", "spots": "trail"}
            return s.FieldOf(pawn, fields[one.name])


def look(ruleset: s.Ruleset) -> s.Phase:
    """Make a phase that tells every field and constant."""
    loops: list[s.Statement] = []
    for kind in ruleset.kinds:
        parts: list[str | s.Expression] = []
        secret: list[s.Statement] = []
        for one in kind.fields:
            if not isinstance(one.type, s.DeckType):
                parts += [" ", s.FieldOf(s.Local("thing"), one.name)]
                continue
            deck = s.Deck(None if kind.name == "Game" else s.Local("thing"), one.name)
            if one.type.seen_by:
                # What is secret cannot be told; dice for it are read.
                secret.append(coin(f"look_{one.name}", s.DeckSize(deck)))
            else:
                parts += [" ", s.DeckSize(deck), " ", s.Cards(deck)]
        looks = (s.Announce(tuple(parts)), *secret)
        loops += looks if kind.name == "Game" else [s.ForEach("thing", s.Things(kind.name), looks)]
    said: list[str | s.Expression] = []
    for one in ruleset.constants:
        said += [" ", s.Constant(one.name)]
    return s.Phase("look", (s.Announce(tuple(said)), *loops))


def dump(kind: s.Kind, ruleset: s.Ruleset) -> s.Procedure:
    """Make a procedure that rolls dice for what each field of a thing holds.

    Nothing but dice is kept of a game that nobody watches: so many dice with such a name tell the value of a field.
    """
    body: list[s.Statement] = []
    for one in kind.fields:
        tree, name = s.FieldOf(s.Local("thing"), one.name), f"dump_{kind.one}_{one.name}"
        match one.type:
            case s.NumberType():
                body += digits(tree, one.type, name)
            case s.TruthType():
                body.append(s.When(((tree, (coin(name),)),)))
            case s.EnumType(enum):
                members = ENUMS[enum].members
                body.append(
                    s.When(
                        tuple(
                            (s.Comparison("is", tree, s.MemberName(enum, each)), (coin(f"{name}_{each}"),))
                            for each in members
                        )
                    )
                )
            case s.ThingType():
                body.append(s.When(((s.Comparison("is", tree, s.Nothing()), (coin(name),)),)))
            case s.PlaceType(board):
                body += counted_to(tree, board, name)
            case s.ListType(s.PlaceType(board)):
                body.append(s.ForEach("item", tree, counted_to(s.Local("item"), board, name)))
            case s.DeckType():
                deck = s.Deck(None if kind.name == "Game" else s.Local("thing"), one.name)
                for member in ENUMS[one.type.enum].members:
                    held = s.Copies(deck, s.MemberName(one.type.enum, member), pointed=True)
                    body.append(coin(f"{name}_{member}", s.Arithmetic("+", held, number(1))))
            case s.ListType(s.NumberType() as item):
                body.append(s.ForEach("item", tree, digits(s.Local("item"), item, name)))
            case _:
                body.append(s.ForEach("item", tree, (coin(name),)))
    inputs = () if kind.name == "Game" else (s.Input("thing", s.ThingType(kind.name)),)
    return s.Procedure(f"dump_{kind.one}", inputs, tuple(body))


def counted_to(tree: s.Expression, board: Board | AreaMap, name: str) -> s.Block:
    """Roll a coin for each space up to a place; one for each where it is not among them."""
    spaces = all_spaces(board)
    found = s.Guarded(s.Stop(), s.Comparison("is", s.Local("space"), tree))
    return (s.ForEach("space", spaces, (coin(name), found)),)


def coin(name: str, times: s.Expression | None = None) -> s.Roll:
    return s.Roll(name, s.Throw(1, 2, times=times))


def digits(tree: s.Expression, kind: s.NumberType, name: str) -> tuple[s.Roll, ...]:
    """Roll so many coins as the digits of a number say, to the base of 8, and one more for each."""
    steps = s.STEPS[kind.step]
    rest: s.Expression = s.Arithmetic("-", tree, number(kind.low))
    if steps > 1:
        rest = s.Rounded(s.Arithmetic("*", rest, number(steps)), "nearest")
    most = (kind.high - kind.low) * steps
    rolls: list[s.Roll] = []
    while True:
        over = s.Rounded(s.Arithmetic("/", rest, number(8)), "down")
        if most < 8:
            return (*rolls, coin(f"{name}_{len(rolls)}", s.Arithmetic("+", rest, number(1))))
        digit = s.Arithmetic("-", rest, s.Arithmetic("*", over, number(8)))
        # What is known of a number's range is not known of its digits.
        kept = s.Extreme("least", (number(7), s.Extreme("greatest", (number(0), digit))))
        rolls.append(coin(f"{name}_{len(rolls)}", s.Arithmetic("+", kept, number(1))))
        rest, most = over, Fraction(int(most / 8))
