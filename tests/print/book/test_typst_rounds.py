"""What goes to the head of the next page, what is torn, and what stays where it is due."""

from __future__ import annotations

from typing import cast

from quarterdeck.print.book.typst_rounds import (
    FoundLayout,
    KnownLayout,
    PlacedPiece,
    Typesetter,
    _settled,
    in_order,
)

GONE = PlacedPiece(due=(1, 100.0), place=(2, 50.0), foot=700.0)
AT_FOOT = PlacedPiece(due=(1, 690.0), place=(2, 50.0), foot=700.0)


class Noting:
    """Notes what a layout is told, and finds the same each time."""

    def __init__(self, found: FoundLayout) -> None:
        self.found = found
        self.told: list[KnownLayout] = []

    def laid_out(self, told: KnownLayout) -> FoundLayout:
        self.told.append(told)
        return self.found


def test_a_picture_goes_to_the_head_of_a_page_and_a_table_never_leaves_its_rule():
    found = FoundLayout(KnownLayout(), {"1": GONE, "2t": GONE, "3s": GONE, "4": AT_FOOT, "5t": AT_FOOT}, (1,))
    noting = Noting(found)
    _, is_settled = _settled(cast("Typesetter", noting), found)
    assert is_settled
    assert noting.told[-1].heads == ("1",)
    assert noting.told[-1].torn == ("2t",)


def test_names_of_pieces_stand_in_the_order_of_the_text():
    assert in_order({"10s", "9", "2t"}) == ("2t", "9", "10s")
