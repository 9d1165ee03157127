"""What is exported is what the game works out; files of it are read back as they were written."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.exports.roster_export import as_rows, export_things
from quarterdeck.analysis.exports.table_files import Sheet, as_csv, as_xlsx
from quarterdeck.analysis.imports.spreadsheet_grids import in_spreadsheet
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.resources import starter_folder

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


def test_derived_and_amended_values_are_those_of_the_game():
    ruleset = Ruleset.open(str(SNOWBALLS))
    things = {one.name: one for one in export_things(ruleset, "Child", "street").things}
    book = ruleset.rosters(ruleset.built(Findings()))
    assert set(things) == set(book.figures)
    assert things["Fritz"].values["layers"] == 4, "as the roster `colds` amends it"
    for name, one in things.items():
        assert one.values["legs"] == int(book[name][1]["legs"])
        pockets = book[name][1]["pockets"]
        assert [part.values["pouch"] for part in one.parts["pockets"]] == [part["name"] for part in pockets]


def test_parts_and_lists_have_columns_of_their_own():
    heads, rows = as_rows(export_things(Ruleset.open(str(SNOWBALLS)), "Child", "guests").things)
    assert heads[:2] == ["name", "roster"]
    assert [one for one in heads if one.startswith("pockets")] == [
        f"pockets.{number}.{field}" for number in (1, 2) for field in ("name", "pouch", "room", "snowballs")
    ]
    by_name = {row[0]: dict(zip(heads, row, strict=True)) for row in rows}
    assert (by_name["Greta"]["arm"], by_name["Greta"]["pockets.2.room"]) == ("3.5", 3)
    assert by_name["Hugo"]["pockets.2.room"] == ""


CELLS: Sheet = (["name", "size"], [["Ajax", 3], ["=1+1", "2.5"], ["A & <B>", "-4"], ["", "@x"]])


def test_a_spreadsheet_is_read_back_as_it_was_written():
    first, second = in_spreadsheet(as_xlsx({"Fleet": CELLS, "fleet": (["a"], [["b"]])}))
    assert (first.name, second.name) == ("Fleet", "fleet 2")
    assert [row.cells for row in first.rows] == [
        ("name", "size"), ("Ajax", "3"), ("=1+1", "2.5"), ("A & <B>", "-4"), ("", "@x"),
    ]  # fmt: skip
    assert as_xlsx({"Fleet": CELLS}) == as_xlsx({"Fleet": CELLS})


def test_no_cell_of_csv_is_a_formula():
    rows = list(csv.reader(io.StringIO(as_csv(CELLS).decode())))
    assert rows[2:] == [["'=1+1", "2.5"], ["A & <B>", "-4"], ["", "'@x"]]


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_an_exported_roster_is_imported_again(ending, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(starter_folder(), "game")
    assert main(["export", "game", "--things", "--to", f"ships.{ending}"]) == 0
    capsys.readouterr()
    line = ["import", f"ships.{ending}", "--as", "roster", "--game", "game", "--to", "game/rosters/ships.yaml"]
    before = export_things(Ruleset.open("game"))
    assert main(line) == 0
    assert export_things(Ruleset.open("game")) == before


def test_what_is_not_there_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for words, code in (
        (["export", str(SNOWBALLS)], 2),
        (["export", str(SNOWBALLS), "--things", "--kind", "Hat"], 2),
        (["export", str(SNOWBALLS), "--things", "--kind", "Snowball"], 2),
        (["export", str(SNOWBALLS), "--things", "--to", "things.ods"], 2),
        (["export", str(SNOWBALLS), "--things", "--to", "nowhere/things.csv"], 2),
        (["export", str(SNOWBALLS), "--things", "--to", "things.csv", "--json"], 2),
    ):
        assert main(words) == code, words
        assert capsys.readouterr().err.startswith("quarterdeck: ")


def test_json_names_the_roster_of_each_thing(capsys):
    assert main(["export", str(SNOWBALLS), "--things", "--roster", "guests", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {(one["kind"], one["roster"]) for one in found["things"]} == {("Child", "guests")}
