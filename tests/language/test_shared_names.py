"""A class and the ship that it is called after may share a name; the type that is wanted tells them apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.apps.lsp.completion_in_documents import DocumentsReader
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.base.text import SourceFile

HEAD = "ruleset: fleet\ntitle: Fleet\nchapters: [fleet]\ndocuments: {lists: {title: Lists}}\n"
COMPONENTS = """
components: fleet
kinds:
  Class:
    one: class
    many: classes
    capacity: 9
    fields: {guns: {type: 0..99, words: guns, fixed: yes}, built: {type: 0..9, words: ships built, start: "0"}}
  Ship:
    one: ship
    many: ships
    capacity: 9
    owner: navy
    fields:
      navy: {type: Side, words: navy, fixed: yes}
      armed: {type: 0..99, words: guns aboard, fixed: yes}
      hits: {type: 0..9, words: hits, start: "0"}
  OfShips:
    one: record
    many: records_of_ships
    capacity: 1
    fields: {of_class: {type: Class}}
"""
CLASSES = """
roster: classes
kind: Class
title: Classes
things: {Iron Duke: {guns: 10}, Orion: {guns: 8}, ajax: {guns: 4}}
"""
SHIPS = """
roster: ships
kind: Ship
title: Ships
derived_from: ships.csv
named_by: name
kind_of_figures: OfShips
where: figures.of_class.guns > 3
columns: {class: of_class}
derive: {armed: figures.of_class.guns}
"""
ROWS = "name,class\nIron Duke,Iron Duke\nMarlborough,Iron Duke\nOrion,Orion\najax,ajax\n"
SCENARIO = """
scenario: trials
title: Trials
turn_limit: 2
sides:
  home: {title: Home, things: {Ship: [{like: Iron Duke}, {like: Orion (Ship)}]}}
  away: {title: Away, things: {Ship: [{like: Marlborough}]}}
"""
RULES = """
rules fleet "Fleet" cites "the list"

define strength(ship: Ship, of_class: Class) -> 0..198 "the strength of {ship}" =
    ship.armed + of_class.guns

effect hit(ship: Ship, of_class: Class) "A hit"
    add 1 to ship.hits, to no more than 9
    add 1 to of_class.built, to no more than 9

turn "A turn"
    phase firing "Firing", for each side
        for each ship in ships where ship.navy is side and ship.hits < 9
            choose target by side from ships where target.navy is not side, or none "the target of {ship}"
            when target is not none
                add 1 to target.hits, to no more than 9
            for each of_class in classes where of_class.built < 9 and strength(ship, of_class) > 9
                do hit(ship, of_class)
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "fleet"
    texts = {
        "ruleset.yaml": HEAD,
        "components.yaml": COMPONENTS,
        "classes.yaml": CLASSES,
        "ships.yaml": SHIPS,
        "ships.csv": ROWS,
        "scenarios/trials.yaml": SCENARIO,
        "rules/fleet.rules": RULES,
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main([*words])
    said = capsys.readouterr()
    return said.out + said.err


def test_figures_name_the_class_and_scenarios_the_ship(game):
    ruleset, findings = Ruleset.open(str(game)), Findings()
    assert as_text(ruleset.findings) == ""
    assert as_text(ruleset.faults_of_rosters()) == ""
    situation = ruleset.scenario("trials", findings)[1]
    assert as_text(findings) == ""
    assert {"Iron Duke", "Marlborough"} <= situation.things.keys()
    for name, guns in (("Iron Duke", 10), ("Orion", 8), ("Marlborough", 10)):
        (known,) = situation.called(name)
        assert situation.get(situation.things[known], "Ship.armed") == guns


def test_inputs_are_told_apart_by_their_types(game, capsys):
    given = "{ship: Iron Duke, of_class: Iron Duke}"
    assert "result: 20" in asked(capsys, "try", str(game), "fleet.strength", "--given", given)
    assert "20" in asked(capsys, "odds", str(game), "fleet.strength", "--given", given)


def test_a_kind_in_brackets_says_which_is_meant(game, capsys):
    given = "{ship: Iron Duke (Ship), of_class: ajax (Class)}"
    assert "result: 14" in asked(capsys, "try", str(game), "fleet.strength", "--given", given)


def test_facts_are_of_the_thing_that_has_the_field(game, capsys):
    given = "{ship: Iron Duke, of_class: Iron Duke, Iron Duke.hits: 3, Iron Duke.built: 5}"
    said = asked(capsys, "try", str(game), "fleet.hit", "--given", given)
    assert "Iron Duke.hits changed from 3 to 4" in said
    assert "Iron Duke (Class).built changed from 5 to 6" in said


def test_an_expression_asks_the_thing_that_has_the_field(game, capsys):
    given = ("--given", "{ship: ajax, of_class: ajax}")
    assert "ajax.guns: 4" in asked(capsys, "try", str(game), "fleet.strength", *given, "--show", "ajax.guns")
    said = asked(capsys, "try", str(game), "fleet.strength", *given, "--show", "ajax is none")
    assert said.count("QD602") == 1
    assert "`ajax` may be a Ship or a Class here" in said


def test_a_name_alone_is_refused_once_with_the_two_ways_to_say_it(game, capsys):
    given = "{given: {ship: ajax, of_class: ajax}, things: {ajax: {like: ajax}}}"
    said = asked(capsys, "try", str(game), "fleet.strength", "--given", given)
    assert "say which is meant: `ajax (Class)` or `ajax (Ship)`" in said
    assert [line for line in said.splitlines() if line.startswith("QD")] == [
        "QD602: `ajax` may be a Class or a Ship here"
    ]


def test_two_things_of_one_kind_still_need_names_of_their_own(game):
    with (game / "ships.csv").open("a") as file:
        file.write("Orion,Iron Duke\n")
    (found,) = Ruleset.open(str(game)).faults_of_rosters()
    assert (found.code, found.message) == ("QD602", "two things in the rosters are called `Orion (Ship)`")
    assert found.span.line == 6


def test_a_game_is_kept_and_read_though_a_class_takes_the_name_of_a_ship_later(game, tmp_path, capsys):
    """The journal names Marlborough as a target; then a class is called like it, and the rules mean the same ship."""
    saved, script = tmp_path / "kept.jsonl", tmp_path / "script.yaml"
    script.write_text("firing.target: Marlborough (Ship)", "utf-8")
    ways = ("--sides", f"{script},random", "--save", str(saved))
    asked(capsys, "play", str(game), "trials", *ways)
    kept = [json.loads(line) for line in saved.read_text("utf-8").splitlines()]
    assert [one["choice"] for one in kept if one.get("by") == "home"] == ["Marlborough"] * 4
    classes = game / "classes.yaml"
    classes.write_text(classes.read_text("utf-8").replace("Iron Duke:", "Marlborough: {guns: 6}, Iron Duke:"), "utf-8")
    assert "Marlborough" in asked(capsys, "replay", str(saved), "--anyway")


def test_the_editor_proposes_the_things_of_the_kind_that_is_wanted(game):
    declared, file = Ruleset.open(str(game)).declared, SourceFile("new.yaml", SCENARIO)
    reader = DocumentsReader(declared, file, len(SCENARIO))
    assert {one.text for one in reader.things_to_take(["sides", "home", "things", "Class"])} == {
        "Iron Duke",
        "Orion",
        "ajax",
    }
