"""What has no place is measured from by nobody: `none` given to a function of places is a fault of the rules."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.assertions import told_change
from quarterdeck.api import Ruleset, count, facts, try_rule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.run.arguments import situation_of
from quarterdeck.engine.run.situation import nowhere

BASE = Path(__file__).parents[2] / "language" / "base"
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


MARBLES = Path(__file__).parents[2] / "games" / "marbles"
BEYOND = """rules beyond "Beyond" cites "the slip"

define beyond_the_edge -> point "beyond the edge" = point(-0.01, 4)

procedure roll_off(marble: Marble) "{marble} rolls off"
    set marble.home to beyond_the_edge()
    announce "{marble.home is none} {marble.home is beyond_the_edge()} {on_board(marble.home)}"
    announce "{from_west(marble.home)} {from_north(point(-0.01, -0.02))} {distance(marble.home, point(2.99, 8))}"
    announce "{ahead(marble.home, 90, 0.01)} {ahead(point(3, 4), 270, 3.01)}"
    roll far on d6 "the way"
    set marble.place to point(-0.01, far - 2)
"""


@pytest.fixture(scope="module")
def beyond(tmp_path_factory):
    game = shutil.copytree(MARBLES, tmp_path_factory.mktemp("beyond") / "game")
    known = (game / "components.yaml").read_text("utf-8")
    assert "range: 0..30000" in known
    (game / "components.yaml").write_text(known.replace("range: 0..30000", "range: -30000..30000"), "utf-8")
    (game / "rules" / "beyond.rules").write_text(BEYOND, "utf-8")
    ruleset = Ruleset.open(str(game))
    faults = [finding for finding in ruleset.findings if finding.is_fault]
    assert not faults, as_text(faults)
    return ruleset


def test_a_hundredth_west_of_the_edge_is_a_point_as_any_other(beyond):
    known = facts({"marble": "the green one"}, situation="pavement", dice=[1])
    found = try_rule(beyond, "beyond.roll_off", known)
    assert found.is_good
    told = found.as_data()["told"]
    assert told == ["no yes no", "-0.01 -0.02 5", "[0, 4] [-0.01, 4]"]
    changes = {key: told_change(found.whole, key, one).replace("`", "") for key, one in found.changes.items()}
    assert changes == {
        "the green one.home": "the green one.home changed from none to [-0.01, 4]",
        "the green one.place": "the green one.place changed from [12.5, 25] to [-0.01, -1]",
    }
    (odds,) = count(beyond, "beyond.roll_off", replace(known, dice=()), show=["marble.place", "marble.home"])
    assert odds.rows == tuple(((f"[-0.01, {far - 2}]", "[-0.01, 4]"), 1) for far in range(1, 7))
