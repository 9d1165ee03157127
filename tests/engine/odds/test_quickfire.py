"""The odds of Quickfire equal those of a model written from its text and chart, as fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere

pytestmark = pytest.mark.no_cover

Chances = dict[tuple[str, ...], Fraction]
FACES = range(1, 13)


@dataclass(frozen=True)
class Log:
    """What the log of a ship keeps track of, of what fire can change."""

    heavy: int
    light: int
    boats: int
    reload: int
    torpedoes: bool
    repair: int
    speed: int = 0
    lasting: int = 0
    fires: int = 0
    veer: str = "none"


Outcomes = Iterator[tuple[Log, Fraction]]
BORODINO = Log(heavy=7, light=10, boats=7, reload=5, torpedoes=True, repair=6)
SHOWN = (
    "target.speed_hits",
    "target.lasting_hits",
    "all(turret.rof for turret in target.batteries)",
    "target.boat_guns",
    "target.reload",
    "target.repair",
    "target.fires",
    "target.veer",
)
BLAST = {
    "long": "E F F B R T D".split(),
    "medium": "E F F F B T D R B".split(),
    "point_blank": "E E FF F F D T B R B F".split(),
}
EXPLOSION = "X X X GX GX GG GG XX XX GGXX RXXX XXXXXX".split()
HELM = ["90° left", "45° left", "45° left", "45° right", "45° right", "90° right"]
LINES = {25: (2, 0, 0), 50: (4, 0, 0), 75: (6, 0, 0), 100: (6, 8, 0), 150: (5, 10, 0), 200: (4, 9, 12), 300: (3, 8, 12)}


def one(log: Log) -> Outcomes:
    yield log, Fraction(1)


def then(outcomes: Outcomes, act: Callable[[Log], Outcomes]) -> Outcomes:
    for log, chance in outcomes:
        for result, part in act(log):
            yield result, chance * part


def gunnery_hit(log: Log, heavy: bool) -> Outcomes:
    """Take a point from heavy or light ROF, or hand the hit on."""
    if heavy and log.heavy:
        yield from one(replace(log, heavy=log.heavy - 1))
    elif log.light:
        yield from one(replace(log, light=log.light - 1))
    else:
        yield from boat_gun_hit(log)


def boat_gun_hit(log: Log) -> Outcomes:
    if log.boats:
        yield from one(replace(log, boats=log.boats - 1))
    else:
        yield from reload_hit(log)


def reload_hit(log: Log) -> Outcomes:
    struck = replace(log, reload=max(0, log.reload - 3)) if log.reload else repair_hit(log)
    if not log.torpedoes:
        yield from one(struck)
        return
    yield replace(struck, fires=struck.fires + 1), Fraction(3, 12)
    yield struck, Fraction(9, 12)


def repair_hit(log: Log) -> Log:
    return replace(log, repair=log.repair - 1) if log.repair else replace(log, fires=log.fires + 1)


def lasting_hit(log: Log) -> Log:
    full = log.speed + log.lasting >= 8
    return replace(log, lasting=log.lasting + 1, speed=max(0, log.speed - 1) if full else log.speed)


def speed_hit(log: Log) -> Log:
    """Take a box; the guns of this model are heavy."""
    return replace(log, speed=log.speed + 1) if log.speed + log.lasting < 8 else lasting_hit(log)


def struck(log: Log, speed: bool) -> Outcomes:
    yield from one(speed_hit(log)) if speed else gunnery_hit(log, heavy=True)


def explosion(log: Log) -> Outcomes:
    for codes in EXPLOSION:
        outcomes: Outcomes = one(log)
        for number, code in enumerate(codes):
            outcomes = then(outcomes, partial(blown, code=code, heavy_first=number % 2 == 0))
        for result, chance in outcomes:
            yield result, chance / 12


def blown(log: Log, code: str, heavy_first: bool) -> Outcomes:
    match code:
        case "X":
            yield from one(lasting_hit(log))
        case "R":
            yield from one(repair_hit(log))
        case _:
            yield from gunnery_hit(log, heavy=bool(log.heavy) and (heavy_first or not log.light))


def blast(log: Log, total: int, range_: str) -> Outcomes:
    codes = dict(enumerate(BLAST[range_], 2)).get(total, "")
    match codes:
        case "E":
            yield from explosion(log)
        case "F" | "FF":
            yield from one(replace(log, fires=log.fires + len(codes)))
        case "B":
            yield from boat_gun_hit(log)
        case "R":
            yield from one(repair_hit(log))
        case "T":
            yield from reload_hit(log)
        case "D":
            for way in HELM:
                yield replace(log, veer=way), Fraction(1, 6)
        case _:
            yield from one(log)


def broadside(log: Log, rof: int, missed: bool, line: int, range_: str) -> Outcomes:
    """Fire heavy guns once: both dice, hits in turns, and the blast."""
    for black, white in product(FACES, FACES):
        tops = LINES[line]
        hits = next((number for number, top in enumerate(tops, 1) if white <= top), 0)
        if black - missed > rof or not hits:
            yield log, Fraction(1, 144)
            continue
        outcomes = one(log)
        for number in range(hits):
            outcomes = then(outcomes, partial(struck, speed=(white + number) % 2 == 0))
        for result, chance in then(outcomes, partial(blast, total=black + white, range_=range_)):
            yield result, chance / 144


def in_words(log: Log) -> tuple[str, ...]:
    veer = "none" if log.veer == "none" else log.veer.replace("° ", "° to the ") + " each time"
    parts = (log.boats, log.reload, log.repair, log.fires)
    return (str(log.speed), str(log.lasting), f"{log.heavy}, {log.light}", *map(str, parts), veer)


def expected(outcomes: Outcomes) -> Chances:
    found: Counter[tuple[str, ...]] = Counter()
    for log, chance in outcomes:
        found[in_words(log)] += chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def quickfire() -> Ruleset:
    return Ruleset.open("quickfire")


def counted(ruleset: Ruleset, away: int, **facts: Any) -> Chances:
    """Give the chances that the interpreter counts of Mikasa's main guns at Borodino, so many inches away."""
    findings = Findings()
    built = ruleset.built(findings)
    rosters, asking = ruleset.rosters(built), ruleset.asking(built)
    things = {"Mikasa": placed("Mikasa", 0), "Borodino": placed("Borodino", away)}
    given: dict[str, Any] = {"ship": "Mikasa", "battery": "Mikasa.heavy", "target": "Borodino", "game.turn": 5}
    given |= {key.replace("__", "."): value for key, value in facts.items()}
    situation = situation_of(built.program, rosters, things, given, findings, nowhere)
    inputs = {key: value for key, value in given.items() if "." not in key}
    arguments = inputs_of(built.program, "gunnery.fire", situation, rosters, inputs, findings, nowhere)
    assert arguments is not None, list(findings)
    shown = [asking.shown("gunnery.fire", text, arguments, situation, findings) for text in SHOWN]
    assert not findings, list(findings)
    odds = asking.ask("gunnery.fire", arguments, situation, [item for item in shown if item is not None])
    return {row: Fraction(weight, odds.below) for row, weight in odds.rows}


