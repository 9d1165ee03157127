"""A figure that does not fit its field stops whatever makes use of it; it never becomes something else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.checkup import check
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.run.arguments import situation_of
from quarterdeck.engine.run.situation import nowhere

GAME = Path(__file__).parents[1] / "games" / "snowballs"
WRONG = "`9.455` is not on the steps of the field"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(GAME, tmp_path_factory.mktemp("game") / "snowballs")
    register = folder / "rosters" / "register.csv"
    register.write_text(register.read_text("utf-8").replace("Anna,11,1.45", "Anna,11,9.455"), "utf-8")
    return folder


def test_a_scenario_with_the_thing_is_not_set_up(game):
    findings = Findings()
    Ruleset.open(str(game)).scenario("playground", findings)
    assert WRONG in [finding.message for finding in findings]


def test_the_rosters_tell_which_line_is_wrong(game):
    (found,) = Ruleset.open(str(game)).faults_of_rosters()
    assert found.message == WRONG
    assert (found.span.file.path.rsplit("/", 1)[-1], found.span.line) == ("register.csv", 2)


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("check", []),
        ("play", ["playground"]),
        ("book", ["--format", "html"]),
        ("try", ["throwing.hit", "--given", "{situation: playground, given: {child: Anna, target: Dora, range: 3}}"]),
    ],
)
def test_no_command_goes_on(game, command, more, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([command, str(game), *more]) != 0
    said = capsys.readouterr()
    assert WRONG in said.out + said.err
    assert list(tmp_path.iterdir()) == []


# --- files of any columns, whose figures name other things

HEAD = "ruleset: fleet\ntitle: Fleet\nchapters: [fleet]\ndocuments: {lists: {title: Lists}}\n"
COMPONENTS = """
components: fleet
enums:
  Navy: [red, blue]
kinds:
  Gun:
    one: gun
    many: guns
    capacity: 9
    fields: {power: {type: 0..99 tenths}, older: {type: Gun or none, start: none}}
  Ship:
    one: ship
    many: ships
    capacity: 9
    fields: {strength: {type: 0..1980}, navy: {type: Navy}, gun: {type: Gun or none, start: none}}
  OfGuns:
    one: record
    many: records_of_guns
    capacity: 1
    fields: {bore: {type: 0..50 tenths}, older: {type: Gun or none}}
  OfShips:
    one: record
    many: records_of_ships
    capacity: 1
    fields: {gun: {type: Gun}, second: {type: Gun or none}, barrels: {type: 0..20}, navy: {type: Navy}}
"""
GUNS = """
roster: guns
kind: Gun
title: Guns
derived_from: guns.csv
named_by: [navy, mark]
kind_of_figures: OfGuns
columns: {"bore, in": bore, older: older}
words: {older: {"": "none"}}
derive:
  power: power_of(figures)
"""
SHIPS = """
roster: ships
kind: Ship
title: Ships
derived_from: ships.csv
named_by: Name of Ship
kind_of_figures: OfShips
where: figures.gun.power > 5
columns: {Main armament: gun, Second: second, n: barrels, Nation: navy}
words: {Nation: {R: red, B: blue}, Second: {"": none}}
derive:
  strength: figures.gun.power * figures.barrels rounded down
  navy: figures.navy
  gun: figures.gun
"""
RULES = """
rules fleet "Fleet" cites "the list"

define power_of(record: OfGuns) -> 0..99 tenths "the power of {record}" =
    record.bore if record.older is none
    record.bore + least(20, record.older.power) otherwise

turn "A turn"
    phase counting "Counting"
        for each ship in ships where ship.strength > 0 and ship.gun is not none and ship.navy is red
            announce "{ship} {ship.gun}"
        for each gun in guns where gun.older is not none
            announce "{gun}"
