"""Reports: every block is printed as a page and on paper, with nothing lost and nothing taken for markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import StringIO

import pytest
from rich.console import Console

from quarterdeck.print.book.overlaps import faults_in
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.report import html, terminal
from quarterdeck.print.report.document import (
    BoxedCell,
    Chart,
    ColouredCell,
    Commands,
    Folded,
    Legend,
    Report,
    ReportColumn,
    SideBySide,
    listing,
    prose,
    said,
    section,
    table,
)
from quarterdeck.print.report.file import as_pdf
from quarterdeck.print.report.markdown import as_markdown
from quarterdeck.print.typst import LayoutError, compiler_of, pdf_of
from quarterdeck.prose.text.blocks import Block, Cell, Entries, Prose
from quarterdeck.prose.text.runs import Run

RED = "#aa0000"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>'
VOID = {"meta", "br", "rect"}
BLOCKS: tuple[Block, ...] = (
    prose("plainly <b>said</b>"),
    prose("softly", "aside"),
    prose("heading", "head"),
    prose("      further", "step"),
    Prose((*said("was "), *said("old", "differs")), "gone"),
    Prose((*said("is "), *said("fresh", "differs")), "new"),
    Prose(tuple(Run(f"run{style}", style=style) for style in ("strong", "aside", "code", "quoted", "chip"))),
    listing(["first & last", said("second", "strong")]),
    table(("left", "right"), [("words", "17"), (Cell(lines=(said("above"), said("below"))), "4")], right=[1]),
    table(
        ("", ColouredCell(said("dotted"), colour=RED)),
        [
            (said("linked", to="part"), ColouredCell(said("barred"), colour=RED, bar=40)),
            ("boxes", BoxedCell(lines=(said("boxed"),), colour=RED)),
        ],
        style="even boxes",
    ),
    Commands(("$ quarterdeck check",)),
    Chart("drawn", SQUARE, {"mark": "</script>"}, "a square"),
    Folded("unfold", (prose("inside"),), (prose("instead"),)),
    Legend((("named", RED),)),
    SideBySide((ReportColumn(said("column"), RED, (prose("within"),)),), is_short=True),
)
REPORT = Report(
    said("Report <1>"),
    (section("Part", BLOCKS, [section("Below", [prose("deep")])], "part"), section("Other", [prose("last")])),
    said("introduced"),
    foot=said("at the foot"),
    is_wide=True,
)
ON_PAPER = (
    "introduced softly heading further was old is fresh first second words 17 above below dotted barred boxes boxed "
    "instead named column within Below deep Other last"
)
ONLY_ON_PAPER, ONLY_ON_PAGES = {"instead"}, "inside unfold"


class Tags(HTMLParser):
    """Follows tags, each of which has to be closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.words: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.opened.pop() == tag

    def handle_data(self, data):
        self.words += data.split()


def test_a_page_shows_every_block_and_closes_every_tag():
    page = html.as_html(REPORT, "draw('</script>')")
    read = Tags()
    read.feed(page)
    assert read.opened == []
    assert {*ON_PAPER.split(), *ONLY_ON_PAGES.split()} - ONLY_ON_PAPER <= set(read.words)
    assert "<b>said</b>" not in page
    assert len(set(read.ids)) == len(read.ids)
    assert page.count("<main>") == page.count("<h1>") == 1
    assert '<a href="#part">Part</a>' in page
    assert "Other</a>" not in page


def test_paper_shows_every_block():
    words = " ".join(one.words for one in words_in(as_pdf(REPORT))).split()
    assert set(ON_PAPER.split()) <= set(words)
    assert not {"inside", "unfold"} & set(words)


def test_a_chart_has_words_for_those_who_do_not_see_it():
    assert 'aria-label="a square"' in html.as_html(REPORT, "draw()")
    assert b"/Alt(a square)" in as_pdf(REPORT).replace(b"/Alt (", b"/Alt(")


def test_long_names_are_broken_where_a_column_is_narrow():
    names = [
        f"(casualties.the_number_of_{one}_that_are_lost_for_good)" for one in ("ships", "sailors", "guns", "sails")
    ]
    report = Report(said("narrow"), (section("Part", [table(("", *"abcd"), [("", *names)], style="even")]),))
    assert faults_in(as_pdf(report)) == []


def test_what_a_printer_does_not_know_is_not_left_out():
    report = Report(said("odd"), (section("Part", [Entries(())]),))
    with pytest.raises(TypeError, match="no page shows Entries"):
        html.as_html(report)
    with pytest.raises(LayoutError, match="no paper shows Entries"):
        as_pdf(report)
    with pytest.raises(TypeError, match="no Markdown shows Entries"):
        as_markdown(report)


def test_markdown_shows_paragraphs_and_lists():
    part = section("Part", [Prose((*said("2*d6", "strong"), *said(" by "), *said("a_b", "code"))), listing(["one"])])
    assert as_markdown(Report(said("Title"), (part,))) == "# Title\n\n## Part\n\n**2\\*d6** by `a_b`\n\n- one\n"


def test_a_terminal_breaks_changed_lines_between_words_and_shows_markup_as_it_is():
    shown = StringIO()
    console = Console(file=shown, width=44, highlight=False)
    long = Prose((*said("a line that is longer than the terminal is "), *said("wide", "differs")), "new")
    terminal.print_section(console, section("changed [1]", (), [section(said("a.b", "code"), [long])]))
    assert shown.getvalue().splitlines() == [
        "",
        "changed [1]",
        "",
        "a.b",
        "  + a line that is longer than the terminal",
        "    is {+wide+}",
    ]


def test_typst_says_what_it_refuses_and_a_warning_is_an_error(tmp_path):
    with pytest.raises(LayoutError, match="unknown variable: nowhere"):
        compiler_of("#nowhere", {}).svg()
    template = tmp_path / "odd.typ"
    template.write_text('#set text(font: "No Such Font")\nwords', "utf-8")
    with pytest.raises(LayoutError, match="unknown font family"):
        pdf_of(template, {})


def test_a_page_has_no_empty_heads_and_its_headings_in_order():
    """Heads of nothing and headings that skip a level lead readers of screens astray."""
    games = table(("", "Game", "Other"), [("Hits", "3", "4")])
    cards = SideBySide((ReportColumn(said("One"), RED, (games,)),))
    page = html.as_html(Report(said("Compared"), (), blocks=(cards,)))
    assert re.findall(r"<h[1-6]", page) == ["<h1", "<h2"]
    assert "<td></td><th" in page
    assert '<div class="wide" tabindex="0">' in page
