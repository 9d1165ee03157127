"""One torpedo and all that comes of it, in fractions, written from sections 8.1 to 8.3 of the text and their rulings.

Nothing here knows the interpreter or the encoded ruleset. What the text tells of a ship and nobody asks about here
(its rudder, its directors, its searchlights) is left out where nothing else hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Chances = dict[Any, Fraction]


# --- dice


def die(sides: int) -> Chances:
    """Give the faces of a die."""
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def total(*dice: Chances) -> Chances:
    """Give the totals of dice thrown together."""
    found: Chances = {0: Fraction(1)}
    for one in dice:
        found = gathered(
            (so_far + face, chance * part) for so_far, chance in found.items() for face, part in one.items()
        )
    return found


def spread(chances: Chances, then: Callable[[Any], Chances]) -> Chances:
    """Let each case go on by itself, and gather equals."""
    found: Chances = {}
    for case, chance in chances.items():
        for outcome, part in then(case).items():
            found[outcome] = found.get(outcome, Fraction(0)) + chance * part
    return found


def gathered(cases: Iterable[tuple[Any, Fraction]]) -> Chances:
    """Gather equal cases."""
    found: Chances = {}
    for case, chance in cases:
        found[case] = found.get(case, Fraction(0)) + chance
    return found


# --- the ship


@dataclass(frozen=True)
class Ship:
    """What the text asks of a large warship: guns in mounts of their kinds, and tubes with torpedoes."""

    points: int
    year: int
    underwater: int
    main: int
    casemates: int
    others: int
    tubes: int  # above the waterline, and never empty here
    tube_barrels: int
    warhead: int
    casemate_burst: int  # damage points of one high-explosive shell at Short range

    @property
    def mounts(self) -> int:
        return self.main + self.casemates + self.others + self.tubes


KAISER = Ship(
    points=452,
    year=1912,
    underwater=105,
    main=5,  # ten guns in twin turrets
    casemates=14,
    others=12,  # single guns outside casemates
    tubes=2,
    tube_barrels=1,
    warhead=60,
    casemate_burst=4,
)


class Wreck(NamedTuple):
    """What has become of the ship; `harm` waits to be worked out in the next round (F35)."""

    damage: int = 0
    harm: int = 0
    levels: int = 0
    fire: int = 0
    water: int = 0
    main: int = 0
    casemates: int = 0
    others: int = 0
    tubes: int = 0
    blown_up: bool = False

    @property
    def mounts_out(self) -> int:
        return self.main + self.casemates + self.others + self.tubes


# --- 8.1.7.2 and 8.1.2: what gets through, and how many critical hits that means


def through(ship: Ship, warhead: int) -> int:
    """Give what a deep torpedo does inside: the protection takes a third of its rating at the most (F13)."""
    return max(0, warhead - ship.underwater // 3)


def criticals(ratio: Fraction, face: int) -> int:
    """Give the number of critical hits by the Damage Ratio Table, and beyond its end (F14)."""
    tenths = int(min(ratio, Fraction(3)) * 10)
    if tenths < 10:
        return max(0, face + tenths - 5)
    return face + 5 + (tenths - 10) // 2


# --- 8.2: severity of a fire or a flooding


def severity(ship: Ship, shift: int, halved: bool) -> Chances:
    """Give the percentages: dice by the date, what is added or taken away first, halves after that (F21, F22)."""
    rolled = total(die(6), die(6)) if ship.year <= 1907 else die(6)
    plus = 2 if ship.year <= 1924 else 0
    return gathered(
        (max(0, (face + plus + shift) // 2 if halved else face + plus + shift), chance)
        for face, chance in rolled.items()
    )


def catch_fire(ship: Ship, wreck: Wreck, shift: int, halved: bool) -> Chances:
    """Let a fire break out; it does its damage three turns later."""
    return gathered((wreck._replace(fire=wreck.fire + p), c) for p, c in severity(ship, shift, halved).items())


def let_in_water(ship: Ship, wreck: Wreck, at_once: bool, halved: bool) -> Chances:
    """Let in water; that of a torpedo does its damage at once (F2), each rounded down by itself."""
    return gathered(
        (wreck._replace(water=wreck.water + p, harm=wreck.harm + (ship.points * p // 100 if at_once else 0)), c)
        for p, c in severity(ship, 0, halved).items()
    )


# --- 8.3: weapons


def weapon(ship: Ship, wreck: Wreck) -> Chances:
    """Hit a weapon: any mount, those out of action counted (F49), then what its own section says (F87)."""
    cases = [(wreck, Fraction(wreck.mounts_out, ship.mounts))]  # it was out already
    whole = {
        main_mount: ship.main - wreck.main,
        casemate: ship.casemates - wreck.casemates,
        other: ship.others - wreck.others,
        tube: ship.tubes - wreck.tubes,
    }
    for then, number in whole.items():
        cases += [(case, chance * Fraction(number, ship.mounts)) for case, chance in then(ship, wreck).items()]
    return gathered(cases)


FIRE_CONTROL = Fraction(2, 10)
DETONATES = Fraction(2, 10)


def main_mount(ship: Ship, wreck: Wreck) -> Chances:
    """Hit the main battery: its fire control, or the mount, whose magazine may detonate."""
    out = wreck._replace(main=wreck.main + 1)
    return gathered(
        [
            (wreck, FIRE_CONTROL),
            (out, (1 - FIRE_CONTROL) * (1 - DETONATES)),
            (out._replace(blown_up=True), (1 - FIRE_CONTROL) * DETONATES),
        ]
    )


def casemate(ship: Ship, wreck: Wreck) -> Chances:
    """Hit a casemate gun: its fire control, or the gun, and those that its ready ammunition takes along."""
    found = {wreck: FIRE_CONTROL}
    for (lost, bursts), chance in chain(ship.casemates - wreck.casemates).items():
        harm = wreck.harm + bursts * 2 * ship.casemate_burst  # each detonation does its damage (F24)
        found[wreck._replace(casemates=wreck.casemates + lost, harm=harm)] = chance * (1 - FIRE_CONTROL)
    return found


ALONG = {roll: 0 if roll <= 5 else 1 if roll <= 8 else 2 if roll <= 11 else 3 for roll in range(2, 13)}


@cache
def chain(whole: int) -> Chances:
    """Give how many of the guns that are still whole are lost, and how many detonations there are."""
    reaches = gathered((ALONG[roll], chance) for roll, chance in total(die(6), die(6)).items())

    @cache
    def go(reached: int, lost: int, bursts: int) -> Chances:
        """Go on with `reached` guns that are affected and of which it is not known whether they detonate."""
        if not reached or lost == whole:
            return {(lost, bursts): Fraction(1)}
        cases = [(case, chance * (1 - DETONATES)) for case, chance in go(reached - 1, lost + 1, bursts).items()]
        for more, part in reaches.items():
            after = go(min(reached - 1 + more, whole - lost - 1), lost + 1, bursts + 1)
            cases += [(case, chance * DETONATES * part) for case, chance in after.items()]
        return gathered(cases)

    return go(1, 0, 0)


def other(ship: Ship, wreck: Wreck) -> Chances:
    """Hit a gun of a battery without a section of its own: it is out."""
    return {wreck._replace(others=wreck.others + 1): Fraction(1)}


def tube(ship: Ship, wreck: Wreck) -> Chances:
    """Hit a torpedo mount: half of the weapons in it, rounded down, may go off (F23); it holds one a barrel (F50)."""
    out = wreck._replace(tubes=wreck.tubes + 1)
    damage = ship.warhead * (ship.tube_barrels // 2)
    return gathered([(out, 1 - DETONATES), (out._replace(harm=out.harm + damage), DETONATES)])


# --- 8.3: engines


def engines(ship: Ship, wreck: Wreck, halved: bool) -> Chances:
    """Hit the engines: a level of speed and a fire, or a boiler, which does a quarter of the points as well (F33)."""
    slower = wreck._replace(levels=wreck.levels + 1)
    burst = slower._replace(harm=slower.harm + ship.points // 4)
    return gathered(
        [
            *((case, c * Fraction(9, 10)) for case, c in catch_fire(ship, slower, -2, halved).items()),
            *((case, c * Fraction(1, 10)) for case, c in catch_fire(ship, burst, 0, halved).items()),
        ]
    )


# --- 8.1.2: the columns of the Critical Hit Table


@cache
def by_torpedo(ship: Ship, number: int) -> Chances:
    """Give what so many critical hits of one torpedo add to an undamaged ship; damage waits for the next round."""
    if not number:
        return {Wreck(): Fraction(1)}
    return spread(by_torpedo(ship, number - 1), lambda wreck: one_by_torpedo(ship, wreck))


def one_by_torpedo(ship: Ship, wreck: Wreck) -> Chances:
    """One critical hit of a torpedo that came through; nothing in its column asks for armor, and it penetrated."""
    unseen = {wreck: Fraction(1)}

    def struck(face: int) -> Chances:
        if face <= 3 or face == 18:
            return weapon(ship, wreck)
        if face <= 9:
            return let_in_water(ship, wreck, at_once=True, halved=False)
        if face <= 14:
            return engines(ship, wreck, halved=False)
        if face <= 17:
            return catch_fire(ship, wreck, 0, halved=False)
        return unseen  # the rudder

    return spread(die(20), struck)


MAJOR = {
    "Main Btry*": range(1, 4),
    "Casemate*": range(4, 6),
    "Other Wpn*": range(6, 10),
    "Engineering*": range(10, 12),
    "Flooding*": range(12, 15),
    "Fire*": range(15, 18),
    "Snsr/Comms": range(18, 19),
    "Bridge*": range(19, 20),
    "Rudder*": range(20, 21),
}
UNSEEN_BEHIND_ARMOR = {"Main Btry*", "Casemate*"}  # their fire control (F5), which nobody asks about here


def by_harm_inside(wreck: Wreck) -> Chances:
    """One critical hit of what water and explosions do inside (F36): the armor was not penetrated (F76).

    What has a star is ignored but for fire control; what is left touches nothing that is asked about.
    """
    for name in MAJOR:
        assert name.endswith("*") or name == "Snsr/Comms"
        assert name not in UNSEEN_BEHIND_ARMOR or name.endswith("*")
    assert sorted(face for faces in MAJOR.values() for face in faces) == list(range(1, 21))
    return {wreck: Fraction(1)}


# --- 8.1: all of it


def torpedoed(ship: Ship, warhead: int) -> Chances:
    """Give what becomes of an undamaged ship that one deep torpedo strikes, clear of its ends.

    Beware: a ship that the damage of one torpedo can sink needs more than is said here.
    """
    harm = through(ship, warhead)
    assert harm * 100 < 75 * ship.points  # no keel breaks
    struck: Chances = {Wreck(harm=harm): Fraction(1)}
    if harm:
        struck = spread(struck, lambda wreck: let_in_water(ship, wreck, at_once=True, halved=False))
    return spread(spread(struck, lambda w: settled(ship, w, first=True)), lambda w: to_the_end(ship, w))


def settled(ship: Ship, wreck: Wreck, *, first: bool) -> Chances:
    """Work out one round of damage: it is suffered, and brings critical hits by its ratio to what is left."""
    harm = wreck.harm
    wreck = wreck._replace(damage=wreck.damage + harm, harm=0)
    assert wreck.damage < ship.points
    if harm * 100 < ship.points or wreck.blown_up:
        return {wreck: Fraction(1)}
    ratio = Fraction(harm, ship.points - wreck.damage)

    def suffered(face: int) -> Chances:
        number = criticals(ratio, face)
        if first:  # until now there is nothing but water, on which no critical hit depends
            return {
                hits._replace(damage=wreck.damage, water=wreck.water + hits.water): chance
                for hits, chance in by_torpedo(ship, number).items()
            }
        found: Chances = {wreck: Fraction(1)}
        for _ in range(number):
            found = spread(found, by_harm_inside)
        return found

    return spread(die(6), suffered)


def to_the_end(ship: Ship, wreck: Wreck) -> Chances:
    """Work out rounds until no damage is left."""
    if not wreck.harm:
        return {wreck: Fraction(1)}
    return spread(settled(ship, wreck, first=False), lambda w: to_the_end(ship, w))


def speed_step(ship: Ship, wreck: Wreck) -> int:
    """Give the step on the Damage and Speed Breakdown: by damage (nearest, halves up: F10), and by critical hits."""
    steps = sum(wreck.damage * 100 >= 100 * ((share * ship.points + 50) // 100) for share in (25, 50, 75, 90, 100))
    return min(5, steps + wreck.levels)


Shown = tuple[int, int, int, int, int, bool]


def shown(ship: Ship, warhead: int) -> dict[Shown, Fraction]:
    """Give damage, speed step, fires, flooding, mounts left and whether the ship has blown up, with their chances."""
    return gathered(
        (
            (
                wreck.damage,
                speed_step(ship, wreck),
                wreck.fire,
                wreck.water,
                ship.mounts - wreck.mounts_out,
                wreck.blown_up,
            ),
            chance,
        )
        for wreck, chance in torpedoed(ship, warhead).items()
    )
