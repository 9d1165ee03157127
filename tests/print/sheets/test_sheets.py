"""What lies on the table says what the ruleset says of it: boxes, figures, order pads, counters, lengths to scale."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import RefusedError, Ruleset, print_sheets
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.situation import Situation
from quarterdeck.print.book.form_pages import data_of, svg_of
from quarterdeck.print.book.pdf_words import words_in
from quarterdeck.print.drawing.measures import wide
from quarterdeck.print.drawing.shapes import MM
from quarterdeck.print.forms.blank_forms import blank_forms
from quarterdeck.print.forms.form_filling import forms_of
from quarterdeck.print.forms.form_parts import ThingForm
from quarterdeck.print.forms.maker import laid_out
from quarterdeck.print.forms.orders import order_pads
from quarterdeck.print.forms.rosters import situations_of
from quarterdeck.print.sheets import chart_data, sheet_pdf
from quarterdeck.print.sheets.board_sheets import BoardDrawer, TooManySheetsError, _stacked
from quarterdeck.print.sheets.chart_data import Room, blocks_as_data, grids_in, together
from quarterdeck.print.sheets.counters import counters_of, markers_of
from quarterdeck.print.sheets.forces import force_lists
from quarterdeck.print.sheets.planning import PARTS, Wishes, plan
from quarterdeck.print.sheets.sheet_pdf import print_plan
from quarterdeck.prose.text.blocks import Cell, Grid, GridRow
from quarterdeck.prose.text.runs import plain, text
from quarterdeck.workspace.pipeline.build import Built

GAME = Path(__file__).parents[2] / "games" / "snowballs"


@cache
def ruleset(game: str = str(GAME)) -> Ruleset:
    return Ruleset.open(game)


@cache
def begun(game: str = str(GAME), scenario: str = "cousins") -> tuple[Built, Situation]:
    return ruleset(game).scenario(scenario, Findings())


def forms() -> dict[str, ThingForm]:
    (found,) = forms_of(*begun())
    return {form.name: form for form in found.forms}


def group(name: str, sort: str):
    return next(one for one in forms()[name].groups if one.sort == sort)


# --- forms and forces


def test_a_form_has_figures_boxes_ticks_columns_and_room():
    assert [one.sort for one in forms()["Ben"].groups] == ["figures", "parts", "boxes", "columns", "ticks", "room"]
    said = [(one.head, one.words) for one in group("Ben", "figures").figures]
    assert said == [("Strength of arm", "3"), ("Farthest throw", "6"), ("Is the captain", "")]
    assert [one.head for one in group("Hugo", "figures").figures] == ["Strength of arm", "Farthest throw"]


def test_boxes_are_what_a_thing_begins_with_or_may_come_to():
    """Greta has one snowball in one pocket; what the other may come to is crossed off none the less."""
    left, right = group("Greta", "parts").rows
    assert (len(left[-1].boxes.rows[0]), left[-1].boxes.begun) == (6, "0")
    assert (len(right[-1].boxes.rows[0]), right[-1].boxes.begun) == (1, "1")


def test_boxes_say_what_they_are_worth():
    """Every drop of nine costs Ben a point of comfort, until none of five is left."""
    comfort = group("Ben", "boxes").boxes
    assert comfort.crossed == "top left"
    assert [[words[0] for words in row] for row in comfort.rows] == [["0", "0", "3"], ["0", "1", "4"], ["0", "2", "5"]]
    (row,) = group("Ben", "columns").rows
    assert [cell.words for cell in row] == ["Comfort", "5", "4", "3", "2"]


@pytest.mark.parametrize(
    ("crossed", "rows", "expected"),
    [
        ("left", 2, [["4", "3"], ["2", "1"]]),
        ("right", 1, [["1", "2", "3", "4"]]),
        ("top left", 2, [["4", "2"], ["3", "1"]]),
        ("bottom right", 2, [["1", "3"], ["2", "4"]]),
    ],
)
def test_the_first_box_stands_where_crossing_off_begins(crossed, rows, expected):
    said = [(str(number),) for number in (4, 3, 2, 1)]
    assert [[words[0] for words in row] for row in laid_out(said, rows, crossed)] == expected


def test_a_fleet_is_listed_by_sides_with_its_parts():
    hosts, cousins = force_lists(forms_of(*begun()))
    assert (hosts.side, hosts.heads) == ("Hosts", ("Child", "Strength of arm", "Farthest throw", "Is the captain"))
    assert [row.cells for row in cousins.rows] == [("Greta", "3.5", "6", "•"), ("Hugo", "2", "6", "")]
    assert cousins.rows[0].parts == "left: Room 3, Snowballs 0; right: Room 3, Snowballs 1"


# --- numbers that boxes do not hold


FLEET = """
ruleset: FLEET
language: 1
title: Fleet
documents: {notes: {title: Notes, by: us}}
dice: [d6]
chapters: [rowing]
"""
PARTS_OF_IT = """
components: FLEET
enums: {Bank: {members: {port: port, starboard: starboard}, many: sides of a boat}}
kinds:
  Side: {one: fleet, many: fleets, fields: {}}
  Boat:
    one: long boat
    many: long_boats
    capacity: 6
    owner: side
    fields:
      side: {type: Side, words: side, fixed: yes}
      hull: {type: 0..12 tenths, words: hull, start: "4"}
      leaks: {type: 0..6, words: leaks, start: "0"}
      heat: {type: -30..30 tenths, words: heat, start: "-2.5"}
      luck: {type: -1..1 hundredths, words: luck, start: "0.25"}
      due: {type: 0..10000, words: due, start: "0"}
      balls: {type: 0..20, words: balls, start: "3"}
      banks: {type: list of Oars, words: banks, capacity: 3, fixed: yes}
  Oars:
    one: bank
    many: banks
    capacity: 18
    part_of: Boat
    fields:
      bank: {type: Bank, words: bank, fixed: yes}
      oars: {type: 0..900, words: oars}
      hurts: {type: 0..2, words: hurts, start: "0"}
