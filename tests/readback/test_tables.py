"""Every table of a book says what the table of the ruleset says: its columns, its rows, every cell.

A cell that an author tells says what the ruleset has as well, or what the rules make of it: `told_cells.py` works that
out. What is left are numbers in `told_otherwise.yaml`, each with the reason why a cell does without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from quarterdeck.api import facts, try_rule
from quarterdeck.language.declarations.symbol_table import CellOf, Table
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.text.blocks import Cell, Point
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.readback import literals, sure
from tests.readback.books import SHIPPED, SMALL, PrintedTable, letters, opened, tables_of
from tests.readback.figures import numbers_in
from tests.readback.tables import UnreadableError, cell_says, stretch, value_in
from tests.readback.told_cells import DASH, NONE_TOLD, ToldCells, told_in

NOTHING = "\N{EM DASH}"
SURE = ("never", "always")
"""What a figure is in words with which everything compares in one way."""


def faults_of(ruleset: Ruleset, table: Table, printed: PrintedTable, told: ToldCells = NONE_TOLD) -> Iterator[str]:
    """Give what a printed table says otherwise than the ruleset."""
    if printed.title != table.title.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"):
        yield f"{table.name}: the title is {printed.title!r}"
    if len(table.keys) > 1:
        for above, (name, low, high) in zip(printed.head[-1][1:], table.columns, strict=True):
            if read(above, table, 1, ruleset) != (low, high):
                yield f"{table.name}: column {name} is printed {above!r}"
    elif table.columns:
        known = [name.replace("_", " ").casefold() for name, _, _ in table.columns]
        if [above.casefold() for above in printed.head[-1][1:]] != known:
            yield f"{table.name}: the columns are printed {printed.head[-1]}"
    if len(printed.rows) != len(table.rows):
        yield f"{table.name}: {len(table.rows)} rows, {len(printed.rows)} printed"
    for words, row in zip(printed.rows, table.rows, strict=False):
        if read(words[0], table, 0, ruleset) != (row.low, row.high):
            yield f"{row.address}: the row is printed {words[0]!r}"
        if len(words) != len(row.cells) + 1:
            yield f"{row.address}: {len(row.cells)} cells, {len(words) - 1} printed"
        for said, cell in zip(words[1:], row.cells, strict=False):
            yield from faults_of_a_cell(said, cell, table, ruleset, told)


def faults_of_a_cell(
    said: str, cell: CellOf, table: Table, ruleset: Ruleset, told: ToldCells = NONE_TOLD
) -> Iterator[str]:
    """Give what a printed cell says otherwise than the ruleset; what may be said otherwise, an author must tell."""
    shown, left_out = told.shown.get(cell.address), told.left_out.get(cell.address, frozenset())
    expected = value_in(cell.value, ruleset.checked) if cell.value is not None else None
    if (shown is not None or left_out) and cell.address not in told.addresses:
        yield f"{cell.address}: nobody tells it, and {said!r} is printed"
    elif shown is not None:
        if said.casefold() != shown.casefold():
            yield f"{cell.address}: the rules make it {shown!r}, and {said!r} is printed"
    elif cell.value is not None and left_out:
        if said != DASH or left_out != {expected}:
            yield f"{cell.address}: {expected} is printed {said!r}"
    elif said in SURE:
        if sure.said(table.name, expected, ruleset.checked) != said:
            yield f"{cell.address}: {expected} is printed {said!r}"
    elif expected is not None and expected != value(said, table, ruleset):
        yield f"{cell.address}: {expected} is printed {said!r}"
    elif (said == NOTHING) != (cell.value is None and not cell.statements):
        yield f"{cell.address}: printed {said!r}"
    elif missing := literals.of_cell(cell, ruleset.checked) - numbers_in(said) - left_out:
        yield f"{cell.address}: {', '.join(map(str, missing))} not in {said!r}"


def read(words: str, table: Table, key: int, ruleset: Ruleset) -> tuple[int, int] | None:
    try:
        return stretch(words, table.keys[key].type, ruleset.declared)
    except UnreadableError:
        return None


def value(words: str, table: Table, ruleset: Ruleset) -> object:
    try:
        return cell_says(words, table, ruleset.declared)
    except UnreadableError:
        return None


def words_of(cell: Cell) -> str:
    """Give all words of a cell as they are planned."""
    return letters("".join(map(words_of_point, cell.points)) or plain(cell.text))


def words_of_point(point: Point) -> str:
    below = "".join(map(words_of_point, point.points))
    return f"{plain(point.lead)}{plain(point.text)}{below}{''.join(map(plain, point.after))}"


def check(ruleset: Ruleset, writer: EnglishWriter, tables: Mapping[str, PrintedTable]) -> int:
    """Compare every table; give how many cells were read."""
    cells = 0
    faults: list[str] = []
    told = told_in(ruleset, writer)
    for table in ruleset.declared.tables.values():
        printed = tables.get(table.name)
        if printed is None:
            faults.append(f"{table.name} is not printed")
            continue
        faults += faults_of(ruleset, table, printed, told)
        planned = writer.section(table.name)
        assert planned is not None
        assert planned.grid is not None
        for words, row in zip(printed.rows, planned.grid.rows, strict=True):
            cells += len(words)
            faults += [
                f"{cell.address}: planned {words_of(cell)}, printed {letters(said)}"
                for said, cell in zip(words, row.cells, strict=True)
                if words_of(cell) != letters(said)
            ]
    assert faults == []
    return cells


@pytest.mark.parametrize("game", [*SMALL, *SHIPPED])
def test_every_table_says_what_the_ruleset_says(game: str) -> None:
    """As the pages have it before they are typeset; what is printed in the end is read in `test_printed.py`."""
    ruleset = opened(game)
    assert check(ruleset, *tables_of(ruleset)) > 0


@pytest.mark.parametrize("game", SHIPPED)
def test_every_table_with_cells_that_are_told_says_what_the_ruleset_says(game: str) -> None:
    ruleset = opened(game)
    writer, tables = tables_of(ruleset, told=True)
    assert told_in(ruleset, writer).addresses
    assert check(ruleset, writer, tables) > 0


def test_a_wrong_cell_row_or_column_is_seen() -> None:
    """What this file finds out is not always the same."""
    ruleset = opened("snowballs")
    table, printed = ruleset.declared.tables["reaches"], tables_of(ruleset)[1]["reaches"]
    assert list(faults_of(ruleset, table, printed)) == []
    (first, *others), head = printed.rows, printed.head
    for rows, columns in (
        ((first, *others[:-1]), head),
        (((first[0], first[2], first[2], *first[3:]), *others), head),
        (((others[0][0], *first[1:]), *others), head),
        (printed.rows, (*head[:-1], (head[-1][0], "Up to 3", *head[-1][2:]))),
    ):
        wrong = PrintedTable(printed.address, printed.title, columns, rows, printed.stretches)
        assert list(faults_of(ruleset, table, wrong)) != []


def test_a_cell_that_is_told_wrongly_or_not_is_seen() -> None:
    """A dash stands for what the rules make of it, where somebody tells it; any other figure, or none, is a fault."""
    ruleset = opened("easyships")
    writer, _ = tables_of(ruleset, told=True)
    told = told_in(ruleset, writer)
    cells = {cell.address: cell for one in ruleset.declared.tables.values() for row in one.rows for cell in row.cells}
    for address, right, wrong in (
        ("defense_to_survive.3.fire", DASH, ("0", "1", "never", "sinks", "8")),
        ("defense_to_survive.3.water", "8", (DASH, "always", "9")),
        ("defense_to_survive.6.fire", "sinks", ("100", DASH, "never")),
        ("torpedo_reload.destroyer", "never", ("0", "always", DASH, "4")),
        ("torpedo_reload.battleship", "4", ("never", DASH)),
        ("charge_dice.surface", DASH, ("2", "never", "")),
        ("charge_dice.deep", "3", (DASH, "2")),
        (
            "flooding_levels.2",
            "1 less; 2 less if Defense is less than 8",
            ("1 less; 2 less if Defense is less than 7",),
        ),
    ):
        cell, table = cells[address], ruleset.declared.tables[address.split(".")[0]]
        assert list(faults_of_a_cell(right, cell, table, ruleset, told)) == []
        for words in wrong:
            assert list(faults_of_a_cell(words, cell, table, ruleset, told)) != [], words
        untold = ToldCells(told.addresses - {address}, told.shown, told.left_out)
        is_plain = address not in told.addresses
        assert (list(faults_of_a_cell(right, cell, table, ruleset, untold)) == []) == is_plain


def test_a_wind_that_an_author_lets_fall_calm_does_whatever_it_was() -> None:
    """The one number of a cell that is neither told nor listed for a range: how far the wind drops."""
    for speed in range(9):
        known = facts({"wind": "wind", "die": 1}, things={"wind": {"kind": "Wind", "speed": speed}})
        (calm,) = try_rule(opened("ships_and_sails"), "wind_force", known, show=["wind.speed"]).shown
        assert calm.value == 0
