"""Draw what a rulebook shows as pictures: the course of a turn, and where things stand when a scenario begins.

In: titles, or places on the board. Out: SVG, the same for the same input, in the colours of the page around it or in
those of paper. Text is measured by rule of thumb, since nobody knows the reader's fonts: there is room to spare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import cos, pi, radians, sin, sqrt
from textwrap import wrap

from quarterdeck.geometry import hexes, plane


@dataclass(frozen=True)
class Palette:
    """Colours and the font of a drawing."""

    ink: str
    muted: str
    line: str
    panel: str
    accent: str
    page: str
    font: str


SCREEN = Palette(
    "var(--rulebook-ink, #191919)",
    "var(--rulebook-muted, #6b6b6b)",
    "var(--rulebook-hairline, #c4c4c4)",
    "var(--rulebook-panel, #f6f6f5)",
    "var(--rulebook-accent, #7a2b25)",
    "var(--color-background-primary, #ffffff)",
    "inherit",
)


def paper(accent: str) -> Palette:
    """Give the colours of paper."""
    return Palette("#191919", "#646464", "#b4b4b4", "#f6f6f6", accent, "#ffffff", "Libertinus Serif")


@dataclass(frozen=True)
class DrawnPhase:
    """A phase or step in the course of a turn: its title, how it goes, and the steps in it."""

    title: str
    manner: tuple[str, ...] = ()
    steps: tuple[DrawnPhase, ...] = ()
    address: str = ""
    changed: bool = False


@dataclass(frozen=True)
class DrawnThing:
    """Something that stands on the board, facing a direction or heading or none; `group` is the number of its side."""

    name: str
    place: int
    facing: int | None
    group: int


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _tag(name: str, inner: str | None = None, /, **values: str | float) -> str:
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else _number(value)}"'
        for key, value in values.items()
    )
    return f"<{name}{written}/>" if inner is None else f"<{name}{written}>{inner}</{name}>"


def _svg(width: float, height: float, palette: Palette, parts: Iterable[str]) -> str:
    return _tag(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=width,
        height=height,
        font_family=palette.font,
        fill=palette.ink,
    )


# --- the course of a turn

_WIDTH = 470.0
_LEFT = 62.0
_BOX = 250.0
_GAP = 22.0
_TITLE = 34.0
_STEP = 25.0


def course(stages: Sequence[DrawnPhase], words: dict[str, str], palette: Palette, linked: bool = False) -> str:
    """Draw the phases of a turn below each other, with an arrow back to the first.

    `words` holds `again`, what stands along the arrow back.
    """
    parts: list[str] = []
    y = 6.0
    middles: list[float] = []
    for number, stage in enumerate(stages, 1):
        height = _TITLE + (_STEP * len(stage.steps) + 8 if stage.steps else 0)
        middles.append(y + _TITLE / 2)
        parts.append(_phase(stage, number, y, height, palette, linked))
        if number < len(stages):
            parts.append(_arrow(_LEFT + _BOX / 2, y + height, _LEFT + _BOX / 2, y + height + _GAP, palette))
        y += height + _GAP
    bottom = y - _GAP
    if len(stages) > 1:
        last = bottom - (_TITLE / 2 if not stages[-1].steps else _STEP)
        parts.append(_back(last, middles[0], words["again"], palette))
    return _svg(_WIDTH, bottom + 6, palette, parts)


def _phase(stage: DrawnPhase, number: int, y: float, height: float, palette: Palette, linked: bool) -> str:
    edge = palette.accent if stage.changed else palette.ink
    parts = [
        _tag(
            "rect", x=_LEFT, y=y, width=_BOX, height=height, rx=4.0, fill=palette.panel, stroke=edge, stroke_width=1.1
        ),
        _tag("text", str(number), x=_LEFT + 16, y=y + 22.5, font_size=17.0, fill=palette.accent, text_anchor="middle"),
        _linked(
            stage, linked, _tag("text", escape(stage.title), x=_LEFT + 34, y=y + 22, font_size=15.5, font_weight="600")
        ),
    ]
    parts += _manner(stage, y + 22, palette)
    for index, step in enumerate(stage.steps):
        at = y + _TITLE + 2 + index * _STEP
        letter = chr(ord("a") + index)
        colour = palette.accent if step.changed else palette.line
        parts.append(
            _tag("rect", x=_LEFT + 32, y=at, width=_BOX - 42, height=_STEP - 5, rx=3.0, fill="none", stroke=colour)
        )
        parts.append(_tag("text", letter, x=_LEFT + 42, y=at + 14.5, font_size=13.0, fill=palette.muted))
        parts.append(_linked(step, linked, _tag("text", escape(step.title), x=_LEFT + 56, y=at + 14.5, font_size=13.5)))
        parts += _manner(step, at + 14.5, palette)
    return "".join(parts)


def _linked(stage: DrawnPhase, linked: bool, text: str) -> str:
    return _tag("a", text, href=f"#{stage.address}") if linked and stage.address else text


def _manner(stage: DrawnPhase, y: float, palette: Palette) -> list[str]:
    """Say at the right how a phase goes."""
    if not stage.manner:
        return []
    words = "; ".join(stage.manner)
    lines = wrap(words, 26) or [words]
    first = y - (len(lines) - 1) * 6.5
    return [
        _tag(
            "text",
            escape(line),
            x=_LEFT + _BOX + 12,
            y=first + number * 13.5,
            font_size=12.0,
            font_style="italic",
            fill=palette.muted,
        )
        for number, line in enumerate(lines)
    ]


def _head(x: float, y: float, angle: float, palette: Palette, size: float = 6.5) -> str:
    """Draw the head of an arrow that points in a direction, degrees clockwise from the right."""
    points = []
    for turn, reach in ((0.0, 0.0), (155.0, size), (205.0, size)):
        way = radians(angle + turn)
        points.append(f"{_number(x + reach * cos(way))},{_number(y + reach * sin(way))}")
    return _tag("polygon", points=" ".join(points), fill=palette.muted)


def _arrow(x: float, y: float, x2: float, y2: float, palette: Palette) -> str:
    line = _tag("line", x1=x, y1=y + 2, x2=x2, y2=y2 - 6, stroke=palette.muted, stroke_width=1.2)
    return line + _head(x2, y2 - 1.5, 90.0, palette)


def _back(low: float, high: float, words: str, palette: Palette) -> str:
    x = _LEFT - 30
    path = (
        f"M{_number(_LEFT - 2)} {_number(low)} H{_number(x + 8)} Q{_number(x)} {_number(low)} {_number(x)} "
        f"{_number(low - 8)} V{_number(high + 8)} Q{_number(x)} {_number(high)} {_number(x + 8)} {_number(high)} "
        f"H{_number(_LEFT - 6)}"
    )
    middle = (low + high) / 2
    return "".join(
        (
            _tag("path", d=path, fill="none", stroke=palette.muted, stroke_width=1.2),
            _head(_LEFT - 1.5, high, 0.0, palette),
            _tag(
                "text",
                escape(words),
                x=x - 8,
                y=middle,
                font_size=12.5,
                font_style="italic",
                fill=palette.muted,
                text_anchor="middle",
                transform=f"rotate(-90 {_number(x - 8)} {_number(middle)})",
            ),
        )
    )


# --- where things stand

_HEX = 10.0  # from the centre of a hex to a corner
_AROUND = 2
_MOST = 900  # hexes: of a larger board only a part is drawn
_PLANE = 420.0  # how large the longer side of a plane is drawn
_LABEL = 13.0
_APART = 26.0  # from a thing to a name for which there is no room beside it
_FARTHEST = 8  # lines up or down
_SMALLEST = 0.044  # of a drawing's width: a smaller name cannot be read where the drawing is shrunk to a narrow column


def board(standing: Sequence[DrawnThing], palette: Palette, edges: tuple[int, int] | None = None) -> str:
    """Draw a board of hexes, each thing with its name and the way that it faces.

    `edges` are its columns and rows; without them the part is drawn where things stand.
    """
    places = [hexes.column_row(thing.place) for thing in standing]
    columns = range(min(c for c, _ in places) - _AROUND, max(c for c, _ in places) + _AROUND + 1)
    rows = range(min(r for _, r in places) - _AROUND, max(r for _, r in places) + _AROUND + 1)
    if edges is not None and edges[0] * edges[1] <= _MOST:
        columns, rows = range(edges[0]), range(edges[1])
    left, top = _centre(columns[0], rows[0])
    shift = (-left + _HEX + 14, -top + _HEX * 2 + 10)
    spots = [_shifted(_centre(column, row), shift) for column, row in places]
    edge = _shifted(_centre(columns[-1], rows[0]), shift)[0] + _HEX
    size = max(_LABEL, edge * _SMALLEST)
    labels = _labels(standing, spots, size)
    right = max(edge, *(x + wide for x, _, wide in labels))
    height = _shifted(_centre(columns[0], rows[-1]), shift)[1] + _HEX * 2
    parts = [
        _tag(
            "path",
            d="".join(_outline(*_shifted(_centre(c, r), shift)) for c in columns for r in rows),
            fill="none",
            stroke=palette.line,
            stroke_width=0.5,
        )
    ]
    parts += _coordinates(columns, rows, shift, palette)
    for place, label in zip(spots, labels, strict=True):
        parts += _leader(place, label, size, palette)
    parts += [_counter(thing, 60.0, x, y, palette) for thing, (x, y) in zip(standing, spots, strict=True)]
    parts += _names(standing, labels, size, palette)
    return _svg(right + 4, height, palette, parts)


def plane_board(standing: Sequence[DrawnThing], palette: Palette, edges: tuple[int, int] | None = None) -> str:
    """Draw a plane, each thing with its name and the way that it faces.

    `edges` are its width and depth in units; without them the part is drawn where things stand.
    """
    places = [plane.coordinates(thing.place) for thing in standing]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    around = max(right - left, bottom - top, 100) // 6
    left, right, top, bottom = left - around, right + around, top - around, bottom + around
    if edges is not None:
        left, right, top, bottom = min(0, left + around), edges[0] * 100, min(0, top + around), edges[1] * 100
    scale = _PLANE / max(right - left, bottom - top)
    margin = 40.0

    def spot(x: float, y: float) -> tuple[float, float]:
        return (x - left) * scale + margin, (y - top) * scale + 24

    spots = [spot(*place) for place in places]
    (x, y), (far, low) = spot(left, top), spot(right, bottom)
    size = max(_LABEL, far * _SMALLEST)
    labels = _labels(standing, spots, size)
    parts = [_tag("rect", x=x, y=y, width=far - x, height=low - y, fill="none", stroke=palette.line, stroke_width=1.0)]
    apart = _tick(max(right - left, bottom - top) // 8)
    for at in range(-(-left // apart) * apart, right + 1, apart):
        parts += _ruler(plane.shown(at), spot(at, top), spot(at, bottom), (0.0, -6.0), palette)
    for at in range(-(-top // apart) * apart, bottom + 1, apart):
        parts += _ruler(plane.shown(at), spot(left, at), spot(right, at), (-16.0, 4.0), palette)
    for place, label in zip(spots, labels, strict=True):
        parts += _leader(place, label, size, palette)
    parts += [_counter(thing, 1.0, *at, palette) for thing, at in zip(standing, spots, strict=True)]
    parts += _names(standing, labels, size, palette)
    return _svg(max(far, *(at + wide for at, _, wide in labels)) + 4, low + 8, palette, parts)


def _tick(least: int) -> int:
    """Give the smallest of 1, 2, 5, 10 ... hundredths that is no less than a number."""
    power = 1
    while 5 * power < least:
        power *= 10
    return next(step * power for step in (1, 2, 5) if step * power >= least)


def _ruler(
    words: str, start: tuple[float, float], end: tuple[float, float], shift: tuple[float, float], palette: Palette
) -> list[str]:
    """Draw a line across a plane with its figure at the edge."""
    (x, y), (far, low) = start, end
    line = _tag("line", x1=x, y1=y, x2=far, y2=low, stroke=palette.line, stroke_width=0.4)
    at = {"x": x + shift[0], "y": y + shift[1]}
    return [line, _tag("text", words, **at, font_size=10.0, fill=palette.muted, text_anchor="middle")]


def _names(
    standing: Sequence[DrawnThing], labels: Sequence[tuple[float, float, float]], size: float, palette: Palette
) -> list[str]:
    """Write the names of things where they hide least."""
    return [
        _tag(
            "text",
            escape(thing.name),
            x=x,
            y=y,
            font_size=size,
            stroke=palette.page,
            stroke_width=3.0,
            stroke_linejoin="round",
            paint_order="stroke",
        )
        for thing, (x, y, _wide) in zip(standing, labels, strict=True)
    ]


def _labels(
    standing: Sequence[DrawnThing], spots: Sequence[tuple[float, float]], size: float
) -> list[tuple[float, float, float]]:
    """Give for each name where it begins and how wide it is: beside its thing, wherever it hides least."""
    taken = [(x - 8, y - 8, x + 8, y + 8) for x, y in spots]
    found = []
    for thing, (x, y) in zip(standing, spots, strict=True):
        wide = len(thing.name) * size * 0.54
        tried = [(x + 12, y + size / 3), (max(2.0, x - 12 - wide), y + size / 3)]
        tried += [(max(2.0, x - wide / 2), y - 12), (max(2.0, x - wide / 2), y + 10 + size * 0.8)]
        boxes = [(left, low - size * 0.8, left + wide, low + 3) for left, low in tried]
        hidden = [sum(_common(box, other) for other in taken) for box in boxes]
        if min(hidden) > 0:
            tried += [
                (max(2.0, left), y + size / 3 + way * step * size)
                for step in range(1, _FARTHEST)
                for left in (x + _APART, x - _APART - wide)
                for way in (-1, 1)
                if y + way * step * size > size
            ]
            boxes = [(left, low - size * 0.8, left + wide, low + 3) for left, low in tried]
            hidden = [sum(_common(box, other) for other in taken) for box in boxes]
        best = hidden.index(min(hidden))
        taken.append(boxes[best])
        found.append((*tried[best], wide))
    return found


def _leader(spot: tuple[float, float], label: tuple[float, float, float], size: float, palette: Palette) -> list[str]:
    """Draw a line from a thing to a name that does not stand beside it."""
    (x, y), (left, low, wide) = spot, label
    near = (min(max(x, left), left + wide), low - size / 3)
    if max(abs(near[0] - x), abs(near[1] - y)) < _APART - 2:
        return []
    return [_tag("line", x1=x, y1=y, x2=near[0], y2=near[1], stroke=palette.muted, stroke_width=0.7)]


def _common(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """Give the area that two boxes have in common."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, down)


