"""Choices that are counted as advice answers them: known by hand, and as bots answer them in plays at random."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import RefusedError, Ruleset
from quarterdeck.apps.api.asking import count, facts, question, shown_of, who_answers
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.program.passes.cut import NotCountedError
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      balls: {type: 0..40, words: snowballs, start: "0"}
      aim: {type: 0..6, words: aim, seen_by: owner}
enums:
  Few: {members: {small: small, large: large, huge: huge}, many: few}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure press(child: Child) "{child} presses its luck" cites "one"
    repeat up to 3 times
        roll luck on d6 "the luck"
        set child.balls to luck
        choose more by child.side from [no, yes], default no "Once more?"
        stop when more is no

advice pockets.press.more(child: Child, more: boolean) =
    wanted: 1 if more and child.balls < 4
    kept: 1 if not more and child.balls >= 4
    0 otherwise

procedure guess(child: Child, other: Child) "{child} guesses the aim of {other}" cites "one"
    roll luck on d6 "the luck"
    set other.aim to luck
    set child.aim to luck
    choose said by child.side from 1 to 6 "Which aim?"
    set child.balls to said
    when said = other.aim
        set other.balls to 1

advice pockets.guess.said(child: Child, other: Child, said: 1..6) =
    own: 2 if said = child.aim and other.aim = 0
    theirs: 3 if said = other.aim
    0 otherwise

procedure told(child: Child, other: Child) "{other} says its aim" cites "one"
    reveal other.aim
    choose said by child.side from 1 to 6 "Which aim?"
    set child.balls to said

advice pockets.told.said(child: Child, other: Child, said: 1..6) =
    theirs: 1 if said = other.aim
    0 otherwise

procedure recall(child: Child) "{child} knows its aim" cites "one"
    choose said by child.side from 1 to 6 "Which aim?"
    set child.balls to said

advice pockets.recall.said(child: Child, said: 1..6) =
    own: 1 if said = child.aim
    0 otherwise

procedure drift(child: Child) "{child} does this or that" cites "one"
    choose some by child.side from few, or none "How many?"
    set child.balls to 1 when some is small
    set child.balls to 2 when some is large
    set child.balls to 3 when some is huge

procedure throw_one(child: Child, other: Child) "{child} throws" cites "one"
    choose force by child.side from 1 to 3 "How hard?"
    do hit(other, force)

procedure hit(other: Child, force: 1..3) "{other} is hit" cites "one"
    roll luck on d6 "the luck"
    add force to other.balls, to no more than 40 when luck > force * 2 - 2

advice pockets.throw_one.force(child: Child, other: Child, force: 1..3) =
    expected(other.balls, hit(other, force))

procedure sort_out(child: Child) "{child} keeps some dice" cites "one"
    roll dice on a pool of 3d6 "the dice"
    choose kept by child.side from 1 to 6 "Which?"
    set child.balls to kept + count(die in dice where die = kept)

advice pockets.sort_out.kept(child: Child, dice: list of 0..6, kept: 1..6) =
    count(die in dice where die = kept) * 10 + kept
"""
TWO: dict[str, Any] = {
    "red": {"kind": "Side"},
    "blue": {"kind": "Side"},
    "Kim": {"kind": "Child", "side": "red"},
    "Lee": {"kind": "Child", "side": "blue"},
}
BOTH = facts({"child": "Kim", "other": "Lee"}, things=TWO)
KIM = facts({"child": "Kim"}, things=TWO)


@pytest.fixture(scope="module")
def pockets(tmp_path_factory) -> Ruleset:
    folder: Path = tmp_path_factory.mktemp("pockets")
    return pockets_of(folder, FIELDS, RULES)


def advised(ruleset: Ruleset, rule: str, known: Any, *show: str) -> Odds:
    (odds,) = count(ruleset, rule, known, show=show, decider="advice")
    assert odds.decided is not None
    assert odds.decided.decider == "advice"
    return odds


def test_advice_sees_what_the_dice_have_changed(pockets):
    odds = advised(pockets, "press", KIM, "Kim.balls")
    again = Fraction(1, 2)
    assert odds.chance(6) == Fraction(1, 6) * (1 + again + again * again)
    assert odds.chance(1) == Fraction(1, 6) * again * again
    assert odds.decided is not None
    assert odds.decided.choices == ("pockets.press.more",)


def test_advice_does_not_see_what_is_hidden_from_its_side(pockets):
    """The other's aim is blank to it, so it says its own; if it saw all, it would go by the other's."""
    odds = advised(pockets, "guess", facts({**BOTH.given, "Kim.aim": 1, "Lee.aim": 1}, things=TWO), "Lee.balls")
    assert odds.chance(1) == 1
    (odds,) = count(pockets, "guess", BOTH, show=["Kim.balls"], decider="advice")
    assert [odds.chance(said) for said in range(1, 7)] == [Fraction(1, 6)] * 6


