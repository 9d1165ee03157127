"""Names beside what they belong to, where they hide least; a thin line leads to one that must stand farther away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quarterdeck.print.drawing.measures import Box, length, wide
from quarterdeck.print.drawing.shapes import Point, Shape, Style, Words, line

_STEPS = 16  # in so many a line to a name is followed
_FARTHEST = 9  # lines up or down
_MISTAKEN = 2  # times the square of a letter: what it costs that a name without a line is close to another thing


@dataclass(frozen=True)
class Named:
    """Something with a name, and the boxes that it covers, of which the first counts as its middle."""

    name: str
    boxes: tuple[Box, ...]

    @classmethod
    def at(cls, name: str, reach: int, *spots: Point) -> Named:
        """Give something that reaches so far around each of some spots."""
        return cls(name, tuple((x - reach, y - reach, x + reach, y + reach) for x, y in spots))


def labels(things: Sequence[Named], size: int, within: Box, taken: Iterable[Box] = ()) -> list[Shape]:
    """Give the names of things as words, none over another as long as there is room in a box."""
    hidden = [*taken, *(box for thing in things for box in thing.boxes)]
    written: list[Box] = []
    lines: list[tuple[Point, Point]] = []
    names: list[Shape] = []
    for thing in things:
        others = [box for other in things if other is not thing for box in other.boxes]
        near = [_wider(box, size * 3 // 4) for box in others]
        long = wide(thing.name, size)
        beside = 4 * len(thing.boxes)
        in_the_way = [*others, *(_wider(one, size // 4) for one in written)]
        best: tuple[int, int, Box] | None = None
        for number, (left, low) in enumerate(_spots(thing, long, size)):
            box = _box(left, low, long, size)
            cost = 0
            for more in _costs(box, thing, size, number >= beside, within, hidden, near, lines, in_the_way):
                cost += more
                if best is not None and cost >= best[0]:
                    break  # it can only become worse
            else:
                best = cost, number, box
        assert best is not None
        _, number, box = best
        hidden.append(box)
        written.append(box)
        if number >= beside:
            lines.append(_ends_of_leader(thing.boxes[0], box))
        names.append(Words((box[0], box[3] - size // 4), thing.name, size, "start", halo=True))
    return [*(line(start, end, Style("muted", width=15)) for start, end in lines), *names]


def _costs(
    box: Box,
    thing: Named,
    size: int,
    needs_line: bool,
    within: Box,
    hidden: Sequence[Box],
    near: Sequence[Box],
    lines: Sequence[tuple[Point, Point]],
    in_the_way: Sequence[Box],
) -> Iterable[int]:
    """Give what speaks against a place for a name, what is quickly found out first; none is below nothing."""
    yield 50 * _outside(box, within)
    line_to = _ends_of_leader(thing.boxes[0], box)
    if needs_line:
        yield size * (length(*line_to) // 8)
    yield sum(_common(box, other) for other in hidden)
    yield sum(_common(box, other) for other in near) // 4
    if not needs_line:
        yield _MISTAKEN * size * size * sum(_common(box, other) > 0 for other in near)
    if lines:
        wider = _wider(box, size // 4)
        yield size * size * sum(_passes(one, wider) for one in lines)
    if needs_line:
        yield size * size * sum(_passes(line_to, other) for other in in_the_way)


def _spots(thing: Named, long: int, size: int) -> Iterable[Point]:
    """Give where a name can begin: at the right, the left, above and below, then farther away at either side."""
    gap = size // 4
    for left, top, right, bottom in thing.boxes:
        yield right + gap, (top + bottom) // 2 + size // 3
        yield left - gap - long, (top + bottom) // 2 + size // 3
    for left, top, right, bottom in thing.boxes:
        yield (left + right - long) // 2, top - gap
        yield (left + right - long) // 2, bottom + gap + size * 7 // 10
    left, top, right, bottom = thing.boxes[0]
    middle = (top + bottom) // 2 + size // 3
    for step in range(1, _FARTHEST):
        for start in (right + gap + size, left - gap - size - long):
            yield start, middle - step * size * 11 // 10
            yield start, middle + step * size * 11 // 10
    for step in range(2, _FARTHEST):
        yield (left + right - long) // 2, top - gap - step * size
        yield (left + right - long) // 2, bottom + gap + step * size


def _box(left: int, low: int, long: int, size: int) -> Box:
    return left, low - size * 8 // 10, left + long, low + size // 4


def _common(one: Box, other: Box) -> int:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, across) * max(0, down)


def _outside(box: Box, within: Box) -> int:
    """Give how much of a box lies outside another."""
    return (box[2] - box[0]) * (box[3] - box[1]) - _common(box, within)


def _wider(box: Box, by: int) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _ends_of_leader(thing: Box, box: Box) -> tuple[Point, Point]:
    """Give the ends of a line from a thing to its name."""
    x, y = (thing[0] + thing[2]) // 2, (thing[1] + thing[3]) // 2
    return (x, y), (min(max(x, box[0]), box[2]), box[1] + (box[3] - box[1]) // 2)


def _passes(ends: tuple[Point, Point], box: Box) -> bool:
    """Tell whether a line from a thing to its name passes over a box."""
    (x, y), (far, low) = ends
    left, top, right, bottom = box
    if max(x, far) < left or min(x, far) > right or max(y, low) < top or min(y, low) > bottom:
        return False
    points = ((x + (far - x) * step // _STEPS, y + (low - y) * step // _STEPS) for step in range(1, _STEPS))
    return any(left <= across <= right and top <= down <= bottom for across, down in points)
