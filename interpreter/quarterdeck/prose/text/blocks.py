"""What a page of a rulebook consists of, before anybody knows how it is printed.

A `Section` holds blocks and further sections. Text is that of `english`: runs that may lead to an address. Whatever
has an address can be led to, has its marks (places in the sources, rulings) and says whether a variant has changed
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from quarterdeck.prose.text.runs import EMPTY, Text, plain
from quarterdeck.prose.text.section_sorts import SectionSort


@dataclass(frozen=True)
class Point:
    """A sentence or the beginning of one, with the points below it and the sentences after them.

    `numbered` says how the points below are set: as steps in their order, or as a list in which order means nothing.
    `lead` is a word or question set off in front. `kind` is the sort of thing that has this address: modifier,
    requirement, case, choice, roll, step.
    """

    text: Text
    points: tuple[Point, ...] = ()
    numbered: bool = False
    after: tuple[Text, ...] = ()
    lead: Text = EMPTY
    cites: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    address: str = ""
    kind: str = ""
    raw: Text = EMPTY  # the text as a part of another sentence; nothing where it can be none
    within: tuple[
        Point, ...
    ] = ()  # what has an address of its own and is said within the text: not to be printed again

    def walk(self) -> Iterator[Point]:
        """Give the point and all below it."""
        yield self
        for point in self.points:
            yield from point.walk()

    def repeated(self) -> Point:
        """Return the point as it is said away from its place: without an address, and without marks in the margin."""
        return Point(self.text, tuple(point.repeated() for point in self.points), self.numbered, self.after, self.lead)


@dataclass(frozen=True)
class Marks:
    """Where something comes from, and on what it depends.

    `options` are the addresses of the options that it asks about; `source` is how sure its figures are (printed, found,
    constrained, reconstructed, ruling, house), `remark` what the author says of that. `tongue` is set where the words
    are in another language than the book is.
    """

    cites: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    document: str = ""
    source: str = ""
    remark: str = ""
    tongue: str = ""

    def __bool__(self) -> bool:
        """Tell whether something stands in the margin."""
        return bool(self.cites or self.rulings)


NO_MARKS = Marks()
UNTOLD = "\N{DOUBLE DAGGER}"
"""Marks what an author told before it became what it is now."""


@dataclass(frozen=True)
class LinkTarget:
    """Something that has an address: its sort, and what it is called where it is led to."""

    address: str
    sort: SectionSort
    title: str


@dataclass(frozen=True)
class Block:
    """Anything that stands on a page."""


@dataclass(frozen=True)
class Prose(Block):
    """A paragraph; `style` is lead, note or nothing, `number` what it is cited by."""

    text: Text
    style: str = ""
    marks: Marks = NO_MARKS
    changed: bool = False
    number: str = ""


@dataclass(frozen=True)
class Steps(Block):
    """What is done, step by step; a single one is a paragraph. `numbers` are what the steps are cited by."""

    points: tuple[Point, ...]
    marks: Marks = NO_MARKS
    bulleted: bool = False
    numbers: tuple[str, ...] = ()

    @property
    def is_paragraph(self) -> bool:
        """Tell whether there is a single point, which needs no mark."""
        return len(self.points) == 1 and not self.bulleted


@dataclass(frozen=True)
class Entry:
    """A short rule that stands by itself in a list of such."""

    name: Text
    text: Text = EMPTY
    points: tuple[Point, ...] = ()
    place: LinkTarget | None = None
    marks: Marks = NO_MARKS
    changed: bool = False
    blocks: tuple[Block, ...] = ()
    number: str = ""
    within: tuple[str, ...] = ()
    """Addresses of what the entry says itself, so that they can be led to."""


@dataclass(frozen=True)
class Entries(Block):
    """Entries below each other; `style` is terms (the name begins the sentence) or list (the name stands in front)."""

    entries: tuple[Entry, ...]
    style: str = "terms"


@dataclass(frozen=True)
class Cell:
    """One cell of a grid: words, lines below each other, or points, which say what is done."""

    text: Text = EMPTY
    points: tuple[Point, ...] = ()
    address: str = ""
    across: int = 1
    down: int = 1
    align: str = ""
    changed: bool = False
    lines: tuple[Text, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing to read."""
        return not self.text and not self.points


