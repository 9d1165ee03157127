"""A roster or table from a file passes the check of its game; every cell that is left out is reported at its place."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.resources import starter_folder

FLEET = """Class;Guns;Speed/Hull;Notes
Ajax;3;"3/6";fast
Dido;1 ;2/5";
"""


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(starter_folder(), tmp_path / "game")


def ran(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it prints to each stream."""
    import shlex

    code = main(shlex.split(line))
    streams = capsys.readouterr()
    return code, streams.out, streams.err


def imported(
    capsys: pytest.CaptureFixture[str], text: str, options: str, name: str = "list.csv"
) -> tuple[int, dict[str, Any]]:
    Path(name).write_text(text, "utf-8")
    code, out, _ = ran(capsys, f"import {name} {options} --json")
    return code, json.loads(out)


def test_a_roster_passes_the_check_of_its_game_and_is_played(game, capsys):
    Path("fleet.csv").write_text(FLEET, "cp1252")
    options = "--columns 'Speed/Hull: [speed, hull], Notes: none'"
    to = "game/rosters/fleet.yaml"
    code, out, err = ran(capsys, f"import fleet.csv --as roster --kind Ship --game game {options} --to {to}")
    assert (code, out) == (0, f"{to}: 2 rows\n"), err
    assert "Ajax: {guns: 3, speed: 3, hull: 6}" in Path(to).read_text("utf-8")
    scenario = Path("game/scenarios/first_meeting.yaml")
    scenario.write_text(scenario.read_text("utf-8").replace("like: Falcon", "like: Ajax"), "utf-8")
    assert ran(capsys, "check game")[0] == 0
    assert ran(capsys, "play game first_meeting --sides random,random --seed 3")[0] == 0


def test_a_table_passes_the_check_of_its_game(game, capsys):
    text = "| 2d6 | Damage |\n|--|--|\n| up to 5 | - |\n| 6–8 | 1 |\n| 9 to 11 | 2 |\n| 12 | 4 |\n"
    Path("damage.md").write_text(text, "utf-8")
    to = "game/tables/more.yaml"
    code, _, err = ran(capsys, f"import damage.md --as table --name more --empty 0 --game game --to {to}")
    assert code == 0, err
    assert "key: {the_roll: 2..12}\ngives: 0..4\nrows:\n  ..5: 0\n" in Path(to).read_text("utf-8")
    rules = Path("game/rules/gunnery.rules")
    rules.write_text(
        rules.read_text("utf-8")
        + '\ndefine harm(luck: 2..12) -> 0..4 "the harm" cites "page one" apart "players ask" = more[luck]\n',
        "utf-8",
    )
    assert "tables/more.yaml" not in ran(capsys, "check game")[1]
    assert not Ruleset.open("game").faults


def test_what_the_game_would_find_wrong_is_reported(game, capsys):
    text = "roll,result\n1-3,1\n3-6,2\n"
    code, found = imported(capsys, text, "--as table --name more --game game")
    assert code == 1
    assert [one["file"] for one in found["findings"]] == ["game/tables/more.yaml"]


def test_a_game_gives_types_words_and_ranges(game, capsys):
    rows = ("Ajax,9,3,5,North-East,,20", "Dido,x,,5,Up,yes,", "Dido,1,1,1,north,,", ",1,1,1,,,")
    text = "\n".join(("Name,Guns,Speed,Hull,Heading,Sunk,Crew", *rows, ""))
    code, found = imported(capsys, text, "--as roster --kind Ship --game game")
    assert code == 1
    assert [(one["row"], one["column"], one["message"].split(";")[0]) for one in found["problems"]] == [
        (2, "Guns", "`9` is outside 1 to 5"),
        (2, "Heading", "`North-East` is not a member of Heading"),
        (3, "Guns", "`x` is not a number"),
        (3, "Speed", "`speed` needs a value, and this is empty"),
        (3, "Heading", "`Up` is not a member of Heading"),
        (4, "Name", "a row above is named Dido too"),
        (5, "", "this row names nothing"),
    ]
    assert found["notes"] == ["column Crew is left out: Ship has no such field"]
    assert "Ajax: {speed: 3, hull: 5}" in found["text"]
    assert "Dido: {hull: 5, sunk: yes}" in found["text"]


