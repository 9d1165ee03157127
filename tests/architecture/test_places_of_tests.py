"""One knows where a test belongs: folders of tests are those of the package, and a few suites that cross the wings."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.base.resources import PACKAGE

pytestmark = pytest.mark.no_cover

TESTS = Path(__file__).parents[1]
SUITES = frozenset("architecture differential dmn games handbook hostile readback rulesets semantics".split())
MATERIAL = frozenset(["language/base", "language/findings", "language/slips"])
"""What a wing as a whole is tested with."""


def folders(folder: Path) -> set[str]:
    """Give the names of the folders that hold anything but what Python has compiled."""
    return {
        path.name
        for path in folder.iterdir()
        if path.name[0] not in "._" and any(one.is_file() for one in path.glob("**/[!_]*[!c]"))
    }


WINGS = folders(PACKAGE) & folders(TESTS)


def test_each_folder_of_tests_is_a_wing_or_a_suite():
    assert folders(TESTS) - SUITES == {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}


@pytest.mark.parametrize("wing", sorted(WINGS))
def test_each_folder_in_a_wing_is_one_of_its_rooms(wing):
    assert {f"{wing}/{name}" for name in folders(TESTS / wing) - folders(PACKAGE / wing)} <= MATERIAL
