"""`quarterdeck try`: carry out one rule in any situation."""

from __future__ import annotations

import json as as_json
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from quarterdeck.command.opening import FoundError, UsageError, open_ruleset
from quarterdeck.diagnostics import Findings
from quarterdeck.examples.assertions import changes_of, normal, rolls_of, told_change
from quarterdeck.examples.bench import Bench, CaseOutcome
from quarterdeck.examples.cases import Case, cases_in
from quarterdeck.examples.spelling import shown
from quarterdeck.examples.trace_text import trace_lines
from quarterdeck.names import types
from quarterdeck.ruleset.asked import PARTS
from quarterdeck.source import SourceFile
from quarterdeck.source.decimals import shown as exact_text
from quarterdeck.source.text import is_file, read
from quarterdeck.tables.yaml import read_yaml


def try_(
    game: str,
    address: str,
    *,
    given: str = "",
    dice: str = "",
    choices: str = "",
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Carry out one procedure, effect, table, phase or definition in any situation, and show all that comes of it.

    Args:
        game: a ruleset's name, `name+variant+variant`, or a path to a folder.
        address: what to carry out: `chapter.rule`, or the end of it where that is enough.
        given: inputs and facts as YAML, `{child: ann, ann.wet: 2}`, or a file that holds such a mapping or an example;
            further `things`, `options`, `constants`, `board` and `situation` stand beside `given`, as in an example.
        dice: faces, `3,5` in order or `{throw: 3, splash.force: 5}` by the roll they are for.
        choices: decisions, in order or by the choice they are for.
        json: print the outcome as JSON.
    """
    ruleset = open_ruleset(game)
    case = _case(address, given, dice, choices)
    outcome = Bench(ruleset).run(case)
    if outcome.findings or outcome.tried is None:
        raise FoundError(outcome.findings)
    # What is not expected is no problem here: nothing was said of it.
    outcome.problems = outcome.tried.problems
    if json:
        print(as_json.dumps(_as_data(outcome), indent=1, default=exact_text))
    else:
        _print(outcome)
    return 1 if outcome.problems else 0


def _case(address: str, given: str, dice: str, choices: str) -> Case:
    """Give what was asked as a case, written out as the document that it stands for."""
    text = "".join(
        [
            f"example: try\nof: {address}\n",
            *(f"{name}: {_flow(value)}\n" for name, value in (("dice", dice), ("choices", choices)) if value),
        ]
    )
    file = SourceFile("what was asked", text)
    body = given.strip()
    if body and not body.startswith("{") and is_file(body):
        found = read(Path(body), body)
        if any(line.startswith(("things:", "given:", "situation:")) for line in found.text.splitlines()):
            kept = [
                line
                for line in found.text.splitlines()
                if not line.startswith(("example:", "of:", "dice:", "choices:"))
            ]
            file = SourceFile(body, text + "\n".join(kept) + "\n")
        else:
            file = SourceFile(body, text + "given:\n" + "".join(f"  {line}\n" for line in found.text.splitlines()))
    elif body:
        flow = _flow(body, "{}")
        data, _ = read_yaml(SourceFile("what was asked", flow), Findings())
        if isinstance(data, dict) and any(key in PARTS for key in data):
            flow = "\n".join(f"{key}: {as_json.dumps(value)}" for key, value in data.items())
            file = SourceFile("what was asked", f"{text}{flow}\n")
        else:
            file = SourceFile("what was asked", f"{text}given: {flow}\n")
    findings = Findings()
    from quarterdeck.tables.from_yaml import parse_document  # with what checks documents, which takes long to import

    document = parse_document(file, findings)
    if document is None or findings:
        raise FoundError(findings)
    return next(iter(cases_in([document])))


def _flow(text: str, brackets: str = "[]") -> str:
    """Give a text as a YAML flow collection; the brackets may be left out."""
    text = text.strip()
    if text.startswith(("{", "[")):
        return text
    if ":" in text:
        return "{" + text + "}"
    if brackets == "{}":
        raise UsageError(f"--given is a mapping, as `{{child: ann}}`, or a file: there is no file {text}")
    return "[" + text + "]"


def _result(outcome: CaseOutcome) -> str | None:
    tried = outcome.tried
    assert tried is not None
    declared = tried.before.program.declared
    rule, table = declared.rules.get(outcome.address), declared.tables.get(outcome.address)
    kind = rule.result if rule else table.gives if table else None
    if kind is None and rule is not None and rule.sort == "advice":
        kind = types.Number(-(10**9), 10**9, 1000)
    if kind is None or tried.result is None:
        return None
    return shown(tried.before, kind, normal(kind, tried.result))


def _print(outcome: CaseOutcome) -> None:
    tried = outcome.tried
    assert tried is not None
    print(outcome.address)
    result = _result(outcome)
    if result is not None:
        print(f"  result: {result}")
    lines = list(trace_lines(tried.before, tried.events))
    if lines:
        print("what happened:")
        for line in lines:
            print(f"  {line}")
    changes = changes_of(tried)
    if changes or result is None:
        print("changes:" if changes else "nothing changed")
    for key, changed in changes.items():
        print(f"  {told_change(tried, key, changed).replace('`', '')}")
    for problem in outcome.problems:
        print(f"stopped: {problem.message}" if problem.path[0] == "of" else f"{problem.path[0]}: {problem.message}")


def _as_data(outcome: CaseOutcome) -> dict[str, Any]:
    tried = outcome.tried
    assert tried is not None
    return {
        "address": outcome.address,
        "result": _result(outcome),
        "rolls": rolls_of(tried.events, outcome.address),
        "changes": {key: told_change(tried, key, changed) for key, changed in changes_of(tried).items()},
        "told": tried.told,
        "trace": list(trace_lines(tried.before, tried.events)),
        "problems": [{"part": str(problem.path[0]), "message": problem.message} for problem in outcome.problems],
    }
