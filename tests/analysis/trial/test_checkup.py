"""What does not fit in a scenario hides nothing else of it, nor of others."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.analysis.trial.checkup import check

GAME = Path(__file__).parents[2] / "games" / "snowballs"


@pytest.fixture
def checking(tmp_path):
    """Check the game with other texts in a scenario, and give the codes and lines of what is found there."""
    game = shutil.copytree(GAME, tmp_path / "snowballs")
    path = game / "scenarios" / "playground.yaml"

    def found(*changes):
        text = path.read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path.write_text(text, "utf-8")
        findings = [one for one in check(str(game)).findings if one.is_fault]
        assert {one.span.file.path.rpartition("/")[2] for one in findings} == {"playground.yaml"}
        return [(one.code, one.span.text) for one in findings]

    return found


OTHERS = (("like: Clara", "like: Klara"), ("place: [3, 9]", "place: [33, 9]"))
FOUND = [("QD601", "Klara"), ("QD606", "[33, 9]")]


CHANGES = {
    "turn_limit: 12": [("turn_limit: soon", ("QD207", "soon")), ("turn_limit: 12: soon", ("QD201", ":"))],
    "title: Red Caps": [("titel 1: Red Caps", ("QD203", "titel 1")), ("title: [Red, Caps]", ("QD207", "[Red, Caps]"))],
}


@pytest.mark.parametrize(
    ("old", "new", "told"), [(old, new, told) for old, changes in CHANGES.items() for new, told in changes]
)
def test_the_rest_of_a_scenario_is_looked_at(checking, old, new, told):
    found = checking(("like: Clara", "like: Klara"), ("place: [3, 9]", "place: [33, 9]"), (old, new))
    assert {told, ("QD601", "Klara"), ("QD606", "[33, 9]")} == {one for one in found if one[0] != "QD205"}


def test_quotes_that_are_not_closed_hide_only_their_line(checking):
    codes = [code for code, _ in checking(("like: Clara", "like: Klara"), ("title: Red", "title: 'Red"))]
    assert codes == ["QD201", "QD601"]


def test_a_scenario_that_is_lost_is_missed_by_nobody(checking):
    codes = {code for code, _ in checking(("sides:", "sidess: yes\nsite:"))}
    assert codes == {"QD203", "QD207"}
