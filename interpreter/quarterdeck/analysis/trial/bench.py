"""Set worked examples up on a ruleset, and run them.

In: a ruleset without findings, and cases. Out: a `CaseOutcome` for each: its problems, and all that happened. What is
set up is kept, so that a case can be run again and again on functions that were changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.analysis.trial.answer_labels import LabelledDice, ScriptedChoices
from quarterdeck.analysis.trial.assertions import differences
from quarterdeck.analysis.trial.cases import Case
from quarterdeck.analysis.trial.rule_trial import Problem, RuleTrial, Tried
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.partly_known import UngivenError, fields_at
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.ruleset.rule_question import Facts, RuleQuestion, UnknownError, address_of, asked
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class PreparedCase:
    """A case that is ready to run: its rule, put into the situation."""

    case: Case
    put: RuleQuestion


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
        address = self.address_of(case, findings)
        if address is None:
            return None
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
        found = asked(self.ruleset, address, facts, findings)
        return None if found is None else PreparedCase(case, found)

    def address_of(self, case: Case, findings: Findings) -> str | None:
        """Give the full address of what a case is about: a rule, a table, a phase or the turn."""
        try:
            if case.of not in self.addresses:
                self.addresses[case.of] = address_of(self.ruleset.declared, case.of)
            return self.addresses[case.of]
        except UnknownError as error:
            message, _, hint = str(error.args[0]).partition("; ")
            findings.add("QD601", message, case.value_place("of"), hint=hint)
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
    dice, choices = LabelledDice(mutant or put.built.program, put.address, case.dice), ScriptedChoices(case.choices)
    trial = RuleTrial(put.built, put.situation, dice, choices, TracedContext, is_watched, mutant)
    tried = trial.run(put.address, put.arguments)
    if not tried.problems:
        tried.problems += trial.not_used()
    rosters = put.ruleset.rosters(put.built)
    return tried, [*tried.problems, *differences(tried, case.expect, case.changes, case.refused, rosters)]
