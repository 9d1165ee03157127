"""What all cells of a table begin with is said once above it, and nothing else is touched."""

from __future__ import annotations

import pytest

from quarterdeck.prose.english.beginnings import said_above
from quarterdeck.prose.text.blocks import Cell, GridRow, Point
from quarterdeck.prose.text.runs import EMPTY, plain, text


def rows(*sentences: str) -> tuple[GridRow, ...]:
    """Give a table of one column, with a sentence in each row."""
    return tuple(
        GridRow((Cell(text(str(number))), Cell(EMPTY, (Point(text(words)),)))) for number, words in enumerate(sentences)
    )


def cells(shown: tuple[GridRow, ...]) -> list[str]:
    return [plain(point.text) for row in shown for cell in row.cells for point in cell.points]


def test_what_all_begin_with_stands_above():
    begun, shown = said_above(
        rows(
            "The child loses a glove.",
            "The child loses two gloves.",
            "The child loses heart.",
            "The child loses a cap.",
        )
    )
    assert plain(begun) == "the child loses"
    assert cells(shown) == ["A glove", "Two gloves", "Heart", "A cap"]


def test_the_noun_that_differs_keeps_its_article():
    same = ["The child loses a red glove.", "The child loses a red cap."] * 2
    assert cells(said_above(rows(*same))[1])[0] == "A red glove"


@pytest.mark.parametrize(
    "sentences",
    [
        ["The child falls.", "The child loses a cap.", "The child loses heart.", "The child loses two caps."],
        ["The child loses a cap.", "The child loses heart.", "The child loses two caps."],
        ["The child loses.", "The child loses a cap.", "The child loses heart.", "The child loses two caps."],
        ["Children lose a cap.", "Children lose heart.", "Children lose two caps.", "Children lose three."],
    ],
    ids=["too little is shared", "too few", "nothing would be left", "too short"],
)
def test_all_else_stays_as_it_is(sentences):
    assert said_above(rows(*sentences)) == (EMPTY, rows(*sentences))


def test_figures_stay_as_they_are():
    shown = (*rows(*["The child loses a cap."] * 4), GridRow((Cell(text("5")), Cell(text("7")))))
    assert said_above(shown) == (EMPTY, shown)
