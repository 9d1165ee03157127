"""The odds of EasyShips equal those of a model written from its text, as fractions; play agrees with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.odds.odds_questions import OddsQuestions, Shown
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.questions import Question as RuleQuestion
from quarterdeck.engine.run.situation import Situation, nowhere
from quarterdeck.engine.run.words import NONE, STOP
from quarterdeck.program.form.program import Program
from tests.engine.odds import easyships_model as model
from tests.engine.odds.easyships_model import Fire, Ship

pytestmark = pytest.mark.no_cover

# Ratings as the list of ships in the sources gives them.
WICHITA = Ship(defense=11, armor=4, moves=4, batteries=((9, 8), (8, 5)))
V48 = Ship(defense=1, armor=0, moves=5, batteries=((3, 4),))
PRINCE_OF_WALES = Ship(defense=37, armor=10, moves=3, batteries=((10, 14), (16, 5), (32, 2)))
EXETER = Ship(defense=8, armor=2, moves=4, batteries=((6, 8), (4, 4)))
EMDEN = Ship(defense=4, armor=1, moves=3, batteries=((10, 4), (8, 2)))
KONIG = Ship(defense=25, armor=8, moves=2, batteries=((10, 12), (14, 6), (10, 4)), full_moves=2)
SEYDLITZ = Ship(defense=25, armor=7, moves=3, full_moves=3)
HOOD = Ship(defense=42, armor=8, moves=4)
HOOD_WITH_GUNS = Ship(defense=42, armor=8, moves=4, batteries=((8, 15), (14, 4), (24, 2)))

STRUCK = (
    "target.fires",
    "target.flooding",
    "all(turret.guns for turret in target.batteries)",
    "target.moves",
    "target.sunk",
    "target.no_repairs",
)


def struck(ship: Ship) -> tuple[Any, ...]:
    return ship.fires, ship.flooding, ship.guns, ship.moves, ship.sunk, ship.no_repairs


@dataclass(frozen=True)
class Question:
    """What is asked of the interpreter, and the chances that the model gives."""

    name: str
    rule: str
    given: dict[str, Any]
    expected: Callable[[], dict[tuple[Any, ...], Fraction]]
    shown: tuple[str, ...] = STRUCK
    things: dict[str, dict[str, Any]] = field(default_factory=dict)
    pairs: int = 0
    order: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


def gunnery(name: str, firer: str, rank: str, target: str, ship: Ship, fire: Fire, **more: Any) -> Question:
    """Ask what an attack does; `more` are facts about the target, with `__` for dots."""
    facts = {f"{target}.{key.replace('__', '.')}": value for key, value in more.items()}
    if not fire.new_target:
        facts[f"{firer}.{rank}.last_target"] = target
    facts |= {f"{firer}.evading": fire.firer_evades, f"{target}.evading": fire.target_evades}
    given = {"firer": firer, "battery": f"{firer}.{rank}", "target": target, "range": fire.range, "shots": fire.shots}
    return Question(
        name, "gunnery.attack", {**given, **facts}, lambda: model.chances(model.gunnery(fire, ship), struck)
    )


def torpedoes(name: str, firer: str, spread: int, target: str, ship: Ship, evading: bool) -> Question:
    given = {"firer": firer, "target": target, "spread": spread, f"{target}.evading": evading}
    return Question(
        name, "torpedoes.attack", given, lambda: model.chances(model.torpedoes(spread, ship, evading), struck)
    )


ATTACKS = [
    gunnery(
        "8 shots, plunging, at extreme range",
        "Bismarck",
        "primary",
        "Prince of Wales",
        PRINCE_OF_WALES,
        Fire(shots=8, size=15, range=15),
    ),
    gunnery(
        "9 shots at half range at a ship that burns",
        "Scharnhorst",
        "primary",
        "Wichita",
        Ship(11, 4, 4, WICHITA.batteries, fires=2),
        Fire(shots=9, size=11, range=5),
        fires=2,
    ),
    gunnery(
        "14 shots point-blank at a small ship taken by surprise",
        "Hood",
        "secondary",
        "V48",
        V48,
        Fire(shots=14, size=4, range=1, new_target=True),
    ),
    gunnery(
        "16 shots at an evading ship with water in it, few guns left and too many fires to catch another",
        "Admiral Graf Spee",
        "secondary",
        "Exeter",
        Ship(8, 2, 3, ((1, 8), (3, 4)), fires=3, flooding=1, worst_flooding=2),
        Fire(shots=16, size=6, range=6, target_evades=True),
        fires=3,
        flooding=1,
        worst_flooding=2,
        moves=3,
        primary__guns=1,
        secondary__guns=3,
    ),
    gunnery(
        "19 shots from an evading ship",
        "Monmouth",
        "primary",
        "Emden",
        EMDEN,
        Fire(shots=19, size=6, range=3, firer_evades=True),
    ),
]
TORPEDOES = [
    torpedoes("4 torpedoes at an evading ship", "Admiral Graf Spee", 4, "Exeter", EXETER, evading=True),
    torpedoes("8 torpedoes", "V48", 8, "Konig", KONIG, evading=False),
]
HIT = Question(
    "one torpedo hit",
    "torpedoes.explode",
    {"target": "Hood"},
    lambda: model.chances(model.torpedoed(HOOD_WITH_GUNS), struck),
)
UNDER_WATER = {"boat.under_water": True, "boat.logged_hex": [10, 10], "boat.depth": "periscope"}
CLOSE = Question(
    "4 torpedoes of a submarine from close by",
    "submarines.attack_under_water",
    {"firer": "boat", "target": "Exeter", "spread": 4, "Exeter.bow": [10, 8], **UNDER_WATER},
    lambda: model.chances(model.torpedoes(4, EXETER, close_under_water=True), struck),
    things={"boat": {"like": "Type VIIC"}},
    shown=STRUCK,
)


def charged(depth: str, dice: int) -> Question:
    return Question(
        f"depth charges at {depth} depth",
        "depth_charges.burst",
        {"drop": [10, 10], "setting": depth, **UNDER_WATER, "boat.depth": depth},
        lambda: model.chances(model.depth_charges(dice), lambda harm: harm),
        ("boat.sunk", "boat.crippled"),
        {"boat": {"like": "Type VIIC"}},
    )


def searched(depth: str, steps: int) -> Question:
    return Question(
        f"sonar, and a submarine at {depth} depth",
        "sonar.ping",
        {"ship": "hunter", **UNDER_WATER, "boat.depth": depth},
        lambda: model.chances(model.echo(steps), lambda found: found),
        ("boat.suspected is not none",),
        {
            "hunter": {"like": "Cossack", "bow": [10, 11], "heading": "north"},
            "boat": {"like": "Type VIIC"},
        },
    )


SUBMARINES = [
    CLOSE,
    *(charged(depth, dice) for dice, depth in enumerate(("periscope", "shallow", "deep"), 1)),
    *(searched(depth, steps) for steps, depth in enumerate(("periscope", "shallow", "deep"))),
]
AKAGI = Ship(defense=37, armor=5, moves=4, batteries=((6, 8), (12, 5)))


def bombed(name: str, number: int, evading: bool) -> Question:
    given = {"target": "Akagi", "bombs": number, "range": 1, "Akagi.evading": evading}
    return Question(
        name, "air_strikes.bomb", given, lambda: model.chances(model.bombs(number, 1916, AKAGI, evading), struck)
    )


def strike(fighters: int, sent: tuple[int, ...]) -> dict[str, dict[str, Any]]:
    """Give two carriers, and a strike on its way from one to the other."""
    carriers: dict[str, dict[str, Any]] = {
        "Lexington": {"like": "Lexington", "side": "east", "flagship": "Lexington"},
        "Akagi": {"like": "Akagi", "side": "west", "planes": fighters, "flagship": "Akagi", "bow": [10, 10]},
    }
    group = {"kind": "AttackGroup", "side": "east", "flagship": "Lexington", "ordered_target": "Akagi"}
    more = [
        {"callsign": place, "sent": planes, "planes": planes, "met_by": "Akagi", "target": "Akagi"}
        for place, planes in enumerate(sent, 1)
    ]
    return carriers | {f"group{place}": {**group, **own} for place, own in enumerate(more, 1)}


def intercepted(fighters: int, sent: tuple[int, ...]) -> Question:
    return Question(
        f"{fighters} fighters against attack groups of {sent}",
        "air_strikes.meet_fighters",
        {"flagship": "Lexington", "defender": "Akagi"},
        lambda: model.chances(model.fighters(fighters, sent), lambda groups: groups),
        tuple(f"group{place}.planes" for place in range(1, len(sent) + 1)),
        strike(fighters, sent),
    )


AIR_STRIKES = [
    bombed("6 bombs", 6, evading=False),
    bombed("5 bombs at an evading ship", 5, evading=True),
    intercepted(9, (8, 2)),
    intercepted(11, (8, 8, 8, 8, 9)),
    intercepted(8, (5,)),
    Question(
        "anti-aircraft fire",
        "air_strikes.fire_at_aircraft",
        {"ship": "Akagi", "flagship": "Lexington"},
        lambda: model.chances(model.anti_aircraft(4, 6, 3), lambda left: left),
        ("group1.planes",),
        strike(0, (3,)),
    ),
]
COLLISION = Question(
    "a collision of a large ship with a small one",
    "movement.collide",
    {"ship": "large", "other": "small", "small.flooding": 1, "small.worst_flooding": 1, "small.moves": 4},
    lambda: model.chances(
        model.collision(HOOD, Ship(defense=1, armor=0, moves=4, flooding=1, worst_flooding=1)),
        lambda pair: tuple(part for ship in pair for part in (ship.moves, ship.flooding, ship.sunk)),
    ),
    tuple(f"{name}.{part}" for name in ("large", "small") for part in ("moves", "flooding", "sunk")),
    {"large": {"like": "Hood"}, "small": {"like": "V48"}},
)


def repairs(name: str, air: int, pairs: int, order: tuple[str, ...]) -> Question:
    hurt = {"fires": 4, "flooding": 3, "worst_flooding": 3, "moves": 0}
    ship = Ship(25, 7, 0, fires=4, flooding=3, worst_flooding=3, full_moves=3, aircraft=bool(air))
    parts = ("fires", "flooding", "worst_flooding", "moves", "sunk")
    return Question(
        name,
        "turn.damage",
        {"hurt.air": air, **{f"hurt.{part}": value for part, value in hurt.items()}},
        lambda: model.chances(
            model.damage_phase(ship, pairs, order), lambda left: tuple(getattr(left, part) for part in parts)
        ),
        tuple(f"hurt.{part}" for part in parts),
        {"hurt": {"like": "Seydlitz"}},
        pairs,
        order,
    )


REPAIRS = [
    repairs("damage control with single dice for fires", 0, 0, ("fires", "flooding", "speed")),
    repairs("damage control with aircraft about and a pair for speed", 8, 1, ("speed", "flooding", "fires")),
]
INITIATIVE = Question(
    "the initiative",
    "turn.initiative",
    {},
    lambda: model.chances(model.initiative(), lambda rolls: rolls),
    ("one.initiative", "two.initiative"),
)
QUESTIONS = [*ATTACKS, *TORPEDOES, HIT, *SUBMARINES, *AIR_STRIKES, COLLISION, *REPAIRS, INITIATIVE]
SLOW = [ATTACKS[-1], TORPEDOES[-1]]
PLAYS, SOAKED_PLAYS, SEED = 2_000, 10_000, 1916


@pytest.fixture(scope="module")
def easyships() -> Ruleset:
    return Ruleset.open("easyships")


def in_words(outcome: tuple[Any, ...]) -> tuple[str, ...]:
    """Give an outcome as odds show it."""
    return tuple(
        ("yes" if part else "no")
        if isinstance(part, bool)
        else ", ".join(map(str, part))
        if isinstance(part, tuple)
        else str(part)
        for part in outcome
    )


@dataclass
class Posed:
    """A question to a built ruleset."""

    question: Question
    asking: OddsQuestions
    situation: Situation
    arguments: list[Any]
    shown: list[Shown]


def posed(easyships: Ruleset, question: Question) -> Posed:
    """Put what a question speaks of into a situation."""
    findings = Findings()
    built = easyships.built(findings)
    rosters, asking, program = easyships.rosters(built), easyships.asking(built), built.program
    situation = situation_of(program, rosters, question.things, question.given, findings, nowhere)
    inputs = {key: value for key, value in question.given.items() if "." not in key}
    arguments: list[Any] | None = []
    if question.rule in program.routines:
        arguments = inputs_of(program, question.rule, situation, rosters, inputs, findings, nowhere)
    assert arguments is not None, list(findings)
    shown = [asking.shown(question.rule, text, arguments, situation, findings) for text in question.shown]
    assert not findings, list(findings)
    return Posed(question, asking, situation, arguments, [item for item in shown if item is not None])


def counted(easyships: Ruleset, question: Question) -> dict[tuple[str, ...], Fraction]:
    """Give the chances that the interpreter counts, by outcomes in words."""
    it = posed(easyships, question)
    crew = Crew(it.asking.program, question.pairs, question.order)
    odds = it.asking.ask(question.rule, it.arguments, it.situation, it.shown, answer=crew.answer)
    return {row: Fraction(weight, odds.below) for row, weight in odds.rows}


def played(easyships: Ruleset, question: Question, times: int) -> dict[tuple[str, ...], int]:
    """Play so often with seeded dice, as in a game, and give how often each outcome in words came up."""
    it = posed(easyships, question)
    program, module = it.asking.program, it.asking.module
    crew = Crew(program, question.pairs, question.order)
    dice = SeededDice(SEED, [site.address for site in program.sites])
    in_span = question.rule in program.routines and it.asking.in_span(question.rule)
    found: dict[tuple[str, ...], int] = {}
    for turn in range(times):
        dice.new_turn(turn)
        before = list(it.situation.state)
        after = list(before) if in_span else before
        context = Context(
            program, replace(it.situation, state=before), dice, dict.fromkeys(program.layout.things("Side"), crew)
        )
        if question.rule in program.routines:
            module.routine(question.rule)(context, before, after, *it.arguments)
        else:
            module.phase(question.rule)(context, before)
        row = tuple(it.asking.word(item.kind, hashable(item.value(after)), it.situation) for item in it.shown)
        found[row] = found.get(row, 0) + 1
    return found


def hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclass
class Crew:
    """Decides as the model's crew does; no ship is given up."""

    program: Program
    pairs: int
    order: tuple[str, ...]

    def choice(self, site: int, options: Sequence[Any]) -> Any:
        members = self.program.world.enums["Area"].members
        match self.program.sites[site].address.rsplit(".", 1)[-1]:
            case "given_up":
                return STOP
            case "pings":
                return 1
            case "ward":
                return options[0]
            case "pairs":
                return self.pairs
            case "area":
                wanted = (members.index(area) for area in self.order)
                return next((area for area in wanted if area in options), NONE)
        raise AssertionError(self.program.sites[site])

    def answer(self, site: int, side: int, options: list[Any], *may: Any) -> list[tuple[Any, int]]:
        """Answer where chances are counted."""
        return [(self.choice(site, options), 1)]

    def decide(self, asked: RuleQuestion) -> Any:
        """Answer in play."""
        return self.choice(asked.site.number, asked.options)


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_odds_equal_the_model(easyships, question):
    found = counted(easyships, question)
    assert sum(found.values()) == 1
    assert found == {in_words(outcome): chance for outcome, chance in question.expected().items()}


