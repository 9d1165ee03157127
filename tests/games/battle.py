"""What tests of small games share: a battle between bots, a changed copy, and the functions that the rules call."""

from __future__ import annotations

import shutil
from pathlib import Path

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, GameResult, play
from quarterdeck.language.syntax import nodes


def played(ruleset: Ruleset, scenario: str, bot: type[RandomDecider | WeighingDecider], seed: int) -> GameResult:
    """Play a scenario to its end."""
    findings = Findings()
    built, situation = ruleset.scenario(scenario, findings)
    assert as_text(findings) == ""
    deciders = {side: bot(seed * 10 + place) for place, side in enumerate(situation.things.values())}
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    return play(built.module(), Context(built.program, situation, dice, deciders))


def changed(game: Path, folder: Path, file: str, old: str, new: str) -> Path:
    """Give a copy of a game with a change in one of its files."""
    copy = shutil.copytree(game, folder / game.name)
    path = copy / file
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    return copy


def called(ruleset: Ruleset) -> set[str]:
    """Give the names of everything that the rules of a game call."""
    assert ruleset.loaded.pieces is not None
    return {
        node.callee.word.text
        for file in ruleset.loaded.pieces.files
        for unit in file.units
        for node in unit.walk()
        if isinstance(node, nodes.Call) and isinstance(node.callee, nodes.Name)
    }
