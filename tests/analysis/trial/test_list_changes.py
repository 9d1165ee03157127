"""A trace tells a change of a list as one line with its values, and nothing that lies behind its end."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main

BASE = Path(__file__).parents[2] / "language" / "base"
PAD = """
components: more
kinds:
  Pad:
    one: pad
    many: pads
    capacity: 2
    fields:
      marks: {type: list of 0..9, capacity: 3, start: "[1, 2]"}
      places: {type: list of hex, capacity: 3, start: "[]"}
"""
RULE = """rules piece "Piece" cites "page three"

procedure scribble(pad: Pad, child: Child) "{child} scribbles on {pad}"
    set pad.marks to [4]
    set pad.marks to [5]
    append 3 to pad.marks
    append 0 to pad.marks
    set pad.marks to [5, 7, 0]
    set pad.marks to []
    set pad.marks to [0, 0]
    set pad.places to [child.place, next(child.place, north)]
    set pad.places to [child.place]
    append child.place to pad.places
"""
EXAMPLE = """
example: scribbles
title: Scribbles
of: piece.scribble
things: {pad: {kind: Pad}, ada: {kind: Child, place: [3, 3]}}
given: {pad: pad, child: ada}
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    folder = shutil.copytree(BASE, tmp_path / "game")
    (folder / "examples").mkdir()
    for name, text in {"more.yaml": PAD, "rules/piece.rules": RULE, "examples/one.yaml": EXAMPLE}.items():
        (folder / name).write_text(text, "utf-8")
    head = folder / "ruleset.yaml"
    head.write_text(head.read_text("utf-8").replace("chapters: [", "chapters: [piece, "), "utf-8")
    return str(folder)


def test_a_change_of_a_list_is_one_line_without_what_lies_behind_its_end(game, capsys):
    main(["try", game, "--of", "scribbles"])
    told = capsys.readouterr().out
    lines = [line.strip() for line in told.splitlines() if line.strip().startswith("pad.")]
    assert lines == [
        "pad.marks: 4",
        "pad.marks: 5",
        "pad.marks: 3 is added",
        "pad.marks: 0 is added",
        "pad.marks: 5, 7, 0",
        "pad.marks: none",
        "pad.marks: 0, 0",
        "pad.places: [3, 3], [3, 2]",
        "pad.places: [3, 3]",
        "pad.places: [3, 3] is added",
        "pad.marks changed from 1, 2 to 0, 0",
        "pad.places changed from none to [3, 3], [3, 3]",
    ]


def test_programs_are_told_of_no_slot_behind_the_end(game, capsys):
    main(["try", game, "--of", "scribbles", "--json"])
    happened = json.loads(capsys.readouterr().out)["happened"]
    sizes = {"marks": 2, "places": 0}
    for one in happened:
        if one["happened"] == "changed":
            if "size_after" in one:
                sizes[one["field"]] = one["size_after"]
            elif one["place"] > sizes[one["field"]]:
                assert one["place"] == sizes[one["field"]] + 1, one


def test_every_new_place_of_a_list_is_told_and_had_nothing_before(game, capsys):
    main(["try", game, "--of", "scribbles", "--json"])
    happened = json.loads(capsys.readouterr().out)["happened"]
    told = [
        (one["field"], one["place"], one["before"], one["after"])
        for one in happened
        if one["happened"] == "changed" and "place" in one
    ]
    assert told == [
        ("marks", 1, 1, 4),
        ("marks", 1, 4, 5),
        ("marks", 2, None, 3),
        ("marks", 3, None, 0),
        ("marks", 2, 3, 7),
        ("marks", 1, None, 0),
        ("marks", 2, None, 0),
        ("places", 1, None, [3, 3]),
        ("places", 2, None, [3, 2]),
        ("places", 2, None, [3, 3]),
    ]
