"""Grids of a question: which values stand in the place of a fact, and every combination of them.

In: `over` as plain data, by the name of an input, a field, an option or a constant: `range: 1..15`, `range: 0.5..6 by
0.5`, `target: [Ajax, Exeter]`. Out: the values of each case by name. What is no grid is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from quarterdeck.base import decimals
from quarterdeck.base.bounds import MOST_CASES_OF_A_GRID
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.plain_data import as_written
from quarterdeck.base.text import Span
from quarterdeck.engine.run.situation import Place
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.workspace.ruleset.rule_question import Facts, flow, questions_of

Case = Mapping[str, Any]
"""The values of one case, by name."""
SPAN = re.compile(r"([^\s.]*(?:\.\d+)?) ?\.\. ?([^\s.]*(?:\.\d+)?)(?: by (\S+))?")
WRITTEN = "values are written as `1..15`, `0.5..6 by 0.5`, `[1, 5, 15]`, or places `[[6, 5], [8, 5]]`"


def cases_over(over: Mapping[str, Any], findings: Findings, place: Place) -> list[Case]:
    """Give every combination of what stands over a question; none, with findings, where that is invalid.

    Without a grid there is one case, in which nothing is said.
    `place` gives the place of a value by the path below what stands over it.
    """
    before = len(findings)
    values = [_values(value, findings, place, str(name)) for name, value in over.items()]
    many = prod(map(len, values))
    if len(findings) == before and many > MOST_CASES_OF_A_GRID:
        message = f"this grid has {many:,} cases, and {MOST_CASES_OF_A_GRID:,} is the limit"
        findings.add("QD207", message, place(), hint="use fewer values, or omit some with `by`")
    if len(findings) > before:
        return []
    return [dict(zip(map(str, over), case, strict=True)) for case in product(*values)]


def over_from(text: str, findings: Findings) -> tuple[Mapping[str, Any], Place]:
    """Read what stands over a question as `range: 1..15, target: [Ajax, Exeter]`; faults are findings."""
    data, places = flow("--over", text, findings)
    if isinstance(data, dict):
        return data, places.value
    if not findings:
        findings.add("QD207", "a grid is written as `name: values`", places.value(), hint="as `range: 1..15`")
    return {}, places.value


def words_of(case: Case) -> str:
    """Say which case it is: `range 3, target Ajax`."""
    return ", ".join(f"{name} {as_written(value)}" for name, value in case.items())


def facts_in(facts: Facts, declared: Declared, case: Case, place: Place) -> Facts:
    """Give the facts of one case, of which each value has a place by its name."""
    options, constants, given = _parted(declared, case)

    def found(*path: str | int) -> Span:
        return place(path[1]) if len(path) > 1 and path[1] in case else facts.place(*path)

    return replace(
        facts,
        place=found,
        options={**facts.options, **options},
        constants={**facts.constants, **constants},
        given={**facts.given, **given},
    )


def place_in(case: Case, place: Place) -> Place:
    """Give the places of a question's parts, those of what a case says where it stands over the question."""

    def found(*path: str | int) -> Span:
        return place("over", path[1]) if len(path) > 1 and path[1] in case else place(*path)

    return found


def questions_in(declared: Declared) -> Iterator[tuple[shapes.Question, Place]]:
    """Give the standard questions of a ruleset and its variants, each case of a grid as a question of its own.

    What is in the book for readers to try is left out: so many cases would hide what a comparison has to say.
    """
    for question, place in questions_of(declared):
        if question.in_the_book:
            continue
        for case in cases_over(question.over, Findings(), place):
            yield question_in(question, declared, case), place


def question_in(question: shapes.Question, declared: Declared, case: Case) -> shapes.Question:
    """Give a question in one case of its grid: named and titled by it; without a grid the question itself."""
    if not case:
        return question
    words, (options, constants, given) = words_of(case), _parted(declared, case)
    in_case = {
        "question": f"{question.question}[{words}]",
        "title": f"{question.title}, {words}",
        "options": {**question.options, **options},
        "constants": {**question.constants, **constants},
        "given": {**question.given, **given},
        "over": {},
    }
    return question.changed(in_case)


def _parted(declared: Declared, case: Case) -> tuple[Case, Case, Case]:
    """Part the values of a case: options and constants by their names, all else inputs and fields."""
    settings = [*declared.options, *declared.constants]
    return (
        {name: value for name, value in case.items() if name in declared.options},
        {name: value for name, value in case.items() if name in declared.constants},
        {name: value for name, value in case.items() if name not in settings},
    )


def _values(value: Any, findings: Findings, place: Place, name: str) -> Sequence[Any]:
    match value:
        case list() if value and all(_is_value(one) for one in value):
            return value
        case int() | str() if ".." not in str(value):
            return [value]
        case str() if match := SPAN.fullmatch(value.strip()):
            try:
                first, last, step = (decimals.exact(text) for text in (match[1], match[2], match[3] or "1"))
            except ValueError:
                pass
            else:
                if step > 0 and first <= last:
                    return _Steps(first, step, int((last - first) / step) + 1)
    findings.add("QD207", f"`{name}` has no values", place(name), hint=WRITTEN)
    return [None]


def _is_value(one: Any) -> bool:
    """Tell whether something may stand in the place of a fact: one value, or a place as its column and row."""
    return not isinstance(one, list | dict) or (isinstance(one, list) and len(one) == 2 and all(map(_is_whole, one)))


def _is_whole(one: Any) -> bool:
    return isinstance(one, int) and not isinstance(one, bool)


class _Steps(Sequence[Any]):
    """Numbers at even distances, as facts are written: whole ones as numbers, others as text."""

    def __init__(self, first: Fraction, step: Fraction, many: int) -> None:
        self.first, self.step, self.many = first, step, many

    def __len__(self) -> int:
        return min(self.many, 10 * MOST_CASES_OF_A_GRID)

    def __getitem__(self, at: Any) -> Any:
        if not 0 <= at < self.many:
            raise IndexError(at)
        number = self.first + at * self.step
        return int(number) if number.denominator == 1 else decimals.shown(number)
