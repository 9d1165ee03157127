"""The sheet at the end of a rulebook: the course of a turn, rolls with modifiers, tables, in small print.

In: the English of a ruleset. Out: one `blocks.Section`. It says nothing that does not stand in the chapters.
"""

from __future__ import annotations

from dataclasses import replace

from quarterdeck.rulebook.blocks import Block, Grid, Narrow, Prose, Section, Steps
from quarterdeck.rulebook.chapters import Arranger
from quarterdeck.rulebook.english.outline import Point
from quarterdeck.rulebook.english.text import Run, plain, text

_LONG = 24  # rows: a longer table is looked up in its chapter


def quick_reference(arranger: Arranger) -> Section | None:
    """Give the sheet; nothing for rules without turn, rolls and tables."""
    tables = _tables(arranger)
    broad = [table for table in tables if _is_broad(table)]
    small = [*_course(arranger), *_rolls(arranger), *(table for table in tables if table not in broad)]
    narrow = [Narrow(tuple(small))] if small else []
    return Section(text("Quick reference"), (*narrow, *broad)) if small or broad else None


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


def _rolls(arranger: Arranger) -> list[Block]:
    found: list[Block] = []
    for rule in arranger.declared.rules.values():
        told = arranger.writer.section(rule.site_address) if not rule.speaks_as else None
        if told is None:
            continue
        rolls = [point for point in told.all_points() if _is_roll(arranger, point) and (point.points or point.after)]
        if rolls:
            found.append(_headline(plain(told.title), told.address))
            found += [block for point in rolls for block in _roll(point)]
    return found


def _is_roll(arranger: Arranger, point: Point) -> bool:
    element = arranger.writer.elements.get(point.address)
    return element is not None and element.sort == "roll"


def _roll(point: Point) -> list[Block]:
    below = tuple(replace(inner, rulings=(), cites=()) for inner in point.points)
    found: list[Block] = [Prose(point.text)]
    if below:
        found.append(Steps(below, bulleted=True))
    return [*found, *(Prose(words) for words in point.after)]


def _tables(arranger: Arranger) -> list[Block]:
    found: list[Block] = []
    for table in arranger.declared.tables.values():
        told = arranger.writer.section(table.name)
        if told is not None and told.grid is not None and len(told.grid.rows) <= _LONG:
            found += arranger.grids(told, compact=True)
    return found


def _headline(words: str, address: str = "") -> Prose:
    return Prose((Run(words, to=address, style="strong"),), "headline")
