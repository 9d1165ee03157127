"""What lies over a board for a while: arcs and distances around what is chosen, and the answers to a question.

In: places, and the data of a question. Out: shapes. An answer is a group with its value, which a page finds and lets
people choose by pointer or keyboard.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quarterdeck.engine.board.question_data import OpenQuestionData, RefusedAnswerData, RunData
from quarterdeck.language.declarations.symbol_table import Arc as DeclaredArc
from quarterdeck.print.boards.counters_on_board import Stand
from quarterdeck.print.boards.surfaces import AreaSurface, PlaneSurface, SpaceSurface, Surface
from quarterdeck.print.drawing.measures import around
from quarterdeck.print.drawing.planes import round_length
from quarterdeck.print.drawing.shapes import Arc, Circle, Group, Point, Shape, Style, Words
from quarterdeck.print.drawing.stretches import stretches

_FAR = 6  # spaces to which an arc is drawn
_RINGS = 4
_ARC = Style("accent", width=35, dashes=(150, 90))
_RING = Style("muted", width=15, dashes=(60, 60))
_OPTION = Style("accent", "", 60)
_REFUSED = Style("muted", "", 30, (60, 60))


def arcs_around(surface: Surface, facing: int, arcs: Sequence[DeclaredArc], text: int) -> tuple[Shape, ...]:
    """Give the arcs of a thing that faces so many degrees, each with its words, around (0, 0)."""
    return tuple(_arc(surface, facing, number, arc, text) for number, arc in enumerate(arcs))


def _arc(surface: Surface, facing: int, number: int, arc: DeclaredArc, text: int) -> Shape:
    reach = surface.pitch * _FAR * (100 - 12 * number) // 100
    drawn: list[Shape] = []
    if isinstance(surface, SpaceSurface):
        grid, centre = surface.grid, surface.grid.offset(0, 0)
        near = (one for one in grid.within(centre, _FAR) if one != centre)
        inside = [
            one
            for one in near
            if grid.in_arc(centre, facing // grid.FACE, one, arc.first, arc.last, both_sides=arc.both_sides)
        ]
        drawn += surface.board.area(inside, Style("", ""), _ARC)
    for first, last in stretches(arc):
        if not isinstance(surface, SpaceSurface):
            drawn.append(Arc((0, 0), reach, first + facing, last + facing, _ARC, sector=True))
        x, y = around((0, 0), surface.pitch * _FAR * 6 // 10, (first + last) // 2 + facing)
        drawn.append(Words((x, y + text // 3 + number * text * 13 // 10), arc.words, text, role="accent", halo=True))
    return Group(tuple(drawn), title=arc.words, attributes=(("class", "arc"), ("data-arc", arc.name)))


def rings_around(surface: Surface, text: int) -> Shape:
    """Give round distances around (0, 0)."""
    drawn: list[Shape] = []
    if isinstance(surface, SpaceSurface):
        grid, centre = surface.grid, surface.grid.offset(0, 0)
        for far in range(3, 3 * _RINGS + 1, 3):
            drawn += surface.board.area(grid.within(centre, far), Style("", ""), _RING)
            x, y = surface.board.centre(centre + far * grid.STEPS[0])
            drawn.append(Words((x, y + text // 3), str(far), text, role="muted", halo=True))
    elif isinstance(surface, PlaneSurface):
        step = max(100, round_length(round(surface.pitch * 4 / (100 * surface.scale))) * 100)
        for number in range(1, _RINGS + 1):
            radius = surface.board.long(step * number)
            drawn.append(Circle((0, 0), radius, _RING))
            drawn.append(Words((0, text // 3 - radius), str(step * number // 100), text, role="muted", halo=True))
    return Group(tuple(drawn), attributes=(("class", "rings"), ("aria-hidden", "true")))


def answers(question: OpenQuestionData, surface: Surface, stands: Mapping[str, Stand], text: int) -> Iterator[Shape]:
    """Give the answers that lie on the board, those that are refused with their reasons, and allowed headings."""
    advised = question["advised"]
    for number, option in enumerate(question["options"], 1):
        is_advised = advised is not None and advised["value"] == option["value"]
        kind = "option advised" if is_advised else "option"
        said = ", ".join(filter(None, [option["words"], option["told"]]))
        drawn = _mark(option, surface, stands, _OPTION, str(number), text)
        if drawn:
            yield Group(tuple(drawn), title=said, attributes=_attributes(kind, option["value"], number, said))
    for refused in question["refused"]:
        for one in refused["options"]:
            if drawn := _mark(one, surface, stands, _REFUSED, "×", text):
                said = f"{one['words']}: {refused['reason']}"
                yield Group(
                    tuple(drawn),
                    title=said,
                    attributes=(("class", "refused"), ("data-value", json.dumps(one["value"]))),
                )
    subject = question["subject"]
    if question["sort"] == "heading" and subject and "place" in subject:
        yield from _headings(question["numbers"], surface.spot(subject["place"]), surface.pitch * 3)


def _attributes(kind: str, value: Any, number: int, words: str) -> tuple[tuple[str, str], ...]:
    return (
        ("class", kind),
        ("data-value", json.dumps(value)),
        ("data-number", str(number)),
        ("pointer-events", "all"),
        ("role", "button"),
        ("tabindex", "0"),
        ("aria-label", words),
    )


def _mark(
    option: RefusedAnswerData, surface: Surface, stands: Mapping[str, Stand], style: Style, sign: str, text: int
) -> list[Shape]:
    """Mark an answer: a ring around a thing, an outline in a space, a circle at a point."""
    if (stand := stands.get(option.get("thing", ""))) is not None:
        wide = 8 if isinstance(surface, AreaSurface) else 12  # within its area
        return [Circle(spot, stand.reach * wide // 10, style) for spot in stand.spots[:1]]
    if "place" not in option:
        return []
    x, y = surface.spot(option["place"])
    words = Words((x, y + text // 3), sign, text, role="accent" if style is _OPTION else "muted", bold=True, halo=True)
    if isinstance(surface, SpaceSurface):
        return [surface.board.space(surface.place(option["place"]), style, 84), words]
    return [Circle((x, y), surface.pitch // 2, style), words]


def _headings(runs: Sequence[RunData], at: Point, radius: int) -> Iterator[Shape]:
    """Give the headings that may be chosen as arcs around a thing."""
    for run in runs:
        low, high = int(str(run["low"])), int(str(run["high"]))
        attributes = (("class", "headings"), ("data-low", str(low)), ("data-high", str(high)))
        arc = Arc(at, radius, low, max(high, low + 1), _OPTION)
        yield Group((arc,), title=f"{low}° to {high}°", attributes=attributes)