logs:
  Boat:
    title: Boat card
    lines: [LINES]
"""
LINES = (
    "{field: hull}, {field: leaks}, {field: heat}, {field: luck}, {field: due}, {field: balls}, "
    "{field: banks.bank}, {field: banks.oars, each: 5}, {field: banks.hurts}"
)
RACE = """
scenario: race
title: Race
turn_limit: 3
sides:
  red: {title: Red, things: {Boat: [{name: Ann, hull: 5.8, banks: BANKS}, {name: Bea, balls: 0, banks: BANKS}]}}
  blue: {title: Blue, things: {Boat: [{name: Cy, balls: 5}]}}
"""
ROW = """
rules rowing "Rowing" cites "one"

turn "Turn" cites "one"
    phase main "Main", for each side in order
        for each boat in boats where boat.side is side
            do pull(boat)

procedure pull(boat: Boat) "{boat} rows" cites "one"
    announce "{boat} has {boat.hull}, {boat.leaks}, {boat.heat}, {boat.luck}, {boat.due} and {boat.balls}"
    for each bank in boat.banks
        announce "{bank.bank}: {bank.oars} oars, {bank.hurts} hurts"
"""


def fleet(folder: Path, lines: str = LINES, oars: int = 25) -> Ruleset:
    """Give a small game with numbers that begin anywhere."""
    game = folder / "fleet"
    for name in ("rules", "scenarios"):
        (game / name).mkdir(parents=True, exist_ok=True)
    banks = f"[{{bank: port, oars: {oars}}}, {{bank: starboard, oars: {oars}}}]"
    rules = ROW.replace("boats", "long_boats")
    (game / "ruleset.yaml").write_text(FLEET.replace("FLEET", "fleet"), "utf-8")
    (game / "components.yaml").write_text(PARTS_OF_IT.replace("FLEET", "fleet").replace("LINES", lines), "utf-8")
    (game / "scenarios" / "race.yaml").write_text(RACE.replace("BANKS", banks), "utf-8")
    (game / "rules" / "rowing.rules").write_text(rules, "utf-8")
    return Ruleset.open(str(game))


def boxes_of(known: Ruleset) -> dict[str, dict[str, Any]]:
    """Give the boxes of each boat by what stands above them."""
    (found,) = forms_of(*known.scenario("race", Findings()))
    return {form.name: {one.head: one.boxes for one in form.groups if one.boxes} for form in found.forms}


def test_no_line_of_a_log_is_lost_whatever_its_number_begins_with(tmp_path):
    """What begins with nothing has boxes for all that it may reach; where boxes hold it not, there is room to write."""
    known = fleet(tmp_path)
    found = boxes_of(known)
    assert set(found["Ann"]) == set(found["Bea"]) == {"Hull", "Leaks", "Heat", "Luck", "Due", "Balls"}
    assert [words for (words,) in found["Ann"]["Leaks"].rows[0]] == list("123456")
    assert [(found["Ann"][head].many, found["Ann"][head].beside) for head in ("Heat", "Luck", "Due")] == [
        ("\N{MINUS SIGN}2.5", "now"),
        ("0.25", "now"),
        ("0", "now"),
    ]
    assert (len(found["Ann"]["Balls"].rows[0]), len(found["Bea"]["Balls"].rows[0])) == (3, 20)
    (form, *_) = forms_of(*known.scenario("race", Findings()))[0].forms
    (parts,) = [one for one in form.groups if one.sort == "parts"]
    assert parts.heads == ("Bank", "Oars", "Hurts")
    assert [len(row[-1].boxes.rows[0]) for row in parts.rows if row[-1].boxes] == [2, 2]


def test_a_number_in_steps_is_said_whole_and_has_room_to_write(tmp_path):
    known = fleet(tmp_path)
    hull = boxes_of(known)["Ann"]["Hull"]
    assert [words for (words,) in hull.rows[0]] == ["5.8", "5", "4", "3", "2", "1"]
    assert (hull.begun, hull.beside) == ("5.8", "left")
    assert boxes_of(known)["Bea"]["Hull"].beside == "left"
    blank = blank_forms(known)[0].form
    assert blank is not None
    groups = {one.head: one for one in blank.groups}
    hull = groups["Hull"].boxes
    assert hull is not None
    assert (len(hull.rows[0]), hull.beside) == (6, "left")
    assert [(groups[head].sort, groups[head].lines) for head in ("Heat", "Luck", "Due")] == [("room", 1)] * 3


def test_forces_say_the_true_figure_also_where_it_is_nothing(tmp_path):
    red, blue = force_lists(forms_of(*fleet(tmp_path).scenario("race", Findings())))
    assert red.heads == ("Long boat", "Hull", "Heat", "Luck", "Balls")
    assert [row.cells for row in red.rows] == [
        ("Ann", "5.8", "\N{MINUS SIGN}2.5", "0.25", "3"),
        ("Bea", "4", "\N{MINUS SIGN}2.5", "0.25", "0"),
    ]
    assert blue.rows[0].cells[-1] == "5"
    assert red.rows[0].parts == "port: Oars 25; starboard: Oars 25"


@pytest.mark.parametrize("oars", [5, 25, 45, 300])
@pytest.mark.parametrize("each", [5, 10])
def test_few_boxes_for_many_points_of_a_part_are_printed(oars, each, tmp_path):
    """A row of a table of parts with room to write beside its boxes was measured where there is no end of room."""
    known = fleet(tmp_path, LINES.replace("each: 5", f"each: {each}"), oars)
    print_sheets(known, "race", tmp_path / "race.pdf", only=("cards",))
    said = [one.words for one in words_in((tmp_path / "race.pdf").read_bytes())]
    assert said.count("left") == 3 + 2 * 2
    form = blank_forms(known)[0]
    assert "<svg" in svg_of(data_of(form), "form")


def test_parts_with_much_to_write_stand_below_each_other_on_a_narrow_card(tmp_path):
    lines = LINES.replace("{field: banks.hurts}", "{field: banks.hurts, each: 2}, {field: banks.oars, words: Crew}")
    known = fleet(tmp_path, lines, 300)
    for paper in ("a4", "a5"):
        print_sheets(known, "race", tmp_path / "race.pdf", only=("forces", "cards"), paper=paper, large=True)


FEW_POINTS = (
    "{field: banks.hurts}, {field: banks.hurts, words: Remarks, each: 9}, {field: banks.hurts, words: X, each: 2}"
)
IN_ROWS = (
    "{field: banks.oars}, {field: banks.oars, words: Crew, each: 9}, {field: banks.oars, words: X, each: 3, rows: 2}"
)


@pytest.mark.parametrize(("parts", "paper"), [(FEW_POINTS, "a5"), (IN_ROWS, "a4")])
@pytest.mark.parametrize("oars", [44, 70])
def test_a_table_of_parts_has_room_for_what_is_written_or_is_none(parts, paper, oars, tmp_path):
    """Where it has none, words would lie over words, which is refused: then parts stand below each other."""
    known = fleet(tmp_path, f"{{field: banks.bank}}, {parts}, {{field: banks.oars, words: Long words here}}", oars)
    print_sheets(known, "race", tmp_path / "race.pdf", only=("cards",), paper=paper, large=paper == "a5")


def test_rows_of_boxes_that_stand_for_several_have_room_to_write(tmp_path):
    known = fleet(tmp_path, LINES.replace("{field: leaks}", "{field: leaks, each: 2, rows: 2}"))
    assert boxes_of(known)["Ann"]["Leaks"].beside == "now"
    print_sheets(known, "race", tmp_path / "race.pdf", only=("cards",))
    said = [one.words for one in words_in((tmp_path / "race.pdf").read_bytes())]
    assert said.count("now") == 4 * 3


def test_the_title_of_further_forms_stands_clear_of_those_above(tmp_path):
    found = plan(fleet(tmp_path, "{field: balls}"), "race", Wishes(parts=("cards",)))
    (part,) = found.data["parts"]
    first = {**part["forms"][0], "forms": part["forms"][0]["forms"][:1]}
    part["forms"] = [first, {**first, "title": "Second"}]
    print_plan(found, tmp_path / "two.pdf")
    words = list(words_in((tmp_path / "two.pdf").read_bytes()))
    (second,) = [one for one in words if one.words.startswith("Second")]
    above = min(one.box[1] for one in words if one.page == second.page and one.box[1] > second.box[3])
    assert above - second.box[3] > 32


# --- orders, counters, boards


def test_there_is_a_pad_for_what_is_chosen_in_secret():
    assert [(pad.title, pad.side, pad.heads) for pad in order_pads(*begun())] == [
        ("Plans", "Hosts", ("Intent",)),
        ("Plans", "Cousins", ("Intent",)),
    ]


def test_a_marker_stands_for_what_no_thing_begins_with():
    found = {one.picture.title: one.copies for one in markers_of(*begun())}
    assert found == {"Wetness 1": 2, "Wetness 2": 2, "Wetness 3": 2, "Has gone home": 1, "Glum": 1, "Merry": 1}


def test_counters_fit_their_hexes():
    found = counters_of(*begun(), Fraction(30 * MM))
    assert (found[0].side, found[0].picture.title) == ("Hosts", "A1 Ben")
    assert len(found) == 3
    assert all(20 * MM < one.picture.width < 40 * MM for one in found)


def test_map_sheets_are_to_scale_and_hold_the_whole_board():
    drawer = BoardDrawer(*begun(), (186 * MM, 247 * MM))
    sheets = drawer.sheets(20 * MM)
    assert [sheet.title for sheet in sheets] == [
        f"Sheet 1.{number} of 1.2: row by row, from the left" for number in (1, 2)
    ]
    margins = 14 * MM
    assert abs(sheets[0].height - margins - 210 * MM) < MM  # ten rows; every other column lies half a hex lower
    assert abs(sheets[1].height - margins - 200 * MM) < MM
    with pytest.raises(TooManySheetsError):
        BoardDrawer(*begun(), (20 * MM, 20 * MM)).sheets(60 * MM)


def test_range_sticks_are_as_long_as_the_game_scale_says():
    """At the smallest scale in inches, long range is 48 of them."""
    drawer = BoardDrawer(*begun("quickfire", "tsushima"), (186 * MM, 247 * MM))
    (title, pieces), *_ = drawer.sticks()
    reaches = [
        word for piece in pieces for shape in piece.shapes if (word := getattr(shape, "words", "")) and "(" in word
    ]
    assert title == "Gun ranges"
    (far,) = map(Fraction, re.findall(r"\(([\d.]+)\)", reaches[-1]))
    assert sum(piece.width - MM for piece in pieces) == far * drawer.scale()


def test_no_line_of_a_stick_goes_through_words():
    """At the right edge words stand before their marks, where the lines of others would cross them."""
    found = _stacked([(1000, "a cable"), (9000, "a thousand yards"), (10000, "a kilometre"), (10000, "a mile")], 10200)
    assert [(words, anchor) for _, words, _, anchor in found[:1]] == [("a cable", "start")]
    for depth, (_at, words, begins, anchor) in enumerate(found):
        size = wide(words, 290, bold=True)
        left = begins - size if anchor == "end" else begins
        assert not [at for at, *_ in found[:depth] if left < at + MM // 2 < left + size], words


# --- charts


def chart(columns: int, rows: int, words: str = "word") -> dict[str, Any]:
    row = GridRow(tuple(Cell(text(words)) for _ in range(columns)))
    (found,) = blocks_as_data([Grid((row,) * rows, (row,))], Room(90 * MM, 190 * MM, 270 * MM))
    return found


def test_a_table_finds_the_room_that_it_needs():
    assert chart(2, 40)["folds"] > 1
    assert not chart(3, 4)["broad"]
    assert chart(14, 4)["broad"]
    assert not chart(14, 4)["turned"]
    assert chart(14, 4, "communications")["turned"]


def test_narrow_tables_stand_side_by_side():
    row = GridRow((Cell(text("word")), Cell(text("word"))))
    tables, broad = [Grid((row,) * 3, (row,))] * 2, Grid((GridRow((Cell(text("word")),) * 12),))
    found = blocks_as_data([*tables, broad, tables[0]], Room(90 * MM, 190 * MM, 270 * MM))
    assert [one["sort"] for one in found] == ["row", "grid", "grid"]
    assert len(grids_in(found)) == 4
    assert [one["sort"] for one in blocks_as_data(tables, Room(20 * MM, 190 * MM, 270 * MM))] == ["grid", "grid"]


def test_a_long_table_says_nothing_of_what_takes_no_part(tmp_path, monkeypatch):
    """Hugo has a pocket on the left alone; what he is in the mood for may change."""
    monkeypatch.setattr(chart_data, "FEW_ROWS", 1)
    copied = shutil.copytree(GAME, tmp_path / "pockets")
    (copied / "tables" / "pouches.yaml").write_text(
        "table: pouches\ntitle: Pouches\nkey: {pouch: Pouch}\ngives: 0..9\nrows: {left: 1, right: 2}\n"
    )
    known = Ruleset.open(str(copied))
    alone = situations_of(known, known.declared.rosters["guests"], ["Hugo"])
    grid = Grid(tuple(GridRow((Cell(text(word)), Cell(text("1")))) for word in ("left", "right")))
    shortened = chart_data.shortened(known.declared, alone, "pouches", grid)
    assert [plain(row.cells[0].text) for row in shortened.rows] == ["left"]
    assert plain(shortened.caption) == " (of what takes part)"
    assert chart_data.shortened(known.declared, [begun()], "pouches", grid) == grid
    assert chart_data.shortened(known.declared, alone, "reaches", grid) == grid


# --- print


def test_everything_is_printed_on_every_paper(tmp_path):
    known = ruleset()
    printed = print_sheets(known, "cousins", tmp_path / "all.pdf", hex_width=20)
    assert printed.path.read_bytes().startswith(b"%PDF")
    assert not printed.left_out
    assert {"things": 3, "cards": 3, "pads": 2, "map_sheets": 2}.items() <= printed.counts.items()
    again = print_sheets(known, "cousins", tmp_path / "again.pdf", hex_width=20)
    assert printed.path.read_bytes() == again.path.read_bytes()
    small = print_sheets(known, "cousins", tmp_path / "small.pdf", paper="a5", large=True)
    assert small.pages > printed.pages - 2


def test_broad_tables_stand_behind_where_they_would_push_words_over_others(tmp_path, monkeypatch):
    """At the foot of a page they may leave too little of it; then they have pages of their own."""
    found = plan(ruleset(), "cousins", Wishes(parts=("reference",)))
    broad = Grid((GridRow(tuple(Cell(text(f"cell{place}")) for place in range(12))),) * 3)
    found.data["parts"][0]["phases"][0]["blocks"] += blocks_as_data([broad], Room(90 * MM, 190 * MM, 270 * MM))
    usual = print_plan(found, tmp_path / "usual.pdf")
    monkeypatch.setattr(sheet_pdf, "has_overlaps", lambda _pdf: True)
    assert print_plan(found, tmp_path / "apart.pdf") > usual
    last = list(words_in((tmp_path / "apart.pdf").read_bytes()))[-1].page
    assert {one.page for one in words_in((tmp_path / "apart.pdf").read_bytes()) if one.words == "cell0"} == {last}


def test_a_roster_has_forms_and_no_orders():
    found = plan(ruleset(), "guests", Wishes())
    assert [one["part"] for one in found.data["parts"]] == ["forces", "cards", "reference", "counters"]
    assert set(found.left_out) == {"orders", "track", "map"}


def test_what_is_not_finished_is_printed_as_a_draft_alone(tmp_path):
    copied = shutil.copytree(GAME, tmp_path / "half")
    with (copied / "rules" / "snow.rules").open("a") as file:
        file.write('\n\ndefine spare() -> 0..9 "spare" = 3\n')
    half = Ruleset.open(str(copied))
    assert half.findings
    with pytest.raises(RefusedError):
        print_sheets(half, "cousins", tmp_path / "half.pdf", only=("forces",))
    assert not (tmp_path / "half.pdf").exists()
    assert print_sheets(half, "cousins", tmp_path / "half.pdf", only=("forces",), draft=True).pages == 1


def test_what_there_is_nothing_of_is_said(tmp_path, capsys):
    assert main(["sheet", str(GAME), "guests", "--only", "cards,map", "--to", str(tmp_path / "g.pdf")]) == 0
    assert "no map: a roster is not a battle" in capsys.readouterr().out
    assert main(["sheet", str(GAME), "guests", "--only", "map", "--to", str(tmp_path / "h.pdf"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["failed"] == "book"


def test_the_handbook_names_every_part():
    page = (Path(__file__).parents[3] / "docs" / "sheets.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(PARTS)


def test_tables_with_the_same_rows_stand_as_one():
    head = GridRow((Cell(text("Gun")), Cell(text("Result"))))
    rows = [GridRow((Cell(text(name)), Cell(text("1")))) for name in ("six-inch", "four-inch", "pounder", "popgun")]
    reach, weight = (Grid(tuple(rows), (head,), text(title), stubs=1) for title in ("Reach", "Weight"))
    other = Grid(tuple(reversed(rows)), (head,), text("Crew"), stubs=1)
    one, apart = together([reach, other, weight], Room(9000, 27700, 27700))
    assert apart == other
    assert isinstance(one, Grid)
    assert [plain(cell.text) for cell in one.head[0].cells] == ["Gun", "Reach", "Weight"]
    assert [plain(cell.text) for cell in one.rows[0].cells] == ["six-inch", "1", "1"]
    assert together([reach, weight], Room(2500, 27700, 27700)) == [reach, weight]


def test_a_line_may_be_for_some_of_a_number_or_for_what_is_true(tmp_path, capsys):
    captain = [[one.head for one in group(name, "figures").figures] for name in ("Greta", "Hugo")]
    assert ["Is the captain" in heads for heads in captain] == [True, False]
    game = shutil.copytree(GAME, tmp_path / "game")
    components = game / "components.yaml"
    components.write_text(components.read_text("utf-8").replace("only: {arm: some}", "only: {arm: much}"), "utf-8")
    assert main(["check", str(game)]) == 1
    assert "there is no value of Child.arm `much`" in capsys.readouterr().out


def test_a_quick_reference_leaves_out_what_stays_in_the_book_and_knows_its_name(tmp_path, capsys):
    game = shutil.copytree(GAME, tmp_path / "game")
    components = game / "components.yaml"
    components.write_text(components.read_text("utf-8") + "reference: {in_the_book: [splashes, cold_dise]}\n", "utf-8")
    assert main(["check", str(game)]) == 1
    said = capsys.readouterr().out
    assert "there is no table or rule `cold_dise`" in said
    assert "did you mean `cold_dice`?" in said
    assert "1 problem" in said


def test_every_picture_of_sheets_is_said_in_words():
    found = plan(ruleset(), "cousins", Wishes(parts=("counters", "map")))
    assert found.words.keys() == found.drawings.keys()
    assert found.words
    assert all(found.words.values())
