"""EasyShips: air strikes are ordered in secret; what a side sees and is asked does not hang on the orders of others."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.scripted import ScriptedDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, play
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.workspace.pipeline.build import Built

pytestmark = pytest.mark.no_cover

ORDERS = "air_strikes.order_strike."
OTHER_ORDERS: tuple[dict[str, Any], ...] = (
    {ORDERS + "launching": "stop"},
    {ORDERS + "target": "stop"},
    {ORDERS + "size": 11},
)


@cache
def opened() -> tuple[Built, Situation]:
    findings = Findings()
    built, situation = Ruleset.open("easyships").scenario("coral_sea", findings)
    assert not findings
    return built, situation


@dataclass
class Noting:
    """A bot that notes what it is shown and asked."""

    bot: WeighingDecider
    noted: list[tuple[str, list[int], list[Any]]] = field(default_factory=list)

    def decide(self, question: Question) -> Any:
        self.noted.append((question.site.address, list(question.view.state), question.answers()))
        return self.bot.decide(question)


def orders_noted(watcher: int, other: Decider) -> list[tuple[str, list[int], list[Any]]]:
    """Give what a side sees and is asked up to the end of its first orders."""
    built, start = opened()
    situation = start.copy()
    layout = built.program.layout
    situation.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = 1
    sides = [side for side in layout.things("Side") if situation.state[side]]
    noting = Noting(WeighingDecider(1))
    deciders = {side: noting if side == sides[watcher] else other for side in sides}
    play(
        built.module(),
        Context(built.program, situation, SeededDice(3, [site.address for site in built.program.sites]), deciders),
    )
    last = max(number for number, noted in enumerate(noting.noted) if noted[0].startswith(ORDERS))
    return noting.noted[: last + 1]


@pytest.mark.parametrize("watcher", [0, 1])
@pytest.mark.parametrize("script", OTHER_ORDERS)
def test_orders_for_air_strikes_are_sealed(watcher: int, script: dict[str, Any]) -> None:
    usual = orders_noted(watcher, WeighingDecider(2))
    assert len([noted for noted in usual if noted[0].startswith(ORDERS)]) > 5
    assert orders_noted(watcher, ScriptedDecider(script, WeighingDecider(2))) == usual
