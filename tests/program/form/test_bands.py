"""Tables of very many keys answer like a dictionary of every key."""

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.program.form import values as val
from quarterdeck.program.form.bands import ByBand, bands_within, starts_of

ROWS = [(0, 9, "low"), (10, 4_999, "middle"), (6_000, 6_000, "one"), (6_001, 9_000, "high")]
COLUMNS = [(1, 2, "left"), (3, 3, "right")]


def test_every_key_gives_what_its_row_and_column_hold_and_no_other_key_anything():
    rows, columns = starts_of((low, high) for low, high, _ in ROWS), starts_of((low, high) for low, high, _ in COLUMNS)
    held = {
        (key, other): f"{row} {column}"
        for low, high, row in ROWS
        for first, last, column in COLUMNS
        for key in bands_within(rows, low, high)
        for other in bands_within(columns, first, last)
    }
    table = ByBand([rows, columns], held)
    for key in range(-5, 9_010):
        row = next((row for low, high, row in ROWS if low <= key <= high), None)
        for other in range(5):
            column = next((column for low, high, column in COLUMNS if low <= other <= high), None)
            expected = f"{row} {column}" if row and column else None
            assert table.get((key, other)) == expected
            assert ((key, other) in table) == (expected is not None)


def test_a_shipped_table_of_percentages_is_kept_by_bands():
    built = Ruleset.open("quickfire").scenario("tsushima", Findings())[0]
    table = built.program.value_tables["battery_lines"]
    low, high = table.keys[0]
    assert high - low > 100_000
    assert len(table.cells) < 100
    for key in (0, high):
        cell = table.cells[(key,)]
        assert isinstance(cell, val.Constant)
        assert built.module().cell("battery_lines", key) == cell.number
