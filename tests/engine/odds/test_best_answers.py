"""The best answers to choices: what is known from working it out by hand, and from trying every policy there is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import BudgetError, Ruleset
from quarterdeck.apps.api.asking import count, count_over, facts
from quarterdeck.engine.odds.best import BestAnswersError
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.program.passes.cut import NotCountedError
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      balls: {type: 0..40, words: snowballs, start: "0"}
      wet: {type: boolean, words: wet, start: no}
      cold: {type: 0..40, words: cold, start: "0"}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure press(child: Child) "{child} presses its luck" cites "one"
    repeat up to 3 times
        roll luck on d6 "the luck"
        set child.balls to luck
        choose more by child.side from [no, yes], default no "Once more?"
        stop when more is no

procedure gather(child: Child) "{child} gathers snowballs, and loses all on a 1" cites "one"
    repeat up to 4 times
        choose more by child.side from [yes, no] "Once more?"
        stop when more is no
        roll luck on d6 "the luck"
        when luck = 1
            set child.balls to 0
            stop
        add luck to child.balls, to no more than 40
    do soak(child)

procedure soak(child: Child) "{child} gets wet" cites "one"
    roll chance on d6 "the chance"
    set child.wet to yes when chance > 4

procedure in_a_call(child: Child) "{child} presses its luck" cites "one"
    repeat up to 2 times
        do throw_once(child)

procedure throw_once(child: Child) "{child} throws, or does not" cites "one"
    roll luck on d6 "the luck"
    choose more by child.side from [no, yes] "Take it?"
    set child.balls to luck when more is yes

procedure duel(child: Child, other: Child) "{child} and {other}" cites "one"
    roll luck on d6 "the luck"
    choose how_many by child.side from 1 to 2 "How many?"
    choose how_cold by other.side from 1 to 2 "How cold?"
    set child.balls to luck when how_many = how_cold
    set child.balls to how_many + how_cold when not how_many = how_cold

procedure alike(child: Child) "{child} takes some" cites "one"
    choose some by child.side from 1 to 3, default 2 "How many?"
    set child.cold to some
    roll luck on d6 "the luck"
    set child.balls to luck

procedure several(child: Child) "{child} throws at several" cites "one"
    choose others by child.side from children, up to 2 "At whom?"
    for each other in others
        roll luck on d6 "the luck"
        add luck to other.balls, to no more than 40

procedure together(child: Child) "{child} and all others take some at once" cites "one"
    for each one in children, at once
        do pick(one)
    choose more by child.side from [no, yes] "Throw for it?"
    roll fate on d6 "the fate"
    set child.cold to fate when more
    set child.cold to child.balls when not more

procedure pick(one: Child) "{one} picks" cites "one"
    roll luck on d6 "the luck"
    choose some by one.side from 1 to 3 "How many?"
    do get(one, some, luck)

effect get(one: Child, some: 1..3, luck: 1..6) "{one} gets some" cites "one"
    set one.balls to some + luck when luck > some
    set one.balls to some when luck <= some

procedure look(child: Child) "{child} looks" cites "one"
    when child.wet
        set child.cold to child.balls
"""
KIM: dict[str, Any] = {"things": {"Kim": {"kind": "Child"}, "Lee": {"kind": "Child"}}, "given": {"child": "Kim"}}
TWO: dict[str, Any] = {
    "things": {
        "red": {"kind": "Side"},
        "blue": {"kind": "Side"},
        "Kim": {"kind": "Child", "side": "red"},
        "Lee": {"kind": "Child", "side": "blue"},
    },
    "given": {"child": "Kim", "other": "Lee"},
}


@pytest.fixture(scope="module")
def pockets(tmp_path_factory) -> Ruleset:
    folder: Path = tmp_path_factory.mktemp("pockets")
    return pockets_of(folder, FIELDS, RULES)


def best(pockets: Ruleset, rule: str, *show: str, known: Any = None, **how: Any) -> Odds:
    (odds,) = count(pockets, rule, facts(**(known or KIM)), show=show, decider="best", **how)
    assert odds.decided is not None
    assert odds.decided.decider == "best"
    return odds


