"""Run the worked examples of a ruleset, and measure which changes of its rules they notice.

In: an opened ruleset. Out: an `ExamplesRun`; `CasesRun` has the outcomes of which it is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.analysis.mutants.survivors import Coverage, Progress, Survivor, measure
from quarterdeck.analysis.trial.bench import CaseOutcome, ExampleRunner
from quarterdeck.analysis.trial.cases import Case, cases_of, void_cases
from quarterdeck.analysis.trial.rule_trial import ComparedValue
from quarterdeck.base.findings.finding import Finding
from quarterdeck.base.plain_data import Count
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.variants.voids import void
from quarterdeck.workspace.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class PlacedProblem:
    """One thing that is not as an example says: where in the example, by its place and by the keys that lead there.

    What was expected and found is null where no values were compared.
    """

    place: Span
    path: tuple[str | int, ...]
    message: str
    expected: ComparedValue | None
    found: ComparedValue | None


@dataclass(frozen=True)
class ExampleRun:
    """How a worked example came out; under variants one of the ruleset below may come out in another way."""

    example: str
    of: str
    place: Span
    good: bool
    changed_by_variants: bool
    findings: Sequence[Finding]
    problems: Sequence[PlacedProblem]


@dataclass(frozen=True)
class NotCounted:
    """An address whose changes are not counted, and why."""

    address: str
    reason: str


@dataclass(frozen=True)
class ChangesNoticed:
    """How many changes of how many elements and rows were tried, and which no example notices."""

    elements: Count
    changes: Count
    survivors: Sequence[Survivor]
    not_counted: Sequence[NotCounted]


@dataclass(frozen=True)
class ExamplesRun:
    """The results of the worked examples of a ruleset.

    `void` are notes of what speaks of things that the variants took away. `coverage` is null unless it was measured.
    """

    game: str
    examples: Sequence[ExampleRun]
    void: Sequence[Finding]
    coverage: ChangesNoticed | None


@dataclass(frozen=True)
class CasesRun:
    """How worked examples came out: all that could run, those that failed, and those that variants change."""

    bench: ExampleRunner
    outcomes: Sequence[CaseOutcome]
    voids: Sequence[Finding]
    failed: Sequence[CaseOutcome]
    changed: Sequence[CaseOutcome]

    def measure(self, progress: Progress) -> Coverage:
        """Change every rule a little, and find the changes that no example notices."""
        return measure(self.bench, [one.case for one in self.outcomes if one.is_good], progress)

    def record(self, game: str, found: Coverage | None) -> ExamplesRun:
        """Return the results as a record."""
        ran = [_example_run(one, is_changed=any(one is each for each in self.changed)) for one in self.outcomes]
        return ExamplesRun(game, ran, self.voids, None if found is None else _coverage(found))


def run_examples(ruleset: Ruleset, *, search: str = "", coverage: bool = False) -> ExamplesRun:
    """Run the worked examples of a ruleset, or those with a text in their name or rule.

    With `coverage`, and if no example fails, every rule is changed a little to find the changes that no example
    notices. That takes a while.

    Raises:
        RefusedError: the ruleset has errors.
    """
    ruleset.refuse_faults()
    ran = run_cases(ruleset, cases_of(ruleset.declared), search, own=True)
    measured = coverage and not ran.failed
    return ran.record(ruleset.name, ran.measure(lambda items, _total, _words: items) if measured else None)


def run_cases(ruleset: Ruleset, cases: Sequence[Case], search: str, *, own: bool) -> CasesRun:
    """Run worked examples, which are the ruleset's `own` or others."""
    bench = ExampleRunner(ruleset)
    ran = [bench.run(case) for case in cases if search in case.name or search in case.of]
    voids = [one for one in void_cases(ruleset.declared) if search in one.rule] if own else []
    found_void = [(one, note) for one in ran if (note := _void(one, ruleset)) is not None]
    voids += [note for _, note in found_void]
    outcomes = [one for one in ran if not any(one is each for each, _ in found_void)]
    below, wrong = _below(ruleset), [one for one in outcomes if not one.is_good]
    blamed = _changed_by_variants(ruleset, {one.case.name for one in wrong if one.case.places.file in below})
    failed: list[CaseOutcome] = []
    changed: list[CaseOutcome] = []
    for one in wrong:
        (changed if one.case.places.file in below and one.case.name in blamed else failed).append(one)
    return CasesRun(bench, outcomes, voids, failed, changed)


def _changed_by_variants(ruleset: Ruleset, names: set[str]) -> set[str]:
    """Return the names of the failing worked examples that succeed in the ruleset without variants."""
    if not names:
        return names
    alone = Ruleset.open(str(ruleset.loaded.layers[0].folder))
    if alone.faults:
        return names
    bench = ExampleRunner(alone)
    return names - {one.name for one in cases_of(alone.declared) if one.name in names and not bench.run(one).is_good}


def _below(ruleset: Ruleset) -> set[SourceFile]:
    """Give the documents below what is asked for: of the ruleset, and of variants that others extend.

    A plugin that is named behind them lies over them all; one that a variant needs is part of that variant.
    """
    loaded = ruleset.loaded
    asked = set() if loaded.plugged else {loaded.variants[name].layer.name for name in loaded.named}
    above = bool(asked or loaded.plugged)
    return {file for layer in loaded.layers if above and layer.name not in asked for file in layer.documents}


def _void(outcome: CaseOutcome, ruleset: Ruleset) -> Finding | None:
    """Give the note that a case cannot be set up since it speaks of what a variant took away; none where it can be."""
    notes = [void(finding, ruleset.declared) for finding in outcome.findings]
    note = notes[0] if notes and None not in notes else None
    return replace(note, rule=outcome.case.name) if note is not None else None


def _example_run(outcome: CaseOutcome, *, is_changed: bool) -> ExampleRun:
    case = outcome.case
    problems = [
        PlacedProblem(case.place(*one.path), one.path, one.message, one.expected, one.found) for one in outcome.problems
    ]
    findings = list(outcome.findings)
    return ExampleRun(
        case.name, outcome.address or case.of, case.place(), outcome.is_good, is_changed, findings, problems
    )


def _coverage(found: Coverage) -> ChangesNoticed:
    apart = [NotCounted(address, reason) for address, reason in found.apart.items()]
    return ChangesNoticed(found.elements, found.tried, found.survivors, apart)
