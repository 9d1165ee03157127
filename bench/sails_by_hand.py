"""A whole turn of Ships & Sails written by hand, as a programmer would who knows only this game.

It rolls the dice that the generated program rolls, asks the same questions of the same deciders and writes the same
journal; both come to the same end and the same lines. Hulls, sails and sailors are kept in hundredths. Options of the
rules, and the ways to win other than by the last ship afloat and by the least damage, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from by_hand import Dice, Journal

from quarterdeck.base.geometry import hexes

HEADINGS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
BRIG, LINE, MAN_OF_WAR = range(3)
PORT = 0
SHOTS = ("ball", "chain", "grape")
BALL, CHAIN, GRAPE = range(3)
NONE = -1

FULL_HULL = (2500, 6000, 14000)
FULL_SAILS = (3000, 6000, 8000)
FULL_SAILORS = (6000, 16000, 34000)
MOST_SAILS = (4, 10, 24)
SPEED_CHANGE = (1, 2, 1)
TURNS_ALLOWED = (1, 2, 1)
LOST_ON_THE_BOW = (1, 2, 2)
NEAREST_AIM = (1, 2, 2)
WHOLE_REACH = ((1, 1, 1), (2, 2, 2), (3, 3, 2))
INNER_REACH = ((1, 1, 1), (3, 2, 2), (4, 3, 3))
WIND_SHIFT = (-2, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 2)
WIND_FORCE = (-8, -2, -1, -1, 0, 0, 0, 0, 0, 1, 1, 2)

Ask = Callable[[int, Sequence[int]], int]
"""Gives the answer of a side to a question with these answers."""


@dataclass(slots=True, eq=False)
class Broadside:
    beam: int
    last_fired: int = 0
    shot: int = BALL
    ordered_shot: int = BALL
    aim: int = NONE


@dataclass(slots=True, eq=False)
class Ship:
    number: int
    side: int
    type: int
    guns: int
    hull: int
    sails: int
    sailors: int
    hex: int
    heading: int
    broadsides: list[Broadside]
    speed: int = 0
    rudder_lost: bool = False
    dismasted: bool = False
    sunk: bool = False
    fallen_off: bool = False
    came_from: int = 0
    wake: list[int] = field(default_factory=list)
    plot: list[int] = field(default_factory=list)

    @property
    def in_battle(self) -> bool:
        return not self.sunk and not self.fallen_off

    @property
    def speed_under_sail(self) -> int:
        rigging = min(100, -(-self.sails * 100 // FULL_SAILS[self.type]))
        hands = min(100, self.sailors // 600 * 100 // MOST_SAILS[self.type])
        share = min(rigging, hands)
        if share == 0:
            return 0
        if share <= 10 or (self.type == BRIG and share <= 50):
            return 1
        if share <= 25:
            return 2
        if share <= 50:
            return 3
        return (2, 5, 4)[self.type]

    @property
    def firing_value(self) -> int:
        """In hundredths, the nearest, halves up."""
        return min(self.guns * 50, (2 * self.sailors + 3) // 6)

    @property
    def percent_lost(self) -> int:
        """In hundredths; hull, sails and sailors count alike."""
        if not self.in_battle:
            return 30000
        pairs = ((self.hull, FULL_HULL), (self.sails, FULL_SAILS), (self.sailors, FULL_SAILORS))
        return sum(lost_in_percent(rest, full[self.type]) for rest, full in pairs)


def lost_in_percent(rest: int, full: int) -> int:
    lost = max(0, full - rest)
    return (lost * 10000 * 2 + full) // (2 * full)


class Battle:
    """Two fleets under sail."""

    def __init__(
        self,
        ships: list[Ship],
        sides: Sequence[str],
        wind: tuple[int, int],
        board: tuple[int, int],
        dice: Dice,
        addresses: Sequence[str],
        ask: Ask,
        journal: Journal | None,
        *,
        least_damage: bool,
        last_turn: int,
    ) -> None:
        self.ships = ships
        self.sides = sides
        self.toward, self.force = wind
        self.board = board
        self.dice = dice
        self.sites = {address: number for number, address in enumerate(addresses)}
        self.ask = ask
        self.journal = journal
        self.least_damage = least_damage
        self.last_turn = last_turn
        self.turn = 1
        self.winner = NONE
        self.over = False
        self.harm: list[Callable[[], None]] = []

    # --- chance and choice

    def throw(self, address: str, sides: int, subject: tuple[int, ...]) -> int:
        face = self.dice.throw(self.sites[address], sides, subject)
        if self.journal:
            self.journal.write(f'{{"die": {face}, "of": {sides}, "at": "{address}", "for": {list(subject)}}}\n')
        return face

    def decide(self, address: str, ship: Ship, options: Sequence[int], said: Callable[[int], str]) -> int:
        """Ask, unless there is only one answer; write the answer down."""
        answer = options[0] if len(options) == 1 else self.ask(ship.side, options)
        if self.journal:
            by = self.sides[ship.side]
            self.journal.write(f'{{"choice": {said(answer)}, "by": "{by}", "at": "{address}"}}\n')
        return answer

    # --- the turn

    def play_turn(self) -> bool:
        """Play a turn, and tell whether the battle is over."""
        self.blow()
        self.move()
        self.fire()
        self.sink_the_lost()
        if self.judge():
            return True
        self.write_orders()
        return False

    def fleet(self) -> Iterator[Ship]:
        return (ship for ship in self.ships if ship.in_battle)

    def blow(self) -> None:
        self.toward = (self.toward + WIND_SHIFT[self.throw("weather.blow.shift", 12, (0,)) - 1]) % 6
        self.force = max(0, min(8, self.force + WIND_FORCE[self.throw("weather.blow.force", 12, (0,)) - 1]))

    # --- movement

    def move(self) -> None:
        for ship in self.fleet():
            ship.speed = len(ship.plot)
            ship.wake = []
        for _ in range(5):
            for ship in self.fleet():
                ship.came_from = ship.hex
                leg = len(ship.wake)
                if leg < len(ship.plot):
                    self.sail(ship, ship.plot[leg])
            self.resolve_collisions()
            for ship in self.fleet():
                if ship.came_from != ship.hex:
                    ship.wake.append(ship.hex)
        for ship in self.fleet():
            if not ship.wake:
                ship.wake.append(ship.hex)

    def sail(self, ship: Ship, goal: int) -> None:
        ship.heading = hexes.STEPS.index(goal - ship.hex)
        ship.hex = goal
        ship.fallen_off = not hexes.on_board(goal, *self.board)

    def resolve_collisions(self) -> None:
        while True:
            crowds: dict[int, list[Ship]] = {}
            for ship in self.fleet():
                crowds.setdefault(ship.hex, []).append(ship)
            crowded = [crowd for crowd in crowds.values() if len(crowd) > 1]
            if not crowded:
                return
            for crowd in crowded:
                blows = [max(1, (2 * ship.hull + 3) // 6) for ship in crowd]
                for ship, own in zip(crowd, blows, strict=True):
                    ship.hull = max(0, ship.hull - (sum(blows) - own))
                    ship.hex = ship.came_from
                    ship.speed = 0
                    ship.plot = []
            self.sink_the_lost()

    # --- gunnery

    def fire(self) -> None:
        for ship in self.fleet():
            for broadside in ship.broadsides:
                if broadside.aim != NONE and broadside.aim in aims(
                    ship.type, broadside.ordered_shot, ship.hex, ship.heading, broadside.beam
                ):
                    self.fire_broadside(ship, broadside)
        for harm in self.harm:
            harm()
        self.harm.clear()

    def fire_broadside(self, ship: Ship, broadside: Broadside) -> None:
        broadside.last_fired = self.turn
        broadside.shot = broadside.ordered_shot
        for target in self.fleet():
            if target.side == ship.side:
                continue
            for spot in target.wake:
                if hexes.distance(ship.hex, spot) < NEAREST_AIM[ship.type]:
                    continue
                if spot == broadside.aim:
                    self.check_hex(ship, target, broadside.shot, 4)
                elif hexes.distance(spot, broadside.aim) == 1:
                    self.check_hex(ship, target, broadside.shot, 1)

    def check_hex(self, ship: Ship, target: Ship, shot: int, faces: int) -> None:
        subject = (ship.number, target.number, shot, faces)
        face = self.throw("gunnery.check_hex.hit", 10, subject)
        if face <= faces:
            damage = (faces * ship.firing_value * 2 + 10) // 20
            self.harm.append(lambda: hurt(target, shot, damage))
        if face == 1 and faces > 1:
            stroke = self.throw("gunnery.check_hex.stroke", 20, subject)
            if stroke <= 2:
                sails, sailors = target.sails, target.sailors
                self.harm.append(lambda: strike(target, shot, stroke, sails, sailors))

    def sink_the_lost(self) -> None:
        for ship in self.fleet():
            if ship.hull == 0:
                ship.sunk = True

    # --- the end

    def judge(self) -> bool:
        holding = [any(ship.side == side for ship in self.fleet()) for side in range(2)]
        if self.turn < self.last_turn and all(holding):
            return False
        suffered = [sum(ship.percent_lost for ship in self.ships if ship.side == side) for side in range(2)]
        for side in range(2):
            better = self.least_damage and suffered[side] < suffered[1 - side]
            if holding[side] and (not holding[1 - side] or better):
                self.winner = side
        self.over = True
        return True

    # --- orders

    def write_orders(self) -> None:
        for side in range(2):
            for ship in self.fleet():
                if ship.side == side:
                    self.write_orders_of(ship)

    def write_orders_of(self, ship: Ship) -> None:
        place, heading = ship.hex, ship.heading
        most, change = self.most_now(ship), SPEED_CHANGE[ship.type]
        paces = range(min(most, max(0, ship.speed - change)), min(most, ship.speed + change) + 1)
        pace = self.decide("orders.write_orders.pace", ship, paces, str)
        turns, straight = 0, True
        ship.plot = []
        for _ in range(pace):
            courses = [heading]
            if not ship.rudder_lost and turns < TURNS_ALLOWED[ship.type] and straight:
                courses = sorted((heading, (heading + 1) % 6, (heading - 1) % 6))
            course = self.decide("orders.write_orders.course", ship, courses, lambda one: f'"{HEADINGS[one]}"')
            straight = course == heading
            turns += not straight
            heading = course
            place += hexes.STEPS[course]
            ship.plot.append(place)
        for broadside in ship.broadsides:
            self.order_fire(ship, broadside, place, heading)

    def most_now(self, ship: Ship) -> int:
        if ship.dismasted:
            return max(0, ship.speed - 1)
        off_the_wind = hexes.faces_between(ship.heading, self.toward)
        if off_the_wind == 3:
            return 0
        if off_the_wind == 2:
            return max(0, ship.speed_under_sail - LOST_ON_THE_BOW[ship.type])
        return ship.speed_under_sail

    def order_fire(self, ship: Ship, broadside: Broadside, place: int, heading: int) -> None:
        broadside.aim = NONE
        loaded = [shot for shot in range(3) if self.is_loaded(broadside, shot)]
        shot = self.decide(
            "aiming.order_fire.shot",
            ship,
            [*loaded, NONE],
            lambda one: '"none"' if one == NONE else f'"{SHOTS[one]}"',
        )
        if shot == NONE:
            return
        goals = aims(ship.type, shot, place, heading, broadside.beam)
        goal = self.decide(
            "aiming.order_fire.target",
            ship,
            [*goals, NONE],
            lambda one: '"none"' if one == NONE else "[{}, {}]".format(*hexes.axial(one)),
        )
        if goal != NONE:
            broadside.aim = goal
            broadside.ordered_shot = shot

    def is_loaded(self, broadside: Broadside, shot: int) -> bool:
        waits = 2 if shot == broadside.shot else 3
        return broadside.last_fired == 0 or self.turn + 1 >= broadside.last_fired + waits


def aims(type_: int, shot: int, place: int, heading: int, beam: int) -> list[int]:
    """Give the hexes to one side at which a ship may aim."""
    fore, aft = ((heading - 1) % 6, (heading - 2) % 6) if beam == PORT else ((heading + 1) % 6, (heading + 2) % 6)
    inner, whole = INNER_REACH[type_][shot], WHOLE_REACH[type_][shot]
    found = []
    for along in range(inner + 1):
        for back in range(inner + 1):
            reach = along + back
            if reach < NEAREST_AIM[type_]:
                continue
            if reach <= whole or (reach <= inner and along and back):
                found.append(place + along * hexes.STEPS[fore] + back * hexes.STEPS[aft])
    return found


def hurt(ship: Ship, shot: int, damage: int) -> None:
    if shot == BALL:
        ship.hull = max(0, ship.hull - damage)
    elif shot == CHAIN:
        ship.sails = max(0, ship.sails - damage)
    else:
        ship.sailors = max(0, ship.sailors - damage)


def strike(ship: Ship, shot: int, stroke: int, sails: int, sailors: int) -> None:
    """Carry out a critical hit; shares are of what there was before the fire."""
    if shot == BALL:
        if stroke == 1:
            ship.sunk = True
        else:
            ship.rudder_lost = True
    elif shot == CHAIN:
        if stroke == 1:
            ship.sails, ship.dismasted = 0, True
        else:
            ship.sails = max(0, ship.sails - (sails * 33 + 50) // 100)
    else:
        share = 50 if stroke == 1 else 25
        ship.sailors = max(0, ship.sailors - (sailors * share + 50) // 100)