CELLS = {
    "1e0": "1", "2.5E1": "25", "1_000": "1000", "−5e-1": "-0.5",
    '5"': "5", "6+": "6", "2½": "2.5", "1,200": "1200", "1 1/4": "1.25", "−3": "-3", "12 cm": "12", ".5": "0.5",
}  # fmt: skip


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_is_read_as_the_number_it_shows(cell, game, capsys):
    quoted = cell.replace('"', '""')
    code, found = imported(capsys, f'name,size\nA,1\nB,"{quoted}"\n', "--as roster --kind Ship")
    assert code == 0
    assert f"  B: {{size: {CELLS[cell]}}}\n" in found["text"]


def test_decimal_commas_are_read_where_semicolons_separate_cells(game, capsys):
    _, found = imported(capsys, "name;size\nA;2,5\nB;3\n", "--as roster --kind Ship")
    assert "  A: {size: 2.5}\n" in found["text"]


def test_empty_cells_and_dashes_are_left_out_or_filled(game, capsys):
    text = "name,size,tick\nA,1,x\nB,-,\nC,,x\n"
    _, found = imported(capsys, text, "--as roster --kind Ship")
    assert "  A: {size: 1, tick: yes}\n  B: {tick: no}\n  C: {tick: yes}\n" in found["text"]
    _, found = imported(capsys, text, "--as roster --kind Ship --empty 0")
    assert "  B: {size: 0" in found["text"]


def test_one_column_fills_two_fields(game, capsys):
    text = "name,Move\nA,72/24\nB,6\nC,-\n"
    code, found = imported(capsys, text, "--as roster --kind Ship")
    assert "holds 2 values; name a field for each" in found["problems"][0]["message"] or code == 1
    code, found = imported(capsys, text, "--as roster --kind Ship --columns 'Move: [sail, oars]'")
    assert "  A: {sail: 72, oars: 24}\n  B: {}\n  C: {}\n" in found["text"]
    assert [(one["row"], one["message"]) for one in found["problems"]] == [(3, "`6` holds 1 values, and not 2")]


def test_parts_come_from_a_second_file(game, capsys):
    Path("guns.csv").write_text("class,name,power\nA,bow,5\nA,aft,6\nZ,bow,1\n", "utf-8")
    code, found = imported(capsys, "name,size\nA,1\nB,2\n", "--as roster --kind Ship --parts turrets=guns.csv")
    assert code == 1
    assert "  A: {size: 1, turrets: [{name: bow, power: 5}, {name: aft, power: 6}]}\n  B: {size: 2}\n" in found["text"]
    (problem,) = found["problems"]
    assert (problem["file"], problem["row"], problem["message"]) == (
        "guns.csv", 4, "no row of the first file is named Z",
    )  # fmt: skip


def test_a_row_is_like_another_but_for_few_values(game, capsys):
    Path("fleet.csv").write_text("name,like,guns,speed,hull\nAjax,,3,3,6\nDido,Ajax,,4,\nMaid,Dido,,,1\n", "utf-8")
    options = "--as roster --kind Ship --game game --to game/rosters/fleet.yaml"
    assert ran(capsys, f"import fleet.csv {options}")[0] == 0
    assert "Maid: {like: Dido, hull: 1}" in Path("game/rosters/fleet.yaml").read_text("utf-8")
    ruleset = Ruleset.open("game")
    book = ruleset.rosters(ruleset.built(Findings()))
    assert book["Maid"] == ("Ship", {"guns": 3, "speed": 4, "hull": 1})


