"""Set worked examples up on a ruleset, and run them.

In: a ruleset without findings, and cases. Out: a `CaseOutcome` for each: its problems, and all that happened. What is
set up is kept, so that a case can be run again and again on functions that were changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from quarterdeck.analysis.trial.answer_labels import LabelledDice, ScriptedChoices
from quarterdeck.analysis.trial.assertions import differences
from quarterdeck.analysis.trial.cases import Case
from quarterdeck.analysis.trial.rule_trial import Problem, RuleTrial, Tried, left_out, whole_of
from quarterdeck.base.errors import UnknownError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.partly_known import UngivenError, fields_at
from quarterdeck.engine.run.situation import Rosters
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.language.documents.shapes import ExampleStep
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.ruleset.rule_question import (
    Facts,
    RuleQuestion,
    address_of,
    asked,
    steps_of,
)
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class PreparedCase:
    """A case that is ready to run: its rule, put into the situation."""

    case: Case
    put: RuleQuestion
    then: tuple[tuple[RuleQuestion, Facts], ...] = ()
    """What follows: each rule as it would be put into the first situation, and what its step gives."""


@dataclass
class CaseOutcome:
    """What came of a case: nothing was tried where findings forbid it."""

    case: Case
    address: str = ""
    findings: Findings = field(default_factory=Findings)
    tried: Tried | None = None
    problems: list[Problem] = field(default_factory=list)
    prepared: PreparedCase | None = None

    @property
    def is_good(self) -> bool:
        """Tell whether all is as the example says."""
        return not self.findings and not self.problems


@dataclass
class ExampleRunner:
    """Runs the cases of a ruleset."""

    ruleset: Ruleset
    addresses: dict[str, str] = field(default_factory=dict)

    def prepare(self, case: Case, findings: Findings) -> PreparedCase | None:
        """Set a case up; nothing, with findings, where it does not fit the ruleset."""
        addresses = [self.address_of(case, findings, number) for number in range(len(case.rules))]
        if None in addresses:
            return None
        first, *others = (address for address in addresses if address is not None)
        facts = Facts(
            case.given,
            case.things,
            case.options,
            case.constants,
            case.place,
            case.board,
            case.situation or "",
            every=case.every,
        )
        found = asked(self.ruleset, first, facts, findings, others)
        if found is None:
            return None
        then = []
        for address, step in zip(others, steps_of(case.then, case.place), strict=True):
            put = replace(found, address=address, situation=found.after(step, found.situation, findings))
            put.inputs_among([first, *others], findings, step)  # what does not fit is known before anything is tried
            then.append((put, step))
        return None if findings else PreparedCase(case, found, tuple(then))

    def address_of(self, case: Case, findings: Findings, number: int = 0) -> str | None:
        """Give the full address of what a case carries out: a rule, a table, a phase, a step or the turn."""
        name = case.rules[number]
        try:
            if name not in self.addresses:
                self.addresses[name] = address_of(self.ruleset.declared, name)
            return self.addresses[name]
        except UnknownError as error:
            message, _, hint = str(error.args[0]).partition("; ")
            place = case.place("then", number - 1, "of") if number else case.value_place("of")
            findings.add("QD601", message, place, hint=hint)
            return None

    def is_own(self, case: Case) -> bool:
        """Tell whether a case was written for these rules: that of a ruleset below a variant cannot give what it reads.

        Fields that nobody gave begin there at the first value of their type.
        """
        return not self.ruleset.loaded.variants or case.places.file not in self.below

    @cached_property
    def below(self) -> frozenset[SourceFile]:
        """Give the files of the ruleset below the variants."""
        return frozenset(self.ruleset.loaded.layers[0].documents)

    def run(self, case: Case) -> CaseOutcome:
        """Set a case up, try it and compare; what its rule reads and nobody gave is a finding."""
        outcome = CaseOutcome(case)
        prepared = self.prepare(case, outcome.findings)
        if prepared is not None:
            outcome.prepared = prepared
            outcome.address = prepared.put.address
            outcome.tried, outcome.problems = run_prepared(prepared, is_watched=self.is_own(case))
            if outcome.tried.ungiven:
                fields = fields_at(prepared.put.situation, outcome.tried.ungiven)
                outcome.findings.extend([UngivenError(fields).finding(case.place("given"), in_a_file=True)])
                outcome.problems = []
        return outcome


def run_prepared(
    prepared: PreparedCase, mutant: Program | None = None, *, is_watched: bool = False
) -> tuple[Tried, list[Problem]]:
    """Try a case that is set up, and compare; a `mutant` is the changed program that the functions of its build are of.

    Where it `is_watched`, what is read and was not given is noted.
    """
    case, put = prepared.case, prepared.put
    program = mutant or put.built.program
    dice, choices = LabelledDice(program, put.address, case.dice), ScriptedChoices(case.choices)
    trial = RuleTrial(put.built, put.situation, dice, choices, TracedContext, is_watched, mutant)
    rosters = put.ruleset.rosters(put.built)
    tried, problems = compared(trial, put.address, put.arguments, case, rosters)
    steps = [tried]
    for number, ((put_then, facts), step) in enumerate(zip(prepared.then, case.then, strict=True)):
        if problems or tried.ungiven:
            break
        trial.end_turn(tried)
        if said := left_out(tried.ended, [put_then.address]):
            problems.append(Problem(said, ("then", number)))
            break
        findings = Findings()
        trial.situation = put_then.after(facts, trial.situation, findings)
        begun = replace(put_then, situation=trial.situation)
        arguments = begun.inputs_among([put.address, *(one.address for one, _ in prepared.then)], findings, facts)
        if arguments is None or findings:
            problems += [Problem(finding.message, ("then", number)) for finding in findings]
            break
        trial.dice, trial.choices = LabelledDice(program, begun.address, step.dice), ScriptedChoices(step.choices)
        tried, wrong = compared(trial, begun.address, arguments, step, rosters)
        steps.append(tried)
        problems += [replace(one, path=("then", number, *one.path)) for one in wrong]
    return whole_of(steps), problems


def compared(
    trial: RuleTrial, address: str, arguments: Sequence[Any], case: Case | ExampleStep, rosters: Rosters
) -> tuple[Tried, list[Problem]]:
    """Carry one rule out, and give what is not as is expected of it."""
    tried = trial.run(address, arguments)
    if not tried.problems:
        tried.problems += trial.not_used()
    return tried, [*tried.problems, *differences(tried, case.expect, case.changes, case.refused, rosters)]
