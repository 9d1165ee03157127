"""The game on which tuning is tried, and one of its standard questions."""

from pathlib import Path

import pytest

from quarterdeck.api import Facts, Ruleset
from quarterdeck.workspace.ruleset.rule_question import question_called

GAME = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture(scope="module")
def snowballs() -> Ruleset:
    return Ruleset.open(str(GAME))


@pytest.fixture(scope="module")
def soaked(snowballs: Ruleset) -> Facts:
    found = question_called(snowballs.declared, "soaked")
    assert found is not None
    return found[1]
