"""Dice and decisions go by the rule that asks for them and, where it is called several times, by the call's number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quarterdeck.analysis.trial.assertions import told_change
from quarterdeck.api import RefusedError, Ruleset, facts, try_rule
from quarterdeck.apps.api.asking import count
from quarterdeck.apps.cli.main import main
from tests.analysis.trial.test_examples import write

THINGS = {
    name: {"kind": "Child", "gang": gang, "place": place}
    for name, gang, place in (("Anna", "one", [3, 3]), ("Ben", "two", [3, 4]), ("Cem", "one", [3, 5]))
}


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> str:
    return write(tmp_path_factory.mktemp("fight"))


def thrown(game: str, choices: dict[str, Any], throws: int) -> tuple[list[str], list[str]]:
    """Let all children throw, of which so many do, and give what changed and what did not fit."""
    known = facts(things=THINGS, choices=choices, dice={"throw.aim": [1] * throws})
    answer = try_rule(Ruleset.open(game), "turn.throwing", known, anyway=True)
    changes = [told_change(answer.whole, key, one).replace("`", "") for key, one in answer.changes.items()]
    return changes, [problem.message for problem in answer.problems]


@pytest.mark.parametrize("rule", ["throw", "fight.throw"])
def test_a_number_says_which_call_a_decision_is_for(game, rule):
    assert thrown(game, {f"{rule}.2.target": "Anna"}, 1) == (["Ben.balls changed from 3 to 2"], [])
    both = {f"{rule}.3.target": "Ben", f"{rule}.1.target": "Ben"}
    assert thrown(game, both, 2) == (["Anna.balls changed from 3 to 2", "Cem.balls changed from 3 to 2"], [])


def test_the_more_exact_name_goes_first(game):
    choices = {"target": ["Anna", "none"], "throw.1.target": "none"}
    assert thrown(game, choices, 1) == (["Ben.balls changed from 3 to 2"], [])


def test_what_a_call_was_not_asked_for_says_so(game):
    _, problems = thrown(game, {"throw.4.target": "Anna"}, 0)
    assert problems == ["`throw.4.target` is given and was not asked for: it was asked 3 times"]


def test_an_example_names_calls_and_says_what_they_were_not_asked(game, tmp_path, capsys):
    examples = """
example: all_throw
of: turn.throwing
things:
  Anna: {kind: Child, gang: caps, place: [3, 3]}
  Ben: {kind: Child, gang: scarves, place: [3, 4]}
choices: {throw.2.target: Anna}
dice: {throw.2.aim: 1}
changes: {Ben.balls: 2}
"""
    assert main(["test", write(tmp_path, examples)]) == 0, capsys.readouterr().out
    (tmp_path / "fight" / "examples" / "throwing.yaml").write_text(examples.replace("2.target", "3.target"), "utf-8")
    assert main(["test", str(tmp_path / "fight")]) == 1
    assert "`throw.3.target` is given and was not asked for" in capsys.readouterr().out


def test_the_only_roll_of_a_name_goes_by_it_alone(game):
    known = facts(things=THINGS, choices={"throw.1.target": "Ben"}, dice={"aim": 1})
    assert not try_rule(Ruleset.open(game), "turn.throwing", known, anyway=True).problems


def test_a_name_that_several_rolls_have_says_so(game, tmp_path):
    folder = Path(write(tmp_path))
    rules = folder / "rules" / "fight.rules"
    more = 'procedure other(child: Child) "{child} aims"\n    roll aim on d6 "an aim"\n    announce "{aim}"\n'
    rules.write_text(f"{rules.read_text('utf-8')}\n{more}", "utf-8")
    known = facts(things=THINGS, choices={"throw.1.target": "Ben"}, dice={"aim": 1})
    (problem, *_) = try_rule(Ruleset.open(str(folder)), "turn.throwing", known, anyway=True).problems
    assert problem.message == "no die is given for `throw(Anna).aim`; `aim` is the name of several rolls"


def test_a_name_that_no_roll_has_says_so(game):
    known = facts(things=THINGS, choices={"throw.1.target": "Ben"}, dice={"aims": 1})
    (problem, *_) = try_rule(Ruleset.open(game), "turn.throwing", known, anyway=True).problems
    assert problem.message.endswith("; no roll has the name `aims`")


def test_what_is_counted_knows_no_calls_and_says_how_to_name_them(game):
    ruleset = Ruleset.open(game)
    known = facts(things=THINGS, given={"child": "Anna"}, choices={"throw.1.target": "Ben"})
    with pytest.raises(RefusedError) as refused:
        count(ruleset, "throw", known)
    (finding,) = refused.value.findings
    assert finding.code == "QD203"
    assert finding.hint == "odds do not distinguish calls: `throw.target` answers in all of them"


def test_check_finds_dice_of_no_roll_and_answers_to_no_choice(tmp_path, capsys):
    examples = """
example: all_throw
of: turn.throwing
things:
  Anna: {kind: Child, gang: caps, place: [3, 3]}
  Ben: {kind: Child, gang: scarves, place: [3, 4]}
choices: {throw.2.targte: Anna}
dice: {throw(Ben).aimm: 1}
changes: {Ben.balls: 2}
then:
  - of: turn.throwing
    dice: {throwing.aim: 1}
"""
    assert main(["check", write(tmp_path, examples)]) == 1
    told = capsys.readouterr().out
    for message, hint in (
        ("there is no roll or draw `throw(Ben).aimm`", "did you mean `throw.aim`?"),
        ("there is no choice `throw.2.targte`", "did you mean `throw.target`?"),
        ("there is no roll or draw `throwing.aim`", ""),
    ):
        assert message in told
        assert hint in told
