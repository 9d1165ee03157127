"""The sheet at the end of a rulebook: the course of a turn, rolls with modifiers, tables, in small print.

In: the English of a ruleset, as the chapters have it. Out: one `blocks.Section`, or its charts by the phases of the
turn. A rule that rolls, and a list of modifiers, stand here as they are told, or else with their points. What is rolled
and looked up stands below the phase in which a turn first comes to it, behind all that comes to it there. Nothing is
said that does not stand in the chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from quarterdeck.language.checks.calls import Calls, called_in, calls_of
from quarterdeck.language.checks.logs import left_in_the_book
from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.print.book.chapters import Arranger
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import Block, Grid, Narrow, Point, Prose, Section, Steps
from quarterdeck.prose.text.runs import Run, Text, plain, text

_SIGNS = ("+", "\N{MINUS SIGN}")
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
    small = [*_course(arranger), *_without_empty_phases([chart for chart in charts if chart not in broad])]
    narrow = [Narrow(tuple(small))] if small else []
    if not small and not broad:
        return None
    return blocks.Section(text("Quick reference"), (*narrow, *broad), fresh_page=True)


def _without_empty_phases(charts: list[Block]) -> Iterator[Block]:
    for at, chart in enumerate(charts):
        if not _is_phase(chart) or (at + 1 < len(charts) and not _is_phase(charts[at + 1])):
            yield chart


def _is_phase(chart: Block) -> bool:
    return isinstance(chart, Prose) and chart.style == "phase"


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
    """Give rolls and tables below the phases of the turn; those that it does not come to stand behind them."""
    found: list[Block] = []
    seen: set[str] = set()
    declared = arranger.declared
    left = left_in_the_book(declared)
    for phase in charts_of_phases(arranger, kept=lambda address: address not in left, longest=_LONG, seen=seen):
        found += [Prose(phase.title, "phase"), *phase.blocks]
    names = (name for name in (*declared.rules, *declared.tables) if name not in seen and name not in left)
    behind = [one for name in names for one in _chart(arranger, name)]
    return [
        *found,
        *([Prose(text("Outside the turn"), "phase")] if found and behind else []),
        *behind,
        *_elsewhere(arranger, left),
    ]


def _elsewhere(arranger: Arranger, left: Sequence[str]) -> list[Block]:
    """Say what the ruleset leaves in the chapters, each with a link to it."""
    found: list[Run] = []
    for name in left:
        rule = arranger.declared.rules.get(name)
        told = arranger.writer.section(name if rule is None else rule.site_address)
        if told is not None and told.address not in arranger.writer.plain:
            found += [Run(", " if found else "In the book: "), Run(plain(told.title), to=told.address)]
    return [Prose((*found, Run(".")))] if found else []


def _chart(arranger: Arranger, name: str, longest: int | None = _LONG) -> list[Block]:
    """Give what a rule rolls or adds up, or a table; nothing of any other rule."""
    if name in arranger.declared.rules and arranger.declared.rules[name].by_condition is None:
        return _rolls_of(arranger, name) or _modifiers_of(arranger, name)
    return [*_table(arranger, name, longest)]


def _rolls_of(arranger: Arranger, address: str) -> list[Block]:
    """Give a rule that rolls: all that is told of it, or else its rolls that are modified or bring something."""
    rule = arranger.declared.rules[address]
    told = arranger.writer.section(rule.site_address) if rule.stands_alone else None
    if told is None or told.address in arranger.writer.plain:
        return []
    rolls = [point for point in told.all_points() if _is_roll(arranger, point)]
    said = _as_told(told) if told.is_told and rolls else [block for point in rolls for block in _roll(point)]
    return [_headline(plain(told.title), told.address), *said] if said else []


def _modifiers_of(arranger: Arranger, address: str) -> list[Block]:
    """Give a value with a list of modifiers, or of numbers with signs, as the chapters have it."""
    rule = arranger.declared.rules[address]
    is_value = rule.sort == "define" and rule.stands_alone and isinstance(rule.result, types.Numeric)
    if not is_value or not arranger.selection.is_for_players(address):
        return []
    told = arranger.writer.section(rule.site_address)
    if told is None:
        return []
    points = (inner for one in told.steps for point in one.points for inner in point.walk())
    signed = [point for point in points if point.kind == "modifier" or _is_signed(point)]
    return [_headline(plain(told.title), told.address), *_as_told(told)] if len(signed) > 1 else []


def _is_signed(point: Point) -> bool:
    return plain(point.text)[:1] in _SIGNS and plain(point.text)[1:2].isdigit()


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
    longest: int | None = None,
    seen: set[str] | None = None,
) -> Iterator[PhaseCharts]:
    """Give for each phase what is first rolled and looked up in it; phases without any are left out.

    Each table may be `shortened`, by its name, and one of more than `longest` rows stays in its chapter; only rules and
    tables that are to be `kept` are there. What the turn comes to is added to `seen`.
    """
    checked = arranger.writer.checked
    turn = arranger.declared.turn
    seen = set() if seen is None else seen
    for phase in turn.phases if turn is not None else ():
        found: list[Block] = []
        for element in _callers_first(calls_of(checked), [called for _, called in called_in(checked, phase)], seen):
            chart = _chart(arranger, element, longest) if kept(element) else []
            if element in arranger.declared.tables and chart and isinstance(chart[0], Grid):
                chart = [shortened(element, chart[0]), *chart[1:]]
            found += chart
        title = arranger.writer.section(f"turn.{phase.name.text}")
        if found:
            yield PhaseCharts(title.title if title is not None else text(phase.name.text), tuple(found))


def _callers_first(calls: Calls, roots: Sequence[str], seen: set[str]) -> list[str]:
    """Give what some elements lead to and was not seen: what comes first in front, and nothing before what calls it.

    What a rule does with an option stands behind what it does without.
    """
    optional = _with_options(calls)
    found: list[str] = []
    waiting = [(root, False) for root in roots]
    while waiting:
        element, is_done = waiting.pop()
        if is_done:
            found.append(element)
        elif element not in seen:
            seen.add(element)
            waiting.append((element, True))
            named = calls.named_by(element)
            later = [one for one in named if (element, one) in optional]
            waiting += [(one, False) for one in (*(one for one in named if one not in later), *later)]
    return found[::-1]


def _with_options(calls: Calls) -> set[tuple[str, str]]:
    """Give the elements that call others under an option, with these."""
    checked = calls.checked
    return {
        (home.element, called)
        for home in calls.homes
        for part in home.parts
        for when in part.walk()
        if isinstance(when, nodes.When)
        and any(isinstance(checked.meanings.get(one), meanings.OptionValue) for one in when.condition.walk())
        for statement in when.block
        for _, called in called_in(checked, statement)
    }


def _headline(words: str, address: str = "") -> Prose:
    return Prose((Run(words, to=address, style="strong"),), "headline")
