"""EasyShips' combat, damage and victory written by hand, as a programmer would who knows only this game.

It rolls the dice that the generated program rolls, asks deciders the same questions and writes the same journal; both
come to the same end and the same lines. Movement and smoke are left out: ships lie where they are put.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any, Protocol

from quarterdeck.base.geometry import hexes

MOST_FIRES = MOST_WATER = 6
RELOADING = {"light_cruiser": 0, "protected_cruiser": 0, "destroyer": 0, "escort": 0, "submarine": 3}
FIRES_AREA, FLOODING_AREA, SPEED_AREA = range(3)
AREAS = ("fires", "flooding", "speed")


class Dice(Protocol):
    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int: ...


class Decider(Protocol):
    def decide(self, question: str, asker: Ship | None, options: Sequence[Any]) -> Any: ...


class First:
    """Takes the first answer, and gives no ship up."""

    def decide(self, question: str, asker: Ship | None, options: Sequence[Any]) -> Any:
        return options[-1 if question.endswith("given_up") else 0]


class Journal:
    """Dice and decisions as they come, a line each; all are safe once it is closed."""

    def __init__(self, path: Path, header: str) -> None:
        self.file = path.open("w", encoding="utf-8")
        self.write = self.file.write
        self.write(header + "\n")
        self.sync()
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def sync(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.sync()
        self.file.close()


@dataclass(slots=True, eq=False)
class Battery:
    number: int
    rank: int
    size: int
    guns: int
    last_target: Ship | None = None


@dataclass(slots=True, eq=False)
class Ship:
    number: int
    name: str
    side: int
    type: str
    defense: int
    armor: int
    moves: int
    full_moves: int
    torpedoes: int
    aircraft: bool
    bow: int
    heading: int
    length: int
    points: int
    batteries: list[Battery] = field(default_factory=list)
    fires: int = 0
    flooding: int = 0
    worst_flooding: int = 0
    no_repairs: bool = False
    evading: bool = False
    under_water: bool = False
    sunk: bool = False
    last_launch: int = 0

    @property
    def footprint(self) -> tuple[int, ...]:
        return hexes.row(self.bow, hexes.opposite(self.heading), self.length)

    def catch_fire(self, fires: int) -> None:
        self.fires = min(MOST_FIRES, self.fires + fires)

    def flood(self) -> None:
        self.flooding = min(MOST_WATER, self.flooding + 1)
        if self.flooding <= self.worst_flooding:
            return
        self.worst_flooding = self.flooding
        if self.flooding <= 2:
            small = self.defense < 8
            self.moves = max(0, self.moves - (self.flooding if small else self.flooding - 1))
        elif not self.sinks_by_water(self.flooding):
            self.moves = min(self.moves, 0 if self.flooding == 5 else 1)

    def sinks_by_water(self, level: int) -> bool:
        return self.defense < {3: 8, 4: 16, 5: 32, 6: 1000}.get(level, 0)

    def sinks_by_fire(self, fires: int) -> bool:
        return self.defense < {4: 12, 5: 24, 6: 1000}.get(fires, 0)

    def lose_guns(self, largest: bool) -> None:
        for _ in range(2):
            armed = [battery for battery in self.batteries if battery.guns]
            if armed:
                hit = (max if largest else min)(armed, key=lambda battery: battery.size)
                hit.guns -= 1

    def can_fire(self, battery: Battery) -> bool:
        return battery.guns > 0 and (self.fires < 2 or battery.rank < 5 - self.fires)

    def hurt(self) -> list[int]:
        found = []
        if self.fires:
            found.append(FIRES_AREA)
        if self.flooding:
            found.append(FLOODING_AREA)
        if self.moves < self.full_moves:
            found.append(SPEED_AREA)
        return found


Damage = Callable[[], None]


class Sites:
    """The numbers under which the generated program rolls, by address."""

    def __init__(self, addresses: list[str]) -> None:
        by_name = {address: number for number, address in enumerate(addresses)}
        self.addresses = addresses
        self.to_hit = by_name["gunnery.attack.to_hit"]
        self.shell = by_name["gunnery.pierce.shell"]
        self.plate = by_name["gunnery.pierce.plate"]
        self.flames = by_name["damage.burst_into_flames.flames"]
        self.strike = by_name["torpedoes.attack.strike"]
        self.blast = by_name["torpedoes.explode.blast"]
        self.effort = by_name["damage_control.work.effort"]
        self.initiative = by_name["turn.initiative.initiative"]


class Battle:
    """Two fleets that lie still and fight."""

    def __init__(
        self,
        ships: list[Ship],
        sides: list[str],
        dice: Dice,
        sites: Sites,
        last_turn: int = 0,
        journal: Journal | None = None,
        decider: Decider | None = None,
    ) -> None:
        self.ships = ships
        self.sides = sides
        self.dice = dice
        self.sites = sites
        self.journal = journal
        self.decider = decider or First()
        self.turn = 1
        self.last_turn = last_turn
        self.order = [0, 1]
        self.damage: list[Damage] = []

    # --- chance and choice

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        face = self.dice.throw(site, sides, subject)
        if self.journal:
            address = self.sites.addresses[site]
            self.journal.write(f'{{"die": {face}, "of": {sides}, "at": "{address}", "for": {list(subject)}}}\n')
        return face

    def decide(self, question: str, side: int, asker: Ship | None, options: Sequence[Any]) -> Any:
        """Ask, unless there is only one answer; write the answer down."""
        answer = options[0] if len(options) == 1 else self.decider.decide(question, asker, options)
        if self.journal:
            shown = answer if isinstance(answer, int) else f'"{answer.name if isinstance(answer, Ship) else answer}"'
            self.journal.write(f'{{"choice": {shown}, "by": "{self.sides[side]}", "at": "{question}"}}\n')
        return answer

    # --- gunnery

    def attack(self, firer: Ship, battery: Battery, target: Ship, reach: int, shots: int) -> None:
        size = battery.size
        modifier = 0
        if reach >= size:
            modifier += 1
        if battery.last_target is not target:
            modifier += 2
        if reach <= size // 2:
            modifier -= 1
        if reach < 4:
            modifier -= 1
        if reach == 1:
            modifier -= 1
        if target.evading:
            modifier += 2
        if firer.evading:
            modifier += 1
        hits, most = 0, max(1, shots // 2)
        subject = (firer.number, battery.number, target.number, reach, shots)
        while True:
            face = self.throw(self.sites.to_hit, 20, subject)
            if face == 1:
                hits += 1
                if hits < most:
                    continue
            elif face + modifier <= shots:
                hits += 1
            break
        for _ in range(hits):
            self.pierce(size, target, reach)

    def pierce(self, size: int, target: Ship, reach: int) -> None:
        subject = (size, target.number, reach)
        shell = self.throw(self.sites.shell, 6, subject) + size
        if size >= 7 and reach > size // 2:
            shell += 2
        plate = self.throw(self.sites.plate, 6, subject) + target.armor
        if shell > plate:
            self.damage.append(lambda: self.critical(target, shell - plate, torpedo=False))
        elif shell == plate and target.fires < 3:
            self.damage.append(lambda: target.catch_fire(1))

    def critical(self, ship: Ship, result: int, torpedo: bool) -> None:
        match min(result, 10):
            case 1:
                ship.catch_fire(1)
            case 2:
                ship.flood()
            case 3:
                ship.lose_guns(largest=False)
                if not torpedo:
                    ship.catch_fire(1)
            case 4:
                ship.flood()
                ship.catch_fire(1)
            case 5:
                ship.lose_guns(largest=True)
            case 6:
                ship.flood()
                ship.moves = max(min(1, ship.moves), ship.moves - 1)
            case 7:
                ship.no_repairs = True
            case 8:
                ship.catch_fire(1 if self.throw(self.sites.flames, 6, (ship.number,)) % 2 else 2)
            case 9:
                ship.moves = max(0, ship.moves - 2)
                ship.flood()
            case 10:
                ship.sunk = True

    def apply_damage(self) -> None:
        for apply in self.damage:
            apply()
        self.damage.clear()

    def is_clear(self, ship: Ship, target: Ship) -> bool:
        taken = {
            place
            for other in self.ships
            if not other.sunk and other is not ship and other is not target
            for place in other.footprint
        }
        return not hexes.blocked(ship.bow, target.bow, taken, (50, 100))

    def fire_guns(self, ship: Ship) -> None:
        for battery in ship.batteries:
            targets = []
            if ship.can_fire(battery):
                targets = [
                    target
                    for target in self.ships
                    if target.side != ship.side
                    and not target.sunk
                    and not target.under_water
                    and hexes.distance(ship.bow, target.bow) <= battery.size + 1
                    and self.is_clear(ship, target)
                ]
            target = self.decide("gunnery.fire_guns.target", ship.side, ship, [*targets, "none"])
            if target == "none":
                battery.last_target = None
                continue
            broadside = hexes.in_arc(ship.bow, ship.heading, target.bow, 60, 120, both_sides=True)
            guns = battery.guns if broadside else ceil(battery.guns / 2)
            shots = guns * (3 if battery.size <= 3 else 2 if battery.size <= 6 else 1)
            groups = ceil(shots / 19)
            reach = hexes.distance(ship.bow, target.bow)
            for group in range(1, groups + 1):
                self.attack(ship, battery, target, reach, (shots + groups - group) // groups)
            battery.last_target = target

    # --- torpedoes

    def launch(self, ship: Ship) -> None:
        reload = RELOADING.get(ship.type, 4)
        ready = ship.last_launch == 0 or (reload and self.turn >= ship.last_launch + reload)
        if not ship.torpedoes or not ready:
            return
        targets = [
            target
            for target in self.ships
            if target.side != ship.side
            and not target.sunk
            and not target.under_water
            and hexes.distance(ship.bow, target.bow) <= 6
            and self.is_clear(ship, target)
        ]
        most = 2 if ship.torpedoes >= 8 or (ship.type == "submarine" and ship.torpedoes > 1) else 1
        chosen: list[Ship] = []
        while targets and len(chosen) < most:
            prey = self.decide("torpedoes.launch_torpedoes.prey", ship.side, ship, [*targets, "stop"])
            if prey == "stop":
                break
            chosen.append(prey)
            targets.remove(prey)
        if not chosen:
            return
        ship.last_launch = self.turn
        for place, target in enumerate(chosen, 1):
            spread = max(1, (ship.torpedoes + len(chosen) - place) // len(chosen))
            subject = (ship.number, target.number, spread)
            for _ in range(spread):
                if self.throw(self.sites.strike, 6, subject) - (1 if target.evading else 0) <= 1:
                    self.explode(target)
                    if target.evading:
                        break

    def explode(self, target: Ship) -> None:
        subject = (target.number,)
        blast = sum(self.throw(self.sites.blast, 6, subject) for _ in range(2)) - 2
        self.damage.append(target.flood)
        self.damage.append(lambda: self.critical(target, blast, torpedo=True))

    # --- damage control

    def abandon_ships(self, side: int) -> None:
        options = self.fleet(side)
        given_up: list[Ship] = []
        while options:
            ship = self.decide("damage.abandon_ships.given_up", side, None, [*options, "stop"])
            if ship == "stop":
                break
            options.remove(ship)
            given_up.append(ship)
        for ship in given_up:
            ship.sunk = True

    def control_damage(self, ship: Ship) -> None:
        tended = set()
        if not ship.no_repairs and ship.hurt():
            dice = ceil(ship.defense / 10)
            pairs = self.decide("damage_control.repair.pairs", ship.side, ship, range(dice // 2 + 1))
            for attempt in range(1, dice - pairs + 1):
                hurt = [AREAS[area] for area in ship.hurt()]
                if not hurt:
                    continue
                chosen = self.decide("damage_control.repair.area", ship.side, ship, [*hurt, "none"])
                if chosen != "none":
                    area = AREAS.index(chosen)
                    tended.add(area)
                    self.work(ship, area, 2 if attempt <= pairs else 1, True)
        for area in (FIRES_AREA, FLOODING_AREA):
            if area not in tended and area in ship.hurt():
                self.work(ship, area, 1, False)

    def work(self, ship: Ship, area: int, dice: int, tended: bool) -> None:
        subject = (ship.number, area, dice, int(tended))
        effort = max(self.throw(self.sites.effort, 6, subject) for _ in range(dice))
        if area == FIRES_AREA:
            if ship.aircraft:
                effort = max(1, effort - 1)
            if effort == 1:
                ship.catch_fire(1)
            elif effort >= 4 and tended:
                ship.fires -= 1
        elif area == FLOODING_AREA:
            if effort == 1:
                ship.flood()
            elif effort >= 5 and tended:
                ship.flooding -= 1
        elif effort >= 5 and ship.full_moves - ship.moves >= 9 - effort:
            ship.moves += 1

    # --- the turn

    def fleet(self, side: int) -> list[Ship]:
        return [ship for ship in self.ships if ship.side == side and not ship.sunk]

    def play_turn(self) -> bool:
        """Play a turn, and tell whether the battle is over."""
        rolls = [0, 0]
        while rolls[0] == rolls[1]:
            rolls = [self.throw(self.sites.initiative, 6, (side,)) for side in (0, 1)]
        self.order = [0, 1] if rolls[0] > rolls[1] else [1, 0]
        for side in self.order:
            for ship in self.fleet(side):
                if not ship.under_water:
                    self.fire_guns(ship)
        for side in self.order:
            for ship in self.fleet(side):
                self.launch(ship)
        self.apply_damage()
        for side in self.order:
            self.abandon_ships(side)
        for side in self.order:
            for ship in self.fleet(side):
                self.control_damage(ship)
        for ship in self.ships:
            if not ship.sunk and (ship.sinks_by_fire(ship.fires) or ship.sinks_by_water(ship.flooding)):
                ship.sunk = True
        for ship in self.ships:
            ship.no_repairs = False
        if (self.last_turn and self.turn >= self.last_turn) or not self.fleet(0) or not self.fleet(1):
            return True
        self.turn += 1
        return False
