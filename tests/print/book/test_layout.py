"""How the template lays out what it is given: contents, links, marks in the margin, what goes over to the next page."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from quarterdeck.print.book.book_pdf import TEMPLATE
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.print.book.pdf_words import PrintedWords, words_in
from quarterdeck.print.book.typst_rounds import typeset

SETTINGS = """#let settings = (title: "Pond", subtitle: "", edition: "", author: "", note: (), paper: "a4",
  accent: rgb("#7a2b25"), large: false, reference-alone: false, mark: "", language: "en", contents: CONTENTS)
#let known = json("known.json")
"""
CHAPTERS = "\n".join(
    f'#section([Chapter], number: "{chapter}")\n'
    + "\n".join(f'#section([Part], level: 2, number: "{chapter}.{part}")' for part in range(1, 6))
    for chapter in range(1, 14)
)
LINES = "\n\n".join("A line of its own." for _ in range(60))


def pages(body: str, contents: str = "none") -> dict[int, str]:
    """Give the words of each page, as they stand from the top."""
    found: dict[int, list[str]] = defaultdict(list)
    for one in pages_of(body, SETTINGS.replace("CONTENTS", contents)):
        found[one.page].append(one.words)
    return {number: " ".join(words) for number, words in found.items()}


def pages_of(body: str, settings: str) -> list[PrintedWords]:
    """Give the words of all pages with their places."""
    text = f"{settings.replace('CONTENTS', 'none')}\n{TEMPLATE.read_text('utf-8')}\n{body}"
    with TemporaryDirectory() as folder:
        source, pdf = Path(folder, "pond.typ"), Path(folder, "pond.pdf")
        source.write_text(text, "utf-8")
        assert typeset(source, pdf, 0).warnings == ()
        return list(words_in(pdf.read_bytes()))


def test_contents_stand_on_one_page_where_two_columns_are_enough():
    found = pages(CHAPTERS, "[Contents]")
    assert "Contents" in found[2]
    assert "13.5" in found[2]
    assert "Contents" not in found[3]
    assert "1.1" in found[3]


def test_a_link_tells_its_number_here_and_its_page_elsewhere():
    link = '#inside(to: "pond", at: "1", number: "8.1")[pond]'
    found = pages(f'#anchor("pond") Ducks. {link}\n#pagebreak()\n{link.replace("1", "2", 1)}')
    assert "8.1" in found[2]
    assert "p." not in found[2]
    assert "8.1, p. 2" in found[3].replace("\N{NO-BREAK SPACE}", " ")


def test_what_stands_in_the_margin_is_told_from_numbers_of_the_book():
    assert "[1.4, S7]" in pages("#margin-marks[1.4, S7] Ducks.")[2]


def test_what_stands_in_one_piece_is_not_torn_and_what_takes_a_page_may_be():
    rows = ", ".join(f"[row {number}]" for number in range(30))
    table = f"#rules-table(columns: (auto,), align: (left,), {rows})"
    found = pages(f'#v(15cm)Before.\n#piece(name: "1")[{table}]')
    assert "row 0 " not in f"{found[2]} "
    assert "row 0 " in f"{found[3]} "
    assert "row 29" in found[3]
    high = pages(f'#v(15cm)Before.\n#piece(name: "1")[{table.replace("[row", "[#v(1cm)row")}]')
    assert "row 0 " in f"{high[2]} "
    long = pages(f"#v(15cm)Before.\n#piece(is-torn: true)[{table}]")
    assert "row 0 " in f"{long[2]} "


def test_a_chapter_does_not_begin_alone_at_the_foot():
    lead = "#lead(short: true)[What it is about, in a line or two.]"
    part = '#section([Part], level: 2, number: "1.1")\nThe first line of the part.'
    found = pages(f'#v(20.6cm)Before.\n#section([Chapter], number: "1")\n{lead}\n{part}')
    assert "Before" in found[2]
    assert "Chapter" not in found[2]
    assert "Chapter" in found[3]


def test_what_leaves_much_of_a_page_empty_goes_to_the_head_of_the_next_and_the_text_runs_on():
    rows = ", ".join(f"[row {number}]" for number in range(30))
    table = f"#rules-table(columns: (auto,), align: (left,), {rows})"
    found = pages(f'#v(15cm)Before.\n#piece(name: "1", is-due: true)[{table}]\nBehind it.')
    assert "Before. Behind it." in found[2]
    assert "row 29" in found[3]


def test_small_print_fills_its_columns_and_ends_with_both_as_high():
    items = ", ".join(f"[#block(height: 4cm)[item {number}.]]" for number in range(14))
    found = pages(f"#narrow({items})\n\nBehind it.")
    on_first = [number for number in range(14) if f"item {number}." in found[2]]
    assert on_first == list(range(12))
    assert all(f"item {number}." in found[3] for number in range(12, 14))
    assert "Behind it." in found[3]


# What this leads to moves whenever it is laid out, as long as the pages on which references stand are known, or always.
RESTLESS = """See #inside(to: "two", at: "1")[Two].

#if CONDITION {
  v(if known-places.at("two", default: (1, 0, 0)).at(2) > 300 { 1cm } else { 12cm })
}

#section([Third], labels: ("two",))
"""


@pytest.mark.parametrize(
    ("condition", "warned"),
    [("known-references.len() > 0", ()), ("not is-first-time", ("the pages that references name do not settle",))],
)
def test_a_book_whose_places_never_settle_is_printed_with_all_page_numbers(tmp_path, condition, warned):
    source, pdf = tmp_path / "pond.typ", tmp_path / "pond.pdf"
    body = RESTLESS.replace("CONDITION", condition)
    source.write_text(f"{SETTINGS.replace('CONTENTS', 'none')}\n{TEMPLATE.read_text('utf-8')}\n{body}", "utf-8")
    warnings = typeset(source, pdf, 0).warnings
    assert tuple(warning.partition(":")[0] for warning in warnings) == warned
    words = " ".join(one.words for one in words_in(pdf.read_bytes()))
    assert re.search(r"See Two p\.\s2", words), "on the page that it leads to"


def test_what_typst_refuses_is_raised_with_its_words(tmp_path):
    source = tmp_path / "pond.typ"
    source.write_text("#nonsense()", "utf-8")
    with pytest.raises(BookError, match="unknown variable: nonsense"):
        typeset(source, tmp_path / "pond.pdf", 0)
