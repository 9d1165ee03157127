"""What advice expects is exact, and what was kept from another situation is what would be counted in this one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.backends.python.view_knowledge import nothing_known
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.odds import expected
from quarterdeck.engine.odds.expected import Expectations
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.situation import Building, NoRosters, Situation, empty_situation, nowhere
from quarterdeck.workspace.pipeline.build import Built

pytestmark = pytest.mark.no_cover

BASE = Path(__file__).parents[2] / "language" / "base"
ADVICE = """rules counsel "Counsel" cites "page nine"

advice likely_throw(child: Child, target: Child) "the throw of {child} at {target}" =
    expected(aim.total, throw(child, target))

advice likely_wet(child: Child, target: Child) "how wet {target} is likely to be" =
    expected(target.wet, throw(child, target))

advice soaked_after(child: Child) "how many are wet when {child} is" =
    expected(count(other in children where other.wet > 2), wet(child, 2))

advice soaked_by(child: Child, target: Child) "how many are wet when {child} has thrown" =
    expected(count(other in children where other.wet > 2) + need[target.wet, target.mood], throw(child, target))

advice wettest(some: list of Child) "how wet the wettest of {some} is when the first has got wet" =
    expected(greatest(child.wet for child in some), wet(first(child in some), 1))

define lack() -> 0..9 "the lack" = least(9, count(child in children where child.wet > 1))

advice throwing.fight.target(child: Child, target: Child or none) "the throw that wets most" =
    0                                                                      if target is none
    likely_wet(child, target) - target.wet + likely_throw(child, target)   otherwise
