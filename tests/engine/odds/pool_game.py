"""A ruleset of dice alone, whose questions are counted: `counted` gives the chances of what a rule names."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.situation import nowhere

HEAD = """ruleset: dice
title: Dice
documents: {notes: {title: Notes}}
board: {shape: none}
dice: [d2, d4, d6, d10, d20]
chapters: [dice]
"""


def dice_of(folder: Path, rules: str) -> Ruleset:
    """Write rules into a folder and open them."""
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(HEAD)
    (folder / "components.yaml").write_text("components: dice\nconstants: {bonus: {type: 0..9, start: '1'}}\n")
    (folder / "rules" / "dice.rules").write_text(f'rules dice "Dice" cites "one"\n\n{rules}')
    return Ruleset.open(str(folder))


def counted(ruleset: Ruleset, rule: str, names: list[str], **given: int) -> dict[tuple[str, ...], Fraction]:
    """Give the chances of what a rule names, in words."""
    findings = Findings()
    built = ruleset.built(findings)
    asking, rosters, address = ruleset.asking(built), ruleset.rosters(built), f"dice.{rule}"
    situation = situation_of(built.program, rosters, {}, {}, findings, nowhere)
    arguments = inputs_of(built.program, address, situation, rosters, given, findings, nowhere)
    assert arguments is not None, list(findings)
    shown = [asking.shown(address, name, arguments, situation, findings) for name in names]
    assert not findings, list(findings)
    odds = asking.ask(address, arguments, situation, [one for one in shown if one is not None])
    return {row: Fraction(weight, odds.below) for row, weight in odds.rows}