def _centre(column: int, row: int) -> tuple[float, float]:
    """Give where the centre of a hex lies in a drawing."""
    x, y = hexes.centre(hexes.offset(column, row))
    return x * _HEX / 2, y * _HEX * sqrt(3) / 2


def _shifted(point: tuple[float, float], shift: tuple[float, float]) -> tuple[float, float]:
    return point[0] + shift[0], point[1] + shift[1]


def _outline(x: float, y: float) -> str:
    corners = [(x + _HEX * cos(pi / 3 * corner), y + _HEX * sin(pi / 3 * corner)) for corner in range(6)]
    return "M" + "L".join(f"{_number(a)} {_number(b)}" for a, b in corners) + "Z"


def _coordinates(columns: range, rows: range, shift: tuple[float, float], palette: Palette) -> list[str]:
    """Write numbers along the top for columns and down the left for rows, every fifth."""
    found = []
    for column in columns:
        if column % 5 == 0:
            x, y = _shifted(_centre(column, rows[0]), shift)
            found.append((str(column), x, y - _HEX - 4))
    for row in rows:
        if row % 5 == 0:
            x, y = _shifted(_centre(columns[0], row), shift)
            found.append((str(row), x - _HEX - 6, y + 4))
    return [
        _tag("text", words, x=x, y=y, font_size=10.0, fill=palette.muted, text_anchor="middle") for words, x, y in found
    ]


