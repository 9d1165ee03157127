"""Values race each other in battles on the same dice, and who leads is confirmed on others; whoever fights them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.analysis.battles import fighting
from quarterdeck.analysis.battles.contest import seed_of
from quarterdeck.analysis.battles.executors import Workers
from quarterdeck.analysis.battles.intervals import Interval
from quarterdeck.analysis.battles.series import SeriesWanted, opened
from quarterdeck.analysis.battles.store import BattleStore
from quarterdeck.analysis.tuning.battle_outcomes import BattleOutcome, battle_outcome
from quarterdeck.analysis.tuning.goals import TuningGoal, goal_from
from quarterdeck.analysis.tuning.outcomes import OutcomeError
from quarterdeck.analysis.tuning.racing import Race, evenly_over, lies_in, lies_outside, place_of
from quarterdeck.analysis.tuning.report import Tuned
from quarterdeck.analysis.tuning.tune import decided_in_battle, number_of, tune_battles
from quarterdeck.api import Ruleset, StoreFaultError, battles, new_variant
from quarterdeck.apps.cli.main import main
from quarterdeck.language.declarations import types
from quarterdeck.workspace.alterations.numbers import numbers_in

GAMES = Path(__file__).parents[2] / "games"
WANTED = SeriesWanted("cousins", ("random",), 60, 1)
GOAL = "win(nobody) = 60%"


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return Ruleset.open(str(GAMES / "snowballs"))


def tuned(game: Ruleset, wanted: SeriesWanted = WANTED, goal: str = GOAL, values: str = "3..6", **how: Any) -> Tuned:
    return tune_battles(game, number_of(game, "throw.aim#1"), values, goal_from(goal, "20%"), wanted, **how)


@pytest.fixture(scope="module")
def found(game) -> Tuned:
    return tuned(game)


def test_a_goal_of_battles_is_met(found):
    assert found.verdict == "met"
    assert found.chosen is not None
    assert found.chosen.interval is not None
    assert found.chosen.interval.low >= Fraction(40, 100)
    assert found.chosen.interval.high <= Fraction(80, 100)
    assert found.battles == sum(one.battles for one in found.tried) + found.chosen.battles
    assert found.today.value == 5


def test_what_is_left_open_is_fought_as_often_as_is_allowed(game, monkeypatch):
    monkeypatch.setattr(Race, "battles_to_confirm", lambda race, value: 5)
    chosen = tuned(game).chosen
    assert chosen is not None
    assert chosen.battles == WANTED.count


def test_every_value_brings_what_a_series_of_the_varied_rules_would(game, found):
    one = found.tried[0]
    (contest,) = battles(game, "cousins", sides=("random",), count=one.battles, seed=1, options={}).contests
    today = next(one for one in found.tried if one.value == 5)
    assert today.battles >= 20
    same = battles(game, "cousins", sides=("random",), count=today.battles, seed=1).contests[0].came
    assert today.outcome == next(won.won.share for won in same.wins if won.side is None)
    assert contest.came.battles == one.battles


def test_the_one_that_leads_is_fought_on_other_dice(game, found):
    assert found.chosen is not None
    if found.chosen.value == 5:
        seed = seed_of(1, 0)
        same = battles(game, "cousins", sides=("random",), count=found.chosen.battles, seed=seed).contests[0].came
        assert found.chosen.outcome == next(won.won.share for won in same.wins if won.side is None)
    race = next(one for one in found.tried if one.value == found.chosen.value)
    assert race.outcome is not None


class BrokenOffError(Exception):
    """Somebody breaks it off."""


def test_what_was_broken_off_goes_on_to_the_same_end(game, found, tmp_path, monkeypatch):
    monkeypatch.setattr(fighting, "MOST", 5)
    file = tmp_path / "kept.sqlite"
    wanted = replace(WANTED, save=file)

    def stop(done: int, whole: int) -> None:
        if done >= 30:
            raise BrokenOffError

    with pytest.raises(BrokenOffError):
        tuned(game, wanted, progress=stop)
    begun: list[int] = []
    again = tuned(game, wanted, progress=lambda done, whole: begun.append(done))
    assert begun[0] >= 25
    assert replace(again, kept=None) == found
    with pytest.raises(StoreFaultError, match="with the seed 1"):
        tuned(game, replace(wanted, seed=2))
    with pytest.raises(StoreFaultError, match="battles of another series"):
        battles(game, "cousins", sides=("random",), count=2, save=file)
    battles(game, "cousins", sides=("random",), count=2, save=tmp_path / "series.sqlite")
    with pytest.raises(StoreFaultError, match="battles of another series"):
        tuned(game, replace(wanted, save=tmp_path / "series.sqlite"))


def test_many_workers_find_the_same(game, found):
    started = []

    @contextmanager
    def workers() -> Iterator[Workers]:
        with ThreadPoolExecutor(2) as pool:
            started.append(pool)
            yield Workers(pool, 2)

    assert tuned(game, workers=workers(), at_once=True) == found
    assert len(started) == 1
    with ThreadPoolExecutor(1) as pool:
        assert tuned(game, workers=nullcontext(Workers(pool, 1)), at_once=True) == found


def test_what_cannot_be_had_in_battle_is_said(game):
    missed = tuned(game, replace(WANTED, count=60), "mean(turns) <= 1", "5..6")
    assert missed.verdict == "missed"
    assert not missed.is_share
    assert missed.prevents[0].startswith("no value moves it: from 5 to 6 it is")
    unsure = tune_battles(
        game, number_of(game, "throw.aim#1"), "5..6", goal_from("win(nobody) = 60%", "1%"), replace(WANTED, count=10)
    )
    assert unsure.verdict == "open"
    assert "with --count" in unsure.prevents[0]


def test_an_outcome_of_battles_names_a_side_or_a_thing(game):
    contest = opened(game, WANTED, {})
    side, title = next(iter(contest.titles.items()))
    assert (
        battle_outcome(f"win({side})", contest)
        == battle_outcome(f"win({title})", contest)
        == BattleOutcome("win", side)
    )
    thing = next(iter(contest.game.start.things))
    assert str(battle_outcome(f" lost ( {thing} ) ", contest)) == f"lost({thing})"
    assert str(battle_outcome("mean(turns)", contest)) == "mean(turns)"
    with pytest.raises(OutcomeError, match="there is no side hostz in the battle; did you mean hosts"):
        battle_outcome("win(hostz)", contest)
    for said in ("mean(losses)", "chance(x)", "turns"):
        with pytest.raises(OutcomeError, match="is not an outcome of a battle"):
            battle_outcome(said, contest)


def test_values_begin_evenly_spread_with_that_of_today():
    values = [Fraction(value) for value in range(41)]
    found = evenly_over(values, Fraction(21))
    assert (found[0], found[-1], len(found)) == (Fraction(0), Fraction(40), 8)
    assert Fraction(21) in found
    assert evenly_over([Fraction(3)], Fraction(9)) == [3]


class Known(Race):
    """A race whose battles are numbers that are known beforehand: a value brings itself, and half a turn more."""

    def fight(self, values: Iterable[Fraction], count: int, *, confirming: bool = False) -> None:
        for value in values:
            self.fought[value, confirming] = []
            self.count = count

    def numbers(self, value: Fraction, *, confirming: bool = False) -> list[int]:
        return [int(value) + number % 2 for number in range(self.count)]


@pytest.mark.parametrize("target", [2, 17, 38, 50, -4])
def test_between_the_leader_and_its_neighbours_others_are_tried_until_there_are_none(game, target):
    values = [Fraction(value) for value in range(41)]
    goal = TuningGoal("mean(turns)", "=", Fraction(target) + Fraction(1, 2), Fraction(1, 10))
    number = number_of(game, "throw.aim#1")
    store = BattleStore()
    race = Known(game, number, values, goal, BattleOutcome("turns", None), replace(WANTED, count=40), store)
    assert race.run() == min(max(target, 0), 40)
    assert len(race.fought) < 20


def test_an_interval_lies_in_a_goal_outside_of_it_or_across():
    goal = TuningGoal("x", "=", Fraction(1, 2), Fraction(1, 10))
    cases = {(41, 59): (True, False), (30, 39): (False, True), (35, 45): (False, False), (70, 80): (False, True)}
    for (low, high), told in cases.items():
        within = Interval(Fraction(low, 100), Fraction(high, 100))
        assert (lies_in(within, goal), lies_outside(within, goal)) == told
    more = TuningGoal("x", ">=", Fraction(1, 2))
    assert lies_in(Interval(Fraction(1, 2), Fraction(1)), more)
    assert lies_outside(Interval(Fraction(0), Fraction(1, 3)), more)


def test_each_value_has_a_place_of_its_own():
    values = [Fraction(value, 4) for value in range(-40, 40)]
    places = [place_of(value, confirming=confirming) for value in values for confirming in (False, True)]
    assert len(set(places)) == len(places)
    assert min(places) >= 1000


def test_the_command_fights_and_keeps_what_it_fought(tmp_path, capsys):
    file = tmp_path / "kept.sqlite"
    line = [
        "tune",
        str(GAMES / "snowballs"),
        "--scenario",
        "cousins",
        "--sides",
        "random",
        "--number",
        "throw.aim#1=4..5",
    ]
    line += ["--count", "60", "--workers", "1", "--within", "20%", "--save", str(file), "--goal"]
    assert main([*line, GOAL]) == 0
    said = capsys.readouterr().out
    assert "battles on other dice" in said
    assert f"battles in all, kept in {file}" in said
    assert main([*line, "win(nobodies) = 50%"]) == 2
    assert main([*line, "win(nobody) = 150%"]) == 2
    assert main([*line, GOAL, "--of", "soaked"]) == 2


def test_a_constant_that_the_scenario_decides_is_varied_there(game, tmp_path):
    """The scenario says 4 where the rules begin with 2: battles of 4 are those of today, and others are other ones."""
    number = number_of(game, "Game.frost")
    assert number.value == 2
    assert game.declared.scenarios["cousins"].shape.constants["frost"] == 4
    wanted = replace(WANTED, count=20, save=tmp_path / "kept.sqlite")
    found = tune_battles(game, number, "[3, 4]", goal_from("win(cousins) = 50%", "50%"), wanted)
    assert found.today.value == 4
    assert found.decided == "the scenario cousins"
    brought = {Fraction(one.value): one.outcome for one in found.tried}
    battles_of = {
        value: battles(game, "cousins", sides=("random",), count=20, vary={"frost": str(value)}).contests[1].came
        for value in (3, 4)
    }
    assert brought == {
        value: next(won.won.share for won in came.wins if won.side == "cousins") for value, came in battles_of.items()
    }
    assert brought[Fraction(3)] != brought[Fraction(4)]


def test_what_an_option_of_the_battles_decides_is_varied_there(game):
    name = next(name for name, one in game.declared.options.items() if isinstance(one.type, types.Number))
    number = next(one for one in numbers_in(game.declared, game.loaded.base) if one.holder == ("option", name))
    wanted = replace(WANTED, options={name: str(number.value + number.step)})
    decided = decided_in_battle(game, wanted, number)
    assert (decided.value, decided.decided) == (number.value + number.step, "an option of the battles")
    assert decided_in_battle(game, WANTED, number) == number


def test_what_a_scenario_decides_is_not_written_into_a_variant(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GAMES / "snowballs", "snowballs")
    new_variant(Path("own"), "snowballs")
    asked = ["--scenario", "cousins", "--number", "Game.frost=[0, 4]", "--goal", "mean(turns) = 6", "--write"]
    assert main(["tune", "snowballs+own", *asked]) == 2
    assert "Game.frost is 4 here, as the scenario cousins decides" in capsys.readouterr().err
