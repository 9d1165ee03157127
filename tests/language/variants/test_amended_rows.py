"""A row of a table is amended as a whole, and a thing of a written roster value by value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck.analysis.scaffold.beginning import new_game
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.syntax.printer import print_expression
from tests.language.variants.test_by_address import laid, only_finding, sound


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        ("amend row reaches.calm = [8, original - 1, 4]\n", ["8", "(6) - 1", "4"]),
        ("amend row reaches.calm\n    cell 4+ = 4\n", ["6", "6", "4"]),
        ("amend row reaches.calm. 4+ = 4\n", ["6", "6", "4"]),
    ],
)
def test_a_row_of_values_gets_others(game, rules, values):
    rows = sound(game, rules).tables["reaches"].rows
    (calm,) = [row for row in rows if row.label == "calm"]
    assert [print_expression(cell.value) for cell in calm.cells if cell.value is not None] == values


@pytest.mark.parametrize(
    ("rules", "done"),
    [
        ("amend row splashes.1-2. 3+ = none\n", [1, 1, 0]),
        ("amend row splashes.1-2\n    cell 3+\n        do soak(target, 1)\n    cell 2 = none\n", [1, 0, 1]),
        ("amend row splashes.1-2 = [none, none, none]\n", [0, 0, 0]),
    ],
)
def test_a_row_of_deeds_gets_others(game, rules, done):
    rows = sound(game, rules).tables["splashes"].rows
    (row,) = [row for row in rows if row.label == "1-2"]
    assert [len(cell.statements) for cell in row.cells] == done


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        ("amend column reaches.4+ = [2, original - 1, 5]\n", ["2", "(5) - 1", "5"]),
        ("amend column reaches.4+\n    cell calm = 4\n", ["3", "4", "6"]),
        ("split column reaches.4+ into 4, 5\namend column reaches.4 = [4, 5, 6]\n", ["4", "5", "6"]),
    ],
)
def test_a_column_of_values_gets_others(game, rules, values):
    table = sound(game, rules).tables["reaches"]
    at = [label for label, _, _ in table.columns].index("4" if "split" in rules else "4+")
    cells = [row.cells[at].value for row in table.rows]
    assert [print_expression(value) for value in cells if value is not None] == values


def test_a_column_of_deeds_gets_others(game):
    table = sound(game, "amend column splashes.3+\n    cell 1-2\n        do soak(target, 1)\n").tables["splashes"]
    at = [label for label, _, _ in table.columns].index("3+")
    assert next(len(row.cells[at].statements) for row in table.rows if row.label == "1-2") == 1


def test_another_column_is_told_by_diff_show_and_errata(game, capsys):
    sound(game, "amend column reaches.4+ = [2, 4, 5]\n")
    name = f"{game}+{game / 'variants' / 'one'}"
    for command, said in (
        ("diff", "reaches.glum"),
        ("show", "reaches"),
        ("errata", "column “Frost, 4+”, replace “6” with “5”"),
    ):
        main([command, *([str(game), name] if command != "show" else [name, "reaches"])])
        assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "code", "message"),
    [
        ("amend column reaches.4+ = [8, 6]\n", "QD214", "the column has 2 values for `glum`, `calm`, `merry`"),
        ("amend column reaches.9+ = [8, 6, 4]\n", "QD501", "there is no column `9+` in `reaches`"),
        ("amend column reaches = [8, 6, 4]\n", "QD502", "`reaches` is a complete table"),
        ("amend column reach.4+ = [8, 6, 4]\n", "QD501", "there is no table `reach`"),
        ("amend column reaches.4+\n    cell happy = 4\n", "QD501", "there is nothing called `happy` across"),
        ("amend column cold_dice.4+ = [d6]\n", "QD502", "the table `cold_dice` has no columns"),
        (
            "amend column splashes.3+ = [none, none, none, none, 3]\n",
            "QD502",
            "the rows of `splashes` say what happens",
        ),
    ],
)
def test_a_column_that_is_amended_wrongly_is_an_error(game, rules, code, message):
    assert only_finding(laid(game, one=rules))[::2] == (code, message)


@pytest.mark.parametrize(
    ("rules", "code", "message"),
    [
        ("amend row reaches.calm = [8, 6]\n", "QD214", "the row has 2 values for `..1`, `2-3`, `4+`"),
        ("amend row reaches.calm = 8\n", "QD502", "`reaches.calm` has several cells"),
        ("amend row reaches.calm\n    cell 9+ = 4\n", "QD501", "there is nothing called `9+` across"),
        ("amend row reaches.calm\n    cell 4+ = 4\n    cell 4+ = 3\n", "QD503", "`4+` occurs twice"),
        ("amend row reaches.calm. 4+\n    cell 4+ = 4\n", "QD502", "`reaches.calm.4+` is one cell"),
        ("amend row cold_dice.4+\n    cell 2 = d6\n", "QD214", "`cold_dice` has no columns"),
        ("amend row splashes.1-2 = [none, none, 3]\n", "QD502", "the rows of `splashes` say what happens"),
    ],
)
def test_a_row_that_is_amended_wrongly_is_an_error(game, rules, code, message):
    assert only_finding(laid(game, one=rules))[::2] == (code, message)


def roster_variant(folder: Path, name: str, hull: int, more: str = "") -> str:
    """Write a variant that gives one ship of the starting game another hull."""
    made = folder / name
    made.mkdir()
    head = f"variant: {name}\nextends: sk\ntitle: {name}\nsource: {{document: notes, place: X, kind: house}}\n{more}"
    (made / "variant.yaml").write_text(head)
    (made / f"ships_{name}.yaml").write_text(
        f"roster: ships_{name}\nkind: Ship\namends: ships\ntitle: Ships\nthings:\n  Falcon: {{guns: 3, hull: {hull}}}\n"
    )
    return f"{folder / 'sk'}+{made}"


@pytest.fixture
def sk(tmp_path: Path) -> Path:
    new_game(tmp_path / "sk", "")
    return tmp_path


def hull(name: str) -> object:
    """Return the hull with which the ship begins."""
    ruleset = Ruleset.open(name)
    assert not ruleset.findings
    return ruleset.rosters(ruleset.built(Findings()))["Falcon"][1]["hull"]


def test_a_value_of_a_written_roster_is_amended(sk):
    assert hull(roster_variant(sk, "seven", 7)) == 7


def test_a_later_variant_amends_what_an_earlier_one_did(sk):
    one = roster_variant(sk, "seven", 7)
    other = roster_variant(sk, "eight", 8, "after: [seven]\n").rpartition("+")[2]
    assert hull(f"{one}+{other}") == 8


def test_two_variants_that_amend_one_value_are_in_conflict(sk):
    one = roster_variant(sk, "seven", 7)
    other = roster_variant(sk, "eight", 8).rpartition("+")[2]
    assert {finding.code for finding in Ruleset.open(f"{one}+{other}").findings} == {"QD503"}


def test_a_game_that_states_a_value_in_two_rosters_is_still_an_error(sk):
    roster_variant(sk, "seven", 7)
    (sk / "seven" / "ships_seven.yaml").rename(sk / "sk" / "rosters" / "ships_seven.yaml")
    assert {finding.code for finding in Ruleset.open(str(sk / "sk")).findings} == {"QD431"}


def test_show_gives_amended_figures_and_where_they_come_from(sk, capsys):
    one = roster_variant(sk, "seven", 7)
    both = f"{one}+{roster_variant(sk, 'eight', 8, 'after: [seven]' + chr(10)).rpartition('+')[2]}"
    capsys.readouterr()
    for address in ("rosters.ships.Falcon", "rosters.ships"):
        assert main(["show", both, address]) == 0
        said = capsys.readouterr().out
        assert "amended by variants:\nFalcon.hull: 7, in place of 6 (seven/ships_seven.yaml:6:21)\n" in said
        assert "Falcon.hull: 8, in place of 7 (eight/ships_eight.yaml:6:21)\n" in said
    assert main(["show", both, "rosters.ships.Heron"]) == 0
    assert "amended" not in capsys.readouterr().out
    assert main(["show", both, "rosters.ships.Falcon", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)[0]["amended"]
    assert (first["field"], first["before"], first["after"], first["place"]["line"]) == ("hull", "6", "7", 6)
    assert (second["before"], second["after"], second["place"]["file"]) == ("7", "8", "eight/ships_eight.yaml")
    assert main(["show", both, "rosters.ships.Heron", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["amended"] == []


def test_what_amend_writes_is_accepted(sk, capsys):
    name = roster_variant(sk, "seven", 7)
    assert main(["amend", name, "rosters.ships.Heron"]) == 0
    assert main(["check", name]) == 0
    capsys.readouterr()
