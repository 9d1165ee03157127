"""A thing that comes into the place of another is another thing: examples, `try`, lines of play and `why` tell both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck.api import facts, try_rule
from quarterdeck.apps.api.keeping import KeptGame, open_journal
from quarterdeck.apps.cli.main import main
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.apps.terminal.program import quarterdeck
from tests.prose.stories.test_stories import words_of

TEXTS = {
    "ruleset.yaml": """
ruleset: swaps
language: 1
title: Swaps
edition: first
documents: {notes: {title: Notes, by: us}}
dice: [d2]
chapters: [swapping]
""",
    "components.yaml": """
components: swaps
kinds:
  Side:
    fields:
      moved: {type: 0..9, words: pawns moved, start: "0"}
  Pawn:
    one: pawn
    many: pawns
    capacity: 3
    owner: side
    fields:
      side: {type: Side, words: side, fixed: yes}
      wet: {type: 0..9, words: wet, start: "5"}
      low: {type: 0..9, words: low, start: "0"}
      friend: {type: Pawn or none, words: friend, start: none}
""",
    "rules/swapping.rules": """
rules swapping "Swapping" cites "page one"

turn "A round"
    phase act "Act"
        for each pawn in pawns where pawn.wet = 4
            do swap(pawn)
    phase after "After"
        do dry(first(pawn for pawn in pawns, highest pawn.wet first))
    phase evening "Evening"
        for each pawn in pawns
            announce "{pawn} {pawn.wet} {pawn.low} {pawn.friend} {pawn.side.moved}"

procedure swap(pawn: Pawn) "{pawn} is swapped"
    add 1 to pawn.low, to no more than 9
    remove pawn
    create Pawn in pawns with side: pawn.side, wet: 7
    roll luck on d2 "luck"
    choose other by pawn.side from pawns "Whom does {pawn} befriend?"
    set other.friend to other
    add luck to other.low, to no more than 9
    add 1 to pawn.side.moved, to no more than 9

procedure same(pawn: Pawn) "{pawn} is swapped for its like" apart "nobody does"
    remove pawn
    create Pawn in pawns with side: pawn.side, wet: 5

procedure at_once(pawn: Pawn) "{pawn} is gone at once" apart "nobody is"
    remove pawn
    create Pawn in pawns with side: pawn.side
    for each other in pawns where other.wet = 5
        remove other

procedure dry(pawn: Pawn) "{pawn} dries"
    roll drops on d2 "the drops"
    take drops from pawn.wet, to no less than 0
""",
    "scenarios/meet.yaml": """
scenario: meet
title: Meeting
turn_limit: 2
sides:
  red: {title: Red, things: {Pawn: [{name: Anna, wet: 4}]}}
  blue: {title: Blue, things: {Pawn: [{name: Ben, wet: 1}]}}
""",
    "examples/swaps.yaml": """
examples:
  - example: swap
    of: swapping.swap
    things: {Anna: {kind: Pawn, side: red, low: 3}, Ben: {kind: Pawn, side: blue}}
    given: {pawn: Anna}
    dice: {luck: 1}
    choices: {other: pawn 1}
    changes: {Anna: gone, pawn 1: {side: red, wet: 7, low: 1, friend: pawn 1}, red.moved: 1}
  - example: same
    of: swapping.same
    things: {Anna: {kind: Pawn, side: red}, Ben: {kind: Pawn, side: blue}}
    given: {pawn: Anna}
    changes: {Anna: gone, pawn 1: {wet: 5}}
  - example: dry
    of: swapping.dry
    things: {Anna: {kind: Pawn, side: red}}
    given: {pawn: Anna}
    dice: {drops: 2}
    changes: {Anna.wet: 3}
  - example: at_once
    of: swapping.at_once
    things: {Anna: {kind: Pawn, side: red}, Ben: {kind: Pawn, side: blue, wet: 1}}
    given: {pawn: Anna}
    changes: {Anna: gone}
