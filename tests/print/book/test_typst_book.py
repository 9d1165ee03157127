"""Small books, printed: what Typst is given, what it makes of it, and that nobody complained."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.print.book.book_pdf import TEMPLATE, print_pdf
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.book.plan import Planned, plan
from quarterdeck.print.book.print_options import PageLook
from quarterdeck.print.book.typst_markup import markup, string
from quarterdeck.prose.text.blocks import (
    Block,
    Book,
    Box,
    Cell,
    Drawing,
    Entries,
    Entry,
    Grid,
    GridRow,
    LinkTarget,
    Marks,
    Narrow,
    Page,
    Point,
    Prose,
    Section,
    Steps,
)
from quarterdeck.prose.text.runs import Run, Text, text
from quarterdeck.workspace.ruleset.ruleset import Ruleset

GAME = Path(__file__).parents[2] / "games" / "regatta"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
BOXES = ("ruling", "option", "example", "advice")


@dataclass(frozen=True)
class Printed:
    source: Path

    @property
    def text(self) -> str:
        """The text of the book, without settings and template."""
        return self.source.read_text(encoding="utf-8").partition("#show: rulebook\n")[2]

    @property
    def pdf(self) -> bytes:
        return self.source.with_suffix(".pdf").read_bytes()

    def query(self, expression: str) -> Any:
        import typst

        return json.loads(typst.eval(str(self.source), expression, ignore_system_fonts=True))

    def tables(self) -> list[list[str]]:
        """Read what stands in the cells of each table, as Typst has understood them."""
        import typst

        found = json.loads(typst.query(str(self.source), "table", ignore_system_fonts=True))
        return [[printed(cell).strip() for cell in _cells(table)] for table in found]


def _cells(table: dict[str, Any]) -> list[dict[str, Any]]:
    cells = []
    for child in table["children"]:
        if child["func"] == "header":
            cells += child["children"]
        else:
            cells.append(child)
    return [cell for cell in cells if cell["func"] == "cell"]


def printed(content: Any) -> str:
    """Read the characters of a piece of content as Typst gives it in JSON."""
    if isinstance(content, list):
        return "".join(map(printed, content))
    if not isinstance(content, dict):
        return ""
    if content.get("func") in {"text", "symbol", "raw"}:
        return str(content["text"])
    if content.get("func") in {"space", "parbreak"}:
        return " "
    return "".join(printed(content[key]) for key in ("children", "body", "child") if key in content)


@cache
def small_plan() -> Planned:
    return plan(Ruleset.open(str(GAME)))


def print_pages(
    folder: Path,
    *pages: Page,
    look: PageLook = PageLook(),  # noqa: B008 - a frozen value
    index: Mapping[str, tuple[str, ...]] = {},
    places: Mapping[str, LinkTarget] = {},
    whole: bool = True,
) -> Printed:
    """Print some pages as a book."""
    book = Book("Border Marches", pages=pages)
    planned = replace(
        small_plan(), book=book, places=places, index=index, numbers={}, called={}, changed=frozenset(), is_whole=whole
    )
    print_pdf(planned, look, folder, "book")
    return Printed(folder / "book.typ")


def print_blocks(folder: Path, *found: Block, look: PageLook = PageLook()) -> Printed:  # noqa: B008 - a frozen value
    """Print some blocks as the only chapter of a book."""
    return print_pages(folder, Page("a", Section(text("A chapter"), found)), look=look)


def prose(words: Text | str, **more: Any) -> Prose:
    return Prose(text(words), **more)


def points(*words: str) -> tuple[Point, ...]:
    return tuple(Point(text(one)) for one in words)


def row(*words: str, **more: Any) -> GridRow:
    return GridRow(tuple(Cell(text(one)) for one in words), **more)


MARKS = Marks(("page 1", "S2"))
STEPS = (Point(text("Do this:"), points("first", "second"), numbered=True), Point(text("Then that."), lead=text("Why")))
EVERYTHING: tuple[Block, ...] = (
    prose("What it is about.", style="lead"),
    prose(
        (Run("A "), Run("term", style="term"), Run(", a "), Run("name", style="name"), Run(", aside", style="aside"))
    ),
    prose("A paragraph with marks.", marks=MARKS, number="1.1"),
    prose("A headline", style="headline"),
    prose("Small print.", style="note"),
    Steps(STEPS, MARKS),
    Steps(STEPS, MARKS, numbers=("1.2", "1.3")),
    Steps(points("a", "b", "c", "d", "e", "f"), bulleted=True),
    Entries((Entry(text("Reach. "), text("It is five."), points("near", "far"), marks=MARKS, number="1.4"),)),
    Entries((Entry(text("Source"), text("Written by hand."), blocks=(prose("More."),)),), "list"),
    Grid((row("2", "none"), row("3", "all")), (row("Roll", "Effect"),), text("A table"), (text("A note."),), stubs=1),
    Grid((row("a", "what it stands for"),), notes=(text("Of the key."),)),
    Grid((row("6", "1"), row("7", "2")), (row("Roll", "Effect"),), text("Another"), style="roster"),
    Grid((row("8", "3"),), (row("Roll", "Effect"),), text("A third"), style="roster"),
    *(Box(sort, text(sort.capitalize()), (prose("It is so."),)) for sort in BOXES),
    Drawing(DRAWING, DRAWING, "a box", text("A box."), number="1", width=4000),
    Narrow((prose("Reference", style="headline"), Grid((row("1", "2"),)), Steps(points("x", "y"), bulleted=True))),
)


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
def test_every_kind_of_block_is_printed_without_a_complaint(tmp_path, paper):
    book = print_blocks(tmp_path, *EVERYTHING, look=PageLook(paper))
    assert book.pdf.startswith(b"%PDF")
    for name in (
        "lead",
        "entry",
        "held",
        "definition",
        "rules-table",
        "in-one-row",
        "admonition",
        "pictured",
    ):
        assert f"{name}(" in book.text or f"#{name}[" in book.text


@pytest.mark.parametrize("look", [PageLook("a4"), PageLook("a5"), PageLook("letter", large=True)])
def test_a_section_that_begins_with_small_print_has_pages_of_its_own(tmp_path, look):
    narrow = (EVERYTHING[-1], Grid((row("3", "4"),), style="wide compact"))
    section = Section(text("Quick reference"), narrow, fresh_page=True)
    book = print_pages(tmp_path, Page("a", section), look=look)
    assert "#reference-page(columns:" in book.text
    assert "broad: ([" in book.text, "what is not in columns stands across them"


def test_a_book_keeps_to_the_standards_for_access_and_archives_unless_a_sign_has_no_font(tmp_path):
    standards = (b"<pdfuaid:part>1</pdfuaid:part>", b"<pdfaid:part>2</pdfaid:part>")
    pdf = print_blocks(tmp_path, prose("A duck.")).pdf
    assert [one in pdf for one in standards] == [True, True]
    pdf = print_blocks(tmp_path, prose("A duck: \N{EGYPTIAN HIEROGLYPH G039}.")).pdf
    assert [one in pdf for one in standards] == [False, False]


def test_two_builds_give_the_same_bytes(tmp_path, monkeypatch):
    first = print_blocks(tmp_path / "one", *EVERYTHING).pdf
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    other_day = print_blocks(tmp_path / "two", *EVERYTHING).pdf
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert first == print_blocks(tmp_path / "three", *EVERYTHING).pdf
    assert first != other_day, "the time of SOURCE_DATE_EPOCH is not used"


PIECES = [
    *"#$*_;.([@<>~`\\/\"'-+=:{}]) aé–",
    "//",
    "/*",
    "*/",
    "--",
    "...",
    "12. ",
    "- ",
    "http://a.b",
    "-1",
    "\u00a0",
    "\u2028",
]


@settings(max_examples=40)
@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join), min_size=1, max_size=20))
def test_any_text_is_printed_as_it_stands(texts):
    """At the start of a line and after a call, before which Typst would read on."""
    forms = [string(form) for words in texts for form in (markup(words), f"#emph[x]{markup(words)}#emph[x]")]
    expression = "(" + "".join(f'eval({form}, mode: "markup"),' for form in forms) + ")"
    import typst

    shown = [printed(content) for content in json.loads(typst.eval(b"", expression, ignore_system_fonts=True))]
    for words, alone, after in zip(texts, shown[::2], shown[1::2], strict=True):
        plain = re.sub("[ \u2028]+", " ", words)
        assert alone.strip(" ") == plain.strip(" ")
        assert after == f"x{plain}x"


def test_characters_of_typst_are_escaped_where_they_stand(tmp_path):
    name = Run("a", style="name")
    words = (name, Run('; (d) [f] # 5 * 3_000 $2 @x <y> ~z \\ `q` // /* -1 -- 1. "q" 6" it\'s'))
    book = print_blocks(tmp_path, prose(words))
    line = next(line for line in book.text.splitlines() if line.startswith("#emph[a]"))
    assert line.startswith(r"#emph[a]\; (d) \[f\] \# 5 \* 3\_000 \$2 \@x \<y\> \~z \\ \`q\` \/\/ \/\*")
    assert line.endswith('\\-1 \\-- 1. \\"q\\" 6\N{DOUBLE PRIME} it\N{RIGHT SINGLE QUOTATION MARK}s')


SPANS = Grid(
    (
        GridRow((Cell(text("2")), Cell(text("nothing at all"), across=2), Cell(text("stop")))),
        GridRow((Cell(text("3–6")), Cell(text("1")), Cell(text("2")), Cell(text("test of nerve"), down=2))),
        row("7", "3", "4"),
    ),
    (
        GridRow((Cell(text("Roll"), down=2), Cell(text("Effect"), across=2), Cell(text("Then"), down=2))),
        row("Foot", "Horse"),
    ),
    text("Results"),
)


def test_a_table_is_printed_cell_for_cell(tmp_path):
    """Typst gives the cells back in their order; places follow from the spans."""
    book = print_blocks(tmp_path, SPANS)
    head = ["Roll", "Effect", "Then", "Foot", "Horse"]
    assert book.tables() == [[*head, "2", "nothing at all", "stop", "3–6", "1", "2", "test of nerve", "7", "3", "4"]]
    for cell in (
        "cell(rowspan: 2)[Roll]",
        "cell(colspan: 2, align: center)[Effect]",
        "cell(colspan: 2)[nothing at all]",
        "cell(rowspan: 2)[test of nerve]",
    ):
        assert cell in book.text
    assert "columns: (auto, auto, auto, auto)" in book.text
    assert "align: (center, center, center, left)" in book.text, "only columns of short data are centred"
    assert "head-rows: 2" in book.text


def test_a_long_table_goes_on_and_widths_are_kept(tmp_path):
    rows = tuple(row(str(one), f"words and more words of row {one}") for one in range(80))
    table = Grid(rows, (row("No", "Words"),), text("Long"), widths=(15, 85))
    below = Page("b", Section(text("After"), (prose("Words."),)))
    book = print_pages(tmp_path, Page("a", Section(text("Before"), (table,))), below)
    assert "columns: (15fr, 85fr)" in book.text
    first, last = book.query("query(heading).map(it => it.location().page())")
    assert last > first


def test_lists_are_numbered_by_their_depth(tmp_path):
    deep = Point(text("two"), (Point(text("deep"), points("deeper"), numbered=True),), numbered=True)
    book = print_blocks(tmp_path, Steps((Point(text("one")), deep)), Steps(points("a", "b"), bulleted=True))
    for expected in ('numbering: "1.", start: 1', 'numbering: "a.", start: 1', 'numbering: "i.", start: 1'):
        assert expected in book.text
    assert book.query("query(list).len()") == 1


def test_bars_stand_beside_whatever_is_changed(tmp_path):
    rows = (row("old", "row"), row("new", "row", changed=True))
    entries = (Entry(text("term"), text("Old.")), Entry(text("new term"), text("New."), changed=True))
    new = Section(text("A new section"), (prose("With a paragraph."),), changed=True)
    found = (prose("A new paragraph.", changed=True), Grid(rows), Entries(entries))
    book = print_pages(tmp_path, Page("a", Section(text("A chapter"), found, (new,))))
    marks = book.query("query(<bar-mark>).map(it => (it.value.edge, it.location().position().y / 1pt))")
    assert len(marks) == 2 * 5, "paragraph, row, entry, heading, paragraph below it"
    bars = list(zip(marks[::2], marks[1::2], strict=True))
    assert all((top[0], bottom[0]) == ("top", "bottom") for top, bottom in bars)
    of_row = bars[1]
    assert of_row[1][1] - of_row[0][1] > 5, "the bar of a row is as high as the row"
    assert [top[1] for top, _bottom in bars] == sorted(top[1] for top, _bottom in bars)


def test_a_bar_goes_on_over_a_page_break(tmp_path):
    book = print_blocks(tmp_path, prose("words of a long new rule " * 400, changed=True))
    pages = book.query("query(<bar-mark>).map(it => it.location().page())")
    assert pages[0] < pages[1]


def place(address: str) -> LinkTarget:
    return LinkTarget(address, "define", address.capitalize())


def test_the_index_has_pages_and_entries_below_entries(tmp_path):
    far = tuple(prose("Words. " * 200) for _ in range(8))
    sections = tuple(Section(text(name), far, place=place(name)) for name in ("dice", "unit"))
    index = {"dice": ("dice", "unit; broken", "1st; x"), "unit": ("dice", "Ölfaß"), "lost": ("nowhere",)}
    book = print_pages(tmp_path, Page("a", Section(text("A chapter"), (), sections)), index=index)
    printed_index = book.text.partition("#book-index([Index],")[2]
    assert re.findall(r"^  \(\[(\w+)\]", printed_index, re.MULTILINE) == ["Symbols", "D", "O", "U"]
    assert '([dice], (("dice", false, "1.1"), ("unit", false, "1.2")), ()),' in printed_index
    assert '([unit], (), (([broken], (("dice", false, "1.1"),), ()),)),' in printed_index
    assert "nowhere" not in printed_index, "what is not printed has no page"
    *_, last = book.query("query(heading).map(it => (it.level, it.location().page()))")
    pages = book.query('("dice", "unit").map(it => query(label(it)).first().location().page())')
    assert pages[0] < pages[1] < last[1]


def link(address: str) -> Prose:
    return prose((Run("See "), Run(address, to=address), Run(".")))


def test_pages_become_chapters_with_numbers_and_links_name_pages_elsewhere(tmp_path):
    below = Section(text("Below"), (link("here"), link("here.part")), place=place("here"))
    first = Section(text("First"), (link("here"), link("there")), (below,), place=place("first"))
    second = Section(text("Second"), (), (Section(text("Below"), (prose("Words."),), place=place("there")),))
    front = Section(text("Front"), (prose("Words."),), (Section(text("No number"), (prose("Words."),)),))
    book = print_pages(tmp_path, Page("front", front, "front"), Page("one", first), Page("two", second, "rules"))
    assert "#section(level: 1)[Front]" in book.text
    assert '#section(level: 1, number: "1", labels: ("first",))[First]' in book.text
    assert '#section(level: 2, number: "2.1", labels: ("there",))[Below]' in book.text
    assert 'See #inside(to: "here", at: "1")[here]' in book.text
    assert 'See #inside(to: "there", at: "2")[there]' in book.text
    assert 'See #inside(to: "here")[here]\\.' in book.text, "who stands in the section needs no page"
    assert 'See #inside(to: "here")[here.part]\\.' in book.text, "a part leads to what it is a part of"


def test_a_book_without_rules_has_numbers_all_the_same(tmp_path):
    inner = Section(text("C"), (prose("Words."),), (Section(text("D"), (prose("Words."),)),))
    chapters = (Section(text("A"), (prose("Words."),)), Section(text("B"), (), (inner, inner)))
    book = print_pages(tmp_path, *(Page(str(at), one, "back") for at, one in enumerate(chapters)))
    numbers = re.findall(r"#section\(level: (\d)(?:, number: \"([\d.]+)\")?", book.text)
    assert numbers == [("1", "1"), ("1", "2"), ("2", "2.1"), ("3", ""), ("2", "2.2"), ("3", "")]


def test_a_link_to_what_is_not_printed_is_plain_text_and_an_error_in_a_whole_book(tmp_path):
    page = Page("a", Section(text("A chapter"), (link("lost"),)))
    assert "See lost\\." in print_pages(tmp_path, page, whole=False).text
    with pytest.raises(BookError, match="leads to what is not printed: lost"):
        print_pages(tmp_path, page)


def test_the_title_page_says_what_the_book_says(tmp_path):
    book = replace(
        small_plan(),
        book=Book("Border Marches", "Small battles", "2nd edition", 'The "Workshop"', ("One.", "Two."), ()),
    )
    print_pdf(book, PageLook(draft=True), tmp_path, "book")
    settings_of_book = (tmp_path / "book.typ").read_text(encoding="utf-8").partition("\n)")[0]
    for line in (
        'title: "Border Marches"',
        'subtitle: "Small battles"',
        'edition: "2nd edition"',
        'author: "The \\"Workshop\\""',
        'note: ("One.", "Two.")',
        'mark: "Draft"',
    ):
        assert line in settings_of_book


@pytest.mark.parametrize("name", [*BOXES, "changed"])
def test_paper_and_screen_know_the_same_classes(name):
    style = TEMPLATE.with_name("static") / "rulebook.css"
    assert re.search(rf"\.{name}\b", style.read_text(encoding="utf-8"))
    assert re.search(rf"(\b{name}:|#let {name}\b)", TEMPLATE.read_text(encoding="utf-8"))