def mean_of(odds: Odds) -> Fraction:
    """Give the mean that is claimed, after seeing to it that what is shown has it, too."""
    assert odds.decided is not None
    assert odds.decided.mean is not None
    if (goal := odds.decided.goal) in odds.titles:
        shown = odds.mean_of(goal) if odds.numbers_of(goal) else dict(odds.of_column(goal)).get("yes", 0)
        assert odds.decided.mean == shown
    return odds.decided.mean


def test_when_to_stop_throwing_is_known(pockets):
    """With one throw left 3.5 is to come, so 4 is kept; with two, 4.25 is, so 5 is kept: 14/3 in the end."""
    odds = best(pockets, "press", "Kim.balls")
    assert mean_of(odds) == Fraction(14, 3)
    assert odds.decided is not None
    assert odds.decided.choices == ("pockets.press.more",)
    assert odds.decided.side == "one"
    assert odds.chance(6) == Fraction(1, 6) + Fraction(4, 6) * (Fraction(1, 6) + Fraction(3, 6) * Fraction(1, 6))


def worth_of(policy: dict[tuple[int, int], bool], aim: Any, throw: int = 1, luck: int = 0) -> Fraction:
    """Give what a policy of `press` brings: it says by throw and face whether to throw again."""
    if throw > 1 and (throw > 3 or not policy[throw - 1, luck]):
        return Fraction(aim(luck))
    return sum((worth_of(policy, aim, throw + 1, face) for face in range(1, 7)), Fraction(0)) / 6


@pytest.mark.parametrize(
    ("goal", "aim"),
    [
        ("Kim.balls", lambda balls: balls),
        ("Kim.balls = 5", lambda balls: balls == 5),
        ("Kim.balls in [2, 3]", {2, 3}.__contains__),
    ],
)
def test_no_policy_is_better(pockets, goal, aim):
    places = [(throw, face) for throw in (1, 2) for face in range(1, 7)]
    policies = (dict(zip(places, said, strict=True)) for said in product((False, True), repeat=len(places)))
    most = max(worth_of(policy, aim) for policy in policies)
    assert mean_of(best(pockets, "press", goal=goal)) == most
    assert mean_of(best(pockets, "press", "Kim.balls", goal=goal)) == most


def gathered(balls: int, left: int) -> Fraction:
    """Give what can be gathered on average from here."""
    if left == 0:
        return Fraction(balls)
    return max(Fraction(balls), sum((gathered(balls + face, left - 1) for face in range(2, 7)), Fraction(0)) / 6)


def test_a_sum_that_may_be_lost_is_kept_in_time(pockets):
    odds = best(pockets, "gather", "Kim.balls", "Kim.wet", goal="Kim.balls")
    assert mean_of(odds) == gathered(0, 4)
    wet = sum((chance for value, chance in odds.of_column("Kim.wet") if value == "yes"), Fraction(0))
    assert wet == Fraction(1, 3)


def test_a_goal_is_also_what_is_left_to_chance_later(pockets):
    odds = best(pockets, "gather", goal="Kim.wet")
    assert mean_of(odds) == Fraction(1, 3)


