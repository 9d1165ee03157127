"""Run the set-up of each scenario, and report those that fail.

In: a ruleset. Out: the diagnostics that `play` would report. A set-up runs up to its first die or choice. Whether the
rest fails depends on the result, so `check` does not run it.
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
    """The set-up needs a die or an answer."""


class _Nobody:
    """Stops the set-up at its first die or choice."""

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
            continue  # reported when the scenario is read
        nobody = _Nobody()
        context = Context(built.program, start, nobody, dict.fromkeys(built.program.layout.things("Side"), nobody))
        try:
            open_game(built.lowered_module, context)
        except _UncertainError:
            continue
        except RulesFaultError as error:
            span, rule = rule_concerned(error)
            findings.add("QD698", str(error.args[0]), span, hint=error.hint, rule=rule)
