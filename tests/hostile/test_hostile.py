"""Whatever comes from outside, through any door, a command ends well: with findings or a line that says what is wrong.

None may end in a traceback or an internal error, or take more than ten seconds or a gigabyte. `HOSTILE_SEED=...` begins
a soak with another seed; `python -m tests.hostile --seed S --first N --keep FOLDER` makes one input again.
"""

import os
import time

import pytest

from tests.hostile.trial import DOORS, ROUND, trial

SEED = int(os.environ.get("HOSTILE_SEED", time.strftime("%Y%m%d")))
LOTS, LOT = 40, 500
LOTS_APART, LOT_APART = 20, 50
BEGIN_APART = LOTS * LOT


@pytest.mark.parametrize("part", range(3))
def test_a_few_hostile_inputs_end_well(part):
    report = trial(1, range(part * 50, part * 50 + 50))
    print(report)
    assert not report.faults, report.told_faults()


def test_some_hostile_inputs_are_refused_and_some_are_not():
    report = trial(1, range(150, 165))
    codes = {code for _, code in report.ends}
    assert {0, 1} <= codes, str(report)
    assert report.findings


def test_each_door_has_its_share():
    assert len(ROUND) == 100
    assert {door.name for door in DOORS} == {door.name for door in ROUND}


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(LOTS))
def test_many_hostile_inputs_end_well(lot):
    report = trial(SEED, range(lot * LOT, (lot + 1) * LOT))
    print(f"seed {SEED}", report, sep="\n")
    assert not report.faults, report.told_faults()


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(LOTS_APART))
def test_many_hostile_inputs_end_well_as_processes_of_their_own(lot):
    first = BEGIN_APART + lot * LOT_APART
    report = trial(SEED, range(first, first + LOT_APART), apart=True)
    print(f"seed {SEED}", report, sep="\n")
    assert not report.faults, report.told_faults()
