"""Ask for the chances of the mechanics in the ruleset beside this module."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.odds.odds_questions import Odds, OddsQuestions, Shown
from quarterdeck.engine.odds.pools import dice_pool
from quarterdeck.engine.odds.throws import totals_with_ways
from quarterdeck.engine.run.arguments import situation_of
from quarterdeck.engine.run.situation import Situation, nowhere
from quarterdeck.program.form.dataflow import called

FOLDER = Path(__file__).parent / "ruleset"
Chances = dict[tuple[int, ...], Fraction]


class Mechanics:
    """The ruleset, opened; `addresses` are its mechanics."""

    def __init__(self) -> None:
        ruleset, findings = Ruleset.open(str(FOLDER)), Findings()
        assert not ruleset.findings, [one.message for one in ruleset.findings]
        built = ruleset.built(findings)
        self.asking: OddsQuestions = ruleset.asking(built)
        self.situation: Situation = situation_of(built.program, ruleset.rosters(built), {}, {}, findings, nowhere)
        routines = built.program.routines
        self.addresses = [one for one in routines if routines[one].value is None]
        self.shown = {one: self.results_of(one) for one in self.addresses}

    def results_of(self, address: str) -> list[Shown]:
        """Return what is shown of a mechanic: its result, and the second one if there is one."""
        findings = Findings()
        names = ["game.result", "game.second"]
        if "Game.second" not in self.asking.counter.cuts.calls.writes[called(address)]:
            names.pop()
        found = [self.asking.shown(address, name, (), self.situation, findings) for name in names]
        return [one for one in found if one is not None]

    def ask(self, address: str) -> Odds:
        """Count a mechanic."""
        return self.asking.ask(address, (), self.situation, self.shown[address])


def chances_of_odds(odds: Odds) -> Chances:
    """Return the chances of results."""
    return {tuple(map(int, row)): Fraction(weight, odds.below) for row, weight in odds.rows}


def chances_of_die(die: Any) -> Chances:
    """Return the chances of the outcomes of a die of icepool: numbers, truths, or several of them."""
    found: Chances = {}
    for outcome, ways in die.items():
        key = tuple(map(int, outcome)) if hasattr(outcome, "__len__") else (int(outcome),)
        found[key] = found.get(key, Fraction()) + Fraction(ways, die.denominator())
    return found


def forget_throws() -> None:
    """Empty what is kept from one question to the next."""
    totals_with_ways.cache_clear()
    dice_pool.cache_clear()
