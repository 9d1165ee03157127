"""Pictures of what a rule gives all over a plane: where it holds, or where it gives which of a few values.

In: a rule in a situation, asked for points in rows; between two points of a row that differ the border is looked for.
Out: `Panel`s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from quarterdeck.base.geometry import plane
from quarterdeck.print.drawing.hatching import dotted, hatched
from quarterdeck.print.drawing.labels import Named, labels
from quarterdeck.print.drawing.pieces import pointed
from quarterdeck.print.drawing.planes import PlaneBoard, round_length, scale_bar
from quarterdeck.print.drawing.shapes import MM, Circle, Path, Point, Shape, Style, Words, line, polygon, rectangle
from quarterdeck.print.pictures.panels import Panel
from quarterdeck.print.pictures.scenes import OnBoard

MOST_VALUES = 4
_ROWS = 60
_NEAR = 2  # rows: a border goes on from row to row where it lies no farther aside
_CLOSER = 6  # halvings between two points of a row
_SIZE = 250

_BORDER = Style("ink", width=18)

Span = tuple[int, int]
"""From where to where something holds in a row, in hundredths of the board's unit."""


@dataclass(frozen=True)
class DrawnRegion:
    """What a rule gives around a point: for each value the spans of each row, from the north to the south."""

    name: str
    center: Point
    far: int
    things: tuple[OnBoard, ...]
    rows: Mapping[int, Sequence[Sequence[Span]]]
    words: Mapping[int, str] = field(default_factory=dict)


