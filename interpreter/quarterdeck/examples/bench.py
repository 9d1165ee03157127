"""Set worked examples up on a ruleset, and run them.

In: a ruleset without findings, and cases. Out: a `CaseOutcome` for each: its problems, and all that happened. What is
set up is kept, so that a case can be run again and again on functions that were changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from quarterdeck.diagnostics import Findings
from quarterdeck.emit.module import PrintedModule
from quarterdeck.emit.play import play_module
from quarterdeck.examples.assertions import differences
from quarterdeck.examples.cases import Case
from quarterdeck.examples.labelled import LabelledDice, ScriptedChoices
from quarterdeck.examples.trial import Problem, Tried, try_rule
from quarterdeck.pipeline.build import Built
from quarterdeck.program.program import Program
from quarterdeck.program.summary import reached
from quarterdeck.ruleset.opened import Ruleset
from quarterdeck.run.given import inputs_of, situation_of
from quarterdeck.run.rosters import RosterBook
from quarterdeck.run.setup import set_up
from quarterdeck.run.situation import Situation


@dataclass
class Stand:
    """One build of the ruleset, with its traced functions as soon as a case runs on them."""

    built: Built
    rosters: RosterBook

    @cached_property
    def module(self) -> PrintedModule:
        """Give the traced module of the program as it was lowered: to shorten it takes longer than its examples do."""
        return play_module(self.program, trace=True)

    @cached_property
    def in_span(self) -> frozenset[str]:
        """Give the addresses that are only ever reached while effects wait."""
        inside, outside = reached(self.program)
        return frozenset(inside - outside)

    @property
    def program(self) -> Program:
        """Give the build's program."""
        return self.built.program


@dataclass(frozen=True)
class PreparedCase:
    """A case that is ready to run: the rule's full address, the situation and the arguments."""

    case: Case
    stand: Stand
    address: str
    situation: Situation
    arguments: tuple[Any, ...]


@dataclass
class CaseOutcome:
    """What came of a case: nothing was tried where findings forbid it."""

    case: Case
    address: str = ""
    findings: Findings = field(default_factory=Findings)
    tried: Tried | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Tell whether all is as the example says."""
        return not self.findings and not self.problems


@dataclass
class Bench:
    """Stands of a ruleset, by settings; `options` and `constants` count where an example gives none.

    With `only_sets_up` nothing can be tried.
    """

    ruleset: Ruleset
    options: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[str, Any] = field(default_factory=dict)
    only_sets_up: bool = False
    stands: dict[int, Stand] = field(default_factory=dict)

    def stand(self, built: Built) -> Stand:
        """Give the stand for a build."""
        if id(built) not in self.stands:
            self.stands[id(built)] = Stand(built, self.ruleset.rosters(built))
        return self.stands[id(built)]

    def prepare(self, case: Case, findings: Findings) -> PreparedCase | None:
        """Set a case up; nothing, with findings, where it does not fit the ruleset."""
        declared = self.ruleset.declared
        address = self.address_of(case, findings)
        scenario = declared.scenarios.get(case.situation) if case.situation else None
        if case.situation and scenario is None:
            known = ", ".join(declared.scenarios) or "none"
            findings.add(
                "QD601",
                f"there is no scenario `{case.situation}`",
                case.value_place("situation"),
                hint=f"there are {known}",
            )
        if findings or address is None:
            return None
        shape = scenario.shape if scenario else None
        build = self.ruleset.built_to_set_up if self.only_sets_up else self.ruleset.built
        built = build(
            findings,
            {**self.options, **(shape.options if shape else {}), **case.options},
            {**self.constants, **(shape.constants if shape else {}), **case.constants},
            {**(shape.board if shape else {}), **case.board},
            case.place,
        )
        if findings:
            return None
        stand = self.stand(built)
        start = set_up(stand.program, scenario, stand.rosters, findings) if scenario else None
        situation = situation_of(stand.program, stand.rosters, case.things, case.given, findings, case.place, start)
        if findings:
            return None
        found = inputs_of(stand.program, address, situation, stand.rosters, case.given, findings, case.place)
        return None if found is None else PreparedCase(case, stand, address, situation, tuple(found))

    def address_of(self, case: Case, findings: Findings) -> str | None:
        """Give the full address of what a case is about: a rule, a table, a phase or the turn."""
        declared = self.ruleset.declared
        rule = declared.rule_named(case.of)
        if rule is not None:
            return rule.address
        phases = [f"turn.{phase.name.text}" for phase in declared.turn.phases] if declared.turn else []
        known = ["turn", *phases, *declared.tables, *declared.rules]
        if case.of in known:
            return case.of
        close = get_close_matches(case.of, known, 1)
        findings.add(
            "QD601",
            f"there is no rule, table or phase `{case.of}`",
            case.value_place("of"),
            hint=f"did you mean `{close[0]}`?" if close else "",
        )
        return None

    def run(self, case: Case) -> CaseOutcome:
        """Set a case up, try it and compare."""
        outcome = CaseOutcome(case)
        prepared = self.prepare(case, outcome.findings)
        if prepared is not None:
            outcome.address = prepared.address
            outcome.tried, outcome.problems = run_prepared(prepared)
        return outcome


def run_prepared(prepared: PreparedCase, program: Program | None = None) -> tuple[Tried, list[Problem]]:
    """Try a case that is set up, and compare; `program` is the changed one that its stand's functions come from."""
    case, stand, address = prepared.case, prepared.stand, prepared.address
    program = program or stand.program
    tried = try_rule(
        program,
        stand.module,
        address,
        prepared.situation,
        prepared.arguments,
        LabelledDice(program, address, case.dice),
        ScriptedChoices(case.choices),
        address in stand.in_span,
    )
    problems = [
        *tried.problems,
        *differences(tried, address, case.expect, case.changes, case.refused, stand.rosters),
    ]
    return tried, problems
