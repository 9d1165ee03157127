"""What a report consists of, before anybody knows how it is printed: the blocks of a book, and a few of its own.

In: nothing. Out: frozen values. A section is titled, and holds blocks and further sections; its place can be linked to.

Styles of a run: `strong`, `aside` (said softly), `code`, `quoted` (words of a book), `differs` (in a line that is gone
or new), `chip` (in a small frame). A run that stands for an entity names it to the pointer. Styles of a paragraph:
`aside`, `head`, `gone`, `new`, and `step`, which goes in as far as its blanks say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from quarterdeck.prose.text.blocks import Block, Cell, Grid, GridRow, LinkTarget, Point, Prose, Section, Steps
from quarterdeck.prose.text.runs import EMPTY, Run, Text, plain

Cells = Sequence[str | Text | Cell]
"""What is in a row of a table."""
MENU: Final = "menu"
"""The sort of place that the menu links to."""
INDENT = 3
"""Blanks by which a step goes in further than the one above it."""


@dataclass(frozen=True)
class Report:
    """A report: what it is called in the list of pages, its title, what is said below that, its blocks and sections.

    A wide one has a menu of its sections above it. `columns` are those in which paper sets its text.
    """

    title: Text
    sections: tuple[Section, ...]
    lead: Text = EMPTY
    name: str = ""
    blocks: tuple[Block, ...] = ()
    foot: Text = EMPTY
    is_wide: bool = False
    columns: int = 1

    @property
    def called(self) -> str:
        """Return its name in plain letters."""
        return self.name or plain(self.title)


@dataclass(frozen=True)
class ColouredCell(Cell):
    """A cell with a dot of a colour before its words, or a bar below them, in hundredths of the width."""

    colour: str = ""
    bar: int = 0


@dataclass(frozen=True)
class BoxedCell(Cell):
    """A cell whose lines stand in boxes of one colour."""

    colour: str = ""


@dataclass(frozen=True)
class Commands(Block):
    """Commands to type, one to a line."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Chart(Block):
    """A drawing as SVG, and its specification in Vega-Lite, with which a page draws it again for the pointer.

    `words` are read to those who do not see it.
    """

    name: str
    svg: str
    spec: dict[str, Any]
    words: str


@dataclass(frozen=True)
class Folded(Block):
    """Blocks that a page shows on request; paper prints others in their place."""

    title: str
    blocks: tuple[Block, ...]
    paper: tuple[Block, ...] = ()


@dataclass(frozen=True)
class ReportColumn:
    """A column of its own colour; its title stands above its blocks."""

    title: Text
    colour: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class SideBySide(Block):
    """Columns next to each other where there is room; on paper there is for two that are short."""

    columns: tuple[ReportColumn, ...]
    is_short: bool = False


@dataclass(frozen=True)
class Legend(Block):
    """Names, each with the colour that it has in the charts below."""

    names: tuple[tuple[str, str], ...]


def said(words: str, style: str = "", to: str = "") -> Text:
    """Return words as text, exactly as they are."""
    return (Run(words, to, style),) if words else EMPTY


def prose(words: str, style: str = "") -> Prose:
    """Return a paragraph."""
    return Prose(said(words), style)


def depth_of(step: Prose) -> int:
    """Return how far a step goes in."""
    words = plain(step.text)
    return (len(words) - len(words.lstrip())) // INDENT


def listing(lines: Iterable[str | Text]) -> Steps:
    """Return a list."""
    return Steps(tuple(Point(said(one) if isinstance(one, str) else one) for one in lines), bulleted=True)


def cell(words: str | Text, align: str = "") -> Cell:
    """Return a cell; where words go over several lines, these stand below each other."""
    if not isinstance(words, str):
        return Cell(words, align=align)
    lines = words.splitlines()
    return Cell(lines=tuple(map(said, lines)), align=align) if len(lines) > 1 else Cell(said(words), align=align)


def table(
    heads: Cells,
    rows: Iterable[Cells],
    *,
    right: Iterable[int] = (),
    style: str = "",
    widths: tuple[int, ...] = (),
    caption: str = "",
) -> Grid:
    """Return a table; the columns at the places `right` hold numbers."""
    numbers = frozenset(right)

    def row(cells: Cells) -> GridRow:
        return GridRow(
            tuple(
                one if isinstance(one, Cell) else cell(one, "right" if place in numbers else "")
                for place, one in enumerate(cells)
            )
        )

    head = (row(heads),) if heads else ()
    return Grid(tuple(map(row, rows)), head, said(caption), style=style, widths=widths)


def section(
    title: str | Text,
    blocks: Iterable[Block] = (),
    sections: Iterable[Section] = (),
    place: str = "",
    *,
    in_menu: bool = True,
) -> Section:
    """Return a section; one that has a place can be linked to by it, from the menu too."""
    words = said(title) if isinstance(title, str) else title
    target = LinkTarget(place, MENU if in_menu else "", plain(words)) if place else None
    return Section(words, tuple(blocks), tuple(sections), target)
