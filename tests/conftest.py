"""Profiles of Hypothesis: `make test` tries the same cases each time, `make soak` new ones and many more.

No deadline: the first example of a test may pay for building a grammar, and coverage slows all of them.
"""

import pytest
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, derandomize=False, max_examples=5000)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record",
        action="store_true",
        help="write what the interpreter says now into the pages of tests/language; read the difference, then keep it",
    )
