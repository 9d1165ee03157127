"""Set worked examples up on a ruleset, and run them.

In: a ruleset without findings, and cases. Out: a `CaseOutcome` for each: its problems, and all that happened. What is
set up is kept, so that a case can be run again and again on functions that were changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quarterdeck.analysis.trial.answer_labels import LabelledDice, ScriptedChoices
from quarterdeck.analysis.trial.assertions import differences
from quarterdeck.analysis.trial.cases import Case
from quarterdeck.analysis.trial.rule_trial import Problem, Tried, not_used, try_rule
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.play import play_module
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.partly_known import UngivenError, fields_at
from quarterdeck.engine.run.rosters import RosterBook
from quarterdeck.engine.run.situation import Place, Situation
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.rule_question import Facts, UnknownError, address_of, asked
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass
class TracedBuild:
    """One build of the ruleset, with its traced functions as soon as a case runs on them."""

    built: Built
    rosters: RosterBook

    @cached_property
    def module(self) -> PrintedModule:
        """Give the traced module of the program as it was lowered: to shorten it takes longer than its examples do."""
        return play_module(self.program, trace=True)

    @property
    def in_span(self) -> frozenset[str]:
        """Give the addresses that are only ever reached while effects wait."""
        return self.built.while_effects_wait

    @property
    def program(self) -> Program:
        """Give the build's program."""
        return self.built.program


@dataclass(frozen=True)
class PreparedCase:
    """A case that is ready to run: the rule's full address, the situation and the arguments."""

    case: Case
    stand: TracedBuild
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
    prepared: PreparedCase | None = None

    @property
    def is_good(self) -> bool:
        """Tell whether all is as the example says."""
        return not self.findings and not self.problems


@dataclass
class ExampleRunner:
    """Stands of a ruleset, by settings; `options` and `constants` count where an example gives none.

    With `only_sets_up` nothing can be tried.
    """

    ruleset: Ruleset
    options: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[str, Any] = field(default_factory=dict)
    only_sets_up: bool = False
    stands: dict[int, TracedBuild] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)

    def stand(self, built: Built) -> TracedBuild:
        """Give the stand for a build."""
        if id(built) not in self.stands:
            self.stands[id(built)] = TracedBuild(built, self.ruleset.rosters(built))
        return self.stands[id(built)]

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
        found = asked(self.ruleset, address, facts, findings, self)
        if found is None:
            return None
        return PreparedCase(case, self.stand(found.built), address, found.situation, tuple(found.arguments))

    def built(
        self,
        findings: Findings,
        options: Mapping[str, Any],
        constants: Mapping[str, Any],
        board: Mapping[str, int],
        place: Place,
    ) -> Built:
        """Make a program; this bench's settings count where nothing else is said."""
        build = self.ruleset.built_to_set_up if self.only_sets_up else self.ruleset.built
        built = build(findings, {**self.options, **options}, {**self.constants, **constants}, board, place)
        return self.stand(built).built

    def rosters(self, built: Built) -> RosterBook:
        """Give the things of all rosters."""
        return self.stand(built).rosters

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
            outcome.address = prepared.address
            outcome.tried, outcome.problems = run_prepared(prepared, is_watched=self.is_own(case))
            if outcome.tried.ungiven:
                fields = fields_at(prepared.situation, outcome.tried.ungiven)
                outcome.findings.extend([UngivenError(fields).finding(case.place("given"), in_a_file=True)])
                outcome.problems = []
        return outcome


def run_prepared(
    prepared: PreparedCase, program: Program | None = None, *, is_watched: bool = False
) -> tuple[Tried, list[Problem]]:
    """Try a case that is set up, and compare; `program` is the changed one that its stand's functions come from.

    Where it `is_watched`, what is read and was not given is noted.
    """
    case, stand, address = prepared.case, prepared.stand, prepared.address
    program = program or stand.program
    dice, choices = LabelledDice(program, address, case.dice), ScriptedChoices(case.choices)
    tried = try_rule(
        program,
        stand.module,
        address,
        prepared.situation,
        prepared.arguments,
        dice,
        choices,
        address in stand.in_span,
        watched=is_watched,
    )
    if not tried.problems:
        tried.problems += not_used(dice, choices)
    problems = [
        *tried.problems,
        *differences(tried, address, case.expect, case.changes, case.refused, stand.rosters),
    ]
    return tried, problems
