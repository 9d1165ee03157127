"""Calculations and conditions by chance are read back from their English: one way to take it, and the same value."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest
from lark.exceptions import LarkError

from quarterdeck.base.text import NOWHERE
from quarterdeck.language.syntax import nodes
from tests.prose.english import calculations as words
from tests.readback import expressions, reading
from tests.readback.expressions import NAMES, TRUTHS, NoValueError

Given = Mapping[str, int | bool]


def given(chance: Random) -> Given:
    figures = {name: chance.choice([-3, 0, 1, 2, 3, 5, 8, 13, 21]) for name in NAMES}
    return figures | {name: chance.random() < 0.5 for name in TRUTHS}


def come_to(node: nodes.Node, work: Callable[[nodes.Node, Given], reading.Value], each: Sequence[Given]):
    """Give what something comes to for each of some values."""
    found: list[reading.Value] = []
    for one in each:
        try:
            found.append(work(node, one))
        except NoValueError:
            found.append(None)
    return found


def fault(said: str, meant: Sequence[reading.Value], readings: reading.Readings) -> str | None:
    """Give what is wrong with a sentence; where nothing can be worked out, nothing can be wrong."""
    told = [place for place, value in enumerate(meant) if value is not None]
    if not readings:
        return f"cannot be read: {said}"
    for found in readings:
        if any(found[place] != meant[place] for place in told):
            ways = "in one of its ways" if len(readings) > 1 else "as something else"
            return f"is read {ways}: {said}"
    return None


def faults_of_calculations(count: int, chance: Random) -> list[str]:
    faults = []
    for _ in range(count):
        node = expressions.calculation(chance.choice([1, 2, 3, 3, 4, 5]), chance)
        each = [given(chance) for _ in range(6)]
        said = words.calculation(node)
        try:
            readings = reading.calculation(said, each)
        except LarkError:
            readings = frozenset()
        found = fault(said, come_to(node, expressions.worth, each), readings)
        faults += [f"{words.shown(node)} {found}"] if found else []
    return faults


def faults_of_conditions(count: int, chance: Random) -> list[str]:
    faults = []
    for _ in range(count):
        node = expressions.condition(chance.choice([1, 2, 2, 3, 3, 4, 5]), chance)
        each = [given(chance) for _ in range(10)]
        said = words.condition(node)
        try:
            readings = reading.condition(said, each)
        except LarkError:
            readings = frozenset()
        found = fault(said, come_to(node, expressions.holds, each), readings)
        faults += [f"{words.shown(node)} {found}"] if found else []
    return faults


def test_calculations_are_read_back_as_what_they_come_to() -> None:
    assert faults_of_calculations(250, Random(12)) == []


def test_conditions_are_read_back_as_what_they_say() -> None:
    assert faults_of_conditions(200, Random(12)) == []


def test_a_list_within_a_list_is_kept_apart_from_it_however_it_was_bracketed() -> None:
    """Once three conditions in brackets of two were said as if they were two: `cold, dark, late and windy or ...`."""
    each = [dict(zip(TRUTHS, map(bool, map(int, f"{place:04b}")), strict=True)) for place in range(16)]
    cold, dark, late, windy = map(words.name, TRUTHS)
    pair = nodes.Grouped(NOWHERE, nodes.And(NOWHERE, (dark, late)))
    three = nodes.Grouped(NOWHERE, nodes.And(NOWHERE, (pair, windy)))
    node = nodes.Or(NOWHERE, (cold, three, nodes.Negation(NOWHERE, dark)))
    said = words.condition(node)
    assert fault(said, come_to(node, expressions.holds, each), reading.condition(said, each)) is None


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("check", [faults_of_conditions, faults_of_calculations])
def test_any_calculation_or_condition_is_read_back(check: Callable[[int, Random], list[str]], part: int) -> None:
    """In parts, since they take longer than all else of the soak here."""
    seed = int(os.environ.get("SEED_OF_EXPRESSIONS", random.randrange(1_000_000)))
    print("seed", seed)
    assert check(5_000, Random(f"{seed} {part}")) == []


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("the frost plus the height times 2", {11}),
        ("the sum of the frost and the height times 2", {11}),
        ("(the sum of the frost and the height) times 2", {16}),
        ("half the frost plus the height (at least 9)", {9}),
        ("20 divided by half the frost times 2", {16, 4}),  # what no book may say: either may be meant
        ("the least of 9, the greatest of 1, 2 and 8 and 7", {7}),
    ],
)
def test_the_reader_takes_words_in_every_way_in_which_they_can_be_taken(said: str, values: set[int]) -> None:
    assert {value for (value,) in reading.calculation(said, [{"frost": 5, "height": 3}])} == values


def test_the_reader_takes_conditions_as_they_are_joined() -> None:
    each = [dict(zip(TRUTHS, "".join(f"{place:04b}"), strict=True)) for place in range(16)]
    given_truths = [{name: value == "1" for name, value in one.items()} for one in each]
    for said, meant in (
        ("cold, or dark, late and windy", lambda cold, dark, late, windy: cold or (dark and late and windy)),
        ("either cold or dark, late and windy", lambda cold, dark, late, windy: (cold or dark) and late and windy),
        ("both cold and dark, or not late", lambda cold, dark, late, _windy: (cold and dark) or not late),
    ):
        (found,) = reading.condition(said, given_truths)
        assert list(found) == [meant(*one.values()) for one in given_truths]