"""
GUN_ROWS = '\ufeffmark,navy,"bore, in",older\nI,red,12,\nII,red,13.5,red I\n"III, long",blue,15,\npop,blue,3,\n'
SHIP_ROWS = (
    "Nation,Name of Ship,n,Main armament,Second\n"
    'R,Alpha,8,red II,blue pop\n\nB,"Beta, the second",4,"blue III, long",\nB,Gamma,2,blue pop,\n'
)


def fleet(folder: Path, guns: str = GUN_ROWS, ships: str = SHIP_ROWS) -> Ruleset:
    game = folder / "fleet"
    (game / "rules").mkdir(parents=True)
    texts = {"ruleset.yaml": HEAD, "components.yaml": COMPONENTS, "guns.yaml": GUNS, "ships.yaml": SHIPS}
    for name, text in {**texts, "rules/fleet.rules": RULES, "guns.csv": guns, "ships.csv": ships}.items():
        (game / name).write_text(text, "utf-8")
    return Ruleset.open(str(game))


def values_of(ruleset: Ruleset) -> dict[str, dict[str, object]]:
    book = ruleset.rosters(ruleset.built(Findings()))
    return {name: dict(book[name][1]) for name in book}


def test_things_are_named_by_any_column_and_figures_name_other_things(tmp_path):
    """The power of red II is its bore and that of red I; Gamma's gun is too weak, so that it is not taken."""
    ruleset = fleet(tmp_path)
    assert as_text(ruleset.findings) == ""
    assert as_text(ruleset.faults_of_rosters()) == ""
    assert values_of(ruleset) == {
        "red I": {"power": 120},
        "red II": {"power": 255},
        "blue III, long": {"power": 150},
        "blue pop": {"power": 30},
        "Alpha": {"strength": 204, "navy": 0, "gun": "red II"},
        "Beta, the second": {"strength": 60, "navy": 1, "gun": "blue III, long"},
    }


def test_a_scenario_finds_the_thing_that_a_derived_field_names(tmp_path):
    ruleset = fleet(tmp_path)
    findings = Findings()
    things = {"red II": {"like": "red II"}, "Alpha": {"like": "Alpha"}}
    built = ruleset.built(findings)
    situation = situation_of(built.program, ruleset.rosters(built), things, {}, findings, nowhere)
    assert as_text(findings) == ""
    assert situation.get(situation.things["Alpha"], "Ship.gun") == situation.things["red II"]


@pytest.mark.parametrize(
    ("code", "said", "guns", "ships"),
    [
        ("QD611", "has no column `Nation`", GUN_ROWS, SHIP_ROWS.replace("Nation", "Country")),
        ("QD611", "has no column `Name of Ship`", GUN_ROWS, SHIP_ROWS.replace("Name of Ship", "Ship")),
        (
            "QD611",
            "has 6 cells, and its header 5",
            GUN_ROWS,
            SHIP_ROWS.replace('"Beta, the second"', "Beta, the second"),
        ),
        ("QD611", "has 4 cells, and its header 5", GUN_ROWS, SHIP_ROWS.replace("8,red II,blue pop", "8,red II")),
        ("QD611", "names no thing", GUN_ROWS, SHIP_ROWS.replace("Alpha", "")),
        ("QD601", "no roster knows `red IV`", GUN_ROWS, SHIP_ROWS.replace("blue pop\n\n", "red IV\n\n")),
        (
            "QD605",
            "`Beta, the second` is a Ship, but Gun is expected",
            GUN_ROWS.replace("3,\n", '3,"Beta, the second"\n'),
            SHIP_ROWS,
        ),
        ("QD605", "`G` is not a member of Navy", GUN_ROWS, SHIP_ROWS.replace("R,Alpha", "G,Alpha")),
        (
            "QD612",
            "is derived in a circle",
            GUN_ROWS.replace("12,\n", "12,red II\n"),
            SHIP_ROWS,
        ),
    ],
    ids=map(str, range(9)),
)
def test_what_is_wrong_with_a_file_is_a_finding_at_its_line(code, said, guns, ships, tmp_path):
    ruleset = fleet(tmp_path, guns, ships)
    found = [*ruleset.faults_of_rosters(), *ruleset.findings]
    assert any(one.code == code and said in one.message for one in found), [one.message for one in found]
    assert {one.code for one in found} == {code}
    assert all(one.span.file.path.rsplit("/", 1)[-1] in ("ships.csv", "guns.csv", "ships.yaml") for one in found)


def test_a_roster_of_a_file_says_which_kind_a_row_is_read_into(tmp_path):
    game = Path(fleet(tmp_path).loaded.game)
    (game / "guns.yaml").write_text(GUNS.replace("kind_of_figures: OfGuns\n", ""), "utf-8")
    assert "QD205" in {finding.code for finding in Ruleset.open(str(game)).findings}


def test_a_derived_part_may_be_called_by_a_name_of_its_own(tmp_path):
    """Two of one member were two things of one name, and the name that the hint asks for was no field."""
    folder = shutil.copytree(GAME, tmp_path / "snowballs")
    roster = folder / "rosters" / "street.yaml"
    alike = roster.read_text("utf-8").replace("pouch: right,", "pouch: left,")
    roster.write_text(alike, "utf-8")
    (found, *_) = names_in_the_playground(folder)[1]
    assert (found.code, found.hint) == ("QD602", "give one of them a `name:` of its own")
    roster.write_text(
        alike.replace(
            "{pouch: left, room: room_rating(figures), when",
            "{name: inner, pouch: left, room: room_rating(figures), when",
        ),
        "utf-8",
    )
    names, findings = names_in_the_playground(folder)
    assert not findings
    assert {"Anna.left", "Anna.inner"} <= names


