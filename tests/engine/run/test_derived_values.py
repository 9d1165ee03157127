"""Whatever type a field has: a cell of a file of figures is read into it as a document is, and it can be derived."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quarterdeck.analysis.scaffold.in_documents import as_written
from quarterdeck.api import Ruleset, print_book
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.run.words import words_of

HEAD = """
ruleset: fleet
title: Fleet
edition: first
chapters: [fleet]
board: {shape: SHAPE}
documents: {lists: {title: Lists, by: us}}
"""
BOARDS = {
    "hex": "hex, directions: Way",
    "square": "square, diagonals: two",
    "plane": "plane, lengths: spans, angles: degrees",
}
BESIDE = {
    "hex": "enums: {Way: {circle: [n, ne, se, s, sw, nw]}}",
    "square": "",
    "plane": "units: {spans: {one: span, range: 0..200, step: hundredths}, degrees: {one: degree, range: -360..360}}",
}
SIZES = {"hex": "columns: 10, rows: 10", "square": "columns: 10, rows: 10", "plane": "width: 60, depth: 40"}
COMPONENTS = """
components: fleet
enums: {Navy: [red, blue]}
kinds:
  Gun:
    one: gun
    many: guns
    capacity: 9
    fields:
      power: {type: 0..99 tenths, words: power, fixed: yes}
      mates: {type: list of Gun, capacity: 2, words: mates, fixed: yes}
  Bag:
    one: bag
    many: bags
    capacity: 9
    part_of: Ship
    fields:
      navy: {type: Navy or none, words: navy, fixed: yes}
      sizes: {type: list of 0..9 tenths, capacity: 2, words: sizes, fixed: yes}
      gun: {type: Gun or none, words: gun, fixed: yes}
  Ship:
    one: ship
    many: ships
    capacity: 9
    owner: side
    fields:
      side: {type: Side, words: side, fixed: yes}
      numbers: {type: list of 0..9 tenths, capacity: 3, words: numbers, fixed: yes}
      navies: {type: list of Navy, capacity: 3, words: navies, fixed: yes}
      guns: {type: list of Gun, capacity: 3, words: guns, fixed: yes}
      spots: {type: list of PLACE, capacity: 3, words: spots, fixed: yes}
      truths: {type: list of boolean, capacity: 3, words: truths, fixed: yes}
      spot: {type: PLACE, words: spot, fixed: yes}
      den: {type: PLACE or none, words: den, fixed: yes}
      mood: {type: Navy or none, words: mood, fixed: yes}
      reds: {type: 0..3, words: reds, fixed: yes}
      load: {type: -2..9 hundredths or none, words: load, fixed: yes}
      bags: {type: list of Bag, capacity: 2, words: bags, fixed: yes}
  Figures:
    one: record
    many: records
    capacity: 1
    fields:
      gun: {type: Gun}
      numbers: {type: list of 0..9 halves, capacity: 4}
      navies: {type: list of Navy, capacity: 3}
      guns: {type: list of Gun, capacity: 3}
      spots: {type: list of PLACE, capacity: 3}
      truths: {type: list of boolean, capacity: 3}
      spot: {type: PLACE}
      den: {type: PLACE or none}
      mood: {type: Navy or none}
      load: {type: -2..9 tenths or none}
      cards: {type: deck of Navy, capacity: 3}
"""
GUNS = """
roster: guns
kind: Gun
title: Guns
source: {document: lists}
things: {Big: {power: 12.5, mates: [Small, Far]}, Small: {power: 6}, Far: {power: 3}, "Mid, old": {power: 3}}
"""
SHIPS = """
roster: ships
kind: Ship
title: Ships
source: {document: lists}
derived_from: ships.csv
kind_of_figures: Figures
columns: {gun: gun, numbers: numbers, navies: navies, guns: guns, spots: spots, truths: truths, spot: spot, den: den,
  mood: mood, load: load, cards: cards}
words: {truths: {"": "[]"}}
derive:
  numbers: figures.numbers
  navies: figures.navies
  guns: strong(figures)
  spots: figures.spots
  truths: figures.truths
  spot: figures.spot
  den: figures.den
  mood: figures.mood
  reds: figures.cards.red
  load: figures.load
