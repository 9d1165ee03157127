"""Luck is counted exactly: against dice that are enumerated, and in games whose checks say themselves how they went."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from quarterdeck.analysis.why.luck import _at_least_successes, _at_least_total, luck_of
from quarterdeck.analysis.why.what_if import faces_of_checks, moment_of
from quarterdeck.apps.api.keeping import open_journal
from quarterdeck.apps.cli.main import main
from quarterdeck.base.resources import starter_folder
from quarterdeck.engine.run import happenings as hap

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"
GAMES = {str(starter_folder()): "first_meeting", str(SNOWBALLS): "cousins", "easyships": "river-plate"}


@pytest.fixture(params=GAMES, ids=lambda game: Path(game).name)
def kept(request, tmp_path):
    file = tmp_path / "game.jsonl"
    assert (
        main(["play", request.param, GAMES[request.param], "--sides", "bot", "--seed", "2", "--save", str(file)]) == 0
    )
    return open_journal(file)


def test_the_chance_of_a_total_is_that_of_all_throws():
    dice = Counter({6: 2, 4: 1})
    throws = [sum(faces) for faces in product(range(1, 7), range(1, 7), range(1, 5))]
    for total in range(18):
        assert _at_least_total(dice, total) == Fraction(sum(one >= total for one in throws), len(throws))
    assert _at_least_total(Counter({1_000_000: 1_000_000}), 5) is None


def test_the_chance_of_successes_is_that_of_all_outcomes():
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)]
    for number in range(5):
        expected = Fraction()
        for outcome in product((True, False), repeat=3):
            weight = Fraction(1)
            for succeeds, chance in zip(outcome, chances, strict=True):
                weight *= chance if succeeds else 1 - chance
            expected += weight if sum(outcome) >= number else 0
        assert _at_least_successes(chances, number) == expected


def test_each_check_would_have_gone_as_it_did_with_the_face_that_came(kept):
    record = list(kept.explaining.replayed.record)
    found = faces_of_checks(kept.game, record)
    checks = [one for one in kept.explaining.replayed.events if isinstance(one, hap.Rolled) and one.success is not None]
    assert checks
    for one in checks:
        assert found[one.entry - len(one.faces)][one.natural] == one.success
    first = checks[0].entry - len(checks[0].faces)
    site = kept.game.built.program.site_at[checks[0].address]
    moment = moment_of(kept.game, record[: first + 1], site.number)
    assert moment is not None
    assert found[first] == moment.faces


def test_all_dice_and_checks_of_a_game_are_in_the_report(kept):
    luck = luck_of(kept.explaining)
    record = [entry for entry in kept.explaining.replayed.record if "die" in entry]
    assert sum(one.dice for one in luck.rolls) == len(record)
    assert sum(one.faces.shown for one in luck.rolls) == sum(entry["die"] for entry in record)
    assert sum(one.faces.expected for one in luck.rolls) == sum(Fraction(entry["of"] + 1, 2) for entry in record)
    successes = sum(
        one.success for one in kept.explaining.replayed.events if isinstance(one, hap.Rolled) and one.success
    )
    assert sum(one.successes.shown for one in luck.sides) == successes
    sides = {kept.game.start.known_as[side] for side in kept.game.built.program.layout.things("Side")[:2]}
    assert {one.side for one in luck.sides} <= sides


def test_over_many_games_luck_evens_out(tmp_path):
    shown, expected, variance = 0, Fraction(), Fraction()
    for seed in range(12):
        file = tmp_path / f"{seed}.jsonl"
        line = [
            "play",
            str(starter_folder()),
            "first_meeting",
            "--sides",
            "random",
            "--seed",
            str(seed),
            "--save",
            str(file),
        ]
        assert main(line) == 0
        for one in luck_of(open_journal(file).explaining).sides:
            shown += one.successes.shown
            expected += one.successes.expected
            variance += one.successes.variance
    assert variance
    assert (shown - expected) ** 2 <= 9 * variance
