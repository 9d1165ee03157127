"""Whoever decides answers only what may be answered, and the same seed gives the same answers."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import NOWHERE
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.deciders.scripted import ScriptedDecider, ScriptFaultError, unknown_in_script
from quarterdeck.engine.deciders.seats import NoSuchSeatError, seat
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import View
from quarterdeck.engine.run.words import NONE, STOP
from quarterdeck.language.declarations.types import Number
from quarterdeck.program.form.instructions import Site

pytestmark = pytest.mark.no_cover

NO_GAME: Any = SimpleNamespace(layout=SimpleNamespace(arrays={}), declared=SimpleNamespace(enums={}), expectations=[])


def question(options: list[int], **other: Any) -> Question:
    site = Site(0, "throwing.aim.snowballs", "choice", "throwing.aim", NOWHERE, Number(0, 9))
    view = View(NO_GAME, [], {1: "north gang"}, 1)
    plain: Any = {"may_stop": False, "may_none": False, "default": None, "scope": tuple, "among": None}
    unsaid: Any = {"question": None, "reasons": None, "advice": None}
    states: Any = {"before": [], "after": [], "watched": None}
    said = {**plain, **unsaid, **states, **other}
    if (default := said["default"]) is not None:
        said["default"] = lambda: default
    number = said.pop("number", 0)
    choice = PendingChoice(0, 1, options, [], **said)
    return Question(site, choice, number, "north", lambda: view, lambda: view, lambda kind, answer: int(answer))


@pytest.mark.parametrize(("default", "taken"), [(3, 3), (1, 2), (None, 2)])
def test_of_equally_good_answers_the_default_is_taken_else_the_first(default: int | None, taken: int) -> None:
    """Answer 1 is worth nothing, and all others the same."""
    known: list[Any] = [None]
    asked = question([1, 2, 3, 4], default=default, advice=lambda _state, _known, answer: int(answer > 1))
    asked.weighed = SimpleNamespace(state=[], known=known, program=NO_GAME)  # type: ignore[assignment]
    assert WeighingDecider(1).decide(asked) == taken


def test_random_is_the_same_for_the_same_seed() -> None:
    asked = [question([1, 2, 3, 4, 5], number=number) for number in range(30)]
    one, other = RandomDecider(7), RandomDecider(7)
    assert [one.decide(q) for q in asked] == [other.decide(q) for q in asked]
    assert [one.decide(q) for q in asked[10:]] == [
        RandomDecider(7).decide(q) for q in asked[10:]
    ]  # as after a resumption
    assert [one.decide(q) for q in asked] != [RandomDecider(8).decide(q) for q in asked]


@pytest.mark.parametrize(
    ("other", "idle"), [({"may_none": True}, NONE), ({"may_stop": True}, STOP), ({"default": 3}, 3)]
)
def test_random_does_nothing_in_particular_in_half_of_its_draws(other: dict[str, Any], idle: int) -> None:
    decider = RandomDecider(1)
    answers = [decider.decide(question([1, 2, 3, 4, 5], number=number, **other)) for number in range(1000)]
    assert 420 < answers.count(idle) < 580
    assert set(answers) == {1, 2, 3, 4, 5, idle}


@pytest.mark.parametrize(
    ("other", "idle"), [({"may_none": True}, NONE), ({"may_stop": True}, STOP), ({"default": 3}, 3)]
)
def test_random_leaves_alone_what_no_lot_decides(other: dict[str, Any], idle: int) -> None:
    asked = [question([1, 2, 3, 4, 5], number=number, **other) for number in range(50)]
    for one in asked:
        one.site = replace(one.site, never_by_lot=True)
    decider = RandomDecider(1)
    assert {decider.decide(one) for one in asked} == {idle}


@pytest.mark.parametrize(
    ("game", "choice"),
    [("easyships", "damage.abandon_ships.given_up"), ("quickfire", "victory.say_whether_to_go_on.wish")],
)
def test_nobody_gives_up_by_lot(game: str, choice: str) -> None:
    built = Ruleset.open(game).built(Findings())
    assert [site.address for site in built.program.sites if site.never_by_lot] == [choice]


def test_weighing_takes_the_best_and_the_first_of_equals() -> None:
    decider = WeighingDecider(1)
    assert decider.decide(question([1, 5, 2, 4], advice=lambda state, known, answer: -abs(answer - 3))) == 2
    assert (
        decider.decide(question([1, 2], may_stop=True, advice=lambda state, known, answer: 10 if answer == -1 else 5))
        == STOP
    )
    assert (
        decider.decide(question([1, 2], may_none=True, advice=lambda state, known, answer: 10 if answer == -1 else 5))
        == NONE
    )


def test_weighing_without_advice_takes_the_default() -> None:
    assert WeighingDecider(1).decide(question([1, 2, 3], default=2)) == 2
    assert WeighingDecider(1).decide(question([4])) == 4


def test_a_list_is_used_up_and_a_single_answer_counts_every_time() -> None:
    listed = ScriptedDecider({"aim.snowballs": [3, 1]})
    assert [listed.decide(question([1, 2, 3], may_none=True)) for _ in range(3)] == [3, 1, NONE]
    always = ScriptedDecider({"snowballs": "2"})
    assert [always.decide(question([1, 2, 3])) for _ in range(3)] == [2, 2, 2]


def test_a_saved_game_gives_its_decisions_to_the_side_that_made_them() -> None:
    entries: list[dict[str, Any]] = [
        {"die": 3, "of": 6, "at": "throwing.aim.hit", "for": []},
        {"choice": 9, "by": "south", "at": "throwing.aim.snowballs"},
        {"choice": "none", "by": "north", "at": "throwing.aim.snowballs"},
    ]
    decider = ScriptedDecider(entries)
    assert decider.decide(question([1, 2], may_none=True)) == NONE
    assert decider.left() == ["throwing.aim.snowballs"]


def test_a_script_says_what_does_not_fit() -> None:
    with pytest.raises(ScriptFaultError, match="answers 7, which is not allowed there; allowed: 1, 2"):
        ScriptedDecider({"snowballs": 7}).decide(question([1, 2]))
    with pytest.raises(ScriptFaultError, match="has no answer for"):
        ScriptedDecider({}).decide(question([1, 2]))


def test_seats_have_names(tmp_path: Any) -> None:
    assert isinstance(seat("bot"), WeighingDecider)
    assert isinstance(seat("random", 3), RandomDecider)
    script = tmp_path / "orders.yaml"
    script.write_text("aim.snowballs: [2]\n")
    decider = seat(str(script))
    assert isinstance(decider, ScriptedDecider)
    assert decider.decide(question([1, 2])) == 2
    saved = tmp_path / "game.jsonl"
    saved.write_text(json.dumps({"choice": 1, "by": "north", "at": "throwing.aim.snowballs"}) + "\n")
    assert seat(str(saved)).decide(question([2, 1])) == 1
    with pytest.raises(NoSuchSeatError, match="did you mean random"):
        seat("randon")
    with pytest.raises(ScriptFaultError, match="there is no script"):
        seat(str(tmp_path / "missing.yaml"))
    script.write_text("just words\n")
    with pytest.raises(ScriptFaultError, match="is not a script"):
        seat(str(script))


def test_replacing_the_view_changes_what_is_weighed() -> None:
    asked = question([1, 2], advice=lambda state, known, answer: state[answer])
    assert WeighingDecider(1).decide(replace(asked, weighed=replace(asked.view, state=[0, 5, 4]))) == 1
    assert WeighingDecider(1).decide(replace(asked, weighed=replace(asked.view, state=[0, 4, 5]))) == 2


# --- what a script says of choices that there are none of


CHOICES = ["throwing.aim.snowballs", "running.run.way"]


def test_a_script_may_name_a_choice_by_any_end_of_its_address(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text("snowballs: 3\naim.snowballs: [1, 2]\nrunning.run.way: north\n", "utf-8")
    assert not unknown_in_script(path, CHOICES)


def test_what_a_script_says_of_no_choice_is_found_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text("snowballs: 3\nrunning.run.wy: north\nfrog: 1\n", "utf-8")
    one, other = unknown_in_script(path, CHOICES)
    assert (one.code, one.span.text, one.hint) == ("QD203", "running.run.wy", "did you mean `running.run.way`?")
    assert other.message == "there is no choice `frog`"
    assert "`throwing.aim.snowballs`" in other.hint


def test_what_a_saved_game_says_of_no_choice_is_found_once_at_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    entries = [{"die": 1, "at": "throwing.aim"}, *({"choice": 1, "at": at} for at in (CHOICES[0], "a.b", "a.b"))]
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries), "utf-8")
    (one,) = unknown_in_script(path, CHOICES)
    assert one.span.file.position(one.span.start)[0] == 3
    assert one.message == "there is no choice `a.b`"
