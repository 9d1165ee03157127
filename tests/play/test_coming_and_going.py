"""Things that leave the game are said to, with the reason; what takes their place later has no name of theirs."""

import shutil
from pathlib import Path

from quarterdeck.api import Ruleset
from quarterdeck.diagnostics import Findings
from quarterdeck.run.dice import SeededDice
from quarterdeck.run.game import Context, play

RULES = """\
rules home "Going home" cites "page three"

turn "A turn" cites "page three"
    phase evening "Evening" cites "page three"
        for each child in children
            remove child because "called in by {child.side}" when child.wet = 0
        create child in children with side: first(side in sides), wet: 1
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
    base = shutil.copytree(Path(__file__).parents[1] / "language" / "base", tmp_path / "game")
    (base / "rules" / "home.rules").write_text(RULES, "utf-8")
    (base / "scenarios").mkdir(exist_ok=True)
    (base / "scenarios" / "street.yaml").write_text(SCENARIO, "utf-8")
    ruleset, findings = Ruleset.open(str(base)), Findings()
    built, situation = ruleset.scenario("street", findings)
    assert not findings, list(findings)
    context = Context(built.program, situation, SeededDice(1, []), {})
    play(built.module(), context)
    assert context.told == ["Ada: called in by First", "child 1 is out"]
