"""A view as data: all that a seat may know, and nothing that it may not."""

import json
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
from quarterdeck.program.form.program import Program


@dataclass
class Noting:
    """Decides as a bot does, and notes for each question who is asked, and the view as data."""

    known_as: dict[int, str]
    bot: Any = field(default_factory=lambda: seat("random", 3))
    noted: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def decide(self, question: Question) -> Any:
        self.noted.append((question.by, question.view.as_data(self.known_as)))
        return self.bot.decide(question)


@cache
def played() -> tuple[Program, Noting]:
    """Play a game in which damage is hidden."""
    findings = Findings()
    built, start = Ruleset.open("easyships").scenario("denmark_strait", findings, {"hidden_damage": "yes"})
    assert not findings
    program = built.program
    start.state[program.layout.arrays["Game"].base + program.layout.offsets["Game.turn_limit"]] = 3
    noting = Noting(start.known_as)
    dice = SeededDice(1, [site.address for site in program.sites])
    context = Context(program, start, dice, dict.fromkeys(program.layout.things("Side"), noting))
    play(built.module(), context)
    return program, noting


def test_a_field_that_a_side_may_not_know_is_absent_and_not_a_zero():
    program, noting = played()
    hidden = {address for address, who in hidden_fields(program) if who == "owner" and address.startswith("Ship.")}
    assert hidden
    for by, view in noting.noted:
        assert json.loads(json.dumps(view)) == view
        assert view["side"] == by
        for thing in view["things"].values():
            if thing["kind"] != "Ship":
                continue
            known = {f"Ship.{name}" for name in thing["fields"]}
            its_own = thing["fields"]["side"] == view["side"]
            assert (hidden <= known) if its_own else not hidden & known, thing


def test_a_view_has_the_values_that_examples_write():
    program, noting = played()
    ships = noting.noted[0][1]["things"]
    hood = ships["Hood"]
    assert hood["kind"] == "Ship"
    assert set(hood["fields"]) == {a.partition(".")[2] for a, _ in program.layout.fields_of("Ship")}
    assert all(name in ships for name in hood["fields"]["batteries"])
