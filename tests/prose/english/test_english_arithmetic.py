"""What the book says of a calculation or a condition is read in one way: other values, other words."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from tests.prose.english.calculations import (
    NAMES,
    SITUATIONS,
    TRUTHS,
    calculation,
    calculations,
    condition,
    conditions,
    shown,
    truth_of,
    values_of,
)

pytestmark = pytest.mark.no_cover


@pytest.mark.slow
def test_calculations_of_different_values_read_differently():
    chance, told = Random(7), dict[str, tuple[nodes.Node, tuple[Fraction | None, ...]]]()
    for _ in range(6000):
        node = calculations(list(NAMES[: chance.choice((2, 3))]), chance)
        text, values = calculation(node), values_of(node)
        other, known = told.setdefault(text, (node, values))
        differ = [(a, b) for a, b in zip(values, known, strict=True) if a is not None and b is not None and a != b]
        assert not differ, f"{text}: {shown(node)} and {shown(other)}"


def test_conditions_of_different_truth_read_differently():
    chance, told = Random(7), dict[str, tuple[nodes.Node, tuple[bool, ...]]]()
    for _ in range(4000):
        node = conditions(list(TRUTHS[: chance.choice((2, 3, 4))]), chance)
        text, truths = condition(node), tuple(truth_of(node, one) for one in SITUATIONS)
        other, known = told.setdefault(text, (node, truths))
        assert known == truths, f"{text}: {shown(node)} and {shown(other)}"


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "3 - (2 - 1)": "3 less (2 less 1)",
        "3 - 2 - 1": "3 less 2 less 1",
        "3 - (2 + 1)": "3 less (2 plus 1)",
        "(3 + 2) * 5": "(the sum of 3 and 2) times 5",
        "(3 + 4) / 2 rounded down": "half the sum of 3 and 4 (rounded down)",
        "3 + 4 / 2 rounded down": "3 plus 4/2 (rounded down)",
        "(3 + 4 / 2) rounded down": "(3 plus 4/2, rounded down)",
        "greatest(5 - frost, 1)": "5 less the frost (at least 1)",
        "5 - greatest(frost, 1)": "5 less (the frost, at least 1)",
        "5 / (3 * frost)": "5 divided by (3 times the frost)",
        "5 / 7 * frost": "5/7 times the frost",
        "least(frost, height) + 3": "the smaller of the frost and the height plus 3",
        "least(frost, height + 3)": "the smaller of the frost and (the height plus 3)",
        "40 % of (frost + 1)": "40 % of the sum of the frost and 1",
        "-(frost - 1)": "minus (the frost less 1)",
    }.items(),
)
def test_calculations_keep_the_brackets_that_they_need(text, words):
    findings = Findings()
    node = parse_expression(text, SourceFile("", text), lambda offset: offset, findings)
    assert node is not None
    assert calculation(node) == words
