"""Profiles of Hypothesis: `make test` tries the same cases each time, `make soak` new ones and many more.

No deadline: the first example of a test may pay for building a grammar, and coverage slows all of them.
"""

import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import settings

from quarterdeck.lower import ruleset as lowering
from quarterdeck.names.declared import Declared
from quarterdeck.passes import order
from quarterdeck.program import verify
from quarterdeck.program.instructions import Routine
from quarterdeck.program.program import Program

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, derandomize=False, max_examples=500)
settings.load_profile("repeatable")

# Rulesets that tests make must not crowd out the user's own in the cache; workers of one run share this one.
os.environ.setdefault("QUARTERDECK_CACHE", tempfile.mkdtemp(prefix="quarterdeck-tests-"))

UNTRACED = ("deciders", "handbook/test_sessions.py", "language/test_no_game.py", "odds", "play", "properties")
"""Left out of `make coverage`: what takes long there and runs few branches that other tests do not."""


class Verified:
    """Verifies programs; a routine that one ruleset has under several settings is gone through once."""

    def __init__(self, rulesets: int) -> None:
        self.known: deque[tuple[Declared, dict[int, Routine]]] = deque(maxlen=rulesets)

    def __call__(self, program: Program) -> None:
        seen = next((seen for declared, seen in self.known if declared is program.declared), None)
        if seen is None:
            seen = {}
            self.known.append((program.declared, seen))
        new = {id(routine): routine for routine in program.routines.values() if id(routine) not in seen}
        verify.verify(program, new.values())
        seen |= new


@pytest.fixture(scope="session", autouse=True)
def _verified() -> Iterator[None]:
    """Verify every program that a test builds: as it is lowered, and behind every pass."""
    lower, verified = lowering.lower, Verified(rulesets=4)

    def lowered(*given: Any, **named: Any) -> Program:
        program = lower(*given, **named)
        verified(program)
        return program

    def behind(run: Callable[[Program], Program]) -> Callable[[Program], Program]:
        def passed(program: Program) -> Program:
            found = run(program)
            verified(found)
            return found

        return passed

    passes = tuple((name, behind(run), reason) for name, run, reason in order.PASSES)
    with mock.patch.object(lowering, "lower", lowered), mock.patch.object(order, "PASSES", passes):
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    for item in items:
        if item.path.relative_to(folder).as_posix().startswith(UNTRACED):
            item.add_marker(pytest.mark.no_cover)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record",
        action="store_true",
        help="write what the interpreter says now into the pages of tests/language; read the difference, then keep it",
    )