part_lists:
  bags: [{navy: figures.mood, sizes: "[0.5, count(one in figures.gun.mates)]", gun: figures.gun}]
"""
RULES = """
rules fleet "Fleet" cites "the list"

define strong(record: Figures) -> list of Gun "the strong guns of {record}" =
    all(gun in record.guns where gun.power > 5)

turn "A turn"
    phase counting "Counting"
        for each ship in ships
            announce "{ship} {ship.numbers} {ship.navies} {ship.guns} {ship.spots} {ship.truths} {ship.spot} {ship.den}"
            announce "{ship} {ship.mood} {ship.reds} {ship.load}"
            for each bag in ship.bags
                announce "{bag} {bag.sizes} {bag.navy} {bag.gun}"
"""
SCENARIO = """
scenario: one
title: One
turn_limit: 1
board: {SIZE}
sides:
  red: {title: Red, things: {Ship: [{like: Alpha}, {like: Beta}], Gun: [{like: Big}, {like: Small}, {like: Far}]}}
  blue: {title: Blue}
"""
COLUMNS = "name,gun,numbers,navies,guns,spots,truths,spot,den,mood,load,cards\n"
ALPHA = (
    'Alpha,Big,"[1.5, 2]","[red, blue]","[Big, ""Mid, old""]","[[1, 2], [3, 4]]","[yes, no]","[3, 4]",none,red,,{}\n'
)
BETA = 'Beta,Small,[],[],[Small],[],,"[5, 6]","[7, 8]",none,-1.5,{red: 2}\n'


def fleet(folder: Path, shape: str = "hex", figures: str = ALPHA + BETA, ships: str = SHIPS) -> Ruleset:
    game = folder / "fleet"
    (game / "rules").mkdir(parents=True)
    texts = {
        "ruleset.yaml": HEAD.replace("SHAPE", BOARDS[shape]),
        "components.yaml": COMPONENTS.replace("PLACE", "point" if shape == "plane" else shape),
        "board.yaml": f"components: board\n{BESIDE[shape]}\n",
        "guns.yaml": GUNS,
        "ships.yaml": ships,
        "rules/fleet.rules": RULES,
        "one.yaml": SCENARIO.replace("SIZE", SIZES[shape]),
        "ships.csv": COLUMNS + figures,
    }
    for name, text in texts.items():
        (game / name).write_text(text, "utf-8")
    return Ruleset.open(str(game))


def in_play(ruleset: Ruleset, thing: str) -> dict[str, str]:
    """Give the fields of a thing of the scenario, in words."""
    findings = Findings()
    built, situation = ruleset.scenario("one", findings)
    assert as_text(findings) == ""
    layout, found = built.program.layout, {}
    kind = layout.kind_at(situation.things[thing])
    for field in ruleset.declared.kinds[kind].fields.values():
        at = situation.things[thing] + layout.offsets[field.address]
        count = getattr(field.type, "capacity", None)
        value = situation.state[at] if count is None else situation.state[at + 1 : at + 1 + situation.state[at]]
        found[field.name] = words_of(built.program, situation.names, field.type, value)
    return found


@pytest.mark.parametrize("shape", ["hex", "square", "plane"])
def test_every_type_of_field_is_derived_and_read(shape, tmp_path):
    ruleset = fleet(tmp_path, shape)
    assert as_text(ruleset.findings) == ""
    assert as_text(ruleset.faults_of_rosters()) == ""
    alpha, beta = in_play(ruleset, "Alpha"), in_play(ruleset, "Beta")
    assert (alpha["numbers"], alpha["navies"], alpha["guns"]) == ("1.5, 2", "red, blue", "Big")
    assert (alpha["spots"], alpha["spot"], alpha["den"]) == ("[1, 2], [3, 4]", "[3, 4]", "none")
    assert (alpha["truths"], alpha["mood"], alpha["reds"]) == ("yes, no", "red", "0")
    assert (alpha["load"], beta["load"]) == ("none", "-1.5")
    assert in_play(ruleset, "Alpha.red") == {"navy": "red", "sizes": "0.5, 2", "gun": "Big"}
    assert {beta[name] for name in ("numbers", "navies", "spots", "truths", "mood")} == {"none"}
    assert (beta["guns"], beta["spot"], beta["den"], beta["reds"]) == ("Small", "[5, 6]", "[7, 8]", "2")
    assert in_play(ruleset, "Beta.1") == {"navy": "none", "sizes": "0.5, 0", "gun": "Small"}


def test_a_point_has_its_hundredths(tmp_path):
    ruleset = fleet(tmp_path, "plane", ALPHA.replace('"[3, 4]",none', '"[12.50, 30.07]",none') + BETA)
    assert in_play(ruleset, "Alpha")["spot"] == "[12.5, 30.07]"


def test_an_amendment_writes_what_was_derived(tmp_path):
    ruleset = fleet(tmp_path, "plane")
    built = ruleset.built(Findings())
    written = as_written(built.program, "Ship", ruleset.rosters(built)["Alpha"][1])
    assert (written["numbers"], written["navies"], written["guns"]) == (["1.5", "2"], ["red", "blue"], ["Big"])
    assert written["load"] is None
    assert (written["spots"], written["den"], written["truths"]) == ([["1", "2"], ["3", "4"]], None, ["yes", "no"])


@pytest.mark.parametrize("shape", ["hex", "square", "plane"])
def test_the_book_prints_it(shape, tmp_path):
    page = print_book(fleet(tmp_path, shape), tmp_path / "book", ("html",))["html"].parent / "rosters.html"
    cells = [
        re.sub("<[^>]+>", "", cell) for cell in re.findall("<t[dh].*?</t[dh]>", page.read_text("utf-8"), re.DOTALL)
    ]
    row = [cell.strip() for cell in cells[cells.index("Alpha") :]][:9]
    assert row[1:7] == ["1.5, 2", "red, blue", "[1, 2], [3, 4]", "yes, no", "[3, 4]", "–"]


@pytest.mark.parametrize(
    ("old", "new", "code", "said", "hint"),
    [
        ('"[1.5, 2]"', '"[1.5, 2.2]"', "QD605", "`2.2` is not on the steps", "2 or 2.5"),
        ('"[1.5, 2]"', "7", "QD605", "`Figures.numbers` is a list", "write [7], or [] for nothing"),
        ('"[1.5, 2]"', "", "QD605", "`Figures.numbers` is a list", "write [] for nothing"),
        ('"[1.5, 2]"', '"[1.5, 2"', "QD605", "`[1.5, 2` does not fit: expected list of", "close its brackets"),
        ('"[1.5, 2]"', '"[1, 2, 3, 4, 5]"', "QD603", "holds no more than 4", "leave 1 out"),
        ('"[1.5, 2]"', '"[1, 2, 3, 4]"', "QD603", "has 4 items, and its field holds at most 3", "take 3"),
        ('"[red, blue]"', "[green]", "QD605", "`green` is not a member of Navy", "red, blue"),
        ('[Big, ""Mid', '[Bigg, ""Mid', "QD601", "no roster knows `Bigg`", "did you mean `Big`?"),
        ('"[3, 4]",none', "3,none", "QD605", "a hex is a column and a row", "write [3, 4]"),
        (",red,,{}", ",red,,{green: 1}", "QD604", "holds no `green`", "red, blue"),
    ],
    ids=map(str, range(10)),
)
def test_a_cell_that_does_not_fit_is_a_finding_at_its_line(old, new, code, said, hint, tmp_path):
    """What is derived from it besides brings no further ones."""
    ruleset = fleet(tmp_path, figures=ALPHA.replace(old, new) + BETA)
    (found,) = ruleset.faults_of_rosters()
    assert (found.code, said in found.message, hint in found.hint) == (code, True, True), (found.message, found.hint)


def test_a_derived_place_lies_on_the_board_of_the_scenario(tmp_path):
    ruleset, findings = fleet(tmp_path, figures=ALPHA.replace("[[1, 2]", "[[11, 2]") + BETA), Findings()
    ruleset.scenario("one", findings)
    assert [finding.message for finding in findings] == ["[11, 2] lies off the board of 10 by 10"]
