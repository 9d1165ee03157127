"""What the text of Quickfire says of the chart that it does not hold is true of the tables in use."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere
from quarterdeck.language.documents import shapes
from quarterdeck.workspace.pipeline.build import Built


@cache
def quickfire_ruleset() -> Ruleset:
    return Ruleset.open("quickfire")


def table(name: str) -> shapes.Table:
    """Give a table as it is written."""
    written = (document.shape for document in quickfire_ruleset().declared.documents)
    return next(shape for shape in written if isinstance(shape, shapes.Table) and shape.table == name)


def columns_of(name: str) -> list[str]:
    (columns,) = (table(name).columns or {}).values()
    return columns


def row_of(name: str, key: int) -> Any:
    """Give the row of a table that a number falls into."""
    for row, cells in table(name).rows.items():
        first, last = bounds(str(row))
        if first <= key <= last:
            return cells
    raise AssertionError(f"{name} has no row for {key}")


def bounds(row: str) -> tuple[int, int]:
    if row.startswith(".."):
        return -(10**6), int(row[2:])
    if row.endswith("+"):
        return int(row[:-1]), 10**6
    first, _, last = row.partition("-")
    return int(first), int(last or first)


def hits(line: str, white: int) -> int:
    """Give the hits of a white die on a line, as the note of the table tells it."""
    tops = [int(str(top)) for top in table("battery_fire").rows[line] or ()]
    return next((number for number, top in enumerate(tops, 1) if white <= top), 0)


def line(percent: int) -> str:
    return str(row_of("battery_lines", percent))


def lines() -> list[str]:
    return [str(name) for name in table("battery_fire").rows]


DICE = range(1, 13)


def test_c1_eighteen_against_twelve():
    assert line(18 * 100 // 12) == "line_150"
    assert [hits("line_150", white) for white in range(1, 11)] == [1] * 5 + [2] * 5


def test_c2_twenty_against_ten():
    assert line(20 * 100 // 10) == "line_200"
    assert [hits("line_200", white) for white in range(5, 10)] == [2] * 5
    assert hits("line_200", 11) == 3


def test_c3_ninety_eight_percent_is_on_the_line_for_75():
    assert line(98) == line(75) == "line_75"
    assert line(74) != "line_75"
    assert line(99) == "line_75"
    assert line(100) == "line_100"


def test_c4_the_lines_for_150_and_200_are_neighbors():
    assert lines().index("line_200") == lines().index("line_150") + 1


def test_c5_one_two_or_three_hits_and_dice_that_miss():
    assert {hits(name, white) for name in lines() for white in DICE} == {0, 1, 2, 3}
    assert hits("line_150", 11) == 0


def test_every_line_is_worth_more_than_the_one_below():
    means = [Fraction(sum(hits(name, white) for white in DICE), 12) for name in lines()]
    assert means == sorted(set(means))


def test_c7_blast_is_for_low_totals_and_grows_as_the_range_shortens():
    ranges = columns_of("blast_damage")
    cells = {total: dict(zip(ranges, row_of("blast_damage", total), strict=True)) for total in range(2, 25)}
    assert [cells[total]["long"] for total in (13, 16)] == ["-", "-"]
    reach = [max(total for total in cells if cells[total][name] != "-") for name in ("long", "medium", "point_blank")]
    assert reach == sorted(set(reach))


def test_c9_values_that_the_text_names(values):
    assert (values("Mikasa", "heavy.gunnery"), values("Mikasa", "heavy.full_rof")) == (20, 7)
    assert values("Borodino", "heavy_armor") == 100, "in tenths"
    assert values("Sans Pareil", "heavy.full_rof") == 5


def test_c10_the_ships_of_the_sample_log_could_be_in_the_lists(values):
    assert (values("Deutschland", "heavy.gunnery"), values("Mikasa", "light.gunnery")) == (17, 9)
    assert values("Mikasa", "light.full_rof") == 10
    assert (values("Asama", "light.gunnery"), values("Asama", "light.full_rof")) == (13, 12)


@pytest.mark.parametrize(
    ("top", "box", "wanted"), [(6, 8, 600), (6, 7, 525), (6, 4, 300), (6, 1, 75), (4, 6, 300), (6, 6, 450)]
)
def test_c11_and_c12_boxes_are_eighths(quickfire, top, box, wanted):
    assert worked_out(quickfire, "scales.box_value", {"ship": {"top_speed": top}}, {"box": box}) == wanted


def test_c13_sinking():
    values = [int(row_of("sinking", number)) for number in range(2, 41)]
    assert values[5 - 2] == 4
    assert values[0] == 1
    assert values == sorted(values)


def test_c14_water_spreads_on_eleven_and_twelve():
    assert [row_of("flooding_checks", die) == "-" for die in DICE] == [True] * 10 + [False] * 2


def test_c15_repairs():
    lines = columns_of("repair_rolls")
    fixes = {work: [die for die in DICE if row_of("repair_rolls", die)[lines.index(work)] == "yes"] for work in lines}
    assert fixes["speed_work"] == fixes["direction_work"] == [3, 4, 5, 6, 7]
    assert len(fixes["protected_work"]) > len(fixes["speed_work"])
    assert fixes["gunnery_work"]
    assert fixes["boat_gun_work"]


def test_c17_torpedoes():
    rows = {size: int(str(points)) for size, points in table("torpedo_damage").rows.items()}
    assert rows == {"fourteen_inch": 10, "fifteen_inch": 7, "eighteen_inch": 3, "twenty_one_inch": 2}


def test_c18_explosions_strike_guns_and_the_hull():
    said = str(table("explosions").rows)
    assert "lose_guns_to_explosion" in said
    assert "lose_speed_for_good" in said


def test_c19_a_fire_goes_out_or_goes_on_or_spreads_or_blows_up():
    cells = [row_of("fire_checks", die) for die in DICE]
    assert set(cells) == {"do put_out(ship)", "-", "do lose_boat_gun(ship)", "do explode(ship)"}
    assert "do catch_fire(ship, 1)" in [row_of("torpedo_fire_checks", die) for die in DICE]


def test_c20_boat_guns_do_what_other_tables_do(values):
    codes = {"lose_speed(target, light)", "lose_boat_gun(target)", "lose_reload(target)", "lose_direction(target)"}
    codes |= {"catch_fire(target, 1)"}
    assert {f"do {code}" for code in codes} | {"-"} == {row_of("boat_guns", die) for die in DICE}
    assert values("Shirakumo", "full_boat_guns") == 1


# C6, C8, C16 and C21 are about rules: the worked examples `eighteen_at_twelve`, `rof_roll`, `torpedo_attack` and
# those of the chapter on sight.


@pytest.fixture(scope="module")
def quickfire() -> Ruleset:
    return quickfire_ruleset()


@pytest.fixture(scope="module")
def values(quickfire: Ruleset) -> Callable[[str, str], int]:
    """Give a ship's values by name, those of a battery behind its weight."""
    findings = Findings()
    built = quickfire.built(findings)
    book = quickfire.rosters(built)

    def value(name: str, field: str) -> int:
        _kind, fields = book[name]
        weight, _, inner = field.rpartition(".")
        if not weight:
            return int(fields[inner])
        return int(next(battery for battery in fields["batteries"] if battery["name"] == weight)[inner])

    return value


def worked_out(ruleset: Ruleset, rule: str, things: dict[str, Any], given: dict[str, Any]) -> int:
    """Give what a definition comes to, as it is stored."""
    findings = Findings()
    built: Built = ruleset.built(findings)
    rosters = ruleset.rosters(built)
    ships = {name: {"kind": "Ship", **fields} for name, fields in things.items()}
    situation = situation_of(built.program, rosters, ships, given, findings, nowhere)
    arguments = inputs_of(built.program, rule, situation, rosters, given, findings, nowhere)
    assert arguments is not None, list(findings)
    return int(built.module().definition(rule)(situation.state, *arguments))
