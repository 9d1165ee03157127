"""Replace the expected values of worked examples by the actual ones.

In: outcomes of examples that fail. Out: the new texts of their files. Only compared values are replaced; an author must
fix refusals, errors and unknown names. A file whose other lines would change their layout is not rewritten.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from quarterdeck.analysis.trial.bench import CaseOutcome
from quarterdeck.analysis.trial.cases import Case, Path
from quarterdeck.analysis.trial.rule_trial import ComparedValue, GivenValue, Problem
from quarterdeck.base.text import SourceFile

DECIMAL = re.compile(r"-?\d+\.\d+")


@dataclass
class NewExpectations:
    """The new texts of files with examples, and the files that are not rewritten because their layout would change."""

    texts: dict[SourceFile, str] = field(default_factory=dict)
    left: list[SourceFile] = field(default_factory=list)


def new_expectations(outcomes: Iterable[CaseOutcome]) -> NewExpectations:
    """Return the files of failing examples with the actual values in place of the expected ones."""
    found, by_file = NewExpectations(), dict[SourceFile, list[CaseOutcome]]()
    for outcome in outcomes:
        by_file.setdefault(outcome.case.places.file, []).append(outcome)
    for file, several in by_file.items():
        yaml = _writer()
        document = yaml.load(file.text)
        if _written(yaml, document) != file.text:
            found.left.append(file)
            continue
        for outcome in several:
            for problem in outcome.problems:
                _write_into(document, outcome.case, problem)
        text = _written(yaml, document)
        if text != file.text:
            found.texts[file] = text
    return found


class _Decimal(str):
    """A decimal number that YAML writes without quotes, with the same digits."""

    __slots__ = ()


def _writer() -> YAML:
    yaml = YAML()
    yaml.representer.add_representer(
        _Decimal, lambda representer, number: representer.represent_scalar("tag:yaml.org,2002:float", str(number))
    )
    yaml.width, yaml.preserve_quotes = 1 << 20, True
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def _written(yaml: YAML, document: Any) -> str:
    out = io.StringIO()
    yaml.dump(document, out)
    return out.getvalue()


def _write_into(document: Any, case: Case, problem: Problem) -> None:
    """Write the actual value of a problem into the document, if values were compared.

    If cases share an expectation, the value is written into this case alone. Shared steps are not changed.
    """
    path, own = problem.path, case.prefixes[0]
    if path[0] == "then" and len(case.prefixes) > 1:
        return
    if problem.is_unchanged:
        if (*own, *path) in case.places.values:
            del _at(document, (*own, *path[:-1]))[path[-1]]
        return
    if problem.found is None:
        return
    holder = _at(document, own)
    for key in path[:-1]:
        if isinstance(key, str) and not holder.get(key):
            holder[key] = _as_yaml({})
        holder = holder[key]
    holder[path[-1]] = _as_yaml(_said_as(problem.found.value, problem.expected))


def _said_as(value: GivenValue, expected: ComparedValue | None) -> GivenValue:
    """Return a value in the form that the example uses: one roll without a list, unless the example has a list."""
    match value:
        case [alone] if expected is None or not isinstance(expected.value, list):
            found: GivenValue = alone
            return found
    return value


def _at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def _as_yaml(data: GivenValue) -> Any:
    """Return data as ruamel writes it in one line."""
    match data:
        case None:
            return "none"
        case bool():
            return "yes" if data else "no"
        case str():
            return _Decimal(data) if DECIMAL.fullmatch(data) else data
        case Mapping():
            found: Any = CommentedMap({key: _as_yaml(one) for key, one in data.items()})
        case list():
            found = CommentedSeq(map(_as_yaml, data))
        case _:
            return data
    found.fa.set_flow_style()
    return found
