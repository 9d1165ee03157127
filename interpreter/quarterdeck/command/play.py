"""`quarterdeck play`: a scenario from its set-up to its end."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from quarterdeck.command.opening import FoundError, UsageError, one_of, open_ruleset
from quarterdeck.diagnostics import Findings
from quarterdeck.run import game as games
from quarterdeck.run.dice import SeededDice
from quarterdeck.run.questions import Question


class RandomDecider:
    """Decides by a seeded draw among all that may be answered."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, question: Question) -> Any:
        """Give any answer."""
        return random.Random(f"{self.seed} {question.number}").choice(question.answers())


def play(game: str, scenario: str, *, sides: str = "bot,bot", seed: int = 1, save: Path | None = None) -> int:
    """Play a scenario.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        scenario: one of its scenarios.
        sides: who decides for each side.
        seed: where the dice begin.
        save: write the record here, one JSON value a line.
    """
    ruleset = open_ruleset(game)
    scenario = one_of(scenario, ruleset.declared.scenarios, "scenario")
    if any(side != "bot" for side in sides.split(",")):
        raise UsageError("only bots can play yet")
    findings = Findings()
    built, situation = ruleset.scenario(scenario, findings)
    if findings:
        raise FoundError(findings)
    present = [side for side in built.graph.layout.things("Side") if situation.state[side]]
    deciders = {side: RandomDecider(seed * 1000 + place) for place, side in enumerate(present)}
    dice = SeededDice(seed, [site.address for site in built.graph.sites])
    result = games.play(built.program(), games.Context(built.graph, situation, dice, deciders))
    if save is not None:
        save.write_text("".join(json.dumps(entry) + "\n" for entry in result.record), "utf-8")
    print(f"turn {result.turn}: {result.winner + ' wins' if result.winner else 'a draw'}")
    return 0