def test_what_is_best_in_a_call_depends_on_what_comes_after_it(pockets):
    """Of the second throw whatever is more than the first: so the first is always taken, or kept in mind."""
    kept = [max(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert mean_of(best(pockets, "in_a_call", "Kim.balls")) == Fraction(sum(kept), 36)


def test_the_other_side_decides_for_the_least(pockets):
    """Blue answers knowing the throw and the answer: alike brings the throw, else it is three."""
    odds = best(pockets, "duel", "Kim.balls", known=TWO, side="red")
    assert mean_of(odds) == Fraction(1 + 2 + 3 + 3 + 3 + 3, 6)
    odds = best(pockets, "duel", "Kim.balls", known=TWO, side="blue")
    assert mean_of(odds) == Fraction(3 + 3 + 3 + 4 + 5 + 6, 6)
    assert odds.decided is not None
    assert odds.decided.side == "blue"


def test_decisions_in_a_span_are_made_before_its_effects(pockets):
    """The one side gets 3, 3, 5, 7, 8, 9 for its throws, the other as little as 1, 2, 3, 5, 6, 7."""
    known = {**TWO, "given": {"child": "Kim"}}
    odds = best(pockets, "together", goal="Kim.balls + Lee.balls", known=known, side="red")
    assert mean_of(odds) == Fraction(3 + 3 + 5 + 7 + 8 + 9, 6) + Fraction(1 + 2 + 3 + 5 + 6 + 7, 6)
    odds = best(pockets, "together", goal="Kim.cold", known=known, side="red")
    assert mean_of(odds) == Fraction(7 + 7 + 10 + 14 + 16 + 18, 12)


def test_one_of_several_sides_must_be_named(pockets):
    with pytest.raises(BestAnswersError, match="red and blue decide"):
        best(pockets, "duel", "Kim.balls", known=TWO)
    with pytest.raises(BestAnswersError, match="there is no side `green`"):
        best(pockets, "duel", "Kim.balls", known=TWO, side="green")


def test_what_is_given_is_not_decided(pockets):
    odds = best(pockets, "duel", "Kim.balls", known={**TWO, "choices": {"how_cold": 1}})
    assert mean_of(odds) == Fraction(3 + 3 + 3 + 4 + 5 + 6, 6)
    assert odds.decided is not None
    assert odds.decided.choices == ("pockets.duel.how_many",)


def test_of_equally_good_answers_the_default_is_taken(pockets):
    odds = best(pockets, "alike", "Kim.cold", "Kim.balls", goal="Kim.balls >= Kim.cold or Kim.cold < 40")
    assert odds.of_column("Kim.cold") == [("2", Fraction(1))]


def test_several_are_chosen_one_after_another(pockets):
    odds = best(pockets, "several", "Kim.balls + Lee.balls")
    assert mean_of(odds) == 7
    assert mean_of(best(pockets, "several", goal="0 - Kim.balls - Lee.balls")) == 0
    assert mean_of(best(pockets, "several", goal="Lee.balls - Kim.balls")) == Fraction(7, 2)


def test_each_shown_value_is_counted_with_the_same_answers(pockets):
    show = ["Kim.balls", "Kim.balls > 4", "Kim.wet"]
    alone = count(pockets, "press", facts(**KIM), show=show, each=True, decider="best", goal="Kim.balls")
    assert [mean_of(odds) for odds in alone] == [Fraction(14, 3)] * 3
    assert alone[1].chance("yes") == Fraction(2, 3)
    over = count_over(pockets, "alike", {"Kim.wet": ["no", "yes"]}, facts(**KIM), show=["Kim.balls"], decider="best")
    assert [mean_of(one.odds[0]) for one in over] == [Fraction(7, 2)] * 2


def test_a_goal_is_a_condition_or_a_number(pockets):
    for show, goal in (((), ""), (("Kim.balls", "Kim.wet"), "")):
        with pytest.raises(BestAnswersError, match="name what `best` maximises"):
            best(pockets, "press", *show, goal=goal)
    with pytest.raises(BestAnswersError, match="neither a condition nor a number"):
        best(pockets, "press", "Kim.side")
    with pytest.raises(BestAnswersError, match="has several values"):
        best(pockets, "press", "luck")
    assert mean_of(best(pockets, "duel", "luck", known=TWO, side="red")) == Fraction(7, 2)


def test_too_much_is_said_to_be_too_much(pockets):
    with pytest.raises(BudgetError, match="not counted to the end"):
        best(pockets, "gather", "Kim.balls", budget=20)
    assert NotCountedError.sort == BudgetError.sort


def test_without_a_decision_there_is_nothing_to_maximise(pockets):
    (odds,) = count(pockets, "soak", facts(**KIM), show=["Kim.wet"], decider="best")
    assert mean_of_chance(odds) == Fraction(1, 3)
    (odds,) = count(pockets, "look", facts(**KIM), show=["Kim.cold"], decider="best")
    assert odds.decided is None


def mean_of_chance(odds: Odds) -> Fraction | None:
    assert odds.decided is not None
    assert odds.decided.side == ""
    assert odds.chance("yes") == odds.decided.mean
    return odds.decided.mean