def test_figures_are_written_as_a_derived_roster_reads_them(game, capsys):
    code, found = imported(capsys, 'Name;Size\n"Ajax, the first";2,5\n', "--as figures")
    assert (code, found["text"]) == (0, 'Name,Size\n"Ajax, the first",2.5\n')


def test_names_in_a_table_are_members_of_an_enum(game, capsys):
    _, found = imported(capsys, "heading,turn\nNorth,1\nSoutheast,2\n", "--as table --game game")
    assert "key: {heading: Heading}\n" in found["text"]
    assert "  southeast: 2\n" in found["text"]
    _, found = imported(capsys, "rank,close,far\nGreen crew,1,d6\nElite,2,2d6\n", "--as table")
    assert "gives: dice\n" not in found["text"]
    assert found["notes"][0] == "components need an enum of this table's names: Rank: [green_crew, elite]"


def test_headings_that_are_ranges_are_a_second_key(game, capsys):
    _, found = imported(capsys, "speed,0-2,3+\n..3,0,1\n4-6,1,2\n", "--as table --key 'speed: 0..6, wind: 0..5'")
    assert 'key: {speed: 0..6, wind: 0..5}\ncolumns: {wind: ["0-2", "3+"]}\ngives: 0..2\n' in found["text"]


TABLES_IN_DOUBT = (
    ("type,move\nDestroyer,5\ndestroyer,4\n", "a row above is for Destroyer too"),
    ("type,move\nLight cruiser,3\nLight-cruiser,2\nTug,1\n", "a row above is for Light cruiser too"),
    ("roll,hits\n1–2,0\n1-2,1\n3,1\n", "a row above is for 1–2 too"),
    ("roll,hits\n1-2,0\n3,1\nany other,1\n", "`any other` is neither a number nor a range"),
    ("range,hits\n0-2.5,0\n2.6-5,1\n>5,1\n", "`>5` may begin at any step"),
    ("roll,dice\n1,1\n2,1d6\n3,2d6+1\n", "`1` is not dice"),
    ('roll,hits\n1,"1,500"\n2,"2,25"\n', "`2,25` is not a number"),
    ("roll,text\n1,miss\n2,2\n3,hit\n", "`2` is a number"),
    ("roll,speed,turn\n1,1,yes\n2,2,no\n", "its columns hold results of several types"),
)


@pytest.mark.parametrize(("text", "message"), TABLES_IN_DOUBT)
def test_nothing_is_invented_or_lost_where_a_table_is_in_doubt(text, message, game, capsys):
    code, found = imported(capsys, text, "--as table")
    assert code == 1
    assert [one["message"].startswith(message) for one in found["problems"]] == [True], found
    assert not any("enum" in note and "n1" in note for note in found["notes"])


def test_words_about_an_open_end_are_ranges(game, capsys):
    text = "roll,hits\nless than 2,0\n2,1\n3-4,2\nmore than 4,3\n"
    code, found = imported(capsys, text, "--as table --key 'roll: 1..6'")
    assert (code, found["problems"]) == (0, [])
    assert "  ..1: 0\n  2: 1\n  3-4: 2\n  5+: 3\n" in found["text"]


MISUSED = (
    "import nowhere.csv --as roster --kind Ship",
    "import list.csv --as roster",
    "import list.csv --as roster --kind Boat --game game",
    "import list.csv --as roster --kind Ship --columns 'Weight: guns'",
    "import list.csv --as roster --kind Ship --game game --columns 'size: weight'",
    "import list.csv --as table --kind Ship",
    "import list.csv --as table --sheet other",
    "import list.csv --as table --separator ab",
    "import list.csv --as table --encoding none",
    "import list.csv --as table --header -1",
    "import list.csv --as roster --kind Ship --parts guns.csv",
)


@pytest.mark.parametrize("line", MISUSED)
def test_what_cannot_be_meant_is_said(line, game, capsys):
    Path("list.csv").write_text("name,size\nA,1\n", "utf-8")
    code, out, err = ran(capsys, line)
    assert (code, out) == (2, "")
    assert err.startswith("quarterdeck: ")
