"""Who decides where a rule is counted answers as in play: a default that may not be chosen is none."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.api.asking import count, facts, question, shown_of, try_rule, who_answers
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      balls: {type: 0..6, words: snowballs, start: "0"}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure refused(child: Child) "{child} throws" cites "one"
    roll luck on d6 "the luck"
    choose other by child.side from children, default child "At whom?"
        require big: luck > 2 or other is not child else "too small"
    set other.balls to 1

procedure left(child: Child) "{child} may throw" cites "one"
    roll luck on d6 "the luck"
    choose other by child.side from children, or none, default child "At whom?"
        require big: luck > 2 or other is not child else "too small"
    when other is none
        set child.balls to 6
    otherwise
        set other.balls to 1

procedure nobody(child: Child) "{child} may throw at somebody" cites "one"
    roll luck on d6 "the luck"
    choose other by child.side from children where luck > 2, or none, default child "At whom?"
    when other is none
        set child.balls to 6
    otherwise
        set other.balls to 1

procedure outside(child: Child) "{child} takes some" cites "one"
    roll luck on d6 "the luck"
    choose some by child.side from luck to 6, default 3 "How many?"
    set child.balls to some

procedure stopping(child: Child) "{child} takes some again and again" cites "one"
    repeat up to 2 times
        roll luck on d6 "the luck"
        choose some by child.side from luck to 6, or stop, default 3 "How many?"
        set child.balls to some

procedure several(child: Child) "{child} throws at several" cites "one"
    roll luck on d6 "the luck"
    choose others by child.side from children where luck > 2, default child, up to 2 "At whom?"
    for each other in others
        add 1 to other.balls, to no more than 6

procedure barred(child: Child) "{child} throws at nobody" cites "one"
    roll luck on d6 "the luck"
    choose others by child.side from children, up to 2 "At whom?"
        require lucky: luck + child.balls > 6 else "no luck"
    set child.balls to luck when count(others) = 0
"""
KIM: dict[str, Any] = {"things": {"Kim": {"kind": "Child"}, "Lee": {"kind": "Child"}}, "given": {"child": "Kim"}}
COUNTED = {
    "refused": {(0, 1): "1/3", (1, 0): "2/3"},
    "left": {(6, 0): "1/3", (1, 0): "2/3"},
    "nobody": {(6, 0): "1/3", (1, 0): "2/3"},
    "outside": {(3, 0): "1/2", (4, 0): "1/6", (5, 0): "1/6", (6, 0): "1/6"},
    "stopping": {(0, 0): "1/2", (3, 0): "1/2"},
    "several": {(0, 0): "1/3", (1, 0): "2/3"},
}
BALLS = ("Kim.balls", "Lee.balls")


@pytest.fixture(scope="module")
def pockets(tmp_path_factory) -> Ruleset:
    folder: Path = tmp_path_factory.mktemp("pockets")
    return pockets_of(folder, FIELDS, RULES)


def chances(odds: Any) -> dict[tuple[int, int], Fraction]:
    return {(int(kim), int(lee)): Fraction(weight, odds.below) for (kim, lee), weight in odds.rows}


@pytest.mark.parametrize("rule", COUNTED)
def test_the_default_is_counted_where_it_may_be_chosen(pockets, rule):
    (odds,) = count(pockets, rule, facts(**KIM), show=BALLS, decider="default")
    assert chances(odds) == {balls: Fraction(part) for balls, part in COUNTED[rule].items()}


@pytest.mark.parametrize("rule", COUNTED)
def test_what_is_sampled_is_what_is_counted(pockets, rule):
    put = question(pockets, rule, facts(**KIM))
    found = chances(put.sample(shown_of(put, BALLS), 200, 1, who_answers(put, "default")))
    assert found.keys() == COUNTED[rule].keys()
    assert all(abs(part - Fraction(COUNTED[rule][balls])) < Fraction(1, 8) for balls, part in found.items())


@pytest.mark.parametrize("rule", ["left", "nobody", "several"])
def test_what_is_counted_is_what_is_tried(pockets, rule):
    """Of whom nothing is said, a worked example decides in the same way, where it is no fault to say nothing."""
    found: dict[tuple[int, ...], Fraction] = {}
    for face in range(1, 7):
        answer = try_rule(pockets, rule, facts(**KIM, dice={"luck": face}))
        balls = tuple(answer.changes[one].now if one in answer.changes else 0 for one in BALLS)
        found[balls] = found.get(balls, Fraction(0)) + Fraction(1, 6)
    assert found == {balls: Fraction(part) for balls, part in COUNTED[rule].items()}


def test_nobody_has_to_decide_on_several_that_are_all_refused(pockets):
    (odds,) = count(pockets, "barred", facts(**KIM), show=BALLS)
    assert chances(odds) == {(balls, 0): Fraction(1, 6) for balls in range(1, 7)}


def test_to_decline_or_to_stop_can_be_named_where_there_is_a_default(pockets):
    (odds,) = count(pockets, "left", facts(**KIM, choices={"other": "none"}), show=BALLS)
    assert chances(odds) == {(6, 0): 1}
    (odds,) = count(pockets, "stopping", facts(**KIM, choices={"some": "stop"}), show=BALLS)
    assert chances(odds) == {(0, 0): 1}
    (odds,) = count(pockets, "left", facts(**KIM, choices={"other": ["Lee", "none"]}), show=BALLS)
    assert chances(odds) == {(0, 1): 1}


def test_what_was_chosen_of_several_is_shown_as_all_of_it(pockets):
    """The name of the choice has each of them for a moment, while they are chosen one after another."""
    (odds,) = count(pockets, "several", facts(**KIM), show=["others"], decider="first")
    assert {row: Fraction(weight, odds.below) for row, weight in odds.rows} == {
        ("none",): Fraction(1, 3),
        ("Kim, Lee",): Fraction(2, 3),
    }
    chosen = facts(**KIM, dice={"luck": 6}, choices={"others": ["Lee", "Kim"]})
    (shown,) = try_rule(pockets, "several", chosen, show=["others"]).as_data()["shown"].values()
    assert shown == ["Lee", "Kim"]
