"""Random rulesets that `check` accepts run as the handbook says.

Each ruleset is tried against an evaluator that was written from the handbook alone: values, every path of the dice,
exact chances, plays at random, a turn that nobody watches and its replay, and all of it again in canonical text.

`DIFFERENTIAL_WITHOUT=fine_rolls,...` leaves features out, `DIFFERENTIAL_SEED=...` begins a soak with another seed.
"""

import os
import time

import pytest

from tests.differential.trial import trial

RULESETS = 30
CASES = 10  # in a ruleset
SOAKED = 200  # rulesets of SOAKED_CASES each
SOAKED_CASES = 100
BASE = int(os.environ.get("DIFFERENTIAL_SEED", time.strftime("%Y%m%d")))


@pytest.mark.parametrize("number", range(RULESETS))
def test_random_rules_run_as_the_handbook_says(number, tmp_path):
    report = trial(1, number * 1000, CASES, tmp_path / "probe")
    assert not report.differences, f"\n{report}"
    assert report.accepted == CASES
    assert report.accepted * 2 >= report.made, "most of the random rules are refused"


@pytest.mark.soak
@pytest.mark.parametrize("number", range(SOAKED))
def test_many_random_rules_run_as_the_handbook_says(number, tmp_path):
    print(f"seed {BASE}")
    for ruleset in range(SOAKED_CASES // CASES):
        report = trial(BASE, (number * SOAKED_CASES + ruleset) * 1000, CASES, tmp_path / "probe")
        assert not report.differences, f"\n{report}"
        assert report.accepted == CASES
