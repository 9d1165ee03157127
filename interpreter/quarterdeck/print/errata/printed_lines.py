"""Read a planned book line by line, with the number under which a reader finds each line.

In: a planned book. Out: `PrintedLine`s in the order of print. Margins, change bars and pages that describe the book
itself are left out, its first pages among them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from string import ascii_lowercase

from quarterdeck.print.book.grid_words import lead_of
from quarterdeck.print.book.plan import Planned
from quarterdeck.print.errata.printed_tables import PrintedTable, printed_table, words
from quarterdeck.prose.text import blocks
from quarterdeck.prose.text.blocks import Block, Page, Point, Section

OF_THE_BOOK = frozenset(("reading", "changes", "untold", "pictures", "appendices"))
"""Pages that describe the book: how to read it, its house rules, outdated prose, pictures and appendices."""
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
EXAMPLE = "example"
"""The kind of a worked example's title."""
NUMBERED_LEVELS = 2
"""Chapters of rules and their sections have numbers."""


@dataclass(frozen=True)
class PrintedLine:
    """A line of a printed book: a title, a paragraph, a point, or a complete table, picture or form.

    `chapter` and `section` are titles with their numbers, where they have any. `place` is the number of the line, or of
    what surrounds it. `kind` and `depth` say how it is set. `drawn` is the content of a picture or a form, and
    `example` the title of the worked example to which the line belongs.
    """

    chapter: str
    section: str
    place: str
    kind: str
    text: str
    depth: int = 0
    address: str = ""
    table: PrintedTable | None = None
    drawn: str = ""
    example: str = ""

    @property
    def content(self) -> tuple[object, ...]:
        """Return what a reader sees of the line, apart from its number."""
        return self.kind, self.depth, self.text, self.table, self.drawn


def printed_lines(planned: Planned) -> list[PrintedLine]:
    """List the lines of a book."""
    found: list[PrintedLine] = []
    chapters = 0
    for page in planned.book.pages:
        chapters += page.part == "rules"
        if page.name not in OF_THE_BOOK:
            found += _PageReader(page, str(chapters) if page.part == "rules" else "").lines()
    return found


