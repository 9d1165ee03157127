"""Whatever comes from outside, through any door, a command ends well: with findings or a line that says what is wrong.

None may end in a traceback or an internal error, or take more than ten seconds or a gigabyte. `HOSTILE_SEED=...` begins
a soak with another seed; `python -m tests.hostile --seed S --first N --keep FOLDER` makes one input again.
"""

import os
import time

import pytest

from tests.hostile.trial import DOORS, ROUND, trial

SEED = int(os.environ.get("HOSTILE_SEED", time.strftime("%Y%m%d")))
FEW, LOT_OF_FEW = 1, 32
LOTS, LOT = 40, 500
LOTS_APART, LOT_APART = 20, 50
BEGIN_APART = LOTS * LOT


@pytest.mark.slow
@pytest.mark.forks
@pytest.mark.parametrize("part", range(FEW))
def test_a_few_hostile_inputs_end_well(part):
    report = trial(1, range(part * LOT_OF_FEW, (part + 1) * LOT_OF_FEW))
    print(report)
    assert not report.faults, report.told_faults()
    assert {code for _, code in report.ends} == {0, 1, 2}
    assert len(report.findings) > 10


def test_each_door_has_its_share():
    assert len(ROUND) == 100
    assert {door.name for door in DOORS} == {door.name for door in ROUND}


@pytest.mark.slow
@pytest.mark.forks
@pytest.mark.parametrize(("door", "numbers"), [("watched", range(4)), ("books", range(2))])
def test_what_goes_on_or_takes_long_ends_well_too(door, numbers):
    report = trial(1, numbers, wanted=door)
    print(report)
    assert not report.faults, report.told_faults()
    assert report.inputs[door] == len(numbers)


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