@dataclass(frozen=True)
class GridRow:
    """One row of a grid; the first cell says for what it counts."""

    cells: tuple[Cell, ...]
    address: str = ""
    changed: bool = False
    is_head: bool = False  # of the rows below it
    goes_on: bool = False  # with the row above it


@dataclass(frozen=True)
class Grid(Block):
    """A table: `stubs` columns at the left are heads of their rows."""

    rows: tuple[GridRow, ...]
    head: tuple[GridRow, ...] = ()
    caption: Text = EMPTY
    notes: tuple[Text, ...] = ()
    place: LinkTarget | None = None
    marks: Marks = NO_MARKS
    changed: bool = False
    stubs: int = 0
    widths: tuple[int, ...] = ()
    style: str = ""  # wide, roster, compact
    folds: int = 1
    """In how many stretches side by side its rows stand, with an empty column between two."""

    @property
    def over(self) -> Text:
        """Give what is said above all columns behind the first, where they are values of one thing."""
        return self.head[0].cells[1].text if len(self.head) > 1 else EMPTY

    @property
    def heads(self) -> tuple[Text, ...]:
        """Give the head of each column of a grid made by `grid_of`."""
        first = self.head[0].cells[:1] if len(self.head) > 1 else ()
        return tuple(cell.text for cell in (*first, *self.head[-1].cells)) if self.head else ()

    def find(self, address: str) -> tuple[GridRow | None, int]:
        """Find the row at an address, or that of a cell, and the place of the cell in it; 0 where the row is meant."""
        for row in self.rows:
            if row.address == address:
                return row, 0
            for at, cell in enumerate(row.cells[1:], 1):
                if cell.address == address:
                    return row, at
        return None, 0

    def is_plain(self, letters: int | None = None) -> bool:
        """Tell whether every cell is a short text by itself, of at most so many letters."""
        cells = [cell for row in self.rows for cell in row.cells]
        alone = all(cell.across == cell.down == 1 and not cell.points and not cell.lines for cell in cells)
        return alone and (letters is None or all(len(plain(cell.text)) <= letters for cell in cells))


def grid_of(heads: Sequence[Text], rows: Sequence[GridRow], over: Text = EMPTY) -> Grid:
    """Make a grid with a head for each column; `over` is above those behind the first, where there are several."""
    first, *others = map(Cell, heads)
    if not over or len(others) < 2:
        return Grid(tuple(rows), (GridRow((first, *others)),))
    above = (replace(first, down=2), Cell(over, across=len(others), align="center"))
    return Grid(tuple(rows), (GridRow(above), GridRow(tuple(others))))


@dataclass(frozen=True)
class Box(Block):
    """Something set apart: an example, a ruling, an option, advice."""

    sort: str
    title: Text
    blocks: tuple[Block, ...]
    place: LinkTarget | None = None
    changed: bool = False


@dataclass(frozen=True)
class Drawing(Block):
    """A picture as SVG, once in the colours of the page that it stands on and once for paper.

    `words` say what it shows to those who cannot see it; `width` is in hundredths of a millimetre.
    """

    screen: str
    paper: str
    words: str
    caption: Text = EMPTY
    place: LinkTarget | None = None
    number: str = ""
    width: int = 0