def names_in_the_playground(folder):
    findings = Findings()
    _, situation = Ruleset.open(str(folder)).scenario("playground", findings)
    return set(situation.things), list(findings)


# --- a fault is shown at its cell, and no figure is made up


@pytest.mark.parametrize(
    ("code", "ships", "place", "column"),
    [
        ("QD605", SHIP_ROWS.replace("R,Alpha", "G,Alpha"), (2, 1), "Nation"),
        ("QD605", SHIP_ROWS.replace("Alpha,8", "Alpha, x"), (2, 10), "n"),
        ("QD606", SHIP_ROWS.replace('second",4', 'second",400'), (4, 22), "n"),
        ("QD601", SHIP_ROWS.replace('"blue III, long",', '"blue III, short",'), (4, 24), "Main armament"),
        ("QD605", SHIP_ROWS.replace("Alpha,8", "Alpha,"), (2, 9), "n"),
        ("QD601", SHIP_ROWS.replace("8,red II", "8,red"), (2, 11), "Main armament"),
        ("QD605", SHIP_ROWS.replace("Alpha", '"Al\npha"').replace("R,", "G,"), (2, 1), "Nation"),
    ],
    ids=map(str, range(7)),
)
def test_a_fault_is_shown_at_its_cell_and_names_the_column(code, ships, place, column, tmp_path):
    (found, *_) = fleet(tmp_path, ships=ships).faults_of_rosters()
    assert (found.code, found.span.line, found.span.column) == (code, *place)
    (label,) = [label for label in found.labels if label.text.startswith("in the column")]
    assert (label.text, label.span.line, label.span.text) == (f"in the column `{column}`", 1, column)


@pytest.mark.parametrize(
    ("said", "ships"),
    [
        ("two columns are called `n`", SHIP_ROWS.replace("Second\n", "Second,n\n").replace(",\n", ",,\n")),
        ("separated by `;`", SHIP_ROWS.replace(",", ";")),
        ("separated by tabs", SHIP_ROWS.replace(",", "\t")),
        ("separated by `|`", SHIP_ROWS.replace(",", "|")),
        ("separated by `;`", f"sep=;\n{SHIP_ROWS.replace(',', ';')}"),
        ("a quote of this row does not fit", SHIP_ROWS.replace('second"', "second")),
        ("a quote of this row does not fit", SHIP_ROWS.replace('second"', 'second" x')),
        ("holds nothing", ""),
        ("holds no row below its header", SHIP_ROWS.partition("\n")[0]),
    ],
    ids=map(str, range(9)),
)
def test_a_file_that_cannot_be_read_as_it_stands_is_a_finding(said, ships, tmp_path):
    ruleset = fleet(tmp_path, ships=ships)
    found = [*ruleset.findings, *ruleset.faults_of_rosters()]
    assert {one.code for one in found} == {"QD611"}
    assert said in found[0].message


def test_an_accent_of_its_own_is_the_same_letter(tmp_path):
    composed, with_accent = "B\u00e9arn", "Be\u0301arn"
    found = values_of(fleet(tmp_path, ships=SHIP_ROWS.replace("Alpha", with_accent)))
    assert found[composed] == {"strength": 204, "navy": 0, "gun": "red II"}


def test_blanks_around_the_name_of_a_column_mean_nothing(tmp_path):
    ruleset = fleet(tmp_path, ships=SHIP_ROWS.replace("n,Main armament", "n , Main armament"))
    assert [*ruleset.findings, *ruleset.faults_of_rosters()] == []


@pytest.mark.parametrize(
    ("name", "said", "hint"),
    [
        ("ships.xlsx", "`ships.xlsx` does not", "`ships.csv`"),
        ("lists/ships.ods", "`lists/ships.ods` does not", "`lists/ships.csv`"),
        ("ships", "`ships` does not", "`ships.csv`"),
        ("lists/ships.csv", "there is no file `lists/ships.csv`", "did you mean `ships.csv`?"),
        ("shps.csv", "there is no file `shps.csv`", "did you mean `ships.csv`?"),
        ("../elsewhere.csv", "there is no file", ""),
    ],
)
def test_a_file_that_is_not_there_or_is_of_another_sort_is_told(name, said, hint, tmp_path):
    game = Path(fleet(tmp_path).loaded.game)
    for other in ("ships.xlsx", "ships", "../elsewhere.csv"):
        (game / other).write_text("name\n", "utf-8")
    (game / "ships.yaml").write_text(SHIPS.replace("ships.csv", name), "utf-8")
    (found,) = Ruleset.open(str(game)).faults_of_rosters()
    assert found.code == "QD607"
    assert said in found.message
    assert hint in found.hint


