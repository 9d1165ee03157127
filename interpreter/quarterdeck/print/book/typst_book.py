"""Print a planned book as Typst text.

In: a plan, and how the book is to look. Out: Typst markup which calls the functions of `typst_template.typ`, one
function for each kind of thing a rulebook prints. How a thing looks is decided there, what it is here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from quarterdeck.print.book.book_links import BookLinks
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
)
from quarterdeck.print.book.plan import Planned
from quarterdeck.print.book.table_widths import GUTTER, PageSize, ReferencePage, width_of
from quarterdeck.print.book.typst_markup import array, block, call, flag, markup, string, strings
from quarterdeck.print.book.typst_rounds import MAY_TEAR, STAYS
from quarterdeck.print.book.typst_tables import SURELY_TORN, TablePrinter, may_take_a_page
from quarterdeck.print.book.typst_text import LabelHome, TextPrinter, list_of
from quarterdeck.prose.text.blocks import NO_MARKS, Drawing, Grid, Section

# Styles of paragraphs to the functions that set them apart.
_STYLED = {"lead": "lead", "note": "small-note", "headline": "headline", "phase": "phase-head", "leading": "leading"}
_BLOCKS = ("lead", "leading")
"""Those that may stay with what follows: a block each, in which stands what belongs in the margin, too."""
_MANY = 520  # letters, five lines: what leads to something stays with it unless it has so many of its own
_SIZE_OF_LISTS = "0.84"  # of those that stand in two columns
_MAY_TEAR = 8  # rows: a table of fewer is not worth tearing
_FEW = 220  # letters, two lines: what says so little goes over to the next page with its example
_LINE = 80  # letters
_FEW_POINTS = 4  # of a list that is not torn; of a longer one two points stay together at either end
_SHORT_BOX = 700  # letters: a box shorter than this may not be broken over two pages
_HALF = 7000  # two pictures no wider stand next to each other on paper
_NUMBERED_LEVELS = 2
"""Chapters and their sections have numbers."""


@dataclass(frozen=True)
class Holder:
    """What holds parts that stand below each other, and what holds that."""

    sort: Literal["section", "entry", "box", "definition", "narrow"]
    outer: Holder | None = None
    changed: bool = False
    kept_whole: bool = False
    in_columns: bool = False

    @property
    def is_text(self) -> bool:
        """Tell whether paragraphs stand in it, and no cells or points of a list."""
        return self.sort in ("section", "entry", "box")

    @property
    def is_at_edge(self) -> bool:
        """Tell whether its paragraphs stand at the left edge of the text."""
        return self.sort == "section" or (
            self.sort == "entry" and self.outer is not None and self.outer.sort == "section"
        )


@dataclass
class BookPrinter:
    """Prints what stands below each other."""

    text: TextPrinter
    tables: TablePrinter
    picture: str
    """The word before the number of a drawing."""
    reference: ReferencePage
    is_numbered: bool = False
    is_cited: bool = True
    has_forms: bool = False
    _level: int = 0
    _sections: int = 0

    def __post_init__(self) -> None:
        self._numbers: list[int] = []
        self._pieces: dict[BookPart, str] = {}

    # --- sections

    def section(self, part: SectionPart) -> str:
        """Print a chapter or a part of one; a changed one hands its bar to its parts, which may stand on many pages."""
        section = part.section
        outer = self.text.section, self.text.section_number
        self._sections += 1
        self._level += 1
        number = self._number()
        self.text.section = self._sections
        self.text.section_number = number if number and self.is_cited else outer[1]
        self.text.links.begin_section(section.place)
        parts = parts_of_section(section, changed=part.changed)
        if parts and isinstance(parts[0], NarrowPart):
            text = self._reference_page(part, parts, number)
        else:
            text = self._due_below(section, parts)
            text += self._heading(part, parts, number)
            text += self._body(part, parts)
        self.text.section, self.text.section_number = outer
        self._level -= 1
        return text + "\n"

    def _number(self) -> str:
        if not self.is_numbered or self._level > _NUMBERED_LEVELS:
            return ""
        self._numbers = [*self._numbers, *[0] * self._level][: self._level]
        self._numbers[-1] += 1
        return ".".join(map(str, self._numbers))

    def _heading(self, part: SectionPart, parts: Sequence[BookPart], number: str) -> str:
        section = part.section
        self.text.hangs = not number and self._reaches_out(section, parts)
        breaks = {
            "opens": flag(section.opens_page),
            "begins": flag(section.begins_part),
            "fresh": flag(section.fresh_page and not section.opens_page),
            "hanging": flag(self.text.hangs),
        }
        return block(self._head(part, number, **breaks))

    def _head(self, part: SectionPart, number: str, **options: str | None) -> str:
        labels = self.text.labels(part.section.place)
        return call(
            "section",
            self.text.without_pages(part.section.title, linked=False),
            level=str(self._level),
            number=string(number) if number else None,
            labels=strings(labels) if labels else None,
            marked=flag(part.changed),
            **options,
        )

    def _reaches_out(self, section: Section, parts: Sequence[BookPart]) -> bool:
        """Tell whether a section is one of small print or wide tables, which reach into the left margin."""
        own = any(
            width_of(grid, self.tables.page).is_wide
            for part in parts
            if isinstance(part, TablePart)
            for grid in part.grids
        )
        small = section.in_columns
        inner = section.sections
        return own or small or (bool(inner) and all(self._reaches_out(one, parts_of_section(one)) for one in inner))

    def _due_below(self, section: Section, parts: Sequence[BookPart]) -> str:
        """Say of a table or picture that comes next below the head of a section that it is due where the head is."""
        first = next((part for part in parts if not (isinstance(part, TextLine) and part.style == "lead")), None)
        is_apart = section.opens_page or section.fresh_page or section.kept_whole
        if is_apart or not isinstance(first, TablePart | PicturePart):
            return ""
        return block(call("due", name=string(self._piece_name(first))))

    def _body(self, part: SectionPart, parts: Sequence[BookPart]) -> str:
        section = part.section
        holder = Holder("section", kept_whole=section.kept_whole, in_columns=section.in_columns)
        text = "".join(self.flow(parts, holder)).strip("\n")
        return block(call("in-one-piece", text, name=string(self._piece_name(part)))) if section.kept_whole else text

    # --- parts below each other

    def flow(self, parts: Sequence[BookPart], holder: Holder) -> list[str]:
        """Print parts that stand below each other."""
        after = [*parts[1:], None]
        rows = self.tables.rows_of(parts)
        pictures = _rows_of_pictures(parts)
        written = []
        for part, next_one in zip(parts, after, strict=True):
            match part:
                case TextLine():
                    text = self._paragraph(part, next_one, parts, holder)
                case PointList():
                    text = self._list(part, next_one, holder)
                case EntryPart():
                    text = self._entry(part, next_one, holder)
                case DefinitionList():
                    text = self._definitions(part)
                case TablePart():
                    is_alone = part in rows and len(rows[part]) == 1
                    text = self._piece(self.tables.print(rows[part]), part, holder, is_alone) if part in rows else ""
                case BoxPart():
                    text = self._box(part, holder)
                case PicturePart():
                    text = self._picture(pictures[part], holder) if part in pictures else ""
                case FormPart():
                    text = self._form(part)
                case NarrowPart():
                    text = "".join(self.flow(part.parts, Holder("narrow")))
                case ProbePart():
                    text = ""  # for readers of a screen
                case SectionPart():
                    text = self.section(part)
                case _:
                    assert_never(part)
            is_barred = part.changed and isinstance(part, TextLine | PointList | DefinitionList | FormPart)
            written.append(block(call("changed", text)) if is_barred else text)
        return written

    def _paragraph(self, part: TextLine, after: BookPart | None, beside: Sequence[BookPart], holder: Holder) -> str:
        if part.style == "headline":  # what it stands over may be read alone
            self.text.links.paged = set()
        margin, words = self.text.margin(part, at_edge=holder.is_at_edge), self.text.words(part)
        style = _STYLED.get(part.style)
        if style is None:
            text = block(margin + words)
            is_held = holder.is_text and len(part.words) < _MANY and _leads_on(part, after)
        elif style in _BLOCKS:
            short = style == "lead" and _letters_of_leads(beside) < _MANY
            text, is_held = block(call(style, margin + words, short=flag(short))), False
        else:
            text, is_held = block(margin + call(style, words)), style == "small-note" and isinstance(after, TablePart)
        if is_held:
            text = block(call("held", text.strip("\n"), sticky="true"))
        return text

    def _list(self, part: PointList, after: BookPart | None, holder: Holder) -> str:
        """Print a list; a short one is not torn, and of a long one two points stay together at either end."""
        items = self.text.items(part.points, part.depth + part.numbered, part.marks)
        if holder.in_columns and not part.numbered:  # each point for itself
            return block(call("narrow", *(f"#list(\n  [{item}])" for item in items), size=_SIZE_OF_LISTS))
        if not holder.is_text:
            return block(list_of(part, items))
        many = len(items)
        ends = [2, many - 2, many] if many > _FEW_POINTS and not part.changed else [many]
        tight = not any(point.after for point in part.points)
        written, start = [], 0
        for end in ends:
            letters = sum(len(PointList((point,)).words) for point in part.points[start:end])
            is_whole = letters < _SHORT_BOX
            held = call(
                "held",
                list_of(part, items[start:end], start + 1),
                sticky=flag(end == many and is_whole and _leads_on(part, after)),
                goes_on=flag(tight and start),
                breakable=flag(not is_whole or end - start > _FEW_POINTS),
            )
            written.append(held)
            start = end
        return block(block("").join(written))

    def _entry(self, part: EntryPart, after: BookPart | None, holder: Holder) -> str:
        """Print what has a name or a number; a picture behind it stands for itself, so that it finds its room."""
        anchors = self.text.anchors_of(part.step) if part.step is not None else self.text.anchors(part.place)
        is_changed = part.changed or part.step in self.text.changed
        written = self.flow(part.parts, Holder("entry", holder, changed=is_changed))
        if is_changed:
            text = block(call("changed", block(call("entry", "".join(written).strip("\n")))))
        else:
            pieces = (at for at, one in enumerate(part.parts) if isinstance(one, TablePart | PicturePart))
            first = next(pieces, len(part.parts))
            short = len(part.words) < _MANY and first == len(part.parts) and _leads_on(part, after)
            text = block(call("entry", "".join(written[:first]).strip("\n"), sticky=flag(short)))
            rest = "".join(written[first:]).strip("\n")
            text += block(rest) if rest else ""
        return block(anchors) + text if anchors else text

    def _definitions(self, part: DefinitionList) -> str:
        written = []
        for entry in part.entries:
            self.text.links.paged = set()
            anchors = self.text.anchors(entry.place)
            name = self.text.marks(entry.marks) + self.text.runs(entry.name, linked=False)
            term = call("term", name)
            term = anchors + (call("changed-words", term) if entry.changed else term)
            body = "".join(self.flow(definition_parts(entry), Holder("definition"))).strip("\n")
            text = call("definition", term, body)
            written.append(block(call("changed", block(text)) if entry.changed else text))
        return "".join(written).strip("\n")

    def _box(self, part: BoxPart, holder: Holder) -> str:
        """Print a box; the sort of its block chooses the design."""
        anchors = self.text.anchors(part.block.place)
        title = self.text.without_pages(part.block.title, linked=False)
        body = "".join(self.flow(part.parts, Holder("box", holder))).strip("\n")
        text = call(
            "admonition",
            body,
            kinds=strings((part.block.sort, "admonition")),
            title=f"[{title}]" if title else None,
            breakable="false" if len(part.words) < _SHORT_BOX else None,
        )
        text = block(call("changed", block(text)) if part.changed else text)
        return block(anchors) + text if anchors else text

    # --- tables and pictures

    def _piece(self, text: str, part: TablePart | PicturePart, holder: Holder, is_alone: bool = False) -> str:
        """Set apart what stands in one piece: at its place, or where there is no room at the head of the next page.

        A table stays where its rule is: one that is long enough, and stands alone, is torn instead.
        """
        grid = part.grid if isinstance(part, TablePart) else Grid(())
        if len(grid.head) + len(grid.rows) > SURELY_TORN:
            return block(call("piece", text, is_torn="true"))
        outer = holder
        if holder.sort == "entry" and not holder.changed and holder.outer is not None:
            outer = holder.outer
        is_due = None if part in self._pieces else "true"
        if isinstance(part, TablePart) and part not in self._pieces:
            may_tear = is_alone and len(grid.rows) >= _MAY_TEAR
            self._pieces[part] = f"{len(self._pieces) + 1}{MAY_TEAR if may_tear else STAYS}"
        if outer.sort != "section" or part.changed or outer.kept_whole:
            return block(call("piece", text, name=string(self._piece_name(part)) if may_take_a_page(grid) else None))
        return block(call("piece", text, name=string(self._piece_name(part)), is_due=is_due))

    def _piece_name(self, part: BookPart) -> str:
        return self._pieces.setdefault(part, str(len(self._pieces) + 1))

    def _picture(self, row: Sequence[PicturePart], holder: Holder) -> str:
        first = row[0]
        anchors = self.text.anchors(first.block.place)
        calls = [self._drawing(one.block) for one in row]
        whole = f"#in-a-row({', '.join(calls)})" if len(calls) > 1 else f"#{calls[0]}"
        text = self._piece(whole, first, holder)
        text = block(call("changed", text)) if first.changed else text
        return block(anchors) + text if anchors else text

    def _drawing(self, drawing: Drawing) -> str:
        number = markup(f"{self.picture} {drawing.number}.") + " " if drawing.number else ""
        caption = number + self.text.without_pages(drawing.caption)
        wide = f"{drawing.width // 100}.{drawing.width % 100:02}mm"
        return f"pictured({string(drawing.paper)}, {string(drawing.words)}, {wide})[{caption}]"

    def _form(self, part: FormPart) -> str:
        """Print a blank form on a page of its own, which stands in no section."""
        outer = self.text.section, self.text.section_number
        self.text.section, self.text.section_number = None, ""
        self.has_forms = True
        labels = strings(self.text.labels(part.block.place))
        self.text.section, self.text.section_number = outer
        call_of_form = f"#form-page(json(bytes({string(part.block.data)})), labels: {labels})"
        return f'\n#import "forms.typ": form-page\n{call_of_form}\n'

    def _reference_page(self, part: SectionPart, parts: Sequence[BookPart], number: str) -> str:
        """Print a section that begins with small print on pages of columns; broad tables stand across these."""
        self.text.hangs = False
        page, self.tables.page = self.tables.page, self.reference.column
        items = [item for one in parts if isinstance(one, NarrowPart) for item in self._items(one)]
        self.tables.page = self.reference.across
        others = tuple(one for one in parts if not isinstance(one, NarrowPart))
        broad = self._items(NarrowPart(others)) if others else []
        self.tables.page = page
        head = self._head(part, number)
        columns = str(self.reference.columns)
        begins = flag(part.section.opens_page or part.section.begins_part)
        across = array(f"[{one}]" for one in broad)
        return block(
            call("reference-page", head, *items, columns=columns, gutter=f"{GUTTER}mm", begins=begins, broad=across)
        )

    def _items(self, part: NarrowPart) -> list[str]:
        """Print small print: an item begins with each table and each headline."""
        text, links = self.text, self.text.links
        outer = links.is_naming, text.no_pages, text.no_numbers
        links.is_naming, text.no_pages, text.no_numbers = False, True, False
        items: list[str] = []
        is_under_phase = False
        for one, written in zip(part.parts, self.flow(part.parts, Holder("narrow")), strict=True):
            style = one.style if isinstance(one, TextLine) else ""
            begins = isinstance(one, TablePart) or style in ("headline", "phase")
            items += [""] if not items or (begins and not is_under_phase) else []
            is_under_phase = style == "phase"
            items[-1] += written
        links.is_naming, text.no_pages, text.no_numbers = outer
        return [item for one in items if (item := one.strip("\n"))]


def _leads_on(part: BookPart, after: BookPart | None) -> bool:
    """Tell whether what comes next says nothing without this: a list, a note, a short example.

    A section that is kept whole may go to the next page: then the head of its chapter goes with it.
    """
    match after:
        case SectionPart(section=section):
            return section.kept_whole
        case PointList():
            return part.words.rstrip().endswith(":") or len(part.words) < _LINE
        case BoxPart():
            return len(after.words) < _SHORT_BOX and len(part.words) < _FEW
        case TextLine(style=style):
            return style == "note"
    return False


def _letters_of_leads(beside: Sequence[BookPart]) -> int:
    """Count the letters of all paragraphs beside each other that lead to something, without their marks."""
    leads = (part for part in beside if isinstance(part, TextLine) and part.style == "lead")
    return sum(len(replace(part, marks=NO_MARKS).words) for part in leads)


def _rows_of_pictures(parts: Sequence[BookPart]) -> dict[BookPart, list[PicturePart]]:
    """Find the pictures that stand beside each other, two in a row, by the first of each row."""
    rows: list[list[PicturePart]] = []
    before: BookPart | None = None
    for part in parts:
        if isinstance(part, PicturePart):
            if isinstance(before, PicturePart) and _is_small(before) and _is_small(part) and len(rows[-1]) == 1:
                rows[-1].append(part)
            else:
                rows.append([part])
        before = part
    return {row[0]: row for row in rows}


def _is_small(part: PicturePart) -> bool:
    return part.block.place is None and part.block.width <= _HALF


@dataclass(frozen=True)
class TypstBook:
    """A book as Typst text: its chapters, entries of the index with the labels that they lead to, and what is led to.

    `missing` are addresses that a text leads to, and that are not printed; so many `places` are.
    """

    text: str
    indexed: Sequence[tuple[str, str]]
    known: Mapping[str, LabelHome]
    missing: Sequence[str]
    places: int
    has_forms: bool


def print_book(planned: Planned, page: PageSize, reference: ReferencePage) -> TypstBook:
    """Print a book: once to learn what can be led to, and again with links."""
    known = _printed(planned, page, reference, {}).known
    return _printed(planned, page, reference, known)


def _printed(planned: Planned, page: PageSize, reference: ReferencePage, known: Mapping[str, LabelHome]) -> TypstBook:
    quiet = frozenset(planned.arranger.selection.numbers) | planned.arranger.writer.plain
    links = BookLinks(planned.places, planned.aliases, quiet, planned.index, planned.called)
    text = TextPrinter(links, known, planned.numbers, planned.changed)
    has_rules = any(one.part == "rules" for one in planned.book.pages)
    printer = BookPrinter(text, TablePrinter(text, page), planned.framed("Picture"), reference, is_cited=has_rules)
    written = []
    for one in planned.book.pages:
        printer.is_numbered = one.part == "rules" or not has_rules
        written.append(printer.section(SectionPart(one.section, one.section.changed)))
    return TypstBook("".join(written), text.indexed, text.found, text.missing, len(links.named), printer.has_forms)