@dataclass
class _PageReader:
    """Reads one page; the fields are what surrounds the line that is read next."""

    page: Page
    number: str
    chapter: str = ""
    section: str = ""
    example: str = ""
    found: list[PrintedLine] = field(default_factory=list)

    def lines(self) -> list[PrintedLine]:
        """List the lines of the page."""
        self.read_section(self.page.section, self.number, "", 0)
        return self.found

    def read_section(self, section: Section, number: str, outer: str, level: int) -> None:
        """Read a section and those below it."""
        title = words(section.title)
        self.section = f"{number} {title}".strip() if number or not level else f"{outer}, {title}"
        if not level:
            self.chapter = self.section = f"Appendix: {title}" if self.page.part == "appendix" else self.section
        place, own = number or self.section, self.section
        address = section.place.address if section.place is not None else ""
        self.add("title" if level else "chapter", title, place, address, level)
        self.read_blocks(section.blocks, place, address)
        for at, inner in enumerate(section.sections, 1):
            self.read_section(inner, f"{number}.{at}" if number and level + 1 < NUMBERED_LEVELS else "", own, level + 1)

    def add(self, kind: str, text: str, place: str, address: str, depth: int = 0, drawn: str = "") -> None:
        """Add a line."""
        where = (self.chapter, self.section, place)
        self.found.append(PrintedLine(*where, kind, text, depth, address, drawn=drawn, example=self.example))

    def read_blocks(self, inner: Iterable[Block], place: str, address: str, depth: int = 0) -> None:
        """Read blocks that stand below each other."""
        for block in inner:
            self.read_block(block, place, address, depth)

    def read_block(self, block: Block, place: str, address: str, depth: int) -> None:
        """Read one block."""
        match block:
            case blocks.Prose(text=text, style=style, number=number):
                if text:
                    self.add(style or "paragraph", words(text), number or place, address, depth)
            case blocks.Steps(points=points, numbers=numbers) if numbers:
                for point, number in zip(points, numbers, strict=True):
                    self.read_point(point, "paragraph", number, address, depth, 1)
            case blocks.Steps(points=(point,), bulleted=False):
                self.read_point(point, "paragraph", place, address, depth, 0)
            case blocks.Steps(points=points, bulleted=bulleted):
                self.read_points(points, not bulleted, place, address, depth, 0)
            case blocks.Entries(entries=entries, style=style):
                for entry in entries:
                    self.read_entry(entry, place, address, depth, is_apart=style == "list")
            case blocks.Grid():
                self.read_grid(block, place, address, depth)
            case blocks.Box(title=title, place=to):
                outer, self.example = self.example, words(title) if block.sort == EXAMPLE else self.example
                self.add(block.sort, words(title), place, to.address if to else address, depth)
                self.read_blocks(block.blocks, f"{place}, {words(title)}", to.address if to else address, depth + 1)
                self.example = outer
            case blocks.Drawing(caption=caption, number=number):
                shown = f"{words(caption)} ({block.words})" if caption else block.words
                at = f"{place}, picture {number}" if number else place
                self.add("picture", shown, at, address, depth, block.screen)
            case blocks.CopyForm():
                self.add("form", f"{block.title}: {block.words}", place, address, depth, block.data)
            case blocks.Narrow(blocks=within):
                self.read_blocks(within, place, address, depth)
            case blocks.Probe():
                pass  # for screens alone
            case _:
                raise TypeError(block)

    def read_points(
        self, points: Iterable[Point], numbered: bool, place: str, address: str, depth: int, letters: int
    ) -> None:
        """Read a list; `letters` says how deep its numbered lists are, by which they have figures or letters."""
        for at, point in enumerate(points):
            here = f"{place}{' ' if place[:1].isdigit() else ', '}{mark(at, letters)}" if numbered else place
            kind = "step" if numbered else "point"
            self.read_point(point, kind, here, address, depth + 1, letters + numbered)

    def read_point(self, point: Point, kind: str, place: str, address: str, depth: int, letters: int) -> None:
        """Read a point, what is below it and what comes after that."""
        address = point.address or address
        self.add(kind, lead_of(point.lead) + words(point.text), place, address, depth)
        self.read_points(point.points, point.numbered, place, address, depth, letters)
        for text in point.after:
            self.add("after", words(text), place, address, depth)

    def read_entry(self, entry: blocks.Entry, place: str, address: str, depth: int, *, is_apart: bool) -> None:
        """Read what has a name, which may be a line apart, and all that belongs to it."""
        address, place = entry.place.address if entry.place else address, entry.number or place
        lines = (
            (("term", entry.name), ("paragraph", entry.text)) if is_apart else (("paragraph", entry.name + entry.text),)
        )
        for kind, text in lines:
            if text:
                self.add(kind, words(text), place, address, depth)
        self.read_points(entry.points, numbered=False, place=place, address=address, depth=depth, letters=0)
        self.read_blocks(entry.blocks, place, address, depth + 1)

    def read_grid(self, grid: blocks.Grid, place: str, address: str, depth: int) -> None:
        """Read a table and what is written above and below it."""
        address = grid.place.address if grid.place else address
        caption = words(grid.caption)
        here = f"{place}, {caption}" if caption else place
        if caption:
            self.add("caption", caption, place, address, depth)
        table = printed_table(grid)
        where = (self.chapter, self.section, here)
        self.found.append(PrintedLine(*where, "table", table.text, depth, address, table, example=self.example))
        for text in grid.notes:
            self.add("table note", words(text), here, address, depth)


def mark(at: int, depth: int) -> str:
    """Return the figure or letter in front of a point of a numbered list.

    >>> mark(0, 0), mark(2, 1), mark(3, 2)
    ('1', 'c', 'iv')
    """
    names = (ascii_lowercase, ROMAN)[min(depth, 2) - 1] if depth else ()
    return names[at] if at < len(names) else str(at + 1)
