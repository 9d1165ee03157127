"""The book of a ruleset for somebody who plays by it: one rule, table or phase at a time, as plain data.

In: the address of anything that has one. Out: the section of the book that it is in: paragraphs, points, tables, with
links to other sections, and what it rests on. The book tells everybody the same: nothing of a game is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from quarterdeck.base.plain_data import Count
from quarterdeck.prose.overrides.override_writer import BookWriter, book_writer
from quarterdeck.prose.text.blocks import Block, Cell, Grid, Point, Prose, Section, Steps
from quarterdeck.prose.text.outline import cell_line
from quarterdeck.prose.text.runs import Run, Text, plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class WordsShown:
    """Words of the book; `to` is the address that they lead to, or null."""

    words: str
    to: str | None


@dataclass(frozen=True)
class PassageShown:
    """A paragraph, or a point with its mark, as far set in as `depth` says."""

    sort: Literal["paragraph", "point"]
    depth: Count
    mark: str
    words: list[WordsShown]


@dataclass(frozen=True)
class CellShown:
    """A cell of a table, over one or more columns and rows."""

    words: str
    across: Count
    down: Count


@dataclass(frozen=True)
class TableShown:
    """A table: rows of heads, and rows below them, of which the first `stubs` cells are heads."""

    sort: Literal["table"]
    caption: str
    head: list[list[CellShown]]
    rows: list[list[CellShown]]
    stubs: Count
    notes: list[str]


@dataclass(frozen=True)
class RulingShown:
    """A ruling on which a rule rests."""

    name: str
    words: str


@dataclass(frozen=True)
class RuleShown:
    """A section of the book: its address, its title, what it rests on, and what it says."""

    address: str
    title: str
    cites: list[str]
    rulings: list[RulingShown]
    blocks: list[PassageShown | TableShown]


@dataclass
class RuleBook:
    """The sections of one ruleset's book, each written when somebody asks for it."""

    ruleset: Ruleset
    known: dict[str, RuleShown] = field(default_factory=dict)

    @cached_property
    def writer(self) -> BookWriter:
        """Give what writes the book."""
        return book_writer(self.ruleset)

    def rule(self, address: str) -> RuleShown:
        """Give the section that an address is in.

        Raises:
            KeyError: there is nothing of that address in the book.
        """
        home = self.writer.section_of(address)
        section = self.writer.section(home) if home else None
        if section is None:
            raise KeyError(address)
        if home not in self.known:
            self.known[home] = self.shown(home, section)
        return self.known[home]

    def shown(self, address: str, section: Section) -> RuleShown:
        """Convert a section, and those below it, to plain data."""
        texts = self.ruleset.declared.rulings
        rulings = [RulingShown(one, f"{texts[one][0].title}: {texts[one][0].answer}") for one in section.marks.rulings]
        blocks = [shown for one in section.walk() for block in one.blocks for shown in self.block(block)]
        return RuleShown(address, plain(section.title), list(section.marks.cites), rulings, blocks)

    def block(self, block: Block) -> Iterator[PassageShown | TableShown]:
        """Yield what a block says; pictures and forms are for paper, and left out."""
        match block:
            case Prose(text=words):
                yield PassageShown("paragraph", 0, "", self.words(words))
            case Steps(points=points) if block.is_paragraph:
                yield from self.point(points[0], 0, "")
            case Steps(points=points):
                yield from self.points(points, 0, is_numbered=not block.bulleted)
            case Grid():
                yield self.table(block)

    def points(self, points: Iterable[Point], depth: int, *, is_numbered: bool) -> Iterator[PassageShown]:
        """Yield points below each other."""
        for number, point in enumerate(points, 1):
            yield from self.point(point, depth, f"{number}." if is_numbered else "–")

    def point(self, point: Point, depth: int, mark: str) -> Iterator[PassageShown]:
        """Yield a point, what is below it, and what is said after that."""
        lead = (Run(f"{plain(point.lead)} " if plain(point.lead).endswith("?") else f"{plain(point.lead)}. "),)
        words = self.words((*(lead if point.lead else ()), *point.text))
        yield PassageShown("point" if mark else "paragraph", depth, mark, words)
        yield from self.points(point.points, depth + 1, is_numbered=point.numbered)
        for after in point.after:
            yield PassageShown("paragraph", depth, "", self.words(after))

    def words(self, text: Text) -> list[WordsShown]:
        """Convert text; what leads to no section of the book leads nowhere."""
        return [WordsShown(run.words, run.to if run.to and self.writer.section_of(run.to) else None) for run in text]

    def table(self, grid: Grid) -> TableShown:
        """Convert a table."""
        head, rows = ([self.row(row.cells) for row in part] for part in (grid.head, grid.rows))
        return TableShown("table", plain(grid.caption), head, rows, grid.stubs, [plain(one) for one in grid.notes])

    def row(self, cells: Iterable[Cell]) -> list[CellShown]:
        """Convert the cells of a row."""
        return [CellShown(words_in(cell), cell.across, cell.down) for cell in cells]


def words_in(cell: Cell) -> str:
    """Give what a cell says, its lines one after another."""
    return "; ".join(filter(None, [cell_line(cell), *map(plain, cell.lines)]))
