"""A book that is built, on screen and on paper, says what its ruleset says: every table, every word of every rule."""

from __future__ import annotations

import pytest

from quarterdeck.prose.english.table_writer import standing_apart
from quarterdeck.prose.text.rule_facts import address_of
from quarterdeck.prose.text.runs import plain
from tests.readback import books
from tests.readback.books import SHIPPED, SMALL, BuiltBook, PrintedTable, built, letters
from tests.readback.test_tables import check, words_of_point


def faults_on_paper(book: BuiltBook) -> list[str]:
    """Look for the lines of every table in the PDF, each behind the one before it."""
    paper = books.words_on_paper(book.pdf)
    faults = []
    for table in book.ruleset.declared.tables.values():
        printed = book.read.tables[table.name]
        title = letters(printed.title)
        starts = [found for found in range(len(paper)) if paper.startswith(title, found)]
        if not any(_lines_behind(paper, start + len(title), printed) for start in starts):
            faults.append(table.name)
    return faults


FAR = 400
"""So many letters may stand between two lines of a table: the foot of a page, the head of the next."""


def _lines_behind(paper: str, at: int, printed: PrintedTable) -> bool:
    for line in printed.stretches:
        for cell in line:
            said = letters(cell)
            found = paper.find(said, at, at + FAR + len(said))
            if found < 0:
                return False
            at = found + len(said)
    return True


def unprinted(book: BuiltBook) -> list[str]:
    """Give what the writer gives of a rule and its section in the book has not: a step, a case, a sentence.

    Why a rule stands apart from the turn may have been said before in its chapter, of another rule.
    """
    arranger = book.planned.arranger
    faults = []
    for rule in book.ruleset.declared.rules.values():
        address = address_of(rule)
        section = arranger.writer.section(address)
        if section is None or address in arranger.selection.numbers or address not in book.read.by_id:
            continue
        printed = letters(book.read.words_at(address, book.holders))
        pieces = [words_of_point(point) for steps in section.steps for point in steps.points]
        pieces += map(plain, section.prose("lead", "note"))
        missing = [piece for piece in pieces if letters(piece) not in printed]
        if (reasons := {*map(plain, standing_apart(rule.apart))}) & {*missing}:
            before = letters(book.read.words_before(address))
            missing = [piece for piece in missing if piece not in reasons or letters(piece) not in before]
        faults += [f"{address}: {piece}" for piece in missing]
    return faults


def check_book(game: str) -> None:
    book = built(game)
    cells = check(book.ruleset, book.planned.arranger.writer, book.read.tables)
    assert faults_on_paper(book) == []
    assert unprinted(book) == []
    print(game, len(book.ruleset.declared.tables), "tables", cells, "cells")


@pytest.mark.parametrize("game", SMALL)
def test_a_printed_book_says_what_its_ruleset_says(game: str) -> None:
    check_book(game)


@pytest.mark.soak
@pytest.mark.parametrize("game", SHIPPED)
def test_a_shipped_book_says_what_its_ruleset_says(game: str) -> None:
    check_book(game)