def test_what_a_rule_reveals_on_its_way_is_not_counted(pockets):
    known = facts({**BOTH.given, "Lee.aim": 4}, things=TWO)
    with pytest.raises(NotCountedError, match=r"Child\.aim, which the rule may have revealed"):
        advised(pockets, "told", known, "Kim.balls")


def test_what_advice_reads_must_be_given(pockets):
    with pytest.raises(RefusedError, match=r"`Kim\.aim`.*not given"):
        count(pockets, "recall", KIM, show=["Kim.balls"], decider="advice")
    odds = advised(pockets, "recall", facts({"child": "Kim", "Kim.aim": 5}, things=TWO), "Kim.balls")
    assert odds.chance(5) == 1


def test_a_choice_without_advice_is_a_draw_as_for_bots(pockets):
    odds = advised(pockets, "drift", KIM, "Kim.balls")
    assert [odds.chance(balls) for balls in range(4)] == [Fraction(1, 2), *[Fraction(1, 6)] * 3]


def test_what_advice_expects_is_counted_within(pockets):
    """Of 1, 2 and 3 with chances 1, 2/3 and 1/3 the mean of the second is the most."""
    odds = advised(pockets, "throw_one", BOTH, "Lee.balls")
    assert (odds.chance(0), odds.chance(2)) == (Fraction(1, 3), Fraction(2, 3))


def test_advice_may_look_at_a_pool(pockets):
    odds = advised(pockets, "sort_out", KIM, "Kim.balls")
    found: dict[int, Fraction] = {}
    for dice in ((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)):
        kept = max(range(1, 7), key=lambda face: (dice.count(face), face))
        balls = kept + dice.count(kept)
        found[balls] = found.get(balls, Fraction(0)) + Fraction(1, 216)
    assert {int(balls): chance for balls, chance in odds.of_column("Kim.balls")} == found


def test_a_choice_that_is_given_needs_no_advice(pockets):
    odds = advised(pockets, "press", facts({"child": "Kim"}, things=TWO, choices={"more": True}), "Kim.balls")
    assert odds.chance(1) == Fraction(1, 6)
    assert odds.decided is not None
    assert odds.decided.choices == ()


PLAYS = 300
OF_GAMES = [
    ("easyships", "gunnery.fire_guns", "main_guns_on_the_beam", ["kirishima.fires", "kirishima.flooding"]),
    ("easyships", "damage_control.control_damage", "fires_fought", ["wichita.fires"]),
    ("easyships", "movement.move", "coral_sea ship=Lexington", ["ship.bow", "ship.heading"]),
    ("fear_god", "gunnery.reaction_fire", "coronel ship=Good Hope", ["sum(other.harm for other in ships)"]),
    ("fear_god", "sailing.give_orders", "coronel ship=Good Hope", ["ship.ordered_course", "ship.ordered_speed"]),
    ("quickfire", "movement.plot", "coronel ship=Good Hope", ["ship.plotted_way", "ship.first_leg"]),
    ("ships_and_sails", "orders.write_orders", "nile ship=Goliath", ["ship.plotted_heading", "ship.plotted_hex"]),
]
FLEET = ("Zealous", "Orion", "Vanguard", "Bellerophon", "Mutine", "Guerrier", "Conquerant", "L'Orient")


def known_for(ruleset: Ruleset, where: str) -> Any:
    """Give the facts of a standard question without its choices, or those of a scenario with an input."""
    from quarterdeck.workspace.ruleset.rule_question import question_called

    found = question_called(ruleset.declared, where)
    if found is not None:
        known = found[1]
        return facts(known.given, things=known.things, constants=known.constants)
    scenario, _, named = where.partition(" ")
    name, _, value = named.partition("=")
    given: dict[str, Any] = {name: value}
    if ruleset.declared.name == "ships_and_sails":  # whoever plays at random looks at all that the side may see
        given |= {f"{ship}.plotted_hex": [1, 1] for ship in FLEET}
    return facts(given, situation=scenario)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rule", "where", "show"), OF_GAMES)
def test_what_bots_do_at_random_is_what_is_counted(game, rule, where, show):
    """No share is more than four standard deviations from its chance, and nothing comes that cannot."""
    ruleset = Ruleset.open(game)
    known = known_for(ruleset, where)
    odds = advised(ruleset, rule, known, *show)
    put = question(ruleset, rule, known)
    played = put.sample(shown_of(put, show), PLAYS, 1, who_answers(put, "advice"))
    assert played.decided is not None
    assert odds.decided is not None
    assert {*odds.decided.choices} <= {*played.decided.choices}  # counted is what bears on the values shown
    chances = {row: Fraction(weight, odds.below) for row, weight in odds.rows}
    for row, weight in played.rows:
        chance = chances[row]
        assert (weight - chance * PLAYS) ** 2 <= 16 * chance * (1 - chance) * PLAYS + 9
