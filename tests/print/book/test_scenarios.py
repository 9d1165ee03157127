"""What a player needs to set up stands in the book: whose values a thing has, how large the board is, what all have."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.print.book.roster_tables import Column, RosterTables
from quarterdeck.prose.english.english_writer import EnglishWriter, said
from quarterdeck.prose.text.blocks import Grid, Prose, Section
from quarterdeck.prose.text.runs import EMPTY, plain, text
from quarterdeck.workspace.ruleset.ruleset import Ruleset

GAMES = Path(__file__).parents[2] / "games"
LEGS = Column("Legs", {"Fritz": "2", "Ada": "3", "Bea": "4"})


@pytest.mark.parametrize(
    ("game", "scenario", "words"),
    [
        ("snowballs", "playground", "little Fritz, as Fritz | "),
        ("snowballs", "playground", "A name followed by “as Fritz” or the like has the figures of the one named there"),
        ("snowballs", "playground", "The board has 14 columns and 14 rows of hexes, counted from 0."),
        ("tiles", "kitchen", "The board has 9 columns and 8 rows of squares, counted from 0; a diagonal step counts"),
        ("marbles", "pavement", "The board is 40 spans wide and 30 spans deep; places are counted"),
    ],
)
def test_a_scenario_says_how_large_the_board_is_and_whose_values_a_thing_has(game, scenario, words):
    assert words in said(Ruleset.open(str(GAMES / game)).checked, f"scenarios.{scenario}")


def test_who_has_values_of_its_own_name_is_as_nobody():
    assert " as" not in said(Ruleset.open(str(GAMES / "snowballs")).checked, "scenarios.cousins")


def test_what_a_scenario_says_of_some_things_alone_is_said_of_the_others_as_well(tmp_path):
    """A blank would be taken for 0: there stands what a roster gives, or with what the field begins."""
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    components, scenario = game / "components.yaml", game / "scenarios" / "cousins.yaml"
    words = components.read_text("utf-8")
    fields = '      chill: {type: -9..9 tenths, words: chill, start: "-2.5"}\n'
    assert words.count("      wet:") == 1
    components.write_text(words.replace("      wet:", f"{fields}      wet:"), "utf-8")
    words = scenario.read_text("utf-8")
    assert "{like: Hugo, " in words
    scenario.write_text(
        words.replace("{like: Hugo, ", "{like: Hugo, chill: -0.5, mood: glum, wet: 2, arm: 3, "), "utf-8"
    )
    told = said(Ruleset.open(str(game)).checked, "scenarios.cousins").replace("\N{NO-BREAK SPACE}", " ")
    assert "Greta, the captain | [7, 7] | northwest | \N{MINUS SIGN}2.5 | calm | 0 | 3.5" in told
    assert "Hugo | [8, 6] | northwest | \N{MINUS SIGN}0.5 | glum | 2 | 3" in told


def test_what_a_roster_says_of_a_thing_of_another_is_what_it_begins_with(tmp_path):
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    (game / "rosters" / "sling.yaml").write_text(
        "roster: sling\nkind: Child\namends: guests\ntitle: Who has a sling\n"
        "source: {document: notebook, place: page seven, kind: house}\nthings: {Greta: {arm: 4.5}}\n",
        "utf-8",
    )
    scenario = game / "scenarios" / "cousins.yaml"
    scenario.write_text(scenario.read_text("utf-8").replace("{like: Hugo, ", "{like: Hugo, arm: 3, "), "utf-8")
    told = said(Ruleset.open(str(game)).checked, "scenarios.cousins").replace("\N{NO-BREAK SPACE}", " ")
    assert "Greta, the captain | [7, 7] | northwest | 4.5" in told


def test_what_no_scenario_says_is_told_once_with_what_it_then_is(tmp_path):
    """A player who sets up can look nowhere else; what begins with nothing goes without saying."""
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    components = game / "components.yaml"
    fields = (
        "{bells: {type: list of 1..9, words: turns with a bell, capacity: 2, start: '[1, 3]'},"
        " melting: {type: boolean, words: is melting, start: 'no'}, flakes: {type: 0..9, words: flakes, start: '0'},"
        " depth: {type: 0..9 tenths, words: depth of the snow, start: '2.5'}}"
    )
    components.write_text(
        components.read_text("utf-8").replace("kinds:\n", f"kinds:\n  Game:\n    fields: {fields}\n", 1), "utf-8"
    )
    usual = EnglishWriter(Ruleset.open(str(game)).checked).usual()
    assert usual is not None
    assert plain(usual.title) == "Unless a scenario says otherwise, the game begins like this:"
    assert [plain(point.text) for point in usual.points] == ["Turns with a bell: 1 and 3.", "Depth of the snow: 2.5."]


def test_a_side_begins_with_what_no_scenario_says(tmp_path):
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    components = game / "components.yaml"
    text = components.read_text("utf-8")
    more = (
        "      sledges: {type: 0..3, words: sledges, start: '2', apart: players count them}\n"
        "      ropes: {type: 0..3, words: ropes, start: '1'}\n"
    )
    components.write_text(text.replace("      plan: {", f"{more}      plan: {{", 1), "utf-8")
    told = said(Ruleset.open(str(game)).checked, "scenarios.cousins")
    assert told.count("Ropes: 1.") == 2
    assert "Sledges" not in told
    assert "Keenness" not in told


def test_what_lines_pass_within_a_length_of_has_that_radius(tmp_path):
    game = shutil.copytree(GAMES / "marbles", tmp_path / "marbles")
    for file, before, after in (
        (
            "components.yaml",
            "      rolled: {",
            "      girth: {type: spans, words: girth, start: '0.6'}\n      rolled: {",
        ),
        ("rules/flicking.rules", "other.place, 0.6)", "other.place, other.girth)"),
    ):
        old = (game / file).read_text("utf-8")
        assert before in old
        (game / file).write_text(old.replace(before, after), "utf-8")
    _, situation = Ruleset.open(str(game)).scenario("pavement", Findings())
    assert situation.program.radii == {"Marble.place": "Marble.girth"}


def notes(section: Section) -> Iterator[str]:
    yield from (plain(block.text) for block in section.blocks if isinstance(block, Prose))
    for inner in section.sections:
        yield from notes(inner)


def test_what_all_things_of_a_roster_share_is_said_once(tmp_path):
    """A column in which all are alike is left out; without this its value would stand nowhere."""
    game = tmp_path / "snowballs"
    shutil.copytree(GAMES / "snowballs", game)
    guests = game / "rosters" / "guests.yaml"
    text = guests.read_text("utf-8")
    guests.write_text(text.replace("legs: 3", "legs: 4"), "utf-8")
    section = RosterTables(Ruleset.open(str(game))).for_players()
    assert section is not None
    assert any("All of them have: Paces in a minute 4." in words for words in notes(section))


def test_each_sort_of_part_of_a_roster_has_its_own_key():
    """The right pockets hold snowballs, the left ones none: what is never shown of them need not be explained."""
    section = RosterTables(Ruleset.open(str(GAMES / "snowballs"))).for_players()
    assert section is not None
    key = "Left: room for snowballs. Right: room for snowballs / snowballs."
    assert any(key in words for words in notes(section))


def test_a_sort_that_all_things_of_a_roster_share_is_said_as_what_they_are(tmp_path):
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    components = game / "components.yaml"
    text = components.read_text("utf-8")
    assert "      legs: {" in text
    sort = "      made_of: {type: Snow, words: sort, start: packing, fixed: yes}\n"
    components.write_text(text.replace("      legs: {", f"{sort}      legs: {{"), "utf-8")
    guests = game / "rosters" / "guests.yaml"
    text = guests.read_text("utf-8")
    guests.write_text(
        text.replace("    legs: 4", "    made_of: crust\n    legs: 4").replace("{arm: 2,", "{arm: 2, made_of: crust,")
    )
    section = RosterTables(Ruleset.open(str(game))).for_players()
    assert section is not None
    assert any("All are crusted snow." in words for words in notes(section))


def test_a_roster_shows_what_its_things_begin_with_and_what_they_cost(tmp_path):
    """What a scenario begins with, and what an even battle is chosen by, must be in the book."""
    game = shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    components = game / "components.yaml"
    text = components.read_text("utf-8")
    assert "    across: 2\n" in text
    components.write_text(text.replace("    across: 2\n", "    across: 2\n    points: cost_of\n", 1), "utf-8")
    rules = 'rules pocket_money\n\ndefine cost_of(child: Child) -> 0..99 "the cost of {child}" = child.legs * 3\n'
    (game / "rules" / "pocket_money.rules").write_text(rules, "utf-8")
    guests = game / "rosters" / "guests.yaml"
    guests.write_text(guests.read_text("utf-8").replace("legs: 3", "legs: 3, wet: 2"), "utf-8")
    section = RosterTables(Ruleset.open(str(game))).for_players()
    assert section is not None
    grids = [block for one in (section, *section.sections) for block in one.blocks if isinstance(block, Grid)]
    shown = {plain(row.cells[0].text): [plain(cell.text) for cell in row.cells] for grid in grids for row in grid.rows}
    heads = [plain(cell.text) for grid in grids for row in grid.head for cell in row.cells]
    assert "Points" in heads
    assert shown["Greta"][-1] == "12"
    assert shown["Hugo"][-1] == "9"
    assert "2" in shown["Hugo"]


def test_groups_of_a_roster_stand_in_one_table_under_one_head():
    made = RosterTables(Ruleset.open(str(GAMES / "snowballs")))
    boys: dict[str, dict[str, int]] = {"Fritz": {}}
    girls: dict[str, dict[str, int]] = {"Ada": {}, "Bea": {}}
    groups = [(text("Boys"), boys), (text("Girls"), girls)]
    grid = made.table(made.declared.kinds["Child"], EMPTY, [LEGS], groups, None)
    assert [(plain(row.cells[0].text), row.is_head) for row in grid.rows] == [
        ("Boys", True), ("Fritz", False), ("Girls", True), ("Ada", False), ("Bea", False),
    ]  # fmt: skip
    assert [[plain(cell.text) for cell in row.cells] for row in grid.head] == [["Child", "Legs"]]


def test_a_table_may_say_what_stands_above_its_results(tmp_path):
    game = tmp_path / "marbles"
    shutil.copytree(GAMES / "marbles", game)
    ways = game / "tables" / "ways.yaml"
    ways.write_text(
        ways.read_text("utf-8").replace("{force: the flick}", "{force: the flick, result: it rolls}"), "utf-8"
    )
    assert "The flick | It rolls\n" in said(Ruleset.open(str(game)).checked, "ways")
