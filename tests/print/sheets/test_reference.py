"""The reference of a battle's sheets holds what that battle can use, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.print.sheets.chart_data import Room, blocks_as_data, grids_in, together
from quarterdeck.print.sheets.planning import Wishes, plan
from quarterdeck.print.sheets.sheet_pdf import print_plan
from quarterdeck.prose.text.blocks import Cell, Grid, GridRow
from quarterdeck.prose.text.runs import text

GAMES = Path(__file__).parents[2] / "games"
ROOM = Room(9000, 27700, 27700)


def test_four_cruisers_have_one_page_without_submarines_and_aircraft(tmp_path):
    found = plan(Ruleset.open("easyships"), "river_plate", Wishes(parts=("reference",)))
    (part,) = found.data["parts"]
    said = " ".join(texts(part))
    for there in ("Rolling to hit", "Shell against armor", "A torpedo strikes", "Critical hits", "Damage control"):
        assert there in said
    for gone in ("sonar", "bomb", "Anti-aircraft", "depth charges", "Hits from under water", "Destroyer"):
        assert gone not in said
    assert print_plan(found, tmp_path / "sheet.pdf") == 1


def test_the_sheets_of_a_roster_hold_everything():
    found = plan(Ruleset.open("easyships"), "historical", Wishes(parts=("reference",)), ("Ajax",))
    said = " ".join(texts(found.data["parts"]))
    assert "sonar" in said


def texts(data: Any) -> Iterator[str]:
    """Give all words in data for print."""
    match data:
        case str():
            yield data
        case dict():
            for one in data.values():
                yield from texts(one)
        case list() | tuple():
            for one in data:
                yield from texts(one)


@pytest.mark.parametrize(
    ("note", "below"),
    [("The first row that applies counts.", True), ("In knots.", False), ("What is lost is rounded down.", True)],
)
def test_what_a_table_says_below_it_is_on_the_sheet(note, below):
    head = GridRow((Cell(text("Range")), Cell(text("Result"))))
    rows = tuple(GridRow((Cell(text(name)), Cell(text("1")))) for name in ("near", "far"))
    (found,) = together([Grid(rows, (head,), text("To hit"), notes=(text(note),), stubs=1)], ROOM)
    (grid,) = grids_in(blocks_as_data([found], ROOM))
    said = " ".join(texts(grid["notes"] if below else grid["caption"]))
    assert note.rstrip(".").lower() in said.lower()


def test_tables_with_other_notes_do_not_stand_as_one():
    head = GridRow((Cell(text("Gun")), Cell(text("Result"))))
    rows = tuple(GridRow((Cell(text(name)), Cell(text("1")))) for name in "abcd")
    one, other = (
        Grid(rows, (head,), text(title), notes=(text(f"Only for {title} of all guns."),), stubs=1) for title in "xy"
    )
    assert len(together([one, other], ROOM)) == 2
    assert len(together([one, replace(other, notes=one.notes)], ROOM)) == 1


def test_the_sheet_says_how_a_table_between_rows_is_read():
    found = plan(Ruleset.open(str(GAMES / "marbles")), "pavement", Wishes(parts=("reference",)))
    assert "Between two rows, the result lies on a straight line" in " ".join(texts(found.data["parts"]))