def _counter(thing: DrawnThing, apart: float, x: float, y: float, palette: Palette) -> str:
    """Draw a thing as an arrow head or a disc, filled for the first side, and hollow for others.

    Two directions that follow each other lie so many degrees apart.
    """
    colour = palette.accent if thing.group % 2 == 0 else palette.ink
    fill = colour if thing.group % 2 == 0 else palette.page
    if thing.facing is None:
        return _tag("circle", None, cx=x, cy=y, r=5.0, fill=fill, stroke=colour, stroke_width=1.4)
    way = apart * thing.facing - 90
    points = []
    for turn, reach in ((0.0, 9.5), (140.0, 8.0), (180.0, 3.5), (220.0, 8.0)):
        at = radians(way + turn)
        points.append(f"{_number(x + reach * cos(at))},{_number(y + reach * sin(at))}")
    return _tag(
        "polygon", None, points=" ".join(points), fill=fill, stroke=colour, stroke_width=1.4, stroke_linejoin="round"
    )


def point_of(from_west: Fraction, from_north: Fraction) -> int:
    """Give the point so many units from the west and from the north edge, to the hundredth."""
    return plane.point_at(int(from_west * 100), int(from_north * 100))


def lengths_of(place: int) -> tuple[str, str]:
    """Give how far a point lies from the west and from the north edge, as players write it."""
    x, y = plane.coordinates(place)
    return plane.shown(x), plane.shown(y)


def place_of(column: int, row: int) -> int:
    """Give the hex in a column and row."""
    return hexes.offset(column, row)


def column_row(place: int) -> tuple[int, int]:
    """Give the column and row of a hex."""
    return hexes.column_row(place)
