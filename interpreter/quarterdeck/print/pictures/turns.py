"""The course of a turn on one page: its phases below each other with their steps, and an arrow back to the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck.print.drawing.arrows import arrow
from quarterdeck.print.drawing.measures import extent, wide, wrapped
from quarterdeck.print.drawing.shapes import MM, Group, Path, Picture, Shape, Style, Words, rectangle

_BOX = 62 * MM
_LEFT = 9 * MM
_TITLE, _STEP, _GAP = 700, 520, 450
_SIZE, _SMALL = 310, 270
_ROOM = 42 * MM  # for what is said at the right
_THIN = Style("muted", width=28)


@dataclass(frozen=True)
class DrawnPhase:
    """A phase or step in the course of a turn: its title, how it goes, and the steps in it."""

    title: str
    manner: tuple[str, ...] = ()
    steps: tuple[DrawnPhase, ...] = ()
    address: str = ""
    changed: bool = False


def course(stages: Sequence[DrawnPhase], again: str) -> Picture:
    """Draw the phases of a turn; `again` stands along the arrow back."""
    shapes: list[Shape] = []
    y = 50
    middles: list[int] = []
    for number, stage in enumerate(stages, 1):
        high = _TITLE + (_STEP * len(stage.steps) + 130 if stage.steps else 0)
        middles.append(y + _TITLE // 2)
        shapes += _phase(stage, number, y, high)
        if number < len(stages):
            middle = _LEFT + _BOX // 2
            shapes.append(arrow((middle, y + high), (middle, y + high + _GAP), _THIN, 180))
        y += high + _GAP
    bottom = y - _GAP
    if len(stages) > 1:
        last = bottom - (_STEP if stages[-1].steps else _TITLE // 2)
        shapes += _back(last, middles[0], again)
    said = "; ".join(
        f"{number}. {stage.title}" + (f" ({', '.join(step.title for step in stage.steps)})" if stage.steps else "")
        for number, stage in enumerate(stages, 1)
    )
    words = f"The course of a turn: {said}; then {again}."
    return Picture(extent(shapes)[2] + 50, bottom + 50, tuple(shapes), "The course of a turn", words)


def _phase(stage: DrawnPhase, number: int, y: int, high: int) -> list[Shape]:
    edge = Style("accent" if stage.changed else "ink", "panel", 30)
    base = y + _TITLE * 64 // 100
    found: list[Shape] = [
        rectangle((_LEFT, y), _BOX, high, edge),
        Words((_LEFT + 400, base), str(number), _SIZE, role="accent", bold=True),
        _linked(stage, Words((_LEFT + 850, base), stage.title, _SIZE, "start", bold=True)),
        *_manner(stage, base),
    ]
    for index, step in enumerate(stage.steps):
        at = y + _TITLE + 40 + index * _STEP
        low = at + _STEP * 60 // 100
        found.append(
            rectangle(
                (_LEFT + 800, at), _BOX - 1000, _STEP - 100, Style("accent" if step.changed else "line", "page", 18)
            )
        )
        found.append(Words((_LEFT + 1020, low - 25), chr(ord("a") + index), _SMALL, role="muted"))
        found.append(_linked(step, Words((_LEFT + 1300, low - 25), step.title, _SMALL, "start")))
        found += _manner(step, low - 25)
    return found


def _linked(stage: DrawnPhase, words: Words) -> Shape:
    return Group((words,), link=f"#{stage.address}") if stage.address else words


def _manner(stage: DrawnPhase, y: int) -> list[Shape]:
    """Say at the right how a phase goes."""
    lines = wrapped("; ".join(stage.manner), 250, _ROOM)
    first = y - (len(lines) - 1) * 140
    return [
        Words((_LEFT + _BOX + 250, first + number * 290), line, 250, "start", "muted", italic=True)
        for number, line in enumerate(lines)
    ]


def _back(low: int, high: int, words: str) -> list[Shape]:
    x = _LEFT - 450
    corner = 150
    path = (
        (_LEFT, low), (x + corner, low), (x, low - corner), (x, high + corner), (x + corner, high), (_LEFT - 150, high),
    )  # fmt: skip
    middle = (low + high) // 2
    free = wide(words, 260) < low - high
    return [
        Path((path,), _THIN),
        arrow((_LEFT - 200, high), (_LEFT, high), _THIN, 180),
        *([Words((x - 130, middle), words, 260, role="muted", italic=True, turn=-90)] if free else []),
    ]
