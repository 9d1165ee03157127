"""Types are values: how finely numbers lie is part of them, and they are said and read exactly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.builtins import FUNCTIONS, Measures
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.types import ListType, Number, Ratio
from quarterdeck.language.declarations.written_types import given_type
from quarterdeck.language.syntax.from_text import parse_type
from quarterdeck.workspace.pipeline.stages import load

BASE = Path(__file__).parents[1] / "language" / "base"
TENTHS = Number(0, 9, 10)


@pytest.fixture(scope="module")
def declared() -> Declared:
    """Give a ruleset with a unit, `paces`."""
    declared = load(str(BASE)).declared
    assert declared is not None
    return declared


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(5, 3), "5/3"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(1, 1024), "0.0009765625"),
        (1234567, "1234567"),
        (Fraction("0.0000000021"), "0.0000000021"),
        (Fraction(-1, 3), "-1/3"),
    ],
)
def test_a_number_is_said_to_its_last_digit(number, text):
    assert types.shown(number) == text


@pytest.mark.parametrize(
    ("text", "step"), [("3", 1), ("2.5", 2), ("0.25", 100), ("0.125", 1000), ("0.0001", 10_000), ("2.50", 2)]
)
def test_a_written_number_lies_on_the_widest_steps_that_hold_it(text, step):
    assert types.finest(Fraction(text)) == step


@pytest.mark.parametrize(
    ("text", "step"),
    [("halves", 2), ("0.5", 2), ("0.1", 10), ("0.00001", 100_000), ("1", 1), ("0.25", None), ("0.2", None)],
)
def test_steps_of_what_is_kept_are_halves_or_a_power_of_ten(text, step):
    assert types.step_named(text) == step


def test_numbers_of_two_steps_share_the_finest_that_both_lie_on():
    both = types.joined(Number(0, 1, 4), Number(2, 3, 10))
    assert both == Number(0, 3, 20)


def test_what_holds_a_ratio_is_a_ratio():
    assert types.joined(TENTHS, Ratio(-1, Fraction(5, 3))) == Ratio(-1, 9)


@pytest.mark.parametrize("name", ["least", "greatest"])
def test_an_extreme_lies_as_finely_as_all_that_it_is_picked_from(name):
    gives = FUNCTIONS[name].gives
    assert gives([Number(0, 9, 4), TENTHS], Measures()) == Number(0, 9, 20)
    assert gives([Number(0, 9), Ratio(0, 9)], Measures()) == Ratio(0, 9)


def test_a_ratio_lies_on_no_steps_and_takes_all():
    assert not types.lies_on(Ratio(2, 2), Number(0, 9, 1000))
    assert types.lies_on(TENTHS, Ratio(0, 9))


@pytest.mark.parametrize(
    "text",
    [
        "0..9",
        "0..9 ratio",
        "-3..5 tenths",
        "0..1 in steps of 0.0001",
        "0..9 paces",
        "0..9 ratio paces",
        "0..9 tenths paces",
        "list of 0..9 halves",
    ],
)
def test_a_type_is_read_as_it_is_printed(text, declared):
    findings = Findings()
    node = parse_type(text, SourceFile("", text), lambda offset: offset, findings)
    assert node is not None
    assert str(given_type(declared, findings, node)) == text
    assert not findings


def test_a_list_prints_the_steps_of_its_items():
    assert str(ListType(Number(0, 1, 20))) == "list of 0..1 in steps of 0.05"
