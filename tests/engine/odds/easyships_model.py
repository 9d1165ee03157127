"""EasyShips in icepool, written from the text of the rules and their rulings, to compare the odds with.

Nothing here knows the interpreter or the encoded ruleset. A ship is a value, an effect gives a new ship, and what hangs
on dice is an icepool die of ships.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

import icepool

Guns = tuple[int, int]
"""The guns of a battery and their size."""

D6, D20 = icepool.d6, icepool.d20


@dataclass(frozen=True, order=True)
class Ship:
    """What damage can change of a ship, and what it depends on."""

    defense: int
    armor: int
    moves: int
    batteries: tuple[Guns, ...] = ()
    fires: int = 0
    flooding: int = 0
    worst_flooding: int = 0
    no_repairs: bool = False
    sunk: bool = False
    full_moves: int = 0
    aircraft: bool = False

    @property
    def guns(self) -> tuple[int, ...]:
        """Give the guns of each battery."""
        return tuple(guns for guns, _ in self.batteries)


def mapped(die: icepool.Die[Any], effect: Callable[[Any], Any]) -> icepool.Die[Any]:
    """Give what comes of an effect on each outcome; the effect may bring dice of its own."""
    return die.map(effect, star=False)


def chances(die: icepool.Die[Any], shown: Callable[[Any], tuple[Any, ...]]) -> dict[tuple[Any, ...], Fraction]:
    """Give the chance of each thing shown."""
    found: dict[tuple[Any, ...], Fraction] = {}
    for outcome, ways in die.items():
        key = shown(outcome)
        found[key] = found.get(key, Fraction(0)) + Fraction(ways, die.denominator())
    return found


# --- damage: Critical Hit Table, Fires & Flooding Table


def on_fire(ship: Ship, fires: int) -> Ship:
    """Start fires; the table ends at six (VIII-a)."""
    return replace(ship, fires=min(6, ship.fires + fires))


def would_sink_by_water(defense: int, level: int) -> bool:
    """Look up in the Fires & Flooding Table whether a level of flooding sinks a ship."""
    return defense < {3: 8, 4: 16, 5: 32, 6: 1000}.get(level, 0)


def would_sink_by_fire(defense: int, fires: int) -> bool:
    """Look up in the Fires & Flooding Table whether a number of fires sinks a ship."""
    return defense < {4: 12, 5: 24, 6: 1000}.get(fires, 0)


def flooded(ship: Ship) -> Ship:
    """Let a level of water in; its effect on speed counts the first time (VIII-b, rulings E10, E36 and E46)."""
    level = min(6, ship.flooding + 1)
    wet = replace(ship, flooding=level)
    if level <= ship.worst_flooding:
        return wet
    wet = replace(wet, worst_flooding=level)
    if level == 1:
        return slowed(wet, 1, 0) if ship.defense < 8 else wet
    if level == 2:
        return slowed(wet, 2 if ship.defense < 8 else 1, 0)
    if would_sink_by_water(ship.defense, level):
        return wet
    return replace(wet, moves=min(wet.moves, 0 if level == 5 else 1))


def slowed(ship: Ship, loss: int, floor: int) -> Ship:
    """Take speed away, but not below the floor; a ship that is slower already stays as slow."""
    return replace(ship, moves=min(ship.moves, max(floor, ship.moves - loss)))


def disarmed(ship: Ship, largest: bool) -> Ship:
    """Take away two of the largest or smallest guns left, from the next battery where one has too few (ruling E12)."""
    batteries = list(ship.batteries)
    for _ in range(2):
        armed = [place for place, (guns, _) in enumerate(batteries) if guns]
        if armed:
            place = (max if largest else min)(armed, key=lambda index: batteries[index][1])
            guns, size = batteries[place]
            batteries[place] = (guns - 1, size)
    return replace(ship, batteries=tuple(batteries))


def critical(ship: Ship, result: int, torpedo: bool) -> Ship | icepool.Die[Ship]:
    """Look a result up in the Critical Hit Table."""
    match min(10, max(0, result)):
        case 1:
            return on_fire(ship, 1)
        case 2:
            return flooded(ship)
        case 3:
            left = disarmed(ship, largest=False)
            return left if torpedo else on_fire(left, 1)
        case 4:
            return on_fire(flooded(ship), 1)
        case 5:
            return disarmed(ship, largest=True)
        case 6:
            return slowed(flooded(ship), 1, 1)
        case 7:
            return replace(ship, no_repairs=True)
        case 8:
            return mapped(D6, lambda face: on_fire(ship, 1 if face % 2 else 2))
        case 9:
            return flooded(slowed(ship, 2, 0))
        case 10:
            return replace(ship, sunk=True)
    return ship


# --- gunnery, VI-b


@dataclass(frozen=True)
class Fire:
    """One attack with guns."""

    shots: int
    size: int
    range: int
    new_target: bool = False
    target_evades: bool = False
    firer_evades: bool = False


def modifier_of(fire: Fire) -> int:
    """Give all that makes an attack harder or easier."""
    return (
        (1 if fire.range >= fire.size else 0)
        + (2 if fire.new_target else 0)
        - (1 if fire.range <= fire.size // 2 else 0)
        - (1 if fire.range < 4 else 0)
        - (1 if fire.range == 1 else 0)
        + (2 if fire.target_evades else 0)
        + (1 if fire.firer_evades else 0)
    )


def hits(fire: Fire, tries: int | None = None) -> icepool.Die[int]:
    """Give the number of hits: a roll of the shots or less, and after each 1 another try (rulings E4 and E5)."""
    left = max(1, fire.shots // 2) if tries is None else tries

    def one(face: int) -> Any:
        if face == 1:
            return 1 + hits(fire, left - 1)
        return 1 if face + modifier_of(fire) <= fire.shots else 0

    return icepool.Die({0: 1}) if left == 0 else mapped(D20, one)


def by_hits(fire: Fire, target: Ship) -> list[icepool.Die[Ship]]:
    """Give what no hit, one hit, two hits and so on leave of a target, to the most that there may be."""
    plunging = 2 if fire.size >= 7 and fire.range > fire.size // 2 else 0
    margin = (D6 + fire.size + plunging) - (D6 + target.armor)
    burns = target.fires < 3  # as it was before the phase (ruling E6)

    @cache
    def struck(ship: Ship) -> icepool.Die[Ship]:
        def shell(by: int) -> Any:
            if by == 0:
                return on_fire(ship, 1) if burns else ship
            return critical(ship, by, torpedo=False)

        return mapped(margin, shell)

    left: list[icepool.Die[Ship]] = [icepool.Die({target: 1})]
    for _ in range(hits(fire).max_outcome()):
        left.append(mapped(left[-1], struck))
    return left


def gunnery(fire: Fire, target: Ship) -> icepool.Die[Ship]:
    """Give what an attack with guns leaves of its target."""
    left = by_hits(fire, target)
    return mapped(hits(fire), lambda number: left[number])


# --- air strikes, VI-a


def bombs(number: int, year: int, target: Ship, evading: bool = False) -> icepool.Die[Ship]:
    """Give what dive bombers leave of their target; a roll that is one too high lets water in."""
    fire = Fire(number, 8 if year < 1941 else 11, range=1, target_evades=evading)
    left = by_hits(fire, target)

    def drop(face: int) -> Any:
        if face == 1:
            return mapped(1 + hits(fire, max(1, number // 2) - 1), lambda many: left[many])
        too_high = face + modifier_of(fire) - number
        return left[1] if too_high <= 0 else flooded(target) if too_high == 1 else target

    return mapped(D20, drop)


Groups = tuple[int, ...]
"""The aircraft left in each attack group."""


def fighters(number: int, groups: Groups) -> icepool.Die[Groups]:
    """Give what fighters leave of attack groups: fours lose one to three each, or none to two where outnumbered."""
    few = sum(groups) >= 2 * number

    def fight(losses: Callable[[int], int], before: Groups) -> icepool.Die[Groups]:
        def lose(found: int, face: int) -> Groups:
            return tuple(max(0, n - losses(face)) if place == found else n for place, n in enumerate(before))

        return icepool.map(lose, icepool.d(len(groups)) - 1, D6)

    left: icepool.Die[Groups] = icepool.Die([groups])
    for _ in range(number // 4):
        left = mapped(left, partial(fight, lambda face: (face + 1) // 2 - few))
    return mapped(left, partial(fight, lambda face: 1 - face % 2)) if number % 4 else left


def anti_aircraft(dice: int, lowest: int, aircraft: int) -> icepool.Die[tuple[int]]:
    """Give how many aircraft of a group are left by anti-aircraft fire."""
    burst = mapped(D6, lambda face: int(face >= lowest))
    return mapped(dice @ burst, lambda shot_down: (max(0, aircraft - shot_down),))


# --- torpedoes, VI-c


@cache
def torpedoed(ship: Ship) -> icepool.Die[Ship]:
    """Give what one torpedo hit leaves of a ship: a level of water, and what the table says for two dice less two."""
    wet = flooded(ship)
    return mapped(D6 + D6 - 2, lambda result: critical(wet, result, torpedo=True))


def torpedoes(spread: int, target: Ship, evading: bool = False, close_under_water: bool = False) -> icepool.Die[Ship]:
    """Give what a spread of torpedoes leaves of its target; an evading one is hit once at most (V-d, ruling E1)."""
    highest = 1 + evading + close_under_water
    hit = mapped(D6, lambda face: int(face <= highest))
    number = mapped(spread @ hit, lambda many: min(many, 1) if evading else many)
    left: list[icepool.Die[Ship]] = [icepool.Die({target: 1})]
    for _ in range(number.max_outcome()):
        left.append(mapped(left[-1], torpedoed))
    return mapped(number, lambda many: left[many])


# --- submarines, V-f and VI-d


def depth_charges(dice: int) -> icepool.Die[tuple[bool, bool]]:
    """Tell whether a submarine is sunk or damaged by depth charges at its depth: all ones, or all ones and twos."""
    low, all_ways = 2**dice, 6**dice
    return icepool.Die({(True, False): 1, (False, True): low - 1, (False, False): all_ways - low})


def echo(depth: int) -> icepool.Die[tuple[bool]]:
    """Tell whether sonar finds a submarine that lies in a hex that it searches, so many steps below periscope depth."""
    return mapped(D6, lambda face: (face - depth >= 1,))


# --- collisions, V-b


def collision(one: Ship, other: Ship) -> icepool.Die[tuple[Ship, Ship]]:
    """Give what a collision leaves of two ships: speed and water by a die each, four in all (ruling E19)."""

    def crash(ship: Ship, into: Ship) -> icepool.Die[Ship]:
        hardly = ship.defense - into.defense > 20

        def slow(face: int) -> Any:
            loss = (1 if face % 2 else 2) - (1 if hardly else 0)
            slower = slowed(ship, loss, 0)
            return mapped(D6, lambda leak: flooded(slower) if leak % 2 else flooded(flooded(slower)))

        return mapped(D6, slow)

    both: icepool.Die[tuple[Ship, Ship]] = icepool.map(lambda a, b: (a, b), crash(one, other), crash(other, one))
    return both


# --- the damage phase, VIII

Work = tuple[str, int]
"""What is repaired, and how many dice are rolled for it, the highest of which counts."""


def damage_phase(ship: Ship, pairs: int, order: tuple[str, ...]) -> icepool.Die[Ship]:
    """Give what the damage phase leaves of a ship.

    Its crew rolls `pairs` pairs first and the other dice singly, each time for the first area in `order` that is still
    hurt. Fires and water that nobody worked on are rolled for all the same, and can only get worse (VIII-c).
    """
    dice = -(-ship.defense // 10)
    attempts = [2] * pairs + [1] * (dice - 2 * pairs)

    def repair(now: Ship, left: tuple[int, ...], tended: tuple[str, ...]) -> Any:
        area = next((area for area in order if is_hurt(now, area)), None)
        if not left or area is None or ship.no_repairs:
            return neglected(now, tended)
        return mapped(
            effort(now, area, left[0]), lambda face: repair(worked(now, area, face), left[1:], (*tended, area))
        )

    def neglected(now: Ship, tended: tuple[str, ...]) -> Any:
        die: icepool.Die[Ship] = icepool.Die({now: 1})
        for area in ("fires", "flooding"):
            if area not in tended:
                die = mapped(die, partial(spreading, area))
        return die

    def spreading(area: str, now: Ship) -> Any:
        if not is_hurt(now, area):
            return now
        return mapped(effort(now, area, 1), lambda face: worked(now, area, face) if face == 1 else now)

    return mapped(repair(ship, tuple(attempts), ()), lambda end: replace(end, sunk=end.sunk or is_lost(end)))


def is_hurt(ship: Ship, area: str) -> bool:
    """Tell whether there is something to repair."""
    return {"fires": ship.fires > 0, "flooding": ship.flooding > 0, "speed": ship.moves < ship.full_moves}[area]


def is_lost(ship: Ship) -> bool:
    """Tell whether fire or water sinks a ship at the end of the damage phase."""
    return would_sink_by_fire(ship.defense, ship.fires) or would_sink_by_water(ship.defense, ship.flooding)


def effort(ship: Ship, area: str, dice: int) -> icepool.Die[int]:
    """Give the roll for repairs; aircraft hinder those who fight fires (VIII-a, ruling E8)."""
    die = icepool.highest([D6] * dice)
    return mapped(die, lambda face: max(1, face - 1)) if area == "fires" and ship.aircraft else die


def worked(ship: Ship, area: str, face: int) -> Ship:
    """Look a roll up in the Damage-Control Table."""
    if area == "fires":
        if face == 1:
            return on_fire(ship, 1)
        return replace(ship, fires=ship.fires - 1) if face >= 4 and ship.fires else ship
    if area == "flooding":
        if face == 1:
            return flooded(ship)
        return replace(ship, flooding=ship.flooding - 1) if face >= 5 and ship.flooding else ship
    lost = ship.full_moves - ship.moves
    mended = (face == 5 and lost >= 4) or (face >= 6 and lost >= 3)
    return replace(ship, moves=ship.moves + 1) if mended else ship


# --- initiative, IV


def initiative() -> icepool.Die[tuple[int, int]]:
    """Give both sides' rolls; ties are rolled again (ruling E18)."""
    both: icepool.Die[tuple[int, int]] = icepool.map(lambda a, b: icepool.Reroll if a == b else (a, b), D6, D6)
    return both
