"""How the template lays out what it is given: contents, links, marks in the margin, what goes over to the next page."""

from __future__ import annotations

from collections import defaultdict

import pytest
import typst

from quarterdeck.rulebook.printed_words import words_in
from quarterdeck.rulebook.typst_builder import TEMPLATE

SETTINGS = """#let settings = (title: "Pond", subtitle: "", edition: "", author: "", note: (), paper: "a4",
  accent: rgb("#7a2b25"), large: false, mark: "", language: ("en", ""), chapter-pages: false, contents: CONTENTS)
"""
CHAPTERS = "\n".join(
    f'#section([Chapter], number: "{chapter}")\n'
    + "\n".join(f'#section([Part], level: 2, number: "{chapter}.{part}")' for part in range(1, 6))
    for chapter in range(1, 14)
)
LINES = "\n\n".join("A line of its own." for _ in range(60))


def pages(body: str, contents: str = "none") -> dict[int, str]:
    """Give the words of each page, as they stand from the top."""
    text = f"{SETTINGS.replace('CONTENTS', contents)}\n{TEMPLATE.read_text('utf-8')}\n{body}"
    found: dict[int, list[str]] = defaultdict(list)
    for one in words_in(typst.compile(text.encode(), ignore_system_fonts=True)):
        found[one.page].append(one.words)
    return {number: " ".join(words) for number, words in found.items()}


def test_contents_stand_on_one_page_where_two_columns_are_enough():
    found = pages(CHAPTERS, "[Contents]")
    assert "Contents" in found[2]
    assert "13.5" in found[2]
    assert "Contents" not in found[3]
    assert "1.1" in found[3]


def test_a_link_tells_its_number_here_and_its_page_elsewhere():
    link = '#inside(to: "pond", page: true, number: "8.1")[pond]'
    found = pages(f'#labelled(name: "pond")[Ducks.] {link}\n#pagebreak()\n{link}')
    assert "8.1" in found[2]
    assert "p." not in found[2]
    assert "8.1, p. 2" in found[3].replace("\N{NO-BREAK SPACE}", " ")


def test_what_stands_in_the_margin_is_told_from_numbers_of_the_book():
    assert "[1.4, S7]" in pages("#margin-marks[1.4, S7] Ducks.")[2]


@pytest.mark.parametrize(("lines", "is_over"), [("Short.", False), (LINES, True)])
def test_a_scenario_that_goes_over_has_its_name_at_the_head_of_the_next_page(lines, is_over):
    found = pages(f'#beside(title: "Ice")[{lines}][#rect(height: 4cm)]')
    assert "continued" not in found[2]
    assert ("Ice, continued" in found.get(3, "")) is is_over
