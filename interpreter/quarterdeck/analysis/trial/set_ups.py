"""Run the set-ups of scenarios before anybody plays: one that fails whatever is thrown or chosen is reported.

In: a ruleset. Out: findings, the same that `play` would report. A set-up is followed to its first die or choice; what
comes after that may go either way, and is left to play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quarterdeck.backends.python.faults import rule_concerned
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.dice import LotCounts
from quarterdeck.engine.run.game import Context, open_game
from quarterdeck.engine.run.questions import Question
from quarterdeck.workspace.ruleset.ruleset import Ruleset


class _UncertainError(Exception):
    """A die is thrown, or a side is asked: from here on nothing is certain."""


class _Nobody:
    """Throws nothing and decides nothing."""

    def new_turn(self, turn: int) -> None:
        """Learn that the set-up begins."""

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        raise _UncertainError

    def draw(self, site: int, lots: LotCounts, names: Sequence[str], subject: tuple[int, ...]) -> int:
        raise _UncertainError

    def decide(self, question: Question) -> Any:
        raise _UncertainError


def check_set_ups(ruleset: Ruleset, findings: Findings) -> None:
    """Report set-ups that cannot run with the options of their scenarios."""
    for name, scenario in ruleset.declared.scenarios.items():
        if not scenario.shape.setup:
            continue
        found = Findings()
        built, start = ruleset.scenario(name, found)
        if found:
            continue  # what does not fit is reported where the scenario is read
        nobody = _Nobody()
        context = Context(built.program, start, nobody, dict.fromkeys(built.program.layout.things("Side"), nobody))
        try:
            open_game(built.lowered_module, context)
        except _UncertainError:
            continue
        except RulesFaultError as error:
            span, rule = rule_concerned(error)
            findings.add("QD698", str(error.args[0]), span, hint=error.hint, rule=rule)
