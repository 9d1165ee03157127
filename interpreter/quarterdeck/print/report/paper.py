"""Print a report as PDF, with Typst; needs the extra `docs`.

In: a `Report`. Out: the PDF. How it looks is in `static/report.typ`, which reads the data that are made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from quarterdeck.print.book.overlaps import refuse_overlaps
from quarterdeck.print.report.document import (
    BoxedCell,
    Chart,
    ColouredCell,
    Commands,
    Folded,
    Legend,
    Report,
    SideBySide,
    depth_of,
)
from quarterdeck.print.typst import pdf_of
from quarterdeck.prose.text.blocks import Block, Cell, Grid, Prose, Row, Section, Steps
from quarterdeck.prose.text.runs import Text

TEMPLATE = Path(__file__).with_name("static") / "report.typ"


def as_pdf(report: Report, name: str) -> bytes:
    """Return a report as PDF, to be called so.

    Raises:
        LayoutError: Typst refuses it.
        RefusedError: words in it cannot be read.
    """
    drawings: dict[str, str] = {}
    data = {
        "name": report.called,
        "title": words(report.title),
        "lead": words(report.lead),
        "columns": report.columns,
        "blocks": list(blocks(report.blocks, drawings)),
        "sections": [section(one, drawings) for one in report.sections],
    }
    pdf = pdf_of(TEMPLATE, data, drawings)
    refuse_overlaps(pdf, name)
    return pdf


def section(part: Section, drawings: dict[str, str]) -> Mapping[str, Any]:
    """Return a section as data; its charts are added to the drawings."""
    return {
        "title": words(part.title),
        "blocks": list(blocks(part.blocks, drawings)),
        "sections": [section(one, drawings) for one in part.sections],
        "opens_page": part.opens_page,
    }


def blocks(found: Iterable[Block], drawings: dict[str, str]) -> Iterator[Mapping[str, Any]]:
    """Yield blocks as data."""
    for block in found:
        match block:
            case Prose():
                yield {"sort": "prose", "style": block.style, "depth": depth_of(block), "text": words(block.text)}
            case Steps():
                yield {"sort": "list", "points": [words(point.text) for point in block.points]}
            case Grid():
                yield {
                    "sort": "grid",
                    "style": block.style,
                    "widths": block.widths,
                    "head": [row(one) for one in block.head],
                    "rows": [row(one) for one in block.rows],
                    "right": [one.align == "right" for one in (block.head or block.rows)[0].cells],
                }
            case Commands():
                yield {"sort": "commands", "lines": block.lines}
            case Chart():
                drawings[f"{block.name}.svg"] = block.svg
                yield {"sort": "chart", "file": f"{block.name}.svg"}
            case Folded():
                yield from blocks(block.paper, drawings)
            case SideBySide():
                columns = [
                    {"title": words(one.title), "colour": one.colour, "blocks": list(blocks(one.blocks, drawings))}
                    for one in block.columns
                ]
                yield {"sort": "columns", "columns": columns, "short": block.is_short}
            case Legend():
                yield {"sort": "legend", "names": block.names}
            case _:
                raise TypeError(f"no paper shows {type(block).__name__}")


def row(found: Row) -> list[Mapping[str, Any]]:
    """Return a row as data."""
    return [cell(one) for one in found.cells]


def cell(one: Cell) -> Mapping[str, Any]:
    """Return a cell as data."""
    dot = one.colour if isinstance(one, ColouredCell) and not one.bar else ""
    box = one.colour if isinstance(one, BoxedCell) else ""
    bar = (one.bar, one.colour) if isinstance(one, ColouredCell) and one.bar else None
    return {"lines": [words(line) for line in one.lines or (one.text,)], "dot": dot, "box": box, "bar": bar}


def words(text: Text) -> list[list[str]]:
    """Return text as data: words, each with their style."""
    return [[run.words, run.style] for run in text]
