"""Random rulesets that `check` accepts run as the handbook says.

Each ruleset is tried against an evaluator that was written from the handbook alone: values, every path of the dice,
exact chances, plays at random, a turn that nobody watches and its replay, and all of it again in canonical text.
`make test` tries 8 rulesets, the same each time, and `make soak` 1,800 others.

`DIFFERENTIAL_WITHOUT=fine_rolls,...` leaves features out, `DIFFERENTIAL_SEED=...` begins a soak with another seed.
"""

import os
import time

import pytest

from tests.differential.again import explained
from tests.differential.rulesets import unit
from tests.differential.trial import features, trial, without_refused

RULESETS = 8
UNITS = 6  # in a ruleset, each in two situations
SOAKED = 200  # times SOAKED_RULESETS
SOAKED_RULESETS = 9
BASE = int(os.environ.get("DIFFERENTIAL_SEED", time.strftime("%Y%m%d")))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(RULESETS))
def test_random_rules_run_as_the_handbook_says(number, tmp_path):
    report = trial(1, number * 1000, UNITS, tmp_path, 1, played=number % 3 == 0, formatted=number % 4 == 0)
    assert not report.differences, explained(report, tmp_path / "small")
    assert report.cases == 2 * UNITS


def test_at_least_half_of_the_random_rules_are_accepted(tmp_path):
    units = [unit(1, number, features()) for number in range(60)]
    assert len(without_refused(units, tmp_path)) >= 30


@pytest.mark.soak
@pytest.mark.parametrize("number", range(SOAKED))
def test_many_random_rules_run_as_the_handbook_says(number, tmp_path):
    print(f"seed {BASE}")
    for ruleset in range(SOAKED_RULESETS):
        report = trial(BASE, (number * SOAKED_RULESETS + ruleset) * 1000, UNITS, tmp_path)
        assert not report.differences, explained(report, tmp_path / "small")
        assert report.cases == 2 * UNITS
