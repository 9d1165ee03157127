"""What a chapter of rules consists of, before anybody knows how it is printed.

An `ElementText` is one element of the ruleset in English: its title, the author's words on it, and what it says as
points, as a grid, or as elements below it. Points and grids are those of `blocks`. All of them keep addresses, so that
print and screen can link, mark and fold what belongs together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quarterdeck.language.documents import shapes
from quarterdeck.prose.text.blocks import Cell, Grid, Marks, Point
from quarterdeck.prose.text.runs import Text, plain


@dataclass(frozen=True)
class Passage:
    """A piece of an author's prose: a paragraph (`prose`), a `list`, or `steps` in their order."""

    sort: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class ElementText:
    """An element of the ruleset in English.

    `sort` is the sort of the element: chapter, turn, phase, step, procedure, effect, define, advice, option, table,
    kind, enum, unit, clock, arc, constant, ruling, scenario, example, missing. `is_entry` tells that the points
    name what they speak of, so that a short element needs no heading of its own. `numbered` says how the points are
    set. Where an author tells the element, `told` is printed in the place of the points; `is_untold` says that somebody
    told it before its meaning became another.
    """

    address: str
    sort: str
    title: Text
    intro: tuple[Text, ...] = ()
    points: tuple[Point, ...] = ()
    numbered: bool = False
    grid: Grid | None = None
    after: tuple[Text, ...] = ()
    sections: tuple[ElementText, ...] = ()
    marks: Marks = field(default_factory=Marks)
    is_entry: bool = False
    told: tuple[Passage, ...] = ()
    is_untold: bool = False

    def walk(self) -> Iterator[ElementText]:
        """Give the section and all below it."""
        yield self
        for section in self.sections:
            yield from section.walk()

    def all_points(self) -> Iterator[Point]:
        """Give the section's own points and those in its grid, all that are below them as well."""
        for point in self.points:
            yield from point.walk()
        for row in self.grid.rows if self.grid else ():
            for cell in row.cells:
                for point in cell.points:
                    yield from point.walk()

    def texts(self) -> Iterator[Text]:
        """Give every text that is printed of the section itself, but not of the sections below it."""
        yield self.title
        yield from self.intro
        told = (inner for passage in self.told for point in passage.points for inner in point.walk())
        for point in told if self.told else self.all_points():
            yield from (text for text in (point.lead, point.text, *point.after) if text)
        if self.grid is not None:
            yield from (text for text in (self.grid.over, *self.grid.heads) if text)
            for row in self.grid.rows:
                yield from (cell.text for cell in row.cells if cell.text)
        yield from self.after


def longest(points: tuple[Point, ...]) -> int:
    """Give the number of letters of the longest of several points."""
    return max((len(plain(point.text)) for point in points), default=0)


def written(section: ElementText, depth: int = 0) -> str:
    """Give a section as plain lines: for terminals, differences and tests."""
    return "\n".join(_lines(section, depth))


def _lines(section: ElementText, depth: int) -> Iterator[str]:
    if section.title and not section.is_entry:
        yield plain(section.title)
    yield from (plain(text) for text in section.intro)
    for passage in section.told:
        for number, point in enumerate(passage.points, 1):
            yield from _point_lines(point, 0, {"steps": f"{number}. ", "list": "- "}.get(passage.sort, ""))
    for number, point in enumerate(section.points if not section.told else (), 1):
        yield from _point_lines(point, 0, f"{number}. " if section.numbered else "")
    if section.grid is not None:
        yield from _grid_lines(section.grid)
    yield from (plain(text) for text in section.after)
    for inner in section.sections:
        yield ""
        yield from _lines(inner, depth + 1)


def _point_lines(point: Point, depth: int, mark: str) -> Iterator[str]:
    lead = (
        f"{plain(point.lead)} " if plain(point.lead).endswith("?") else f"{plain(point.lead)}. " if point.lead else ""
    )
    yield f"{'   ' * depth}{mark}{lead}{plain(point.text)}".rstrip()
    for number, inner in enumerate(point.points, 1):
        yield from _point_lines(inner, depth + 1, f"{number}. " if point.numbered else "- ")
    yield from (f"{'   ' * depth}{' ' * len(mark)}{plain(text)}" for text in point.after)


def _grid_lines(grid: Grid) -> Iterator[str]:
    yield " | ".join(plain(text) for text in grid.heads)
    for row in grid.rows:
        yield " | ".join(map(cell_line, row.cells))


def grid_line(grid: Grid, address: str) -> str:
    """Give the row or the cell at an address in one line; nothing where the grid has none."""
    for row in grid.rows:
        if row.address == address:
            return " | ".join(map(cell_line, row.cells))
        for cell in row.cells[1:]:
            if cell.address == address:
                return cell_line(cell)
    return ""


def cell_line(cell: Cell) -> str:
    """Give a cell in one line: what it says, or what is done, with all that is below that."""
    return "; ".join(map(_in_one_line, cell.points)) or plain(cell.text)


def _in_one_line(point: Point) -> str:
    below = "; ".join(map(_in_one_line, point.points))
    return f"{plain(point.text)} {below}".rstrip()


def marks_of(source: shapes.Source | None, rulings: tuple[str, ...] = (), topic: str = "", variant: str = "") -> Marks:
    """Give where figures come from, as marks."""
    if source is None:
        return Marks((), rulings, topic, (), variant)
    return Marks(
        (source.place,) if source.place else (),
        rulings,
        topic,
        (),
        variant,
        source.document or "",
        source.kind,
        source.note or "",
    )
