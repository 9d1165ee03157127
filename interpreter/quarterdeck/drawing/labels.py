"""Names beside what they belong to, where they hide least; a thin line leads to one that must stand farther away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quarterdeck.drawing.measures import Box, wide
from quarterdeck.drawing.shapes import Point, Shape, Style, Words, line

_FARTHEST = 9  # lines up or down


@dataclass(frozen=True)
class Named:
    """Something at a spot that reaches so far from there, with its name."""

    spot: Point
    name: str
    reach: int


def labels(things: Sequence[Named], size: int, within: Box, taken: Iterable[Box] = ()) -> list[Shape]:
    """Give the names of things as words, none over another as long as there is room in a box."""
    hidden = [*taken, *((x - t.reach, y - t.reach, x + t.reach, y + t.reach) for t in things for x, y in [t.spot])]
    leaders: list[Shape] = []
    names: list[Shape] = []
    for thing in things:
        long = wide(thing.name, size)
        tried = [_box(left, low, long, size) for left, low in _spots(thing, long, size)]
        costs = [
            (sum(_common(box, other) for other in hidden) + 50 * _outside(box, within), number)
            for number, box in enumerate(tried)
        ]
        number = min(costs)[1]
        box = tried[number]
        hidden.append(box)
        if number > 3:
            leaders.append(_leader(thing.spot, box))
        names.append(Words((box[0], box[3] - size // 4), thing.name, size, "start", halo=True))
    return [*leaders, *names]


def _spots(thing: Named, long: int, size: int) -> Iterable[Point]:
    """Give where a name can begin: at the right, the left, above and below, then farther away at either side."""
    (x, y), gap = thing.spot, thing.reach + size // 4
    yield x + gap, y + size // 3
    yield x - gap - long, y + size // 3
    yield x - long // 2, y - gap
    yield x - long // 2, y + gap + size * 8 // 10
    for step in range(1, _FARTHEST):
        for left in (x + gap + size, x - gap - size - long):
            yield left, y + size // 3 - step * size * 11 // 10
            yield left, y + size // 3 + step * size * 11 // 10
    for step in range(2, _FARTHEST):
        yield x - long // 2, y - gap - step * size
        yield x - long // 2, y + gap + step * size


def _box(left: int, low: int, long: int, size: int) -> Box:
    return left, low - size * 8 // 10, left + long, low + size // 4


def _common(one: Box, other: Box) -> int:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, across) * max(0, down)


def _outside(box: Box, within: Box) -> int:
    """Give how much of a box lies outside another."""
    return (box[2] - box[0]) * (box[3] - box[1]) - _common(box, within)


def _leader(spot: Point, box: Box) -> Shape:
    """Give a line from a thing to its name."""
    x, y = spot
    near = min(max(x, box[0]), box[2]), min(max(y, box[1] + (box[3] - box[1]) // 2), box[3])
    return line(spot, near, Style("muted", width=15))
