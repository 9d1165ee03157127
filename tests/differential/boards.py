"""Hexes and squares, as the handbook says under "Hexes" and "Squares", without a formula for a distance.

A space is a pair of steps to the east and to the south, on hexes of half a width and half a height of one: so a step
goes the same way from everywhere. Distances are looked for step by step, and directions and arcs are angles. A space is
what lies no nearer to the centre of another, and a line is clipped to that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush

Vector = tuple[int, int]
STEPS: dict[str, tuple[Vector, ...]] = {
    "hex": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "square": ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
}


@dataclass(frozen=True)
class Spot:
    """A place: its column from the west and its row from the north, from 0 on."""

    column: int
    row: int

    @property
    def name(self) -> str:
        return f"[{self.column}, {self.row}]"


@dataclass(frozen=True)
class Arc:
    """An arc by its edges in degrees, clockwise from a facing."""

    name: str
    first: int
    last: int
    both_sides: bool = False


@dataclass(frozen=True)
class Board:
    """A board of hexes or squares; `diagonals` is `one`, `two` or `alternate`, of squares only.

    One without an edge goes on, and its size says only where things may be at first.
    """

    shape: str
    directions: str  # an enum
    columns: int
    rows: int
    arcs: tuple[Arc, ...]
    diagonals: str = "one"
    edge: bool = True

    @property
    def steps(self) -> tuple[Vector, ...]:
        return STEPS[self.shape]

    def vector(self, spot: Spot) -> Vector:
        """Count steps to the east and south; of hexes, those in even columns lie half a hex lower."""
        if self.shape == "square":
            return spot.column, spot.row
        return spot.column, 2 * spot.row + (spot.column % 2 == 0)

    def spot(self, vector: Vector) -> Spot:
        """Give the space that so many steps lead to."""
        return Spot(vector[0], vector[1] if self.shape == "square" else vector[1] // 2)

    def way(self, start: Spot, goal: Spot) -> Vector:
        (column, row), (to_column, to_row) = self.vector(start), self.vector(goal)
        return to_column - column, to_row - row

    def product(self, one: Vector, other: Vector) -> int:
        """Multiply two ways as vectors; a half of a hex is the root of 3 times as wide as it is high."""
        return one[0] * other[0] * (3 if self.shape == "hex" else 1) + one[1] * other[1]

    def angle(self, way: Vector) -> float:
        """Give the degrees of a way, clockwise from north, so rounded that equal angles are equal."""
        east = way[0] * (math.sqrt(3) if self.shape == "hex" else 1)
        return round(math.degrees(math.atan2(east, -way[1])), 6) % 360

    # What may be asked
    def next(self, spot: Spot, direction: int) -> Spot:
        column, row = self.vector(spot)
        return self.spot((column + self.steps[direction][0], row + self.steps[direction][1]))

    def row(self, spot: Spot, direction: int, length: int) -> tuple[Spot, ...]:
        found: list[Spot] = []
        while len(found) < length:
            found.append(spot)
            spot = self.next(spot, direction)
        return tuple(found)

    def distance(self, start: Spot, goal: Spot) -> int:
        way, reach = self.way(start, goal), 16
        while way not in flooded(self.shape, self.diagonals, reach):
            reach *= 2
        return flooded(self.shape, self.diagonals, reach)[way]

    def neighbours(self, spot: Spot) -> tuple[Spot, ...]:
        around = (self.next(spot, direction) for direction in range(len(self.steps)))
        return tuple(one for one in around if self.distance(spot, one) == 1)

    def turned(self, direction: int, parts: int) -> int:
        return (direction + parts) % len(self.steps)

    def opposite(self, direction: int) -> int:
        return self.turned(direction, len(self.steps) // 2)

    def parts_between(self, one: int, other: int) -> int:
        return next(n for n in range(9) if other in (self.turned(one, n), self.turned(one, -n)))

    def direction_to(self, start: Spot, goal: Spot) -> int:
        """Give the direction whose angle is nearest; of two, that from which it is clockwise; to itself the first."""
        if start == goal:
            return 0
        angle = self.angle(self.way(start, goal))
        clockwise = [round((angle - self.angle(step)) % 360, 6) for step in self.steps]
        return min(range(len(self.steps)), key=lambda one: (min(clockwise[one], 360 - clockwise[one]), clockwise[one]))

    def in_arc(self, start: Spot, direction: int, goal: Spot, name: str) -> bool:
        """Whether a space is within the edges of an arc or on one of them; no space is in an arc of its own."""
        arc = next(one for one in self.arcs if one.name == name)
        way = self.way(start, goal)
        off = round(self.angle(way) - self.angle(self.steps[direction]), 6)
        sides = (off, -off) if arc.both_sides else (off,)
        return way != (0, 0) and any((one - arc.first) % 360 <= (arc.last - arc.first) % 360 for one in sides)

    def blocked(self, start: Spot, goal: Spot, spots: tuple[Spot, ...], percent: int) -> bool:
        """Whether a space between the two has so much of the line between their centres, and any of it.

        Along the side of a hex the line is blocked only together with the hex on its other side.
        """
        line, between = self.way(start, goal), set(spots) - {start, goal}
        return any(
            self.covers(line, self.way(start, one), percent) and between.issuperset(self.beyond(line, start, one))
            for one in between
        )

    def beyond(self, line: Vector, start: Spot, spot: Spot) -> tuple[Spot, ...]:
        """Give the space on the other side of a line, where that lies along a side of a space."""
        middle = self.way(start, spot)
        return tuple(
            self.next(spot, direction)
            for direction, step in enumerate(self.steps)
            if self.product(line, step) == 0 and self.product(middle, step) * 2 == -self.product(step, step)
        )

    def covers(self, line: Vector, middle: Vector, percent: int) -> bool:
        """Clip a line from the origin to the space around a centre, side by side."""
        enters, leaves = Fraction(0), Fraction(1)
        for step in self.steps if self.shape == "hex" else self.steps[::2]:
            room = Fraction(self.product(step, step), 2) + self.product(middle, step)
            speed = self.product(line, step)
            if speed > 0:
                leaves = min(leaves, room / speed)
            elif speed < 0:
                enters = max(enters, room / speed)
            elif room < 0:
                return False
        length, width = (leaves - enters) ** 2 * self.product(line, line), self.product(self.steps[0], self.steps[0])
        return leaves > enters and length >= Fraction(percent, 100) ** 2 * width

    def on_board(self, spot: Spot) -> bool:
        return not self.edge or spot in self.spaces()

    def spaces(self) -> tuple[Spot, ...]:
        """Give all spaces, column by column; none of a board without an edge."""
        if not self.edge:
            return ()
        return tuple(Spot(column, row) for column in range(self.columns) for row in range(self.rows))


@cache
def flooded(shape: str, diagonals: str, reach: int) -> dict[Vector, int]:
    """Say how many steps each way takes, the cheapest way first; every second diagonal may count as two."""
    found: dict[Vector, int] = {}
    seen: set[tuple[Vector, bool]] = set()
    coming = [(0, (0, 0), False)]
    while coming:
        cost, at, is_second = heappop(coming)
        if cost > reach or (at, is_second) in seen:
            continue
        seen.add((at, is_second))
        found.setdefault(at, cost)
        for east, south in STEPS[shape]:
            diagonal = shape == "square" and east != 0 != south
            dear = diagonal and (diagonals == "two" or (diagonals == "alternate" and is_second))
            heappush(coming, (cost + 1 + dear, (at[0] + east, at[1] + south), is_second != diagonal))
    return found
