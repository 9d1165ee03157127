"""What has no place is measured from by nobody: `none` given to a function of places is a fault of the rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.diagnostics import Findings
from quarterdeck.diagnostics.printer import as_text
from quarterdeck.emit.runtime import RulesFaultError
from quarterdeck.run.given import situation_of
from quarterdeck.run.situation import nowhere

BASE = Path(__file__).parents[1] / "language" / "base"
FIELDS = """components: more
kinds:
  Child:
    fields:
      nest: {type: hex or none, words: nest, start: none}
      turned_to: {type: Facing or none, words: side it has turned to, start: none}
"""
ASKED = {
    "from_nest": "distance(child.nest, child.place) > 3",
    "to_nest": "distance(child.place, child.nest) > 3",
    "towards": "direction_to(child.place, child.nest) is north",
    "heading": "in_arc(child.place, child.turned_to, child.place, ahead)",
    "arc": "in_arc(child.place, child.facing, child.nest, ahead)",
    "a_turn": "turned(child.turned_to, 1) is north",
    "around": "count(neighbours(child.nest)) = 6",
}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """Give who asks a definition about a child with a nest and without one."""
    game = shutil.copytree(BASE, tmp_path_factory.mktemp("places") / "game")
    (game / "more.yaml").write_text(FIELDS, "utf-8")
    rules = "".join(f'define {name}(child: Child) -> boolean "{name} {{child}}" = {e}\n' for name, e in ASKED.items())
    (game / "rules" / "asked.rules").write_text(f'rules asked "Asked" cites "page one"\n{rules}', "utf-8")
    ruleset = Ruleset.open(str(game))
    assert {finding.code for finding in ruleset.findings} <= {"QD421"}, as_text(ruleset.findings)
    findings = Findings()
    built = ruleset.built(findings)
    things = {
        "ada": {"kind": "Child", "place": [1, 1]},
        "bob": {"kind": "Child", "place": [1, 1], "nest": [1, 5], "turned_to": "north"},
    }
    situation = situation_of(built.program, ruleset.rosters(built), things, {}, findings, nowhere)
    assert not findings, as_text(findings)
    return lambda name, child: built.module().definition(f"asked.{name}")(situation.state, situation.things[child])


@pytest.mark.parametrize("name", ASKED)
def test_none_is_no_place_and_no_direction(asked, name):
    assert asked(name, "bob") in (True, False)
    with pytest.raises(RulesFaultError, match="something is needed here, and this is none"):
        asked(name, "ada")
