"""Print a planned book as one page of Markdown, as GitHub and most editors show it.

In: a plan. Out: text. Each place that something leads to has an anchor. Pictures and forms are named, since Markdown
has none of its own; cells that span others stand once, and the rest of their span is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import assert_never

from quarterdeck.print.book.book_links import node_id
from quarterdeck.print.book.book_parts import (
    BookPart,
    BoxPart,
    DefinitionList,
    EntryPart,
    FormPart,
    NarrowPart,
    PicturePart,
    PointList,
    ProbePart,
    SectionPart,
    TablePart,
    TextLine,
    definition_parts,
    parts_of_section,
    words_of_marks,
)
from quarterdeck.print.book.grid_words import cells_in_place, column_count, stop_after
from quarterdeck.print.book.plan import Planned
from quarterdeck.print.markdown_marks import marked
from quarterdeck.prose.text.blocks import NO_MARKS, Cell, Grid, GridRow, LinkTarget, Marks, Point, Section
from quarterdeck.prose.text.runs import CODE, Run, Text, plain

STRONG, ASIDE = ("strong", "name", "term"), ("aside", "question", "note")
"""Styles of runs that are set in bold and in italics."""
HEADS = ("headline", "phase", "leading")
"""Styles of paragraphs that stand above others."""
NUMBERED_LEVELS, DEEPEST_HEADING = 2, 6
INDENT = 4


def markdown_of(planned: Planned) -> str:
    """Print a book; the first walk finds out which places are in it."""
    found = MarkdownBook(planned.aliases, frozenset())
    found.book(planned)
    return MarkdownBook(planned.aliases, frozenset(found.anchors)).book(planned)


@dataclass
class MarkdownBook:
    """Prints parts of a book; `known` are the anchors to which links lead, `anchors` those that were printed."""

    aliases: Mapping[str, str]
    known: frozenset[str]
    anchors: set[str] = field(default_factory=set)
    numbers: list[int] = field(default_factory=list)

    def book(self, planned: Planned) -> str:
        """Print the title page and all chapters."""
        book = planned.book
        said = [book.subtitle, book.edition, book.author, *book.note]
        lines = [f"# {marked(book.title)}", *(line for words in said if words for line in ("", marked(words)))]
        for page in book.pages:
            lines += self.section(page.section, 2, is_numbered=page.part == "rules")
        return "\n".join(lines).rstrip() + "\n"

    def section(self, section: Section, level: int, *, is_numbered: bool) -> Iterator[str]:
        """Yield the lines of a chapter or of a part of one."""
        number = self.number(level - 2) if is_numbered and level - 2 < NUMBERED_LEVELS else ""
        if section.title:
            head = f"{number} {self.text(section.title)}".strip()
            yield from ("", f"{'#' * min(level, DEEPEST_HEADING)} {self.anchor(section.place)}{head}")
        for part in parts_of_section(section):
            if isinstance(part, SectionPart):
                yield from self.section(part.section, level + 1, is_numbered=is_numbered)
            else:
                yield from self.part(part)

    def number(self, depth: int) -> str:
        """Return the number of the next section at a depth."""
        self.numbers = [*self.numbers, *[0] * (depth + 1)][: depth + 1]
        self.numbers[depth] += 1
        return ".".join(map(str, self.numbers))

    def part(self, part: BookPart) -> Iterator[str]:
        """Yield the lines of a part, an empty one before each of its blocks."""
        match part:
            case TextLine():
                yield from ("", self.line(part))
            case PointList(points=points, numbered=numbered, marks=marks):
                yield ""
                yield from self.points(points, numbered=numbered, marks=marks)
            case EntryPart(parts=parts):
                yield from self.anchored(part.place, (line for one in parts for line in self.part(one)))
            case DefinitionList(entries=entries):
                yield ""
                for entry in entries:
                    below = (line for one in definition_parts(entry) for line in self.part(one))
                    yield from self.listed(f"{self.anchor(entry.place)}{self.bold(entry.name)}", below, "-")
            case TablePart(grid=grid, keys=keys):
                yield from (line for one in (grid, *keys) for line in self.grid(one))
            case BoxPart(block=box, parts=parts):
                yield from ("", f"> {self.anchor(box.place)}{self.bold(box.title)}")
                yield from (f"> {line}".rstrip() for one in parts for line in self.part(one))
            case PicturePart(block=drawing):
                words = plain(drawing.caption) or drawing.words
                yield from ("", f"{self.anchor(drawing.place)}*{marked(words)}*") if words else ()
            case FormPart(block=form):
                yield from ("", f"{self.anchor(form.place)}**{marked(form.title)}**: {marked(form.words)}")
            case NarrowPart(parts=parts):
                yield from (line for one in parts for line in self.part(one))
            case SectionPart(section=section):
                yield from self.section(section, DEEPEST_HEADING, is_numbered=False)
            case ProbePart():
                pass
            case _:
                assert_never(part)

    def line(self, line: TextLine) -> str:
        """Return a paragraph on one line, with its number in front and its marks after it."""
        lead = f"{self.bold(line.lead, stop_after(line.lead))} " if line.lead else ""
        number = f"{line.number} " if line.number else ""
        words = self.bold(line.text) if line.style in HEADS else self.text(line.text)
        return f"{number}{lead}{words}{margin(line.marks)}"

    def points(self, points: Sequence[Point], *, numbered: bool, marks: Marks = NO_MARKS) -> Iterator[str]:
        """Yield the lines of a list, with the lists below its points."""
        for place, point in enumerate(points, 1):
            own = Marks(point.cites or (marks.cites if place == 1 else ()), point.rulings)
            first = self.line(TextLine(point.text, marks=own, lead=point.lead))
            below = [*self.points(point.points, numbered=point.numbered)]
            below += [line for text in point.after for line in ("", self.text(text))]
            yield from self.listed(first, below, f"{place}." if numbered else "-")

    @staticmethod
    def listed(first: str, below: Iterable[str], sign: str) -> Iterator[str]:
        """Yield an item of a list, and what is below it, indented."""
        yield f"{sign} {first}"
        yield from (f"{' ' * INDENT}{line}" if line else "" for line in below)

    def anchored(self, place: LinkTarget | None, lines: Iterable[str]) -> Iterator[str]:
        """Yield lines, with an anchor before the words of the first."""
        anchor = self.anchor(place)
        for line in lines:
            yield f"{anchor}{line}" if line and anchor else line
            anchor = anchor if not line else ""

    def grid(self, grid: Grid) -> Iterator[str]:
        """Yield the lines of a table with its caption and its notes."""
        if grid.caption:
            yield from ("", f"{self.anchor(grid.place)}{self.bold(grid.caption)}{margin(grid.marks)}")
        heads, rows = self.rows(unfolded(grid, grid.head)), self.rows(unfolded(grid, grid.rows))
        columns = max([*map(len, heads), *map(len, rows), column_count(grid) if grid.folds == 1 else 1])
        head = [" – ".join(dict.fromkeys(filter(None, column))) for column in zip(*heads, strict=True)]
        yield ""
        yield piped(head or [""] * columns, columns)
        yield piped(["---"] * columns, columns)
        yield from (piped(row, columns) for row in rows)
        yield from (line for note in grid.notes for line in ("", self.text(note)))

    def rows(self, rows: Sequence[GridRow]) -> list[list[str]]:
        """Return the cells of rows as text, each in its column."""
        placed = cells_in_place(rows)
        width = max((at + cell.across for cells in placed for at, cell in cells), default=0)
        found = []
        for cells in placed:
            texts = [""] * width
            for at, cell in cells:
                texts[at] = self.cell(cell)
            found.append(texts)
        return found

    def cell(self, cell: Cell) -> str:
        """Return a cell on one line."""
        if cell.points:
            lines = [
                self.text(text) for point in cell.points for one in point.walk() for text in (one.text, *one.after)
            ]
        else:
            lines = [self.text(text) for text in cell.lines or (cell.text,)]
        return "<br>".join(filter(None, lines))

    def anchor(self, place: LinkTarget | None) -> str:
        """Return the anchor of a place, the first time that it is printed; a place without an address has none."""
        if place is None or node_id(place.address) in self.anchors:
            return ""
        self.anchors.add(node_id(place.address))
        return f'<a id="{node_id(place.address)}"></a>' if self.known else ""

    def text(self, text: Text) -> str:
        """Return text with its marks, and links where their places are in the book."""
        found = ""
        for to, runs in groupby(text, lambda run: node_id(self.aliases.get(run.to, run.to))):
            words = "".join(map(styled, runs))
            found += f"[{words}](#{to})" if to in self.known else words
        return found

    def bold(self, text: Text, stop: str = "") -> str:
        """Return text that is bold as a whole."""
        words = self.text(tuple(replace(run, style="" if run.style in STRONG else run.style) for run in text))
        return f"**{words.strip()}{stop}**"


def styled(run: Run) -> str:
    """Return a run between the marks of its style; spaces at its ends stay outside."""
    words = marked(run.words).replace("|", "\\|").replace("\n", " ")
    sign = "**" if run.style in STRONG else "*" if run.style in ASIDE else ""
    inner = words.strip()
    if run.style == CODE:
        return f"`{run.words}`"
    return words.replace(inner, f"{sign}{inner}{sign}") if sign and inner else words


def margin(marks: Marks) -> str:
    """Return what is in the margin, to be said after a paragraph."""
    words = words_of_marks(marks)
    return f" *({marked(words)})*" if words else ""


def piped(cells: Sequence[str], columns: int) -> str:
    """Return a row of a table."""
    return f"| {' | '.join([*cells, *[''] * (columns - len(cells))])} |"


def unfolded(grid: Grid, rows: Sequence[GridRow]) -> Sequence[GridRow]:
    """Return the rows of a table that is folded into stretches side by side, one stretch after another."""
    if grid.folds == 1 or not rows:
        return rows
    width = (column_count(grid) + 1) // grid.folds
    stretches = range(grid.folds if rows is grid.rows else 1)
    found = [GridRow(row.cells[fold * width : (fold + 1) * width - 1]) for fold in stretches for row in rows]
    return [row for row in found if not all(cell.is_empty for cell in row.cells)]
