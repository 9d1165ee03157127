"""Check a ruleset as a whole: its rules, and where these are sound its rosters, scenarios and worked examples.

In: a name. Out: a `Checkup`, from what is kept where nothing has changed since.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.plain_data import DataRecord
from quarterdeck.workspace.pipeline.ruleset_cache import kept_with, summary_of


@dataclass(frozen=True)
class NotEncoded:
    """A part of a source that a ruleset omits on purpose: its place, its content, and the reason."""

    place: str
    what: str
    reason: str


@dataclass(frozen=True)
class Checkup(DataRecord):
    """The problems of a ruleset.

    `not_encoded` is what it leaves out by intent, `void` are notes of what speaks of things that variants took away.
    `uncounted` are notes of pools of dice that are too large for their odds to be counted.
    """

    game: str
    findings: tuple[Finding, ...]
    not_encoded: tuple[NotEncoded, ...]
    void: tuple[Finding, ...] = ()
    uncounted: tuple[Finding, ...] = ()


def check(game: str, progress: Callable[[str], None] | None = None) -> Checkup:
    """Check `name`, `name+variant+variant` or a folder, and return all problems; `progress` receives what is read.

    Raises:
        NotFoundError: there is no such ruleset or variant.
    """
    summary = summary_of(game)
    if progress is not None:
        progress(f"checking the scenarios and examples of {game}")
    findings, voids, uncounted = summary.findings, summary.voids, tuple[Finding, ...]()
    if all(one.is_in_data for one in findings if one.is_fault):
        findings, more, uncounted = kept_with(game, "data", lambda: _faults_of_data(game))
        voids = (*voids, *more)
    return Checkup(game, findings, tuple(NotEncoded(*left) for left in summary.not_encoded), voids, uncounted)


SCENARIO = re.compile(r"(?m)^scenario: *([\w-]+)")
"""The name of a scenario, in a document that cannot be read."""


def _faults_of_data(game: str) -> tuple[tuple[Finding, ...], tuple[Finding, ...], tuple[Finding, ...]]:
    """Give what is wrong with rosters, scenarios and examples, what of them is void, and which pools are not counted.

    What could not be read of such data is left out; what speaks of a scenario that is lost is no finding. What is made
    of the rules is verified as well: a fault there is one of the interpreter.
    """
    from quarterdeck.analysis.trial.data_faults import looked_through
    from quarterdeck.base.findings.finding import Findings
    from quarterdeck.engine.odds.uncounted_pools import uncounted_pools
    from quarterdeck.program.passes.order import verified
    from quarterdeck.workspace.ruleset.ruleset import Ruleset

    complete = Ruleset.open(game)
    ruleset = complete.without_faults_of_data()
    program = ruleset.built(Findings()).program
    verified(program)
    found = looked_through(ruleset)
    known = {document.file.path for document in ruleset.declared.documents}
    files = {one.span.file for one in complete.findings if one.is_in_data and one.span.file.path not in known}
    lost = {f"scenarios.{name}" for file in files for name in SCENARIO.findall(file.text)}
    findings = Findings([*complete.findings, *found.findings]).on_readable_lines().one_for_each_cause()
    own = tuple(one for one in findings if one.about not in lost)
    return own, found.voids, tuple(uncounted_pools(program))
