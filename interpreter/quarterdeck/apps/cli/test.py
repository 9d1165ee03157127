"""`quarterdeck test`: run the worked examples of a ruleset, and find what they leave untested."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.mutants.survivors import Coverage
from quarterdeck.analysis.trial.bench import CaseOutcome
from quarterdeck.analysis.trial.cases import Case, cases_in, cases_of
from quarterdeck.analysis.trial.new_expectations import new_expectations
from quarterdeck.analysis.trial.rule_trial import Problem
from quarterdeck.analysis.trial.trace_text import trace_lines
from quarterdeck.apps.api.example_runs import CasesRun, run_cases
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, open_ruleset, print_findings, tracked
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import read
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def test(
    game: str,
    *,
    coverage: Annotated[bool, Parameter(negative="")] = False,
    examples: Path | None = None,
    search: str = "",
    update: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Run the worked examples of a ruleset.

    Under variants, examples of the ruleset with another result are listed, and are not failures, unless they fail
    without the variants too. Examples of things
    that the variants remove are void: they are counted, and do not run. Named plugins work like variants here.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        coverage: change every rule a little, and list the changes that no example detects.
        examples: run the examples in this file or folder instead of the ruleset's own.
        search: run only the examples with this text in their name or rule.
        update: write the actual values into failing examples, and run them again. Review the changes before you keep
            them. Examples that you must fix by hand are listed as failures.
        json: print the results as JSON.
    """
    ruleset, found_again = _run(game, examples, search)
    while update and _update(ruleset, found_again.failed):  # a later step is tried when all before it are as expected
        ruleset, found_again = _run(game, examples, search)
    outcomes, voids = found_again.outcomes, found_again.voids
    failed, changed = found_again.failed, found_again.changed
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
    found = None if failed or not coverage else found_again.measure(tracked)
    if json:
        print_json(found_again.record(game, found))
    elif coverage:
        _print_coverage(game, found)
    return 1 if failed or (found is not None and found.survivors) else 0


def _run(game: str, examples: Path | None, search: str) -> tuple[Ruleset, CasesRun]:
    ruleset = open_ruleset(game)
    cases = cases_of(ruleset.declared) if examples is None else list(cases_in(_documents(examples)))
    cases = [case for case in cases if search in case.name or search in case.of]
    if not cases:
        raise UsageError(f"{game} has no worked examples" + (f" with `{search}` in their names" if search else ""))
    return ruleset, run_cases(ruleset, cases, search, own=examples is None)


def _update(ruleset: Ruleset, failed: Sequence[CaseOutcome]) -> bool:
    """Write the actual values into the files of failing examples; return whether a file changed.

    Values under variants are none for the examples of the ruleset below.
    """
    base, *above = ruleset.loaded.layers
    found = new_expectations([one for one in failed if not above or one.case.places.file not in base.documents])
    paths = {
        file: layer.folder / file.path.partition("/")[2] for layer in ruleset.loaded.layers for file in layer.documents
    }
    for file, text in found.texts.items():
        path = paths.get(file, Path(file.path))
        path.write_text(text, "utf-8", newline="\n")
        print(f"updated: {path}", file=sys.stderr)
    for file in found.left:
        hint = "a new value would change the layout of other lines"
        print(f"not updated: {paths.get(file, Path(file.path))}, since {hint}", file=sys.stderr)
    return bool(found.texts)


def _documents(path: Path) -> list[YamlDocument]:
    """Read the documents of a file or folder."""
    if not path.exists():
        raise UsageError(f"there is no file or folder {path}")
    paths = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    findings = Findings()
    found = [parse_document(read(one, one.as_posix()), findings) for one in paths]
    findings.refuse()
    return [document for document in found if document is not None]


def _print_count(game: str, count: int, failed: int, changed: int, voids: int, by: str) -> None:
    words = f"{count} worked example{'s' if count != 1 else ''}"
    parts = [f"{failed} not as expected"] if failed else []
    parts += [f"{changed} of the ruleset below changed by the {by}"] if changed else []
    parts = [*(parts or ["all as expected"]), *([f"{voids} of the ruleset below void"] if voids else [])]
    print(f"{game}: {words}, {', '.join(parts)}")


def _print_changed(changed: Sequence[CaseOutcome]) -> None:
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
