"""Make sections of the elements of a ruleset, and write them as plain lines.

In: what an element says, as texts, points and a table. Out: a `blocks.Section`, whose place is the address of the
element, or lines for terminals, differences and tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quarterdeck.language.documents import shapes
from quarterdeck.prose.text.blocks import NO_MARKS, Block, Cell, Grid, LinkTarget, Marks, Point, Prose, Section, Steps
from quarterdeck.prose.text.runs import Text, capital, plain, sentence
from quarterdeck.prose.text.section_sorts import SectionSort


def element(
    address: str,
    sort: SectionSort,
    title: Text,
    intro: Iterable[Text] = (),
    points: tuple[Point, ...] = (),
    *,
    numbered: bool = False,
    further: tuple[Point, ...] = (),
    grid: Grid | None = None,
    after: Iterable[Text] = (),
    sections: tuple[Section, ...] = (),
    marks: Marks = NO_MARKS,
    is_entry: bool = False,
) -> Section:
    """Make a section of an element; what is said after a table is below it.

    Each of the `further` points stands by itself behind the list of the others.
    """
    found: list[Block] = [Prose(words, "lead") for words in intro]
    found += [listed(points, numbered=numbered)] if points else []
    found += [listed((point,)) for point in further]
    found += notes(after) if grid is None else [replace(grid, notes=tuple(after), stubs=1)]
    place = LinkTarget(address, sort, plain(title))
    return Section(title, tuple(found), sections, place, marks, is_entry=is_entry)


def listed(points: tuple[Point, ...], *, numbered: bool = False) -> Steps:
    """Make a list of points; a single one needs no mark."""
    return Steps(points, bulleted=not numbered and len(points) > 1)


def notes(texts: Iterable[Text]) -> tuple[Prose, ...]:
    """Make the paragraphs that come after all others."""
    return tuple(Prose(words, "note") for words in texts)


def entry(address: str, sort: SectionSort, title: Text, *sentences: Text) -> Section:
    """Give an element whose sentences name what they speak of."""
    points = tuple(Point(sentence(words)) for words in sentences)
    return element(address, sort, capital(title), points=points, is_entry=True)


def longest(points: tuple[Point, ...]) -> int:
    """Give the number of letters of the longest of several points."""
    return max((len(plain(point.text)) for point in points), default=0)


def written(section: Section) -> str:
    """Give a section as plain lines: for terminals, differences and tests."""
    return "\n".join(_lines(section))


def _lines(section: Section) -> Iterator[str]:
    if section.title and not section.is_entry:
        yield plain(section.title)
    for block in section.blocks:
        match block:
            case Prose(text=text):
                yield plain(text)
            case Steps(points=points, bulleted=bulleted):
                for number, point in enumerate(points, 1):
                    mark = "- " * section.is_told if bulleted else f"{number}. " * (not block.is_paragraph)
                    yield from point_lines(point, 0, mark)
            case Grid():
                yield from _grid_lines(block)
                yield from map(plain, block.notes)
    for inner in section.sections:
        yield ""
        yield from _lines(inner)


def point_lines(point: Point, depth: int = 0, mark: str = "") -> Iterator[str]:
    """Give a point and what is below it as plain lines."""
    lead = (
        f"{plain(point.lead)} " if plain(point.lead).endswith("?") else f"{plain(point.lead)}. " if point.lead else ""
    )
    yield f"{'   ' * depth}{mark}{lead}{plain(point.text)}".rstrip()
    for number, inner in enumerate(point.points, 1):
        yield from point_lines(inner, depth + 1, f"{number}. " if point.numbered else "- ")
    yield from (f"{'   ' * depth}{' ' * len(mark)}{plain(text)}" for text in point.after)


GOES_ON = "…"
"""What is said above the columns of a table ends so where each cell goes on with it."""


def _grid_lines(grid: Grid) -> Iterator[str]:
    if GOES_ON in plain(grid.over):
        yield plain(grid.over)
    yield " | ".join(plain(text) for text in grid.heads)
    for row in grid.rows:
        yield " | ".join(map(cell_line, row.cells))


def grid_line(grid: Grid, address: str) -> str:
    """Give the row or the cell at an address in one line; nothing where the grid has none."""
    row, at = grid.find(address)
    if row is None:
        return ""
    return cell_line(row.cells[at]) if at else " | ".join(map(cell_line, row.cells))


def cell_line(cell: Cell) -> str:
    """Give a cell in one line: what it says, or what is done, with all that is below that."""
    return "; ".join(map(_in_one_line, cell.points)) or plain(cell.text)


def _in_one_line(point: Point) -> str:
    below = "; ".join(map(_in_one_line, point.points))
    return f"{plain(point.text)} {below}".rstrip()


def marks_of(source: shapes.Source | None, rulings: tuple[str, ...] = ()) -> Marks:
    """Give where figures come from, as marks."""
    if source is None:
        return Marks((), rulings)
    cites = (source.place,) if source.place else ()
    return Marks(cites, rulings, (), source.document or "", source.kind, source.note or "")
