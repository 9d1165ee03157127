"""One place words values; numbers are said exactly, whatever their steps, and are read back as they were."""

from __future__ import annotations

import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quarterdeck.base import decimals, resources
from quarterdeck.engine.run.words import as_worded, is_declined, is_measured, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type

PROGRAM: Any = SimpleNamespace(
    layout=SimpleNamespace(ordinal=lambda thing: thing // 10),
    world=SimpleNamespace(
        kinds={"Child": SimpleNamespace(one="child")},
        enums={"Weather": SimpleNamespace(members=("fair", "poor"), words={"fair": "fair", "poor": "snowing hard"})},
    ),
)
NAMES = {10: "Ann", 20: "Bert"}
SOME_DICE = object.__new__(types.DiceType)  # the type says of dice that they are dice, the value which they are
STEPS = st.sampled_from([1, 2, *(10**power for power in range(1, 19))])


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (types.Number(0, 9), 7, "7"),
        (types.Number(-9, 9, 2), -3, "-1.5"),
        (types.Number(0, 1, 10**7), 1, "0.0000001"),
        (types.Number(0, 1, 10**10), 21, "0.0000000021"),
        (types.Number(0, 10**7), 1234567, "1234567"),
        (types.UNKNOWN, Fraction(5, 3), "5/3"),
        (types.UNKNOWN, Fraction(5, 4), "1.25"),
        (types.BOOLEAN, True, "yes"),
        (types.BOOLEAN, 0, "no"),
        (types.EnumType("Weather"), 1, "snowing hard"),
        (types.EnumType("Weather", or_none=True), -1, "none"),
        (types.Thing("Child"), 20, "Bert"),
        (types.Thing("Child"), 30, "child 4"),
        (types.Thing("Child", or_none=True), -1, "none"),
        (types.Space(or_none=True), -1, "none"),
        (types.Point(or_none=True), -1, "none"),
        (types.ListType(types.Thing("Child")), [10, 20], "Ann, Bert"),
        (types.ListType(types.Number(0, 9, 10)), (15, 20), "1.5, 2"),
        (types.ListType(types.Number(0, 9)), [], "none"),
        (SOME_DICE, (1, 6, 0), "d6"),
        (SOME_DICE, (2, 6, 1), "2d6 + 1"),
        (SOME_DICE, (0, 1, -1), "-1"),
        (None, 4, "4"),
    ],
)
def test_a_value_is_said_by_its_type(kind: Type | None, value: Any, said: str) -> None:
    assert words_of(PROGRAM, NAMES, kind, value) == said


def test_examples_write_members_by_their_names_and_empty_lists_as_none() -> None:
    assert words_of(PROGRAM, NAMES, types.EnumType("Weather"), 1, as_written=True) == "poor"
    weathers = types.ListType(types.EnumType("Weather"))
    assert words_of(PROGRAM, NAMES, weathers, [], as_written=True) == "none"


@given(st.integers(-(2**63), 2**63), STEPS)
def test_a_number_of_any_steps_is_read_back_as_it_was_said(stored: int, step: int) -> None:
    said = words_of(PROGRAM, NAMES, types.Number(-(2**63), 2**63, step), stored)
    assert re.fullmatch(r"-?\d+(\.\d*[1-9])?", said)
    assert decimals.steps_in(said, step) == stored
    assert as_worded(said) == said


@given(st.fractions())
@example(Fraction(1, 2**61))  # a decimal of 61 places
def test_a_ratio_is_read_back_as_it_was_said(ratio: Fraction) -> None:
    assert decimals.read(words_of(PROGRAM, NAMES, types.UNKNOWN, ratio)) == ratio


@pytest.mark.parametrize("said", ["", "three", "1/0", "1e9999999", "--1", "1.2.3", "nan", "inf", True, None, [1]])
def test_what_is_no_number_is_none(said: Any) -> None:
    assert decimals.read(said) is None


def test_a_number_between_two_steps_is_none() -> None:
    assert decimals.steps_in("2.55", 10) is None
    assert decimals.steps_in("2.50", 10) == 25


def test_among_numbers_below_zero_nobody_declines() -> None:
    assert is_declined(types.Number(0, 9), -1)
    assert is_declined(types.Thing("Child"), -2)
    assert not is_declined(types.Number(-9, 9), -1)


def test_places_and_numbers_between_whole_ones_are_known_by_their_figures() -> None:
    assert is_measured(types.Space(or_none=True))
    assert is_measured(types.Number(0, 9, 2))
    assert not is_measured(types.Number(0, 9))
    assert not is_measured(types.EnumType("Weather"))


def test_what_was_written_is_worded_without_idle_zeros() -> None:
    assert as_worded("2.50") == "2.5"
    assert as_worded([3, "4.0"]) == "[3, 4]"
    assert as_worded("007") == "007"


def test_no_value_is_printed_with_six_digits() -> None:
    """`:g` would print 2.1e-09; lengths of a printed page are no values of a rule."""
    files = [path for path in resources.PACKAGE.rglob("*.py") if path.name != "typst_tables.py"]
    found = [path.name for path in files if re.search(r":[<>^=+,.0-9]*g[}]", path.read_text("utf-8"))]
    assert not found