def test_an_ending_in_large_letters_is_the_same(tmp_path):
    game = Path(fleet(tmp_path).loaded.game)
    (game / "ships.csv").rename(game / "SHIPS.CSV")
    (game / "ships.yaml").write_text(SHIPS.replace("ships.csv", "SHIPS.CSV"), "utf-8")
    for name in ("guns.yaml", "rules/fleet.rules"):
        (game / name).rename((game / name).with_suffix(Path(name).suffix.upper()))
    ruleset = Ruleset.open(str(game))
    assert [*ruleset.findings, *ruleset.faults_of_rosters()] == []
    assert len(values_of(ruleset)) == 6


@pytest.mark.parametrize(
    ("roster", "fields"),
    [
        ("columns: {Main armament: gun, Second: second, Nation: navy}", ["barrels"]),
        ("columns: {Second: second, Nation: navy}", ["gun", "barrels"]),
        ("columns: {n: barrels}", ["gun", "navy"]),
    ],
)
def test_a_figure_that_is_read_and_that_no_column_fills_is_a_finding(roster, fields, tmp_path):
    game = Path(fleet(tmp_path).loaded.game)
    text = SHIPS.replace("columns: {Main armament: gun, Second: second, n: barrels, Nation: navy}", roster)
    (game / "ships.yaml").write_text(
        text.replace('words: {Nation: {R: red, B: blue}, Second: {"": none}}\n', ""), "utf-8"
    )
    found = Ruleset.open(str(game)).findings
    fields = " and ".join(f"`OfShips.{field}`" for field in fields)
    said = f"{fields}, which {'rules read' if ' and ' in fields else 'a rule reads'}"
    assert [(one.code, one.message) for one in found if one.code != "QD421"] == [("QD611", f"no column fills {said}")]


def test_so_is_one_that_a_definition_reads(tmp_path):
    game = Path(fleet(tmp_path).loaded.game)
    (game / "guns.yaml").write_text(GUNS.replace('{"bore, in": bore, older: older}', "{older: older}"), "utf-8")
    (found,) = Ruleset.open(str(game)).findings
    assert found.message == "no column fills `OfGuns.bore`, which a rule reads"


# --- names and lists as they stand


def test_a_name_of_digits_is_a_name(tmp_path):
    game = Path(fleet(tmp_path).loaded.game)
    things = "things:\n" + "".join(f"  {name}: {{power: 02}}\n" for name in ("007", "1_000", "+7", "0x1F", "12"))
    (game / "more.yaml").write_text(f"roster: more\nkind: Gun\ntitle: More\n{things}", "utf-8")
    text = "scenario: yard\ntitle: Yard\nturn_limit: 1_0\nsides:\n  red:\n    title: Red\n    things:\n      Gun:\n"
    likes = "".join(f"        - {{like: {name}}}\n" for name in ("007", "1_000", "+7", "0x1F", "12"))
    (game / "yard.yaml").write_text(text + likes, "utf-8")
    findings = Findings()
    _, situation = Ruleset.open(str(game)).scenario("yard", findings)
    assert as_text(findings) == ""
    assert {"007", "1_000", "+7", "0x1F", "12"} <= set(situation.things)
    assert situation.get(situation.things["007"], "Gun.power") == 20


@pytest.mark.parametrize("kind", ["list of list of 0..3", "list of list of Gun", "list of list of list of 0..3"])
def test_a_list_that_is_kept_holds_no_list(kind, tmp_path):
    game = Path(fleet(tmp_path).loaded.game)
    text = COMPONENTS.replace("strength: {", f"turns: {{type: {kind}, capacity: 3}}, strength: {{")
    (game / "components.yaml").write_text(text, "utf-8")
    assert [one.code for one in Ruleset.open(str(game)).findings] == ["QD381"]


@pytest.mark.parametrize(
    ("ships", "said", "places"),
    [
        (SHIP_ROWS.replace("Nation", "Country").replace("Second", "Other"), ("no columns", "Second", "Nation"), 2),
        (SHIP_ROWS.replace("blue pop\n", "blue pop,1\n").replace("blue pop,\n", "blue pop,,1\n"), ("6 cells",), 2),
    ],
    ids=["columns", "rows"],
)
def test_what_a_file_lacks_is_one_finding_with_all_its_places(ships, said, places, tmp_path):
    game = Path(fleet(tmp_path, ships=ships).loaded.game)
    (found,) = (one for one in check(str(game)).findings if one.code == "QD611")
    assert all(one in found.message for one in said)
    assert len([*found.at_each_place]) == places
