"""Pools of dice in a game at a terminal: typed in, told to those who may know them, saved, replayed and explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.terminal.program import quarterdeck, saved

pytestmark = pytest.mark.no_cover

FILES = {
    "ruleset.yaml": """ruleset: dicers
title: Dicers
documents: {notes: {title: Notes}}
board: {shape: none}
dice: [d6]
chapters: [play]
""",
    "components.yaml": """components: dicers
kinds:
  Side:
    fields:
      score: {type: 0..99, start: "0", seen_by: owner}
""",
    "rules/play.rules": """rules play "Play" cites "one"

turn "A round"
    phase volleys "Volleys", for each side in order
        do volley(side)
    phase ending "Ending"
        for each side in sides
            win for side because "it scores" when side.score > 90

procedure volley(side: Side) "{side} throws" cites "one"
    choose bold by side from [yes, no], default no "Is {side} bold?"
    roll shots on a pool of 4d6 in secret by side "the shots"
        modifier luck: each die where die = 1 is thrown again when bold "with luck"
        modifier open: each die where die = 6 is thrown on, up to 3 "open-ended"
        modifier more: each die where die = 5 adds a die, up to 2
        modifier worst: drop lowest 1
    add count(die in shots where die >= 5) to side.score, to no more than 99
    roll plain on a pool of d6 and d4 "the plain dice"
    announce "{sum(die for die in plain)}"
""",
    "scenarios/one.yaml": """scenario: one
title: One
source: {document: notes, place: one}
turn_limit: 3
sides: {reds: {title: Reds}, blues: {title: Blues}}
""",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "game"


def test_dice_of_a_pool_are_typed_in_any_order_and_those_that_are_thrown_again_after_them(game, tmp_path):
    typed = "yes\n1 6 6 2\n3\n6 6\n1\n4\n3\n9\n4\n\nquit\n"
    kept = tmp_path / "kept.jsonl"
    played = quarterdeck("play", game, "one", "--sides", "person,person", "--dice", "ask", "--save", kept, typed=typed)
    assert "4d6 for the shots" in played.stdout
    assert "the shots: 16, 13, 3" in played.stdout
    assert "the shots: seen by Reds alone" in played.stdout
    assert "the plain dice: 4, 3" in played.stdout
    assert [entry["die"] for entry in saved(kept).entries if "die" in entry] == [1, 6, 6, 2, 3, 6, 6, 1, 4, 3, 4]
    assert "the record ends here" in quarterdeck("replay", kept).stderr
    why = quarterdeck("why", kept, 4).stdout
    assert "the shots: 16, 13, 3 (the dice show 1, 6, 6, 2, 3, 6, 6, 1, 4)" in why
