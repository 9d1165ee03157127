"""A battle of a small game between bots."""

from __future__ import annotations

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, GameResult, play


def played(ruleset: Ruleset, scenario: str, bot: type[RandomDecider | WeighingDecider], seed: int) -> GameResult:
    """Play a scenario to its end."""
    findings = Findings()
    built, situation = ruleset.scenario(scenario, findings)
    assert as_text(findings) == ""
    deciders = {side: bot(seed * 10 + place) for place, side in enumerate(situation.things.values())}
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    return play(built.module(), Context(built.program, situation, dice, deciders))
