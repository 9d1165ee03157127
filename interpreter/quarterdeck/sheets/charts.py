"""Say charts as data for print: the blocks of a rulebook, with nothing but words, lists and cells left of them.

In: blocks. Out: mappings and lists that JSON can hold. What a run leads to is left out: nobody clicks on paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quarterdeck.rulebook.blocks import Block, Box, Cell, Entries, Grid, Narrow, Prose, Row, Steps
from quarterdeck.rulebook.english.outline import Point
from quarterdeck.rulebook.english.text import Run, Text, plain
from quarterdeck.rulebook.quick import PhaseCharts

BROAD = 7
"""A table with more columns goes over the whole page."""

STRONG = frozenset(("term", "change", "label", "strong"))
EMPHASIZED = frozenset(("name", "question"))


def charts_as_data(charts: Iterable[PhaseCharts]) -> list[dict[str, Any]]:
    """Give the charts of all phases."""
    return [{"title": plain(one.title), "blocks": blocks_as_data(one.blocks)} for one in charts]


def blocks_as_data(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """Give blocks that stand below each other."""
    return [one for block in blocks for one in _block(block)]


def _block(block: Block) -> list[dict[str, Any]]:
    match block:
        case Prose():
            return [{"sort": "prose", "style": block.style, "text": _text(block.text)}]
        case Steps():
            return [{"sort": "steps", "numbered": not block.bulleted, "points": [_point(one) for one in block.points]}]
        case Grid():
            return [_grid(block)]
        case Narrow():
            return blocks_as_data(block.blocks)
        case Box():
            return [{"sort": "prose", "style": "headline", "text": _text(block.title)}, *blocks_as_data(block.blocks)]
        case Entries():
            entries = [(*entry.name, *entry.text) for entry in block.entries]
            return [{"sort": "prose", "style": "", "text": _text(words)} for words in entries]
    return []


def _grid(grid: Grid) -> dict[str, Any]:
    columns = max((sum(cell.across for cell in row.cells) for row in (*grid.head, *grid.rows)), default=1)
    return {
        "sort": "grid",
        "caption": _text(grid.caption),
        "columns": columns,
        "broad": columns > BROAD,
        "head": [_row(row) for row in grid.head],
        "rows": [_row(row) for row in grid.rows],
        "stubs": grid.stubs,
    }


def _row(row: Row) -> list[dict[str, Any]]:
    return [_cell(cell) for cell in row.cells]


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "text": _text(cell.text),
        "lines": [_text(one) for one in cell.lines],
        "points": [_point(one) for one in cell.points],
        "across": cell.across,
        "down": cell.down,
    }


def _point(point: Point) -> dict[str, Any]:
    stop = "" if plain(point.lead).endswith(("?", ".", ":", "!")) else "."
    lead = [[f"{plain(point.lead)}{stop} ", "strong"]] if point.lead else []
    return {
        "text": [*lead, *_text(point.text)],
        "numbered": point.numbered,
        "points": [_point(one) for one in point.points],
        "after": [_text(one) for one in point.after],
    }


def _text(text: Text) -> list[list[str]]:
    return [[run.words, _style(run)] for run in text if run.words]


def _style(run: Run) -> str:
    return (
        "strong"
        if run.style in STRONG
        else "emph"
        if run.style in EMPHASIZED
        else "aside"
        if run.style == "aside"
        else ""
    )
