"""A view that is carried on is the view that the side has now; what is kept of it is what would be worked out anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.backends.python.asking import PendingChoice
from quarterdeck.backends.python.view_knowledge import Watched, nothing_known
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.advised import WeighingDecider, value_of
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.onlooker import Onlooker
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.views import veils_of

pytestmark = pytest.mark.no_cover

TURNS = 4
BATTLES: list[tuple[str, str, dict[str, Any]]] = [
    ("easyships", "coral_sea", {}),
    ("easyships", "north_sea_1918", {}),
    ("easyships", "denmark_strait", {"hidden_damage": True}),
    ("fear_god", "dogger_bank", {}),
    ("quickfire", "tsushima_on_the_floor", {}),
    ("ships_and_sails", "nile", {}),
]


@dataclass
class Weighing(Context):
    """Tells the deciders what each question hangs on."""

    watched: Watched | None = None

    def choose(self, asking: PendingChoice) -> Any:
        self.watched = asking.watched
        return super().choose(asking)


@dataclass
class Doubting:
    """A bot whose every value is worked out again, of a view that is made anew and of which nothing is known."""

    bot: WeighingDecider
    context: Weighing | None = None
    compared: int = 0
    again: int = 0

    def decide(self, question: Question) -> Any:
        answer = self.bot.decide(question)
        value, advice = value_of(question), question.advice
        if value is None or advice is None:
            return answer
        assert self.context is not None
        watched = self.context.watched
        assert watched is not None
        carried, anew = question.view_for_advice, question.view
        slots = question.view.program.layout.slots
        looked_at = {*watched.fields}
        for slot, known in enumerate(slots):
            if known in looked_at:
                assert carried.state[slot] == anew.state[slot], (question.site.address, known)
        fresh = nothing_known(watched.count)
        fresh[0] = carried.known[0]
        self.again += sum(map(len, carried.known[1:]))
        for one in question.worth_weighing():
            assert value(one) == advice(anew.state, fresh, question.advised(one)), question.site.address
            self.compared += 1
        return answer


@pytest.mark.parametrize(("game", "scenario", "options"), BATTLES)
def test_what_is_kept_is_what_would_be_worked_out(game: str, scenario: str, options: dict[str, Any]) -> None:
    findings = Findings()
    built, situation = Ruleset.open(game).scenario(scenario, findings, options)
    assert not findings
    layout = built.program.layout
    situation.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = TURNS
    doubting = {side: Doubting(WeighingDecider(1)) for side in layout.things("Side") if situation.state[side]}
    dice = SeededDice(3, [site.address for site in built.program.sites])
    context = Weighing(built.program, situation, dice, doubting)
    for one in doubting.values():
        one.context = context
    play(built.module(), context)
    assert sum(one.compared for one in doubting.values()) > 100
    assert sum(one.again for one in doubting.values()) > 100


def test_what_changed_and_changed_back_is_seen_as_it_is() -> None:
    """Another choice may have been asked in between, and have seen the change."""
    built, situation = Ruleset.open("ships_and_sails").scenario("nile", Findings())
    layout = built.program.layout
    side = layout.things("Side")[0]
    field = "Ship.speed"
    slot = next(ship for ship in layout.things("Ship") if situation.state[ship]) + layout.offsets[field]
    one, other = (Watched(site, ("Ship.", field), {field: (1,)}, 1) for site in (0, 1))
    onlooker, state = Onlooker(situation, side, veils_of(built.program), {}, []), list(situation.state)
    was = state[slot]
    assert onlooker.look(state, one).state[slot] == was
    state[slot] = was + 1
    seen = onlooker.look(state, other)
    assert seen.state[slot] == was + 1
    seen.known[1]["asked"] = 7
    state[slot] = was
    seen = onlooker.look(state, one)
    assert seen.state[slot] == was
    assert not seen.known[1]


def test_what_looks_different_is_forgotten_when_something_goes_at_the_same_time() -> None:
    """Then all is seen anew, and what was seen until then has changed all the same."""
    built, situation = Ruleset.open("easyships").scenario("coral_sea", Findings())
    layout, state = built.program.layout, list(situation.state)
    *_, ship = (one for one in layout.things("Ship") if state[one])
    slot = next(one for one in layout.things("Battery") if state[one]) + layout.offsets["Battery.guns"]
    watched = Watched(0, ("Battery.guns", "Ship."), {"Battery.guns": (1,)}, 1)
    onlooker = Onlooker(situation, layout.things("Side")[0], veils_of(built.program), {}, [])
    onlooker.look(state, watched).known[1]["asked"] = 7
    state[ship], state[slot] = 0, state[slot] + 1
    seen = onlooker.look(state, watched)
    assert (seen.state[ship], seen.state[slot]) == (0, state[slot])
    assert not seen.known[1]
