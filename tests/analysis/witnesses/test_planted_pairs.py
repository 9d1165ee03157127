"""Variants that bear on each other are found, with a situation that shows it; those that go together raise no alarm.

They were planted before the search was tried on any (`planted/pairs.yaml`). The gate looks at some of one game, `make
soak` at all of four.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from quarterdeck.analysis.witnesses.agreement import goes_together
from quarterdeck.analysis.witnesses.observing import NotedValue
from quarterdeck.api import try_rule
from quarterdeck.base.findings.finding import Findings
from quarterdeck.workspace.ruleset.rule_question import facts_from
from tests.analysis.witnesses.planted.game import EXPECTED, Field, Planted, planted

ALL = list(planted())
GATE = {
    "ships_and_sails": ("two_to_a_gun", "one_to_a_gun", "thin_crews", "gusty"),
}
"""Of these variants the gate looks at every pair that was planted."""


@pytest.fixture(scope="module")
def field(tmp_path_factory) -> Callable[[str], Field]:
    return cache(lambda game: Field(game, tmp_path_factory.mktemp("planted")))


def in_gate(each: Planted) -> bool:
    return {each.one, each.other} <= set(GATE.get(each.game, ()))


def found_as_planted(each: Planted, field: Field) -> None:
    pair = field.pair(each)
    assert pair.verdict in EXPECTED[each.sort], pair
    if pair.interplay is not None:
        shows_again(field, pair.interplay.of, pair.games, pair.interplay.ask)


def shows_again(field: Field, addresses, games, commands) -> None:
    """Ask the four rulesets by the commands that are given, and see that they do not go together."""
    results = []
    for game, command in zip(games, commands, strict=True):
        words = shlex.split(command)
        assert words[:4] == ["quarterdeck", "try", game, addresses[0]]
        known = facts_from(words[words.index("--given") + 1], Findings())
        names = [Path(part).name for part in game.split("+")[1:]]
        ruleset = field.variants.ruleset(*names)
        answer = try_rule(ruleset, addresses[0], known, then=addresses[1:], anyway=True)
        assert answer.problems == ()
        results.append((answer.happened_as_data(), answer.as_data()["result"]))
    assert any(result != results[0] for result in results[1:])


@pytest.mark.parametrize("each", [each for each in ALL if in_gate(each)], ids=str)
def test_a_planted_pair_is_found_for_what_it_is(each, field):
    found_as_planted(each, field(each.game))


@pytest.mark.soak
@pytest.mark.parametrize("each", [each for each in ALL if not in_gate(each)], ids=str)
def test_any_planted_pair_is_found_for_what_it_is(each, field):
    found_as_planted(each, field(each.game))


def test_enough_pairs_are_planted_over_four_games():
    count = {sort: sum(each.sort == sort for each in ALL) for sort in EXPECTED}
    assert count["interplay"] + count["conflict"] >= 12
    assert count["together"] >= 30
    assert len({each.game for each in ALL}) == 4


def four(*numbers: int, low: int | None = None, high: int | None = None) -> list[NotedValue]:
    ends = [None if end is None else Fraction(end) for end in (low, high)]
    return [NotedValue(number, str(number), Fraction(number), *ends) for number in numbers]


@pytest.mark.parametrize(
    ("values", "together"),
    [
        (four(3, 3, 4, 4), True),  # one does nothing here
        (four(3, 4, 5, 6), True),  # they add up
        (four(3, 2, 5, 4), True),  # they add up, one up, one down
        (four(99, 8, 5, 5), True),  # the stricter one counts
        (four(3, 6, 4, 8), False),  # one doubles, the other adds
        (four(3, 3, 4, 3), False),  # one undoes what the other does
        (four(3, 3, 3, 4), False),  # only both do something
        (four(8, 8, 6, 7, low=0, high=8), True),  # one adds, and is stopped at the end of the type
        (four(3, 3, 4, 3, low=0, high=8), False),  # no end of the type is near
    ],
)
def test_when_two_go_together(values, together):
    assert goes_together(values) == together


@pytest.mark.parametrize(("values", "together"), [("yyyy", True), ("ynnn", True), ("ynyy", False), ("nnny", False)])
def test_two_that_forbid_the_same_go_together_and_one_that_allows_it_again_does_not(values, together):
    assert goes_together([NotedValue(value == "y", value) for value in values]) == together
