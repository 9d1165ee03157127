"""The sheet at the end of a rulebook: the course of a turn, rolls with modifiers, tables, in small print.

In: the English of a ruleset, as the chapters have it. Out: one `blocks.Section`, or its charts by the phases of the
turn. A rule that rolls stands here as it is told, or else with its rolls. What is rolled and looked up stands in the
order in which a turn first comes to it. Nothing is said that does not stand in the chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from quarterdeck.language.checks.calls import called_in, calls_of
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import Block, Grid, Narrow, Point, Prose, Section, Steps
from quarterdeck.prose.text.runs import Run, Text, plain, text

_LONG = 24  # rows: a longer table is looked up in its chapter


@dataclass(frozen=True)
class PhaseCharts:
    """What is rolled and looked up in a phase, and in none before it."""

    title: Text
    blocks: tuple[Block, ...]


def quick_reference(arranger: Arranger) -> blocks.Section | None:
    """Give the sheet; nothing for rules without turn, rolls and tables."""
    charts = _charts(arranger)
    broad = [chart for chart in charts if _is_broad(chart)]
    small = [*_course(arranger), *(chart for chart in charts if chart not in broad)]
    narrow = [Narrow(tuple(small))] if small else []
    if not small and not broad:
        return None
    return blocks.Section(text("Quick reference"), (*narrow, *broad), fresh_page=True)


def _is_broad(table: Block) -> bool:
    """Tell whether a table has too many columns to stand beside something."""
    return isinstance(table, Grid) and "wide" in table.style


def _course(arranger: Arranger) -> list[Block]:
    turn = arranger.writer.section("turn") if arranger.declared.turn else None
    if turn is None:
        return []
    points = []
    for phase in turn.sections:
        steps = tuple(
            Point(_linked(point), address="") for point in phase.points if point.kind == "step" and point.lead
        )
        points.append(Point((Run(plain(phase.title), to=phase.address),), steps, numbered=bool(steps)))
    return [_headline("The course of a turn"), Steps(tuple(points))] if points else []


def _linked(point: Point) -> tuple[Run, ...]:
    return tuple(replace(run, to=point.address) for run in text(plain(point.lead).rstrip(".")))


def _charts(arranger: Arranger) -> list[Block]:
    """Give rolls and tables in the order in which a turn comes to them, so that each table is near its roll."""
    declared = arranger.declared
    found: list[Block] = []
    for name in _in_order(arranger, [*declared.rules, *declared.tables]):
        found += _rolls_of(arranger, name) if name in declared.rules else _table(arranger, name, _LONG)
    return found


def _rolls_of(arranger: Arranger, address: str) -> list[Block]:
    """Give a rule that rolls: all that is told of it, or else its rolls that are modified or bring something."""
    rule = arranger.declared.rules[address]
    told = arranger.writer.section(rule.site_address) if rule.stands_alone else None
    if told is None or told.address in arranger.writer.plain:
        return []
    rolls = [point for point in told.all_points() if _is_roll(arranger, point)]
    said = _as_told(told) if told.is_told and rolls else [block for point in rolls for block in _roll(point)]
    return [_headline(plain(told.title), told.address), *said] if said else []


def _as_told(told: Section) -> list[Block]:
    """Give what an author tells, with nothing in the margin and no place of its own."""
    return [replace(one, points=tuple(point.repeated() for point in one.points)) for one in told.steps]


def _is_roll(arranger: Arranger, point: Point) -> bool:
    element = arranger.writer.elements.get(point.address)
    return element is not None and element.sort == "roll"


def _roll(point: Point) -> list[Block]:
    """Give a roll that is modified or brings something, with that; nothing of a bare one."""
    if not point.points and not point.after:
        return []
    below = tuple(replace(inner, rulings=(), cites=()) for inner in point.points)
    found: list[Block] = [Prose(point.text)]
    if below:
        found.append(Steps(below, bulleted=True))
    return [*found, *(Prose(words) for words in point.after)]


def _table(arranger: Arranger, name: str, longest: int | None = None) -> list[Grid]:
    told = arranger.writer.section(name)
    if told is None or told.grid is None or name in arranger.writer.plain:
        return []
    if longest is not None and len(told.grid.rows) > longest:
        return []
    return list(arranger.grids(told, compact=True))


# --- the order of play


def course_of_the_turn(arranger: Arranger) -> tuple[Block, ...]:
    """Give the phases of a turn with their steps; nothing where there is no turn."""
    return tuple(_course(arranger)[1:])


def charts_of_phases(
    arranger: Arranger,
    shortened: Callable[[str, Grid], Grid] = lambda _name, grid: grid,
    kept: Callable[[str], bool] = lambda _address: True,
) -> Iterator[PhaseCharts]:
    """Give for each phase what is first rolled and looked up in it, long tables as well; the others are left out.

    Each table may be `shortened`, by its name; only rules and tables that are to be `kept` are there.
    """
    checked = arranger.writer.checked
    turn = arranger.declared.turn
    seen: set[str] = set()
    for phase in turn.phases if turn is not None else ():
        found: list[Block] = []
        for element in calls_of(checked).in_order([called for _, called in called_in(checked, phase)], seen):
            if not kept(element):
                continue
            if element in arranger.declared.rules:
                found += _rolls_of(arranger, element)
            elif element in arranger.declared.tables:
                grids = _table(arranger, element)
                found += [shortened(element, grids[0]), *grids[1:]] if grids else []
        title = arranger.writer.section(f"turn.{phase.name.text}")
        if found:
            yield PhaseCharts(title.title if title is not None else text(phase.name.text), tuple(found))


def _in_order(arranger: Arranger, names: Iterable[str]) -> list[str]:
    """Give elements in the order in which a turn comes to them, those that it does not come to behind them."""
    checked, turn = arranger.writer.checked, arranger.declared.turn
    called = [element for phase in (turn.phases if turn else ()) for _, element in called_in(checked, phase)]
    place = {element: number for number, element in enumerate(calls_of(checked).in_order(called, set()))}
    return sorted(names, key=lambda name: place.get(name, len(place)))


def _headline(words: str, address: str = "") -> Prose:
    return Prose((Run(words, to=address, style="strong"),), "headline")
