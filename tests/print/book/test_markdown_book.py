"""A book in Markdown: every link leads somewhere, every table is even, and all words of the book are in it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset, print_book
from quarterdeck.base.resources import starter_folder
from quarterdeck.print.book.markdown_book import markdown_of
from quarterdeck.print.book.plan import plan
from quarterdeck.print.markdown_marks import marked

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture(
    scope="module", params=[GAMES / "snowballs", GAMES / "regatta", starter_folder()], ids=lambda one: one.name
)
def page(request):
    return markdown_of(plan(Ruleset.open(str(request.param))))


def test_every_link_leads_to_an_anchor_and_every_anchor_is_there_once(page):
    anchors = Counter(re.findall(r'<a id="([^"]+)"></a>', page))
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) - set(anchors) == set()
    assert [one for one, count in anchors.items() if count > 1] == []


def test_every_table_has_as_many_cells_in_each_row(page):
    for table in re.findall(r"(?:^\|.*\|$\n?)+", page, re.MULTILINE):
        rows = table.splitlines()
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1, table
        assert set(rows[1]) <= set("| -")


def test_marks_of_markdown_are_closed(page):
    assert "****" not in page
    for line in page.splitlines():
        assert len(re.findall(r"(?<!\\)\*\*", line)) % 2 == 0, line


def test_headings_are_nested_and_numbered(page):
    levels = [len(one) for one in re.findall(r"^(#+) ", page, re.MULTILINE)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    numbers = re.findall(r'^#+ (?:<a id="[^"]*"></a>)?(\d+(?:\.\d+)?) ', page, re.MULTILINE)
    assert numbers == sorted(numbers, key=lambda one: tuple(map(int, one.split("."))))
    assert numbers


def test_sentences_of_the_rules_are_in_it():
    page = markdown_of(plan(Ruleset.open(str(starter_folder()))))
    assert "It is a hit if the total is no more than the firing ship’s guns." in page
    assert "| 3–5 | The target loses [one point of hull](#gunnery.hole). |" in page
    assert "| Falcon | 3 | 3 | 6 |" in page


def test_it_is_printed_without_sphinx_or_typst(tmp_path):
    paths = print_book(Ruleset.open(str(starter_folder())), tmp_path, ("md",))
    assert list(paths) == ["md"]
    assert paths["md"].read_text("utf-8").startswith("# ")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("1. Auflage", r"1\. Auflage"),
        ("1985) Midway", r"1985\) Midway"),
        ("- a", r"\- a"),
        ("a - b, 1.5 & c", "a - b, 1.5 & c"),
        ("&amp; &#38; AT&T;", r"\&amp; \&\#38; AT\&T;"),
        ("$x$ ~~y~~", r"\$x\$ \~\~y\~\~"),
    ],
)
def test_words_are_no_marks(words, shown):
    assert marked(words) == shown


def test_a_book_of_own_notes_is_after_nobody_and_a_pool_agrees_with_its_name():
    page = markdown_of(plan(Ruleset.open(str(starter_folder()))))
    head = page.partition("## How to read this book")[0]
    assert "after" not in head.lower()
    assert "Edition first draft" in head
    assert "This is the work of the pumps." in page
    assert "The work of the pumps is 4 and 1." in page
