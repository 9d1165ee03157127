"""What is revealed is told to all, seen by all until it is revealed again, and never more than that."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.secrecy import secrecy_of
from quarterdeck.program.form import instructions as op

pytestmark = pytest.mark.no_cover

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"


class Watching:
    """A decider that writes down, at each question, what it sees of every gang's plan, and what it is."""

    def __init__(self, state: list[int]) -> None:
        self.state, self.seen = state, list[tuple[str, int, int, int, int]]()
        self.inner = seat("random", 1)

    def decide(self, question: Question) -> Any:
        layout = question.view.program.layout
        at = layout.offsets["Side.plan"]
        turn = self.state[layout.arrays["Game"].base + layout.offsets["Game.turn"]]
        for gang in layout.things("Side"):
            if self.state[gang] and gang != question.side:
                seen = question.view.state[gang + at]
                self.seen.append((question.site.address, turn, seen, self.state[gang + at], gang))
        return self.inner.decide(question)


@pytest.fixture(scope="module")
def game():
    ruleset, findings = Ruleset.open(str(SNOWBALLS)), Findings()
    built, situation = ruleset.scenario("playground", findings)
    assert not findings
    watching = Watching(situation.state)
    sides = {side: watching for side in built.program.layout.things("Side") if situation.state[side]}
    context = Context(built.program, situation, SeededDice(3, [s.address for s in built.program.sites]), sides)
    play(built.module(), context)
    return watching, context


def test_all_see_a_plan_once_it_is_revealed(game):
    watching, context = game
    after = [seen == now for address, _, seen, now, _ in watching.seen if ".plan" not in address]
    assert after
    assert all(after)
    assert {known for known, _ in context.revealed} == {"Side.plan", "Side.hunch"}


def test_nobody_sees_a_new_plan_before(game):
    watching, _ = game
    shown: dict[tuple[int, int], set[int]] = {}
    for address, turn, seen, _, gang in watching.seen:
        if ".plan" in address:
            shown.setdefault((turn, gang), set()).add(seen)
    assert len(shown) > 2
    assert all(len(values) == 1 for values in shown.values()), "the view changes while plans are made"


def test_it_is_told_in_words(game):
    _, context = game
    assert any(": plan " in told for told in context.told)


def test_what_ends_the_game_first_ends_it(tmp_path):
    import shutil

    base = shutil.copytree(Path(__file__).parents[2] / "language" / "base", tmp_path / "game")
    (base / "rules" / "ends.rules").write_text(
        'rules ends "Ends" cites "page three"\n\n'
        'turn "A turn" cites "page three"\n'
        '    phase evening "Evening" cites "page three"\n'
        "        for each side in sides\n"
        '            win for side because "{side} says so"\n',
        "utf-8",
    )
    scenarios = base / "scenarios"
    scenarios.mkdir(exist_ok=True)
    (scenarios / "two.yaml").write_text(
        "scenario: two\ntitle: Two\nturn_limit: 2\nsides:\n  first: {title: First}\n  second: {title: Second}\n",
        "utf-8",
    )
    ruleset, findings = Ruleset.open(str(base)), Findings()
    built, situation = ruleset.scenario("two", findings)
    assert not findings
    context = Context(built.program, situation, SeededDice(1, []), {})
    assert play(built.module(), context).winner == "First"
    assert context.told == ["First says so"]


def test_what_was_revealed_is_told_to_all_by_name():
    """Guns were laid in secret; all see at whom when they fire, and only because the rules reveal it there."""
    program = Ruleset.open("fear_god").built(Findings()).program
    assert ("gunnery.fire", "target") not in secrecy_of(program).inputs
    planned = program.routines["gunnery.planned_fire"]
    (loop,) = planned.block
    assert isinstance(loop, op.Loop)
    silent = tuple(act for act in loop.body if not isinstance(act, op.Reveal))
    assert len(silent) == len(loop.body) - 1
    later = (*silent, *(act for act in loop.body if isinstance(act, op.Reveal)))
    for body in (silent, later):
        other = planned.changed({"block": (loop.changed({"body": body}),)})
        altered = replace(program, routines={**program.routines, planned.address: other})
        assert ("gunnery.fire", "target") in secrecy_of(altered).inputs
