"""A battle of a series is the battle that `play` plays; what is kept of it is what became of the things; all add up."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.analysis.battles.battle_record import Doing, Loss, Outcome, decisive
from quarterdeck.analysis.battles.comparison import compared
from quarterdeck.analysis.battles.contest import Contest, OtherRulesError, Terms, seed_of
from quarterdeck.analysis.battles.series import SeriesWanted, fight_series, opened
from quarterdeck.analysis.battles.summary import summed_up
from quarterdeck.analysis.battles.tasks import Task, carry_out
from quarterdeck.api import Ruleset, play

GAMES = Path(__file__).parents[2] / "games"
SNOWBALLS = str(GAMES / "snowballs")
TERMS = Terms(SNOWBALLS, "cousins", sides=("random",))


class Kept(Contest):
    """A contest that keeps the context of its last battle."""

    def outcome(self, number, seed, context, result, fault):
        self.context = context
        return super().outcome(number, seed, context, result, fault)


@pytest.fixture(scope="module")
def snowballs() -> Ruleset:
    return Ruleset.open(SNOWBALLS)


def some(outcomes: int) -> list[Outcome]:
    contest = Contest.open(TERMS)
    return [contest.fight(number) for number in range(1, outcomes + 1)]


@pytest.mark.parametrize(("game", "scenario"), [("snowballs", "cousins"), ("regatta", "harbour")])
def test_a_battle_is_the_one_that_play_plays_with_its_seed(game, scenario):
    contest = Contest.open(Terms(str(GAMES / game), scenario, sides=("random",)))
    for number in range(1, 4):
        one = contest.fight(number)
        same = play(contest.game.ruleset, scenario, sides=("random",), seed=one.seed)
        assert (one.winner, one.turn, one.entries) == (same.winner, same.turn, same.entries)
        assert one.result == same.result
        assert one.reason in same.told


def test_no_two_battles_have_the_same_seed_nor_two_series():
    assert len({seed_of(seed, number) for seed in range(-3, 30) for number in range(1, 1000)}) == 33 * 999
    assert all(0 <= seed_of(seed, 7) < 2**53 for seed in (-1, 0, 2**64, 10**40))


@pytest.mark.parametrize(
    ("game", "scenario"), [("snowballs", "playground"), ("marbles", "pavement"), ("tiles", "kitchen")]
)
def test_what_is_lost_is_what_is_no_longer_there_at_the_end(game, scenario):
    contest = Kept.open(Terms(str(GAMES / game), scenario, sides=("random",)))
    assert isinstance(contest, Kept)
    lost = 0
    for number in range(1, 13):
        one, state = contest.fight(number), None
        context = contest.context
        state = context.situation.state
        gone = {
            (context.side_called(side), context.called(thing, kind))
            for thing, side in context.had.items()
            for kind in [context.program.layout.kind_at(thing)]
            if not state[thing] or any(state[thing + offset] for offset in context.off[kind])
        }
        assert {(loss.side, loss.thing) for loss in one.losses} == gone
        assert all(1 <= loss.turn <= one.turn for loss in one.losses)
        lost += len(gone)
    assert lost


def test_a_loss_names_the_rule_that_took_the_thing_and_what_led_to_it():
    losses = [loss for one in some(12) for loss in one.losses]
    assert {loss.by.rule for loss in losses} == {"winning.go_home"}
    assert {loss.field for loss in losses} == {"Child.gone_home"}
    assert {loss.after.field for loss in losses if loss.after} <= {"Child.wet", "Child.mood"}
    assert any(loss.after and loss.after.by.rule == "throwing.soak" for loss in losses)


def test_points_are_what_the_rules_name_the_winner_by():
    for one in some(6):
        points = {given.side: given.value for given in one.points}
        assert {given.of for given in one.points} == {"winning.average_wetness"}
        if one.winner is not None:
            assert all(points[one.winner] < value for side, value in points.items() if side != one.winner)


def lost(side: str, thing: str, turn: int) -> Loss:
    return Loss(side, thing, turn, "Child.gone_home", Doing("turn", ("winning.go_home",)))


def test_what_decides_is_the_loss_since_which_the_winner_led():
    """Reds have four and blues two; reds win: they lead since the second blue loss, not since the first."""
    strength = (("red", 4), ("blue", 2))
    losses = (lost("red", "a", 1), lost("blue", "x", 2), lost("red", "b", 3), lost("red", "c", 3), lost("blue", "y", 5))
    one = Outcome(1, 1, "won", "red", 5, "", "", 0, strength, losses)
    assert decisive(one) == losses[-1]
    assert decisive(replace(one, losses=losses[:2])) == losses[1]
    assert decisive(replace(one, losses=losses[:4])) is None
    assert decisive(replace(one, result="drawn", winner=None)) is None
    assert decisive(replace(one, winner="green")) is None


def test_what_is_summed_up_adds_up():
    outcomes = some(12)
    came = summed_up(
        outcomes, {"hosts": "Hosts", "cousins": "Cousins"}, {"Child.gone_home": "home", "Child.wet": "wet"}
    )
    assert sum(one.won.battles for one in came.wins) == sum(one.ended.battles for one in came.endings) == 12
    assert sum(one.won.share for one in came.wins) == 1
    assert sum(one.losses for one in came.causes) == sum(one.lost.battles for one in came.losses)
    assert came.turns is not None
    assert came.turns.mean * 12 == sum(one.turn for one in outcomes)
    assert Counter(one.winner for one in outcomes) == {
        one.side: one.won.battles for one in came.wins if one.won.battles
    }


def test_two_contests_that_are_the_same_end_alike_in_every_pair(snowballs):
    found = fight_series(snowballs, SeriesWanted("cousins", ("random",), 6), against=snowballs)
    assert found.compared is not None
    assert found.compared.same == found.compared.pairs == 6
    assert found.contests[0].came == found.contests[1].came
    assert {one.won.difference for one in found.compared.wins} == {0}


def test_pairs_of_which_one_failed_are_not_compared():
    one = Outcome(1, 1, "won", "red", 5, "", "", 0, (("red", 1),))
    titles = {"red": "Reds"}
    found = compared([one, replace(one, number=2)], [replace(one, result="failed", number=1), one], titles)
    assert found.pairs == 1
    nothing = compared([one], [replace(one, result="failed")], titles)
    assert (nothing.pairs, nothing.turns, nothing.wins) == (0, None, ())


def test_cells_and_constants_can_be_varied(snowballs):
    vary = {"frost": "5", "cold_dice[4]": "2d6"}
    found = fight_series(snowballs, SeriesWanted("cousins", ("random",), 4, vary=vary))
    assert found.contests[1].vary == vary
    assert found.compared is not None


def test_a_worker_that_has_other_rules_fights_nothing():
    with pytest.raises(OtherRulesError, match="other rules"):
        carry_out(Task(((0, replace(TERMS, rules="0" * 32, start="0" * 32)),), ((0, 1),)))
    with pytest.raises(OtherRulesError, match="cannot open"):
        carry_out(Task(((0, replace(TERMS, game="nowhere", rules="0")),), ((0, 1),)))


def test_what_is_looked_at_behind_a_loss_has_not_decided_it(tmp_path):
    """Who goes home is asked about its mood when it is gone already: its wetness alone sent it home."""
    shutil.copytree(SNOWBALLS, tmp_path / "snowballs", ignore=shutil.ignore_patterns("variants"))
    folder = tmp_path / "snowballs" / "variants" / "sad"
    folder.mkdir(parents=True)
    (folder / "variant.yaml").write_text("variant: sad\nextends: snowballs\ntitle: Sad\nsource: {place: nine}\n")
    rules = """amend procedure winning.call_home
    for each child in children where is_soaked(child)
        do go_home(child)
    for each child in children where child.ran
        announce "{child} runs after them"

amend effect winning.go_home(child: Child)
    set child.gone_home to yes
    announce "{child} is sad" when child.mood is glum
"""
    (folder / "sad.rules").write_text(rules)
    looked_at = opened(Ruleset.open(f"{tmp_path}/snowballs+sad"), SeriesWanted("cousins", ("random",)), {}).looked_at
    by = looked_at.by("winning.call_home", "winning.go_home", "Child.gone_home")
    assert "Child.wet" in by
    assert not {"Child.mood", "Child.ran"} & set(by)
    alone = looked_at.by("winning.go_home", "winning.go_home", "Child.gone_home")
    assert alone == ()