def rows_around(center: int, far: int, value: Callable[[int], int]) -> dict[int, list[list[Span]]]:
    """Ask a rule all around a point, so far to every side; give the spans of each value that it gives, row by row."""
    x, y = plane.coordinates(center)
    step = max(1, 2 * far // _ROWS)
    found: dict[int, list[list[Span]]] = {}
    many = 2 * far // step
    for number in range(many):
        low = y - far + step * number + step // 2

        def at(across: int, low: int = low) -> int:
            return int(value(plane.point_at(across, low)))

        start, now = x - far, at(x - far)
        for across in range(x - far, x + far, step):
            then = at(across + step)
            if then != now:
                border = _border(across, across + step, now, at)
                found.setdefault(now, [[] for _ in range(many)])[number].append((start, border))
                start, now = border, then
        found.setdefault(now, [[] for _ in range(many)])[number].append((start, x + far))
    return found


def _border(low: int, high: int, value: int, at: Callable[[int], int]) -> int:
    """Give where a value ends between two places of a row."""
    for _ in range(_CLOSER):
        middle = (low + high) // 2
        low, high = (middle, high) if at(middle) == value else (low, middle)
    return (low + high) // 2


def region_panels(regions: Sequence[DrawnRegion], values: Sequence[int], unit: str) -> list[Panel]:
    """Draw regions, each with what stands there and a scale; the `values` that are told apart look alike in all."""
    long = min(60 * MM, 130 * MM // min(len(regions), 3))
    return [_panel(region, values, long, unit) for region in regions]


def _panel(region: DrawnRegion, values: Sequence[int], long: int, unit: str) -> Panel:
    x, y = region.center
    board = PlaneBoard.fitting((x - region.far, y - region.far, x + region.far, y + region.far), long, (30, 30))
    shapes: list[Shape] = []
    borders: list[Shape] = []
    for number, value in enumerate(values):
        rows = region.rows.get(value, ())
        for run in _runs(rows):
            left_side, right_side = _sides(run, y - region.far, Fraction(2 * region.far, len(rows)))
            shapes += _filled(tuple(board.spot_at(*point) for point in (*left_side, *reversed(right_side))), number)
            borders += [
                Path((tuple(board.spot_at(*point) for point in border),), _BORDER)
                for border in _borders(run, (left_side, right_side), rows, region)
            ]
    shapes += borders
    left, top, right, low = board.box
    shapes.append(rectangle((left, top), right - left, low - top, Style("muted", width=20)))
    named = []
    for thing in region.things:
        if not all(abs(far) <= region.far for far in _from(region.center, thing.places[0])):
            continue
        spot = board.spot(thing.places[0])
        if thing.end >= 0:
            shapes.append(line(spot, board.spot(thing.end), Style("ink", width=60)))
        elif thing.group < 0:
            shapes.append(Circle(spot, 120, Style("ink", "page", 25)))
        else:
            shapes.append(pointed(spot, thing.facing, 260, thing.group))
            named.append(Named.at(thing.name, 150, spot))
    shapes += labels(named, _SIZE, board.box)
    at = low + _SIZE
    many = round_length(max(1, 2 * region.far // 400))
    shapes += scale_bar((left + _SIZE // 2, at), many, board.long(100 * many), unit, _SIZE)
    across = left + board.long(100 * many) + 6 * _SIZE
    for number, value in enumerate(values if region.words else ()):
        sample = rectangle((across, at - 80), 350, 280, Style("muted", width=15))
        shapes += [*_filled(sample.lines[0], number), sample]
        shapes.append(Words((across + 450, at + 140), region.words[value], _SIZE, "start"))
        at += _SIZE * 15 // 10
    return Panel(tuple(shapes), right + 30, max(at, low + 3 * _SIZE), region.name)


def _from(center: Point, place: int) -> Point:
    x, y = plane.coordinates(place)
    return x - center[0], y - center[1]


def _filled(points: tuple[Point, ...], look: int) -> list[Shape]:
    """Fill a part of a picture so that it can be told from others without colour: not at all, grey, hatched, dotted."""
    if look == 1:
        return [polygon(points, Style("", "shade"))]
    return [hatched(points, 45, 120)] if look == 2 else list(dotted(points, 150)) if look else []


@dataclass
class _Run:
    """Spans of one value that lie below each other one by one, each with the number of its row.

    One that `begins` or `ends` of itself, and not where it meets others of its value, runs into a tip there.
    """

    spans: list[tuple[int, Span]]
    begins: bool
    ends: bool = False


def _runs(rows: Sequence[Sequence[Span]]) -> list[_Run]:
    """Give the runs of a value's spans."""
    found: list[_Run] = []
    going: list[_Run] = []
    for number, spans in enumerate(rows):
        now: list[_Run] = []
        for run in going:
            run.ends = not any(_meet(run.spans[-1][1], span) for span in spans)
        for span in spans:
            above = [run for run in going if _meet(run.spans[-1][1], span)]
            if len(above) == 1 and sum(_meet(above[0].spans[-1][1], other) for other in spans) == 1:
                above[0].spans.append((number, span))
                now.append(above[0])
            else:
                now.append(_Run([(number, span)], number > 0 and not above))
                found.append(now[-1])
        going = now
    return found


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _sides(run: _Run, top: int, step: Fraction) -> list[list[Point]]:
    """Give the points of a run along its left and its right side, from half a row above it to half a row below.

    Where others of its value go on, it reaches a little over them, so that no seam is left.
    """
    first, last = run.spans[0], run.spans[-1]
    found = []
    for side in (0, 1):
        points = [(span[side], top + int(step * number + step / 2)) for number, span in run.spans]
        high = [(first[1][side], top + int(step * first[0] - step / 8))]
        low = [(last[1][side], top + int(step * (last[0] + 1) + step / 8))]
        if run.begins:
            high = _tip(points[0], [span for _, span in run.spans[:2]], -step)
        if run.ends:
            low = _tip(points[-1], [span for _, span in run.spans[:-3:-1]], step)[::-1]
        found.append([*high, *points, *low])
    return found


def _tip(at: Point, spans: Sequence[Span], step: Fraction) -> list[Point]:
    """Give a rounded tip beyond the point at which a side ends, from how fast the outermost spans grow."""
    middle = sum(spans[0]) // 2
    half, next_half = ((span[1] - span[0]) // 2 for span in (spans[0], spans[-1]))
    grown = next_half * next_half - half * half
    tall = step * min(Fraction(half * half, grown), Fraction(1)) if grown > 0 else step / 2
    return [(middle + (at[0] - middle) * part // 4, at[1] + int(tall * (16 - part * part) / 16)) for part in range(4)]


def _borders(
    run: _Run, sides: Sequence[Sequence[Point]], rows: Sequence[Sequence[Span]], region: DrawnRegion
) -> Iterator[Sequence[Point]]:
    """Give the borders of a run, but not what lies along the edge of the picture."""
    for side, (points, edge) in enumerate(zip(sides, (-region.far, region.far), strict=True)):
        found = list(points)
        for at, inner, way, is_tip in ((0, 1, -1, run.begins), (-1, -2, 1, run.ends)):
            if not is_tip:
                number, span = run.spans[at]
                beside = rows[number + way] if 0 <= number + way < len(rows) else ()
                near = [
                    one[side] for one in beside if abs(one[side] - span[side]) * len(rows) <= _NEAR * 2 * region.far
                ]
                found[at] = ((near[0] + span[side]) // 2, points[at][1]) if near else points[inner]
        lines: list[list[Point]] = [[]]
        for x, y in found:
            if x == region.center[0] + edge:
                lines.append([])
            else:
                lines[-1].append((x, y))
        yield from (drawn for drawn in lines if len(drawn) > 1)


def in_words(region: DrawnRegion, values: Sequence[int]) -> str:
    """Say how much of the picture each value has, for those who cannot see it."""
    whole = sum(end - start for rows in region.rows.values() for row in rows for start, end in row)
    shares = {
        value: 100 * sum(end - start for row in region.rows.get(value, ()) for start, end in row) // max(whole, 1)
        for value in values
    }
    name = f"{region.name}: " if region.name else ""
    return name + ", ".join(
        (f"{region.words[value]} " if region.words else "") + f"in {share} of 100 parts"
        for value, share in shares.items()
    )
