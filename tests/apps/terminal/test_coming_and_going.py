"""Things that leave the game are said to, with the reason; what takes their place later has no name of theirs."""

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play

pytestmark = pytest.mark.no_cover

RULES = """\
rules home "Going home" cites "page three"

turn "A turn" cites "page three"
    phase evening "Evening" cites "page three"
        let there = first(child.place for child in children)
        for each child in children
            remove child because "called in by {child.side}" when child.wet = 0
        create child in children with side: first(side in sides), place: there, wet: 1
        for each child in children
            announce "{child} is out"
"""
SCENARIO = """\
scenario: street
title: The street
turn_limit: 1
sides:
  first: {title: First, things: {Child: [{name: Ada, place: [3, 3]}]}}
  second: {title: Second}
"""


def test_who_is_removed_is_told_with_the_reason_and_gives_its_name_to_nobody(tmp_path):
    base = shutil.copytree(Path(__file__).parents[2] / "language" / "base", tmp_path / "game")
    (base / "rules" / "home.rules").write_text(RULES, "utf-8")
    (base / "scenarios").mkdir(exist_ok=True)
    (base / "scenarios" / "street.yaml").write_text(SCENARIO, "utf-8")
    ruleset, findings = Ruleset.open(str(base)), Findings()
    built, situation = ruleset.scenario("street", findings)
    assert not findings, list(findings)
    context = Context(built.program, situation, SeededDice(1, []), {})
    play(built.module(), context)
    assert context.told == ["Ada: called in by First", "child 1 is out"]


PAD = """
components: more
kinds:
  Pad:
    one: pad
    many: pads
    capacity: 2
    fields:
      marks: {type: list of 0..9, capacity: 3, start: "[1, 0]"}
      pals: {type: list of Child, capacity: 3, start: "[]"}
      reader: {type: Child or none, start: none}
      torn: {type: boolean, start: no}
      pages: {type: 0..9, start: 4}
      worth: {type: 0..9 tenths, start: 0}
"""
PADS = """\
rules home "Going home" cites "page three"

turn "A turn" cites "page three"
    phase evening "Evening" cites "page three"
        for each pad in pads where pad.worth = 3 and game.turn = 1
            remove pad
        create Pad in pads with pals: [first(child in children)], pages: 0 when game.turn = 1
        for each pad in pads where pad.worth = 2
            append 0 to pad.marks when game.turn = 2
            set pad.marks to [7, 7] when game.turn = 3
            set pad.pals to [] when game.turn = 3

procedure write(child: Child) "{child} writes"
    for each pad in pads where pad.worth = 3
        remove pad
    create Pad in pads with pals: [child], pages: 0
"""
SHELF = """\
scenario: street
title: The street
turn_limit: 3
sides:
  first:
    title: First
    things:
      Child: [{name: Ada, place: [3, 3]}]
      Pad: [{name: Blue, marks: [5, 5, 5], worth: 3}, {name: Red, pals: [Ada], worth: 2}]
  second: {title: Second}
"""


def pads(folder: Path) -> Path:
    """Write a game in which a pad takes the place of another."""
    base = shutil.copytree(Path(__file__).parents[2] / "language" / "base", folder / "game")
    (base / "more.yaml").write_text(PAD, "utf-8")
    (base / "rules" / "home.rules").write_text(PADS, "utf-8")
    (base / "scenarios").mkdir(exist_ok=True)
    (base / "scenarios" / "street.yaml").write_text(SHELF, "utf-8")
    return base


def test_every_field_of_what_comes_into_play_is_told_and_had_nothing_before(tmp_path, capsys):
    given = "{situation: street, given: {child: Ada}}"
    assert main(["try", str(pads(tmp_path)), "home.write", "--given", given, "--json"]) == 0
    happened = [one for one in json.loads(capsys.readouterr().out)["happened"] if one["happened"] == "changed"]
    gone, came, *fields = happened
    assert (gone["before"], gone["after"], came["before"], came["after"]) == (True, False, False, True)
    assert [(one["field"], one.get("place"), one["before"], one["after"]) for one in fields if "after" in one] == [
        ("marks", 1, None, 1),
        ("marks", 2, None, 0),
        ("pals", 1, None, "Ada"),
        ("reader", None, None, None),
        ("torn", None, None, False),
        ("pages", None, None, 0),
        ("worth", None, None, 0),
    ]
    sizes = [(one["field"], one["size_before"], one["size_after"]) for one in fields if "size_after" in one]
    assert sizes == [("marks", None, 2), ("pals", None, 1)]


def test_why_tells_lists_and_all_numbers_that_something_began_with(tmp_path, capsys):
    kept = tmp_path / "kept.jsonl"
    main(["play", str(pads(tmp_path)), "street", "--sides", "random,random", "--save", str(kept), "--json"])
    capsys.readouterr()
    main(["why", str(kept), "--json"])
    lines = [line for line in json.loads(capsys.readouterr().out) if line["sort"] == "changed"]
    assert [line["text"] for line in lines] == [
        "Blue: leaves play",
        "pad 1: comes into play with marks [1, 0], pals [Ada], pages 0, worth 0",
        "Red: 0 added to marks",
        "Red: marks [1, 0, 0] → [7, 7], pals [Ada] → []",
    ]
    assert [one["field"] for one in lines[2]["tells"]] == ["marks", "marks"]
