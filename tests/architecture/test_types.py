"""Types fit, and each part of the program imports only what it may.

These are tests, and no lines of the Makefile, so that `make test` does them beside others: the first time they take one
processor half a minute.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("program", ["mypy", "lint-imports"])
def test_nothing_is_found_by(program: str) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
