"""A question and a view as data: all that a seat needs, and nothing that it may not know."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import hidden_fields
from quarterdeck.engine.run.wording import Wording
from quarterdeck.program.form.program import Program


@dataclass
class Noting:
    """Decides as a bot does, and notes each question and the view of it as data, with the answer that was given."""

    wording: Wording
    known_as: dict[int, str]
    bot: Any = field(default_factory=lambda: seat("random", 3))
    noted: list[tuple[dict[str, Any], dict[str, Any], Any]] = field(default_factory=list)

    def decide(self, question: Question) -> Any:
        asked, view = question.as_data(self.wording), question.view.as_data(self.known_as)
        answer = self.bot.decide(question)
        self.noted.append((asked, view, question.written(answer)))
        return answer


@cache
def played() -> tuple[Program, Noting, list[dict[str, Any]]]:
    """Play a game in which damage is hidden."""
    findings = Findings()
    built, start = Ruleset.open("easyships").scenario("denmark_strait", findings, {"hidden_damage": "yes"})
    assert not findings
    program = built.program
    start.state[program.layout.arrays["Game"].base + program.layout.offsets["Game.turn_limit"]] = 3
    noting = Noting(Wording(program, start.names), start.known_as)
    dice = SeededDice(1, [site.address for site in program.sites])
    context = Context(program, start, dice, dict.fromkeys(program.layout.things("Side"), noting))
    play(built.module(), context)
    return program, noting, list(context.record)


def asked() -> Iterator[tuple[dict[str, Any], Any]]:
    yield from ((question, answer) for question, _, answer in played()[1].noted)


def test_a_question_is_data_that_json_holds_as_they_are():
    """Truths are truths, not 0 and 1."""
    for question, _ in asked():
        assert json.loads(json.dumps(question)) == question
        assert isinstance(question["may_stop"], bool)
        assert isinstance(question["may_decline"], bool)
        assert question["asked"]
    assert {question["may_stop"] for question, _ in asked()} == {True, False}


def test_an_answer_is_one_of_the_values_and_what_the_record_writes():
    record = played()[2]
    for question, answer in asked():
        beside = [word for word, there in (("stop", question["may_stop"]), ("none", question["may_decline"])) if there]
        values = [option["value"] for option in question["options"]] + beside
        assert answer in values
        assert question["default"] in [None, *values]
        entry = record[question["number"]]
        assert (entry["choice"], entry["by"], entry["at"]) == (answer, question["by"], question["at"])


def test_what_is_refused_comes_with_the_requirement_and_the_authors_reason():
    refused = [one for question, _ in asked() for one in question["refused"]]
    assert refused
    assert all(one["words"] and one["requirement"] and one["reason"] for one in refused)
    for question, _ in asked():
        allowed = [option["value"] for option in question["options"]]
        assert not [one for one in question["refused"] if one["value"] in allowed]


def test_a_field_that_a_side_may_not_know_is_absent_and_not_a_zero():
    program, noting, _ = played()
    hidden = {address for address, who in hidden_fields(program) if who == "owner" and address.startswith("Ship.")}
    assert hidden
    for question, view, _ in noting.noted:
        assert json.loads(json.dumps(view)) == view
        assert view["side"] == question["by"]
        for thing in view["things"].values():
            if thing["kind"] != "Ship":
                continue
            known = {f"Ship.{name}" for name in thing["fields"]}
            its_own = thing["fields"]["side"] == view["side"]
            assert (hidden <= known) if its_own else not hidden & known, thing


def test_a_view_has_the_values_that_examples_write():
    program, noting, _ = played()
    ships = noting.noted[0][1]["things"]
    hood = ships["Hood"]
    assert hood["kind"] == "Ship"
    assert set(hood["fields"]) == {a.partition(".")[2] for a, _ in program.layout.fields_of("Ship")}
    assert all(name in ships for name in hood["fields"]["batteries"])
