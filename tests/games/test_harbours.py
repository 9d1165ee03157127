"""A small game of ours on named areas: it uses all that such a board knows, and passes what a ruleset can be put to."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.apps.terminal.maps import map_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.language.declarations.builtins import AREA_FUNCTIONS
from quarterdeck.print.boards.surfaces import AreaSurface
from quarterdeck.print.drawing.area_boards import AreaBoard
from quarterdeck.print.drawing.measures import length
from quarterdeck.print.pictures.gallery import faults_of_pictures
from quarterdeck.workspace.pipeline.stages import load
from tests.games.battle import called, changed, played

GAME = Path(__file__).parent / "harbours"
POSITIONS = GAME.joinpath("components.yaml").read_text("utf-8")
POSITIONS = POSITIONS[POSITIONS.index("    positions:") : POSITIONS.index("\nkinds:")]


@pytest.fixture(scope="module", name="ruleset")
def _ruleset() -> Ruleset:
    return Ruleset(load(str(GAME)))


def test_nothing_is_wrong_with_it(ruleset):
    assert as_text(ruleset.findings) == ""
    assert main(["fmt", "--check", str(GAME)]) == 0
    assert main(["check", "--release", str(GAME)]) == 0


def test_every_function_of_areas_is_used(ruleset):
    assert sorted(AREA_FUNCTIONS.keys() - called(ruleset)) == []


def test_its_worked_examples_come_out():
    assert main(["test", str(GAME)]) == 0


def test_it_is_played_to_its_end(ruleset):
    ends = [played(ruleset, "night", bot, seed) for bot in (RandomDecider, WeighingDecider) for seed in range(1, 9)]
    assert {end.winner for end in ends} == {"Smugglers", "Revenue", ""}
    assert all(end.turn >= 1 for end in ends)


def test_a_saved_game_is_played_again_to_the_same_journal(tmp_path, ruleset):
    kept, again = tmp_path / "kept.jsonl", tmp_path / "again.jsonl"
    assert main(["play", str(GAME), "night", "--sides", "random,random", "--seed", "3", "--save", str(kept)]) == 0
    assert main(["replay", str(kept), "--to", str(again)]) == 0
    assert kept.read_bytes() == again.read_bytes()
    entries = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    waters = {entry["choice"] for entry in entries if entry.get("at") == "sailing.sail.water"}
    assert len(waters) > 3
    assert waters <= {"none", *ruleset.declared.enums["Water"].members}


def test_why_names_the_areas(tmp_path, capsys):
    kept = tmp_path / "kept.jsonl"
    assert main(["play", str(GAME), "night", "--sides", "random,random", "--seed", "3", "--save", str(kept)]) == 0
    capsys.readouterr()
    assert main(["why", str(kept), "the Curlew.place"]) == 0
    assert "Heron Creek" in capsys.readouterr().out


def test_odds_of_where_the_fog_drifts(capsys):
    things = "{fog: {kind: Fog, place: gull_bay}}"
    asked = ["sailing.drift", "--given", f"{{things: {things}, given: {{fog: fog}}}}", "--show", "fog.place", "--json"]
    assert main(["odds", str(GAME), *asked]) == 0
    found = json.loads(capsys.readouterr().out)["odds"][0]
    places = {row["text"][0]: Fraction(row["weight"], found["below"]) for row in found["rows"]}
    assert places == {"Gull Bay": Fraction(1, 2), "the Lantern Roads": Fraction(1, 3), "the Narrows": Fraction(1, 6)}


WAYS: dict[tuple[str, str], int | None] = {
    ("old_pier", "wrack_sound"): 1,
    ("heron_creek", "gull_bay"): 3,
    ("gull_bay", "heron_creek"): 4,
}
WAYS |= {("gull_bay", "mill_race"): 5, ("gull_bay", "gull_bay"): 0, ("gull_bay", "customs_yard"): None}


@pytest.mark.parametrize(("start", "goal"), WAYS)
def test_a_way_is_as_long_as_the_connections_make_it(start, goal, capsys):
    boat = f"{{kind: Boat, owner: smugglers, place: gull_bay, goal: {goal}}}"
    given = f"{{things: {{otter: {boat}}}, given: {{boat: otter, water: {start}}}}}"
    assert main(["try", str(GAME), "sailing.way_left", "--given", given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"][0]["result"] == WAYS[start, goal]


def test_a_rule_need_not_test_for_none_where_each_area_can_be_reached(tmp_path):
    game = changed(GAME, tmp_path, "components.yaml", "customs_yard: []", "customs_yard: [heron_creek]")
    assert {finding.code for finding in Ruleset(load(str(game))).findings} == {"QD353"}, "it is never none"
    rules = game / "rules" / "searching.rules"
    rules.write_text(rules.read_text("utf-8").replace("distance(here, there) is not none and ", ""), "utf-8")
    sailing = game / "rules" / "sailing.rules"
    assert as_text(Ruleset(load(str(game))).findings) == "", sailing.read_text("utf-8")


def test_the_map_lists_areas_with_what_is_in_them(ruleset):
    built, situation = ruleset.scenario("night", Findings())
    pieces = Pieces(situation, built.module())
    drawing = map_of(pieces, situation.state, marks={1: " 2"})
    lines = [line.plain.rstrip() for line in drawing.drawn(80, 30) or []]
    assert lines[1] == "2   the Narrows the fog  → Gull Bay, Wrack Sound"
    assert lines[7] == "    the Lantern Roads B1 → Gull Bay, Wrack Sound"
    assert lines[8] == "    the Customs Yard"
    assert len(lines) == 9
    short = [line.plain.rstrip() for line in drawing.drawn(80, 6) or []]
    assert len(short) == 6
    assert short[-1] == "empty areas left out: 4"
    assert "> Gull Bay" in (map_of(pieces, situation.state, unicode=False).drawn(80, 30) or [])[6].plain


FAULTS = {
    ("components.yaml", "[old_pier, lantern_roads]"): (
        "[old_pier, lantern_rods]",
        ("QD310", 23, 31, "no area of Water `lantern_rods`"),
    ),
    ("components.yaml", "old_pier: [heron_creek]"): (
        "old_pier: [old_pier, heron_creek]",
        ("QD227", 24, 18, "connected with itself"),
    ),
    ("components.yaml", "the_narrows: [wrack_sound]"): (
        "the_narrows: [wrack_sound, gull_bay]",
        ("QD227", 22, 34, "`the_narrows` and `gull_bay` are connected twice"),
    ),
    ("components.yaml", "heron_creek: [mill_race]"): (
        "heron_creek: [mill_race, old_pier]",
        ("QD227", 27, 32, "`heron_creek` and `old_pier` are connected twice"),
    ),
    ("components.yaml", "      customs_yard: []\n"): ("", ("QD227", 19, 7, "no connection leads to the area")),
    ("components.yaml", "salt_pool: [gull_bay]"): (
        "salt_pool: [gull_bay]\n      customs_yard: [gull_bay]",
        None,
    ),
    ("components.yaml", "old_pier: the Old Pier"): (
        "old_pier: Gull Bay",
        ("QD227", 14, 7, "the same words: Gull Bay"),
    ),
    ("components.yaml", "old_pier: the Old Pier"[:8]): ("gull_bay", ("QD204", 14, 7, "occurs twice")),
    ("components.yaml", "      gull_bay: [10, 10]\n"): ("", ("QD227", 11, 7, "has no position, and others have one")),
    ("components.yaml", "gull_bay: [10, 10]"): ("gull_bay: [40, 5]", ("QD227", 32, 20, "the same position")),
    ("components.yaml", "gull_bay: [10, 10]"[:13]): ("gull_bay: [-10", ("QD227", 31, 17, "two whole numbers")),
    ("components.yaml", "\nkinds:"): (
        "\narcs: {ahead: {first: 0, last: 60}}\nkinds:",
        ("QD226", 41, 8, "no directions"),
    ),
    ("components.yaml", "place: {type: Water, words: position}\n      casks"): (
        "place: {type: hex, words: position}\n      casks",
        ("QD310", 54, 21, "no type `hex`"),
    ),
    ("ruleset.yaml", "areas: Water, "): ("", ("QD226", 8, 8, "must name the enum")),
    ("ruleset.yaml", "areas: Water"): ("areas: Waters", ("QD310", 8, 30, "no enum with `connections:`")),
    ("ruleset.yaml", "shape: areas"): ("shape: none", ("QD227", 8, 3, "not the enum of the board")),
    ("ruleset.yaml", "off:"): ("directions: Water, off:", ("QD226", 8, 49, "has no directions")),
    ("rules/sailing.rules", "set boat.place to water"): (
        "set boat.place to next(water, wind)",
        ("QD310", 34, 27, "`next` has no meaning on a board of areas"),
    ),
    ("rules/searching.rules", "distance(here, there) <= 2"): (
        "blocked(here, there, waters, 50)",
        ("QD310", 17, 43, "`blocked` has no meaning on a board of areas"),
    ),
    ("scenarios/night.yaml", "place: salt_pool"): ("place: salt_pol", ("QD605", 10, 36, "not a member of Water")),
    ("scenarios/night.yaml", "turn_limit"): ("board: {rows: 4}\nturn_limit", ("QD604", 4, 15, "no `rows`")),
}


@pytest.mark.parametrize(("file", "sound"), FAULTS)
def test_what_does_not_fit_is_a_finding(file, sound, tmp_path):
    faulty, wanted = FAULTS[file, sound]
    ruleset = Ruleset(load(str(changed(GAME, tmp_path, file, sound, faulty))))
    findings = ruleset.findings
    if not findings:
        findings = Findings()
        ruleset.scenario("night", findings)
    found = [(one.code, one.span.as_json()["line"], one.span.as_json()["column"], one.message) for one in findings]
    if wanted is None:
        assert found == []
    else:
        assert [one for one in found if one[:3] == wanted[:3] and wanted[3] in one[3]], found


def test_a_house_rule_adds_areas_and_connections(tmp_path):
    game = shutil.copytree(GAME, tmp_path / "harbours")
    variant = game / "variants" / "canal"
    variant.mkdir(parents=True)
    (variant / "variant.yaml").write_text("variant: canal\nextends: harbours\ntitle: A canal\n", "utf-8")
    (variant / "components.yaml").write_text(
        "components: canal\nenums:\n  Water:\n    adds: yes\n    members: {canal: the Canal}\n"
        "    connections: {canal: [gull_bay, customs_yard]}\n    positions: {canal: [60, 80]}\n",
        "utf-8",
    )
    water = Ruleset(load(f"{game}+canal")).declared.enums["Water"]
    assert water.members[-1] == "canal"
    assert water.links[-1] == (water.members.index("gull_bay"), water.members.index("customs_yard"))
    assert water.links[0][-1] == len(water.members) - 1
    (variant / "components.yaml").write_text(
        "components: canal\nenums:\n  Water: {adds: yes, connections: {mill_race: [old_pier, salt_pool]}}\n", "utf-8"
    )
    findings = Ruleset(load(f"{game}+canal")).findings
    assert [(one.code, one.message) for one in findings] == [
        ("QD227", "`mill_race` and `salt_pool` are connected twice")
    ]


def test_a_connection_is_part_of_the_meaning_and_a_position_is_not(tmp_path, ruleset):
    same = Ruleset(load(str(changed(GAME, tmp_path / "a", "components.yaml", POSITIONS, ""))))
    other = Ruleset(
        load(str(changed(GAME, tmp_path / "b", "components.yaml", "[old_pier, lantern_roads]", "[old_pier]")))
    )
    assert same.played_by["Water"] == ruleset.played_by["Water"]
    assert other.played_by["Water"] != ruleset.played_by["Water"]


def test_areas_without_positions_lie_on_a_circle(tmp_path):
    game = Ruleset(load(str(changed(GAME, tmp_path, "components.yaml", POSITIONS, ""))))
    built, _ = game.scenario("night", Findings())
    board = AreaSurface.of(built.program.world).board
    x, y = (sum(spot[axis] for spot in board.spots) // len(board.spots) for axis in (0, 1))
    far = [length((x, y), spot) for spot in board.spots]
    assert max(far) - min(far) <= 2
    assert board.spots[0][1] == min(spot[1] for spot in board.spots)


@pytest.mark.parametrize("many", [1, 2, 9, 60])
def test_discs_do_not_meet_and_fit_into_their_room(many):
    names = tuple(f"area number {number}" for number in range(many))
    links = tuple(((number + 1) % many,) for number in range(many))
    board = AreaBoard.fitting(names, links, (), (20_000, 15_000))
    apart = [length(one, other) for one in board.spots for other in board.spots if one is not other]
    assert all(far > 2 * board.radius for far in apart)
    assert board.box[2] <= 20_000
    assert board.box[3] <= 15_000


def test_it_is_printed_as_a_book_in_two_languages(tmp_path):
    said = {
        "en": ("the waters next to", "there is a distance from"),
        "de": ("unter den Nachbargebieten", "die Entfernung vom Ausgangspunkt bis zum Zielpunkt"),
    }
    for language, words in said.items():
        folder = tmp_path / language
        assert main(["book", str(GAME), "--folder", str(folder), "--format", "md", "--language", language]) == 0
        page = (folder / "harbours.md").read_text("utf-8")
        assert [one for one in words if one not in page] == []


def test_its_map_is_printed(tmp_path):
    to = tmp_path / "night.pdf"
    assert main(["sheet", str(GAME), "night", "--only", "map", "--to", str(to)]) == 0
    assert to.read_bytes().startswith(b"%PDF")


def test_pictures_show_the_areas_that_a_rule_gives(tmp_path):
    assert main(["book", str(GAME), "--folder", str(tmp_path), "--format", "html"]) == 0
    page = (tmp_path / "html" / "rules.searching.html").read_text("utf-8")
    assert "Gull Bay, the Narrows, Wrack Sound, the Lantern Roads." in page


def test_a_picture_of_hexes_is_refused(tmp_path):
    game = changed(GAME, tmp_path, "pictures.yaml", "draws: areas", "draws: hexes")
    assert "the game is not played on hexes" in as_text(faults_of_pictures(Ruleset(load(str(game)))))