@dataclass(frozen=True)
class CopyForm(Block):
    """A blank form to copy: on paper a page of its own. `data` is what its template reads, as JSON.

    `about` are addresses of what is written on it.
    """

    title: str
    words: str
    data: str
    place: LinkTarget | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProbeInput:
    """What a reader may set: what it is called, and the words of its values."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class ProbeOutcome:
    """What is shown of one case: the words of each outcome with its chance, and the mean where they are numbers."""

    chances: tuple[tuple[str, Fraction], ...]
    mean: str = ""


@dataclass(frozen=True)
class Probe(Block):
    """Exact chances that a reader of pages looks up by setting inputs; paper leaves it out.

    `cases` hold an outcome for each of the `titles`, by every combination of the inputs; the last runs fastest.
    `assumed` is what they were counted for and nobody sets, for each thing; first for none.
    """

    name: str
    title: str
    inputs: tuple[ProbeInput, ...]
    titles: tuple[str, ...]
    cases: tuple[tuple[ProbeOutcome, ...], ...]
    assumed: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Narrow(Block):
    """Blocks in small print, in two columns where there is room."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Section:
    """A chapter, a part of one, or an element of the ruleset, which `place` names.

    `is_entry` tells that the points name what they speak of, so that a short element needs no heading of its own. Where
    an author describes the element (`is_told`), that is in the blocks, and `planned` are the points that it replaces.
    `is_untold` says that somebody described it before its meaning became another.
    """

    title: Text
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    place: LinkTarget | None = None
    marks: Marks = NO_MARKS
    changed: bool = False
    opens_page: bool = False
    """It begins a part of the book, whose pages are counted, on a page of its own."""
    begins_part: bool = False
    """So does it where there is room: the pages behind that one are counted for its part."""
    fresh_page: bool = False
    """It begins on a page of its own, so that it can be copied."""
    in_columns: bool = False
    """Its lists stand in two columns where there is room."""
    kept_whole: bool = False
    """It stands on one page, if it takes no more."""
    is_entry: bool = False
    is_told: bool = False
    is_untold: bool = False
    planned: tuple[Point, ...] = ()

    @property
    def address(self) -> str:
        """Return the address of the element; nothing where it has none."""
        return self.place.address if self.place is not None else ""

    @property
    def sort(self) -> SectionSort:
        """Return the sort of the element: procedure, define, table, phase and so on."""
        return self.place.sort if self.place is not None else ""

    @property
    def grid(self) -> Grid | None:
        """Return the table of the element, if it has one."""
        return next((one for one in self.blocks if isinstance(one, Grid)), None)

    @property
    def steps(self) -> tuple[Steps, ...]:
        """Return the lists of points, as they are printed."""
        return tuple(one for one in self.blocks if isinstance(one, Steps))

    @property
    def points(self) -> tuple[Point, ...]:
        """Return the points of the element as they are planned."""
        return self.planned if self.is_told else tuple(point for one in self.steps for point in one.points)

    def prose(self, *styles: str) -> tuple[Text, ...]:
        """Return the paragraphs in some styles: `lead` for the author's words, `note` for what is said after all."""
        return tuple(
            one.text for style in styles for one in self.blocks if isinstance(one, Prose) and one.style == style
        )

    def walk(self) -> Iterator[Section]:
        """Yield the section and all below it."""
        yield self
        for section in self.sections:
            yield from section.walk()

    def all_points(self) -> Iterator[Point]:
        """Yield the planned points and those in the table, with all that are below them."""
        cells = (cell for row in (self.grid.rows if self.grid else ()) for cell in row.cells)
        for point in (*self.points, *(point for cell in cells for point in cell.points)):
            yield from point.walk()

    def texts(self) -> Iterator[Text]:
        """Yield every text that is printed of the section itself, but not of the sections below it."""
        yield self.title
        for block in self.blocks:
            match block:
                case Prose(text=text):
                    yield text
                case Steps(points=points):
                    yield from texts_of(points)
                case Grid():
                    cells = [cell for row in block.rows for cell in row.cells]
                    yield from texts_of(point for cell in cells for point in cell.points)
                    texts = (block.over, *block.heads, *(cell.text for cell in cells))
                    yield from (text for text in texts if text)
                    yield from block.notes

    def with_block(self, new: Block) -> Section:
        """Return the section with a block in the place of the one of its class."""
        return replace(self, blocks=tuple(new if type(one) is type(new) else one for one in self.blocks))

    def described(self, prose: Sequence[Steps]) -> Section:
        """Return the section with an author's prose in the place of its points."""
        others = [one for one in self.blocks if not isinstance(one, Steps)]
        at = len(self.prose("lead"))
        return replace(self, blocks=(*others[:at], *prose, *others[at:]), planned=self.points, is_told=True)


def texts_of(points: Iterable[Point]) -> Iterator[Text]:
    """Yield every text of points and of all below them."""
    for point in (inner for outer in points for inner in outer.walk()):
        yield from (text for text in (point.lead, point.text, *point.after) if text)


@dataclass(frozen=True)
class Page:
    """A chapter with the name of its file; `part` is front, rules, back or appendix."""

    name: str
    section: Section
    part: str = "rules"


@dataclass(frozen=True)
class Book:
    """A whole book: what its title page says, its chapters, and the language that it is in."""

    title: str
    subtitle: str = ""
    edition: str = ""
    author: str = ""
    note: tuple[str, ...] = ()
    pages: tuple[Page, ...] = field(default=())
    language: str = "en"