def chi_square(expected: dict[tuple[str, ...], Fraction], found: dict[tuple[str, ...], int]) -> tuple[float, int]:
    """Give the statistic and its degrees of freedom; outcomes expected less than five times are taken together."""
    times = sum(found.values())
    groups = [(float(chance * times), found.get(row, 0)) for row, chance in expected.items()]
    common = [group for group in groups if group[0] >= 5]
    rare = [group for group in groups if group[0] < 5]
    if rare:
        common.append((sum(group[0] for group in rare), sum(group[1] for group in rare)))
    return sum((seen - wanted) ** 2 / wanted for wanted, seen in common), len(common) - 1


def highest_credible(freedom: int) -> float:
    """Give what chi-square exceeds in one of a thousand cases (the approximation of Wilson and Hilferty)."""
    if not freedom:  # one outcome, which is certain
        return 0.0
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.0902 * part**0.5) ** 3)


def agreed(easyships: Ruleset, question: Question, times: int) -> None:
    expected, found = counted(easyships, question), played(easyships, question, times)
    assert found.keys() <= expected.keys()
    statistic, freedom = chi_square(expected, found)
    assert statistic <= highest_credible(freedom)


@pytest.mark.parametrize(
    "question", [pytest.param(q, marks=[pytest.mark.soak] if q in SLOW else [], id=str(q)) for q in QUESTIONS]
)
def test_play_agrees_with_the_odds(easyships, question):
    agreed(easyships, question, PLAYS)


@pytest.mark.soak
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_many_plays_agree_with_the_odds(easyships, question):
    agreed(easyships, question, SOAKED_PLAYS)
