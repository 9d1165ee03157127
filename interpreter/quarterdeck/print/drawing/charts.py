"""Numbers as curves: one line for each series, over an even scale, told apart by strokes and named at their ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from quarterdeck.print.drawing.measures import Box, wide
from quarterdeck.print.drawing.planes import round_length
from quarterdeck.print.drawing.shapes import MM, Circle, Path, Picture, Point, Shape, Style, Words, line, rectangle

_DASHES: tuple[tuple[int, ...], ...] = ((), (150, 80), (40, 70), (250, 70, 40, 70), (90, 50), (300, 120))
_SIZE = 260


@dataclass(frozen=True)
class Series:
    """A curve: its name, and its points from left to right; `stepped` holds each value until the next."""

    name: str
    points: tuple[tuple[Fraction, Fraction], ...]
    stepped: bool = False


@dataclass(frozen=True)
class Axes:
    """What runs along the bottom and up the left; `marks` name places along the bottom in the place of figures."""

    across: str
    up: str
    marks: tuple[tuple[Fraction, str], ...] = ()


def chart(series: Sequence[Series], axes: Axes, title: str, description: str, long: int = 90 * MM) -> Picture:
    """Draw curves over one pair of axes."""
    high = long * 55 // 100
    xs = [x for one in series for x, _ in one.points]
    ys = [y for one in series for _, y in one.points]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(Fraction(0), *ys), max(ys)
    step = _step(high_y - low_y)
    high_y = low_y + -(-(high_y - low_y) // step) * step if high_y > low_y else low_y + step
    figures = [low_y + step * number for number in range(int((high_y - low_y) / step) + 1)]
    left = 2 * _SIZE + max(wide(shown(figure), _SIZE) for figure in figures)
    names = max((wide(one.name, _SIZE) for one in series), default=0) + _SIZE if len(series) > 1 else _SIZE
    box = (left, 2 * _SIZE, left + long, 2 * _SIZE + high)

    def spot(x: Fraction, y: Fraction) -> Point:
        across = (x - low_x) / (high_x - low_x or 1)
        up = (y - low_y) / (high_y - low_y)
        return box[0] + round(across * long), box[3] - round(up * high)

    shapes: list[Shape] = [Words((0, _SIZE), axes.up, _SIZE, "start", "muted", italic=True)]
    for figure in figures:
        _, y = spot(low_x, figure)
        shapes.append(line((box[0], y), (box[2], y), Style("line", width=12)))
        shapes.append(Words((box[0] - _SIZE // 2, y + _SIZE // 3), shown(figure), _SIZE, "end", "muted"))
    marks = axes.marks or _figures(low_x, high_x)
    shapes += _marks([(spot(x, low_y)[0], words) for x, words in marks], box)
    shapes.append(Words(((box[0] + box[2]) // 2, box[3] + 3 * _SIZE), axes.across, _SIZE, role="muted", italic=True))
    shapes.append(Path((((box[0], box[1]), (box[0], box[3]), (box[2], box[3])),), Style("ink", width=22)))
    ends = [(one.name, spot(*one.points[-1])) for one in series]
    heights = sorted(y for _, (_, y) in ends)
    has_legend = any(low - high < _SIZE for high, low in pairwise(heights))
    if has_legend:
        shapes += _legend([one.name for one in series], (box[2] - names, box[1] + _SIZE), names)
        names = _SIZE
    for number, one in enumerate(series):
        shapes += _curve([spot(*point) for point in one.points], number, one.stepped)
    if len(series) > 1 and not has_legend:
        shapes += _names(ends, box)
    return Picture(box[2] + names, box[3] + 4 * _SIZE, tuple(shapes), title, description)


def _curve(spots: Sequence[Point], number: int, stepped: bool) -> list[Shape]:
    style = Style("ink", width=40, dashes=_DASHES[number % len(_DASHES)])
    points = list(spots[:1])
    for (_, before), (x, y) in pairwise(spots):
        points += [(x, before), (x, y)] if stepped else [(x, y)]
    dots = [] if stepped or len(spots) > 24 else [Circle(spot, 45, Style("", "ink")) for spot in spots]
    return [Path((tuple(points),), style), *dots]


def _legend(names: Sequence[str], at: Point, long: int) -> list[Shape]:
    """Write on clear paper which stroke is which, where names at the ends of curves would meet."""
    x, y = at
    left, row = x - 3 * _SIZE, _SIZE * 14 // 10
    ground = Style("", "page")
    found: list[Shape] = [
        rectangle((left - _SIZE, y - _SIZE + 12), 4 * _SIZE + long, row * len(names) + _SIZE // 2, ground)
    ]
    for number, name in enumerate(names):
        low = y + number * row
        style = Style("ink", width=40, dashes=_DASHES[number % len(_DASHES)])
        found.append(line((left, low - _SIZE // 3), (x - _SIZE // 2, low - _SIZE // 3), style))
        found.append(Words((x, low), name, _SIZE, "start", halo=True))
    return found


def _names(ends: Sequence[tuple[str, Point]], box: Box) -> list[Shape]:
    """Write the names of curves at their ends, one below the other where they would meet."""
    found: list[Shape] = []
    lowest = -(1 << 30)
    for name, (x, y) in sorted(ends, key=lambda end: (end[1][1], end[0])):
        at = max(y + _SIZE // 3, lowest + _SIZE)
        lowest = at
        if x < box[2]:
            found.append(line((x, y), (box[2] + _SIZE // 4, at - _SIZE // 3), Style("muted", width=10)))
        found.append(Words((box[2] + _SIZE // 2, at), name, _SIZE, "start"))
    return found


def _marks(marks: Iterable[tuple[int, str]], box: Box) -> list[Shape]:
    """Write what stands along the bottom, leaving out what would touch the one before."""
    found: list[Shape] = []
    free = -(1 << 30)
    for at, words in marks:
        half = wide(words, _SIZE) // 2
        found.append(line((at, box[3]), (at, box[3] + 60), Style("ink", width=18)))
        if at - half >= free:
            found.append(Words((at, box[3] + _SIZE * 3 // 2), words, _SIZE, role="muted"))
            free = at + half + _SIZE // 3
    return found


def _figures(low: Fraction, high: Fraction) -> Sequence[tuple[Fraction, str]]:
    step = _step(high - low)
    first = -(-low // step) * step
    return [(x, shown(x)) for number in range(20) if (x := first + step * number) <= high]


def _step(span: Fraction) -> Fraction:
    """Give a round step of which a span has about five."""
    if span <= 0:
        return Fraction(1)
    return (
        Fraction(round_length(max(1, int(span * 1000 / 6))), 1000)
        if span < 6
        else Fraction(round_length(int(-(-span // 6))))
    )


def shown(number: Fraction) -> str:
    """Give a number as a chart has it, to the thousandth.

    >>> shown(Fraction(1500)), shown(Fraction(1, 4))
    ('1,500', '0.25')
    """
    whole = round(number * 1000)
    if whole % 1000 == 0:
        return f"{whole // 1000:,}"
    return f"{'-' if whole < 0 else ''}{abs(whole) // 1000:,}.{abs(whole) % 1000:03}".rstrip("0")