""",
}
THINGS: dict[str, dict[str, object]] = {
    "Anna": {"kind": "Pawn", "side": "red", "low": 3},
    "Ben": {"kind": "Pawn", "side": "blue"},
}


@pytest.fixture(scope="module")
def swaps(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("swaps") / "swaps"
    for name, text in TEXTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), "utf-8")
    return folder


@pytest.fixture(scope="module")
def kept(swaps) -> KeptGame:
    journal = swaps.parent / "battle.jsonl"
    done = quarterdeck("play", swaps, "meet", "--sides", "random", "--save", journal, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return open_journal(journal)


def test_an_example_names_both(swaps, capsys):
    code = main(["test", str(swaps)])
    assert code == 0, capsys.readouterr().out
    examples = swaps / "examples" / "swaps.yaml"
    whole = examples.read_text("utf-8")
    examples.write_text(whole.replace("Anna: gone, pawn 1: {wet: 5}", "Anna.wet: 5"), "utf-8")
    assert main(["test", str(swaps)]) == 1
    examples.write_text(whole, "utf-8")
    told = capsys.readouterr().out
    assert "`Anna` is gone, which is not expected" in told
    assert "`pawn 1` is new (side: red, wet: 5, low: 0, friend: none), which is not expected" in told


def test_what_is_tried_tells_both(swaps, capsys):
    given = json.dumps({"things": THINGS, "given": {"pawn": "Anna"}, "dice": [1], "choices": {"other": "pawn 1"}})
    assert main(["try", str(swaps), "swap", "--given", given]) == 0
    told = capsys.readouterr().out.splitlines()
    at = told.index("    Anna is gone")
    new = ["comes into play", "side: red", "wet: 7", "low: 0"]
    assert told[at + 1 : at + 5] == [f"    pawn 1{' ' if one == new[0] else '.'}{one}" for one in new]
    assert "    swapping.swap.other: red chooses pawn 1" in told
    assert "    pawn 1.friend: none -> pawn 1" in told
    assert "  Anna is gone" in told
    assert "  pawn 1 is new (side: red, wet: 7, low: 1, friend: pawn 1)" in told


def test_what_is_tried_is_data_with_both(swaps):
    known = facts(things=THINGS, given={"pawn": "Anna"}, dice=[1], choices={"other": "pawn 1"})
    data = try_rule(Ruleset.open(str(swaps)), "swap", known).as_data()
    assert data["problems"] == []
    assert [(step["address"], step["given"]) for step in data["steps"]] == [("swapping.swap", {"pawn": "Anna"})]
    assert data["changes"].keys() == {"Anna", "pawn 1", "red.moved"}
    assert data["changes"]["Anna"]["before"]["wet"] == 5
    assert data["changes"]["Anna"]["after"] is None
    assert data["changes"]["pawn 1"]["before"] is None
    assert data["changes"]["pawn 1"]["after"]["wet"] == 7
    came_and_went = [(one["thing"], one["after"]) for one in data["happened"] if one.get("field", "") is None]
    assert came_and_went == [("Anna", False), ("pawn 1", True)]
    (question,) = data["questions"]
    assert question["options"] == ["pawn 1", "Ben"]


def test_a_book_tells_no_story_in_which_one_takes_the_place_of_another(swaps):
    """It knows each place by one name, and would tell of the one as of the other."""
    told = words_of(Ruleset.open(str(swaps)))
    assert "Anna dries" in told
    assert "swapped" not in told


def test_who_is_gone_cannot_be_named_to_what_follows(swaps, capsys):
    given = json.dumps({"things": THINGS, "given": {"pawn": "Anna"}, "dice": [1, 1], "choices": {"other": "Ben"}})
    assert main(["try", str(swaps), "swap", "--given", given, "--then", "dry"]) == 1
    assert "there is no `Anna` here" in capsys.readouterr().err


def test_lines_of_play_tell_both(kept):
    told = [(line.sort, line.text) for line in kept.story()]
    act = [text for sort, text in told[: told.index(("phase", "After"))] if sort in ("act", "changed")]
    assert act[:3] == [
        "Anna is swapped",
        "Anna: low 0 → 1, leaves play",
        "pawn 1: comes into play with side Red, wet 7, low 0",
    ]
    tells = [one["thing"] for line in kept.story() for one in line.tells if one["of"] == "Pawn."]
    assert tells == ["Anna", "pawn 1"]


def test_why_tells_of_each_by_the_name_that_it_had(kept):
    numbers = {
        entry["at"]: number for number, entry in reversed(list(enumerate(kept.explaining.replayed.record, start=1)))
    }
    luck = kept.why(numbers["swapping.swap.luck"])
    (around,) = luck.within
    assert (around.text, around.given) == ("Anna is swapped", {"pawn": "Anna"})
    decided = kept.why(numbers["swapping.swap.other"]).decision
    assert decided is not None
    assert {decided.answer.value, *(one.value for one in decided.others)} == {"pawn 1", "Ben"}
    dries = kept.why(numbers["swapping.dry.drops"])
    (around,) = dries.within
    assert (around.text, around.given) == ("pawn 1 dries", {"pawn": "pawn 1"})
    printed = quarterdeck("why", kept.journal, numbers["swapping.dry.drops"]).stdout
    assert "(swapping.dry; pawn: pawn 1)" in printed
