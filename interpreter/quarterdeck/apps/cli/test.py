"""`quarterdeck test`: run the worked examples of a ruleset, and find what they leave untested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.mutants.survivors import Coverage, Survivor, measure
from quarterdeck.analysis.trial.bench import CaseOutcome, ExampleRunner
from quarterdeck.analysis.trial.cases import Case, cases_in, cases_of, void_cases
from quarterdeck.analysis.trial.rule_trial import ComparedValue, Problem
from quarterdeck.analysis.trial.trace_text import trace_lines
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset, print_findings, tracked
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.plain_data import Count
from quarterdeck.base.text import SourceFile, Span, read
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document
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


def test(
    game: str,
    *,
    coverage: Annotated[bool, Parameter(negative="")] = False,
    examples: Path | None = None,
    search: str = "",
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Run the worked examples of a ruleset.

    Under variants, examples of the ruleset with another result are listed, and are not failures. Examples of things
    that the variants remove are void: they are counted, and do not run. Named plugins work like variants here.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        coverage: change every rule a little, and list the changes that no example detects.
        examples: run the examples in this file or folder instead of the ruleset's own.
        search: run only the examples with this text in their name or rule.
        json: print the results as JSON.
    """
    ruleset = open_ruleset(game)
    cases = cases_of(ruleset.declared) if examples is None else list(cases_in(_documents(examples)))
    cases = [case for case in cases if search in case.name or search in case.of]
    if not cases:
        raise UsageError(f"{game} has no worked examples" + (f" with `{search}` in their names" if search else ""))
    bench = ExampleRunner(ruleset)
    ran = [bench.run(case) for case in cases]
    voids = [] if examples is not None else [one for one in void_cases(ruleset.declared) if search in one.rule]
    found_void = [(one, note) for one in ran if (note := _void(one, ruleset)) is not None]
    voids += [note for _, note in found_void]
    outcomes = [one for one in ran if not any(one is each for each, _ in found_void)]
    below = _below(ruleset)
    failed = [outcome for outcome in outcomes if not outcome.is_good and outcome.case.places.file not in below]
    changed = [outcome for outcome in outcomes if not outcome.is_good and outcome.case.places.file in below]
    by = " and ".join(
        word for word, any_ in (("variants", ruleset.loaded.named), ("plugins", ruleset.loaded.plugged)) if any_
    )
    if not json:
        for outcome in failed:
            _print_failure(outcome)
        _print_count(game, len(outcomes), len(failed), len(changed), len(voids), by)
        _print_changed(changed)
        for note in voids:
            print(f"  {note.rule}: {note.message}")
    good = [outcome.case for outcome in outcomes if outcome.is_good]
    found = None if failed or not coverage else measure(bench, good, tracked)
    if json:
        ran_again = [_example_run(one, is_changed=any(one is each for each in changed)) for one in outcomes]
        print_json(ExamplesRun(game, ran_again, voids, None if found is None else _coverage(found)))
    elif coverage:
        _print_coverage(game, found)
    return 1 if failed or (found is not None and found.survivors) else 0


def _below(ruleset: Ruleset) -> set[SourceFile]:
    """Give the documents below what is asked for: of the ruleset, and of variants that others extend.

    A plugin that is named behind them lies over them all; one that a variant needs is part of that variant.
    """
    loaded = ruleset.loaded
    asked = set() if loaded.plugged else {loaded.variants[name].layer.name for name in loaded.named}
    above = bool(asked or loaded.plugged)
    return {file for layer in loaded.layers if above and layer.name not in asked for file in layer.documents}


def _documents(path: Path) -> list[YamlDocument]:
    """Read the documents of a file or folder."""
    if not path.exists():
        raise UsageError(f"there is no file or folder {path}")
    paths = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    findings = Findings()
    found = [parse_document(read(one, one.as_posix()), findings) for one in paths]
    findings.refuse()
    return [document for document in found if document is not None]


def _void(outcome: CaseOutcome, ruleset: Ruleset) -> Finding | None:
    """Give the note that a case cannot be set up since it speaks of what a variant took away; none where it can be."""
    notes = [void(finding, ruleset.declared) for finding in outcome.findings]
    note = notes[0] if notes and None not in notes else None
    return replace(note, rule=outcome.case.name) if note is not None else None


def _print_count(game: str, count: int, failed: int, changed: int, voids: int, by: str) -> None:
    words = f"{count} worked example{'s' if count != 1 else ''}"
    parts = [f"{failed} not as expected"] if failed else []
    parts += [f"{changed} of the ruleset below changed by the {by}"] if changed else []
    parts = [*(parts or ["all as expected"]), *([f"{voids} of the ruleset below void"] if voids else [])]
    print(f"{game}: {words}, {', '.join(parts)}")


def _print_changed(changed: list[CaseOutcome]) -> None:
    """Name the ruleset's own examples that come out in another way under its variants: news, and no failure."""
    for outcome in changed:
        problem = next((p.message for p in outcome.problems), "it cannot be set up")
        print(f"  changed: {outcome.case.name} ({problem})")


def _print_failure(outcome: CaseOutcome) -> None:
    case = outcome.case
    print(f"{case.name}: {case.title}")
    if outcome.findings:
        print_findings(outcome.findings)
    for problem in outcome.problems:
        print(f"  {_place(case, problem)}: {problem.message}")
        if problem.expected is not None and problem.found is not None:
            print(f"    expected: {problem.expected.text or 'nothing'}")
            print(f"    found:    {problem.found.text or 'nothing'}")
    if outcome.tried is not None and outcome.tried.events:
        print("  what happened:")
        for line in trace_lines(outcome.tried.before, outcome.tried.events):
            print(f"    {line}")
    print()


def _place(case: Case, problem: Problem) -> str:
    span = case.place(*problem.path)
    line, column = span.file.position(span.start)
    return f"{span.file.path}:{line}:{column}"


def _print_coverage(game: str, found: Coverage | None) -> None:
    if found is None:
        print("coverage needs examples that all pass")
        return
    by_address: dict[str, list[str]] = {}
    for survivor in found.survivors:
        place = survivor.place
        words = f"    {place.file.path}:{place.line}: {survivor.text}" + (
            "" if survivor.reached else " (never reached)"
        )
        by_address.setdefault(survivor.address, []).append(words)
    for address, lines in by_address.items():
        print(address)
        for text in dict.fromkeys(lines):
            print(text)
    for address, reason in found.apart.items():
        print(f"not counted: {address} ({reason})")
    print(
        f"{game}: {found.elements - len(by_address)} of {found.elements} elements and rows covered; "
        f"{found.tried - len(found.survivors)} of {found.tried} changes noticed"
    )


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