"""


NEED = """table: need
title: Need
source: {document: notebook}
key: {wet: 0..6, mood: Mood}
columns: {mood: [glum, calm, merry]}
gives: 0..9
rows: {0-2: [4, lack(), 2], 3-6: [lack(), 1, 0]}
"""


@pytest.fixture(scope="module")
def snowballs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Situation, dict[str, int]]:
    game = shutil.copytree(BASE, tmp_path_factory.mktemp("game") / "snowballs")
    (game / "rules" / "counsel.rules").write_text(ADVICE)
    (game / "tables" / "need.yaml").write_text(NEED)
    ruleset = Ruleset.open(str(game))
    assert not [f for f in ruleset.findings if f.code not in ("QD421", "QD422", "QD423")], as_text(ruleset.findings)
    findings = Findings()
    built = ruleset.built(findings)
    situation = empty_situation(built.program)
    building = Building(situation, NoRosters(), findings, nowhere)
    building.seat({"north": (), "south": ()})
    children = {
        "ann": {"kind": "Child", "side": "north", "place": [1, 1], "facing": "north", "mood": "calm"},
        "bob": {"kind": "Child", "side": "north", "place": [2, 1], "facing": "north", "mood": "calm"},
        "cy": {"kind": "Child", "side": "south", "place": [1, 3], "facing": "north", "mood": "calm"},
        "di": {"kind": "Child", "side": "south", "place": [3, 3], "facing": "north", "mood": "calm"},
    }
    for name, data in children.items():
        building.declare(name, data, ("things", name))
    for name, data in children.items():
        building.fill(name, data, ("things", name))
    assert not findings, as_text(findings)
    return built, situation, {name: situation.things[name] for name in children}


def ask(built: Built, expectations: Expectations, state: list[int], advice: str, *inputs: int) -> int:
    known = nothing_known(len(built.optimised.advice_memos))
    known[0] = expectations.mean
    answer: int = built.module().advice(advice)(state, known, *inputs)
    return answer


def test_the_mean_of_a_die_is_three_and_a_half(snowballs: Any) -> None:
    built, situation, child = snowballs
    expectations = Expectations(built.program)
    state = list(situation.state)
    assert ask(built, expectations, state, "counsel.likely_throw", child["ann"], child["cy"]) == 3500
    state[child["ann"] + built.program.layout.offsets["Child.target"]] = child["cy"]  # at the same child again: +1
    assert ask(built, expectations, state, "counsel.likely_throw", child["ann"], child["cy"]) == 4500


def test_situations_that_look_alike_are_counted_once(snowballs: Any) -> None:
    built, situation, child = snowballs
    expectations = Expectations(built.program)
    state = list(situation.state)
    first = ask(built, expectations, state, "counsel.likely_wet", child["ann"], child["cy"])
    assert ask(built, expectations, state, "counsel.likely_wet", child["bob"], child["di"]) == first
    assert expectations.counted == 1
    state[child["di"] + built.program.layout.offsets["Child.wet"]] = 3
    assert ask(built, expectations, state, "counsel.likely_wet", child["bob"], child["di"]) > first
    assert expectations.counted == 2
    state[child["ann"] + built.program.layout.offsets["Child.target"]] = child["di"]  # another child than it throws at
    ask(built, expectations, state, "counsel.likely_throw", child["ann"], child["cy"])
    state[child["ann"] + built.program.layout.offsets["Child.target"]] = child["cy"]
    ask(built, expectations, state, "counsel.likely_throw", child["ann"], child["cy"])
    assert expectations.counted == 4


def test_what_a_value_is_worked_out_from_may_differ(snowballs: Any) -> None:
    built, situation, child = snowballs
    expectations, offsets = Expectations(built.program), built.program.layout.offsets
    state = list(situation.state)
    first = ask(built, expectations, state, "counsel.likely_throw", child["ann"], child["cy"])
    for name in ("ann", "cy"):  # both a hex farther on: as far from each other as before
        state[child[name] + offsets["Child.place"]] = situation.state[child[name] + offsets["Child.place"]] + 1
    assert ask(built, expectations, state, "counsel.likely_throw", child["ann"], child["cy"]) == first
    assert expectations.counted == 1


def test_what_has_no_chance_is_carried_out(snowballs: Any) -> None:
    built, situation, child = snowballs
    state = list(situation.state)
    wet = built.program.layout.offsets["Child.wet"]
    state[child["ann"] + wet], state[child["bob"] + wet] = 3, 1
    expectations = Expectations(built.program)
    soaked = {name: ask(built, expectations, state, "counsel.soaked_after", child[name]) for name in child}
    assert soaked == {"ann": 1000, "bob": 2000, "cy": 1000, "di": 1000}
    assert ask(built, expectations, state, "counsel.wettest", (child["bob"], child["cy"])) == 2000  # type: ignore[arg-type]


def test_weighing_leaves_the_state_as_it_was(snowballs: Any) -> None:
    built, situation, child = snowballs
    state = list(situation.state)
    ask(built, Expectations(built.program), state, "counsel.likely_wet", child["ann"], child["cy"])
    assert state == situation.state


class Doubted(Expectations):
    """Counts again what it gives from memory."""

    def mean(self, state: Sequence[int], number: int, arguments: Any, inputs: Any, value: Any) -> int:
        before = self.counted
        found = super().mean(state, number, arguments, inputs, value)
        if self.counted == before:
            assert self.count(state, self.program.expectations[number], arguments, value) == found
        return found


def test_what_all_children_bear_on_is_counted_again_where_one_is_another(snowballs: Any) -> None:
    built, situation, child = snowballs
    doubted, plain = Doubted(built.program), Expectations(built.program)
    state, layout = list(situation.state), built.program.layout
    for step in range(24):
        name = list(child)[step % 4]
        field, most = ("wet", 7) if step % 3 else ("mood", 3)
        state[child[name] + layout.offsets[f"Child.{field}"]] = step * 5 % most
        for pocket in (0, 2):  # which nobody asks for
            state[child["di"] + layout.offsets["Child.pocket"]] = pocket
            for thrower, target in (("ann", "cy"), ("bob", "di"), ("cy", "bob")):
                for expectations in (doubted, plain):
                    ask(built, expectations, state, "counsel.soaked_by", child[thrower], child[target])
                    ask(built, expectations, state, "counsel.soaked_after", child[target])
    assert plain.counted <= 24 * 6 < doubted.counted


@pytest.mark.parametrize("options", [{}, {"hidden_damage": True}])
def test_what_was_kept_is_what_would_be_counted(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    findings = Findings()
    built, situation = Ruleset.open("easyships").scenario("denmark_strait", findings, options)
    assert not findings
    monkeypatch.setattr(expected, "_made", {id(built.program): (built.program, Doubted(built.program))})
    deciders = {side: WeighingDecider(1) for side in built.program.layout.things("Side") if situation.state[side]}
    dice = SeededDice(2, [site.address for site in built.program.sites])
    play(built.module(), Context(built.program, situation, dice, deciders))
    assert expected.expectations_of(built.program).counted > 10
