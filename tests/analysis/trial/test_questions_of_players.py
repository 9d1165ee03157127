"""What players and designers want to know of one rule: each question asked through `try` and through the interface."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Answer, Ruleset, UnknownError, answered, facts, try_rule
from quarterdeck.apps.cli.main import main
from quarterdeck.engine.run.situation import nowhere
from quarterdeck.language.documents import shapes
from tests.analysis.trial.test_examples import write

MORE = """
rules more "More"

procedure muster(child: Child, hurry: boolean) "{child} musters"
    require dry: child.wet < 5 else "{child} is too wet"
    when hurry
        choose herald by child.gang from children where other_than(herald, child) "Who calls?"
            require near: distance(child.place, herald.place) <= 2 else "{herald} is too far away"
        announce "{herald} calls"
    choose helpers by child.gang from children where other_than(helpers, child), up to 2 "Who helps?"
        require armed: helpers.balls > 0 else "{helpers} has no snowball"
    choose paces by child.gang from 1 to 4 "How far?"
    announce "{child} goes {paces}"

procedure send(child: Child) "{child} sends somebody"
    choose runner by child.gang from children where other_than(runner, child), or none "Who runs?"
        require armed: runner.balls > 0 else "{runner} has no snowball"
    announce "{child} sends {runner}" when runner is not none

define other_than(one: Child, other: Child) -> boolean "{one} is {not} another" = one is not other

effect soak(target: Child) "{target} is soaked" =
"""
THREE: dict[str, dict[str, Any]] = {
    "Anna": {"kind": "Child", "gang": "one", "place": [3, 3]},
    "Ben": {"kind": "Child", "gang": "two", "place": [3, 4]},
    "Dora": {"kind": "Child", "gang": "two", "place": [3, 9]},
}

Ask = Callable[..., tuple[Answer, str]]


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Write a fight in which somebody musters."""
    folder = write(tmp_path)
    Path(folder, "rules", "more.rules").write_text(MORE[1 : MORE.index("\neffect")], "utf-8")
    return folder