def placed(name: str, away: int) -> dict[str, Any]:
    return {"like": name, "place": [away, 0], "heading": 0}


LONG, MEDIUM, POINT_BLANK = 30, 20, 3


def test_a_roll_at_long_range(quickfire):
    found = counted(quickfire, LONG)
    assert sum(found.values()) == 1
    assert found == expected(broadside(BORODINO, 7, False, 200, "long"))


def test_a_roll_at_medium_range_after_one_that_failed(quickfire):
    found = counted(quickfire, MEDIUM, Mikasa__heavy__last_miss=4, Mikasa__heavy__rof=5)
    assert found == expected(broadside(BORODINO, 5, True, 200, "medium"))


def test_a_roll_at_point_blank_range_goes_one_line_up(quickfire):
    found = counted(quickfire, POINT_BLANK)
    assert found == expected(broadside(BORODINO, 7, False, 300, "point_blank"))


def test_a_roll_at_a_wreck_hands_its_hits_on(quickfire):
    """All boxes are marked, one gun, one torpedo and one Repair Point are left: every hit turns into others."""
    left = {
        "heavy.rof": 0,
        "light.rof": 1,
        "boat_guns": 0,
        "reload": 2,
        "repair": 1,
        "speed_hits": 5,
        "lasting_hits": 3,
    }
    wreck = replace(BORODINO, heavy=0, light=1, boats=0, reload=2, repair=1, speed=5, lasting=3)
    found = counted(
        quickfire, POINT_BLANK, **{f"Borodino__{key.replace('.', '__')}": value for key, value in left.items()}
    )
    assert found == expected(broadside(wreck, 7, False, 300, "point_blank"))


def test_the_chance_to_do_anything_at_all(quickfire):
    """Seven faces of the black die let Mikasa fire, and on the line for 200 % every white die hits."""
    found = counted(quickfire, LONG)
    untouched = found["0", "0", "7, 10", "7", "5", "6", "0", "none"]
    assert untouched == Fraction(5, 12)
