"""What is given may have any shape: whatever does not fit is a finding with a place, at every level."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from quarterdeck.analysis.trial.requests import Request, try_request
from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import NOWHERE
from quarterdeck.workspace.ruleset.rule_question import facts_from
from tests.analysis.trial.test_examples import write

GIVEN: dict[str, Any] = {
    "things": {
        "Anna": {"kind": "Child", "gang": "one", "place": [3, 3]},
        "Ben": {"kind": "Child", "gang": "two", "place": [3, 4]},
    },
    "given": {"child": "Anna", "Ben.place": [4, 4]},
    "options": {},
    "constants": {},
    "board": {"columns": 9, "rows": 9},
    "every": {"Child": {"place": [1, 1]}},
    "dice": {"throw": [3]},
    "choices": {"target": "Ben"},
}
WRONG: list[Any] = [
    3, "x", None, True, 1.5, -1, 10**30, [], {}, [3], [[1]], [None], [{}], {"a": 1}, {"a": {"b": 1}}, {"a": None},
    {3: 4}, {"kind": 3}, {"kind": [1]}, {"like": [1]}, {"name": {}},
]  # fmt: skip

OF_PYTHON = re.compile(r"\b(None|True|False|Fraction)\b|\{'|\['")


def paths(data: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the way to each part of data."""
    if before:
        yield before
    for key, part in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from paths(part, (*before, key))


def flow(data: Any) -> str:
    """Give data as they are typed."""
    match data:
        case None:
            return "null"
        case bool():
            return "yes" if data else "no"
        case dict():
            return f"{{{', '.join(f'{flow(key)}: {flow(part)}' for key, part in data.items())}}}"
        case list():
            return f"[{', '.join(map(flow, data))}]"
    return str(data)


def with_other(path: tuple[Any, ...], part: Any) -> str:
    """Give what is given, with something else at a place."""
    data = inner = copy.deepcopy(GIVEN)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = part
    return flow(data)


@pytest.fixture(scope="module")
def fight(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return Ruleset.open(write(tmp_path_factory.mktemp("shapes")))


@pytest.mark.parametrize("path", list(paths(GIVEN)), ids=lambda path: ".".join(map(str, path)))
def test_any_shape_at_any_level_is_taken_or_found_fault_with(fight, path):
    for part in WRONG:
        findings = Findings()
        facts = facts_from(with_other(path, part), findings)
        answer = None if findings else try_request(fight, Request("fight.throw", facts, seed=1), findings)
        assert answer is not None or findings, part
        said = [f"{finding.message}; {finding.hint}" for finding in findings]
        said += [problem.message for problem in answer.problems] if answer is not None else []
        assert not [one for one in said if OF_PYTHON.search(one)]


@pytest.mark.parametrize("part", [3, None, "Ben", [1], True])
def test_a_thing_that_says_nothing_of_its_fields_is_found_at_its_place(fight, part):
    findings = Findings()
    facts = facts_from(with_other(("things", "Ben"), part), findings)
    assert try_request(fight, Request("fight.throw", facts, seed=1), findings) is None
    found = [finding for finding in findings if finding.code == "QD605"]
    assert [finding.message for finding in found] == ["`Ben` needs its kind and its fields by name"]
    assert all(finding.span != NOWHERE and finding.span.text == flow(part) for finding in found)


@pytest.mark.parametrize("size", [None, [9], {"a": 1}, "x", True])
def test_a_board_is_as_large_as_a_whole_number(fight, size):
    findings = Findings()
    facts = facts_from(with_other(("board", "rows"), size), findings)
    assert try_request(fight, Request("fight.throw", facts, seed=1), findings) is None
    assert [finding.code for finding in findings] == ["QD604"]