@pytest.fixture
def ask(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Ask for a rule with facts through both doors, which must agree; give the answer and what was printed."""

    def asked(address: str, given: dict[str, Any], **more: Any) -> tuple[Answer, str]:
        anyway = more.pop("anyway", False)
        answer = try_rule(Ruleset.open(game), address, facts(given, things=THREE, **more), seed=1, anyway=anyway)
        file = tmp_path / "facts.yaml"
        whole = {"given": given, "things": THREE, **more}
        file.write_text("\n".join(f"{key}: {flow(value)}" for key, value in whole.items()), "utf-8")
        arguments = ["try", game, address, "--given", str(file), "--seed", "1", *(["--anyway"] if anyway else [])]
        assert main(arguments) == (0 if answer.is_good else 1)
        return answer, capsys.readouterr().out

    return asked


def flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(one)}" for key, one in value.items()) + "}"
    return f"[{', '.join(map(flow, value))}]" if isinstance(value, list) else str(value)


def test_a_refused_head_requirement_gives_the_reason(ask):
    answer, told = ask("muster", {"child": "Anna", "hurry": "no", "Anna.wet": 6})
    assert not answer.is_good
    assert answer.as_data()["refused"] == [{"of": "more.muster.dry", "reason": "Anna is too wet"}]
    assert "refused: Anna is too wet (more.muster.dry)" in told


def test_what_was_not_asked_names_the_condition(ask):
    answer, told = ask("muster", {"child": "Anna", "hurry": "no"}, choices={"herald": "Ben", "paces": 2})
    (problem,) = answer.problems
    assert problem.message == "`herald` is given and was not asked for: `hurry` is no here"
    assert problem.message in told


def test_where_every_option_is_refused_each_has_its_reason(ask):
    more = {"Ben.balls": 0, "Dora.balls": 0}
    answer, told = ask("muster", {"child": "Anna", "hurry": "no", **more}, choices={"helpers": "Ben", "paces": 2})
    (problem,) = answer.problems
    for reason in ("Ben has no snowball", "Dora has no snowball"):
        assert reason in problem.message
        assert reason in told


@pytest.mark.parametrize("address", ["muster", "send"])
def test_a_choice_whose_options_are_all_refused_is_a_question(ask, address):
    more = {"Ben.balls": 0, "Dora.balls": 0}
    hurry = {"hurry": "no"} if address == "muster" else {}
    answer, told = ask(address, {"child": "Anna", **hurry, **more}, choices={"paces": 2} if hurry else {})
    assert answer.is_good
    question = answer.as_data()["questions"][0]
    refused = [(one["option"], one["requirement"], one["reason"]) for one in question["refused"]]
    assert refused == [(name, "armed", f"{name} has no snowball") for name in ("Ben", "Dora")]
    assert question["options"] == []
    assert question["answer"] is None
    assert f"{question['label']}: refused: Ben (Ben has no snowball), Dora (Dora has no snowball)" in told
    _, told = ask(address, {"child": "Anna", **hurry, "Ben.balls": 0}, choices={"paces": 2} if hurry else {})
    assert "nothing to choose" not in told


def test_of_several_no_question_follows_the_last_that_may_be_chosen(ask):
    given = {"child": "Anna", "hurry": "no", "Ben.balls": 0}
    answer, _ = ask("muster", given, choices={"helpers": ["Dora"], "paces": 2})
    assert [one["answer"] for one in answer.as_data()["questions"]] == ["Dora", 2]


def test_of_up_to_several_what_is_left_over_says_how_often_it_was_asked(ask):
    answer, told = ask(
        "muster", {"child": "Anna", "hurry": "no"}, choices={"helpers": ["Ben", "Dora", "Anna"], "paces": 1}
    )
    (problem,) = answer.problems
    assert "`helpers` is given and was not asked for" in problem.message
    assert "it was asked 2 times" in told


def test_without_an_answer_it_lists_what_may_be_chosen_and_what_not(ask):
    answer, told = ask("muster", {"child": "Anna", "hurry": "yes"}, choices={"herald": "Dora"})
    (problem,) = answer.problems
    assert "allowed: Ben; refused: Dora (Dora is too far away)" in problem.message
    assert "allowed: Ben; refused: Dora (Dora is too far away)" in told


def test_a_number_that_is_no_option_is_told_the_bounds(ask):
    answer, told = ask("muster", {"child": "Anna", "hurry": "no"}, choices={"paces": 7})
    (problem,) = answer.problems
    assert "`7` may not be chosen at more.muster(Anna).paces" in problem.message
    assert "allowed: 1, 2, 3, 4" in told


def test_names_that_several_have_are_all_told(game, capsys):
    Path(game, "rules", "again.rules").write_text(
        'rules again "Again"\n\nprocedure throw(child: Child) "{child} throws"\n    announce "{child}"\n', "utf-8"
    )
    with pytest.raises(UnknownError, match=r"again\.throw, fight\.throw"):
        try_rule(Ruleset.open(game), "throw", facts({"child": "Anna"}, things=THREE))
    assert main(["try", game, "throw", "--given", "child: Anna"]) == 2
    assert "several are called `throw`: again.throw, fight.throw" in capsys.readouterr().err


@pytest.mark.parametrize("length", [300, 70_000])
def test_facts_may_be_a_text_of_any_length(game, length, capsys):
    filler = " " * length
    assert main(["try", game, "half", "--given", f"amount:{filler}5"]) == 0
    assert main(["try", game, "half", "--given", "x" * length]) == 1
    assert "QD207" in capsys.readouterr().err


def test_a_finding_in_a_file_of_facts_shows_its_line(game, tmp_path, capsys):
    file = tmp_path / "facts.yaml"
    file.write_text("things:\n  Anna: {kind: Child, gang: one}\ngiven:\n  child: Anna\n  Anna.wet: 12\n", "utf-8")
    assert main(["try", game, "dry", "--given", str(file)]) == 1
    told = capsys.readouterr().err
    assert "QD606" in told
    assert f"{file}:5:" in told


@pytest.mark.parametrize("dice", ["[6, 6]", "{aim: 6, hit.splash: 6}", "{aim: [6], hit.splash: [6]}", "\n  - 6\n  - 6"])
@pytest.mark.parametrize("choices", ["[Ben]", "{target: Ben}", "{target: [Ben]}", "\n  target: Ben"])
def test_dice_and_choices_of_a_file_may_be_in_any_shape(game, tmp_path, dice, choices, capsys):
    file = tmp_path / "facts.yaml"
    file.write_text(f"things: {flow(THREE)}\ngiven: {{child: Anna}}\ndice: {dice}\nchoices: {choices}\n", "utf-8")
    assert main(["try", game, "throw", "--given", str(file)]) == 0
    assert "Ben.wet changed from 0 to 2" in capsys.readouterr().out


def test_a_question_about_what_leaves_nothing_to_chance_is_answered_in_a_comparison(game):
    question = shapes.Question(
        question="dries", title="Drying", of="fight.dry", things=THREE, given={"child": "Anna", "Anna.wet": 4}
    )
    (odds,) = answered(Ruleset.open(game), question, nowhere, 1000)
    assert odds.rows == ((("Anna wet 4 -> 2",), 1),)
