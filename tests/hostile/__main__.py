"""`python -m tests.hostile --seed 7 --inputs 1000`: a trial by itself; with --keep one input, whose folder stays."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QUARTERDECK_CACHE", tempfile.mkdtemp(prefix="quarterdeck-hostile-cache-"))

from tests.hostile.trial import Report, again, trial

SLICE = 20
"""After so many inputs what went wrong is told."""

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--first", type=int, default=0)
parser.add_argument("--inputs", type=int, default=100)
parser.add_argument("--door", default="")
parser.add_argument("--apart", action="store_true")
parser.add_argument("--keep", type=Path)
given = parser.parse_args()
if given.keep is not None:
    for done in again(given.seed, given.first, given.keep, given.door):
        print(done.said)
        print(f"exit {done.code} after {done.seconds:.1f} s of {list(done.command)}; {done.fault or 'well'}")
    sys.exit()
numbers = range(given.first, given.first + given.inputs)
report = Report()
for at in range(0, len(numbers), SLICE):
    before = len(report.faults)
    trial(given.seed, numbers[at : at + SLICE], apart=given.apart, wanted=given.door, report=report)
    for fault, where in report.faults[before:]:
        print(f"{where}\n    {fault}", file=sys.stderr, flush=True)
print(report)
print(report.told_faults() or "nothing went wrong")
sys.exit(bool(report.faults))
